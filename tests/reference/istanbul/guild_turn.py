"""A turn with a guild card instead of the merchant (2.6, Q17): the action of its place must be done."""

from __future__ import annotations

from . import places
from .components import POLICE, TAVERN
from .places import tavern
from .setup import Setup
from .state import State


def begin(setup: Setup, state: State, number: int) -> None:
    """The card in play is neither in the hand nor among the discards."""
    state.guild_hand[state.player].remove(number)
    state.guild = state.acting = number
    state.compulsory = 1
    if number == POLICE:
        state.family[state.player] = POLICE  # without reward
    state.stage = "option" if number == TAVERN else "action"


def playable(setup: Setup, state: State) -> list[int]:
    """The guild cards of the player in turn that can be carried out."""
    found = []
    for number in state.guild_hand[state.player]:
        after = state.clone()
        begin(setup, after, number)
        actions = tavern.pairs if number == TAVERN else places.options
        if actions(setup, after):
            found.append(number)
    return found


def card_is_done(setup: Setup, state: State) -> None:
    """It goes onto the open pile; what it gives besides comes now."""
    lira, coffee, _ = setup.guild[state.guild - 1]
    state.lira[state.player] += lira
    state.coffee[state.player] += coffee
    state.guild_discards.append(state.guild)
