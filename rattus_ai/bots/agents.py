"""The agents: random, greedy, information-set MCTS, expectimax; each sees views only."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import Search
from rattus_ai._core.solver import Solver
from rattus_ai.bots.temperature import soft_choice
from rattus_ai.limits import Cancel, Limit, deepening
from rattus_ai.positions import View, check_deciding
from rattus_ai.proofs import ended, proved_turns


class Agent(ABC):
    """Chooses an action from what one player knows."""

    def choose(self, view: View, cancel: Cancel | None = None) -> int:
        """The id of a legal action.

        Args:
            view: what the player to decide knows.
            cancel: ends the choice early, within some milliseconds; what looks best by then is chosen.

        Raises:
            ViewError: the view is not of the player who has to decide, or nobody has to.
        """
        check_deciding(view)
        legal = view.legal_actions()
        return legal[0] if len(legal) == 1 else self.decide(view.core, legal, cancel or Cancel())

    @abstractmethod
    def decide(self, core: CorePosition, legal: list[int], cancel: Cancel) -> int:
        """The choice among at least two legal actions; `core` holds only what the player knows."""

    def restart(self) -> None:  # noqa: B027  (agents without a memory have nothing to forget)
        """Forgets everything about a running game and starts its random numbers anew."""


class RandomAgent(Agent):
    """Every legal action equally likely."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def restart(self) -> None:
        """See `Agent.restart`."""
        self._random = random.Random(self._seed)

    def decide(self, core: CorePosition, legal: list[int], cancel: Cancel) -> int:
        """See `Agent.decide`."""
        return self._random.choice(legal)

    def policy(self, view: View) -> list[tuple[int, float]]:
        """All legal actions with the same chance."""
        legal = view.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class GreedyAgent(Agent):
    """Plays the turn with the best exact expected lead at its own end (csrc/search/greedy.hpp)."""

    def __init__(self, seed: int = 1) -> None:
        self._plan: list[int] = []
        self._turn: tuple[int, int] | None = None

    def restart(self) -> None:
        """See `Agent.restart`."""
        self._plan = []
        self._turn = None

    def decide(self, core: CorePosition, legal: list[int], cancel: Cancel) -> int:
        """See `Agent.decide`."""
        turn = (core.turn_number(), core.key(-1))
        if self._plan and self._turn == turn and self._plan[0] in legal:
            return self._follow(core)
        search = Search(core, memory_mb=1)
        with cancel.stopping(search):
            found = search.greedy(1)
        self._plan = list(found[0][0] if found else search.finished([]))
        return self._follow(core)

    def policy(self, view: View) -> list[tuple[int, float]]:
        """The greedy action for sure."""
        return [(GreedyAgent().choose(view), 1.0)]

    def _follow(self, core: CorePosition) -> int:
        """The next action of the plan; what will then be on the table says whether the plan still holds."""
        action = self._plan.pop(0)
        after = core.clone()
        after.apply(action)
        self._turn = (after.turn_number(), after.key(-1))
        return action


class ExpectimaxAgent(Agent):
    """Expectimax over whole turns (csrc/search/expectimax.hpp).

    Args:
        depth: turns, the own one included.
        width: actions considered at each decision, 0 for all.
        nodes: bound on visited positions a decision, 0 for none; the furthest finished step counts.
    """

    def __init__(self, depth: int = 1, width: int = 6, nodes: int = 200_000, seed: int = 1) -> None:
        self.depth = depth
        self.width = width
        self.nodes = nodes

    def decide(self, core: CorePosition, legal: list[int], cancel: Cancel) -> int:
        """See `Agent.decide`."""
        search = Search(core, memory_mb=1)
        best = search.finished([])[0]
        left = self.nodes
        with cancel.stopping(search):
            for depth, width in deepening(self.depth, self.width):
                turns, visited, _ = search.expectimax(1, depth=depth, width=width, nodes=left)
                if not turns:
                    break
                best = turns[0][0][0]
                if self.nodes:
                    left -= visited
                    if left <= 0:
                        break
        return best


class IsmctsAgent(Agent):
    """Information-set MCTS (csrc/search/ismcts.hpp); keeps its trees through the decisions of one turn.

    Args:
        limit: budget of each decision.
        seed: decides everything random.
        settings: keyword arguments of the core's search: `playout`, `horizon` (-1: to the
            end; the game's own if left out),
            `exploration`, `solver`, ...
        temperature: 0: what looks best is played; above it a soft choice, see `rattus_ai.bots.temperature`.
            Ends of the game are then not looked up as proofs.
    """

    def __init__(self, limit: Limit, seed: int = 1, temperature: float = 0.0, **settings: object) -> None:
        self.limit = limit
        self.temperature = temperature
        self._settings = settings
        self._seed = seed
        self._random = random.Random(seed)
        self._search: Search | None = None
        self._turn = -1

    def restart(self) -> None:
        """See `Agent.restart`."""
        self._search = None
        self._random = random.Random(self._seed)

    def decide(self, core: CorePosition, legal: list[int], cancel: Cancel) -> int:
        """See `Agent.decide`."""
        if self._proves and ended(core):
            solver = Solver()
            with cancel.stopping(solver):
                proved = proved_turns(core, 1, self.limit.total, self.limit.seconds, solver=solver)
            if proved:
                return proved[0].actions[0]
        turn = core.turn_number()
        if self._search is None or self._turn != turn or self._search.root.rules is not core.rules:
            self._search = Search(
                core,
                seed=self._random.getrandbits(64),
                trees=self.limit.tree_count,
                memory_mb=self.limit.memory_mb,
                **{"horizon": core.rules.horizon, **self._settings},  # type: ignore[arg-type]
            )
            self._turn = turn
        else:
            self._search.set_root(core)
        with cancel.stopping(self._search):
            self._search.run(self.limit.total, self.limit.threads, self.limit.seconds or 0.0)
        search = self._search
        if cancel.cancelled:
            self._search = None  # one that was stopped does not go on
        statistics = search.actions()
        if not statistics:
            return search.finished([])[0]
        return soft_choice(statistics, core.current_player(), self.temperature, self._random)

    @property
    def _proves(self) -> bool:
        """Whether it plays proved turns at the end of a game."""
        solver = self._settings.get("solver", True) and self._settings.get("objective") != "margin"
        return bool(solver) and self.temperature <= 0
