"""The drawing is valid, self-contained SVG that shows everything on the table without overlaps."""

from __future__ import annotations

import itertools
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import pytest

from rattus_ai.rattus import drawing
from rattus_ai.rattus.boxdata import load_cards, load_map
from rattus_ai.rattus.drawing import Scene, SceneEdge, SceneRat, SceneRegion, draw, empty_scene
from rattus_ai.rattus.languages import LANGUAGES, names

SVG = "{http://www.w3.org/2000/svg}"


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def example(players: int = 3) -> Scene:
    scene = empty_scene(load_map(), players, "A position")
    regions = list(scene.regions)
    cubes = tuple(range(17, 17 - players, -1))
    rats = (SceneRat("s", "2:MBC", (0, 1)), SceneRat("n"), SceneRat("n", "6:MAPBW"))
    regions[1] = replace(regions[1], cubes=cubes, rats=rats)
    owners = tuple(
        (card.name, place % players if place else None) for place, card in enumerate(load_cards().cards)
    )
    return replace(
        scene,
        regions=tuple(regions),
        palace=(1,) * players,
        supply=(2,) * players,
        plague=1,
        owners=owners,
        active=0,
        rat_supply=(3, 26),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_is_shown_in_every_language(players: int, language: str) -> None:
    root = parse(draw(example(players), language))
    words = names(language)
    shown = texts(root)
    for region in empty_scene(load_map(), players).regions:
        assert words.region(region.name) in shown
    for card in load_cards().cards:
        assert words.card(card.name) in shown
    for text in ("A position", "MBC", "MAPBW", "6", "3", "26", *map(str, range(17, 17 - players, -1))):
        assert text in shown
    assert shown.count(words.word("turn")) == 1
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    player = words.word("player")
    assert f"{words.word('starting')} 2:MBC ({words.word('looked')}: {player} 0, {player} 1)" in titles
    assert f"{player} 0: 17" in titles
    assert titles.count(words.word("plague")) == 2  # the piece and the legend


def test_it_is_self_contained_and_the_same_every_time() -> None:
    text = draw(example())
    assert text == draw(example())
    assert "href" not in text and "<script" not in text and "<image" not in text and "url(" not in text


def test_borders_and_arrows_differ() -> None:
    root = parse(draw(empty_scene(load_map(), 4)))
    lines = [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "5"]
    dashed = [path for path in lines if path.get("stroke-dasharray")]
    assert len(lines) == 22 + 2 and len(dashed) == 6 + 1  # one of each in the legend


def test_no_line_of_the_shipped_map_passes_under_a_region() -> None:
    scene = empty_scene(load_map(), 4)
    places = drawing._layout(scene.regions)
    for edge in scene.edges:
        (x1, y1), (x2, y2) = places[edge.first], places[edge.second]
        for place, other in enumerate(places):
            if place not in (edge.first, edge.second):
                along = ((x1 + (x2 - x1) * step / 40, y1 + (y2 - y1) * step / 40) for step in range(41))
                assert not any(drawing._covers(other, point) for point in along)


@pytest.mark.parametrize("seed", range(25))
def test_regions_never_overlap(seed: int) -> None:
    source = random.Random(seed)
    size = source.choice([1e-3, 1, 1e6])
    spots = [(source.randint(0, 6) * size, source.randint(0, 4) * size) for _ in range(source.randint(2, 17))]
    if seed == 0:
        spots = [(0.0, 0.0)] * 17
    regions = [SceneRegion(f"R{place}", x, y) for place, (x, y) in enumerate(spots)]
    for (x1, y1), (x2, y2) in itertools.combinations(drawing._layout(regions), 2):
        assert abs(x1 - x2) >= drawing._WIDTH or abs(y1 - y2) >= drawing._HEIGHT


def test_six_players_and_hostile_texts() -> None:
    regions = tuple(
        SceneRegion("Long<name>&\"'\x00\x1b" * 2, place, 0, 6, (1,) * 6, (SceneRat("n", "15:MMMAAABB"),) * 3)
        for place in range(17)
    )
    scene = Scene(
        6, regions, (SceneEdge(0, 16),), owners=(("<Card>", 5),), player_names=("<a>",) * 6, title="&<"
    )
    root = parse(draw(scene))
    assert "<Card>" in texts(root) and "&<" in texts(root) and texts(root).count("<a>") == 6
    assert parse(draw(Scene(1, ()))).tag == f"{SVG}svg"


def test_colours_can_be_told_apart() -> None:
    def parts(colour: str) -> tuple[int, int, int]:
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

    fills = [parts(fill) for fill, _ in drawing.FILLS.values()]
    for one, other in itertools.combinations(fills, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 100
    for fill, ink in drawing.FILLS.values():
        assert abs(sum(parts(fill)) - sum(parts(ink))) > 280


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 7}, "players: found 7, expected 1 to 6"),
        ({"palace": (1,)}, r"palace: found \[1\], expected 3 numbers from 0"),
        ({"supply": (1, -1, 2)}, r"supply: found \[1, -1, 2\]"),
        ({"active": 3}, "found player 3, expected 0 to 2"),
        ({"plague": 10}, "found region 10, expected 0 to 9"),
        ({"player_names": ("a",)}, "player_names: found 1, expected 3 names"),
        ({"owners": (("King", 9),)}, "found player 9"),
        ({"edges": (SceneEdge(0, 99),)}, "found region 99"),
        ({"walls": ((0, 98),)}, "found region 98"),
        ({"coins": (1, 2)}, r"coins: found \[1, 2\], expected 3 numbers"),
        ({"hands": ((),)}, "hands: found 1 lists, expected 3"),
        (
            {"regions": (SceneRegion("R", 0, 0, rats=(SceneRat("n"),) * 4),) * 10},
            "rats of R: found 4, expected at",
        ),
        (
            {"regions": (SceneRegion("R", 0, 0, rats=(SceneRat("z"),)),) * 10},
            "found ring 'z', expected 's' or 'n'",
        ),
        ({"regions": (SceneRegion("R", 0, 0, cubes=(1,)),) * 10}, r"cubes of R: found \[1\]"),
    ],
)
def test_scenes_that_contradict_themselves(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw(replace(example(), **change))  # type: ignore[arg-type]


def expanded() -> Scene:
    """A scene with everything that the expansions bring."""
    scene = example()
    regions = list(scene.regions)
    regions[1] = replace(
        regions[1], goods="fish", diplomats=(1, 0, 2), potions=(0, 3, 0), nuns=2, caravan=True
    )
    return replace(
        scene,
        regions=tuple(regions),
        walls=((0, 1),),
        card_goods=(("Landowner", "salt"),),
        coins=(31, 32, 33),
        goods=(("fish", "wood"), (), ("cloth",)),
        baker=(0, 4, 0),
        hands=(("Gallia:PB", "Italia:?"), (None, None, None), ()),
        goods_supply=(("fish", 0, False), ("cloth", 2, True)),
        pile=(41, 6),
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_of_the_expansions_are_shown(language: str) -> None:
    root = parse(draw(expanded(), language))
    words = names(language)
    shown = texts(root)
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    assert words.goods("fish") in shown and words.word("caravan") in shown
    assert f"{words.word('nuns')} 2" in shown
    assert f"{words.goods('cloth')} 2 ({words.word('available')})" in shown
    assert f"{words.goods('fish')} 0" in shown
    assert f"{words.card('Landowner')} ({words.goods('salt')})" in shown
    assert f"{words.word('goods')}: {words.goods('fish')}, {words.goods('wood')}" in shown
    assert f"{words.word('region_cards')}: Gallia:PB, Italia:?" in shown
    assert f"{words.word('region_cards')}: 3" in shown and f"{words.word('region_cards')}: 0" in shown
    assert f"{words.word('pile')} 41 · {words.word('discards')} 6" in shown
    assert f"{words.card('Baker')}: 4" in shown
    for coins in (31, 32, 33):
        assert any(f"{words.word('coins')} {coins}" in line for line in shown)
    assert titles.count(words.word("wall")) == 2  # the wall and the legend
    for word, count in (("diplomats", 1), ("diplomats", 2), ("potions", 3)):
        assert f"{words.word(word)}: {count}" in titles


def test_a_scene_of_the_base_game_has_none_of_these_signs() -> None:
    plain = [*texts(parse(draw(empty_scene(load_map(), 3))))]
    for word in ("wall", "goods", "region_cards", "caravan", "diplomats"):
        assert not any(names().word(word) in line for line in plain)


def test_unknown_language_and_number_of_players() -> None:
    with pytest.raises(ValueError, match="language: found 'xx'"):
        draw(example(), "xx")
    with pytest.raises(ValueError, match="players: found 6"):
        empty_scene(load_map(), 6)
