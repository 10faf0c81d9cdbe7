from typing import TypedDict

from rattus_ai._core.engine import Position

class Solved(TypedDict):
    exact: bool
    full: bool
    stopped: bool
    effort: int
    positions: int
    ends: int
    lower: list[float]
    upper: list[float]
    turns: list[tuple[list[int], list[float], list[float], bool]]
    play: list[tuple[int, int, int, bool]]

class ClosingTurn(TypedDict):
    actions: list[int]
    samples: int
    ending: int
    exact: int
    certain: bool
    lower: list[float]
    upper: list[float]
    values: list[float]
    squares: list[float]

class Closings(TypedDict):
    found: int
    stopped: bool
    turns: list[ClosingTurn]

def ended(position: Position) -> bool: ...

class Solver:
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    def solve(
        self,
        position: Position,
        lines: int = 5,
        most_positions: int = 1_000_000,
        seconds: float = 0.0,
        most_work: int = 0,
    ) -> Solved: ...
    def closing(
        self,
        position: Position,
        lines: int = 8,
        samples: int = 64,
        seed: int = 1,
        seconds: float = 0.0,
    ) -> Closings: ...
