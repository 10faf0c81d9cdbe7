"""The best expected lead at the end of a turn, by walking every order of actions and every outcome."""

from __future__ import annotations

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
            weights = position.chance_weights()
            total = sum(weight for _, weight in weights)
            known[key] = sum(
                _lead(after(position, outcome), player, turn, known) * weight / total
                for outcome, weight in weights
            )
        else:
            known[key] = max(
                _lead(after(position, action), player, turn, known) for action in position.legal_actions()
            )
    return known[key]
