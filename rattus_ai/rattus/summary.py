"""A position of Rattus as tables: regions, players, cards, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.notation import ENGLISH
from rattus_ai.rattus import summary_extras
from rattus_ai.rattus.document_types import RING_LETTERS
from rattus_ai.rattus.languages import Names, names
from rattus_ai.summaries import Cell, Column, Piece, Summary, SummaryTable, called_players, cell

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

_NORMAL_FIRST = (1, 0)
"""Rings in the order in which choices among the rats of a region are numbered."""


def summary(
    game: RattusGame, position: CorePosition, players: Sequence[str] | None = None, language: str = ENGLISH
) -> Summary:
    """The tables of a position that already holds no more than may be shown.

    Raises:
        LanguageError: the language is unknown.
    """
    words = names(language)
    state = core.export_state(position)
    called = called_players(players, words.word("player"), game.num_players)
    return Summary(
        title=f"Rattus, {game.num_players} players",
        tables=(_regions(game, state, called, words), _players(game, position, state, called, words)),
        facts=_facts(game, state, called, words),
    )


def _regions(game: RattusGame, state: dict[str, Any], called: Sequence[str], words: Names) -> SummaryTable:
    columns = [Column(words.word("region"))]
    columns += [Column(name, player, numeric=True) for player, name in enumerate(called)]
    columns += [Column(words.word("rat")), Column(words.word("plague"))]
    columns += [Column(title) for title in summary_extras.region_columns(game, words)]
    rows = []
    for index, name in enumerate(game.graph):
        plague = index == state["plague"]
        cubes = state["cubes"][index]
        row = [cell(words.region(name), tone="danger" if plague else "strong")]
        row += [cell(count or "", player) for player, count in enumerate(cubes)]
        row += [_rats(game, state, index, called), cell("■" if plague else "", tone="danger")]
        row += summary_extras.region_cells(game, state, index, words)
        rows.append(tuple(row))
    return SummaryTable(tuple(columns), tuple(rows))


def _rats(game: RattusGame, state: dict[str, Any], region: int, called: Sequence[str]) -> Cell:
    """The rats in the order in which choices among them are numbered, those alike together."""
    pieces: list[Piece] = []
    for ring in _NORMAL_FIRST:
        count = state["unlooked"][region][ring]
        if count:
            pieces += [Piece(" " if pieces else ""), _ring(ring, f"{count}{RING_LETTERS[ring]}")]
    for where, ring, kind, seen, _ in state["tracked"]:
        if where != region:
            continue
        text = game.kinds[kind] if kind >= 0 else f"{RING_LETTERS[ring]}?"
        pieces += [Piece(" " if pieces else ""), _ring(ring, text), Piece(" (", tone="faint")]
        for number, player in enumerate(seen):
            pieces += [Piece(", " if number else "", tone="faint"), Piece(called[player], player)]
        pieces.append(Piece(")", tone="faint"))
    return tuple(pieces)


def _ring(ring: int, text: str) -> Piece:
    return Piece(text, tone="ring" if RING_LETTERS[ring] == "s" else "plain")


def _players(
    game: RattusGame, position: CorePosition, state: dict[str, Any], called: Sequence[str], words: Names
) -> SummaryTable:
    head = (
        words.word("player"),
        words.word("cube"),
        words.word("palace"),
        words.word("supply"),
        words.word("cards"),
    )
    columns = tuple(Column(title, numeric=title in head[1:4]) for title in head)
    columns += summary_extras.player_columns(game, words)
    acting = position.current_player() if position.current_player() >= 0 else position.active_player()
    rows = []
    for player, name in enumerate(called):
        board = sum(cubes[player] for cubes in state["cubes"])
        marked = "▶ " if player == acting and not position.is_terminal() else "  "
        cards = [
            card.name for card, owner in zip(game.cards, state["owners"], strict=True) if owner == player
        ]
        row = [
            (Piece(marked, tone="strong"), Piece(name, player)),
            cell(board + state["palace"][player], player, "strong"),
            cell(state["palace"][player] or ""),
            cell(state["supply"][player]),
            cell(", ".join(summary_extras.card(game, state, card, words) for card in cards)),
            *summary_extras.player_cells(game, state, player, words),
        ]
        rows.append(tuple(row))
    return SummaryTable(columns, tuple(rows))


def _facts(
    game: RattusGame, state: dict[str, Any], called: Sequence[str], words: Names
) -> tuple[tuple[str, Cell], ...]:
    free = [card.name for card, owner in zip(game.cards, state["owners"], strict=True) if owner < 0]
    starting, normal = state["rat_supply"]
    facts: list[tuple[str, Cell]] = []
    if free:
        facts.append((words.word("table"), cell(", ".join(map(words.card, free)))))
    supply = (Piece(f"{normal}n "), Piece(f"{starting}s", tone="ring"))
    facts.append((f"{words.word('rat')}, {words.word('supply')}", supply))
    facts += summary_extras.facts(game, state, called, words)
    revealed = _revealed(game, state)
    facts.append((words.word("revealed"), cell(" ".join(revealed) if revealed else "-")))
    return tuple(facts)


def _revealed(game: RattusGame, state: dict[str, Any]) -> list[str]:
    """The tokens that have left the game, each kind with how often, in the order of the box."""
    left = list(state["unseen"])
    for _, _, kind, _, pool in state["tracked"]:
        if kind >= 0 and not pool:
            left[kind] += 1
    gone = zip(game.kinds, (game.kind_counts[kind] - count for kind, count in enumerate(left)), strict=True)
    return [text if count == 1 else f"{text}×{count}" for text, count in gone if count > 0]
