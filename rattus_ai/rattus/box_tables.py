"""Everything in the box with its provenance, as tables for people and as plain values for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rattus_ai.data_files.checker import SCHEMA
from rattus_ai.data_files.provenance import PROVENANCES, HasProvenance, Provenance, doubt_warning
from rattus_ai.data_files.reports import Table
from rattus_ai.rattus.box_cards import CardData
from rattus_ai.rattus.box_checks import BoxData
from rattus_ai.rattus.box_map import MapData, Region
from rattus_ai.rattus.box_tokens import Token, TokenData

_RINGS = {"s": "starting", "n": "normal"}


def tables(map_data: MapData, tokens: TokenData, cards: CardData) -> list[Table]:
    """Return tables of everything in the box with its provenance, the summary first."""
    map_source, token_source = map_data.source, tokens.source
    return [
        Table(
            "How well the box is known",
            ("", *PROVENANCES, "total"),
            (
                _summary_row("regions", map_data.regions),
                _summary_row("borders and arrows", map_data.edges),
                _summary_row("starting tokens", tokens.starting),
                _summary_row("normal tokens", tokens.normal),
                _summary_row("set-up facts", tokens.setup),
                _summary_row("class cards", cards.cards),
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
            tuple((row.name, row.class_letter, row.box, row.provenance, row.effect) for row in cards.cards),
        ),
    ]


def _summary_row(what: str, facts: Sequence[HasProvenance]) -> tuple[str, ...]:
    counts = Counter(fact.provenance for fact in facts)
    return (what, *(str(counts[kind] or "-") for kind in PROVENANCES), str(len(facts)))


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


def overview(map_data: MapData, tokens: TokenData, cards: CardData) -> dict[str, Any]:
    """Return everything in the box as plain values for JSON, with the warning line (rules section 1)."""
    token_part = _plain(tokens)
    for line in ("starting_line", "setup_line"):
        del token_part[line]
    for ring, kept in (("starting", tokens.starting), ("normal", tokens.normal)):
        token_part[ring] = [
            {"token": token.text, "count": count, "provenance": token.provenance, "note": token.note}
            for token, count in Counter(kept).items()
        ]
    return {
        "schema": SCHEMA,
        "warning": doubt_warning(map_data, tokens, cards),
        "map": _plain(map_data),
        "tokens": token_part,
        "cards": _plain(cards),
    }


def _plain(data: BoxData) -> dict[str, Any]:
    return {**asdict(data), "uncertain": data.uncertain, "doubts": data.doubts()}
