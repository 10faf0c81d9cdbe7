"""Points, risks, luck, facts, tables and records of games with the cards of all boxes."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from expansion_games import GAMES, positions
from random_play import outcomes

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import PUBLIC, load_game
from rattus_ai.positions import Position, read_position
from rattus_ai.rattus.game import RattusGame
from rattus_ai.rattus.ravage_rules import settled_by_chance
from rattus_ai.records import Record, read_record

EVERY = 25


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_points_at_the_end_are_those_of_the_engine(name: str, seed: int) -> None:
    *_, position = positions(GAMES[name], seed)
    game = position.game
    assert isinstance(game, RattusGame)
    counted = core.points(position)
    leads = [own - max(counted[:player] + counted[player + 1 :]) for player, own in enumerate(counted)]
    assert position.margins() == leads


@pytest.mark.parametrize("name", [name for name in GAMES if load_game("rattus", **GAMES[name]).uses_goods])
def test_points_with_all_goods_sold(name: str) -> None:
    """Three coins for a token of each kind and each region of it where its owner leads, a point for five."""
    differing = 0
    for position in positions(GAMES[name], 2):
        state = core.export_state(position)
        if state["stage"] != "main":
            continue
        plain, sold = core.points(position), core.points(position, sold=True)
        for player in range(position.rules.num_players):
            led = [
                goods
                for goods, cubes in zip(state["region_goods"], state["cubes"], strict=True)
                if cubes[player] == max(cubes) > 0
            ]
            tokens = enumerate(state["goods"][player])
            coins = state["coins"][player]
            earned = 3 * sum(min(count, led.count(kind)) for kind, count in tokens)
            assert sold[player] - plain[player] == (coins + earned) // 5 - coins // 5
            differing += sold[player] != plain[player]
    assert differing > 5


@pytest.mark.parametrize("name", GAMES)
def test_tables_and_drawings_of_every_stage(name: str) -> None:
    """They are made for everybody who may look, and tell no region card that he does not know."""
    shown = set()
    for number, position in enumerate(positions(GAMES[name], 4)):
        stage = core.export_state(position)["stage"]
        if stage in shown and number % EVERY:
            continue
        shown.add(stage)
        for viewer in (PUBLIC, 0, 1):
            view = position.view(viewer)
            ElementTree.fromstring(position.game.draw(view))
            summary = position.game.summary(view, "hu")
            for table in summary.tables:
                assert all(len(row) == len(table.columns) for row in table.rows)
            if stage in ("hands", "terminal"):
                continue
            text = str(summary.tables[1])
            fields = core.export_state(position)
            for player, hand in enumerate(fields["hands"]):
                if player != viewer:
                    names = {position.game.region_cards[kind] for kind in hand}
                    own = fields["hands"][viewer] if viewer >= 0 else []
                    assert not any(
                        card in text for card in names - {position.game.region_cards[kind] for kind in own}
                    )


@pytest.mark.parametrize("name", GAMES)
def test_risks_luck_and_facts_are_told_at_every_decision(name: str) -> None:
    told = 0
    for number, position in enumerate(positions(GAMES[name], 5)):
        if position.is_chance():
            position.game.chance_losses(position)
            continue
        if number % EVERY or position.is_terminal():
            continue
        player = position.current_player()
        view = position.view(player)
        for each in position.game.risks(view):
            for table in each.losses:
                assert sum(table.values()) == 1
        for action in view.legal_actions()[:3]:
            facts = position.game.facts(view, [action], [view.legal_actions()[-1]])
            told += len(facts)
            position.game.expected_losses(view.core, [action])
    assert told > 0


def losses(position: CorePosition, region: int) -> list[dict[int, Fraction]]:
    """What the running ravage costs, over all chance outcomes; nobody may decide anything in it."""
    turn, before = position.turn(), core.export_state(position)["cubes"][region]
    found: list[dict[int, Fraction]] = [defaultdict(Fraction) for _ in before]

    def go(now: CorePosition, probability: Fraction) -> None:
        if now.turn() != turn or not now.is_chance():
            assert now.turn() != turn
            cubes = core.export_state(now)["cubes"][region]
            for player, (was, left) in enumerate(zip(before, cubes, strict=True)):
                found[player][was - left] += probability
            return
        for after, chance in outcomes(now):
            go(after, probability * chance)

    go(position, Fraction(1))
    return found


@pytest.mark.parametrize(
    ("nuns", "potions"), [([], [0, 0]), (["gallia"] * 3, [0, 0]), ([], [2, 1]), (["gallia"] * 3, [1, 2])]
)
def test_nuns_and_potions_count_in_risks(nuns: list[str], potions: list[int]) -> None:
    document: dict[str, Any] = {
        "rules": {"players": 2, "cards": ["nun", "wizard", "king", "monk"]},
        "turn": {"player": 0, "placed": True},
        "plague": "italia",
        "regions": {"gallia": {"cubes": [3, 2], "rats": ["n", "n"], "potions": potions}},
        "owners": {"nun": 0, "wizard": 1, "king": 1},
        "nuns": nuns,
    }
    position = read_position(document)
    region = position.game.region_names.index("gallia")
    (risk,) = (each for each in position.game.risks(position.view(0)) if each.place == "gallia")
    mean = position.game.expected_losses(position, [position.parse("plague gallia")])
    position.push("plague gallia")
    while not position.is_chance() or position.turn_text.endswith("(ring)"):
        position.push(position.legal_actions()[0])
    walked = losses(position, region)
    assert [dict(table) for table in risk.losses] == [dict(sorted(table.items())) for table in walked]
    assert mean == tuple(float(sum(lost * chance for lost, chance in table.items())) for table in walked)


@pytest.mark.parametrize("name", GAMES)
def test_luck_is_the_mean_over_chance(name: str) -> None:
    """What chance is said to cost is the mean over its outcomes, wherever it is said."""
    said = 0
    for position in positions(GAMES[name], 6):
        if not position.is_chance():
            continue
        state = core.export_state(position)
        now = position.game.chance_losses(position)
        if now is None or state["stage"] not in ("next", "reveal"):
            continue
        assert isinstance(position.game, RattusGame)
        assert settled_by_chance(position.game, state)
        assert now.expected == mean_losses(position)
        said += 1
        if said == 4:
            return


def mean_losses(position: Position) -> tuple[Fraction, ...]:
    """Cubes lost on average until a player decides or the turn is over."""
    turn, before = position.turn(), position.game.pieces(position)
    assert before is not None
    found = [Fraction(0)] * len(before)

    def go(now: CorePosition, probability: Fraction) -> None:
        if not now.is_chance() or now.turn() != turn or core.export_state(now)["stage"] == "hands":
            left = position.game.pieces(now)
            assert left is not None
            for player, (was, is_now) in enumerate(zip(before, left, strict=True)):
                found[player] += probability * (was - is_now)
            return
        for after, chance in outcomes(now):
            go(after, probability * chance)

    go(CorePosition.clone(position), Fraction(1))
    return tuple(found)


def wins(position: CorePosition) -> tuple[Fraction, ...]:
    """Each player's probability of winning, over all that chance can still bring."""
    if position.is_terminal():
        return tuple(Fraction(value) for value in position.returns())
    sums: list[Fraction] = []
    for after, chance in outcomes(position):
        parts = [chance * value for value in wins(after)]
        sums = [was + part for was, part in zip(sums, parts, strict=True)] if sums else parts
    return tuple(sums)


@pytest.mark.parametrize("name", ["goods 2p", "plague 3p", "pied piper 4p"])
def test_exact_ends_are_those_of_all_that_chance_can_bring(name: str) -> None:
    """The last reveals of games, with coins, potions and rats drawn from revealed tokens."""
    compared = 0
    for seed in range(8):
        last: list[Position] = []
        for position in positions(GAMES[name], seed):
            if position.is_chance() and position.game.only_chance_left(position):
                last = [*last[-2:], position.copy()]
        for position in last:
            values = position.game.end_values(position)
            assert values is not None
            assert values.win == wins(position)
            spread = position.game.end_distribution(position)
            assert values.points is not None and spread is not None
            for player, mean in enumerate(values.points):
                assert mean == sum(here[player] * chance for here, chance in spread.items())
            compared += 1
    assert compared > 8


@pytest.mark.parametrize("name", ["africanus 3p", "mixture 5p"])
def test_ends_with_region_cards_that_can_be_played_are_decisions(name: str) -> None:
    met = 0
    for seed in range(2, 5):
        for position in positions(GAMES[name], seed):
            fields = core.export_state(position)
            if not fields["ending"] or position.is_terminal() or fields["stage"] == "hands":
                continue
            if position.legal_count() > 1 and not position.is_chance():
                met += 1
                assert not position.game.only_chance_left(position)
            if not position.game.only_chance_left(position):
                assert position.game.end_values(position) is None
    assert met > 0


@pytest.mark.parametrize("name", GAMES)
def test_records_replay_and_say_who_saw_a_card(name: str, tmp_path: Path) -> None:
    *_, position = positions(GAMES[name], 7)
    record = Record.of(position)
    record.write(tmp_path / "game.jsonl")
    again = read_record(tmp_path / "game.jsonl")
    assert again == record
    assert core.export_state(again.final()) == core.export_state(position)
    secret = [event for event in record.events if event.text.split()[0] in ("deal", "draw", "see")]
    assert all(event.seen is not None and len(event.seen) == 1 for event in secret)
    deals = [event.seen for event in record.events if event.text.startswith("deal ")]
    assert isinstance(position.game, RattusGame)
    cards = bool(position.game.region_cards)
    assert deals == [(player,) for player in range(position.game.num_players) for _ in range(3 * cards)]
