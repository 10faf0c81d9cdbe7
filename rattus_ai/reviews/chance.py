"""The luck of a stretch of chance: in pieces exactly, in probability of winning by one fixed yardstick."""

from __future__ import annotations

import math

from rattus_ai.limits import Cancel
from rattus_ai.records import Record
from rattus_ai.reviews.budget import Budget
from rattus_ai.reviews.outlook import exact_outlook, outlook
from rattus_ai.reviews.replay import Stretch
from rattus_ai.reviews.result import Estimate, Luck


def luck_of(
    record: Record, stretch: Stretch, number: int, *, budget: Budget, seed: int, cancel: Cancel
) -> tuple[Luck, int]:
    """What chance did in a stretch, and the simulations used.

    Against everything that anybody at the table knew: a rat that somebody had looked at is no surprise.

    Args:
        record: the game.
        stretch: chance events in a row.
        number: its place among the stretches of chance.
        budget: what may be spent.
        seed: decides everything random.
        cancel: ends it early.

    Raises:
        Cancelled: by `cancel`.
    """
    before, after = stretch.before, stretch.after
    game = record.game
    names = [event.text for event in record.events[stretch.start : stretch.stop]]
    pieces = game.pieces(before)
    ahead = game.chance_losses(before) if stretch.whole else None
    expected = lost = None
    left = game.pieces(after)
    if ahead is not None and pieces is not None and left is not None:
        expected = ahead.expected
        lost = tuple(was - now for was, now in zip(pieces, left, strict=True))
    certain = all(count == 1 for count in stretch.choices)
    samples = 0
    if certain:
        win = Estimate.proved((0.0,) * game.num_players)
    else:
        # Both sides are cut off at the same turn; a turn that ends within the stretch counts.
        early = outlook(
            before,
            budget.luck,
            horizon=before.rules.horizon,
            seed=seed,
            threads=budget.threads,
            cancel=cancel,
        )
        late = outlook(
            after,
            budget.luck,
            horizon=max(0, before.rules.horizon - stretch.turns),
            seed=seed + 1,
            threads=budget.threads,
            cancel=cancel,
        )
        samples = budget.luck * sum(1 for side in (before, after) if exact_outlook(side) is None)
        win = Estimate(
            tuple(now - was for was, now in zip(early.values, late.values, strict=True)),
            tuple(math.hypot(one, other) for one, other in zip(early.errors, late.errors, strict=True)),
            early.exact and late.exact,
        )
    luck = Luck(
        number=number,
        player=before.active_player(),
        turn=before.turn() + 1,
        start=stretch.start,
        stop=stretch.stop,
        outcomes=tuple(names),
        name=None if ahead is None else ahead.name,
        place=None if ahead is None else ahead.place,
        expected=expected,
        lost=lost,
        win=win,
        certain=certain,
        samples=samples,
    )
    return luck, samples
