"""Bonus and guild cards: hands, discard piles, draws."""

from __future__ import annotations

from .components import CARD
from .setup import Setup
from .state import State


def held(state: State, player: int, kind: int) -> int:
    return state.known[player][kind] + state.secret[player][kind]


def holds(state: State, name: str) -> bool:
    """Whether the player in turn holds a card of this name."""
    return held(state, state.player, CARD[name]) > 0


def hand_size(state: State, player: int) -> int:
    return sum(state.known[player]) + sum(state.secret[player])


def kinds_in_hand(state: State) -> list[int]:
    """The kinds that the player in turn holds."""
    return [kind for kind in range(len(state.deck)) if held(state, state.player, kind) > 0]


def discard(state: State, kind: int) -> None:
    """A card of the player in turn onto the open pile, one that everybody knows of first."""
    hand = state.known if state.known[state.player][kind] > 0 else state.secret
    hand[state.player][kind] -= 1
    state.discards.append(kind)


def play(state: State, name: str) -> None:
    discard(state, CARD[name])


def discard_guild(state: State, number: int) -> None:
    state.guild_hand[state.player].remove(number)
    state.guild_discards.append(number)


# Draws


def can_draw(state: State) -> bool:
    return sum(state.deck) + len(state.discards) > 0


def can_draw_guild(state: State) -> bool:
    return len(state.guild_deck) + len(state.guild_discards) > 0


def begin_draws(state: State, number: int, back: str) -> None:
    """The player in turn draws bonus cards; then comes the stage `back`."""
    state.draws_left, state.back = number, back
    state.stage = "draws_go_on"


def begin_guild_draws(state: State, number: int, back: str) -> None:
    state.draws_left, state.back = number, back
    state.stage = "guild_draws_go_on"


def continue_draws(setup: Setup, state: State) -> None:
    """An empty pile is refilled when a draw needs it (Q8); with nothing at all there is no draw (O17)."""
    if state.draws_left > 0 and sum(state.deck) == 0:
        for kind in state.discards:
            state.deck[kind] += 1
        state.discards = []
    if state.draws_left > 0 and sum(state.deck) > 0:
        state.stage = "draw"
    else:
        draws_over(state, hand_size(state, state.player))


def continue_guild_draws(setup: Setup, state: State) -> None:
    if state.draws_left > 0 and not state.guild_deck:
        state.guild_deck, state.guild_discards = state.guild_discards, []
    if state.draws_left > 0 and state.guild_deck:
        state.stage = "draw_guild"
    else:
        draws_over(state, len(state.guild_hand[state.player]))


def draws_over(state: State, cards: int) -> None:
    """With an empty hand nothing has to be discarded."""
    state.stage, state.back, state.draws_left = state.back, "", 0
    if state.stage in ("discard", "discard_guild") and cards == 0:
        state.stage = "action_over"


def draw_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"draw {kind}", copies) for kind, copies in enumerate(state.deck) if copies > 0]


def draw(setup: Setup, state: State, words: list[str]) -> None:
    kind = int(words[1])
    state.deck[kind] -= 1
    state.secret[state.player][kind] += 1
    state.draws_left -= 1
    state.stage = "draws_go_on"


def draw_guild_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"draw_guild {number}", 1) for number in state.guild_deck]


def draw_guild(setup: Setup, state: State, words: list[str]) -> None:
    number = int(words[1])
    state.guild_deck.remove(number)
    state.guild_hand[state.player].append(number)
    state.draws_left -= 1
    state.stage = "guild_draws_go_on"


# Guild cards


def own_guild_action(state: State, number: int) -> bool:
    """Whether the running action is the one of this guild card itself, not a remote one under it."""
    return state.guild == number and state.acting == number and not state.remote


def guild_number(setup: Setup, state: State) -> int:
    """The number that eases the running action of a guild card."""
    return setup.guild[state.guild - 1][2]
