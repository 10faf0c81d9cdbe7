"""The shape of the rules configuration in a position document: the options of the game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rattus_ai.schemas.seats import Fields

MAX_SEED = 2**63 - 1
"""Largest seed that draws cards."""


class RuleFields(Fields):
    """The rules configuration. The options are those of the rules; `docs/formats.md` explains them."""

    players: Annotated[int, Meta(ge=2, le=6, description="Number of players.")] | None = None
    cards: (
        Annotated[
            list[str] | str,
            Meta(
                description="Class cards in play: 1 to 8 names in any order, the name of a suggested set,"
                " `random` or `one-per-class`; the six base cards if left out."
            ),
        ]
        | None
    ) = None
    cards_seed: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MAX_SEED,
                description="Decides which cards are drawn, with `random` and `one-per-class`.",
            ),
        ]
        | None
    ) = None
    boxes: (
        Annotated[
            list[str], Meta(description="The boxes that cards are drawn from; all of them if left out.")
        ]
        | None
    ) = None
    mercatus: (
        Annotated[bool, Meta(description="Goods and coins are used; if the cards need them, if left out.")]
        | None
    ) = None
    africanus: (
        Annotated[
            bool,
            Meta(
                description="Region cards and the tokens of Africanus are used; if left out, if the cards or"
                " the number of players need them."
            ),
        ]
        | None
    ) = None
    map: (
        Annotated[str, Meta(description="Map file (TOML), named from the folder of this document.")] | None
    ) = None
    tokens: Annotated[str, Meta(description="Token file (TOML), likewise.")] | None = None
    region_cards: Annotated[str, Meta(description="File of region cards (TOML), likewise.")] | None = None
    split_setup_pairs: (
        Annotated[
            bool,
            Meta(
                description="The two cubes of a pair at set-up may go to two regions (A1); if left out, they"
                " may with Africanus."
            ),
        ]
        | None
    ) = None
    placement_optional: Annotated[bool, Meta(description="Placing cubes is not compulsory (A2).")] = False
    reveal_order: Annotated[
        Literal["random", "active_player"],
        Meta(description="Who settles which face-down rat comes next (A9)."),
    ] = "random"
    turn_limit: Annotated[
        int, Meta(ge=1, le=60_000, description="The final round starts after so many turns.")
    ] = 2000
