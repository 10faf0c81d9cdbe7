"""Goods and coins of Mercatus: taking, returning, tokens on cards, sale (rules section 8)."""

from __future__ import annotations

from collections.abc import Iterable

from .setup import Setup
from .state import GOODS_KINDS, NONE, State

GOODS = ("fish", "cloth", "wood", "salt")
PRICE = 3


def kind_of(name: str) -> int:
    return GOODS.index(name)


def can_take(state: State, kind: int) -> bool:
    """Available this turn; in the final round whatever lies in the supply."""
    if kind == NONE:
        return False
    return state.goods_supply[kind] > 0 if state.ending else bool(state.available[kind])


def take_options(state: State) -> list[str]:
    """`goods KIND` for every kind that can be taken."""
    return [f"goods {name}" for kind, name in enumerate(GOODS) if can_take(state, kind)]


def take(state: State, kind: int) -> None:
    """One token of the supply to the active player; never two of a kind in a turn."""
    state.goods_supply[kind] -= 1
    state.available[kind] = 0
    state.goods[state.active][kind] += 1


# Tokens on cards (P15, P16)


def token_options(setup: Setup, state: State, card: int) -> list[str]:
    """Every kind that the active player owns, also the one that lies on the card."""
    return [
        f"token {setup.card_names[card]} {name}"
        for kind, name in enumerate(GOODS)
        if state.goods[state.active][kind] > 0
    ]


def put_token(setup: Setup, state: State, words: list[str]) -> None:
    card, kind = setup.card_number[words[1]], kind_of(words[2])
    return_token(state, card)
    state.goods[state.active][kind] -= 1
    state.card_goods[card] = kind


def return_token(state: State, card: int) -> None:
    """The token of a card goes back to the supply; it is not available before the next turn."""
    if state.card_goods and state.card_goods[card] != NONE:
        state.goods_supply[state.card_goods[card]] += 1
        state.card_goods[card] = NONE


def regions_of_card(setup: Setup, state: State, card: int) -> list[int]:
    """The regions whose kind of goods lies on the card."""
    kind = state.card_goods[card]
    return [region for region, goods in enumerate(state.region_goods) if kind != NONE and goods == kind]


# Sale


def sell_out(setup: Setup, state: State) -> None:
    """After C: the kinds that ran out are found first, then sold together (P21)."""
    sell(setup, state, [kind for kind, tokens in enumerate(state.goods_supply) if tokens == 0])


def sell_everything(setup: Setup, state: State) -> None:
    """After the sweep."""
    sell(setup, state, range(len(state.goods_supply)))


def sell(setup: Setup, state: State, kinds: Iterable[int]) -> None:
    """3 coins for each token that has a region of its kind with the majority; the rest returns unpaid."""
    for kind in kinds:
        for player in range(setup.players):
            tokens = state.goods[player][kind]
            markets = sum(
                goods == kind and has_majority(state, player, region)
                for region, goods in enumerate(state.region_goods)
            )
            state.coins[player] += PRICE * min(tokens, markets)
            state.goods[player][kind] = 0
            state.goods_supply[kind] += tokens


def has_majority(state: State, player: int, region: int) -> bool:
    """Sole or shared, with at least one cube."""
    here = state.cubes[region]
    return here[player] > 0 and here[player] == max(here)


__all__ = [
    "GOODS",
    "GOODS_KINDS",
    "can_take",
    "has_majority",
    "kind_of",
    "put_token",
    "regions_of_card",
    "return_token",
    "sell",
    "sell_everything",
    "sell_out",
    "take",
    "take_options",
    "token_options",
]
