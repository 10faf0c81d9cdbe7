"""19: the barrier, a tavern tile, or baksheesh; guild card 19 brings two of them in one turn (Q18)."""

from __future__ import annotations

from .. import board, goods
from ..components import BAKSHEESH_COFFEE, BARRIER_COFFEE, GOODS, TAVERN, TAVERN_COSTS
from ..setup import Setup
from ..state import State

# The options by number, and those that count as different ones (two tavern tiles do not).
BARRIER, MOVEMENT_TILE, ENCOUNTER_TILE, BAKSHEESH = range(4)
TILE_OPTIONS = (MOVEMENT_TILE, ENCOUNTER_TILE)
TRACKS = ("palace_rubies", "dealer_rubies", "house_rubies")


# What can be had, apart from its price in coffee


def tile_left(state: State, ware: int) -> bool:
    """At most one of each kind for a player."""
    return state.tavern_sold[ware] < len(TAVERN_COSTS) and not state.tavern[state.player] & 1 << ware


def tracks_left(state: State) -> list[int]:
    return [track for track, name in enumerate(TRACKS) if getattr(state, name) > 0]


def has_baksheesh_goods(setup: Setup, state: State) -> bool:
    shown = setup.baksheesh_goods[state.baksheesh_side]
    return all(goods.owned(state, good) >= shown[good] for good in GOODS)


def option_possible(setup: Setup, state: State, option: int) -> bool:
    if option == BARRIER:
        return any(beside(setup, state, edge) for edge in range(len(setup.edges)))
    if option in TILE_OPTIONS:
        return tile_left(state, option - MOVEMENT_TILE)
    return has_baksheesh_goods(setup, state) and bool(tracks_left(state))


def coffee_of(state: State, option: int) -> int:
    if option == BARRIER:
        return BARRIER_COFFEE
    if option in TILE_OPTIONS:
        sold = state.tavern_sold[option - MOVEMENT_TILE]
        return TAVERN_COSTS[sold] if sold < len(TAVERN_COSTS) else 0
    return BAKSHEESH_COFFEE


# The barrier


def beside(setup: Setup, state: State, edge: int) -> list[int]:
    """The places of an edge whose action may be done; if it must be done, only where it can be."""
    from . import can_act

    return [
        place
        for place in board.edge_places(setup, edge)
        if place != TAVERN and (not state.compulsory or can_act(setup, state, place))
    ]


def barrier_edges(setup: Setup, state: State) -> list[int]:
    return [edge for edge in range(len(setup.edges)) if beside(setup, state, edge)]


def barrier_texts(setup: Setup, state: State) -> list[str]:
    found = []
    for edge in barrier_edges(setup, state):
        one, other = board.edge_places(setup, edge)
        found.append(f"barrier {one} {other}")
    return found


def put_barrier(setup: Setup, state: State, words: list[str]) -> None:
    one, other = setup.index[int(words[1])], setup.index[int(words[2])]
    state.barrier = setup.edges.index((one, other))
    state.barrier_owner = state.player
    state.stage = "beside"


def use_options(setup: Setup, state: State) -> list[str]:
    return [f"use {place}" for place in beside(setup, state, state.barrier)]


def use(setup: Setup, state: State, words: list[str]) -> None:
    state.acting, state.remote = int(words[1]), 1
    state.stage = "action"


# Tiles and baksheesh


def take_tile(state: State, ware: int) -> None:
    state.tavern[state.player] |= 1 << ware
    state.tavern_sold[ware] += 1


def pay_baksheesh_goods(setup: Setup, state: State) -> None:
    for good in GOODS:
        goods.pay(state, good, setup.baksheesh_goods[state.baksheesh_side][good])


def baksheesh_options(setup: Setup, state: State) -> list[str]:
    return [f"baksheesh {track}" for track in tracks_left(state)]


def baksheesh(setup: Setup, state: State, words: list[str]) -> None:
    """What has been paid for: the ruby, and the tile turns over."""
    name = TRACKS[int(words[1])]
    setattr(state, name, getattr(state, name) - 1)
    state.rubies[state.player] += 1
    state.baksheesh_side = 1 - state.baksheesh_side
    state.stage = "action_over"


# One option, in a turn of the merchant or from afar


def options(setup: Setup, state: State) -> list[str]:
    coffee = goods.coffee(state)
    found = []
    if coffee >= BARRIER_COFFEE:
        paid = state.clone()
        goods.brew(paid, -BARRIER_COFFEE)
        found += barrier_texts(setup, paid)
    for option in TILE_OPTIONS:
        if option_possible(setup, state, option) and coffee >= coffee_of(state, option):
            found.append(f"tavern_tile {option - MOVEMENT_TILE}")
    if coffee >= BAKSHEESH_COFFEE and has_baksheesh_goods(setup, state):
        found += baksheesh_options(setup, state)
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "barrier":
        goods.brew(state, -BARRIER_COFFEE)
        put_barrier(setup, state, words)
    elif words[0] == "tavern_tile":
        ware = int(words[1])
        goods.brew(state, -coffee_of(state, MOVEMENT_TILE + ware))
        take_tile(state, ware)
        state.stage = "action_over"
    else:
        goods.brew(state, -BAKSHEESH_COFFEE)
        pay_baksheesh_goods(setup, state)
        baksheesh(setup, state, words)


# Two options, by guild card 19


def pairs(setup: Setup, state: State) -> list[tuple[int, int]]:
    """Two different options that can be paid together."""
    found = []
    for first in range(BAKSHEESH + 1):
        for second in range(BAKSHEESH + 1):
            different = first != second and not (first in TILE_OPTIONS and second in TILE_OPTIONS)
            if (
                different
                and pair_coffee(setup, state, first, second) <= goods.coffee(state)
                and option_possible(setup, state, first)
                and option_possible(setup, state, second)
            ):
                found.append((first, second))
    return found


def pair_coffee(setup: Setup, state: State, first: int, second: int) -> int:
    cheaper = setup.guild[TAVERN - 1][2]
    return max(coffee_of(state, first) + coffee_of(state, second) - cheaper, 0)


def name_options(setup: Setup, state: State) -> list[str]:
    possible = pairs(setup, state)
    if not state.options:
        return [f"name_option {option}" for option in sorted({first for first, _ in possible})]
    return [f"name_option {second}" for first, second in possible if first == state.options[0]]


def name(setup: Setup, state: State, words: list[str]) -> None:
    """With the second name both are paid, then they happen in this order."""
    state.options.append(int(words[1]))
    if len(state.options) < 2:
        return
    goods.brew(state, -pair_coffee(setup, state, *state.options))
    if BAKSHEESH in state.options:
        pay_baksheesh_goods(setup, state)
    begin_option(setup, state)


def begin_option(setup: Setup, state: State) -> None:
    """The option whose turn it is; it lapses if the one before has made it impossible."""
    option = state.options.pop(0)
    state.acting, state.remote = TAVERN, 0
    if option == BARRIER:
        state.stage = "barrier"
    elif option == BAKSHEESH and tracks_left(state):
        state.stage = "baksheesh"
    else:
        if option in TILE_OPTIONS and tile_left(state, option - MOVEMENT_TILE):
            take_tile(state, option - MOVEMENT_TILE)
        state.stage = "action_over"
