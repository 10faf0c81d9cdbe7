"""The region cards of Africanus: pile, draws, hands (rules section 9).

`State.pile` counts the cards that may be anywhere unknown: in the pile, and in the parts of hands that are
not known to whom the state describes.
"""

from __future__ import annotations

from .goods import has_majority
from .setup import Setup
from .state import State

MOST_DRAWS = 3


def cards_in_pile(state: State) -> int:
    """How many cards really lie in the pile."""
    return sum(state.pile) - sum(state.hands_unknown) - state.drawn_unknown


def cards_to_draw(state: State) -> int:
    return cards_in_pile(state) + sum(state.discards)


def shows(setup: Setup, kind: int, letter: str) -> bool:
    """Whether a region card protects cards of this class."""
    _, symbols = setup.region_card_kinds[kind]
    return symbols == "?" or letter in symbols


def hand_size(state: State, player: int) -> int:
    return len(state.hands[player]) + state.hands_unknown[player]


# Draws of Astronomer and Explorer: three chance events, then `after` is the stage


def begin_draws(state: State, card: int) -> None:
    state.draws_left = MOST_DRAWS
    state.step_card = card
    reshuffle_if_empty(state)
    state.stage = "draw"


def reshuffle_if_empty(state: State) -> None:
    if cards_in_pile(state) == 0:
        state.pile = [one + other for one, other in zip(state.pile, state.discards, strict=True)]
        state.discards = [0] * len(state.discards)


def draw_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [
        (f"draw {text}", number)
        for text, number in zip(setup.region_card_texts, state.pile, strict=True)
        if number > 0
    ]


def draw(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.region_card_number[words[1]]
    state.pile[kind] -= 1
    state.drawn = sorted([*state.drawn, kind])
    state.draws_left -= 1
    if state.draws_left > 0 and cards_to_draw(state) > 0:
        reshuffle_if_empty(state)
        state.stage = "draw"
    else:
        state.draws_left = 0
        state.stage = f"{setup.card_names[state.step_card]}_choose"


def choose_options(setup: Setup, state: State) -> list[str]:
    """One of the drawn cards; where they are not known any that may have been drawn."""
    kinds = set(state.drawn)
    if state.drawn_unknown > 0:
        kinds |= {kind for kind, number in enumerate(state.pile) if number > 0}
    return [f"choose {setup.region_card_texts[kind]}" for kind in sorted(kinds)]


def take_drawn(state: State, kind: int) -> None:
    """The chosen card leaves the drawn ones."""
    if kind in state.drawn:
        state.drawn.remove(kind)
    else:
        state.drawn_unknown -= 1
        state.pile[kind] -= 1


def discard_drawn(state: State) -> None:
    """The other drawn cards; those that are not known count as lying in the pile again."""
    for kind in state.drawn:
        state.discards[kind] += 1
    state.drawn = []
    state.drawn_unknown = 0


# At the end


def begin_hands(setup: Setup, state: State) -> None:
    """Hands that are not known are shown now."""
    state.stage = "hands" if sum(state.hands_unknown) > 0 else "terminal"


def hand_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [
        (f"hand {text}", number)
        for text, number in zip(setup.region_card_texts, state.pile, strict=True)
        if number > 0
    ]


def show_card(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.region_card_number[words[1]]
    player = next(player for player, number in enumerate(state.hands_unknown) if number > 0)
    state.pile[kind] -= 1
    state.hands_unknown[player] -= 1
    state.hands[player] = sorted([*state.hands[player], kind])
    begin_hands(setup, state)


def points_of_hand(setup: Setup, state: State, player: int) -> int:
    """One point for each region on a card in hand where the player has the majority; once a region."""
    regions = {setup.region_card_kinds[kind][0] for kind in state.hands[player]}
    return sum(has_majority(state, player, region) for region in regions)
