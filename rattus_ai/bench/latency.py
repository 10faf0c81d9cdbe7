"""How soon something happens: the first list of a hint, the answer after a cancellation, an import."""

from __future__ import annotations

import math
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from rattus_ai.analysis import Analysis, analyse
from rattus_ai.bench.measurement import Effort, Measurement, milliseconds
from rattus_ai.bench.positions import example_view
from rattus_ai.limits import Cancel, Limit
from rattus_ai.positions import View

CANCELLATIONS = 12
"""For each kind of work and round."""

IMPORTS = 5
FIRST_LISTS = 3

_PLAIN_IMPORT = "import rattus_ai"
_ALL_NAMES = "from rattus_ai import *"


def first_list_milliseconds(view: View) -> float:
    """From the call of `analyse` with the default budget to the first ranked list."""
    cancel = Cancel()
    start = time.perf_counter()
    first: list[float] = []

    def note(_: Analysis) -> None:
        if not first:
            first.append(1000 * (time.perf_counter() - start))
            cancel.cancel()

    analyse(view, cancel=cancel, on_progress=note)
    return first[0]


def first_list(effort: Effort, name: str, bar: float) -> Measurement:
    """Time from a read position to the first ranked list of a hint: the slowest of six positions."""
    views = {
        f"{players} players, {'opening' if turns == 0 else 'middle'}": example_view(
            players, turns=turns, name=name
        )
        for players in (2, 3, 4)
        for turns in (0, 4)
    }
    rounds = effort.rounds * effort.count(FIRST_LISTS)
    first_list_milliseconds(next(iter(views.values())))  # once to warm up
    times = {
        what: statistics.median(first_list_milliseconds(view) for _ in range(rounds))
        for what, view in views.items()
    }
    worst = max(times, key=times.__getitem__)
    others = ", ".join(f"{what} {value:.1f}" for what, value in times.items() if what != worst)
    return Measurement(
        "first ranked list of a hint",
        times[worst],
        None,
        "ms",
        times[worst],
        bar,
        f"median, slowest position: {worst}",
        at_most=True,
        note=others,
    )


def cancellation_milliseconds(work: Callable[[Cancel], object], delay: float) -> float | None:
    """From `Cancel.cancel` to the answer of a work that runs in another thread.

    Args:
        work: ends soon after the object it gets is cancelled.
        delay: seconds that it runs before.

    Returns:
        None where the work was done before.
    """
    cancel = Cancel()
    started = threading.Event()

    def run() -> float:
        started.set()
        work(cancel)
        return time.perf_counter()

    with ThreadPoolExecutor(1) as worker:
        future = worker.submit(run)
        started.wait()
        time.sleep(delay)
        if future.done():
            return None
        start = time.perf_counter()
        cancel.cancel()
        return 1000 * max(0.0, future.result() - start)


def cancellation(effort: Effort, name: str, bar: float) -> Measurement:
    """From `Cancel.cancel` to the answer of `analyse`, at moments drawn at random."""
    view = example_view(name=name)
    endless = 10**9
    # The time of a search is spent half on growing trees, half on comparing turns.
    works: dict[str, tuple[Callable[[Cancel], object], tuple[float, float]]] = {
        "growing": (lambda cancel: analyse(view, Limit(simulations=endless), cancel=cancel), (0.0, 0.2)),
        "two threads": (
            lambda cancel: analyse(view, Limit(simulations=endless, threads=2), cancel=cancel),
            (0.0, 0.2),
        ),
        "comparing": (lambda cancel: analyse(view, Limit(seconds=0.4), cancel=cancel), (0.22, 0.36)),
        "expectimax": (
            lambda cancel: analyse(view, Limit(seconds=60.0), method="expectimax", cancel=cancel),
            (0.0, 0.2),
        ),
    }
    generator = random.Random(1)
    found: dict[str, list[float]] = {}
    for what, (work, (low, high)) in works.items():
        draws = (generator.uniform(low, high) for _ in range(effort.rounds * effort.count(CANCELLATIONS, 2)))
        times = [cancellation_milliseconds(work, delay) for delay in draws]
        found[what] = [value for value in times if value is not None]
    every = [value for values in found.values() for value in values]
    late = percentile(every, 0.95)
    parts = ", ".join(f"{what} {percentile(values, 0.95):.1f}" for what, values in found.items() if values)
    return Measurement(
        "answer after a cancellation",
        late,
        None,
        "ms",
        late,
        bar,
        f"95th percentile of {len(every)}",
        at_most=True,
        note=f"median {statistics.median(every):.1f}; 95th percentiles: {parts}; most {max(every):.1f}",
    )


def percentile(values: list[float], part: float) -> float:
    """The smallest value that at least this part of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def import_milliseconds(statement: str) -> float:
    """How long an import takes in a fresh interpreter, as that interpreter measures it."""
    program = f"import time; s = time.perf_counter(); {statement}; print(1000 * (time.perf_counter() - s))"
    command = [sys.executable, "-c", program]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def import_time(effort: Effort) -> Measurement:
    """`import rattus_ai`; everything it offers is imported when it is first used, which the note tells."""
    rounds = effort.rounds * effort.count(IMPORTS)
    import_milliseconds(_ALL_NAMES)  # once to warm up
    plain = statistics.median(import_milliseconds(_PLAIN_IMPORT) for _ in range(rounds))
    whole = statistics.median(import_milliseconds(_ALL_NAMES) for _ in range(rounds))
    start = statistics.median(
        milliseconds(lambda: subprocess.run([sys.executable, "-c", ""], check=True)) for _ in range(rounds)
    )
    return Measurement(
        "import rattus_ai",
        plain,
        None,
        "ms",
        plain,
        300.0,
        "median, new process",
        at_most=True,
        note=f"with all its names {whole:.0f}; Python itself starts in {start:.0f}",
    )
