"""One game played by the engine and by a reference side by side and compared at every step; knows no game.

Compared are who decides, every legal action or chance outcome, the exact probabilities, the whole state, and
the result. A failure names the game and the moves up to there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

MOST_STEPS = 20_000

# Chooses one of the legal actions, given as texts.
Choose = Callable[[random.Random, Sequence[str]], str]


class Corners(Protocol):
    """Counts what games meet; see `reference_corners`."""

    def before(self, position: Any, text: str) -> None:
        """A move that is about to be made."""

    def after(self, setup: Any, before: Mapping[str, Any], text: str, after: Mapping[str, Any]) -> None:
        """A move that has been made, as the exported states around it."""

    def end(self, position: Any) -> None:
        """A game that is over."""


class Comparison:
    """One game on both sides: `reference` is a position of a reference, `engine` an `EngineFace`."""

    def __init__(self, game: str, setup: Any, reference: Any, engine: Any, choose: Choose) -> None:
        self.game = game
        self.setup = setup
        self.reference = reference
        self.engine = engine
        self.choose = choose
        self.moves: list[str] = []
        self.ids: list[int] = []
        self.fields: Mapping[str, Any] = {}

    def fail(self, what: str, engine: Any, reference: Any) -> None:
        raise AssertionError(
            f"{what} differ after {len(self.moves)} moves of game {self.game!r}\n"
            f"engine:    {engine}\nreference: {reference}\n"
            f"stage {self.reference.state.stage}\n{self.setup}\nmoves: {self.moves}"
        )

    def check(self, what: str, engine: Any, reference: Any) -> None:
        if engine != reference:
            self.fail(what, engine, reference)

    def compare(self) -> dict[str, int]:
        """Compares everything that can be seen now; the legal actions with their ids in the engine."""
        core = self.engine.core
        reference = self.reference
        self.check("current players", core.current_player(), reference.current_player())
        self.check(
            "chance nodes",
            (core.is_chance(), core.is_terminal()),
            (reference.is_chance(), reference.is_terminal()),
        )
        self.check(
            "turns", (core.turn(), core.active_player()), (reference.turn(), reference.active_player())
        )
        self.fields = reference.export()
        self.compare_states(self.engine.export(), self.fields)
        ids: dict[str, int] = self.engine.numbers()
        numbers = core.legal_actions()
        self.check("legal actions", sorted(ids), sorted(reference.legal_actions()))
        self.check("numbers of actions", (len(numbers), core.legal_count()), (len(ids), len(ids)))
        self.check("orders of ids", numbers, sorted(numbers))
        bound = core.rules.max_chance_outcomes if reference.is_chance() else core.rules.num_distinct_actions
        self.check("ranges of ids", [number for number in numbers if not 0 <= number < bound], [])
        if reference.is_chance():
            self.compare_weights(dict(self.engine.weights()), dict(reference.weights()))
        return ids

    def compare_states(self, engine: Mapping[str, Any], reference: Mapping[str, Any]) -> None:
        if engine != reference:
            names = sorted(name for name in {*engine, *reference} if engine.get(name) != reference.get(name))
            self.fail(
                f"states ({', '.join(names)})",
                {name: engine.get(name, "missing") for name in names},
                {name: reference.get(name, "missing") for name in names},
            )

    def compare_weights(self, engine: Mapping[str, int], reference: Mapping[str, int]) -> None:
        """As fractions of the sum, without a division."""
        engine_sum, reference_sum = sum(engine.values()), sum(reference.values())
        scaled = {text: weight * reference_sum for text, weight in engine.items()}
        self.check("probabilities", scaled, {text: weight * engine_sum for text, weight in reference.items()})

    def play(self, generator: random.Random, corners: Corners) -> None:
        """Plays to the end, comparing on the way, and counts what was met."""
        text = None
        chances = 0
        for _ in range(MOST_STEPS):
            before = self.fields
            ids = self.compare()
            if text is not None:
                corners.after(self.setup, before, text, self.fields)
            if self.reference.is_terminal():
                break
            if self.reference.is_chance():
                chances += 1
                text = generator.choice(list(ids))
            else:
                text = self.choose(generator, sorted(ids))
            corners.before(self.reference, text)
            self.moves.append(text)
            self.ids.append(ids[text])
            self.engine.core.apply(ids[text])
            self.reference.apply(text)
        else:
            self.fail("lengths", "no end", f"at most {MOST_STEPS} steps")
        self.check("returns", self.engine.returns(), self.reference.returns())
        self.check("histories", list(self.engine.core.history()), self.ids)
        rules = self.engine.core.rules
        decisions = len(self.moves) - chances
        self.check("lengths", decisions <= rules.max_game_length and chances <= rules.max_chance_nodes, True)
        corners.end(self.reference)

    def explore(self, generator: random.Random, most: int) -> int:
        """Compares positions that can be reached from here, in random order, at most so many; how many."""
        waiting = [(self.reference, self.engine, self.moves)]
        compared = 0
        while waiting and compared < most:
            self.reference, self.engine, self.moves = waiting.pop(generator.randrange(len(waiting)))
            ids = self.compare()
            compared += 1
            for text, number in ids.items():
                reference, engine = self.reference.clone(), self.engine.clone()
                reference.apply(text)
                engine.core.apply(number)
                waiting.append((reference, engine, [*self.moves, text]))
        return compared


def weighted(generator: random.Random, actions: Sequence[str], verbs: Mapping[str, float]) -> str:
    """An action, those with a verb so much more often (or less) than the others."""
    return generator.choices(actions, [verbs.get(action.partition(" ")[0], 1.0) for action in actions])[0]


def verb_first(generator: random.Random, actions: Sequence[str], verbs: Mapping[str, float]) -> str:
    """A verb by these weights, then any action that has it."""
    offered = sorted({action.partition(" ")[0] for action in actions})
    verb = generator.choices(offered, [verbs.get(verb, 1.0) for verb in offered])[0]
    return generator.choice([action for action in actions if action.partition(" ")[0] == verb])
