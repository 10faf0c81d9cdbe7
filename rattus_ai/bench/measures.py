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
from rattus_ai.bench.positions import (
    FIRST_GAME,
    example,
    example_view,
    game,
    speed_variants,
    variant_game,
)
from rattus_ai.bench.service import cancelled_query, load, overhead
from rattus_ai.bench.service_clients import HttpQuestions, LinesQuestions
from rattus_ai.bench.yardsticks import hearts, play, python_games
from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.games import Variant, definition
from rattus_ai.text.closest import closest, did_you_mean

PLAYOUTS = 10_000
ROLLOUTS = 4_000
SIMULATIONS = 4_000
GAMES = 40
ADAPTOR_GAMES = 20
SEEDS = (1, 2, 3)
"""Of the positions that are searched."""


def playouts(effort: Effort, name: str, bar: float, variant: Variant | None = None) -> Measurement:
    """Uniformly random playouts in the core, actions and chance; with other options than the default ones."""
    played = game(name=name) if variant is None else variant_game(variant, name)
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
        bar,
        "hearts, C++ rollouts",
    )


def ismcts(effort: Effort, name: str, bar: float, playout: str) -> Measurement:
    """Simulations a second times the mean number of steps a simulation makes from the root to the end."""
    cores = [example_view(seed=seed, name=name).core for seed in SEEDS]
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
        bar,
        "hearts, pyspiel.ISMCTSBot",
        note=f"{rates} against {yardstick / theirs:,.0f} of {theirs}",
    )


def stepping(effort: Effort, name: str, bar: float) -> Measurement:
    """legal_actions and push at random until the end, from Python."""
    games = effort.count(GAMES)

    def work() -> float:
        steps = 0
        for seed in range(games):
            choose = random.Random(seed).choice
            position = game(name=name).initial_position()
            legal, push, player = position.legal_actions, position.push, position.current_player
            while player() != TERMINAL:
                push(choose(legal()))
                steps += 1
        return steps

    ours, yardstick, ratio = alternate(lambda: rate(work), lambda: hearts().stepping(games), effort.rounds)
    return Measurement(
        "stepping from Python", ours, yardstick, "steps/s", ratio, bar, "hearts through pyspiel"
    )


def adaptor(effort: Effort, name: str, bar: float) -> Measurement:
    """Random games through the OpenSpiel adaptor; the smallest of the ratios to OpenSpiel's Python games."""
    import pyspiel

    import rattus_ai.openspiel  # noqa: F401

    adapted = pyspiel.load_game(f"{name}(players=4)")
    games = effort.count(ADAPTOR_GAMES)
    found: dict[str, tuple[float, float, float]] = {}
    for yardstick_name, other in python_games().items():
        theirs = functools.partial(_played, other, games)
        found[yardstick_name] = alternate(functools.partial(_played, adapted, games), theirs, effort.rounds)
    hardest = min(found, key=lambda each: found[each][2])
    ours, yardstick, ratio = found[hardest]
    return Measurement(
        "through the OpenSpiel adaptor",
        ours,
        yardstick,
        "steps/s",
        ratio,
        bar,
        hardest,
        note=", ".join(f"{each[2]:.1f} times {other}" for other, each in found.items() if other != hardest),
    )


def _played(adapted: object, games: int) -> float:
    return rate(lambda: play(adapted, games))


def two_threads(effort: Effort, name: str, bar: float) -> Measurement:
    """Two threads against one, same seed, same simulations, and the same answer."""
    view = example_view(name=name).core
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
        bar,
        "one thread, same answer",
        note=f"two playouts that share nothing ran {capacity(effort, name):.2f} times as fast as one then",
    )


def capacity(effort: Effort, name: str = FIRST_GAME) -> float:
    """What two threads can gain at this moment: unrelated playouts side by side, against one after another.

    Where other programs keep the processors busy, that is far from 2.
    """
    starts = [game(name=name).initial_position() for _ in range(2)]
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


def state_size(effort: Effort, name: str, bar: float) -> Measurement:
    """Bytes of one state."""
    size = float(example(name=name).state_size)
    return Measurement(
        "size of State", size, None, "bytes", size, bar, "the same for every state", at_most=True
    )


OF_A_GAME: dict[str, Callable[..., Measurement]] = {
    "playouts": playouts,
    "ismcts": functools.partial(ismcts, playout="uniform"),
    "ismcts-guided": functools.partial(ismcts, playout="guided"),
    "stepping": stepping,
    "adaptor": adaptor,
    "threads": two_threads,
    "first-list": first_list,
    "cancellation": cancellation,
    "state": state_size,
}
"""What can be measured of a game, by name; called with the effort, the game's name and the bar."""

OF_THE_LIBRARY: dict[str, Callable[[Effort], Measurement]] = {
    "import": import_time,
    "serve-stdio": functools.partial(overhead, make=LinesQuestions, bar=2.0),
    "serve-http": functools.partial(overhead, make=HttpQuestions, bar=5.0),
    "serve-cancel": cancelled_query,
    "serve-load": load,
}
"""What is measured whatever the game is."""


def measures(name: str = FIRST_GAME) -> dict[str, Callable[[Effort], Measurement]]:
    """What is measured of a game, by name: what it has a bar for; with the first game also the library.

    Raises:
        OptionError: there is no such game.
    """
    known = dict(OF_A_GAME)
    for variant in speed_variants(name):
        known[f"playouts-{variant.name}"] = functools.partial(playouts, variant=variant)
    found: dict[str, Callable[[Effort], Measurement]] = {
        measure: functools.partial(known[measure], name=name, bar=bar)
        for measure, bar in definition(name).bars.items()
    }
    return found | OF_THE_LIBRARY if name == FIRST_GAME else found


MEASURES = measures()
"""What is measured with the first game."""


def checked_names(names: Iterable[str], game_name: str = FIRST_GAME) -> list[str]:
    """Names of measures; all of those of the game where none is given.

    Raises:
        OptionError: a name is not known, or there is no such game.
    """
    known = measures(game_name)
    wanted = list(names)
    for name in wanted:
        if name not in known:
            hint = did_you_mean(closest(name, known))
            raise OptionError("measure", f"found {shown(name)}, expected {listed(known)}{hint}")
    return wanted or list(known)


def run(names: Iterable[str], effort: Effort, game_name: str = FIRST_GAME) -> Iterator[Measurement]:
    """The named measures, one after the other.

    Raises:
        OptionError: a name is not known, or there is no such game.
    """
    for name in checked_names(names, game_name):
        yield measures(game_name)[name](effort)
