"""Observation features of what the expansions of Rattus add; each only in games that use it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rattus_ai.observations import Array, Piece
from rattus_ai.rattus.document_goods import OF_A_KIND
from rattus_ai.rattus.document_markers import POTIONS
from rattus_ai.rattus.document_names import GOODS
from rattus_ai.rattus.document_region_cards import HAND
from rattus_ai.rattus.document_stages import EVENT_CARDS
from rattus_ai.rattus.document_types import CUBES, MAX_NUNS, MAX_RATS
from rattus_ai.rattus.game import RattusGame

_COINS = 100.0
_KINDS = len(GOODS)
_RECYCLED = 2
_ENDS = 2
_RECYCLING_CARDS = ("swindler", "soldier")
_DEACON_USES = 8.0


def pieces(game: RattusGame) -> list[Piece]:
    """The pieces of a game, in order; nothing for a game of the base cards."""
    players, regions = game.num_players, len(game.region_names)
    cards, kinds = len(game.card_names), len(game.kinds)
    found: list[Piece] = []
    if game.uses_goods:
        found += [
            Piece("coins", (players,)),
            Piece("goods", (players, _KINDS)),
            Piece("goods_supply", (_KINDS,)),
            Piece("goods_removed", (_KINDS,)),
            Piece("available", (_KINDS,)),
            Piece("region_goods", (regions, _KINDS)),
            Piece("card_goods", (cards, _KINDS)),
            Piece("goods_taken", (1,)),
        ]
    if game.region_cards:
        found += [
            Piece("hand_sizes", (players,)),
            Piece("discards", (len(game.region_cards),)),
            Piece("pile", (1,)),
            Piece("drawn_size", (1,)),
            Piece("draws_left", (1,)),
            Piece("asked", (players,)),
            Piece("protected", (cards,)),
            Piece("hands", (players, len(game.region_cards)), private=True),
            Piece("drawn", (len(game.region_cards),), private=True),
        ]
    if game.uses_goods or game.region_cards:
        found.append(Piece("pending", (kinds,)))
    if "deacon" in game.card_names:
        found.append(Piece("deacon_uses", (1,)))
    if _plays(game, EVENT_CARDS):
        found += [Piece("event", (cards,)), Piece("shown", (kinds,))]
    if _has_steps(game):
        found += [Piece("step_card", (cards,)), Piece("fixed", (1,))]
    if _plays(game, _RECYCLING_CARDS):
        found += [
            Piece("recycled_pools", (_RECYCLED, kinds)),
            Piece("recycled_rats", (_RECYCLED, regions)),
        ]
    shapes = {
        "caravan_leader": [Piece("caravan", (regions,))],
        "emperor": [Piece("walls", (regions, regions)), Piece("lifted", (regions, regions))],
        "baker": [Piece("baker", (players,))],
        "nun": [Piece("nuns", (regions,))],
        "sultan": [Piece("diplomats", (regions, players)), Piece("diplomats_left", (1,))],
        "wizard": [Piece("potions", (regions, players)), Piece("potions_left", (1,))],
        "shaman": [Piece("plan", (regions,))],
        "pied_piper": [Piece("follows", (_ENDS, regions))],
    }
    for card, extra in shapes.items():
        if card in game.card_names:
            found += extra
    return found


def fill_public(game: RattusGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Writes what everybody knows into the arrays."""
    if game.uses_goods:
        _fill_goods(state, arrays)
    if game.region_cards:
        _fill_cards(game, state, arrays)
    if "pending" in arrays and state["pending"] >= 0:
        arrays["pending"][state["pending"]] = 1
    if "deacon_uses" in arrays:
        arrays["deacon_uses"][0] = state["deacon_uses"] / _DEACON_USES
    if "event" in arrays:
        arrays["event"][state["event"]] = 1
        for kind in state["shown"]:
            arrays["shown"][kind] += 1 / MAX_RATS
    if "step_card" in arrays:
        arrays["fixed"][0] = state["fixed"]
        if state["step_card"] >= 0:
            arrays["step_card"][state["step_card"]] = 1
    if "recycled_pools" in arrays:
        _fill_recycled(game, state, arrays)
    _fill_markers(game, state, arrays)


def fill_private(game: RattusGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Writes what only some players know into the arrays."""
    if not game.region_cards:
        return
    for player, hand in enumerate(state["hands"]):
        for kind in hand:
            arrays["hands"][player, kind] += 1 / game.region_card_counts[kind]
    for kind in state["drawn"]:
        arrays["drawn"][kind] += 1 / HAND


def _plays(game: RattusGame, cards: tuple[str, ...]) -> bool:
    return any(card in game.card_names for card in cards)


def _has_steps(game: RattusGame) -> bool:
    """Whether cards other than those of the base game have stages of their own."""
    return any(card.box != "base" for card in game.cards)


def _fill_goods(state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    arrays["coins"][:] = state["coins"]
    arrays["coins"] /= _COINS
    for name in ("goods", "goods_supply", "goods_removed"):
        arrays[name][:] = state[name]
        arrays[name] /= OF_A_KIND
    arrays["available"][:] = state["available"]
    arrays["goods_taken"][0] = state["goods_taken"]
    for name in ("region_goods", "card_goods"):
        for place, kind in enumerate(state[name]):
            if kind >= 0:
                arrays[name][place, kind] = 1


def _fill_cards(game: RattusGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    hidden = sum(state["hands_unknown"]) + state["drawn_unknown"]
    arrays["hand_sizes"][:] = [
        len(hand) + unknown for hand, unknown in zip(state["hands"], state["hands_unknown"], strict=True)
    ]
    arrays["hand_sizes"] /= sum(game.region_card_counts)
    arrays["discards"][:] = state["discards"]
    arrays["discards"] /= game.region_card_counts
    arrays["pile"][0] = (sum(state["pile"]) - hidden) / sum(game.region_card_counts)
    arrays["drawn_size"][0] = (len(state["drawn"]) + state["drawn_unknown"]) / HAND
    arrays["draws_left"][0] = state["draws_left"] / HAND
    arrays["protected"][state["protected"]] = 1
    if state["asked"] >= 0:
        arrays["asked"][state["asked"]] = 1


def _fill_recycled(game: RattusGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    for number, pool in enumerate(state["recycled_pools"]):
        arrays["recycled_pools"][number] = pool
    arrays["recycled_pools"] /= game.kind_counts
    for region, _, _, _, pool in state["tracked"]:
        if pool:
            arrays["recycled_rats"][pool - 1, region] = 1


def _fill_markers(game: RattusGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    if "caravan" in arrays and state["caravan"] >= 0:
        arrays["caravan"][state["caravan"]] = 1
    if "walls" in arrays:
        lifted = [state["lifted"]] if state["lifted"] else []
        for name, borders in (("walls", state["walls"]), ("lifted", lifted)):
            for first, second in borders:
                arrays[name][first, second] = arrays[name][second, first] = 1
    if "baker" in arrays:
        arrays["baker"][:] = state["baker"]
        arrays["baker"] /= CUBES
    if "nuns" in arrays:
        for region in state["nuns"]:
            if region >= 0:
                arrays["nuns"][region] += 1 / MAX_NUNS
    for name, total in (("diplomats", game.diplomats), ("potions", POTIONS)):
        if name in arrays:
            arrays[name][:] = state[name]
            arrays[name] /= total
            arrays[f"{name}_left"][0] = state[f"{name}_left"] / total
    if "follows" in arrays and state["stage"] == "pied_piper_follow":
        for end, region in enumerate(state["plan"]):
            arrays["follows"][end, region] = 1
    elif "plan" in arrays:
        for region in state["plan"]:
            arrays["plan"][region] += 1 / MAX_RATS
