"""The grid of places as a networkx graph, and distances on it with the barrier (rules, sections 1.3, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from rattus_ai.istanbul.box_layouts import ROWS, load_layouts, misplaced
from rattus_ai.istanbul.words import COLUMNS, PLACES, PLAYER_COUNTS

DEFAULT_LAYOUT = "short"


def build(map: str | Sequence[int] | None = None, players: int = 4) -> nx.Graph[str]:
    """Return the grid of a layout as a graph.

    Args:
        map: a layout by name, or the numbers of the places row by row; None for the suggested first layout
            of the base game.
        players: number of players; the grid is the same for all.

    Returns:
        An undirected graph. Nodes are English names of places row by row, with attributes ``index`` (0, 1,
        ... on the grid), ``number`` (of the place, from 1), ``row``, ``column``, ``x`` and ``y`` (for
        drawing; y grows to the south), ``group`` (smallest number of players) and ``provenance``. Edges have
        ``kind`` (``"border"``) and ``provenance``. Graph attributes: ``title``, ``players``, ``columns``.

    Raises:
        ValueError: there is no such layout, or a number of players that the game does not have.
    """
    if players not in PLAYER_COUNTS:
        choices = ", ".join(str(count) for count in PLAYER_COUNTS)
        raise ValueError(f"players: found {players!r}, expected one of {choices}")
    title, places = _chosen(map)
    columns = len(places) // ROWS
    graph: nx.Graph[str] = nx.Graph(title=title, players=players, columns=columns)
    names = [PLACES[place - 1] for place in places]
    for index, (place, name) in enumerate(zip(places, names, strict=True)):
        row, column = divmod(index, columns)
        graph.add_node(
            name,
            index=index,
            number=place,
            row=row,
            column=column,
            x=float(column),
            y=float(row),
            group=PLAYER_COUNTS[0],
            provenance="stated",
        )
    for first, second in edges(places):
        graph.add_edge(names[first], names[second], kind="border", provenance="stated")
    return graph


def edges(places: Sequence[int]) -> list[tuple[int, int]]:
    """The neighbours on the grid as pairs of grid indices, smaller first, in the order of the core."""
    columns = len(places) // ROWS
    pairs = []
    for index in range(len(places)):
        if index % columns < columns - 1:
            pairs.append((index, index + 1))
        if index + columns < len(places):
            pairs.append((index, index + columns))
    return pairs


def distances(graph: nx.Graph[str], origin: str, barrier: tuple[str, str] | None = None) -> dict[str, int]:
    """Steps of the shortest way from a place to each one that can be reached.

    Args:
        graph: made by :func:`build`.
        origin: name of the place.
        barrier: two neighbouring places between which there is no way; None for whoever may cross it.

    Raises:
        ValueError: a place is not on the grid, or the barrier does not lie between two neighbours.
    """
    if origin not in graph:
        raise ValueError(f"origin: found {origin!r}, expected a place of the grid")
    ways = graph
    if barrier is not None:
        if not graph.has_edge(*barrier):
            raise ValueError(f"barrier: found {barrier!r}, expected two neighbouring places")
        ways = nx.restricted_view(graph, [], [barrier])
    return dict(nx.single_source_shortest_path_length(ways, origin))


def _chosen(map: str | Sequence[int] | None) -> tuple[str, tuple[int, ...]]:
    if map is None or isinstance(map, str):
        name = map or DEFAULT_LAYOUT
        layouts = {layout.name: layout for layout in load_layouts().layouts}
        if name not in layouts:
            raise ValueError(f"map: found {name!r}, expected one of {', '.join(layouts)}")
        return name, layouts[name].places
    places = tuple(map)
    if len(places) not in {ROWS * columns for columns in COLUMNS.values()} or misplaced(places):
        raise ValueError(f"map: found {list(places)!r}, expected each of 1 to 16 or 1 to 20 once")
    return "own layout", places
