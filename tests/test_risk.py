"""Exact risks and losses against the engine's own chance nodes, walked one by one."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

import rattus_ai
from rattus_ai import Position, load_game, read_position
from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.errors import ViewError
from rattus_ai.games import Risk
from rattus_ai.rattus.game import RattusGame
from rattus_ai.rattus.ravage_rules import UNDER_WAY
from rattus_ai.rattus.risk import exact_losses

EXAMPLES = Path(__file__).parent.parent / "examples"
Distribution = dict[tuple[int, ...], Fraction]


def verb(game: RattusGame, action: int) -> str:
    return game.rules.describe_action(action)[0]


def walk(game: RattusGame, position: CorePosition, region: int, neutral: str) -> Distribution:
    """Cubes left in the region after the ravage: every chance outcome, new rats to the first place."""
    turn = position.turn()
    result: Distribution = defaultdict(Fraction)

    def go(now: CorePosition, probability: Fraction) -> None:
        state = core.export_state(now)
        if now.turn() != turn or state["stage"] not in UNDER_WAY:
            result[tuple(state["cubes"][region])] += probability
        elif now.is_chance():
            weights = now.chance_weights()
            total = sum(weight for _, weight in weights)
            if state["stage"] == "ring":  # does not touch the region that is ravaged
                weights, total = weights[:1], weights[0][1]
            for outcome, weight in weights:
                after = now.clone()
                after.apply(outcome)
                go(after, probability * Fraction(weight, total))
        else:
            legal = now.legal_actions()
            wanted = [action for action in legal if game.action_text(action) == f"neutral {neutral}"]
            after = now.clone()
            after.apply((wanted or legal)[0])
            go(after, probability)

    go(position.clone(), Fraction(1))
    return result


def after_plague(game: RattusGame, position: Position, region: int) -> tuple[list[int], CorePosition] | None:
    """A turn that brings the piece to the region without taking a card, and the position after it."""
    now = CorePosition.view(position, position.current_player())
    turn = []
    target = f"plague {game.region_names[region]}"
    if target not in map(game.action_text, now.legal_actions()):
        elsewhere = [
            action
            for action in now.legal_actions()
            if verb(game, action) == "place" and game.rules.describe_action(action)[1][0][1] != region
        ]
        if not elsewhere:
            return None
        turn.append(elsewhere[0])
        now.apply(elsewhere[0])
    plague = [action for action in now.legal_actions() if game.action_text(action) == target]
    if not plague:
        return None
    now.apply(plague[0])
    return [*turn, plague[0]], now


def cubes_lost(before: list[int], left: Distribution) -> list[dict[int, Fraction]]:
    losses: list[dict[int, Fraction]] = [defaultdict(Fraction) for _ in before]
    for cubes, probability in left.items():
        for player, (was, now) in enumerate(zip(before, cubes, strict=True)):
            losses[player][was - now] += probability
    return losses


def positions(count: int) -> list[Position]:
    """Positions at the start of turns of random games, with some looked-at rats on the way."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        seed += 1
        dice = random.Random(seed)
        position = load_game("rattus", players=2 + seed % 3).new_position(seed=seed)
        for _ in range(dice.randrange(20, 90)):
            if position.is_terminal():
                break
            if position.is_chance():
                position.draw_chance()
            else:
                position.push(dice.choice(position.legal_actions()))
        while not position.is_terminal() and (
            position.is_chance()
            or core.export_state(position)["stage"] not in ("main", "final", "setup_place")
        ):
            if position.is_chance():
                position.draw_chance()
            else:
                position.push(dice.choice(position.legal_actions()))
        if not position.is_terminal() and core.export_state(position)["stage"] == "main":
            found.append(position)
    return found


def test_risks_and_losses_equal_the_walk_over_chance() -> None:
    checked = with_neutral = 0
    for position in positions(12):
        game = position.game
        assert isinstance(game, RattusGame)
        mover = position.current_player()
        state = core.export_state(position)
        risks = game.risks(position.view(mover))
        assert {risk.place for risk in risks} == set(game.region_names)
        for region, name in enumerate(game.region_names):
            rats = sum(state["unlooked"][region]) + sum(where == region for where, *_ in state["tracked"])
            reached = after_plague(game, position, region)
            entries = [risk for risk in risks if risk.place == name]
            if reached is None or not rats or rats > 2 or not sum(state["cubes"][region]):
                continue
            turn, after = reached
            assert entries[0].reachable
            leads = []
            for entry, declared in zip(entries, ("no", "yes"), strict=False):
                left = walk(game, after, region, declared)
                expected = cubes_lost(state["cubes"][region], left)
                for player, table in enumerate(entry.losses):
                    assert {k: v for k, v in table.items() if v} == {
                        k: v for k, v in expected[player].items() if v
                    }
                leads.append((lead(game, after, region, left, mover), means(expected)))
                checked += 1
            with_neutral += len(entries) > 1
            best = leads[1] if len(leads) > 1 and leads[1][0] > leads[0][0] else leads[0]
            core_view = CorePosition.view(position, mover)
            assert exact_losses(game, core_view, turn) == best[1]
            assert game.expected_losses(core_view, turn) == tuple(map(float, best[1]))
    assert checked > 20 and with_neutral > 2


def means(tables: list[dict[int, Fraction]]) -> tuple[Fraction, ...]:
    return tuple(sum((k * v for k, v in table.items()), Fraction(0)) for table in tables)


def lead(game: RattusGame, after: CorePosition, region: int, left: Distribution, mover: int) -> Fraction:
    state = core.export_state(after)
    elsewhere = [
        state["palace"][p] + sum(cubes[p] for r, cubes in enumerate(state["cubes"]) if r != region)
        for p in range(game.num_players)
    ]
    total = Fraction(0)
    for cubes, probability in left.items():
        scores = [elsewhere[p] + cubes[p] for p in range(game.num_players)]
        total += probability * (scores[mover] - max(s for p, s in enumerate(scores) if p != mover))
    return total


def test_losses_along_a_ravage_keep_their_mean() -> None:
    """What has been lost so far and what is still expected add up, at every node, to the mean before."""
    position = read_position(EXAMPLES / "worked-example-4p.json")
    game = position.game
    assert isinstance(game, RattusGame)
    start = position.view(0).core
    now = start.clone()
    turn = [position.parse("plague italia")]
    now.apply(turn[0])
    while not now.is_chance():
        turn.append(now.legal_actions()[0])
        now.apply(turn[-1])
    before = exact_losses(game, start, turn)
    weights = now.chance_weights()
    total = sum(weight for _, weight in weights)
    parts = [
        (exact_losses(game, start, [*turn, outcome]), Fraction(weight, total)) for outcome, weight in weights
    ]
    assert before == tuple(sum(part[p] * w for part, w in parts if part is not None) for p in range(4))
    assert before is not None and before[0] == Fraction(2, 3)


@pytest.mark.parametrize("ending", [("plague hungaria", "rat gallia"), ("plague germania", "rat gallia")])
@pytest.mark.parametrize("declared", ["neutral no", "neutral yes"])
def test_losses_while_a_token_is_revealed(ending: tuple[str, str], declared: str) -> None:
    """One choice of rats (2n) and two choices (1n 2s): the mean over a walk from where the reveals begin."""
    position = read_position(EXAMPLES / "midgame-3p.json")
    game = position.game
    assert isinstance(game, RattusGame)
    start = position.view(0).core
    now = start.clone()
    turn: list[int] = []

    def go(text: str) -> None:
        turn.append(game.notation.parse(now, text))
        now.apply(turn[-1])

    go("place scandia")
    go(ending[0])
    region = core.export_state(now)["plague"]
    before = core.export_state(now)["cubes"][region]
    while game.notation.legal_texts(now)[0] != "neutral no":
        go(game.notation.legal_texts(now)[0])
    go(declared)
    if now.is_chance() and core.export_state(now)["stage"] == "next":
        go("next 2")
    assert core.export_state(now)["stage"] == "reveal"
    if ending[0] == "plague germania":  # three rats: one is revealed, the walk goes over the other two
        go("reveal s4:MKWR")
    left = walk(game, now, region, "no")
    assert exact_losses(game, start, turn) == means(cubes_lost(before, left))


def risk_at(position: Position, place: str, player: int) -> list[Risk]:
    return [risk for risk in position.game.risks(position.view(player)) if risk.place == place]


def test_reach() -> None:
    position = read_position(EXAMPLES / "worked-example-4p.json")  # red, in Germania, without the Knight
    risks = {risk.place: risk for risk in position.game.risks(position.view(0))}
    assert {place for place, risk in risks.items() if risk.reachable and risk.note is None} == {
        "gallia", "anglia", "italia", "scandia", "polonia", "hungaria"
    }  # fmt: skip
    assert risks["hispania"].reachable and risks["hispania"].note == "after take knight"
    assert not risks["turcia"].reachable and not risks["germania"].reachable
    assert risks["germania"].note == "the plague is here"
    assert risks["gallia"].outbreak == Fraction(295, 352)


def test_the_knight_adds_an_entry() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    plain, neutral = risk_at(position, "italia", 0)
    assert plain.note is None and neutral.note == "with neutral cubes"
    assert plain.outbreak < neutral.outbreak
    assert len(risk_at(position, "anglia", 0)) == 1  # no rats there: nothing to declare


def test_what_one_player_knows_counts() -> None:
    position = read_position(EXAMPLES / "sweep-3p.json")
    mine, theirs = risk_at(position, "scandia", 2)[0], risk_at(position, "scandia", 1)[0]
    assert mine != theirs and mine.note == "final sweep"
    assert risk_at(position, "italia", 1)[0].note == "final sweep; with neutral cubes"


def test_turns_that_bring_no_plague() -> None:
    position = read_position(EXAMPLES / "midgame-3p.json")
    start = position.view(0).core
    assert position.game.expected_losses(start, [position.parse("take monk")]) is None
    position.push("place germania")
    move = [position.parse("plague anglia")]
    assert position.game.expected_losses(position.view(0).core, move) == (0.0, 0.0, 0.0)
    final = read_position(EXAMPLES / "final-round-4p.json")
    assert final.game.expected_losses(final.view(0).core, [final.parse("done")]) is None


def test_a_reveal_under_way_has_to_be_told() -> None:
    position = read_position(EXAMPLES / "worked-example-4p.json")
    for text in ("plague italia", "rat gallia", "rat hispania", "rat anglia", "rat hungaria"):
        if text in position.legal_texts():
            position.push(text)
        while position.is_chance() and position.legal_texts()[0].startswith("ring"):
            position.push(position.legal_actions()[0])
    assert position.legal_texts()[0].startswith("reveal")
    with pytest.raises(ViewError, match="a token is being revealed in italia"):
        position.game.risks(position.view(0))


def test_settled_order_is_not_averaged() -> None:
    """With `reveal_order` = active_player the order is a decision: a mean over orders is no exact loss."""
    options = {"players": 3, "reveal_order": "active_player"}
    document = {**rattus_ai.read_position(EXAMPLES / "midgame-3p.json").to_document(), "rules": options}
    position = read_position(document)
    position.push("place scandia")
    start = position.view(0).core
    assert position.game.expected_losses(start, [position.parse("plague italia")]) is not None  # one rat
    assert position.game.expected_losses(start, [position.parse("plague hungaria")]) is not None  # two alike
    assert position.game.expected_losses(start, [position.parse("plague germania")]) is None
