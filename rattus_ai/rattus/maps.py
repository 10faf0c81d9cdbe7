"""The map of Rattus as a networkx graph for a number of players (rules section 1.1)."""

from __future__ import annotations

import os

import networkx as nx

from rattus_ai.rattus.boxdata import MapData, load_map

# What the rulebooks say about the neighbours of these regions, whatever the rest of the map looks like.
_TOUCHING = (("Gallia", "Hispania"), ("Russia", "Tartaria"))
_APART = (("Germania", "Turcia"),)
_TOGETHER = (("Anglia", "Gallia", "Hispania"), ("Russia", "Tartaria"))
_ONE_PAIR_TOUCHES = ("Hispania", "Italia", "Polonia")
_TWO_STEPS = ("Italia", "Scandia")


def build(map: MapData | str | os.PathLike[str] | None = None, players: int = 4) -> nx.Graph[str]:
    """Return the map for ``players`` players as a graph.

    Args:
        map: a loaded map, the path of a map file, or None for the shipped map of that number of players.
        players: number of players; regions of larger groups are left out.

    Returns:
        An undirected graph. Nodes are names of regions in the order of the map file, with attributes
        ``index`` (0, 1, ... among the used regions: the engine's number), ``group`` (smallest number of
        players), ``x`` and ``y`` (for drawing; y grows to the south), ``provenance``. Edges have ``kind``
        (``"border"`` or ``"arrow"``; both make neighbours) and ``provenance``. Graph attributes: ``title``,
        ``players``, ``source``.

    Raises:
        rattus_ai.rattus.boxdata.DataError: the file has problems.
        ValueError: the map is not for that number of players.
    """
    data = map if isinstance(map, MapData) else load_map(map, players)
    graph: nx.Graph[str] = nx.Graph(title=data.title, players=players, source=data.source)
    for index, name in enumerate(region_names(data, players)):
        region = next(region for region in data.regions if region.name == name)
        graph.add_node(
            name, index=index, group=region.group, x=region.x, y=region.y, provenance=region.provenance
        )
    for edge in data.edges:
        if edge.first in graph and edge.second in graph:
            graph.add_edge(edge.first, edge.second, kind=edge.kind, provenance=edge.provenance)
    return graph


def region_names(map: MapData, players: int) -> list[str]:
    """Return the names of the regions used with ``players`` players, in the order of the engine's numbers.

    Raises:
        ValueError: the map is not for that number of players.
    """
    if players not in map.players:
        choices = ", ".join(str(count) for count in map.players)
        raise ValueError(f"players: found {players!r}, expected one of {choices} ({map.source})")
    return [region.name for region in map.regions if region.used_with(players)]


def index_pairs(graph: nx.Graph[str]) -> list[tuple[int, int]]:
    """Return the edges of a graph made by :func:`build` as sorted pairs of region numbers, smaller first."""
    number = {name: int(graph.nodes[name]["index"]) for name in graph}
    ends = ((number[first], number[second]) for first, second in graph.edges)
    return sorted((min(pair), max(pair)) for pair in ends)


def broken_facts(map: MapData) -> list[str]:
    """Return every fact of rules section 1.1 that ``map`` contradicts, one sentence each.

    Facts about regions that the map does not have, under these names, do not apply. A map file that breaks
    a fact can still be played; an owner who sees the sentence should look at the board again.
    """
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(region.name for region in map.regions)
    graph.add_edges_from((edge.first, edge.second) for edge in map.edges)

    def present(names: tuple[str, ...]) -> bool:
        return all(name in graph for name in names)

    broken = [f"{a} and {b} touch" for a, b in _TOUCHING if present((a, b)) and not graph.has_edge(a, b)]
    broken += [f"{a} and {b} do not touch" for a, b in _APART if present((a, b)) and graph.has_edge(a, b)]
    for group in _TOGETHER:
        if len(group) > 2 and present(group) and not nx.is_connected(graph.subgraph(group)):
            broken.append(f"{', '.join(group)} are connected without any other region")
    if present(_ONE_PAIR_TOUCHES):
        touching = graph.subgraph(_ONE_PAIR_TOUCHES).number_of_edges()
        if touching != 1:
            names = ", ".join(_ONE_PAIR_TOUCHES)
            broken.append(f"of the pairs among {names} exactly one touches (found {touching})")
    if present(_TWO_STEPS):
        start, end = _TWO_STEPS
        steps = nx.shortest_path_length(graph, start, end) if nx.has_path(graph, start, end) else 0
        if steps != 2:
            broken.append(f"{start} and {end} are two steps apart (found {steps or 'no way'})")
    return broken
