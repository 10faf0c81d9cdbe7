"""The figures that the project promises, each with its yardstick and its bar."""

from __future__ import annotations

import functools
import random
import statistics
import time
from collections.abc import Callable, Iterator

from rattus_ai._core.search import Search
from rattus_ai.analysis import Analysis, analyse
from rattus_ai.bench.measurement import Measurement, alternate, rate
from rattus_ai.bench.yardsticks import GAMES, SIMULATIONS, Hearts, play
from rattus_ai.games import Game, load_game
from rattus_ai.limits import Limit
from rattus_ai.positions import Position

PLAYOUTS = 10_000
MIDGAME_TURNS = 4
PYTHON_GAMES = ("python_team_dominoes", "python_block_dominoes", "python_liars_poker")


@functools.lru_cache
def hearts() -> Hearts:
    """The yardstick, made once."""
    return Hearts()


@functools.lru_cache
def example(name: str = "rattus", players: int = 4) -> tuple[Game, Position]:
    """A game and a position a few turns into it, at the first decision of a turn."""
    game = load_game(name, players=players)
    position = game.new_position(seed=1)
    choose = random.Random(1).choice
    while position.turn() < MIDGAME_TURNS * players or position.is_chance():
        position.apply(choose(position.legal_actions()))
    return game, position


def playouts(rounds: int) -> Measurement:
    """Uniformly random playouts in the core, actions and chance."""
    game, _ = example()
    start = game.initial_position()
    ours, yardstick, ratio = alternate(lambda: rate(lambda: start.playouts(PLAYOUTS)), hearts().rollouts, rounds)
    return Measurement(
        "random playouts in the core, 4 players", ours, yardstick, "steps/s", ratio, 3.0, "hearts, C++ rollouts"
    )


def ismcts(rounds: int, playout: str) -> Measurement:
    """Simulations times the mean number of steps that are left from the root."""
    _, position = example()
    view = position.view(position.current_player()).core
    count = 2_000
    remaining = view.playouts(count, guided=playout == "guided") / count

    def ours() -> float:
        search = Search(view, playout=playout)
        return rate(lambda: search.run(SIMULATIONS) * remaining)

    figure, yardstick, ratio = alternate(ours, hearts().ismcts, rounds)
    return Measurement(
        f"information-set MCTS, {playout} playouts", figure, yardstick, "simulations/s x steps", ratio, 3.0,
        "hearts, pyspiel.ISMCTSBot",
    )


def stepping(rounds: int) -> Measurement:
    """legal_actions and push at random until the end, from Python."""
    game, _ = example()

    def work() -> float:
        steps = 0
        for seed in range(GAMES):
            choose = random.Random(seed).choice
            position = game.initial_position()
            legal, push, player = position.legal_actions, position.push, position.current_player
            while player() != -4:
                push(choose(legal()))
                steps += 1
        return steps

    ours, yardstick, ratio = alternate(lambda: rate(work), hearts().stepping, rounds)
    return Measurement("stepping from Python", ours, yardstick, "steps/s", ratio, 1.0, "hearts through pyspiel")


def adaptor(rounds: int) -> Measurement:
    """Random games through the OpenSpiel adaptor."""
    import pyspiel
    from open_spiel.python.games import block_dominoes, liars_poker, team_dominoes  # noqa: F401  (they register)

    import rattus_ai.openspiel  # noqa: F401

    game = pyspiel.load_game("rattus(players=4)")
    others = [pyspiel.load_game(name) for name in PYTHON_GAMES]

    def yardstick() -> float:
        return max(rate(lambda other=other: play(other, 10)) for other in others)  # type: ignore[misc]

    ours, theirs, ratio = alternate(lambda: rate(lambda: play(game, 10)), yardstick, rounds)
    return Measurement(
        "through the OpenSpiel adaptor", ours, theirs, "steps/s", ratio, 2.0, "fastest of OpenSpiel's Python games"
    )


def threads(rounds: int) -> Measurement:
    """Two threads against one, same seed, same simulations."""
    _, position = example()
    view = position.view(position.current_player()).core
    answers = set()

    def search(count: int) -> float:
        trees = Search(view, trees=2)
        speed = rate(lambda: float(trees.run(4 * SIMULATIONS, count)))
        answers.add(str(trees.actions()))
        return speed

    ours, yardstick, ratio = alternate(lambda: search(2), lambda: search(1), rounds)
    if len(answers) != 1:
        raise AssertionError("one and two threads gave different answers")
    return Measurement("two threads", ours, yardstick, "simulations/s", ratio, 1.8, "one thread, same answer")


def first_list(rounds: int) -> Measurement:
    """Time from a read position to the first ranked list of a hint."""
    _, position = example()
    view = position.view(position.current_player())
    times: list[float] = []
    for _ in range(max(rounds, 5)):
        start = time.perf_counter()
        first: list[float] = []

        def note(analysis: Analysis, start: float = start, first: list[float] = first) -> None:
            if not first:
                first.append(time.perf_counter() - start)

        analyse(view, Limit(simulations=2_000), on_progress=note)
        times.append(1000 * first[0])
    median = statistics.median(times)
    return Measurement("first ranked list of a hint", median, None, "ms", median, 20.0, "absolute", at_most=True)


def state_size(rounds: int) -> Measurement:
    """Bytes of one state."""
    _, position = example()
    size = float(position.state_size)
    return Measurement("size of State", size, None, "bytes", size, 512.0, "absolute", at_most=True)


MEASURES: dict[str, Callable[[int], Measurement]] = {
    "playouts": playouts,
    "ismcts": functools.partial(ismcts, playout="uniform"),
    "ismcts-guided": functools.partial(ismcts, playout="guided"),
    "stepping": stepping,
    "adaptor": adaptor,
    "threads": threads,
    "first-list": first_list,
    "state": state_size,
}


def run(names: list[str], rounds: int) -> Iterator[Measurement]:
    """The named measures, one after the other."""
    for name in names:
        yield MEASURES[name](rounds)
