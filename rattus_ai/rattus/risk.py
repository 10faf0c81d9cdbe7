"""What the plague costs: exact distributions of losses where it could strike, and exact losses of a turn.

Everything is computed on the core's exact distribution of a ravage (csrc/rattus/expectation.hpp), on a
position that holds no more than one player may know: a rat whose token he does not know is any unseen token
of its ring.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.errors import ViewError, listed
from rattus_ai.games import Risk
from rattus_ai.rattus.document_stages import CARD_STEPS
from rattus_ai.rattus.ravage_rules import UNDECLARED, neutral_held, settled_by_chance, under_way, unsettled

if TYPE_CHECKING:
    from rattus_ai.positions import View
    from rattus_ai.rattus.game import RattusGame

BEFORE_PLAGUE = ("main", "ring", *CARD_STEPS)
"""Stages of a turn in which the plague piece has not moved yet."""

Losses = tuple[Fraction, ...]
"""Cubes that each player loses on average."""


# --- where the plague could strike ---------------------------------------------------------------------


def risks(game: RattusGame, view: View) -> list[Risk]:
    """For every region what a ravage there would cost, as things lie now (rules, section 3).

    A region has a second entry, with a note, where the mover may let the piece count as neutral cubes. From
    the final round on the entries are about the final sweep, which reaches every region. Nobody is taken to
    play a region card, and the mover not to use the Crusader, the Deacon and the Serf; a note says so.

    Raises:
        ViewError: a token is being revealed right now.
    """
    position = view.core
    if position.is_terminal():
        return []
    state = core.export_state(position)
    if state["stage"] == "reveal":
        where = game.region_names[state["revealing"]]
        raise ViewError(
            f"a token is being revealed in {where}: say what it is (reveal ...), then ask for risks"
        )
    if state["ending"]:
        return _sweep_risks(game, position, state)
    reach = plague_reach(game, position, state)
    on_its_way = under_way(game, state)
    without = _left_out(game, state, state["active"])
    neutral = bool(state["neutral"])
    declarable = neutral_held(game, state, state["active"]) and (
        not on_its_way or state["stage"] in UNDECLARED
    )
    found = []
    for region in range(len(game.region_names)):
        notes = [reach[region]] if reach.get(region) else []
        if region == state["plague"]:
            notes.append("the plague is here")
        counts = neutral and region == state["plague"]
        if counts:
            notes.append("with neutral cubes")
        notes += without
        found.append(_risk(game, position, region, counts, region in reach, notes))
        if declarable and region in reach and _matters(state, region):
            declared = [*notes, "with neutral cubes"]
            found.append(_risk(game, position, region, True, True, declared))
    return found


def _sweep_risks(game: RattusGame, position: CorePosition, state: Mapping[str, Any]) -> list[Risk]:
    """The final sweep; the piece counts as neutral cubes if anybody holds such a card (A7)."""
    held = neutral_held(game, state)
    without = _left_out(game, state, None)
    found = []
    for region in range(len(game.region_names)):
        neutral = held and region == state["plague"]
        notes = ["final sweep", *(["with neutral cubes"] if neutral else []), *without]
        found.append(_risk(game, position, region, neutral, True, notes))
    return found


def _risk(
    game: RattusGame,
    position: CorePosition,
    region: int,
    neutral: bool,
    reachable: bool,
    notes: Sequence[str],
) -> Risk:
    outbreak = Fraction(0)
    losses: list[defaultdict[int, Fraction]] = [defaultdict(Fraction) for _ in range(game.num_players)]
    for lost, outbreaks, numerator, denominator in core.ravage_outcomes(position, region, neutral):
        probability = Fraction(numerator, denominator)
        outbreak += probability if outbreaks else 0
        for player, count in enumerate(lost):
            losses[player][count] += probability
    tables = tuple(dict(sorted(table.items())) for table in losses)
    return Risk(game.region_names[region], outbreak, tables, reachable, "; ".join(notes) or None)


def _left_out(game: RattusGame, state: Mapping[str, Any], mover: int | None) -> list[str]:
    """What the numbers do not reckon with: what players may do about the losses, or get for them."""
    return [f"without {name}" for name in unsettled(game, state, mover)]


def _matters(state: Mapping[str, Any], region: int) -> bool:
    """Whether a ravage happens in the region at all."""
    rats = sum(state["unlooked"][region]) + sum(where == region for where, *_ in state["tracked"])
    return bool(rats and sum(state["cubes"][region]))


def plague_reach(game: RattusGame, position: CorePosition, state: Mapping[str, Any]) -> dict[int, str]:
    """Region -> how the active player can bring the plague there in this turn ("" if just so).

    The engine is asked: with and without a placement first, and with each card that can be taken first.
    """
    if under_way(game, state):
        return {state["plague"]: ""}
    if state["stage"] not in BEFORE_PLAGUE:
        return {}
    start = position.clone()
    while core.export_state(start)["stage"] != "main":  # finish the step of a card, if possible with nothing
        start.apply(start.legal_actions()[0] if start.current_player() == CHANCE else _least(game, start))
    reach = dict.fromkeys(_targets(game, start), "")
    takers: dict[int, list[str]] = {}
    for action in _actions(game, start, "take"):
        after = start.clone()
        after.apply(action)
        card = game.action_text(action)
        for region in _targets(game, after):
            takers.setdefault(region, []).append(card)
    return {region: f"after {listed(cards)}" for region, cards in takers.items()} | reach


def _targets(game: RattusGame, position: CorePosition) -> list[int]:
    """Where the plague piece may go, after a placement if that has to come first (P2)."""
    moves = _actions(game, position, "plague")
    if not moves:
        placements = _actions(game, position, "place")
        if placements:
            after = position.clone()
            after.apply(placements[0])
            moves = _actions(game, after, "plague")
    return [game.rules.describe_action(action)[1][0][1] for action in moves]


def _actions(game: RattusGame, position: CorePosition, *verbs: str) -> list[int]:
    return [action for action in position.legal_actions() if game.rules.describe_action(action)[0] in verbs]


def _least(game: RattusGame, position: CorePosition) -> int:
    """An action that ends the step of a card as soon as possible."""
    return (_actions(game, position, "stop", "keep", "decline") or position.legal_actions())[0]


# --- what a turn costs ---------------------------------------------------------------------------------


def expected_losses(
    game: RattusGame, position: CorePosition, turn: Sequence[int]
) -> tuple[float, ...] | None:
    """See `rattus_ai.games.Game.expected_losses`; floats of `exact_losses`."""
    losses = exact_losses(game, position, turn)
    return None if losses is None else tuple(map(float, losses))


def exact_losses(game: RattusGame, position: CorePosition, turn: Sequence[int]) -> Losses | None:
    """Cubes that each player loses on average in the ravage that a turn brings about.

    Where the mover still has to say whether the piece counts as neutral cubes, he is taken to say what gives
    him the better expected lead over the best other player, as the greedy player does.

    Args:
        position: where the turn starts, in the turn of a player; not changed.
        turn: ids of its actions, all legal in a row.

    Returns:
        None where the plague piece has not moved in this turn, in the final round, where a player settles the
        order of the reveals (option `reveal_order`) and it can matter, or where players can do something
        about the losses (region cards, the Deacon, the Crusader) or the mover gets cubes for them (the Serf).
    """
    now = position.clone()
    state = core.export_state(now)
    if state["ending"] or now.is_terminal():
        return None
    region = state["plague"] if under_way(game, state) else None
    before = state["cubes"][region] if region is not None else None
    for action in turn:
        chance = now.is_chance()
        verb, arguments = (
            game.rules.describe_outcome(action) if chance else game.rules.describe_action(action)
        )
        if region is None and not chance and verb == "plague":
            region = arguments[0][1]
            before = core.export_state(now)["cubes"][region]
        now.apply(action)
    if region is None or before is None:
        return None
    ahead = _losses_ahead(game, now, position.turn(), region)
    if ahead is None:
        return None
    after = core.export_state(now)["cubes"][region]
    return tuple(was - cubes + more for was, cubes, more in zip(before, after, ahead, strict=True))


def _losses_ahead(game: RattusGame, now: CorePosition, turn: int, region: int) -> Losses | None:
    """What the ravage of this turn still costs on average; nothing if the turn is over."""
    state = core.export_state(now)
    nothing = (Fraction(0),) * game.num_players
    if now.turn() != turn or not under_way(game, state):
        return nothing
    if not settled_by_chance(game, state):
        return None
    if state["stage"] == "reveal" and _slots(state, region) > 1:
        return _after_reveal(game, now, state, turn, region)
    if game.options["reveal_order"] == "active_player" and _slots(state, region) > 1:
        return None
    if state["stage"] not in UNDECLARED:
        return _mean(game, now, region, bool(state["neutral"]))
    mover = state["active"]
    if not (neutral_held(game, state, mover) and _matters(state, region)):
        return _mean(game, now, region, False)
    declared = _lead(game, now, state, region, True) > _lead(game, now, state, region, False)
    return _mean(game, now, region, declared)


def _after_reveal(
    game: RattusGame, now: CorePosition, state: Mapping[str, Any], turn: int, region: int
) -> Losses | None:
    """The mean over what the token is that is being revealed."""
    weights = now.chance_weights()
    total = sum(weight for _, weight in weights)
    sums = [Fraction(0)] * game.num_players
    for outcome, weight in weights:
        after = now.clone()
        after.apply(outcome)
        ahead = _losses_ahead(game, after, turn, region)
        if ahead is None:
            return None
        cubes = core.export_state(after)["cubes"][region]
        for player, more in enumerate(ahead):
            sums[player] += Fraction(weight, total) * (state["cubes"][region][player] - cubes[player] + more)
    return tuple(sums)


def _mean(game: RattusGame, position: CorePosition, region: int, neutral: bool) -> Losses:
    sums = [Fraction(0)] * game.num_players
    for lost, (numerator, denominator) in core.ravage_distribution(position, region, neutral):
        for player, count in enumerate(lost):
            sums[player] += Fraction(count * numerator, denominator)
    return tuple(sums)


def _lead(
    game: RattusGame, position: CorePosition, state: Mapping[str, Any], region: int, neutral: bool
) -> Fraction:
    """The mover's expected lead over the best other player after the ravage."""
    mover = state["active"]
    players = range(game.num_players)
    scores = core.points(position, sold=True)
    lead = Fraction(0)
    for lost, (numerator, denominator) in core.ravage_distribution(position, region, neutral):
        left = [score - loss for score, loss in zip(scores, lost, strict=True)]
        best_other = max(left[player] for player in players if player != mover)
        lead += Fraction(numerator, denominator) * (left[mover] - best_other)
    return lead


def _slots(state: Mapping[str, Any], region: int) -> int:
    """Choices among the rats of a region."""
    unlooked = [count for count in state["unlooked"][region] if count]
    tracked = [where for where, *_ in state["tracked"] if where == region]
    return len(unlooked) + len(tracked)
