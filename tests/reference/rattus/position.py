"""Rattus as a sequence of decisions and chance events, each named by a line of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from . import beginning, ending, ravage, turn
from .cards import classes, witch
from .setup import Setup
from .state import State, initial_state

CHANCE = -1
TERMINAL = -4

Options = Callable[[Setup, State], list[str]]
Outcomes = Callable[[Setup, State], list[tuple[str, int]]]
Apply = Callable[[Setup, State, list[str]], None]
Automatic = Callable[[Setup, State], None]

# Stages in which the active player decides: what he may do, and what that does.
DECISIONS: dict[str, tuple[Options, Apply]] = {
    "setup_place": (beginning.place_options, beginning.place),
    "main": (turn.options, turn.apply),
    "witch_second": (witch.second_options, witch.second),
    "witch_swap": (witch.swap_options, witch.swap_or_keep),
    "spread": (ravage.spread_options, ravage.choose_region),
    "neutral": (ravage.neutral_options, ravage.declare_neutral),
    "final": (ending.final_options, ending.apply_final),
}

# Stages in which chance decides: what may happen, with integer weights.
CHANCES: dict[str, tuple[Outcomes, Apply]] = {
    "setup_plague": (beginning.plague_outcomes, beginning.place_plague),
    "look": (witch.faces, witch.see),
    "ring": (ravage.ring_outcomes, ravage.draw_ring),
    "next": (ravage.next_outcomes, ravage.choose_next),
    "reveal": (ravage.reveal_outcomes, ravage.reveal),
}

# With the option `reveal_order`: `active_player` this one is a decision instead.
NEXT_AS_DECISION: tuple[Options, Apply] = (ravage.next_options, ravage.choose_next)

# Stages that need nobody; a position never rests in one.
AUTOMATIC: dict[str, Automatic] = {
    "spread_begins": ravage.begin_spread,
    "spread_goes_on": ravage.continue_spread,
    "ravage_begins": ravage.begin_ravage,
    "ravage": ravage.continue_ravage,
    "turn_over": ending.end_turn,
    "sweep": ending.continue_sweep,
}


class Position:
    """One game in progress."""

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        """The beginning of a game, or the given state (which the position then owns)."""
        for name, _ in setup.cards:
            if name not in classes.CLASS_OF_CARD:
                raise ValueError(f"card {name!r}: not in any box")
        self.setup = setup
        self.state = initial_state(setup) if state is None else state
        self._legal: list[str] | None = None

    @staticmethod
    def from_export(setup: Setup, exported: Mapping[str, Any]) -> Position:
        """The inverse of `export`."""
        position = Position(setup, State.from_export(exported))
        position._settle()
        return position

    def export(self) -> dict[str, Any]:
        """Everything there is to know about the position, as plain integers and lists."""
        return self.state.export()

    def clone(self) -> Position:
        twin = Position(self.setup, self.state.clone())
        twin._legal = self._legal
        return twin

    def is_chance(self) -> bool:
        if self.state.stage == "next":
            return self.setup.reveal_order == "random"
        return self.state.stage in CHANCES

    def is_terminal(self) -> bool:
        return self.state.stage == "terminal"

    def current_player(self) -> int:
        """The player who decides, `CHANCE` or `TERMINAL`."""
        if self.is_terminal():
            return TERMINAL
        return CHANCE if self.is_chance() else self.state.active

    def legal_actions(self) -> list[str]:
        """What can happen now: decisions or chance outcomes; nothing at the end."""
        if self._legal is None:
            self._legal = self._find_legal_actions()
        return self._legal

    def _find_legal_actions(self) -> list[str]:
        if self.is_terminal():
            return []
        if self.is_chance():
            return [text for text, _ in self.weights()]
        options, _ = self._decision()
        return options(self.setup, self.state)

    def weights(self) -> list[tuple[str, int]]:
        """At a chance event: the outcomes with integer weights."""
        outcomes, _ = CHANCES[self.state.stage]
        return outcomes(self.setup, self.state)

    def probabilities(self) -> list[tuple[str, Fraction]]:
        """At a chance event: the outcomes with their probabilities."""
        weights = self.weights()
        total = sum(weight for _, weight in weights)
        return [(text, Fraction(weight, total)) for text, weight in weights]

    def apply(self, text: str) -> None:
        """Carries out a decision or a chance outcome. Raises ValueError if it is not legal now."""
        if text not in self.legal_actions():
            raise ValueError(f"{text!r} is not legal in stage {self.state.stage}")
        _, carry_out = CHANCES[self.state.stage] if self.is_chance() else self._decision()
        carry_out(self.setup, self.state, text.split())
        self._legal = None
        self._settle()

    def _decision(self) -> tuple[Options, Apply]:
        return NEXT_AS_DECISION if self.state.stage == "next" else DECISIONS[self.state.stage]

    def _settle(self) -> None:
        """Does everything that needs no decision."""
        while self.state.stage in AUTOMATIC:
            AUTOMATIC[self.state.stage](self.setup, self.state)

    def totals(self) -> list[int]:
        """Cubes on the board and in the palace, for every player."""
        return ending.totals(self.setup, self.state)

    def winner(self) -> int:
        """The player who has won; only at the end."""
        if not self.is_terminal():
            raise ValueError("the game is not over")
        return ending.winner(self.setup, self.state)

    def returns(self) -> list[float]:
        """1 for the winner, 0 for the others; 0 for all before the end."""
        return [float(self.is_terminal() and self.winner() == player) for player in range(self.setup.players)]
