"""After the action: once more by a card, family members, governor, smuggler, coffee trader (1.4, 2.4)."""

from __future__ import annotations

from . import figures, goods, hands, places
from .components import AGAIN, BONUS, ENCOUNTER, GOODS, GOVERNOR, PALACE, POLICE, SMUGGLER, TRADER
from .setup import Setup
from .state import State

PAYMENT, REWARD = 2, 3


def options(setup: Setup, state: State) -> list[str]:
    """A guild turn has no encounters."""
    if state.guild:
        return ["end"]
    caught = family_members_here(state)
    found = [f"catch_lira {player}" for player in caught]
    if hands.can_draw(state):
        found += [f"catch_card {player}" for player in caught]
    if can_repeat(setup, state):
        found.append("again")
    if meets(state, GOVERNOR) and (hands.can_draw(state) or can_pay_governor(state)):
        found.append("governor")
    if meets(state, SMUGGLER):
        # What he gives can be handed back, so he can always be paid.
        found += [f"smuggler {good}" for good in GOODS]
    if meets(state, TRADER) and (free(state) or goods.lira(state) >= PAYMENT or goods.owned_goods(state)):
        found.append("trader")
    return found if caught else [*found, "end"]


def apply(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "end":
        state.stage = "turn_over"
    elif words[0] == "again":
        repeat(setup, state)
    else:
        state.done_place = 0
        if words[0] in ("catch_lira", "catch_card"):
            catch(state, words)
        else:
            meet(state, words)


# Once more


def can_repeat(setup: Setup, state: State) -> bool:
    """The card of the action that has just been done, if it can be done again at its new price (Q13)."""
    if not state.done_place or not hands.holds(state, BONUS[AGAIN[state.done_place]]):
        return False
    once_more = state.clone()
    once_more.acting = state.done_place
    return bool(places.options(setup, once_more))


def repeat(setup: Setup, state: State) -> None:
    hands.discard(state, AGAIN[state.done_place])
    state.acting = state.done_place
    if state.acting == PALACE:
        state.stage = "deliver"
    else:
        [text] = places.options(setup, state)
        places.apply(setup, state, text.split())


# Family members


def family_members_here(state: State) -> list[int]:
    """Other players' ones where the merchant is; not at the Police Station."""
    here = state.merchant[state.player]
    return [
        player
        for player, place in enumerate(state.family)
        if player != state.player and place == here and place != POLICE
    ]


def catch(state: State, words: list[str]) -> None:
    state.family[int(words[1])] = POLICE
    if words[0] == "catch_lira":
        goods.earn(state, REWARD)
    else:
        hands.begin_draws(state, 1, back="after")


# Figures


def free(state: State) -> bool:
    """With the encounter tile nothing is paid."""
    return bool(state.tavern[state.player] & 1 << ENCOUNTER)


def bit(figure: int) -> int:
    """In the mask of the figures that have been met."""
    return 1 << figure - GOVERNOR


def meets(state: State, figure: int) -> bool:
    """Each at most once a turn (Q3)."""
    here = figures.place_of(state, figure) == state.merchant[state.player]
    return here and not state.met & bit(figure)


def can_pay_governor(state: State) -> bool:
    return free(state) or goods.lira(state) >= PAYMENT or hands.hand_size(state, state.player) > 0


def meet(state: State, words: list[str]) -> None:
    state.figure = next(figure for figure, name in figures.NAMES.items() if name == words[0])
    state.met |= bit(state.figure)
    following = "figure" if free(state) else "figure_pay"
    if state.figure == GOVERNOR:
        hands.begin_draws(state, 1, back=following)
        return
    if state.figure == SMUGGLER:
        goods.gain(state, int(words[1]))
    else:
        goods.brew(state, 1)
    state.stage = following


def pay_options(setup: Setup, state: State) -> list[str]:
    found = ["pay_lira"] if goods.lira(state) >= PAYMENT else []
    if state.figure == GOVERNOR:
        return found + [f"discard {kind}" for kind in hands.kinds_in_hand(state)]
    return found + [f"pay_good {good}" for good in goods.owned_goods(state)]


def pay(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "pay_lira":
        goods.earn(state, -PAYMENT)
    elif words[0] == "discard":
        hands.discard(state, int(words[1]))
    else:
        goods.pay(state, int(words[1]))
    state.stage = "figure"
