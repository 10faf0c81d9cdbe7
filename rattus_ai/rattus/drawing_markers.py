"""Signs of the expansions in a drawing: goods, coins, region cards, and what cards put on the board."""

from __future__ import annotations

import math

from rattus_ai.rattus.drawing_scene import Scene, SceneRegion
from rattus_ai.rattus.languages import Names
from rattus_ai.text.svg import boxes, measure, num, safe, text_line

DIPLOMAT = "#b8860b"
POTION = "#0d8a72"

GOODS_FILLS = {"fish": "#bcdcf2", "cloth": "#f1c5d4", "wood": "#d8bb94", "salt": "#f4f4f4"}

_HEIGHT = 20.0  # of a label on the rim of a region
_INSIDE = 5.0  # so much of it lies within the region
_LINE = 20.0
_OTHER_FILL = "#fdf6e0"
_LETTERS = 12.5


def markers(region: SceneRegion, width: float, height: float, words: Names) -> str:
    """Return labels for goods, nuns and caravan, side by side on the lower rim of a region."""
    labels: list[tuple[str, str]] = []
    if region.goods:
        labels.append((words.goods(region.goods), GOODS_FILLS.get(region.goods, _OTHER_FILL)))
    if region.nuns:
        labels.append((f"{words.word('nuns')} {region.nuns}", _OTHER_FILL))
    if region.caravan:
        labels.append((words.word("caravan"), _OTHER_FILL))
    room = (width - 12) / len(labels) - 6
    widths = [min(room, measure(label, _LETTERS, bold=False) + 14) for label, _ in labels]
    x = (width - sum(widths) - 6 * (len(labels) - 1)) / 2
    parts = []
    for (label, fill), wide in zip(labels, widths, strict=True):
        parts.append(
            f'<rect x="{num(x)}" y="{num(height - _INSIDE)}" width="{num(wide)}" height="{num(_HEIGHT)}" '
            f'rx="10" fill="{fill}" stroke="#8b7d5e" stroke-width="1.2"/>'
            + text_line(
                x + wide / 2, height - _INSIDE + 14.5, label, _LETTERS, anchor="middle", room=wide - 8
            )
        )
        x += wide + 6
    return "".join(parts)


def beside_cubes(region: SceneRegion, player: int, x: float, y: float, square: float, words: Names) -> str:
    """Return the dots that count a player's diplomats and potions at the square of his cubes."""
    parts = []
    for counts, colour, word, side in (
        (region.diplomats, DIPLOMAT, "diplomats", -1),
        (region.potions, POTION, "potions", 1),
    ):
        if counts and counts[player]:
            title = f"{words.word(word)}: {counts[player]}"
            parts.append(dot(x + side * square / 2, y + square / 2, colour, counts[player], title))
    return "".join(parts)


def dot(x: float, y: float, colour: str, count: int, title: str) -> str:
    """Return a dot with a number in it."""
    return (
        f"<g><title>{safe(title)}</title>"
        f'<circle cx="{num(x)}" cy="{num(y)}" r="7" fill="{colour}" stroke="#ffffff" stroke-width="1"/>'
        f"{text_line(x, y + 3.5, str(count), 10, bold=True, anchor='middle', colour='#ffffff')}</g>"
    )


def wall(x: float, y: float, along_x: float, along_y: float, words: Names, half: float = 20) -> str:
    """Return a bar at a point, across a direction."""
    length = math.hypot(along_x, along_y) or 1.0
    dx, dy = -along_y / length * half, along_x / length * half
    return (
        f"<g><title>{safe(words.word('wall'))}</title>"
        f'<path d="M{num(x - dx)} {num(y - dy)}L{num(x + dx)} {num(y + dy)}" stroke="#6b2f1a" '
        f'stroke-width="10" stroke-linecap="square"/></g>'
    )


def card_label(scene: Scene, card: str, words: Names) -> str:
    """Return the name of a class card with the goods token that lies on it."""
    goods = dict(scene.card_goods).get(card)
    return words.card(card) if goods is None else f"{words.card(card)} ({words.name('goods', goods)})"


def belongings(scene: Scene, player: int, room: float, words: Names) -> tuple[str, float]:
    """Return the lines about a player's goods, cubes on the Baker and region cards, and their height."""
    lines = []
    if scene.goods and scene.goods[player]:
        kinds = ", ".join(words.goods(kind) for kind in scene.goods[player])
        lines.append(f"{words.word('goods')}: {kinds}")
    if scene.baker and scene.baker[player]:
        lines.append(f"{words.card('Baker')}: {scene.baker[player]}")
    if scene.hands:
        hand = scene.hands[player]
        known = ", ".join(card for card in hand if card is not None)
        hidden = sum(card is None for card in hand)
        count = f"{hidden}" if hidden else ""
        lines.append(f"{words.word('region_cards')}: {', '.join(filter(None, (known, count))) or 0}")
    parts = [text_line(0, 14 + _LINE * place, line, 14, room=room) for place, line in enumerate(lines)]
    return "".join(parts), _LINE * len(lines) + (6 if lines else 0)


def stocks(scene: Scene, room: float, words: Names) -> tuple[str, float]:
    """Return the goods in the supply and the pile of region cards, and their height (0 where not in play)."""
    parts = []
    y = 0.0
    if scene.goods_supply:
        head = f"{words.word('goods')}: {words.word('supply')}"
        parts.append(text_line(0, y + 14, head, 14, bold=True, room=room))
        labels = [
            f"{words.name('goods', kind)} {count}" + (f" ({words.word('available')})" if free else "")
            for kind, count, free in scene.goods_supply
        ]
        drawn, height = boxes(labels, room)
        parts.append(f'<g transform="translate(0 {num(y + 22)})">{drawn}</g>')
        y += height + 34
    if scene.pile is not None:
        pile, discards = scene.pile
        line = f"{words.word('pile')} {pile} · {words.word('discards')} {discards}"
        parts.append(text_line(0, y + 14, words.word("region_cards"), 14, bold=True, room=room))
        parts.append(text_line(0, y + 34, line, 14, room=room))
        y += 48
    return "".join(parts), y
