"""Matches of studies: one agent in one seat against another in all others."""

from __future__ import annotations

from rich.console import Console
from rich.progress import Progress

from intervals import Estimate
from rattus_ai.games import Game
from rattus_ai.match import MatchResult, play_match


def seat_share(
    title: str, game: Game, agent: str, others: str, games: int, seed: int, jobs: int
) -> tuple[Estimate, int]:
    """The share of games that an agent wins with a seat, over deals, and how many were played.

    Every deal is played with the agent in each of the seats. There is a progress bar on standard error.

    Args:
        title: what the bar is called.
        game: what is played.
        agent, others: in one seat, and in all others.
        games: at least so many; deals are completed.
        seed: decides everything random.
        jobs: processes; the result does not depend on it.
    """
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(title, total=None)

        def advance(result: MatchResult) -> None:
            progress.update(task, completed=result.games, total=result.planned)

        result = play_match(game, [agent, others], games=games, seed=seed, jobs=jobs, on_progress=advance)
    ours = result.standings[0]
    return Estimate(ours.share, ours.error, ours.low, ours.high, result.deals), result.games


def verdict(share: Estimate, fair: float) -> str:
    """Whether the interval of a share leaves the fair one out, and on which side."""
    if share.low is None or share.high is None:
        return "not known"
    return "stronger" if share.low > fair else "weaker" if share.high < fair else "not told apart"
