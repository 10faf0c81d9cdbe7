"""`analyse`: the strongest turns of one position or of several."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from rattus_ai.analysis import Analysis, analyse
from rattus_ai.bots.specification import parse_agent
from rattus_ai.errors import OptionError, Path, RattusAIError, listed, shown
from rattus_ai.explanation import explain
from rattus_ai.limits import DEFAULT_SIMULATIONS, Limit
from rattus_ai.methods import GREEDY, ISMCTS, WIN, check_belonging
from rattus_ai.plain import plain_analysis, plain_explanation
from rattus_ai.positions import View
from rattus_ai.protocol.asking import checked_language, deciding, player_of, position_of, view_of
from rattus_ai.protocol.errors import QueryError, as_query_error
from rattus_ai.protocol.limits import ServiceLimits
from rattus_ai.protocol.messages import AnalyseFields
from rattus_ai.protocol.queries.cost import (
    GREEDY_SECONDS,
    LONG,
    QUICK_SECONDS,
    READING_SECONDS,
    UNCUT,
    search_seconds,
)
from rattus_ai.protocol.telling import name_turns
from rattus_ai.protocol.work import Result, Work, check_most, memory_given

_READ_HERE = ("simulations", "seconds", "level", "objective")
"""Fields of which only the query knows whether somebody has asked for them."""

_LONGEST_CUT = 10
"""Turns from which on a playout takes about as long as one to the end."""

_BUDGET_SETTINGS = ("threads", "trees", "memory_mb")

REMEMBERED_SECONDS = 0.5
"""How old what a cancelled query still knows may be, about, where nobody asked for partial answers."""

EXPECTIMAX_SECONDS = 5.0
"""Time for expectimax without a budget; it would go on deepening for ever."""


def seconds(query: AnalyseFields) -> float:
    """About how long it will take."""
    if query.positions is not None or query.explain or query.method == "expectimax":
        return LONG
    try:
        if query.method == GREEDY:
            return GREEDY_SECONDS
        uncut = query.horizon is not None and not 0 <= query.horizon <= _LONGEST_CUT
        return search_seconds(_budget(query)) * (UNCUT if uncut else 1)
    except RattusAIError:
        return READING_SECONDS  # it is answered at once what is wrong


def threads(query: AnalyseFields) -> int:
    """How many search threads it can use."""
    try:
        return max(query.threads, _budget(query).threads)
    except RattusAIError:
        return 1


def budgets(query: AnalyseFields) -> int:
    """How many positions there are, each of which has the whole budget."""
    return max(1, len(query.positions or ()))


def answer(query: AnalyseFields, work: Work) -> Result:
    """The result for one position; for several `results`, with null for those that were not begun."""
    if query.method != ISMCTS:
        _check_effect(query)
    limit = _limit(query, work)
    views = _views(query, work)
    if query.positions is None:
        return _one(query, views[0], limit, work)
    results: list[Result | None] = []
    for view in views:
        begun = not work.cancel.cancelled
        results.append(_one(query, view, limit, work, results, len(views)) if begun else None)
        work.so_far = {"results": [*results, *[None] * (len(views) - len(results))]}
    return {"results": results}


def _check_effect(query: AnalyseFields) -> None:
    """Makes sure that no budget and no objective is given that the method does not read.

    Raises:
        OptionError: one is.
    """
    given = {name: value for name in _READ_HERE if (value := getattr(query, name)) is not None}
    check_belonging(query.method, query.objective or WIN, given)


def _views(query: AnalyseFields, work: Work) -> list[View]:
    """What the asking player knows of each position.

    Raises:
        QueryError: one of them cannot be used; the place says which.
    """
    if (query.position is None) == (query.positions is None):
        found = "neither" if query.position is None else "both"
        raise QueryError(
            "bad_field",
            ("position",),
            f"found {found} of position and positions, expected one",
            found=found,
            expected="one of position and positions",
        )
    several = query.positions is not None
    documents = query.positions if query.positions is not None else [query.position or {}]
    check_most(len(documents), work.limits.positions, ("positions",))
    views = []
    for index, document in enumerate(documents):
        work.check_cancelled()
        path: tuple[str | int, ...] = ("positions", index) if several else ("position",)
        position = position_of(document, query.game, work.limits, path)
        checked_language(position, query.language)
        player = player_of(position, query.player, deciding(position))
        view = view_of(position, player)
        if view.current_player() != player or player < 0:
            expected = "a position in which the asking player has to decide"
            problem = f"{_nothing_to_decide(view)}; expected {expected}"
            who = query.player is not None and not several and view.current_player() >= 0
            raise QueryError("bad_view", ("player",) if who else path, problem, expected=expected)
        views.append(view)
    return views


def _nothing_to_decide(view: View) -> str:
    if view.is_terminal():
        return "the game is over"
    if view.is_chance():
        return "chance is next"
    who = "nobody in particular" if view.player < 0 else f"player {view.player}"
    return f"found {who} asking, but player {view.current_player()} has to decide"


def _budget(query: AnalyseFields) -> Limit:
    """The budget as it is asked for.

    Raises:
        QueryError: a level stands beside another budget, says more than a budget, or does not search by
            simulations or seconds.
    """
    return _budget_of(query.level, query.simulations, query.seconds, query.method)


@functools.lru_cache(maxsize=256, typed=True)
def _budget_of(level: str | None, simulations: int | None, seconds: float | None, method: str) -> Limit:
    if level is None:
        if simulations is None and seconds is None:
            if method == "expectimax":
                return Limit(seconds=EXPECTIMAX_SECONDS)
            return Limit(simulations=DEFAULT_SIMULATIONS)
        return Limit(simulations=simulations, seconds=seconds)
    for name, value in (("simulations", simulations), ("seconds", seconds)):
        if value is not None:
            problem = f"found {value} beside a level, expected one of the two"
            raise QueryError(
                "bad_field", (name,), problem, found=str(value), expected="nothing beside a level"
            )
    try:
        found = parse_agent(level).limit
    except OptionError as error:
        raise as_query_error(error, ("level",)) from None
    if found is None:
        expected = "a level that searches for a number of simulations or seconds"
        raise QueryError(
            "bad_option",
            ("level",),
            f"found {shown(level)}, expected {expected}",
            found=shown(level),
            expected=expected,
        )
    _check_budget_only(level)
    return found


def _check_budget_only(level: str) -> None:
    """Makes sure that the text of an agent says nothing beyond its budget, which would be passed over.

    Raises:
        QueryError: it does.
    """
    for part in level.split(",")[1:]:
        name = part.partition("=")[0].strip()
        if name and name not in _BUDGET_SETTINGS:
            found, expected = (
                shown(part.strip()),
                f"a budget, with no settings but {listed(_BUDGET_SETTINGS)}",
            )
            found_there = f"found {found} in {shown(level)}"
            problem = f"{found_there}, expected {expected}: how it is searched the query itself says"
            raise QueryError("bad_option", ("level",), problem, found=found, expected=expected)


def _limit(query: AnalyseFields, work: Work) -> Limit:
    """The budget within what the service gives; the threads do not change the answer, so they are cut."""
    limits = work.limits
    budget = _budget(query)
    if query.level is None and query.simulations is None and query.seconds is None:  # not asked for
        budget = _within(budget, limits)
    place = "level" if query.level is not None else "simulations"
    check_most(budget.simulations, limits.simulations, (place,))
    check_most(budget.seconds, limits.seconds, ("level" if query.level is not None else "seconds",), " s")
    return replace(
        budget,
        seconds=limits.seconds if budget.seconds is None else budget.seconds,
        threads=work.within(max(query.threads, budget.threads)),
        memory_mb=memory_given(*_memory_asked(query, budget), limits),
    )


def _within(budget: Limit, limits: ServiceLimits) -> Limit:
    """A budget that nobody asked for, cut to what the service gives."""
    simulations, seconds = budget.simulations, budget.seconds
    return replace(
        budget,
        simulations=None if simulations is None else min(simulations, limits.simulations),
        seconds=None if seconds is None else min(seconds, limits.seconds),
    )


def _memory_asked(query: AnalyseFields, budget: Limit) -> tuple[int | None, Path]:
    """How much memory the query asks for, None where it does not, and where."""
    if query.memory_mb is None and query.level is not None and parse_agent(query.level).asks_memory:
        return budget.memory_mb, ("level",)
    return query.memory_mb, ("memory_mb",)


def _one(
    query: AnalyseFields,
    view: View,
    limit: Limit,
    work: Work,
    before: Sequence[Result | None] | None = None,
    count: int = 1,
) -> Result:
    """The result for one position; of several, with the results of those before it and the number of all."""
    if before is None:
        work.check_cancelled()
    where: dict[str, Any] = {} if before is None else {"index": len(before)}

    def tell(analysis: Analysis) -> None:
        if analysis.final:
            return
        result = _plain(query, view, analysis)
        ended = {**result, "reason": "cancelled"}
        rest = [] if before is None else [None] * (count - len(before) - 1)
        work.so_far = ended if before is None else {"results": [*before, ended, *rest]}
        if query.progress is not None:
            work.partial({**where, **result})

    remembered = query.progress is not None or seconds(query) > QUICK_SECONDS
    try:
        found = analyse(
            view,
            limit,
            lines=query.lines,
            seed=query.seed,
            method=query.method,
            objective=query.objective or WIN,
            horizon=query.horizon,
            depth=query.depth,
            width=query.width,
            include=query.include,
            allow=_actions(query, view, "allow"),
            forbid=_actions(query, view, "forbid"),
            confidence=query.confidence,
            cancel=work.cancel,
            on_progress=tell if remembered else None,
            progress_seconds=query.progress or REMEMBERED_SECONDS,
        )
        result = _plain(query, view, found)
        if query.explain and not work.cancel.cancelled:
            result["explanation"] = plain_explanation(explain(view, found, query.language).sentences)
    except RattusAIError as error:
        raise as_query_error(error) from None
    return result


def _actions(query: AnalyseFields, view: View, name: Literal["allow", "forbid"]) -> list[int]:
    """Ids of the actions in a field.

    Raises:
        QueryError: one of them is not understood; the place says which.
    """
    found = []
    for index, action in enumerate(query.allow if name == "allow" else query.forbid):
        if isinstance(action, str):
            notation = view.game.notation
            understand = notation.parse if name == "allow" else notation.named_action
            try:
                action = understand(view.core, action, query.language)
            except RattusAIError as error:
                raise as_query_error(error, (name, index)) from None
        found.append(action)
    return found


def _plain(query: AnalyseFields, view: View, analysis: Analysis) -> Result:
    result = plain_analysis(view, analysis)
    name_turns(view, result["lines"], query.language)
    return result
