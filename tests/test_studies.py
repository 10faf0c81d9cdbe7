"""The studies in analysis/: tiny runs of each, their pages, plots and index.

The folder analysis/ is on the path of the tests (pyproject.toml), as it is when a script there is run.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import pytest

import card_values
import end_positions
import intervals
import report
import self_play
import solver_gain
import strength_by_simulations
from rattus_ai import Position, read_position
from rattus_ai._core import rattus

AGENT = "ismcts:4"
STUDIES = ("card_values", "strength_by_simulations")


def options(**given: object) -> argparse.Namespace:
    return argparse.Namespace(**{"jobs": 1, "seed": 1, "write": True, **given})


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.*"))}


# --- end positions ---


@pytest.fixture(scope="module")
def ends() -> dict[str, list[str]]:
    return end_positions.collect(3, 4, AGENT, seed=5, jobs=1)


def test_end_positions_are_the_first_of_their_kind(ends: dict[str, list[str]]) -> None:
    assert len(ends["final"]) == 4
    assert 1 <= len(ends["sweep"]) <= 4
    for document in ends["final"]:
        position = read_position(document)
        fields = rattus.export_state(position)
        assert fields["stage"] == "final" and not fields["used"]
        assert fields["active"] == (fields["last"] - 1) % 3
        assert position.viewer is None
    for document in ends["sweep"]:
        position = read_position(document)
        assert position.is_chance() and rattus.sweep(position)[0]


def test_end_positions_keep_what_every_player_knows() -> None:
    """Of 40 games some end with a token that a player has looked at."""
    looked = 0
    for seed in range(40):
        found = end_positions.end_of_game((2, "random", seed))
        for document in found.values():
            position = read_position(document)
            assert position.to_document() == read_position(position.to_document()).to_document()
            looked += any(mask for *_, mask in rattus.export_state(position)["tracked"])
    assert looked > 0


def test_end_positions_depend_on_the_seed_only(ends: dict[str, list[str]]) -> None:
    assert end_positions.collect(3, 4, AGENT, seed=5, jobs=2) == ends
    assert end_positions.collect(3, 4, AGENT, seed=6, jobs=1) != ends


def test_end_positions_are_one_document_on_each_line(ends: dict[str, list[str]], tmp_path: Path) -> None:
    end_positions.write_positions(tmp_path / "new", 3, ends)
    lines = (tmp_path / "new" / "final-3p.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines == ends["final"]
    assert end_positions.read_positions(tmp_path / "new", 3) == ends


def test_end_positions_are_solved_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = options(positions=2, agent=AGENT, input=None, output=tmp_path / "out")
    end_positions.run(given, tmp_path / "pages", (3,))
    text = (tmp_path / "pages" / "end_positions.md").read_text(encoding="utf-8")
    solved = len(end_positions.read_positions(tmp_path / "out", 3)["sweep"])
    assert f"sweep, 3 players: {solved} of {solved} positions solved" in text
    assert str(tmp_path) not in text
    assert (tmp_path / "pages" / "end_positions.svg").is_file()
    assert "solved in time" in capsys.readouterr().out


def test_positions_that_were_kept_are_solved(ends: dict[str, list[str]], tmp_path: Path) -> None:
    end_positions.write_positions(tmp_path, 3, {kind: documents[:1] for kind, documents in ends.items()})
    given = options(positions=9, agent=AGENT, input=tmp_path, output=None, write=False)
    end_positions.run(given, tmp_path / "pages", (3,))
    assert not (tmp_path / "pages").exists()


def test_no_page_from_kept_positions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["end_positions.py", "--write", "--input", "somewhere"])
    with pytest.raises(SystemExit) as raised:
        end_positions.main()
    assert raised.value.code == 2
    assert "--write: found --input too" in capsys.readouterr().err


def test_what_is_not_exact_or_late_does_not_count() -> None:
    measure = end_positions.MEASURES[0]
    solved = [end_positions.Solved(*each) for each in ((True, 0.5), (True, 1.5), (False, 0.1), (True, 0.2))]
    (row,) = end_positions.tables({measure: {2: solved}})[0].rows
    assert row[4].startswith("50.0 %") and row[-1] == "1500 ms"


def test_missing_positions_are_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = options(positions=2, agent=AGENT, input=tmp_path, output=None, write=False)
    with pytest.raises(SystemExit) as raised:
        end_positions.run(given, tmp_path)
    assert raised.value.code == 2
    assert "final-2p.jsonl" in capsys.readouterr().err


# --- card values ---


def test_card_values_write_page_plots_and_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card_values.run(options(games=2, agent=AGENT), tmp_path / "pages")
    assert "Cards, 4 players" in capsys.readouterr().out
    assert set(files(tmp_path)) == {
        "README.md",
        "pages/card_values.md",
        *(f"pages/card_values-{players}p.svg" for players in (2, 3, 4)),
    }
    text = (tmp_path / "pages" / "card_values.md").read_text(encoding="utf-8")
    assert "python analysis/card_values.py" in text and "--games 2 --agent ismcts:4" in text
    assert "4 players: the first seat wins" in text


def test_hands_are_passed_on_to_every_player_and_shares_sum_to_one() -> None:
    game = card_values.play_game((3, AGENT, 7))
    assert math.isclose(sum(game.wins), 1.0)
    for moment in card_values.MOMENTS:
        dealt = game.dealt[moment]
        assert len(dealt) == 3
        for card in range(len(game.held)):
            assert {each.owners[card] for each in dealt} == {0, 1, 2}
        assert len({each.active for each in dealt}) == 1
        assert all(math.isclose(sum(each.wins), 1.0) for each in dealt)


def test_dealing_changes_nothing_but_the_owners() -> None:
    position = self_play.new_game(4, seed=3)
    before = rattus.export_state(position)
    after = rattus.export_state(card_values.with_owners(position, (0, 1, 2, 3, 0, 1), seed=1))
    assert after.pop("owners") == [0, 1, 2, 3, 0, 1]
    assert set(before.pop("owners")) == {-1}
    assert after == before


def test_an_effect_that_is_there_is_found() -> None:
    """Whoever is dealt the first card wins; the other cards go round independently of it."""
    games = []
    for game in range(24):
        dealt = []
        for step in range(3):
            owners = tuple((card * game // 2 + step) % 3 for card in range(6))
            wins = tuple(float(player == owners[0]) for player in range(3))
            dealt.append(card_values.Dealt(owners, game % 3, wins))
        wins = (1.0, 0.0, 0.0)
        games.append(card_values.Played(wins, (0.5,) * 6, (-1,) * 6, {"start": dealt, "mid-game": []}))
    first, *others = card_values.card_values(games, 3)
    effect = first.dealt["start"]
    assert effect is not None and math.isclose(effect.mean, 2 / 3)
    on_turn = first.on_turn["start"]
    assert on_turn is not None and math.isclose(on_turn.mean, 2 / 3)
    assert first.dealt["mid-game"] is None and first.last_holder is None
    for other in others:
        effect = other.dealt["start"]
        assert effect is not None and effect.low is not None and effect.high is not None
        assert effect.low <= 0.0 <= effect.high


# --- strength ---


def test_strength_writes_page_plot_and_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strength_by_simulations.run(options(games=4), tmp_path / "pages", (5, 400))
    shown = capsys.readouterr().out
    assert "25.0 % by definition" in shown and "50.0 % by definition" in shown
    assert set(files(tmp_path)) == {
        "README.md",
        "pages/strength_by_simulations.md",
        "pages/strength_by_simulations.svg",
    }


def test_matches_beyond_a_bound_have_fewer_games() -> None:
    assert strength_by_simulations.games_for(50, 100) == 100
    assert strength_by_simulations.games_for(1600, 100) == 100
    assert strength_by_simulations.games_for(6400, 100) == 25
    assert strength_by_simulations.games_for(6400, 1) == 1


def point(simulations: int, share: float, error: float) -> strength_by_simulations.Point:
    found = intervals.Estimate(share, error, share - 2 * error, share + 2 * error, 50)
    return strength_by_simulations.Point(simulations, 100, found)


def test_only_established_gains_are_claimed() -> None:
    row = [point(50, 0.2, 0.02), point(100, 0.4, 0.02), point(200, 0.45, 0.02), point(800, 0.6, 0.02)]
    strength, gains = strength_by_simulations.sentences({2: row})
    assert "weaker with 50, 100, 200 simulations; stronger with 800 simulations" in strength
    assert "50 to 100 +20.0" in gains and "200 to 800 +15.0" in gains
    assert "100 to 200" not in gains


def test_a_match_without_spread_gives_no_error_of_a_gain() -> None:
    assert strength_by_simulations.gains([point(50, 0.0, 0.0), point(100, 0.4, 0.02)]) == []


# --- intervals ---


def test_estimates() -> None:
    found = intervals.estimate([-0.5, 0.0, 0.5, 0.0], -1.0, 1.0)
    assert found.mean == 0.0 and found.error is not None
    assert math.isclose(found.error, math.sqrt(0.5 / 3 / 4))
    assert found.low is not None and found.high is not None
    assert math.isclose(found.high, 3.182 * found.error, rel_tol=0.003)  # Student, 3 degrees of freedom
    assert math.isclose(found.low, -found.high)
    alone = intervals.estimate([0.5])
    assert alone.error is None and "no interval" in intervals.percent(alone)
    with pytest.raises(ValueError, match="no observation"):
        intervals.estimate([])


def test_observations_that_are_all_alike_still_have_an_interval() -> None:
    found = intervals.estimate([0.0] * 10, -1.0, 1.0)
    assert found.low is not None and found.high is not None
    assert found.low < 0.0 < found.high
    assert not found.beyond(0.5, 2.0)


def test_difference_of_independent_estimates() -> None:
    first, second = intervals.Estimate(0.6, 0.03, 0.5, 0.7, 9), intervals.Estimate(0.5, 0.04, 0.4, 0.6, 7)
    found = intervals.independent_difference(first, second)
    assert found.error is not None and math.isclose(found.error, 0.05)
    assert intervals.points(found) == "+10.0 (+0.2 to +19.8)"


def test_more_comparisons_ask_for_more() -> None:
    assert math.isclose(intervals.family_errors(1), 1.96, abs_tol=0.001)
    assert math.isclose(intervals.family_errors(10), 2.807, abs_tol=0.001)


# --- pages ---


def test_the_same_plot_has_the_same_bytes(tmp_path: Path) -> None:
    row = {2: [point(50, 0.2, 0.02), point(100, 0.4, 0.02)]}

    def draw(figure: object) -> None:
        strength_by_simulations.draw(row, figure)  # type: ignore[arg-type]

    for name in ("a.svg", "b.svg"):
        report.write_plot(name, "shares", draw, folder=tmp_path)
    first = (tmp_path / "a.svg").read_bytes()
    assert first == (tmp_path / "b.svg").read_bytes()
    assert b"dc:date" not in first and first.count(b"<path") > 4


def test_without_matplotlib_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SystemExit) as raised:
        card_values.run(options(games=10**6, agent=AGENT), tmp_path)
    assert raised.value.code == 2
    assert "pip install -e '.[plots]'" in capsys.readouterr().err
    assert not files(tmp_path)


def test_documentation_is_title_question_method_command() -> None:
    found = report.sections("Title.\n\nWhat\nis it?\n\nMethod\nin words.\n\nMore.\n\n    python x\n")
    assert found == report.Sections("Title", "What is it?", ["Method in words.", "More."])
    with pytest.raises(ValueError, match="expected the question"):
        report.sections("Title.\n\n    python x\n")


def test_the_command_leaves_out_what_changes_nothing() -> None:
    given = options(games=5, write=True, output=None)
    assert report.command_line("x", given) == "python analysis/x.py --seed 1 --write --games 5"


def test_index_lists_every_committed_page() -> None:
    """After a page was merged by hand `python analysis/report.py` writes the index anew."""
    assert report.INDEX.read_text(encoding="utf-8") == report.index_text()


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_a_page_with_its_question_and_plots(name: str) -> None:
    text = (report.PAGES / f"{name}.md").read_text(encoding="utf-8")
    module = sys.modules[name]
    parts = report.sections(module.__doc__ or "")
    assert parts.question in " ".join(text.split())
    assert f"python analysis/{name}.py" in text
    plots = [line.partition("](")[2].rstrip(")") for line in text.splitlines() if line.startswith("![")]
    assert plots and all((report.PAGES / plot).is_file() for plot in plots)


def test_a_file_that_is_no_page_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("some notes\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"notes\.md: found no title"):
        report.index_text(tmp_path)


# --- self-play and options ---


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--games", "0", "found '0', expected a whole number from 1 on"),
        ("--jobs", "two", "found 'two', expected a whole number from 1 on"),
        ("--agent", "gredy", "did you mean"),
    ],
)
def test_bad_options_say_what_is_expected(
    option: str,
    value: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["card_values.py", option, value])
    with pytest.raises(SystemExit) as raised:
        card_values.main()
    assert raised.value.code == 2
    errors = capsys.readouterr().err
    assert option in errors and message in errors


def counted(task: int) -> int:
    return task * task


@pytest.mark.parametrize("jobs", [1, 2])
def test_tasks_come_in_order(jobs: int) -> None:
    assert self_play.run_tasks(counted, range(5), jobs, "squares") == [0, 1, 4, 9, 16]


def test_a_game_is_watched_from_its_first_node_to_its_end() -> None:
    seen: list[bool] = []
    position: Position = self_play.new_game(2, seed=1)
    self_play.play_on(position, "random", 1, lambda here: seen.append(here.is_terminal()))
    assert seen[-1] and not any(seen[:-1]) and position.is_terminal()


def test_the_solver_never_loses_in_a_decision(tmp_path: Path) -> None:
    arguments = argparse.Namespace(games=4, positions=6, jobs=1, seed=3, write=True)
    choices = solver_gain.decisions(2, arguments)
    assert choices and all(choice.gain is None or choice.gain >= -1e-9 for choice in choices)
    assert any(choice.gain is not None for choice in choices)
    solver_gain.run(arguments, tmp_path, (2,))
    text = (tmp_path / "solver_gain.md").read_text(encoding="utf-8")
    assert "win share with the solver" in text and (tmp_path / "solver_gain.svg").exists()
