"""The grid as a graph, and distances with the barrier against cases with known answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import rattus_ai.maps
from rattus_ai.games import load_game
from rattus_ai.istanbul import maps
from rattus_ai.istanbul.words import PLACES
from rattus_ai.positions import read_position

EXAMPLE = Path(__file__).parents[2] / "examples" / "istanbul-midgame-4p.json"
CASES = json.loads(
    (Path(__file__).parents[1] / "cases" / "istanbul" / "reach.json").read_text(encoding="utf-8")
)


def test_graph() -> None:
    graph = rattus_ai.maps.build("first", game="istanbul")
    assert list(graph)[:3] == ["Gemstone Dealer", "Great Mosque", "Guild Hall"]
    assert graph.number_of_nodes() == 20 and graph.number_of_edges() == 31
    assert graph.nodes["Tea House"] == {
        "index": 14,
        "number": 9,
        "row": 2,
        "column": 4,
        "x": 4.0,
        "y": 2.0,
        "group": 2,
        "provenance": "stated",
    }
    assert sorted(graph.neighbors("Tavern")) == [
        "Caravansary",
        "Fabric Warehouse",
        "Small Market",
        "Wainwright",
    ]
    assert nx.is_connected(graph)
    assert rattus_ai.maps.build(game="istanbul").number_of_edges() == 24
    assert rattus_ai.maps.region_names(graph) == list(graph)


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "expansion": True}], ids=str)
def test_edges_are_those_of_the_core(options: dict[str, Any]) -> None:
    game: Any = load_game("istanbul", **options)
    assert [(game.layout[a], game.layout[b]) for a, b in maps.edges(game.layout)] == list(game.edge_places)
    assert {frozenset(edge) for edge in game.graph.edges} == {
        frozenset(PLACES[place - 1] for place in edge) for edge in game.edge_places
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_distances(case: dict[str, Any]) -> None:
    graph = maps.build(case["layout"])
    barrier = None
    if case["barrier"] and not case["mover_controls_barrier"]:
        first, second = (PLACES[place - 1] for place in case["barrier"])
        barrier = (first, second)
    found = maps.distances(graph, PLACES[case["from"] - 1], barrier)
    numbers = {graph.nodes[name]["number"]: steps for name, steps in found.items()}
    expected = {int(place): steps for place, steps in case["distance"].items()}
    assert numbers == expected


def test_distances_of_a_position() -> None:
    position = read_position(EXAMPLE)
    game: Any = position.game
    assert game.distances(position, 3)["Guild Hall"] == 0
    blocked = position.to_document()
    blocked["board"]["barrier"] = {"between": ["fountain", "guild_hall"], "owner": 3}
    moved = read_position(blocked)
    assert game.distances(moved, 3)["Fountain"] == 1
    assert game.distances(moved, 2)["Guild Hall"] == 3
    assert game.distances(moved.view(2), 2) == game.distances(moved, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: maps.build("shortest"), "map: found 'shortest', expected one of short, long, number, first"),
        (lambda: maps.build([1, 2, 3]), "expected each of 1 to 16"),
        (lambda: maps.build("short", 7), "players: found 7"),
        (lambda: maps.distances(maps.build("short"), "Tavern"), "origin: found 'Tavern'"),
        (
            lambda: maps.distances(maps.build("short"), "Fountain", ("Fountain", "Wainwright")),
            "two neighbouring places",
        ),
    ],
)
def test_errors(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
