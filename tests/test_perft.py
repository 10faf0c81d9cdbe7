"""How many sequences of decisions and chance outcomes there are, counted and pinned.

The positions come from the set-up and the seeded texts of the reference, not from the shipped data, so only a
change of the rules changes a count. At small depths the reference counts too. The last test pins what the
search does; that changes on purpose from time to time.
"""

from __future__ import annotations

import json
import os
import random
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import pytest
from reference.rattus import Position, base_setup
from reference.rattus.engine import EnginePosition
from reference.rattus.setup import Setup

from rattus_ai._core.search import Search

SIGNATURES = Path(__file__).parent / "golden" / "search-signatures.json"
UPDATE = "RATTUS_AI_UPDATE_GOLDEN"

OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "options": {"split_setup_pairs": True, "placement_optional": True, "reveal_order": "active_player"},
}

# (options, players, start): leaves at depth 1, 2, ... Starts: the first turn after the set-up; a turn in the
# middle of the game whose player holds the Witch and in which somebody has looked at a rat; a plague step
# with rats to reveal; the beginning of the final round.
LEAVES: dict[tuple[str, int, str], list[int]] = {
    ("default", 2, "opening"): [14, 162, 1410, 5276, 33866],
    ("default", 2, "witch"): [14, 118, 760, 3636, 17664, 82398],
    ("default", 2, "ravage"): [9, 108, 1296, 12240, 60390],
    ("default", 2, "final"): [17, 148, 248, 1030, 7626, 31508, 147294],
    ("default", 3, "opening"): [16, 222, 2362, 11308, 71832],
    ("default", 3, "witch"): [21, 297, 3190, 21199, 87078],
    ("default", 3, "ravage"): [8, 56, 840, 11088, 113680],
    ("default", 3, "final"): [22, 60, 1381, 12464, 17236, 107659],
    ("default", 4, "opening"): [18, 276, 3584, 20522],
    ("default", 4, "witch"): [22, 430, 6381, 65759],
    ("default", 4, "ravage"): [10, 170, 2520, 29740],
    ("default", 4, "final"): [39, 51, 519, 1127, 7152, 19697],
    ("options", 3, "opening"): [20, 269, 2777, 13318, 91117],
    ("options", 3, "witch"): [23, 288, 3156, 28037],
    ("options", 3, "ravage"): [10, 210, 2760, 26330, 137760],
    ("options", 3, "final"): [21, 251, 892, 6357, 13656, 73889],
}

REFERENCE_LEAVES = 3_000
"""The reference counts as deep as it takes no more leaves than this."""


class Playable(Protocol):
    """What the engine and the reference have in common."""

    def is_chance(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[str]: ...
    def apply(self, text: str) -> None: ...
    def clone(self) -> Self: ...


P = TypeVar("P", bound=Playable)


def is_wanted(start: str, engine: EnginePosition, fields: dict[str, Any]) -> bool:
    stage, turn, tracked = str(fields["stage"]), int(fields["turn"]), len(fields["tracked"])
    if start == "opening":
        return stage == "main" and turn == 0
    if start == "witch":
        witch = engine.setup.card_number["witch"]
        unused = witch not in fields["used"] and not fields["placed"]
        holds = fields["owners"][witch] == fields["active"]
        middle = turn >= 2 * engine.setup.players and tracked > 0
        return bool(stage == "main" and holds and unused and middle)
    if start == "ravage":
        return stage in ("next", "reveal") and tracked > 0 and not fields["ending"]
    return stage == "final"


@lru_cache
def moves_to(setup: Setup, start: str) -> tuple[str, ...]:
    """Texts that lead from the beginning of a game to the start."""
    for seed in range(10_000):
        generator = random.Random(seed)
        engine = EnginePosition(setup)
        moves: list[str] = []
        while not engine.is_terminal():
            if is_wanted(start, engine, engine.export()):
                return tuple(moves)
            texts = sorted(engine.numbers())
            eager = [text for text in texts if text.startswith("look") or text == "take witch"]
            moves.append(generator.choice(eager if start in ("witch", "ravage") and eager else texts))
            engine.apply(moves[-1])
    raise AssertionError(f"no start {start} found")


def setup_of(options: str, players: int) -> Setup:
    return base_setup(players, **OPTIONS[options])


def count(core: Any, depth: int) -> int:
    """Leaves at this depth in the engine; a game that ends before has none."""
    if depth == 1:
        return int(core.legal_count())
    leaves = 0
    for action in core.legal_actions():
        following = core.clone()
        following.apply(action)
        leaves += count(following, depth - 1)
    return leaves


def count_slowly(position: Playable, depth: int) -> int:
    """The same through texts."""
    texts = position.legal_actions()
    if depth == 1:
        return len(texts)
    leaves = 0
    for text in texts:
        following = position.clone()
        following.apply(text)
        leaves += count_slowly(following, depth - 1)
    return leaves


def played(position: P, moves: tuple[str, ...]) -> P:
    for text in moves:
        position.apply(text)
    return position


@pytest.mark.parametrize(("options", "players", "start"), LEAVES)
def test_leaves(options: str, players: int, start: str) -> None:
    setup = setup_of(options, players)
    moves = moves_to(setup, start)
    pinned = LEAVES[options, players, start]
    engine = played(EnginePosition(setup), moves)
    assert [count(engine.core, depth) for depth in range(1, len(pinned) + 1)] == pinned
    reference = played(Position(setup), moves)
    compared = [leaves for leaves in pinned if leaves <= REFERENCE_LEAVES]
    assert len(compared) >= 2
    assert [count_slowly(reference, depth) for depth in range(1, len(compared) + 1)] == compared


def signature(players: int, start: str, **settings: Any) -> dict[str, Any]:
    """What a search for a fixed seed finds."""
    engine = played(EnginePosition(setup := setup_of("default", players)), moves_to(setup, start))
    search = Search(engine.core.view(engine.current_player()), seed=1, **settings)
    search.run(500)
    action, visits, solved, _ = search.actions()[0]
    return {
        "nodes": search.nodes,
        "steps": search.steps,
        "most visited": engine.texts.action(action),
        "visits": visits,
        "solved": solved,
    }


# Changes whenever search behaviour changes on purpose; then RATTUS_AI_UPDATE_GOLDEN=1 writes the file anew. A
# change that was to make the search only faster must leave it as it is.
def test_search_signatures() -> None:
    kinds: dict[str, dict[str, Any]] = {
        "win": {},
        "margin": {"objective": "margin"},
        "uniform": {"playout": "uniform"},
        "two trees": {"trees": 2},
    }
    found = {
        f"{players} players, {start}, {name}": signature(players, start, **settings)
        for players in (2, 3, 4)
        for start in ("opening", "witch", "final")
        for name, settings in kinds.items()
    }
    if os.environ.get(UPDATE):
        SIGNATURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(SIGNATURES.read_text(encoding="utf-8"))
