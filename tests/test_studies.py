"""The studies in analysis/: tiny runs of each, their pages, plots and index.

The folder analysis/ is on the path of the tests (pyproject.toml), as it is when a script there is run.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from pathlib import Path

import expansion_games
import pytest

import card_events
import card_sets
import card_values
import end_positions
import intervals
import levels
import report
import self_play
import solver_gain
import strength_by_simulations
from rattus_ai import Bot, Position, load_game, read_position
from rattus_ai._core import rattus

AGENT = "ismcts:4"
STUDIES = ("card_sets", "card_values", "strength_by_simulations")


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
            looked += any(mask for _, _, _, mask, _ in rattus.export_state(position)["tracked"])
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


def test_sweeps_are_drawn_from_where_nobody_decides_any_more() -> None:
    """Their shares are the exact chances there, also after looks of the Witch in the final round."""
    sweeps, open_ones, looks = 300, 0, 0
    for seed in range(40):
        nodes: list[Position] = []
        position = self_play.new_game(2 + seed % 3, seed)
        shares = self_play.play_to_sweep(
            position, "random", seed, sweeps, lambda here, nodes=nodes: nodes.append(here.copy())
        )
        ending = [node for node in nodes if rattus.export_state(node)["ending"]]
        looks += any(rattus.export_state(node)["stage"].startswith(("look", "witch")) for node in ending)
        begun = next(n for n in ending if n.is_terminal() or (n.is_chance() and n.game.only_chance_left(n)))
        exact = begun.game.exact_win(begun.knowledge(None))
        assert exact is not None
        for share, chance in zip(shares, map(float, exact), strict=True):
            assert abs(share - chance) <= 4.5 * math.sqrt(chance * (1 - chance) / sweeps) + 3 / sweeps
        open_ones += max(exact) < 1
    assert open_ones >= 10 and looks >= 3


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


# --- suggested sets ---

WORKED_EXAMPLE = Path(__file__).parents[1] / "examples" / "worked-example-4p.json"
MOVED = ["plague gallia", "rat hispania", "ring n", "rat hispania", "ring n"]
REVEALED = ["reveal 1:BC", "reveal 3:MCK", "reveal 2:MBC"]


def random_game(seed: int, **options: object) -> Position:
    """A game of players who like to use their cards, at its end."""
    return list(expansion_games.positions(options, seed))[-1]


def events_of(end: Position) -> card_events.Events:
    return card_events.count_events(end.game.initial_position(), end.history())


def events_after(steps: list[str]) -> dict[str, tuple[int, int, int]]:
    """In the worked example: for each card how often it was taken, its cost and what it killed."""
    position = read_position(WORKED_EXAMPLE)
    for step in steps:
        position.push(step)
    events = card_events.count_events(read_position(WORKED_EXAMPLE), position.history())
    assert (events.turns, events.dead) == (1, 3)
    counted = zip(events.taken, events.cost, events.killed, strict=True)
    return dict(zip(position.game.options["cards"], counted, strict=True))


def test_the_worked_example_is_counted() -> None:
    """Rules, section 5: green has two cubes, Peasant and Merchant; yellow one cube and the Knight.

    Green's first cube dies of the Merchant alone; the second would have died of the majority, too.
    """
    found = events_after([*MOVED, *REVEALED])
    assert {card: each for card, each in found.items() if any(each)} == {"merchant": (0, 1, 0)}


def test_what_dies_in_a_turn_counts_for_the_cards_of_its_player() -> None:
    found = events_after(["take knight", *MOVED, "neutral no", *REVEALED])
    assert {card: each for card, each in found.items() if any(each)} == {
        "merchant": (0, 1, 0),
        "knight": (1, 0, 3),
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", card_sets.set_options())
def test_counted_losses_are_those_of_the_engine(name: str, players: int) -> None:
    """Counting compares the cubes of every player after every reveal, and ends with an error otherwise."""
    taken = 0
    for seed in range(12):
        end = random_game(seed, players=players, **card_sets.set_options()[name])
        events = events_of(end)
        assert events.turns == end.turn()
        assert all(killed <= events.dead for killed in events.killed)
        assert all(held <= events.turns for held in events.held)
        taken += sum(events.taken)
    assert taken > 0


def test_other_losses_than_those_of_the_engine_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_events, "NEUTRAL_CUBES", 40)
    with pytest.raises(AssertionError, match="the engine says"):
        for seed in range(40):
            events_of(random_game(seed, players=3, cards=["knight", "witch"]))


def test_coins_and_goods_are_counted_for_the_card_that_brings_them() -> None:
    coins, goods = set(), set()
    for seed in range(30):
        for cards in (["treasurer", "assassin", "brewer"], ["raider", "grave_robber", "swindler"]):
            events = events_of(random_game(seed, players=3, cards=cards))
            names = load_game("rattus", players=3, cards=cards).options["cards"]
            coins |= {name for name, count in zip(names, events.coins, strict=True) if count}
            goods |= {name for name, count in zip(names, events.goods, strict=True) if count}
    assert coins == {"treasurer", "assassin"}
    assert goods == {"brewer", "raider", "grave_robber", "swindler"}


@pytest.mark.parametrize(("cards", "found"), [(["crusader"], "crusader"), (["sultan"], "region cards")])
def test_cards_that_change_losses_are_refused(cards: list[str], found: str) -> None:
    with pytest.raises(ValueError, match=f"found {found}"):
        events_of(random_game(1, players=3, cards=cards))


def set_game(wins: float, killed: int, held: int = 2) -> card_sets.Played:
    """A game of 8 turns, the only card the Knight, held at the end by the second player."""
    events = card_events.Events(1, turns=8, dead=killed + 3)
    events.taken, events.held, events.killed, events.killed_finally = [3], [held], [killed], [1]
    return card_sets.Played((1.0 - wins, wins, 0.0, 0.0), (1,), events)


def test_rows_say_what_was_counted() -> None:
    (row,) = card_sets.card_rows(["knight"], [set_game(0.5, 4), set_game(0.7, 6)] * 20)
    assert row.wins is not None and math.isclose(row.wins.mean, 0.6) and row.holders == 40
    assert math.isclose(row.held.mean, 2 / 8) and row.taken.mean == 3.0
    assert row.killed is not None and math.isclose(row.killed.mean, 6.0)
    assert row.killed_in_turn is not None and math.isclose(row.killed_in_turn.mean, 2.5)
    assert row.killed_without is not None and math.isclose(row.killed_without.mean, 0.5)
    assert row.difference is not None and math.isclose(row.difference.mean, 2.0)
    (other,) = card_sets.card_rows(["king"], [set_game(0.5, 4)] * 2)
    assert other.killed is None and other.difference is None and other.wins is None


def test_only_established_shares_are_claimed() -> None:
    rows = card_sets.card_rows(["knight"], [set_game(0.5, 4), set_game(0.7, 6)] * 20)
    *_, shares, kills = card_sets.sentences({"beginners": [rows[0], rows[0]]}, 4)
    assert "above: Knight (beginners, 60.0 %)" in shares and "below: none" in shares
    assert "more: Knight (beginners, +2.00 a turn)" in kills
    level = card_sets.card_rows(["knight"], [set_game(0.0, 0), set_game(0.5, 2)] * 20)
    *_, shares, kills = card_sets.sentences({"beginners": [level[0], level[0]]}, 4)
    assert "above: none; below: none" in shares and "more: none" in kills


def test_card_sets_write_page_plots_and_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card_sets.run(options(games=2, players=3, agent=AGENT), tmp_path / "pages")
    assert "Dangerous times, 3 players (fair share 33.3 %)" in capsys.readouterr().out
    assert set(files(tmp_path)) == {
        "README.md",
        "pages/card_sets.md",
        "pages/card_sets-cubes.svg",
        "pages/card_sets-wins.svg",
    }
    text = (tmp_path / "pages" / "card_sets.md").read_text(encoding="utf-8")
    assert "--games 2 --players 3 --agent ismcts:4" in text and "Hanseatic Trader" in text


def test_games_of_a_set_depend_on_the_seed_only() -> None:
    task = ("dangerous-times", 4, AGENT, 3)
    game = card_sets.play_game(task)
    assert card_sets.play_game(task) == game
    assert math.isclose(sum(game.wins), 1.0)


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


def test_levels_write_page_plot_and_index(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "LEVELS", {"beginner": "x", "strongest": "y"})
    monkeypatch.setattr(levels, "JUDGE_SIMULATIONS", 500)
    monkeypatch.setattr(levels, "VALUE_SIMULATIONS", 200)
    monkeypatch.setattr(levels, "PLAYED", "random")
    monkeypatch.setattr(levels, "Bot", lambda level, seed: Bot("ismcts:20", seed=seed))
    monkeypatch.setattr(
        levels, "seat_share", lambda *about: (intervals.estimate([0.4, 0.5, 0.9, 0.9, 0.8, 0.7]), 6)
    )
    setting = levels.Setting("Two", "rattus", {"players": 2}, 0.5, 0.5)
    levels.run(options(games=4, decisions=3), tmp_path / "pages", [setting])
    shown = capsys.readouterr().out
    assert "what a decision gives away, 3 decisions" in shown
    assert set(files(tmp_path)) == {"README.md", "pages/levels.md", "pages/levels.svg"}
    text = (tmp_path / "pages" / "levels.md").read_text(encoding="utf-8")
    assert "70.0 %" in text and "--games 4 --decisions 3" in text


def test_only_differences_that_are_shown_are_claimed() -> None:
    setting = levels.Setting("Two", "rattus", {"players": 2}, 0.5, 0.5)
    pairs = [
        levels.Pair("a", "b", 100, intervals.Estimate(0.7, 0.05, 0.6, 0.8, 50)),
        levels.Pair("b", "c", 100, intervals.Estimate(0.55, 0.05, 0.45, 0.65, 50)),
    ]
    (said,) = levels.sentences({setting: pairs})
    assert said == "Two: stronger than the level below: b; not shown to be: c."


def test_what_a_level_gives_away_is_a_difference_of_values_of_one_judge(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "JUDGE_SIMULATIONS", 900)
    monkeypatch.setattr(levels, "VALUE_SIMULATIONS", 300)
    monkeypatch.setattr(levels, "PLAYED", "random")
    monkeypatch.setattr(levels, "Bot", lambda level, seed: Bot("random", seed=seed))
    setting = levels.Setting("Two", "rattus", {"players": 2}, 0.5, 0.5)
    lost = [levels.losses((setting, seed)) for seed in range(4)]
    assert all(each is not None and set(each) == set(levels.LEVELS) for each in lost)
    every = [loss for each in lost if each for loss in each.values()]
    assert max(every) > 0.01 and sum(every) > 0  # what is drawn at random loses
    assert lost == [levels.losses((setting, seed)) for seed in range(4)]


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


def test_ratios_are_those_of_sums() -> None:
    found = intervals.ratio([1.0, 0.0, 3.0], [2.0, 1.0, 5.0])
    assert found is not None and math.isclose(found.mean, 0.5) and found.error is not None
    parts = [(1 - 0.5 * 2) / 8, (0 - 0.5 * 1) / 8, (3 - 0.5 * 5) / 8]
    assert math.isclose(found.error, math.sqrt(sum(part**2 for part in parts) * 3 / 2))
    assert found.low is not None and math.isclose(found.low, 0.5 - 1.96 * found.error, rel_tol=1e-4)
    rare = intervals.ratio([1.0, 0.0, 0.0], [1.0, 1.0, 1.0])
    assert rare is not None and rare.low == 0.0
    assert intervals.ratio([0.0], [0.0]) is None
    alone = intervals.ratio([1.0], [2.0])
    assert alone is not None and alone.error is None and alone.mean == 0.5


def test_the_error_of_a_ratio_is_its_spread() -> None:
    """Over 400 samples of 60 games the ratios spread as each of them says."""
    generator = random.Random(1)
    means, errors = [], []
    for _ in range(400):
        had = [generator.randrange(1, 6) for _ in range(60)]
        found = intervals.ratio([sum(generator.random() < 0.3 for _ in range(each)) for each in had], had)
        assert found is not None and found.error is not None
        means.append(found.mean)
        errors.append(found.error)
    assert math.isclose(statistics.stdev(means), statistics.mean(errors), rel_tol=0.1)


def test_the_difference_of_ratios_knows_that_games_are_shared() -> None:
    counts, chances = [1.0, 0.0, 3.0], [2.0, 1.0, 5.0]
    same = intervals.ratio_difference(counts, chances, counts, chances)
    assert same is not None and same.mean == 0.0 and same.error == 0.0
    assert intervals.ratio_difference(counts, chances, counts, [0.0] * 3) is None


def test_means_are_printed_with_their_errors() -> None:
    assert intervals.with_error(intervals.estimate([1.0, 2.0], 0.0, 2.0)) == "1.50 ± 0.50"
    assert intervals.with_error(intervals.estimate([0.0, 0.0])) == "never"


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
