"""Explanations: every sentence states its numbers, and the numbers are right, exact and nobody's secret."""

from __future__ import annotations

import json
import math
import os
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from effort import times
from explanation_oracle import NOTABLE, Told, card_danger, changes, worst
from random_play import looked_at

import rattus_ai
from rattus_ai import Analysis, Limit, Position, View, analyse, explain, load_game, read_position
from rattus_ai import explanation as explaining
from rattus_ai._core import rattus as core
from rattus_ai.answers import Answer, Answers, answers
from rattus_ai.cli.main import main
from rattus_ai.errors import RattusAIError, ViewError
from rattus_ai.facts import Fact, counted, exact_mean, exact_percent, percent, plus_minus
from rattus_ai.rattus import fact_thresholds
from rattus_ai.rattus.game import RattusGame

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
GOLDEN = Path(__file__).parent / "golden" / "explanations"
QUICK = Limit(simulations=600)

FOR_ANY_GAME = {"value", "better", "equal", "open", "unknown", "answer"}
OF_RATTUS = {
    "missing", "losses", "worst", "protects", "exposes", "card", "difference", "placement", "sweep", "end"
}  # fmt: skip
KINDS = FOR_ANY_GAME | OF_RATTUS


def example(name: str) -> tuple[Position, View]:
    position = read_position(EXAMPLES / f"{name}.json")
    return position, position.view(position.current_player())


def random_turn(view: View, dice: random.Random) -> list[int]:
    """Legal actions up to the end of the turn or the first chance event."""
    position = view.core
    player, number = position.current_player(), position.turn_number()
    turn: list[int] = []
    while position.current_player() == player and position.turn_number() == number:
        turn.append(dice.choice(position.legal_actions()))
        position.apply(turn[-1])
    return turn


def random_decisions(count: int, **options: object) -> list[tuple[View, list[int], list[int]]]:
    """Views of players to decide in random games of 2 to 4, in every phase, with two random turns each."""
    found = []
    for seed in range(count):
        dice = random.Random(seed)
        position = load_game("rattus", players=2 + seed % 3, **options).new_position(seed=seed)
        steps = dice.randrange(0, 240) if seed % 6 else dice.randrange(0, 5)
        trail = [position.copy()]
        while len(trail) <= steps and not position.is_terminal():
            if position.is_chance():
                position.draw_chance()
            else:
                position.push(dice.choice(position.legal_actions()))
                if not position.is_chance() and not position.is_terminal():
                    trail.append(position.copy())
        decision = trail[-1]
        view = decision.view(decision.current_player())
        found.append((view, random_turn(view, dice), random_turn(view, dice)))
    return found


# --- sentences and numbers ---


def test_there_is_no_sentence_without_its_number() -> None:
    with pytest.raises(ValueError, match="no number"):
        Fact("end", "The end is near.", ())
    with pytest.raises(ValueError, match="does not state '3'"):
        Fact("end", "Some rats are left.", (counted("rats", 3),))
    assert Fact("end", "3 rats are left.", (counted("rats", 3),)).numbers[0].exact


def test_how_numbers_are_printed() -> None:
    assert exact_mean("x", Fraction(3)).text == "3" and exact_mean("x", Fraction(5, 3)).text == "1.67"
    assert exact_mean("x", Fraction(1, 1000)).text == "<0.01"
    texts = [exact_percent("x", value).text for value in (Fraction(0), Fraction(1), Fraction(1, 8))]
    assert texts == ["0%", "100%", "12.5%"]
    assert exact_percent("x", Fraction(1, 5000)).text == "<0.1%"
    assert exact_percent("x", Fraction(4999, 5000)).text == ">99.9%"
    assert percent("x", 0.413, 0.008).text == "41.3 ± 0.8%" and percent("x", 0.413, None).text == "41.3%"
    assert percent("x", 0.413, math.nan).text == "~41.3%"
    assert plus_minus(0.04, 0.03, 1) == "0.04 ± 0.03" and plus_minus(1.0, 0.0, 1) == "1.0 ± 0.0"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_example_is_explained(path: Path) -> None:
    position = read_position(path)
    if position.is_chance():
        with pytest.raises(RattusAIError):
            analyse(position.view(position.active_player()), QUICK)
        return
    view = position.view(position.current_player())
    for method, lines in (("ismcts", 4), ("ismcts", 1), ("greedy", 3), ("expectimax", 2)):
        analysis = analyse(view, QUICK, lines=lines, method=method)
        found = explain(view, analysis)
        assert found == explain(view, analysis)
        check(view, analysis, found)


def check(view: View, analysis: Analysis, found: rattus_ai.Explanation) -> None:
    """What holds for every explanation."""
    kinds = [sentence.kind for sentence in found.sentences]
    assert kinds[0] == "value" and set(kinds) <= KINDS
    assert ("answer" in kinds) == (analysis.reason != "solved")  # a proof knows what everybody does
    for sentence in found.sentences:
        assert sentence.numbers and sentence.text.endswith(".") and sentence.text[0].isupper()
        for number in sentence.numbers:
            assert number.text in sentence.text
            assert number.player is None or 0 <= number.player < view.game.num_players
            assert number.exact == isinstance(number.value, int | Fraction) or number.name in (
                "probability of winning", "expected lead", "gap to the first turn"
            )  # fmt: skip
    assert found.sentences[0].numbers[0].value == analysis.best.value
    if len(analysis.lines) == 1:
        assert kinds[1] == "missing" and "1 turn was looked at" in found.sentences[1].text
        return
    second = analysis.lines[1]
    assert found.sentences[1].numbers[0].value == second.gap
    sure = {"better": True, "equal": False, "open": False, "unknown": None}[kinds[1]]
    assert (sure is True) == analysis.told_apart
    assert (sure is None) == (not second.exact and math.isnan(second.error))
    # Every line that is not established is named, or counted.
    open_lines = [
        line for line in analysis.lines[1:] if not line.exact and explaining.established(line) is False
    ]
    told = [
        sentence.numbers[0].value
        for sentence in found.sentences
        if sentence.kind == "open" and sentence.numbers[0].name == "gap to the first turn"
    ]
    rest = [
        sentence.numbers[0].value
        for sentence in found.sentences
        if sentence.kind == "open" and sentence.numbers[0].name != "gap to the first turn"
    ]
    assert told == [line.gap for line in open_lines][: len(told)]
    assert len(told) + sum(map(int, rest)) == len(open_lines)


def test_random_positions_are_explained() -> None:
    for view, _, _ in random_decisions(24):
        analysis = analyse(view, Limit(simulations=200), lines=6)
        check(view, analysis, explain(view, analysis))


# --- the game's facts against the slow reference ---


def by_kind(facts: list[Fact]) -> dict[str, list[Fact]]:
    return {kind: [fact for fact in facts if fact.kind == kind] for kind in KINDS}


def test_facts_equal_a_recomputation() -> None:
    """Strikes, dangers, differences and thresholds against the reference, on random turns of random games."""
    met: dict[str, int] = dict.fromkeys(KINDS, 0)
    for view, turn, other in random_decisions(times(54)):
        game = view.game
        assert isinstance(game, RattusGame)
        facts = game.facts(view, turn, other)
        found = by_kind(facts)
        for kind, each in found.items():
            met[kind] += len(each)
        told, second = Told(game, view.core, turn), Told(game, view.core, other)
        if told.before["stage"] == "setup_place":
            check_placement(game, told, found)
            continue
        if told.before["stage"] in ("spread", "ring", "neutral", "next", "reveal"):
            continue  # the strike began before the turn; the examples cover it
        if not told.final:
            check_ravage(game, told, found)
            check_end(told, found)
        if told.struck is None and not told.final:
            assert not found["worst"] and not found["card"]
            continue
        check_exposure(game, told, found)
        check_cards(told, found)
        check_differences(game, told, second, found)
    for kind in OF_RATTUS:
        assert met[kind] > 3, (kind, met)


def check_placement(game: RattusGame, told: Told, found: dict[str, list[Fact]]) -> None:
    (fact,) = found["placement"]
    own, steps, loss = fact.numbers
    assert own.place is not None
    region = game.region_names.index(own.place)
    assert own.value == told.fields["cubes"][region][told.mover]
    assert loss.value == told.strike(region)[told.mover]
    assert isinstance(steps.value, int) and steps.value >= 0
    assert (steps.value == 0) == (region == told.fields["plague"])


def check_ravage(game: RattusGame, told: Told, found: dict[str, list[Fact]]) -> None:
    if told.struck is None:
        assert not found["losses"] and "before the plague moves" in found["missing"][0].text
        return
    (fact,) = found["losses"]
    stated = {number.player: number.value for number in fact.numbers}
    if not told.declared_later:
        expected = told.ravage()
        assert all(expected[player] == stated.get(player, 0) for player in range(game.num_players))
    assert {number.place for number in fact.numbers} == {game.region_names[told.struck]}


def check_end(told: Told, found: dict[str, list[Fact]]) -> None:
    numbers = [number for fact in found["end"] for number in fact.numbers]
    rats = [number.value for number in numbers if number.name == "rats in the supply"]
    near = told.rats_left <= 2 * told.game.num_players
    assert rats == ([told.rats_left] if near else [])
    low = {number.player: number.value for number in numbers if number.name == "cubes in the supply"}
    supply = told.fields["supply"]
    expected = {told.mover: 0} if supply[told.mover] == 0 else {}
    if not (told.struck is not None and told.sweeps):
        expected |= {p: n for p, n in enumerate(supply) if p != told.mover and n <= 4}
    assert low == expected


def check_exposure(game: RattusGame, told: Told, found: dict[str, list[Fact]]) -> None:
    (fact,) = found["worst"]
    region, loss = worst(told)
    assert fact.numbers[0].value == loss
    assert fact.numbers[0].place == (game.region_names[region] if loss >= NOTABLE else None)
    expected = changes(told)[: fact_thresholds.MOST_CHANGES]
    stated = [
        (fact.numbers[1].value - fact.numbers[0].value, fact.numbers[0].place, fact.numbers[0].player)
        for fact in sorted(
            found["protects"] + found["exposes"],
            key=lambda each: -abs(each.numbers[1].value - each.numbers[0].value),
        )
    ]
    assert sorted(map(str, stated)) == sorted(
        str((change, game.region_names[where], player)) for change, where, player in expected
    )
    assert all(fact.numbers[1].value > fact.numbers[0].value for fact in found["protects"])
    assert all(fact.numbers[1].value < fact.numbers[0].value for fact in found["exposes"])


def check_cards(told: Told, found: dict[str, list[Fact]]) -> None:
    owners = told.fields["owners"]
    dangers = {card: card_danger(told, card) for card, owner in enumerate(owners) if owner >= 0}
    stated = [(fact.numbers[0].player, fact.numbers[0].value) for fact in found["card"]]
    expected = []
    if told.taken is not None:
        expected.append((told.mover, dangers.pop(told.taken)))
    notable = sorted((cost, -card) for card, cost in dangers.items() if cost >= NOTABLE)[::-1]
    expected += [(owners[-card], cost) for cost, card in notable[: fact_thresholds.MOST_CARDS]]
    assert stated == expected


def check_differences(game: RattusGame, told: Told, second: Told, found: dict[str, list[Fact]]) -> None:
    if not told.final and (told.struck is None or second.struck is None):
        assert any("2 turns settle it" in fact.text for fact in found["missing"])
        return
    if told.declared_later or second.declared_later:
        return
    here, there = told.left(), second.left()
    differences = {
        (game.region_names[region], player): there[region][player] - here[region][player]
        for region in range(len(here))
        for player in range(game.num_players)
    }
    for player in range(game.num_players):
        palace = second.fields["palace"][player] - told.fields["palace"][player]
        differences[None, player] = Fraction(palace)  # type: ignore[index]
    notable = [size for size in differences.values() if abs(size) >= NOTABLE]
    fact = found["difference"][0]
    if not notable:
        assert fact.numbers[0].value == max(map(abs, differences.values()))
        return
    assert len(fact.numbers) == min(len(notable), fact_thresholds.MOST_DIFFERENCES)
    for number in fact.numbers:
        assert number.value == differences[number.place, number.player]  # type: ignore[index]
    stated = sorted((abs(number.value) for number in fact.numbers), reverse=True)
    assert stated == sorted(map(abs, notable), reverse=True)[: len(stated)]


def test_thresholds_are_kept_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opening example has a strike of exactly a quarter of a cube: named at the bound, not above it."""
    _, view = example("opening-2p")
    turn = [view.parse("take peasant")]
    position = view.core
    position.apply(turn[0])
    for text in ("place polonia +1", "plague germania", "rat scandia"):
        turn.append(view.game.notation.parse(position, text))
        position.apply(turn[-1])
    strike = by_kind(view.game.facts(view, turn))["worst"][0]
    assert strike.numbers[0].value == Fraction(1, 4) and strike.numbers[0].place == "anglia"
    for module in ("fact_exposure", "fact_cards", "fact_alternative"):
        monkeypatch.setattr(f"rattus_ai.rattus.{module}.NOTABLE_CUBES", Fraction(1, 4) + Fraction(1, 10**9))
    above = by_kind(view.game.facts(view, turn))
    assert above["worst"][0].text.startswith("Nowhere") and above["worst"][0].numbers[0].place is None
    assert not above["exposes"]


def test_gaps_are_established_beyond_the_interval_only() -> None:
    _, view = example("midgame-3p")
    analysis = analyse(view, QUICK, lines=2)
    z = 1.959963984540054
    for factor, kind in ((1 - 1e-9, "open"), (1 + 1e-9, "better")):
        second = replace(analysis.lines[1], gap=z * 0.01 * factor, gap_error=0.01)
        moved = replace(analysis, lines=(analysis.best, second))
        found = explain(view, moved).sentences[1]
        assert found.kind == kind and moved.told_apart == (kind == "better")
        assert "established at 95%" in found.text or "may be 0 at 95%" in found.text
    alike = replace(analysis.lines[1], gap=0.5, gap_error=0.0)
    found = explain(view, replace(analysis, lines=(analysis.best, alike))).sentences[1]
    assert found.kind == "open" and "all samples are alike" in found.text


def test_open_turns_are_named_and_then_counted() -> None:
    _, view = example("midgame-3p")
    analysis = analyse(view, QUICK, lines=2)
    second = replace(analysis.lines[1], gap=0.001, gap_error=0.01)
    count = 3 + explaining.MOST_OPEN
    found = explain(view, replace(analysis, lines=(analysis.best, *[second] * count)))
    texts = [sentence.text for sentence in found.sentences if sentence.kind == "open"]
    assert len(texts) == 1 + explaining.MOST_OPEN + 1
    assert texts[-1] == "Not established either: 2 further turns, number 6 and 7."


# --- answers ---


def test_answers_are_likely_from_the_bound_on(monkeypatch: pytest.MonkeyPatch) -> None:
    _, view = example("midgame-3p")
    analysis = analyse(view, QUICK, lines=1)
    action = view.parse("take monk")
    for share, stands_out in ((explaining.LIKELY, True), (explaining.LIKELY - 1e-9, False)):
        given = Answers(1, (Answer(action, share, 0.02),), 12, 12)
        monkeypatch.setattr(explaining, "answers", lambda *_, given=given: given)
        (fact,) = [each for each in explain(view, analysis).sentences if each.kind == "answer"]
        assert fact.text.startswith(
            "Likely answers of Blue" if stands_out else "No answer of Blue stands out"
        )
        assert fact.numbers[0].error == 0.02 and "take monk (33 ± 2%)" in fact.text


def test_answers_are_shares() -> None:
    _, view = example("worked-example-4p")
    turn = analyse(view, QUICK, lines=1).best.actions
    found = answers(view, turn)
    assert found == answers(view, turn) and found.player == 1
    assert 2 <= found.continuations <= found.drawn
    assert all(0 <= answer.share <= 1 and answer.error >= 0 for answer in found.answers)
    plague = [each for each in found.answers if view.game.action_text(each.action).startswith("plague")]
    # Every turn moves the plague once, so these shares add up to 1 where all turns are whole.
    assert sum(each.share for each in plague) == pytest.approx(1, abs=0.05)


def test_the_end_of_the_game_has_no_answer() -> None:
    view = next(
        view
        for view, _, _ in random_decisions(200)
        if core.export_state(view.core)["stage"] == "final"
        and core.export_state(view.core)["final_left"] == 0
    )
    analysis = analyse(view, QUICK, lines=1, solver=False)
    (fact,) = [each for each in explain(view, analysis).sentences if each.kind == "answer"]
    assert fact.text == "Nobody answers: the game is over first in 12 of 12 drawn continuations."


# --- what is hidden ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_never_changes_an_explanation(players: int) -> None:
    position = looked_at(players)
    mover = position.current_player()
    tokens, texts = set(), set()
    for seed in range(4):
        other = position.resample(mover, seed)
        tokens.add(str(core.export_state(other)["tracked"]))
        view = other.view(mover)
        texts.add(explain(view, analyse(view, QUICK, lines=3)).text)
    assert len(tokens) > 1, "nothing was hidden, so nothing was tested"
    assert len(texts) == 1


# --- errors, options ---


def test_a_view_of_something_else_is_refused() -> None:
    _, view = example("midgame-3p")
    _, other = example("worked-example-4p")
    analysis = analyse(view, QUICK, lines=2)
    with pytest.raises(ViewError, match="not legal in this view"):
        explain(other, analysis)
    position = read_position(EXAMPLES / "midgame-3p.json")
    with pytest.raises(ViewError, match="found the view of player 1"):
        explain(position.view(1), analysis)
    with pytest.raises(RattusAIError, match="language"):
        explain(view, analysis, "xx")


def test_where_a_player_orders_the_rats_it_is_said() -> None:
    document = read_position(EXAMPLES / "midgame-3p.json").to_document()
    options = {"players": 3, "reveal_order": "active_player"}
    position = read_position({**document, "rules": options})
    view = position.view(0)
    now = view.core
    turn = []
    for text in ("place scandia", "plague germania"):
        turn.append(view.game.notation.parse(now, text))
        now.apply(turn[-1])
    texts = [fact.text for fact in by_kind(view.game.facts(view, turn))["missing"]]
    assert (
        texts[0] == "Not computed: what the plague costs in this turn; Red still settles the order of 3 rats."
    )


def test_names_are_in_the_language_asked_for() -> None:
    _, view = example("midgame-3p")
    analysis = analyse(view, QUICK, lines=2)
    english, hungarian = explain(view, analysis), explain(view, analysis, "hu")
    assert english.note is None and hungarian.note is not None and "in English" in hungarian.note
    assert "Germania" in english.text and "Germánia" in hungarian.text and "Germania" not in hungarian.text
    assert [each.kind for each in english.sentences] == [each.kind for each in hungarian.sentences]


# --- golden texts, command line ---


@pytest.mark.parametrize("name", ["midgame-3p", "final-round-4p"])
def test_golden(name: str) -> None:
    _, view = example(name)
    text = explain(view, analyse(view, Limit(simulations=4_000), lines=3)).text + "\n"
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("RATTUS_AI_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status = main([*arguments])
    captured = capsys.readouterr()
    assert (status, captured.err) == (0, "")
    return captured.out


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    words = ("hint", str(EXAMPLES / "midgame-3p.json"), "--simulations", "600", "--lines", "2")
    _, view = example("midgame-3p")
    printed = run(capsys, *words, "--explain")
    found = explain(view, analyse(view, QUICK, lines=2))
    assert all(sentence.text in printed for sentence in found.sentences)
    assert "\nWhy\n" in printed and "\nWhy\n" not in run(capsys, *words)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("hint", str(EXAMPLES / "midgame-3p.json"), "--simulations", "600", "--lines", "2", "--json")
    assert "explanation" not in json.loads(run(capsys, *words))
    plain: list[dict[str, Any]] = json.loads(run(capsys, *words, "--explain"))["explanation"]
    _, view = example("midgame-3p")
    found = explain(view, analyse(view, QUICK, lines=2))
    assert [each["text"] for each in plain] == [sentence.text for sentence in found.sentences]
    for each, sentence in zip(plain, found.sentences, strict=True):
        assert set(each) == {"kind", "text", "numbers"} and each["kind"] == sentence.kind
        for number, stated in zip(each["numbers"], sentence.numbers, strict=True):
            assert set(number) == {
                "name", "value", "error", "exact", "fraction", "text", "player", "place"
            }  # fmt: skip
            assert number["exact"] == (stated.error is None) and (number["error"] is None) >= number["exact"]
            if isinstance(stated.value, Fraction):
                assert Fraction(number["fraction"]) == stated.value
            assert number["value"] == float(stated.value) and number["text"] in each["text"]


def test_every_kind_is_documented() -> None:
    page = (ROOT / "docs" / "explanations.md").read_text(encoding="utf-8")
    rows = {
        kind.strip(" `")
        for line in page.splitlines()
        if line.startswith("| `")
        for kind in line.split("|")[1].split(",")
    }
    assert rows == KINDS
