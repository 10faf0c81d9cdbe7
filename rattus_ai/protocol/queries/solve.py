"""`solve`: the end of a game as a proof, or as proved bounds."""

from __future__ import annotations

from rattus_ai.endgame import DEFAULT_SECONDS, solve
from rattus_ai.errors import RattusAIError
from rattus_ai.games import PUBLIC
from rattus_ai.limits import Limit
from rattus_ai.plain import plain_solution
from rattus_ai.protocol.asking import checked_language, deciding, player_of, position_of, view_of
from rattus_ai.protocol.errors import QueryError, as_query_error
from rattus_ai.protocol.messages import SolveFields
from rattus_ai.protocol.queries.cost import LONG, READING_SECONDS
from rattus_ai.protocol.telling import name_turns
from rattus_ai.protocol.work import Result, Work, check_most, memory_given


def seconds(query: SolveFields) -> float:
    """About how long it will take, at most."""
    return (
        LONG
        if query.fractions or query.distribution
        else READING_SECONDS + (query.seconds or DEFAULT_SECONDS)
    )


def answer(query: SolveFields, work: Work) -> Result:
    """The solution for what the asking player knows."""
    check_most(query.seconds, work.limits.seconds, ("seconds",), " s")
    seconds = min(DEFAULT_SECONDS, work.limits.seconds) if query.seconds is None else query.seconds
    memory_mb = memory_given(query.memory_mb, ("memory_mb",), work.limits)
    position = position_of(query.position, query.game, work.limits)
    checked_language(position, query.language)
    view = view_of(position, player_of(position, query.player, deciding(position)))
    work.check_cancelled()
    try:
        solution = solve(
            view,
            Limit(seconds=seconds, memory_mb=memory_mb),
            lines=query.lines,
            fractions=query.fractions,
            distribution=query.distribution,
            seed=query.seed,
            cancel=work.cancel,
        )
        result = plain_solution(view, solution)
        name_turns(view, result["turns"], query.language)
        for step in result["play"]:
            say = view.game.outcome_text if step["player"] is None else view.game.action_text
            step["text"] = say(step["action"], query.language)
        if query.document and solution.kind != "turn":
            result["solution"] = solution.to_document()
    except RattusAIError as error:
        work.check_cancelled()
        found = as_query_error(error)
        code = "no_end" if found.path in (("position",), ("limit",)) else found.code
        raise QueryError(code, ("position",), found.problem, expected=found.expected) from None
    if view.player == PUBLIC:
        result["viewer"] = PUBLIC
    return result
