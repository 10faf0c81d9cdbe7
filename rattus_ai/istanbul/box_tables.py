"""Everything in the box with its provenance, as tables for people and as plain values for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypeAlias

from rattus_ai.data_files.checker import SCHEMA
from rattus_ai.data_files.provenance import PROVENANCES
from rattus_ai.data_files.provenance import doubt_warning as any_doubt_warning
from rattus_ai.data_files.reports import Table, known_row
from rattus_ai.data_files.templates import known_files, known_players
from rattus_ai.data_files.toml_file import FilePath
from rattus_ai.istanbul.box_bonus import BonusData, load_bonus
from rattus_ai.istanbul.box_guild import PRIZES, GuildCard, GuildData, load_guild
from rattus_ai.istanbul.box_layouts import LayoutData, load_layouts
from rattus_ai.istanbul.box_markets import MarketData, load_markets
from rattus_ai.istanbul.box_setup import SetupData, load_setup
from rattus_ai.istanbul.words import PLACES, PLAYER_COUNTS, letters

FILES = ("layouts", "markets", "bonus_cards", "guild")
"""The files that a user may replace, by the names of the options."""

TEMPLATE_COMMAND = "rattus-ai data template --game istanbul"

Parts: TypeAlias = tuple[LayoutData, SetupData, MarketData, BonusData, GuildData]


def load_parts(files: Mapping[str, FilePath], players: int | None = None) -> Parts:
    """Return everything in the box, as :func:`tables` and :func:`overview` take it.

    Args:
        files: files that count instead of the shipped ones, by the names of :data:`FILES`.
        players: a number of players of the game; all tables are for all of them.

    Raises:
        DataError: with every problem of a file, or if the number of players is none of the game.
    """
    known_files(files, FILES)
    known_players(players, PLAYER_COUNTS)
    return (
        load_layouts(files.get("layouts")),
        load_setup(),
        load_markets(files.get("markets")),
        load_bonus(files.get("bonus_cards")),
        load_guild(files.get("guild")),
    )


def doubt_warning(*parts: LayoutData | SetupData | MarketData | BonusData | GuildData) -> str:
    """Return one line that says what these data leave in doubt, ``""`` if nothing."""
    return any_doubt_warning(*parts, template=TEMPLATE_COMMAND)


def tables(
    layouts: LayoutData, setup: SetupData, markets: MarketData, bonus: BonusData, guild: GuildData
) -> list[Table]:
    """Return tables of everything in the box with its provenance, the summary first."""
    return [
        Table(
            "How well the box is known",
            ("", *PROVENANCES, "total"),
            (
                known_row("layouts", layouts.layouts),
                known_row("set-up, by players", list(setup.seats.values())),
                known_row("set-up, other facts", setup.facts),
                known_row("demand tiles", [*markets.large, *markets.small]),
                known_row("pay of the markets", markets.facts),
                known_row("bonus cards", bonus.cards),
                known_row("guild cards", guild.cards),
                known_row("sides of the baksheesh tile", guild.sides),
                known_row("prices in coffee", guild.facts),
                known_row("prizes", guild.prizes),
            ),
        ),
        Table(
            f"Layouts ({layouts.source})",
            ("layout", "places", "provenance", "note"),
            tuple(
                (each.name, _rows(each.places, each.columns), each.provenance, each.note)
                for each in layouts.layouts
            ),
        ),
        Table(
            f"Set-up by players ({setup.source})",
            ("players", "rubies to win", "mosque tiles", "mosque rubies", "dealer", "palace", "provenance"),
            tuple(
                (
                    str(row.players),
                    str(row.rubies_to_win),
                    ", ".join(map(str, row.mosque)),
                    str(row.mosque_rubies),
                    " to ".join(map(str, row.dealer)),
                    " to ".join(map(str, row.palace)),
                    row.provenance,
                )
                for row in setup.seats.values()
            ),
        ),
        Table(
            "Set-up and prices",
            ("fact", "value", "provenance", "note"),
            tuple(
                (f.name, f.text, f.provenance, f.note) for f in (*setup.facts, *markets.facts, *guild.facts)
            ),
        ),
        Table(
            f"Demand tiles ({markets.source})",
            ("market", "goods", "provenance", "note"),
            tuple(
                (market, letters(tile.goods), tile.provenance, tile.note)
                for market, tiles in (("large", markets.large), ("small", markets.small))
                for tile in tiles
            ),
        ),
        bonus_table(bonus),
        guild_table(guild),
        Table(
            f"Baksheesh and prizes ({guild.source})",
            ("", "", "provenance"),
            (
                *(
                    (f"baksheesh, {name}", letters(side.goods), side.provenance)
                    for name, side in zip(("front", "back"), guild.sides, strict=True)
                ),
                *(
                    (f"prize for {face}", f"{prize.count} {PRIZES[prize.item]}", prize.provenance)
                    for face, prize in enumerate(guild.prizes, 1)
                ),
            ),
        ),
    ]


def bonus_table(bonus: BonusData, called: Mapping[str, str] | None = None, box: str | None = None) -> Table:
    """Return the kinds of bonus cards, of one box or of all, by the names of a language."""
    words = called or {}
    return Table(
        f"Bonus cards ({bonus.source})",
        ("card", "copies", "box", "provenance", "when", "effect"),
        tuple(
            (
                words.get(card.name, card.name),
                str(card.copies) + (f" ({card.copies_known})" if card.copies_known else ""),
                card.box,
                card.provenance,
                card.when,
                card.effect + (f" ({card.note})" if card.note else ""),
            )
            for card in bonus.cards
            if box in (None, card.box)
        ),
    )


def guild_table(guild: GuildData, places: Mapping[str, str] | None = None) -> Table:
    """Return the guild cards, with the places by the names of a language."""
    words = places or {}
    return Table(
        f"Guild cards ({guild.source})",
        ("card", "place", "provenance", "effect", "improvement", "note"),
        tuple(
            (
                str(card.number),
                words.get(PLACES[card.number - 1], PLACES[card.number - 1]),
                card.provenance,
                card.effect,
                improvement(card),
                card.note,
            )
            for card in guild.cards
        ),
    )


def improvement(card: GuildCard) -> str:
    """What a guild card adds to the plain action, in words; empty if nothing."""
    special = {
        9: f"{card.special} Lira for a failed call",
        14: "one good is enough",
        15: "one good is enough",
        19: f"{card.special} coffee less",
    }
    parts = [
        f"{card.lira} Lira on top" if card.lira else "",
        f"{card.coffee} coffee on top" if card.coffee else "",
        special.get(card.number, "") if card.special else "",
    ]
    return ", ".join(filter(None, parts))


def _rows(places: tuple[int, ...], columns: int) -> str:
    rows = (places[start : start + columns] for start in range(0, len(places), columns))
    return " / ".join(" ".join(map(str, row)) for row in rows)


def overview(
    layouts: LayoutData, setup: SetupData, markets: MarketData, bonus: BonusData, guild: GuildData
) -> dict[str, Any]:
    """Return everything in the box as plain values for JSON, with the warning line."""
    named: dict[str, LayoutData | SetupData | MarketData | BonusData | GuildData]
    named = {"layouts": layouts, "setup": setup, "markets": markets, "bonus_cards": bonus, "guild": guild}
    return {
        "schema": SCHEMA,
        "warning": doubt_warning(layouts, setup, markets, bonus, guild),
        **{
            name: {**asdict(part), "uncertain": part.uncertain, "doubts": part.doubts()}
            for name, part in named.items()
        },
    }
