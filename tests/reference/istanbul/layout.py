"""A position from a short description, for tests: only what matters there has to be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .components import ASSISTANTS, BLUE, CARD
from .position import Position
from .setup import Setup
from .state import State, initial_state


def lay_out(
    setup: Setup,
    *,
    hands: Mapping[int, str] | None = None,
    known: Mapping[int, str] | None = None,
    guild: Mapping[int, Sequence[int]] | None = None,
    discards: str = "",
    guild_discards: Sequence[int] = (),
    deck: str | None = None,
    guild_deck: Sequence[int] | None = None,
    barrier: tuple[int, int] | None = None,
    large: Sequence[int] = (0,),
    small: Sequence[int] = (0,),
    **fields: Any,
) -> Position:
    """The beginning of a turn: player 0 of the second round, merchants and assistants at the Fountain.

    `hands` and `known`: names of bonus cards of a player, those that only he or everybody knows of. `guild`:
    his guild cards. `discards`: names of bonus cards, the top last. `deck`, `guild_deck`: what can be drawn;
    without them everything that is nowhere else. `barrier`: the two places that it parts. `large`, `small`:
    demand tiles that have been seen, top first. Governor, smuggler and trader are at place 2, 3 and 4 if
    nothing else is said. A further field of `State` is a value, or by player for the lists of players
    (`lira={1: 20}`).

    Nothing is created or lost: tiles of players have left their stacks, assistants on the board are not under
    the merchant, rubies that are with players are missing at the places (at those that the call does not
    name, in the order of `SOURCES`), and what is missing at the places is with the last player.
    """
    state = initial_state(setup)
    state.figure = 0
    state.round = 1
    state.stage = "move"
    state.governor, state.smuggler = 2, 3
    state.trader = 4 if setup.expansion else 0
    state.demand_large = demand(large, len(setup.large))
    state.demand_small = demand(small, len(setup.small))
    for pile, texts in ((state.secret, hands), (state.known, known)):
        for player, names in (texts or {}).items():
            for name in names.split():
                pile[player][CARD[name]] += 1
                state.deck[CARD[name]] -= 1
    state.discards = [CARD[name] for name in discards.split()]
    for kind in state.discards:
        state.deck[kind] -= 1
    for player, numbers in (guild or {}).items():
        state.guild_hand[player] = sorted(numbers)
    state.guild_discards = list(guild_discards)
    gone = {*state.guild_discards, *(number for hand in state.guild_hand for number in hand)}
    state.guild_deck = [number for number in state.guild_deck if number not in gone]
    if deck is not None:
        state.deck = [deck.split().count(name) for name in CARD]
    if guild_deck is not None:
        state.guild_deck = list(guild_deck)
    if barrier is not None:
        one, other = sorted(setup.index[place] for place in barrier)
        state.barrier = setup.edges.index((one, other))
    for name, value in fields.items():
        put(state, name, value)
    match_tiles(state, fields)
    match_assistants(state, fields)
    match_rubies(setup, state, fields)
    return Position.from_export(setup, state.export())


def demand(order: Sequence[int], tiles: int) -> dict[str, list[int]]:
    return {"order": list(order), "unseen": [tile for tile in range(tiles) if tile not in order]}


def put(state: State, name: str, value: Any) -> None:
    if not hasattr(state, name):
        raise ValueError(f"{name!r} is no field of a state")
    if isinstance(value, Mapping):
        by_player = getattr(state, name)
        for player, own in value.items():
            by_player[player] = own
    else:
        setattr(state, name, value)


SOURCES = ("mosque_rubies", "wainwright_rubies", "dealer_rubies", "palace_rubies", "house_rubies")


def match_tiles(state: State, fields: Mapping[str, Any]) -> None:
    if "mosque" not in fields:
        state.mosque = [sum(tiles >> colour & 1 for tiles in state.tiles) for colour in range(4)]
    if "tavern_sold" not in fields:
        state.tavern_sold = [sum(tiles >> ware & 1 for tiles in state.tavern) for ware in range(2)]


def match_assistants(state: State, fields: Mapping[str, Any]) -> None:
    for player, places in enumerate(state.assistants):
        if "spare" not in fields and state.tiles[player] & 1 << BLUE:
            state.spare[player] = 0
        if "stack" not in fields:
            state.stack[player] = ASSISTANTS + 1 - state.spare[player] - len(places)


def rubies_at(state: State, source: str) -> int:
    value = getattr(state, source)
    return sum(value) if isinstance(value, list) else int(value)


def match_rubies(setup: Setup, state: State, fields: Mapping[str, Any]) -> None:
    fresh = initial_state(setup)
    everything = sum(rubies_at(fresh, source) for source in SOURCES)
    too_many = sum(state.rubies) + sum(rubies_at(state, source) for source in SOURCES) - everything
    for source in SOURCES:
        if source in fields:
            continue
        taken = max(min(too_many, rubies_at(state, source)), 0)
        too_many -= taken
        if source == "mosque_rubies":
            small = min(taken, state.mosque_rubies[0])
            state.mosque_rubies = [state.mosque_rubies[0] - small, state.mosque_rubies[1] - (taken - small)]
        else:
            setattr(state, source, getattr(state, source) - taken)
    state.rubies[-1] += max(-too_many, 0)
