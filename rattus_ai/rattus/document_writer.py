"""From the fields of the core to a position document, in the one canonical form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rattus_ai.games import POSITION_FORMAT, POSITION_VERSION, PUBLIC
from rattus_ai.rattus.document_seats import LOOKING
from rattus_ai.rattus.document_turn import STAGES_OF
from rattus_ai.rattus.document_types import PUBLIC_NAME, RING_LETTERS

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

_CANONICAL_ORDER = (1, 0)
"""Rats that nobody has looked at: without the ring first, as the choices of a region are numbered."""


def write_document(
    game: RattusGame,
    state: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str] | None,
    directory: Path | None,
) -> dict[str, Any]:
    """The document of a state as the core exports it, already reduced to what the viewer knows."""
    document: dict[str, Any] = {
        "format": POSITION_FORMAT,
        "version": POSITION_VERSION,
        "game": game.name,
        "rules": game.options_from(directory),
    }
    if players is not None:
        document["players"] = list(players)
    if viewer is not None:
        document["viewer"] = PUBLIC_NAME if viewer == PUBLIC else viewer
    document["turn"] = _turn(game, state)
    if state["plague"] >= 0:
        document["plague"] = game.region_names[state["plague"]]
    document["regions"] = {
        name: {"cubes": list(state["cubes"][region]), "rats": _rats(game, state, region)}
        for region, name in enumerate(game.region_names)
    }
    document["palace"] = list(state["palace"])
    document["supply"] = list(state["supply"])
    document["rat_supply"] = {RING_LETTERS[ring]: state["rat_supply"][ring] for ring in _CANONICAL_ORDER}
    document["owners"] = {
        name: owner if owner >= 0 else None
        for name, owner in zip(game.card_names, state["owners"], strict=True)
    }
    document["revealed"] = _revealed(game, state)
    return document


def _rats(game: RattusGame, state: Mapping[str, Any], region: int) -> list[Any]:
    """The rats of a region in the order in which choices among them are numbered, which is public."""
    unlooked = state["unlooked"][region]
    rats: list[Any] = [RING_LETTERS[ring] for ring in _CANONICAL_ORDER for _ in range(unlooked[ring])]
    for index, (where, ring, kind, seen) in enumerate(state["tracked"]):
        if where == region:
            token = {"token": game.kinds[kind]} if kind >= 0 else {}
            rats.append({"ring": RING_LETTERS[ring], **token, "seen": list(seen), "look": index + 1})
    return rats


def _revealed(game: RattusGame, state: Mapping[str, Any]) -> list[str]:
    known = [kind for _, _, kind, _ in state["tracked"] if kind >= 0]
    revealed: list[str] = []
    for kind, text in enumerate(game.kinds):
        revealed += [text] * (game.kind_counts[kind] - state["unseen"][kind] - known.count(kind))
    return revealed


def _turn(game: RattusGame, state: Mapping[str, Any]) -> dict[str, Any]:
    stage = state["stage"]
    turn: dict[str, Any] = {"stage": stage, "player": state["active"], "number": state["turn"]}
    region = state["spread_region"] if stage == "ring" else state["revealing"]
    looks = [index + 1 for index in (state["first_look"], state["second_look"]) if index >= 0]
    fields: dict[str, Any] = {
        "last": state["last"] if state["ending"] else None,
        "taken": state["taken"],
        "placed": state["placed"],
        "used": [game.card_names[card] for card in state["used"]] or None,
        "looking": looks if stage in LOOKING else None,
        "rats_to_place": state["spread_left"] or None,
        "region": game.region_names[region] if region >= 0 else None,
        "neutral": state["neutral"],
        "drawing": state["drawing"] + 1 if state["drawing"] >= 0 else RING_LETTERS[state["drawing_ring"]],
    }
    for name, value in fields.items():
        if value is not None and value is not False and stage in STAGES_OF[name]:
            turn[name] = value
    return turn
