"""Types of the compiled module: Istanbul in the core.

Goods are 0..3 (fabric, spice, fruit, jewelry), coffee is 4 where items are named; bonus cards are kinds
0..18 in the order of csrc/istanbul/limits.hpp, guild cards and places their numbers; colours of mosque tiles
are numbered like goods. -1 stands for none.

A state as plain values (`export_state`, `import_state`) is a dict with these fields, a list by player unless
said otherwise:

``stage`` and ``back`` (what follows a running draw, roll for prizes or swap) are names of stages
(csrc/istanbul/fields.hpp), ``back`` empty for none. ``player`` whose turn it is, ``round`` completed rounds,
``acting`` place whose action is done, ``remote`` by family member or barrier, ``guild`` card of this turn,
``compulsory``, ``done_place`` whose action a card may repeat, ``draws_left``, ``figure`` (1 governor,
2 smuggler, 3 coffee trader, 4 neutral merchants) to be paid or moved, ``rolling`` mask of neutral merchants
that go on, ``called``, ``named``, ``dice``, ``swaps`` [given, received], ``roast`` last payment (1 Lira,
2 good, 3 card), ``fountain`` place fetched from last, ``options`` of guild card 19 not yet begun; ``yellow``,
``red``, ``met`` (mask of figures) what was used in this turn.

``lira``, ``coffee``, ``rubies``, ``capacity``, ``goods`` [player][good], ``tiles`` mask of colours,
``tavern`` mask (1 movement, 2 encounter), ``merchant``, ``stack`` assistants under the merchant, ``spare``
the fifth one beside the board, ``assistants`` places, ``family``; ``known``, ``secret`` [player][kind],
``unknown`` number, ``guild_hand``, ``guild_unknown``.

``deck`` [kind] with the unknown cards of hands, ``discards`` from bottom to top, ``guild_deck``,
``guild_discards``, ``mosque`` tiles taken by colour, ``mosque_rubies`` [small, great], ``wainwright_rubies``,
``dealer_rubies``, ``palace_rubies``, ``house_rubies``, ``post`` indicators that are down, ``demand_large``
and ``demand_small`` {"order": tiles seen, the top first, "unseen": the others}, ``barrier`` edge,
``barrier_owner``, ``tavern_sold`` [movement, encounter], ``baksheesh_side``, ``governor``, ``smuggler``,
``trader`` places (0: not placed), ``neutral`` places.
"""

from typing import Any, TypedDict

from rattus_ai._core.engine import Position, Rules

class Reach(TypedDict):
    near: list[int]
    far: list[int]
    straight: list[int]
    corner: list[int]
    distance: dict[int, int]

class Prices(TypedDict):
    palace: list[int] | None
    dealer: int | None
    house: int | None

def random_layout(expansion: bool, seed: int) -> list[int]: ...
def allowed_layout(layout: list[int], expansion: bool) -> bool: ...
def make_rules(
    *,
    players: int,
    expansion: bool,
    layout: list[int],
    ruby_target: int,
    max_rounds: int,
    start_lira: list[int],
    bonus: list[int],
    large: list[list[int]],
    small: list[list[int]],
    pay_large: list[int],
    pay_small: list[int],
    baksheesh: list[list[int]],
    baksheesh_coffee: int,
    prizes: list[tuple[int, int]],
    tavern_costs: list[int],
    barrier_cost: int,
    house_costs: list[int],
    guild: list[tuple[int, int, int]],
) -> Rules:
    """The rules of one game from plain data; ValueError names the field that is wrong.

    ``layout`` places row by row (4 or 5 columns); ``start_lira`` by seat; ``bonus`` copies of the 19 kinds;
    ``large``, ``small`` demand tiles as wanted goods; ``pay_large``, ``pay_small`` Lira for 1 to 5 goods;
    ``baksheesh`` goods of front and back; ``prizes`` (item, number) for 1 to 6 on a die, item 0..3 a good,
    4 coffee, 5 Lira, may be empty without such cards; ``tavern_costs`` coffee for the tiles of one kind;
    ``house_costs`` coffee for each ruby; ``guild`` for the cards 1 to 20 (Lira, coffee, special) gained
    beyond the action, special: 9 Lira of a failed call, 14 and 15 1 if the required number is ignored, 19
    coffee less, otherwise 0; may be empty without the expansion.
    """

def export_state(position: Position) -> dict[str, Any]: ...
def import_state(rules: Rules, fields: dict[str, Any], cls: type[Position] | None = None) -> Any: ...
def edges(rules: Rules) -> list[tuple[int, int]]: ...
def reach(rules: Rules, place: int, *, barrier: int = -1, controls: bool = False) -> Reach: ...
def sales(rules: Rules) -> list[list[int]]: ...
def ranks(position: Position) -> list[int]: ...
def evaluation_features(position: Position) -> list[list[float]]: ...
def progress(position: Position) -> float: ...
def prices(position: Position) -> Prices: ...
