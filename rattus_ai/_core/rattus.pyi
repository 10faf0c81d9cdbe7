"""Types of the compiled module: Rattus in the core.

A state as plain numbers (`export_state`, `import_state`) is a dict with these fields; regions, cards and
kinds of tokens are indices, -1 stands for none or not known:

``stage`` (setup_plague, setup_place, main, look, witch_second, witch_swap, spread, ring, neutral, next,
reveal, final, terminal), ``active``, ``last``, ``turn``, ``setup_step``, ``taken``, ``placed``, ``used``
[card], ``plague``,
``cubes`` [region][player], ``palace`` [player], ``supply`` [player], ``unlooked`` [region][ring: 0 starting,
1 normal],
``tracked`` [(region, ring, kind, [players who looked])] in the order of the first looks, ``rat_supply``
[ring], ``owners`` [card],
``unseen`` [kind], ``spread_left``, ``spread_region``, ``neutral``, ``first_look``, ``second_look``,
``revealing``, ``drawing``,
``drawing_ring``, ``ending``, ``final_left``.

Entries of ``tracked`` have a fifth number, 0 or the number of a recycled rat, whose token is among
``recycled_pools`` [rat][kind]. Fields of boxes that are not in play are empty (see
csrc/rattus/more_fields.hpp): ``coins`` [player], ``goods`` [player][kind of goods], ``goods_supply``,
``available``, ``goods_removed`` [kind of goods], ``region_goods`` [region], ``card_goods`` [card],
``goods_taken``, ``deacon_uses``; ``hands`` [player] of kinds of region cards, ``hands_unknown`` [player],
``pile``, ``discards`` [kind of region card], ``drawn``, ``drawn_unknown``, ``draws_left``; ``diplomats``,
``potions`` [region][player], ``diplomats_left``, ``potions_left``, ``walls`` [(region, region)],
``lifted``, ``baker`` [player], ``nuns``, ``caravan``; ``asked``, ``pending``, ``shown``, ``protected`` and
``event`` [card], ``fixed``, ``step_card``, ``plan``. In ``import_state`` they may be left out where they
are not in play.
"""

from typing import Any

from rattus_ai._core.engine import Position, Rules
from rattus_ai._core.solver import Solver

REVEAL_ORDERS: tuple[str, ...]

def make_rules(
    *,
    players: int,
    regions: list[str],
    edges: list[tuple[int, int]],
    starting: list[str],
    normal: list[str],
    removed: int,
    cards: list[tuple[str, str]],
    split_setup_pairs: bool = False,
    placement_optional: bool = False,
    reveal_order: str = "random",
    turn_limit: int = 2000,
    mercatus: bool = False,
    region_cards: list[tuple[int, str]] = ...,
    diplomats: int = 10,
) -> Rules: ...
def region_card_kinds(rules: Rules) -> list[tuple[int, str]]: ...
def region_card_counts(rules: Rules) -> list[int]: ...
def points(position: Position, *, sold: bool = False) -> list[int]: ...
def token_kinds(rules: Rules) -> list[str]: ...
def token_counts(rules: Rules) -> list[int]: ...
def goods_of_regions(rules: Rules) -> tuple[int, int]: ...
def export_state(position: Position) -> dict[str, Any]: ...
def import_state(rules: Rules, fields: dict[str, Any], cls: type[Position] | None = None) -> Position: ...
def nobody_decides(position: Position) -> bool: ...
def sweep(
    position: Position,
    most_states: int = 1_000_000,
    *,
    joint: bool = False,
    bracket: bool = False,
    player: int = -1,
    seconds: float = 0.0,
    stopper: Solver | None = None,
) -> tuple[bool, int, list[float], list[float], list[tuple[tuple[int, ...], float]]]: ...
def sweep_modulo(
    position: Position,
    prime: int,
    most_states: int = 1_000_000,
    *,
    joint: bool = False,
    player: int = -1,
    seconds: float = 0.0,
    stopper: Solver | None = None,
) -> tuple[bool, list[int], list[tuple[tuple[int, ...], int]]]: ...
def sweep_regions(
    position: Position,
) -> list[tuple[int, list[tuple[tuple[int, ...], int, int]]]]: ...
def evaluation_features(position: Position) -> list[list[float]]: ...
def supply_left(position: Position) -> float: ...
def ravage_distribution(
    position: Position, region: int, neutral: bool = False
) -> list[tuple[tuple[int, ...], tuple[int, int]]]: ...
def ravage_outcomes(
    position: Position, region: int, neutral: bool = False
) -> list[tuple[tuple[int, ...], int, int, int]]: ...
