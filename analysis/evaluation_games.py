"""Games that the search plays against itself with a small budget, looked at where turns start, for fits.

A random action now and then lets many kinds of positions occur.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from conditional_logit import Observation
from rattus_ai._core.search import Search
from rattus_ai.games import Game
from rattus_ai.positions import Position

Facts = tuple[list[list[float]], float]
"""Facts of each player, how far the game is."""


@dataclass(frozen=True)
class Play:
    """How the games are played.

    Attributes:
        simulations: for each decision.
        horizon: turns of a playout.
        random_actions: share of the decisions that are drawn at random.
    """

    simulations: int
    horizon: int
    random_actions: float = 0.04


def observed_game(
    game: Game, seed: int, play: Play, look: Callable[[Position], Facts | None]
) -> list[Observation]:
    """Plays one game; what was seen at the starts of turns, with what each player won in the end.

    Args:
        game: what is played.
        seed: decides everything.
        play: how.
        look: the facts of a position where a player decides; None: it is not looked at. The first answer of
            each turn counts.
    """
    position = game.new_position(seed=seed)
    generator = random.Random(seed)
    seen: list[Facts] = []
    last = None
    while not position.is_terminal():
        if position.is_chance():
            position.draw_chance()
            continue
        if position.turn_number() != last:
            facts = look(position)
            if facts is not None:
                last = position.turn_number()
                seen.append(facts)
        legal = position.legal_actions()
        if len(legal) == 1:
            position.push(legal[0])
        elif generator.random() < play.random_actions:
            position.push(generator.choice(legal))
        else:
            view = position.view(position.current_player()).core
            search = Search(view, seed=generator.getrandbits(60), memory_mb=16, horizon=play.horizon)
            search.run(play.simulations)
            position.push(search.actions()[0][0])
    returns = position.returns()
    return [(features, share, returns) for features, share in seen]
