"""The page and the JSON of a review: well-formed, self-contained, readable without colours or scripts."""

from __future__ import annotations

import dataclasses
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rattus_ai import Limit, Review, load_game, read_record, review
from rattus_ai.records import Record
from rattus_ai.reviews.page import page
from rattus_ai.reviews.page_style import _INKS
from rattus_ai.reviews.plain import plain
from rattus_ai.text.colours import COLOURS

GAME = Path(__file__).parents[2] / "examples" / "game-3p.jsonl"
SVG = "{http://www.w3.org/2000/svg}"
XHTML = "{http://www.w3.org/1999/xhtml}"
VOID = {"meta", "br", "hr", "link", "img"}


@pytest.fixture(scope="module")
def example() -> Review:
    return review(read_record(GAME), Limit(simulations=1_000), seed=3)


class Nesting(HTMLParser):
    """Checks that tags are closed in order, as a browser reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def elements(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))


def drawings(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    return root.iter(f"{SVG}svg")


def test_the_page_is_well_formed(example: Review) -> None:
    text = page(example)
    assert text.startswith("<!DOCTYPE html>\n<html lang=")
    root = elements(text)
    reader = Nesting()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    names = [attributes["id"] for _, attributes in reader.seen if "id" in attributes]
    assert len(names) == len(set(names))
    for _, attributes in reader.seen:
        for name in ("aria-labelledby", "href"):
            for target in (attributes.get(name) or "").split():
                assert target.removeprefix("#") in names
    assert len(list(drawings(root))) == 1 + 5


def test_the_page_needs_nothing_from_elsewhere(example: Review) -> None:
    text = page(example)
    reader = Nesting()
    reader.feed(text)
    tags = {tag for tag, _ in reader.seen}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "image", "use"}
    for _, attributes in reader.seen:
        assert not attributes.keys() & {"src", "srcset", "xlink:href", "onclick", "onload"}
        assert (attributes.get("href") or "#").startswith("#")
    style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert len(style) == 1 and "url(" not in style[0] and "@import" not in style[0]
    for part in ("prefers-color-scheme:dark", "@media print", "max-width:34rem"):
        assert part in style[0]
    assert 'name="viewport"' in text
    assert set(re.findall(r"https?://[^\"' <]+", text)) == {
        "http://www.w3.org/1999/xhtml",
        "http://www.w3.org/2000/svg",
    }


def test_every_drawing_is_told_in_words(example: Review) -> None:
    for drawing in drawings(elements(page(example))):
        assert drawing.get("role") == "img"
        title, described = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
        assert title is not None and title.text
        assert described is not None and described.text and len(described.text) > 20


def test_the_graph_shows_what_the_table_says(example: Review) -> None:
    root = elements(page(example))
    chart = next(drawings(root))
    lines = list(chart.iter(f"{SVG}polyline"))
    assert len(lines) == 3 == len(list(chart.iter(f"{SVG}polygon")))
    assert len({line.get("stroke-dasharray") for line in lines}) == 3  # told apart without colours
    last = [float((line.get("points") or "").split(",")[-1]) for line in lines]
    assert last[0] < last[1] == last[2]  # Red won
    corners = [len((line.get("points") or "").split()) for line in lines]
    assert corners == [2 * len(example.decisions) + 2] * 3
    markers = [link.get("href") for link in chart.iter(f"{SVG}a")]
    assert markers == [f"#point-{number}" for number in range(1, 6)]
    tables = list(root.iter(f"{XHTML}table"))
    rows = [len(list(table.iter(f"{XHTML}tr"))) - 1 for table in tables]
    assert rows == [3, 3, len(example.decisions), len(example.luck)]
    for table in tables:
        widths = {len(list(row)) for row in table.iter(f"{XHTML}tr")}
        assert len(widths) == 1


def test_turning_points_have_maps_and_words(example: Review) -> None:
    text = page(example, points=3, language="el")
    root = elements(text)
    cards = [card for card in root.iter(f"{XHTML}article")]
    assert len(cards) == 3
    for number, card in enumerate(cards, start=1):
        assert card.get("id") == f"point-{number}"
        assert card.find(f".//{SVG}svg") is not None
        terms = [term.text for term in card.iter(f"{XHTML}dt")]
        assert terms[:2] in (["Played", "Better"], ["What happened", "Changes, %"])
    assert re.search("[Α-ω]{4}", text) and not re.search("[Α-ω]", page(example, points=3))
    without = page(example, points=0)
    assert len(list(drawings(elements(without)))) == 1 and "Turning points" not in without
    assert len(without) < 60_000 and len(page(example)) < 400_000


def test_names_of_players_cannot_do_harm() -> None:
    position = load_game("rattus", players=2, turn_limit=2).new_position(
        seed=2, players=['<b>"Ann" & co</b>', "</style><script>alert(1)</script>"]
    )
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
        else:
            position.push(position.legal_actions()[-1])
    text = page(review(Record.of(position), Limit(simulations=200)))
    elements(text)
    assert "<script" not in text and "<b>" not in text and "&lt;b&gt;" in text


def test_partial_and_single_reviews_say_so(example: Review) -> None:
    partial = dataclasses.replace(example, partial=True, over=False)
    assert ">partial</span>" in page(partial) and "ended early" in page(partial)
    assert ">partial</span>" not in page(example)
    assert "Only the decisions of Blue" in page(dataclasses.replace(example, reviewed=1))
    assert "won by 2 after 25 turns" in page(example)


def luminance(ink: str) -> float:
    parts = [int(ink[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_colours_can_be_read_on_light_and_dark_ground() -> None:
    assert set(_INKS) == set(COLOURS)
    for light, dark in _INKS.values():
        assert contrast(light, "#fbfaf7") >= 4.5 and contrast(light, "#ffffff") >= 4.5
        assert contrast(dark, "#14161a") >= 4.5 and contrast(dark, "#1c1f25") >= 4.5


def test_json_has_everything(example: Review) -> None:
    found = json.loads(json.dumps(plain(example), allow_nan=False))
    assert found.keys() == {
        *("format", "version", "game", "players", "reviewed", "over", "partial", "start", "end"),
        *("summaries", "turning_points", "decisions", "luck", "thresholds", "seed", "simulations"),
        *("seconds", "warning"),
    }
    assert found["format"] == "rattus_ai/review" and found["players"] == ["Red", "Blue", "Green"]
    assert len(found["decisions"]) == len(example.decisions) and len(found["luck"]) == len(example.luck)
    for each, decision in zip(found["decisions"], example.decisions, strict=True):
        assert each["played"] == list(decision.played) and each["loss"] == decision.loss
        start, stop = each["events"]
        assert each["played"] == [event.text for event in example.record.events[start:stop]]
        assert sum(each["before"]["win"]) == pytest.approx(1.0)
    for each in found["luck"]:
        if each["expected_losses"] is not None:
            pairs = zip(each["expected_losses"], each["losses"], each["luck_in_pieces"], strict=True)
            assert all(Fraction(mean) - lost == Fraction(luck) for mean, lost, luck in pairs)
    for each in found["summaries"]:
        parts = [each[name]["value"] for name in ("start", "own", "others", "luck", "rest")]
        assert sum(parts) == pytest.approx(each["end"]["value"])
        assert each["levels"].keys() == {"blunder", "mistake", "inaccuracy"}
    assert [each["level"] for each in found["thresholds"]] == ["blunder", "mistake", "inaccuracy"]
