"""What a class card is to the rest of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..setup import Setup
from ..state import State

Options = Callable[[Setup, State], list[str]]
Apply = Callable[[Setup, State, list[str]], None]


def no_options(setup: Setup, state: State) -> list[str]:
    """For a card that offers nothing of its own at this time."""
    return []


@dataclass(frozen=True)
class Card:
    """The abilities of one class card, always those of the active player.

    `in_turn` and `in_final_round` list what it offers before C and in the final round as lines of text;
    `verbs` carries out the lines that begin with a verb. The other fields change what the rules of a turn do
    for its holder: `steps` of the plague piece, `extra_cubes` in phase B, and whether the piece may be
    declared as neutral cubes.
    """

    name: str
    in_turn: Options = no_options
    in_final_round: Options = no_options
    verbs: Mapping[str, Apply] = field(default_factory=dict)
    steps: int = 1
    extra_cubes: int = 0
    declares_neutral: bool = False
