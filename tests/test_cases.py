"""Every case of `cases/rattus`, on the reference and on the engine.

`cases/rattus/README.md` explains the files. Probabilities are compared as exact fractions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from reference.rattus import BASE_CARDS, Position, Setup, any_setup, base_setup, lay_out
from reference.rattus.cards.classes import CLASS_OF_CARD
from reference.rattus.engine import EnginePosition
from reference.rattus.goods import GOODS
from reference.rattus.setup import NEED_MERCATUS

Case = dict[str, Any]
Table = Position | EnginePosition

CASES = Path(__file__).parent / "cases" / "rattus"


def read(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def numbered(cases: Iterable[Case]) -> list[Any]:
    return [pytest.param(case, id=str(case["id"])) for case in cases]


def on_both(name: str) -> pytest.MarkDecorator:
    """Runs a test with every face."""
    return pytest.mark.parametrize(name, ["reference", "engine"])


def on(face: str, position: Position) -> Table:
    """The same position on the other side, handed over as plain fields."""
    return position if face == "reference" else EnginePosition.from_export(position.setup, position.export())


# One region that the plague enters


PLAGUE_FROM, PLAGUE_TO = "anglia", "gallia"


def setup_with(players: int, cards: Mapping[str, str]) -> Setup:
    """The base map with these cards (name and class letter), with goods if they need them."""
    base = base_setup(players)
    fields = {
        name: getattr(base, name) for name in ("players", "regions", "edges", "starting", "normal", "removed")
    }
    return Setup(**fields, cards=tuple(cards.items()), mercatus=not NEED_MERCATUS.isdisjoint(cards))


def owned_cards(case: Case) -> tuple[dict[str, int], dict[str, str]]:
    """The owners and the classes of the cards that somebody holds."""
    owners = {card: player for card, player in case["owners"].items() if player is not None}
    return owners, {card: CLASS_OF_CARD[card] for card in owners}


def before_the_ravage(
    case: Case, owners: Mapping[str, int], cards: Mapping[str, str], rings: Iterable[str], unseen: list[str]
) -> Position:
    """The plague piece stands beside the region of the case and its mover is about to enter it."""
    setup = setup_with(case["players"], cards)
    return lay_out(
        setup,
        plague=PLAGUE_FROM,
        active=owners["knight"] if case["boost"] else 0,
        cubes={PLAGUE_TO: case["cubes"]},
        rats={PLAGUE_TO: "".join(rings)},
        owners=owners,
        rat_supply=rat_supply(setup, rings, unseen),
        unseen=unseen,
        placed=True,
    )


def rat_supply(setup: Setup, rings: Iterable[str], unseen: list[str]) -> tuple[int, int]:
    """All unseen tokens that are neither on the board nor removed."""
    starting, normal = (
        sum(token.startswith(ring) for token in unseen) - list(rings).count(ring) for ring in ("s", "n")
    )
    return starting, normal - setup.removed


def enter(position: Table, boost: bool) -> None:
    """Moves the piece and gets through the spread and the declaration, whatever they ask."""
    position.apply(f"plague {PLAGUE_TO}")
    while True:
        actions = position.legal_actions()
        verb = actions[0].split()[0]
        if verb == "neutral":
            position.apply("neutral yes" if boost else "neutral no")
        elif verb in ("rat", "ring"):
            position.apply(actions[0])
        else:
            return


def cubes_there(position: Table, name: str) -> list[int]:
    return list(position.export()["cubes"][position.setup.region_number[name]])


def rats_there(position: Table, name: str) -> int:
    fields = position.export()
    region = position.setup.region_number[name]
    return sum(fields["unlooked"][region]) + sum(rat[0] == region for rat in fields["tracked"])


# Ravages


def with_rings(setup: Setup, tokens: list[str]) -> list[str]:
    """`2:MBC` -> `n2:MBC`: a normal token where there is one left, else a starting one."""
    free = Counter(token.text for token in setup.all_tokens)
    found = []
    for token in tokens:
        text = f"n{token}" if free[f"n{token}"] else f"s{token}"
        assert free[text] > 0, f"no token {token} is left"
        free[text] -= 1
        found.append(text)
    return found


def check_ravage(case: Case, face: str, owners: Mapping[str, int], cards: Mapping[str, str]) -> None:
    setup = setup_with(case["players"], cards)
    everything = [token.text for token in setup.all_tokens]
    tokens = with_rings(setup, case["tokens"])
    position = on(face, before_the_ravage(case, owners, cards, [text[0] for text in tokens], everything))
    enter(position, case["boost"])
    seen = []
    for text in tokens[: len(case["losses"])]:
        choose_ring(position, text[0])
        before = cubes_there(position, PLAGUE_TO)
        position.apply(f"reveal {text}")
        decline_everything(position)
        seen.append([had - has for had, has in zip(before, cubes_there(position, PLAGUE_TO), strict=True)])
    assert seen == case["losses"]
    assert cubes_there(position, PLAGUE_TO) == case["cubes_after"]
    assert rats_there(position, PLAGUE_TO) == len(case["unrevealed"])
    assert position.is_terminal() or position.legal_actions()[0].split()[0] not in ("next", "reveal")


def decline_everything(position: Table) -> None:
    """Deacon and Grave Robber may ask after a token; the cases know losses only."""
    while "decline" in position.legal_actions():
        position.apply("decline")


# A game has at most this many class cards (rules section 7).
MOST_CARDS = 8


@pytest.mark.parametrize("case", numbered(read("ravage")))
def test_ravage_on_the_reference(case: Case) -> None:
    check_ravage(case, "reference", *owned_cards(case))


@pytest.mark.parametrize("case", numbered(read("ravage")))
def test_ravage_on_the_engine(case: Case) -> None:
    """With more cards than one game has: with base cards of the same classes, if need be token by token."""
    if len(owned_cards(case)[0]) <= MOST_CARDS:
        check_ravage(case, "engine", *owned_cards(case))
        return
    relabelled = as_base_cards(case)
    if relabelled is not None:
        check_ravage(case, "engine", *relabelled)
        return
    for single in one_token_each(case):
        relabelled = as_base_cards(single)
        if relabelled is None:
            pytest.skip("more than six cards are hit by one token")
        check_ravage(single, "engine", *relabelled)


def as_base_cards(case: Case) -> tuple[dict[str, int], dict[str, str]] | None:
    """Owners and classes of base cards that the tokens hit like those of the case; None if more are needed.

    A card that no token shows, or whose owner has no cube here, is left out. The Knight stays one where it is
    declared.
    """
    owners, classes = owned_cards(case)
    shown = {symbol for token in case["tokens"] for symbol in token.partition(":")[2]}
    hit = [card for card, owner in owners.items() if classes[card] in shown and case["cubes"][owner] > 0]
    kept = (["knight"] if case["boost"] else []) + [
        card for card in hit if card != "knight" or not case["boost"]
    ]
    names = ["knight"] + [name for name in BASE_CARDS if name != "knight"]
    if len(kept) > len(names):
        return None
    renamed = dict(zip(kept, names, strict=False))
    return (
        {name: owners[card] for card, name in renamed.items()},
        {name: classes[card] for card, name in renamed.items()},
    )


def one_token_each(case: Case) -> Iterable[Case]:
    """Each token of a case as a ravage of its own."""
    cubes = list(case["cubes"])
    for token, losses in zip(case["tokens"], case["losses"], strict=False):
        after = [had - lost for had, lost in zip(cubes, losses, strict=True)]
        yield {
            **case,
            "cubes": cubes,
            "tokens": [token],
            "losses": [losses],
            "cubes_after": after,
            "unrevealed": [],
        }
        cubes = after


def choose_ring(position: Table, ring: str) -> None:
    """Where the next rat is drawn among several, lets it be one of this ring."""
    actions = position.legal_actions()
    if not actions[0].startswith("next"):
        return
    for action in actions:
        trial = position.clone()
        trial.apply(action)
        if trial.legal_actions()[0].split()[1][0] == ring:
            position.apply(action)
            return
    raise AssertionError(f"no rat with ring {ring}")


# Distributions of losses


def ends(
    position: Table, still: tuple[str, ...], weight: Fraction = Fraction(1)
) -> Iterable[tuple[Table, Fraction]]:
    """Every way in which chance goes on while its outcomes have one of these verbs, with its probability."""
    if not position.is_chance():
        yield position, weight
        return
    outcomes = position.weights()
    if outcomes[0][0].split()[0] not in still:
        yield position, weight
        return
    total = sum(number for _, number in outcomes)
    for text, number in outcomes:
        following = position.clone()
        following.apply(text)
        yield from ends(following, still, weight * Fraction(number, total))


def reveal_case_position(case: Case) -> Position:
    unseen = [ring + token for ring in ("s", "n") for token in case["unrevealed"][ring]]
    return before_the_ravage(case, *owned_cards(case), case["rats"], unseen)


def check_distribution(case: Case, joint: Mapping[tuple[int, ...], Fraction]) -> None:
    assert joint == {tuple(row["losses"]): Fraction(row["p"]) for row in case["joint"]}
    for player, expected in enumerate(case["marginals"]):
        marginal: dict[int, Fraction] = {}
        for lost, probability in joint.items():
            marginal[lost[player]] = marginal.get(lost[player], Fraction(0)) + probability
        assert marginal == {int(number): Fraction(text) for number, text in expected.items()}


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("reveal_prob")))
def test_reveal_probabilities(case: Case, face: str) -> None:
    position = on(face, reveal_case_position(case))
    enter(position, case["boost"])
    joint: dict[tuple[int, ...], Fraction] = {}
    for end, probability in ends(position, ("next", "reveal")):
        lost = tuple(had - has for had, has in zip(case["cubes"], cubes_there(end, PLAGUE_TO), strict=True))
        joint[lost] = joint.get(lost, Fraction(0)) + probability
    check_distribution(case, joint)


@pytest.mark.parametrize("case", numbered(read("reveal_prob")))
def test_ravage_distribution_of_the_engine(case: Case) -> None:
    from rattus_ai._core import rattus

    position = EnginePosition.from_export(*with_setup(reveal_case_position(case)))
    region = position.setup.region_number[PLAGUE_TO]
    rows = rattus.ravage_distribution(position.core, region, case["boost"])
    check_distribution(case, {tuple(lost): Fraction(*probability) for lost, probability in rows})


def with_setup(position: Position) -> tuple[Setup, dict[str, Any]]:
    return position.setup, position.export()


# Whole positions


def read_position(case: Case, knower: int | None = None, **fields: Any) -> Position:
    """The position of a case as somebody knows it who has seen nothing, or as `knower` does."""
    described = case["position"]
    rules = described["rules"]
    mercatus = rules.get("mercatus", False)
    setup = any_setup(rules["players"], rules["cards"], mercatus=mercatus)
    if mercatus:
        fields.update(
            coins=described["coins"],
            goods=described["goods"],
            goods_supply=described["goods_supply"],
            region_goods={name: region["goods"] for name, region in described["regions"].items()},
            card_goods={card: kind for card, kind in described["card_goods"].items() if kind is not None},
        )
    rats: dict[str, str] = {}
    looked = []
    unseen = [ring + token for ring in ("s", "n") for token in described["unrevealed"][ring]]
    for name, region in described["regions"].items():
        rats[name] = "".join(rat["ring"] for rat in region["rats"] if "seen" not in rat)
        for rat in region["rats"]:
            if "seen" in rat:
                known = knower in rat["seen"]
                looked.append((name, rat["ring"] + (rat["token"] if known else "?"), rat["seen"]))
                if known:
                    unseen.remove(rat["ring"] + rat["token"])
    position = lay_out(
        setup,
        plague=described["plague"],
        cubes={name: region["cubes"] for name, region in described["regions"].items()},
        rats=rats,
        looked=looked,
        owners={card: owner for card, owner in described["owners"].items() if owner is not None},
        palace=described["palace"],
        rat_supply=(described["rat_supply"]["s"], described["rat_supply"]["n"]),
        unseen=unseen,
        **fields,
    )
    assert position.state.supply == described["stock"]
    return position


# Turns


def same_position(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """What two positions must share to count as one (README)."""
    rows = (fields[name] for name in ("cubes", "unlooked", "goods"))
    names = "palace supply rat_supply owners coins goods_supply available card_goods"
    lists = (fields[name] for name in names.split())
    return (*(tuple(map(tuple, row)) for row in rows), *map(tuple, lists))


def same_node(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """What two nodes of a turn must share to have the same future."""
    running = (fields[name] for name in ("stage", "taken", "placed", "goods_taken", "spread_region"))
    return (*same_position(fields), *running, tuple(sorted(fields["used"])), tuple(fields["plan"]))


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("turn_successors")["base"]))
def test_turn_successors(case: Case, face: str) -> None:
    check_turn_successors(case, face)


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("turn_successors")["mercatus"]))
def test_turn_successors_with_goods(case: Case, face: str) -> None:
    check_turn_successors(case, face)


def check_turn_successors(case: Case, face: str) -> None:
    start = read_position(case, active=case["position"]["to_move"])
    assert [start.setup.card_names[card] for card in start.state.held(start.state.active)] == case["held"]
    owners = start.export()["owners"]
    position = on(face, start)
    found: dict[tuple[Any, ...], str] = {}
    fields = position.fields()
    seen, waiting = {same_node(fields)}, [(position, fields)]
    while waiting:
        node, fields = waiting.pop()
        actions = node.legal_actions()
        if any(action.startswith("plague ") for action in actions):
            taken = [card for card, owner in enumerate(fields["owners"]) if owner != owners[card]]
            found[same_position(fields)] = start.setup.card_names[taken[0]] if taken else "none"
        for action in actions:
            if not action.startswith("plague "):
                following = node.clone()
                following.apply(action)
                fields = following.fields()
                key = same_node(fields)
                if key not in seen:
                    seen.add(key)
                    waiting.append((following, fields))
    assert len(found) == case["count"]
    assert Counter(found.values()) == case["by_taken"]


# The sweep


class SweepValues:
    """Winning probabilities and expected cubes at the end, by trying every way in which the reveals can go.

    Regions where nothing more can happen count only through the totals, so positions that agree in
    everything else have one value and are tried once. With goods every region counts, as a market.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], tuple[list[Fraction], list[Fraction]]] = {}

    def of(self, position: Table) -> tuple[list[Fraction], list[Fraction]]:
        fields = position.fields()
        if position.is_terminal():
            return [Fraction(share) for share in position.returns()], [
                Fraction(n) for n in self.totals(fields)
            ]
        key = self.key(fields)
        if key not in self.known:
            self.known[key] = self.average(position)
        return self.known[key]

    def average(self, position: Table) -> tuple[list[Fraction], list[Fraction]]:
        outcomes = position.weights()
        total = sum(weight for _, weight in outcomes)
        players = position.setup.players
        win, cubes = [Fraction(0)] * players, [Fraction(0)] * players
        for text, weight in outcomes:
            following = position.clone()
            following.apply(text)
            for sums, values in zip((win, cubes), self.of(following), strict=True):
                for player, value in enumerate(values):
                    sums[player] += Fraction(weight, total) * value
        return win, cubes

    @staticmethod
    def totals(fields: Mapping[str, Any]) -> list[int]:
        return [palace + sum(row[p] for row in fields["cubes"]) for p, palace in enumerate(fields["palace"])]

    def key(self, fields: Mapping[str, Any]) -> tuple[Any, ...]:
        tracked: dict[int, list[tuple[int, int]]] = {}
        for region, ring, kind, *_ in fields["tracked"]:
            tracked.setdefault(region, []).append((ring, kind))
        at_risk = tuple(
            (region, tuple(row), tuple(rats), tuple(tracked.get(region, ())))
            for region, (row, rats) in enumerate(zip(fields["cubes"], fields["unlooked"], strict=True))
            if any(row) and (any(rats) or region in tracked)
        )
        at_market = (*map(tuple, fields["goods"]), *fields["coins"], *map(tuple, fields["cubes"]))
        running = tuple(fields[name] for name in ("stage", "plague", "revealing", "drawing_ring", "last"))
        drawing = fields["tracked"][fields["drawing"]][:3] if fields["drawing"] >= 0 else None
        markets = at_market if fields["goods"] else ()
        return (*running, drawing, at_risk, markets, tuple(self.totals(fields)), tuple(fields["unseen"]))


def before_the_sweep(case: Case, knower: int | None) -> Position:
    """The last player of the final round has nothing left but to say that he is done."""
    last = case["position"]["last"]
    players = case["position"]["rules"]["players"]
    return read_position(
        case,
        knower,
        stage="final",
        active=(last + 1) % players,
        last=last,
        ending=True,
        final_left=0,
        turn=20,
    )


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("sweep")))
def test_sweep(case: Case, face: str) -> None:
    asked = [(None, case["observer"])]
    if "knower" in case:
        asked.append((case["knower"]["player"], case["knower"]))
    for knower, expected in asked:
        position = on(face, before_the_sweep(case, knower))
        position.apply("done")
        win, cubes = SweepValues().of(position)
        assert win == [Fraction(text) for text in expected["win"]]
        assert cubes == [Fraction(text) for text in expected["expected_cubes"]]


# The final round


class FinalRound:
    """What the one player of a final round can reach at best, by trying everything he can do and see."""

    def __init__(self, mover: int) -> None:
        self.mover = mover
        self.sweeps = SweepValues()
        self.known: dict[tuple[Any, ...], Fraction] = {}

    def value(self, position: Table) -> Fraction:
        """The mover's probability of winning."""
        fields = position.fields()
        if fields["active"] == fields["last"] or position.is_terminal():
            return self.sweeps.of(position)[0][self.mover]
        key = self.key(fields)
        if key not in self.known:
            if position.is_chance():
                outcomes = position.weights()
                total = sum(weight for _, weight in outcomes)
                self.known[key] = sum(
                    (Fraction(weight, total) * self.after(position, text) for text, weight in outcomes),
                    Fraction(0),
                )
            else:
                self.known[key] = max(self.after(position, action) for action in position.legal_actions())
        return self.known[key]

    def after(self, position: Table, text: str) -> Fraction:
        following = position.clone()
        following.apply(text)
        return self.value(following)

    @staticmethod
    def key(fields: Mapping[str, Any]) -> tuple[Any, ...]:
        names = "stage plague first_look second_look drawing drawing_ring revealing fixed pending deacon_uses"
        plain = tuple(fields[name] for name in names.split())
        tracked = tuple((region, ring, kind) for region, ring, kind, *_ in fields["tracked"])
        return (*plain, tracked, tuple(fields["unseen"]), *same_node(fields))


def first_action(position: Position, text: str) -> tuple[Any, ...]:
    """A first action as the cases write it: rats numbered from 0 by ring (n first), unknown first, token."""
    words = text.split()
    if words[0] == "place":
        return ("peasant", words[1])
    if words[0] == "plague":
        return ("knight", words[1])
    if words[0] == "token":
        return ("put", words[1], words[2])
    if words[-1].isdigit() and words[0] in ("merchant", "hanseatic_trader", "count"):
        return (*words[:-1], int(words[-1]))
    if words[0] not in ("monk", "look"):
        return tuple(words)
    region = position.setup.region_number[words[1]]
    slots = position.state.slots(region)
    choice = slots[int(words[2]) - 1 if len(words) > 2 and words[2].isdigit() else 0]
    faces = []
    for slot in slots:
        kind = position.state.tracked[slot.tracked].kind if slot.tracked >= 0 else -1
        face = (-slot.ring, "" if kind < 0 else position.setup.kinds[kind].text)
        faces += [face] * slot.rats
        if slot == choice:
            chosen = face
    place = sorted(faces).index(chosen)
    return ("witch_look", words[1], place) if words[0] == "look" else ("monk", words[1], place, words[-1])


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("final_round")))
def test_final_round(case: Case, face: str) -> None:
    check_final_round(case, face)


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("final_round_mercatus")))
def test_final_round_with_goods(case: Case, face: str) -> None:
    check_final_round(case, face)


def check_final_round(case: Case, face: str) -> None:
    mover = case["mover"]
    start = read_position(
        case,
        mover,
        stage="final",
        active=mover,
        last=case["position"]["last"],
        ending=True,
        final_left=0,
        turn=20,
    )
    assert sorted(start.setup.card_names[card] for card in start.state.held(mover)) == sorted(case["held"])
    solver = FinalRound(mover)
    position = on(face, start)
    values = {action: solver.after(position, action) for action in position.legal_actions()}
    best = max(values.values())
    assert best == Fraction(case["value"][mover]) == 1 - Fraction(case["value"][1 - mover])
    assert values["done"] == Fraction(case["value_of_doing_nothing"][mover])
    # A piece that stays where it is for nothing is not listed among the first actions.
    here = case["position"]["plague"]
    staying = [f"plague {here}"]
    if rats_there(start, here) == 0 or sum(cubes_there(start, here)) == 0:
        staying.append(f"ravage {here}")
    found = {
        first_action(start, action)
        for action, value in values.items()
        if value == best and action not in staying
    }
    assert found == {tuple(action) for action in case["best_first_actions"]}


# Sale


def before_the_sale(case: Case) -> Position:
    """A piece about to move where nothing happens, or a final round that is over; no rat anywhere."""
    carriers = ("landowner", "shaman", "hanseatic_trader")
    on_cards = dict(zip(carriers, case["tokens_on_cards"], strict=False))
    assert len(on_cards) == len(case["tokens_on_cards"])
    stages: dict[str, dict[str, Any]] = {
        "after phase C": {"stage": "main", "placed": True},
        "after the sweep": {"stage": "final", "active": 1, "last": 0, "ending": True, "turn": 20},
    }
    setup = any_setup(case["players"], carriers, mercatus=True)
    return lay_out(
        setup,
        plague=PLAGUE_FROM,
        rat_supply=(0, len(setup.normal) - setup.removed),
        unseen=[f"n{token}" for token in setup.normal],
        cubes={name: region["cubes"] for name, region in case["regions"].items()},
        region_goods={name: region["goods"] for name, region in case["regions"].items()},
        owners=dict.fromkeys(on_cards, 0),
        coins=case["coins"],
        goods=case["goods"],
        goods_supply=case["goods_supply"],
        card_goods=on_cards,
        **stages[case["when"]],
    )


@on_both("face")
@pytest.mark.parametrize("case", numbered(read("sale")))
def test_sale(case: Case, face: str) -> None:
    position = on(face, before_the_sale(case))
    before = position.export()
    position.apply("done" if case["when"] == "after the sweep" else f"plague {PLAGUE_TO}")
    fields = position.export()
    assert position.is_terminal() == (case["when"] == "after the sweep")
    assert fields["coins"] == case["coins_after"]
    earned = [now - then for now, then in zip(fields["coins"], before["coins"], strict=True)]
    assert earned == case["earned"]
    assert fields["goods"] == [[row[kind] for kind in GOODS] for row in case["goods_after"]]
    assert fields["goods_supply"] == [case["goods_supply_after"][kind] for kind in GOODS]
    assert fields["card_goods"] == before["card_goods"]
    sold = [kind for kind in GOODS if before["goods_supply"][GOODS.index(kind)] == 0]
    assert case["kinds_sold"] == (sold if case["when"] == "after phase C" else list(GOODS))
