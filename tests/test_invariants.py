"""Properties that every position of the engine has, whatever was played to reach it.

Positions are drawn by hypothesis as a set-up, a number of steps and a seed for the choices.
"""

from __future__ import annotations

import pickle
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from effort import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from reference.rattus import BASE_CARDS, Setup, base_setup
from reference.rattus.engine import EnginePosition, engine_rules, exported

CUBES = 20
MOST_RATS = 3

slow_to_build = examples(80)


def small_setup(players: int, cards: tuple[str, ...], **options: Any) -> Setup:
    """Three regions in a row and a handful of tokens."""
    return Setup(
        players=players,
        regions=("north", "middle", "south"),
        edges=((0, 1), (1, 2)),
        starting=("1:PK", "2:MBW", "4:ABC", "6:MAPBW"),
        normal=("1:BC", "2:MPK", "3:KCW", "3:KCW", "4:APR", "5:MAPR", "6:ABCKR"),
        removed=1,
        cards=tuple((card, BASE_CARDS[card]) for card in cards),
        **options,
    )


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    players = draw(st.integers(2, 4))
    cards = tuple(sorted(draw(st.sets(st.sampled_from(sorted(BASE_CARDS)), min_size=1))))
    options = {
        "split_setup_pairs": draw(st.booleans()),
        "placement_optional": draw(st.booleans()),
        "reveal_order": draw(st.sampled_from(["random", "active_player"])),
    }
    build: Callable[..., Setup] = draw(st.sampled_from([base_setup, small_setup]))
    return build(players, cards, **options)


@dataclass
class Played:
    """A position with how it was reached."""

    setup: Setup
    core: Any
    moves: list[int]

    @property
    def fields(self) -> dict[str, Any]:
        return exported(self.core)


def play_on(core: Any, steps: int, seed: int) -> list[int]:
    """Plays at most this many steps and returns the ids; looks are preferred, to make hidden tokens."""
    generator = random.Random(seed)
    moves: list[int] = []
    while len(moves) < steps and not core.is_terminal():
        actions = core.legal_actions()
        if core.is_chance() or generator.random() < 0.6:
            move = generator.choice(actions)
        else:
            describe = core.rules.describe_action
            looks = [action for action in actions if describe(action)[0] in ("look", "swap", "take")]
            move = generator.choice(looks or actions)
        moves.append(move)
        core.apply(move)
    return moves


@st.composite
def positions(draw: st.DrawFn) -> Played:
    setup = draw(setups())
    core = EnginePosition(setup).core
    moves = play_on(core, draw(st.integers(0, 320)), draw(st.integers(0, 2**32)))
    return Played(setup, core, moves)


def face_down(fields: dict[str, Any], ring: int) -> int:
    """Rats of a ring on the board and in the supply."""
    on_board = sum(row[ring] for row in fields["unlooked"]) + sum(rat[1] == ring for rat in fields["tracked"])
    return int(on_board + fields["rat_supply"][ring])


def state_of(core: Any) -> tuple[Any, ...]:
    """Everything about a position that can be asked for."""
    players = range(-1, core.rules.num_players)
    return (exported(core), core.legal_actions(), core.history(), [core.key(player) for player in players])


# What is on the table


@slow_to_build
@given(positions())
def test_every_player_has_twenty_cubes(played: Played) -> None:
    fields = played.fields
    for player in range(played.setup.players):
        parts = [row[player] for row in fields["cubes"]] + [
            fields["palace"][player],
            fields["supply"][player],
        ]
        assert min(parts) >= 0
        assert sum(parts) == CUBES


@slow_to_build
@given(positions())
def test_at_most_three_rats_in_a_region(played: Played) -> None:
    fields = played.fields
    for region, row in enumerate(fields["unlooked"]):
        assert min(row) >= 0
        assert sum(row) + sum(rat[0] == region for rat in fields["tracked"]) <= MOST_RATS


@slow_to_build
@given(positions())
def test_no_token_is_lost_or_made(played: Played) -> None:
    setup, fields = played.setup, played.fields
    known = [rat[2] for rat in fields["tracked"]]
    left = [unseen + known.count(kind) for kind, unseen in enumerate(fields["unseen"])]
    assert all(0 <= number <= copies for number, copies in zip(left, setup.copies, strict=True))
    for ring, removed in ((0, 0), (1, setup.removed)):
        # Tokens that never were revealed are face down on the board, in the supply or removed at set-up.
        assert sum(n for n, kind in zip(left, setup.kinds, strict=True) if kind.ring == ring) == (
            face_down(fields, ring) + removed
        )
    for region, ring, kind, looked, _ in fields["tracked"]:
        assert 0 <= region < len(setup.regions)
        assert kind < 0 or setup.kinds[kind].ring == ring
        assert looked == sorted(set(looked)) != []


@slow_to_build
@given(positions())
def test_tokens_leave_the_game_only_by_being_revealed(played: Played) -> None:
    fresh = EnginePosition(played.setup).core
    for move in played.moves:
        before = exported(fresh)
        fresh.apply(move)
        after = exported(fresh)
        gone = sum(face_down(before, ring) - face_down(after, ring) for ring in (0, 1))
        assert gone >= 0
        if before["stage"] in ("setup_plague", "setup_place", "look", "witch_second", "witch_swap"):
            assert gone == 0
        tokens = sum(before["unseen"]) + sum(rat[2] >= 0 for rat in before["tracked"])
        assert tokens - sum(after["unseen"]) - sum(rat[2] >= 0 for rat in after["tracked"]) == gone


# Actions and chance


@slow_to_build
@given(positions())
def test_legal_actions_ascend_and_stay_in_their_ranges(played: Played) -> None:
    core = played.core
    actions = core.legal_actions()
    assert actions == sorted(set(actions))
    assert core.legal_count() == len(actions)
    assert (actions == []) == core.is_terminal()
    bound = core.rules.max_chance_outcomes if core.is_chance() else core.rules.num_distinct_actions
    assert all(0 <= action < bound for action in actions)


@slow_to_build
@given(positions())
def test_chance_weights_are_positive_and_belong_to_the_outcomes(played: Played) -> None:
    core = played.core
    generator = random.Random(len(played.moves))
    while not core.is_terminal() and not core.is_chance():
        core.apply(generator.choice(core.legal_actions()))
    assume(core.is_chance())
    weights = core.chance_weights()
    assert [outcome for outcome, _ in weights] == core.legal_actions()
    assert all(isinstance(weight, int) and weight > 0 for _, weight in weights)


@slow_to_build
@given(positions(), st.integers(-(2**31), 2**31 - 1))
def test_what_is_not_legal_is_refused_and_changes_nothing(played: Played, wild: int) -> None:
    core = played.core
    before = state_of(core)
    legal = set(core.legal_actions())
    ids = max(core.rules.num_distinct_actions, core.rules.max_chance_outcomes)
    for number in (*range(-2, ids + 2), wild):
        if number not in legal:
            with pytest.raises(ValueError, match=r".+"):
                core.apply(number)
    assert state_of(core) == before


@slow_to_build
@given(setups(), st.integers(0, 2**32))
def test_every_game_ends_with_exactly_one_winner(setup: Setup, seed: int) -> None:
    core = EnginePosition(setup).core
    decisions = chances = 0
    generator = random.Random(seed)
    while not core.is_terminal():
        assert core.returns() == [0.0] * setup.players
        decisions += not core.is_chance()
        chances += core.is_chance()
        core.apply(generator.choice(core.legal_actions()))
    assert decisions <= core.rules.max_game_length
    assert chances <= core.rules.max_chance_nodes
    check_end(setup, core)


def check_end(setup: Setup, core: Any) -> None:
    fields = exported(core)
    assert sorted(core.returns()) == [0.0] * (setup.players - 1) + [1.0]
    totals = [fields["palace"][p] + sum(row[p] for row in fields["cubes"]) for p in range(setup.players)]
    winner = core.returns().index(1.0)
    tied = [player for player in range(setup.players) if totals[player] == max(totals)]
    assert winner == min(tied, key=lambda player: (player - fields["last"] - 1) % setup.players)


@slow_to_build
@given(positions(), st.integers(0, 2**63))
def test_random_playouts_end_the_game(played: Played, seed: int) -> None:
    one, other = played.core.clone(), played.core.clone()
    assert one.random_playout(seed) == other.random_playout(seed)
    assert exported(one) == exported(other)
    assert one.is_terminal()
    check_end(played.setup, one)
    assert one.random_playout(seed) == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_playouts_choose_among_the_legal_actions_uniformly(players: int) -> None:
    """Playouts count their moves and do not list them; on the average they go as games from the list do."""
    games = 2000
    start = EnginePosition(base_setup(players)).core

    def figures(core: Any, steps: int) -> tuple[float, ...]:
        fields = exported(core)
        palace, supply, tracked = sum(fields["palace"]), sum(fields["supply"]), len(fields["tracked"])
        return (
            float(steps),
            float(core.turn()),
            float(palace),
            float(supply),
            float(tracked),
            core.returns()[0],
        )

    def by_counting(seed: int) -> tuple[float, ...]:
        core = start.clone()
        steps = core.random_playout(seed)
        return figures(core, steps)

    def by_listing(seed: int) -> tuple[float, ...]:
        core = start.clone()
        generator = random.Random(seed)
        steps = 0
        while not core.is_terminal():
            if core.is_chance():
                outcomes, weights = zip(*core.chance_weights(), strict=True)
                core.apply(generator.choices(outcomes, weights)[0])
            else:
                core.apply(generator.choice(core.legal_actions()))
            steps += 1
        return figures(core, steps)

    counted = list(zip(*map(by_counting, range(games)), strict=True))
    listed = list(zip(*map(by_listing, range(games)), strict=True))
    for one, other in zip(counted, listed, strict=True):
        error = ((statistics.variance(one) + statistics.variance(other)) / games) ** 0.5
        assert abs(statistics.mean(one) - statistics.mean(other)) < 4.5 * error


# Copies


@slow_to_build
@given(positions(), st.integers(0, 2**32))
def test_copies_are_independent(played: Played, seed: int) -> None:
    core = played.core
    before = state_of(core)
    for copy in (core.clone(), pickle.loads(pickle.dumps(core))):
        assert state_of(copy) == before
        play_on(copy, 40, seed)
        assert state_of(core) == before
    target = EnginePosition(played.setup).core
    target.assign(core)
    assert state_of(target) == before
    play_on(core, 40, seed)
    assert state_of(target) == before


@slow_to_build
@given(positions())
def test_history_leads_to_the_same_position(played: Played) -> None:
    assert played.core.history() == played.moves
    again = EnginePosition(played.setup).core
    for move in played.moves:
        again.apply(move)
    assert state_of(again) == state_of(played.core)


@slow_to_build
@given(positions())
def test_export_and_import_are_inverse(played: Played) -> None:
    again = EnginePosition.from_export(played.setup, played.fields).core
    assert exported(again) == played.fields
    assert again.legal_actions() == played.core.legal_actions()
    for player in range(-1, played.setup.players):
        assert again.key(player) == played.core.key(player)


# What a player knows


def unseen_by(fields: dict[str, Any], player: int) -> list[int]:
    """Places in `tracked` of the rats with an identity that this player has not seen."""
    return [place for place, rat in enumerate(fields["tracked"]) if rat[2] >= 0 and player not in rat[3]]


def shuffled(setup: Setup, fields: dict[str, Any], player: int, seed: int) -> dict[str, Any]:
    """The same position with everything that this player cannot know dealt anew."""
    generator = random.Random(seed)
    places = unseen_by(fields, player)
    result = dict(fields)
    result["tracked"] = list(fields["tracked"])
    pool = list(fields["unseen"])
    for place in places:
        pool[fields["tracked"][place][2]] += 1
    for place in places:
        region, ring, _, looked, from_pool = fields["tracked"][place]
        kinds = [
            kind for kind, number in enumerate(pool) if setup.kinds[kind].ring == ring for _ in range(number)
        ]
        kind = generator.choice(kinds)
        pool[kind] -= 1
        result["tracked"][place] = (region, ring, kind, looked, from_pool)
    result["unseen"] = pool
    return result


@slow_to_build
@given(positions(), st.integers(0, 2**32))
def test_permuting_what_a_player_cannot_know_changes_nothing_for_him(played: Played, seed: int) -> None:
    core, fields = played.core, played.fields
    for player in range(-1, played.setup.players):
        other = EnginePosition.from_export(played.setup, shuffled(played.setup, fields, player, seed)).core
        assert other.key(player) == core.key(player)
        assert exported(other.view(player)) == exported(core.view(player))
        one_view, other_view = core.view(player), other.view(player)
        assert one_view.legal_actions() == other_view.legal_actions()
        assert one_view.current_player() == other_view.current_player()
        if core.is_chance():
            assert one_view.chance_weights() == other_view.chance_weights()
        else:
            assert core.legal_actions() == other.legal_actions() == one_view.legal_actions()


@slow_to_build
@given(positions())
def test_a_view_knows_what_the_player_knows_and_nothing_else(played: Played) -> None:
    core, fields = played.core, played.fields
    for player in range(-1, played.setup.players):
        view = core.view(player)
        assert view.key(player) == core.key(player)
        assert exported(view.view(player)) == exported(view)
        hidden = unseen_by(fields, player)
        for place, (rat, seen) in enumerate(zip(fields["tracked"], exported(view)["tracked"], strict=True)):
            assert seen == ((*rat[:2], -1, *rat[3:]) if place in hidden else rat)
        assert view.history() == [] or not hidden


@slow_to_build
@given(positions(), st.integers(0, 2**63))
def test_resampling_keeps_what_the_player_knows(played: Played, seed: int) -> None:
    core = played.core
    for player in range(-1, played.setup.players):
        for source in (core, core.view(player)):
            drawn = source.resample(player, seed)
            assert drawn.key(player) == core.key(player)
            assert exported(drawn.view(player)) == exported(core.view(player))
            fields = exported(drawn)
            known = [rat[2] for rat in fields["tracked"]]
            left = [unseen + known.count(kind) for kind, unseen in enumerate(fields["unseen"])]
            assert all(number <= copies for number, copies in zip(left, played.setup.copies, strict=True))
            assert fields["unseen"] == exported(source.resample(player, seed))["unseen"]
            assert [place for place, kind in enumerate(known) if kind < 0] == [
                place for place, rat in enumerate(played.fields["tracked"]) if rat[2] < 0
            ]


def what_is_known(fields: dict[str, Any], player: int) -> str:
    """Everything that a player knows, written so that equal knowledge gives equal texts."""
    known = dict(fields)
    known["tracked"] = [(*rat[:2], rat[2] if player in rat[3] else -1, *rat[3:]) for rat in fields["tracked"]]
    unseen = list(fields["unseen"])
    for place in unseen_by(fields, player):
        unseen[fields["tracked"][place][2]] += 1
    known["unseen"] = unseen
    return repr(sorted(known.items()))


@pytest.mark.parametrize("build", [base_setup, small_setup])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_keys_are_equal_exactly_where_the_knowledge_is(build: Callable[..., Setup], players: int) -> None:
    setup = build(players, tuple(BASE_CARDS))
    keys: dict[tuple[int, str], int] = {}
    for seed in range(15):
        core = EnginePosition(setup).core
        while not core.is_terminal():
            fields = exported(core)
            for player in range(-1, players):
                key = core.key(player)
                assert keys.setdefault((player, what_is_known(fields, player)), key) == key
            play_on(core, 1, seed * 1000 + len(core.history()))
    assert len(keys) > 2000
    for player in range(-1, players):
        own = [key for (owner, _), key in keys.items() if owner == player]
        assert len(set(own)) == len(own)


def test_orders_of_independent_actions_lead_to_one_key() -> None:
    setup = base_setup(2)
    start = EnginePosition(setup)
    for text in ("plague italia", "place gallia", "place gallia", "place anglia", "place anglia"):
        start.apply(text)
    one, other = start.clone(), start.clone()
    for text in ("take merchant", "place gallia", "merchant gallia italia 2"):
        one.apply(text)
    for text in ("place gallia", "take merchant", "merchant gallia italia 2"):
        other.apply(text)
    assert one.export() == other.export()
    for player in (-1, 0, 1):
        assert one.core.key(player) == other.core.key(player)


# Doors


def test_contradictory_fields_are_refused_by_name() -> None:
    setup = base_setup(2)
    fields = EnginePosition(setup).export()
    for name, value in [
        ("supply", [19, 20]),
        ("palace", [1, 0]),
        ("stage", "nowhere"),
        ("active", 2),
        ("plague", 8),
        ("unlooked", [[4, 0], *fields["unlooked"][1:]]),
        ("rat_supply", [3, 25]),
        ("unseen", [2, *fields["unseen"][1:]]),
        ("owners", [2, -1, -1, -1, -1, -1]),
        ("tracked", [(0, 0, -1, [])]),
        ("used", [7]),
    ]:
        with pytest.raises(ValueError, match=r".+"):
            EnginePosition.from_export(setup, {**fields, name: value})
    without = {name: value for name, value in fields.items() if name != "cubes"}
    with pytest.raises(ValueError, match="cubes"):
        EnginePosition.from_export(setup, without)


def test_positions_of_other_rules_are_refused() -> None:
    one, other = EnginePosition(base_setup(2)).core, EnginePosition(base_setup(3)).core
    with pytest.raises(ValueError, match=r".+"):
        one.assign(other)
    with pytest.raises(ValueError, match=r".+"):
        one.key(2)
    with pytest.raises(ValueError, match=r".+"):
        one.view(-2)
    assert engine_rules(base_setup(2)) is one.rules
