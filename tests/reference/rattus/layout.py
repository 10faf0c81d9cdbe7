"""A position from a short description, for tests: only what matters there has to be said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .beginning import order_of_placement
from .goods import kind_of
from .position import Position
from .setup import CUBES_PER_PLAYER, RING_LETTERS, Setup
from .state import GOODS_IN_SUPPLY, NOBODY, UNKNOWN, Rat, State, initial_state


def lay_out(
    setup: Setup,
    *,
    plague: str,
    cubes: Mapping[str, Sequence[int]] | None = None,
    rats: Mapping[str, str] | None = None,
    looked: Sequence[tuple[str, str, Iterable[int]]] = (),
    owners: Mapping[str, int] | None = None,
    palace: Sequence[int] | None = None,
    rat_supply: tuple[int, int] = (2, 10),
    unseen: Sequence[str] | None = None,
    stage: str = "main",
    active: int = 0,
    coins: Sequence[int] | None = None,
    goods: Sequence[Mapping[str, int]] | None = None,
    region_goods: Mapping[str, str] | None = None,
    card_goods: Mapping[str, str] | None = None,
    goods_supply: Mapping[str, int] | None = None,
    available: Iterable[str] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    caravan: str | None = None,
    walls: Iterable[tuple[str, str]] = (),
    nuns: Sequence[str] = (),
    potions: Mapping[str, Sequence[int]] | None = None,
    diplomats: Mapping[str, Sequence[int]] | None = None,
    baker: Sequence[int] | None = None,
    **fields: Any,
) -> Position:
    """A position with these things on the table and nothing else; the other cubes are in the supplies.

    `rats`: the rats of a region that nobody has looked at, by ring (`"nns"`). `looked`: rats that somebody
    has looked at, in the order of the first look: region, token (`"s2:MBC"`; `"s?"` if it is not known what
    it is), the players who have looked. `unseen`: the tokens that a reveal can draw (`"s2:MBC"`); without it
    every token that is not in `looked`.

    `goods`: tokens of each player by kind; `goods_supply` (4 of each less `goods` and `card_goods`) and
    `available` (what lies in the supply, nothing at the end) follow if they are not given. `hands`: region
    cards (`"gallia:PB"`) of each player; the pile holds the others. `potions`, `diplomats`: by region, for
    each player. Further `fields` are those of `State`.
    """
    state = initial_state(setup)
    state.stage, state.active, state.plague = stage, active, setup.region_number[plague]
    state.cubes = [list((cubes or {}).get(name, [0] * setup.players)) for name in setup.regions]
    state.palace = list(palace or [0] * setup.players)
    if baker:
        state.baker = list(baker)
    state.supply = [
        CUBES_PER_PLAYER
        - state.palace[player]
        - sum(row[player] for row in state.cubes)
        - (baker[player] if baker else 0)
        for player in range(setup.players)
    ]
    state.unlooked = [
        [(rats or {}).get(name, "").count(ring) for ring in RING_LETTERS] for name in setup.regions
    ]
    state.tracked = [
        Rat(
            setup.region_number[region],
            RING_LETTERS.index(token[0]),
            UNKNOWN if token[1:] == "?" else setup.kind_number[token],
            set(players),
        )
        for region, token, players in looked
    ]
    state.rat_supply = list(rat_supply)
    state.owners = [(owners or {}).get(name, NOBODY) for name in setup.card_names]
    if unseen is None:
        for rat in state.tracked:
            if rat.kind != UNKNOWN:
                state.unseen[rat.kind] -= 1
    else:
        state.unseen = [list(unseen).count(kind.text) for kind in setup.kinds]
    state.setup_step = len(order_of_placement(setup))
    if setup.mercatus:
        lay_goods(setup, state, coins, goods, region_goods, card_goods, goods_supply)
    for player, texts in enumerate(hands or ()):
        state.hands[player] = sorted(setup.region_card_number[text] for text in texts)
        for kind in state.hands[player]:
            state.pile[kind] -= 1
    for text in discards:
        state.discards[setup.region_card_number[text]] += 1
        state.pile[setup.region_card_number[text]] -= 1
    if "caravan_leader" in setup.card_names:
        state.caravan = setup.region_number[caravan or plague]
    state.walls = sorted(sorted(setup.region_number[name] for name in pair) for pair in walls)
    for number, name in enumerate(sorted(nuns, key=setup.region_number.__getitem__)):
        state.nuns[number] = setup.region_number[name]
    for region, row in (potions or {}).items():
        state.potions[setup.region_number[region]] = list(row)
        state.potions_left -= sum(row)
    for region, row in (diplomats or {}).items():
        state.diplomats[setup.region_number[region]] = list(row)
        state.diplomats_left -= sum(row)
    for name, value in fields.items():
        if not hasattr(state, name):
            raise ValueError(f"{name!r} is no field of a state")
        setattr(state, name, value)
    if setup.mercatus and "available" not in fields:
        if available is None:
            state.available = [int(tokens > 0 and not state.ending) for tokens in state.goods_supply]
        else:
            state.available = [0] * len(state.goods_supply)
            for name in available:
                state.available[kind_of(name)] = 1
    return Position.from_export(setup, state.export())


def lay_goods(
    setup: Setup,
    state: State,
    coins: Sequence[int] | None,
    goods: Sequence[Mapping[str, int]] | None,
    region_goods: Mapping[str, str] | None,
    card_goods: Mapping[str, str] | None,
    goods_supply: Mapping[str, int] | None,
) -> None:
    if coins is not None:
        state.coins = list(coins)
    for player, row in enumerate(goods or ()):
        for name, number in row.items():
            state.goods[player][kind_of(name)] = number
    for region, name in (region_goods or {}).items():
        state.region_goods[setup.region_number[region]] = kind_of(name)
    for card, name in (card_goods or {}).items():
        state.card_goods[setup.card_number[card]] = kind_of(name)
    if goods_supply is None:
        state.goods_supply = [
            GOODS_IN_SUPPLY - sum(row[kind] for row in state.goods) - state.card_goods.count(kind)
            for kind in range(len(state.goods_supply))
        ]
    else:
        for name, number in goods_supply.items():
            state.goods_supply[kind_of(name)] = number
