"""The places: what their actions may be now, and what they do.

Every module has `options` and `apply` for the stage `action` at its places (`state.acting` says which); some
have further stages. An action that would do nothing is not offered (O16).
"""

from __future__ import annotations

from types import ModuleType

from .. import components as box
from ..setup import Setup
from ..state import State
from . import (
    caravansary,
    fountain,
    guild_hall,
    markets,
    mosques,
    palace,
    police,
    post,
    roasting_plant,
    rolls,
    ruby_tracks,
    tavern,
    wainwright,
    warehouses,
)

MODULES: dict[int, ModuleType] = {
    box.WAINWRIGHT: wainwright,
    **dict.fromkeys(box.WAREHOUSES, warehouses),
    box.POST: post,
    box.CARAVANSARY: caravansary,
    box.FOUNTAIN: fountain,
    box.BLACK_MARKET: rolls,
    box.TEA_HOUSE: rolls,
    box.LARGE_MARKET: markets,
    box.SMALL_MARKET: markets,
    box.POLICE: police,
    box.PALACE: palace,
    box.SMALL_MOSQUE: mosques,
    box.GREAT_MOSQUE: mosques,
    box.DEALER: ruby_tracks,
    box.ROASTING_PLANT: roasting_plant,
    box.GUILD_HALL: guild_hall,
    box.TAVERN: tavern,
    box.COFFEE_HOUSE: ruby_tracks,
}


def options(setup: Setup, state: State) -> list[str]:
    """The actions of the acting place that can be done now."""
    found: list[str] = MODULES[state.acting].options(setup, state)
    return found


def apply(setup: Setup, state: State, words: list[str]) -> None:
    MODULES[state.acting].apply(setup, state, words)


def can_act(setup: Setup, state: State, place: int) -> bool:
    """Whether the action of a place could be done from afar."""
    there = state.clone()
    there.acting, there.remote = place, 1
    return bool(options(setup, there))
