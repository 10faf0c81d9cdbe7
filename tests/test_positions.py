"""Positions and views: pushing, seeds, copies, what a view hides."""

from __future__ import annotations

import json
import os
import pickle
import random
from pathlib import Path

import pytest

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.rattus import export_state
from rattus_ai.errors import DocumentError, OptionError, RattusAIError, ViewError
from rattus_ai.games import PUBLIC, load_game
from rattus_ai.positions import CHANCE, TERMINAL, Position, View, read_position

EXAMPLES = Path(__file__).parent.parent / "examples"


def looked_at() -> Position:
    """Two players; each has looked at a rat."""
    return read_position(
        {
            "rules": {"players": 2},
            "turn": {"player": 0},
            "plague": "italia",
            "regions": {
                "italia": {
                    "cubes": [2, 2],
                    "rats": [
                        {"token": "s1:PK", "seen": [0], "look": 1},
                        {"token": "n1:BC", "seen": [1], "look": 2},
                    ],
                }
            },
            "owners": {"witch": 1},
        }
    )


def test_a_new_game_starts_at_the_first_decision() -> None:
    game = load_game("rattus", players=3)
    position = game.new_position(seed=7, players=["Red", "Blue", "Green"])
    assert isinstance(position, CorePosition)
    assert position.current_player() == 0
    assert position.turn_text == "turn 1, Red: place"
    assert position.start is None and position.viewer is None and position.seed == 7
    assert len(position.history()) == 1
    assert game.initial_position().current_player() == CHANCE


def test_the_seed_drives_all_chance() -> None:
    game = load_game("rattus", players=4)

    def played(seed: int) -> list[int]:
        position, chooser = game.new_position(seed=seed), random.Random(5)
        while not position.is_terminal():
            if position.is_chance():
                position.draw_chance()
            else:
                position.push(chooser.choice(position.legal_actions()))
        return position.history()

    assert played(11) == played(11)
    assert len({tuple(played(seed)) for seed in range(5)}) == 5
    starts = {tuple(game.new_position(seed=seed).history()) for seed in range(200)}
    assert len(starts) == 12
    assert game.new_position().seed != game.new_position().seed


def test_a_copy_is_independent_and_draws_alike() -> None:
    position = load_game("rattus", players=2).new_position(seed=3)
    twin, other = position.copy(), position.clone()
    assert isinstance(other, Position) and other.game is position.game
    twin.push(twin.legal_actions()[0])
    assert position.history() != twin.history() and other.history() == position.history()
    while not position.is_chance():
        position.push(position.legal_actions()[0])
    assert position.copy().draw_chance() == position.draw_chance()


def test_push_takes_ids_and_texts() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    position.push("take monk")
    position.push(position.parse("place germania"))
    assert "monk germania 2 gallia" in position.legal_texts()
    for wrong in (0, 10**6, -1):
        with pytest.raises(ValueError):
            position.push(wrong)
    for wrong in (None, 1.5, [1]):
        with pytest.raises(TypeError):
            position.push(wrong)  # type: ignore[arg-type]
    assert len(position.history()) == 2
    assert not position.is_chance()
    with pytest.raises(ValueError):
        position.draw_chance()


def test_draw_chances_reaches_the_next_decision() -> None:
    position = read_position(EXAMPLES / "sweep-3p.json")
    outcomes = position.draw_chances()
    assert position.is_terminal() and position.history() == outcomes
    assert position.current_player() == TERMINAL
    assert position.turn_text.endswith(" won")
    assert sum(position.returns()) == 1.0


def test_positions_can_be_pickled() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    position.push("take monk")
    again = pickle.loads(pickle.dumps(position))
    assert again.history() == position.history()
    assert again.to_document() == position.to_document()
    assert again.game.options == position.game.options
    again.push("place germania")


# --- views -----------------------------------------------------------------------------------------------


def test_a_view_holds_only_what_its_player_has_seen() -> None:
    position = looked_at()
    for player, known in ((0, [True, False]), (1, [False, True]), (PUBLIC, [False, False])):
        view = position.view(player)
        rats = view.to_document()["regions"]["italia"]["rats"]
        assert ["token" in rat for rat in rats] == known
        assert [kind >= 0 for _, _, kind, *_ in export_state(view.core)["tracked"]] == known
        assert view.core.history() == []
        assert view.legal_actions() == position.legal_actions()
        assert view.legal_texts() == position.legal_texts()
        assert view.current_player() == 0 and view.player == player


def test_hidden_tokens_leave_no_trace_in_a_view() -> None:
    """Two positions that differ in what a player cannot know give him the same view, to the byte."""
    first = looked_at()
    document = first.to_document()
    document["regions"]["italia"]["rats"][1]["token"] = "n6:MAPWR"
    second = read_position(document)
    assert first.view(1).to_document() != second.view(1).to_document()
    for player in (0, PUBLIC):
        a, b = first.view(player), second.view(player)
        assert json.dumps(a.to_document()) == json.dumps(b.to_document())
        assert export_state(a.core) == export_state(b.core)
        assert a.key() == b.key()
        assert repr(a) == repr(b)


def test_a_view_leads_nowhere_else() -> None:
    position = looked_at()
    view = position.view(0)
    assert not isinstance(view, CorePosition)
    assert not hasattr(view, "__dict__")
    core = view.core
    core.apply(core.legal_actions()[0])
    assert view.core.history() == []
    before = view.to_document()
    position.push(position.legal_actions()[0])
    assert view.to_document() == before
    reachable = [getattr(view, name) for name in View.__slots__]
    assert position not in reachable and type(view.core) is CorePosition


def test_the_history_of_looks_is_not_in_a_view() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    position.push("look germania")
    position.draw_chance()
    position.push("stop")
    assert position.history() != []
    assert position.view(1).core.history() == []
    assert position.view(0).core.history() == []


def test_documents_of_a_viewer() -> None:
    position = looked_at()
    own = read_position(position.view(0).to_document())
    assert own.viewer == 0
    assert own.view(0).to_document() == own.to_document() == position.to_document(0)
    assert own.view(PUBLIC).to_document() == position.to_document(PUBLIC)
    with pytest.raises(ViewError, match="it lacks the token of a rat in italia"):
        own.view(1)
    public = read_position(position.to_document(PUBLIC))
    assert public.viewer == PUBLIC and public.view(PUBLIC).to_document() == public.to_document()
    for wrong in (2, -2, 99):
        with pytest.raises(ViewError, match="viewer: found"):
            position.view(wrong)


def test_a_view_without_private_tokens_serves_everybody() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    own = read_position(position.to_document(0))
    assert own.view(2).to_document() == position.to_document(2)


# --- games and options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "option", "words"),
    [
        ({}, "players", "missing"),
        ({"players": 1}, "players", "from 2 to 6"),
        ({"players": 7}, "players", "from 2 to 6"),
        ({"players": "three"}, "players", "whole number"),
        ({"players": 3, "card": []}, "card", "did you mean cards"),
        ({"players": 3, "cards": ["kin"]}, "cards", "did you mean king"),
        ({"players": 3, "cards": "king"}, "cards", "a list"),
        ({"players": 3, "map": "none.toml"}, "map", "cannot be read"),
        ({"players": 3, "turn_limit": 0}, "turn_limit", "from 1 to 60000"),
        ({"players": 3, "reveal_order": "mover"}, "reveal_order", "active_player"),
    ],
)
def test_wrong_options(options: dict[str, object], option: str, words: str) -> None:
    with pytest.raises(OptionError) as caught:
        load_game("rattus", **options)
    assert caught.value.option == option
    assert words in str(caught.value)


def test_unknown_games() -> None:
    with pytest.raises(OptionError, match="did you mean rattus"):
        load_game("ratus", players=3)


def test_games_tell_about_themselves() -> None:
    game = load_game("rattus", players=3, cards=["king", "Bruja"])
    assert (game.name, game.num_players, game.rules.num_players) == ("rattus", 3, 3)
    assert game.options["cards"] == ["witch", "king"]
    assert game.warning is not None and "stand-in" in game.warning and "\n" not in game.warning
    assert len(game.graph) == 10
    assert game.languages[0] == "en"
    assert load_game("rattus", players=3, cards=["Bruja", "king"]) is game


def test_player_names_are_checked() -> None:
    game = load_game("rattus", players=2)
    for names in (["a"], ["a", "A"], ["a", ""], ["a", "x" * 41], ["a", "7"], ["a", "b\n"]):
        with pytest.raises(OptionError, match="players"):
            game.new_position(players=names)
    for seed in (-1, 2**64):
        with pytest.raises(OptionError, match="seed"):
            game.new_position(seed=seed)


SMALL_MAP = """
schema = 1
kind = "map"
title = "Small"
provenance = "stand-in"
regions = [
  { name = "Alpha", group = 2, at = [0, 0] },
  { name = "Beta", group = 2, at = [1, 0] },
  { name = "Gamma", group = 2, at = [2, 0] },
]
edges = [
  { between = ["Alpha", "Beta"], kind = "border" },
  { between = ["Beta", "Gamma"], kind = "arrow" },
]
"""


def test_files_of_a_document_lie_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "small.toml").write_text(SMALL_MAP, encoding="utf-8")
    game = load_game("rattus", players=2, map=tmp_path / "maps" / "small.toml")
    position = game.new_position(seed=1)
    position.write(tmp_path / "game.json")
    written = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert written["rules"]["map"] == "maps/small.toml"
    assert list(written["regions"]) == ["alpha", "beta", "gamma"]
    monkeypatch.chdir(tmp_path.parent)
    again = read_position(Path(os.path.relpath(tmp_path / "game.json")))
    assert again.game is game
    assert again.to_document() == position.to_document()
    (tmp_path / "maps" / "small.toml").write_text(SMALL_MAP.replace("Gamma", "Delta"), encoding="utf-8")
    with pytest.raises(DocumentError, match=r"regions\.gamma: .*no region"):
        read_position(tmp_path / "game.json")
    (tmp_path / "maps" / "small.toml").write_text("title = 1", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"rules\.map: .*small\.toml"):
        read_position(tmp_path / "game.json")


def test_writing_is_atomic(tmp_path: Path) -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    target = tmp_path / "game.json"
    position.write(target)
    text = target.read_text(encoding="utf-8")
    assert text.endswith("}\n")
    with pytest.raises(ViewError):
        position.write(target, viewer=9)
    with pytest.raises(OSError):
        position.write(tmp_path / "none" / "game.json")
    assert target.read_text(encoding="utf-8") == text
    assert os.listdir(tmp_path) == ["game.json"]
    position.view(1).write(target)
    assert read_position(target).viewer == 1


def test_errors_survive_pickling_and_have_one_base() -> None:
    caught: list[RattusAIError] = []
    for provoke in (
        lambda: load_game("rattus"),
        lambda: read_position({"plage": 1}),
        lambda: looked_at().push("take x"),
        lambda: looked_at().view(7),
    ):
        try:
            provoke()
        except RattusAIError as error:
            caught.append(error)
    assert len(caught) == 4
    for error in caught:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        assert isinstance(error, ValueError)
