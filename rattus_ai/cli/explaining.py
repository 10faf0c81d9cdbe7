"""What ``rattus-ai hint --explain`` adds: the sentences of an explanation, printed."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rattus_ai.analysis import Analysis
from rattus_ai.explanation import explain
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
