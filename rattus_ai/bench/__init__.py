"""Speed measured as a ratio to a yardstick in the same run. `rattus-ai bench` prints the table.

Machines are shared and noisy, so ours and the yardstick alternate, and the ratio reported is the median over the rounds.
"""

from rattus_ai.bench.measurement import Measurement, Round, alternate
from rattus_ai.bench.measures import MEASURES, run

__all__ = ["MEASURES", "Measurement", "Round", "alternate", "run"]
