"""Map, tokens, cards and languages as data: what is shipped is right, what is wrong is explained."""

from __future__ import annotations

import copy
import os
import pickle
import random
import re
import time
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from rattus_ai.data_files.toml_file import read_shipped
from rattus_ai.rattus import boxdata, languages
from rattus_ai.rattus.boxdata import (
    DataError,
    check_files,
    check_region_cards,
    check_together,
    doubt_warning,
    load_any,
    load_cards,
    load_map,
    load_region_cards,
    load_sets,
    load_tokens,
    templates,
    toml_lines,
)
from rattus_ai.rattus.document_names import GOODS
from rattus_ai.text.closest import closest, did_you_mean, fold

SMALL_MAP = """\
schema = 1
kind = "map"
players = [2]
provenance = "stated"
regions = [
  { name = "Anglia", group = 2, at = [0, 0] },
  { name = "Gallia", group = 2, at = [0, 1] },
  { name = "Italia", group = 2, at = [1, 1] },
]
edges = [
  { between = ["Anglia", "Gallia"], kind = "border" },
  { between = ["gallia", "ITALIA"], kind = "arrow" },
]
"""
SMALL_TOKENS = """\
schema = 1
kind = "tokens"
provenance = "stated"
starting = ["1:M", "2:mbc", "s3:A"]
normal = [ { token = "2:CBM", count = 2 }, "1:P" ]
setup = [ { players = 2, removed = 1 } ]
"""


SMALL_REGION_CARDS = """\
schema = 1
kind = "region-cards"
provenance = "stated"
diplomats = 4
cards = [
  { region = "Anglia", symbols = "P" },
  { region = "gallia", symbols = "kb" },
  { region = "Italia", symbols = "?" },
]
"""
SMALL_SETS = """\
schema = 1
kind = "sets"
provenance = "stated"
[[sets]]
name = "Night and Day"
cards = ["witch", "Grave Robber", "Bishop"]
instead = { Bishop = "nun" }
"""
SMALL_CARDS = """\
schema = 1
kind = "cards"
provenance = "stated"
[[cards]]
name = "Archer"
class = "K"
box = "mine"
effect = "Shoots."
[[cards]]
name = "Prior"
class = "C"
box = "mine"
playable = false
provenance = "unknown"
"""


def write(folder: Path, text: str | bytes, name: str = "box.toml") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def problems(folder: Path, text: str | bytes) -> list[str]:
    path = write(folder, text)
    with pytest.raises(DataError) as caught:
        load_any(path)
    return [str(problem).replace(f"{folder}{os.sep}", "") for problem in caught.value.problems]


# --- shipped data (rules sections 1, 2 and 4) ---


def test_shipped_tokens_are_the_stand_in_list() -> None:
    tokens = load_tokens()
    assert len(tokens.starting) == 12 and len(tokens.normal) == 37
    every = tokens.starting + tokens.normal
    symbols = Counter("".join(token.symbols for token in every))
    assert symbols == dict.fromkeys("MAPBCKWR", 22)
    assert all(len(set(token.symbols)) == len(token.symbols) for token in every)
    assert {token.limit for token in every} == set(range(1, 7))
    assert round(sum(token.limit >= 4 for token in every) / 49, 1) == 0.6
    assert 0.10 < sum(token.limit == 1 for token in every) / 49 < 0.12
    stated = {token.face for token in every if token.provenance == "stated"}
    assert stated == {"1:BC", "2:MBC"}
    assert tokens.starting[1].text == "s2:MBW"
    assert [tokens.removed(players) for players in (2, 3, 4)] == [12, 6, 0]
    with pytest.raises(ValueError, match="5 players, expected one of 2, 3, 4"):
        tokens.removed(5)


def test_supply_after_set_up() -> None:
    board, tokens = load_map(), load_tokens()
    check_together(board, tokens)
    supplies = [
        49 - tokens.removed(players) - sum(region.used_with(players) for region in board.regions)
        for players in (2, 3, 4)
    ]
    assert supplies == [29, 33, 37]


def test_base_cards_come_first() -> None:
    cards = load_cards()
    base = cards.only(card for card in cards.cards if card.box == "base")
    assert cards.cards[:6] == base.cards
    assert [(card.name, card.class_letter) for card in base.cards] == [
        ("Peasant", "P"),
        ("Merchant", "B"),
        ("Monk", "C"),
        ("Knight", "K"),
        ("Witch", "W"),
        ("King", "R"),
    ]
    assert not base.uncertain and base.warning() == ""


def test_shipped_cards_of_every_box() -> None:
    cards = load_cards()
    boxes = {box: [card for card in cards.cards if card.box == box] for box in cards.boxes}
    assert {box: len(found) for box, found in boxes.items()} == {
        "base": 6,
        "mercatus": 12,
        "africanus": 4,
        "pied-piper": 12,
    }
    assert Counter(card.class_letter for card in boxes["mercatus"]) == dict.fromkeys("PBCKWR", 2)
    assert {card.class_letter for card in boxes["africanus"]} == {"I"}
    assert Counter(card.class_letter for card in boxes["pied-piper"]) == dict.fromkeys("PBCKWR", 2)
    assert all(card.provenance == "stated" for card in boxes["mercatus"])
    for card in cards.cards:
        assert card.effect.endswith(".") == card.playable and len(card.effect) < 110
    unknown = [card for card in cards.cards if not card.playable]
    assert [(card.name, card.class_letter, card.provenance) for card in unknown] == [
        ("Bishop", "C", "unknown"),
        ("Carrier", "B", "unknown"),
    ]
    assert all(not card.effect and "not known" in card.note for card in unknown)
    assert cards.doubts() == [
        "5 of 32 cards are stand-ins",
        "2 of 32 cards are inferred",
        "the effect of Bishop and Carrier is not known",
    ]


def test_suggested_sets() -> None:
    sets = {card_set.name: card_set for card_set in load_sets().sets}
    assert list(sets) == ["beginners", "aristocrats", "dangerous-times", "production-and-trade"]
    assert all(len(card_set.cards) == 6 for card_set in sets.values()) and not load_sets().uncertain
    base = {card.name for card in load_cards().cards if card.box == "base"}
    assert set(sets["beginners"].cards) == base
    assert sets["production-and-trade"].instead == (("Carrier", "Swindler"),)


def test_both_boards() -> None:
    base, both = load_map(), load_map(players=6)
    assert load_map(players=4) is base and load_map(players=5) is both
    europe = [region for region in both.regions if region.group < 5]
    assert [(region.name, region.group, region.x, region.y, region.provenance) for region in europe] == [
        (region.name, region.group, region.x, region.y, region.provenance) for region in base.regions
    ]
    assert both.edges[: len(base.edges)] == base.edges and len(both.edges) == 29
    assert all(edge.provenance == "stand-in" for edge in both.edges[len(base.edges) :])
    counts = [sum(region.used_with(players) for region in both.regions) for players in (2, 3, 4, 5, 6)]
    assert counts == [8, 10, 12, 15, 17]
    left_out = {region.name for region in both.regions if not region.used_with(5)}
    assert left_out == {"Russia", "Tartaria"}
    assert [region.name for region in both.regions if not region.used_with(4)] == [
        "Mauretania",
        "Numidia",
        "Africa",
        "Libya",
        "Aegyptus",
    ]


def test_tokens_of_africanus() -> None:
    tokens = load_tokens(africanus=True)
    assert len(tokens.starting) == 17 and len(tokens.normal) == 48
    every = tokens.starting + tokens.normal
    assert Counter("".join(token.symbols for token in every)) == dict.fromkeys("MAPBCKWRI", 26)
    assert all(len(set(token.symbols)) == len(token.symbols) for token in every)
    for ring in ("starting", "normal"):  # the list of the base game and others, some with I added
        mine = Counter(token.face for token in getattr(tokens, ring))
        mine += Counter(token.face.removesuffix("I") for token in getattr(tokens, ring) if "I" in token.face)
        assert Counter(token.face for token in getattr(load_tokens(), ring)) <= mine
    assert 0.10 < sum(token.limit == 1 for token in every) / 65 < 0.12
    assert round(sum(token.limit >= 4 for token in every) / 65, 1) == 0.6
    both = load_map(players=6)
    check_together(both, tokens)
    supplies = [
        65 - tokens.removed(players) - sum(region.used_with(players) for region in both.regions)
        for players in (2, 3, 4, 5, 6)
    ]
    assert supplies == [33, 35, 37, 42, 48]


def test_region_cards() -> None:
    cards, both = load_region_cards(), load_map(players=6)
    check_region_cards(both, cards)
    assert Counter(card.region for card in cards.cards) == {region.name: 3 for region in both.regions}
    symbols = Counter("".join(card.symbols for card in cards.cards))
    assert symbols == {**dict.fromkeys("PBCKWRI", 9), "?": 7}
    assert {len(card.symbols) for card in cards.cards} == {1, 2}
    assert cards.diplomats.count == 10 and cards.diplomats.provenance == "stand-in"
    assert cards.doubts() == ["51 of 51 region cards are stand-ins", "the number of diplomats is a stand-in"]
    two = cards.in_game(["gallia", "Russia"], diplomats=False)
    assert [card.region for card in two.cards] == ["Gallia"] * 3 + ["Russia"] * 3
    assert two.doubts() == ["6 of 6 region cards are stand-ins"]
    for players in (2, 3, 4, 5, 6):  # whoever plays, every class is as common as any other
        used = [region.name for region in both.regions if region.used_with(players)]
        found = Counter("".join(card.symbols for card in cards.used_in(used)))
        assert len({found[letter] for letter in "PBCKWRI"}) == 1


def test_warning_is_one_honest_line() -> None:
    board, tokens = load_map(), load_tokens()
    assert board.uncertain and tokens.uncertain
    line = doubt_warning(board, tokens, load_cards().only(load_cards().cards[:6]))
    assert line == (
        "made with stand-in data: 47 of 49 tokens are stand-ins, 20 of 22 borders and arrows are inferred; "
        "check your box with `rattus-ai data template`"
    )
    assert board.warning().startswith("made with inferred data: 20 of 22")


def test_confirmed_files_carry_no_warning(tmp_path: Path) -> None:
    for name, text in templates().items():
        sure = re.sub('"(inferred|stand-in)" }', '"stated" }', text)
        sure = re.sub('provenance = "(inferred|stand-in)"', 'provenance = "stated"', sure)
        data = load_any(write(tmp_path, sure, name))
        assert not data.uncertain and data.warning() == ""


def test_templates_hold_the_shipped_data(tmp_path: Path) -> None:
    texts = templates()
    board = load_map(write(tmp_path, texts["map.toml"], "map.toml"))
    tokens = load_tokens(write(tmp_path, texts["tokens.toml"], "tokens.toml"))
    assert board.regions == load_map().regions and board.edges == load_map().edges
    assert not board.shipped and not board.notes
    for mine, shipped in ((tokens.starting, load_tokens().starting), (tokens.normal, load_tokens().normal)):
        assert Counter(mine) == Counter(shipped)
    assert tokens.setup == load_tokens().setup


def test_loaded_data_is_frozen_and_shared() -> None:
    assert load_map() is load_map() and load_tokens() is load_tokens()
    with pytest.raises(AttributeError):
        load_map().regions[0].name = "Terra"  # type: ignore[misc]


# --- good files of the user's ---


def test_small_files(tmp_path: Path) -> None:
    board = load_map(write(tmp_path, SMALL_MAP))
    assert [(edge.first, edge.second) for edge in board.edges] == [("Anglia", "Gallia"), ("Gallia", "Italia")]
    assert board.players == (2,) and not board.uncertain
    tokens = load_tokens(write(tmp_path, SMALL_TOKENS))
    assert [token.text for token in tokens.starting] == ["s1:M", "s2:MBC", "s3:A"]
    assert [token.text for token in tokens.normal] == ["n2:MBC", "n2:MBC", "n1:P"]
    check_together(board, tokens)


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text])
def test_line_ends_and_byte_order_mark_of_other_editors(tmp_path: Path, change: object) -> None:
    assert callable(change)
    assert len(load_map(write(tmp_path, change(SMALL_MAP))).regions) == 3


def test_small_files_of_region_cards_sets_and_cards(tmp_path: Path) -> None:
    hands = load_region_cards(write(tmp_path, SMALL_REGION_CARDS))
    assert [(card.region, card.symbols) for card in hands.cards] == [
        ("Anglia", "P"),
        ("gallia", "BK"),
        ("Italia", "?"),
    ]
    assert (hands.diplomats.count, hands.diplomats.provenance) == (4, "stated") and not hands.uncertain
    check_region_cards(load_map(write(tmp_path, SMALL_MAP, "map.toml")), hands)
    (chosen,) = load_sets(write(tmp_path, SMALL_SETS)).sets
    assert (chosen.name, chosen.cards) == ("night-and-day", ("Witch", "Grave Robber", "Bishop"))
    assert chosen.instead == (("Bishop", "Nun"),)
    cards = load_cards(write(tmp_path, SMALL_CARDS))
    assert [(card.name, card.playable, card.provenance) for card in cards.cards] == [
        ("Archer", True, "stated"),
        ("Prior", False, "unknown"),
    ]


def test_table_headings_work_as_well_as_inline_tables(tmp_path: Path) -> None:
    text = SMALL_MAP.replace("regions = [\n", "").replace("edges = [\n", "").replace("]\n", "", 0)
    rows = re.findall(r"\{ (name.*) \},", text), re.findall(r"\{ (between.*) \},", text)
    parts = ['schema = 1\nkind = "map"\nplayers = [2]\nprovenance = "stated"\n']
    for key, found in zip(("regions", "edges"), rows, strict=True):
        for row in found:
            lines = re.sub(r", (?=\w+ = )", "\n", row)
            parts.append(f"[[{key}]]\n{lines}\n")
    assert (
        load_map(write(tmp_path, "\n".join(parts))).edges == load_map(write(tmp_path, SMALL_MAP, "b")).edges
    )
    wrong = "\n".join(parts).replace("ITALIA", "Itala")
    line = wrong.split("\n").index('between = ["gallia", "Itala"]') + 1
    assert problems(tmp_path, wrong) == [
        f"box.toml:{line}: edge 2, between: found 'Itala', expected the name of a region of this map; "
        "did you mean Italia?"
    ]


def test_new_names_of_regions_are_allowed_and_noted(tmp_path: Path) -> None:
    board = load_map(write(tmp_path, SMALL_MAP.replace('"Italia"', '"Itallia"').replace("ITALIA", "Itallia")))
    assert len(board.notes) == 1
    assert ":8: region Itallia: not a name of the shipped map" in board.notes[0]
    assert board.notes[0].endswith("did you mean Italia or Gallia?")


# --- problems ---


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("schema = 1", "schema = 2", "box.toml:1: schema: found 2, expected 1"),
        ("schema = 1", "schema = true", "box.toml:1: schema: found true, expected 1"),
        ("[2]", "[2, 9]", "box.toml:3: players: found 9, expected a whole number from 2 to 6"),
        ("[2]", "[]", "box.toml:3: players: found a list of 0, expected a list of numbers of players"),
        ("[2]", "[2, 2]", "box.toml:3: players: found 2 again, expected each number of players once"),
        ('"stated"', '"statd"', "box.toml:4: provenance: found 'statd', expected one of stated, review, "),
        (
            "group = 2, at = [0, 0]",
            "group = 7, at = [0, 0]",
            "6: region 1 (Anglia), group: found 7, expected a",
        ),
        ("at = [0, 0]", "at = [0]", "6: region 1 (Anglia), at: found [0], expected two numbers like"),
        ("at = [0, 0]", "at = [nan, 0]", "6: region 1 (Anglia), at: found [nan, 0], expected two numbers"),
        ("at = [0, 0]", "at = [true, 1]", "6: region 1 (Anglia), at: found [true, 1], expected two numbers"),
        (
            "at = [0, 0]",
            "att = [0, 0]",
            "6: region 1 (Anglia): found the key 'att', expected one of the keys",
        ),
        ("at = [0, 0]", "group2 = 0", "6: region 1 (Anglia): found no key 'at', expected a line at = ..."),
        (
            '"Italia"',
            '"anglia"',
            "8: region 3 (anglia), name: found 'anglia', expected names that differ; line 6",
        ),
        ('"Italia"', '"New Italia"', "8: region 3 (New Italia), name: found 'New Italia', expected one word"),
        (
            '"Italia"',
            '"Palace"',
            "8: region 3 (Palace), name: found 'Palace', expected a region; Palace is no",
        ),
        ('"Italia"', "7", "8: region 3, name: found 7, expected a text in quotation marks"),
        (
            '["Anglia", "Gallia"]',
            '["Anglia", "Galia"]',
            "found 'Galia', expected the name of a region of this",
        ),
        (
            '["Anglia", "Gallia"]',
            '["Anglia", "Anglia"]',
            "11: edge 1, between: found Anglia twice, expected two",
        ),
        (
            '["gallia", "ITALIA"]',
            '["GALLIA", "Anglia"]',
            "12: edge 2, between: found Gallia and Anglia again, ",
        ),
        ('["gallia", "ITALIA"]', '["Gallia"]', "12: edge 2, between: found ['Gallia'], expected two names"),
        (
            '["gallia", "ITALIA"]',
            '["gallia", 3]',
            "12: edge 2, between: found 3, expected the name of a region",
        ),
        (
            '"arrow"',
            '"arow"',
            "12: edge 2, kind: found 'arow', expected one of border, arrow; did you mean arrow?",
        ),
        (
            '  { between = ["gallia", "ITALIA"], kind = "arrow" },\n',
            "",
            "10: edges: found no way from Anglia to ",
        ),
        ('{ name = "Italia", group = 2, at = [1, 1] }', "5", "8: region 3: found 5, expected a table like {"),
        (
            "players = [2]",
            "playrs = [2]",
            "3: found the key 'playrs', expected one of the keys schema, kind, ",
        ),
    ],
)
def test_problems_of_maps(tmp_path: Path, old: str, new: str, expected: str) -> None:
    found = problems(tmp_path, SMALL_MAP.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"1:M"', '"0:M"', "4: starting token 1: found the limit 0 in '0:M', expected a limit from 1 to 15"),
        (
            '"1:M"',
            '"16:M"',
            "4: starting token 1: found the limit 16 in '16:M', expected a limit from 1 to 15",
        ),
        (
            '"1:M"',
            '"1:MX"',
            "starting token 1: found the symbol X in '1:MX', expected symbols out of MAPBCKWRI",
        ),
        (
            '"1:M"',
            '"1:MMMM"',
            "starting token 1: found the symbol M 4 times in '1:MMMM', expected each symbol",
        ),
        ('"1:M"', '"1:"', "starting token 1: found no symbol in '1:', expected one or more symbols out of"),
        (
            '"1:M"',
            '"n1:M"',
            "found the ring n in 'n1:M', expected no ring letter or s, since this is the list of",
        ),
        ('"1:M"', '"M1"', "starting token 1: found 'M1', expected limit:SYMBOLS like \"2:MBC\""),
        ('"1:M"', "12", 'starting token 1: found 12, expected a table like "2:MBC" or {'),
        ("count = 2", "count = 0", "5: normal token 1, count: found 0, expected a whole number from 1 to 64"),
        ("count = 2", "count = 64", "5: normal: found 65 tokens, counts included, expected at most 64"),
        (
            "count = 2",
            "cuont = 2",
            "the key 'cuont', expected one of the keys token, count, provenance, note; did",
        ),
        ("removed = 1", "removed = 4", "6: setup 1, removed: found 4, expected at most the 3 normal tokens"),
        ("removed = 1 }", "removed = 1 }, { players = 2, removed = 0 }", "setup 2: found 2 players again"),
        (
            "provenance = ",
            "title = ",
            "found no key 'provenance', expected provenance = one of stated, review, ",
        ),
        ("starting", "startng", "found the key 'startng', expected one of the keys schema, kind, starting"),
    ],
)
def test_problems_of_tokens(tmp_path: Path, old: str, new: str, expected: str) -> None:
    found = problems(tmp_path, SMALL_TOKENS.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            '"P"',
            '"PP"',
            "6: region card 1, symbols: found 'PP', expected one or two different letters out of",
        ),
        ('"P"', '"PBC"', "6: region card 1, symbols: found 'PBC', expected one or two different letters"),
        ('"P"', '"M"', "symbols: found 'M', expected one or two different letters out of PBCKWRI, or \"?\""),
        ('"P"', '"P?"', "6: region card 1, symbols: found 'P?', expected one or two"),
        ('"P"', "1", "6: region card 1, symbols: found 1, expected one or two"),
        ('"P"', '""', "6: region card 1, symbols: found '', expected one or two"),
        (
            'region = "Anglia"',
            'regoin = "Anglia"',
            "the key 'regoin', expected one of the keys region, symbols",
        ),
        ('{ region = "Anglia", symbols = "P" }', "3", "6: region card 1: found 3, expected a table like {"),
        ("diplomats = 4\n", "", "found no key 'diplomats', expected a line diplomats = ..."),
        ("diplomats = 4", "diplomats = 61", "4: diplomats, count: found 61, expected a whole number from 0"),
        ("diplomats = 4", 'diplomats = "4"', "4: diplomats: found '4', expected a table like { count = 10"),
        (
            "diplomats = 4",
            "diplomats = { cuont = 4 }",
            "4: diplomats: found the key 'cuont', expected one of the keys count, provenance; did you",
        ),
        ('"stated"', '"statd"', "3: provenance: found 'statd', expected one of stated"),
    ],
)
def test_problems_of_region_cards(tmp_path: Path, old: str, new: str, expected: str) -> None:
    found = problems(tmp_path, SMALL_REGION_CARDS.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            '"witch"',
            '"wich"',
            "6: set 1, cards: found 'wich', expected the name of a card; did you mean Witch",
        ),
        ('"witch"', '"BISHOP"', "6: set 1, cards: found Bishop again, expected each card once"),
        ('"witch"', "7", "6: set 1, cards: found 7, expected the name of a card"),
        (
            '["witch", "Grave Robber", "Bishop"]',
            "[]",
            "6: set 1, cards: found a list of 0, expected a list of 1",
        ),
        ("Bishop =", "King =", "7: set 1, instead: found King, expected a card of this set"),
        ('"nun"', '"witch"', "7: set 1, instead: found Witch, expected a card that is not in this set"),
        ('"nun"', '"num"', "7: set 1, instead: found 'num', expected the name of a card; did you mean Nun"),
        (
            'name = "Night',
            'name = "NIGHT AND DAY"\ncards = ["king"]\n[[sets]]\nname = "Night',
            "8: set 2, name: found 'Night and Day', expected names that differ; line 5 has it already",
        ),
        ("[[sets]]", "[[stes]]", "the key 'stes', expected one of the keys schema, kind, sets"),
    ],
)
def test_problems_of_sets(tmp_path: Path, old: str, new: str, expected: str) -> None:
    found = problems(tmp_path, SMALL_SETS.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('effect = "Shoots."\n', "", "card 1, effect: found no key 'effect', expected what the card does"),
        ("playable = false", 'playable = "no"', "card 2, playable: found 'no', expected true or false"),
        (
            "playable = false\n",
            'effect = "Prays."\n',
            "provenance: found 'unknown', expected playable = false",
        ),
        ('"unknown"', '"unknwn"', "card 2, provenance: found 'unknwn', expected one of stated"),
        ('"Shoots."', '"Shoots."\ndetails = "unknown"', "card 1, details: found 'unknown', expected one of"),
    ],
)
def test_problems_of_cards(tmp_path: Path, old: str, new: str, expected: str) -> None:
    found = problems(tmp_path, SMALL_CARDS.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


def test_all_problems_are_reported_in_the_order_of_the_lines(tmp_path: Path) -> None:
    text = (
        SMALL_MAP.replace('"arrow"', '"arow"').replace("[0, 0]", "0").replace("group = 2, at = [1", "at = [1")
    )
    found = problems(tmp_path, text)
    assert [problem.split(": ")[0] for problem in found] == ["box.toml:6", "box.toml:8", "box.toml:12"]


def test_too_many_regions_and_tokens(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqr"
    rows = "".join(
        f'{{ name = "R{letter}", group = 2, at = [{at}, 0] }},' for at, letter in enumerate(letters)
    )
    joins = "".join(f'{{ between = ["Ra", "R{letter}"], kind = "border" }},' for letter in letters[1:])
    head = 'schema = 1\nkind = "map"\nprovenance = "stated"\n'
    text = f"{head}regions = [{rows}]\nedges = [{joins}]\n"
    assert problems(tmp_path, text) == ["box.toml:4: regions: found 18 regions, expected 2 to 17"]
    fewer = text.replace('{ name = "Rr", group = 2, at = [17, 0] },', "").replace(
        '{ between = ["Ra", "Rr"], kind = "border" },', ""
    )
    assert len(load_map(write(tmp_path, fewer)).regions) == 17
    many = SMALL_TOKENS.replace('"1:M", ', '"1:M", ' * 64)
    assert problems(tmp_path, many) == ["box.toml:4: starting: found 66 tokens, expected 1 to 64"]


def test_regions_left_out_at_a_larger_number_of_players(tmp_path: Path) -> None:
    text = SMALL_MAP.replace("players = [2]", "players = [2, 3, 4, 5, 6]")
    text = text.replace('"Italia", group = 2', '"Italia", group = 4, not_with = [5]')
    italia = load_map(write(tmp_path, text)).regions[2]
    assert [italia.used_with(players) for players in (2, 3, 4, 5, 6)] == [False, False, True, False, True]
    cut = text.replace('"Gallia", group = 2', '"Gallia", group = 2, not_with = [6]')
    assert problems(tmp_path, cut) == [
        "box.toml:10: edges: found no way from Anglia to Italia with 6 players, "
        "expected a connected map for every number of players"
    ]


def test_files_that_are_no_toml(tmp_path: Path) -> None:
    assert problems(tmp_path, "") == ["box.toml: found an empty file, expected a TOML text file"]
    assert problems(tmp_path, " \n\n") == ["box.toml: found an empty file, expected a TOML text file"]
    assert problems(tmp_path, "# only a remark\n") == [
        "box.toml: kind: found no key 'kind', expected one of map, tokens, cards, region-cards, sets"
    ]
    assert problems(tmp_path, b"schema = 1\n\xff\xfe") == [
        "box.toml:2: found the byte 0xff, which is no UTF-8 text, expected a TOML text file"
    ]
    assert problems(tmp_path, b"\x00" * 100)[0].startswith(
        "box.toml:1: found a mistake in the TOML syntax at column 1 in"
    )
    assert problems(tmp_path, "a = 1\n" * 100_000)[0].startswith("box.toml: found more than 262144 bytes")
    assert problems(tmp_path, 'schema = 1\nkind = "map\n')[0].startswith(
        "box.toml:2: found a mistake in the TOML syntax at column 12 in 'kind = \"map' (illegal"
    )
    assert problems(tmp_path, "regions = [\n")[0].startswith(
        "box.toml:1: found a mistake in the TOML syntax at the end of the file"
    )
    assert problems(tmp_path, "regions = " + "[" * 100_000)[0].startswith(
        "box.toml: found lists nested too deeply"
    )
    assert "mistake" in problems(tmp_path, "schema = " + "9" * 5000)[0]
    assert "a very large number" in problems(tmp_path, "schema = 0x" + "f" * 5000 + '\nkind = "map"')[-1]


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1",
        "\n".join("[" + ".".join("a" * depth) + "]" for depth in range(1, 400)),
        "a = " + "{a = " * 300 + "1" + "}" * 300,
        "a = " + ("[\n{" + "a." * 190 + "a = ") * 150 + "1" + "}\n]" * 150,
        'kind = "tokens"\nstarting = ["' + "M" * 200_000 + '"]',
        'kind = "map"\nedges = []\nregions = [' + "1," * 100_000 + "]",
        'kind = "map"\nregions = []\nedges = [' + '{between=["a","b"]},' * 9_000 + "]",
    ],
)
def test_files_made_to_cost_time_or_memory(tmp_path: Path, text: str) -> None:
    started = time.perf_counter()
    found = problems(tmp_path, text)
    assert found and time.perf_counter() - started < 10  # hours or gigabytes without limits


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, SMALL_MAP, "my-map.toml")
    for path, expected in (
        (
            tmp_path / "my-mep.toml",
            "found no such file, expected a TOML text file; did you mean my-map.toml?",
        ),
        (tmp_path / "nowhere" / "map.toml", "found no such file, expected a TOML text file"),
        (tmp_path, "found a directory, expected a TOML text file"),
        (tmp_path / ("x" * 5000), "error of the operating system"),
        ("a\0b", "a\\x00b: found no "),
    ):
        with pytest.raises(DataError, match=re.escape(expected)):
            load_map(path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(DataError, match="found a device or pipe"):
            load_map(tmp_path / "pipe")


def test_wrong_kind_of_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="found 'tokens', expected \"map\""):
        load_map(write(tmp_path, SMALL_TOKENS))
    assert problems(tmp_path, 'kind = "mop"') == [
        "box.toml:1: kind: found 'mop', expected one of map, tokens, cards, region-cards, sets; "
        "did you mean map?"
    ]
    assert problems(tmp_path, SMALL_MAP.replace('kind = "map"\n', "")) == [
        "box.toml: found no key 'kind', expected a line kind = ..."
    ]


def test_problems_survive_pickling_and_are_capped_in_print() -> None:
    error = DataError(boxdata.Problem("f", number, "here", "this", "that") for number in range(80))
    assert len(copy.copy(error).problems) == 80
    assert pickle.loads(pickle.dumps(error)).problems == error.problems
    assert str(error).count("\n") == 50 and str(error).endswith("... and 30 more problems")
    assert isinstance(error, ValueError)


def test_map_and_tokens_together(tmp_path: Path) -> None:
    board, tokens = load_map(write(tmp_path, SMALL_MAP)), load_tokens(write(tmp_path, SMALL_TOKENS))
    with pytest.raises(DataError) as caught:
        check_together(load_map(), tokens)
    texts = "\n".join(str(problem) for problem in caught.value.problems)
    assert "box.toml:4: starting: found 3 starting tokens, expected at least 8, one for each region" in texts
    assert "box.toml:6: setup: found no row for 3 players" in texts
    with pytest.raises(DataError, match="players: found 3, expected one of 2"):
        check_together(board, tokens, [3])
    bare = SMALL_TOKENS.replace('{ token = "2:CBM", count = 2 }, ', "")
    with pytest.raises(DataError, match="found no token left for the supply with 2 players"):
        check_together(board, load_tokens(write(tmp_path, bare)))


def test_checking_several_files(tmp_path: Path) -> None:
    board, tokens = write(tmp_path, SMALL_MAP, "m.toml"), write(tmp_path, SMALL_TOKENS, "t.toml")
    good = check_files([board, tokens])
    assert [(report.kind, report.problems, report.notes) for report in good] == [
        ("map", (), ()),
        ("tokens", (), ()),
    ]
    (alone,) = check_files([tokens])
    assert not alone.problems and "only fits other tokens or another map" in alone.notes[0]
    other = write(tmp_path, SMALL_TOKENS.replace(', "s3:A"', ""), "u.toml")
    assert [len(report.problems) for report in check_files([board, other])] == [0, 1]
    assert [report.kind for report in check_files([tmp_path / "none.toml", board])] == ["", "map"]


def test_region_cards_and_maps_together(tmp_path: Path) -> None:
    board, hands = write(tmp_path, SMALL_MAP, "m.toml"), write(tmp_path, SMALL_REGION_CARDS, "r.toml")
    good = check_files([board, hands])
    assert [(report.kind, report.problems, report.notes) for report in good] == [
        ("map", (), ()),
        ("region-cards", (), ()),
    ]
    assert good[1].summary == "region-cards, 3 cards, 4 diplomats"
    (alone,) = check_files([hands])
    assert not alone.problems and "no card for Germania, Hispania" in alone.notes[0]
    wrong = write(tmp_path, SMALL_REGION_CARDS.replace("Italia", "Itallia"), "w.toml")
    (problem,) = check_files([board, wrong])[1].problems
    assert str(problem).endswith(
        "w.toml:8: region card 3, region: found 'Itallia', expected the name of a region of "
        f"{board}; did you mean Italia or Gallia?"
    )
    with pytest.raises(DataError, match=r"w\.toml:8"):
        check_region_cards(load_map(board), load_region_cards(wrong))
    check_region_cards(
        load_map(board), load_region_cards()
    )  # cards of regions that are not used are left out
    elsewhere = re.sub('"(Anglia|gallia|Italia)"', '"Libya"', SMALL_REGION_CARDS)
    with pytest.raises(DataError, match="cards: found no card of a region used with 2 players"):
        check_region_cards(load_map(board), load_region_cards(write(tmp_path, elsewhere, "e.toml")))


def test_files_of_africanus_are_compared_with_each_other(tmp_path: Path) -> None:
    paths = [write(tmp_path, text, name) for name, text in templates().items() if name != "map.toml"]
    paths = [path for path in paths if path.name != "tokens.toml"]
    reports = {report.kind: report for report in check_files(paths)}
    assert all(not report.problems and not report.notes for report in reports.values())
    assert reports["map"].summary == "map, 17 regions, 29 borders and arrows"
    assert reports["region-cards"].summary == "region-cards, 51 cards, 10 diplomats"
    for path in paths:
        (report,) = check_files([path])
        assert not report.problems and not report.notes, report


def test_check_tells_what_rulebooks_say(tmp_path: Path) -> None:
    text = templates()["map.toml"].replace('["Germania", "Italia"]', '["Italia", "Scandia"]')
    (report,) = check_files([write(tmp_path, text)])
    assert not report.problems
    assert any("Italia and Scandia are two steps apart (found 1)" in note for note in report.notes)


# --- fuzzing: nothing but DataError ever comes out ---


def _mutate(text: str, random_source: random.Random) -> str:
    letters = list(text)
    for _ in range(random_source.randint(1, 6)):
        place = random_source.randrange(len(letters))
        action = random_source.randrange(3)
        if action == 0:
            del letters[place : place + random_source.randint(1, 12)]
        elif action == 1:
            letters.insert(place, random_source.choice([*'[]{}",=\n\\#.:0é\x00', "'''", '"""', "[[a]]\n"]))
        else:
            letters[place] = random_source.choice('[]{}",=\n9xM-')
        if not letters:
            return ""
    return "".join(letters)


@pytest.mark.parametrize("seed", range(300))
def test_broken_files_give_problems_with_lines_inside_the_file(tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    files = [SMALL_MAP, SMALL_TOKENS, SMALL_REGION_CARDS, SMALL_SETS, SMALL_CARDS, *templates().values()]
    text = _mutate(source.choice(files), source)
    try:
        load_any(write(tmp_path, text))
    except DataError as error:
        assert error.problems
        for problem in error.problems:
            assert problem.found and problem.expected
            assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1


def test_the_line_of_every_value_is_found() -> None:
    text = (
        'a = 1 # [x]\n"b c".d = """\n] = \\"""\n"""\n'
        "list = [ # one\n  1,\n  { k = [2,\n 3], l = '#' },\n  \"]\",\n]\n"
        "[t.u]\nv = 1979-05-27 07:32:00\n[[t.w]]\nx = 1\n[[t.w]]\nx = 2\n[t.w.y]\nz = 3\n"
    )
    tomllib.loads(text)
    lines = toml_lines(text)
    expected = {
        ("a",): 1,
        ("b c", "d"): 2,
        ("list",): 5,
        ("list", 0): 6,
        ("list", 1): 7,
        ("list", 1, "k", 1): 8,
        ("list", 1, "l"): 8,
        ("list", 2): 9,
        ("t", "u", "v"): 12,
        ("t", "w", 0, "x"): 14,
        ("t", "w", 1): 15,
        ("t", "w", 1, "x"): 16,
        ("t", "w", 1, "y", "z"): 18,
    }
    assert {path: lines.get(path) for path in expected} == expected


def _paths(value: object, path: boxdata.KeyPath = ()) -> list[boxdata.KeyPath]:
    below: list[boxdata.KeyPath] = []
    if isinstance(value, dict):
        below = [deep for key, inner in value.items() for deep in _paths(inner, (*path, key))]
    elif isinstance(value, list):
        below = [deep for index, inner in enumerate(value) for deep in _paths(inner, (*path, index))]
    return [path, *below] if path else below


SHIPPED = ["map", "map-africanus", "tokens", "tokens-africanus", "cards", "sets", "region-cards"]


@pytest.mark.parametrize("name", [f"{each}.toml" for each in SHIPPED])
def test_every_value_of_the_shipped_files_has_a_line(name: str) -> None:
    file = read_shipped("rattus", name)
    assert all(path in file.lines for path in _paths(dict(file.data)))


# --- names ---


def test_every_language_names_every_card_region_and_class() -> None:
    regions = {region.name for region in load_map(players=6).regions}
    cards = {card.name for card in load_cards().cards}
    sets = {card_set.name for card_set in load_sets().sets}
    for code in languages.LANGUAGES:
        known = languages.names(code)
        assert set(known.entries["regions"]) == regions and set(known.entries["cards"]) == cards
        assert set(known.entries["classes"]) == set("PBCKWRI")
        assert set(known.entries["goods"]) == {*GOODS, "none"}
        assert set(known.entries["sets"]) == {*sets, "random", "one-per-class"}
        assert set(known.entries["words"]) == set(languages.names("en").entries["words"])
        assert set(known.entries["phases"]) == {"take", "place", "plague"}
    assert languages.names("hu").card("Witch") == "Boszorkány"
    assert languages.names("Greek").region("Hungaria") == "Ουγγαρία"
    assert languages.names("español").class_name("B") == "Burguesía"
    assert languages.names("fr").entries["cards"]["King"].provenance == "inferred"
    assert languages.names("hu").region("Terra") == "Terra"
    assert languages.names("en").card("Monk") == "Monk"
    assert languages.names("el").card("Grave Robber") == "Τυμβωρύχος"
    assert languages.names("el").entries["cards"]["Carrier"].provenance == "stated"
    assert languages.names("fr").card("Caravan leader") == "Caravanier"
    assert languages.names("fr").entries["cards"]["Sultan"].provenance == "stated"
    assert languages.names("hu").goods("salt") == "só" and languages.names("hu").class_name("I") == "Iszlám"
    assert languages.names("es").card_set("dangerous-times") == "Tiempos peligrosos"


def test_no_name_means_two_things() -> None:
    for kind in ("cards", "regions", "classes", "goods", "sets"):
        assert all(len(meanings) == 1 for meanings in languages.vocabulary(kind).values())


@pytest.mark.parametrize(
    ("kind", "text", "canonical"),
    [
        ("regions", "itália", "Italia"),
        ("regions", "ΣΚΑΝΔΙΝΑΒΙΑ", "Scandia"),
        ("regions", "ger", "Germania"),
        ("regions", "Magyarország", "Hungaria"),
        ("cards", "μοναχοσ", "Monk"),
        ("cards", "MERCADER", "Merchant"),
        ("cards", "kiraly", "King"),
        ("cards", "sorciere", "Witch"),
        ("cards", "ΕΜΠΟΡΟΣ ΤΗΣ HANSA", "Hanseatic Trader"),
        ("cards", "hanza_kereskedő", "Hanseatic Trader"),
        ("cards", "explorateur", "Explorer"),
        ("cards", "jefe de caravana", "Caravan leader"),
        ("regions", "Egipto", "Aegyptus"),
        ("regions", "αφρικη", "Africa"),
        ("goods", "ξυλεία", "wood"),
        ("goods", "posztó", "cloth"),
        ("sets", "Επικινδυνοι Καιροι", "dangerous-times"),
        ("sets", "au hasard", "random"),
        ("classes", "noble", None),
        ("classes", "papsag", "C"),
    ],
)
def test_names_are_understood_in_any_language(kind: languages.Kind, text: str, canonical: str | None) -> None:
    among = list(languages.names("en").entries[kind])
    if canonical is None:
        with pytest.raises(languages.UnknownName):
            languages.find(kind, text, among)
    else:
        assert languages.find(kind, text, among) == canonical


def test_unknown_and_ambiguous_names() -> None:
    regions = [region.name for region in load_map().regions]
    with pytest.raises(languages.UnknownName, match="did you mean Germania") as caught:
        languages.find("regions", "Germanja", regions)
    assert caught.value.close[0] == "Germania"
    with pytest.raises(languages.UnknownName, match="begins Hispania, Hungaria") as caught:
        languages.find("regions", "h", regions)
    assert caught.value.close == ("Hispania", "Hungaria")
    with pytest.raises(languages.UnknownName, match="expected Anglia, Terra"):
        languages.find("regions", "Tartaria", ["Anglia", "Terra"], prefix=False)
    assert languages.find("regions", "terra", ["Anglia", "Terra"]) == "Terra"
    with pytest.raises(
        languages.LanguageError, match=r"found 'hungaran', expected one of en .*did you mean hu"
    ):
        languages.names("hungaran")
    with pytest.raises(languages.LanguageError):
        languages.names("")


@examples(200)
@given(st.text(max_size=30))
def test_any_text_is_a_name_or_an_explained_error(text: str) -> None:
    regions = [region.name for region in load_map().regions]
    try:
        assert languages.find("regions", text, regions) in regions
    except languages.UnknownName as error:
        assert str(error).startswith("region: found ")
    assert fold(fold(text)) == fold(text)


def test_language_files_are_checked() -> None:
    file = read_shipped("rattus", "languages", "hu.toml")
    broken = boxdata.TomlFile("x", {**file.data, "cards": {"King": {"txt": "Király"}}}, file.lines, False)
    with pytest.raises(DataError, match=r"cards, King: found the key 'txt'.*did you mean text"):
        languages.parse_language(broken)


def test_close_matches() -> None:
    assert closest("galia", ["Gallia", "Germania"]) == ("Gallia",)
    assert closest("ITÁLIA", ["Gallia", "Italia"], limit=1) == ("Italia",)
    assert closest("ger", ["Gallia", "Germania"]) == ("Germania",)
    assert closest("zzz", ["Gallia"]) == () and closest("", ["Gallia"]) == ()
    assert did_you_mean(()) == "" and did_you_mean(["a", "b"]) == "; did you mean a or b?"
    assert fold("Grave_Robber") == fold("grave robber") == fold(" GRAVE-robber")
