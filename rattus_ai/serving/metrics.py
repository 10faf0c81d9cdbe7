"""The counts of a service in the text format of Prometheus."""

from __future__ import annotations

import itertools

from rattus_ai import __version__
from rattus_ai.protocol import Dispatcher
from rattus_ai.protocol.statistics import SECONDS

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def metrics(dispatcher: Dispatcher) -> str:
    """All counts, one a line, each with what it means."""
    answers, times, partial = dispatcher.statistics.snapshot()
    lines: list[str] = []

    def family(name: str, kind: str, meaning: str) -> str:
        full = f"rattus_ai_{name}"
        lines.extend((f"# HELP {full} {meaning}", f"# TYPE {full} {kind}"))
        return full

    name = family("info", "gauge", "Version of the software.")
    lines.append(f'{name}{{version="{__version__}"}} 1')
    name = family(
        "answers_total", "counter", "Final answers by query and outcome (ok or the code of an error)."
    )
    for (query, outcome), count in sorted(answers.items()):
        lines.append(f'{name}{{query="{query}",outcome="{outcome}"}} {count}')
    name = family("partial_answers_total", "counter", "Partial answers.")
    lines.append(f"{name} {partial}")
    name = family("query_seconds", "histogram", "Seconds from a message to its final answer.")
    for query, histogram in sorted(times.items()):
        ends = [*(f"{end:g}" for end in SECONDS), "+Inf"]
        for end, count in zip(ends, itertools.accumulate(histogram.counts), strict=True):
            lines.append(f'{name}_bucket{{query="{query}",le="{end}"}} {count}')
        lines.append(f'{name}_sum{{query="{query}"}} {histogram.total:.6f}')
        lines.append(f'{name}_count{{query="{query}"}} {sum(histogram.counts)}')
    name = family("queries_unfinished", "gauge", "Queries without a final answer.")
    lines.append(f"{name} {dispatcher.unfinished}")
    name = family("queries_waiting", "gauge", "Those of them that have not begun.")
    lines.append(f"{name} {dispatcher.workers.waiting}")
    return "\n".join(lines) + "\n"
