"""Why a file cannot be read or written, in words that help: what is there instead, and what may be meant."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

from rattus_ai.text.closest import closest, did_you_mean

_MOST_LOOKED_AT = 2000
"""Names of a folder that are compared with a misspelt one."""


def unreadable(name: str | os.PathLike[str], error: Exception) -> str:
    """Why a file cannot be read: `it is a folder, expected a file`.

    Args:
        name: of the file.
        error: what opening or reading it raised.
    """
    path = Path(name)
    if isinstance(error, FileNotFoundError):
        return _missing(path)
    return _obstacle(path, error)


def unwritable(name: str | os.PathLike[str], error: Exception) -> str:
    """Likewise why a file cannot be written."""
    path = Path(name)
    if isinstance(error, FileNotFoundError):
        return _missing(path.parent, "folder")
    return _obstacle(path, error)


def _obstacle(path: Path, error: Exception) -> str:
    if isinstance(error, IsADirectoryError) or (isinstance(error, OSError) and os.path.isdir(path)):
        return "it is a folder, expected a file"
    if isinstance(error, NotADirectoryError | FileExistsError):
        above = next((each for each in path.parents if os.path.isfile(each)), path.parent)
        return f"{above} is a file, expected a folder"
    if isinstance(error, PermissionError):
        return "no permission"
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _missing(path: Path, what: str = "file") -> str:
    """That something is not there, with what may be meant; where its folder is missing too, that is said."""
    if not os.path.isdir(path.parent) and path.parent != path:
        return _missing(path.parent, "folder")
    near = closest(path.name, _names(path.parent, folders=what == "folder"))
    meant = did_you_mean(str(path.parent / each) for each in near)
    return f"there is no folder {path}{meant}" if what == "folder" else f"there is no such file{meant}"


def _names(folder: Path, folders: bool) -> list[str]:
    """Names in a folder that can be printed, of its folders or of what else is there."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name
                for entry in islice(entries, _MOST_LOOKED_AT)
                if entry.is_dir() == folders and entry.name.isprintable()
            )
    except OSError:
        return []
