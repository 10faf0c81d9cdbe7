"""The looks of the Witch at rats that are still face down, found again in a history of Rattus."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.observations import PrivateOutcome
from rattus_ai.rattus.game import RattusGame

_CANNOT_REVEAL = frozenset({"take", "place", "king", "merchant", "monk", "look", "stop", "swap", "keep"})

_NO_LOOK = -1


def looks(game: RattusGame, position: CorePosition) -> list[PrivateOutcome]:
    """The looks at rats that are still face down.

    Each tracked rat with a token got it from one `see`; after `position.resample` the token is another one.
    """
    tracked = core.export_state(position)["tracked"]
    if not any(rat[2] >= 0 for rat in tracked):
        return []
    outcomes = see_outcomes(game)
    places = _open_looks(game, position.history())
    places += [_NO_LOOK] * (len(tracked) - len(places))
    return [
        PrivateOutcome(place, outcomes[kind], frozenset(seen))
        for place, (_, _, kind, seen, _) in zip(places, tracked, strict=True)
        if place != _NO_LOOK and kind >= 0
    ]


@functools.lru_cache(maxsize=32)
def see_outcomes(game: RattusGame) -> Mapping[int, int]:
    """Kind of token -> id of the outcome in which somebody looks at it."""
    described = map(game.rules.describe_outcome, range(game.rules.max_chance_outcomes))
    return {arguments[0][1]: outcome for outcome, (verb, arguments) in enumerate(described) if verb == "see"}


@functools.lru_cache(maxsize=32)
def _quiet_actions(game: RattusGame) -> frozenset[int]:
    """The actions after which no rat can be revealed before the next node."""
    described = map(game.rules.describe_action, range(game.rules.num_distinct_actions))
    return frozenset(action for action, (verb, _) in enumerate(described) if verb in _CANNOT_REVEAL)


def _open_looks(game: RattusGame, history: Sequence[int]) -> list[int]:
    """Where in a history the tokens of the rats that are tracked at its end were drawn.

    One place for each of them in their order, -1 for a rat that nobody has looked at (one of the Swindler or
    the Soldier); those at the end of the list that have none can be left out.
    """
    sees = frozenset(see_outcomes(game).values())
    quiet = _quiet_actions(game)
    position = CorePosition(game.rules)
    places: list[int] = []
    state: Mapping[str, Any] | None = None
    for place, identifier in enumerate(history):
        chance = position.current_player() == CHANCE
        if chance and identifier in sees:
            drawing = core.export_state(position)["drawing"]
            places += [_NO_LOOK] * (drawing + 1 - len(places))
            places[drawing] = place
        elif places and (chance or identifier not in quiet):
            before = core.export_state(position) if state is None else state
            position.apply(identifier)
            state = core.export_state(position)
            places = _kept(game, before, state, identifier, chance, places)
            continue
        position.apply(identifier)
        state = None
    return places


def _kept(
    game: RattusGame,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    identifier: int,
    chance: bool,
    places: list[int],
) -> list[int]:
    """The places of the rats that are still there, of `places` for the tracked rats of `before`."""
    rats = before["tracked"]
    if len(after["tracked"]) >= len(rats):
        return places
    chosen = -1
    if before["stage"] == "next":
        describe = game.rules.describe_outcome if chance else game.rules.describe_action
        chosen = _tracked_at(before, describe(identifier)[1][0][1])
    # The rat chosen by `next` is gone. Of the others those of a region go together or not at all: without a
    # choice only the last rat of a region is revealed. So the rats that are left are told by what they are.
    left = list(after["tracked"])
    kept = []
    known = [*places, *[_NO_LOOK] * (len(rats) - len(places))]
    for entry, rat in enumerate(rats):
        if entry != chosen and left and rat == left[0]:
            left.pop(0)
            kept.append(known[entry])
    return kept


def _tracked_at(state: Mapping[str, Any], slot: int) -> int:
    """The tracked rat at a slot of the region of the reveals; -1 for one that nobody has looked at."""
    region = state["revealing"]
    slot -= sum(1 for count in state["unlooked"][region] if count)
    if slot < 0:
        return -1
    return [entry for entry, rat in enumerate(state["tracked"]) if rat[0] == region][slot]
