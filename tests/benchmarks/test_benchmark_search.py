"""Speed of searches and bots, and how soon they answer (`pytest --benchmark-only`)."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from rattus_ai import Cancel, Limit, analyse
from rattus_ai._core.search import Search
from rattus_ai.bench.latency import first_list_milliseconds
from rattus_ai.bench.positions import example_view

PLAYERS = (2, 3, 4)
SIMULATIONS = 1_000


@pytest.mark.benchmark(group="tree search, 1,000 simulations")
@pytest.mark.parametrize("playout", ["uniform", "guided"])
@pytest.mark.parametrize("players", PLAYERS)
def test_run(benchmark: Any, players: int, playout: str) -> None:
    core = example_view(players).core
    benchmark(lambda: Search(core, playout=playout).run(SIMULATIONS))
    benchmark.extra_info["simulations_per_second"] = SIMULATIONS / benchmark.stats.stats.min


@pytest.mark.benchmark(group="tree search, 8 trees, 8,000 simulations")
@pytest.mark.parametrize("threads", [1, 2])
def test_run_in_threads(benchmark: Any, threads: int) -> None:
    core = example_view().core
    benchmark(lambda: Search(core, trees=8).run(8 * SIMULATIONS, threads))


@pytest.mark.benchmark(group="a tree search before its first simulation")
@pytest.mark.parametrize("memory_mb", [1, 64, 256])
def test_new_search(benchmark: Any, memory_mb: int) -> None:
    core = example_view().core
    benchmark(lambda: Search(core, trees=8, memory_mb=memory_mb))


@pytest.mark.benchmark(group="one turn")
@pytest.mark.parametrize("players", PLAYERS)
def test_greedy(benchmark: Any, players: int) -> None:
    core = example_view(players).core
    assert benchmark(lambda: Search(core, memory_mb=1).greedy(1))


@pytest.mark.benchmark(group="expectimax, at most 20,000 positions")
@pytest.mark.parametrize("players", PLAYERS)
def test_expectimax(benchmark: Any, players: int) -> None:
    core = example_view(players).core
    search = Search(core, memory_mb=1)
    turns, visited, _ = benchmark(lambda: search.expectimax(1, depth=1, width=6, nodes=20_000))
    benchmark.extra_info["visited"] = visited
    benchmark.extra_info["finished"] = bool(turns)


@pytest.mark.benchmark(group="hint")
@pytest.mark.parametrize("players", PLAYERS)
def test_first_ranked_list(benchmark: Any, players: int) -> None:
    benchmark(first_list_milliseconds, example_view(players))


@pytest.mark.benchmark(group="hint")
def test_analyse(benchmark: Any) -> None:
    view = example_view()
    benchmark(lambda: analyse(view, Limit(simulations=2 * SIMULATIONS)))


@pytest.mark.benchmark(group="from cancel to the answer")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ["ismcts", "expectimax"])
def test_cancel(benchmark: Any, method: str, threads: int) -> None:
    view = example_view()
    with ThreadPoolExecutor(1) as worker:

        def running() -> tuple[tuple[Cancel, Future[Any]], dict[str, Any]]:
            cancel = Cancel()
            limit = Limit(seconds=60.0, threads=threads)
            future = worker.submit(analyse, view, limit, method=method, cancel=cancel)
            time.sleep(0.05)
            return (cancel, future), {}

        def stop(cancel: Cancel, future: Future[Any]) -> Any:
            cancel.cancel()
            return future.result()

        answer = benchmark.pedantic(stop, setup=running, rounds=20)
    assert answer.reason == "cancelled" and answer.lines
