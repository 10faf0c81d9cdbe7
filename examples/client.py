"""A client of the protocol (docs/protocol.md) in one file, with nothing but the standard library.

It starts `rattus-ai serve --stdio`, plays a game of opponents against each other, and prints a hint on the
way:

    python examples/client.py --levels greedy ismcts:200 --seed 7

Copy the class `Engine` into your own program. Should the service die, the next question starts it again:
everything it needs travels in each message, so a game goes on from its document. RATTUS_AI names another
command.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

Answer = dict[str, Any]


class QueryError(Exception):
    """The service says that a query is wrong; `code`, `place` and `problem` say why."""

    def __init__(self, error: Answer) -> None:
        super().__init__(f"{error['place']}: {error['problem']}")
        self.code: str = error["code"]
        self.place: str = error["place"]
        self.problem: str = error["problem"]


class EngineGone(Exception):
    """The service ended before it answered."""


class _Asked(NamedTuple):
    """A query on its way: who waits, and which process was asked."""

    future: Future[Answer]
    on_partial: Callable[[Answer], None] | None
    process: subprocess.Popen[bytes]


class Engine:
    """The service as a process of its own."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.command = list(command or os.environ.get("RATTUS_AI", "rattus-ai serve --stdio").split())
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, _Asked] = {}
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, query: str, **fields: Any) -> Answer:
        """The result of a query; asked again where the service died meanwhile."""
        try:
            return self.send(query, **fields).result()
        except EngineGone:
            return self.send(query, **fields).result()

    def send(
        self, query: str, on_partial: Callable[[Answer], None] | None = None, **fields: Any
    ) -> Future[Answer]:
        """Asks without waiting. The future has an attribute `id`, for `cancel`.

        Args:
            query: what is asked for.
            on_partial: called with partial results (with the field `progress`), from another thread.
            fields: of the message.
        """
        future: Future[Answer] = Future()
        with self._lock:
            number = next(self._numbers)
            future.id = number  # type: ignore[attr-defined]
            process = self._running()
            self._waiting[number] = _Asked(future, on_partial, process)
            message = json.dumps({"id": number, "query": query, **fields}).encode() + b"\n"
            try:
                assert process.stdin is not None
                process.stdin.write(message)
                process.stdin.flush()
            except OSError:
                # The listener may have found out first, and told so.
                if self._waiting.pop(number, None) is not None:
                    _settle(future, EngineGone("the service does not listen any more"))
        return future

    def cancel(self, future: Future[Answer]) -> None:
        """Ends a query that was sent; its future gets what was found so far, or an error."""
        self.send("cancel", of=future.id)  # type: ignore[attr-defined]

    def close(self) -> None:
        """Ends the service once everything is answered."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
            process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        return self._process

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                answer = json.loads(line)
            except ValueError:  # whatever writes this is no service
                process.kill()
                break
            with self._lock:
                asked = self._waiting.get(answer["id"])
                if answer["final"]:
                    self._waiting.pop(answer["id"], None)
            if asked is not None:
                _hand_on(answer, asked)
        process.wait()
        with self._lock:
            lost = [number for number, asked in self._waiting.items() if asked.process is process]
            futures = [self._waiting.pop(number).future for number in lost]
        for future in futures:
            _settle(future, EngineGone("the service ended"))


def _hand_on(answer: Answer, asked: _Asked) -> None:
    """Gives an answer to who waits for it; whatever he does with it, the next answers still come."""
    if answer["final"]:
        _settle(asked.future, QueryError(answer["error"]) if "error" in answer else answer["result"])
    elif asked.on_partial is not None:
        try:
            asked.on_partial(answer["result"])
        except Exception:
            traceback.print_exc()


def _settle(future: Future[Answer], outcome: Answer | Exception) -> None:
    """Ends a future, unless its owner has given it up (`Future.cancel`)."""
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def play(engine: Engine, levels: Sequence[str], seed: int, hint_at: int = 4) -> list[float]:
    """A game between opponents; what each of them won. The same seed gives the same game again."""
    seeds = random.Random(seed)  # every message needs another one: the same gives the same draws
    game = engine.ask("new", rules={"players": len(levels)}, seed=seeds.getrandbits(53))
    for number in itertools.count():
        state, document = game["state"], game["document"]
        if state["next"] == "end":
            print(state["text"])
            return list(state["returns"])
        player = state["player"]
        if number == hint_at:
            hint = engine.ask("analyse", position=document, player=player, simulations=1000, lines=3)
            for line in hint["lines"]:
                value, error = line["win"][player], line["errors"][player]
                print(f"    {value:6.1%} ± {error:.1%}  {'; '.join(line['turn'])}")
        # The whole position is sent, but the opponent is shown only what this player knows.
        level, draws = levels[player], seeds.getrandbits(53)
        chosen = engine.ask("choose", position=document, player=player, level=level, seed=draws)
        actions, draws = [chosen["action"]], seeds.getrandbits(53)
        game = engine.ask("apply", position=document, actions=actions, draw=True, seed=draws)
        for event in game["events"]:
            print(
                f"player {event['player']}: {event['action']}"
                if "player" in event
                else f"  {event['chance']}"
            )
    raise AssertionError("a game without an end")


def main() -> None:
    """Plays a game between two levels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--levels", nargs="+", default=["ismcts:100", "greedy"], help="one for each player")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    engine = Engine()
    try:
        play(engine, options.levels, options.seed)
    except FileNotFoundError as error:
        sys.exit(f"{error.filename} is not found: put it on the path, or name the command in RATTUS_AI")
    except (QueryError, EngineGone) as error:
        sys.exit(str(error))
    finally:
        engine.close()


if __name__ == "__main__":
    main()
