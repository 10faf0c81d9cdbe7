"""Opponents: objects that choose an action from a view.

>>> from rattus_ai import Bot, load_game
>>> position = load_game("rattus", players=3).new_position(seed=7)
>>> bot = Bot("ismcts:500", seed=3)
>>> position.push(bot.choose(position.view(position.current_player())))
"""

from rattus_ai.bots.agents import Agent, ExpectimaxAgent, GreedyAgent, IsmctsAgent, RandomAgent
from rattus_ai.bots.bot import Bot
from rattus_ai.bots.specification import AgentSpecification, parse_agent

__all__ = [
    "Agent",
    "AgentSpecification",
    "Bot",
    "ExpectimaxAgent",
    "GreedyAgent",
    "IsmctsAgent",
    "RandomAgent",
    "parse_agent",
]
