"""What each query answers, held against the library itself and against the types of the answers."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import msgspec
import pytest
from services import EXAMPLES, example

import rattus_ai
from rattus_ai import Limit, read_position
from rattus_ai.games import definition, game_names
from rattus_ai.limits import Cancel
from rattus_ai.protocol import ServiceLimits, answer, answer_line
from rattus_ai.protocol.results import RESULT_TYPES, AnswerFields

NAMES = sorted(path.stem for path in EXAMPLES.glob("*.json"))


def result(message: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """The result of a message that is right, after its types were checked."""
    found = answer(message, **settings)
    fields = msgspec.convert(found, AnswerFields)
    assert fields.error is None, fields.error
    problems = []
    for kind in RESULT_TYPES[message["query"]]:
        try:
            msgspec.convert(fields.result, kind)
            return dict(found["result"])
        except msgspec.ValidationError as error:
            problems.append(error)
    raise problems[0]


# --- analyse ---


def test_analyse_is_the_analysis_of_the_library() -> None:
    document = example("midgame-3p")
    view = read_position(document).view(0)
    expected = rattus_ai.analyse(view, Limit(simulations=1500), lines=3, seed=9)
    found = result({"query": "analyse", "position": document, "simulations": 1500, "lines": 3, "seed": 9})
    assert [tuple(line["turn"]) for line in found["lines"]] == [line.turn for line in expected.lines]
    assert [line["win"] for line in found["lines"]] == [list(line.win) for line in expected.lines]
    assert found["simulations"] == expected.simulations
    assert "seconds" not in found


def test_analyse_several_positions_gives_the_results_of_each() -> None:
    documents = [example("midgame-3p"), example("opening-2p")]
    common = {"query": "analyse", "simulations": 200, "lines": 1}
    found = result({**common, "positions": documents})
    assert found["results"] == [result({**common, "position": each}) for each in documents]


@pytest.mark.parametrize("method", ["ismcts", "expectimax", "greedy"])
def test_methods(method: str) -> None:
    more = {
        "ismcts": {"simulations": 300},
        "expectimax": {"simulations": 300, "depth": 1},
        "greedy": {},
    }[method]
    found = result({"query": "analyse", "position": example("opening-2p"), "method": method, **more})
    assert found["method"] == method and found["lines"]


def test_allow_and_forbid() -> None:
    document = example("midgame-3p")
    legal = result({"query": "legal", "position": document})["actions"]
    first = legal[-1]
    common = {"query": "analyse", "position": document, "simulations": 600, "lines": 5}
    allowed = result({**common, "allow": [first["text"]]})
    assert allowed["lines"] and all(line["actions"][0] == first["id"] for line in allowed["lines"])
    free = result(common)
    shunned = [free["lines"][0]["turn"][0], free["lines"][0]["actions"][-1]]
    other = result({**common, "forbid": shunned})
    assert other["lines"]
    for line in other["lines"]:
        assert shunned[0] not in line["turn"] and shunned[1] not in line["actions"]


@pytest.mark.parametrize("name", ["midgame-3p", "spread-4p", "final-round-4p", "opening-2p"])
def test_every_first_action_can_be_the_only_one_that_is_allowed(name: str) -> None:
    document = example(name)
    for action in result({"query": "legal", "position": document})["actions"]:
        message = {"query": "analyse", "position": document, "simulations": 30, "allow": [action["id"]]}
        found = result(message)
        assert {line["actions"][0] for line in found["lines"]} == {action["id"]}


def test_a_level_is_a_budget() -> None:
    document = example("opening-2p")
    common = {"query": "analyse", "position": document}
    assert result({**common, "level": "ismcts:150"}) == result({**common, "simulations": 150})


def test_a_level_for_an_analysis_says_a_budget_and_nothing_else() -> None:
    """What would be dropped is refused, each setting by name; what belongs to a budget is used."""
    common = {"query": "analyse", "position": example("opening-2p")}
    for setting in (
        "playout=uniform",
        "horizon=1",
        "exploration=1.0",
        "first_play_reduction=0.1",
        "objective=margin",
        "solver=off",
        "temperature=0.2",
    ):
        found = answer({**common, "level": f"ismcts:150,threads=2, {setting}"})["error"]
        assert (found["code"], found["place"], found["found"]) == ("bad_option", "level", f'"{setting}"')
        assert "threads" in found["expected"]
    # A named level counts with its budget, whatever else it does.
    assert result({**common, "level": "beginner"}) == result({**common, "simulations": 200})
    expected = result({**common, "simulations": 150})
    assert result({**common, "level": "ismcts:150,threads=2,memory_mb=64,trees=1"}) == expected
    small = ServiceLimits(memory_mb=64)
    found = answer({**common, "level": "ismcts:150,memory_mb=65"}, limits=small)["error"]
    assert (found["code"], found["place"]) == ("over_limit", "level")
    assert "result" in answer({**common, "level": "ismcts:150,memory_mb=64"}, limits=small)


def test_explanation_and_language() -> None:
    message = {
        "query": "analyse",
        "position": example("midgame-3p"),
        "simulations": 300,
        "explain": True,
        "language": "hu",
    }
    found = result(message)
    assert found["explanation"][0]["kind"] == "value"
    english = result({**message, "language": "en"})
    assert found["lines"][0]["actions"] == english["lines"][0]["actions"]
    assert found["lines"][0]["turn"] != english["lines"][0]["turn"]


def test_partial_answers_do_not_change_the_final_one() -> None:
    document = example("midgame-3p")
    message = {"query": "analyse", "position": document, "simulations": 6000, "confidence": 0.9999}
    parts: list[dict[str, Any]] = []
    with_parts = answer_line({**message, "progress": 0.02}, partial=parts.append)
    assert parts and with_parts == answer_line(message)


def test_timing_adds_seconds() -> None:
    message = {"query": "analyse", "position": example("opening-2p"), "simulations": 50, "timing": True}
    found = answer(message)
    assert found["timing"]["seconds"] >= found["result"]["seconds"] > 0


# --- choose ---


@pytest.mark.parametrize("level", ["random", "greedy", "ismcts:60", "expectimax:1,nodes=500"])
def test_choose_is_the_agent_of_the_library(level: str) -> None:
    document = example("midgame-3p")
    found = result({"query": "choose", "position": document, "level": level, "seed": 5})
    view = read_position(document).view(0)
    assert found["action"] == rattus_ai.Bot(level, seed=5).choose(view)
    assert found["text"] == view.text(found["action"])
    assert found["complete"] is True


def test_a_fresh_seed_is_told_and_gives_the_same_again() -> None:
    document = example("midgame-3p")
    message = {"query": "choose", "position": document, "level": "random"}
    found = [result(message) for _ in range(12)]
    assert len({each["seed"] for each in found}) == 12
    assert len({each["action"] for each in found}) > 1
    assert result({**message, "seed": found[0]["seed"]}) == found[0]


@pytest.mark.parametrize("seed", [0, 1 << 53, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
def test_seeds_are_those_of_the_command_line(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole range, from a text too, and the same answers."""
    from rattus_ai.cli.main import main

    path = str(EXAMPLES / "midgame-3p.json")
    message = {"query": "analyse", "position": example("midgame-3p"), "simulations": 300, "seed": seed}
    assert main(["hint", path, "--simulations", "300", "--seed", str(seed), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = answer(json.dumps(message))["result"]
    assert [each["win"] for each in found["lines"]] == [each["win"] for each in told["lines"]]
    assert main(["new", "--players", "4", "--seed", str(seed), "--cards", "random"]) == 0
    document = json.loads(capsys.readouterr().out)
    rules = {"players": 4, "cards": "random"}
    for draw in (False, True):
        made = result({"query": "new", "rules": rules, "seed": seed, "draw": draw})
        assert made["seed"] == seed
    assert made["document"]["rules"] == document["rules"]
    swept = {"query": "apply", "position": example("sweep-3p"), "draw": True, "seed": seed}
    assert result(swept) == result(swept)
    chosen = result({**message, "query": "choose", "level": "ismcts:50"})
    view = read_position(example("midgame-3p")).view(0)
    assert chosen["action"] == rattus_ai.Bot("ismcts:50", seed=seed).choose(view)


@pytest.mark.parametrize("level", ["ismcts:900000000", "expectimax:60,width=0,nodes=1000000000000"])
def test_choose_ends_in_time_without_a_service(level: str) -> None:
    limits = ServiceLimits(seconds=0.2, simulations=10**12)
    message = {"query": "choose", "position": example("midgame-3p"), "level": level}
    cancel = Cancel()
    started = time.perf_counter()
    assert result(message, limits=limits, cancel=cancel)["complete"] is False
    assert time.perf_counter() - started < 20
    assert not cancel.cancelled  # it may serve others, too
    hurry = threading.Timer(0.3, cancel.cancel)
    hurry.start()
    patient = ServiceLimits(simulations=10**12)
    assert result(message, limits=patient, cancel=cancel)["complete"] is False
    assert cancel.cancelled and not cancel._searches


# --- legal, apply, new ---


@pytest.mark.parametrize("name", NAMES)
def test_legal_is_what_the_library_says(name: str) -> None:
    document = example(name)
    position = read_position(document)
    found = result({"query": "legal", "position": document, "details": True})
    if position.is_chance():
        weights = position.view(found["viewer"]).chance_weights()
        assert [(each["id"], each["weight"]) for each in found["outcomes"]] == weights
        assert sum(each["probability"] for each in found["outcomes"]) == pytest.approx(1)
        assert found["actions"] == [] and found["state"]["player"] is None
    else:
        assert [each["id"] for each in found["actions"]] == position.legal_actions()
        assert [each["text"] for each in found["actions"]] == position.legal_texts()
        assert found["outcomes"] == [] and found["state"]["player"] == position.current_player()
    for each in found["actions"] + found["outcomes"]:
        assert each["text"].split()[0] == each["verb"]


def test_only_the_player_to_decide_is_told_his_actions() -> None:
    document = example("midgame-3p")
    found = result({"query": "legal", "position": document, "player": 1})
    assert found["actions"] == [] and found["state"]["player"] == 0


def test_apply_is_push() -> None:
    document = example("midgame-3p")
    position = read_position(document)
    texts = [position.legal_texts()[0]]
    position.push(texts[0])
    found = result({"query": "apply", "position": document, "actions": texts})
    assert found["document"] == position.to_document()
    assert found["events"] == [{"player": 0, "action": texts[0], "id": position.history()[0]}]
    assert found["seed"] is None


def test_apply_takes_what_happened_and_draws_the_rest() -> None:
    document = example("sweep-3p")
    told = result({"query": "apply", "position": document, "actions": ["next 2"]})
    assert [event["chance"] for event in told["events"]] == ["next 2"]
    drawn = result({"query": "apply", "position": document, "actions": ["next 2"], "draw": True, "seed": 4})
    assert drawn["events"][0]["chance"] == "next 2"
    assert drawn["state"]["next"] == "end" and sum(drawn["state"]["returns"]) == 1
    again = result({"query": "apply", "position": document, "draw": True, "seed": 4, "actions": ["next 2"]})
    assert again == drawn


def test_an_id_after_chance_is_that_of_an_action() -> None:
    start = result({"query": "new", "rules": {"players": 2}, "draw": False})
    assert start["state"]["next"] == "chance"
    message = {"query": "apply", "position": start["document"], "draw": True, "seed": 1}
    reached = result(message)
    action = result({"query": "legal", "position": reached["document"]})["actions"][0]["id"]
    both = result({**message, "actions": [action]})
    assert [event["id"] for event in both["events"]] == [reached["events"][0]["id"], action]


def test_a_whole_game_by_documents_alone() -> None:
    found = result({"query": "new", "players": ["Ann", "Ben"], "seed": 3, "legal": True})
    actions = 0
    while found["state"]["next"] != "end":
        document = json.loads(json.dumps(found["document"]))
        chosen = result({"query": "choose", "position": document, "level": "random", "seed": actions})
        assert chosen["action"] in [each["id"] for each in found["actions"]]
        message = {"query": "apply", "position": document, "actions": [chosen["action"]], "draw": True}
        found = result({**message, "seed": actions, "legal": True, "views": [0, 1, "public"]})
        actions += 1
    assert sorted(found["state"]["returns"]) == [0.0, 1.0]
    assert found["actions"] == found["outcomes"] == []


@pytest.mark.parametrize("name", game_names())
def test_every_game_of_the_library_starts(name: str) -> None:
    players = {"rules": {"players": 2}}
    found = result({"query": "new", "game": name, **players, "seed": 1, "legal": True, "views": [0]})
    assert found["game"] == found["document"]["game"] == name
    chosen = result({"query": "choose", "position": found["document"], "level": "random"})
    assert chosen["action"] in [each["id"] for each in found["actions"]]
    assert isinstance(definition(name).file_options, tuple)


def test_views_are_those_of_the_library() -> None:
    document = example("witch-2p")
    position = read_position(document)
    found = result({"query": "apply", "position": document, "views": [1, "public", "Red"]})
    assert set(found["views"]) == {"0", "1", "public"}
    for name, viewer in (("0", 0), ("1", 1), ("public", -1)):
        assert found["views"][name]["document"] == position.view(viewer).to_document()


def test_new_draws_cards_with_the_seed() -> None:
    message = {"query": "new", "rules": {"players": 4, "cards": "random"}, "seed": 5}
    assert result(message) == result(message)
    assert (
        result(message)["document"]["rules"]["cards"]
        != result({**message, "seed": 6})["document"]["rules"]["cards"]
    )


# --- solve, risk, schema, version ---


def test_solve_is_that_of_the_library() -> None:
    document = example("sweep-3p")
    found = result({"query": "solve", "position": document, "player": 2, "fractions": True, "document": True})
    expected = rattus_ai.solve(read_position(document), viewer=2, fractions=True)
    assert found["fractions"] == [str(each) for each in expected.fractions or ()]
    assert found["solution"] == expected.to_document()
    again = {**document, "solution": found["solution"]}
    assert read_position(again).solution is not None


@pytest.mark.parametrize("query", ["analyse", "solve"])
def test_turns_are_told_in_the_language(query: str) -> None:
    document = example("final-round-4p")
    message = {"query": query, "position": document, "language": "el"}
    found = result({**message, **({"simulations": 200} if query == "analyse" else {})})
    game = read_position(document).game
    turns = found["lines" if query == "analyse" else "turns"]
    assert turns and all(
        turn["turn"] == [game.action_text(each, "el") for each in turn["actions"]] for turn in turns
    )
    assert turns[0]["turn"] != [game.action_text(each) for each in turns[0]["actions"]]


def test_play_is_told_in_the_language() -> None:
    document = example("final-round-4p")
    game = read_position(document).game
    told = {
        language: result({"query": "solve", "position": document, "language": language})["play"]
        for language in ("en", "hu")
    }
    for language, steps in told.items():
        assert {step["player"] is None for step in steps} == {True, False}
        for step in steps:
            say = game.outcome_text if step["player"] is None else game.action_text
            assert step["text"] == say(step["action"], language)
    assert told["en"] != told["hu"]


def test_risk_is_that_of_the_library() -> None:
    document = example("midgame-3p")
    found = result({"query": "risk", "position": document, "language": "hu"})
    view = read_position(document).view(0)
    risks = view.game.risks(view)
    assert [each["outbreak"] for each in found["risks"]] == [str(risk.outbreak) for risk in risks]
    assert [each["name"] for each in found["risks"]] == [view.game.place_text(r.place, "hu") for r in risks]


def test_schemas_fit_the_messages() -> None:
    queries = result({"query": "schema"})["schema"]
    fields = queries["analyse"]["$defs"]["AnalyseFields"]["properties"]
    assert "Budget" in str(fields["simulations"]) and fields["lines"]["default"] == 5
    assert "codes" in result({"query": "schema", "of": "answers"})["schema"]["$defs"]
    assert result({"query": "schema", "of": "position"})["schema"]["title"].endswith("rattus")
    assert "anyOf" in result({"query": "schema", "of": "record"})["schema"]


def test_version_tells_the_limits() -> None:
    found = result({"query": "version"}, limits=ServiceLimits(threads=3, simulations=77))
    assert found["version"] == rattus_ai.__version__
    assert (found["limits"]["threads"], found["limits"]["simulations"]) == (3, 77)
