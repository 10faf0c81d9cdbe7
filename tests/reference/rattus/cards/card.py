"""What a class card is to the rest of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..setup import Setup
from ..state import State

Options = Callable[[Setup, State], list[str]]
Apply = Callable[[Setup, State, list[str]], None]
ExtraCubes = Callable[[Setup, State, int], int]


def no_options(setup: Setup, state: State) -> list[str]:
    """For a card that offers nothing of its own at this time."""
    return []


def no_extra_cubes(setup: Setup, state: State, region: int) -> int:
    return 0


@dataclass(frozen=True)
class Card:
    """The abilities of one class card, always those of the active player.

    `in_turn` and `in_final_round` list what it offers before C and in the final round as lines of text;
    `verbs` carries out the lines that begin with a verb. `stages` are decisions that follow from them: what
    may be done, and what that does.

    The other fields change what the rules do for its holder: `steps` of the plague piece, `extra_cubes` in
    phase B in a region, whether the piece may be declared as neutral cubes, whether a goods token may lie on
    the card, and whether it works in the common event of the final round (`reveals`), for which the piece
    may move `event_steps`.
    """

    name: str
    in_turn: Options = no_options
    in_final_round: Options = no_options
    verbs: Mapping[str, Apply] = field(default_factory=dict)
    stages: Mapping[str, tuple[Options, Apply]] = field(default_factory=dict)
    steps: int = 1
    extra_cubes: ExtraCubes = no_extra_cubes
    declares_neutral: bool = False
    carries_goods: bool = False
    reveals: bool = False
    event_steps: int = 1
