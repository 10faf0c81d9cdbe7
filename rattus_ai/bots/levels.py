"""The strength of an opponent by one word.

A level is an agent as text (`rattus_ai.bots.parse_agent`), the same for every game. Weaker ones choose more
softly among sensible actions (`rattus_ai.bots.temperature`); they search enough to see what is sensible. What
each of them is worth beside its neighbours is measured in analysis/pages/levels.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "beginner": "ismcts:200,temperature=0.4",
        "casual": "ismcts:400,temperature=0.1",
        "skilled": "ismcts:800,temperature=0.03",
        "expert": "ismcts:2000",
        "strongest": "ismcts:10000",
    }
)
"""Name -> agent, the weakest first."""

DEFAULT_LEVEL = "expert"
"""The opponent where nobody says how strong it should be."""
