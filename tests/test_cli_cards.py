"""``rattus-ai cards``, and ``rattus-ai new`` with cards of all boxes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rattus_ai.rattus.boxdata import load_cards, load_sets

pytestmark = pytest.mark.usefixtures("at_home")

COLUMNS = 240


def test_every_card_is_listed(run: Any) -> None:
    lines = run("cards").splitlines()
    for card in load_cards().cards:
        (line,) = (line for line in lines if line.startswith(f"{card.name} ") and f" {card.box} " in line)
        assert (card.effect or "not known to us") in line and card.provenance in line
        assert line.rstrip().endswith("yes" if card.playable else "no")
    for card_set in load_sets().sets:
        assert sum(line.startswith(f"{card_set.name} ") for line in lines) == 1
    assert any("cannot be played with Carrier, but with Swindler" in line for line in lines)
    assert any(line.startswith("Sultan ") and "review, details stand-in" in line for line in lines)


def test_some_cards(run: Any) -> None:
    def listed(*options: str) -> list[str]:
        return [card["name"] for card in json.loads(run("cards", "--json", *options))["cards"]]

    assert listed("--box", "africanus") == ["astronomer", "explorer", "sultan", "caravan_leader"]
    assert listed("--class", "k") == ["knight", "assassin", "raider", "soldier", "crusader"]
    assert listed("--class", "Chivalry") == listed("--class", "lovagsag") == listed("--class", "K")
    assert listed("--box", "PIED PIPER", "--class", "W") == ["wizard", "pied_piper"]
    assert listed("--box", "base", "--class", "I") == []
    assert len(listed()) == 34


def test_json(run: Any) -> None:
    answer = json.loads(run("cards", "--json", "--language", "hu"))
    names = {card["name"]: card for card in answer["cards"]}
    assert names["grave_robber"] == {
        "name": "grave_robber",
        "text": "Sírrabló",
        "class": "W",
        "class_text": "Varázslók",
        "box": "mercatus",
        "effect": "In your own ravage take goods for each token that kills an opponent's cube.",
        "provenance": "stated",
        "details": None,
        "playable": True,
        "note": "",
    }
    assert names["bishop"]["playable"] is False and names["bishop"]["provenance"] == "unknown"
    assert names["emperor"]["details"] == "stand-in"
    sets = {card_set["name"]: card_set for card_set in answer["sets"]}
    assert sets["dangerous-times"]["text"] == "Veszélyes idők" and sets["dangerous-times"]["playable"] is True
    assert sets["production-and-trade"]["playable"] is False
    assert "caravan_leader" in names and "hanseatic_trader" in sets["production-and-trade"]["cards"]


def test_other_languages(run: Any) -> None:
    text = run("cards", "--language", "el")
    assert "Τυμβωρύχος" in text and "W Μαγεία" in text and "dangerous-times (Επικίνδυνοι Καιροί)" in text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            "--box africanu",
            'box: found "africanu", expected base, mercatus, africanus or pied-piper; did you mean',
        ),
        ("--class magik", 'class: found "magik", expected P, B, C, K, W, R or I; did you mean magi'),
        ("--class X", 'class: found "X", expected P, B, C, K, W, R or I'),
        ("--language xx", "language: found 'xx', expected one of en"),
        ("--game ratus", 'game: found "ratus", expected rattus or '),
    ],
)
def test_problems(fails: Any, arguments: str, expected: str) -> None:
    assert expected in fails("cards", *arguments.split())


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("--cards production-and-trade", "cards: production-and-trade contains the Carrier"),
        (
            "--cards bishop|king",
            "cards: what the Bishop does is not known, so it cannot be played; the cards are ",
        ),
        ("--cards dangrous-times", "did you mean dangerous-times?"),
        ("--cards random|king", 'cards: found "random" among other names'),
        ("--cards count --no-mercatus", "mercatus: found false, but count needs goods and coins"),
        ("--cards sultan --no-africanus", "africanus: found false, but sultan is a card of Africanus"),
        ("-n 6 --no-africanus", "africanus: found false, but 6 players need"),
        (
            "--region-cards none.toml",
            '--region-cards: found "none.toml", but region cards are used with Africanus',
        ),
        ("--africanus --region-cards none.toml", "none.toml"),
        ("--cards random --option boxes=7", "boxes: "),
        ('--cards random --option boxes=["bass"]', 'boxes: found "bass", expected base, mercatus'),
        ("--mercatus --option mercatus=false", "option: mercatus is given twice"),
    ],
)
def test_problems_of_new_games(fails: Any, arguments: str, expected: str) -> None:
    words = arguments.split()
    assert expected in fails("new", *words, *([] if "-n" in words else ["-n", "4"]))


def test_a_drawn_game_names_its_cards(run: Any) -> None:
    words = ["new", "-n", "3", "--cards", "random", "--option", 'boxes=["base"]', "--seed", "3"]
    document = json.loads(run(*words))
    assert document["rules"] == {
        "players": 3,
        "cards": ["peasant", "merchant", "monk", "knight", "witch", "king"],
    }
    assert json.loads(run(*words)) == document


@pytest.mark.parametrize(
    "arguments", ["--cards dangerous-times", "--cards aristocrats", "--mercatus", "--africanus"]
)
def test_games_of_other_boxes(run: Any, arguments: str) -> None:
    document = json.loads(run("new", "-n", "4", "--seed", "1", *arguments.split()))
    rules = document["rules"]
    if "--cards" in arguments:
        (chosen,) = (each for each in load_sets().sets if each.name in arguments)
        assert set(rules) == {"players", "cards"}
        assert set(rules["cards"]) == {"_".join(name.lower().split()) for name in chosen.cards}
    else:
        assert rules[arguments.removeprefix("--")] is True


def test_a_random_game_of_many_players(run: Any) -> None:
    words = ["new", "-n", "5", "--cards", "random", "--seed", "3"]
    rules = json.loads(run(*words))["rules"]
    assert set(rules) == {"players", "cards"} and len(rules["cards"]) == 8
    assert json.loads(run(*words))["rules"] == rules
    other = json.loads(run("new", "-n", "5", "--cards", "one-per-class", "--seed", "4"))["rules"]["cards"]
    assert other != rules["cards"] and len(other) == 8
