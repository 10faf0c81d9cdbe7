"""The figures that the project promises, each with its yardstick and its bar."""

from __future__ import annotations

import functools
import random
import threading
from collections.abc import Callable, Iterable, Iterator

from rattus_ai._core.engine import TERMINAL
from rattus_ai._core.search import Search
from rattus_ai.bench.latency import cancellation, first_list, import_time
from rattus_ai.bench.measurement import Effort, Measurement, alternate, rate
from rattus_ai.bench.positions import example, example_view, game, speed_variants, variant_game
from rattus_ai.bench.service import cancelled_query, load, overhead
from rattus_ai.bench.service_clients import HttpQuestions, LinesQuestions
from rattus_ai.bench.yardsticks import hearts, play, python_games
from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.games import Variant
from rattus_ai.text.closest import closest, did_you_mean

PLAYOUTS = 10_000
ROLLOUTS = 4_000
SIMULATIONS = 4_000
GAMES = 40
ADAPTOR_GAMES = 20
BASE_BAR = 3.0
VARIANT_BAR = 1.5
"""Times hearts that random playouts must reach, with the default options and with others."""

STATE_BAR = 1024.0
"""Bytes. It was 512 with the base cards alone; goods, region cards, markers and rats drawn from revealed
tokens need fields of their own, and one layout for all cards keeps the rules free of branches on the box."""

SEEDS = (1, 2, 3)
"""Of the positions that are searched."""


def playouts(effort: Effort, variant: Variant | None = None) -> Measurement:
    """Uniformly random playouts in the core, actions and chance; with other options than the default ones."""
    played = game() if variant is None else variant_game(variant)
    start = played.initial_position()
    ours, yardstick, ratio = alternate(
        lambda: rate(lambda: start.playouts(effort.count(PLAYOUTS))),
        lambda: hearts().rollouts(effort.count(ROLLOUTS)),
        effort.rounds,
    )
    return Measurement(
        f"random playouts in the core, {'4 players' if variant is None else variant.title}",
        ours,
        yardstick,
        "steps/s",
        ratio,
        BASE_BAR if variant is None else VARIANT_BAR,
        "hearts, C++ rollouts",
    )


def ismcts(effort: Effort, playout: str) -> Measurement:
    """Simulations a second times the mean number of steps a simulation makes from the root to the end."""
    cores = [example_view(seed=seed).core for seed in SEEDS]
    simulations = effort.count(SIMULATIONS)
    lengths: list[float] = []

    def work() -> float:
        steps = 0
        for core in cores:
            search = Search(core, playout=playout)
            done = search.run(simulations)
            steps += search.steps
            lengths.append(search.steps / max(1, done))
        return float(steps)

    ours, yardstick, ratio = alternate(
        lambda: rate(work), lambda: hearts().ismcts(simulations), effort.rounds
    )
    mean = sum(lengths) / len(lengths)
    theirs = hearts().remaining
    rates = f"{ours / mean:,.0f} simulations/s of {mean:.0f} steps"
    return Measurement(
        f"information-set MCTS, {playout} playouts",
        ours,
        yardstick,
        "steps/s",
        ratio,
        3.0,
        "hearts, pyspiel.ISMCTSBot",
        note=f"{rates} against {yardstick / theirs:,.0f} of {theirs}",
    )


def stepping(effort: Effort) -> Measurement:
    """legal_actions and push at random until the end, from Python."""
    games = effort.count(GAMES)

    def work() -> float:
        steps = 0
        for seed in range(games):
            choose = random.Random(seed).choice
            position = game().initial_position()
            legal, push, player = position.legal_actions, position.push, position.current_player
            while player() != TERMINAL:
                push(choose(legal()))
                steps += 1
        return steps

    ours, yardstick, ratio = alternate(lambda: rate(work), lambda: hearts().stepping(games), effort.rounds)
    return Measurement(
        "stepping from Python", ours, yardstick, "steps/s", ratio, 1.0, "hearts through pyspiel"
    )


def adaptor(effort: Effort) -> Measurement:
    """Random games through the OpenSpiel adaptor; the smallest of the ratios to OpenSpiel's Python games."""
    import pyspiel

    import rattus_ai.openspiel  # noqa: F401

    adapted = pyspiel.load_game(f"{game().name}(players=4)")
    games = effort.count(ADAPTOR_GAMES)
    found: dict[str, tuple[float, float, float]] = {}
    for name, other in python_games().items():
        theirs = functools.partial(_played, other, games)
        found[name] = alternate(functools.partial(_played, adapted, games), theirs, effort.rounds)
    hardest = min(found, key=lambda name: found[name][2])
    ours, yardstick, ratio = found[hardest]
    return Measurement(
        "through the OpenSpiel adaptor",
        ours,
        yardstick,
        "steps/s",
        ratio,
        2.0,
        hardest,
        note=", ".join(f"{each[2]:.1f} times {name}" for name, each in found.items() if name != hardest),
    )


def _played(adapted: object, games: int) -> float:
    return rate(lambda: play(adapted, games))


def two_threads(effort: Effort) -> Measurement:
    """Two threads against one, same seed, same simulations, and the same answer."""
    view = example_view().core
    simulations = effort.count(4 * SIMULATIONS)
    answers = set()

    def search(count: int) -> float:
        trees = Search(view, trees=2)
        speed = rate(lambda: float(trees.run(simulations, count)))
        answers.add(str((trees.actions(), trees.turns(10), trees.nodes)))
        return speed

    ours, yardstick, ratio = alternate(lambda: search(2), lambda: search(1), effort.rounds)
    if len(answers) != 1:
        raise AssertionError("one and two threads gave different answers")
    return Measurement(
        "two threads",
        ours,
        yardstick,
        "simulations/s",
        ratio,
        1.8,
        "one thread, same answer",
        note=f"two playouts that share nothing ran {capacity(effort):.2f} times as fast as one just then",
    )


def capacity(effort: Effort) -> float:
    """What two threads can gain at this moment: unrelated playouts side by side, against one after another.

    Where other programs keep the processors busy, that is far from 2.
    """
    starts = [game().initial_position() for _ in range(2)]
    count = effort.count(PLAYOUTS)

    def side_by_side() -> float:
        others = [threading.Thread(target=start.playouts, args=(count,)) for start in starts]
        for other in others:
            other.start()
        for other in others:
            other.join()
        return 2.0

    def alone() -> float:
        starts[0].playouts(count)
        return 1.0

    return alternate(lambda: rate(side_by_side), lambda: rate(alone), effort.rounds)[2]


def state_size(effort: Effort) -> Measurement:
    """Bytes of one state."""
    size = float(example().state_size)
    return Measurement(
        "size of State", size, None, "bytes", size, STATE_BAR, "the same for every state", at_most=True
    )


MEASURES: dict[str, Callable[[Effort], Measurement]] = {
    "playouts": playouts,
    **{
        f"playouts-{variant.name}": functools.partial(playouts, variant=variant)
        for variant in speed_variants()
    },
    "ismcts": functools.partial(ismcts, playout="uniform"),
    "ismcts-guided": functools.partial(ismcts, playout="guided"),
    "stepping": stepping,
    "adaptor": adaptor,
    "threads": two_threads,
    "first-list": first_list,
    "cancellation": cancellation,
    "import": import_time,
    "state": state_size,
    "serve-stdio": functools.partial(overhead, make=LinesQuestions, bar=2.0),
    "serve-http": functools.partial(overhead, make=HttpQuestions, bar=5.0),
    "serve-cancel": cancelled_query,
    "serve-load": load,
}
"""What can be measured, by name."""


def checked_names(names: Iterable[str]) -> list[str]:
    """Names of measures; all of them where none is given.

    Raises:
        OptionError: a name is not known.
    """
    wanted = list(names)
    for name in wanted:
        if name not in MEASURES:
            hint = did_you_mean(closest(name, MEASURES))
            raise OptionError("measure", f"found {shown(name)}, expected {listed(MEASURES)}{hint}")
    return wanted or list(MEASURES)


def run(names: Iterable[str], effort: Effort) -> Iterator[Measurement]:
    """The named measures, one after the other.

    Raises:
        OptionError: a name is not known.
    """
    for name in checked_names(names):
        yield MEASURES[name](effort)
