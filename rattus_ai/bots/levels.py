"""The strength of an opponent by one word: the one place that says which agent a level is.

A level is an agent as text (`rattus_ai.bots.parse_agent`).
"""

from __future__ import annotations

from rattus_ai.bots.specification import AgentSpecification, parse_agent

DEFAULT_LEVEL = "ismcts:2000"
"""The opponent where nobody says how strong it should be."""


def level_names() -> tuple[str, ...]:
    """The levels that have a name, the weakest first."""
    return ()


def resolve_level(level: str) -> AgentSpecification:
    """The agent that a level stands for.

    Raises:
        OptionError: there is no such level.
    """
    return parse_agent(level)
