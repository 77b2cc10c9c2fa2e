"""Which kernel sources this build was made from."""

# setup.py writes this header.
cdef extern from "exactodds_sources.h":
    const char* EXACTODDS_SOURCES


def sources_digest() -> str:
    """SHA-256 of all kernel sources at build time."""
    return EXACTODDS_SOURCES.decode("ascii")
