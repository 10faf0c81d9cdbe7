"""`choose`: an opponent's next action, on what this player knows."""

from __future__ import annotations

import secrets
from dataclasses import replace

from rattus_ai.bots.agents import Agent, ExpectimaxAgent, IsmctsAgent
from rattus_ai.bots.specification import AgentSpecification, parse_agent
from rattus_ai.errors import OptionError, RattusAIError, ViewError
from rattus_ai.protocol.asking import checked_language, deciding, player_of, position_of, view_of
from rattus_ai.protocol.errors import QueryError, as_query_error
from rattus_ai.protocol.messages import ChooseFields
from rattus_ai.protocol.queries.cost import READING_SECONDS, search_seconds
from rattus_ai.protocol.work import Result, Work, check_most

FRESH_SEED_BITS = 53
"""Bits of a seed that the service makes up: what every language keeps exactly."""


_POSITIONS = " visited positions"


def seconds(query: ChooseFields) -> float:
    """About how long it will take."""
    try:
        agent = parse_agent(query.level)
    except OptionError:
        return READING_SECONDS  # it is answered at once what is wrong
    return search_seconds(agent.limit, agent.work)


def threads(query: ChooseFields) -> int:
    """How many search threads it can use."""
    try:
        limit = parse_agent(query.level).limit
    except OptionError:
        return 1
    return 1 if limit is None else limit.threads


def answer(query: ChooseFields, work: Work) -> Result:
    """The action with its text, and with the level and the seed that give it again."""
    agent = _agent(query, work)
    position = position_of(query.position, query.game, work.limits)
    checked_language(position, query.language)
    view = view_of(position, player_of(position, query.player, deciding(position)))
    seed = query.seed if query.seed is not None else secrets.randbits(FRESH_SEED_BITS)
    work.check_cancelled()
    try:
        action = _made(agent, seed, work).choose(view, work.cancel)
    except ViewError as error:
        who = query.player is not None and view.current_player() >= 0
        raise as_query_error(error, ("player",) if who else ("position",)) from None
    except RattusAIError as error:
        raise as_query_error(error) from None
    return {
        "game": view.game.name,
        "player": view.player,
        "action": action,
        "text": view.text(action, query.language),
        "level": query.level,
        "seed": seed,
        "complete": not work.cancel.cancelled,
    }


def _made(agent: AgentSpecification, seed: int, work: Work) -> Agent:
    """The agent, on as many threads as there are for it, with the memory that the service gives.

    What it chooses does not depend on the threads, nor on memory that it does not need.
    """
    made = agent.make(seed)
    if isinstance(made, IsmctsAgent):
        limit = made.limit
        memory_mb = min(limit.memory_mb, work.limits.memory_mb)
        made.limit = replace(limit, threads=work.within(limit.threads), memory_mb=memory_mb)
    return made


def _agent(query: ChooseFields, work: Work) -> AgentSpecification:
    """The agent of the level, if the service gives what it takes.

    Raises:
        QueryError: there is no such level, or it takes more.
    """
    limits = work.limits
    try:
        agent = parse_agent(query.level)
    except OptionError as error:
        raise as_query_error(error, ("level",)) from None
    if agent.limit is not None:
        check_most(agent.limit.simulations, limits.simulations, ("level",), " simulations")
        check_most(agent.limit.seconds, limits.seconds, ("level",), " s")
        check_most(agent.limit.threads, limits.threads, ("level",), " threads")
        if agent.asks_memory:
            check_most(agent.limit.memory_mb, limits.memory_mb, ("level",), " MiB")
    bounded = agent.make(0)
    if isinstance(bounded, ExpectimaxAgent):
        check_most(bounded.nodes, limits.simulations, ("level",), _POSITIONS)
        if bounded.nodes == 0:
            found, expected = f"no bound on{_POSITIONS}", f"at most {limits.simulations:g}{_POSITIONS}"
            problem = f"found {found} (nodes=0), but this service gives {expected}"
            raise QueryError("over_limit", ("level",), problem, found=found, expected=expected)
    return agent
