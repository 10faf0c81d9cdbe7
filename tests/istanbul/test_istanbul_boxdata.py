"""The box of Istanbul as data: what is shipped is right, what is wrong is explained with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rattus_ai.games import load_game
from rattus_ai.istanbul import boxdata, core, languages
from rattus_ai.istanbul.boxdata import (
    PRIZES,
    DataError,
    check_files,
    load_bonus,
    load_guild,
    load_layouts,
    load_markets,
    load_setup,
    templates,
)
from rattus_ai.istanbul.words import CARDS, PLACES, WARES

LOADERS = {
    "layouts": load_layouts,
    "markets": load_markets,
    "bonus-cards": load_bonus,
    "guild": load_guild,
    "setup": load_setup,
}


def shipped(name: str) -> str:
    folder = Path(boxdata.__file__).parents[1] / "data" / "istanbul"
    return (folder / f"{name}.toml").read_text(encoding="utf-8")


# --- what is shipped (rules, sections 1, 2 and 4) ----------------------------------------------------------


def test_layouts() -> None:
    layouts = {layout.name: layout for layout in load_layouts().layouts}
    assert set(layouts) == {"short", "long", "number", "first"}
    assert layouts["short"].places == (15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16)
    assert layouts["long"].places == (16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13)
    assert layouts["number"].places == tuple(range(1, 17))
    assert layouts["first"].places == (16, 15, 18, 3, 10, 8, 1, 7, 17, 4, 2, 19, 6, 12, 9, 20, 11, 5, 14, 13)
    assert load_layouts().names(True) == ("first",)


def test_bonus_cards() -> None:
    bonus = load_bonus()
    assert sum(bonus.counts(False, False)) == 26 and sum(bonus.counts(True, False)) == 42
    assert sum(bonus.counts(True, True)) == 44
    assert bonus.counts(False, False)[:10] == [4, 4, 4, 2, 2, 2, 2, 2, 2, 2]
    assert [card.name for card in bonus.cards] == list(CARDS)
    assert all(len(card.effect) < 90 and card.effect.endswith(".") for card in bonus.cards)


def test_guild_cards_are_as_well_known_as_they_are() -> None:
    guild = load_guild()
    assert [card.number for card in guild.cards] == list(range(1, 21))
    known = {card.number: card.provenance for card in guild.cards}
    assert known[9] == "stated" and {known[12], known[16], known[19]} == {"inferred"}
    assert {known[number] for number in range(1, 21) if number not in (9, 12, 16, 19)} == {"stand-in"}
    gains = {card.number: (card.lira, card.coffee, card.special) for card in guild.cards}
    assert (
        gains[9] == (0, 0, 4) and gains[16] == (0, 3, 0) and gains[14] == gains[15] == gains[19] == (0, 0, 1)
    )
    assert all(gain == (0, 0, 0) for number, gain in gains.items() if number not in (9, 14, 15, 16, 19))
    assert [side.goods for side in guild.sides] == [(0, 0, 3, 0), (3, 0, 0, 0)]
    assert [side.provenance for side in guild.sides] == ["stated", "stand-in"]
    assert [(PRIZES[prize.item], prize.count) for prize in guild.prizes] == [
        ("fabric", 1),
        ("spice", 1),
        ("fruit", 1),
        ("jewelry", 1),
        ("lira", 2),
        ("coffee", 1),
    ]
    assert {prize.provenance for prize in guild.prizes} == {"stand-in"}


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_core_is_set_up_as_the_data_say(players: int, expansion: bool) -> None:
    game = load_game("istanbul", players=players, expansion=expansion)
    state = game.beginning  # type: ignore[attr-defined]
    setup, seat = load_setup(), load_setup().seats[players]
    assert state["lira"] == list(setup.start_lira[:players])
    assert state["mosque_rubies"] == [seat.mosque_rubies] * 2
    assert state["dealer_rubies"] == seat.dealer[1] - seat.dealer[0] + 1
    assert state["palace_rubies"] == seat.palace[1] - seat.palace[0] + 1
    assert state["wainwright_rubies"] == players
    assert state["house_rubies"] == 5 * expansion
    assert game.options["rubies"] == (6 if expansion else seat.rubies_to_win)
    prices = core.prices(game.initial_position())
    assert prices["dealer"] == seat.dealer[0] and sum(prices["palace"] or ()) == seat.palace[0]
    assert prices["house"] == (6 if expansion else None)


def test_all_rubies_of_the_box_are_used_by_five() -> None:
    state = load_game("istanbul", players=5).beginning  # type: ignore[attr-defined]
    there = (
        state["wainwright_rubies"],
        *state["mosque_rubies"],
        state["dealer_rubies"],
        state["palace_rubies"],
    )
    assert sum(there) == 32


def test_every_thing_has_a_name_in_both_languages() -> None:
    for code in languages.LANGUAGES:
        entries = languages.names(code).entries
        assert set(PLACES) == set(entries["places"])
        assert set(CARDS) == set(entries["cards"]) == set(entries["card_titles"])
        assert set(WARES) <= set(entries["things"])
        for kind in ("places", "goods", "cards", "things", "verbs"):
            texts = [entry.text for entry in entries[kind].values()]
            assert len(set(texts)) == len(texts), (code, kind)
    english, greek = (languages.names(code).entries for code in languages.LANGUAGES)
    assert all(set(english[kind]) == set(greek[kind]) for kind in english)


# --- files of the user's -----------------------------------------------------------------------------------


def test_templates_are_good_and_say_the_same(tmp_path: Path) -> None:
    texts = templates()
    assert set(texts) == {"guild.toml", "bonus-cards.toml", "markets.toml", "layouts.toml"}
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        (report,) = check_files([path])
        assert report.problems == () and report.summary, report
        data = LOADERS[path.stem](path)
        for field in ("cards", "layouts", "large", "small", "sides", "prizes"):
            assert getattr(data, field, None) == getattr(LOADERS[path.stem](), field, None)


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("layouts", "places = [\n  15,", "places = [\n  14,", "places: found 14 twice and 15 nowhere"),
        ("layouts", "columns = 4", "columns = 6", "columns: found 6, expected a whole number from 4 to 5"),
        ("layouts", "columns = 4", "columns = 5", "a list of 20 whole numbers"),
        ("layouts", 'name = "long"', 'name = "Short"', "names that differ"),
        ("layouts", "  15,  5,", '  15,  "x",', "found 'x', expected a whole number from 1 to 16"),
        ("markets", '"RGBBB"', '"RRGBB"', "tiles that differ"),
        ("markets", '"RGBBB"', '"RGBBBB"', "1 to 5 letters out of RGYB"),
        ("markets", '"RGBBB"', '"RGXBB"', "letters out of RGYB"),
        ("markets", "[3, 7, 12, 18, 25]", "[3, 7, 12, 18]", "a list of 5 whole numbers"),
        ("bonus-cards", 'name = "lira"', 'name = "lire"', "did you mean lira?"),
        ("bonus-cards", 'name = "lira"', 'name = "good"', "each kind once"),
        ("bonus-cards", "copies = 4", "copies = -1", "found -1, expected a whole number from 0 to 20"),
        ("bonus-cards", 'box = "base"', 'box = "expansion"', "base, where good belongs"),
        ("guild", "number = 7", "number = 6", "each card once"),
        (
            "guild",
            "{ failed_call = 4 }",
            "{ cheaper = 1 }",
            "the key 'cheaper', expected one of the keys lira",
        ),
        ("guild", "{ any_stock = true }", "{ any_stock = 1 }", "found 1, expected true or false"),
        ("guild", "{ coffee = 3 }", "{ coffee = 50 }", "from 0 to 20"),
        ("guild", 'goods = "YYY"', 'goods = "YYZ"', "letters out of RGYB"),
        ("guild", 'prize = "spice"', 'prize = "spies"', "did you mean spice?"),
        ("guild", "values = [1, 2, 3, 4]", "values = [1, 2, 3]", "a list of 4 whole numbers"),
        ("guild", 'provenance = "inferred"', 'provenance = "guessed"', "stated, review, inferred, stand-in"),
        ("guild", "[prizes]", "[prices]", "did you mean prizes?"),
        ("setup", "players = 3,", "players = 2,", "each number of players once"),
        ("setup", '"BRGY?BRGY?"', '"BRGX"', "letters out of RGYB, or ?"),
    ],
)
def test_mistakes_have_a_line(tmp_path: Path, name: str, old: str, new: str, expected: str) -> None:
    text = shipped(name)
    assert old in text
    changed = text.replace(old, new, 1)
    path = tmp_path / f"{name}.toml"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        LOADERS[name](path)
    assert expected in str(caught.value)
    assert any(problem.line is not None for problem in caught.value.problems)
    assert all(str(path) in str(problem) for problem in caught.value.problems)
    (report,) = check_files([path])
    assert report.problems == caught.value.problems


def test_a_layout_that_could_not_be_drawn_gets_a_note(tmp_path: Path) -> None:
    path = tmp_path / "layouts.toml"
    places = [7, *(place for place in range(1, 17) if place != 7)]
    path.write_text(
        'schema = 1\nkind = "layouts"\nprovenance = "stated"\n'
        f'[[layouts]]\nname = "mine"\ncolumns = 4\nplaces = {places}\n',
        encoding="utf-8",
    )
    (report,) = check_files([path])
    assert not report.problems and "layouts.toml:7: layout 1: the rules would not allow" in report.notes[0]
    game = load_game("istanbul", players=2, layouts=path, layout="mine")
    assert game.layout == tuple(places)  # type: ignore[attr-defined]
    assert game.options_from(tmp_path) == {
        "players": 2,
        "expansion": False,
        "layout": "mine",
        "layouts": "layouts.toml",
    }


def test_a_guild_file_counts(tmp_path: Path) -> None:
    path = tmp_path / "guild.toml"
    path.write_text(
        shipped("guild").replace('"stand-in"', '"stated"').replace("value = 2", "value = 1"), encoding="utf-8"
    )
    game = load_game("istanbul", players=3, expansion=True, guild=path)
    usual = load_game("istanbul", players=3, expansion=True)
    assert game is not usual
    assert "guild cards are stand-ins" in (usual.warning or "")
    assert "stand-in" not in (game.warning or "")
    position = game.new_position(seed=1)
    assert position.to_document(directory=tmp_path)["rules"]["guild"] == "guild.toml"
