"""The map as a graph: the facts of rules section 1.1 hold, the engine's numbers agree with the graph."""

from __future__ import annotations

import itertools
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest

from rattus_ai import maps
from rattus_ai.rattus.boxdata import Edge, load_map, templates
from rattus_ai.rattus.maps import broken_facts, build, index_pairs, region_names

GROUPS = {
    2: {"Anglia", "Gallia", "Germania", "Hispania", "Hungaria", "Italia", "Polonia", "Scandia"},
    3: {"Bulgaria", "Turcia"},
    4: {"Russia", "Tartaria"},
}


def test_groups() -> None:
    for players in (2, 3, 4):
        expected = set().union(*(names for group, names in GROUPS.items() if group <= players))
        graph = maps.build(players=players)
        assert set(graph) == expected
        assert all(
            graph.nodes[name]["group"] == group
            for group, names in GROUPS.items()
            for name in names & expected
        )


def test_facts_that_any_map_must_satisfy() -> None:
    graph = maps.build()
    assert graph.number_of_edges() == 22
    assert nx.shortest_path_length(graph, "Italia", "Scandia") == 2
    assert nx.is_connected(graph.subgraph(["Anglia", "Gallia", "Hispania"]))
    assert nx.is_connected(graph.subgraph(["Russia", "Tartaria"]))
    pairs = itertools.combinations(["Hispania", "Italia", "Polonia"], 2)
    assert sum(graph.has_edge(*pair) for pair in pairs) == 1
    assert not graph.has_edge("Germania", "Turcia")
    for players in (2, 3, 4):
        assert nx.is_connected(maps.build(players=players))
    assert broken_facts(load_map()) == []


def test_italia_and_scandia_are_two_steps_with_every_number_of_players() -> None:
    for players in (2, 3, 4):
        assert nx.shortest_path_length(maps.build(players=players), "Italia", "Scandia") == 2


def test_attributes() -> None:
    graph = maps.build(players=3)
    assert graph.graph == {"title": "Rattus, base board", "players": 3, "source": "shipped map.toml"}
    assert graph.nodes["Bulgaria"]["index"] == 8
    assert all({"index", "group", "x", "y", "provenance"} == set(node) for _, node in graph.nodes(data=True))
    assert graph.edges["Hispania", "Gallia"] == {"kind": "border", "provenance": "stated"}
    assert graph.edges["Anglia", "Gallia"] == {"kind": "arrow", "provenance": "inferred"}
    edges = maps.build().edges
    arrows = {frozenset(pair) for pair in edges if edges[pair]["kind"] == "arrow"}
    assert frozenset(("Turcia", "Tartaria")) in arrows and len(arrows) == 6


def test_drawing_coordinates_are_roughly_geographic() -> None:
    node = maps.build().nodes
    assert node["Scandia"]["y"] < node["Germania"]["y"] < node["Italia"]["y"]
    assert node["Hispania"]["x"] < node["Gallia"]["x"] < node["Germania"]["x"] < node["Polonia"]["x"]
    assert node["Anglia"]["x"] < node["Russia"]["x"] and node["Bulgaria"]["x"] < node["Turcia"]["x"]


@pytest.mark.parametrize(("players", "edges"), [(2, 13), (3, 15), (4, 22)])
def test_numbers_of_the_engine(players: int, edges: int) -> None:
    graph = build(None, players)
    names = region_names(load_map(), players)
    assert maps.region_names(graph) == names == list(graph)
    pairs = index_pairs(graph)
    assert (
        len(pairs) == edges and pairs == sorted(set(pairs)) and all(first < second for first, second in pairs)
    )
    assert {frozenset((names[a], names[b])) for a, b in pairs} == {frozenset(edge) for edge in graph.edges}
    near = maps.neighbours(graph)
    assert all((min(a, b), max(a, b)) in pairs for a, row in enumerate(near) for b in row)
    assert sum(map(len, near)) == 2 * edges


def test_broken_facts_are_named() -> None:
    data = load_map()

    def changed(drop: set[str], add: tuple[str, str] | None = None) -> list[str]:
        edges = tuple(edge for edge in data.edges if {edge.first, edge.second} != drop)
        if add is not None:
            edges += (Edge(*add, "border", "stated"),)
        return broken_facts(replace(data, edges=edges))

    assert changed({"Gallia", "Hispania"}) == [
        "Gallia and Hispania touch",
        "Anglia, Gallia, Hispania are connected without any other region",
    ]
    assert changed(set(), ("Germania", "Turcia")) == ["Germania and Turcia do not touch"]
    assert changed(set(), ("Italia", "Scandia")) == ["Italia and Scandia are two steps apart (found 1)"]
    assert changed({"Hispania", "Italia"}) == [
        "of the pairs among Hispania, Italia, Polonia exactly one touches (found 0)"
    ]
    assert len(changed({"Russia", "Tartaria"})) == 1


def test_own_map_and_wrong_questions(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(templates()["map.toml"].replace("players = [2, 3, 4]", "players = [4]"), encoding="utf-8")
    assert nx.utils.graphs_equal(nx.Graph(maps.build(path).edges), nx.Graph(maps.build().edges))
    with pytest.raises(ValueError, match="players: found 3, expected one of 4"):
        maps.build(path, 3)
    with pytest.raises(ValueError, match="players: found 7, expected one of 2, 3, 4"):
        maps.build(players=7)
    with pytest.raises(ValueError, match=r'game: found "ratus", expected rattus.*did you mean rattus'):
        maps.build(game="ratus")


def test_networkx_is_imported_only_when_a_graph_is_built() -> None:
    code = "import sys, rattus_ai.maps; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
