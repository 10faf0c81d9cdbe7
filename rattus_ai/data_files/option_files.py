"""Options of a game that name a file: full paths, versions, paths seen from a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from rattus_ai.errors import OptionError, shown
from rattus_ai.text.file_names import unreadable


def file_option(key: str, name: str | None, directory: Path | None) -> str | None:
    """The full path of a file named in options, seen from a folder or from the working directory.

    Raises:
        OptionError: it is no name of a file.
    """
    if name is None:
        return None
    if not name or not name.isprintable():
        raise OptionError(key, f"found {shown(name)}, expected the name of a file")
    return str((directory or Path()).absolute() / name)


def file_version(key: str, name: str | None) -> tuple[int, int] | None:
    """What changes when a file changes.

    Raises:
        OptionError: it cannot be read.
    """
    if name is None:
        return None
    try:
        status = os.stat(name)
    except (OSError, ValueError) as error:
        raise OptionError(key, f"{shown(name)} cannot be read: {unreadable(name, error)}") from None
    return status.st_mtime_ns, status.st_size


def named_files(
    options: Mapping[str, str | None], directory: Path | None
) -> tuple[dict[str, str | None], tuple[object, ...]]:
    """The full paths of the files that options name, and what changes when one of the files changes.

    Args:
        options: name of the option -> file, None for none.
        directory: where relative names start; None for the working directory.

    Raises:
        OptionError: one is no name of a file, or cannot be read.
    """
    files = {key: file_option(key, name, directory) for key, name in options.items()}
    return files, tuple(file_version(key, name) for key, name in files.items())


def relative_option(name: str, directory: Path) -> str:
    """A file named from a folder; in full where it lies on another drive."""
    try:
        return Path(os.path.relpath(name, directory.absolute())).as_posix()
    except ValueError:
        return name
