"""From the fields of the core to a position document, in the one canonical form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rattus_ai.rattus import document_goods, document_markers, document_names, document_region_cards
from rattus_ai.rattus.document_stages import CARD_OF_STAGE, LOOKING, OTHER_REGION, STAGES_OF
from rattus_ai.rattus.document_types import RING_LETTERS

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
    document = game.document_head(viewer, players, directory)
    document["turn"] = _turn(game, state, viewer)
    if state["plague"] >= 0:
        document["plague"] = game.region_names[state["plague"]]
    document["regions"] = {
        name: _region(game, state, region) for region, name in enumerate(game.region_names)
    }
    document["palace"] = list(state["palace"])
    document["supply"] = list(state["supply"])
    document["rat_supply"] = {RING_LETTERS[ring]: state["rat_supply"][ring] for ring in _CANONICAL_ORDER}
    document["owners"] = {
        name: owner if owner >= 0 else None
        for name, owner in zip(game.card_names, state["owners"], strict=True)
    }
    document["revealed"] = _revealed(game, state)
    if state["recycled_pools"]:
        document["recycled"] = [_tokens(game, pool) for pool in state["recycled_pools"]]
    document.update(document_markers.written(game, state))
    if game.uses_goods:
        document["mercatus"] = document_goods.written(game, state)
    if game.region_cards:
        document["africanus"] = document_region_cards.written(game, state, viewer)
    return document


def _region(game: RattusGame, state: Mapping[str, Any], region: int) -> dict[str, Any]:
    fields = {
        "cubes": list(state["cubes"][region]),
        **document_markers.written_in_region(game, state, region),
        "rats": _rats(game, state, region),
    }
    if game.uses_goods and state["region_goods"][region] >= 0:
        fields["goods"] = document_names.GOODS[state["region_goods"][region]]
    return fields


def _rats(game: RattusGame, state: Mapping[str, Any], region: int) -> list[Any]:
    """The rats of a region in the order in which choices among them are numbered, which is public."""
    unlooked = state["unlooked"][region]
    rats: list[Any] = [RING_LETTERS[ring] for ring in _CANONICAL_ORDER for _ in range(unlooked[ring])]
    for index, (where, ring, kind, seen, pool) in enumerate(state["tracked"]):
        if where == region:
            token = {"token": game.kinds[kind]} if kind >= 0 else {}
            recycled = {"recycled": pool} if pool else {}
            looks = {"seen": list(seen), "look": index + 1}
            rats.append({"ring": RING_LETTERS[ring], **token, **recycled, **looks})
    return rats


def _revealed(game: RattusGame, state: Mapping[str, Any]) -> list[str]:
    known = [kind for _, _, kind, _, pool in state["tracked"] if kind >= 0 and not pool]
    counts = zip(game.kind_counts, state["unseen"], strict=True)
    return _tokens(game, [count - left - known.count(kind) for kind, (count, left) in enumerate(counts)])


def _tokens(game: RattusGame, counts: Sequence[int]) -> list[str]:
    """Tokens by their texts, given how many of each kind there are."""
    return [text for text, count in zip(game.kinds, counts, strict=True) for _ in range(count)]


def _turn(game: RattusGame, state: Mapping[str, Any], viewer: int | None) -> dict[str, Any]:
    stage = state["stage"]
    turn: dict[str, Any] = {"stage": stage, "player": state["active"], "number": state["turn"]}
    region = state["spread_region"] if stage in OTHER_REGION else state["revealing"]
    if stage == "setup_goods":
        region = state["setup_step"]
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
        **_steps(game, state, viewer),
    }
    for name, value in fields.items():
        if value is not None and value is not False and stage in STAGES_OF[name]:
            turn[name] = value
    return turn


def _steps(game: RattusGame, state: Mapping[str, Any], viewer: int | None) -> dict[str, Any]:
    """The fields of a turn that belong to steps of the expansions, None or false where there is nothing."""
    names, cards = game.region_names, game.card_names
    card, kind = state["step_card"], state["pending"]
    implied = CARD_OF_STAGE.get(state["stage"])
    drawn = document_region_cards.hand(
        game, state["drawn"], state["drawn_unknown"], viewer in (None, state["active"])
    )
    return {
        "goods_taken": state["goods_taken"],
        "deacon_uses": state["deacon_uses"] or None,
        "fixed": state["fixed"],
        "card": cards[card] if card >= 0 and cards[card] != implied else None,
        "plan": [names[region] for region in state["plan"]] or None,
        "lifted": [names[region] for region in state["lifted"]] or None,
        "drawn": drawn or None,
        "draws_left": state["draws_left"] or None,
        "event": [cards[each] for each in state["event"]] or None,
        "shown": [game.kinds[each] for each in state["shown"]] or None,
        "pending": game.kinds[kind] if kind >= 0 else None,
        "asked": state["asked"] if state["asked"] >= 0 else None,
        "protected": [cards[each] for each in state["protected"]] or None,
    }
