"""`rattus-ai serve --stdio` as a process: order, ends, broken and oversize lines, slow readers, signals."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from services import COMMAND, ROOT, WAIT, Lines, environment, example

from rattus_ai.protocol import ServiceLimits
from rattus_ai.serving.lines import BROKEN_INPUT, serve_lines

DOCUMENT = example("midgame-3p")
LONG = {"query": "analyse", "position": DOCUMENT, "seconds": 100, "confidence": 0.9999}


def memory(process: int) -> int:
    """Resident memory in KiB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1])


def test_answers_overtake_each_other(lines: Lines) -> None:
    lines.send({"id": "slow", **LONG})
    for number in range(20):
        lines.send({"id": number, "query": "legal", "position": DOCUMENT})
    assert {lines.answer()["id"] for _ in range(20)} == set(range(20))
    lines.send({"id": "c", "query": "cancel", "of": "slow"})
    assert {lines.answer()["id"] for _ in range(2)} == {"c", "slow"}
    assert lines.finish() == ([], 0)


def test_partial_answers_come_before_the_final_one(lines: Lines) -> None:
    message = {"query": "analyse", "position": DOCUMENT, "seconds": 1, "confidence": 0.9999, "progress": 0.05}
    lines.send({"id": 1, **message})
    found = [lines.answer()]
    while not found[-1]["final"]:
        found.append(lines.answer())
    assert len(found) > 3
    simulations = [each["result"]["simulations"] for each in found]
    assert simulations == sorted(simulations)
    assert [line["win"] for line in found[0]["result"]["lines"]]


def test_the_end_of_the_input_drains(lines: Lines) -> None:
    for number in range(8):
        lines.send({"id": number, "query": "analyse", "position": DOCUMENT, "simulations": 3000})
    rest, status = lines.finish()
    assert status == 0
    assert sorted(each["id"] for each in rest) == list(range(8))
    assert all(each["result"]["reason"] != "cancelled" for each in rest)


def test_the_end_of_the_input_cancels_where_asked() -> None:
    with Lines("--at-end", "cancel", "--threads", "1") as lines:
        for number in range(8):
            lines.send({"id": number, **LONG})
        lines.ask({"id": "v", "query": "version"})
        started = time.perf_counter()
        rest, status = lines.finish()
        assert time.perf_counter() - started < 10
    assert status == 0
    assert sorted(each["id"] for each in rest) == list(range(8))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_cancels_and_everything_is_answered(number: signal.Signals) -> None:
    with Lines() as lines:
        for identifier in range(5):
            lines.send({"id": identifier, **LONG})
        lines.ask({"id": "v", "query": "version"})
        lines.process.send_signal(number)
        rest = [json.loads(line) for line in lines.stdout]
        assert lines.process.wait(WAIT) == 128 + number
        assert sorted(each["id"] for each in rest) == list(range(5))


def test_broken_lines_are_answered_and_hurt_nobody(lines: Lines) -> None:
    lines.send({"id": "slow", "query": "analyse", "position": DOCUMENT, "simulations": 4000})
    for broken in (b"{", b"nonsense", b"\xff\xfe", b"\x00\x00", b"[]", b"{}", b'{"id": 1', b"   ", b""):
        lines.send(broken)
    lines.send({"id": "after", "query": "version"})
    found = [lines.answer() for _ in range(9)]
    assert sum(each["id"] is None and "error" in each for each in found) == 7
    assert {each["id"] for each in found} == {None, "slow", "after"}
    assert lines.finish() == ([], 0)


def test_the_last_line_need_not_end() -> None:
    command = [*COMMAND, "--stdio"]
    done = subprocess.run(
        command, input=b'{"id": 1, "query": "version"}', capture_output=True, env=environment(), check=True
    )
    assert json.loads(done.stdout)["id"] == 1


def test_oversize_lines_are_answered_without_being_held() -> None:
    with Lines("--max-bytes", "65536") as lines:
        assert "result" in lines.ask({"id": 1, "query": "version"})
        before = memory(lines.process.pid)
        chunk = b"x" * (1 << 20)
        for _ in range(200):
            lines.stdin.write(chunk)
        lines.stdin.write(b"\n")
        lines.stdin.flush()
        found = lines.answer()
        assert found["error"]["code"] == "too_long" and str(200 << 20) in found["error"]["found"]
        assert memory(lines.process.pid) - before < 20_000
        exact = json.dumps({"id": 2, "query": "version", "x": ""})
        assert "result" in lines.ask((exact[:-2] + "y" * (65536 - len(exact)) + '"}').encode())
        assert "error" in lines.ask((exact[:-2] + "y" * (65537 - len(exact)) + '"}').encode())


def test_a_slow_reader_loses_no_final_answer_and_costs_no_memory() -> None:
    with Lines("--threads", "1", "--max-queries-a-caller", "50") as lines:
        lines.ask({"id": "v", "query": "legal", "position": DOCUMENT})
        count = 1500
        message = {"query": "apply", "position": DOCUMENT, "views": [0, 1, 2, "public"], "legal": True}

        def write() -> None:
            for number in range(count):
                lines.send({"id": number, **message})
            lines.stdin.close()

        writer = threading.Thread(target=write)
        writer.start()
        time.sleep(3)  # nothing is read, so after some megabytes nothing more is taken in
        assert writer.is_alive()
        held = memory(lines.process.pid)
        time.sleep(1)
        assert memory(lines.process.pid) - held < 30_000
        found = [json.loads(line) for line in lines.stdout]
        writer.join()
        assert sorted(each["id"] for each in found) == list(range(count))
        assert all("result" in each for each in found)
        assert lines.process.wait(WAIT) == 0


def test_a_reader_that_is_gone_ends_the_process() -> None:
    with Lines() as lines:
        for number in range(3):
            lines.send({"id": number, **LONG})
        lines.ask({"id": "v", "query": "version"})
        lines.stdout.close()
        for number in range(20):
            try:
                lines.send({"id": f"x{number}", "query": "version"})
            except BrokenPipeError:
                break
            time.sleep(0.05)
        assert lines.process.wait(WAIT) == 1
        assert "Traceback" not in lines.errors()


@pytest.mark.skipif(not hasattr(select, "poll"), reason="the system does not tell without a write")
def test_a_reader_that_is_gone_is_noticed_without_an_answer() -> None:
    """The input has ended, and a search that would go on for minutes has nothing to tell yet."""
    with Lines() as lines:
        lines.ask({"id": "v", "query": "version"})
        lines.send({"id": 1, **LONG})
        lines.stdin.close()
        lines.stdout.close()
        started = time.monotonic()
        assert lines.process.wait(WAIT) == 1
        assert time.monotonic() - started < LONG["seconds"] / 2


@pytest.mark.parametrize("fault", [OSError(5, "Input/output error"), ValueError("closed"), MemoryError()])
@pytest.mark.parametrize("cancel_at_end", [False, True])
def test_an_input_that_breaks_ends_the_service_in_order(
    fault: Exception, cancel_at_end: bool, caplog: pytest.LogCaptureFixture
) -> None:
    class Source(io.RawIOBase):
        chunks = iter([b'{"id": 1, "query": "version"}\n{"id": 2, "que'])

        def read(self, size: int = -1) -> bytes:
            for chunk in self.chunks:
                return chunk
            raise fault

    target = io.BytesIO()
    ended: list[int] = []

    def serve() -> None:
        limits = ServiceLimits(threads=1)
        ended.append(serve_lines(Source(), target, limits, cancel_at_end=cancel_at_end))

    server = threading.Thread(target=serve, daemon=True)
    server.start()
    server.join(WAIT)
    assert ended == [BROKEN_INPUT]
    assert [json.loads(line)["id"] for line in target.getvalue().splitlines()] == [1]
    assert "no further messages can be read" in caplog.text


def test_nothing_else_gets_among_the_answers() -> None:
    script = (
        "import os, sys\n"
        "from rattus_ai.protocol import queries\n"
        "kind = queries.KINDS['version']\n"
        "def noisy(query, work):\n"
        "    print('printed'); os.write(1, b'written\\n'); sys.stdout.flush()\n"
        "    return kind.answer(query, work)\n"
        "queries.KINDS['version'] = kind._replace(answer=noisy)\n"
        "from rattus_ai.cli.main import main\n"
        "sys.exit(main(['serve', '--stdio']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=b'{"id": 1, "query": "version"}\n',
        capture_output=True,
        env=environment(),
        check=True,
    )
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1]
    assert b"printed" in done.stderr and b"written" in done.stderr


def test_files_are_read_from_the_working_directory(tmp_path: Path) -> None:
    shutil.copy(ROOT / "rattus_ai" / "data" / "rattus" / "map.toml", tmp_path / "my-map.toml")
    message = {"query": "new", "rules": {"players": 2, "map": "my-map.toml"}}
    outcomes = []
    for options in ((), ("--no-files",)):
        done = subprocess.run(
            [*COMMAND, "--stdio", *options],
            input=json.dumps(message).encode() + b"\n",
            capture_output=True,
            env=environment(),
            cwd=tmp_path,
            check=True,
        )
        outcomes.append(json.loads(done.stdout))
    assert outcomes[0]["result"]["document"]["rules"]["map"] == "my-map.toml"
    assert outcomes[1]["error"]["code"] == "no_files"


def test_a_game_goes_on_from_its_document_after_a_kill() -> None:
    """The process dies in the middle of a query; a new one goes on with the game, which ends."""
    with Lines() as first:
        found = first.ask({"query": "new", "players": ["Ann", "Ben"], "seed": 8})["result"]
        for number in range(15):
            found = step(first, found["document"], number)
        first.send({"id": "lost", "query": "choose", "position": found["document"], "level": "ismcts:900000"})
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait()
    with Lines() as second:
        number = 15
        while found["state"]["next"] != "end":
            found = step(second, found["document"], number)
            number += 1
    assert sum(found["state"]["returns"]) == 1


def step(lines: Lines, document: dict[str, object], number: int) -> dict[str, object]:
    """One action of an opponent, and the chance after it."""
    chosen = lines.ask({"query": "choose", "position": document, "level": "random", "seed": number})
    message = {"query": "apply", "position": document, "actions": [chosen["result"]["action"]]}
    return dict(lines.ask({**message, "draw": True, "seed": number})["result"])


def test_the_command_wants_one_way(capfd: pytest.CaptureFixture[str]) -> None:
    from rattus_ai.cli.main import main

    for options in (
        [],
        ["--stdio", "--http", "127.0.0.1:0"],
        ["--http", "nowhere"],
        ["--stdio", "--threads", "0"],
    ):
        assert main(["serve", *options]) == 2
        assert "expected" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "start"),
    [
        (["--stdio", "--drain-seconds", "0"], "--drain-seconds: found beside --stdio"),
        (["--stdio", "--drain-seconds", "5"], "--drain-seconds: found beside --stdio"),
        (["--stdio", "--allow-origin", "*"], "--allow-origin: found beside --stdio"),
        (["--stdio", "--allow-host", "example.org"], "--allow-host: found beside --stdio"),
        (["--http", "127.0.0.1:0", "--at-end", "drain"], "--at-end: found beside --http"),
        (["--stdio", "--threads", "0"], "--threads: found 0, expected 1 to 1024"),
        (["--stdio", "--max-queries", "0"], "--max-queries: found 0"),
        (["--stdio", "--max-queries-a-caller", "0"], "--max-queries-a-caller: found 0"),
        (["--stdio", "--max-bytes", "1"], "--max-bytes: found 1"),
        (["--stdio", "--max-positions", "0"], "--max-positions: found 0"),
        (["--stdio", "--max-simulations", "0"], "--max-simulations: found 0"),
        (["--stdio", "--max-seconds", "0"], "--max-seconds: found 0"),
        (["--stdio", "--max-memory-mb", "0"], "--max-memory-mb: found 0"),
    ],
)
def test_options_that_are_refused_are_named(
    options: list[str], start: str, capfd: pytest.CaptureFixture[str]
) -> None:
    from rattus_ai.cli.main import main

    assert main(["serve", *options]) == 2
    printed, errors = capfd.readouterr()
    assert (printed, errors.startswith(start)) == ("", True), errors


def test_it_starts_in_a_folder_of_its_own(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--stdio"], input=b"", capture_output=True, env=environment(), cwd=tmp_path, check=True
    )
    assert (done.stdout, done.stderr) == (b"", b"")
    assert ROOT.exists()


def test_what_comes_after_a_signal_is_refused_and_delays_nothing() -> None:
    with Lines() as lines:
        lines.ask({"id": "v", "query": "version"})
        sent = 0
        started = time.monotonic()

        def go_on() -> None:
            nonlocal sent
            with contextlib.suppress(OSError, ValueError):
                while time.monotonic() < started + WAIT:
                    lines.send({"id": sent, **LONG})
                    sent += 1
                    time.sleep(0.005)

        sender = threading.Thread(target=go_on)
        sender.start()
        time.sleep(0.3)
        lines.process.send_signal(signal.SIGTERM)
        found = [json.loads(line) for line in lines.stdout]
        assert lines.process.wait(WAIT) == 128 + signal.SIGTERM
        assert time.monotonic() - started < 8.0
        sender.join(WAIT)
    identifiers = [each["id"] for each in found]
    assert len(set(identifiers)) == len(identifiers) > 20
    # All that was read is answered: what it is not are the last lines only.
    assert sorted(identifiers) == list(range(len(identifiers)))


def test_streams_that_do_not_block_are_served_all_the_same() -> None:
    source, to_service = os.pipe()
    from_service, target = os.pipe()
    for end in (source, target):
        os.set_blocking(end, False)
    process = subprocess.Popen([*COMMAND, "--stdio"], stdin=source, stdout=target, env=environment())
    os.close(source)
    os.close(target)
    count = 200
    with open(to_service, "wb") as stream:
        for number in range(count):
            message = {"id": number, "query": "apply", "position": DOCUMENT, "actions": [], "legal": True}
            stream.write(json.dumps(message).encode() + b"\n")
    time.sleep(2.0)  # the pipe for answers is full by now
    with open(from_service, "rb") as answers:
        found = [json.loads(line)["id"] for line in answers]
    assert process.wait(WAIT) == 0
    assert sorted(found) == list(range(count))
