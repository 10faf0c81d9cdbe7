"""Games written down in full by OpenSpiel, replayed.

`python tests/openspiel/test_openspiel_playthroughs.py` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from openspiel_games import PLAYTHROUGHS

GAMES = {
    "rattus_2p.txt": "rattus(players=2,turn_limit=2)",
    "rattus_3p_witch.txt": "rattus(players=3,cards=witch;monk;king,turn_limit=5)",
    "rattus_2p_options.txt": (
        "rattus(players=2,placement_optional=True,reveal_order=active_player,split_setup_pairs=True,turn_limit=1)"
    ),
    "rattus_2p_mercatus.txt": "rattus(players=2,cards=count;raider;shaman;swindler,turn_limit=2)",
    "rattus_3p_mixture.txt": "rattus(players=3,cards=astronomer;baker;nun;crusader;wizard,turn_limit=3)",
}


def test_there_is_a_file_for_each_game() -> None:
    assert {path.name for path in PLAYTHROUGHS.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_replay(name: str) -> None:
    path = PLAYTHROUGHS / name
    assert path.read_text(encoding="utf-8").startswith(f"game: {GAMES[name]}\n")
    original, replayed = generate_playthrough.replay(str(path))
    assert replayed.splitlines() == original.splitlines()


def write(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    for seed, (name, text) in enumerate(GAMES.items(), 1):
        lines = generate_playthrough.playthrough(text, None, seed=seed)
        (folder / name).write_text(lines.rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    flags.FLAGS(["playthroughs"])
    write(PLAYTHROUGHS)
