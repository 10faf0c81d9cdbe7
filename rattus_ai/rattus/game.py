"""The game of Rattus for the rest of the library: rules from options, names, documents."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.solver import ended
from rattus_ai.box_games import GAMES_KEPT, BoxDefinition, BoxGame, known
from rattus_ai.data_files.option_files import named_files
from rattus_ai.data_files.problems import option_error
from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.facts import Fact
from rattus_ai.games import ChanceLosses, EndValues, Risk
from rattus_ai.notation import ENGLISH, Notation
from rattus_ai.rattus import documents, hidden, languages, luck, maps, risk, sweep
from rattus_ai.rattus.boxdata import (
    PLAYER_COUNTS,
    CardData,
    DataError,
    MapData,
    RegionCardData,
    TokenData,
    check_region_cards,
    check_together,
    doubt_warning,
    load_cards,
    load_map,
    load_region_cards,
    load_tokens,
)
from rattus_ai.rattus.card_choice import Choice, choose, drawn_word
from rattus_ai.rattus.document_names import printed, region_card_kinds, token_kinds, vocabulary
from rattus_ai.rattus.document_rule_types import MAX_SEED, RuleFields
from rattus_ai.rattus.document_types import PositionFields
from rattus_ai.rattus.drawing import draw
from rattus_ai.rattus.facts import facts
from rattus_ai.rattus.scene import scene
from rattus_ai.rattus.summary import summary
from rattus_ai.rattus.variants import BARS, SPEED_VARIANTS, STRENGTH_VARIANTS

if TYPE_CHECKING:
    from rattus_ai.positions import Position, View
    from rattus_ai.summaries import Summary
    from rattus_ai.watch import Watch

FILES = ("map", "tokens", "region_cards")
"""The options that name a file."""

Box = TypeVar("Box", MapData, TokenData, RegionCardData)

_SULTAN = "Sultan"
_SETUP_PAIR = 2
_SETUP_ROUNDS = 2
_MORE_PLAYERS = 5
"""With so many players or more a third round is placed at set-up (rules, section 9)."""


class RattusGame(BoxGame):
    """Rattus with its options and box data. Use `rattus_ai.load_game("rattus", ...)`.

    Attributes:
        map, tokens, cards: the box data; `cards` are those in play, in the order of their numbers.
        region_names, card_names: as printed in English, in the order of their numbers.
        kinds: texts of the kinds of tokens, `s2:MBC`, in the order of their numbers.
        kind_counts: how many tokens of each kind exist.
        ring_counts: how many tokens with and without the ring are in this game, those removed unseen left
            out.
    """

    name = "rattus"
    file_options = FILES
    main_options = ("players", "cards")
    piece_word = "cubes"

    def __init__(
        self,
        options: RuleFields,
        map_data: MapData,
        tokens: TokenData,
        cards: CardData,
        region_cards: RegionCardData | None,
    ) -> None:
        players = options.players or 0
        regions = maps.region_names(map_data, players)
        removed = tokens.removed(players)
        hands = [] if region_cards is None else region_card_kinds(region_cards, regions)
        self.map = map_data
        self.tokens = tokens
        self.cards = cards.cards
        self._graph = maps.build(map_data, players)
        self.rules = core.make_rules(
            players=players,
            regions=[printed(region) for region in regions],
            edges=maps.index_pairs(self._graph),
            starting=[token.face for token in tokens.starting],
            normal=[token.face for token in tokens.normal],
            removed=removed,
            cards=[(printed(card.name), card.class_letter) for card in cards.cards],
            split_setup_pairs=bool(options.split_setup_pairs),
            placement_optional=options.placement_optional,
            reveal_order=options.reveal_order,
            turn_limit=options.turn_limit,
            mercatus=bool(options.mercatus),
            region_cards=hands,
            diplomats=0 if region_cards is None else region_cards.diplomats.count,
        )
        self.region_names = tuple(map(printed, regions))
        self._regions = dict(zip(self.region_names, regions, strict=True))
        self.card_names = tuple(printed(card.name) for card in cards.cards)
        self.kinds = token_kinds(tokens)
        self.kind_counts = tuple(core.token_counts(self.rules))
        self.ring_counts = (len(tokens.starting), len(tokens.normal) - removed)
        words = vocabulary(map_data, regions, tokens, load_cards(), cards.cards, dict.fromkeys(hands))
        self.notation = Notation(self.rules, words, self)
        self.options = msgspec.to_builtins(options)
        self.warning = doubt_warning(map_data, tokens, cards, *filter(None, [region_cards])) or None

    @functools.cached_property
    def _beginning(self) -> Mapping[str, Any]:
        """The state at the very first node as plain numbers."""
        return core.export_state(CorePosition(self.rules))

    @functools.cached_property
    def uses_goods(self) -> bool:
        """Whether there are coins and goods (Mercatus)."""
        return bool(self._beginning["coins"])

    @functools.cached_property
    def region_cards(self) -> tuple[str, ...]:
        """Texts of the kinds of region cards, `gallia:PB`, in the order of their numbers (Africanus)."""
        kinds = core.region_card_kinds(self.rules)
        return tuple(f"{self.region_names[region]}:{symbols}" for region, symbols in kinds)

    @functools.cached_property
    def region_card_regions(self) -> tuple[int, ...]:
        """The region of each kind of region card."""
        return tuple(region for region, _ in core.region_card_kinds(self.rules))

    @functools.cached_property
    def region_card_counts(self) -> tuple[int, ...]:
        """How many region cards of each kind exist."""
        return tuple(core.region_card_counts(self.rules))

    @functools.cached_property
    def diplomats(self) -> int:
        """Diplomats in the box, 0 where the Sultan is not in play."""
        return int(self._beginning["diplomats_left"])

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages of names, English first."""
        return languages.LANGUAGES

    @functools.cached_property
    def setup_cubes(self) -> int:
        """Cubes of one placement at set-up (A1)."""
        return 1 if self.options["split_setup_pairs"] else _SETUP_PAIR

    @functools.cached_property
    def setup_order(self) -> tuple[int, ...]:
        """Who places at set-up, placement by placement (rules, section 2)."""
        seats = range(self.num_players)
        count = _SETUP_ROUNDS + (self.num_players >= _MORE_PLAYERS)
        rounds = [seats if number % 2 == 0 else reversed(seats) for number in range(count)]
        return tuple(
            player for seating in rounds for player in seating for _ in range(_SETUP_PAIR // self.setup_cubes)
        )

    @property
    def setup_placements(self) -> int:
        """Placements at set-up, of all players."""
        return len(self.setup_order)

    @functools.cached_property
    def implied_options(self) -> Mapping[str, Any]:
        """What the options are if only players and cards are given, and with them Africanus."""
        basis = RuleFields(players=self.num_players, cards=list(self.card_names))
        implied = msgspec.to_builtins(_complete(basis, choose(basis), {}))
        return {**implied, "split_setup_pairs": self.options["africanus"]}

    write_document = documents.write_document

    def outcome_observers(self, position: CorePosition, outcome: int) -> tuple[int, ...] | None:
        """See `rattus_ai.rattus.hidden.observers`."""
        return hidden.observers(self, position, outcome)

    def action_observers(self, position: CorePosition, action: int) -> tuple[int, ...] | None:
        """See `rattus_ai.rattus.hidden.action_observers`."""
        return hidden.action_observers(self, position, action)

    def implied_outcome(
        self, position: CorePosition, outcome: int
    ) -> tuple[str, tuple[tuple[str, int], ...]] | None:
        """A rat whose token is known here is revealed without a draw."""
        verb, arguments = self.rules.describe_outcome(outcome)
        if verb != "next":
            return None
        state = core.export_state(position)
        region = state["revealing"]
        slots = [-1 for count in state["unlooked"][region] if count]
        slots += [kind for where, _, kind, *_ in state["tracked"] if where == region]
        kind = slots[arguments[0][1]]
        return ("reveal", (("token", kind),)) if kind >= 0 else None

    def missing_for(self, position: CorePosition, player: int) -> str | None:
        """See `rattus_ai.rattus.hidden.missing`."""
        return hidden.missing(self, position, player)

    def only_chance_left(self, position: CorePosition) -> bool:
        """The final round is over, and nobody settles the order of reveals or has cards to play."""
        if position.is_terminal():
            return True
        return self.options["reveal_order"] == "random" and sweep.only_chance_left(position)

    def no_proof(self, position: CorePosition) -> str | None:
        """Region cards that can still be drawn, played or shown are too many ways."""
        state = core.export_state(position)
        if not state["ending"] or ended(position):
            return None
        return "region cards that can still be drawn, played or shown leave too many ways for a proof"

    def end_values(self, position: CorePosition, watch: Watch | None = None) -> EndValues | None:
        """The exact values of the final sweep; see `rattus_ai.rattus.sweep`."""
        if position.is_terminal() or not sweep.only_chance_left(position):
            return None
        values = sweep.sweep_values(position, watch=watch)
        if values is None:
            return None
        losses = {self.region_names[region]: lost for region, lost in values.losses.items()}
        return EndValues(values.win, values.points, losses)

    def end_distribution(
        self, position: CorePosition, watch: Watch | None = None
    ) -> Mapping[tuple[int, ...], Fraction] | None:
        """The exact joint distribution of the players' final points; see `rattus_ai.rattus.sweep`."""
        if position.is_terminal() or not sweep.only_chance_left(position):
            return None
        return sweep.sweep_distribution(position, watch=watch)

    def expected_losses(self, position: CorePosition, turn: Sequence[int]) -> tuple[float, ...] | None:
        """See `rattus_ai.rattus.risk.exact_losses`."""
        return risk.expected_losses(self, position, turn)

    def pieces(self, position: CorePosition) -> tuple[int, ...]:
        """See `rattus_ai.rattus.luck.pieces`."""
        return luck.pieces(self, position)

    def chance_losses(self, position: CorePosition) -> ChanceLosses | None:
        """See `rattus_ai.rattus.luck.chance_losses`."""
        return luck.chance_losses(self, position)

    def risks(self, view: View) -> list[Risk]:
        """See `rattus_ai.rattus.risk.risks`."""
        return risk.risks(self, view)

    def facts(
        self,
        view: View,
        turn: Sequence[int],
        alternative: Sequence[int] | None = None,
        language: str = ENGLISH,
    ) -> list[Fact]:
        """See `rattus_ai.rattus.facts`."""
        return facts(self, view, turn, alternative, language)

    def place_text(self, place: str, language: str = ENGLISH) -> str:
        """How a language calls a region."""
        return languages.names(language).region(self._regions[place])

    def summary(self, position: Position | View, language: str = ENGLISH) -> Summary:
        """See `rattus_ai.rattus.summary`."""
        return summary(self, known(position), position.players, language)

    def draw(self, position: Position | View, language: str = ENGLISH) -> str:
        """See `rattus_ai.rattus.drawing`."""
        return draw(scene(self, known(position), position.players, language), language)


class RattusDefinition(BoxDefinition[RuleFields, RattusGame]):
    """What the registry of games holds for Rattus."""

    name = RattusGame.name
    document_type = PositionFields
    rule_fields = RuleFields
    file_options = FILES
    speed_variants = SPEED_VARIANTS
    strength_variants = STRENGTH_VARIANTS
    bars = BARS
    read_document = staticmethod(documents.read_document)

    def load_fields(self, options: RuleFields, directory: Path | None) -> RattusGame:
        """See `load` of this module."""
        return load(options, directory)

    def seeded(self, options: Mapping[str, object], seed: int) -> Mapping[str, object]:
        """The options with a seed for the cards, where they are drawn and have none."""
        cards = options.get("cards")
        words = (
            cards if isinstance(cards, str | list) and all(isinstance(word, str) for word in cards) else None
        )
        if drawn_word(words) is None or options.get("cards_seed") is not None:
            return options
        return {**options, "cards_seed": seed & MAX_SEED}


DEFINITION = RattusDefinition()


def load(options: RuleFields, directory: Path | None = None) -> RattusGame:
    """A game with these options; the same one again where the options and the files are the same.

    Raises:
        OptionError: an option cannot be used.
    """
    if options.players is None:
        raise OptionError("players", "is missing; expected the number of players")
    if options.players not in PLAYER_COUNTS:
        raise OptionError("players", f"found {options.players}, expected {listed(map(str, PLAYER_COUNTS))}")
    if any(getattr(options, key) is not None for key in FILES):
        return _with_files(options, directory)
    return _without_files(msgspec.json.encode(options))


@functools.lru_cache(maxsize=GAMES_KEPT)
def _without_files(encoded: bytes) -> RattusGame:
    """The game of options that name no files, by the options as they were given."""
    return _with_files(msgspec.json.decode(encoded, type=RuleFields), None)


def _with_files(options: RuleFields, directory: Path | None) -> RattusGame:
    choice = choose(options)
    if options.region_cards is not None and not choice.africanus:
        problem = f"found {shown(options.region_cards)}, but region cards are used with Africanus only"
        raise OptionError("region_cards", f"{problem}; add africanus = true")
    files, versions = named_files({key: getattr(options, key) for key in FILES}, directory)
    return _game(msgspec.json.encode(_complete(options, choice, files)), versions)


def _complete(options: RuleFields, choice: Choice, files: Mapping[str, str | None]) -> RuleFields:
    """The options in full: everything decided, the cards one by one, files by their full names."""
    split = choice.africanus if options.split_setup_pairs is None else options.split_setup_pairs
    return msgspec.structs.replace(
        options,
        cards=[printed(card.name) for card in choice.cards],
        cards_seed=None,
        boxes=None,
        mercatus=choice.mercatus,
        africanus=choice.africanus,
        split_setup_pairs=split,
        **files,
    )


@functools.lru_cache(maxsize=GAMES_KEPT)
def _game(encoded: bytes, versions: tuple[object, ...]) -> RattusGame:
    """The game of complete options; `versions` tell the contents of the files apart."""
    options = msgspec.json.decode(encoded, type=RuleFields)
    players = options.players or 0
    africanus = bool(options.africanus)
    map_data = _loaded("map", lambda name: load_map(name, players), options.map)
    tokens = _loaded("tokens", lambda name: load_tokens(name, africanus), options.tokens)
    region_cards = None
    if players not in map_data.players:
        counts = listed(map(str, map_data.players))
        raise OptionError("players", f"found {players}, expected {counts}, which {map_data.title} is for")
    try:
        check_together(map_data, tokens, [players])
    except DataError as error:
        raise option_error("tokens", error) from None
    cards = load_cards().only(choose(options).cards)
    if africanus:
        region_cards = _loaded("region_cards", load_region_cards, options.region_cards)
        try:
            check_region_cards(map_data, region_cards, players)
        except DataError as error:
            raise option_error("region_cards", error) from None
        diplomats = any(card.name == _SULTAN for card in cards.cards)
        region_cards = region_cards.in_game(maps.region_names(map_data, players), diplomats)
    try:
        return RattusGame(options, map_data, tokens, cards, region_cards)
    except ValueError as error:
        raise OptionError("rules", str(error)) from None


def _loaded(key: str, loader: Callable[[str | None], Box], name: str | None) -> Box:
    try:
        return loader(name)
    except DataError as error:
        raise option_error(key, error) from None
