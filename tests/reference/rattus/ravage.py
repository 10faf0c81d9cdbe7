"""After the plague piece has moved: spread, declaration, reveals and losses (rules 3, C; A5 to A14).

The sweep of the end and the events of the final round (P11) use the reveals too: stage `ravage` goes on with
the region `revealing` until no rat or no cube is left there.
"""

from __future__ import annotations

from . import goods, recycled
from .cards import held_cards
from .movement import drop_markers, open_neighbours
from .region_cards import hand_size, shows
from .setup import MOST_RATS_IN_A_REGION, NORMAL, RING_LETTERS, STARTING, Setup, Token
from .state import NOBODY, NONE, NOWHERE, UNKNOWN, State

NEUTRAL_CUBES = 2
MOST_NEW_RATS = 2


# Spread


def begin_spread(setup: Setup, state: State) -> None:
    """No rat in the region: none; one: one; more: two."""
    state.spread_left = min(state.rats_in(state.plague), MOST_NEW_RATS)
    state.stage = "spread_goes_on"


def continue_spread(setup: Setup, state: State) -> None:
    """What finds no room or no supply is not placed (A5). After the usual rats comes one of the Soldier."""
    state.spread_region = NOWHERE
    possible = sum(state.rat_supply) > 0 and spread_options(setup, state)
    if state.spread_left > 0 and possible:
        state.stage = "spread"
        return
    state.spread_left = 0
    soldier = active_holds(setup, state, "soldier")
    if soldier and possible and state.rats_in(state.plague) > 0:
        state.stage = "soldier_spread"
    else:
        state.stage = "ravage_begins"


def spread_options(setup: Setup, state: State) -> list[str]:
    """Neighbours of the plague region with room, where no wall is in between."""
    rats = state.rats()
    return [
        f"rat {setup.regions[near]}"
        for near in open_neighbours(setup, state, state.plague)
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
    ring = RING_LETTERS.index(words[1])
    if state.step_card != NONE:
        recycled.put_from_supply(state, ring)
    else:
        put_rat(state, ring)


def put_rat(state: State, ring: int) -> None:
    state.rat_supply[ring] -= 1
    state.unlooked[state.spread_region][ring] += 1
    state.spread_region = NOWHERE
    state.spread_left -= 1
    state.stage = "spread_goes_on"


def soldier_options(setup: Setup, state: State) -> list[str]:
    return [*spread_options(setup, state), "decline"]


def soldier_spread(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "decline":
        state.stage = "ravage_begins"
    else:
        region = setup.region_number[words[1]]
        recycled.bring_rat(setup, state, region, setup.card_number["soldier"])


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


def active_holds(setup: Setup, state: State, name: str) -> bool:
    return name in setup.card_names and state.holds(state.active, setup.card_number[name])


def works(setup: Setup, state: State, name: str) -> bool:
    """Whether this card of the active player acts in the running ravage.

    In his own C every card does, in an event of the final round those whose event it is, in the sweep none.
    """
    if state.ending:
        return name in setup.card_names and setup.card_number[name] in state.event
    return active_holds(setup, state, name)


def continue_ravage(setup: Setup, state: State) -> None:
    """One rat after another, until no rat or no cube is left (neutral cubes do not keep it going, A13).

    A Crusader reveals all rats first (`shown`), then chooses which of them is resolved next.
    """
    slots = state.slots(state.revealing)
    if sum(state.cubes[state.revealing]) == 0 or not (slots or state.shown):
        end_ravage(state)
    elif works(setup, state, "crusader"):
        if slots:
            turn_up(setup, state, 0)
        elif len(set(state.shown)) > 1:
            state.stage = "order"
        else:
            resolve_shown(setup, state, 0)
    elif len(slots) > 1:
        state.stage = "next"
    else:
        turn_up(setup, state, 0)


def end_ravage(state: State) -> None:
    state.shown = []
    state.revealing = NOWHERE
    state.neutral = False
    state.protected = []
    if state.event:
        state.event = []
        state.stage = "final"
    else:
        state.stage = "sweep" if state.ending else "turn_over"


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
        lies_open(setup, state, state.tracked[slot.tracked].kind)
    else:
        state.stage = "reveal"


def reveal_outcomes(setup: Setup, state: State) -> list[tuple[str, int]]:
    """Any unseen token of the ring, equally likely (rules section 6)."""
    weights = recycled.possible_kinds(setup, state, state.drawing, state.drawing_ring)
    return [
        (f"reveal {token.text}", weight)
        for token, weight in zip(setup.kinds, weights, strict=True)
        if weight > 0
    ]


def reveal(setup: Setup, state: State, words: list[str]) -> None:
    kind = setup.kind_number[words[1]]
    if state.drawing == NONE or state.tracked[state.drawing].pool == 0:
        state.unseen[kind] -= 1
    lies_open(setup, state, kind)


def lies_open(setup: Setup, state: State, kind: int) -> None:
    """The token has left the board; it takes effect at once, or waits for the Crusader."""
    if state.drawing == NONE:
        state.unlooked[state.revealing][state.drawing_ring] -= 1
    else:
        recycled.leave_the_game(setup, state, state.drawing, kind)
    state.drawing, state.drawing_ring = NONE, STARTING
    if works(setup, state, "crusader"):
        state.shown = sorted([*state.shown, kind])
        state.stage = "ravage"
    else:
        resolve(setup, state, kind)


def order_options(setup: Setup, state: State) -> list[str]:
    """The place among the revealed tokens, of equal ones the first."""
    return [
        f"resolve {place + 1}" for place, kind in enumerate(state.shown) if state.shown.index(kind) == place
    ]


def choose_token(setup: Setup, state: State, words: list[str]) -> None:
    resolve_shown(setup, state, int(words[1]) - 1)


def resolve_shown(setup: Setup, state: State, place: int) -> None:
    resolve(setup, state, state.shown.pop(place))


# One token: outbreak, protection, Deacon, losses, Assassin, Grave Robber, Serf


def resolve(setup: Setup, state: State, kind: int) -> None:
    if outbreak(setup, state, setup.kinds[kind]):
        state.pending = kind
        ask_from(setup, state, 0)
    else:
        state.stage = "ravage"


def population(setup: Setup, state: State) -> int:
    """Cubes and neutral cubes in the region `revealing`, less its nuns."""
    nuns = state.nuns.count(state.revealing)
    return sum(state.cubes[state.revealing]) + neutral_cubes(setup, state) - nuns


def outbreak(setup: Setup, state: State, token: Token) -> bool:
    return population(setup, state) >= token.limit


# Protection by region cards


def ask_from(setup: Setup, state: State, seat: int) -> None:
    """The next player, clockwise from the active one, who may save a card; after the last the rest."""
    if setup.region_cards:
        for step in range(seat, setup.players):
            player = (state.active + step) % setup.players
            if may_protect(setup, state, player):
                state.asked = player
                state.stage = "protect"
                return
    state.asked = NOBODY
    ask_deacon(setup, state)


def may_protect(setup: Setup, state: State, player: int) -> bool:
    """He has cubes here that M and A leave to him, a card that is hit, and a region card."""
    token = setup.kinds[state.pending]
    here = state.cubes[state.revealing]
    lost_anyway = ("M" in token.symbols) * (here[player] == max(here)) + ("A" in token.symbols)
    return (
        here[player] > 0
        and lost_anyway < here[player]
        and len(hit_cards(setup, state, token, player)) > 0
        and hand_size(state, player) > 0
    )


def hit_cards(setup: Setup, state: State, token: Token, player: int) -> list[int]:
    """His cards whose class the token shows, without protected ones."""
    return [
        card
        for card in state.held(player)
        if setup.cards[card][1] in token.symbols and card not in state.protected
    ]


def protect_options(setup: Setup, state: State) -> list[str]:
    """A region card on a card of a class that it shows; of unknown hand cards any that it may be."""
    player = state.asked
    hand = set(state.hands[player])
    if state.hands_unknown[player] > 0:
        hand |= {kind for kind, number in enumerate(state.pile) if number > 0}
    found = ["decline"]
    for card in hit_cards(setup, state, setup.kinds[state.pending], player):
        name, letter = setup.cards[card]
        found += [
            f"protect {name} {setup.region_card_texts[kind]}"
            for kind in sorted(hand)
            if shows(setup, kind, letter)
        ]
    return found


def protect(setup: Setup, state: State, words: list[str]) -> None:
    seat = (state.asked - state.active) % setup.players
    if words[0] == "decline":
        ask_from(setup, state, seat + 1)
        return
    card, kind = setup.card_number[words[1]], setup.region_card_number[words[2]]
    hand = state.hands[state.asked]
    if kind in hand:
        hand.remove(kind)
    else:
        state.hands_unknown[state.asked] -= 1
        state.pile[kind] -= 1
    state.discards[kind] += 1
    state.protected = sorted([*state.protected, card])
    ask_from(setup, state, seat)


# Deacon


def ask_deacon(setup: Setup, state: State) -> None:
    """Offered if the token costs him a cube and he can pay (P14)."""
    lost = cubes_lost(setup, state, setup.kinds[state.pending])[state.active]
    if works(setup, state, "deacon") and lost > 0 and state.coins[state.active] >= price_of_deacon(state):
        state.stage = "deacon"
    else:
        take_effect(setup, state, None)


def price_of_deacon(state: State) -> int:
    return state.deacon_uses + 1


def deacon_options(setup: Setup, state: State) -> list[str]:
    return ["pay", "decline"]


def deacon(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "pay":
        state.coins[state.active] -= price_of_deacon(state)
        state.deacon_uses += 1
        take_effect(setup, state, state.active)
    else:
        take_effect(setup, state, None)


# Losses and what they bring


def take_effect(setup: Setup, state: State, spared: int | None) -> None:
    """Everybody but the spared player loses; cards of the active player that live on that act."""
    token = setup.kinds[state.pending]
    state.pending = UNKNOWN
    hits, lost = losses(setup, state, token), cubes_lost(setup, state, token)
    killed_an_opponent = False
    for player in range(setup.players):
        if player == spared:
            continue
        region = state.revealing
        if state.potions:
            state.potions[region][player] -= hits[player] - lost[player]
        state.cubes[region][player] -= lost[player]
        state.supply[player] += lost[player]
        drop_markers(state, player, region)
        killed_an_opponent = killed_an_opponent or (lost[player] > 0 and player != state.active)
    if killed_an_opponent:
        gain(setup, state)
    else:
        state.stage = "ravage"


def gain(setup: Setup, state: State) -> None:
    """Assassin, then Grave Robber, then Serf."""
    if works(setup, state, "assassin"):
        state.coins[state.active] += 1
    if works(setup, state, "grave_robber") and goods.take_options(state):
        state.stage = "grave_robber_goods"
    else:
        serf(setup, state)


def grave_robber_options(setup: Setup, state: State) -> list[str]:
    return [*goods.take_options(state), "decline"]


def grave_robber(setup: Setup, state: State, words: list[str]) -> None:
    if words[0] == "goods":
        goods.take(state, goods.kind_of(words[1]))
    serf(setup, state)


def serf(setup: Setup, state: State) -> None:
    """One own cube into the region, at once."""
    if works(setup, state, "serf") and state.supply[state.active] > 0:
        state.add_cubes(state.active, state.revealing, 1)
    state.stage = "ravage"


def losses(setup: Setup, state: State, token: Token) -> list[int]:
    """What each player would lose in the region `revealing` without potions (A11)."""
    here = list(state.cubes[state.revealing])
    if not outbreak(setup, state, token):
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
                for card, (owner, (_, letter)) in enumerate(zip(state.owners, setup.cards, strict=True))
                if letter == symbol and owner >= 0 and card not in state.protected
            ]
        for player in hit:
            lost[player] += 1
    return [min(cubes, number) for cubes, number in zip(here, lost, strict=True)]


def cubes_lost(setup: Setup, state: State, token: Token) -> list[int]:
    """The losses after the Wizard's potions, each of which saves a cube once."""
    lost = losses(setup, state, token)
    if state.potions:
        lost = [
            number - min(number, potions)
            for number, potions in zip(lost, state.potions[state.revealing], strict=True)
        ]
    return lost


def neutral_cubes(setup: Setup, state: State) -> int:
    """Neutral cubes in the region `revealing`: as declared, in the sweep whoever holds the card (A7, A14).

    In events of the final round they do not count (P10).
    """
    if state.event:
        counts = False
    elif state.ending:
        held = any(
            card.declares_neutral
            for player in range(setup.players)
            for _, card in held_cards(setup, state, player)
        )
        counts = held and state.revealing == state.plague
    else:
        counts = state.neutral
    return NEUTRAL_CUBES if counts else 0
