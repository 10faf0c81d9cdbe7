"""Positions at the end of self-played games, and how often and how fast they are solved.

Collecting comes first: an agent plays games against itself; from every game the first position of the final
round and the first position where only the sweep remains are kept, with what every player privately knows. A
file holds one position document on each line, so `rattus_ai.read_position(line)` reads it. Command:

    python analysis/end_positions.py collect --games 300 --jobs 2 --output ends
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rattus_ai import Position
from rattus_ai._core import rattus
from self_play import PLAYER_COUNTS, add_common_arguments, derived_seed, new_game, play_on, run_tasks

KINDS = ("final", "sweep")
SIMULATIONS = 100


def kind_of(position: Position) -> str | None:
    """`final` in the final round, `sweep` where only the sweep remains, None before and at the end."""
    if position.is_terminal():
        return None
    fields = rattus.export_state(position)
    if not fields["ending"]:
        return None
    return "sweep" if fields["active"] == fields["last"] else "final"


def end_of_game(task: tuple[int, str, int]) -> dict[str, str]:
    """Plays one game; the first position of each kind as a document on one line.

    A game in which no rat and cube lie together after the final round has no position for the sweep.
    """
    players, agent, seed = task
    found: dict[str, str] = {}

    def watch(position: Position) -> None:
        kind = kind_of(position)
        if kind is not None and kind not in found:
            found[kind] = json.dumps(position.to_document(), ensure_ascii=False, separators=(",", ":"))

    play_on(new_game(players, seed), agent, seed, watch)
    return found


def collect(players: int, games: int, agent: str, seed: int, jobs: int) -> dict[str, list[str]]:
    """The documents of each kind, in the order of the games."""
    tasks = [(players, agent, derived_seed(seed, "ends", players, game)) for game in range(games)]
    ends = run_tasks(end_of_game, tasks, jobs, f"games of {players} players")
    return {kind: [end[kind] for end in ends if kind in end] for kind in KINDS}


def write_positions(folder: Path, players: int, ends: dict[str, list[str]]) -> None:
    """One file for each kind, `final-2p.jsonl` and `sweep-2p.jsonl` for 2 players."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind, documents in ends.items():
        path = folder / f"{kind}-{players}p.jsonl"
        path.write_text("".join(f"{document}\n" for document in documents), encoding="utf-8")


def main() -> None:
    """Collects and writes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    collecting = commands.add_parser("collect")
    collecting.add_argument("--games", type=int, default=300, help="games for each player count")
    collecting.add_argument("--agent", default=f"ismcts:{SIMULATIONS}")
    collecting.add_argument("--output", type=Path, required=True, help="folder for the positions")
    add_common_arguments(collecting)
    arguments = parser.parse_args()
    for players in PLAYER_COUNTS:
        ends = collect(players, arguments.games, arguments.agent, arguments.seed, arguments.jobs)
        write_positions(arguments.output, players, ends)
        print(f"{players} players: " + ", ".join(f"{len(ends[kind])} {kind}" for kind in KINDS))


if __name__ == "__main__":
    main()
