"""What the evaluation at the horizon sees, as the fit in analysis/istanbul/ is given it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rattus_ai import load_game
from rattus_ai.istanbul import core

HEADER = Path("csrc/istanbul/evaluation_weights.hpp").read_text(encoding="utf-8")


@pytest.mark.parametrize("expansion", [False, True])
def test_features_of_random_games(expansion: bool) -> None:
    names = re.search(r"enum Feature \{ (.+), kFeatures \}", HEADER)
    assert names is not None
    features = names[1].split(", ")
    chooser = random.Random(6)
    position = load_game("istanbul", players=3, expansion=expansion).new_position(seed=6)
    rubies, share, most = features.index("kRubies"), 0.0, 0
    while not position.is_terminal():
        position.push(chooser.choice(position.legal_actions()))
        position.draw_chances()
        if position.is_terminal():
            break
        state = core.export_state(position)
        rows = core.evaluation_features(position)
        assert [len(row) for row in rows] == [len(features)] * 3
        assert [row[rubies] for row in rows] == state["rubies"]
        most = max(state["rubies"])
        share = core.progress(position)
        assert share == pytest.approx(min(1.0, most / position.game.options["rubies"]))
    assert most > 0 and share > 0


def test_every_feature_has_weights_in_both_boxes() -> None:
    names = re.search(r"enum Feature \{ (.+), kFeatures \}", HEADER)
    rows = re.findall(r"\{([-0-9.f, ]+)\}", HEADER)
    assert names is not None and len(rows) == 4
    assert all(len(row.split(",")) == len(names[1].split(", ")) for row in rows)
