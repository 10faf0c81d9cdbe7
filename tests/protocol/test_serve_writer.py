"""Answers are written at once where that cannot block, and otherwise in the order of the outbox."""

from __future__ import annotations

import io
import json
import os
import select
import threading
from collections.abc import Iterator
from typing import BinaryIO

import msgspec
import pytest
from services import WAIT

from rattus_ai.protocol import Answer
from rattus_ai.protocol.answers import answer_of
from rattus_ai.serving.writer import LineWriter

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes tell nothing there")


def answer(number: int, *, final: bool = True, size: int = 10) -> Answer:
    return msgspec.structs.replace(
        answer_of(number, "analyse", {"x": "y" * size}, final=final), number=number
    )


@pytest.fixture
def pipe() -> Iterator[tuple[int, BinaryIO]]:
    """Both ends: a descriptor to read from, a stream to write to."""
    source, target = os.pipe()
    stream = os.fdopen(target, "wb")
    yield source, stream
    with open(source, "rb"), stream:
        pass


def test_a_short_answer_is_written_at_once(pipe: tuple[int, BinaryIO]) -> None:
    source, target = pipe
    writer = LineWriter(target)
    writer.put(answer(1))
    assert writer.outbox.empty
    assert os.read(source, 1 << 16) == answer(1).data + b"\n"


def test_what_does_not_fit_waits_and_nothing_overtakes_it(pipe: tuple[int, BinaryIO]) -> None:
    """A long answer, a partial one behind it, and the final one of the same query."""
    source, target = pipe
    writer = LineWriter(target)
    writer.put(answer(1, size=select.PIPE_BUF))
    writer.put(answer(2, final=False))
    writer.put(answer(3))
    assert not select.select([source], [], [], 0.05)[0]
    sender = threading.Thread(target=writer.run)
    sender.start()
    writer.put(answer(2))
    found = b""
    while found.count(b"\n") < 3:
        found += os.read(source, 1 << 16)
    writer.outbox.close()
    sender.join(WAIT)
    told = [json.loads(line) for line in found.splitlines()]
    finals = [each["id"] for each in told if each["final"]]
    assert sorted(finals) == [1, 2, 3]
    order = [(each["id"], each["final"]) for each in told]
    assert (2, False) not in order[order.index((2, True)) :]


def test_a_full_pipe_never_blocks_who_has_an_answer(pipe: tuple[int, BinaryIO]) -> None:
    source, target = pipe
    writer = LineWriter(target)
    count = 2 * (1 << 16) // 1000
    for number in range(count):  # twice what a pipe holds, and nobody reads
        writer.put(answer(number, size=1000))
    assert not writer.outbox.empty
    sender = threading.Thread(target=writer.run)
    sender.start()
    found = b""
    while found.count(b"\n") < count:
        assert select.select([source], [], [], WAIT)[0]
        found += os.read(source, 1 << 16)
    writer.outbox.close()
    sender.join(WAIT)
    assert [json.loads(line)["id"] for line in found.splitlines()] == list(range(count))


def test_partial_answers_never_follow_the_final_one(pipe: tuple[int, BinaryIO]) -> None:
    """Several threads with partial answers and a final one each, and a late reader."""
    source, target = pipe
    writer = LineWriter(target)
    threads, partials = 4, 300
    sender = threading.Thread(target=writer.run)
    sender.start()

    def work(number: int) -> None:
        for turn in range(partials):
            writer.put(answer(number, final=False, size=turn % 50 * 100))
        writer.put(answer(number))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for each in workers:
        each.start()
    found = b""
    while found.count(b'"final":true') < threads or not found.endswith(b"\n"):
        assert select.select([source], [], [], WAIT)[0]
        found += os.read(source, 5000)
    for each in workers:
        each.join(WAIT)
    writer.outbox.close()
    sender.join(WAIT)
    finished: set[int] = set()
    for line in found.splitlines():
        told = json.loads(line)
        assert told["id"] not in finished
        if told["final"]:
            finished.add(told["id"])
    assert finished == set(range(threads))
    assert not select.select([source], [], [], 0.05)[0]


def test_who_is_gone_gets_nothing(pipe: tuple[int, BinaryIO]) -> None:
    source, target = os.pipe()
    os.close(source)
    writer = LineWriter(os.fdopen(target, "wb"))
    writer.put(answer(1))
    writer.run()
    assert writer.gone.is_set()
    writer.put(answer(2))
    assert writer.outbox.empty


def test_what_is_no_pipe_is_written_by_the_thread() -> None:
    target = io.BytesIO()
    writer = LineWriter(target)
    writer.put(answer(1))
    assert target.getvalue() == b""
    writer.outbox.close()
    writer.run()
    assert target.getvalue() == answer(1).data + b"\n"
