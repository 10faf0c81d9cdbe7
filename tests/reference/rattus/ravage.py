"""After the plague piece has moved: spread, declaration, reveals and losses (rules 3, C; A5 to A14).

The sweep of the end uses the reveals too: stage `ravage` goes on with the region `revealing` until no rat or
no cube is left there.
"""

from __future__ import annotations

from .cards import held_cards
from .setup import MOST_RATS_IN_A_REGION, NORMAL, RING_LETTERS, STARTING, Setup, Token
from .state import NONE, NOWHERE, UNKNOWN, State

NEUTRAL_CUBES = 2
MOST_NEW_RATS = 2


# Spread


def begin_spread(setup: Setup, state: State) -> None:
    """No rat in the region: none; one: one; more: two."""
    state.spread_left = min(state.rats_in(state.plague), MOST_NEW_RATS)
    state.stage = "spread_goes_on"


def continue_spread(setup: Setup, state: State) -> None:
    """What finds no room or no supply is not placed (A5)."""
    if state.spread_left > 0 and sum(state.rat_supply) > 0 and spread_options(setup, state):
        state.stage = "spread"
    else:
        state.spread_left = 0
        state.stage = "ravage_begins"


def spread_options(setup: Setup, state: State) -> list[str]:
    rats = state.rats()
    return [
        f"rat {setup.regions[near]}"
        for near in setup.neighbours[state.plague]
        if rats[near] < MOST_RATS_IN_A_REGION
    ]


def choose_region(setup: Setup, state: State, words: list[str]) -> None:
    """The ring of the new rat is seen after its region is chosen (P1)."""
    state.spread_region = setup.region_number[words[1]]
    rings = [ring for ring in (STARTING, NORMAL) if state.rat_supply[ring] > 0]
    if len(rings) == 1:
        put_rat(state, rings[0])
    else:
        state.stage = "ring"


def ring_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    return [(f"ring {letter}", number) for letter, number in zip(RING_LETTERS, state.rat_supply, strict=True)]


def draw_ring(setup: Setup, state: State, words: list[str]) -> None:
    put_rat(state, RING_LETTERS.index(words[1]))


def put_rat(state: State, ring: int) -> None:
    state.rat_supply[ring] -= 1
    state.unlooked[state.spread_region][ring] += 1
    state.spread_region = NOWHERE
    state.spread_left -= 1
    state.stage = "spread_goes_on"


# Declaration


def begin_ravage(setup: Setup, state: State) -> None:
    if state.rats_in(state.plague) == 0 or sum(state.cubes[state.plague]) == 0:
        state.stage = "turn_over"
        return
    state.revealing = state.plague
    may_declare = any(card.declares_neutral for _, card in held_cards(setup, state, state.active))
    state.stage = "neutral" if may_declare else "ravage"


def neutral_options(setup: Setup, state: State) -> list[str]:
    return ["neutral yes", "neutral no"]


def declare_neutral(setup: Setup, state: State, words: list[str]) -> None:
    state.neutral = words[1] == "yes"
    state.stage = "ravage"


# Reveals


def continue_ravage(setup: Setup, state: State) -> None:
    """One rat after another, until no rat or no cube is left (neutral cubes do not keep it going, A13)."""
    slots = state.slots(state.revealing)
    if not slots or sum(state.cubes[state.revealing]) == 0:
        state.revealing = NOWHERE
        state.neutral = False
        state.stage = "sweep" if state.ending else "turn_over"
    elif len(slots) > 1:
        state.stage = "next"
    else:
        turn_up(setup, state, 0)


def next_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """Which rat comes next: all equally likely, or as the active player likes (A9)."""
    return [
        (f"next {number}", slot.rats) for number, slot in enumerate(state.slots(state.revealing), start=1)
    ]


def next_options(setup: Setup, state: State) -> list[str]:
    return [text for text, _ in next_outcomes(setup, state)]


def choose_next(setup: Setup, state: State, words: list[str]) -> None:
    turn_up(setup, state, int(words[1]) - 1)


def turn_up(setup: Setup, state: State, choice: int) -> None:
    """Turns up one rat of the region. An identity that somebody has seen stands; any other is drawn now."""
    slot = state.slots(state.revealing)[choice]
    state.drawing, state.drawing_ring = slot.tracked, slot.ring
    if slot.tracked != NONE and state.tracked[slot.tracked].kind != UNKNOWN:
        resolve(setup, state, setup.kinds[state.tracked[slot.tracked].kind])
    else:
        state.stage = "reveal"


def reveal_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """Any unseen token of the ring, equally likely (rules section 6)."""
    return [
        (f"reveal {token.text}", count)
        for token, count in zip(setup.kinds, state.unseen, strict=True)
        if token.ring == state.drawing_ring and count > 0
    ]


def reveal(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.kind_number[words[1]]
    state.unseen[kind] -= 1
    resolve(setup, state, setup.kinds[kind])


def resolve(setup: Setup, state: State, token: Token) -> None:
    """The token takes effect and leaves the game."""
    if state.drawing == NONE:
        state.unlooked[state.revealing][state.drawing_ring] -= 1
    else:
        state.tracked.pop(state.drawing)
    state.drawing, state.drawing_ring = NONE, STARTING
    here = state.cubes[state.revealing]
    for player, lost in enumerate(losses(setup, state, token)):
        here[player] -= lost
        state.supply[player] += lost
    state.stage = "ravage"


def losses(setup: Setup, state: State, token: Token) -> list[int]:
    """What each player loses in the region `revealing`: the majority first, then everything else (A11)."""
    here = list(state.cubes[state.revealing])
    if sum(here) + neutral_cubes(setup, state) < token.limit:
        return [0] * setup.players
    most = max(here)
    lost = [0] * setup.players
    for symbol in token.symbols:
        if symbol == "M":
            hit = [player for player in range(setup.players) if here[player] == most]
        elif symbol == "A":
            hit = list(range(setup.players))
        else:
            hit = [
                owner
                for owner, (_, letter) in zip(state.owners, setup.cards, strict=True)
                if letter == symbol and owner >= 0
            ]
        for player in hit:
            lost[player] += 1
    return [min(cubes, number) for cubes, number in zip(here, lost, strict=True)]


def neutral_cubes(setup: Setup, state: State) -> int:
    """Neutral cubes in the region `revealing`: as declared, in the sweep whoever holds the card (A7, A14)."""
    if state.ending:
        held = any(
            card.declares_neutral
            for player in range(setup.players)
            for _, card in held_cards(setup, state, player)
        )
        counts = held and state.revealing == state.plague
    else:
        counts = state.neutral
    return NEUTRAL_CUBES if counts else 0
