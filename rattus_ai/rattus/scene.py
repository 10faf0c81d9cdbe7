"""A position as the drawing takes it: from the core's fields to a `Scene`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.rattus.document_names import GOODS
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
        replace(
            region,
            cubes=tuple(state["cubes"][index]),
            rats=tuple(rats[index]),
            **_in_region(state, index),
        )
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
        **_expansions(game, state),
        player_names=tuple(players or ()),
        title=f"Rattus · {words.word('over')}"
        if over
        else f"Rattus · {words.word('turn')} {position.turn() + 1}",
    )


def _in_region(state: Mapping[str, Any], region: int) -> dict[str, Any]:
    """Goods and markers of a region."""
    found: dict[str, Any] = {"nuns": state["nuns"].count(region), "caravan": state["caravan"] == region}
    if state["region_goods"] and state["region_goods"][region] >= 0:
        found["goods"] = GOODS[state["region_goods"][region]]
    for name in ("diplomats", "potions"):
        if state[name]:
            found[name] = tuple(state[name][region])
    return found


def _expansions(game: RattusGame, state: Mapping[str, Any]) -> dict[str, Any]:
    """Walls, goods and region cards beside the regions; nothing for what is not in play."""
    found: dict[str, Any] = {
        "walls": tuple((first, second) for first, second in state["walls"]),
        "baker": tuple(state["baker"]),
    }
    if game.uses_goods:
        cards = zip(game.cards, state["card_goods"], strict=True)
        stock = zip(GOODS, state["goods_supply"], state["available"], strict=True)
        found |= {
            "coins": tuple(state["coins"]),
            "goods": tuple(
                tuple(kind for kind, count in zip(GOODS, counts, strict=True) for _ in range(count))
                for counts in state["goods"]
            ),
            "card_goods": tuple((card.name, GOODS[kind]) for card, kind in cards if kind >= 0),
            "goods_supply": tuple((kind, count, bool(free)) for kind, count, free in stock),
        }
    if game.region_cards:
        hidden = sum(state["hands_unknown"]) + state["drawn_unknown"]
        hands = zip(state["hands"], state["hands_unknown"], strict=True)
        found |= {
            "hands": tuple(
                (*(game.region_cards[kind] for kind in kinds), *[None] * unknown) for kinds, unknown in hands
            ),
            "pile": (sum(state["pile"]) - hidden, sum(state["discards"])),
        }
    return found
