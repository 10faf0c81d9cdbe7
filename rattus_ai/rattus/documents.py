"""Position documents of Rattus: JSON values to a position and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.box_games import game_and_players
from rattus_ai.errors import DocumentError
from rattus_ai.games import DocumentContent
from rattus_ai.rattus import document_writer
from rattus_ai.rattus.document_reader import Reader
from rattus_ai.rattus.document_rule_types import RuleFields
from rattus_ai.rattus.document_types import PositionFields
from rattus_ai.schemas.typed import decode

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame


def read_document(document: Mapping[str, object], directory: Path | None = None) -> DocumentContent:
    """The position of a document.

    Raises:
        DocumentError: a wrong shape, an unknown name, or two facts that disagree; each with its place.
    """
    from rattus_ai.rattus.game import load

    fields = decode(document, PositionFields)
    game, players = game_and_players(fields, RuleFields, load, directory)
    reader = Reader(game, fields, players)
    return DocumentContent(game, _position(game, reader.fields()), reader.viewer, players, fields.solution)


def write_document(
    game: RattusGame,
    position: CorePosition,
    viewer: int | None,
    players: Sequence[str] | None,
    directory: Path | None,
) -> dict[str, Any]:
    """The document of a position that is already reduced to what the viewer knows."""
    return document_writer.write_document(game, core.export_state(position), viewer, players, directory)


def _position(game: RattusGame, state: dict[str, Any]) -> CorePosition:
    """The position of the core's fields; a sweep about to begin is reached by ending the final round."""
    sweep = state["stage"] == "sweep"
    if sweep:
        state = {**state, "stage": "final", "active": (state["last"] + 1) % game.num_players, "final_left": 0}
    try:
        position = core.import_state(game.rules, state)
        if sweep:
            position.apply(
                next(a for a in position.legal_actions() if game.rules.describe_action(a)[0] == "done")
            )
            position = core.import_state(game.rules, core.export_state(position))
    except ValueError as error:
        field, _, problem = str(error).partition(":")
        raise DocumentError(_PLACES.get(field.split(",")[0], ()), (problem or field).strip()) from None
    return position


# Where a document says what a field of the core holds; for checks that only the core makes.
_PLACES: Mapping[str, tuple[str | int, ...]] = {
    "stage": ("turn", "stage"),
    "active": ("turn", "player"),
    "last": ("turn", "last"),
    "turn": ("turn", "number"),
    "used": ("turn", "used"),
    "plague": ("plague",),
    "cubes": ("regions",),
    "palace": ("palace",),
    "supply": ("supply",),
    "unlooked": ("regions",),
    "tracked": ("regions",),
    "rat_supply": ("rat_supply",),
    "owners": ("owners",),
    "unseen": ("revealed",),
    "spread_left": ("turn", "rats_to_place"),
    "spread_region": ("turn", "region"),
    "neutral": ("turn", "neutral"),
    "revealing": ("turn", "region"),
    "drawing": ("turn", "drawing"),
    "first_look": ("turn", "looking"),
    "second_look": ("turn", "looking"),
    "final_left": ("turn", "player"),
    "goods_taken": ("turn", "goods_taken"),
    "deacon_uses": ("turn", "deacon_uses"),
    "fixed": ("turn", "fixed"),
    "step_card": ("turn", "card"),
    "plan": ("turn", "plan"),
    "lifted": ("turn", "lifted"),
    "event": ("turn", "event"),
    "shown": ("turn", "shown"),
    "pending": ("turn", "pending"),
    "asked": ("turn", "asked"),
    "protected": ("turn", "protected"),
    "drawn": ("turn", "drawn"),
    "drawn_unknown": ("turn", "drawn"),
    "draws_left": ("turn", "draws_left"),
    "coins": ("mercatus", "coins"),
    "goods": ("mercatus", "goods"),
    "goods_supply": ("mercatus", "supply"),
    "goods_removed": ("mercatus", "removed"),
    "available": ("mercatus", "available"),
    "card_goods": ("mercatus", "cards"),
    "region_goods": ("regions",),
    "hands": ("africanus", "hands"),
    "hands_unknown": ("africanus", "hands"),
    "pile": ("africanus", "pile"),
    "discards": ("africanus", "discards"),
    "caravan": ("caravan",),
    "walls": ("walls",),
    "nuns": ("nuns",),
    "baker": ("baker",),
    "diplomats": ("regions",),
    "potions": ("regions",),
    "diplomats_left": ("diplomats_left",),
    "potions_left": ("potions_left",),
    "recycled_pools": ("recycled",),
}
