"""Position documents of Istanbul: JSON values to a position and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.box_games import game_and_players
from rattus_ai.errors import DocumentError
from rattus_ai.errors import Path as DocumentPath
from rattus_ai.games import DocumentContent
from rattus_ai.istanbul import core, document_board, document_hands, document_turn
from rattus_ai.istanbul.document_reader import Reader
from rattus_ai.istanbul.document_rule_types import RuleFields
from rattus_ai.istanbul.document_types import PositionFields
from rattus_ai.istanbul.words import COLOURS, GOODS, PLACE_NAMES, WARES
from rattus_ai.schemas.typed import decode

if TYPE_CHECKING:
    from rattus_ai.istanbul.game import IstanbulGame

_FIELD = re.compile(r"(\w+)[^\[]*(?:\[(\d+)\])?")


def read_document(document: Mapping[str, object], directory: Path | None = None) -> DocumentContent:
    """The position of a document.

    Raises:
        DocumentError: a wrong shape, an unknown name, or two facts that disagree; each with its place.
    """
    from rattus_ai.istanbul.game import load

    fields = decode(document, PositionFields)
    game, players = game_and_players(fields, RuleFields, load, directory)
    reader = Reader(game, fields, players)
    state = reader.fields()
    try:
        position = core.import_state(game.rules, state)
    except ValueError as error:
        raise _placed(str(error), reader) from None
    return DocumentContent(game, position, reader.viewer, players, fields.solution)


def write_document(
    game: IstanbulGame,
    position: CorePosition,
    viewer: int | None,
    players: Sequence[str] | None,
    directory: Path | None,
) -> dict[str, Any]:
    """The document of a position that is already reduced to what the viewer knows."""
    state = core.export_state(position)
    document = game.document_head(viewer, players, directory)
    document["turn"] = document_turn.written(state)
    document["seats"] = [_seat(game, state, player, viewer) for player in range(game.num_players)]
    document["board"] = document_board.written(game, state)
    return document


def _seat(game: IstanbulGame, state: Mapping[str, Any], player: int, viewer: int | None) -> dict[str, Any]:
    seat: dict[str, Any] = {"rubies": state["rubies"][player], "lira": state["lira"][player]}
    if game.expansion:
        seat["coffee"] = state["coffee"][player]
    seat["goods"] = dict(zip(GOODS, state["goods"][player], strict=True))
    seat["capacity"] = state["capacity"][player]
    seat["tiles"] = [colour for index, colour in enumerate(COLOURS) if state["tiles"][player] >> index & 1]
    if game.expansion:
        seat["tavern"] = [ware for index, ware in enumerate(WARES) if state["tavern"][player] >> index & 1]
    seat["merchant"] = PLACE_NAMES[state["merchant"][player] - 1]
    seat["assistants"] = [PLACE_NAMES[place - 1] for place in state["assistants"][player]]
    seat["family"] = PLACE_NAMES[state["family"][player] - 1]
    return seat | document_hands.written(game, state, player, viewer)


def _placed(message: str, reader: Reader) -> DocumentError:
    """A complaint of the core at the place of the document that says it."""
    field, _, problem = message.partition(":")
    match = _FIELD.match(field)
    name, number = (match[1], match[2]) if match else ("", None)
    text = (problem or field).strip()
    if name in _IN_SEATS:
        if number is None or int(number) >= reader.count:
            return DocumentError(("seats",), text)
        return DocumentError((*reader.paths[int(number)], _IN_SEATS[name]), text)
    return DocumentError(_PLACES.get(name, ("turn", name)), text)


# Where a document says what a field of the core holds; for checks that only the core makes.
_IN_SEATS: Mapping[str, str] = {
    **{name: name for name in ("lira", "coffee", "rubies", "capacity", "goods", "tiles", "tavern")},
    **{name: name for name in ("merchant", "assistants", "family")},
    "stack": "assistants",
    "spare": "assistants",
    "known": "open_cards",
    "secret": "cards",
    "unknown": "cards",
    "guild_hand": "guild_cards",
    "guild_unknown": "guild_cards",
}
_PLACES: Mapping[str, DocumentPath] = {
    **{name: ("board", name) for name in ("governor", "smuggler", "trader", "neutral", "post", "barrier")},
    **{name: ("board", name) for name in ("discards", "guild_discards")},
    "deck": ("seats",),
    "guild_deck": ("seats",),
    "mosque": ("seats",),
    "tavern_sold": ("seats",),
    "mosque_rubies": ("board", "rubies"),
    "wainwright_rubies": ("board", "rubies", "wainwright"),
    "dealer_rubies": ("board", "rubies", "gemstone_dealer"),
    "palace_rubies": ("board", "rubies", "sultans_palace"),
    "house_rubies": ("board", "rubies", "coffee_house"),
    "demand_large": ("board", "large_demand"),
    "demand_small": ("board", "small_demand"),
    "barrier_owner": ("board", "barrier", "owner"),
    "baksheesh_side": ("board", "baksheesh"),
    "done_place": ("turn", "done"),
    "roast": ("turn", "roasted"),
    "fountain": ("turn", "fetched"),
}
