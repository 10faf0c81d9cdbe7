"""Random games, played by the engine and by the reference side by side and compared at every step.

Compared are who decides, every legal action or chance outcome, the exact probabilities, the whole state, and
the result. `RATTUS_AI_REFERENCE_GAMES` sets the number of games (default 1000). A failure names the seed and
the moves up to there.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from reference.rattus import BASE_CARDS, Position, Setup, base_setup
from reference.rattus.ravage import neutral_cubes
from reference.rattus_engine import EnginePosition

GAMES = int(os.environ.get("RATTUS_AI_REFERENCE_GAMES", "1000"))
# From this many games on, every corner in `CORNERS` must have been met.
ENOUGH_FOR_COVERAGE = 500
MOST_STEPS = 20_000

# How much more often (or less) than the others an action with this verb is chosen, for each way to play.
POLICIES: dict[str, dict[str, float]] = {
    "uniform": {},
    "abilities": {"plague": 0.02, "place": 0.3, "done": 0.05, "stop": 0.3},
    "witch": {"take": 4, "look": 60, "swap": 3, "stop": 0.1, "plague": 0.1, "done": 0.05, "monk": 2},
    "cubes": {"place": 30, "king": 20, "take": 5, "plague": 0.2, "merchant": 0.3, "monk": 0.1},
    "quick": {"plague": 50, "done": 50, "place": 10},
    "monk": {"monk": 10, "look": 5, "plague": 0.2, "neutral": 1},
}
FAVOURITES = {"witch": "take witch", "cubes": "take peasant", "monk": "take monk"}

VERBS = "take place plague rat next neutral done king merchant monk look stop swap keep"
CHANCE_VERBS = "plague ring next see reveal"
STAGES = (
    "setup_plague setup_place main look witch_second witch_swap spread ring neutral next "
    "reveal final terminal"
)

# What random games must have met once there are enough of them.
CORNERS = (
    *(f"verb {verb}" for verb in VERBS.split()),
    *(f"chance {verb}" for verb in CHANCE_VERBS.split()),
    *(f"stage {stage}" for stage in STAGES.split()),
    *(f"players {players}" for players in (2, 3, 4)),
    "map base",
    "map small",
    "end rat supply",
    "end cube supply",
    "end turn limit",
    "tie",
    "place +1",
    "place +1 in the final round",
    "plague stays in the final round",
    "plague 2 steps",
    "witch in the final round",
    "witch can only stop",
    "look without a draw",
    "look at a known token",
    "look a second slot",
    "swap within a region",
    "monk a second slot",
    "monk a looked-at rat",
    "tracked rat revealed",
    "next with a tracked rat",
    "next in the sweep",
    "next in the sweep by choice",
    "next by choice",
    "sweep with neutral cubes",
    "spread of two",
    "spread cut short",
    "ring in between",
    "piece moves without placement",
    "seen by two players",
)


def random_setup(generator: random.Random) -> Setup:
    """The base map or a small one, some or all of the cards, any options."""
    players = generator.choice([2, 3, 4])
    cards = list(BASE_CARDS)
    if generator.random() < 0.4:
        cards = generator.sample(cards, generator.randint(1, 6))
    options: dict[str, Any] = {
        "split_setup_pairs": generator.random() < 0.25,
        "placement_optional": generator.random() < 0.25,
        "reveal_order": "active_player" if generator.random() < 0.3 else "random",
        "turn_limit": generator.randint(1, 30) if generator.random() < 0.1 else 2000,
    }
    if generator.random() < 0.75:
        return base_setup(players, cards, **options)
    base = base_setup(4)
    starting = generator.sample(base.starting, generator.randint(3, 5))
    normal = [generator.choice(base.normal) for _ in range(generator.randint(2, 12))]
    return Setup(
        players=players,
        regions=("north", "middle", "south"),
        edges=((0, 1), (1, 2)) if generator.random() < 0.6 else ((0, 1), (1, 2), (0, 2)),
        starting=tuple(starting),
        normal=tuple(normal),
        removed=generator.randint(0, 2),
        cards=tuple((card, BASE_CARDS[card]) for card in cards),
        **options,
    )


def choose(generator: random.Random, policy: str, actions: list[str]) -> str:
    verbs = POLICIES[policy]
    favourite = FAVOURITES.get(policy)
    weights = [
        100.0 if action == favourite else verbs.get(action.partition(" ")[0], 1.0) for action in actions
    ]
    return generator.choices(actions, weights)[0]


class Comparison:
    """One game on both sides."""

    def __init__(
        self, seed: int, setup: Setup, reference: Position, engine: EnginePosition, policy: str
    ) -> None:
        self.seed = seed
        self.setup = setup
        self.reference = reference
        self.engine = engine
        self.policy = policy
        self.moves: list[str] = []
        self.ids: list[int] = []

    def fail(self, what: str, engine: Any, reference: Any) -> None:
        raise AssertionError(
            f"{what} differ after {len(self.moves)} moves of seed {self.seed}\n"
            f"engine:    {engine}\nreference: {reference}\n"
            f"stage {self.reference.state.stage}\n{self.setup}\nmoves: {self.moves}"
        )

    def check(self, what: str, engine: Any, reference: Any) -> None:
        if engine != reference:
            self.fail(what, engine, reference)

    def compare(self) -> dict[str, int]:
        """Compares everything that can be seen now; the legal actions with their ids in the engine."""
        core = self.engine.core
        reference = self.reference
        self.check("current players", core.current_player(), reference.current_player())
        self.check(
            "chance nodes",
            (core.is_chance(), core.is_terminal()),
            (reference.is_chance(), reference.is_terminal()),
        )
        self.check(
            "turns", (core.turn(), core.active_player()), (reference.state.turn, reference.state.active)
        )
        self.compare_states(self.engine.export(), reference.export())
        ids = self.engine.numbers()
        numbers = core.legal_actions()
        self.check("legal actions", sorted(ids), sorted(reference.legal_actions()))
        self.check("numbers of actions", (len(numbers), core.legal_count()), (len(ids), len(ids)))
        self.check("orders of ids", numbers, sorted(numbers))
        bound = core.rules.max_chance_outcomes if reference.is_chance() else core.rules.num_distinct_actions
        self.check("ranges of ids", [number for number in numbers if not 0 <= number < bound], [])
        if reference.is_chance():
            self.compare_weights(dict(self.engine.weights()), dict(reference.weights()))
        return ids

    def compare_states(self, engine: Mapping[str, Any], reference: Mapping[str, Any]) -> None:
        if engine != reference:
            names = sorted(name for name in {*engine, *reference} if engine.get(name) != reference.get(name))
            self.fail(
                f"states ({', '.join(names)})",
                {name: engine.get(name, "missing") for name in names},
                {name: reference.get(name, "missing") for name in names},
            )

    def compare_weights(self, engine: Mapping[str, int], reference: Mapping[str, int]) -> None:
        """As fractions of the sum, without a division."""
        engine_sum, reference_sum = sum(engine.values()), sum(reference.values())
        scaled = {text: weight * reference_sum for text, weight in engine.items()}
        self.check("probabilities", scaled, {text: weight * engine_sum for text, weight in reference.items()})

    def play(self, generator: random.Random, met: Counter[str]) -> None:
        """Plays to the end, comparing on the way, and counts what was met."""
        for _ in range(MOST_STEPS):
            ids = self.compare()
            if self.reference.is_terminal():
                break
            if self.reference.is_chance():
                text = generator.choice(list(ids))
            else:
                text = choose(generator, self.policy, sorted(ids))
            count_corners(met, self.reference, text)
            before = len(self.reference.state.tracked)
            self.moves.append(text)
            self.ids.append(ids[text])
            self.engine.core.apply(ids[text])
            self.reference.apply(text)
            met["tracked rat revealed"] += len(self.reference.state.tracked) < before
        else:
            self.fail("lengths", "no end", f"at most {MOST_STEPS} steps")
        self.check("returns", self.engine.returns(), self.reference.returns())
        self.check("histories", list(self.engine.core.history()), self.ids)
        count_end(met, self.reference)


def count_corners(met: Counter[str], position: Position, text: str) -> None:
    """Notes which of the corners this move in this position is."""
    state, setup = position.state, position.setup
    words = text.split()
    verb = words[0]
    met[f"{'chance' if position.is_chance() else 'verb'} {verb}"] += 1
    met[f"stage {state.stage}"] += 1
    ending = state.stage == "final"
    if verb == "place" and "+1" in words:
        met["place +1 in the final round" if ending else "place +1"] += 1
    if verb == "plague" and ending:
        met["plague stays in the final round"] += setup.region_number[words[1]] == state.plague
    if verb == "plague" and state.stage == "main":
        target = setup.region_number[words[1]]
        met["plague 2 steps"] += target not in setup.neighbours[state.plague]
        met["piece moves without placement"] += not state.placed
        there = state.rats_in(target)
        room = sum(3 - state.rats_in(near) for near in setup.neighbours[target])
        met["spread cut short"] += min(there, 2) > min(room, sum(state.rat_supply))
    met["spread of two"] += state.spread_left == 2
    met["ring in between"] += state.stage == "ring" and state.spread_left == 2
    if verb == "look":
        met["witch in the final round"] += state.ending
        met["look a second slot"] += len(words) > 2
        slot = state.slots(setup.region_number[words[1]])[int(words[2]) - 1 if len(words) > 2 else 0]
        if slot.tracked >= 0:
            rat = state.tracked[slot.tracked]
            met["look at a known token"] += state.active in rat.looked
            met["look without a draw"] += rat.kind >= 0
            met["seen by two players"] += state.active not in rat.looked
    if verb == "monk":
        met["monk a second slot"] += words[2].isdigit()
        slot = state.slots(setup.region_number[words[1]])[int(words[2]) - 1 if words[2].isdigit() else 0]
        met["monk a looked-at rat"] += slot.tracked >= 0
    if state.stage == "witch_second":
        met["witch can only stop"] += position.legal_actions() == ["stop"]
    if verb == "swap":
        met["swap within a region"] += (
            state.tracked[state.first_look].region == state.tracked[state.second_look].region
        )
    if state.stage == "next":
        met["next with a tracked rat"] += any(rat.region == state.revealing for rat in state.tracked)
        met["next in the sweep"] += state.ending
        met["next by choice"] += not position.is_chance()
        met["next in the sweep by choice"] += state.ending and not position.is_chance()
    met["sweep with neutral cubes"] += state.ending and verb == "reveal" and neutral_cubes(setup, state) > 0


def count_end(met: Counter[str], position: Position) -> None:
    state = position.state
    met["stage terminal"] += 1
    met[f"players {position.setup.players}"] += 1
    met["map small" if len(position.setup.regions) == 3 else "map base"] += 1
    met["end rat supply"] += sum(state.rat_supply) == 0
    met["end turn limit"] += state.turn == position.setup.turn_limit
    met["end cube supply"] += sum(state.rat_supply) > 0 and state.turn < position.setup.turn_limit
    totals = position.totals()
    met["tie"] += totals.count(max(totals)) > 1


def known_to(setup: Setup, exported: Mapping[str, Any], player: int) -> dict[str, Any]:
    """The state as a player knows it (-1: as somebody does who has seen nothing): rules section 6."""
    fields = dict(exported)
    fields["unseen"] = list(exported["unseen"])
    fields["tracked"] = []
    for region, ring, kind, looked in exported["tracked"]:
        if kind >= 0 and player not in looked:
            fields["unseen"][kind] += 1
            kind = -1
        fields["tracked"].append((region, ring, kind, looked))
    return fields


def test_random_games_agree_with_the_reference() -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        generator = random.Random(seed)
        setup = random_setup(generator)
        policy = generator.choice(list(POLICIES))
        Comparison(seed, setup, Position(setup), EnginePosition(setup), policy).play(generator, met)
    if GAMES >= ENOUGH_FOR_COVERAGE:
        missed = [corner for corner in CORNERS if met[corner] == 0]
        assert not missed, f"never met in {GAMES} games: {missed}"


def test_views_and_games_that_go_on_from_them_agree_with_the_reference() -> None:
    """At a random moment everything that a player cannot know is taken away; the game goes on from there."""
    unknown = 0
    met: Counter[str] = Counter()
    for seed in range(max(GAMES // 5, 1)):
        generator = random.Random(10_000_000 + seed)
        setup = random_setup(generator)
        reference, engine = Position(setup), EnginePosition(setup)
        for _ in range(generator.randint(20, 200)):
            ids = engine.numbers()
            text = (
                generator.choice(sorted(ids))
                if engine.is_chance()
                else choose(generator, "witch", sorted(ids))
            )
            engine.core.apply(ids[text])
            reference.apply(text)
            if reference.is_terminal():
                break
        for player in range(-1, setup.players):
            expected = known_to(setup, reference.export(), player)
            view = EnginePosition(setup, engine.core.view(player))
            assert view.export() == expected, f"seed {seed}, view of {player}"
        player = generator.randrange(-1, setup.players)
        expected = known_to(setup, reference.export(), player)
        unknown += sum(rat[2] < 0 for rat in expected["tracked"])
        following = Position.from_export(setup, expected)
        comparison = Comparison(
            seed,
            setup,
            following,
            EnginePosition.from_export(setup, following.export()),
            generator.choice(list(POLICIES)),
        )
        comparison.moves = [f"(view of player {player})"]
        comparison.play(generator, met)
    assert unknown > 0


def losses_if_ravaged(
    setup: Setup, exported: Mapping[str, Any], region: int, neutral: bool
) -> dict[tuple[int, ...], Fraction]:
    """Distribution of the losses when the rats lying in a region now are revealed, by trying every way."""
    ravage = {**exported, "stage": "ravage", "revealing": region, "plague": region, "neutral": neutral}
    before = exported["cubes"][region]
    found: dict[tuple[int, ...], Fraction] = {}
    waiting = [(Position.from_export(setup, ravage), Fraction(1))]
    while waiting:
        position, weight = waiting.pop()
        if position.state.stage in ("next", "reveal"):
            for text, probability in position.probabilities():
                following = position.clone()
                following.apply(text)
                waiting.append((following, weight * probability))
        else:
            after = position.state.cubes[region]
            lost = tuple(had - has for had, has in zip(before, after, strict=True))
            found[lost] = found.get(lost, Fraction(0)) + weight
    return found


def test_exact_ravage_distributions_agree_with_the_reference() -> None:
    """In random positions and in views of them, with looked-at rats, in regions with at most two rats."""
    from rattus_ai._core import rattus

    compared = looked_at = 0
    for seed in range(40):
        generator = random.Random(20_000_000 + seed)
        setup = base_setup(generator.choice([2, 3, 4]))
        reference, engine = Position(setup), EnginePosition(setup)
        left = generator.randint(60, 160)
        while not reference.is_terminal() and (left > 0 or reference.state.stage != "main"):
            ids = engine.numbers()
            policy = generator.choice(["witch", "uniform"])
            chance = engine.is_chance()
            text = generator.choice(sorted(ids)) if chance else choose(generator, policy, sorted(ids))
            engine.core.apply(ids[text])
            reference.apply(text)
            left -= 1
        if reference.is_terminal():
            continue
        player = generator.randrange(-1, setup.players)
        for core in (engine.core, engine.core.view(player)):
            exported = EnginePosition(setup, core).export()
            for region in generator.sample(range(len(setup.regions)), 4):
                if reference.state.rats_in(region) > 2:
                    continue
                for neutral in (False, True):
                    rows = rattus.ravage_distribution(core, region, neutral)
                    found = {tuple(lost): Fraction(*probability) for lost, probability in rows}
                    assert len(found) == len(rows)
                    expected = losses_if_ravaged(setup, exported, region, neutral)
                    assert found == expected, f"seed {seed}, region {region}, neutral {neutral}"
                    compared += len(expected) > 1
                looked_at += any(rat[0] == region for rat in exported["tracked"])
    assert compared > 50
    assert looked_at > 10
