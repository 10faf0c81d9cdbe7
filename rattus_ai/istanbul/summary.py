"""A position of Istanbul as tables: the grid with what stands on it, the players, single facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.istanbul import prices
from rattus_ai.istanbul.languages import Names, names
from rattus_ai.istanbul.words import (
    CARDS,
    COLOURS,
    COLUMNS,
    FIGURES,
    LETTERS,
    PLACES,
    WARES,
    letters,
)
from rattus_ai.notation import ENGLISH
from rattus_ai.summaries import Cell, Column, Piece, Summary, SummaryTable, called_players, cell

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame

MERCHANT, ASSISTANT, FAMILY, NEUTRAL = "♟", "•", "⌂", "○"
"""Signs of the pieces in the grid; the number behind a merchant counts the assistants under it."""


def summary(
    game: IstanbulGame, position: CorePosition, players: Sequence[str] | None = None, language: str = ENGLISH
) -> Summary:
    """The tables of a position that already holds no more than may be shown.

    Raises:
        LanguageError: the language is unknown.
    """
    words = names(language)
    state = prices.exported(position)
    called = called_players(players, words.word("player"), game.num_players)
    expansion = ", Mocha & Baksheesh" if game.expansion else ""
    return Summary(
        title=f"Istanbul{expansion}, {game.num_players} players",
        tables=(_grid(game, state, words), _players(game, position, state, called, words)),
        facts=_facts(game, state, called, words),
    )


def _grid(game: IstanbulGame, state: Mapping[str, Any], words: Names) -> SummaryTable:
    columns = COLUMNS[game.expansion]
    rows = [
        tuple(_place(state, place, words) for place in game.layout[start : start + columns])
        for start in range(0, game.num_places, columns)
    ]
    return SummaryTable(tuple(Column("") for _ in range(columns)), tuple(rows))


def _place(state: Mapping[str, Any], place: int, words: Names) -> Cell:
    """A place with its number and everything that stands there."""
    pieces = [Piece(f"{place} ", tone="faint"), Piece(words.place(PLACES[place - 1]), tone="strong")]
    for player, where in enumerate(state["merchant"]):
        if where == place:
            pieces.append(Piece(f" {MERCHANT}{state['stack'][player]}", player))
    pieces += [
        Piece(f" {ASSISTANT}", player) for player, out in enumerate(state["assistants"]) if place in out
    ]
    pieces += [Piece(f" {FAMILY}", player) for player, where in enumerate(state["family"]) if where == place]
    pieces += [Piece(f" {NEUTRAL}") for where in state["neutral"] if where == place]
    for figure in FIGURES:
        if state[figure] == place:
            pieces.append(Piece(f" {words.thing(figure)}", tone="ring"))
    return tuple(pieces)


def _players(
    game: IstanbulGame,
    position: CorePosition,
    state: Mapping[str, Any],
    called: Sequence[str],
    words: Names,
) -> SummaryTable:
    numeric = ["rubies", "lira", *(["coffee"] if game.expansion else [])]
    texts = ["goods", "tiles", *(["tavern"] if game.expansion else []), "cards"]
    texts += ["guild_cards"] if game.expansion else []
    columns = [Column(words.word("player"))]
    columns += [Column(words.word(key), numeric=True) for key in numeric]
    columns += [Column(words.word(key)) for key in texts]
    acting = position.current_player() if position.current_player() >= 0 else position.active_player()
    rows = []
    for player, name in enumerate(called):
        marked = "▶ " if player == acting and not position.is_terminal() else "  "
        row: list[Cell] = [(Piece(marked, tone="strong"), Piece(name, player))]
        row += [
            cell(
                state[key][player],
                player if key == "rubies" else None,
                "strong" if key == "rubies" else "plain",
            )
            for key in numeric
        ]
        row.append(cell(_goods(state, player)))
        row.append(cell(_set(state["tiles"][player], [words.thing(colour) for colour in COLOURS])))
        if game.expansion:
            row.append(cell(_set(state["tavern"][player], [words.thing(ware) for ware in WARES])))
        row.append(cell(bonus_hand(state, player, words)))
        if game.expansion:
            row.append(cell(guild_hand(state, player)))
        rows.append(tuple(row))
    return SummaryTable(tuple(columns), tuple(rows))


def _goods(state: Mapping[str, Any], player: int) -> str:
    """Goods on a wheelbarrow, `R1 G0 Y2 B0 /3`."""
    goods = zip(LETTERS, state["goods"][player], strict=True)
    return " ".join(f"{letter}{count}" for letter, count in goods) + f" /{state['capacity'][player]}"


def _set(mask: int, words: Sequence[str]) -> str:
    return ", ".join(word for index, word in enumerate(words) if mask >> index & 1)


def bonus_hand(state: Mapping[str, Any], player: int, words: Names) -> str:
    """The bonus cards of a player as far as they are known, and how many others."""
    secret, known = state["secret"][player], state["known"][player]
    named = [
        words.card_title(CARDS[kind])
        for kind, count in enumerate(map(sum, zip(secret, known, strict=True)))
        for _ in range(count)
    ]
    unknown = state["unknown"][player]
    return ", ".join([*named, *([f"{unknown} ?"] if unknown else [])])


def guild_hand(state: Mapping[str, Any], player: int) -> str:
    """The guild cards of a player by number as far as they are known, and how many others."""
    unknown = state["guild_unknown"][player]
    return ", ".join([*map(str, state["guild_hand"][player]), *([f"{unknown} ?"] if unknown else [])])


def _facts(
    game: IstanbulGame, state: Mapping[str, Any], called: Sequence[str], words: Names
) -> tuple[tuple[str, Cell], ...]:
    legend = (
        f"{MERCHANT} {words.word('merchant')}, {words.word('under')}",
        f"{ASSISTANT} {words.word('assistant')}",
        f"{FAMILY} {words.word('family')}",
    )
    facts: list[tuple[str, str]] = [("", " · ".join(legend))]
    for market, place in (("large", "Large Market"), ("small", "Small Market")):
        wanted = prices.demanded(game, state, market)
        if wanted is not None:
            pay = game.box.markets.pay_large if market == "large" else game.box.markets.pay_small
            facts.append(
                (words.place(place), f"{letters(wanted)} ({', '.join(map(str, pay))} {words.word('lira')})")
            )
    facts += _rubies(game, state, words)
    facts.append((words.place("Post Office"), " ".join(prices.post_gains(state))))
    if game.expansion:
        facts.append((words.word("barrier"), _barrier(game, state, called, words)))
        side = game.box.guild.sides[state["baksheesh_side"]]
        price = f"{game.box.guild.baksheesh_coffee} {words.word('coffee')}"
        facts.append((words.word("baksheesh"), f"{price}, {letters(side.goods)}"))
        costs = [
            f"{words.thing(ware)} {prices.tavern_coffee(game, state, index) or '-'}"
            for index, ware in enumerate(WARES)
        ]
        facts.append((words.place("Tavern"), ", ".join(costs)))
    hidden = sum(state["unknown"])
    facts.append((f"{words.word('cards')}, {words.word('pile')}", str(sum(state["deck"]) - hidden)))
    if state["discards"]:
        shown = ", ".join(words.card_title(CARDS[kind]) for kind in reversed(state["discards"]))
        facts.append((f"{words.word('cards')}, {words.word('discards')}", shown))
    if game.expansion:
        left = len(state["guild_deck"]) - sum(state["guild_unknown"])
        discarded = ", ".join(map(str, state["guild_discards"])) or "-"
        text = f"{left} · {words.word('discards')} {discarded}"
        facts.append((f"{words.word('guild_cards')}, {words.word('pile')}", text))
    if any(state["dice"]):
        facts.append((words.word("dice"), " ".join(map(str, state["dice"]))))
    return tuple((label, cell(text)) for label, text in facts)


def _rubies(game: IstanbulGame, state: Mapping[str, Any], words: Names) -> list[tuple[str, str]]:
    """Where rubies lie, and what the next one costs."""
    word = words.word("rubies")
    dealer, palace = state["prices"]["dealer"], prices.palace_goods(state)
    facts = [
        (words.place("Gemstone Dealer"), dealer and f"{dealer} {words.word('lira')}", state["dealer_rubies"]),
        (words.place("Sultan's Palace"), palace, state["palace_rubies"]),
    ]
    if game.expansion:
        house = state["prices"]["house"]
        facts.append(
            (words.place("Coffee House"), house and f"{house} {words.word('coffee')}", state["house_rubies"])
        )
    for side, place in enumerate(("Small Mosque", "Great Mosque")):
        tiles = [
            f"{words.thing(COLOURS[colour])} {prices.mosque_goods(game, state, colour) or '-'}"
            for colour in (2 * side, 2 * side + 1)
        ]
        facts.append((words.place(place), ", ".join(tiles), state["mosque_rubies"][side]))
    facts.append((words.place("Wainwright"), None, state["wainwright_rubies"]))
    return [(label, ", ".join(filter(None, (price, f"{left} {word}")))) for label, price, left in facts]


def _barrier(game: IstanbulGame, state: Mapping[str, Any], called: Sequence[str], words: Names) -> str:
    if state["barrier"] < 0:
        return words.word("free")
    first, second = (words.place(PLACES[place - 1]) for place in game.edge_places[state["barrier"]])
    return f"{first} | {second} ({called[state['barrier_owner']]})"
