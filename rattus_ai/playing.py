"""Actions and chance outcomes played in a row, with chance drawn where nobody says what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rattus_ai.errors import NotationError, RattusAIError, shown
from rattus_ai.notation import ENGLISH
from rattus_ai.positions import Position


class StepError(RattusAIError):
    """One of several actions cannot be played.

    Attributes:
        index: which, from 0.
        action: what it was.
        reason: why not.
    """

    def __init__(self, index: int, action: int | str, reason: RattusAIError) -> None:
        super().__init__(index, action, reason)
        self.index = index
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return f"action {self.index + 1}, {shown(self.action)}: {self.reason}"


def play(
    position: Position,
    actions: Sequence[int | str],
    language: str = ENGLISH,
    *,
    draw: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> bool:
    """Plays actions and chance outcomes, given by id or text, in a position.

    Args:
        position: it is changed, also where an error is raised.
        actions: what happens, in order.
        language: of the texts.
        draw: chance that the actions do not tell is drawn, up to the next decision at the end. An id is then
            always that of an action; outcomes are told by texts.
        stop: asked before each action; where it says so, nothing further happens.

    Returns:
        Whether everything was played.

    Raises:
        StepError: an action is not understood or not legal there.
    """
    for index, action in enumerate(actions):
        if stop():
            return False
        try:
            _push(position, action, language, draw)
        except NotationError as error:
            raise StepError(index, action, error) from None
        except ValueError:
            problem = f"{shown(action)} is not legal there"
            raise StepError(index, action, RattusAIError(problem)) from None
    if draw:
        position.draw_chances()
    return True


def _push(position: Position, action: int | str, language: str, draw: bool) -> None:
    if draw and isinstance(action, int):
        position.draw_chances()
    while True:
        try:
            position.push(action, language)
            return
        except NotationError:
            if not (draw and position.is_chance()):
                raise
            position.draw_chance()
