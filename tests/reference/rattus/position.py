"""Rattus as a sequence of decisions and chance events, each named by a line of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..game_position import GamePosition
from . import beginning, ending, ravage, recycled, region_cards, turn
from .cards import ABILITIES, soldier, swindler, witch
from .setup import Setup
from .state import NONE, State, initial_state

Options = Callable[[Setup, State], list[str]]
Outcomes = Callable[[Setup, State], list[tuple[str, int]]]
Apply = Callable[[Setup, State, list[str]], None]
Automatic = Callable[[Setup, State], None]

# Stages in which the active player decides (at `protect` the player asked): what he may do, what that does.
DECISIONS: dict[str, tuple[Options, Apply]] = {
    "setup_place": (beginning.place_options, beginning.place),
    "setup_caravan": (beginning.caravan_options, beginning.put_caravan),
    "main": (turn.options, turn.apply),
    "spread": (ravage.spread_options, ravage.choose_region),
    "soldier_spread": (ravage.soldier_options, ravage.soldier_spread),
    "neutral": (ravage.neutral_options, ravage.declare_neutral),
    "order": (ravage.order_options, ravage.choose_token),
    "protect": (ravage.protect_options, ravage.protect),
    "deacon": (ravage.deacon_options, ravage.deacon),
    "grave_robber_goods": (ravage.grave_robber_options, ravage.grave_robber),
    "final": (ending.final_options, ending.apply_final),
}
for _card in ABILITIES.values():
    DECISIONS.update(_card.stages)

# Stages in which chance decides: what may happen, with integer weights.
CHANCES: dict[str, tuple[Outcomes, Apply]] = {
    "setup_plague": (beginning.plague_outcomes, beginning.place_plague),
    "setup_removed": (beginning.removed_outcomes, beginning.remove_goods),
    "setup_goods": (beginning.goods_outcomes, beginning.put_goods),
    "deal": (beginning.deal_outcomes, beginning.deal),
    "draw": (region_cards.draw_outcomes, region_cards.draw),
    "look": (witch.faces, witch.see),
    "ring": (ravage.ring_outcomes, ravage.draw_ring),
    "next": (ravage.next_outcomes, ravage.choose_next),
    "reveal": (ravage.reveal_outcomes, ravage.reveal),
    "recycled": (recycled.recycled_outcomes, recycled.draw_recycled),
    "hands": (region_cards.hand_outcomes, region_cards.show_card),
}

# With the option `reveal_order`: `active_player` this one is a decision instead.
NEXT_AS_DECISION: tuple[Options, Apply] = (ravage.next_options, ravage.choose_next)

# Stages that need nobody; a position never rests in one.
AUTOMATIC: dict[str, Automatic] = {
    "setup_goods_begins": beginning.begin_goods,
    "setup_cards_begin": beginning.begin_cards,
    "piece_has_moved": turn.piece_has_moved,
    "spread_begins": ravage.begin_spread,
    "spread_goes_on": ravage.continue_spread,
    "ravage_begins": ravage.begin_ravage,
    "ravage": ravage.continue_ravage,
    "turn_over": ending.end_turn,
    "final_round_over": ending.end_final_round,
    "sweep": ending.continue_sweep,
}

# A rat that a card has put lies there: what follows.
RAT_OF_CARD: dict[str, Automatic] = {"swindler": swindler.rat_lies, "soldier": soldier.rat_lies}

# The card to which a stage belongs; `ring`, `recycled` and `draw` belong to the card that began them.
CARD_OF_STAGE = {
    **{stage: card.name for card in ABILITIES.values() for stage in card.stages},
    "setup_caravan": "caravan_leader",
    "soldier_spread": "soldier",
    "deacon": "deacon",
    "grave_robber_goods": "grave_robber",
}
STAGES_THAT_CARDS_BEGIN = ("ring", "recycled", "draw")


class Position(GamePosition):
    """One game in progress."""

    setup: Setup
    state: State

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        """The beginning of a game, or the given state (which the position then owns)."""
        for name, _ in setup.cards:
            if name not in ABILITIES:
                raise ValueError(f"card {name!r}: not in any box, or its abilities are not known")
        super().__init__(setup, initial_state(setup) if state is None else state)

    @staticmethod
    def from_export(setup: Setup, exported: Mapping[str, Any]) -> Position:
        """The inverse of `export`."""
        position = Position(setup, State.from_export(exported))
        position._settle()
        return position

    def fields(self) -> Mapping[str, Any]:
        """Like `export`, but not copied: to be read, and not after the position has gone on."""
        return self.state.fields()

    def clone(self) -> Position:
        twin = Position(self.setup, self.state.clone())
        twin._legal = self._legal
        return twin

    def is_chance(self) -> bool:
        if self.state.stage == "next":
            return self.setup.reveal_order == "random"
        return self.state.stage in CHANCES

    def decider(self) -> int:
        return self.state.asked if self.state.stage == "protect" else self.state.active

    def active_player(self) -> int:
        """The player whose turn it is."""
        return self.state.active

    def turn(self) -> int:
        """Turns that are over."""
        return self.state.turn

    def decisions(self) -> list[str]:
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
        self.check_legal(text)
        _, carry_out = CHANCES[self.state.stage] if self.is_chance() else self._decision()
        carry_out(self.setup, self.state, text.split())
        self._legal = None
        self._settle()

    def _decision(self) -> tuple[Options, Apply]:
        return NEXT_AS_DECISION if self.state.stage == "next" else DECISIONS[self.state.stage]

    def _settle(self) -> None:
        """Does everything that needs no decision."""
        state = self.state
        while True:
            if state.stage in AUTOMATIC:
                AUTOMATIC[state.stage](self.setup, state)
            elif state.stage == "rat_of_card_lies":
                RAT_OF_CARD[self.setup.card_names[state.step_card]](self.setup, state)
            else:
                break
        if state.stage in CARD_OF_STAGE:
            state.step_card = self.setup.card_number[CARD_OF_STAGE[state.stage]]
        elif state.stage not in STAGES_THAT_CARDS_BEGIN:
            state.step_card = NONE

    def totals(self) -> list[int]:
        """Cubes on the board and in the palace, for every player."""
        return ending.totals(self.setup, self.state)

    def points(self) -> list[int]:
        """What counts at the end, for every player: cubes, region cards, diplomats and coins."""
        return ending.points(self.setup, self.state)

    def winner(self) -> int:
        """The player who has won; only at the end."""
        if not self.is_terminal():
            raise ValueError("the game is not over")
        return ending.winner(self.setup, self.state)

    def returns(self) -> list[float]:
        """1 for the winner, 0 for the others; 0 for all before the end."""
        return [float(self.is_terminal() and self.winner() == player) for player in range(self.setup.players)]
