"""The opponent for a frontend: made from a text, asked with a view."""

from __future__ import annotations

import threading

from rattus_ai.bots.levels import DEFAULT_LEVEL
from rattus_ai.bots.specification import parse_agent
from rattus_ai.limits import Cancel
from rattus_ai.positions import View


class Bot:
    """An opponent.

    Args:
        agent: a level, from `beginner` to `strongest` (`rattus_ai.bots.levels`), or any
            agent as `parse_agent` takes it.
        seed: decides everything random about it.

    Raises:
        OptionError: the text is no agent.
    """

    def __init__(self, agent: str = DEFAULT_LEVEL, *, seed: int = 1) -> None:
        self.specification = parse_agent(agent)
        self._agent = self.specification.make(seed)
        self._turn = threading.Lock()

    def choose(self, view: View, cancel: Cancel | None = None) -> int:
        """The id of the action it plays; `position.push` takes it. Threads that ask at once take turns.

        Args:
            view: what the player to decide knows.
            cancel: ends the choice early; what looks best by then is played.

        Raises:
            ViewError: the view is not of the player who has to decide.
        """
        with self._turn:
            return self._agent.choose(view, cancel)

    def restart(self) -> None:
        """Forgets the running game."""
        self._agent.restart()

    def __repr__(self) -> str:
        return f"<Bot {self.specification.text}>"
