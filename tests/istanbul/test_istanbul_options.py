"""Options of Istanbul: defaults, errors, random layouts."""

from __future__ import annotations

import pytest

from rattus_ai.errors import OptionError
from rattus_ai.games import definition, load_game
from rattus_ai.istanbul import core
from rattus_ai.istanbul.game import IstanbulGame
from rattus_ai.istanbul.words import PLACES


def game(**options: object) -> IstanbulGame:
    found = load_game("istanbul", **options)
    assert isinstance(found, IstanbulGame)
    return found


def test_defaults() -> None:
    base, more = game(players=4), game(players=4, expansion=True)
    assert base.layout[:4] == (15, 5, 2, 14) and more.layout[:5] == (16, 15, 18, 3, 10)
    assert base.options_from(None) == {"players": 4, "expansion": False, "layout": "short"}
    assert more.options_from(None) == {"players": 4, "expansion": True, "layout": "first"}
    assert base.warning is None and "stand-in" in (more.warning or "")
    assert game(players=2, rubies=3).options_from(None)["rubies"] == 3
    assert "rubies" not in game(players=2, rubies=6).options_from(None)


def test_the_same_options_are_the_same_game() -> None:
    base = game(players=3)
    assert game(players=3, layout="short") is base
    assert game(players=3, layout=list(base.layout)) is base
    assert game(players=3, layout=[PLACES[place - 1] for place in base.layout]) is base
    assert game(players=3, layout=["SHORT"]) is base
    assert game(**base.options) is base


@pytest.mark.parametrize("expansion", [False, True])
def test_random_layouts_keep_to_the_rules(expansion: bool) -> None:
    found = {
        game(players=2, expansion=expansion, layout="random", layout_seed=seed).layout for seed in range(20)
    }
    assert len(found) == 20
    assert all(core.allowed_layout(list(layout), expansion) for layout in found)
    with pytest.raises(OptionError, match="layout_seed: is missing"):
        game(players=2, layout="random")


def test_seeds_go_to_what_is_drawn() -> None:
    seeded = definition("istanbul").seeded
    assert seeded({"layout": "Random"}, 5) == {"layout": "Random", "layout_seed": 5}
    for options in ({"layout": "short"}, {"layout": "random", "layout_seed": 2}, {}, {"layout": [1]}):
        assert seeded(options, 5) is options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "players: is missing"),
        ({"players": 6}, "players: found 6, expected a whole number from 2 to 5"),
        ({"players": 4, "expanson": True}, "expanson: there is no such field; did you mean expansion"),
        ({"players": 4, "layout": "frist", "expansion": True}, "did you mean first"),
        (
            {"players": 4, "layout": "long", "expansion": True},
            "a layout without the expansion; expected first or random",
        ),
        ({"players": 4, "layout": [1, 2]}, "layout: found 2 places, expected 16 without the expansion"),
        ({"players": 4, "layout": [*range(1, 16), "tavren"]}, "did you mean tavern"),
        ({"players": 4, "layout": [*range(1, 16), 17]}, "found 17, expected a place"),
        ({"players": 4, "layout": [*range(1, 16), 15]}, "15 twice and 16 nowhere"),
        ({"players": 4, "layout_seed": 3}, "layout_seed: only says how a layout is drawn"),
        ({"players": 4, "prize_cards": True}, "prize_cards: found true, but it belongs to the expansion"),
        ({"players": 4, "guild": "x.toml"}, "guild: .*cannot be read"),
        ({"players": 4, "markets": "x.toml"}, "markets: .*cannot be read"),
        ({"players": 4, "markets": ""}, 'markets: found "", expected the name of a file'),
        ({"players": 4, "max_rounds": 0}, "max_rounds: found 0, expected a whole number from 1 to 250"),
        ({"players": 4, "rubies": 21}, "rubies: found 21, expected a whole number from 1 to 20"),
        ({"players": "4"}, 'players: found "4", expected a whole number'),
    ],
    ids=str,
)
def test_errors(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load_game("istanbul", **options)


def test_max_rounds_end_the_game() -> None:
    position = game(players=2, max_rounds=2).new_position(seed=1)
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(position.legal_actions()[-1])
    assert core.export_state(position)["round"] == 2
