"""Lines of text and small boxes of text for drawings in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape


def boxes(labels: Sequence[str], room: float) -> tuple[str, float]:
    """Return labels in rounded boxes, wrapped to ``room``, and the height they need (0 without labels)."""
    parts: list[str] = []
    x, y = 0.0, 0.0
    for label in labels:
        width = min(room, measure(label, 14, bold=False) + 22)
        if x > 0 and x + width > room:
            x, y = 0.0, y + 32
        parts.append(
            f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="26" rx="7" fill="#fdf6e0" '
            f'stroke="#a58f56" stroke-width="1.2"/>'
            + text_line(x + width / 2, y + 18, label, 14, anchor="middle", room=width - 14)
        )
        x += width + 7
    return "".join(parts), (y + 34 if labels else 0.0)


def measure(text: str, size: float, bold: bool) -> float:
    """Return about how wide a text is, on the safe side for the usual sans-serif fonts."""
    widths = sum(
        0.36 if letter in " iljtfrI.,:'|()" else 0.95 if letter in "mwMW" else 0.66 for letter in text
    )
    return widths * size * (1.1 if bold else 1.0)


def text_line(
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
        needed = measure(text, size, bold)
        size = size if needed <= room else max(7.0, size * room / needed)
    attributes = f'x="{num(x)}" y="{num(y)}" font-size="{num(size)}"'
    if anchor != "start":
        attributes += f' text-anchor="{anchor}"'
    if bold:
        attributes += ' font-weight="bold"'
    if colour:
        attributes += f' fill="{colour}"'
    return f"<text {attributes}>{safe(text)}</text>"


def safe(text: str) -> str:
    """Return text that can stand in the SVG: no markup, nothing that XML forbids."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def num(value: float) -> str:
    """Return a number for an attribute: one decimal at most, no trailing zero."""
    return f"{value:.1f}".removesuffix(".0")
