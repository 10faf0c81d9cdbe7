"""A position as the drawing takes it: from the core's fields to a `Scene`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.rattus.document_types import RING_LETTERS
from rattus_ai.rattus.drawing import Scene, SceneRat, empty_scene
from rattus_ai.rattus.languages import names

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame


def scene(
    game: RattusGame, position: CorePosition, players: Sequence[str] | None = None, language: str = "en"
) -> Scene:
    """The scene of a position that already holds no more than may be shown.

    Raises:
        LanguageError: the language is unknown.
    """
    state = core.export_state(position)
    rats: list[list[SceneRat]] = [
        [SceneRat(RING_LETTERS[ring]) for ring in (1, 0) for _ in range(counts[ring])]
        for counts in state["unlooked"]
    ]
    for region, ring, kind, seen, _ in state["tracked"]:
        text = game.kinds[kind][1:] if kind >= 0 else None
        rats[region].append(SceneRat(RING_LETTERS[ring], text, tuple(seen)))
    empty = empty_scene(game.map, game.num_players)
    regions = tuple(
        replace(region, cubes=tuple(state["cubes"][index]), rats=tuple(rats[index]))
        for index, region in enumerate(empty.regions)
    )
    words = names(language)
    over = position.is_terminal()
    starting, normal = state["rat_supply"]
    return replace(
        empty,
        regions=regions,
        palace=tuple(state["palace"]),
        supply=tuple(state["supply"]),
        plague=state["plague"] if state["plague"] >= 0 else None,
        owners=tuple(
            (card.name, owner if owner >= 0 else None)
            for card, owner in zip(game.cards, state["owners"], strict=True)
        ),
        active=None if over else position.active_player(),
        rat_supply=(starting, normal),
        player_names=tuple(players or ()),
        title=f"Rattus · {words.word('over')}"
        if over
        else f"Rattus · {words.word('turn')} {position.turn() + 1}",
    )
