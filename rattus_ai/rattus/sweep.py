"""The final sweep exactly, as fractions.

The core works modulo several primes (csrc/rattus/sweep.hpp). All probabilities of a sweep have one common
denominator that is known beforehand, so the numerators follow from their residues by the Chinese remainder
theorem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.watch import Watch

CUBES = 20

PRIMES = tuple((1 << 61) - distance for distance in (1, 31, 45, 229, 259, 283, 339, 391))
"""The largest primes below 2**61."""

MOST_STATES = 1_000_000
"""States of the dynamic programme that may be alive at once; some 150 bytes each."""

MOST_POINT_STATES = 200_000
"""The same for the points of one player, which are worked out player by player."""


@dataclass(frozen=True)
class SweepValues:
    """What the sweep is worth, exact.

    Attributes:
        win: probability of winning for each player, ties settled; they sum to 1.
        cubes: expected cubes on the board and in the palace after the sweep, for each player.
        points: expected final points of each player: cubes, points of region cards and diplomats, and one for
            every five coins after the sale of all goods; None where that was too wide.
        losses: for each region in which something can fall, by its number: expected losses of each player.
        states: the most states that were alive at once.
    """

    win: tuple[Fraction, ...]
    cubes: tuple[Fraction, ...]
    points: tuple[Fraction, ...] | None
    losses: dict[int, tuple[Fraction, ...]]
    states: int


def sweep_values(
    position: CorePosition, most_states: int = MOST_STATES, watch: Watch | None = None
) -> SweepValues | None:
    """The exact values of the sweep for somebody who knows what the position holds.

    In the final round: as if the sweep began now. Tokens that the position does not hold count as unseen, so
    the view of a player gives what that player must expect.

    Args:
        position: in the final round, in the sweep, or at the end; not changed.
        most_states: bound on the size of the computation.
        watch: ends the computation early.

    Returns:
        None where the bound was met, the computation was ended, a player has a say in the order of the
        reveals or may play a region card, or a hand is not known.

    Raises:
        ValueError: the game has not ended yet.
    """
    position = _dealt_with(position)
    watch = watch or Watch()
    if watch.over:
        return None
    solved, states, _, _, _ = core.sweep(position, most_states, seconds=watch.left, stopper=watch.solver)
    if not solved:
        return None
    denominator, primes = _primes(position)
    found = _residues(position, primes, most_states, watch)
    if found is None:
        return None
    residues = [wins for wins, _ in found]
    players = range(position.rules.num_players)
    win = tuple(_fraction([values[p] for values in residues], primes, denominator) for p in players)
    losses = region_losses(position)
    supply = core.export_state(position)["supply"]
    cubes = tuple(
        CUBES - supply[p] - sum((here[p] for here in losses.values()), Fraction(0)) for p in players
    )
    points: tuple[Fraction, ...] | None = cubes
    if not _cubes_decide(position):
        means = [_mean_points(position, p, min(most_states, MOST_POINT_STATES), watch) for p in players]
        points = tuple(mean for mean in means if mean is not None)
        if len(points) < len(means):
            points = None
    return SweepValues(win, cubes, points, losses, states)


def _residues(
    position: CorePosition,
    primes: Sequence[int],
    most_states: int,
    watch: Watch,
    joint: bool = False,
    player: int = -1,
) -> list[tuple[list[int], list[tuple[tuple[int, ...], int]]]] | None:
    """For each prime the numbers that `core.sweep_modulo` gives; None where the computation was ended."""
    found = []
    for prime in primes:
        if watch.over:
            return None
        solved, wins, points = core.sweep_modulo(
            position,
            prime,
            most_states,
            joint=joint,
            player=player,
            seconds=watch.left,
            stopper=watch.solver,
        )
        if not solved:
            return None
        found.append((wins, points))
    return found


def _mean_points(position: CorePosition, player: int, most_states: int, watch: Watch) -> Fraction | None:
    """Expected final points of a player, exact; None where the bound was met or the computation ended."""
    found = _distribution(position, most_states, player, watch)
    if found is None:
        return None
    return sum((points[player] * chance for points, chance in found.items()), Fraction(0))


def sweep_distribution(
    position: CorePosition, most_states: int = MOST_STATES, watch: Watch | None = None
) -> dict[tuple[int, ...], Fraction] | None:
    """The exact joint distribution of the players' final points.

    Arguments and errors as for `sweep_values`; wider than that, since nothing is forgotten on the way.

    Returns:
        {(points of player 0, points of player 1, ...): probability}, ascending; None where `sweep_values`
        gives None or the bound was met.
    """
    return _distribution(_dealt_with(position), most_states, -1, watch or Watch())


def _distribution(
    position: CorePosition, most_states: int, player: int, watch: Watch
) -> dict[tuple[int, ...], Fraction] | None:
    """The distribution of the points of all players (-1), or of one while the others count as having none."""
    if watch.over:
        return None
    solved, _, _, _, _ = core.sweep(
        position, most_states, joint=True, player=player, seconds=watch.left, stopper=watch.solver
    )
    if not solved:
        return None
    denominator, primes = _primes(position)
    residues = _residues(position, primes, most_states, watch, joint=True, player=player)
    if residues is None:
        return None
    found: dict[tuple[int, ...], list[int]] = {}
    for _, numbers in residues:
        for points, residue in numbers:
            found.setdefault(points, []).append(residue)
    return {points: _fraction(residues, primes, denominator) for points, residues in sorted(found.items())}


def only_chance_left(position: CorePosition) -> bool:
    """Whether the final round is over and nobody has a say any more, except in the order of reveals."""
    return core.nobody_decides(position)


def _dealt_with(position: CorePosition) -> CorePosition:
    """The position after those who are asked for a region card and have none that fits have declined."""
    position = position.clone()
    while core.export_state(position)["stage"] == "protect" and position.legal_count() == 1:
        position.apply(position.legal_actions()[0])
    return position


def _cubes_decide(position: CorePosition) -> bool:
    """Whether nothing but cubes can be worth a point at the end of this game."""
    fields = core.export_state(position)
    return not (fields["coins"] or any(fields["hands"]) or any(map(any, fields["diplomats"])))


def region_losses(position: CorePosition) -> dict[int, tuple[Fraction, ...]]:
    """Expected losses of each player in each region of the sweep in which something can fall, exact.

    Whatever is revealed elsewhere, the tokens of one region are a random draw from the unseen ones, so each
    region is worked out by itself.
    """
    out = {}
    for region, outcomes in core.sweep_regions(position):
        out[region] = tuple(
            sum(
                (Fraction(losses[p] * top, bottom) for losses, top, bottom in outcomes),
                Fraction(0),
            )
            for p in range(position.rules.num_players)
        )
    return out


def _primes(position: CorePosition) -> tuple[int, tuple[int, ...]]:
    """The common denominator of all probabilities, and primes whose product is larger."""
    denominator = common_denominator(position)
    primes = PRIMES[: 1 + denominator.bit_length() // 60]
    if math.prod(primes) <= denominator:
        raise ValueError(
            f"the probabilities of this sweep have a common denominator of {denominator.bit_length()} bits, "
            f"more than the {len(PRIMES)} primes carry"
        )
    return denominator, primes


def common_denominator(position: CorePosition) -> int:
    """A number that every probability of the sweep is a multiple of the inverse of.

    The k-th token drawn of a ring is one of (unseen - k), and the next rat of a region one of those left. A
    rat that came back from the revealed tokens is one of its own pool, or belongs to a pair of different
    tokens of two pools.
    """
    fields = core.export_state(position)
    kinds = core.token_kinds(position.rules)
    unseen = [0, 0]
    for kind, count in zip(kinds, fields["unseen"], strict=True):
        unseen[0 if kind.startswith("s") else 1] += count
    drawn = [0, 0]
    product = 1
    for region, cubes in enumerate(fields["cubes"]):
        if not any(cubes):
            continue
        rats = [ring for where, ring, *_, pool in fields["tracked"] if where == region and not pool]
        for ring, count in enumerate(fields["unlooked"][region]):
            rats += [ring] * count
        for ring in rats:
            drawn[ring] += 1
        pools = [pool for where, *_, pool in fields["tracked"] if where == region and pool]
        product *= math.factorial(len(rats) + len(pools))
    for number, weights in enumerate(fields["recycled_pools"]):
        product *= max(1, sum(weights))
        for first in fields["recycled_pools"][:number]:
            product *= math.lcm(*_pair_totals(first, weights))
    return product * math.prod(math.perm(unseen[ring], min(drawn[ring], unseen[ring])) for ring in (0, 1))


def _pair_totals(first: list[int], second: list[int]) -> list[int]:
    """Totals of the weights of a recycled rat, given what another one of its ring is (rules, P20)."""
    total = sum(first)
    halves = [max(1, total - 1), max(1, sum(second) - 1)]
    return halves + [
        max(1, total * copies - count)
        for count, copies in zip(first, second, strict=True)
        if 0 < count < copies
    ]


def _fraction(residues: list[int], primes: tuple[int, ...], denominator: int) -> Fraction:
    """The fraction with this denominator whose value has these residues."""
    numerator = 0
    modulus = 1
    for residue, prime in zip(residues, primes, strict=True):
        step = (residue * denominator - numerator) * pow(modulus, -1, prime) % prime
        numerator += modulus * step
        modulus *= prime
    return Fraction(numerator, denominator)
