"""`solve` and its command at ends of games of all boxes: it answers, or says why not."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from expansion_games import GAMES, positions

from rattus_ai import Limit, Position, solve
from rattus_ai._core import rattus
from rattus_ai._core.solver import ended
from rattus_ai.cli.main import main
from rattus_ai.errors import RattusAIError


def ends(name: str) -> list[Position]:
    """Positions of one random game after its last turn: the first, one in the middle and the last."""
    found = [
        position.copy()
        for position in positions(GAMES[name], 3)
        if rattus.export_state(position)["ending"] and not position.is_terminal()
    ]
    return [found[0], found[len(found) // 2], found[-1]]


def seconds_for(position: Position) -> float:
    """Little time for decisions, which stay brackets; as much as it takes where only chance is left."""
    return 60.0 if position.game.only_chance_left(position) else 0.3


@pytest.mark.parametrize("name", GAMES)
def test_ends_are_solved_bounded_or_refused_with_the_reason(name: str) -> None:
    for position in ends(name):
        try:
            solution = solve(
                position, Limit(seconds=seconds_for(position)), everything=True, distribution=True
            )
        except RattusAIError as error:
            assert not ended(position)
            assert "region cards that can still be drawn, played or shown" in str(error)
            continue
        assert math.fsum(solution.win) == pytest.approx(1.0) or solution.kind == "turn"
        if solution.kind == "chance" and solution.exact:
            assert solution.ending is not None and solution.ending.points is not None
            assert solution.distribution is not None and sum(solution.distribution.values()) == 1
            for player, points in enumerate(solution.ending.points):
                mean = sum(here[player] * chance for here, chance in solution.distribution.items())
                assert points == mean
        elif not solution.exact and solution.kind != "turn":
            for low, high, error in zip(solution.lower, solution.upper, solution.errors, strict=True):
                assert math.isnan(error) or error > 0 or high - low < 1e-9


@pytest.mark.parametrize("name", ["goods 2p", "plague 3p", "africanus 3p", "mixture 6p"])
def test_the_command_ends_well(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, position in enumerate(ends(name)):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(position.to_document()), encoding="utf-8")
        status = main(["solve", str(path), "--seconds", str(seconds_for(position)), "--json"])
        printed, problem = capsys.readouterr()
        assert "Traceback" not in problem
        if status == 0:
            found = json.loads(printed)
            assert found["kind"] != "chance" or not found["exact"] or found["points"] is not None
        else:
            assert status == 2 and "region cards" in problem
