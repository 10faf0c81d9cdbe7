"""How the budget of a decision is shared out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rattus_ai.limits import Limit

DEFAULT_SIMULATIONS = 100_000
"""For a decision, with the chance that follows it; a game of three players takes about a minute."""

_PROPOSING = 0.35
_GROWING = 0.3
_MEASURING = 0.15
"""Shares of finding the best turn, of the trees for going on after it, and of comparing it with what was
played. The rest goes to the chance that follows."""

_SAMPLES = 64
"""Samples at least, so that an error means something."""

RATE = 100_000
"""Samples a second that are taken for granted where the budget is a time and a part is not timed."""


@dataclass(frozen=True)
class Budget:
    """The parts of the budget of one decision.

    Attributes:
        propose: for the search that finds the best turn.
        grow: simulations of the trees that say how the game goes on, all together.
        compare: samples for each of the two turns.
        luck: samples for the position before chance, and as many for the one after it.
        threads: threads to use.
    """

    propose: Limit
    grow: int
    compare: int
    luck: int
    threads: int

    @classmethod
    def of(cls, limit: Limit) -> Budget:
        """The parts of a limit. A time is turned into simulations where a part cannot be timed."""
        timed = None if limit.seconds is None else max(1, round(limit.seconds * RATE))
        given = [bound for bound in (limit.simulations, timed) if bound is not None]
        total = min(given, default=DEFAULT_SIMULATIONS)
        propose = replace(
            limit,
            simulations=None if not limit.simulations and limit.seconds else max(2, int(total * _PROPOSING)),
            seconds=None if limit.seconds is None else max(0.001, limit.seconds * _PROPOSING),
        )
        rest = 1.0 - _PROPOSING - _GROWING - _MEASURING
        return cls(
            propose=propose,
            grow=max(2, int(total * _GROWING)),
            compare=max(_SAMPLES, int(total * _MEASURING / 2)),
            luck=max(_SAMPLES, int(total * rest / 2)),
            threads=limit.threads,
        )
