"""What can be said about a turn of Rattus: sentences of computed facts, see `docs/explanations.md`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.facts import Fact
from rattus_ai.rattus.fact_alternative import alternative as second_turn
from rattus_ai.rattus.fact_cards import cards
from rattus_ai.rattus.fact_end import nearness, sweep
from rattus_ai.rattus.fact_exposure import exposure
from rattus_ai.rattus.fact_outlook import Outlook, outlook
from rattus_ai.rattus.fact_ravage import ravage
from rattus_ai.rattus.fact_setup import placement
from rattus_ai.rattus.fact_words import Speaker

if TYPE_CHECKING:
    from rattus_ai.positions import View
    from rattus_ai.rattus.game import RattusGame


def facts(
    game: RattusGame, view: View, turn: Sequence[int], alternative: Sequence[int] | None, language: str
) -> list[Fact]:
    """See `rattus_ai.games.Game.facts`.

    Raises:
        LanguageError: the language is unknown.
        ValueError: an action is not legal.
    """
    speaker = Speaker(game, view, language)
    start = view.core
    first = outlook(game, start, turn)
    second = None if alternative is None else outlook(game, start, alternative)
    if first.phase == "setup":
        return placement(speaker, first, second)
    found: list[Fact] = []
    if first.phase == "turn":
        found += ravage(speaker, first)
    else:
        found += sweep(speaker, first, start, _after(start, turn))
    if _settled(first):
        found += [*exposure(speaker, first), *cards(speaker, first)]
    if second is not None:
        found += second_turn(speaker, first, second)
    return found + nearness(speaker, first)


def _settled(turn: Outlook) -> bool:
    """Whether it is known where the plague is when the next player moves."""
    return turn.ends or turn.struck is not None


def _after(start: CorePosition, turn: Sequence[int]) -> CorePosition:
    position = start.clone()
    for action in turn:
        position.apply(action)
    return position
