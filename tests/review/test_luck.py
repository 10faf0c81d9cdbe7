"""Luck: exact expectations against enumeration, and nothing but zero on average."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from random_play import finish, outcomes

from rattus_ai import Limit, load_game, read_position
from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.limits import Cancel
from rattus_ai.positions import Position
from rattus_ai.records import Record, read_record
from rattus_ai.reviews.budget import Budget
from rattus_ai.reviews.chance import luck_of
from rattus_ai.reviews.outlook import outlook
from rattus_ai.reviews.replay import Stretch, stretches
from rattus_ai.reviews.result import Luck

EXAMPLES = Path(__file__).parents[2] / "examples"
FEW = Budget.of(Limit(simulations=400))


def ends(position: CorePosition, chance: Fraction = Fraction(1)) -> Iterator[tuple[CorePosition, Fraction]]:
    """Everything that chance can bring up to the next decision, with its probability."""
    if not position.is_chance():
        yield position, chance
        return
    for after, probability in outcomes(position):
        yield from ends(after, chance * probability)


def random_game(seed: int, **options: object) -> Position:
    position = load_game("rattus", **options).new_position(seed=seed)
    finish(position, seed)
    return position


def chances(position: Position) -> list[tuple[Stretch, Luck]]:
    record = Record.of(position)
    found = []
    for number, piece in enumerate(each for each in stretches(record) if each.player is None):
        found.append((piece, luck_of(record, piece, number, budget=FEW, seed=number, cancel=Cancel())[0]))
    return found


@pytest.mark.parametrize("order", ["random", "active_player"])
@pytest.mark.parametrize("seed", range(3))
def test_expected_losses_are_those_of_everything_that_could_happen(seed: int, order: str) -> None:
    position = random_game(seed, players=3, reveal_order=order, turn_limit=14)
    checked = 0
    for piece in stretches(Record.of(position)):
        game, before = position.game, piece.before
        ahead = game.chance_losses(before)
        if piece.player is not None:
            continue
        if core.export_state(before)["stage"] == "setup_plague":
            assert ahead is None
            continue
        pieces = game.pieces(before)
        assert pieces is not None
        everything = list(ends(before)) if len(piece.choices) < 4 else []
        if not everything:
            continue
        assert sum(chance for _, chance in everything) == 1
        means = [Fraction(0)] * 3
        for after, chance in everything:
            left = game.pieces(after)
            assert left is not None
            for player in range(3):
                means[player] += chance * (pieces[player] - left[player])
        assert tuple(means) == ((Fraction(0),) * 3 if ahead is None else ahead.expected)
        checked += any(means)
    assert checked > 0


def test_the_sweep_costs_what_its_regions_cost() -> None:
    position = read_position(EXAMPLES / "sweep-3p.json")
    while not position.is_chance():
        position.push(position.legal_actions()[0])
    ahead = position.game.chance_losses(position)
    assert ahead is not None and ahead.place is None
    state = core.export_state(position)
    held = state["owners"][position.game.card_names.index("knight")] >= 0
    sums = [Fraction(0)] * 3
    for region in range(len(position.game.region_names)):
        neutral = held and region == state["plague"]
        for lost, (numerator, denominator) in core.ravage_distribution(position, region, neutral):
            for player in range(3):
                sums[player] += Fraction(lost[player] * numerator, denominator)
    assert ahead.expected == tuple(sums)


def test_pieces_lost_add_up_to_what_left_the_board() -> None:
    record = read_record(EXAMPLES / "game-3p.jsonl")
    game = record.game
    lost = [0, 0, 0]
    for piece, luck in chances(record.final()):
        if luck.lost is not None:
            lost = [sum(pair) for pair in zip(lost, luck.lost, strict=True)]
        else:
            assert game.pieces(piece.before) == game.pieces(piece.after)
    placed = [0, 0, 0]
    for piece in stretches(record):
        if piece.player is not None:
            now, then = game.pieces(piece.after), game.pieces(piece.before)
            assert now is not None and then is not None
            placed = [p + a - b for p, a, b in zip(placed, now, then, strict=True)]
    end = game.pieces(record.final())
    assert end == tuple(p - gone for p, gone in zip(placed, lost, strict=True))


@pytest.mark.parametrize("players", [2, 3])
def test_luck_in_pieces_is_zero_on_average(players: int) -> None:
    """Over games with fresh chance, against the standard error."""
    totals = []
    for seed in range(150):
        total = [0.0] * players
        for luck in (each for _, each in _pieces_only(random_game(seed, players=players, turn_limit=16))):
            total = [have + float(more) for have, more in zip(total, luck, strict=True)]
        totals.append(total)
    values = np.array(totals)
    errors = values.std(axis=0, ddof=1) / math.sqrt(len(values))
    assert (errors > 0.05).all()  # there is luck
    assert (np.abs(values.mean(axis=0)) < 3.5 * errors).all()


def _pieces_only(position: Position) -> Iterator[tuple[Stretch, tuple[Fraction, ...]]]:
    game = position.game
    for piece in stretches(Record.of(position)):
        ahead = game.chance_losses(piece.before) if piece.player is None else None
        if ahead is not None:
            before, after = game.pieces(piece.before), game.pieces(piece.after)
            assert before is not None and after is not None
            yield (
                piece,
                tuple(m - (b - a) for m, b, a in zip(ahead.expected, before, after, strict=True)),
            )


def ravage() -> tuple[Record, Stretch]:
    """The stretch of the example game where most can be lost in a turn."""
    record = read_record(EXAMPLES / "game-3p.jsonl")
    found = []
    for piece in stretches(record):
        ahead = record.game.chance_losses(piece.before) if piece.player is None else None
        if ahead is not None and ahead.place is not None:
            found.append((max(ahead.expected), piece.start, piece))
    return record, max(found, key=lambda each: each[:2])[2]


def test_luck_in_winning_is_zero_on_average() -> None:
    """The same ravage, drawn again and again: what chance changes has the mean zero."""
    _, piece = ravage()
    start = piece.before
    settings = {"threads": 1, "cancel": Cancel()}
    early = outlook(start, 40_000, horizon=start.rules.horizon, seed=5, **settings)  # type: ignore[arg-type]
    changes = []
    for number in range(400):
        after = start.copy()
        after.seed = number
        turn = after.turn_number()
        after.draw_chances()
        horizon = start.rules.horizon - (after.turn_number() != turn)
        late = outlook(after, 256, horizon=horizon, seed=1000 + number, **settings)  # type: ignore[arg-type]
        changes.append([now - was for now, was in zip(late.values, early.values, strict=True)])
    values = np.array(changes)
    errors = np.hypot(values.std(axis=0, ddof=1) / math.sqrt(len(values)), early.errors)
    assert (values.std(axis=0) > 0.02).any()  # chance changes something
    assert (np.abs(values.mean(axis=0)) < 3.5 * errors).all()
    assert (errors < 0.01).all()


def test_the_outlook_at_a_chance_node_is_the_mean_after_its_outcomes() -> None:
    """At horizon 0 the next decision is valued at once, so the mean can be enumerated."""
    _, piece = ravage()
    start = piece.before
    mean = np.zeros(3)
    for after, chance in ends(start):
        assert after.turn_number() != start.turn_number()
        mean += float(chance) * np.array(after.evaluate())
    value = outlook(start, 20_000, horizon=0, seed=3, threads=1, cancel=Cancel())
    assert np.abs(np.array(value.values) - mean).max() < 4 * max(value.errors)
    assert max(value.errors) < 0.005


def test_samples_are_numbered() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    whole = np.array(position.outlook(96, seed=4, horizon=2))
    parts = sum(np.array(position.outlook(32, seed=4, first=first, horizon=2)) for first in (0, 32, 64))
    assert np.allclose(whole, parts, rtol=1e-12)
    assert whole[0].sum() == pytest.approx(96)
    assert not np.allclose(whole, np.array(position.outlook(96, seed=5, horizon=2)))
    played = np.array(position.outlook(200, seed=4))  # to the end: one winner each
    assert played[0].sum() == pytest.approx(200) and np.allclose(played[0], played[1])


def test_exact_values_where_nobody_decides() -> None:
    record = read_record(EXAMPLES / "game-3p.jsonl")
    game = record.game
    values = [game.exact_win(position) for position in record.positions()]
    known = [number for number, value in enumerate(values) if value is not None]
    sweep = next(number for number, event in enumerate(record.events) if event.text == "done")
    assert known == list(range(sweep + 2, len(values)))
    assert values[-1] == (1, 0, 0)
    for number in known:
        assert sum(values[number] or ()) == 1
    # The value of each node is the mean of the values after it.
    positions = list(record.positions())
    for number in known[:-1]:
        mean = [Fraction(0)] * 3
        for after, probability in outcomes(CorePosition.clone(positions[number])):
            for player, value in enumerate(game.exact_win(after) or ()):
                mean[player] += value * probability
        assert tuple(mean) == values[number]
