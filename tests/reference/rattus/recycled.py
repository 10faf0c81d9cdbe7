"""Rats that the final round takes from the revealed tokens when the supply is empty (P20).

Such a rat lies face down as a rat of its own (`Rat.pool` 1 or 2) that nobody knows. It is one of the tokens
of its ring that were revealed when it came, all equally likely: `State.recycled_pools` counts them by kind.
Two such rats are never the same token. A token that is revealed a second time belongs to no count any more.
"""

from __future__ import annotations

from .setup import NORMAL, RING_LETTERS, STARTING, Setup
from .state import NONE, UNKNOWN, Rat, State

RINGS = (STARTING, NORMAL)


def revealed(setup: Setup, state: State) -> list[int]:
    """By kind: the tokens that were turned up in a ravage and left the game."""
    counts = [copies - unseen for copies, unseen in zip(setup.copies, state.unseen, strict=True)]
    for rat in state.tracked:
        if rat.pool == 0 and rat.kind != UNKNOWN:
            counts[rat.kind] -= 1
    return counts


def revealed_of_ring(setup: Setup, state: State, ring: int) -> list[int]:
    return [
        number if kind.ring == ring else 0
        for kind, number in zip(setup.kinds, revealed(setup, state), strict=True)
    ]


def left_of_rings(setup: Setup, state: State) -> list[int]:
    """How many revealed tokens of each ring do not lie on the board again."""
    return [
        sum(revealed_of_ring(setup, state, ring))
        - sum(rat.pool > 0 and rat.ring == ring for rat in state.tracked)
        for ring in RINGS
    ]


def rat_for_card_exists(setup: Setup, state: State) -> bool:
    """Whether a card can put a rat: from the supply, in the final round else from the revealed tokens."""
    if sum(state.rat_supply) > 0:
        return True
    return state.ending and sum(left_of_rings(setup, state)) > 0


def bring_rat(setup: Setup, state: State, region: int, card: int) -> None:
    """A card puts one rat on a region; what follows is stage `rat_of_card_lies`."""
    state.spread_region = region
    state.step_card = card
    from_supply = sum(state.rat_supply) > 0
    numbers = state.rat_supply if from_supply else left_of_rings(setup, state)
    rings = [ring for ring in RINGS if numbers[ring] > 0]
    if len(rings) > 1:
        state.stage = "ring" if from_supply else "recycled"
    elif from_supply:
        put_from_supply(state, rings[0])
    else:
        put_recycled(setup, state, rings[0])


def put_from_supply(state: State, ring: int) -> None:
    state.rat_supply[ring] -= 1
    state.unlooked[state.spread_region][ring] += 1
    state.stage = "rat_of_card_lies"


def recycled_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [
        (f"recycled {letter}", number)
        for letter, number in zip(RING_LETTERS, left_of_rings(setup, state), strict=True)
        if number > 0
    ]


def draw_recycled(setup: Setup, state: State, words: list[str]) -> None:
    put_recycled(setup, state, RING_LETTERS.index(words[1]))


def put_recycled(setup: Setup, state: State, ring: int) -> None:
    state.recycled_pools.append(revealed_of_ring(setup, state, ring))
    state.tracked.append(Rat(state.spread_region, ring, UNKNOWN, set(), len(state.recycled_pools)))
    state.stage = "rat_of_card_lies"


# Identities


def possible_kinds(setup: Setup, state: State, number: int, ring: int) -> list[int]:
    """Weights, by kind, of what a face-down rat is: number in `tracked` or `NONE`, and its ring."""
    if number == NONE or state.tracked[number].pool == 0:
        return [
            count if kind.ring == ring else 0 for kind, count in zip(setup.kinds, state.unseen, strict=True)
        ]
    rat = state.tracked[number]
    own = state.recycled_pools[rat.pool - 1]
    other = next(
        (twin for twin in state.tracked if twin.pool not in (0, rat.pool) and twin.ring == ring), None
    )
    if other is None:
        return list(own)
    first, second = state.recycled_pools
    if rat.pool == 1:
        return list(first) if other.kind == UNKNOWN else without_token(first, second, other.kind)
    if other.kind == UNKNOWN:
        # By pairs of two different tokens, one of the first pool and this one.
        return [sum(first) * count - taken for count, taken in zip(second, first, strict=True)]
    return [count - (kind == other.kind) for kind, count in enumerate(second)]


def without_token(first: list[int], second: list[int], kind: int) -> list[int]:
    """Weights of the first rat when the second one is a token of this kind."""
    if first[kind] in (0, second[kind]):
        return [count - (number == kind and count > 0) for number, count in enumerate(first)]
    # Only some of the tokens of this kind are in the first pool.
    return [count * (second[kind] - (number == kind)) for number, count in enumerate(first)]


def leave_the_game(setup: Setup, state: State, number: int, kind: int) -> None:
    """A rat in `tracked` is revealed: everybody knows now that another recycled rat is not this token."""
    rat = state.tracked.pop(number)
    if rat.pool == 0:
        return
    for twin in state.tracked:
        if twin.pool > 0 and twin.ring == rat.ring:
            first, second = state.recycled_pools
            if rat.pool == 1:
                second[kind] -= 1
            else:
                state.recycled_pools[0] = without_token(first, second, kind)
