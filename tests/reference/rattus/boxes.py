"""Set-ups of the boxes and of mixtures of them, for any number of players that they allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import africanus as africa
from . import base_game as base
from .base_game import BASE_CARDS
from .cards.classes import CLASS_OF_CARD
from .setup import Setup

MERCATUS_CARDS = [
    "count",
    "treasurer",
    "pope",
    "deacon",
    "assassin",
    "raider",
    "hanseatic_trader",
    "swindler",
    "grave_robber",
    "shaman",
    "landowner",
    "brewer",
]
PIED_PIPER_CARDS = [
    "queen",
    "emperor",
    "baker",
    "serf",
    "soldier",
    "crusader",
    "nun",
    "wizard",
    "pied_piper",
    "mayor",
]
AFRICANUS_CARDS = ["astronomer", "explorer", "sultan", "caravan_leader"]


def any_setup(
    players: int, cards: Sequence[str], *, mercatus: bool = False, africanus: bool = False, **options: Any
) -> Setup:
    """Map and tokens of the base game (2 to 4 players) or of Africanus (2 to 6), with goods or without.

    Cards by name; options as fields of `Setup`.
    """
    if not africanus and players not in base.REMOVED:
        raise ValueError(f"{players} players need the map of Africanus")
    regions = tuple(used_regions(players))
    edges = [pair.split("-") for pair in (base.NEIGHBOURS + africa.NEIGHBOURS).split()]
    starting, normal = base.STARTING_TOKENS, base.NORMAL_TOKENS
    removed = base.REMOVED
    region_cards: tuple[tuple[int, str], ...] = ()
    if africanus:
        starting += " " + africa.STARTING_TOKENS
        normal += africa.NORMAL_TOKENS
        removed = africa.REMOVED
        options.setdefault("split_setup_pairs", True)
        printed = [text.split(":") for text in africa.REGION_CARDS.split()]
        region_cards = tuple((regions.index(name), symbols) for name, symbols in printed if name in regions)
    return Setup(
        players=players,
        regions=regions,
        edges=tuple(
            (regions.index(one), regions.index(other))
            for one, other in edges
            if one in regions and other in regions
        ),
        starting=tuple(starting.split()),
        normal=tuple(normal.split()),
        removed=removed[players],
        cards=tuple((card, CLASS_OF_CARD[card]) for card in cards),
        mercatus=mercatus,
        region_cards=region_cards,
        **options,
    )


def used_regions(players: int) -> list[str]:
    """Rules 1.1 and 9."""
    if players <= 4:
        return [name for name, least in base.REGION_GROUPS.items() if least <= players]
    everything = [*base.REGION_GROUPS, *africa.NORTH_AFRICA]
    return [name for name in everything if players == 6 or name not in africa.NOT_WITH_FIVE]


def base_setup(players: int, cards: Sequence[str] = tuple(BASE_CARDS), **options: Any) -> Setup:
    """The base game for 2 to 4 players with these class cards in play; options as fields of `Setup`."""
    return any_setup(players, cards, **options)


def mercatus_setup(players: int, cards: Sequence[str], **options: Any) -> Setup:
    """The base game with goods and coins."""
    return any_setup(players, cards, mercatus=True, **options)


def africanus_setup(players: int, cards: Sequence[str], **options: Any) -> Setup:
    """Africanus for 2 to 6 players, without goods."""
    return any_setup(players, cards, africanus=True, **options)
