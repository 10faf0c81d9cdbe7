"""What the expansions add to the tables of a position: goods, coins, region cards, markers of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai.rattus.document_names import GOODS
from rattus_ai.rattus.languages import Names
from rattus_ai.summaries import Cell, Column, Piece, cell

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

_MARKERS = (("diplomats", "sultan"), ("potions", "wizard"))


def region_columns(game: RattusGame, words: Names) -> list[str]:
    """Titles of the columns that regions have beside cubes and rats."""
    titles = [words.word("goods")] if game.uses_goods else []
    titles += [words.word(name) for name, card in _MARKERS if card in game.card_names]
    return titles + ([words.word("nuns")] if "nun" in game.card_names else [])


def region_cells(game: RattusGame, state: Mapping[str, Any], region: int, words: Names) -> list[Cell]:
    """The cells of these columns."""
    cells: list[Cell] = []
    if game.uses_goods:
        kind = state["region_goods"][region]
        cells.append(cell(words.goods(GOODS[kind]) if kind >= 0 else ""))
    for name, card_name in _MARKERS:
        if card_name in game.card_names:
            counts = enumerate(state[name][region])
            cells.append(_spaced([Piece(str(count), player) for player, count in counts if count]))
    if "nun" in game.card_names:
        cells.append(cell(state["nuns"].count(region) or ""))
    return cells


def player_columns(game: RattusGame, words: Names) -> tuple[Column, ...]:
    """The columns that players have beside cubes and cards."""
    columns: tuple[Column, ...] = ()
    if game.uses_goods:
        columns += (Column(words.word("coins"), numeric=True), Column(words.word("goods")))
    if game.region_cards:
        columns += (Column(words.word("region_cards")),)
    return columns


def player_cells(game: RattusGame, state: Mapping[str, Any], player: int, words: Names) -> list[Cell]:
    """The cells of these columns."""
    cells: list[Cell] = []
    if game.uses_goods:
        goods = zip(GOODS, state["goods"][player], strict=True)
        kinds = [words.goods(kind) for kind, count in goods for _ in range(count)]
        cells += [cell(state["coins"][player]), cell(", ".join(kinds))]
    if game.region_cards:
        cells.append(cell(_hand(game, state["hands"][player], state["hands_unknown"][player]) or "0"))
    return cells


def card(game: RattusGame, state: Mapping[str, Any], name: str, words: Names) -> str:
    """The name of a class card, with the goods token that lies on it."""
    text = words.card(name)
    if not game.uses_goods:
        return text
    number = next(number for number, each in enumerate(game.cards) if each.name == name)
    kind = state["card_goods"][number]
    return text if kind < 0 else f"{text} ({words.goods(GOODS[kind])})"


def facts(
    game: RattusGame, state: Mapping[str, Any], called: Sequence[str], words: Names
) -> list[tuple[str, Cell]]:
    """Single facts about goods, region cards and markers that belong to no region or player."""
    found: list[tuple[str, Cell]] = []
    if game.uses_goods:
        stock = zip(GOODS, state["goods_supply"], state["available"], strict=True)
        kinds = [
            Piece(f"{words.goods(kind)} {count}{'*' if free else ''}", tone="plain" if count else "danger")
            for kind, count, free in stock
        ]
        title = f"{words.word('goods')}, {words.word('supply')} (* {words.word('available')})"
        found.append((title, _spaced(kinds)))
    if game.region_cards:
        hidden = sum(state["hands_unknown"]) + state["drawn_unknown"]
        discards = [
            count and _times(game.region_cards[kind], count) for kind, count in enumerate(state["discards"])
        ]
        found.append(
            (f"{words.word('region_cards')}, {words.word('pile')}", cell(sum(state["pile"]) - hidden))
        )
        found.append((words.word("discards"), cell(" ".join(filter(None, discards)) or "-")))
    if state["caravan"] >= 0:
        found.append((words.word("caravan"), cell(_region(game, state["caravan"], words))))
    if "emperor" in game.card_names:
        walls = [" | ".join(_region(game, region, words) for region in wall) for wall in state["walls"]]
        found.append((words.word("walls"), cell(", ".join(walls) or "-")))
    if any(state["baker"]):
        cubes = [
            Piece(f"{called[player]} {count}", player) for player, count in enumerate(state["baker"]) if count
        ]
        found.append((words.card("Baker"), _spaced(cubes)))
    if "sultan" in game.card_names:
        title = f"{words.word('diplomats')}, {words.word('supply')}"
        found.append((title, cell(state["diplomats_left"])))
    if "wizard" in game.card_names:
        found.append((f"{words.word('potions')}, {words.word('supply')}", cell(state["potions_left"])))
    return found


def _hand(game: RattusGame, kinds: Sequence[int], unknown: int) -> str:
    known = [game.region_cards[kind] for kind in kinds]
    return ", ".join([*known, str(unknown)] if unknown else known)


def _times(text: str, count: int) -> str:
    return text if count == 1 else f"{text}×{count}"


def _region(game: RattusGame, region: int, words: Names) -> str:
    return words.region(list(game.graph)[region])


def _spaced(pieces: Sequence[Piece]) -> Cell:
    """Pieces with blanks between."""
    return tuple(part for piece in pieces for part in (Piece(" "), piece))[1:]
