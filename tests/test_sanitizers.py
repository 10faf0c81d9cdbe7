"""The core under the address, undefined behaviour and thread sanitizers, with all warnings as errors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from effort import times

ROOT = Path(__file__).parent.parent
COMPILER = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]

pytestmark = pytest.mark.skipif(
    COMPILER is None or sys.platform == "win32", reason="needs a compiler that takes the options of GCC"
)


# Without optimisation the checks of every access compile in half the time, which counts for more than slow
# runs where little is run. The thread sanitizer keeps it for the warnings that need it.
UNOPTIMISED = {("searches", "address,undefined"), ("endgames", "address,undefined")}


def build(tool: str, sanitizer: str, folder: Path) -> Path:
    program = folder / f"{tool}-{sanitizer.replace(',', '-')}"
    level = "-O0" if (tool, sanitizer) in UNOPTIMISED else "-O1"
    command = [str(COMPILER), "-std=c++20", level, "-g1", *WARNINGS]
    command += [f"-fsanitize={sanitizer}", "-fno-sanitize-recover=all", f"-I{ROOT / 'csrc'}"]
    command += [str(ROOT / "csrc" / "tools" / f"{tool}.cpp"), "-pthread", "-o", str(program)]
    finished = subprocess.run(command, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr[-4000:]
    return program


def run(program: Path, *arguments: object) -> str:
    finished = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr[-4000:]
    return finished.stdout


def test_random_games(tmp_path: Path) -> None:
    """Also checks in the core, after every game, that the incremental key equals the key from scratch."""
    program = build("playouts", "address,undefined", tmp_path)
    for players in (2, 3, 4):
        assert run(program, players, 1500).startswith("games 1500")
        assert run(program, players, 300, 1, "guided").startswith("games 300")
    for players in (2, 3, 4, 5, 6):
        games = times(200)
        assert run(program, players, games, 1, "random", 100 * players).startswith(f"games {games} ")
        games = times(60)
        assert run(program, players, games, 1, "guided", 1000 * players).startswith(f"games {games} ")


def test_every_search_and_its_threads(tmp_path: Path) -> None:
    """One and two threads give the same signature under both sanitizers."""
    answers = set()
    for sanitizer in ("address,undefined", "thread"):
        program = build("searches", sanitizer, tmp_path)
        for threads in (1, 2):
            answers.add((run(program, 3, 2, threads), run(program, 4, 1, threads, 5)))
    assert len(answers) == 1


def test_ends_of_games(tmp_path: Path) -> None:
    """The solver and the sweep, stopped by their limits and finished, on ends of random games."""
    program = build("endgames", "address,undefined", tmp_path)
    for players in (2, 3, 4):
        assert run(program, players, 3).startswith("games 3 solved ")
        assert run(program, players, 2, players).startswith("games 2 solved ")
