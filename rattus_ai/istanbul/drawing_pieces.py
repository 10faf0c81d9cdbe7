"""Signs of a drawing of Istanbul: pieces, goods, rubies, simple shapes of our own."""

from __future__ import annotations

from collections.abc import Sequence

from rattus_ai.istanbul.words import ANY_LETTER, LETTERS
from rattus_ai.text.svg import num, safe, text_line

INK = "#2b2b2b"
GOODS_FILLS = {"R": "#c8322b", "G": "#2f8f4e", "Y": "#f0c02c", "B": "#2467b3", ANY_LETTER: "#ffffff"}
"""Colours of the goods by their letters: fabric, spice, fruit, jewelry, any."""

FIGURE_FILLS = {"governor": "#7a3fa0", "smuggler": "#1d1d1d", "trader": "#6b4423", "neutral": "#8a8f98"}
RUBY = "#b5123e"
Colours = tuple[str, str]


def titled(title: str, *parts: str) -> str:
    """Return parts as a group that says what it is when pointed at."""
    return f"<g><title>{safe(title)}</title>{''.join(parts)}</g>"


def merchant(x: float, y: float, colours: Colours, stack: int, title: str) -> str:
    """Return a merchant, a disk with the number of assistants under it; ``(x, y)`` is its centre."""
    fill, ink = colours
    return titled(
        title,
        f'<rect x="{num(x - 13)}" y="{num(y)}" width="26" height="13" rx="4" fill="{fill}" stroke="{INK}"/>',
        f'<circle cx="{num(x)}" cy="{num(y - 3)}" r="12" fill="{fill}" stroke="{INK}" stroke-width="1.4"/>',
        text_line(x, y + 2, str(stack), 14, bold=True, anchor="middle", colour=ink),
    )


def assistant(x: float, y: float, colours: Colours, title: str) -> str:
    """Return an assistant, a small disk."""
    return titled(
        title,
        f'<circle cx="{num(x)}" cy="{num(y)}" r="7" fill="{colours[0]}" stroke="{INK}" stroke-width="1.4"/>',
    )


def family(x: float, y: float, colours: Colours, title: str) -> str:
    """Return a family member, a house."""
    points = ((-8, 9), (-8, -1), (0, -9), (8, -1), (8, 9))
    body = " ".join(f"{num(x + a)},{num(y + b)}" for a, b in points)
    return titled(title, f'<polygon points="{body}" fill="{colours[0]}" stroke="{INK}" stroke-width="1.4"/>')


def figure(x: float, y: float, name: str, title: str) -> str:
    """Return a figure or a neutral merchant, a pawn in its colour with the first letter of its title."""
    fill = FIGURE_FILLS[name]
    body = f"M{num(x - 9)} {num(y + 11)}L{num(x - 4)} {num(y - 4)}H{num(x + 4)}L{num(x + 9)} {num(y + 11)}Z"
    return titled(
        title,
        f'<path d="{body}" fill="{fill}" stroke="#ffffff" stroke-width="1"/>',
        f'<circle cx="{num(x)}" cy="{num(y - 7)}" r="7.5" fill="{fill}" stroke="#ffffff" stroke-width="1"/>',
        text_line(x, y - 3.5, title[:1].upper(), 9.5, bold=True, anchor="middle", colour="#ffffff"),
    )


def rubies(x: float, y: float, count: int, title: str) -> str:
    """Return a ruby with a number beside it; ``(x, y)`` is the centre of the ruby."""
    points = ((0, -8), (8, -1), (0, 9), (-8, -1))
    body = " ".join(f"{num(x + a)},{num(y + b)}" for a, b in points)
    return titled(
        title,
        f'<polygon points="{body}" fill="{RUBY}" stroke="{INK}" stroke-width="1"/>',
        text_line(x + 12, y + 5, str(count), 13, bold=True),
    )


def goods(x: float, y: float, wanted: str, side: float = 13) -> str:
    """Return goods by their letters as a row of squares; ``(x, y)`` is the upper left corner."""
    parts = []
    for index, letter in enumerate(wanted):
        left = x + index * (side + 3)
        parts.append(
            f'<rect x="{num(left)}" y="{num(y)}" width="{num(side)}" height="{num(side)}" rx="2" '
            f'fill="{GOODS_FILLS[letter]}" stroke="{INK}" stroke-width="1"/>'
        )
        if letter == ANY_LETTER:
            parts.append(text_line(left + side / 2, y + side - 2.5, letter, 11, anchor="middle"))
    return "".join(parts)


def wheelbarrow(x: float, y: float, counts: Sequence[int], capacity: int, titles: Sequence[str]) -> str:
    """Return four squares with the goods that a player has, and what the wheelbarrow holds of each."""
    parts = []
    for index, (letter, count) in enumerate(zip(LETTERS, counts, strict=True)):
        left = x + index * 34
        ink = INK if letter == "Y" else "#ffffff"
        parts.append(
            titled(
                f"{titles[index]}: {count}",
                f'<rect x="{num(left)}" y="{num(y)}" width="28" height="22" rx="4" '
                f'fill="{GOODS_FILLS[letter]}" stroke="{INK}" stroke-width="1"/>',
                text_line(left + 14, y + 16, str(count), 14, bold=True, anchor="middle", colour=ink),
            )
        )
    parts.append(text_line(x + 4 * 34 + 2, y + 16, f"/ {capacity}", 14))
    return "".join(parts)


def barrier(x1: float, y1: float, x2: float, y2: float, colours: Colours, title: str) -> str:
    """Return the barrier as a bar between two points, in the colour of its owner."""
    line = f'x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}" stroke-linecap="square"'
    return titled(
        title,
        f'<line {line} stroke="{INK}" stroke-width="12"/>',
        f'<line {line} stroke="{colours[0]}" stroke-width="7" stroke-dasharray="9 9"/>',
    )
