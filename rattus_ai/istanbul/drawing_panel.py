"""The column beside the places in a drawing: what each player has, decks and discards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai.istanbul import drawing_pieces as signs
from rattus_ai.istanbul.languages import Names
from rattus_ai.istanbul.words import CARDS, COLOURS, GOODS, WARES
from rattus_ai.text.svg import boxes, num, text_line

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame

PANEL = 330.0
"""Width of the column."""


def panel(
    game: IstanbulGame,
    state: Mapping[str, Any],
    called: Sequence[str],
    fills: Sequence[signs.Colours],
    active: int | None,
    words: Names,
) -> tuple[str, float]:
    """Return the column and its height."""
    parts: list[str] = []
    y = 0.0
    for player, name in enumerate(called):
        card, height = _player(game, state, player, name, fills[player], active == player, words)
        parts.append(f'<g transform="translate(0 {num(y)})">{card}</g>')
        y += height + 12
    for line in _piles(game, state, words):
        parts.append(text_line(0, y + 14, line, 13, room=PANEL))
        y += 21
    return "".join(parts), y


def _player(
    game: IstanbulGame,
    state: Mapping[str, Any],
    player: int,
    name: str,
    colours: signs.Colours,
    active: bool,
    words: Names,
) -> tuple[str, float]:
    chips, chip_height = boxes(_labels(game, state, player, words), PANEL - 32)
    height = 92 + chip_height
    rim = 'stroke="#111111" stroke-width="3.5"' if active else 'stroke="#b0a080" stroke-width="1.2"'
    money = f"{state['lira'][player]} {words.word('lira')}"
    if game.expansion:
        money += f" · {state['coffee'][player]} {words.word('coffee')}"
    parts = [
        f'<rect width="{num(PANEL)}" height="{num(height)}" rx="12" fill="#ffffff" {rim}/>',
        f'<rect x="16" y="14" width="18" height="18" rx="3" fill="{colours[0]}" stroke="{signs.INK}" '
        f'stroke-width="1.2"/>',
        text_line(44, 29, name, 17, bold=True, room=PANEL - 110),
        signs.rubies(PANEL - 48, 22, state["rubies"][player], words.word("rubies")),
        text_line(16, 52, money, 14, room=PANEL - 32),
        signs.wheelbarrow(
            16, 60, state["goods"][player], state["capacity"][player], [words.goods(good) for good in GOODS]
        ),
        f'<g transform="translate(16 90)">{chips}</g>',
    ]
    return "".join(parts), height


def _labels(game: IstanbulGame, state: Mapping[str, Any], player: int, words: Names) -> list[str]:
    """Tiles and cards of a player as far as they are known."""
    found = [
        f"{words.thing(colour)} {words.word('tile')}"
        for index, colour in enumerate(COLOURS)
        if state["tiles"][player] >> index & 1
    ]
    found += [words.thing(ware) for index, ware in enumerate(WARES) if state["tavern"][player] >> index & 1]
    for cards in (state["known"][player], state["secret"][player]):
        found += [words.card_title(CARDS[kind]) for kind, count in enumerate(cards) for _ in range(count)]
    if state["unknown"][player]:
        found.append(f"{words.word('cards')}: {state['unknown'][player]}")
    if game.expansion:
        found += [f"{words.word('guild_card')} {number}" for number in state["guild_hand"][player]]
        if state["guild_unknown"][player]:
            found.append(f"{words.word('guild_cards')}: {state['guild_unknown'][player]}")
    return found


def _piles(game: IstanbulGame, state: Mapping[str, Any], words: Names) -> list[str]:
    pile, discards = words.word("pile"), words.word("discards")
    left = sum(state["deck"]) - sum(state["unknown"])
    lines = [f"{words.word('cards')}: {pile} {left}, {discards} {len(state['discards'])}"]
    if state["discards"]:
        lines[0] += f" ({words.card_title(CARDS[state['discards'][-1]])})"
    if game.expansion:
        left = len(state["guild_deck"]) - sum(state["guild_unknown"])
        lines.append(f"{words.word('guild_cards')}: {pile} {left}, {discards} {len(state['guild_discards'])}")
    if any(state["dice"]):
        lines.append(f"{words.word('dice')}: {' '.join(map(str, state['dice']))}")
    return lines
