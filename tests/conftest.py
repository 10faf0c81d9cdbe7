"""What tests of commands share: plain surroundings, and a command that succeeds or is refused.

This file also makes the modules beside it importable from the folders below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

pytest.register_assert_rewrite("command_process", "round_trips")
from command_process import ROOT, end, started  # noqa: E402

if TYPE_CHECKING:
    import subprocess


@pytest.fixture
def at_home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of the project, without colours, on a terminal as wide as the module's `COLUMNS`."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", str(request.module.COLUMNS))
    monkeypatch.setenv("NO_COLOR", "1")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Calls a command, which must succeed without a word on standard error; what it prints."""
    from rattus_ai.cli.main import main

    def call(*arguments: object) -> str:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (status, captured.err) == (0, ""), captured.err
        return captured.out

    return call


@pytest.fixture
def fails(capsys: pytest.CaptureFixture[str]) -> Any:
    """Calls a command, which must be refused; its one message."""
    from rattus_ai.cli.main import main

    def call(*arguments: object) -> str:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (status, captured.out) == (2, "") and "Traceback" not in captured.err, captured
        return captured.err

    return call


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts commands in processes of their own (see `started`), which end with the test at the latest."""
    processes: list[subprocess.Popen[str]] = []

    def call(*arguments: object) -> subprocess.Popen[str]:
        processes.append(started(*arguments))
        return processes[-1]

    yield call
    for process in processes:
        end(process)
