"""What the next ruby, tile or sale costs or brings, for people to look at.

Prices of rubies come from the core, the others from the data of the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.istanbul import core
from rattus_ai.istanbul.boxdata import load_setup
from rattus_ai.istanbul.words import ANY_LETTER, LETTERS

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame


def exported(position: CorePosition) -> dict[str, Any]:
    """The state of a position as plain values, and under `prices` what the next rubies cost."""
    return {**core.export_state(position), "prices": core.prices(position)}


def palace_goods(state: Mapping[str, Any]) -> str | None:
    """Goods for the next ruby of the Sultan's Palace by their letters, `?` for any; None if none is left."""
    wanted = state["prices"]["palace"]
    letters = zip(LETTERS + ANY_LETTER, wanted or (), strict=bool(wanted))
    return "".join(letter * count for letter, count in letters) or None


def mosque_goods(game: IstanbulGame, state: Mapping[str, Any], colour: int) -> int | None:
    """Goods that the next mosque tile of a colour shows; None where none is left."""
    stack = load_setup().seats[game.num_players].mosque
    taken = state["mosque"][colour]
    return stack[taken] if taken < len(stack) else None


def tavern_coffee(game: IstanbulGame, state: Mapping[str, Any], ware: int) -> int | None:
    """Coffee for the next tavern tile of a kind; None where none is left."""
    costs = game.box.guild.tavern_costs
    sold = state["tavern_sold"][ware]
    return costs[sold] if sold < len(costs) else None


def post_gains(state: Mapping[str, Any]) -> list[str]:
    """What the Post Office gives now: letters of goods, and Lira as numbers."""
    fact = next(fact.text for fact in load_setup().facts if fact.name == "post")
    top, bottom = (half.split() for half in fact.split(" / "))
    down = state["post"]
    # An indicator on the top row leaves the bottom item of its column uncovered, and the other way round.
    return [top[column] if column < down else bottom[column] for column in range(len(top))]


def demanded(game: IstanbulGame, state: Mapping[str, Any], market: str) -> tuple[int, ...] | None:
    """Goods of the top demand tile of a market; None where none lies there yet."""
    seen = state[f"demand_{market}"]["order"]
    tiles = game.demand[market]
    return tiles[seen[0]] if seen and state["stage"] != f"demand_{market}" else None
