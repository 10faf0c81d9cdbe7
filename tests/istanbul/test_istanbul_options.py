"""Options of Istanbul: defaults, errors, random layouts."""

from __future__ import annotations

from pathlib import Path

import pytest

from rattus_ai.errors import OptionError
from rattus_ai.games import definition, load_game
from rattus_ai.istanbul import core
from rattus_ai.istanbul.boxdata import templates
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
            "a layout without the expansion; expected first or random, or expansion = false",
        ),
        ({"players": 4, "layout": [1, 2]}, "layout: found 2 places, expected 16 without the expansion"),
        ({"players": 4, "layout": [*range(1, 16), "tavren"]}, "did you mean tavern"),
        ({"players": 4, "layout": [*range(1, 16), 17]}, "found 17, expected a place"),
        ({"players": 4, "layout": [*range(1, 16), 15]}, "15 twice and 16 nowhere"),
        (
            {"players": 4, "layout_seed": 3},
            'layout_seed: found 3 beside the layout "short", but only random layouts are drawn; expected',
        ),
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


MEANT = {"shrt": "short", "Lnog": "long", "nubmer": "number", "frist": "first", "randm": "random"}
LAYOUTS = {False: ("short", "long", "number"), True: ("first",)}


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("wrong", [*MEANT, "nothing like it"])
def test_a_wrong_name_of_a_layout_lists_the_names(wrong: str, expansion: bool) -> None:
    meant = MEANT.get(wrong)
    with pytest.raises(OptionError) as caught:
        load_game("istanbul", players=3, expansion=expansion, layout=wrong)
    names = [*LAYOUTS[expansion], "random"]
    expected = f"{', '.join(names[:-1])} or random, or the places row by row"
    hint = "" if meant is None else f"; did you mean {meant}?"
    if meant in LAYOUTS[not expansion]:
        hint = f"; did you mean {meant} ({'without' if expansion else 'with'} the expansion)?"
    assert str(caught.value) == f'layout: found "{wrong}", expected {expected}{hint}'


def test_names_of_own_layouts_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "layouts.toml"
    text = templates()["layouts.toml"].replace('"short"', '"our table"')
    file.write_text(text, encoding="utf-8")
    assert game(players=3, layouts=str(file), layout="our table").layout
    with pytest.raises(OptionError, match=r"expected our-table, long, number or random,.* mean our-table\?"):
        game(players=3, layouts=str(file), layout="our tabel")


@pytest.mark.parametrize("layout", [*LAYOUTS[False], list(range(1, 17)), None])
def test_a_seed_without_a_draw_is_no_use(layout: object) -> None:
    options = {} if layout is None else {"layout": layout}
    with pytest.raises(
        OptionError, match=r"layout_seed: found 3 beside .*expected layout = random beside it"
    ):
        game(players=3, layout_seed=3, **options)


@pytest.mark.parametrize("expansion", [False, True])
def test_a_layout_seed_decides_the_layout_alone(expansion: bool) -> None:
    drawn = {
        game(players=players, expansion=expansion, layout="random", layout_seed=5, max_rounds=rounds).layout
        for players in (2, 3, 5)
        for rounds in (10, 250)
    }
    assert len(drawn) == 1
    made = game(players=3, expansion=expansion, layout="random", layout_seed=5)
    rules = made.new_position(seed=1).to_document()["rules"]
    assert "layout_seed" not in rules and tuple(rules["layout"]) == made.layout


def test_max_rounds_end_the_game() -> None:
    position = game(players=2, max_rounds=2).new_position(seed=1)
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(position.legal_actions()[-1])
    assert core.export_state(position)["round"] == 2
