"""Whose turn it is and where in the turn: between a position document and the fields of the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError
from rattus_ai.istanbul.document_types import TurnFields
from rattus_ai.istanbul.words import FIGURES, ITEMS, PLACE_NAMES, TAVERN_OPTIONS

if TYPE_CHECKING:
    from rattus_ai.istanbul.document_reader import Reader

MOVED = (None, *FIGURES, "neutral")
"""Figures by the core's numbers."""

ROASTED = (None, "lira", "good", "card")
"""What was paid last at the Roasting Plant, by the core's numbers."""

SETUP = ("figure", "demand_large", "demand_small", "deal")
"""Stages that set-up has, too."""

OWN_ACTION = ("action", "deliver", "extra", "discard", "fountain", "market", "roast", "discard_guild")
"""Stages of an action; where nothing else is said it is that of the merchant's place."""

_OWN_GUILD = (*OWN_ACTION, "option", "barrier", "baksheesh", "beside")


def turn_fields(reader: Reader, seats: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the core for `turn` of a document, given those of the seats."""
    turn = reader.document.turn or TurnFields()
    for key in ("guild", "options", "roasted", "swaps"):
        reader.expansion_only(getattr(turn, key), ("turn", key))
    player = _player(reader, turn)
    acting = _place(reader, turn, "acting")
    if not acting and not turn.remote:
        if turn.guild is not None and turn.stage in _OWN_GUILD:
            acting = turn.guild
        elif turn.stage in OWN_ACTION:
            acting = seats["merchant"][player]
    dice = [0, 0] if turn.dice is None else sorted(turn.dice)
    options = [TAVERN_OPTIONS.index(option) for option in turn.options or ()]
    named = -1 if turn.named is None else reader.index("goods", turn.named, ("turn", "named"))
    return {
        "stage": turn.stage,
        "player": player,
        "round": turn.round,
        "acting": acting,
        "remote": int(turn.remote),
        "guild": turn.guild or 0,
        "compulsory": int(turn.compulsory),
        "done_place": _place(reader, turn, "done"),
        "back": turn.back or "",
        "draws_left": turn.draws_left,
        "figure": MOVED.index(turn.figure),
        "rolling": sum(1 << index for index in set(turn.rolling or ())),
        "called": turn.called or 0,
        "named": named,
        "swaps": [
            [reader.index("goods", item, ("turn", "swaps", index, side)) for side, item in enumerate(pair)]
            for index, pair in enumerate(turn.swaps or ())
        ],
        "roast": ROASTED.index(turn.roasted),
        "fountain": _place(reader, turn, "fetched"),
        "options": options,
        "dice": dice,
        "yellow": int(turn.yellow),
        "red": int(turn.red),
        "met": sum(1 << FIGURES.index(figure) for figure in set(turn.met or ())),
    }


def _player(reader: Reader, turn: TurnFields) -> int:
    if turn.player is not None:
        return reader.player(turn.player, ("turn", "player"))
    if turn.stage in ("terminal", *SETUP[:-1]):
        return 0
    raise DocumentError(("turn", "player"), "is missing; expected whose turn it is", expected="a player")


def _place(reader: Reader, turn: TurnFields, key: str) -> int:
    value = getattr(turn, key)
    return 0 if value is None else reader.place(value, ("turn", key))


def written(state: Mapping[str, Any]) -> dict[str, Any]:
    """The `turn` of a document."""
    turn: dict[str, Any] = {"stage": state["stage"], "player": state["player"], "round": state["round"]}

    def place(field: str) -> str | None:
        return PLACE_NAMES[state[field] - 1] if state[field] else None

    fields: dict[str, Any] = {
        "acting": place("acting"),
        "remote": bool(state["remote"]),
        "guild": state["guild"],
        "compulsory": bool(state["compulsory"]),
        "done": place("done_place"),
        "back": state["back"],
        "draws_left": state["draws_left"],
        "figure": MOVED[state["figure"]],
        "rolling": [index for index in range(len(FIGURES)) if state["rolling"] >> index & 1],
        "called": state["called"],
        "named": ITEMS[state["named"]] if state["named"] >= 0 else None,
        "dice": state["dice"] if any(state["dice"]) else None,
        "swaps": [[ITEMS[item] for item in pair] for pair in state["swaps"]],
        "roasted": ROASTED[state["roast"]],
        "fetched": place("fountain"),
        "options": [TAVERN_OPTIONS[option] for option in state["options"]],
        "yellow": bool(state["yellow"]),
        "red": bool(state["red"]),
        "met": [figure for index, figure in enumerate(FIGURES) if state["met"] >> index & 1],
    }
    return turn | {name: value for name, value in fields.items() if value}
