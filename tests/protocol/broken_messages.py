"""Messages that were right once: changed at random, as bytes and as values."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

from services import example

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 65536, 1 << 31, 1 << 63, -(1 << 63), 1 << 64, 10**30),
    *(0.5, -0.0, 1e308, 5e-324, [], [[]], [None], {}, {"": {}}, {"n": -1}, {"n": 10**9}),
    *("", " ", "0", "-1", "public", "null", "\u0000", "\ufeff", "é" * 300, "\ud800", "x" * 5000),
    *("red", "gallia", "n1:BC", "s9:ZZ", [0] * 300, ["n"] * 300),
)
"""Values that somebody may write where another one belongs."""


def right_messages() -> list[dict[str, Any]]:
    """Messages of every kind that are answered with a result, quickly."""
    found: list[dict[str, Any]] = []
    for name in ("midgame-3p", "spread-4p", "witch-2p", "sweep-3p", "final-round-4p"):
        document = example(name)
        for query, fields in (
            ("choose", {"level": "ismcts:20", "seed": 3}),
            ("legal", {"details": True}),
            ("apply", {"draw": True, "seed": 1, "views": [0, "public"], "actions": []}),
            ("risk", {"language": "en"}),
            ("analyse", {"simulations": 40, "lines": 2, "progress": 0.05, "forbid": [], "include": []}),
            ("solve", {"seconds": 0.02, "fractions": False}),
        ):
            found.append({"query": query, "position": document, "priority": 0, **fields})
    found.append({"query": "new", "game": "rattus", "rules": {"players": 3, "cards": "random"}, "seed": 5})
    found.append({"query": "new", "players": ["A", "B"], "draw": False, "views": ["public"]})
    found += [{"query": "version"}, {"query": "schema", "of": "record"}]
    found += [{"query": "cancel", "of": "x"}, {"query": "cancel_all"}]
    return found


def broken(chooser: random.Random, messages: list[dict[str, Any]], identifier: int) -> bytes:
    """One message that is mostly wrong, on one line."""
    message = {"id": identifier, **copy.deepcopy(chooser.choice(messages))}
    for _ in range(chooser.randrange(4)):
        _change(chooser, message)
    try:
        data = json.dumps(message, ensure_ascii=chooser.random() < 0.5).encode()
    except UnicodeEncodeError:
        data = json.dumps(message).encode()
    if chooser.random() < 0.4:
        data = chooser.choice(_BYTE_CHANGES)(chooser, data)
    return data.replace(b"\n", b" ").replace(b"\r", b" ")


def _change(chooser: random.Random, value: Any) -> None:
    """Changes something somewhere in a value."""
    while isinstance(value, (dict, list)) and value:
        key: Any = chooser.choice(list(value)) if isinstance(value, dict) else chooser.randrange(len(value))
        if isinstance(value[key], (dict, list)) and value[key] and chooser.random() < 0.75:
            value = value[key]
            continue
        kind = chooser.randrange(5)
        if kind == 0:
            del value[key]
        elif kind == 1 and isinstance(value, dict):
            value[str(key) + chooser.choice(("", "s", "_", "\u200b"))] = value.pop(key)
        elif kind == 2 and isinstance(value, list):
            value.insert(key, copy.deepcopy(value[key]))
        elif kind == 3 and isinstance(value[key], str) and value[key]:
            place = chooser.randrange(len(value[key]))
            value[key] = value[key][:place] + chooser.choice("aZ09 :-_é") + value[key][place + 1 :]
        elif kind == 3 and isinstance(value[key], int):
            value[key] += chooser.choice((-1, 1, 100))
        else:
            value[key] = copy.deepcopy(chooser.choice(_ODD))
        return


def _cut(chooser: random.Random, data: bytes) -> bytes:
    return data[: chooser.randrange(len(data))]


def _flip(chooser: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chooser.randrange(1, 6)):
        changed[chooser.randrange(len(changed))] = chooser.randrange(256)
    return bytes(changed)


def _repeat(chooser: random.Random, data: bytes) -> bytes:
    first, last = sorted((chooser.randrange(len(data)), chooser.randrange(len(data))))
    return data[:last] + data[first:]


def _nest(chooser: random.Random, data: bytes) -> bytes:
    place, depth = chooser.randrange(len(data)), chooser.choice((10, 100, 3000))
    return data[:place] + chooser.choice((b"[", b'{"a":')) * depth + data[place:]


def _noise(chooser: random.Random, data: bytes) -> bytes:
    return chooser.randbytes(chooser.randrange(1, 400))


_BYTE_CHANGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _cut,
    _flip,
    _flip,
    _repeat,
    _nest,
    _noise,
)
