"""Positions and views of any game, and the documents they are read from and written to.

A `Position` holds everything; a `View` holds what one player may know. Searches and bots accept views only,
and there is no way from a view to what it hides.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rattus_ai._core.engine import CHANCE, TERMINAL
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.errors import DocumentError, NotationError, OptionError, ViewError, listed, shown
from rattus_ai.games import (
    POSITION_FORMAT,
    POSITION_VERSION,
    PUBLIC,
    DocumentContent,
    Game,
    check_has_option,
    checked_players,
    definition,
    game_names,
)
from rattus_ai.notation import ENGLISH
from rattus_ai.registry import DEFAULT_GAME
from rattus_ai.schemas.solutions import StatedSolution, read_solution
from rattus_ai.schemas.strict_json import MAX_BYTES, JsonText
from rattus_ai.schemas.writing import pretty, write_atomically
from rattus_ai.text.file_names import unreadable

__all__ = ["CHANCE", "PUBLIC", "TERMINAL", "Position", "View", "check_deciding", "read_position"]

Source = str | bytes | os.PathLike[str] | Mapping[str, Any]
"""A path, JSON text (it starts with `{`), or a document as `json.loads` gives it."""

_MASK = (1 << 64) - 1


class Position(CorePosition):
    """A position of a game. Everything of the core's position is there, at the core's speed.

    Make one with `Game.new_position`, `read_position` or `copy`.

    Attributes:
        game: the game with its rules.
        players: names of the players, None if they have none.
        viewer: the player whose knowledge this position holds, `PUBLIC`, or None: it holds everything.
        seed: what drives `draw_chance`.
        start: where `history()` begins; None for the beginning of the game.
    """

    game: Game
    players: tuple[str, ...] | None
    viewer: int | None
    seed: int
    start: CorePosition | None
    _drawn: int
    _solution: StatedSolution | None

    @classmethod
    def of(
        cls,
        game: Game,
        core: CorePosition | None = None,
        *,
        players: Sequence[str] | None = None,
        viewer: int | None = None,
        seed: int | None = None,
    ) -> Position:
        """A position of a game, at its very first node or as the core has it.

        Raises:
            OptionError: the names of the players are unusable, or the seed is no number from 0 to 2**64 - 1.
        """
        if seed is not None and not (isinstance(seed, int) and 0 <= seed <= _MASK):
            raise OptionError("seed", f"found {shown(seed)}, expected a whole number from 0 to 2**64 - 1")
        position = cls(game.rules)
        if core is not None:
            position.assign(core)
        position.game = game
        position.players = None if players is None else checked_players(players, game.num_players)
        position.viewer = viewer
        position.seed = int.from_bytes(os.urandom(8), "little") if seed is None else seed
        position.start = None if core is None else core.clone()
        position._drawn = 0
        position._solution = None
        return position

    @property
    def solution(self) -> StatedSolution | None:
        """What the document of this position said that it is worth; None as soon as something has happened.

        It is never written: `rattus_ai.Solution.to_document` gives what a document may hold.
        """
        return self._solution if not self.history() else None

    def push(self, action: int | str, language: str = ENGLISH) -> None:
        """Plays an action, or lets a chance outcome happen, given by id or by text.

        A text may name what is revealed where chance first settles which of several things it is, if only one
        fits.

        Raises:
            ValueError: the id is not legal here; nothing has changed.
            NotationError: the text is not understood, ambiguous, or not legal here; nothing has changed.
        """
        if type(action) is int:
            try:
                self.apply(action)
            except OverflowError:
                raise ValueError(f"{action} is not legal here") from None
        elif isinstance(action, str):
            for identifier in self.game.notation.parse_steps(self, action, language):
                self.apply(identifier)
        else:
            self.apply(operator.index(action))

    def parse(self, text: str, language: str = ENGLISH) -> int:
        """The legal id that a text means here.

        Raises:
            NotationError: it is not understood, ambiguous, or not legal here.
        """
        return self.game.notation.parse(self, text, language)

    def text(self, action: int, language: str = ENGLISH) -> str:
        """The canonical text of an id: of an action, or at a chance node of an outcome."""
        return self.game.notation.text(self, action, language)

    def legal_texts(self, language: str = ENGLISH) -> list[str]:
        """The canonical texts of `legal_actions()`, in the same order."""
        return self.game.notation.legal_texts(self, language)

    @property
    def turn_text(self) -> str:
        """Whose turn it is and what is to be done, on one line."""
        return _turn_text(self, self.game, self.players)

    def copy(self) -> Position:
        """An independent copy; the core's `clone` does the same."""
        twin = self.clone()
        assert isinstance(twin, Position)
        return twin

    def draw_chance(self) -> int:
        """Lets one chance outcome happen, drawn with the seed; the outcome's id.

        The same seed and the same number of draws before give the same draw.

        Raises:
            ValueError: no chance node.
        """
        outcome = self.sample_chance(_mixed(self.seed, self._drawn))
        self._drawn += 1
        self.apply(outcome)
        return outcome

    def draw_chances(self) -> list[int]:
        """Lets chance happen up to the next decision or the end; the ids of the outcomes."""
        outcomes: list[int] = []
        while self.is_chance():
            outcomes.append(self.draw_chance())
        return outcomes

    def view(self, player: int) -> View:  # type: ignore[override]
        """What a player may know of this position; `PUBLIC` for what everybody knows.

        Raises:
            ViewError: the position was read as another player's and lacks what this one knows.
        """
        return View(self, player)

    def knowledge(self, viewer: int | None) -> CorePosition:
        """The core position reduced to what a viewer knows; everything there is for None.

        Raises:
            ViewError: see `view`.
        """
        if viewer is None:
            return self if self.viewer is None else CorePosition.view(self, self.viewer)
        if not (isinstance(viewer, int) and -1 <= viewer < self.game.num_players):
            expected = f"0 to {self.game.num_players - 1}, or -1 for what everybody knows"
            raise ViewError(f"viewer: found {shown(viewer)}, expected {expected}")
        if self.viewer is not None and viewer not in (self.viewer, PUBLIC):
            missing = self.game.missing_for(self, viewer)
            if missing is not None:
                holds = f"this position holds what player {self.viewer} knows"
                raise ViewError(f"{holds}; for player {viewer} it lacks {missing}")
        return CorePosition.view(self, viewer)

    def to_document(self, viewer: int | None = None, directory: Path | None = None) -> dict[str, Any]:
        """The position as a document of plain JSON values.

        Args:
            viewer: a player or `PUBLIC`: leave out what they cannot know; None: everything this position
                holds.
            directory: folder from which files are named.

        Raises:
            ViewError: see `view`.
        """
        known = self.viewer if viewer is None else viewer
        return self.game.write_document(self.knowledge(viewer), known, self.players, directory)

    def write(self, path: str | os.PathLike[str], viewer: int | None = None) -> None:
        """Writes the document to a file in one step.

        Raises:
            ViewError: see `view`.
            OSError: the file cannot be written; an old one is untouched.
        """
        write_atomically(path, pretty(self.to_document(viewer, Path(path).parent)))

    def __repr__(self) -> str:
        return f"<Position {self.game.name}: {self.turn_text}>"


class View:
    """What one player may know of a position. It is never changed.

    Attributes:
        game: the game with its rules.
        player: whose view it is; `PUBLIC` for what everybody knows.
        players: names of the players, None if they have none.
    """

    __slots__ = ("_core", "game", "player", "players")

    def __init__(self, position: Position, player: int) -> None:
        """See `Position.view`."""
        self._core = position.knowledge(operator.index(player))
        self.game = position.game
        self.player = player
        self.players = position.players

    @property
    def core(self) -> CorePosition:
        """A core position that holds what the player knows and nothing else; a new one each time."""
        return self._core.clone()

    def current_player(self) -> int:
        """Who decides; `CHANCE` or `TERMINAL`."""
        return self._core.current_player()

    def active_player(self) -> int:
        """Whose turn it is, also at chance nodes."""
        return self._core.active_player()

    def is_chance(self) -> bool:
        """Whether chance is next."""
        return self._core.is_chance()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._core.is_terminal()

    def turn(self) -> int:
        """Completed turns."""
        return self._core.turn()

    def legal_actions(self) -> list[int]:
        """The ids that are legal now, ascending."""
        return self._core.legal_actions()

    def chance_weights(self) -> list[tuple[int, int]]:
        """At a chance node the outcomes with their weights, as the player must judge them."""
        return self._core.chance_weights()

    def returns(self) -> list[float]:
        """1.0 for the winner and 0.0 for the others; all 0.0 before the end."""
        return self._core.returns()

    def key(self) -> int:
        """A 64-bit key of what the player knows."""
        return self._core.key(self.player)

    def parse(self, text: str, language: str = ENGLISH) -> int:
        """The legal id that a text means here; see `Position.parse`."""
        return self.game.notation.parse(self._core, text, language)

    def text(self, action: int, language: str = ENGLISH) -> str:
        """The canonical text of an id; see `Position.text`."""
        return self.game.notation.text(self._core, action, language)

    def legal_texts(self, language: str = ENGLISH) -> list[str]:
        """The canonical texts of `legal_actions()`."""
        return self.game.notation.legal_texts(self._core, language)

    @property
    def turn_text(self) -> str:
        """Whose turn it is and what is to be done, on one line."""
        return _turn_text(self._core, self.game, self.players)

    def to_document(self, directory: Path | None = None) -> dict[str, Any]:
        """The view as a document; reading it gives a position with this viewer."""
        return self.game.write_document(self._core, self.player, self.players, directory)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the document to a file in one step."""
        write_atomically(path, pretty(self.to_document(Path(path).parent)))

    def __repr__(self) -> str:
        return f"<View {self.game.name}, player {self.player}: {self.turn_text}>"


def check_deciding(view: object) -> int:
    """The player whose view it is, if it is a view of the player who has to decide.

    Raises:
        ViewError: it is something else, another player has to decide, or nobody has to.
    """
    if not isinstance(view, View):
        raise ViewError(
            f"found a {type(view).__name__}, expected the view of the player to decide: position.view(player)"
        )
    player = view.current_player()
    if player == TERMINAL:
        raise ViewError("the game is over, so nobody has to decide")
    if player < 0:
        raise ViewError("chance is next: say what happened, then a player decides")
    if view.player != player:
        whose = "what everybody knows" if view.player == PUBLIC else f"the view of player {view.player}"
        raise ViewError(f"this is {whose}, but player {player} has to decide")
    return player


def read_position(
    source: Source,
    *,
    game: str | None = None,
    directory: Path | None = None,
    rules: Mapping[str, object] | None = None,
) -> Position:
    """A position from a document.

    Args:
        source: a path, JSON text that starts with `{`, or a document as plain values.
        game: the game of a document that does not say which it is; the first one of the registry if left out.
            A document that says another one is refused.
        directory: where files named in the document lie; the folder of the document, or else the working
            directory, if left out.
        rules: options that count instead of those in the document, such as another map file.

    Raises:
        DocumentError: the file cannot be read, is no JSON, has a wrong shape or contradicts itself. The error
            names the place by its path and, where there is a text, by line and column.
        OptionError: one of `rules` cannot be used, or the game has no such option.
    """
    if isinstance(source, Mapping):
        return _position(_content(source, game, directory, rules))
    name, text = _source_text(source)
    if directory is None and name is not None:
        directory = Path(name).parent
    if not text.strip():
        problem = "is empty: found the end of the text, expected a position as a JSON object"
        raise DocumentError((), problem).at(source=name, line=1, column=1)
    try:
        json_text = JsonText(text)
    except DocumentError as error:
        raise error.at(source=name) from None
    try:
        return _position(_content(json_text.value, game, directory, rules))
    except DocumentError as error:
        raise json_text.placed(error).at(source=name) from None


def _position(content: DocumentContent) -> Position:
    position = Position.of(content.game, content.position, players=content.players, viewer=content.viewer)
    if content.solution is not None:
        stated = read_solution(content.solution, content.game.num_players, content.players)
        _check_turn(position, stated)
        position._solution = stated
    return position


def _check_turn(position: Position, stated: StatedSolution) -> None:
    """The best turn that a document states can be played.

    Raises:
        DocumentError: it cannot.
    """
    after = position.copy()
    for index, text in enumerate(stated.turn):
        place = ("solution", "turn", index)
        if after.is_chance() or after.is_terminal():
            problem = f"found {shown(text)}, but no player decides there any more"
            raise DocumentError(place, problem, found=shown(text))
        try:
            after.push(text)
        except NotationError as error:
            raise DocumentError(place, str(error), found=shown(text)) from None


def _source_text(source: str | bytes | os.PathLike[str]) -> tuple[str | None, str | bytes]:
    """The name of the file, if it is one, and the text."""
    if isinstance(source, bytes) or (
        isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{")
    ):
        return None, source
    name = os.fspath(source)
    try:
        with open(name, "rb") as file:
            return name, file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        # A text in the place of a name may have been meant as the document itself.
        hint = " (a JSON text would start with {)" if isinstance(source, str) else ""
        problem = f"cannot be read: {unreadable(name, error)}{hint}"
        raise DocumentError((), problem).at(source=shown(name)[1:-1]) from None


def _content(
    document: object, default: str | None, directory: Path | None, rules: Mapping[str, object] | None
) -> DocumentContent:
    if not isinstance(document, Mapping):
        raise DocumentError(
            (), f"found {shown(document)}, expected an object", found=shown(document), expected="an object"
        )
    kind = document.get("format", POSITION_FORMAT)
    if kind != POSITION_FORMAT:
        expected = shown(POSITION_FORMAT)
        hint = (
            "; a game record is read by read_record"
            if isinstance(kind, str) and kind.endswith("/record")
            else ""
        )
        raise DocumentError(
            ("format",),
            f"found {shown(kind)}, expected {expected}{hint}",
            found=shown(kind),
            expected=expected,
        )
    version = document.get("version", POSITION_VERSION)
    if version != POSITION_VERSION or isinstance(version, bool):
        problem = f"found {shown(version)}, expected {POSITION_VERSION}, the only version so far"
        raise DocumentError(("version",), problem, found=shown(version), expected=str(POSITION_VERSION))
    name = document.get("game", default or DEFAULT_GAME)
    try:
        found = definition(name)
    except OptionError as error:
        raise DocumentError(
            ("game",), error.problem, found=shown(name), expected=listed(game_names())
        ) from None
    if default is not None and name != default:
        problem = f"found {shown(name)}, but the game that is asked for is {shown(default)}"
        raise DocumentError(("game",), problem, found=shown(name), expected=shown(default))
    if not rules or not isinstance(document.get("rules", {}), Mapping):
        return found.read_document(document, directory)
    for option in rules:
        check_has_option(name, option)
    try:
        return found.read_document({**document, "rules": {**document.get("rules", {}), **rules}}, directory)
    except DocumentError as error:
        if error.path[:1] == ("rules",) and error.path[1:2] and error.path[1] in rules:
            # It is what was given beside the document that is wrong, not the document.
            raise OptionError(str(error.path[1]), error.problem) from None
        raise


def _turn_text(position: CorePosition, game: Game, players: tuple[str, ...] | None) -> str:
    def called(player: int) -> str:
        return players[player] if players is not None else f"player {player}"

    if position.is_terminal():
        winners = [called(player) for player, value in enumerate(position.returns()) if value > 0]
        return f"the game is over after {position.turn()} turns: {listed(winners, 'and')} won"
    describe = game.rules.describe_outcome if position.is_chance() else game.rules.describe_action
    verbs = ", ".join(dict.fromkeys(describe(identifier)[0] for identifier in position.legal_actions()))
    if position.is_chance():
        return f"turn {position.turn() + 1} of {called(position.active_player())}: chance ({verbs})"
    return f"turn {position.turn() + 1}, {called(position.current_player())}: {verbs}"


def _mixed(seed: int, number: int) -> int:
    """A 64-bit seed for the draw with this number (the finaliser of splitmix64)."""
    value = (seed + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)
