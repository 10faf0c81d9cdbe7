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

class Solver:
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    def solve(
        self, position: Position, lines: int = 5, most_positions: int = 1_000_000, seconds: float = 0.0
    ) -> Solved: ...
