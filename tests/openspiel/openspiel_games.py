"""Games and random play for the tests of the OpenSpiel adaptor."""

from __future__ import annotations

import os
import random
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pyspiel

import rattus_ai.openspiel  # noqa: F401  registers the games
from rattus_ai._core.engine import Position as CorePosition

DATA = Path(__file__).parent / "data"
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

WITCH = "rattus(players=3,cards=witch;monk)"
GAME_STRINGS = (
    "rattus",
    "rattus(players=3)",
    "rattus(players=4,placement_optional=True,split_setup_pairs=True)",
    "rattus(players=3,cards=Witch;Monk;Peasant,reveal_order=active_player)",
    "rattus(players=2,cards=king,turn_limit=5)",
)

_LOOKING = ("look", "take witch", "swap", "take astronomer", "take explorer", "astronomer", "explorer")


def small_game_string(map_name: str, tokens_name: str, cards: str, turn_limit: int) -> str:
    """The game for two on a map and with tokens of the folder `data`, named from the working directory."""
    map_file, tokens_file = (
        os.path.relpath(DATA / name) for name in (f"{map_name}-map.toml", f"{tokens_name}-tokens.toml")
    )
    parameters = f"map={map_file},tokens={tokens_file},cards={cards},turn_limit={turn_limit}"
    return f"rattus(players=2,{parameters})"


def random_states(
    game: Any, seed: int, curious: bool = False, shy: Container[int] = frozenset()
) -> Iterator[Any]:
    """The one state of a random game after each step.

    Curious players look at rats and draw cards whenever they can, shy ones only if they have to.
    """
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            actions = state.legal_actions()
            looks = [each for each in actions if state.action_to_string(each).startswith(_LOOKING)]
            if state.current_player() in shy:
                actions = [each for each in actions if each not in looks] or actions
            elif curious:
                actions = looks or actions
            state.apply_action(rng.choice(actions))
        yield state


def private_outcomes(state: Any) -> list[Any]:
    """The outcomes that not everybody knows."""
    game = state.get_game()
    found: list[Any] = game.knowledge.private_outcomes(game.game, state.core)
    return found


def observers(game: Any, perfect_recall: bool) -> dict[tuple[bool, str], Any]:
    """An observer of each kind, by whether it shows public information and by whose knowledge counts."""
    return {
        (public, private.name): game.make_py_observer(
            pyspiel.IIGObservationType(public, perfect_recall, private)
        )
        for public in (False, True)
        for private in pyspiel.PrivateInfoType.__members__.values()
    }


def assert_same_to(player: int, state: Any, other: Any) -> None:
    """The player cannot tell the states apart."""
    assert other.current_player() == state.current_player()
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.observation_tensor(player) == state.observation_tensor(player)
    if not state.is_chance_node():
        known = CorePosition.view(state.core, player).legal_actions()
        assert CorePosition.view(other.core, player).legal_actions() == known
        if state.current_player() == player:
            assert other.legal_actions() == state.legal_actions() == known
    assert other.core.key(player) == state.core.key(player)


def keys_of_course(state: Any, player: int) -> list[tuple[int, int, list[int]]]:
    """What the player knew at each point of the course of the game."""
    position = CorePosition(state.core.rules)
    course = []
    for identifier in [*state.history(), None]:
        seen = position.view(player)
        course.append((position.current_player(), position.key(player), seen.legal_actions()))
        if identifier is not None:
            position.apply(identifier)
    return course
