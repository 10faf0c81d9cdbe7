"""How well a fact about a printed game is known, and the one line that warns where it is not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Provenance = Literal["stated", "review", "inferred", "stand-in"]

PROVENANCES: tuple[Provenance, ...] = ("stated", "review", "inferred", "stand-in")
_WORDINGS: tuple[tuple[Provenance, str, str], ...] = (
    ("stand-in", "is a stand-in", "are stand-ins"),
    ("inferred", "is inferred", "are inferred"),
)


class HasProvenance(Protocol):
    """A fact that says how well it is known."""

    @property
    def provenance(self) -> Provenance:
        """How well it is known."""


@dataclass(frozen=True, slots=True)
class _Known:
    provenance: Provenance


def least_known(*provenances: Provenance | None) -> HasProvenance:
    """Return a fact that is known as well as its least known part; None is no part, and one there must be."""
    return _Known(max(filter(None, provenances), key=PROVENANCES.index))


class Doubtful(ABC):
    """Data of which something may be in doubt."""

    __slots__ = ()

    @abstractmethod
    def doubts(self) -> list[str]:
        """Return phrases like ``"47 of 49 tokens are stand-ins"``; empty if nothing is in doubt."""

    @property
    def uncertain(self) -> bool:
        """True if anything is inferred or a stand-in."""
        return bool(self.doubts())

    def warning(self) -> str:
        """Return the one line to print beside a result made with this data, ``""`` if nothing is in doubt."""
        return doubt_warning(self)


def count_doubts(things: str, facts: Iterable[HasProvenance]) -> list[str]:
    """Return phrases like ``"20 of 22 borders are inferred"``, where ``things`` is ``"borders"``."""
    counts = Counter(fact.provenance for fact in facts)
    return [
        f"{counts[kind]} of {counts.total()} {things} {one if counts[kind] == 1 else many}"
        for kind, one, many in _WORDINGS
        if counts[kind]
    ]


TEMPLATE_COMMAND = "rattus-ai data template"


def doubt_warning(*parts: Doubtful, phrases: Sequence[str] = (), template: str = TEMPLATE_COMMAND) -> str:
    """Return one line that says what the data of ``parts`` leaves in doubt, ``""`` if nothing.

    Args:
        parts: data.
        phrases: further doubts in words, like those of ``parts``.
        template: the command that writes files to fill in.

    Stand-ins come first in the wording: "made with stand-in data: ...", or "made with inferred data: ..."
    when there is no stand-in.
    """
    doubts = [*phrases, *(phrase for part in parts for phrase in part.doubts())]
    if not doubts:
        return ""
    doubts.sort(key=lambda phrase: "stand-in" not in phrase)
    kind = "stand-in" if "stand-in" in doubts[0] else "inferred"
    return f"made with {kind} data: {', '.join(doubts)}; check your box with `{template}`"
