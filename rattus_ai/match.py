"""Matches between agents: paired deals, all seats, and win shares whose intervals hold.

A *deal* is a seed. Every deal is played in each arrangement of the agents in the seats, with the chance drawn
from the same seed, so that who sits where and who was lucky cancel as far as they can:

* two agents A and B: A takes each seat once against B in all others;
* more agents: the list, repeated until every seat has somebody, is rotated through all seats.

The games of one deal are not independent, so errors are computed over deals: the win share of an agent in a
deal is one observation. Everything is compared per seat: an agent as strong as the others wins one game in
`players` with each seat it has. The same agents, games and seed give the same result for any number of jobs,
as long as the agents are bounded by simulations and not by seconds.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from rattus_ai.bots import parse_agent
from rattus_ai.errors import OptionError, shown
from rattus_ai.games import Game, load_game
from rattus_ai.limits import MAX_SEED

CONFIDENCE = 0.95
"""Confidence of the intervals; an agent differs from the fair share where the interval leaves it out."""

MAX_GAMES = 10_000_000
MAX_JOBS = 1024


@dataclass(frozen=True)
class Standing:
    """How one agent did.

    Attributes:
        agent: its text.
        seats: seats it had over all games; `wins` of them won.
        wins: games won.
        share: games won for each seat it had, averaged over deals, 0 to 1.
        error: standard error of the share over deals; None with one deal.
        low, high: 95 % interval of the share; None with one deal.
        margin: mean lead over the best other player at the end, in the game's points.
        margin_error: its standard error over deals; None with one deal.
        decisions: choices among at least two actions.
        seconds: time spent on them.
        by_seat: for each seat (games, wins).
    """

    agent: str
    seats: int
    wins: int
    share: float
    error: float | None
    low: float | None
    high: float | None
    margin: float
    margin_error: float | None
    decisions: int
    seconds: float
    by_seat: tuple[tuple[int, int], ...]

    @property
    def seconds_per_decision(self) -> float:
        """Mean time of a decision; 0 where there was none."""
        return self.seconds / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class MatchResult:
    """The result of a match, or of its part so far.

    Attributes:
        players: number of players of each game.
        games, deals: games played, and the deals they belong to.
        planned: games of the whole match.
        seed: what decided everything random.
        standings: one for each agent, in the order in which they were given.
        seat_wins: games won in each seat, whoever sat there.
        turns: mean length of a game, in turns.
    """

    players: int
    games: int
    deals: int
    planned: int
    seed: int
    standings: tuple[Standing, ...]
    seat_wins: tuple[int, ...]
    turns: float

    @property
    def fair_share(self) -> float:
        """The share of an agent that is as strong as the others."""
        return 1.0 / self.players

    def verdict(self, standing: Standing) -> str | None:
        """`above` or `below` the fair share where the interval leaves it out, else `level`; None unknown."""
        if standing.low is None or standing.high is None:
            return None
        if standing.low > self.fair_share:
            return "above"
        return "below" if standing.high < self.fair_share else "level"

    def to_json(self) -> dict[str, Any]:
        """The result as plain values; only the fields with `seconds` depend on the machine."""
        standings = [
            {
                "agent": each.agent,
                "seats": each.seats,
                "wins": each.wins,
                "share": each.share,
                "error": each.error,
                "interval": None if each.low is None else [each.low, each.high],
                "verdict": self.verdict(each),
                "margin": each.margin,
                "margin_error": each.margin_error,
                "decisions": each.decisions,
                "seconds_per_decision": each.seconds_per_decision,
                "by_seat": [{"games": games, "wins": wins} for games, wins in each.by_seat],
            }
            for each in self.standings
        ]
        return {
            "players": self.players,
            "games": self.games,
            "deals": self.deals,
            "seed": self.seed,
            "confidence": CONFIDENCE,
            "fair_share": self.fair_share,
            "mean_turns": self.turns,
            "seat_wins": list(self.seat_wins),
            "agents": standings,
        }


def play_match(
    game: Game,
    agents: Sequence[str],
    games: int,
    *,
    seed: int = 1,
    jobs: int = 1,
    on_progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Plays agents against each other.

    Args:
        game: the game with its options.
        agents: texts as `rattus_ai.bots.parse_agent` takes them, 2 to as many as the players; the same text
            may come twice.
        games: games at least; rounded up so that every deal is played in every arrangement.
        seed: from 0 to 2**64 - 1; decides the deals and everything random about the agents.
        jobs: processes.
        on_progress: called with the result so far after deals that are done.

    Raises:
        OptionError: an argument is out of range, or a text is no agent.
    """
    players = game.num_players
    if not 2 <= len(agents) <= players:
        expected = "2, one for each player" if players == 2 else f"2 to {players}, the number of players"
        raise OptionError("agents", f"found {len(agents)}, expected {expected}")
    for agent in agents:
        parse_agent(agent)
    _check("games", games, 1, MAX_GAMES)
    _check("jobs", jobs, 1, MAX_JOBS)
    _check("seed", seed, 0, MAX_SEED)
    seatings = arrangements(len(agents), players)
    deals = -(-games // len(seatings))
    tally = _Tally(tuple(agents), players, deals, len(seatings), seed)
    plan = _Plan(game.name, dict(game.options), tuple(agents), seatings, seed)
    for deal, played in _played(plan, deals, min(jobs, deals), game):
        tally.add(deal, played)
        if on_progress is not None:
            on_progress(tally.result())
    return tally.result()


def arrangements(agents: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where in the games of one deal: for each game the number of the agent in each seat.

    >>> arrangements(2, 3)
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    >>> arrangements(3, 3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    seats = range(players)
    if agents == 2:
        return tuple(tuple(0 if seat == place else 1 for seat in seats) for place in seats)
    return tuple(tuple((seat + turn) % players % agents for seat in seats) for turn in seats)


def _check(name: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise OptionError(name, f"found {shown(value)}, expected a whole number from {low} to {high}")


# --- playing -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """What a process needs to play any deal of the match."""

    game: str
    options: Mapping[str, object]
    agents: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    seed: int


@dataclass(frozen=True)
class _Played:
    """One finished game: by seat who sat there, won or not, margin, decisions, seconds."""

    seating: tuple[int, ...]
    returns: tuple[float, ...]
    margins: tuple[float, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    turns: int


_plan: _Plan | None = None
_game: Game | None = None


def _prepare(plan: _Plan) -> None:
    """Makes a new process ready. The one that started it ends it when the user interrupts."""
    global _plan, _game
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plan, _game = plan, load_game(plan.game, **plan.options)


def _play_here(deal: int) -> list[_Played]:
    assert _plan is not None and _game is not None
    return _play_deal(_plan, _game, deal)


def _play_deal(plan: _Plan, game: Game, deal: int) -> list[_Played]:
    return [_play(plan, game, deal, number) for number in range(len(plan.seatings))]


def _play(plan: _Plan, game: Game, deal: int, arrangement: int) -> _Played:
    """One game. An agent that has several seats is several opponents that do not share what they know."""
    seating = plan.seatings[arrangement]
    position = game.new_position(seed=_derived(plan.seed, "deal", deal))
    specifications = [parse_agent(plan.agents[agent]) for agent in seating]
    seats = [
        each.make(_derived(plan.seed, "agent", deal, arrangement, seat))
        for seat, each in enumerate(specifications)
    ]
    decisions, seconds = [0] * len(seats), [0.0] * len(seats)
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
            continue
        player = position.current_player()
        if position.legal_count() == 1:
            position.apply(position.legal_actions()[0])
            continue
        view = position.view(player)
        start = time.perf_counter()
        action = seats[player].choose(view)
        seconds[player] += time.perf_counter() - start
        decisions[player] += 1
        position.apply(action)
    return _Played(
        seating,
        tuple(position.returns()),
        tuple(position.margins()),
        tuple(decisions),
        tuple(seconds),
        position.turn(),
    )


def _derived(seed: int, *parts: object) -> int:
    """A seed for one purpose, the same on every machine."""
    return random.Random("/".join(map(str, (seed, *parts)))).getrandbits(63)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Interrupts of this thread wait until afterwards; processes started meanwhile never hear one.

    Else a process that is interrupted before `_prepare` complains. Not on Windows, which has no masks.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _played(plan: _Plan, deals: int, jobs: int, game: Game) -> Iterator[tuple[int, list[_Played]]]:
    """Deals with their games, in the order in which they are done."""
    if jobs == 1:
        for deal in range(deals):
            yield deal, _play_deal(plan, game, deal)
        return
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _prepare, (plan,))
    try:
        waiting: dict[Future[list[_Played]], int] = {}
        deal = 0
        while waiting or deal < deals:
            while deal < deals and len(waiting) < 3 * jobs:  # a few ahead, so that nobody waits
                with _interrupts_held():
                    waiting[pool.submit(_play_here, deal)] = deal
                deal += 1
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    pool.shutdown()


def default_jobs() -> int:
    """Processes that make sense here: the processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- counting ------------------------------------------------------------------------------------------


class _Tally:
    """Results of deals, kept by deal so that the order in which they came tells nothing."""

    def __init__(self, agents: tuple[str, ...], players: int, deals: int, games: int, seed: int) -> None:
        self.agents = agents
        self.players = players
        self.planned = deals * games
        self.seed = seed
        self.deals: dict[int, list[_Played]] = {}

    def add(self, deal: int, played: list[_Played]) -> None:
        self.deals[deal] = played

    def result(self) -> MatchResult:
        order = [self.deals[deal] for deal in sorted(self.deals)]
        games = [game for deal in order for game in deal]
        return MatchResult(
            players=self.players,
            games=len(games),
            deals=len(order),
            planned=self.planned,
            seed=self.seed,
            standings=tuple(self._standing(agent, order) for agent in range(len(self.agents))),
            seat_wins=tuple(sum(game.returns[seat] > 0 for game in games) for seat in range(self.players)),
            turns=sum(game.turns for game in games) / len(games),
        )

    def _standing(self, agent: int, deals: Sequence[Sequence[_Played]]) -> Standing:
        shares, margins = [], []
        by_seat = [[0, 0] for _ in range(self.players)]
        decisions, seconds = 0, 0.0
        for deal in deals:
            own = [(game, seat) for game in deal for seat, sits in enumerate(game.seating) if sits == agent]
            shares.append(sum(game.returns[seat] for game, seat in own) / len(own))
            margins.append(sum(game.margins[seat] for game, seat in own) / len(own))
            for game, seat in own:
                by_seat[seat][0] += 1
                by_seat[seat][1] += game.returns[seat] > 0
                decisions += game.decisions[seat]
                seconds += game.seconds[seat]
        share, error = _mean(shares)
        margin, margin_error = _mean(margins)
        seats = sum(games for games, _ in by_seat)
        low, high = interval(shares, sum(map(len, deals)) / seats)
        return Standing(
            agent=self.agents[agent],
            seats=seats,
            wins=sum(wins for _, wins in by_seat),
            share=share,
            error=error,
            low=low,
            high=high,
            margin=margin,
            margin_error=margin_error,
            decisions=decisions,
            seconds=seconds,
            by_seat=tuple((games, wins) for games, wins in by_seat),
        )


def _mean(values: Sequence[float]) -> tuple[float, float | None]:
    """Mean and its standard error, None for a single value."""
    count = len(values)
    mean = math.fsum(values) / count
    if count < 2:
        return mean, None
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(variance / count)


def interval(shares: Sequence[float], most: float = 1.0) -> tuple[float | None, float | None]:
    """The 95 % interval of the mean of shares of independent deals; (None, None) for a single one.

    Student's distribution over deals. Where all deals came out alike there is no spread to go by; then
    Wilson's interval holds, with each deal counted as one game, which is never too narrow.

    Args:
        shares: one for each deal, 0 to `most`.
        most: the share of an agent that wins every game; below 1 where it has several seats in a game.
    """
    count = len(shares)
    mean, error = _mean(shares)
    if error is None:
        return None, None
    if error > 0.0:
        reach = _student(count - 1) * error
        return max(0.0, mean - reach), min(most, mean + reach)
    part = mean / most
    z2 = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) ** 2
    centre = (part + z2 / (2 * count)) / (1 + z2 / count)
    reach = math.sqrt(z2 * (part * (1 - part) / count + z2 / (4 * count * count))) / (1 + z2 / count)
    return max(0.0, centre - reach) * most, min(1.0, centre + reach) * most


def _student(freedom: int) -> float:
    """Two-sided 95 % point of Student's distribution; from 3 on by an expansion (error below 0.2 %)."""
    if freedom == 1:
        return math.tan(math.pi * CONFIDENCE / 2)
    if freedom == 2:
        return CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE**2))
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))
