"""A record cut into decisions and stretches of chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.positions import Position
from rattus_ai.records import Record


@dataclass(frozen=True)
class Stretch:
    """Events in a row of one player within one turn, or of chance.

    Attributes:
        player: who decided; None for chance.
        start, stop: `record.events[start:stop]`.
        before, after: the positions around it, with everything the record holds.
        choices: how many things could have happened at each event.
        turns: how often the turn changed in between.
        whole: False where the record ends in the middle of it.
    """

    player: int | None
    start: int
    stop: int
    before: Position
    after: Position
    choices: tuple[int, ...]
    turns: int
    whole: bool


def stretches(record: Record) -> Iterator[Stretch]:
    """The stretches of a record, in order. They cover all events.

    A decision also ends where its player learns what only others knew before: the record holds it, so
    nothing is drawn there, but for the player it is chance.
    """
    position = record.beginning()
    count = len(record.events)
    start = 0
    while start < count:
        before = position.copy()
        player = record.events[start].player
        turn = number = position.turn_number()
        stop, turns = start, 0
        choices: list[int] = []
        seen = None if player is None else CorePosition.view(before, player)
        while stop < count and record.events[stop].player == player:
            if player is not None and position.turn_number() != turn:
                break
            if seen is not None and seen.is_chance():
                break
            choices.append(position.legal_count())
            position.apply(record.events[stop].identifier)
            if seen is not None:
                seen.apply(record.events[stop].identifier)
            stop += 1
            if position.turn_number() != number:
                number = position.turn_number()
                turns += 1
        goes_on = (
            position.is_chance()
            if player is None
            else position.current_player() == player and position.turn_number() == turn
        )
        if seen is not None and seen.is_chance():
            goes_on = False
        whole = stop < count or not goes_on
        yield Stretch(player, start, stop, before, position.copy(), tuple(choices), turns, whole)
        start = stop
