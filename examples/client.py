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
import queue
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
    """The service as a process of its own.

    A thread writes and another one reads, so asking never waits: neither for answers, which the service wants
    to be taken before it takes more questions, nor inside of a function that an answer is handed to.
    """

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self.command = list(command or os.environ.get("RATTUS_AI", "rattus-ai serve --stdio").split())
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._waiting: dict[int, _Asked] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

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
            message = json.dumps({"id": number, "query": query, **fields}).encode() + b"\n"
            self._waiting[number] = _Asked(future, on_partial, self._running())
            self._outgoing.put(message)
        return future

    def cancel(self, future: Future[Answer]) -> None:
        """Ends a query that was sent; its future gets what was found so far, or an error."""
        self.send("cancel", of=future.id)  # type: ignore[attr-defined]

    def close(self) -> None:
        """Ends the service once everything is answered."""
        with self._lock:
            process, self._process = self._process, None
            self._outgoing.put(None)
        if process is not None:
            process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        """The process to ask; another one where the last one ended. Needs the lock."""
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._outgoing = queue.SimpleQueue()
            for work in (self._listen, self._write):
                threading.Thread(target=work, args=(self._process, self._outgoing), daemon=True).start()
        return self._process

    def _write(self, process: subprocess.Popen[bytes], outgoing: queue.SimpleQueue[bytes | None]) -> None:
        assert process.stdin is not None
        try:
            while (message := outgoing.get()) is not None:
                process.stdin.write(message)
                process.stdin.flush()
        except OSError:  # it does not listen any more; what it was asked before it may still answer
            self._leave(process)
        with contextlib.suppress(OSError):
            process.stdin.close()

    def _listen(self, process: subprocess.Popen[bytes], outgoing: queue.SimpleQueue[bytes | None]) -> None:
        assert process.stdout is not None
        reason = "the service ended"
        for line in process.stdout:
            try:
                answer = json.loads(line)
                number, final = answer["id"], answer["final"]
            except (ValueError, TypeError, KeyError):
                reason = f"this is no answer of the service: {line[:60]!r}"
                process.kill()
                break
            with self._lock:
                asked = self._waiting.pop(number, None) if final else self._waiting.get(number)
            if asked is not None:
                _hand_on(answer, asked)
        self._leave(process)
        process.wait()
        outgoing.put(None)
        with self._lock:
            lost = [number for number, asked in self._waiting.items() if asked.process is process]
            futures = [self._waiting.pop(number).future for number in lost]
        for future in futures:
            _settle(future, EngineGone(reason))

    def _leave(self, process: subprocess.Popen[bytes]) -> None:
        """Lets the next question start another process, also where this one has not quite ended yet."""
        with self._lock:
            if self._process is process:
                self._process = None


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
