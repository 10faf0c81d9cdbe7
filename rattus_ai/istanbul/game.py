"""The game of Istanbul for the rest of the library: rules from options, names, documents."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.box_games import GAMES_KEPT, BoxDefinition, BoxGame, known
from rattus_ai.data_files.option_files import named_files
from rattus_ai.data_files.provenance import doubt_warning
from rattus_ai.errors import OptionError
from rattus_ai.istanbul import core, documents, hidden, languages, maps
from rattus_ai.istanbul.box_tables import FILES, TEMPLATE_COMMAND
from rattus_ai.istanbul.boxdata import load_setup
from rattus_ai.istanbul.document_rule_types import MAX_SEED, RuleFields
from rattus_ai.istanbul.document_types import PositionFields
from rattus_ai.istanbul.drawing import draw
from rattus_ai.istanbul.options import RANDOM, Box, complete, load_box
from rattus_ai.istanbul.summary import summary
from rattus_ai.istanbul.variants import BARS, SPEED_VARIANTS, STRENGTH_VARIANTS
from rattus_ai.istanbul.vocabulary import vocabulary
from rattus_ai.istanbul.words import BASE_CARDS, CARDS, PLACE_NAMES, PLACES
from rattus_ai.notation import ENGLISH, Notation
from rattus_ai.text.closest import fold

if TYPE_CHECKING:
    from rattus_ai.positions import Position, View
    from rattus_ai.summaries import Summary


class IstanbulGame(BoxGame):
    """Istanbul with its options and box data. Use `rattus_ai.load_game("istanbul", ...)`.

    Attributes:
        box: the data of the box.
        layout: numbers of the places, row by row.
        expansion: whether Mocha & Baksheesh is used.
        copies: how many bonus cards of each kind are in the game.
        demand: market (`large`, `small`) -> goods that its tiles show, in the order of their numbers.
        edge_places: the two places of each edge of the grid, in the order of their numbers.
    """

    name = "istanbul"
    file_options = FILES
    main_options = ("players", "expansion", "layout")
    no_risks = "nothing in Istanbul strikes at what players have, so there are no risks to compute"

    def __init__(self, options: RuleFields, box: Box) -> None:
        assert options.players is not None and isinstance(options.layout, list)
        self.box = box
        self.expansion = options.expansion
        self.layout = tuple(int(place) for place in options.layout)
        self.copies = tuple(box.bonus.counts(options.expansion, options.prize_cards))
        tiles = {"large": box.markets.large, "small": box.markets.small}
        self.demand = {market: tuple(tile.goods for tile in each) for market, each in tiles.items()}
        self._graph = maps.build(self.layout, options.players)
        self.rules = core.make_rules(**_core_options(options, box, self))
        self.edge_places = tuple(core.edges(self.rules))
        verbs = _verbs(self)
        kinds = len(CARDS) if self.expansion else BASE_CARDS
        words = vocabulary(verbs, options.players, self.num_places, kinds, self.demand)
        self.notation = Notation(self.rules, words, self)
        self.options = msgspec.to_builtins(options)
        self.warning = _warning(options, box) or None

    @property
    def num_places(self) -> int:
        """Number of places, 16 or 20."""
        return len(self.layout)

    @functools.cached_property
    def beginning(self) -> Mapping[str, Any]:
        """The state at the very first node as plain numbers."""
        return core.export_state(CorePosition(self.rules))

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages of names, English first."""
        return languages.LANGUAGES

    def distances(self, position: Position | View, player: int) -> dict[str, int]:
        """Steps from a player's merchant to every place, around a barrier that the player does not control.

        Returns:
            {English name of the place: steps}.
        """
        state = core.export_state(known(position))
        barrier = None
        if state["barrier"] >= 0 and state["barrier_owner"] != player:
            first, second = self.edge_places[state["barrier"]]
            barrier = (PLACES[first - 1], PLACES[second - 1])
        return maps.distances(self._graph, PLACES[state["merchant"][player] - 1], barrier)

    @functools.cached_property
    def implied_options(self) -> Mapping[str, Any]:
        """What the options are if only players and expansion are given, with the layout by its name."""
        named = {layout.places: layout.name for layout in self.box.layouts.layouts}
        name = named.get(self.layout)
        setup = load_setup()
        rubies = setup.expansion_rubies if self.expansion else setup.seats[self.num_players].rubies_to_win
        defaults = msgspec.to_builtins(RuleFields())
        return {**defaults, "rubies": rubies, "layout": name or list(self.layout)}

    def options_from(self, directory: Path | None) -> dict[str, Any]:
        """The options as a document gives them, the layout by its name if it has one."""
        return {**super().options_from(directory), "layout": self.implied_options["layout"]}

    write_document = documents.write_document

    def outcome_observers(self, position: CorePosition, outcome: int) -> tuple[int, ...] | None:
        """See `rattus_ai.istanbul.hidden.observers`."""
        return hidden.observers(self, position, outcome)

    def missing_for(self, position: CorePosition, player: int) -> str | None:
        """See `rattus_ai.istanbul.hidden.missing`."""
        return hidden.missing(position, player)

    def place_text(self, place: str, language: str = ENGLISH) -> str:
        """How a language calls a place."""
        names = languages.names(language)
        index = PLACE_NAMES.index(place) if place in PLACE_NAMES else PLACES.index(place)
        return names.place(PLACES[index])

    def summary(self, position: Position | View, language: str = ENGLISH) -> Summary:
        """See `rattus_ai.istanbul.summary`."""
        return summary(self, known(position), position.players, language)

    def draw(self, position: Position | View, language: str = ENGLISH) -> str:
        """See `rattus_ai.istanbul.drawing`."""
        return draw(self, known(position), position.players, language)


def _verbs(game: IstanbulGame) -> list[str]:
    rules = game.rules
    described = itertools.chain(
        map(rules.describe_action, range(rules.num_distinct_actions)),
        map(rules.describe_outcome, range(rules.max_chance_outcomes)),
    )
    return list(dict.fromkeys(verb for verb, _ in described))


def _core_options(options: RuleFields, box: Box, game: IstanbulGame) -> dict[str, Any]:
    """What the core makes rules from."""
    guild = box.guild
    return {
        "players": options.players,
        "expansion": options.expansion,
        "layout": list(game.layout),
        "ruby_target": options.rubies,
        "max_rounds": options.max_rounds,
        "start_lira": list(load_setup().start_lira),
        "bonus": list(game.copies),
        "large": [list(goods) for goods in game.demand["large"]],
        "small": [list(goods) for goods in game.demand["small"]],
        "pay_large": list(box.markets.pay_large),
        "pay_small": list(box.markets.pay_small),
        "baksheesh": [list(side.goods) for side in guild.sides],
        "baksheesh_coffee": guild.baksheesh_coffee,
        "prizes": [(prize.item, prize.count) for prize in guild.prizes],
        "tavern_costs": list(guild.tavern_costs),
        "barrier_cost": guild.barrier_coffee,
        "house_costs": list(guild.house_costs),
        "guild": [(card.lira, card.coffee, card.special) for card in guild.cards],
    }


def _warning(options: RuleFields, box: Box) -> str:
    """One line about what is not certain of the data that a game uses."""
    kinds = len(CARDS) if options.expansion else BASE_CARDS
    phrases = box.bonus.doubts_of(kinds, options.prize_cards)
    if options.expansion:
        phrases = [*box.guild.doubts_of(options.prize_cards), *phrases]
    return doubt_warning(box.markets, phrases=phrases, template=TEMPLATE_COMMAND)


class IstanbulDefinition(BoxDefinition[RuleFields, IstanbulGame]):
    """What the registry of games holds for Istanbul."""

    name = IstanbulGame.name
    document_type = PositionFields
    rule_fields = RuleFields
    file_options = FILES
    speed_variants = SPEED_VARIANTS
    strength_variants = STRENGTH_VARIANTS
    bars = BARS
    read_document = staticmethod(documents.read_document)

    def load_fields(self, options: RuleFields, directory: Path | None) -> IstanbulGame:
        """See `load` of this module."""
        return load(options, directory)

    def seeded(self, options: Mapping[str, object], seed: int) -> Mapping[str, object]:
        """The options with a seed for the layout, where it is drawn and has none."""
        layout = options.get("layout")
        drawn = isinstance(layout, str) and fold(layout) == RANDOM
        if not drawn or options.get("layout_seed") is not None:
            return options
        return {**options, "layout_seed": seed & MAX_SEED}


DEFINITION = IstanbulDefinition()


def load(options: RuleFields, directory: Path | None = None) -> IstanbulGame:
    """A game with these options; the same one again where the options and the files are the same.

    Raises:
        OptionError: an option cannot be used.
    """
    files, versions = named_files({key: getattr(options, key) for key in FILES}, directory)
    named = msgspec.structs.replace(options, **files)
    box = load_box(named)
    return _game(msgspec.json.encode(complete(named, box)), versions)


@functools.lru_cache(maxsize=GAMES_KEPT)
def _game(encoded: bytes, versions: tuple[object, ...]) -> IstanbulGame:
    """The game of complete options; `versions` tell the contents of the files apart."""
    options = msgspec.json.decode(encoded, type=RuleFields)
    try:
        return IstanbulGame(options, load_box(options))
    except ValueError as error:
        if isinstance(error, OptionError):
            raise
        raise OptionError("rules", str(error)) from None
