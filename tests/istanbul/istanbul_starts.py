"""Random set-ups of Istanbul, beginnings in the middle of a game, and ways to play, for random games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from comparison import verb_first, weighted
from istanbul_themes import theme
from reference.istanbul import Position, Setup, State, game_setup, random_layout
from reference.istanbul import components as box
from reference.istanbul.layout import demand

LAYOUTS = {"short": box.SHORT_PATHS, "long": box.LONG_PATHS, "number": box.NUMBER_ORDER}


# Set-ups


def random_setup(generator: random.Random, game: str) -> Setup:
    """`base` or `mocha`; any layout; mostly the cards of the box, sometimes few of them."""
    expansion = game == "mocha"
    if generator.random() < 0.5:
        layout: Sequence[int] = random_layout(generator, expansion)
    else:
        layout = box.FIRST_GAME if expansion else generator.choice(list(LAYOUTS.values()))
    fields: dict[str, Any] = {"max_rounds": generator.choice([8, 20, 20, 30, 40])}
    if generator.random() < 0.3:
        fields["ruby_target"] = generator.randint(2, 6)
    if generator.random() < 0.3:
        fields["start_lira"] = tuple(generator.randrange(30) for _ in range(5))
    if expansion and generator.random() < 0.2:
        fields["guild"] = tuple(random_guild_card(generator, number) for number in range(1, 21))
    if expansion and generator.random() < 0.2:
        fields["baksheesh_goods"] = tuple(tuple(generator.randrange(3) for _ in range(4)) for _ in range(2))
    setup = game_setup(
        generator.choice([2, 2, 3, 4, 5]),
        expansion=expansion,
        layout=layout,
        prize_cards=expansion and generator.random() < 0.5,
        **fields,
    )
    return few_cards(generator, setup, fields) if generator.random() < 0.3 else setup


def random_guild_card(generator: random.Random, number: int) -> tuple[int, int, int]:
    lira, coffee, special = box.GUILD_EXTRAS.get(number, (0, 0, 0))
    if number == box.TEA_HOUSE:
        special = generator.randint(2, 6)
    elif special:
        special = generator.randint(0, 1)
    return lira + generator.randrange(3), coffee + generator.randrange(3), special


def few_cards(generator: random.Random, setup: Setup, fields: dict[str, Any]) -> Setup:
    """A deck that is empty soon: some kinds, one or two of each, at least a card for every player."""
    bonus: tuple[int, ...] = ()
    while sum(bonus) < setup.players:
        bonus = tuple(min(copies, generator.choice([0, 0, 0, 1, 2])) for copies in setup.bonus)
    return game_setup(
        setup.players, expansion=setup.expansion, layout=setup.layout, **{**fields, "bonus": bonus}
    )


# Beginnings


def random_start(generator: random.Random, setup: Setup) -> tuple[Position, frozenset[str]]:
    """The beginning of a game, a turn in the middle of a rich one, or one that is made for a rare corner.

    With actions that are liked there.
    """
    position = Position(setup)
    liked: frozenset[str] = frozenset()
    kind = generator.random()
    if kind < 0.15:
        return position, liked
    while position.is_chance():
        position.apply(generator.choice(position.legal_actions()))
    enrich(generator, setup, position.state)
    if kind > 0.4:
        state = position.state
        state.round = setup.max_rounds - generator.randint(1, 3)
        liked = theme(generator, setup, state, state.player)
    return Position.from_export(setup, position.export()), liked


def enrich(generator: random.Random, setup: Setup, state: State) -> None:
    """Everything that players could have come to have by now; nothing is created or lost."""
    state.player = generator.randrange(setup.players)
    state.round = generator.randrange(setup.max_rounds)
    cards = generator.random() < 0.8
    for player in range(setup.players):
        give_things(generator, setup, state, player)
        give_places(generator, setup, state, player)
        if cards:
            give_cards(generator, setup, state, player)
    discard_some(generator, setup, state)
    state.post = generator.randrange(5)
    for name, tiles in (("demand_large", setup.large), ("demand_small", setup.small)):
        seen = generator.sample(range(len(tiles)), generator.randint(1, len(tiles)))
        setattr(state, name, demand(seen, len(tiles)))
    state.neutral = [generator.choice([place, generator.randint(2, 12)]) for place in state.neutral]
    state.baksheesh_side = generator.randrange(2) if setup.expansion else 0
    if setup.expansion and generator.random() < 0.5:
        state.barrier = generator.randrange(len(setup.edges))
        state.barrier_owner = generator.randrange(setup.players)


def give_things(generator: random.Random, setup: Setup, state: State, player: int) -> None:
    state.lira[player] = generator.choice([0, 1, 2, 5, 10, 30])
    if setup.expansion:
        state.coffee[player] = generator.choice([0, 1, 2, 4, 8, 12])
    for _ in range(generator.randrange(4)):
        state.capacity[player] += 1
    if state.capacity[player] == box.MOST_CAPACITY:
        take_ruby(setup, state, player, "wainwright_rubies")
    full = generator.random() < 0.3
    for good in box.GOODS:
        state.goods[player][good] = (
            state.capacity[player] if full else generator.randint(0, state.capacity[player])
        )
    for colour in box.GOODS:
        if generator.random() < 0.4 and state.mosque[colour] < len(setup.mosque_stack):
            state.mosque[colour] += 1
            state.tiles[player] |= 1 << colour
    for mosque, colours in enumerate(((box.RED, box.GREEN), (box.YELLOW, box.BLUE))):
        has_both = all(state.tiles[player] & 1 << colour for colour in colours)
        if has_both and state.mosque_rubies[mosque] and may_have_more(setup, state, player):
            state.mosque_rubies[mosque] -= 1
            state.rubies[player] += 1
    for ware in (box.MOVEMENT, box.ENCOUNTER):
        if setup.expansion and generator.random() < 0.3 and state.tavern_sold[ware] < len(box.TAVERN_COSTS):
            state.tavern[player] |= 1 << ware
            state.tavern_sold[ware] += 1
    tracks = ["palace_rubies", "dealer_rubies", "house_rubies"]
    empty = generator.choice([*tracks, None, None])
    while empty and getattr(state, empty) and generator.random() < 0.8:
        take_ruby(setup, state, player, empty)
        if not may_have_more(setup, state, player):
            break
    for _ in range(generator.randrange(3)):
        take_ruby(setup, state, player, generator.choice(tracks))


def may_have_more(setup: Setup, state: State, player: int) -> bool:
    """Without ending the game."""
    return state.rubies[player] + 1 < setup.ruby_target


def take_ruby(setup: Setup, state: State, player: int, track: str) -> None:
    if getattr(state, track) > 0 and may_have_more(setup, state, player):
        setattr(state, track, getattr(state, track) - 1)
        state.rubies[player] += 1


def give_places(generator: random.Random, setup: Setup, state: State, player: int) -> None:
    others = [place for place in setup.layout if place != box.FOUNTAIN]
    state.merchant[player] = generator.choice(setup.layout)
    if generator.random() < 0.5:
        state.family[player] = generator.choice(setup.layout)
    if state.tiles[player] & 1 << box.BLUE:
        state.spare[player] = 0
    assistants = box.ASSISTANTS + 1 - state.spare[player]
    out = generator.randint(0, assistants)
    state.assistants[player] = sorted(generator.sample(others, out))
    state.stack[player] = assistants - out


def give_cards(generator: random.Random, setup: Setup, state: State, player: int) -> None:
    for _ in range(generator.choice([0, 1, 3, 6])):
        kinds = [kind for kind, copies in enumerate(state.deck) for _ in range(copies)]
        if kinds:
            kind = generator.choice(kinds)
            state.deck[kind] -= 1
            generator.choice([state.known, state.secret])[player][kind] += 1
    for _ in range(generator.choice([0, 1, 2, 4])):
        if state.guild_deck:
            number = generator.choice(state.guild_deck)
            state.guild_deck.remove(number)
            state.guild_hand[player].append(number)


def discard_some(generator: random.Random, setup: Setup, state: State) -> None:
    kinds = [kind for kind, copies in enumerate(state.deck) for _ in range(copies)]
    share = generator.choice([0, 0.3, 1])
    for kind in generator.sample(kinds, int(share * len(kinds))):
        state.deck[kind] -= 1
        state.discards.append(kind)
    share = generator.choice([0, 0.3, 1])
    for number in generator.sample(sorted(state.guild_deck), int(share * len(state.guild_deck))):
        state.guild_deck.remove(number)
        state.guild_discards.append(number)


# Ways to play

# How much more often (or less) than the others an action with this verb is chosen.
RELUCTANT = {"decline": 0.02, "refuse": 0.05, "skip": 0.05}
WINDOWS = ("lira", "family_lira", "family_card", "yellow", "coffee", "guild_draw", "trade", "good", "prize")
POLICIES: dict[str, dict[str, float]] = {
    "uniform": {},
    "busy": {**RELUCTANT, "yellow": 0.3},
    "cards": {**RELUCTANT, "move": 0.3, "guild": 0.5, "keep": 0.2, "end": 0.2, "stop": 0.3},
    "windows": {**RELUCTANT, **dict.fromkeys((*WINDOWS, "swap"), 3.0), "yellow": 0.5, "move": 9},
    "guild": {**RELUCTANT, "guild": 20, "guild_hall": 9, "keep": 0.3, "stop": 0.3, "guild_draw": 9},
    "encounters": {**RELUCTANT, "end": 0.02, "move": 3, "pay_lira": 0.3},
    "rubies": {**RELUCTANT, "deliver": 50, "buy_ruby": 50, "again": 50, "extend": 20, "tile": 20, "move": 3},
    "afar": {**RELUCTANT, "move": 9, "send": 30, "use": 9, "barrier": 30, "again": 30, "keep": 0.2},
    "saving": {**RELUCTANT, "move": 20, "end": 20, "lira": 0.05, "good": 0.05, "pass": 0.3},
}


@dataclass(frozen=True)
class Way:
    """A way to play: weights of verbs, and actions that are liked."""

    policy: str
    liked: frozenset[str]
    devotion: float

    def choose(self, generator: random.Random, actions: Sequence[str]) -> str:
        liked = [action for action in actions if action in self.liked]
        if liked and generator.random() < self.devotion:
            return generator.choice(liked)
        if self.policy == "uniform":
            return weighted(generator, actions, {})
        return verb_first(generator, actions, POLICIES[self.policy])


def random_way(generator: random.Random, setup: Setup, liked: frozenset[str]) -> Way:
    """Likes these actions, else to go to some places."""
    policy = generator.choice(list(POLICIES))
    devotion = 0.85 if liked else 0.5
    if not liked:
        places = generator.sample(setup.layout, 4)
        # Half of the games with the expansion visit the places that only it has.
        if setup.expansion and generator.random() < 0.5:
            places += generator.sample(range(17, 21), 2)
        if policy == "afar":
            places += [box.POLICE, box.TAVERN]
        liked = frozenset(f"{verb} {place}" for verb in ("move", "send", "use") for place in places)
    return Way(policy, liked, devotion)
