"""A drawing of the map with a position on it, as a self-contained SVG of simple shapes of our own.

:class:`Scene` says what lies where and knows nothing of engine or documents; :func:`empty_scene` makes one
from a map, :func:`draw` turns one into SVG text. The same scene gives the same text.

Reading the picture: every region is a card with its name; the upper row holds a numbered square for each
player with cubes there, always in the player's own column; the lower row holds the rats, with a purple rim
for the ring and a grey rim without, ``?`` or the known limit inside, the known symbols below, and a dot in
the colour of each player who has looked. The plague piece is black, and so is the rim of its region.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from rattus_ai.rattus.boxdata import MapData
from rattus_ai.rattus.languages import Names, names
from rattus_ai.rattus.maps import build
from rattus_ai.text.colours import player_colours

# Fill and writing for each colour: far apart in hue and in lightness, none near the purple of the ring.
FILLS = {
    "red": ("#c8322b", "#ffffff"),
    "blue": ("#2467b3", "#ffffff"),
    "yellow": ("#f0c02c", "#222222"),
    "green": ("#2f8f4e", "#ffffff"),
    "white": ("#f4f4f4", "#222222"),
    "brown": ("#7a4a2b", "#ffffff"),
}
MAX_PLAYERS = len(FILLS)

_RINGS = {"s": "#8e44ad", "n": "#8a8f98"}
_GROUP_FILLS = ("#f7f0dc", "#f7f0dc", "#f7f0dc", "#ecd9b4", "#dcc093", "#dcc093", "#d3dfc2")
_INK = "#2b2b2b"
_SEA = "#dce9f1"
_WIDTH, _HEIGHT = 180.0, 124.0  # of a region
_GAP = 30.0  # least distance between two regions
_SQUARE = 24.0  # of cubes
_MARGIN = 30.0
_PANEL = 330.0
_FONT = "font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\""


@dataclass(frozen=True, slots=True)
class SceneRat:
    """A rat: its ring (``"s"`` or ``"n"``), its printed side such as ``"2:MBC"`` if known, who has looked."""

    ring: str
    text: str | None = None
    lookers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneRegion:
    """A region: canonical name, place (any unit, y to the south), group, cubes by player, rats."""

    name: str
    x: float
    y: float
    group: int = 2
    cubes: tuple[int, ...] = ()
    rats: tuple[SceneRat, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneEdge:
    """Two regions by their place in :attr:`Scene.regions`; ``kind`` is ``"border"`` or ``"arrow"``."""

    first: int
    second: int
    kind: str = "border"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table that a drawing shows. Lists by player follow the players' numbers from 0."""

    players: int  # 1 to 6
    regions: tuple[SceneRegion, ...]
    edges: tuple[SceneEdge, ...] = ()
    palace: tuple[int, ...] = ()  # cubes by player
    supply: tuple[int, ...] = ()  # cubes by player
    plague: int | None = None  # a region by its place in `regions`
    owners: tuple[tuple[str, int | None], ...] = ()  # class card -> player, None on the table
    active: int | None = None  # whose turn it is; None at the end
    rat_supply: tuple[int, int] | None = None  # starting, normal
    player_names: tuple[str, ...] = ()  # "Player 0", ... if left out
    title: str = ""

    def fill(self, player: int) -> tuple[str, str]:
        """Colour of the player's pieces and of what is written on them."""
        return FILLS[player_colours(self.player_names or None, self.players)[player]]


def empty_scene(map_data: MapData, players: int, title: str = "") -> Scene:
    """Return the map for ``players`` players with nothing on it; use ``dataclasses.replace`` to add pieces.

    Raises:
        ValueError: the map is not for that number of players.
    """
    graph = build(map_data, players)
    regions = tuple(
        SceneRegion(name, node["x"], node["y"], node["group"]) for name, node in graph.nodes(data=True)
    )
    number = {region.name: index for index, region in enumerate(regions)}
    edges = tuple(
        SceneEdge(number[first], number[second], edge["kind"])
        for first, second, edge in graph.edges(data=True)
    )
    return Scene(players, regions, edges, title=title)


def draw(scene: Scene, language: str = "en") -> str:
    """Return the scene as SVG text, with the names of ``language``.

    Raises:
        ValueError: the scene contradicts itself (a player or region that does not exist, more than three
            rats in a region), or the language is unknown.
    """
    _check(scene)
    words = names(language)
    places = _layout(scene.regions)
    board_width = max((x for x, _ in places), default=0.0) + _WIDTH / 2 + _MARGIN
    board_height = max((y for _, y in places), default=0.0) + _HEIGHT / 2 + _MARGIN
    top = 46.0 if scene.title else 0.0
    panel, panel_height = _panel(scene, words)
    legend, legend_height = _legend(scene, words, board_width)
    height = top + max(board_height + legend_height, panel_height + _MARGIN)
    width = board_width + _PANEL + _MARGIN
    board = [
        *_edges(scene, places),
        *(_region(scene, index, place, words) for index, place in enumerate(places)),
        f'<g transform="translate(0 {_n(height - top - legend_height)})">{legend}</g>',
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" {_FONT} fill="{_INK}" role="img">',
        f"<title>{_safe(scene.title or 'Rattus')}</title>",
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="{_SEA}"/>',
    ]
    if scene.title:
        parts.append(_text(_MARGIN, 33, scene.title, 22, bold=True, room=width - 2 * _MARGIN))
    parts.append(f'<g transform="translate(0 {_n(top)})">{"".join(board)}</g>')
    parts.append(f'<g transform="translate({_n(board_width)} {_n(top + 14)})">{panel}</g></svg>')
    return "\n".join(parts) + "\n"


def _check(scene: Scene) -> None:
    """Raise ValueError with the place of the first contradiction of the scene."""
    if not 1 <= scene.players <= MAX_PLAYERS:
        raise ValueError(f"scene, players: found {scene.players}, expected 1 to {MAX_PLAYERS}")
    players = range(scene.players)
    regions = range(len(scene.regions))
    per_player = [("palace", scene.palace), ("supply", scene.supply)]
    per_player += [(f"cubes of {region.name}", region.cubes) for region in scene.regions]
    for what, counts in per_player:
        if (counts and len(counts) != scene.players) or any(count < 0 for count in counts):
            expected = f"{scene.players} numbers from 0"
            raise ValueError(f"scene, {what}: found {list(counts)}, expected {expected}")
    if scene.player_names and len(scene.player_names) != scene.players:
        raise ValueError(
            f"scene, player_names: found {len(scene.player_names)}, expected {scene.players} names"
        )
    owners = [owner for _, owner in scene.owners]
    lookers = [looker for region in scene.regions for rat in region.rats for looker in rat.lookers]
    for player in (*owners, *lookers, scene.active):
        if player is not None and player not in players:
            raise ValueError(f"scene: found player {player}, expected 0 to {scene.players - 1}")
    ends = [end for edge in scene.edges for end in (edge.first, edge.second)]
    for place in (*ends, scene.plague):
        if place is not None and place not in regions:
            raise ValueError(f"scene: found region {place}, expected 0 to {len(scene.regions) - 1}")
    for region in scene.regions:
        if len(region.rats) > 3:
            raise ValueError(f"scene, rats of {region.name}: found {len(region.rats)}, expected at most 3")
        for rat in region.rats:
            if rat.ring not in _RINGS:
                raise ValueError(
                    f"scene, rats of {region.name}: found ring {rat.ring!r}, expected 's' or 'n'"
                )


# --- where things go ---------------------------------------------------------------------------------


def _layout(regions: Sequence[SceneRegion]) -> list[tuple[float, float]]:
    """Return the centres of the regions on the page, true to their coordinates but without overlaps.

    The map is scaled to a handy size; then regions that come too near to each other push one another apart,
    each time along the direction in which less is missing, until none overlaps.
    """
    if not regions:
        return []
    left, upper = min(region.x for region in regions), min(region.y for region in regions)
    extent = max(
        max(region.x for region in regions) - left, (max(region.y for region in regions) - upper) * 1.6
    )
    scale = 1000.0 / extent if extent > 0 else 1.0
    xs = [(region.x - left) * scale for region in regions]
    ys = [(region.y - upper) * scale for region in regions]
    near_x, near_y = _WIDTH + _GAP, _HEIGHT + _GAP
    for _ in range(400):
        moved = False
        for one, other in itertools.combinations(range(len(regions)), 2):
            missing_x = near_x - abs(xs[other] - xs[one])
            missing_y = near_y - abs(ys[other] - ys[one])
            if missing_x <= 0.01 or missing_y <= 0.01:
                continue
            moved = True
            values, missing = (xs, missing_x) if missing_x <= missing_y else (ys, missing_y)
            step = math.copysign(missing / 2 + 0.01, values[other] - values[one])
            values[one] -= step
            values[other] += step
        if not moved:
            break
    left, upper = min(xs) - _WIDTH / 2 - _MARGIN, min(ys) - _HEIGHT / 2 - _MARGIN
    return [(x - left, y - upper) for x, y in zip(xs, ys, strict=True)]


def _covers(centre: tuple[float, float], point: tuple[float, float]) -> bool:
    """Say whether a point lies on or close to the region drawn around ``centre``."""
    return abs(point[0] - centre[0]) < _WIDTH / 2 + 8 and abs(point[1] - centre[1]) < _HEIGHT / 2 + 8


def _edges(scene: Scene, places: Sequence[tuple[float, float]]) -> list[str]:
    """Return a line for each edge, bent where a straight one would pass under a third region."""
    lines = []
    for edge in scene.edges:
        (x1, y1), (x2, y2) = places[edge.first], places[edge.second]
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        others = [place for index, place in enumerate(places) if index not in (edge.first, edge.second)]
        best: tuple[int, float, float] | None = None
        for bend in (0.0, 90.0, -90.0, 180.0, -180.0, 300.0, -300.0, 450.0, -450.0):
            cx = (x1 + x2) / 2 - (y2 - y1) / length * bend
            cy = (y1 + y2) / 2 + (x2 - x1) / length * bend
            hits = 0
            for step in range(1, 24):
                t = step / 24
                a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
                point = (a * x1 + b * cx + c * x2, a * y1 + b * cy + c * y2)
                hits += any(_covers(other, point) for other in others)
            if best is None or hits < best[0]:
                best = (hits, cx, cy)
            if hits == 0:
                break
        cx, cy = (best[1], best[2]) if best else ((x1 + x2) / 2, (y1 + y2) / 2)
        style = 'stroke-dasharray="3 9" stroke-linecap="round"' if edge.kind == "arrow" else ""
        path = f"M{_n(x1)} {_n(y1)}Q{_n(cx)} {_n(cy)} {_n(x2)} {_n(y2)}"
        lines.append(f'<path d="{path}" fill="none" stroke="#6f7d88" stroke-width="5" {style}/>')
    return lines


# --- pieces ------------------------------------------------------------------------------------------


def _region(scene: Scene, index: int, place: tuple[float, float], words: Names) -> str:
    region = scene.regions[index]
    plagued = scene.plague == index
    name = words.region(region.name)
    fill = _GROUP_FILLS[max(0, min(region.group, len(_GROUP_FILLS) - 1))]
    rim = 'stroke="#111111" stroke-width="4"' if plagued else 'stroke="#8b7d5e" stroke-width="1.5"'
    parts = [
        f'<g transform="translate({_n(place[0] - _WIDTH / 2)} {_n(place[1] - _HEIGHT / 2)})">',
        f"<title>{_safe(name)}</title>",
        f'<rect width="{_n(_WIDTH)}" height="{_n(_HEIGHT)}" rx="16" fill="{fill}" {rim}/>',
        _text(_WIDTH / 2, 22, name, 16, bold=True, anchor="middle", room=_WIDTH - (66 if plagued else 20)),
    ]
    pitch = (_WIDTH - 14) / max(scene.players, 4)
    for player, count in enumerate(region.cubes):
        if count:
            x = (_WIDTH - pitch * scene.players) / 2 + pitch * (player + 0.5)
            parts.append(
                _cubes(x, 46, scene.fill(player), count, f"{_player(scene, words, player)}: {count}")
            )
    slot = 57.0
    for position, rat in enumerate(region.rats):
        x = _WIDTH / 2 + (position - (len(region.rats) - 1) / 2) * slot
        parts.append(_rat(x, 86, rat, scene, words))
    if plagued:
        parts.append(_plague(_WIDTH - 20, 9, words.word("plague")))
    return "".join([*parts, "</g>"])


def _cubes(x: float, y: float, colours: tuple[str, str], count: int, title: str) -> str:
    fill, ink = colours
    corner = (
        f'x="{_n(x - _SQUARE / 2)}" y="{_n(y - _SQUARE / 2)}" width="{_n(_SQUARE)}" height="{_n(_SQUARE)}"'
    )
    return (
        f"<g><title>{_safe(title)}</title>"
        f'<rect {corner} rx="3" fill="{fill}" stroke="{_INK}" stroke-width="1.2"/>'
        f"{_text(x, y + 5.5, str(count), 15, bold=True, anchor='middle', colour=ink)}</g>"
    )


def _rat(x: float, y: float, rat: SceneRat, scene: Scene, words: Names) -> str:
    limit, _, symbols = (rat.text or "?").partition(":")
    kind = words.word("starting" if rat.ring == "s" else "normal")
    title = f"{kind} {rat.text or '?'}"
    if rat.lookers:
        seen_by = ", ".join(_player(scene, words, looker) for looker in rat.lookers)
        title += f" ({words.word('looked')}: {seen_by})"
    fill = "#ffffff" if rat.text else "#4a4f57"
    ink = _INK if rat.text else "#ffffff"
    parts = [
        f"<g><title>{_safe(title)}</title>",
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="14" fill="{fill}" '
        f'stroke="{_RINGS[rat.ring]}" stroke-width="4.5"/>',
        _text(x, y + 5.5, limit, 15, bold=True, anchor="middle", colour=ink),
    ]
    if symbols:
        parts.append(_text(x, y + 30, symbols, 12.5, bold=True, anchor="middle", room=49))
    for position, looker in enumerate(rat.lookers):
        angle = math.radians(-60 + 30 * position)
        cx, cy = x + 18 * math.cos(angle), y + 18 * math.sin(angle)
        parts.append(
            f'<circle cx="{_n(cx)}" cy="{_n(cy)}" r="4.5" fill="{scene.fill(looker)[0]}" '
            f'stroke="{_INK}" stroke-width="1"/>'
        )
    return "".join([*parts, "</g>"])


def _plague(x: float, y: float, title: str) -> str:
    """Return the plague piece, a black pawn whose head is at ``(x, y)``."""
    corners = ((x - 11, y + 24), (x - 4, y + 2), (x + 4, y + 2), (x + 11, y + 24))
    body = f"M{'L'.join(f'{_n(a)} {_n(b)}' for a, b in corners)}Z"
    outline = 'fill="#111111" stroke="#ffffff" stroke-width="1.5" stroke-linejoin="round"'
    return (
        f'<g><title>{_safe(title)}</title><path d="{body}" {outline}/>'
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="7.5" {outline}/></g>'
    )


def _player(scene: Scene, words: Names, player: int) -> str:
    return scene.player_names[player] if scene.player_names else f"{words.word('player')} {player}"


# --- beside and below the map ------------------------------------------------------------------------


def _panel(scene: Scene, words: Names) -> tuple[str, float]:
    """Return the column of players, cards on the table and rat supply, and its height."""
    parts: list[str] = []
    y = 16.0
    for player in range(scene.players):
        cards = [words.card(card) for card, owner in scene.owners if owner == player]
        chips, chip_height = _chips(cards, _PANEL - 32)
        height = 66 + chip_height
        fill, _ = scene.fill(player)
        active = scene.active == player
        rim = 'stroke="#111111" stroke-width="3.5"' if active else 'stroke="#9fb0bb" stroke-width="1.2"'
        parts.append(f'<g transform="translate(0 {_n(y)})">')
        parts.append(f'<rect width="{_n(_PANEL)}" height="{_n(height)}" rx="12" fill="#ffffff" {rim}/>')
        parts.append(
            f'<rect x="16" y="14" width="18" height="18" rx="3" fill="{fill}" '
            f'stroke="{_INK}" stroke-width="1.2"/>'
        )
        room = _PANEL - 60 - (100 if active else 0)
        parts.append(_text(44, 29, _player(scene, words, player), 17, bold=True, room=room))
        if active:
            parts.append(
                f'<rect x="{_n(_PANEL - 96)}" y="12" width="82" height="24" rx="12" fill="#111111"/>'
                + _text(
                    _PANEL - 55,
                    29,
                    words.word("turn"),
                    14,
                    bold=True,
                    anchor="middle",
                    colour="#fff",
                    room=70,
                )
            )
        counts = [("supply", scene.supply), ("palace", scene.palace)]
        line = " · ".join(f"{words.word(word)} {values[player]}" for word, values in counts if values)
        if line:
            parts.append(_text(16, 54, line, 14, room=_PANEL - 32))
        parts.append(f'<g transform="translate(16 62)">{chips}</g></g>')
        y += height + 12
    free = [words.card(card) for card, owner in scene.owners if owner is None]
    if free:
        chips, chip_height = _chips(free, _PANEL)
        parts.append(_text(0, y + 14, words.word("table"), 14, bold=True, room=_PANEL))
        parts.append(f'<g transform="translate(0 {_n(y + 22)})">{chips}</g>')
        y += chip_height + 34
    if scene.rat_supply is not None:
        parts.append(
            _text(0, y + 14, f"{words.word('rat')}: {words.word('supply')}", 14, bold=True, room=_PANEL)
        )
        for column, ring in enumerate("sn"):
            x = 16.0 + column * 84
            parts.append(_rat(x, y + 42, SceneRat(ring), scene, words))
            parts.append(_text(x + 24, y + 48, str(scene.rat_supply[column]), 16, bold=True))
        y += 74
    return "".join(parts), y


def _chips(labels: Sequence[str], room: float) -> tuple[str, float]:
    """Return labels in rounded boxes, wrapped to ``room``, and the height they need (0 without labels)."""
    parts: list[str] = []
    x, y = 0.0, 0.0
    for label in labels:
        width = min(room, _measure(label, 14, bold=False) + 22)
        if x > 0 and x + width > room:
            x, y = 0.0, y + 32
        parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="26" rx="7" fill="#fdf6e0" '
            f'stroke="#a58f56" stroke-width="1.2"/>'
            + _text(x + width / 2, y + 18, label, 14, anchor="middle", room=width - 14)
        )
        x += width + 7
    return "".join(parts), (y + 34 if labels else 0.0)


def _legend(scene: Scene, words: Names, room: float) -> tuple[str, float]:
    """Return the row that explains the signs, and its height."""
    line = 'stroke="#6f7d88" stroke-width="5"'
    items = [
        (_cubes(14, 14, FILLS["red"], 3, words.word("cube")), words.word("cube")),
        (_rat(14, 14, SceneRat("s"), scene, words), words.word("starting")),
        (_rat(14, 14, SceneRat("n"), scene, words), words.word("normal")),
        (_rat(14, 14, SceneRat("n", "2", (scene.players - 1,)), scene, words), words.word("looked")),
        (_plague(14, 4, words.word("plague")), words.word("plague")),
        (f'<path d="M-6 14H30" {line}/>', words.word("border")),
        (f'<path d="M-6 14H30" {line} stroke-dasharray="3 9" stroke-linecap="round"/>', words.word("arrow")),
    ]
    parts: list[str] = []
    x, y = _MARGIN, 0.0
    for sign, label in items:
        width = 42 + _measure(label, 13, bold=False) + 22
        if x > _MARGIN and x + width > room:
            x, y = _MARGIN, y + 42
        parts.append(f'<g transform="translate({_n(x)} {_n(y)})">{sign}{_text(42, 19, label, 13)}</g>')
        x += width
    return "".join(parts), y + 50


# --- text --------------------------------------------------------------------------------------------


def _measure(text: str, size: float, bold: bool) -> float:
    """Return about how wide a text is, on the safe side for the usual sans-serif fonts."""
    widths = sum(
        0.36 if letter in " iljtfrI.,:'|()" else 0.95 if letter in "mwMW" else 0.66 for letter in text
    )
    return widths * size * (1.1 if bold else 1.0)


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    bold: bool = False,
    anchor: str = "start",
    colour: str = "",
    room: float | None = None,
) -> str:
    """Return a line of text, set smaller if it would need more than ``room``."""
    if room is not None:
        needed = _measure(text, size, bold)
        size = size if needed <= room else max(7.0, size * room / needed)
    attributes = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"'
    if anchor != "start":
        attributes += f' text-anchor="{anchor}"'
    if bold:
        attributes += ' font-weight="bold"'
    if colour:
        attributes += f' fill="{colour}"'
    return f"<text {attributes}>{_safe(text)}</text>"


def _safe(text: str) -> str:
    """Return text that can stand in the SVG: no markup, nothing that XML forbids."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def _n(value: float) -> str:
    """Return a number for an attribute: one decimal at most, no trailing zero."""
    return f"{value:.1f}".removesuffix(".0")
