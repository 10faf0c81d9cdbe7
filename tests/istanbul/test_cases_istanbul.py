"""Every case of `cases/istanbul`, on the reference and on the engine.

`cases/istanbul/README.md` explains the files. Probabilities are compared as exact fractions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from reference.istanbul import Position, game_setup, lay_out
from reference.istanbul.board import distances
from reference.istanbul.engine import EnginePosition, engine_rules

Case = dict[str, Any]
Table = Position | EnginePosition

CASES = Path(__file__).parents[1] / "cases" / "istanbul"
RED_TILE = 1
BLACK_MARKET, TEA_HOUSE, LARGE_MARKET = 8, 9, 10


def read(name: str) -> list[Case]:
    found: list[Case] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return found


def numbered(cases: Iterable[Case]) -> list[Any]:
    return [pytest.param(case, id=str(case["id"])) for case in cases]


@pytest.fixture(params=["reference", "engine"])
def face(request: pytest.FixtureRequest) -> str:
    if request.param == "engine":
        pytest.importorskip("rattus_ai.istanbul.core")
    return str(request.param)


def on(face: str, position: Position) -> Table:
    """The same position on the other side, handed over as plain fields."""
    return position if face == "reference" else EnginePosition.from_export(position.setup, position.export())


def after(position: Table, text: str) -> Table:
    following = position.clone()
    following.apply(text)
    return following


def legal(position: Table, verb: str) -> set[str]:
    """The legal texts that begin with a verb, without it."""
    return {text.partition(" ")[2] for text in position.legal_actions() if text.split()[0] == verb}


# Movement


def moves(position: Table) -> list[int]:
    return sorted(map(int, legal(position, "move")))


@pytest.mark.parametrize("case", numbered(read("reach")))
def test_reach(case: Case, face: str) -> None:
    setup = game_setup(2, expansion=case["columns"] == 5, layout=case["layout"])
    expansion: dict[str, Any] = {}
    if case["barrier"] is not None:
        expansion["barrier"] = case["barrier"]
        expansion["barrier_owner"] = 0 if case["mover_controls_barrier"] else 1
    start = lay_out(
        setup,
        merchant={0: case["from"]},
        hands={0: "far corner" if setup.expansion else "far"},
        **expansion,
    )
    position = on(face, start)
    assert moves(position) == case["normal_1_2"]
    assert moves(after(position, "far")) == case["card_3_4"]
    if case["card_corner"] is None:
        assert "corner" not in position.legal_actions()
    else:
        assert moves(after(position, "corner")) == case["card_corner"]
    if case["with_movement_tile"] is not None:
        with_tile = lay_out(setup, merchant={0: case["from"]}, tavern={0: 1}, **expansion)
        assert moves(on(face, with_tile)) == case["with_movement_tile"]


@pytest.mark.parametrize("case", numbered(read("reach")))
def test_distances(case: Case, face: str) -> None:
    setup = game_setup(2, expansion=case["columns"] == 5, layout=case["layout"])
    controls = case["mover_controls_barrier"]
    owner: dict[str, Any] = {"barrier_owner": 0 if controls else 1} if case["barrier"] else {}
    state = lay_out(setup, merchant={0: case["from"]}, barrier=case["barrier"], **owner).state
    if face == "reference":
        found = distances(setup, state)
    else:
        from rattus_ai.istanbul import core

        rules = engine_rules(setup)
        found = core.reach(rules, case["from"], barrier=state.barrier, controls=controls)["distance"]
    assert {str(place): steps for place, steps in found.items()} == case["distance"]


# Markets


@pytest.mark.parametrize("case", numbered(read("markets")))
def test_sales(case: Case, face: str) -> None:
    setup = game_setup(2)
    market = "large" if case["market"] == LARGE_MARKET else "small"
    top: dict[str, Any] = {market: [getattr(setup, market).index(tuple(case["tile_RGYB"]))]}
    start = lay_out(
        setup,
        stage="action",
        acting=case["market"],
        merchant={0: case["market"]},
        capacity={0: 5},
        goods={0: case["own_RGYB"]},
        lira={0: 0},
        **top,
    )
    position = on(face, start)
    found = {}
    for text in legal(position, "sell"):
        fields = after(position, f"sell {text}").export()
        sold = tuple(map(int, text.split()))
        found[sold] = fields["lira"][0]
        left = [own - less for own, less in zip(case["own_RGYB"], sold, strict=True)]
        assert fields["goods"][0] == left
    assert found == {tuple(sale["sold_RGYB"]): sale["lira"] for sale in case["sales"]}


# Ranking


@pytest.mark.parametrize("case", numbered(read("rankings")))
def test_ranking(case: Case, face: str) -> None:
    """The last player ends the last turn; nobody has a card that he could still play."""
    players = case["players"]
    seats = range(len(players))
    best = case["rank"].count(1)
    shares = at_the_end(face, players).returns()
    assert shares == pytest.approx([(rank == 1) / best for rank in case["rank"]])
    for seat in seats:
        # Without the rubies of those who are better, whoever is next wins: that shows the lower ranks too.
        better = {other for other in seats if case["rank"][other] < case["rank"][seat]}
        worse_off = [
            {**row, "rubies": 0 if other in better else row["rubies"]} for other, row in enumerate(players)
        ]
        equal = [other for other in seats if case["rank"][other] == case["rank"][seat]]
        expected = [(other in equal) / len(equal) for other in seats]
        assert at_the_end(face, worse_off).returns() == pytest.approx(expected)


@pytest.mark.parametrize("case", numbered(read("rankings")))
def test_ranks_as_the_engine_tells_them(case: Case) -> None:
    core = pytest.importorskip("rattus_ai.istanbul.core")
    position = at_the_end("engine", case["players"])
    assert isinstance(position, EnginePosition)
    assert core.ranks(position.core) == case["rank"]


def at_the_end(face: str, players: Sequence[Case]) -> Table:
    number = len(players)
    setup = game_setup(number, expansion=True)
    columns: dict[str, Any] = {
        name: dict(enumerate(row[name] for row in players)) for name in ("rubies", "lira", "coffee")
    }
    # Rubies that nobody has are still at the Dealer and at the mosques.
    start = lay_out(
        setup,
        stage="after",
        player=number - 1,
        round=setup.max_rounds - 1,
        goods={seat: [row["goods"], 0, 0, 0] for seat, row in enumerate(players)},
        known={seat: "far " * row["bonus_cards"] for seat, row in enumerate(players)},
        **columns,
    )
    position = after(on(face, start), "end")
    assert position.is_terminal()
    return position


# Dice


def find(name: str) -> Case:
    return next(case for case in read("dice") if case["id"] == name)


def at_the_dice(face: str, place: int, *, red: bool = False, six: bool = False, **fields: Any) -> Table:
    """About to name a good or a number; the other players are elsewhere."""
    start = lay_out(
        game_setup(2, expansion=True),
        stage="action",
        acting=place,
        merchant={0: place},
        tiles={0: RED_TILE if red else 0},
        hands={0: "six" if six else ""},
        lira={0: 0},
        **fields,
    )
    return on(face, start)


class Best:
    """The best mean of a value of the state when the roll has been resolved, over all changes of it."""

    def __init__(self, value: Callable[[Any], int]) -> None:
        self.value = value
        self.known: dict[tuple[Any, ...], Fraction] = {}

    def of(self, position: Table) -> Fraction:
        fields = position.export()
        if fields["stage"] not in ("roll", "dice"):
            return Fraction(self.value(fields))
        key = (fields["stage"], *fields["dice"], fields["red"], *fields["secret"][0])
        if key not in self.known:
            self.known[key] = self.of_following(position)
        return self.known[key]

    def of_following(self, position: Table) -> Fraction:
        if position.is_chance():
            weights = position.weights()
            total = sum(weight for _, weight in weights)
            means = (Fraction(weight, total) * self.of(after(position, text)) for text, weight in weights)
            return sum(means, Fraction(0))
        return max(self.of(after(position, text)) for text in position.legal_actions())


def best(position: Table, value: Callable[[Any], int]) -> Fraction:
    return Best(value).of(position)


# Values of an exported state.


def lira_of(fields: Case) -> int:
    return int(fields["lira"][0])


def has_lira(number: int, fields: Case) -> int:
    return lira_of(fields) == number


def jewelry_over(had: int, fields: Case) -> int:
    return int(fields["goods"][0][3]) - had


def has_jewelry(number: int, fields: Case) -> int:
    return jewelry_over(0, fields) >= number


def test_totals_of_two_dice(face: str) -> None:
    table = {int(total): Fraction(text) for total, text in find("total")["table"].items()}
    position = after(at_the_dice(face, TEA_HOUSE), "call 7")
    weights = position.weights()
    everything = sum(weight for _, weight in weights)
    found: dict[int, Fraction] = dict.fromkeys(range(2, 13), Fraction(0))
    for text, weight in weights:
        found[sum(map(int, text.split()[1:]))] += Fraction(weight, everything)
    assert found == table
    moved = on(face, lay_out(game_setup(2), stage="figure", figure=1)).weights()
    everything = sum(weight for _, weight in moved)
    assert {int(text.split()[1]): Fraction(weight, everything) for text, weight in moved} == table


@pytest.mark.parametrize("six", [0, 1])
@pytest.mark.parametrize("red", [0, 1])
def test_tea_house(red: int, six: int, face: str) -> None:
    position = at_the_dice(face, TEA_HOUSE, red=bool(red), six=bool(six))
    for call, expected in find(f"tea-red{red}-six{six}")["table"].items():
        rolled = after(position, f"call {call}")
        assert best(rolled, lira_of) == Fraction(expected["best_mean_lira"])
        success = best(rolled, partial(has_lira, int(call)))
        assert success == Fraction(expected["best_success"])


def test_tea_house_by_guild_card(face: str) -> None:
    """No red tile, and 4 Lira where the call fails."""
    start = lay_out(game_setup(2, expansion=True), guild={0: [9]}, tiles={0: RED_TILE}, lira={0: 0})
    position = after(on(face, start), "guild 9")
    for call, expected in find("tea-guild9")["table"].items():
        mean = best(after(position, f"call {call}"), lira_of)
        assert mean == Fraction(expected)


@pytest.mark.parametrize("six", [0, 1])
@pytest.mark.parametrize("red", [0, 1])
def test_black_market(red: int, six: int, face: str) -> None:
    for room, expected in find(f"black-red{red}-six{six}")["table"].items():
        had = 5 - int(room)
        goods: Sequence[int] = [0, 0, 0, had]
        position = at_the_dice(
            face, BLACK_MARKET, red=bool(red), six=bool(six), capacity={0: 5}, goods={0: goods}
        )
        rolled = after(position, "name 0")
        mean = best(rolled, partial(jewelry_over, had))
        assert mean == Fraction(expected["best_mean_blue"])
        for number in (1, 2, 3):
            chance = best(rolled, partial(has_jewelry, had + number))
            assert chance == Fraction(expected[f"best_probability_at_least_{number}"])


CHANGES = numbered(case for case in read("dice") if case["id"].startswith("change-"))


def change(position: Table, text: str) -> tuple[Any, ...]:
    """An action as the cases write it: with the number that a die shows."""
    words = text.split()
    dice = position.export()["dice"]
    if words[0] == "four":
        return ("red", "four", dice[int(words[1])])
    if words[0] == "six":
        return ("card", "die6", dice[int(words[1])])
    return ("red", "reroll") if text == "reroll" else ("keep",)


@pytest.mark.parametrize("case", CHANGES)
def test_changes_of_a_roll(case: Case, face: str) -> None:
    low, high = case["dice"]
    rolled = after(at_the_dice(face, TEA_HOUSE, red=True, six=True), "call 7")
    position = after(rolled, f"roll {low} {high}")
    found = [change(position, text) for text in position.legal_actions()]
    assert sorted(found, key=str) == sorted((tuple(row) for row in case["changes"]), key=str)
    totals = set()
    waiting = [position]
    while waiting:
        node = waiting.pop()
        totals.add(sum(node.export()["dice"]))
        for text in node.legal_actions():
            following = None if text in ("keep", "reroll") else after(node, text)
            if following is not None and following.export()["stage"] == "dice":
                waiting.append(following)
            elif following is not None:
                totals.add(final_total(node, text))
    assert sorted(totals) == case["totals_reachable_without_reroll"]


def final_total(position: Table, text: str) -> int:
    """The total after a last change, when the dice have been taken away."""
    dice = list(position.export()["dice"])
    verb, die = text.split()
    dice[int(die)] = 4 if verb == "four" else 6
    return sum(dice)


def test_all_cases_are_used() -> None:
    names = {"total", "tea-guild9"}
    names |= {f"{game}-red{red}-six{six}" for game in ("tea", "black") for red in (0, 1) for six in (0, 1)}
    assert {case["id"] for case in read("dice") if not case["id"].startswith("change-")} == names
    assert {file.stem for file in CASES.glob("*.json")} == {"reach", "markets", "rankings", "dice"}
