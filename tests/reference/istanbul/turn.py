"""The phases of a turn up to the action: movement, assistants, other merchants (1.4)."""

from __future__ import annotations

from collections.abc import Iterable

from . import board, goods, guild_turn, hands, places, windows
from .components import AGAIN, FOUNTAIN
from .setup import Setup
from .state import State

PAYMENT = 2


# Phase 1


def move_texts(places_: Iterable[int]) -> list[str]:
    return [f"move {place}" for place in sorted(places_)]


def recall_texts(state: State) -> list[str]:
    """The card that returns an assistant: before or after moving (Q7)."""
    if not hands.holds(state, "recall"):
        return []
    return [f"recall {place}" for place in state.assistants[state.player]]


def move_options(setup: Setup, state: State) -> list[str]:
    found = move_texts(board.ordinary_moves(setup, state)) + recall_texts(state)
    if hands.holds(state, "far") and board.far_moves(setup, state):
        found.append("far")
    if hands.holds(state, "stay"):
        found.append("stay")
    if hands.holds(state, "corner"):
        found.append("corner")
    return found + [f"guild {number}" for number in guild_turn.playable(setup, state)]


def far_options(setup: Setup, state: State) -> list[str]:
    return move_texts(board.far_moves(setup, state))


def corner_options(setup: Setup, state: State) -> list[str]:
    return move_texts(board.corner_moves(setup, state))


def move(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "move":
        state.merchant[state.player] = int(words[1])
        state.stage = "arrived"
    elif words[0] == "recall":
        recall(state, words)
    elif words[0] == "guild":
        guild_turn.begin(setup, state, int(words[1]))
    else:
        hands.play(state, words[0])
        state.stage = "arrived" if words[0] == "stay" else words[0]


def recall(state: State, words: list[str]) -> None:
    hands.play(state, "recall")
    windows.call_back(state, int(words[1]))


def arrived(setup: Setup, state: State) -> None:
    """At the Fountain there are neither assistants nor payments (Q1)."""
    at_fountain = state.merchant[state.player] == FOUNTAIN
    state.stage = "action_begins" if at_fountain else "assistant"


def assistant_options(setup: Setup, state: State) -> list[str]:
    found = ["decline", *recall_texts(state)]
    if state.merchant[state.player] in state.assistants[state.player]:
        found.append("pick_up")
    elif state.stack[state.player] > 0:
        found.append("leave")
    return found


def assistant(setup: Setup, state: State, words: list[str]) -> None:
    here = state.merchant[state.player]
    if words[0] == "recall":
        recall(state, words)
        return
    if words[0] == "decline":
        state.stage = "turn_over"
        return
    if words[0] == "pick_up":
        windows.call_back(state, here)
    else:
        state.stack[state.player] -= 1
        state.assistants[state.player].append(here)
        state.assistants[state.player].sort()
    state.stage = "merchants_are_paid"


# Phase 2


def merchants_here(state: State) -> tuple[list[int], list[int]]:
    """Other players, and neutral merchants by number, on the place of the player in turn."""
    here = state.merchant[state.player]
    players = [
        player for player, place in enumerate(state.merchant) if place == here and player != state.player
    ]
    return players, [number for number, place in enumerate(state.neutral) if place == here]


def merchants_are_paid(setup: Setup, state: State) -> None:
    players, neutral = merchants_here(state)
    state.stage = "pay" if players or neutral else "action_begins"


def price(state: State) -> int:
    players, neutral = merchants_here(state)
    return PAYMENT * (len(players) + len(neutral))


def pay_options(setup: Setup, state: State) -> list[str]:
    return ["pay", "refuse"] if goods.lira(state) >= price(state) else ["refuse"]


def pay(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "refuse":
        state.stage = "turn_over"
        return
    players, neutral = merchants_here(state)
    goods.earn(state, -price(state))
    for player in players:
        state.lira[player] += PAYMENT
    state.rolling = sum(1 << number for number in neutral)
    state.stage = "neutral_merchants_go_on"


# Phase 3


def action_begins(setup: Setup, state: State) -> None:
    state.acting = state.merchant[state.player]
    state.stage = "action"


def action_options(setup: Setup, state: State) -> list[str]:
    found = places.options(setup, state)
    return found if state.compulsory else [*found, "skip"]


def action(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "skip":
        after_begins(setup, state, done_place=0)
    else:
        places.apply(setup, state, words)


def action_over(setup: Setup, state: State) -> None:
    """Under guild card 19 there may be a second option; else phase 4."""
    if state.options:
        places.tavern.begin_option(setup, state)
        return
    repeatable = state.acting in AGAIN and not state.guild
    after_begins(setup, state, done_place=state.acting if repeatable else 0)


def after_begins(setup: Setup, state: State, done_place: int) -> None:
    if state.guild:
        guild_turn.card_is_done(setup, state)
    state.done_place = done_place
    state.acting = state.remote = state.compulsory = 0
    state.stage = "after"
