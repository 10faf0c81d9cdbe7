"""Speed and strength measured beside yardsticks in the same run. `rattus-ai bench` prints the tables.

Machines are shared and noisy, so ours and the yardstick alternate, and the ratio reported is the median over
the rounds.
"""

from rattus_ai.bench.equal_time import EqualTime, play_equal_time
from rattus_ai.bench.measurement import Effort, Measurement, Round, alternate
from rattus_ai.bench.measures import MEASURES, checked_names, run
from rattus_ai.bench.strength import Strength, strength_matches

__all__ = [
    "MEASURES",
    "Effort",
    "EqualTime",
    "Measurement",
    "Round",
    "Strength",
    "alternate",
    "checked_names",
    "play_equal_time",
    "run",
    "strength_matches",
]
