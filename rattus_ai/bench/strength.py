"""The strength the project promises: matches with their bars and intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rattus_ai.bench.equal_time import EqualTime, play_equal_time
from rattus_ai.bench.positions import FIRST_GAME, game, strength_variants, variant_game
from rattus_ai.games import Game
from rattus_ai.match import MatchResult, play_match

AGENT = "ismcts:2000"
PLAYERS = (2, 4)
AGAINST_RANDOM = 0.95
"""Share of the games of 2 players that must be won against random."""

TIMES_FAIR = 2.0
"""At equal time, the share that must be won, in fair shares."""


@dataclass(frozen=True)
class Strength:
    """A match beside its bar. Our agent has one seat, the opponent all others.

    Attributes:
        players: of each game.
        agent, opponent: who played.
        games, deals: played.
        share: games our agent won, 0 to 1.
        low, high: 95 % interval of the share, over deals; None with one deal.
        bar: the share that must be reached.
        certain: the interval must lie above the bar, not only the share.
        seconds, their_seconds: mean time of a decision.
        equal_time: the opponent must have had at least our time.
        game: what is played, where that is not the game with its default options.
    """

    players: int
    agent: str
    opponent: str
    games: int
    deals: int
    share: float
    low: float | None
    high: float | None
    bar: float
    certain: bool
    seconds: float
    their_seconds: float
    equal_time: bool = False
    game: str | None = None

    @property
    def fair_share(self) -> float:
        """The share of an agent as strong as the opponent."""
        return 1 / self.players

    @property
    def reached(self) -> bool:
        """Whether the bar was reached in this run."""
        if self.equal_time and self.their_seconds < self.seconds:
            return False
        if self.certain:
            return self.low is not None and self.low > self.bar
        return self.share >= self.bar

    def to_json(self) -> dict[str, Any]:
        """The match as plain values."""
        return {
            "game": self.game,
            "players": self.players,
            "agent": self.agent,
            "opponent": self.opponent,
            "games": self.games,
            "deals": self.deals,
            "share": self.share,
            "interval": None if self.low is None else [self.low, self.high],
            "fair_share": self.fair_share,
            "bar": self.bar,
            "bar_for": "lower end of the interval" if self.certain else "share",
            "reached": self.reached,
            "seconds_per_decision": self.seconds,
            "seconds_per_decision_of_opponent": self.their_seconds,
        }


Progress = Callable[[str, int, int, float], None]
"""Called with what is played, games done, games planned, and the share so far."""


def strength_matches(
    games: int,
    *,
    name: str = FIRST_GAME,
    agent: str = AGENT,
    seed: int = 1,
    jobs: int = 1,
    on_progress: Progress | None = None,
) -> Iterator[Strength]:
    """The matches: against random and greedy, and against OpenSpiel's ISMCTS at equal time.

    The default options with 2 and with 4 players, and the game's other options; at equal time the first game
    with its default options.

    Args:
        games: of each match, at least; deals are always completed.
        name: of the game.
        agent: ours, by text.
        seed: decides the deals and everything random.
        jobs: processes for the matches without a clock; the one with a clock takes one.
        on_progress: see `Progress`.

    Raises:
        OptionError: the text is no agent, there is no such game, or a number is out of range.
    """
    for players in PLAYERS:
        for opponent in ("random", "greedy"):
            yield _match(game(players, name), None, agent, opponent, games, seed, jobs, on_progress)
    for variant in strength_variants(name):
        for opponent in ("random", "greedy"):
            other = variant_game(variant, name)
            yield _match(other, variant.title, agent, opponent, games, seed, jobs, on_progress)
    for players in PLAYERS if name == FIRST_GAME else ():
        yield equal_time_match(players, games, agent=agent, seed=seed, on_progress=on_progress)


def _match(
    played: Game,
    title: str | None,
    agent: str,
    opponent: str,
    games: int,
    seed: int,
    jobs: int,
    on_progress: Progress | None,
) -> Strength:
    players = played.num_players
    what = f"{agent} against {opponent}, {title or f'{players} players'}"

    def show(result: MatchResult) -> None:
        if on_progress is not None:
            on_progress(what, result.games, result.planned, result.standings[0].share)

    result = play_match(played, [agent, opponent], games, seed=seed, jobs=jobs, on_progress=show)
    ours, theirs = result.standings
    overwhelming = opponent == "random" and players == 2
    return Strength(
        players=players,
        agent=agent,
        opponent=opponent,
        games=result.games,
        deals=result.deals,
        share=ours.share,
        low=ours.low,
        high=ours.high,
        bar=AGAINST_RANDOM if overwhelming else result.fair_share,
        certain=not overwhelming,
        seconds=ours.seconds_per_decision,
        their_seconds=theirs.seconds_per_decision,
        game=title,
    )


def equal_time_match(
    players: int, games: int, *, agent: str = AGENT, seed: int = 1, on_progress: Progress | None = None
) -> Strength:
    """The match at equal time per decision against OpenSpiel's ISMCTS in Python.

    The bar is twice the fair share, which with 2 players is every game.
    """
    what = f"{agent} against OpenSpiel's ISMCTS, {players} players"
    planned = -(-games // players) * players

    def show(result: EqualTime) -> None:
        if on_progress is not None:
            on_progress(what, result.games, planned, result.share)

    name = f"{game(players).name}(players={players})"
    result = play_equal_time(name, agent, games, seed=seed, on_progress=show)
    return Strength(
        players=players,
        agent=agent,
        opponent=f"OpenSpiel's ISMCTS in Python, {result.simulations} simulations",
        games=result.games,
        deals=result.deals,
        share=result.share,
        low=result.low,
        high=result.high,
        bar=TIMES_FAIR / players,
        certain=False,
        seconds=result.seconds,
        their_seconds=result.their_seconds,
        equal_time=True,
    )
