"""Builds the compiled core. Set RATTUS_AI_DEVELOPMENT=1 to build with assertions and debug information."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEVELOPMENT = os.environ.get("RATTUS_AI_DEVELOPMENT") == "1"
WINDOWS = os.name == "nt"
# The skin of every game, and one module of each game that has its folder beside it.
SOURCES = [*sorted(Path("rattus_ai/_core").glob("*.pyx")), *sorted(Path("rattus_ai").glob("*/core.pyx"))]
HEADERS = sorted(str(path) for path in Path("csrc").rglob("*.hpp"))
JOBS = min(4, os.cpu_count() or 1)  # each compiler takes hundreds of megabytes


def compile_arguments() -> list[str]:
    """Portable flags: nothing here depends on the machine that builds."""
    if WINDOWS:
        return ["/std:c++20", "/O2", "/EHsc"]
    flags = ["-std=c++20", "-fvisibility=hidden"]
    return flags + (["-O1", "-g", "-UNDEBUG"] if DEVELOPMENT else ["-O3"])


EXTENSIONS = [
    Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        include_dirs=["csrc"],
        language="c++",
        extra_compile_args=compile_arguments(),
        depends=HEADERS,
    )
    for path in SOURCES
]

setup(
    ext_modules=cythonize(EXTENSIONS, compiler_directives={"language_level": 3}),
    options={"build_ext": {"parallel": JOBS}},
)
