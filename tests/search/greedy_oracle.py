"""The best expected lead at the end of a turn, by walking every order of actions and every outcome."""

from __future__ import annotations

from random_play import outcomes
from search_oracles import after

from rattus_ai._core.engine import CHANCE, Position


def best_lead(position: Position) -> float:
    """Expected lead of the player to move at the end of his turn when he plays for it."""
    return _lead(position, position.current_player(), position.turn_number(), {})


def _lead(position: Position, player: int, turn: int, known: dict[int, float]) -> float:
    if position.is_terminal() or position.turn_number() != turn:
        return position.margins()[player]
    key = position.key(-1)
    if key not in known:
        if position.current_player() == CHANCE:
            known[key] = sum(
                _lead(following, player, turn, known) * float(chance)
                for following, chance in outcomes(position)
            )
        else:
            known[key] = max(
                _lead(after(position, action), player, turn, known) for action in position.legal_actions()
            )
    return known[key]
