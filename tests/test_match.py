"""Matches: who sits where, the same result for any number of jobs, intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rattus_ai import load_game
from rattus_ai.errors import OptionError
from rattus_ai.match import MatchResult, arrangements, interval, play_match


def timeless(result: MatchResult) -> MatchResult:
    return replace(result, standings=tuple(replace(each, seconds=0.0) for each in result.standings))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_arrangements_are_fair(agents: int, players: int) -> None:
    if agents > players:
        return
    seatings = arrangements(agents, players)
    assert len(seatings) == players and all(len(seating) == players for seating in seatings)
    for agent in range(agents):  # every agent is in every seat equally often
        assert len({sum(seating[seat] == agent for seating in seatings) for seat in range(players)}) == 1
    if agents == 2:
        assert [seating.index(0) for seating in seatings] == list(range(players))
        assert all(seating.count(0) == 1 for seating in seatings)


def test_the_better_agent_wins() -> None:
    seen: list[int] = []
    result = play_match(
        load_game("rattus", players=2),
        ["greedy", "random"],
        9,
        on_progress=lambda part: seen.append(part.games),
    )
    assert result.games == 10 and result.deals == 5 and result.planned == 10  # deals are completed
    assert seen == [2, 4, 6, 8, 10]
    greedy, random = result.standings
    assert greedy.share + random.share == pytest.approx(1.0)
    assert result.verdict(greedy) == "above" and result.verdict(random) == "below"
    assert greedy.margin > 0 > random.margin and greedy.decisions > 0
    assert sum(result.seat_wins) == 10 and greedy.by_seat[0][0] == greedy.by_seat[1][0] == 5
    plain = result.to_json()
    assert plain["agents"][0]["agent"] == "greedy" and plain["fair_share"] == 0.5


def test_jobs_do_not_matter() -> None:
    game = load_game("rattus", players=3, turn_limit=12)
    agents = ["ismcts:20", "random", "greedy"]
    one = play_match(game, agents, 6, seed=4)
    assert timeless(play_match(game, agents, 6, seed=4, jobs=2)) == timeless(one)
    assert timeless(play_match(game, agents, 6, seed=5)) != timeless(one)


def test_agents_alike_share_their_luck() -> None:
    """Agents that play alike win exactly their share: in one deal each arrangement is the same game."""
    result = play_match(load_game("rattus", players=3, turn_limit=10), ["greedy", "greedy"], 6)
    assert [each.share for each in result.standings] == pytest.approx([1 / 3, 1 / 3])
    assert [result.verdict(each) for each in result.standings] == ["level", "level"]


def test_more_agents_than_two_and_fewer_than_players() -> None:
    result = play_match(load_game("rattus", players=4, turn_limit=8), ["random", "random", "random"], 4)
    assert [each.seats for each in result.standings] == [8, 4, 4]
    assert sum(each.wins for each in result.standings) == 4
    assert result.verdict(result.standings[0]) is None  # one deal


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"agents": ["greedy"]}, "agents: found 1, expected 2 to 3"),
        ({"agents": ["greedy"] * 4}, "agents: found 4, expected 2 to 3"),
        ({"agents": ["greedy", "gredy"]}, "did you mean greedy"),
        ({"games": 0}, "games: found 0"),
        ({"jobs": 0}, "jobs: found 0"),
        ({"jobs": True}, "jobs: found true"),
        ({"seed": -1}, "seed: found -1"),
    ],
)
def test_bad_arguments(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"agents": ["greedy", "random"], "games": 3, **change}
    agents, games = arguments.pop("agents"), arguments.pop("games")
    with pytest.raises(OptionError, match=message):
        play_match(load_game("rattus", players=3), agents, games, **arguments)


def ends(shares: list[float], most: float = 1.0) -> list[float]:
    low, high = interval(shares, most)
    assert low is not None and high is not None
    return [low, high]


def test_intervals() -> None:
    assert interval([1.0]) == (None, None)
    assert ends([0.0, 1.0, 0.5, 0.5]) == pytest.approx([0.0, 1.0])  # cut at what is possible
    reach = 2.0930 * 0.102598 / 20**0.5  # Student's point for 19 degrees, standard deviation, deals
    assert ends([0.4, 0.6] * 10) == pytest.approx([0.5 - reach, 0.5 + reach], abs=1e-4)
    assert ends([1.0] * 10) == pytest.approx([0.7225, 1.0], abs=1e-4)  # Wilson: 10 of 10
    assert ends([0.0] * 10, 0.5) == pytest.approx([0.0, 0.1388], abs=1e-4)
