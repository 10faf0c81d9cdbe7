"""Exact endgames: the cases, an oracle in fractions, brackets, knowledge, turns before the end."""

from __future__ import annotations

import dataclasses
import math
import threading
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from final_round_oracle import FinalRoundOracle, TinyGame, final_round
from reference.rattus.engine import EnginePosition, engine_rules
from search_oracles import CARD_CLASSES, TooLarge, after, late_position, tiny_rules
from test_cases import Case, before_the_sweep, first_action, numbered, read
from test_cases import read_position as read_case

from rattus_ai import PUBLIC, Cancel, Limit, Position, Solution, load_game, read_position, solve
from rattus_ai._core import rattus
from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.solver import Solver, ended
from rattus_ai.endgame import within_bounds
from rattus_ai.errors import OptionError, ViewError

EXAMPLES = Path(__file__).parent.parent / "examples"
ROUNDING = 1e-11
GAMES = {players: TinyGame(players) for players in (2, 3, 4)}

Values = tuple[Fraction, ...]


DATA = Path(__file__).parent / "data"


def example(name: str) -> Position:
    return read_position(EXAMPLES / f"{name}.json")


def with_game(position: EnginePosition) -> Position:
    setup = position.setup
    return Position.of(TinyGame(setup.players, engine_rules(setup)), position.core)


def equal_as_fractions(solution: Solution, truth: Values) -> None:
    """The solution is a proof of this, and its numbers round to these fractions and no others."""
    assert solution.exact and solution.reason == "solved" and not any(solution.errors)
    assert solution.win == pytest.approx([float(value) for value in truth], abs=ROUNDING)
    assert solution.lower == pytest.approx(solution.win, abs=ROUNDING)
    assert solution.upper == pytest.approx(solution.win, abs=ROUNDING)
    assert solution.proved == pytest.approx(1.0)
    assert solution.fractions == truth
    for number, value in zip(solution.win, truth, strict=True):
        assert Fraction(number).limit_denominator(value.denominator) == value


# --- the cases -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", numbered(read("sweep")))
def test_sweeps(case: Case) -> None:
    asked = [(None, case["observer"])]
    if "knower" in case:
        asked.append((case["knower"]["player"], case["knower"]))
    for knower, expected in asked:
        reference = before_the_sweep(case, knower)
        engine = EnginePosition.from_export(reference.setup, reference.export())
        engine.apply("done")
        position = with_game(engine)
        viewer = PUBLIC if knower is None else knower
        win = tuple(Fraction(text) for text in expected["win"])
        if position.is_terminal():
            assert position.returns() == list(win)
            continue
        solution = solve(position, viewer=viewer, fractions=True, distribution=True)
        equal_as_fractions(solution, win)
        assert solution.fractions == win
        assert (solution.kind, solution.turns, solution.viewer) == ("chance", (), viewer)
        assert solution.ending is not None
        assert list(solution.ending.points) == [Fraction(text) for text in expected["expected_cubes"]]
        if solution.distribution is not None:
            assert sum(solution.distribution.values()) == 1
            for player, points in enumerate(solution.ending.points):
                mean = sum(each[player] * chance for each, chance in solution.distribution.items())
                assert mean == points


@pytest.mark.parametrize("case", numbered(read("final_round")))
def test_final_rounds(case: Case) -> None:
    check_final_round(case)


@pytest.mark.parametrize("case", numbered(read("final_round_mercatus")))
def test_final_rounds_with_goods(case: Case) -> None:
    check_final_round(case)


def check_final_round(case: Case) -> None:
    mover, last = case["mover"], case["position"]["last"]
    fields = {"stage": "final", "active": mover, "last": last, "ending": True, "final_left": 0, "turn": 20}
    reference = read_case(case, mover, **fields)
    engine = EnginePosition.from_export(reference.setup, reference.export())
    position = with_game(engine)
    solution = solve(position, fractions=True, lines=1000)
    win = tuple(Fraction(text) for text in case["value"])
    equal_as_fractions(solution, win)
    assert solution.fractions == win and solution.kind == "decisions" and solution.player == mover
    expected = {tuple(action) for action in case["best_first_actions"]}
    # What uses a card up for nothing is not listed among the first actions.
    here = case["position"]["plague"]
    staying = {f"plague {here}"}
    if not case["position"]["regions"][here]["rats"] or not any(case["position"]["regions"][here]["cubes"]):
        staying.add(f"ravage {here}")

    def written(action: int) -> tuple[Any, ...]:
        return first_action(reference, engine.texts.action(action))

    assert solution.turns[0].exact
    for turn in solution.turns:
        if turn.exact and turn.win[mover] > float(win[mover]) - ROUNDING:
            assert written(turn.actions[0]) in expected or engine.texts.action(turn.actions[0]) in staying
    best = set()
    for action in position.legal_actions():
        following = position.copy()
        following.push(action)
        value = solve(following, viewer=mover, fractions=True)
        assert value.fractions is not None and value.fractions[mover] <= win[mover]
        if engine.texts.action(action) == "done":
            assert value.fractions[mover] == Fraction(case["value_of_doing_nothing"][mover])
        if value.fractions[mover] == win[mover] and engine.texts.action(action) not in staying:
            best.add(written(action))
    assert best == expected


# --- the oracle ------------------------------------------------------------------------------------------


def known(position: Position, viewer: int | None) -> CorePosition:
    return position if viewer is None else CorePosition.view(position, viewer)


def judged(position: Position, most: int = 2_500) -> list[tuple[int | None, Values, FinalRoundOracle]]:
    """The oracle's values for the player to act, for everybody's knowledge and for all of it."""
    found = []
    for viewer in (position.current_player(), PUBLIC, None):
        oracle = FinalRoundOracle(most)
        with suppress(TooLarge):
            found.append((viewer, oracle.value(known(position, viewer)), oracle))
    return found


def solved(position: Position, viewer: int | None, **settings: Any) -> Solution:
    if viewer is None:
        return solve(position, everything=True, **settings)
    return solve(position, viewer=viewer, **settings)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_final_rounds_equal_the_oracle(players: int) -> None:
    checked = uncertain = hidden = 0
    for seed in range(45):
        position = final_round(GAMES[players], seed, cards=1 + seed % 4)
        for viewer, truth, oracle in judged(position):
            solution = solved(position, viewer, fractions=True)
            equal_as_fractions(solution, truth)
            core = known(position, viewer)
            player = position.current_player()
            hidden += any(position.game.missing_for(core, p) is not None for p in range(players))
            uncertain += max(truth) < 1
            checked += 1
            if viewer == player and truth[player] < 1:
                best = oracle.choices(core)
                assert solution.turns[0].exact and solution.turns[0].actions[0] in best
                assert solution.turns[0].win == pytest.approx(
                    [float(value) for value in oracle.value(after(core, *solution.turns[0].actions))],
                    abs=ROUNDING,
                )
                first = solution.play[0]
                assert (first.player, first.action) == (player, best[0])  # ties: the first id
                assert first.equal <= len(best) - 1
                if not first.others_differ and first.equal == len(best) - 1:
                    assert {oracle.value(after(core, action)) for action in best} == {truth}
    assert checked >= 80 and uncertain >= 25 and hidden >= 15


def test_the_play_is_the_best_of_everybody() -> None:
    """Along the play each step is the first of the best for its player, or the likeliest outcome."""
    steps = 0
    for seed in range(40):
        position = final_round(GAMES[3], seed, cards=3)
        core = known(position, None)
        oracle = FinalRoundOracle(2_500)
        try:
            oracle.value(core)
        except TooLarge:
            continue
        for step in solved(position, None).play:
            player = core.current_player()
            assert step.player == player
            if player == CHANCE:
                weights = dict(core.chance_weights())
                assert weights[step.action] == max(weights.values())
            else:
                seen = CorePosition.view(core, player)
                if oracle.value(seen)[player] < 1:
                    assert step.action == oracle.choices(seen)[0]
                    steps += 1
            core = after(core, step.action)
    assert steps > 40


def test_what_is_sure_is_settled() -> None:
    """A sure win makes the rest of the choices idle, but the play and the fractions are there."""
    sure = 0
    for seed in range(60):
        position = final_round(GAMES[2 + seed % 3], seed)
        solution = solved(position, None, fractions=True)
        if max(solution.win) > 1 - ROUNDING:
            assert solution.fractions is not None and max(solution.fractions) == 1
            assert solution.play
            sure += 1
    assert sure >= 10


def active_player_game(players: int) -> TinyGame:
    rules = tiny_rules(players, tuple(CARD_CLASSES), reveal_order="active_player")
    game = TinyGame(players, rules)
    game.options = {**game.options, "reveal_order": "active_player"}
    return game


@pytest.mark.parametrize("players", [2, 3])
def test_players_who_settle_the_order_of_reveals(players: int) -> None:
    game = active_player_game(players)
    checked = 0
    for seed in range(40):
        position = final_round(game, seed, cards=1)
        for viewer, truth, _ in judged(position):
            equal_as_fractions(solved(position, viewer, fractions=True), truth)
            checked += 1
    assert checked >= 50


def test_points_on_the_way() -> None:
    """In the middle of looks, swaps and sweeps, at chance nodes and decisions of others."""
    import random

    stages = set()
    for seed in range(60):
        choose = random.Random(seed).choice
        position = final_round(GAMES[2], seed, cards=3)
        while not position.is_terminal():
            stage = rattus.export_state(position)["stage"]
            if stage not in ("final", "next"):
                oracle = FinalRoundOracle(2_000)
                try:
                    truth = oracle.value(position)
                except TooLarge:
                    truth = None
                if truth is not None:
                    equal_as_fractions(solved(position, None, fractions=True), truth)
                    stages.add(stage)
            looks = [a for a in position.legal_actions() if position.text(a).startswith("look")]
            position.push(choose(looks or position.legal_actions()))
    assert stages >= {"look", "witch_second", "witch_swap", "reveal"}


# --- brackets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_brackets_hold_the_truth(players: int) -> None:
    open_ones = 0
    for seed in range(40):
        position = final_round(GAMES[players], seed, cards=2 + seed % 3)
        for viewer, truth, _ in judged(position, 1_500):
            for most in (1, 2, 4, 8, 16, 64, 256):
                found = Solver().solve(known(position, viewer), 5, most)
                for low, high, value in zip(found["lower"], found["upper"], truth, strict=True):
                    assert -ROUNDING <= low <= float(value) + ROUNDING
                    assert float(value) - ROUNDING <= high <= 1 + ROUNDING
                assert math.fsum(found["lower"]) <= 1 + ROUNDING <= math.fsum(found["upper"]) + 2 * ROUNDING
                if found["exact"]:
                    break
                open_ones += 1
                assert found["full"] or found["stopped"]
    assert open_ones >= 50


@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.1])
def test_brackets_of_examples_hold_the_truth(seconds: float) -> None:
    truth = (Fraction(523, 6930), Fraction(6407, 6930), Fraction(0), Fraction(0))
    solution = solve(example("final-round-4p"), Limit(seconds=seconds))
    for low, high, value in zip(solution.lower, solution.upper, truth, strict=True):
        assert low - ROUNDING <= value <= high + ROUNDING
    if not solution.exact:
        assert solution.reason == "seconds" and solution.fractions is None and solution.proved < 1
        for low, high, error in zip(solution.lower, solution.upper, solution.errors, strict=True):
            assert error > 0 or high - low < ROUNDING
        for low, high, value in zip(solution.lower, solution.upper, solution.win, strict=True):
            assert low - ROUNDING <= value <= high + ROUNDING
        assert sum(solution.win) == pytest.approx(1)


@pytest.mark.parametrize(
    ("lower", "upper", "win", "expected"),
    [
        ((0.1, 0.2), (0.8, 0.9), (0.5, 0.5), (0.5, 0.5)),
        ((0.7, 0.1), (0.9, 0.3), (0.5, 0.5), (0.7, 0.3)),
        ((0.7, 0.1, 0.0), (0.9, 0.3, 0.2), (0.5, 0.5, 0.0), (0.7, 0.3, 0.0)),
        ((0.0, 0.0, 0.0), (0.5, 1.0, 1.0), (1.0, 0.0, 0.0), (0.5, 0.25, 0.25)),
        ((0.5, 0.5), (0.5, 0.5), (0.4, 0.6), (0.5, 0.5)),
    ],
)
def test_estimates_are_moved_into_the_bounds(
    lower: tuple[float, ...], upper: tuple[float, ...], win: tuple[float, ...], expected: tuple[float, ...]
) -> None:
    found, errors = within_bounds(lower, upper, win, (0.01,) * len(win))
    assert found == pytest.approx(expected)
    for before, after_it, low, high, error in zip(win, found, lower, upper, errors, strict=True):
        assert error == (0.0 if low == high else pytest.approx(math.hypot(0.01, after_it - before)))


def test_only_what_is_settled_is_played() -> None:
    """A step of the play of an open bracket is the best one, whatever is still open."""
    steps = 0
    for seed in range(60):
        position = final_round(GAMES[2 + seed % 3], seed, cards=3)
        core = known(position, None)
        oracle = FinalRoundOracle(2_000)
        try:
            oracle.value(core)
        except TooLarge:
            continue
        for most in (2, 8, 32, 128):
            found = Solver().solve(core, 3, most)
            if found["exact"] or not found["play"]:
                continue
            player, action, equal, _ = found["play"][0]
            seen = CorePosition.view(core, player)
            best = oracle.choices(seen)
            assert action in best and equal <= len(best) - 1
            steps += 1
    assert steps >= 3


def test_a_sweep_that_is_too_wide_has_a_bracket_and_an_estimate() -> None:
    position = read_position(DATA / "wide-sweep-3p.json")
    solution = solve(position, Limit(seconds=0.3), viewer=PUBLIC)
    assert not solution.exact and solution.reason == "seconds" and solution.kind == "chance"
    assert solution.ending is None and solution.viewer == PUBLIC and solution.player == CHANCE
    wider = solve(position, Limit(seconds=1.5))
    assert not wider.exact and wider.proved >= solution.proved - ROUNDING
    for low, high, value, error in zip(wider.lower, wider.upper, wider.win, wider.errors, strict=True):
        assert 0 < error < 0.01
        assert low - 5 * error <= value <= high + 5 * error


def test_the_knowledge_that_counts() -> None:
    position = example("sweep-3p")
    public, green = solve(position, fractions=True), solve(position, viewer=2, fractions=True)
    assert public.exact and public.fractions != green.fractions
    green = solve(position, viewer=2, fractions=True)
    assert green.fractions == (
        Fraction(16987381, 89812800),
        Fraction(162244008803, 261534873600),
        Fraction(1992944453, 10461394944),
    )


def test_a_full_table_gives_a_bracket_and_the_same_one_again() -> None:
    position = example("final-round-4p")
    limit = Limit(seconds=600, memory_mb=1)
    one, two = (dataclasses.replace(solve(position, limit), seconds=0.0) for _ in range(2))
    assert one == two
    assert not one.exact and one.reason == "memory"
    assert one.lower[1] <= 6407 / 6930 <= one.upper[1]


def test_solutions_are_the_same_again() -> None:
    position = final_round(GAMES[3], 5, cards=3)
    one, two = (dataclasses.replace(solve(position, fractions=True), seconds=0.0) for _ in range(2))
    assert one == two and one.exact


@pytest.mark.parametrize("name", ["sweep-3p", "final-round-4p", "endgame-2p"])
def test_cancelling_gives_the_bracket_at_once(name: str) -> None:
    position = example(name)
    cancel = Cancel()
    answers: list[Solution | Exception] = []

    def run() -> None:
        try:
            answers.append(solve(position, Limit(seconds=60), cancel=cancel))
        except OptionError as error:  # nothing had been solved
            answers.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.25)
    before = time.perf_counter()
    cancel.cancel()
    thread.join(10)
    assert time.perf_counter() - before < 0.5
    (answer,) = answers
    if isinstance(answer, Solution) and not answer.exact:
        assert answer.reason == "cancelled"
        assert sum(answer.lower) <= 1 + ROUNDING
        assert answer.kind == "turn" or all(math.isnan(error) for error in answer.errors)


def test_cancelled_before_it_starts() -> None:
    cancel = Cancel()
    cancel.cancel()
    solution = solve(example("final-round-4p"), cancel=cancel)
    assert not solution.exact and solution.reason == "cancelled" and solution.seconds < 1
    assert solution.lower[2:] == (0.0, 0.0) or solution.upper[1] <= 1.0


# --- knowledge -------------------------------------------------------------------------------------------


def without_time(solution: Solution) -> Solution:
    return dataclasses.replace(solution, seconds=0.0)


def test_views_do_not_leak() -> None:
    differing = 0
    for seed in range(30):
        position = final_round(GAMES[2 + seed % 3], seed, cards=2)
        for viewer in (PUBLIC, *range(position.game.num_players)):
            answer = without_time(solve(position, viewer=viewer))
            for number in range(3):
                other = Position.of(position.game, position.resample(viewer, seed=number + 1))
                differing += other.key(PUBLIC) == position.key(PUBLIC) and (
                    rattus.export_state(other) != rattus.export_state(position)
                )
                assert without_time(solve(other, viewer=viewer)) == answer
                assert without_time(solve(other.view(viewer))) == answer
    assert differing > 50


# --- one turn before the end -----------------------------------------------------------------------------


def enumerated(
    position: CorePosition, player: int, turn: int, weight: Fraction = Fraction(1)
) -> list[tuple[CorePosition | None, Fraction]]:
    """The ends that a turn leads to with their probabilities, None where the game goes on.

    Raises:
        TooLarge: the player has a choice again after chance.
    """
    if position.is_terminal() or ended(position):
        return [(position, weight)]
    if position.current_player() == CHANCE:
        weights = position.chance_weights()
        total = sum(each for _, each in weights)
        found = []
        for outcome, each in weights:
            following = after(position, outcome)
            found += enumerated(following, player, turn, weight * Fraction(each, total))
        return found
    if position.current_player() == player and position.turn_number() == turn:
        if position.legal_count() > 1:
            raise TooLarge
        return enumerated(after(position, position.legal_actions()[0]), player, turn, weight)
    return [(None, weight)]


def test_turns_that_end_the_game_are_valued_within_their_errors() -> None:
    compared = exact = 0
    far = 0
    for seed in range(60):
        game = GAMES[2 + seed % 2]
        core = late_position(game.rules, seed, rats_left=1)
        if core is None or ended(core):
            continue
        position = Position.of(game, core)
        player = position.current_player()
        try:
            solution = solve(position, Limit(seconds=60, simulations=60), lines=20)
        except OptionError:
            continue
        assert solution.kind == "turn" and not solution.exact and solution.player == player
        seen = CorePosition.view(position, player)
        for turn in solution.turns:
            oracle = FinalRoundOracle(2_000)
            try:
                ends = enumerated(after(seen, *turn.actions), player, seen.turn_number())
                values = [(oracle.value(end), weight) for end, weight in ends if end is not None]
            except TooLarge:
                continue
            ending = sum((weight for _, weight in values), Fraction(0))
            compared += 1
            if turn.ending_error == 0:
                assert turn.ending == ending == 1
            else:
                far += abs(turn.ending - ending) > 3 * turn.ending_error
            for p in range(game.num_players):
                truth = sum((value[p] * weight for value, weight in values), Fraction(0)) / ending
                if turn.exact:
                    assert turn.win[p] == pytest.approx(float(truth), abs=ROUNDING)
                    exact += 1
                elif not math.isnan(turn.errors[p]):
                    assert turn.errors[p] > 0
                    far += abs(turn.win[p] - truth) > 3 * turn.errors[p]
                    assert abs(turn.win[p] - truth) < 6 * turn.errors[p]
    assert compared >= 20
    assert far <= max(2, compared // 10)


# --- errors ----------------------------------------------------------------------------------------------


def test_positions_that_are_not_near_the_end() -> None:
    with pytest.raises(OptionError, match="expected a position in the final round"):
        solve(example("midgame-3p"), Limit(seconds=0.5))
    with pytest.raises(ViewError, match="chance is next in a turn before the end; expected"):
        solve(load_game("rattus", players=2).initial_position())
    position = final_round(GAMES[2], 1)
    while not position.is_terminal():
        position.push(position.legal_actions()[0])
    with pytest.raises(ViewError, match="the game is over; expected"):
        solve(position)


@pytest.mark.parametrize(
    ("settings", "option"),
    [
        ({"lines": 0}, "lines"),
        ({"lines": True}, "lines"),
        ({"lines": 2.0}, "lines"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 64}, "seed"),
        ({"viewer": 4}, "viewer"),
        ({"viewer": -2}, "viewer"),
        ({"viewer": "red"}, "viewer"),
        ({"viewer": 1, "everything": True}, "viewer"),
    ],
)
def test_arguments_out_of_range(settings: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        solve(example("final-round-4p"), **settings)
    assert caught.value.option == option


def test_a_view_has_its_own_player() -> None:
    view = example("final-round-4p").view(0)
    with pytest.raises(OptionError, match="a view is solved for its own player"):
        solve(view, viewer=1)
    with pytest.raises(OptionError, match="a view is solved for its own player"):
        solve(view, everything=True)


# --- turns and the best play agree -----------------------------------------------------------------------


def test_the_first_turn_is_that_of_the_best_play() -> None:
    checked = 0
    for seed in range(60):
        position = final_round(GAMES[2 + seed % 3], seed, cards=1 + seed % 4)
        if position is None or position.current_player() < 0:
            continue
        solution = solve(position, Limit(seconds=20))
        if not solution.exact:
            continue
        player = position.current_player()
        first = []
        for step in solution.play:
            if step.player != player:
                break
            first.append(step.action)
        assert list(solution.turns[0].actions) == first
        assert solution.turns[0].win == solution.win
        checked += 1
    assert checked > 20


def test_no_turn_is_named_by_what_the_player_does_not_know() -> None:
    checked = 0
    for seed in range(300):
        position = final_round(GAMES[2 + seed % 3], seed, cards=3)
        if position is None or (player := position.current_player()) < 0:
            continue
        tracked = rattus.export_state(position)["tracked"]
        if all(player in seen for _, _, _, seen, _ in tracked):
            continue
        solution = solve(position, Limit(seconds=20), everything=True)
        assert solution.turns == ()
        checked += 1
        if checked == 8:
            break
    assert checked >= 3


def test_a_document_names_a_turn_only_where_it_is_proved() -> None:
    position = example("final-round-4p")
    few = solve(position, Limit(seconds=600, memory_mb=1))
    assert not few.exact and any(turn.exact for turn in few.turns)
    assert "turn" not in few.to_document()
    solved = solve(position, Limit(seconds=600))
    assert solved.to_document()["turn"] == list(solved.turns[0].turn)
