"""After a turn: the next one, or final round, sweep and the end of the game (rules sections 5 and 11)."""

from __future__ import annotations

from . import event, goods
from .cards import sultan, token_options, usable_cards, use_card
from .region_cards import begin_hands, points_of_hand
from .setup import Setup
from .state import State

COINS_OF_A_CUBE = 5


def end_turn(setup: Setup, state: State) -> None:
    """The sale comes before everything else (P21)."""
    goods.sell_out(setup, state)
    state.turn += 1
    if game_ends(setup, state):
        state.ending = True
        state.last = state.active
        state.final_left = setup.players - 1
        next_in_final_round(setup, state)
    else:
        state.start_of_turn((state.active + 1) % setup.players)
        state.stage = "main"


def game_ends(setup: Setup, state: State) -> bool:
    """Tested after the whole turn, for the supply of the active player alone (P9)."""
    return sum(state.rat_supply) == 0 or state.supply[state.active] == 0 or state.turn >= setup.turn_limit


# Final round: anticlockwise from the right of the player of the last turn, who does not take part


def next_in_final_round(setup: Setup, state: State) -> None:
    if state.final_left > 0:
        state.final_left -= 1
        state.start_of_turn((state.active - 1) % setup.players)
        state.stage = "final"
    else:
        end_final_round(setup, state)


def final_options(setup: Setup, state: State) -> list[str]:
    """Each card once, in any order (A28), then done."""
    found = ["done", *token_options(setup, state), *event.options(setup, state)]
    for _, card in usable_cards(setup, state):
        found += card.in_final_round(setup, state)
    return found


def apply_final(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "done":
        next_in_final_round(setup, state)
    elif words[0] == "token":
        goods.put_token(setup, state, words)
    elif words[0] == "ravage":
        event.apply(setup, state, words)
    else:
        use_card(setup, state, words)


def end_final_round(setup: Setup, state: State) -> None:
    """Cubes on the Baker are put on the board by the left neighbour of its holder; then comes the sweep."""
    if sum(state.baker) > 0:
        holder = state.owners[setup.card_number["baker"]]
        state.start_of_turn((holder + 1) % setup.players)
        state.stage = "baker_unload"
    else:
        state.start_of_turn(state.last)
        state.stage = "sweep"


# Sweep


def continue_sweep(setup: Setup, state: State) -> None:
    """The next region where rats and cubes lie together; a region that is done never does again."""
    rats = state.rats()
    for region in range(len(setup.regions)):
        if rats[region] > 0 and sum(state.cubes[region]) > 0:
            state.revealing = region
            state.stage = "ravage"
            return
    goods.sell_everything(setup, state)
    begin_hands(setup, state)


# The winner


def totals(setup: Setup, state: State) -> list[int]:
    """Cubes on the board and in the palace, for every player."""
    return [state.palace[player] + sum(row[player] for row in state.cubes) for player in range(setup.players)]


def points(setup: Setup, state: State) -> list[int]:
    """At the end: cubes, region cards, diplomats and coins, for every player."""
    found = totals(setup, state)
    for player in range(setup.players):
        if state.hands:
            found[player] += points_of_hand(setup, state, player)
        if state.diplomats:
            found[player] += sultan.points(setup, state, player)
        if state.coins:
            found[player] += state.coins[player] // COINS_OF_A_CUBE
    return found


def winner(setup: Setup, state: State) -> int:
    """Most points; a tie goes to the tied player who would have had the next turn first (P23)."""
    reached = points(setup, state)
    seats = [(state.last + step) % setup.players for step in range(1, setup.players + 1)]
    return max(seats, key=lambda player: reached[player])
