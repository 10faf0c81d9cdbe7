"""What the positions of every reference are: a set-up, a state in a stage, and texts for what can happen."""

from __future__ import annotations

from typing import Any

CHANCE = -1
TERMINAL = -4


class GamePosition:
    """One game in progress. A game's class says who decides, what may happen, and what it does."""

    def __init__(self, setup: Any, state: Any) -> None:
        """The given state, which the position then owns."""
        self.setup = setup
        self.state = state
        self._legal: list[str] | None = None

    def export(self) -> dict[str, Any]:
        """Everything there is to know about the position, as plain numbers, texts and lists."""
        fields: dict[str, Any] = self.state.export()
        return fields

    def is_chance(self) -> bool:
        raise NotImplementedError

    def is_terminal(self) -> bool:
        return bool(self.state.stage == "terminal")

    def decider(self) -> int:
        """The player who decides, where one does."""
        raise NotImplementedError

    def decisions(self) -> list[str]:
        """What this player may do."""
        raise NotImplementedError

    def weights(self) -> list[tuple[str, int]]:
        """At a chance event: the outcomes with integer weights."""
        raise NotImplementedError

    def current_player(self) -> int:
        """The player who decides, `CHANCE` or `TERMINAL`."""
        if self.is_terminal():
            return TERMINAL
        return CHANCE if self.is_chance() else self.decider()

    def legal_actions(self) -> list[str]:
        """What can happen now: decisions or chance outcomes; nothing at the end."""
        if self._legal is None:
            if self.is_terminal():
                self._legal = []
            elif self.is_chance():
                self._legal = [text for text, _ in self.weights()]
            else:
                self._legal = self.decisions()
        return self._legal

    def check_legal(self, text: str) -> None:
        """Raises ValueError if this is no decision or chance outcome that is legal now."""
        if text not in self.legal_actions():
            raise ValueError(f"{text!r} is not legal in stage {self.state.stage}")
