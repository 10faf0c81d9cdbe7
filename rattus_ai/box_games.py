"""What games have in common whose rules follow from options and from files about a box.

A game derives its class from `BoxGame` and its definition from `BoxDefinition`, and keeps what is its own:
which options there are, what follows from them, and what its documents say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.data_files.option_files import relative_option
from rattus_ai.errors import DocumentError, OptionError
from rattus_ai.games import Game, RuleFieldsWithPlayers, checked_players, rules_with_players
from rattus_ai.registry import game_module
from rattus_ai.schemas.typed import decode

if TYPE_CHECKING:
    import networkx as nx

    from rattus_ai.observations import Knowledge
    from rattus_ai.positions import Position, View

GAMES_KEPT = 32
"""How many a game keeps for documents that come again with the same rules; one takes some 100 KiB."""

RuleFields = TypeVar("RuleFields", bound=RuleFieldsWithPlayers)
AnyGame = TypeVar("AnyGame", bound=Game)


class BoxGame(Game):
    """A game with options of which some name files.

    Attributes:
        file_options: the options that name a file.
        main_options: the options that every document gives.
    """

    file_options: ClassVar[tuple[str, ...]]
    main_options: ClassVar[tuple[str, ...]]
    _graph: nx.Graph[str]

    @property
    def graph(self) -> nx.Graph[str]:
        """The map for this number of players, see `rattus_ai.maps.build`."""
        return self._graph

    @property
    @abstractmethod
    def implied_options(self) -> Mapping[str, Any]:
        """All options as they are where only the main ones are given."""

    def options_from(self, directory: Path | None) -> dict[str, Any]:
        """The options as a document gives them: the main ones, and what does not follow from these."""
        implied = self.implied_options
        options = {
            key: value
            for key, value in self.options.items()
            if key in self.main_options or value != implied[key]
        }
        for key in self.file_options:
            if key in options and directory is not None:
                options[key] = relative_option(options[key], directory)
        return options


class BoxDefinition(ABC, Generic[RuleFields, AnyGame]):
    """What a game registers (`rattus_ai.games.GameDefinition`), from the structure of its options.

    Attributes:
        name: of the game in the registry.
        rule_fields: the msgspec structure of its options, which is also the `rules` of a document.
    """

    name: str
    rule_fields: type[RuleFields]

    @property
    def option_names(self) -> tuple[str, ...]:
        """All options, as `load` and the `rules` of a document take them."""
        fields: type[Any] = self.rule_fields
        return tuple(field.encode_name for field in msgspec.structs.fields(fields))

    @abstractmethod
    def load_fields(self, options: RuleFields, directory: Path | None) -> AnyGame:
        """A game with these options; relative file names start from `directory`.

        Raises:
            OptionError: an option cannot be used.
        """

    def load(self, options: Mapping[str, object], directory: Path | None = None) -> AnyGame:
        """A game with these options.

        Raises:
            OptionError: an option is unknown or cannot be used.
        """
        try:
            fields = decode(options, self.rule_fields)
        except DocumentError as error:
            raise OptionError(error.place, error.problem) from None
        return self.load_fields(fields, directory)

    def knowledge(self) -> Knowledge:
        """Observation features and private outcomes: KNOWLEDGE of the game's module `openspiel.knowledge`."""
        knowledge: Knowledge = game_module(self.name, "openspiel.knowledge").KNOWLEDGE
        return knowledge


class _PositionFields(Protocol[RuleFields]):
    """What the position documents of all games have."""

    rules: RuleFields | None
    players: list[str] | None


def game_and_players(
    fields: _PositionFields[RuleFields],
    rule_fields: type[RuleFields],
    load: Callable[[RuleFields, Path | None], AnyGame],
    directory: Path | None,
) -> tuple[AnyGame, tuple[str, ...] | None]:
    """The game of a position document, and the players' names, None if they have none.

    Args:
        fields: the document.
        rule_fields: the structure of its rules, which stands in for them where it gives none.
        load: a game with such options.
        directory: where relative file names start; None for the working directory.

    Raises:
        DocumentError: the rules or the names cannot be used, or contradict each other.
    """
    names = fields.players
    try:
        game = load(rules_with_players(fields.rules or rule_fields(), names), directory)
    except OptionError as error:
        in_names = error.option == "players" and fields.rules is None
        raise DocumentError(("players",) if in_names else ("rules", error.option), error.problem) from None
    if names is None:
        return game, None
    try:
        return game, checked_players(names, game.num_players)
    except OptionError as error:
        raise DocumentError(("players",), error.problem) from None


def known(position: Position | View) -> CorePosition:
    """What a position or a view holds, as the core has it."""
    return position.knowledge(None) if isinstance(position, CorePosition) else position.core
