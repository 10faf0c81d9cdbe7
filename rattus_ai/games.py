"""The games of the library: how one is loaded by name, and what every one of them offers.

A game joins with one line in `rattus_ai.registry`. Everything above the games (positions, records, analysis,
bots, command line) works with `Game` and knows none of them by name.
"""

from __future__ import annotations

import copy
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.engine import Rules
from rattus_ai.errors import DocumentError, OptionError, listed, shown
from rattus_ai.facts import Fact
from rattus_ai.notation import ENGLISH, Notation
from rattus_ai.registry import game_module
from rattus_ai.registry import game_names as game_names  # part of this module's face
from rattus_ai.schemas.seats import PUBLIC as PUBLIC  # part of this module's face
from rattus_ai.schemas.seats import PUBLIC_NAME
from rattus_ai.text.closest import fold

if TYPE_CHECKING:
    import networkx as nx

    from rattus_ai.observations import Knowledge
    from rattus_ai.positions import Position, View
    from rattus_ai.schemas.solutions import SolutionFields
    from rattus_ai.summaries import Summary
    from rattus_ai.watch import Watch

POSITION_FORMAT = "rattus_ai/position"
POSITION_VERSION = 1


@dataclass(frozen=True)
class Risk:
    """What would happen in one place if the danger struck there now.

    Attributes:
        place: canonical name of the place.
        outbreak: probability that anything strikes at all.
        losses: for each player the distribution of losses, {pieces lost: probability}.
        reachable: whether the player to decide can bring it about in this turn.
        note: a condition in words, or None.
    """

    place: str
    outbreak: Fraction
    losses: tuple[Mapping[int, Fraction], ...]
    reachable: bool
    note: str | None = None


@dataclass(frozen=True)
class EndValues:
    """What an end in which only chance is left is worth, exact.

    Attributes:
        win: probability of winning for each player, ties settled; they sum to 1.
        points: expected final points of each player; None where that was too wide.
        losses: for each place in which pieces may still be lost, by its canonical name: expected losses of
            each player.
    """

    win: tuple[Fraction, ...]
    points: tuple[Fraction, ...] | None
    losses: Mapping[str, tuple[Fraction, ...]]


@dataclass(frozen=True)
class ChanceLosses:
    """What chance costs on average until a player decides again.

    Attributes:
        name: what happens, in English: `ravage`.
        place: canonical name of the place where it happens; None for many.
        expected: pieces that each player loses on average, exact.
    """

    name: str
    place: str | None
    expected: tuple[Fraction, ...]


@dataclass(frozen=True)
class DocumentContent:
    """What a position document says.

    Attributes:
        game: the game with the rules of the document.
        position: the position as the core has it.
        viewer: the player whose knowledge the document holds, `PUBLIC`, or None: it holds everything.
        players: the players' names, None if they have none.
        solution: what the document says that the position is worth, not checked yet; None if it says nothing.
    """

    game: Game
    position: CorePosition
    viewer: int | None
    players: tuple[str, ...] | None
    solution: SolutionFields | None = None


@dataclass(frozen=True)
class Variant:
    """Options with which a game is measured, beside the default ones.

    Attributes:
        name: small letters, digits and hyphens.
        title: the same for tables, with the number of players.
        options: as `load_game` takes them, players among them.
    """

    name: str
    title: str
    options: Mapping[str, object]


class GameDefinition(Protocol):
    """What a game registers."""

    name: str
    document_type: type
    """The msgspec structure of its position documents, with a field `solution` of `SolutionFields`; the JSON
    Schema is made from it."""

    file_options: tuple[str, ...]
    """The options that name a file; a service for strangers refuses them."""

    @property
    def option_names(self) -> tuple[str, ...]:
        """All options that `load` takes."""

    speed_variants: tuple[Variant, ...]
    """Options with which random playouts are timed, beside the default ones."""

    strength_variants: tuple[Variant, ...]
    """Options with which matches are played, beside the default ones."""

    bars: Mapping[str, float]
    """Measure of `rattus-ai bench` -> what it must reach with this game; it is measured by no other."""

    def load(self, options: Mapping[str, object], directory: Path | None = None) -> Game:
        """A game with these options.

        Relative file names start from `directory`, or else from the working directory.

        Raises:
            OptionError: an option is unknown or cannot be used.
        """

    def seeded(self, options: Mapping[str, object], seed: int) -> Mapping[str, object]:
        """The same options with this seed for what they leave to chance and give no seed for themselves.

        Options that leave nothing to chance come back as they are.
        """

    def knowledge(self) -> Knowledge | None:
        """Observation features and private outcomes; None: it has none, and OpenSpiel does without it."""

    def read_document(self, document: Mapping[str, object], directory: Path | None = None) -> DocumentContent:
        """A position document as read from JSON.

        Raises:
            DocumentError: it has a wrong shape or contradicts itself.
        """


class Game(ABC):
    """One game with its options: the rules, and everything that must know which game it is.

    Attributes:
        name: name in the registry.
        rules: the compiled rules, shared by all positions.
        notation: text of actions and chance outcomes.
        options: the options in full, as `load_game` and the `rules` of a document take them; plain JSON
            values.
        warning: one line about data that is not certain, for everything that is printed with this game; None
            if all is.
        piece_word: what the pieces of `pieces` are called, in the plural.
        no_risks: why the game knows no dangers (`risks`), in words; None: it does.
    """

    piece_word: str = "pieces"
    no_risks: str | None = None
    name: str
    rules: Rules
    notation: Notation
    options: Mapping[str, Any]
    warning: str | None

    @property
    def num_players(self) -> int:
        """Number of players; they are numbered from 0."""
        return self.rules.num_players

    def new_position(self, seed: int | None = None, players: Sequence[str] | None = None) -> Position:
        """A new game, its chance at the start drawn up to the first decision.

        Args:
            seed: drives this chance and later `draw_chance` calls; None takes one from the system.
            players: names of the players, in the order of play.

        Raises:
            OptionError: the names are unusable or not as many as the players.
        """
        from rattus_ai.positions import Position

        position = Position.of(self, players=players, seed=seed)
        position.draw_chances()
        return position

    def initial_position(self, players: Sequence[str] | None = None) -> Position:
        """A new game at its very first node, where chance has not been drawn."""
        from rattus_ai.positions import Position

        return Position.of(self, players=players)

    def action_text(self, action: int, language: str = ENGLISH) -> str:
        """The canonical text of a player's action, `merchant gallia germania 2`."""
        return self.notation.action_text(action, language)

    def outcome_text(self, outcome: int, language: str = ENGLISH) -> str:
        """The canonical text of a chance outcome, `reveal s2:MBC`."""
        return self.notation.outcome_text(outcome, language)

    @property
    @abstractmethod
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages of names, English first."""

    @property
    @abstractmethod
    def graph(self) -> nx.Graph[str]:
        """The map for this number of players."""

    @abstractmethod
    def options_from(self, directory: Path | None) -> dict[str, Any]:
        """The options that differ from the defaults, and the main ones; files are named from `directory`."""

    def document_head(
        self, viewer: int | None, players: Sequence[str] | None, directory: Path | None
    ) -> dict[str, Any]:
        """What every position document begins with: format, game, rules, and who is meant."""
        head: dict[str, Any] = {
            "format": POSITION_FORMAT,
            "version": POSITION_VERSION,
            "game": self.name,
            "rules": self.options_from(directory),
        }
        if players is not None:
            head["players"] = list(players)
        if viewer is not None:
            head["viewer"] = PUBLIC_NAME if viewer == PUBLIC else viewer
        return head

    @abstractmethod
    def write_document(
        self,
        position: CorePosition,
        viewer: int | None,
        players: Sequence[str] | None,
        directory: Path | None,
    ) -> dict[str, Any]:
        """The position as a document for the viewer (see `DocumentContent`).

        The position must already be reduced to what the viewer knows.
        """

    @abstractmethod
    def outcome_observers(self, position: CorePosition, outcome: int) -> tuple[int, ...] | None:
        """The players who see this chance outcome; None: everybody does."""

    def action_observers(self, position: CorePosition, action: int) -> tuple[int, ...] | None:
        """The players who see what this action of the player to decide is; None: everybody does."""
        return None

    def implied_outcome(
        self, position: CorePosition, outcome: int
    ) -> tuple[str, tuple[tuple[str, int], ...]] | None:
        """What becomes visible with this outcome without a chance node of its own; None if nothing does."""
        return None

    @abstractmethod
    def missing_for(self, position: CorePosition, player: int) -> str | None:
        """What this player knows and the position does not hold, in words; None if nothing is missing."""

    def only_chance_left(self, position: CorePosition) -> bool:
        """Whether nobody decides anything any more up to the end of the game."""
        return position.is_terminal()

    def no_proof(self, position: CorePosition) -> str | None:
        """Why a position at the end of the game is not solved; None: it is, or the end has not come."""
        return None

    def expected_losses(self, position: CorePosition, turn: Sequence[int]) -> tuple[float, ...] | None:
        """Pieces that each player loses on average to the danger that a turn brings about, exact.

        Args:
            position: where the turn starts; not changed.
            turn: ids of its actions, all legal in a row.

        Returns:
            One number for each player; None where the turn does not settle it, or the game knows no such
            danger.
        """
        return None

    def pieces(self, position: CorePosition) -> tuple[int, ...] | None:
        """Pieces of each player that chance can take; None: the game knows no such luck."""
        return None

    def chance_losses(self, position: CorePosition) -> ChanceLosses | None:
        """What chance costs on average up to the next decision, for somebody who knows the position.

        Returns:
            None where a player decides next, nothing can be lost, it is not known exactly, or the game knows
            no such luck.
        """
        return None

    def exact_win(self, position: CorePosition) -> tuple[Fraction, ...] | None:
        """Each player's exact probability of winning where nobody decides anything any more.

        It is that for somebody who knows what the position holds (`end_values`). None: there are decisions
        left, or it is not known exactly.
        """
        if position.is_terminal():
            return tuple(Fraction(value) for value in position.returns())
        values = self.end_values(position)
        return None if values is None else values.win

    def risks(self, view: View) -> list[Risk]:
        """The dangers that are at hand for the player to decide, exact; empty where the game knows none."""
        return []

    def facts(
        self,
        view: View,
        turn: Sequence[int],
        alternative: Sequence[int] | None = None,
        language: str = ENGLISH,
    ) -> list[Fact]:
        """Sentences of computed facts about a turn of the player to decide; empty where the game has none.

        Args:
            view: what that player knows; nothing else is used.
            turn: ids of its actions, all legal in a row.
            alternative: the same for the turn it is compared with, if there is one.
            language: of the names; the sentences are in English.

        Raises:
            RattusAIError: the language is unknown.
        """
        return []

    def end_values(self, position: CorePosition, watch: Watch | None = None) -> EndValues | None:
        """The exact values of an end in which only chance is left, for whoever knows what the position holds.

        Args:
            position: not changed.
            watch: ends the computation early.

        Returns:
            None where a decision is left, where the computation is too wide or was ended, or where the game
            knows no such ends.
        """
        return None

    def end_distribution(
        self, position: CorePosition, watch: Watch | None = None
    ) -> Mapping[tuple[int, ...], Fraction] | None:
        """Likewise the joint distribution of the final points: {(points of player 0, ...): probability}."""
        return None

    def place_text(self, place: str, language: str = ENGLISH) -> str:
        """How a language calls a place, given by canonical name as in `Risk.place`."""
        return place

    @abstractmethod
    def summary(self, position: Position | View, language: str = ENGLISH) -> Summary:
        """What lies where, as tables for a person to look at.

        Raises:
            RattusAIError: the language is unknown.
        """

    @abstractmethod
    def draw(self, position: Position | View, language: str = ENGLISH) -> str:
        """A drawing of the position as a self-contained SVG text.

        Raises:
            RattusAIError: the language is unknown.
        """

    def __repr__(self) -> str:
        return f"<Game {self.name} {dict(self.options)}>"


MAX_NAME = 40
"""Longest name of a player, in characters."""


def checked_players(names: Sequence[str], count: int) -> tuple[str, ...]:
    """Names of players, as many as the game has, each different and printable.

    Raises:
        OptionError: they are not.
    """
    if len(names) != count:
        raise OptionError("players", f"found {len(names)} names, expected {count}, one for each player")
    seen: dict[str, str] = {}
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME or not name.isprintable():
            raise OptionError(
                "players", f"found {shown(name)}, expected a name of 1 to {MAX_NAME} printable characters"
            )
        if name.strip().isdigit():
            raise OptionError(
                "players", f"found {shown(name)}; a name made of digits would be taken for a number"
            )
        if fold(name) == PUBLIC_NAME:
            problem = f"found {shown(name)}, which stands for what everybody knows"
            raise OptionError("players", f"{problem}; expected another name")
        if fold(name) in seen:
            raise OptionError("players", f"{shown(name)} and {shown(seen[fold(name)])} cannot be told apart")
        seen[fold(name)] = name
    return tuple(name.strip() for name in names)


class RuleFieldsWithPlayers(Protocol):
    """The rules configuration of a document, with the number of players."""

    players: int | None


AnyRuleFields = TypeVar("AnyRuleFields", bound=RuleFieldsWithPlayers)


def rules_with_players(rules: AnyRuleFields, names: Sequence[str] | None) -> AnyRuleFields:
    """The `rules` of a document with the number of players, which may follow from their names.

    Raises:
        DocumentError: it is missing, or contradicts the names.
    """
    path = ("rules", "players")
    if names is None:
        if rules.players is None:
            problem = "is missing; expected the number of players here, or their names under `players`"
            raise DocumentError(path, problem, expected="a number")
        return rules
    if rules.players is None:
        completed = copy.copy(rules)
        completed.players = len(names)
        return completed
    if rules.players != len(names):
        problem = f"found {rules.players}, but `players` names {len(names)}"
        raise DocumentError(path, problem, found=str(rules.players), others=[("players",)])
    return rules


def definition(name: str) -> GameDefinition:
    """The definition of a game.

    Raises:
        OptionError: there is no such game; with close matches.
    """
    return cast(GameDefinition, game_module(name, "game").DEFINITION)


def check_has_option(name: str, option: str) -> None:
    """Makes sure that a game has an option.

    Raises:
        OptionError: it has none of this name, or there is no such game.
    """
    known = definition(name).option_names
    if option not in known:
        raise OptionError(option, f"the game {name} has none; its options are {listed(known, 'and')}")


def load_game(name: str, **options: object) -> Game:
    """A game by name.

    >>> load_game("rattus", players=3).num_players
    3

    Args:
        name: one of `game_names()`.
        options: the options of that game, see `docs/formats.md`; files may be given as `str` or
            `os.PathLike`.

    Raises:
        OptionError: the game or an option is unknown or cannot be used.
    """
    plain = {
        key: os.fspath(value) if isinstance(value, os.PathLike) else value for key, value in options.items()
    }
    return definition(name).load(plain)
