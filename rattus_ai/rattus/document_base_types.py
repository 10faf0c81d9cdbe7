"""What the parts of a position document have in common."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=0, le=1000)]
Player = Annotated[
    int | str,
    Meta(description="A player: the number in the order of play, from 0, or the name given under `players`."),
]


class Fields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of the objects in a document: a field that is not known is an error."""
