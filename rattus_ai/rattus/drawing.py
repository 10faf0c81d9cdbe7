"""A drawing of the map with a position on it, as a self-contained SVG of simple shapes of our own.

:class:`Scene` says what lies where and knows nothing of engine or documents; :func:`empty_scene` makes one
from a map, :func:`draw` turns one into SVG text. The same scene gives the same text.

Reading the picture: every region is a card with its name; the upper row holds a numbered square for each
player with cubes there, always in the player's own column; the lower row holds the rats, with a purple rim
for the ring and a grey rim without, ``?`` or the known limit inside, the known symbols below, and a dot in
the colour of each player who has looked. The plague piece is black, and so is the rim of its region. On the
lower rim of a region hang its goods, nuns and caravan; dots at a square count diplomats and potions; a bar
across a border is a wall.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from rattus_ai.rattus.drawing_markers import (
    DIPLOMAT,
    POTION,
    belongings,
    beside_cubes,
    card_label,
    dot,
    markers,
    stocks,
    wall,
)
from rattus_ai.rattus.drawing_scene import (
    RINGS,
    Scene,
    SceneEdge,
    SceneRat,
    SceneRegion,
    check,
    empty_scene,
)
from rattus_ai.rattus.languages import Names, names
from rattus_ai.text.colours import FILLS
from rattus_ai.text.svg import boxes, measure, num, safe, text_line

__all__ = ["FILLS", "Scene", "SceneEdge", "SceneRat", "SceneRegion", "draw", "empty_scene"]

_GROUP_FILLS = ("#f7f0dc", "#f7f0dc", "#f7f0dc", "#ecd9b4", "#dcc093", "#dcc093", "#d3dfc2")
_INK = "#2b2b2b"
_SEA = "#dce9f1"
_WIDTH, _HEIGHT = 180.0, 124.0  # of a region
_GAP = 30.0  # least distance between two regions
_SQUARE = 24.0  # of cubes
_MARGIN = 30.0
_PANEL = 330.0
_FONT = "font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\""


def draw(scene: Scene, language: str = "en") -> str:
    """Return the scene as SVG text, with the names of ``language``.

    Raises:
        ValueError: the scene contradicts itself (a player or region that does not exist, more than three
            rats in a region), or the language is unknown.
    """
    check(scene)
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
        *_walls(scene, places, words),
        *(_region(scene, index, place, words) for index, place in enumerate(places)),
        f'<g transform="translate(0 {num(height - top - legend_height)})">{legend}</g>',
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}" {_FONT} fill="{_INK}" role="img">',
        f"<title>{safe(scene.title or 'Rattus')}</title>",
        f'<rect width="{num(width)}" height="{num(height)}" fill="{_SEA}"/>',
    ]
    if scene.title:
        parts.append(text_line(_MARGIN, 33, scene.title, 22, bold=True, room=width - 2 * _MARGIN))
    parts.append(f'<g transform="translate(0 {num(top)})">{"".join(board)}</g>')
    parts.append(f'<g transform="translate({num(board_width)} {num(top + 14)})">{panel}</g></svg>')
    return "\n".join(parts) + "\n"


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
    """Return a line for each edge."""
    lines = []
    for edge in scene.edges:
        (x1, y1), (x2, y2) = places[edge.first], places[edge.second]
        cx, cy = _bend(places, edge.first, edge.second)
        style = 'stroke-dasharray="3 9" stroke-linecap="round"' if edge.kind == "arrow" else ""
        path = f"M{num(x1)} {num(y1)}Q{num(cx)} {num(cy)} {num(x2)} {num(y2)}"
        lines.append(f'<path d="{path}" fill="none" stroke="#6f7d88" stroke-width="5" {style}/>')
    return lines


def _bend(places: Sequence[tuple[float, float]], first: int, second: int) -> tuple[float, float]:
    """Return the control point of an edge, bent where a straight one would pass under a third region."""
    (x1, y1), (x2, y2) = places[first], places[second]
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    others = [place for index, place in enumerate(places) if index not in (first, second)]
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
    return (best[1], best[2]) if best else ((x1 + x2) / 2, (y1 + y2) / 2)


def _walls(scene: Scene, places: Sequence[tuple[float, float]], words: Names) -> list[str]:
    """Return a bar across the middle of each border with a wall."""
    bars = []
    for first, second in scene.walls:
        (x1, y1), (x2, y2) = places[first], places[second]
        cx, cy = _bend(places, first, second)
        bars.append(wall((x1 + 2 * cx + x2) / 4, (y1 + 2 * cy + y2) / 4, x2 - x1, y2 - y1, words))
    return bars


# --- pieces ------------------------------------------------------------------------------------------


def _region(scene: Scene, index: int, place: tuple[float, float], words: Names) -> str:
    region = scene.regions[index]
    plagued = scene.plague == index
    name = words.region(region.name)
    fill = _GROUP_FILLS[max(0, min(region.group, len(_GROUP_FILLS) - 1))]
    rim = 'stroke="#111111" stroke-width="4"' if plagued else 'stroke="#8b7d5e" stroke-width="1.5"'
    parts = [
        f'<g transform="translate({num(place[0] - _WIDTH / 2)} {num(place[1] - _HEIGHT / 2)})">',
        f"<title>{safe(name)}</title>",
        f'<rect width="{num(_WIDTH)}" height="{num(_HEIGHT)}" rx="16" fill="{fill}" {rim}/>',
        text_line(
            _WIDTH / 2, 22, name, 16, bold=True, anchor="middle", room=_WIDTH - (66 if plagued else 20)
        ),
    ]
    if region.goods or region.nuns or region.caravan:
        parts.append(markers(region, _WIDTH, _HEIGHT, words))
    pitch = (_WIDTH - 14) / max(scene.players, 4)
    for player, count in enumerate(region.cubes):
        if count:
            x = (_WIDTH - pitch * scene.players) / 2 + pitch * (player + 0.5)
            parts.append(
                _cubes(x, 46, scene.fill(player), count, f"{_player(scene, words, player)}: {count}")
            )
            parts.append(beside_cubes(region, player, x, 46, _SQUARE, words))
    slot = 57.0
    for position, rat in enumerate(region.rats):
        x = _WIDTH / 2 + (position - (len(region.rats) - 1) / 2) * slot
        parts.append(_rat(x, 86, rat, scene, words))
    if plagued:
        parts.append(_plague(_WIDTH - 20, 9, words.word("plague")))
    return "".join([*parts, "</g>"])


def _cubes(x: float, y: float, colours: tuple[str, str], count: int, title: str) -> str:
    fill, ink = colours
    left, upper, side = num(x - _SQUARE / 2), num(y - _SQUARE / 2), num(_SQUARE)
    corner = f'x="{left}" y="{upper}" width="{side}" height="{side}"'
    return (
        f"<g><title>{safe(title)}</title>"
        f'<rect {corner} rx="3" fill="{fill}" stroke="{_INK}" stroke-width="1.2"/>'
        f"{text_line(x, y + 5.5, str(count), 15, bold=True, anchor='middle', colour=ink)}</g>"
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
        f"<g><title>{safe(title)}</title>",
        f'<circle cx="{num(x)}" cy="{num(y)}" r="14" fill="{fill}" '
        f'stroke="{RINGS[rat.ring]}" stroke-width="4.5"/>',
        text_line(x, y + 5.5, limit, 15, bold=True, anchor="middle", colour=ink),
    ]
    if symbols:
        parts.append(text_line(x, y + 30, symbols, 12.5, bold=True, anchor="middle", room=49))
    for position, looker in enumerate(rat.lookers):
        angle = math.radians(-60 + 30 * position)
        cx, cy = x + 18 * math.cos(angle), y + 18 * math.sin(angle)
        parts.append(
            f'<circle cx="{num(cx)}" cy="{num(cy)}" r="4.5" fill="{scene.fill(looker)[0]}" '
            f'stroke="{_INK}" stroke-width="1"/>'
        )
    return "".join([*parts, "</g>"])


def _plague(x: float, y: float, title: str) -> str:
    """Return the plague piece, a black pawn whose head is at ``(x, y)``."""
    corners = ((x - 11, y + 24), (x - 4, y + 2), (x + 4, y + 2), (x + 11, y + 24))
    body = f"M{'L'.join(f'{num(a)} {num(b)}' for a, b in corners)}Z"
    outline = 'fill="#111111" stroke="#ffffff" stroke-width="1.5" stroke-linejoin="round"'
    return (
        f'<g><title>{safe(title)}</title><path d="{body}" {outline}/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="7.5" {outline}/></g>'
    )


def _player(scene: Scene, words: Names, player: int) -> str:
    return scene.player_names[player] if scene.player_names else f"{words.word('player')} {player}"


# --- beside and below the map ------------------------------------------------------------------------


def _panel(scene: Scene, words: Names) -> tuple[str, float]:
    """Return the column of players, cards on the table and rat supply, and its height."""
    parts: list[str] = []
    y = 16.0
    for player in range(scene.players):
        cards = [card_label(scene, card, words) for card, owner in scene.owners if owner == player]
        chips, chip_height = boxes(cards, _PANEL - 32)
        more, more_height = belongings(scene, player, _PANEL - 32, words)
        height = 66 + chip_height + more_height
        fill, _ = scene.fill(player)
        active = scene.active == player
        rim = 'stroke="#111111" stroke-width="3.5"' if active else 'stroke="#9fb0bb" stroke-width="1.2"'
        parts.append(f'<g transform="translate(0 {num(y)})">')
        parts.append(f'<rect width="{num(_PANEL)}" height="{num(height)}" rx="12" fill="#ffffff" {rim}/>')
        parts.append(
            f'<rect x="16" y="14" width="18" height="18" rx="3" fill="{fill}" '
            f'stroke="{_INK}" stroke-width="1.2"/>'
        )
        room = _PANEL - 60 - (100 if active else 0)
        parts.append(text_line(44, 29, _player(scene, words, player), 17, bold=True, room=room))
        if active:
            parts.append(
                f'<rect x="{num(_PANEL - 96)}" y="12" width="82" height="24" rx="12" fill="#111111"/>'
                + text_line(
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
        counts = [("supply", scene.supply), ("palace", scene.palace), ("coins", scene.coins)]
        line = " · ".join(f"{words.word(word)} {values[player]}" for word, values in counts if values)
        if line:
            parts.append(text_line(16, 54, line, 14, room=_PANEL - 32))
        parts.append(f'<g transform="translate(16 62)">{chips}</g>')
        parts.append(f'<g transform="translate(16 {num(62 + chip_height)})">{more}</g></g>')
        y += height + 12
    free = [card_label(scene, card, words) for card, owner in scene.owners if owner is None]
    if free:
        chips, chip_height = boxes(free, _PANEL)
        parts.append(text_line(0, y + 14, words.word("table"), 14, bold=True, room=_PANEL))
        parts.append(f'<g transform="translate(0 {num(y + 22)})">{chips}</g>')
        y += chip_height + 34
    if scene.rat_supply is not None:
        parts.append(
            text_line(0, y + 14, f"{words.word('rat')}: {words.word('supply')}", 14, bold=True, room=_PANEL)
        )
        for column, ring in enumerate("sn"):
            x = 16.0 + column * 84
            parts.append(_rat(x, y + 42, SceneRat(ring), scene, words))
            parts.append(text_line(x + 24, y + 48, str(scene.rat_supply[column]), 16, bold=True))
        y += 74
    stock, stock_height = stocks(scene, _PANEL, words)
    if stock:
        parts.append(f'<g transform="translate(0 {num(y)})">{stock}</g>')
    return "".join(parts), y + stock_height


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
    if scene.walls:
        items.append((wall(14, 14, 1, 0, words, 9), words.word("wall")))
    if any(any(region.diplomats) for region in scene.regions):
        items.append((dot(14, 14, DIPLOMAT, 1, words.word("diplomats")), words.word("diplomats")))
    if any(any(region.potions) for region in scene.regions):
        items.append((dot(14, 14, POTION, 1, words.word("potions")), words.word("potions")))
    parts: list[str] = []
    x, y = _MARGIN, 0.0
    for sign, label in items:
        width = 42 + measure(label, 13, bold=False) + 22
        if x > _MARGIN and x + width > room:
            x, y = _MARGIN, y + 42
        parts.append(f'<g transform="translate({num(x)} {num(y)})">{sign}{text_line(42, 19, label, 13)}</g>')
        x += width
    return "".join(parts), y + 50
