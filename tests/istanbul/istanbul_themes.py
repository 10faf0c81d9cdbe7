"""Turns of Istanbul that are made for what random games seldom come to: the player has all that it takes."""

from __future__ import annotations

import random
from collections.abc import Sequence

from reference.istanbul import CARD, Setup, State
from reference.istanbul import components as box


def theme(generator: random.Random, setup: Setup, state: State, player: int) -> frozenset[str]:
    """One of the themes, on top of what the player has; the actions that lead to what it is made for."""
    themes = [again, meetings, poor, equal]
    if setup.expansion:
        themes += [again, again, guild, guild, two_options, two_options, rolls, tavern, tavern]
        themes += [windows, windows, rubies]
    return frozenset(generator.choice(themes)(generator, setup, state, player).split(", "))


# What the themes are made of


def give(state: State, player: int, names: str) -> None:
    """Bonus cards from the draw pile, as far as it has them."""
    for name in names.split():
        if state.deck[CARD[name]] > 0:
            state.deck[CARD[name]] -= 1
            state.secret[player][CARD[name]] += 1


def give_guild(state: State, player: int, numbers: Sequence[int]) -> None:
    for number in numbers:
        if number in state.guild_deck:
            state.guild_deck.remove(number)
            state.guild_hand[player].append(number)


def make_rich(setup: Setup, state: State, player: int) -> None:
    state.lira[player] = 60
    if setup.expansion:
        state.coffee[player] = 25
    state.goods[player] = [state.capacity[player]] * 4


def stand_beside(generator: random.Random, setup: Setup, state: State, player: int, place: int) -> None:
    index = generator.choice(setup.beside[setup.index[place]])
    state.merchant[player] = setup.layout[index]


def put_family(state: State, player: int, place: int) -> None:
    state.family[player] = place


# Themes


def again(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Actions that a card repeats, by the merchant or the family member."""
    place = generator.choice([place for place in box.AGAIN if place in setup.layout])
    name = box.BONUS[box.AGAIN[place]]
    give(state, player, f"{name} {name} lira")
    make_rich(setup, state, player)
    if place == box.WAINWRIGHT and state.capacity[player] < box.MOST_CAPACITY:
        state.capacity[player] = box.START_CAPACITY
        state.goods[player] = [box.START_CAPACITY] * 4
    if generator.random() < 0.5:
        stand_beside(generator, setup, state, player, place)
    else:
        stand_beside(generator, setup, state, player, box.POLICE)
        put_family(state, player, box.POLICE)
        return f"move {box.POLICE}, send {place}, again, buy_ruby, extend, deliver 0 1, deliver 1 1, post"
    return f"move {place}, again, buy_ruby, extend, deliver 0 1, deliver 1 1, post"


def meetings(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Everybody is on one place beside the merchant."""
    place = generator.randint(2, 12)
    stand_beside(generator, setup, state, player, place)
    state.governor = state.smuggler = place
    if setup.expansion:
        state.trader = place
    for other in range(setup.players):
        if other != player:
            put_family(state, other, place)
            if generator.random() < 0.3:
                state.merchant[other] = place
    state.neutral = [generator.choice([place, before]) for before in state.neutral]
    if generator.random() < 0.3:
        state.lira[player] = 0
        hand_back(state, player)
    return f"move {place}"


def poor(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """No money, goods or cards; perhaps nothing to draw, all cards being with the others."""
    state.lira[player] = generator.randrange(3)
    state.coffee[player] = 0
    state.goods[player] = [0, 0, 0, 0]
    hand_back(state, player)
    if generator.random() < 0.5:
        other = (player + 1) % setup.players
        for kind, copies in enumerate(state.deck):
            state.secret[other][kind] += copies + state.discards.count(kind)
        state.deck = [0] * len(state.deck)
        state.discards = []
        leave = generator.randrange(3)
        state.guild_hand[other] += state.guild_discards + state.guild_deck[leave:]
        state.guild_deck = state.guild_deck[:leave]
        state.guild_discards = []
    place = generator.randint(2, 12)
    state.governor = place
    if setup.expansion:
        state.trader = place
    goal = generator.choice([place, box.CARAVANSARY, box.GUILD_HALL if setup.expansion else box.CARAVANSARY])
    stand_beside(generator, setup, state, player, goal)
    return f"move {goal}"


def hand_back(state: State, player: int) -> None:
    for hand in (state.known[player], state.secret[player]):
        for kind, copies in enumerate(hand):
            state.deck[kind] += copies
            hand[kind] = 0


def guild(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Guild cards that lead to other places, and any others."""
    give_guild(state, player, [box.POLICE, box.TAVERN, generator.randint(1, 20), generator.randint(1, 20)])
    give(state, player, "guild trade coffee family lira six")
    if generator.random() < 0.7:
        make_rich(setup, state, player)
    else:
        state.coffee[player] = generator.randint(2, 7)
    if generator.random() < 0.5:
        put_family(state, player, generator.choice(setup.layout))
    return ", ".join(f"guild {number}" for number in range(1, 21))


def two_options(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Guild card 19 with all that it takes for any two options.

    Or with the barrier at the Police Station: the family member goes to the Tavern and may take away what was
    named second.
    """
    give_guild(state, player, [box.TAVERN])
    if state.capacity[player] == box.START_CAPACITY:
        state.capacity[player] += 1
    make_rich(setup, state, player)
    put_family(state, player, box.POLICE)
    for ware in (box.MOVEMENT, box.ENCOUNTER):
        state.tavern_sold[ware] -= state.tavern[player] >> ware & 1
    state.tavern[player] = 0
    if generator.random() < 0.5:
        return f"guild 19, name_option {generator.randrange(1, 4)}, baksheesh 0, baksheesh 1"
    pairs = [(setup.layout[one], setup.layout[other]) for one, other in setup.edges]
    barriers = [f"barrier {one} {other}" for one, other in pairs if box.POLICE in (one, other)]
    return ", ".join(["guild 19, name_option 0, use 12, send 19, tavern_tile 0, tavern_tile 1", *barriers])


def rolls(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """The red tile and cards that change a roll."""
    colour = box.RED
    if not state.tiles[player] & 1 << colour and state.mosque[colour] < len(setup.mosque_stack):
        state.tiles[player] |= 1 << colour
        state.mosque[colour] += 1
        if state.tiles[player] & 1 << box.GREEN and state.mosque_rubies[0] > 0:
            state.mosque_rubies[0] -= 1
            state.rubies[player] += 1
    give(state, player, "six six prize")
    give_guild(state, player, [box.BLACK_MARKET, box.TEA_HOUSE])
    stand_beside(generator, setup, state, player, generator.choice([box.BLACK_MARKET, box.TEA_HOUSE]))
    return "move 8, move 9, reroll, six 0, four 0, four 1"


def tavern(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """The Tavern within reach, alone or through the Police Station."""
    make_rich(setup, state, player)
    put_family(state, player, box.POLICE)
    stand_beside(generator, setup, state, player, generator.choice([box.TAVERN, box.POLICE]))
    for ware in (box.MOVEMENT, box.ENCOUNTER):
        if generator.random() < 0.5:
            # All but the last tile are with somebody else, or the track is empty.
            others = [one for one in range(setup.players) if one != player]
            for other in others:
                if not state.tavern[other] & 1 << ware and state.tavern_sold[ware] < len(box.TAVERN_COSTS):
                    state.tavern[other] |= 1 << ware
                    state.tavern_sold[ware] += 1
    return "move 19, move 12, send 19, baksheesh 0, baksheesh 1, baksheesh 2, tavern_tile 0, tavern_tile 1"


def windows(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Many cards that may be played between the steps; the family member is away."""
    give(state, player, "family family guild trade coffee prize swap good lira")
    state.coffee[player] = generator.randint(1, 6)
    put_family(state, player, generator.choice(setup.layout))
    place = generator.choice(setup.layout)
    stand_beside(generator, setup, state, player, place)
    for other in range(setup.players):
        if other != player and generator.random() < 0.5:
            state.merchant[other] = place
    if generator.random() < 0.5:
        give_guild(state, player, generator.sample(range(1, 21), 4))
        return ", ".join(f"guild {number}" for number in range(1, 21))
    return f"move {place}"


def rubies(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Of some tracks one ruby is left, the others are with the players."""
    make_rich(setup, state, player)
    others = [one for one in range(setup.players) if one != player]
    tracks = ["palace_rubies", "dealer_rubies", "house_rubies"]
    generator.shuffle(tracks)
    for track in tracks:
        for owner in others * 5 + [player] * 2:
            if getattr(state, track) > 1 and state.rubies[owner] + 1 < setup.ruby_target:
                setattr(state, track, getattr(state, track) - 1)
                state.rubies[owner] += 1
    give_guild(state, player, [box.TAVERN])
    places = {"palace_rubies": box.PALACE, "dealer_rubies": box.DEALER, "house_rubies": box.COFFEE_HOUSE}
    place = generator.choice([places[tracks[0]], places[tracks[0]], box.TAVERN])
    stand_beside(generator, setup, state, player, place)
    return f"move {place}, baksheesh 0, baksheesh 1, baksheesh 2, buy_ruby, deliver 1 1"


def equal(generator: random.Random, setup: Setup, state: State, player: int) -> str:
    """Two players lead with the same rubies, Lira, goods and no cards; somebody else has the last turn."""
    if setup.players > 2:
        state.player = setup.players - 1
        state.round = setup.max_rounds - 1
        state.lira[:2] = [90, 90]
        state.goods[:2] = [[0] * 4, [0] * 4]
        hand_back(state, 0)
        hand_back(state, 1)
        for one, other in ((0, 1), (1, 0)):
            while state.rubies[one] < state.rubies[other] and state.dealer_rubies > 0:
                state.dealer_rubies -= 1
                state.rubies[one] += 1
        hand_back(state, state.player)
    return "skip"
