"""Short words for tests of the rules of Rattus, beside `table_words`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from reference.rattus import Setup
from reference.rattus.goods import GOODS
from table_words import Table


def cubes(position: Table, region: str) -> list[int]:
    return list(position.export()["cubes"][position.setup.region_number[region]])


def rats(position: Table, region: str) -> int:
    fields = position.export()
    number = position.setup.region_number[region]
    return sum(fields["unlooked"][number]) + sum(rat[0] == number for rat in fields["tracked"])


def goods(position: Table, player: int) -> dict[str, int]:
    """The goods tokens of a player, without kinds that he has none of."""
    row = position.export()["goods"][player]
    return {name: number for name, number in zip(GOODS, row, strict=True) if number > 0}


def goods_supply(position: Table) -> dict[str, int]:
    return dict(zip(GOODS, position.export()["goods_supply"], strict=True))


def available(position: Table) -> set[str]:
    row = position.export()["available"]
    return {name for name, flag in zip(GOODS, row, strict=True) if flag}


# What a position in the final round has; `left` players act after the active one.
def final(active: int = 1, last: int = 0, left: int = 0) -> dict[str, Any]:
    return {"stage": "final", "active": active, "last": last, "ending": True, "final_left": left, "turn": 30}


# A position in which only the plague piece has to be moved, with normal rats alone in the supply.
ABOUT_TO_MOVE: dict[str, Any] = {"placed": True, "taken": True, "rat_supply": (0, 9)}


def with_revealed(
    setup: Setup, *tokens: str, free: tuple[str, ...] = (), hidden: tuple[str, ...] = ()
) -> tuple[Setup, dict[str, Any]]:
    """A box in which just these tokens have been revealed, and the supply is empty.

    Besides them it holds one starting token for each region, which all lie on the board but not in the
    regions `free`, and the normal tokens `hidden`, which the test puts somewhere. The second result are
    fields for `lay`; `rats` may be changed.
    """
    turned_up = [token[1:] for token in tokens if token[0] == "s"]
    on_board = [token for token in setup.starting if token not in turned_up][: len(setup.regions)]
    rats_there = {name: "s" for name in setup.regions if name not in free}
    for name in list(rats_there)[: len(free)]:
        rats_there[name] = "ss"
    box = replace(
        setup,
        starting=(*on_board, *turned_up),
        normal=(*(token[1:] for token in tokens if token[0] == "n"), *hidden),
        removed=0,
    )
    unseen = [f"s{token}" for token in on_board] + [f"n{token}" for token in hidden]
    return box, {"rats": rats_there, "unseen": unseen, "rat_supply": (0, 0)}
