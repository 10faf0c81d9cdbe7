"""What answers tell of a position: its state, what can happen, what has happened, each for one viewer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rattus_ai.games import PUBLIC
from rattus_ai.notation import ENGLISH
from rattus_ai.positions import Position, View
from rattus_ai.protocol.asking import viewer_name

Plain = dict[str, Any]

Happened = tuple[Plain, Plain]
"""An event for those who saw it, and for the others."""


def state(view: View) -> Plain:
    """Where the game stands.

    Returns:
        `next` (`decision`, `chance` or `end`), `player` who decides or None, `active` whose turn it is,
        `turns` completed, `text` on one line, and at the end `returns` and `margins`, else None.
    """
    over = view.is_terminal()
    return {
        "next": "end" if over else "chance" if view.is_chance() else "decision",
        "player": view.current_player() if view.current_player() >= 0 else None,
        "active": view.active_player(),
        "turns": view.turn(),
        "text": view.turn_text,
        "returns": view.returns() if over else None,
        "margins": view.core.margins() if over else None,
    }


def possible(view: View, language: str = ENGLISH, details: bool = False) -> Plain:
    """What can happen now.

    Returns:
        `actions` of the viewer, if he is the one to decide, and `outcomes` where chance is next, each with
        `id` and `text`; outcomes with `weight` and `probability`; with details also `verb` and `arguments`.
    """
    actions: list[Plain] = []
    outcomes: list[Plain] = []
    if view.is_chance():
        weights = view.chance_weights()
        total = sum(weight for _, weight in weights)
        for identifier, weight in weights:
            told = _told(view, True, identifier, language, details)
            outcomes.append({**told, "weight": weight, "probability": weight / total})
    elif view.current_player() >= 0 and view.current_player() == view.player:
        actions = [_told(view, False, each, language, details) for each in view.legal_actions()]
    return {"actions": actions, "outcomes": outcomes}


def _told(view: View, chance: bool, identifier: int, language: str, details: bool) -> Plain:
    game = view.game
    text = game.outcome_text(identifier, language) if chance else game.action_text(identifier, language)
    told: Plain = {"id": identifier, "text": text}
    if details:
        verb, arguments = game.notation.described(chance, identifier, language)
        told["verb"] = verb
        told["arguments"] = [{"kind": kind, "value": value, "text": name} for kind, value, name in arguments]
    return told


def name_turns(view: View, turns: Sequence[Plain], language: str) -> None:
    """Puts the texts of the `turn` of each into a language, by its `actions`."""
    if language != ENGLISH:
        for each in turns:
            each["turn"] = [view.game.action_text(action, language) for action in each["actions"]]


def events(position: Position, language: str = ENGLISH) -> list[tuple[Plain, Plain, tuple[int, ...] | None]]:
    """What has happened since the position was made or read.

    Returns:
        For each event how those who saw it are told, how the others are, and who saw it (None: everybody).
        An event is `chance`, or `player` and `action`, with its `id`, and `seen` where not everybody saw it;
        for the others text and id are None.
    """
    game = position.game
    replay = Position.of(game, position.start, seed=0)
    told: list[tuple[Plain, Plain, tuple[int, ...] | None]] = []
    for identifier in position.history():
        who: Plain
        if replay.is_chance():
            seen = game.outcome_observers(replay, identifier)
            who, key, text = {}, "chance", game.outcome_text(identifier, language)
        else:
            seen = game.action_observers(replay, identifier)
            who, key = {"player": replay.current_player()}, "action"
            text = game.action_text(identifier, language)
        watched = {} if seen is None else {"seen": list(seen)}
        told.append(
            (
                {**who, key: text, "id": identifier, **watched},
                {**who, key: None, "id": None, **watched},
                seen,
            )
        )
        replay.apply(identifier)
    return told


def events_for(
    happened: Sequence[tuple[Plain, Plain, tuple[int, ...] | None]], viewer: int | None
) -> list[Plain]:
    """Events as a viewer is told; None: the table, which sees everything."""
    return [
        whole if viewer is None or seen is None or viewer in seen else hidden
        for whole, hidden, seen in happened
    ]


def new_position(
    position: Position,
    viewers: Sequence[int],
    *,
    legal: bool,
    details: bool,
    language: str,
    seed: int | None,
    directory: Path | None,
) -> Plain:
    """What `new` and `apply` answer: the document, its state, what happened, and the same for each viewer.

    Raises:
        ViewError: the position lacks what one of the viewers knows.
    """
    happened = events(position, language)
    known = position.viewer if position.viewer is not None else max(position.current_player(), PUBLIC)
    answer: Plain = {
        "document": position.to_document(directory=directory),
        "state": state(position.view(known)),
        "events": events_for(happened, position.viewer),
        "seed": seed,
    }
    if legal:
        answer |= possible(position.view(known), language, details)
    if viewers:
        answer["views"] = {}
        for viewer in viewers:
            view = position.view(viewer)
            told: Plain = {
                "document": view.to_document(directory),
                "state": state(view),
                "events": events_for(happened, viewer),
            }
            if legal:
                told |= possible(view, language, details)
            answer["views"][viewer_name(viewer)] = told
    return answer
