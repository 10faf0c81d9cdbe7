"""The shape of a Rattus position document. The JSON Schema that is shipped is generated from these types.

Only what a single value may look like is said here; what contradicts what is found by `document_reader`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rattus_ai.rattus.document_expansion_types import AfricanusFields, Hand, MercatusFields
from rattus_ai.rattus.document_rule_types import RuleFields
from rattus_ai.rattus.document_stages import Stage
from rattus_ai.schemas.seats import Count, Fields, Names, Player, Viewer
from rattus_ai.schemas.solutions import Solution

CUBES = 20
"""Cubes of a player (rules, section 1)."""

MAX_NUNS = 3
"""Nuns (rules, section 10)."""

MAX_WALLS = 3
"""Walls (rules, section 10)."""

MAX_RATS = 3
"""Rats in a region (rules, section 3)."""

RING_LETTERS = ("s", "n")
"""Starting tokens carry the ring, normal ones do not; the order in which the core counts them."""

Ring = Literal["s", "n"]


class RatFields(Fields):
    """One rat, or with `n` and `s` several that nobody has looked at."""

    ring: (
        Annotated[Ring, Meta(description="s: with the ring, n: without. Can be left out beside `token`.")]
        | None
    ) = None
    token: (
        Annotated[str, Meta(description="What it is, `s2:MBC`, for a rat that somebody has looked at.")]
        | None
    ) = None
    seen: Annotated[list[Player], Meta(description="Who has looked at it.")] | None = None
    look: (
        Annotated[
            int,
            Meta(ge=1, description="Place in the order in which rats were first looked at, over the board."),
        ]
        | None
    ) = None
    recycled: (
        Annotated[
            int,
            Meta(ge=1, le=2, description="Its token is one of this list of `recycled`, counted from 1."),
        ]
        | None
    ) = None
    n: (
        Annotated[Count, Meta(description="So many rats without the ring that nobody has looked at.")] | None
    ) = None
    s: Annotated[Count, Meta(description="So many rats with the ring that nobody has looked at.")] | None = (
        None
    )


class RatCounts(Fields):
    """Rats that nobody has looked at, counted."""

    n: Count = 0
    s: Count = 0


class RegionFields(Fields):
    """What lies in a region."""

    cubes: (
        Annotated[
            list[Count] | dict[str, Count],
            Meta(
                description="Cubes for each player in the order of play, or by player; 0 for those left out."
            ),
        ]
        | None
    ) = None
    rats: (
        Annotated[
            list[str | RatFields] | RatCounts,
            Meta(description='Face-down rats: a list of "n", "s", {"n": 2} or objects; or counts.'),
        ]
        | None
    ) = None
    goods: Annotated[str, Meta(description="Kind of the goods token of the region.")] | None = None
    diplomats: (
        Annotated[list[Count] | dict[str, Count], Meta(description="Diplomats under the players' cubes.")]
        | None
    ) = None
    potions: (
        Annotated[list[Count] | dict[str, Count], Meta(description="Potions with the players' cubes.")] | None
    ) = None


class TurnFields(Fields):
    """Whose turn it is and where in the turn."""

    stage: Annotated[Stage, Meta(description="What is to happen next.")] | None = None
    player: Annotated[Player, Meta(description="Whose turn it is; in the final round who acts.")] | None = (
        None
    )
    number: Annotated[int, Meta(ge=0, le=65_535, description="Completed turns.")] | None = None
    taken: Annotated[bool, Meta(description="A card was taken this turn.")] = False
    placed: Annotated[bool, Meta(description="Cubes were placed this turn (phase B).")] = False
    used: Annotated[list[str], Meta(description="Cards whose ability was used this turn.")] | None = None
    last: Annotated[Player, Meta(description="Who had the last turn, once the game is ending.")] | None = None
    looking: (
        Annotated[
            list[Annotated[int, Meta(ge=1)]],
            Meta(
                min_length=1, max_length=2, description="`look` numbers of the rats the Witch is looking at."
            ),
        ]
        | None
    ) = None
    rats_to_place: Annotated[int, Meta(ge=1, le=2, description="New rats still to be placed.")] | None = None
    region: (
        Annotated[
            str, Meta(description="Where the new rat goes (ring) or where rats are revealed (other stages).")
        ]
        | None
    ) = None
    neutral: Annotated[bool, Meta(description="The plague piece counts as two cubes in this ravage.")] = False
    drawing: (
        Annotated[Ring | int, Meta(description="The rat being revealed: its ring, or its `look` number.")]
        | None
    ) = None
    goods_taken: Annotated[bool, Meta(description="The goods token of this turn was taken.")] = False
    deacon_uses: (
        Annotated[int, Meta(ge=1, le=100, description="Times the Deacon was paid this turn.")] | None
    ) = None
    fixed: Annotated[
        bool, Meta(description="In the final round: a card of this player has settled the plague region.")
    ] = False
    card: (
        Annotated[str, Meta(description="The card that the stage belongs to, where that does not follow.")]
        | None
    ) = None
    plan: (
        Annotated[
            list[str],
            Meta(
                description="Regions of the rats redistributed so far (Shaman); from where to where rats"
                " follow (Pied Piper)."
            ),
        ]
        | None
    ) = None
    lifted: (
        Annotated[
            list[str],
            Meta(min_length=2, max_length=2, description="The border whose wall is being moved (Emperor)."),
        ]
        | None
    ) = None
    drawn: Annotated[Hand, Meta(description="Region cards drawn, or how many.")] | None = None
    draws_left: (
        Annotated[int, Meta(ge=1, le=3, description="Region cards still to be drawn, this one included.")]
        | None
    ) = None
    event: (
        Annotated[list[str], Meta(description="Cards that act in this ravage of the final round.")] | None
    ) = None
    shown: (
        Annotated[list[str], Meta(description="Tokens revealed and not resolved yet (Crusader).")] | None
    ) = None
    pending: Annotated[str, Meta(description="The token whose outbreak is being resolved.")] | None = None
    asked: Annotated[Player, Meta(description="Who may play a region card.")] | None = None
    protected: (
        Annotated[list[str], Meta(description="Class cards protected by region cards in this ravage.")] | None
    ) = None


class SupplyFields(Fields):
    """Rats in the supply, by ring."""

    n: Count | None = None
    s: Count | None = None


class PositionFields(Fields):
    """A position of Rattus."""

    format: Literal["rattus_ai/position"] = "rattus_ai/position"
    version: Literal[1] = 1
    game: Literal["rattus"] = "rattus"
    rules: Annotated[RuleFields, Meta(description="The rules configuration.")] | None = None
    players: Names | None = None
    viewer: Viewer | None = None
    turn: Annotated[TurnFields, Meta(description="Whose turn it is and where in the turn.")] | None = None
    plague: Annotated[str, Meta(description="Region of the plague piece.")] | None = None
    regions: (
        Annotated[
            dict[str, RegionFields], Meta(description="What lies in the regions; empty ones can be left out.")
        ]
        | None
    ) = None
    palace: Annotated[list[Count] | dict[str, Count], Meta(description="Cubes in the palace.")] | None = None
    supply: (
        Annotated[
            list[Count] | dict[str, Count],
            Meta(description="Cubes in the players' supplies; follows from the rest."),
        ]
        | None
    ) = None
    rat_supply: (
        Annotated[
            SupplyFields | Count,
            Meta(description="Rats in the supply, by ring or in all; follows from the rest."),
        ]
        | None
    ) = None
    owners: (
        Annotated[
            dict[str, Player | None], Meta(description="Card -> player; null or left out: on the table.")
        ]
        | None
    ) = None
    revealed: (
        Annotated[
            list[str] | dict[str, Count],
            Meta(description="Revealed tokens: `s2:MBC`, or token -> how many of it."),
        ]
        | None
    ) = None
    recycled: (
        Annotated[
            list[list[str]],
            Meta(
                max_length=2,
                description="For each rat drawn from revealed tokens: what they were.",
            ),
        ]
        | None
    ) = None
    mercatus: Annotated[MercatusFields, Meta(description="Coins and goods.")] | None = None
    africanus: Annotated[AfricanusFields, Meta(description="Region cards.")] | None = None
    caravan: Annotated[str, Meta(description="Region of the caravan.")] | None = None
    walls: (
        Annotated[
            list[Annotated[list[str], Meta(min_length=2, max_length=2)]],
            Meta(max_length=MAX_WALLS, description="Borders with a wall: the two regions of each."),
        ]
        | None
    ) = None
    nuns: (
        Annotated[list[str], Meta(max_length=MAX_NUNS, description="Regions of the nuns on the board.")]
        | None
    ) = None
    baker: (
        Annotated[list[Count] | dict[str, Count], Meta(description="Cubes on the Baker's card.")] | None
    ) = None
    diplomats_left: (
        Annotated[Count, Meta(description="Diplomats that nobody has placed; left out: all but the placed.")]
        | None
    ) = None
    potions_left: (
        Annotated[Count, Meta(description="Potions that nobody has placed; left out: all but the placed.")]
        | None
    ) = None
    solution: Solution | None = None
