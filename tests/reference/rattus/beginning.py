"""Set-up: plague piece, goods on the regions, region cards, first cubes, caravan (rules 2, 8 and 9)."""

from __future__ import annotations

from .goods import GOODS, kind_of
from .region_cards import cards_in_pile
from .setup import MANY_PLAYERS, Setup
from .state import GOODS_KINDS, NONE, State

CUBES_OF_A_PAIR = 2
GOODS_ON_REGIONS = 3
REMOVED_WITH_THREE = 2
CARDS_OF_A_HAND = 3


def plague_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"plague {name}", 1) for name in setup.regions]


def place_plague(setup: Setup, state: State, words: list[str]) -> None:
    state.plague = setup.region_number[words[1]]
    state.stage = "setup_goods_begins" if setup.mercatus else "setup_cards_begin"


# Goods on the regions (A23, A24)


def begin_goods(setup: Setup, state: State) -> None:
    if setup.players == 3 and sum(state.goods_removed) < REMOVED_WITH_THREE:
        state.stage = "setup_removed"
    else:
        continue_goods(setup, state)


def removed_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """Two tokens of different kinds, all pairs equally likely (P22)."""
    return [(f"removed {GOODS[kind]}", 1) for kind in range(GOODS_KINDS) if not state.goods_removed[kind]]


def remove_goods(setup: Setup, state: State, words: list[str]) -> None:
    state.goods_removed[kind_of(words[1])] += 1
    state.stage = "setup_goods_begins"


def continue_goods(setup: Setup, state: State) -> None:
    regions_done = state.setup_step
    if regions_done < len(setup.regions):
        state.stage = "setup_goods"
    else:
        state.setup_step = 0
        state.stage = "setup_cards_begin"


def goods_left(setup: Setup, state: State) -> list[int]:
    """Tokens that may still come onto a region, by kind."""
    each = 2 if setup.players == 2 else GOODS_ON_REGIONS
    return [each - state.goods_removed[kind] - state.region_goods.count(kind) for kind in range(GOODS_KINDS)]


def goods_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """One random token on each region in order; with more regions than tokens some get none."""
    left = goods_left(setup, state)
    found = [(f"goods {GOODS[kind]}", number) for kind, number in enumerate(left) if number > 0]
    without = len(setup.regions) - state.setup_step - sum(left)
    return found + [("goods none", without)] * (without > 0)


def put_goods(setup: Setup, state: State, words: list[str]) -> None:
    state.region_goods[state.setup_step] = NONE if words[1] == "none" else kind_of(words[1])
    state.setup_step += 1
    continue_goods(setup, state)


# Region cards


def begin_cards(setup: Setup, state: State) -> None:
    """Three to each player, one player after the other."""
    for player in range(setup.players if setup.region_cards else 0):
        held = len(state.hands[player]) + state.hands_unknown[player]
        if held < CARDS_OF_A_HAND and cards_in_pile(state) > 0:
            state.active = player
            state.draws_left = CARDS_OF_A_HAND - held
            state.stage = "deal"
            return
    state.active = 0
    state.draws_left = 0
    state.stage = "setup_place"


def deal_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [
        (f"deal {text}", number)
        for text, number in zip(setup.region_card_texts, state.pile, strict=True)
        if number > 0
    ]


def deal(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.region_card_number[words[1]]
    state.pile[kind] -= 1
    state.hands[state.active] = sorted([*state.hands[state.active], kind])
    state.stage = "setup_cards_begin"


# First cubes


def order_of_placement(setup: Setup) -> list[int]:
    """The player of each placement: clockwise, then back; a split pair is two placements in a row (P5).

    With 5 and 6 players a third time, clockwise (rules section 9).
    """
    clockwise = list(range(setup.players))
    pairs = clockwise + clockwise[::-1]
    if setup.players >= MANY_PLAYERS:
        pairs += clockwise
    if setup.split_setup_pairs:
        return [player for player in pairs for _ in range(CUBES_OF_A_PAIR)]
    return pairs


def place_options(setup: Setup, state: State) -> list[str]:
    return [f"place {name}" for name in setup.regions]


def place(setup: Setup, state: State, words: list[str]) -> None:
    number = 1 if setup.split_setup_pairs else CUBES_OF_A_PAIR
    state.add_cubes(state.active, setup.region_number[words[1]], number)
    state.setup_step += 1
    order = order_of_placement(setup)
    if state.setup_step < len(order):
        state.active = order[state.setup_step]
    elif "caravan_leader" in setup.card_names:
        state.active = setup.players - 1
        state.stage = "setup_caravan"
    else:
        first_turn(state)


# Caravan


def caravan_options(setup: Setup, state: State) -> list[str]:
    return [f"caravan {name}" for name in setup.regions]


def put_caravan(setup: Setup, state: State, words: list[str]) -> None:
    state.caravan = setup.region_number[words[1]]
    first_turn(state)


def first_turn(state: State) -> None:
    state.start_of_turn(0)
    state.stage = "main"
