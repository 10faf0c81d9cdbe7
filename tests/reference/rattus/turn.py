"""A turn up to the move of the plague piece: phases A and B, goods and abilities, in any order."""

from __future__ import annotations

from itertools import chain, combinations

from . import goods
from .cards import ABILITIES, baker, held_cards, plague_steps, token_options, usable_cards, use_card
from .setup import Setup
from .state import State


def options(setup: Setup, state: State) -> list[str]:
    found = take_options(setup, state) + place_options(setup, state) + plague_options(setup, state)
    found += goods_options(setup, state) + token_options(setup, state)
    for _, card in usable_cards(setup, state):
        found += card.in_turn(setup, state)
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "take":
        take(setup, state, words)
    elif words[0] == "place":
        place(setup, state, words)
    elif words[0] == "plague":
        state.plague = setup.region_number[words[1]]
        state.stage = "piece_has_moved"
    elif words[0] == "goods":
        goods.take(state, goods.kind_of(words[1]))
        state.goods_taken = True
    elif words[0] == "token":
        goods.put_token(setup, state, words)
    else:
        use_card(setup, state, words)


# Phase A


def take_options(setup: Setup, state: State) -> list[str]:
    """At most one card a turn, from the table or from an opponent (P6)."""
    if state.taken:
        return []
    return [
        f"take {name}" for card, name in enumerate(setup.card_names) if not state.holds(state.active, card)
    ]


def take(setup: Setup, state: State, words: list[str]) -> None:
    """A goods token on the card returns to the supply, cubes on the Baker are put on the board at once."""
    card = setup.card_number[words[1]]
    goods.return_token(state, card)
    state.owners[card] = state.active
    state.taken = True
    if words[1] == baker.CARD.name and sum(state.baker) > 0:
        state.stage = "baker_unload"


# Goods


def goods_options(setup: Setup, state: State) -> list[str]:
    """One available token a turn."""
    return goods.take_options(state) if setup.mercatus and not state.goods_taken else []


# Phase B


def extra_cubes(setup: Setup, state: State, region: int) -> list[int]:
    """What the cards of the active player can add in a region: sums of some of their extra cubes."""
    extras = [card.extra_cubes(setup, state, region) for _, card in held_cards(setup, state, state.active)]
    chosen = chain.from_iterable(combinations(extras, number) for number in range(len(extras) + 1))
    return sorted({sum(some) for some in chosen} - {0})


def place_options(setup: Setup, state: State) -> list[str]:
    """As many cubes as rats, as far as the supply goes; with Peasant, Queen, Mayor more, if he likes."""
    if state.placed:
        return []
    supply = state.supply[state.active]
    found = []
    for region, (name, rats) in enumerate(zip(setup.regions, state.rats(), strict=True)):
        if min(rats, supply) > 0:
            found.append(f"place {name}")
        found += [
            f"place {name} +{more}" for more in extra_cubes(setup, state, region) if rats + more <= supply
        ]
    return found


def place(setup: Setup, state: State, words: list[str]) -> None:
    region = setup.region_number[words[1]]
    more = int(words[2]) if len(words) > 2 else 0
    state.add_cubes(state.active, region, min(state.rats_in(region) + more, state.supply[state.active]))
    state.placed = True


def must_place(setup: Setup, state: State) -> bool:
    """Whether phase B is still owed: some region with rats allows a cube (A2, P2)."""
    return (
        not setup.placement_optional
        and not state.placed
        and state.supply[state.active] > 0
        and any(rats > 0 for rats in state.rats())
    )


# Phase C begins


def plague_options(setup: Setup, state: State) -> list[str]:
    """The move of the plague piece; it may not stay (A8, P4). Walls do not stop it."""
    if must_place(setup, state):
        return []
    steps = plague_steps(setup, [card for _, card in held_cards(setup, state, state.active)])
    return [f"plague {setup.regions[region]}" for region in setup.reach[steps][state.plague]]


def piece_has_moved(setup: Setup, state: State) -> None:
    """A Raider may take goods of the region now, before the spread (P13)."""
    raider = any(card is ABILITIES["raider"] for _, card in held_cards(setup, state, state.active))
    if raider and goods.can_take(state, state.region_goods[state.plague]):
        state.stage = "raider_goods"
    else:
        state.stage = "spread_begins"
