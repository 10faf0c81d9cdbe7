"""Answers that wait for somebody who reads slowly: all final ones, the last partial one of each query."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

import msgspec
from heard import LONG
from services import WAIT

from rattus_ai.protocol import Answer, Dispatcher, answer_of
from rattus_ai.serving.outbox import MOST_BYTES, Outbox


def partial(number: int, size: int = 10, identifier: int | None = None) -> Answer:
    return msgspec.structs.replace(
        answer_of(identifier, "analyse", {"x": "y" * size}, final=False), number=number
    )


def final(number: int, size: int = 10, identifier: int | None = None) -> Answer:
    return msgspec.structs.replace(answer_of(identifier, "analyse", {"x": "y" * size}), number=number)


def test_partial_answers_of_queries_without_an_id_do_not_replace_each_other(
    serve: Callable[..., Dispatcher],
) -> None:
    """Each query has its own place, which its final answer empties."""
    box = Outbox()
    caller = serve(threads=2).caller(box.put)
    lasting = {**LONG, "progress": 0.02}
    for lines in (1, 2):
        caller.submit({**lasting, "lines": lines})
    deadline = time.monotonic() + WAIT
    while len(box._partials) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(0.2)  # further ones take the places of the first
    assert len(box._partials) == 2
    assert {len(json.loads(each.data)["result"]["lines"]) for each in box._partials.values()} == {1, 2}
    caller.cancel_all()
    assert caller.drain(WAIT)
    taken = [box.take() for _ in range(3)]
    assert [each is not None and each.final for each in taken] == [True, True, False] and taken[2] is None


def test_an_outbox_keeps_finals_and_the_last_partials() -> None:
    box = Outbox()
    for _ in range(1000):
        box.put(partial(1))
        box.put(partial(2))
    last = partial(2, 20)
    box.put(last)
    box.put(final(1))
    box.put(final(3))
    taken = [box.take(), box.take(), box.take()]
    assert [(each.number, each.final) for each in taken if each] == [(1, True), (3, True), (2, False)]
    assert taken[2] is last
    assert box.take() is None


def test_an_outbox_is_full_until_it_is_read() -> None:
    box = Outbox()
    for number in range(5):
        box.put(final(number, MOST_BYTES // 4))
    assert box.full
    passed = threading.Event()

    def wait() -> None:
        box.wait_for_room()
        passed.set()

    waiter = threading.Thread(target=wait)
    waiter.start()
    assert not passed.wait(0.05)
    box.take()
    box.take()
    assert passed.wait(WAIT) and not box.full
    waiter.join()
    box.close(drop=True)
    box.put(final(9))
    assert not box.wait() and box.take() is None
