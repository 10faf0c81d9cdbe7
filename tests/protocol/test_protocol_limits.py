"""What a service gives: more is refused with the place, and what nobody asks for shrinks to it."""

from __future__ import annotations

import json

import pytest
from services import error, example

from rattus_ai.protocol import ServiceLimits, answer

DOCUMENT = example("midgame-3p")


def test_limits_of_the_service() -> None:
    limits = ServiceLimits(
        threads=1, simulations=100, seconds=1.0, positions=2, memory_mb=64, message_bytes=4096
    )
    base = {"query": "analyse", "position": DOCUMENT, "memory_mb": 64}
    for more, place in (
        ({"simulations": 101}, "simulations"),
        ({"seconds": 1.5}, "seconds"),
        ({"level": "ismcts:500"}, "level"),
        ({"simulations": 50, "memory_mb": 65}, "memory_mb"),
    ):
        found = error({**base, **more}, limits)
        assert (found["code"], found["place"]) == ("over_limit", place) and "at most" in found["expected"]
    several = {"query": "analyse", "positions": [DOCUMENT] * 3, "simulations": 5, "memory_mb": 64}
    assert error(several, limits)["place"] == "positions"
    for level in (
        "ismcts:101",
        "ismcts:2s",
        "ismcts:50,threads=2",
        "ismcts:50,memory_mb=100",
        "expectimax:2",
        "expectimax:2,nodes=101",
        "expectimax:2,nodes=100000000000",
        "expectimax:2,nodes=0",
    ):
        found = error({"query": "choose", "position": DOCUMENT, "level": level}, limits)
        assert (found["code"], found["place"]) == ("over_limit", "level") and "at most" in found["expected"]
    for level in ("random", "greedy", "ismcts:100,memory_mb=64", "expectimax:2,nodes=100"):
        assert "result" in answer({"query": "choose", "position": DOCUMENT, "level": level}, limits)
    assert error(json.dumps({"id": 1, "query": "version", "x": "y" * 5000}), limits)["code"] == "too_long"
    # Threads do not change the answer, so they are given as far as they go.
    assert "result" in answer({**base, "simulations": 60, "threads": 64}, limits)


@pytest.mark.parametrize("memory_mb", [1, 16, 255])
def test_memory_that_nobody_asked_for_is_what_the_service_gives(memory_mb: int) -> None:
    limits = ServiceLimits(threads=1, memory_mb=memory_mb)
    base = {"position": DOCUMENT, "seed": 3}
    for message in (
        {"query": "choose", "level": "ismcts:50"},
        {"query": "choose", "level": "beginner"},
        {"query": "choose"},
        {"query": "choose", "level": f"ismcts:50,memory_mb={memory_mb}"},
        {"query": "analyse", "simulations": 50},
        {"query": "analyse", "level": "beginner"},
        {"query": "analyse", "level": "ismcts:50"},
        {"query": "analyse", "level": "ismcts:50,memory_mb=999", "memory_mb": memory_mb},
        {"query": "solve", "position": example("sweep-3p")},
    ):
        found = answer({**base, **message}, limits)
        assert "result" in found, found
        assert found == answer({**base, **message})  # as if there were more
    for message, place in (
        ({"query": "choose", "level": f"ismcts:50,memory_mb={memory_mb + 1}"}, "level"),
        ({"query": "choose", "level": "ismcts:50,memory_mb=256"}, "level"),
        ({"query": "analyse", "simulations": 50, "memory_mb": 256}, "memory_mb"),
        ({"query": "analyse", "level": "ismcts:50,memory_mb=256"}, "level"),
        ({"query": "solve", "position": example("sweep-3p"), "memory_mb": 256}, "memory_mb"),
    ):
        told = error({**base, **message}, limits)
        assert (told["code"], told["place"]) == ("over_limit", place)


def test_budgets_that_nobody_asked_for_are_what_the_service_gives() -> None:
    limits = ServiceLimits(threads=1, simulations=200, seconds=0.3)
    found = answer({"query": "analyse", "position": DOCUMENT}, limits)["result"]
    assert 0 < found["simulations"] <= 200
    for message in (
        {"query": "analyse", "position": DOCUMENT, "method": "expectimax"},
        {"query": "solve", "position": example("sweep-3p")},
    ):
        assert "result" in answer(message, limits)
    assert (
        error({"query": "analyse", "position": DOCUMENT, "simulations": 201}, limits)["code"] == "over_limit"
    )
    told = error({"query": "solve", "position": example("sweep-3p"), "seconds": 0.4}, limits)
    assert (told["code"], told["place"]) == ("over_limit", "seconds")
