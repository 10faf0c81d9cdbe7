"""The sequential test where the truth is known: it is seldom wrong, stops early, and never forgets an arm."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rattus_ai.best_arm import GROWTH, LEAST, BestArm, student


def feed(test: BestArm, generator: np.random.Generator, means: np.ndarray, spread: float, count: int) -> None:
    """Paired samples of the active arms: a common part, and an own part that is skewed."""
    arms = test.active
    common = generator.standard_normal(count) * 0.1
    own = (generator.random((len(arms), count)) < 0.2) - 0.2
    values = means[arms][:, None] + common + spread * own
    both = np.stack([values, 1 - values], axis=2)
    test.add_sums(arms, count, both.sum(axis=1), (both**2).sum(axis=1), values @ values.T)


def run(means: np.ndarray, seed: int, most: int, confidence: float = 0.95) -> BestArm:
    test = BestArm(len(means), 2, 0, confidence)
    generator = np.random.default_rng(seed)
    seen, look = 0, LEAST
    while seen < most and not test.settled:
        feed(test, generator, means, 0.3, look - seen)
        seen, look = look, math.ceil(look * GROWTH)
        test.look()
    return test


def test_a_settled_answer_is_seldom_wrong() -> None:
    """Near ties, many looks: at 80 % at most a fifth of the tests may lose the best arm."""
    means = np.array([0.5, 0.49, 0.49, 0.48, 0.48, 0.47])
    tests = [run(means, seed, 20_000, confidence=0.8) for seed in range(200)]
    lost = sum(test.out[0] for test in tests)
    assert lost <= 0.2 * len(tests)
    assert sum(test.settled for test in tests) > 100, "nothing was settled, so nothing was tested"


def test_equal_arms_are_not_settled() -> None:
    tests = [run(np.full(5, 0.5), seed, 5_000) for seed in range(100)]
    assert sum(test.settled for test in tests) <= 5


def test_clear_differences_are_settled_early() -> None:
    test = run(np.array([0.6, 0.3, 0.2]), 1, 10**6)
    assert test.settled and test.leader == 0
    assert LEAST <= test.samples[0] < 500


def test_nothing_is_settled_before_the_least_number_of_samples() -> None:
    test = BestArm(2, 2, 0, 0.95)
    feed(test, np.random.default_rng(1), np.array([0.9, 0.1]), 0.01, LEAST - 1)
    test.look()
    assert not test.settled
    feed(test, np.random.default_rng(2), np.array([0.9, 0.1]), 0.01, 1)
    test.look()
    assert test.settled


def test_differences_that_never_vary_need_samples_too() -> None:
    """No spread in few samples does not prove that there is none."""
    test = BestArm(2, 2, 0, 0.95)
    values = np.full((2, LEAST), 0.5)
    values[1] = 0.47
    both = np.stack([values, 1 - values], axis=2)
    sums = (both.sum(axis=1), (both**2).sum(axis=1), values @ values.T)
    test.add_sums([0, 1], LEAST, *sums)
    test.look()
    assert not test.settled
    for _ in range(20):
        test.add_sums([0, 1], LEAST, *sums)
        test.look()
    assert test.settled


def test_parked_arms_can_come_back() -> None:
    generator = np.random.default_rng(3)
    means = np.array([0.5, 0.4, 0.45])
    test = BestArm(3, 2, 0, 0.95)
    feed(test, generator, means, 0.1, LEAST)
    test.park(2)
    assert len(test.active) == 2 and not all(test.out)
    for _ in range(30):
        feed(test, generator, means, 0.1, 100)
        test.look()
    assert not test.settled, "the parked arm is not proved to be worse"
    test.recall()
    feed(test, generator, means, 0.1, 2_000)
    test.look()
    assert test.settled and test.order() == [0, 2, 1]


def test_gaps_come_from_shared_samples() -> None:
    """Arm 2 misses a later batch in which the others differ: its gap must not see it."""
    test = BestArm(3, 2, 0, 0.95)
    generator = np.random.default_rng(4)
    feed(test, generator, np.array([0.5, 0.4, 0.3]), 0.1, 400)
    before, errors = test.gaps(np.arange(3))
    test.active = [0, 1]
    feed(test, generator, np.array([0.8, 0.1, 0.0]), 0.1, 400)
    after, _ = test.gaps(np.arange(3))
    assert after[0, 2] == pytest.approx(before[0, 2]) == pytest.approx(0.2, abs=4 * errors[0, 2])
    assert after[0, 1] == pytest.approx(0.4, abs=0.03)
    assert list(test.samples) == [800, 800, 400]


def test_probabilities_of_being_best() -> None:
    test = BestArm(3, 2, 0, 0.95)
    feed(test, np.random.default_rng(5), np.array([0.5, 0.5, 0.2]), 0.1, 1_000)
    shares = test.best_probabilities([0, 1, 2])
    assert shares.sum() == pytest.approx(1.0)
    assert shares[2] < 0.001 and 0.0 < shares[0] < 1.0
    gaps, errors = test.gaps(np.array([0, 1]))
    alone = test.best_probabilities([0, 1])[0]
    normal = 0.5 * (1 + math.erf(gaps[0, 1] / errors[0, 1] / math.sqrt(2)))
    assert alone == pytest.approx(normal, abs=0.02)
    assert test.best_probabilities([1, 0])[1] == pytest.approx(alone, abs=0.02)


@pytest.mark.parametrize(
    ("probability", "freedom", "point"),
    # Tables of Student's t.
    [
        (0.025, 31, 2.0395),
        (0.005, 31, 2.7440),
        (0.0005, 31, 3.6335),
        (0.0005, 60, 3.4602),
        (0.025, 10**6, 1.96),
    ],
)
def test_points_ofstudent(probability: float, freedom: int, point: float) -> None:
    assert student(probability, freedom) == pytest.approx(point, abs=0.003)
