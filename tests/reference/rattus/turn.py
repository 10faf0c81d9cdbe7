"""A turn up to the move of the plague piece: phases A and B and the abilities, in any order."""

from __future__ import annotations

from .cards import held_cards, usable_cards, use_card
from .setup import Setup
from .state import State


def options(setup: Setup, state: State) -> list[str]:
    found = take_options(setup, state) + place_options(setup, state) + plague_options(setup, state)
    for _, card in usable_cards(setup, state):
        found += card.in_turn(setup, state)
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "take":
        state.owners[setup.card_number[words[1]]] = state.active
        state.taken = True
    elif words[0] == "place":
        place(setup, state, words)
    elif words[0] == "plague":
        state.plague = setup.region_number[words[1]]
        state.stage = "spread_begins"
    else:
        use_card(setup, state, words)


def take_options(setup: Setup, state: State) -> list[str]:
    """Phase A: at most one card a turn, from the table or from an opponent (P6)."""
    if state.taken:
        return []
    return [
        f"take {name}" for card, name in enumerate(setup.card_names) if not state.holds(state.active, card)
    ]


def extra_cubes(setup: Setup, state: State) -> int:
    """Cubes that the active player's cards add to phase B."""
    return sum(card.extra_cubes for _, card in held_cards(setup, state, state.active))


def place_options(setup: Setup, state: State) -> list[str]:
    """Phase B: as many cubes as rats, as far as the supply goes; with the Peasant one more, if he likes."""
    if state.placed:
        return []
    supply = state.supply[state.active]
    extra = extra_cubes(setup, state)
    found = []
    for name, rats in zip(setup.regions, state.rats(), strict=True):
        usual = min(rats, supply)
        if usual > 0:
            found.append(f"place {name}")
        found += [f"place {name} +{more}" for more in range(1, extra + 1) if rats + more <= supply]
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


def plague_options(setup: Setup, state: State) -> list[str]:
    """Phase C begins with the move of the plague piece; it may not stay (A8, P4)."""
    if must_place(setup, state):
        return []
    steps = max([1] + [card.steps for _, card in held_cards(setup, state, state.active)])
    return [f"plague {setup.regions[region]}" for region in setup.reach[steps][state.plague]]
