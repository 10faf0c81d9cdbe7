"""A position from a short description, for tests: only what matters there has to be said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .position import Position
from .setup import CUBES_PER_PLAYER, RING_LETTERS, Setup
from .state import NOBODY, UNKNOWN, Rat, State


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
    **fields: Any,
) -> Position:
    """A position with these things on the table and nothing else; the other cubes are in the supplies.

    `rats`: the rats of a region that nobody has looked at, by ring (`"nns"`). `looked`: rats that somebody
    has looked at, in the order of the first look: region, token (`"s2:MBC"`; `"s?"` if it is not known what
    it is), the players who have looked. `unseen`: the tokens that a reveal can draw (`"s2:MBC"`); without it
    every token that is not in `looked`. Further `fields` are those of `State`.
    """
    board = [list((cubes or {}).get(name, [0] * setup.players)) for name in setup.regions]
    in_palace = list(palace or [0] * setup.players)
    tracked = [
        Rat(
            setup.region_number[region],
            RING_LETTERS.index(token[0]),
            UNKNOWN if token[1:] == "?" else setup.kind_number[token],
            set(players),
        )
        for region, token, players in looked
    ]
    if unseen is None:
        pool = list(setup.copies)
        for rat in tracked:
            if rat.kind != UNKNOWN:
                pool[rat.kind] -= 1
    else:
        pool = [list(unseen).count(kind.text) for kind in setup.kinds]
    state = State(
        stage=stage,
        active=active,
        last=fields.pop("last", NOBODY),
        turn=fields.pop("turn", 0),
        setup_step=fields.pop("setup_step", 2 * setup.players * (2 if setup.split_setup_pairs else 1)),
        taken=fields.pop("taken", False),
        placed=fields.pop("placed", False),
        used=fields.pop("used", []),
        plague=setup.region_number[plague],
        cubes=board,
        palace=in_palace,
        supply=[
            CUBES_PER_PLAYER - in_palace[player] - sum(row[player] for row in board)
            for player in range(setup.players)
        ],
        unlooked=[
            [(rats or {}).get(name, "").count(ring) for ring in RING_LETTERS] for name in setup.regions
        ],
        tracked=tracked,
        rat_supply=list(rat_supply),
        owners=[(owners or {}).get(name, NOBODY) for name in setup.card_names],
        unseen=pool,
        **fields,
    )
    return Position.from_export(setup, state.export())
