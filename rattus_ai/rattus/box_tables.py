"""Everything in the box with its provenance, as tables for people and as plain values for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from rattus_ai.data_files.checker import SCHEMA
from rattus_ai.data_files.provenance import PROVENANCES, Provenance, doubt_warning
from rattus_ai.data_files.reports import Table, known_row
from rattus_ai.data_files.templates import known_files, known_players
from rattus_ai.data_files.toml_file import FilePath
from rattus_ai.rattus.box_basics import MANY_PLAYERS, PLAYER_COUNTS
from rattus_ai.rattus.box_cards import CardData, load_cards
from rattus_ai.rattus.box_checks import BoxData
from rattus_ai.rattus.box_map import MapData, Region, load_map
from rattus_ai.rattus.box_region_cards import RegionCardData, load_region_cards
from rattus_ai.rattus.box_sets import SetData, load_sets
from rattus_ai.rattus.box_tokens import Token, TokenData, load_tokens

Parts: TypeAlias = tuple[MapData, TokenData, CardData, SetData, RegionCardData]

FILES = ("map", "tokens", "region_cards")
"""The files that a user may replace."""

_RINGS = {"s": "starting", "n": "normal"}


def load_parts(files: Mapping[str, FilePath], players: int | None = None) -> Parts:
    """Return everything in the boxes, as :func:`tables` and :func:`overview` take it.

    Args:
        files: files that count instead of the shipped ones, by the names of :data:`FILES`.
        players: of the shipped map and tokens those for this number of players.

    Raises:
        DataError: with every problem of a file, or if the number of players is none of the game.
    """
    known_files(files, FILES)
    known_players(players, PLAYER_COUNTS)
    return (
        load_map(files.get("map"), players),
        load_tokens(files.get("tokens"), africanus=(players or 0) >= MANY_PLAYERS),
        load_cards(),
        load_sets(),
        load_region_cards(files.get("region_cards")),
    )


def tables(
    map_data: MapData, tokens: TokenData, cards: CardData, sets: SetData, region_cards: RegionCardData
) -> list[Table]:
    """Return tables of everything in the box with its provenance, the summary first."""
    map_source, token_source = map_data.source, tokens.source
    return [
        Table(
            "How well the box is known",
            ("", *PROVENANCES, "total"),
            (
                known_row("regions", map_data.regions),
                known_row("borders and arrows", map_data.edges),
                known_row("starting tokens", tokens.starting),
                known_row("normal tokens", tokens.normal),
                known_row("set-up facts", tokens.setup),
                known_row("class cards", cards.knowledge()),
                known_row("suggested sets", sets.sets),
                known_row("region cards", region_cards.cards),
                known_row("number of diplomats", [region_cards.diplomats]),
            ),
        ),
        Table(
            f"Regions ({map_source})",
            ("region", "used with", "provenance", "note"),
            tuple((row.name, _players_text(row), row.provenance, row.note) for row in map_data.regions),
        ),
        Table(
            f"Neighbours ({map_source})",
            ("region", "region", "kind", "provenance", "note"),
            tuple((row.first, row.second, row.kind, row.provenance, row.note) for row in map_data.edges),
        ),
        Table(
            f"Rat tokens ({token_source})",
            ("ring", "limit", "count", "provenance", "tokens"),
            _token_rows(tokens.starting + tokens.normal),
        ),
        Table(
            f"Set-up ({token_source})",
            ("players", "normal tokens removed", "provenance"),
            tuple((str(row.players), str(row.removed), row.provenance) for row in tokens.setup),
        ),
        Table(
            f"Class cards ({cards.source})",
            ("card", "class", "box", "provenance", "effect"),
            tuple(
                (row.name, row.class_letter, row.box, row.provenance, row.effect or f"({row.note})")
                for row in cards.cards
            ),
        ),
        Table(
            f"Suggested sets ({sets.source})",
            ("set", "provenance", "cards"),
            tuple((row.name, row.provenance, ", ".join(row.cards)) for row in sets.sets),
        ),
        Table(
            f"Region cards ({region_cards.source}), {region_cards.diplomats.count} diplomats",
            ("region", "provenance", "symbols"),
            _region_card_rows(region_cards),
        ),
    ]


def _region_card_rows(data: RegionCardData) -> tuple[tuple[str, ...], ...]:
    groups: dict[tuple[str, Provenance], list[str]] = {}
    for card in data.cards:
        groups.setdefault((card.region, card.provenance), []).append(card.symbols)
    return tuple((*key, " ".join(symbols)) for key, symbols in groups.items())


def _players_text(region: Region) -> str:
    without = ", ".join(map(str, region.not_with))
    return f"{region.group}+ players" + (f", not {without}" if without else "")


def _token_rows(tokens: Sequence[Token]) -> tuple[tuple[str, ...], ...]:
    groups: dict[tuple[str, int, Provenance], list[str]] = {}
    for token in tokens:
        groups.setdefault((token.ring, token.limit, token.provenance), []).append(token.symbols)
    order = sorted(groups, key=lambda key: (key[0] == "n", key[1], PROVENANCES.index(key[2])))
    return tuple(
        (_RINGS[key[0]], str(key[1]), str(len(groups[key])), key[2], " ".join(groups[key])) for key in order
    )


def overview(
    map_data: MapData, tokens: TokenData, cards: CardData, sets: SetData, region_cards: RegionCardData
) -> dict[str, Any]:
    """Return everything in the box as plain values for JSON, with the warning line (rules section 1)."""
    token_part = _plain(tokens)
    for line in ("starting_line", "setup_line"):
        del token_part[line]
    for ring, kept in (("starting", tokens.starting), ("normal", tokens.normal)):
        token_part[ring] = [
            {"token": token.text, "count": count, "provenance": token.provenance, "note": token.note}
            for token, count in Counter(kept).items()
        ]
    hands = _plain(region_cards)
    del hands["lines"]
    return {
        "schema": SCHEMA,
        "warning": doubt_warning(map_data, tokens, cards, sets, region_cards),
        "map": _plain(map_data),
        "tokens": token_part,
        "cards": _plain(cards),
        "sets": _plain(sets),
        "region_cards": hands,
    }


def _plain(data: BoxData) -> dict[str, Any]:
    return {**asdict(data), "uncertain": data.uncertain, "doubts": data.doubts()}
