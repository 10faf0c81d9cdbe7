"""The shape of what the expansions add to a position document."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rattus_ai.schemas.seats import Count, Fields

Cards = list[str] | dict[str, Count]
"""Region cards, each as text, or how many there are of each."""

Hand = Count | list[str | None]
"""Region cards: how many, or which; null for one that the viewer of the document does not know."""


class MercatusFields(Fields):
    """Coins and goods (Mercatus); the goods of a region stand with the region."""

    coins: (
        Annotated[list[Count] | dict[str, Count], Meta(description="Coins of the players; left out: 4 each.")]
        | None
    ) = None
    goods: (
        Annotated[
            list[list[str]] | dict[str, list[str]],
            Meta(description="Goods tokens of the players, each by its kind; left out: none."),
        ]
        | None
    ) = None
    cards: (
        Annotated[dict[str, str | None], Meta(description="Class card -> kind of the goods token on it.")]
        | None
    ) = None
    supply: (
        Annotated[
            dict[str, Count],
            Meta(description="Kind -> tokens in the supply; follows from the goods of players and cards."),
        ]
        | None
    ) = None
    available: (
        Annotated[
            list[str],
            Meta(description="Kinds that can be taken in this turn; left out: all that are in the supply."),
        ]
        | None
    ) = None
    removed: (
        Annotated[list[str], Meta(description="Kinds of the tokens removed at set-up with 3 players.")] | None
    ) = None


class AfricanusFields(Fields):
    """Region cards (Africanus). Those that stand nowhere are in the pile or in a hand that is not known."""

    hands: (
        Annotated[
            list[Hand] | dict[str, Hand],
            Meta(description="Hands of the players: the cards, or how many where they are not known."),
        ]
        | None
    ) = None
    discards: Annotated[Cards, Meta(description="Discarded cards, open to all.")] | None = None
    pile: Annotated[Count, Meta(description="Cards in the face-down pile; follows from the rest.")] | None = (
        None
    )
