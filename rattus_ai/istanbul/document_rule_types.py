"""The shape of the rules configuration in a position document: the options of the game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from rattus_ai.istanbul.words import PLAYER_COUNTS
from rattus_ai.schemas.seats import Fields

MAX_SEED = 2**63 - 1
"""Largest seed that makes a layout."""

DEFAULT_ROUNDS = 250
"""Rounds after which a game ends anyway."""

MAX_ROUNDS = 250
MAX_RUBIES = 20
"""Most rubies that a game can be played for."""


class RuleFields(Fields):
    """The rules configuration. `docs/formats.md` explains the options."""

    players: (
        Annotated[int, Meta(ge=PLAYER_COUNTS[0], le=PLAYER_COUNTS[-1], description="Number of players.")]
        | None
    ) = None
    expansion: Annotated[bool, Meta(description="Mocha & Baksheesh is used.")] = False
    layout: (
        Annotated[
            list[int | str] | str,
            Meta(
                description="Where the places lie: a layout by name, `random`, or the numbers or names of the"
                " places row by row; left out: `short`, with the expansion `first`."
            ),
        ]
        | None
    ) = None
    layout_seed: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MAX_SEED,
                description="Which layout `random` draws; needed with it, an error with any other layout.",
            ),
        ]
        | None
    ) = None
    prize_cards: Annotated[
        bool, Meta(description="The prize cards are used, whose printed prizes are not known.")
    ] = False
    rubies: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=MAX_RUBIES,
                description="The game ends when somebody has so many rubies; left out: as in the rules.",
            ),
        ]
        | None
    ) = None
    max_rounds: Annotated[
        int, Meta(ge=1, le=MAX_ROUNDS, description="The game ends after so many rounds.")
    ] = DEFAULT_ROUNDS
    layouts: (
        Annotated[str, Meta(description="File of layouts (TOML), named from the folder of this document.")]
        | None
    ) = None
    markets: Annotated[str, Meta(description="File of markets (TOML), likewise.")] | None = None
    bonus_cards: Annotated[str, Meta(description="File of bonus cards (TOML), likewise.")] | None = None
    guild: (
        Annotated[str, Meta(description="File of guild cards, baksheesh tile and prizes (TOML), likewise.")]
        | None
    ) = None
