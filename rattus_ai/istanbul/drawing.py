"""A drawing of the places with a position on them, as a self-contained SVG of simple shapes of our own.

Reading the picture: every place is a card with its number and name. Below the name stands what it asks for or
gives now, beside it the rubies that lie there. Disks on a stack are merchants with the number of assistants
under them, small disks assistants, houses family members, pawns the figures and neutral merchants. A striped
bar between two places is the barrier in the colour of its owner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.istanbul import drawing_pieces as signs
from rattus_ai.istanbul import prices
from rattus_ai.istanbul.document_board import RUBY_PLACES, rubies_of
from rattus_ai.istanbul.drawing_panel import PANEL, panel
from rattus_ai.istanbul.languages import Names, names
from rattus_ai.istanbul.words import COLOURS, COLUMNS, FIGURES, PLACE_NAMES, PLACES, letters
from rattus_ai.summaries import called_players
from rattus_ai.text.colours import FILLS, player_colours
from rattus_ai.text.svg import measure, num, safe, text_line

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame

_WIDTH, _HEIGHT = 178.0, 132.0  # of a place
_GAP = 14.0
_MARGIN = 24.0
_TOP = 50.0
_PIECE = 27.0  # from one piece to the next
_BACKGROUND = "#e9dfcd"
_KINDS = {2: "#f6dedb", 3: "#d9ecdd", 4: "#faf0cf", 14: "#e6e6f2", 15: "#e6e6f2"}
_FILL = "#fbf6ea"
_EXPANSION_FILL = "#efe0d0"
_FONT = "font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\""


def draw(
    game: IstanbulGame, position: CorePosition, players: Sequence[str] | None, language: str = "en"
) -> str:
    """Return a position, which already holds no more than may be shown, as SVG text.

    Raises:
        LanguageError: the language is unknown.
    """
    words = names(language)
    state = prices.exported(position)
    called = called_players(players, words.word("player"), game.num_players)
    fills = [FILLS[colour] for colour in player_colours(players, game.num_players)]
    over = position.is_terminal()
    active = None if over else position.active_player()
    moment = words.word("over") if over else f"{words.word('round')} {state['round'] + 1}"
    columns = COLUMNS[game.expansion]
    board_width = columns * (_WIDTH + _GAP) + 2 * _MARGIN
    side, side_height = panel(game, state, called, fills, active, words)
    board_height = _TOP + game.num_places // columns * (_HEIGHT + _GAP)
    legend = _legend(fills[0], game, words)
    height = max(board_height + 54, side_height + _TOP) + _MARGIN
    width = board_width + PANEL + _MARGIN
    places = [
        f'<g transform="translate({num(x)} {num(y)})">{_place(game, state, place, called, fills, words)}</g>'
        for place in game.layout
        for x, y in [_corner(game, place)]
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
            f'width="{num(width)}" height="{num(height)}" {_FONT} fill="{signs.INK}" role="img">',
            f"<title>Istanbul · {safe(moment)}</title>",
            f'<rect width="{num(width)}" height="{num(height)}" fill="{_BACKGROUND}"/>',
            text_line(_MARGIN, 33, f"Istanbul · {moment}", 22, bold=True),
            *places,
            _barrier(game, state, called, fills, words),
            f'<g transform="translate({num(_MARGIN)} {num(board_height + 12)})">{legend}</g>',
            f'<g transform="translate({num(board_width)} {num(_TOP)})">{side}</g></svg>',
            "",
        ]
    )


def _corner(game: IstanbulGame, place: int) -> tuple[float, float]:
    """The upper left corner of a place on the page."""
    row, column = divmod(game.layout.index(place), COLUMNS[game.expansion])
    return _MARGIN + column * (_WIDTH + _GAP), _TOP + row * (_HEIGHT + _GAP)


def _place(
    game: IstanbulGame,
    state: Mapping[str, Any],
    place: int,
    called: Sequence[str],
    fills: Sequence[signs.Colours],
    words: Names,
) -> str:
    name = words.place(PLACES[place - 1])
    fill = _KINDS.get(place, _EXPANSION_FILL if place > 16 else _FILL)
    parts = [
        f"<title>{safe(name)}</title>",
        f'<rect width="{num(_WIDTH)}" height="{num(_HEIGHT)}" rx="12" fill="{fill}" stroke="#8b7d5e" '
        f'stroke-width="1.5"/>',
        f'<circle cx="20" cy="20" r="12" fill="#ffffff" stroke="{signs.RUBY}" stroke-width="1.6"/>',
        text_line(20, 25, str(place), 13, bold=True, anchor="middle", colour=signs.RUBY),
        text_line(38, 25, name, 14.5, bold=True, room=_WIDTH - 44),
        _offer(game, state, place, words),
    ]
    key = PLACE_NAMES[place - 1]
    if key in RUBY_PLACES and rubies_of(game.beginning, key):
        count = rubies_of(state, key)
        parts.append(signs.rubies(_WIDTH - 34, 48, count, f"{words.word('rubies')}: {count}"))
    merchants = [
        (player, words.word("merchant")) for player, where in enumerate(state["merchant"]) if where == place
    ]
    for index, (player, word) in enumerate(merchants):
        title = f"{called[player]}: {word}, {state['stack'][player]} {words.word('assistants')}"
        x = 24 + index * (_PIECE + 6)
        parts.append(signs.merchant(x, 82, fills[player], state["stack"][player], title))
    for index, name in enumerate(_figures_at(state, place)):
        title = words.word("neutral") if name == "neutral" else words.thing(name)
        parts.append(signs.figure(_WIDTH - 16 - index * 22, 112, name, title))
    x = 16.0
    for player, out in enumerate(state["assistants"]):
        if place in out:
            title = f"{called[player]}: {words.word('assistant')}"
            parts.append(signs.assistant(x, 116, fills[player], title))
            x += 18
    for player, where in enumerate(state["family"]):
        if where == place:
            parts.append(signs.family(x + 2, 115, fills[player], f"{called[player]}: {words.word('family')}"))
            x += 21
    return "".join(parts)


def _figures_at(state: Mapping[str, Any], place: int) -> list[str]:
    found = [figure for figure in FIGURES if state[figure] == place]
    return found + ["neutral"] * state["neutral"].count(place)


def _offer(game: IstanbulGame, state: Mapping[str, Any], place: int, words: Names) -> str:
    """What a place asks for or gives now, on the line below its name."""
    key = PLACE_NAMES[place - 1]
    if key in ("large_market", "small_market"):
        wanted = prices.demanded(game, state, key.split("_")[0])
        return signs.goods(12, 42, letters(wanted)) if wanted else ""
    if key == "sultans_palace":
        asked = prices.palace_goods(state)
        return signs.goods(10, 43, asked, side=9) if asked else ""
    if key == "post_office":
        gains = prices.post_gains(state)
        row = signs.goods(12, 42, "".join(gain for gain in gains if not gain.isdigit()))
        money = sum(int(gain) for gain in gains if gain.isdigit())
        return row + text_line(48, 53, f"{money} {words.word('lira')}", 13)
    if key in ("small_mosque", "great_mosque"):
        first = 0 if key == "small_mosque" else 2
        return "".join(_tile(game, state, first + index, index, words) for index in range(2))
    text = ""
    if key == "gemstone_dealer":
        lira = state["prices"]["dealer"]
        text = f"{lira} {words.word('lira')}" if lira else ""
    elif key == "coffee_house":
        coffee = state["prices"]["house"]
        text = f"{coffee} {words.word('coffee')}" if coffee else ""
    elif key == "tavern":
        costs = [prices.tavern_coffee(game, state, ware) for ware in range(2)]
        text = f"{' / '.join(str(cost or '-') for cost in costs)} {words.word('coffee')}"
        row = signs.goods(110, 42, letters(game.box.guild.sides[state["baksheesh_side"]].goods), side=11)
        return text_line(12, 53, text, 13) + row
    return text_line(12, 53, text, 13) if text else ""


def _tile(game: IstanbulGame, state: Mapping[str, Any], colour: int, index: int, words: Names) -> str:
    """The next mosque tile of a colour with the goods it shows."""
    wanted = prices.mosque_goods(game, state, colour)
    letter = "RGYB"[colour]
    ink = signs.INK if letter == "Y" else "#ffffff"
    left = 12.0 + index * 34
    return signs.titled(
        f"{words.thing(COLOURS[colour])}: {wanted or '-'}",
        f'<rect x="{num(left)}" y="40" width="28" height="18" rx="3" fill="{signs.GOODS_FILLS[letter]}" '
        f'stroke="{signs.INK}" stroke-width="1"/>',
        text_line(left + 14, 54, str(wanted or "-"), 13, bold=True, anchor="middle", colour=ink),
    )


def _barrier(
    game: IstanbulGame,
    state: Mapping[str, Any],
    called: Sequence[str],
    fills: Sequence[signs.Colours],
    words: Names,
) -> str:
    if state["barrier"] < 0:
        return ""
    (x1, y1), (x2, y2) = (_corner(game, place) for place in game.edge_places[state["barrier"]])
    owner = state["barrier_owner"]
    title = f"{words.word('barrier')} ({called[owner]})"
    if y1 == y2:
        x = max(x1, x2) - _GAP / 2
        return signs.barrier(x, y1 + 12, x, y1 + _HEIGHT - 12, fills[owner], title)
    y = max(y1, y2) - _GAP / 2
    return signs.barrier(x1 + 12, y, x1 + _WIDTH - 12, y, fills[owner], title)


def _legend(colours: signs.Colours, game: IstanbulGame, words: Names) -> str:
    """The row that explains the signs."""
    items = [
        (signs.merchant(14, 14, colours, 4, words.word("merchant")), words.word("merchant")),
        (signs.assistant(14, 15, colours, words.word("assistant")), words.word("assistant")),
        (signs.family(14, 15, colours, words.word("family")), words.word("family")),
    ]
    shown = FIGURES if game.expansion else FIGURES[:2]
    items += [(signs.figure(14, 15, name, words.thing(name)), words.thing(name)) for name in shown]
    if game.num_players == 2:
        items.append((signs.figure(14, 15, "neutral", words.word("neutral")), words.word("neutral")))
    parts = []
    x = 0.0
    for sign, label in items:
        parts.append(f'<g transform="translate({num(x)} 0)">{sign}{text_line(34, 20, label, 13)}</g>')
        x += 34 + measure(label, 13, bold=False) + 20
    return "".join(parts)
