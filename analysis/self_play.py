"""Games that an agent plays against itself, shared by the studies.

Each game is a task with its own seed, and results come in the order of the tasks, so they do not depend on
the number of processes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from rattus_ai import Position, load_game
from rattus_ai.bots import parse_agent
from rattus_ai.errors import OptionError

PLAYER_COUNTS = (2, 3, 4)

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def derived_seed(seed: int, *parts: object) -> int:
    """A seed for one purpose, 0 to 2**63 - 1, the same on every machine."""
    return random.Random("/".join(map(str, (seed, *parts)))).getrandbits(63)


def run_tasks(
    function: Callable[[Task], Outcome], tasks: Sequence[Task], jobs: int, description: str
) -> list[Outcome]:
    """The outcome of each task, in their order, with a progress bar on standard error.

    Args:
        function: at the top level of a module, so that another process finds it.
        tasks: what it is called with.
        jobs: processes, at least 1; with 1 everything happens in this one.
        description: what the bar is called.
    """

    def shown(outcomes: Iterable[Outcome]) -> list[Outcome]:
        bar = Console(stderr=True)
        return list(track(outcomes, total=len(tasks), description=description, console=bar))

    if jobs == 1:
        return shown(map(function, tasks))
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        return shown(pool.map(function, tasks))


def answers_of_positions(
    function: Callable[[Task], Outcome | None], tasks: Sequence[Task], jobs: int, wanted: str
) -> list[Outcome]:
    """Likewise for positions drawn at random, without those that have no answer (None).

    Raises:
        SystemExit: none of them has one.
    """
    answers = [answer for answer in run_tasks(function, tasks, jobs, "positions") if answer is not None]
    if not answers:
        raise SystemExit(f"error: --positions: found no position with {wanted}, expected more positions")
    return answers


def play_on(
    position: Position, agent: str, seed: int, watch: Callable[[Position], None] | None = None
) -> None:
    """Plays a position to its end with the same agent in every seat, each with a seed of its own.

    Args:
        position: is played to the end.
        agent: what `rattus_ai.bots.parse_agent` takes.
        seed: decides everything random about the agents; chance is drawn with the position's own seed.
        watch: called with the position at every node before anything happens there, the end included.
    """
    specification = parse_agent(agent)
    seats = [
        specification.make(derived_seed(seed, "agent", player))
        for player in range(position.rules.num_players)
    ]
    while True:
        if watch is not None:
            watch(position)
        if position.is_terminal():
            return
        if position.is_chance():
            position.draw_chance()
        elif position.legal_count() == 1:
            position.apply(position.legal_actions()[0])
        else:
            player = position.current_player()
            position.apply(seats[player].choose(position.view(player)))


def play_to_sweep(
    position: Position, agent: str, seed: int, sweeps: int, watch: Callable[[Position], None] | None = None
) -> tuple[float, ...]:
    """Plays a position to its end; the share of random sweeps that each player wins.

    The luck of the sweep that takes place is averaged out: from the first node on at which nobody has a say
    any more, the rest is drawn again and again.

    Args:
        position: is played to the end.
        agent: sits in every seat.
        seed: decides everything random about the agents and the sweeps.
        sweeps: how many are drawn.
        watch: as for `play_on`.
    """
    begun: list[Position] = []

    def see(here: Position) -> None:
        if not begun and (here.is_chance() or here.is_terminal()) and here.game.only_chance_left(here):
            begun.append(here.copy())
        if watch is not None:
            watch(here)

    play_on(position, agent, seed, see)
    totals = [0.0] * position.rules.num_players
    for number in range(sweeps):
        end = begun[0].clone()
        end.random_playout(derived_seed(seed, "sweep", number))
        totals = [total + won for total, won in zip(totals, end.returns(), strict=True)]
    return tuple(total / sweeps for total in totals)


def new_game(players: int, seed: int) -> Position:
    """The base game with this number of players at its first decision."""
    return load_game("rattus", players=players).new_position(seed=derived_seed(seed, "deal"))


def count(text: str) -> int:
    """A whole number from 1 on, as the type of an argument.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a whole number from 1 on")
    return int(text)


def at_least_two(text: str) -> int:
    """A whole number from 2 on, which a standard error needs, as the type of an argument.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if count(text) < 2:
        raise argparse.ArgumentTypeError("found 1, expected at least 2")
    return int(text)


def agent(text: str) -> str:
    """The text of an agent, as the type of an argument.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    try:
        return parse_agent(text).text
    except OptionError as error:
        raise argparse.ArgumentTypeError(error.problem) from None


def study_parser(documentation: str | None) -> argparse.ArgumentParser:
    """The parser of a script, whose help is its documentation as it stands in the file."""
    return argparse.ArgumentParser(
        description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_common_arguments(parser: argparse.ArgumentParser) -> None:
    """`--jobs`, `--seed` and `--write`, the same in every study."""
    parser.add_argument("--jobs", type=count, default=1, help="processes; the result does not depend on it")
    parser.add_argument("--seed", type=int, default=1, help="decides everything random")
    parser.add_argument(
        "--write", action="store_true", help="write the page and the plots in analysis/pages/"
    )
