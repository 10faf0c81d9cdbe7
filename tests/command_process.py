"""Commands in a process of their own, and interrupting them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

needs_signals = pytest.mark.skipif(os.name == "nt", reason="signals")

PATIENCE = 60
"""Seconds to wait for an end that must come at once; the commands themselves would go on for longer."""


def started(*arguments: object) -> subprocess.Popen[str]:
    """`rattus-ai` with these arguments, in a group of processes of its own.

    It hears interrupts even where these tests themselves were started deaf to them, as jobs in the background
    of a script are.
    """
    settings: dict[str, Any] = {}
    if os.name != "nt":
        settings["start_new_session"] = True
        settings["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(
        [sys.executable, "-m", "rattus_ai.cli.main", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        **settings,
    )


def end(process: subprocess.Popen[str]) -> None:
    """Ends a process that is still there, with those that it has started."""
    if process.poll() is None:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def wait_for_work(process: subprocess.Popen[str], seconds: float) -> None:
    """Waits until a thread beside the main one has worked for so many seconds of processor time.

    Commands search beside the main thread, which listens; so a slow start on a busy machine does not count.
    """
    tasks = Path(f"/proc/{process.pid}/task")
    if not tasks.exists():
        time.sleep(seconds + 5)
        return
    for _ in range(10 * PATIENCE):
        time.sleep(0.1)
        if any(worked(task) >= seconds for task in tasks.iterdir() if task.name != str(process.pid)):
            return
    raise AssertionError(f"no thread has worked for {seconds} s")


def worked(task: Path) -> float:
    """Seconds of processor time of a thread, 0 for one that has ended."""
    try:
        fields = (task / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def interrupted(process: subprocess.Popen[str]) -> str:
    """Interrupts a process with all it has started, as a terminal does; what it has printed.

    It must end with the status for that and without a message.
    """
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    return out
