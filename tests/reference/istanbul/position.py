"""Istanbul as a sequence of decisions and chance events, each named by a line of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..game_position import GamePosition
from . import dealing, demand, dice, encounters, ending, figures, hands, places, swap, turn, windows
from .places import caravansary, fountain, guild_hall, markets, roasting_plant, tavern, warehouses
from .setup import Setup
from .state import State, initial_state

Options = Callable[[Setup, State], list[str]]
Outcomes = Callable[[Setup, State], list[tuple[str, int]]]
Apply = Callable[[Setup, State, list[str]], None]

# Stages in which the player in turn decides: what he may do (apart from the windows), what that does.
DECISIONS: dict[str, tuple[Options, Apply]] = {
    "move": (turn.move_options, turn.move),
    "far": (turn.far_options, turn.move),
    "corner": (turn.corner_options, turn.move),
    "assistant": (turn.assistant_options, turn.assistant),
    "pay": (turn.pay_options, turn.pay),
    "action": (turn.action_options, turn.action),
    "deliver": (places.options, places.apply),
    "extra": (warehouses.extra_options, warehouses.extra),
    "discard": (caravansary.discard_options, caravansary.discard),
    "fountain": (fountain.more_options, fountain.apply),
    "dice": (dice.options, dice.apply),
    "market": (markets.any_goods, markets.apply),
    "roast": (roasting_plant.more_options, roasting_plant.apply),
    "discard_guild": (guild_hall.discard_options, guild_hall.discard),
    "barrier": (tavern.barrier_texts, tavern.put_barrier),
    "beside": (tavern.use_options, tavern.use),
    "option": (tavern.name_options, tavern.name),
    "baksheesh": (tavern.baksheesh_options, tavern.baksheesh),
    "swap": (swap.options, swap.apply),
    "after": (encounters.options, encounters.apply),
    "figure_pay": (encounters.pay_options, encounters.pay),
    "last_cards": (ending.options, ending.apply),
}

# Stages in which chance decides: what may happen, with integer weights.
CHANCES: dict[str, tuple[Outcomes, Apply]] = {
    "figure": (figures.outcomes, figures.put),
    "demand_large": (demand.large_outcomes, demand.show),
    "demand_small": (demand.small_outcomes, demand.show),
    "deal": (dealing.outcomes, dealing.deal),
    "draw": (hands.draw_outcomes, hands.draw),
    "draw_guild": (hands.draw_guild_outcomes, hands.draw_guild),
    "roll": (dice.outcomes, dice.roll),
}

# Stages that need nobody; a position never rests in one.
AUTOMATIC: dict[str, Callable[[Setup, State], None]] = {
    "deals_go_on": dealing.continue_deals,
    "arrived": turn.arrived,
    "merchants_are_paid": turn.merchants_are_paid,
    "neutral_merchants_go_on": figures.continue_neutral,
    "action_begins": turn.action_begins,
    "action_over": turn.action_over,
    "draws_go_on": hands.continue_draws,
    "guild_draws_go_on": hands.continue_guild_draws,
    "dice_lie": dice.dice_lie,
    "roll_counts": dice.roll_counts,
    "turn_over": ending.turn_over,
    "last_cards_go_on": ending.last_cards_go_on,
}


class Position(GamePosition):
    """One game in progress."""

    setup: Setup
    state: State

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        """The beginning of a game, or the given state (which the position then owns)."""
        super().__init__(setup, initial_state(setup) if state is None else state)

    @staticmethod
    def from_export(setup: Setup, exported: Mapping[str, Any]) -> Position:
        """The inverse of `export`."""
        return Position(setup, State.from_export(exported))

    def clone(self) -> Position:
        return Position(self.setup, self.state.clone())

    def is_chance(self) -> bool:
        return self.state.stage in CHANCES

    def decider(self) -> int:
        return self.state.player

    def active_player(self) -> int:
        """The player whose turn it is."""
        return self.state.player

    def turn(self) -> int:
        """Turns that are over."""
        last_cards = "last_cards" in (self.state.stage, self.state.back)
        nobodys_turn = last_cards or self.state.stage in ("deal", "terminal")
        return self.state.round * self.setup.players + (0 if nobodys_turn else self.state.player)

    def decisions(self) -> list[str]:
        own, _ = DECISIONS[self.state.stage]
        return own(self.setup, self.state) + self._windows()

    def _windows(self) -> list[str]:
        """What may be used between the steps; what must be done has to stay possible (Q4)."""
        found = windows.options(self.setup, self.state)
        if self.state.stage == "action" and self.state.compulsory:
            found = [text for text in found if self._leaves_an_action(text)]
        return found

    def _leaves_an_action(self, text: str) -> bool:
        words = text.split()
        after = self.state.clone()
        windows.ACTIONS[words[0]](self.setup, after, words)
        return bool(places.options(self.setup, after))

    def weights(self) -> list[tuple[str, int]]:
        """At a chance event: the outcomes with integer weights."""
        outcomes, _ = CHANCES[self.state.stage]
        return outcomes(self.setup, self.state)

    def apply(self, text: str) -> None:
        """Carries out a decision or a chance outcome. Raises ValueError if it is not legal now."""
        self.check_legal(text)
        words = text.split()
        if self.is_chance():
            carry_out = CHANCES[self.state.stage][1]
        elif self.state.stage in windows.STAGES and words[0] in windows.ACTIONS:
            carry_out = windows.ACTIONS[words[0]]
        else:
            carry_out = DECISIONS[self.state.stage][1]
        carry_out(self.setup, self.state, words)
        self._legal = None
        if self.state.stage == "last_cards":
            self.state.stage = "last_cards_go_on"
        while self.state.stage in AUTOMATIC:
            AUTOMATIC[self.state.stage](self.setup, self.state)

    def returns(self) -> list[float]:
        """The shares of the win; 0 for all before the end."""
        return ending.shares(self.setup, self.state) if self.is_terminal() else [0.0] * self.setup.players
