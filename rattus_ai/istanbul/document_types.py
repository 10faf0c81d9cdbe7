"""The shape of an Istanbul position document. The JSON Schema that is shipped is generated from these types.

Only what a single value may look like is said here; what contradicts what is found by `document_reader`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rattus_ai.istanbul.document_rule_types import MAX_ROUNDS, RuleFields
from rattus_ai.istanbul.words import GUILD_CARDS
from rattus_ai.schemas.seats import Count, Fields, Names, Player, Viewer
from rattus_ai.schemas.solutions import Solution

Stage = Literal[
    "figure",
    "demand_large",
    "demand_small",
    "deal",
    "draw",
    "draw_guild",
    "roll",
    "move",
    "far",
    "corner",
    "assistant",
    "pay",
    "action",
    "deliver",
    "extra",
    "discard",
    "fountain",
    "dice",
    "market",
    "roast",
    "discard_guild",
    "beside",
    "barrier",
    "baksheesh",
    "option",
    "swap",
    "figure_pay",
    "after",
    "last_cards",
    "terminal",
]

Place = Annotated[int | str, Meta(description="A place: its number or its name.")]
Figure = Literal["governor", "smuggler", "trader"]
MovedFigure = Literal["governor", "smuggler", "trader", "neutral"]
Roasted = Literal["lira", "good", "card"]
Number = Annotated[int, Meta(ge=1, le=GUILD_CARDS)]
Hand = Count | list[str | None]
"""Bonus cards: how many, or which; null for one that the document does not know."""

GuildHand = Count | list[Number | None]
"""Guild cards, likewise."""


class GoodsFields(Fields):
    """Goods on a wheelbarrow."""

    fabric: Count = 0
    spice: Count = 0
    fruit: Count = 0
    jewelry: Count = 0


class SeatFields(Fields):
    """What a player has."""

    rubies: Annotated[Count, Meta(description="Rubies.")] = 0
    lira: Annotated[int, Meta(ge=0, le=30_000, description="Lira.")] = 0
    coffee: Annotated[int, Meta(ge=0, le=30_000, description="Coffee.")] = 0
    goods: (
        Annotated[
            GoodsFields | str,
            Meta(description="Goods by kind, or by their letters R, G, Y, B: `RRB`; left out: none."),
        ]
        | None
    ) = None
    capacity: Annotated[int, Meta(ge=2, le=5, description="How many of each good the wheelbarrow holds.")] = 2
    tiles: (
        Annotated[
            list[Literal["red", "green", "yellow", "blue"]],
            Meta(max_length=4, description="Mosque tiles by their colours."),
        ]
        | None
    ) = None
    tavern: (
        Annotated[list[Literal["movement", "encounter"]], Meta(max_length=2, description="Tavern tiles.")]
        | None
    ) = None
    merchant: Annotated[Place, Meta(description="Where the merchant stands; left out: Fountain.")] | None = (
        None
    )
    assistants: (
        Annotated[
            list[Place],
            Meta(max_length=5, description="Where assistants stand; the others are under the merchant."),
        ]
        | None
    ) = None
    family: (
        Annotated[Place, Meta(description="Where the family member stands; left out: Police Station.")] | None
    ) = None
    cards: Annotated[Hand, Meta(description="Bonus cards in hand that only the player knows.")] | None = None
    open_cards: (
        Annotated[
            list[str],
            Meta(description="Bonus cards in hand that everybody knows of: taken from the open pile."),
        ]
        | None
    ) = None
    guild_cards: Annotated[GuildHand, Meta(description="Guild cards in hand.")] | None = None


class RubyFields(Fields):
    """Rubies that lie at the places; left out: as many as at the start."""

    wainwright: Count | None = None
    small_mosque: Count | None = None
    great_mosque: Count | None = None
    gemstone_dealer: Count | None = None
    sultans_palace: Count | None = None
    coffee_house: Count | None = None


class BarrierFields(Fields):
    """The barrier on the board."""

    between: Annotated[list[Place], Meta(min_length=2, max_length=2, description="Its two places.")]
    owner: Annotated[Player, Meta(description="Who controls it.")]


class BoardFields(Fields):
    """What lies and stands on the board beside merchants, assistants and family members."""

    governor: Annotated[Place, Meta(description="Where the governor stands.")] | None = None
    smuggler: Annotated[Place, Meta(description="Where the smuggler stands.")] | None = None
    trader: Annotated[Place, Meta(description="Where the coffee trader stands.")] | None = None
    neutral: (
        Annotated[list[Place], Meta(description="Where the three neutral merchants stand (2 players).")]
        | None
    ) = None
    rubies: Annotated[RubyFields, Meta(description="Rubies that are left.")] | None = None
    post: Annotated[int, Meta(ge=0, le=4, description="Mail indicators that are down.")] = 0
    large_demand: (
        Annotated[
            list[str],
            Meta(description="Demand tiles of the Large Market that were seen, the top one first: `RRGBB`."),
        ]
        | None
    ) = None
    small_demand: Annotated[list[str], Meta(description="Likewise of the Small Market.")] | None = None
    discards: Annotated[list[str], Meta(description="Discarded bonus cards, the top one last.")] | None = None
    guild_discards: Annotated[list[Number], Meta(description="Discarded guild cards.")] | None = None
    barrier: Annotated[BarrierFields, Meta(description="The barrier, where it is on the board.")] | None = (
        None
    )
    baksheesh: Annotated[
        Literal["front", "back"], Meta(description="The side of the baksheesh tile that lies up.")
    ] = "front"


class TurnFields(Fields):
    """Whose turn it is and where in the turn."""

    stage: Annotated[Stage, Meta(description="What is to happen next.")] = "move"
    player: (
        Annotated[Player, Meta(description="Whose turn it is, or who is asked for last cards.")] | None
    ) = None
    round: Annotated[int, Meta(ge=0, le=MAX_ROUNDS, description="Completed rounds.")] = 0
    acting: Annotated[Place, Meta(description="The place whose action is being done.")] | None = None
    remote: Annotated[bool, Meta(description="It is done by the family member or the barrier.")] = False
    guild: Annotated[Number, Meta(description="The guild card that is played in this turn.")] | None = None
    compulsory: Annotated[bool, Meta(description="The action must be done.")] = False
    done: (
        Annotated[
            Place, Meta(description="The place whose action was just done and may be repeated by a card.")
        ]
        | None
    ) = None
    back: (
        Annotated[Stage, Meta(description="What follows the running draws, roll of prizes, or swap.")] | None
    ) = None
    draws_left: Annotated[int, Meta(ge=0, le=2, description="Cards still to be drawn.")] = 0
    figure: Annotated[MovedFigure, Meta(description="The figure that is being paid or moved.")] | None = None
    rolling: (
        Annotated[
            list[Annotated[int, Meta(ge=0, le=2)]],
            Meta(
                max_length=3, description="Neutral merchants still to be moved, by their places in `neutral`."
            ),
        ]
        | None
    ) = None
    called: Annotated[int, Meta(ge=3, le=12, description="The number called at the Tea House.")] | None = None
    named: Annotated[str, Meta(description="The good named at the Black Market.")] | None = None
    dice: (
        Annotated[
            list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=2, max_length=2, description="The roll.")
        ]
        | None
    ) = None
    swaps: (
        Annotated[
            list[Annotated[list[str], Meta(min_length=2, max_length=2)]],
            Meta(max_length=2, description="Swaps done so far: given, received."),
        ]
        | None
    ) = None
    roasted: Annotated[Roasted, Meta(description="The last thing paid at the Roasting Plant.")] | None = None
    fetched: Annotated[Place, Meta(description="The place the last assistant was fetched from.")] | None = (
        None
    )
    options: (
        Annotated[
            list[Literal["barrier", "movement", "encounter", "baksheesh"]],
            Meta(max_length=2, description="Options of guild card 19 that are named and not begun."),
        ]
        | None
    ) = None
    yellow: Annotated[bool, Meta(description="The yellow mosque tile was used in this turn.")] = False
    red: Annotated[bool, Meta(description="The red mosque tile was used in this turn.")] = False
    met: Annotated[list[Figure], Meta(max_length=3, description="Figures met in this turn.")] | None = None


class PositionFields(Fields):
    """A position of Istanbul."""

    format: Literal["rattus_ai/position"] = "rattus_ai/position"
    version: Literal[1] = 1
    game: Literal["istanbul"] = "istanbul"
    rules: Annotated[RuleFields, Meta(description="The rules configuration.")] | None = None
    players: Names | None = None
    viewer: Viewer | None = None
    turn: Annotated[TurnFields, Meta(description="Whose turn it is and where in the turn.")] | None = None
    seats: (
        Annotated[list[SeatFields] | dict[str, SeatFields], Meta(description="What the players have.")] | None
    ) = None
    board: Annotated[BoardFields, Meta(description="What lies and stands on the board.")] | None = None
    solution: Solution | None = None
