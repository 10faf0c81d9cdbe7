"""What one player knows and a position does not hold, and who sees what chance brings.

Three things are hidden from some players: the tokens of rats that somebody has looked at, the region cards in
hands, and region cards that are being drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.rattus.document_types import RING_LETTERS

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

PRIVATE_OUTCOMES = ("see", "deal", "draw")
"""Chance outcomes that only the active player sees (rules A15, and region cards)."""


def observers(game: RattusGame, position: CorePosition, outcome: int) -> tuple[int, ...] | None:
    """The players who see a chance outcome; None: everybody does."""
    verb, _ = game.rules.describe_outcome(outcome)
    return (position.active_player(),) if verb in PRIVATE_OUTCOMES else None


def action_observers(game: RattusGame, position: CorePosition, action: int) -> tuple[int, ...] | None:
    """The players who see what an action is; None: everybody does.

    Only the Astronomer keeps a card that nobody else sees (rules, section 9).
    """
    verb, _ = game.rules.describe_action(action)
    if verb != "choose" or core.export_state(position)["stage"] != "astronomer_choose":
        return None
    return (position.current_player(),)


def missing(game: RattusGame, position: CorePosition, player: int) -> str | None:
    """The first thing that the player knows and the position does not hold, in words."""
    state = core.export_state(position)
    rat = _missing_rat(state, player)
    if rat >= 0:
        region = game.region_names[state["tracked"][rat][0]]
        return f"the token of a rat in {region}, which player {player} has looked at"
    cards = _missing_cards(state, player)
    if cards == "drawn":
        return f"a region card that player {player} has drawn"
    return f"a region card in the hand of player {player}" if cards else None


def ways(game: RattusGame, position: CorePosition, player: int) -> list[tuple[CorePosition, int]]:
    """That thing told in every way, with weights; nothing where nothing is missing."""
    state = core.export_state(position)
    rat = _missing_rat(state, player)
    if rat >= 0:
        told = _tokens(game, state, rat)
    else:
        cards = _missing_cards(state, player)
        told = _cards(state, cards, player) if cards else []
    return [(core.import_state(position.rules, fields), weight) for fields, weight in told]


# --- rats ----------------------------------------------------------------------------------------------


def _missing_rat(state: Mapping[str, Any], player: int) -> int:
    """The first rat that the player has looked at and whose token is not known here; -1: none."""
    for index, (_, _, kind, seen, _) in enumerate(state["tracked"]):
        if kind < 0 and player in seen and index != state["drawing"]:
            return index
    return -1


def _tokens(game: RattusGame, state: Mapping[str, Any], index: int) -> list[tuple[dict[str, Any], int]]:
    region, ring, _, seen, pool = state["tracked"][index]
    found = []
    for kind, weight in enumerate(token_weights(game, state, index)):
        if not weight or RING_LETTERS.index(game.kinds[kind][0]) != ring:
            continue
        tracked, unseen = list(state["tracked"]), list(state["unseen"])
        tracked[index] = (region, ring, kind, seen, pool)
        unseen[kind] -= not pool
        found.append(({**state, "tracked": tracked, "unseen": unseen}, weight))
    return found


def token_weights(game: RattusGame, state: Mapping[str, Any], index: int) -> Sequence[int]:
    """Weight of each kind of token for a rat that everybody can follow and whose token is not known here.

    It is one of the unseen tokens; one that was drawn from revealed tokens is one of those, and never the
    same as another one drawn like it (rules, P20).
    """
    _, ring, _, _, pool = state["tracked"][index]
    if not pool:
        return list(state["unseen"])
    own = _of_ring(game, state, pool, ring)
    others = [rat for rat in state["tracked"] if rat[4] not in (0, pool) and rat[1] == ring]
    if not others:
        return own
    ((_, _, known, _, other),) = others
    twin = _of_ring(game, state, other, ring)
    if known >= 0:
        if pool < other and 0 < own[known] < twin[known]:
            # Only some of the tokens of this kind are in the first pool: pairs of two different tokens.
            return [count * (twin[known] - (kind == known)) for kind, count in enumerate(own)]
        own[known] = max(own[known] - 1, 0)
        return own
    if pool < other:
        return own
    size = sum(twin)
    return [old * (size - 1) + (count - old) * size for count, old in zip(own, twin, strict=True)]


def _of_ring(game: RattusGame, state: Mapping[str, Any], pool: int, ring: int) -> list[int]:
    """What a rat drawn from revealed tokens may be, tokens of its ring by kind."""
    counts = zip(state["recycled_pools"][pool - 1], game.kinds, strict=True)
    return [count if text[0] == RING_LETTERS[ring] else 0 for count, text in counts]


# --- region cards --------------------------------------------------------------------------------------


def _missing_cards(state: Mapping[str, Any], player: int) -> str:
    """Where a card is that the player knows and the position does not: `hand`, `drawn` or nowhere."""
    if state["hands_unknown"] and state["hands_unknown"][player]:
        return "hand"
    return "drawn" if state["drawn_unknown"] and state["active"] == player else ""


def _cards(state: Mapping[str, Any], where: str, player: int) -> list[tuple[dict[str, Any], int]]:
    found = []
    for kind, count in enumerate(state["pile"]):
        if not count:
            continue
        pile = list(state["pile"])
        pile[kind] -= 1
        if where == "drawn":
            drawn = sorted([*state["drawn"], kind])
            told = {"drawn": drawn, "drawn_unknown": state["drawn_unknown"] - 1}
        else:
            hands, unknown = [list(hand) for hand in state["hands"]], list(state["hands_unknown"])
            hands[player] = sorted([*hands[player], kind])
            unknown[player] -= 1
            told = {"hands": hands, "hands_unknown": unknown}
        found.append(({**state, **told, "pile": pile}, count))
    return found
