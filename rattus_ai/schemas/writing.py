"""JSON for people: pretty text with short things on one line, written so that a file is never half there."""

from __future__ import annotations

import json
import os
from pathlib import Path

WIDTH = 110
_INDENT = "  "
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def pretty(value: object) -> str:
    """JSON with whatever fits into a line on one line, ended by a newline."""
    return _pretty(value, "", 0, expand=True) + "\n"


def _pretty(value: object, indent: str, taken: int, expand: bool = False) -> str:
    line = "" if expand else compact(value)
    deeper = indent + _INDENT
    if (
        not isinstance(value, (dict, list))
        or not value
        or (not expand and len(indent) + taken + len(line) <= WIDTH)
    ):
        return line or compact(value)
    if isinstance(value, dict):
        members = []
        for key, each in value.items():
            head = compact(key) + ": "
            members.append(deeper + head + _pretty(each, deeper, len(head) + 1))
        return "{\n" + ",\n".join(members) + "\n" + indent + "}"
    if any(isinstance(each, (dict, list)) for each in value):
        return "[\n" + ",\n".join(deeper + _pretty(each, deeper, 1) for each in value) + "\n" + indent + "]"
    return "[\n" + _filled([compact(each) for each in value], deeper) + "\n" + indent + "]"


def _filled(items: list[str], indent: str) -> str:
    """Short items, as many on a line as fit."""
    lines = [indent]
    for index, item in enumerate(items):
        text = item + ("," if index < len(items) - 1 else "")
        if len(lines[-1]) > len(indent) and len(lines[-1]) + 1 + len(text) > WIDTH:
            lines.append(indent)
        lines[-1] += (" " if len(lines[-1]) > len(indent) else "") + text
    return "\n".join(lines)


def compact(value: object) -> str:
    """JSON on one line."""
    return _ENCODER.encode(value)


def write_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Writes a text file in one step: readers see the old file or the whole new one. Devices are written to.

    Raises:
        OSError: the folder cannot be written to; the old file is untouched.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        # A terminal, a pipe, /dev/null: nothing that could be replaced by a file.
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        return
    draft = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with open(draft, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
