"""The queries of the protocol as types: every field with its type, range, default and meaning.

The JSON Schemas and the OpenAPI document are made from these types, and docs/protocol.md is checked against
them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rattus_ai.analysis import CONFIDENCE
from rattus_ai.bots.levels import DEFAULT_LEVEL
from rattus_ai.endgame import DEFAULT_SECONDS
from rattus_ai.limits import MAX_SEED, Limit
from rattus_ai.notation import ENGLISH

MAX_ACTIONS = 10_000
MAX_ID = (1 << 53) - 1
"""Largest number as an id: what every language keeps exactly."""

MAX_ID_TEXT = 200

_ID = "Repeated on every answer: a whole number below 2^53, or a text of 1 to 200 characters."
_WHO_ASKS = "Who asks; left out: the viewer of the document, or else the player to decide."
_WHO_APPLIES = "Who asks: the document is first reduced to his view. Left out: the table."
_WHO_SOLVES = 'Whose knowledge counts; left out: the viewer, the player to decide, or else "public".'
_WHO_RISKS = "Whose knowledge counts; left out: the viewer, or else the player whose turn it is."

Identifier = Annotated[int | str, Meta(description=_ID)]
# Whoever reads a message checks the largest seed, as a type cannot hold it.
Seed = Annotated[int, Meta(ge=0, description="From 0 to 2^64 - 1.", extra_json_schema={"maximum": MAX_SEED})]
FreshSeed = Annotated[Seed, Meta(description="Left out: another one each time, which the answer tells.")]
Document = Annotated[dict[str, Any], Meta(description="A position document, see docs/formats.md.")]
Documents = Annotated[list[dict[str, Any]], Meta(min_length=1, description="Several, instead of `position`.")]
Action = Annotated[int | str, Meta(description="An action or chance outcome: its id, or its text.")]
Player = Annotated[int | str, Meta(description='A player: number from 0, name, or "public".')]
Seconds = Annotated[float, Meta(ge=0.001, description="Budget in time, for each position.")]
_MEMORY = f"Bound on the tables, in MiB; left out: {Limit.memory_mb}, or all that the service gives."
_SOLVING = (
    f"What is not solved then is a bracket; left out: {DEFAULT_SECONDS:g}, or all that the service gives."
)
MemoryMb = Annotated[int, Meta(ge=1, le=1 << 20, description=_MEMORY)]


class Query(msgspec.Struct, kw_only=True):
    """What every query can have."""

    query: Annotated[str, Meta(description="What is asked for.")]
    id: Identifier | None = None
    priority: Annotated[
        int,
        Meta(ge=-100, le=100, description="Of the waiting queries those with a higher number come first."),
    ] = 0
    timing: Annotated[
        bool, Meta(description="Add how long it waited and took; the answer then differs each time.")
    ] = False


class AboutGame(Query, kw_only=True):
    """What every query about a game can have."""

    game: Annotated[str, Meta(description="The game, where a document does not say it.")] | None = None
    language: Annotated[str, Meta(description="Language of names, such as en, hu, el, fr, es.")] = ENGLISH


class NewPosition(AboutGame, kw_only=True):
    """What queries that answer a new position can have."""

    seed: (
        Annotated[FreshSeed, Meta(description="Drives the draws; left out: another one each time.")] | None
    ) = None
    views: Annotated[
        list[Player], Meta(max_length=100, description="For whom it is also told as he knows it.")
    ] = msgspec.field(default_factory=list)
    legal: Annotated[bool, Meta(description="Add what can happen next, as `legal` answers it.")] = False
    details: Annotated[bool, Meta(description="With `legal`: the verb and arguments of each too.")] = False


class AnalyseFields(AboutGame, kw_only=True):
    """The strongest turns, each with its value and the error of that value."""

    query: Literal["analyse"]
    position: Document | None = None
    positions: Documents | None = None
    player: Annotated[Player, Meta(description=_WHO_ASKS)] | None = None
    lines: Annotated[int, Meta(ge=1, le=100, description="How many candidate turns.")] = 5
    simulations: (
        Annotated[int, Meta(ge=1, description="Budget for each position; 20,000 if there is no other.")]
        | None
    ) = None
    seconds: Seconds | None = None
    level: Annotated[str, Meta(description="The budget of this level, instead of the two.")] | None = None
    confidence: Annotated[
        float, Meta(ge=0.5, le=0.9999, description="It ends once it is this sure which turn is best.")
    ] = CONFIDENCE
    seed: Seed = 1
    threads: Annotated[
        int, Meta(ge=1, le=1024, description="Threads of this search; the answer does not depend on it.")
    ] = 1
    memory_mb: MemoryMb | None = None
    method: Annotated[
        Literal["ismcts", "expectimax", "greedy"], Meta(description="How the turns are searched.")
    ] = "ismcts"
    objective: (
        Annotated[
            Literal["win", "margin"],
            Meta(description="What the values are: winning, or the lead, which is all that greedy knows."),
        ]
        | None
    ) = None
    horizon: (
        Annotated[
            int,
            Meta(
                ge=-1,
                le=10_000,
                description="Turns until a playout is cut off and valued; -1: never; else the game knows.",
            ),
        ]
        | None
    ) = None
    depth: (
        Annotated[int, Meta(ge=1, le=1000, description="Most turns of expectimax; left out: the budget.")]
        | None
    ) = None
    width: (
        Annotated[int, Meta(ge=0, le=10_000, description="Actions at each decision of expectimax; 0: all.")]
        | None
    ) = None
    allow: Annotated[
        list[Action], Meta(max_length=MAX_ACTIONS, description="The turn begins with one of these; []: any.")
    ] = msgspec.field(default_factory=list)
    forbid: Annotated[
        list[Action], Meta(max_length=MAX_ACTIONS, description="Actions that may not occur in the turn.")
    ] = msgspec.field(default_factory=list)
    include: Annotated[
        list[list[Action]], Meta(max_length=100, description="Turns that are compared in any case.")
    ] = msgspec.field(default_factory=list)
    progress: (
        Annotated[float, Meta(ge=0.02, le=3600, description="Seconds between partial answers, at least.")]
        | None
    ) = None
    explain: Annotated[bool, Meta(description="Say why, in sentences of computed facts.")] = False


class ChooseFields(AboutGame, kw_only=True):
    """An opponent's next action, chosen on what this player knows."""

    query: Literal["choose"]
    position: Document
    player: Annotated[Player, Meta(description=_WHO_ASKS)] | None = None
    level: Annotated[str, Meta(description="How strong: a level, or an agent as text.")] = DEFAULT_LEVEL
    seed: FreshSeed | None = None


class LegalFields(AboutGame, kw_only=True):
    """What can happen now: the legal actions, or at a chance node the outcomes with their chances."""

    query: Literal["legal"]
    position: Document
    player: Annotated[Player, Meta(description=_WHO_ASKS)] | None = None
    details: Annotated[bool, Meta(description="The verb and the arguments of each too.")] = False


class ApplyFields(NewPosition, kw_only=True):
    """Actions and chance outcomes in, the new position out."""

    query: Literal["apply"]
    position: Document
    player: Annotated[Player, Meta(description=_WHO_APPLIES)] | None = None
    actions: Annotated[list[Action], Meta(max_length=MAX_ACTIONS, description="What happens, in order.")] = (
        msgspec.field(default_factory=list)
    )
    draw: Annotated[bool, Meta(description="Draw what chance does where `actions` does not tell it.")] = False


class NewFields(NewPosition, kw_only=True):
    """A new game."""

    query: Literal["new"]
    rules: Annotated[
        dict[str, Any], Meta(description="Options, as in the `rules` of a position document.")
    ] = msgspec.field(default_factory=dict)
    players: (
        Annotated[list[str], Meta(description="Names in the order of play; they tell how many players, too.")]
        | None
    ) = None
    draw: Annotated[bool, Meta(description="Draw what chance does before the first decision.")] = True


class SolveFields(AboutGame, kw_only=True):
    """The end of a game as a proof, or as proved bounds."""

    query: Literal["solve"]
    position: Document
    player: Annotated[Player, Meta(description=_WHO_SOLVES)] | None = None
    seconds: Annotated[Seconds, Meta(description=_SOLVING)] | None = None
    lines: Annotated[int, Meta(ge=1, le=100, description="How many turns.")] = 5
    fractions: Annotated[bool, Meta(description="Exact probabilities as fractions too.")] = False
    distribution: Annotated[
        bool, Meta(description="The joint distribution of final points, where only chance is left.")
    ] = False
    seed: Annotated[Seed, Meta(description="Of estimates and samples.")] = 1
    memory_mb: MemoryMb | None = None
    document: Annotated[bool, Meta(description="Add the field `solution` of a position document.")] = False


class RiskFields(AboutGame, kw_only=True):
    """What would be lost where the danger could strike, exactly."""

    query: Literal["risk"]
    position: Document
    player: Annotated[Player, Meta(description=_WHO_RISKS)] | None = None


class SchemaFields(Query, kw_only=True):
    """JSON Schemas of queries, answers and documents."""

    query: Literal["schema"]
    of: Annotated[
        Literal["queries", "answers", "position", "record"], Meta(description="What the schema is of.")
    ] = "queries"
    game: Annotated[str, Meta(description="Whose documents; the first game if left out.")] | None = None


class VersionFields(Query, kw_only=True):
    """What this service is and offers."""

    query: Literal["version"]


class CancelFields(Query, kw_only=True):
    """Ends a query of the same caller; its final answer comes at once."""

    query: Literal["cancel"]
    of: Annotated[Identifier, Meta(description="The id of the query to end.")]


class CancelAllFields(Query, kw_only=True):
    """Ends all queries of the same caller."""

    query: Literal["cancel_all"]


QUERY_TYPES: dict[str, type[Query]] = {
    "analyse": AnalyseFields,
    "choose": ChooseFields,
    "legal": LegalFields,
    "apply": ApplyFields,
    "new": NewFields,
    "solve": SolveFields,
    "risk": RiskFields,
    "schema": SchemaFields,
    "version": VersionFields,
    "cancel": CancelFields,
    "cancel_all": CancelAllFields,
}
"""Name of a query -> its type."""
