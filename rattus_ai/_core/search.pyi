"""Types of the compiled module: searches of any game."""

from rattus_ai._core.engine import Position

OBJECTIVES: tuple[str, ...]
PLAYOUTS: tuple[str, ...]

Turn = tuple[list[int], list[float], int, bool]
"""Action ids, value of each player, simulations spent on it, whether the values are exact."""

class PairedSamples:
    """Sums over samples of several turns on the same random numbers."""

    turns: int
    players: int
    first: int
    @property
    def samples(self) -> int: ...
    def luck(self) -> tuple[list[float], list[float]]: ...
    def sums(self) -> tuple[list[float], list[float], list[float]]: ...

class Search:
    """Trees over what the players know, grown from a view of the player to act."""

    root: Position
    def __init__(
        self,
        view: Position,
        *,
        seed: int = 1,
        trees: int = 1,
        memory_mb: int = 256,
        objective: str = "win",
        playout: str = "guided",
        horizon: int = -1,
        solver: bool = True,
        control: bool = True,
        steady: bool = True,
        exploration: float = 0.8,
        first_play_reduction: float = 0.1,
    ) -> None: ...
    def set_root(self, view: Position) -> None: ...
    def clear(self) -> None: ...
    def restrict(self, first: list[int], turn: list[int]) -> None: ...
    def run(self, simulations: int, threads: int = 1, seconds: float = 0.0) -> int: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def simulations(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def actions(self) -> list[tuple[int, int, bool, list[float]]]: ...
    def turns(self, lines: int) -> list[Turn]: ...
    def finished(self, turn: list[int]) -> list[int]: ...
    def greedy(self, lines: int = 1) -> list[Turn]: ...
    def expectimax(
        self,
        lines: int = 1,
        *,
        depth: int = 1,
        width: int = 0,
        exact_chance: bool = False,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> tuple[list[Turn], int, int]: ...
    def paired(self, turns: list[list[int]], first: int = 0) -> PairedSamples: ...
    def compare(
        self,
        turns: list[list[int]],
        samples: PairedSamples,
        count: int,
        threads: int = 1,
        seconds: float = 0.0,
    ) -> int: ...
