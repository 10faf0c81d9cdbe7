"""What ``rattus-ai hint --explain`` adds: the sentences of an explanation, printed and as plain values."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rattus_ai.analysis import Analysis
from rattus_ai.explanation import explain
from rattus_ai.facts import Number
from rattus_ai.positions import View

_DOUBTFUL = ("open", "unknown", "missing")
"""Kinds of sentences that say what is not known; they are set off."""


def print_explanation(printer: Console, view: View, analysis: Analysis, language: str) -> None:
    """Prints why the first turn is proposed, a sentence to a line; longer ones are folded."""
    explanation = explain(view, analysis, language)
    printer.print()
    printer.print(Text("Why", style="bold"))
    table = Table.grid(padding=(0, 1))
    for sentence in explanation.sentences:
        table.add_row("-", Text(sentence.text, "italic" if sentence.kind in _DOUBTFUL else ""))
    printer.print(table)
    if explanation.note is not None:
        printer.print(Text(explanation.note, style="dim"), soft_wrap=True)


def plain_explanation(view: View, analysis: Analysis, language: str) -> list[dict[str, Any]]:
    """The sentences as plain values: `kind`, `text`, `numbers`.

    Each number: `name`, `value`, `error` (null where exact or not known), `exact`, `fraction` (exact value as
    a text, or null), `text`, `player`, `place` (null where it is about none).
    """
    return [
        {
            "kind": sentence.kind,
            "text": sentence.text,
            "numbers": [_plain_number(number) for number in sentence.numbers],
        }
        for sentence in explain(view, analysis, language).sentences
    ]


def _plain_number(number: Number) -> dict[str, Any]:
    known = number.error is not None and not math.isnan(number.error)
    return {
        "name": number.name,
        "value": float(number.value),
        "error": number.error if known else None,
        "exact": number.exact,
        "fraction": str(number.value) if isinstance(number.value, int | Fraction) else None,
        "text": number.text,
        "player": number.player,
        "place": number.place,
    }
