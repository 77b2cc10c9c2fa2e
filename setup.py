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
# The digest of all kernel sources is compiled in: it tells a stale build and is part of every cache key.
DIGEST = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()

extensions = [
    Extension(
        f"analyzer.cext.{kernel.stem}",
        [str(kernel)],
        depends=[str(path) for path in SOURCES],
        define_macros=[
            ("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION"),
            ("EXACTODDS_SOURCES", f'"{DIGEST}"'),
        ],
        extra_compile_args=["-O3", *(["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else [])],
    )
    for kernel in KERNELS
]

setup(
    options={"build_ext": {"parallel": os.cpu_count()}},
    ext_modules=cythonize(
        extensions,
        build_dir="build/cython",
        compiler_directives={
            "language_level": "3",
            "boundscheck": CHECKED,
            "wraparound": False,
            "initializedcheck": CHECKED,
            "cdivision": not CHECKED,
            "embedsignature": True,
        },
        annotate=False,
    ),
)
