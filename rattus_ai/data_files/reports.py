"""What the command line prints about data files, whatever the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rattus_ai.data_files.problems import Problem
from rattus_ai.data_files.provenance import PROVENANCES, HasProvenance


@dataclass(frozen=True, slots=True)
class Report:
    """What checking one file found. ``problems`` is empty for a file that can be used."""

    file: str
    kind: str  # as in the file, "map"; "" if it cannot be told
    summary: str  # "map, 12 regions, 22 borders and arrows"; "" with problems
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    warning: str = ""  # one line about what is in doubt; "" if nothing is, or with problems

    def plain(self) -> dict[str, Any]:
        """Return the report as plain values for JSON."""
        fields = asdict(self)
        fields["problems"] = [{**asdict(problem), "message": str(problem)} for problem in self.problems]
        return fields


@dataclass(frozen=True, slots=True)
class Table:
    """A table to print: every row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def known_row(what: str, facts: Sequence[HasProvenance]) -> tuple[str, ...]:
    """Return a row of the table how well a box is known: so many facts of each provenance, and in all."""
    counts = Counter(fact.provenance for fact in facts)
    return (what, *(str(counts[kind] or "-") for kind in PROVENANCES), str(len(facts)))
