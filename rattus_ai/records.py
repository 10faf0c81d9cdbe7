"""Game records: a file of one JSON object a line that replays a game exactly.

The first line says which game, the following ones what happened, one event each, a last one optionally how it
ended.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, BinaryIO, Literal

import msgspec
from msgspec import Meta

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.errors import DocumentError, NotationError, OptionError, RecordError, shown
from rattus_ai.games import POSITION_FORMAT, Game, definition
from rattus_ai.positions import Position, Source, read_position
from rattus_ai.schemas.strict_json import MAX_BYTES, JsonText
from rattus_ai.schemas.typed import decode
from rattus_ai.schemas.writing import compact, write_atomically
from rattus_ai.text.file_names import unreadable

RECORD_FORMAT = "rattus_ai/record"
RECORD_VERSION = 1
MAX_EVENTS = 1_000_000
"""Longest record that is read, in lines; a game of the default turn limit has fewer than 50,000."""


class HeaderLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The first line: which game is played."""

    format: Literal["rattus_ai/record"]
    version: Literal[1] = 1
    game: str
    rules: (
        Annotated[dict[str, Any], Meta(description="Options of the game, as in a position document.")] | None
    ) = None
    players: Annotated[list[str], Meta(description="Names of the players, in the order of play.")] | None = (
        None
    )
    seed: (
        Annotated[int, Meta(description="The seed that drove the chance of the game, for information.")]
        | None
    ) = None
    start: (
        Annotated[
            dict[str, Any], Meta(description="The position document it began from; left out: a new game.")
        ]
        | None
    ) = None


class EventLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One event: an action of a player, or a chance outcome."""

    player: (
        Annotated[int | str, Meta(description="Who acted, by number or name; may be left out.")] | None
    ) = None
    action: Annotated[str, Meta(description="Text of the action.")] | None = None
    chance: Annotated[str, Meta(description="Text of the chance outcome.")] | None = None
    seen: (
        Annotated[
            list[int | str],
            Meta(description="The only players who saw this outcome; left out: everybody did."),
        ]
        | None
    ) = None


class ResultLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The last line of a finished game. It is checked against the game."""

    result: Annotated[
        list[float], Meta(description="1 for the winner, 0 for the others, in the order of play.")
    ]
    margins: (
        Annotated[list[float], Meta(description="By how much each player was ahead of the best other one.")]
        | None
    ) = None


@dataclass(frozen=True)
class Event:
    """Something that happened.

    Attributes:
        identifier: id of the action, or of the chance outcome.
        player: who acted; None for chance.
        text: canonical English text.
        seen: the only players who saw it; None: everybody did.
    """

    identifier: int
    player: int | None
    text: str
    seen: tuple[int, ...] | None = None

    def line(self) -> str:
        """The event as a line of a record, without the newline."""
        if self.player is not None:
            return compact({"player": self.player, "action": self.text})
        seen = {} if self.seen is None else {"seen": list(self.seen)}
        return compact({"chance": self.text, **seen})


@dataclass(frozen=True)
class Record:
    """A game, from its start to where it stands.

    Attributes:
        game: the game with its rules.
        events: everything that happened, in order.
        players: names of the players, None if they have none.
        seed: the seed noted in the record; it is not needed to replay.
        start: where the events begin; None for a new game.
        viewer: whose knowledge `start` holds, see `Position`.
    """

    game: Game
    events: tuple[Event, ...]
    players: tuple[str, ...] | None = None
    seed: int | None = None
    start: CorePosition | None = None
    viewer: int | None = None

    @classmethod
    def of(cls, position: Position) -> Record:
        """The record of everything that has happened to a position since it was made or read."""
        replay = _beginning(position.game, position.start)
        events = []
        for identifier in position.history():
            events.append(event_of(position.game, replay, identifier))
            replay.apply(identifier)
        start, seed = position.start, position.seed
        return cls(position.game, tuple(events), position.players, seed, start, position.viewer)

    def beginning(self) -> Position:
        """The position before the first event."""
        seed = self.seed
        return Position.of(self.game, self.start, players=self.players, viewer=self.viewer, seed=seed)

    def positions(self) -> Iterator[Position]:
        """The position before the first event and after each one, each an independent copy."""
        position = self.beginning()
        yield position.copy()
        for event in self.events:
            position.apply(event.identifier)
            yield position.copy()

    def final(self) -> Position:
        """The position after the last event."""
        position = self.beginning()
        for event in self.events:
            position.apply(event.identifier)
        return position

    def lines(self, directory: Path | None = None) -> Iterator[str]:
        """The lines of the record, without newlines.

        Args:
            directory: folder from which files in the options are named.
        """
        yield header_line(self.beginning(), directory)
        for event in self.events:
            yield event.line()
        final = self.final()
        if final.is_terminal():
            yield result_line(final)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file in one step.

        Raises:
            OSError: the file cannot be written; an old one is untouched.
        """
        write_atomically(path, "".join(f"{line}\n" for line in self.lines(Path(path).parent)))


class RecordWriter:
    """Writes a record line by line while the game goes on, so that nothing is lost if the program ends.

    >>> with RecordWriter("game.jsonl", position) as writer:  # doctest: +SKIP
    ...     writer.push("take monk")
    """

    def __init__(self, path: str | os.PathLike[str], position: Position) -> None:
        """Starts a file; what has already happened to the position is written first.

        Raises:
            OSError: the file cannot be written.
        """
        self.position = position
        self._file = open(path, "w", encoding="utf-8", newline="\n")  # noqa: SIM115 (closed by close)
        record = Record.of(position)
        self._write(header_line(record.beginning(), Path(path).parent))
        for event in record.events:
            self._write(event.line())

    def push(self, action: int | str) -> None:
        """Plays an action or an outcome in the position and writes it.

        Raises:
            ValueError: see `Position.push`; nothing is written.
        """
        before = self.position.copy()
        done = len(before.history())
        self.position.push(action)
        for identifier in self.position.history()[done:]:
            self._write(event_of(before.game, before, identifier).line())
            before.apply(identifier)

    def close(self) -> None:
        """Writes the result if the game is over, and closes the file."""
        if not self._file.closed:
            if self.position.is_terminal():
                self._write(result_line(self.position))
            self._file.close()

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def event_of(game: Game, position: CorePosition, identifier: int) -> Event:
    """What happens when this id is applied to the position."""
    text = game.notation.text(position, identifier)
    if position.is_chance():
        return Event(identifier, None, text, game.outcome_observers(position, identifier))
    return Event(identifier, position.current_player(), text)


def header_line(beginning: Position, directory: Path | None = None) -> str:
    """The first line of the record of a game that begins here."""
    header: dict[str, Any] = {"format": RECORD_FORMAT, "version": RECORD_VERSION, "game": beginning.game.name}
    if beginning.start is None:
        header["rules"] = beginning.game.options_from(directory)
        if beginning.players is not None:
            header["players"] = list(beginning.players)
    else:
        header["start"] = beginning.to_document(directory=directory)
    header["seed"] = beginning.seed
    return compact(header)


def result_line(position: CorePosition) -> str:
    """The last line of the record of a finished game."""
    return compact({"result": position.returns(), "margins": position.margins()})


def read_record(source: Source) -> Record:
    """Reads and replays a game record.

    Args:
        source: a path, or the text of a record, which starts with `{`.

    Raises:
        RecordError: the file cannot be read, a line is no JSON or has a wrong shape, or an event is not legal
            where it stands. The error names the line.
    """
    name, file = _opened(source)
    directory = None if name is None else Path(name).parent
    number, line = 1, None
    try:
        with file:
            lines = _lines(file)
            number, line = next(lines, (1, None))
            if line is None:
                raise RecordError((), "is empty; expected a header line", expected="a header")
            record = _header(line.value, directory)
            position = record.beginning()
            events: list[Event] = []
            ended = False
            for number, line in lines:  # noqa: B007 (named in errors)
                if ended:
                    raise RecordError((), "stands after the result, which must be the last line")
                ended = isinstance(line.value, Mapping) and "result" in line.value
                if ended:
                    _check_result(decode(line.value, ResultLine), position)
                else:
                    events += _event(decode(line.value, EventLine), position)
    except DocumentError as error:
        if error.line is None:
            error = line.placed(error) if line is not None else error
            error.at(line=number)
        raise _in_record(error).at(source=name) from None
    return replace(record, events=tuple(events))


def _opened(source: Source) -> tuple[str | None, BinaryIO]:
    if isinstance(source, Mapping):
        raise RecordError(
            (), "found an object, expected a path or the text of a record", expected="a path or a text"
        )
    if isinstance(source, bytes):
        return None, io.BytesIO(source)
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{"):
        return None, io.BytesIO(source.encode("utf-8", "surrogatepass"))
    name = os.fspath(source)
    try:
        return name, open(name, "rb")
    except (OSError, ValueError) as error:
        problem = f"cannot be read: {unreadable(name, error)}"
        raise RecordError((), problem).at(source=shown(name)[1:-1]) from None


def _lines(file: BinaryIO) -> Iterator[tuple[int, JsonText]]:
    """Numbered lines that are not blank, as JSON."""
    for number in range(1, MAX_EVENTS + 1):
        try:
            line = file.readline(MAX_BYTES + 1)
        except OSError as error:
            raise RecordError((), f"cannot be read: {unreadable(file.name, error)}").at(line=number) from None
        if not line:
            return
        if line.strip():
            try:
                yield number, JsonText(line)
            except DocumentError as error:
                raise _in_record(error).at(line=number) from None
    raise RecordError((), f"has more than {MAX_EVENTS} lines").at(line=MAX_EVENTS)


def _in_record(error: DocumentError) -> RecordError:
    """The same error about a record."""
    if isinstance(error, RecordError):
        return error
    found = RecordError(
        error.path, error.problem, found=error.found, expected=error.expected, others=error.others
    )
    found.at(source=error.source, line=error.line, column=error.column)
    return found


def _header(value: object, directory: Path | None) -> Record:
    if isinstance(value, Mapping) and value.get("format") == POSITION_FORMAT:
        expected = shown(RECORD_FORMAT)
        problem = f"found a position document, expected {expected}; read_position reads positions"
        raise RecordError(("format",), problem, expected=expected)
    header = decode(value, HeaderLine)
    if header.start is not None:
        return _header_with_start(header, directory)
    try:
        game = definition(header.game).load(header.rules or {}, directory)
    except OptionError as error:
        path = ("game",) if error.option == "game" else ("rules", error.option)
        raise RecordError(path, error.problem) from None
    return _begun(Record(game, (), None, header.seed), header.players)


def _header_with_start(header: HeaderLine, directory: Path | None) -> Record:
    if header.rules is not None:
        problem = "stands beside `start`, which has rules of its own"
        raise RecordError(("rules",), problem, others=[("start", "rules")])
    try:
        position = read_position(header.start or {}, game=header.game, directory=directory)
    except DocumentError as error:
        error.path = ("start", *error.path)
        raise
    if position.game.name != header.game:
        problem = f"found {shown(header.game)}, but `start` is a position of {position.game.name}"
        raise RecordError(("game",), problem, others=[("start", "game")])
    record = Record(position.game, (), position.players, header.seed, position.start, position.viewer)
    return _begun(record, header.players)


def _begun(record: Record, players: Sequence[str] | None) -> Record:
    """The record with the names of the header, checked."""
    named = record if players is None else replace(record, players=tuple(players))
    try:
        named.beginning()
    except OptionError as error:
        raise RecordError((error.option,), error.problem) from None
    return named


def _beginning(game: Game, start: CorePosition | None) -> CorePosition:
    return CorePosition(game.rules) if start is None else start.clone()


def _event(line: EventLine, position: Position) -> list[Event]:
    """The events of a line, applied to the position; two where a text names what follows a hidden draw."""
    if (line.action is None) == (line.chance is None):
        problem = (
            "has both `action` and `chance`"
            if line.action is not None
            else "has neither `action` nor `chance`"
        )
        raise RecordError((), problem, expected="one of the two")
    field = "action" if line.action is not None else "chance"
    text = line.action if line.action is not None else line.chance or ""
    _check_actor(line, position, field)
    try:
        steps = position.game.notation.parse_steps(position, text)
    except NotationError as error:
        raise RecordError(
            (field,), str(error), found=shown(text), expected="an event that is legal here"
        ) from None
    events = []
    for identifier in steps:
        events.append(event_of(position.game, position, identifier))
        position.apply(identifier)
    if line.seen is not None:
        _check_seen(line.seen, events[-1], position)
    return events


def _check_actor(line: EventLine, position: Position, field: str) -> None:
    if position.is_terminal():
        raise RecordError((field,), "happens after the end of the game")
    if position.is_chance() != (field == "chance"):
        who = "chance" if position.is_chance() else f"player {position.current_player()}"
        raise RecordError((field,), f"is not due here: {who} is next ({position.turn_text})")
    if line.player is None:
        return
    if field == "chance":
        raise RecordError(
            ("player",), "stands beside a chance outcome, which no player decides", others=[("chance",)]
        )
    acting = position.current_player()
    if _player(line.player, position, ("player",)) != acting:
        expected = f"player {acting}" if position.players is None else position.players[acting]
        raise RecordError(
            ("player",), f"found {shown(line.player)}, but {expected} is to act", expected=expected
        )


def _check_seen(seen: Iterable[int | str], event: Event, position: Position) -> None:
    found = sorted(_player(player, position, ("seen", index)) for index, player in enumerate(seen))
    if event.seen is None or found != sorted(event.seen):
        who = "everybody" if event.seen is None else f"only {', '.join(map(str, event.seen))}"
        raise RecordError(("seen",), f"found {shown(list(seen))}, but {who} can see this outcome")


def _player(value: int | str, position: Position, path: tuple[str | int, ...]) -> int:
    names = position.players or ()
    if isinstance(value, str) and value in names:
        return names.index(value)
    if isinstance(value, int) and 0 <= value < position.game.num_players:
        return value
    raise RecordError(
        path, f"found {shown(value)}, expected a player", found=shown(value), expected="a player"
    )


def _check_result(line: ResultLine, position: Position) -> None:
    if not position.is_terminal():
        raise RecordError(("result",), f"is given, but the game is not over: {position.turn_text}")
    for name, found, actual in (
        ("result", line.result, position.returns()),
        ("margins", line.margins, position.margins()),
    ):
        if found is not None and found != actual:
            raise RecordError((name,), f"found {shown(found)}, but the game ended with {shown(actual)}")
