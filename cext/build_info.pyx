"""Which kernel sources this build was made from."""

cdef extern from *:
    """
    #ifndef EXACTODDS_SOURCES
    #define EXACTODDS_SOURCES ""
    #endif
    """
    const char* EXACTODDS_SOURCES


def sources_digest() -> str:
    """SHA-256 of all kernel sources at build time."""
    return EXACTODDS_SOURCES.decode("ascii")
