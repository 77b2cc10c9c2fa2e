"""The Cython extensions. Everything else about the package is in pyproject.toml."""

import hashlib
import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = sorted(Path("cext").glob("*.pyx"))
SOURCES = sorted([*KERNELS, *Path("cext").glob("*.pxd")])
# EXACTODDS_CHECKED=1 builds kernels that check every index and every division.
CHECKED = os.environ.get("EXACTODDS_CHECKED") == "1"
# EXACTODDS_SANITIZE=1 builds kernels in which the compiler checks every access and every shift, see the Makefile.
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
SANITIZED = os.environ.get("EXACTODDS_SANITIZE") == "1"
# EXACTODDS_KERNELS=later installs the package without them: pip's editable install compiles where no later build
# looks, so the Makefile compiles them itself, in place, and again only what changed.
LATER = os.environ.get("EXACTODDS_KERNELS") == "later"
# The digest of all kernel sources is compiled in: it tells a stale build and is part of every cache key.
DIGEST = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()

HEADER = Path("build/exactodds_sources.h")
HEADER_TEXT = f'#define EXACTODDS_SOURCES "{DIGEST}"\n'
# Without -g0 Python's own flags ask for debug information: a quarter of the time that the compiler takes.
ARGUMENTS = ["-O3", "-g0", *(["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else [])]
# Cython's own code for typed memoryviews, compiled once: in the kernels it would be half of the C text.
SHARED = "analyzer.cext.cython_shared"
SHARED_SOURCE = "cext/cython_shared.c"


def write_header() -> None:
    """The digest as a C header, written only when it changes so that nothing is compiled again for nothing."""
    HEADER.parent.mkdir(exist_ok=True)
    if not HEADER.exists() or HEADER.read_text() != HEADER_TEXT:
        HEADER.write_text(HEADER_TEXT)


def extension(kernel: Path) -> Extension:
    """One kernel; only build_info carries the digest. Cython finds the .pxd files that a kernel needs by itself."""
    return Extension(
        f"analyzer.cext.{kernel.stem}",
        [str(kernel)],
        depends=[str(HEADER)] if kernel.stem == "build_info" else [],
        include_dirs=[str(HEADER.parent)],
        extra_compile_args=[*ARGUMENTS, "-O1", "-g", *SANITIZE] if SANITIZED else ARGUMENTS,
        extra_link_args=SANITIZE if SANITIZED else [],
    )


def extensions() -> list[Extension]:
    """The kernels, translated to C where they have changed, and what Cython would otherwise put into each of them."""
    write_header()
    return cythonize(
        [Extension(SHARED, [SHARED_SOURCE], extra_compile_args=["-O1"]), *map(extension, KERNELS)],
        build_dir="build/cython",
        shared_utility_qualified_name=SHARED,
        nthreads=os.cpu_count() or 1,
        compiler_directives={
            "language_level": "3",
            "boundscheck": CHECKED,
            "wraparound": False,
            "initializedcheck": CHECKED,
            "cdivision": not CHECKED,
            "embedsignature": True,
        },
        annotate=False,
    )


if __name__ == "__main__":  # not in the processes that translate
    setup(
        options={"build_ext": {"parallel": os.cpu_count()}},
        ext_modules=[] if LATER else extensions(),
    )
