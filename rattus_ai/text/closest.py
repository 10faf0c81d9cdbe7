"""Help with misspelt names: folding of case and accents, and close matches for error messages."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

_LONGEST_COMPARED = 60  # a name is shorter; comparing pages of garbage letter by letter only costs time
_LONGEST_FOLDED = 256  # the longest names and texts of actions have less
_SIMILARITY = 0.65  # "Galia" finds Gallia but not Germania; one wrong letter of three still finds its word


def fold(text: str) -> str:
    """Return ``text`` without accents, case, and surplus or separating white space, hyphens and underscores.

    Two spellings that fold alike are the same name: ``fold("Hispánia") == fold("HISPANIA")``,
    ``fold("Grave Robber") == fold("grave_robber")``, ``fold("Μοναχός") == fold("ΜΟΝΑΧΟΣ")``. A text that is
    too long for any name comes back as it is: taking a megabyte apart would cost seconds.
    """
    if len(text) > _LONGEST_FOLDED:
        return text
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return " ".join(plain.casefold().replace("-", " ").replace("_", " ").split())


def closest(text: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return up to ``limit`` of ``candidates`` that look like ``text``, the most similar first.

    Case and accents do not count. Candidates that begin with ``text`` count as similar, so that
    ``"ger"`` finds ``"Germania"``. The answer keeps the spelling of the candidates; it may be empty.
    """
    wanted = fold(text[:_LONGEST_COMPARED])
    spelling: dict[str, str] = {}
    for candidate in candidates:
        spelling.setdefault(fold(candidate), candidate)
    found = difflib.get_close_matches(wanted, spelling, n=limit, cutoff=_SIMILARITY)
    if len(wanted) >= 2:
        found += [name for name in spelling if name.startswith(wanted) and name not in found]
    return tuple(spelling[name] for name in found[:limit])


def did_you_mean(matches: Iterable[str]) -> str:
    """Return ``"; did you mean A, B or C?"`` for an error message, or ``""`` without matches."""
    names = list(matches)
    if not names:
        return ""
    if len(names) == 1:
        return f"; did you mean {names[0]}?"
    return f"; did you mean {', '.join(names[:-1])} or {names[-1]}?"
