"""Players of this library as `pyspiel.Bot`.

A bot gets the whole state from OpenSpiel. What it hands on to the one that chooses is the view of its player
and nothing else, so none of these bots can peek.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import pyspiel

from rattus_ai.bots import parse_agent
from rattus_ai.positions import Position, View

if TYPE_CHECKING:
    from rattus_ai.openspiel.game import SpielState

Policy = list[tuple[int, float]]


class Chooser(Protocol):
    """Whoever picks an action for the player to act."""

    def choose(self, view: View) -> int:
        """The id of a legal action."""


@runtime_checkable
class MixedChooser(Protocol):
    """A chooser that can say with which chances it picks the actions."""

    def choose(self, view: View) -> int:
        """The id of a legal action."""

    def policy(self, view: View) -> Policy:
        """Legal actions with their chances, which sum to 1."""


@runtime_checkable
class Restarting(Protocol):
    """A chooser that remembers something of the game it is in."""

    def restart(self) -> None:
        """Forgets it."""


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot around anything that can choose from a view, `rattus_ai.Bot` for one.

    It provides a policy if the chooser has a method `policy`.
    """

    def __init__(self, player: int, chooser: Chooser | str, seed: int = 1) -> None:
        """A bot.

        Args:
            player: whom it plays for, from 0.
            chooser: who chooses, or an agent as text such as `expert` or `ismcts:2000` (see
                `rattus_ai.bots.parse_agent`).
            seed: of an agent given as text.

        Raises:
            OptionError: the text is no agent.
        """
        super().__init__()
        self._player = player
        self._chooser: Chooser = parse_agent(chooser).make(seed) if isinstance(chooser, str) else chooser

    def player_id(self) -> int:
        """Whom it plays for."""
        return self._player

    def restart(self) -> None:
        """A new game begins."""
        if isinstance(self._chooser, Restarting):
            self._chooser.restart()

    def restart_at(self, state: SpielState) -> None:
        """The game goes on from this state."""
        self.restart()

    def inform_action(self, state: SpielState, player: int, action: int) -> None:
        """Another player acts in this state; the view tells all of it at the next step."""

    def step(self, state: SpielState) -> int:
        """The action for this state.

        Raises:
            ValueError: it is not this bot's turn.
        """
        return self._chooser.choose(self._view(state))

    def provides_policy(self) -> bool:
        """Whether the chooser says with which chances it picks."""
        return isinstance(self._chooser, MixedChooser)

    def get_policy(self, state: SpielState) -> Policy:
        """Actions with the chances with which `step` picks them.

        Raises:
            ValueError: it is not this bot's turn, or the bot provides no policy.
        """
        if not isinstance(self._chooser, MixedChooser):
            raise ValueError("this bot provides no policy")
        return self._chooser.policy(self._view(state))

    def step_with_policy(self, state: SpielState) -> tuple[Policy, int]:
        """The policy and the action for this state; see `get_policy` and `step`."""
        return self.get_policy(state), self.step(state)

    def _view(self, state: SpielState) -> View:
        if state.current_player() != self._player:
            to_act = state.current_player()
            raise ValueError(f"state: found a state where {to_act} is to act, expected player {self._player}")
        known = state.core.view(self._player)
        return Position.of(state.core.game, known, viewer=self._player, seed=0).view(self._player)
