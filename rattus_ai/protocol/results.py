"""The answers of the protocol as types: schemas are made from them, tests hold answers against them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Numbers = list[float]
Unknown = list[float | None]
Fractions = list[str]


class Fields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all objects in answers."""


class WarningFields(Fields):
    """Something in the message that was passed over."""

    place: str
    problem: str


class ErrorFields(Fields):
    """Why a query has no result."""

    code: Annotated[str, Meta(description="What is wrong, for programs.")]
    place: Annotated[str, Meta(description="Where in the message.")]
    problem: Annotated[str, Meta(description="What is wrong, for people.")]
    found: str | None = None
    expected: str | None = None
    candidates: Annotated[list[str], Meta(description="What may be meant, or is legal.")] | None = None
    others: Annotated[list[str], Meta(description="Further places of a contradiction.")] | None = None
    line: int | None = None
    column: int | None = None


class Timing(Fields):
    """How long a query took; only where it asks for it."""

    waited: Annotated[float, Meta(description="Seconds until it was begun.")]
    seconds: Annotated[float, Meta(description="Seconds of work on it.")]


class AnswerFields(Fields):
    """What every answer has: the id of its query, and a result or an error."""

    id: Annotated[int | str | None, Meta(description="The id of the query; null where it has none.")]
    query: Annotated[str | None, Meta(description="Which query; null where that cannot be told.")]
    final: Annotated[bool, Meta(description="false: a partial answer, others follow.")]
    result: dict[str, Any] | None = None
    error: ErrorFields | None = None
    warnings: list[WarningFields] | None = None
    timing: Timing | None = None


class LineResult(Fields):
    """A candidate turn."""

    turn: list[str]
    actions: list[int]
    win: Unknown
    errors: Unknown
    gap: float | None
    gap_error: float | None
    best_probability: float | None
    share: float | None
    samples: int
    exact: bool
    losses: Unknown | None


class NumberResult(Fields):
    """A number that a sentence states."""

    name: str
    value: float
    error: float | None
    exact: bool
    fraction: str | None
    text: str
    player: int | None
    place: str | None


class SentenceResult(Fields):
    """A sentence of an explanation."""

    kind: str
    text: str
    numbers: list[NumberResult]


class AnalyseResult(Fields):
    """The strongest turns of a position; `index` in partial answers about several."""

    game: str
    player: int
    players: list[str] | None
    method: str
    objective: str
    lines: list[LineResult]
    told_apart: bool
    settled: bool
    confidence: float
    candidates: int
    reason: str
    simulations: int
    nodes: int
    depth: int
    horizon: int | None
    warning: str | None
    index: int | None = None
    seconds: float | None = None
    simulations_per_second: float | None = None
    explanation: list[SentenceResult] | None = None


class AnalyseSeveralResult(Fields):
    """The same for several positions; null for those that were not begun."""

    results: list[AnalyseResult | None]


class ChooseResult(Fields):
    """An action, and what gives it again."""

    game: str
    player: int
    action: int
    text: str
    level: str
    seed: int
    complete: Annotated[bool, Meta(description="false: cut short; what looked best by then.")]


class StateResult(Fields):
    """Where the game stands."""

    next: Literal["decision", "chance", "end"]
    player: int | None
    active: int
    turns: int
    text: str
    returns: Numbers | None
    margins: Numbers | None


class ArgumentResult(Fields):
    """An argument of an action or outcome."""

    kind: str
    value: int
    text: str


class ActionResult(Fields):
    """A legal action."""

    id: int
    text: str
    verb: str | None = None
    arguments: list[ArgumentResult] | None = None


class OutcomeResult(ActionResult, kw_only=True):
    """A possible chance outcome."""

    weight: int
    probability: float


class LegalResult(Fields):
    """What can happen now."""

    game: str
    viewer: int
    state: StateResult
    actions: list[ActionResult]
    outcomes: list[OutcomeResult]


class ChanceEvent(Fields):
    """A chance outcome that happened; text and id null for whoever did not see it."""

    chance: str | None
    id: int | None
    seen: list[int] | None = None


class ActionEvent(Fields):
    """An action that happened; text and id null for whoever did not see it."""

    player: int
    action: str | None
    id: int | None
    seen: list[int] | None = None


class ViewResult(Fields):
    """The new position as one player knows it."""

    document: dict[str, Any]
    state: StateResult
    events: list[dict[str, Any]]
    actions: list[ActionResult] | None = None
    outcomes: list[OutcomeResult] | None = None


class PositionResult(ViewResult, kw_only=True):
    """A new position, of `new` and `apply`."""

    game: str
    seed: int | None
    views: dict[str, ViewResult] | None = None


class SolvedTurnResult(Fields):
    """A turn and what it is worth."""

    turn: list[str]
    actions: list[int]
    win: Unknown
    errors: Unknown
    lower: Numbers
    upper: Numbers
    exact: bool
    ending: float
    ending_error: float
    samples: int
    solved: float


class PlayResult(Fields):
    """A step of the best play."""

    player: int | None
    action: int
    text: str
    equal: int
    others_differ: bool


class PointsResult(Fields):
    """Final points and how probable they are."""

    points: list[int]
    probability: str


class SolveResult(Fields):
    """The end of a game, proved or in proved bounds."""

    game: str
    player: int | None
    players: list[str] | None
    viewer: int | None
    kind: str
    exact: bool
    win: Unknown
    errors: Unknown
    lower: Numbers
    upper: Numbers
    fractions: Fractions | None
    proved: float
    turns: list[SolvedTurnResult]
    play: list[PlayResult]
    points: Fractions | None
    losses: dict[str, Fractions] | None
    distribution: list[PointsResult] | None
    positions: int
    ends: int
    reason: str
    warning: str | None
    seconds: float | None = None
    solution: dict[str, Any] | None = None


class PlaceRiskResult(Fields):
    """What would be lost in one place."""

    place: str
    name: str
    reachable: bool
    outbreak: str
    losses: list[dict[str, str]]
    expected: Fractions
    note: str | None


class RiskResult(Fields):
    """The dangers at hand."""

    game: str
    player: int
    risks: list[PlaceRiskResult]
    warning: str | None


class VersionResult(Fields):
    """What the service is and offers."""

    version: str
    protocol: int
    games: list[str]
    levels: list[str]
    default_level: str
    queries: list[str]
    limits: dict[str, Any]


class SchemaResult(Fields):
    """A JSON Schema; for queries one for each."""

    schema: dict[str, Any]


class CancelResult(Fields):
    """How many queries were ended."""

    cancelled: int


RESULT_TYPES: dict[str, tuple[type[Fields], ...]] = {
    "analyse": (AnalyseResult, AnalyseSeveralResult),
    "choose": (ChooseResult,),
    "legal": (LegalResult,),
    "apply": (PositionResult,),
    "new": (PositionResult,),
    "solve": (SolveResult,),
    "risk": (RiskResult,),
    "schema": (SchemaResult,),
    "version": (VersionResult,),
    "cancel": (CancelResult,),
    "cancel_all": (CancelResult,),
}
"""Name of a query -> the types its result may have."""
