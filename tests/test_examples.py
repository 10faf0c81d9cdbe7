"""The programs of `examples/` do what they show: clients, boardgame.io, OpenSpiel, PettingZoo."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SERVICE = f"{sys.executable} -m rattus_ai.cli.main serve --stdio"
NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(
    NODE is None, reason="Node is not installed; the examples in JavaScript need it"
)
MINUTES = 60


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "RATTUS_AI": SERVICE}


def run(*command: str | Path, folder: Path = ROOT, minutes: float = 5) -> str:
    """What a program prints; it has to end well."""
    process = subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        cwd=folder,
        start_new_session=True,
    )
    try:
        printed, errors = process.communicate(timeout=minutes * MINUTES)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # the programs that it started, too
        raise
    assert process.returncode == 0, printed[-3000:] + errors[-3000:]
    return printed


def module(name: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert specification is not None and specification.loader is not None
    made = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(made)
    return made


def won(printed: str) -> bool:
    return re.search(r"the game is over after \d+ turns: player \d won", printed) is not None


# --- clients of one file ---


def test_the_python_client_plays_a_game() -> None:
    printed = run(sys.executable, EXAMPLES / "client.py", "--levels", "ismcts:30", "greedy")
    assert won(printed) and " ± " in printed


@NEEDS_NODE
def test_the_javascript_client_plays_a_game() -> None:
    printed = run(NODE or "", EXAMPLES / "client.mjs", "ismcts:30", "greedy")
    assert won(printed) and " ± " in printed


@pytest.mark.parametrize("name", ["client.py", "client.mjs"])
def test_the_clients_need_nothing_else(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    if name.endswith(".py"):
        used = set(re.findall(r"^(?:from|import) ([\w.]+)", text, flags=re.MULTILINE))
        assert {word.split(".")[0] for word in used} <= set(sys.stdlib_module_names) | {"__future__"}
    else:
        used = set(re.findall(r'from "([^"]+)"', text))
        assert used and all(word.startswith("node:") for word in used)


def test_the_python_client_survives_a_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service is killed while a query is on its way, and between two; the game goes on."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    client = module("client")
    engine = client.Engine(SERVICE.split())
    game: dict[str, Any] = engine.ask("new", rules={"players": 2}, seed=4)
    for number in range(12):
        document = game["document"]
        if number in (3, 7):
            waiting = engine.send("choose", position=document, level="ismcts:900000")
            os.kill(engine._process.pid, signal.SIGKILL)
            with pytest.raises(client.EngineGone):
                waiting.result(MINUTES)
        chosen = engine.ask("choose", position=document, level="random", seed=number)
        game = engine.ask("apply", position=document, actions=[chosen["action"]], draw=True, seed=number)
    assert game["state"]["turns"] > 0
    engine.close()


def test_the_python_client_cancels_and_hears_partial_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    client = module("client")
    engine = client.Engine(SERVICE.split())
    document = json.loads((EXAMPLES / "midgame-3p.json").read_text(encoding="utf-8"))
    heard: list[dict[str, Any]] = []
    waiting = engine.send(
        "analyse", on_partial=heard.append, position=document, seconds=60, progress=0.05, confidence=0.9999
    )
    while len(heard) < 2:
        assert not waiting.done()
        time.sleep(0.01)
    engine.cancel(waiting)
    assert waiting.result(MINUTES)["reason"] == "cancelled"
    with pytest.raises(client.QueryError) as caught:
        engine.ask("apply", position=document, actions=["take nonsense"])
    assert caught.value.place == "actions[0]"
    engine.close()


def test_the_python_client_repeats_a_game() -> None:
    """`--seed` decides everything random: the draws of the start, those on the way, and the opponents."""

    def game(seed: str) -> str:
        return run(sys.executable, EXAMPLES / "client.py", "--levels", "ismcts:20", "random", "--seed", seed)

    first = game("3")
    assert won(first) and game("3") == first and game("4") != first


def test_the_python_client_goes_on_whatever_its_user_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Failing functions for partial results and futures that were given up do not end the listener."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    engine = module("client").Engine(SERVICE.split())
    document = json.loads((EXAMPLES / "midgame-3p.json").read_text(encoding="utf-8"))
    lasting = {"position": document, "seconds": 60, "progress": 0.05, "confidence": 0.9999}
    heard: list[dict[str, Any]] = []

    def fail(result: dict[str, Any]) -> None:
        heard.append(result)
        raise RuntimeError("as planned")

    failing = engine.send("analyse", on_partial=fail, **lasting)
    given_up = engine.send("analyse", **lasting)
    lost = engine.send("analyse", **lasting)
    assert given_up.cancel() and lost.cancel()
    deadline = time.monotonic() + MINUTES
    while len(heard) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for each in (failing, given_up):
        engine.cancel(each)
    assert failing.result(MINUTES)["reason"] == "cancelled"
    assert engine.send("version").result(MINUTES)["protocol"] == 1
    assert "as planned" in capsys.readouterr().err
    # The end of the service is told to those who still wait, past those who do not.
    waiting = engine.send("analyse", **lasting)
    os.kill(engine._process.pid, signal.SIGKILL)
    with pytest.raises(Exception, match="the service ended"):
        waiting.result(MINUTES)
    assert engine.ask("version")["protocol"] == 1
    engine.close()


FLOOD = 800


def test_the_python_client_asks_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Far more answers than the service keeps for a slow reader, some of them asked for by an answer."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    engine = module("client").Engine(SERVICE.split())
    padding = "x" * 4096  # so that the pipe is full, too, once the service stops reading
    further: list[Any] = []
    asked: list[Any] = []

    def flood() -> None:
        for number in range(FLOOD):
            asked.append(engine.send("schema", of="position", note=padding))
            if number % 100 == 0:
                asked[-1].add_done_callback(lambda _: further.append(engine.send("version")))

    # Another thread, so that a client which stands still fails the test and not the whole run.
    sender = threading.Thread(target=flood, daemon=True)
    sender.start()
    sender.join(2 * MINUTES)
    assert not sender.is_alive() and len(asked) == FLOOD
    answers = [future.result(2 * MINUTES) for future in asked]
    assert all(answer == answers[0] for answer in answers)
    assert sum(len(json.dumps(answer)) for answer in answers) > 8 << 20
    deadline = time.monotonic() + MINUTES
    while len(further) < FLOOD // 100:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert all(future.result(MINUTES)["protocol"] == 1 for future in further)
    engine.close()


def test_the_python_client_asks_again_where_the_pipe_is_closed_first(tmp_path: Path) -> None:
    """A process that has closed its input and has not ended yet is not asked a second time."""
    once = tmp_path / "once"
    program = (
        "import os, sys, time\n"
        f"if not os.path.exists({str(once)!r}):\n"
        f"    open({str(once)!r}, 'w').close()\n"
        "    os.close(0); os.close(1); time.sleep(1); sys.exit()\n"
        "for number, line in enumerate(sys.stdin, 2):\n"
        '    print(\'{"id": %d, "final": true, "result": {"fine": 1}}\' % number, flush=True)\n'
    )
    engine = module("client").Engine([sys.executable, "-c", program])
    assert engine.ask("version") == {"fine": 1}
    engine.close()


@pytest.mark.parametrize("line", ["Welcome!", "5", "{}"])
def test_the_python_client_tells_what_is_no_answer(line: str) -> None:
    client = module("client")
    engine = client.Engine([sys.executable, "-c", f"print({line!r}, flush=True); input()"])
    with pytest.raises(client.EngineGone, match="no answer"):
        engine.send("version").result(MINUTES)
    with pytest.raises(client.EngineGone, match="no answer"):
        engine.ask("version")


def javascript(text: str) -> str:
    """What a program prints that has the client; it has to end well."""
    address = (EXAMPLES / "client.mjs").as_uri()
    start = f"import {{ Engine, EngineGone, QueryError }} from {json.dumps(address)};\n"
    return run(NODE or "", "--input-type=module", "--eval", start + text)


@NEEDS_NODE
def test_the_javascript_client_cancels_before_anybody_awaits() -> None:
    """The error of a query without anything to answer waits for whoever asks for it, and ends nothing."""
    command = json.dumps([*SERVICE.split(), "--threads", "1"])
    position = (EXAMPLES / "midgame-3p.json").read_text(encoding="utf-8")
    printed = javascript(
        f"const engine = new Engine({command});\n"
        f"const fields = {{ position: {position}, seconds: 60, confidence: 0.9999 }};\n"
        "const first = engine.send('analyse', fields);\n"
        "const second = engine.send('analyse', fields);\n"
        "await engine.cancel(second.id);\n"
        "await new Promise((resolve) => setTimeout(resolve, 500));\n"
        "const error = await second.result.catch((error) => error);\n"
        "console.log(error instanceof QueryError, error.code);\n"
        "await engine.cancel(first.id);\n"
        "await engine.close();\n"
    )
    assert printed.split() == ["true", "cancelled"]


@NEEDS_NODE
@pytest.mark.parametrize("line", ["Welcome!", "5", "null", "{}"])
def test_the_javascript_client_tells_what_is_no_answer(line: str) -> None:
    command = json.dumps([sys.executable, "-c", f"print({line!r}, flush=True); input()"])
    printed = javascript(
        f"const engine = new Engine({command});\n"
        "const error = await engine.ask('version').catch((error) => error);\n"
        "console.log(error instanceof EngineGone, error.message);\n"
        "await engine.close();\n"
    )
    assert printed.strip() == f"true the service ended: this is no answer: {line}"


# --- boardgame.io ---


@NEEDS_NODE
def test_boardgame_io(tmp_path: Path) -> None:
    """The real boardgame.io from the npm registry: whole matches without a screen, one over the network."""
    npm = shutil.which("npm")
    assert npm is not None, "Node is there, but npm is not"
    folder = tmp_path / "examples" / "boardgame-io"
    shutil.copytree(EXAMPLES / "boardgame-io", folder, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(EXAMPLES / "client.mjs", tmp_path / "examples")
    run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder, minutes=10)
    installed = json.loads((folder / "node_modules" / "boardgame.io" / "package.json").read_text("utf-8"))
    assert installed["version"] == "0.50.2"
    printed = run(NODE or "", "--test", "--test-reporter=tap", folder=folder, minutes=10)
    assert re.search(r"^# pass [6-9]", printed, flags=re.MULTILINE) and "# fail 0" in printed


def test_the_rules_of_boardgame_io_are_the_engines() -> None:
    """The frontend names no region, no card and no action."""
    words = re.compile(r"\b(gallia|germania|monk|witch|cube|plague|ravage)\b")
    for name in ("game.mjs", "bot.mjs", "play.mjs", "server.mjs"):
        text = (EXAMPLES / "boardgame-io" / name).read_text(encoding="utf-8")
        assert words.search(text) is None, name


# --- OpenSpiel and PettingZoo ---


def test_bots_of_openspiel() -> None:
    printed = run(
        sys.executable,
        EXAMPLES / "openspiel_bots.py",
        "--games",
        "2",
        "--bots",
        "ismcts:30",
        "greedy",
        "random",
    )
    totals = [
        float(value) for value in re.findall(r"^\S+: ([-+]\d\.\d\d) a game$", printed, flags=re.MULTILINE)
    ]
    assert len(totals) == 3 and sum(totals) == pytest.approx(0, abs=0.03)


def test_an_environment_of_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("shimmy")
    printed = run(sys.executable, EXAMPLES / "pettingzoo_play.py", "--players", "3", "--seed", "5")
    shares = [
        float(value) for value in re.findall(r"^player_\d: ([-+]\d\.\d\d)$", printed, flags=re.MULTILINE)
    ]
    assert sorted(shares) == [-0.33, -0.33, 0.67]


@pytest.mark.filterwarnings("ignore:Agent's m..imum observation space value:UserWarning")
def test_the_environment_keeps_the_contract_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("shimmy")
    from pettingzoo.test import api_test

    api_test(module("pettingzoo_play").environment(2), num_cycles=200)
    assert "Passed" in capsys.readouterr().out
