"""A match at equal time per decision against OpenSpiel's ISMCTS in Python, on the same game.

Both play in one process and take turns, so that a busy machine slows both down. OpenSpiel's bot gets as many
simulations as take it at least as long as our agent; both times are measured during the match.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import rattus_ai.openspiel  # noqa: F401  (registers the games)
from rattus_ai.bots import Bot
from rattus_ai.match import arrangements, interval
from rattus_ai.positions import Position

EXPLORATION = 1.4
"""Of OpenSpiel's bot; returns of our games are one apart."""

_SPARE = 1.2
"""Factor on the simulations of OpenSpiel's bot, so that its time is not below ours by chance."""

_LEAST_SIMULATIONS = 2
"""OpenSpiel's bot has no answer after its first simulation, which only opens the root."""

_FIRST_GUESS = 8
_CALIBRATIONS = 2


class OpenSpielIsmcts:
    """OpenSpiel's ISMCTS in Python with a random rollout for each simulation.

    Args:
        game: as pyspiel has it.
        simulations: a decision, at least 2.
        seed: decides everything random about it.
    """

    def __init__(self, game: Any, simulations: int, seed: int) -> None:
        self._random = np.random.RandomState(seed % (1 << 32))
        # A name of its own, because bots of OpenSpiel only borrow their evaluator.
        self._evaluator = mcts.RandomRolloutEvaluator(1, self._random)
        self._bot = ismcts.ISMCTSBot(
            game, self._evaluator, EXPLORATION, simulations, random_state=self._random
        )
        self._bot.set_resampler(self._resampled)

    def choose(self, state: Any) -> int:
        """The action for a state; of what its player cannot know nothing is used."""
        return int(self._bot.step(state))

    def _resampled(self, state: Any, player: int) -> Any:
        return state.resample_from_infostate(player, self._random.uniform)


@dataclass(frozen=True)
class EqualTime:
    """Result of the match.

    Attributes:
        players: of each game; our agent has one seat, OpenSpiel's bot the others.
        agent: text of our agent.
        simulations: of OpenSpiel's bot, a decision.
        games, deals: played; every deal once with our agent in each seat.
        share: games our agent won, 0 to 1.
        low, high: 95 % interval of the share, over deals; None with one deal.
        seconds, their_seconds: mean time of a decision among at least two actions.
    """

    players: int
    agent: str
    simulations: int
    games: int
    deals: int
    share: float
    low: float | None
    high: float | None
    seconds: float
    their_seconds: float


@dataclass
class _Clock:
    """Time one side has used."""

    seconds: float = 0.0
    decisions: int = 0

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.decisions)


def play_equal_time(
    game: str,
    agent: str,
    games: int,
    *,
    seed: int = 1,
    simulations: int | None = None,
    on_progress: Callable[[EqualTime], None] | None = None,
) -> EqualTime:
    """Plays our agent in one seat against OpenSpiel's ISMCTS in Python in all others.

    Args:
        game: text for `pyspiel.load_game`, such as `rattus(players=4)`.
        agent: text as `rattus_ai.bots.parse_agent` takes it.
        games: at least; rounded up so that every deal is played with our agent in each seat.
        seed: decides the deals and everything random about the players.
        simulations: of OpenSpiel's bot, a decision, at least 2; None: see `equal_simulations`.
        on_progress: called with the result so far after each deal.

    Raises:
        OptionError: the text is no agent.
    """
    adapted = pyspiel.load_game(game)
    players: int = adapted.num_players()
    if simulations is None:
        simulations = equal_simulations(adapted, agent, seed)
    deals = math.ceil(games / players)
    ours, theirs = _Clock(), _Clock()
    shares: list[float] = []
    while len(shares) < deals:
        shares.append(_play_deal(adapted, agent, simulations, (seed, len(shares)), (ours, theirs)))
        low, high = interval(shares)
        result = EqualTime(
            players=players,
            agent=agent,
            simulations=simulations,
            games=players * len(shares),
            deals=len(shares),
            share=math.fsum(shares) / len(shares),
            low=low,
            high=high,
            seconds=ours.mean,
            their_seconds=theirs.mean,
        )
        if on_progress is not None:
            on_progress(result)
    return result


def equal_simulations(adapted: Any, agent: str, seed: int = 1) -> int:
    """Simulations with which OpenSpiel's bot takes at least as long for a decision as our agent.

    Found by playing: each deal corrects the number with which it was played.
    """
    simulations = _FIRST_GUESS
    for deal in range(_CALIBRATIONS):
        ours, theirs = _Clock(), _Clock()
        _play_deal(adapted, agent, simulations, (seed, "calibration", deal), (ours, theirs))
        wanted = _SPARE * simulations * ours.mean / theirs.mean
        simulations = max(_LEAST_SIMULATIONS, math.ceil(wanted))
    return simulations


def _play_deal(
    adapted: Any, agent: str, simulations: int, purpose: tuple[object, ...], clocks: tuple[_Clock, _Clock]
) -> float:
    """One deal with our agent in each seat in turn; the part of its games that it won."""
    seatings = arrangements(2, adapted.num_players())
    won = 0.0
    for seating in seatings:
        seeds = _seeds("/".join(map(str, (*purpose, seating))))
        position = Position.of(adapted.new_initial_state().core.game, seed=_seed("/".join(map(str, purpose))))
        won += _play(adapted, position, agent, simulations, seating, seeds, clocks)
    return won / len(seatings)


def _play(
    adapted: Any,
    position: Position,
    agent: str,
    simulations: int,
    seating: tuple[int, ...],
    seeds: Iterator[int],
    clocks: tuple[_Clock, _Clock],
) -> float:
    """One game from the very first node; what our agent gets for it."""
    state = adapted.new_initial_state()
    ours = Bot(agent, seed=next(seeds))
    theirs = [OpenSpielIsmcts(adapted, simulations, next(seeds)) for _ in seating]
    while not position.is_terminal():
        if position.is_chance():
            state.apply_action(position.draw_chance())
            continue
        player = position.current_player()
        if position.legal_count() == 1:
            action = position.legal_actions()[0]
        else:
            clock = clocks[seating[player]]
            start = time.perf_counter()
            if seating[player] == 0:
                action = ours.choose(position.view(player))
            else:
                action = theirs[player].choose(state)
            clock.seconds += time.perf_counter() - start
            clock.decisions += 1
        position.apply(action)
        state.apply_action(action)
    return position.returns()[seating.index(0)]


def _seed(text: str) -> int:
    """A seed for one purpose, the same on every machine."""
    return random.Random(text).getrandbits(63)


def _seeds(text: str) -> Iterator[int]:
    generator = random.Random(text)
    while True:
        yield generator.getrandbits(63)
