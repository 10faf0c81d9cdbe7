"""The options of a game: completed, checked, and what they choose among the data of the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rattus_ai.data_files.problems import DataError, option_error
from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.istanbul import languages
from rattus_ai.istanbul.boxdata import (
    BonusData,
    GuildData,
    LayoutData,
    MarketData,
    load_bonus,
    load_guild,
    load_layouts,
    load_markets,
    load_setup,
    misplaced,
)
from rattus_ai.istanbul.core import random_layout
from rattus_ai.istanbul.document_rule_types import MAX_SEED, RuleFields
from rattus_ai.istanbul.words import BASE_PLACES, PLACES, PLAYER_COUNTS
from rattus_ai.text.closest import closest, did_you_mean, fold

RANDOM = "random"
DEFAULT_LAYOUTS = {False: "short", True: "first"}
"""The layout without and with the expansion where none is named."""

_KINDS = {False: "without the expansion", True: "with the expansion"}


@dataclass(frozen=True)
class Box:
    """The data that a game uses."""

    layouts: LayoutData
    markets: MarketData
    bonus: BonusData
    guild: GuildData


def load_box(options: RuleFields) -> Box:
    """The files that the options name, or else the shipped ones.

    Raises:
        OptionError: a file has problems; with the first of them.
    """
    try:
        key = "layouts"
        layouts = load_layouts(options.layouts)
        key = "markets"
        markets = load_markets(options.markets)
        key = "bonus_cards"
        bonus = load_bonus(options.bonus_cards)
        key = "guild"
        return Box(layouts, markets, bonus, load_guild(options.guild))
    except DataError as error:
        raise option_error(key, error) from None


def complete(options: RuleFields, box: Box) -> RuleFields:
    """The options in full: everything decided, the layout place by place.

    Raises:
        OptionError: an option cannot be used, or does not fit the others.
    """
    players = options.players
    if players is None:
        raise OptionError("players", "is missing; expected the number of players")
    if players not in PLAYER_COUNTS:
        raise OptionError("players", f"found {players}, expected {listed(map(str, PLAYER_COUNTS))}")
    if not options.expansion:
        for key in ("prize_cards", "guild"):
            value = getattr(options, key)
            if value:
                problem = f"found {shown(value)}, but it belongs to the expansion; add expansion = true"
                raise OptionError(key, problem)
    rubies = options.rubies
    if rubies is None:
        setup = load_setup()
        rubies = setup.expansion_rubies if options.expansion else setup.seats[players].rubies_to_win
    layout: list[int | str] = [*chosen_layout(options, box.layouts)]
    return msgspec.structs.replace(options, layout=layout, layout_seed=None, rubies=rubies)


def chosen_layout(options: RuleFields, layouts: LayoutData) -> list[int]:
    """The places row by row that the options mean.

    Raises:
        OptionError: there is no such layout, or it does not fit.
    """
    layout = DEFAULT_LAYOUTS[options.expansion] if options.layout is None else options.layout
    if isinstance(layout, list) and len(layout) == 1 and isinstance(layout[0], str):
        layout = layout[0]
    drawn = isinstance(layout, str) and fold(layout) == RANDOM
    if options.layout_seed is not None and not drawn:
        found = f"found {options.layout_seed} beside the layout {shown(layout)}"
        expected = f"expected layout = {RANDOM} beside it, or no layout_seed"
        raise OptionError("layout_seed", f"{found}, but only {RANDOM} layouts are drawn; {expected}")
    if drawn:
        if options.layout_seed is None:
            expected = f"expected a whole number from 0 to {MAX_SEED}: the same one, the same layout"
            raise OptionError("layout_seed", f"is missing; the {RANDOM} layout is drawn from it; {expected}")
        return random_layout(options.expansion, options.layout_seed)
    if isinstance(layout, str):
        return _named(layout, options.expansion, layouts)
    return _listed(layout, options.expansion)


def _named(name: str, expansion: bool, layouts: LayoutData) -> list[int]:
    names = layouts.names(expansion)
    for layout in layouts.layouts:
        if fold(layout.name) == fold(name):
            if layout.expansion != expansion:
                only = f"which is a layout {_KINDS[layout.expansion]}"
                expected = f"expected {listed([*names, RANDOM])}, or expansion = {shown(layout.expansion)}"
                raise OptionError("layout", f"found {shown(name)}, {only}; {expected}")
            return list(layout.places)
    there = {each: f"{each} ({_KINDS[not expansion]})" for each in layouts.names(not expansion)}
    near = closest(name, [*names, RANDOM, *there])
    hint = did_you_mean(there.get(each, each) for each in near)
    expected = f"expected {listed([*names, RANDOM])}, or the places row by row"
    raise OptionError("layout", f"found {shown(name)}, {expected}{hint}")


def _listed(places: Sequence[int | str], expansion: bool) -> list[int]:
    size = len(PLACES) if expansion else BASE_PLACES
    if len(places) != size:
        raise OptionError("layout", f"found {len(places)} places, expected {size} {_KINDS[expansion]}")
    known = languages.spellings("places", PLACES)
    numbers = []
    for place in places:
        text = place.strip() if isinstance(place, str) else place
        if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 4:
            text = int(text)
        if isinstance(text, int) and 1 <= text <= size:
            numbers.append(text)
        elif isinstance(text, str) and fold(text) in known:
            numbers.append(PLACES.index(known[fold(text)]) + 1)
        else:
            hint = did_you_mean(closest(text, known)) if isinstance(text, str) else ""
            expected = f"expected a place by name or by number from 1 to {size}"
            raise OptionError("layout", f"found {shown(place)}, {expected}{hint}")
    problem = misplaced(numbers)
    if problem is not None:
        raise OptionError("layout", f"found {problem}, expected each place from 1 to {size} once")
    return numbers
