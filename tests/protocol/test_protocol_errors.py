"""Broken messages: each gets one final answer with a code, the place, and what was expected."""

from __future__ import annotations

import time
from typing import Any

import pytest
from services import error, example

from rattus_ai.games import game_names
from rattus_ai.protocol import ServiceLimits, answer

DOCUMENT = example("midgame-3p")


def test_what_is_no_json_names_line_and_column() -> None:
    found = error('{"id": 1,\n "query": nonsense}')
    assert (found["code"], found["line"], found["column"]) == ("not_json", 2, 11)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("null", "bad_field"),
        ("[1, 2]", "bad_field"),
        ('"analyse"', "bad_field"),
        ('{"query": "choose", "query": "choose"}', "not_json"),
        ('{"query": "choose", "seed": NaN}', "not_json"),
        ("[" * 5000, "not_json"),
        (b"\xff\xfe{}", "not_json"),
        (b'{"id": "\xed\xa0\x80"}', "not_json"),
        ('{"id": "\\ud800", "query": "version"}', "not_json"),
        ('{"id": 1e400, "query": "version"}', "bad_field"),
        ('{"query": "version", "priority": 1' + "0" * 4000 + "}", "bad_field"),
        ('{"query": 3}', "unknown_query"),
        ('{"query": "analize"}', "unknown_query"),
        ("{}", "bad_field"),
    ],
)
def test_texts(text: str | bytes, code: str) -> None:
    assert error(text)["code"] == code


@pytest.mark.parametrize("name", ["version", "ver\\u0073ion"])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting(name: str, opening: str, closing: str) -> None:
    """What the page promises is read, what is far deeper is refused, and nothing between is a fault."""

    def nested(levels: int) -> dict[str, Any]:
        deep = opening * (levels - 1) + "0" + closing * (levels - 1)
        return answer(f'{{"query": "{name}", "x": {deep}}}')

    assert "result" in nested(32)
    for levels in range(50, 2000, 150):
        assert nested(levels).get("error", {"code": "not_json"})["code"] == "not_json"
    for levels in (2000, 100_000):
        assert "at most 32 levels" in nested(levels)["error"]["expected"]


@pytest.mark.parametrize(
    ("message", "code", "place", "expected"),
    [
        ({"query": "choose"}, "bad_field", "position", "an object of names"),
        ({"query": "choose", "position": []}, "bad_field", "position", "an object of names"),
        ({"query": "choose", "position": DOCUMENT, "seed": -1}, "bad_field", "seed", "from 0"),
        ({"query": "choose", "position": DOCUMENT, "seed": 1 << 64}, "bad_field", "seed", str((1 << 64) - 1)),
        ({"query": "analyse", "position": DOCUMENT, "seed": 1 << 80}, "bad_field", "seed", "from 0"),
        ({"query": "new", "seed": 10**30}, "bad_field", "seed", "from 0"),
        ({"query": "choose", "position": DOCUMENT, "level": "gredy"}, "bad_option", "level", "greedy"),
        ({"query": "choose", "position": DOCUMENT, "player": "Pink"}, "bad_option", "player", "Red"),
        ({"query": "choose", "position": DOCUMENT, "player": 1}, "bad_view", "player", None),
        ({"query": "choose", "position": example("sweep-3p"), "player": 1}, "bad_view", "position", None),
        ({"query": "analyse", "position": DOCUMENT, "player": 1}, "bad_view", "player", "position"),
        ({"query": "analyse", "positions": [DOCUMENT], "player": 1}, "bad_view", "positions[0]", "position"),
        ({"query": "choose", "position": DOCUMENT, "language": "tlh"}, "bad_option", "language", "en"),
        ({"query": "choose", "position": DOCUMENT, "priority": 101}, "bad_field", "priority", "-100"),
        ({"query": "choose", "position": {"game": "chess"}}, "bad_position", "position.game", "rattus"),
        ({"query": "choose", "position": {}, "game": "chess"}, "bad_option", "game", "rattus"),
        ({"query": "analyse"}, "bad_field", "position", "one of"),
        ({"query": "analyse", "positions": []}, "bad_field", "positions", "length"),
        (
            {"query": "analyse", "position": DOCUMENT, "positions": [DOCUMENT]},
            "bad_field",
            "position",
            "one of",
        ),
        ({"query": "analyse", "positions": [DOCUMENT, {"x": 1}]}, "bad_position", "positions[1].x", None),
        ({"query": "analyse", "position": DOCUMENT, "seconds": 0}, "bad_field", "seconds", "0.001"),
        ({"query": "analyse", "position": DOCUMENT, "confidence": 1}, "bad_field", "confidence", "0.9999"),
        ({"query": "analyse", "position": DOCUMENT, "method": "magic"}, "bad_field", "method", "ismcts"),
        ({"query": "analyse", "position": DOCUMENT, "lines": 2.5}, "bad_field", "lines", "whole number"),
        ({"query": "analyse", "position": DOCUMENT, "lines": True}, "bad_field", "lines", "whole number"),
        ({"query": "analyse", "position": DOCUMENT, "level": "random"}, "bad_option", "level", "searches"),
        (
            {"query": "analyse", "position": DOCUMENT, "level": "ismcts:9", "seconds": 1},
            "bad_field",
            "seconds",
            "beside",
        ),
        ({"query": "analyse", "position": DOCUMENT, "allow": ["done"]}, "illegal_action", "allow[0]", None),
        ({"query": "analyse", "position": example("sweep-3p")}, "bad_view", "position", "position"),
        (
            {"query": "apply", "position": DOCUMENT, "actions": ["plague"]},
            "illegal_action",
            "actions[0]",
            None,
        ),
        (
            {"query": "apply", "position": DOCUMENT, "actions": ["t m", "x"]},
            "ambiguous_action",
            "actions[0]",
            None,
        ),
        ({"query": "apply", "position": DOCUMENT, "actions": [65000]}, "illegal_action", "actions[0]", None),
        ({"query": "apply", "position": DOCUMENT, "actions": [-1]}, "illegal_action", "actions[0]", None),
        (
            {"query": "apply", "position": DOCUMENT, "actions": [1 << 70]},
            "illegal_action",
            "actions[0]",
            None,
        ),
        ({"query": "apply", "position": DOCUMENT, "actions": [["take"]]}, "bad_field", "actions[0]", "text"),
        ({"query": "apply", "position": DOCUMENT, "views": [7]}, "bad_option", "views[0]", "0 to 2"),
        ({"query": "new", "rules": {"players": 9}}, "bad_option", "rules.players", "2"),
        ({"query": "new", "rules": {"playerz": 2}}, "bad_option", "rules.playerz", None),
        ({"query": "new", "players": ["A", "A"]}, "bad_option", "players", None),
        ({"query": "new", "game": "ratus"}, "bad_option", "game", "rattus"),
        ({"query": "solve", "position": DOCUMENT}, "no_end", "position", "final round"),
        ({"query": "schema", "of": "everything"}, "bad_field", "of", "position"),
        ({"query": "cancel", "of": "x"}, "no_caller", "query", None),
        ({"query": "cancel_all"}, "no_caller", "query", None),
    ],
)
def test_messages(message: dict[str, Any], code: str, place: str, expected: str | None) -> None:
    found = error({"id": 1, **message})
    assert (found["code"], found["place"]) == (code, place), found
    if expected is not None:
        assert expected in found.get("expected", ""), found
    assert found["problem"]


@pytest.mark.parametrize(
    ("field", "value", "code", "place"),
    [
        ("allow", [99999], "bad_option", "allow[0]"),
        ("allow", [10, 1 << 70], "bad_option", "allow[1]"),
        ("allow", ["place germania", "fly"], "bad_action", "allow[1]"),
        ("forbid", [-1], "bad_option", "forbid[0]"),
        ("forbid", ["place germania", 99999], "bad_option", "forbid[1]"),
        ("forbid", [10, "take"], "ambiguous_action", "forbid[1]"),
        ("include", [["fly"]], "bad_action", "include[0][0]"),
        ("include", [[99999]], "bad_option", "include[0][0]"),
        ("include", [["place germania"], ["place germania", "done"]], "illegal_action", "include[1][1]"),
        ("include", [[], ["take merchant", 1]], "bad_option", "include[1][1]"),
    ],
)
def test_actions_of_an_analysis_are_placed(field: str, value: list[Any], code: str, place: str) -> None:
    message = {"query": "analyse", "position": DOCUMENT, "simulations": 100, field: value}
    found = error(message)
    assert (found["code"], found["place"]) == (code, place), found


LONG_TEXT = "x" * 5000
LONG_NUMBER = "9" * 5000


@pytest.mark.parametrize(
    "message",
    [
        {"query": LONG_TEXT},
        {"query": "choose", "level": LONG_TEXT},
        {"query": "choose", "level": f"ismcts:{LONG_NUMBER}"},
        {"query": "choose", "level": f"ismcts:5,{LONG_TEXT}"},
        {"query": "choose", "level": f"ismcts:5,{LONG_TEXT}=1"},
        {"query": "choose", "level": f"ismcts:5,playout={LONG_TEXT}"},
        {"query": "choose", "level": f"random:{LONG_NUMBER}"},
        {"query": "choose", "level": f"expectimax:2,nodes={LONG_NUMBER}"},
        {"query": "choose", "level": f"expert,{LONG_TEXT}"},
        {"query": "analyse", "level": LONG_TEXT},
        {"query": "analyse", "level": f"random{',' * 5000}"},
        {"query": "analyse", "level": f"ismcts:50,temperature=0.{LONG_NUMBER}"},
        {"query": "analyse", "method": LONG_TEXT},
        {"query": "analyse", "allow": [LONG_TEXT]},
        {"query": "analyse", "include": [[LONG_TEXT]]},
        {"query": "choose", "player": LONG_TEXT},
        {"query": "choose", "language": LONG_TEXT},
        {"query": "choose", "game": LONG_TEXT},
        {"query": "choose", "position": {LONG_TEXT: 1}},
        {"query": "apply", "actions": [LONG_TEXT]},
        {"query": "apply", "views": [LONG_TEXT]},
        {"query": "new", "rules": {LONG_TEXT: 1}},
        {"query": "new", "rules": {"players": LONG_TEXT}},
        {"query": "schema", "of": "position", "game": LONG_TEXT},
        {"query": "version", LONG_TEXT: 1, "priority": LONG_TEXT},
    ],
)
def test_long_texts_are_not_repeated(message: dict[str, Any]) -> None:
    found = answer({"position": DOCUMENT, **message})
    told = found["error"]
    told.pop("candidates", None)
    for each in (
        *told.values(),
        *(text for warning in found.get("warnings", ()) for text in warning.values()),
    ):
        assert len(each) < 700 and "x" * 61 not in each and "9" * 61 not in each and "," * 61 not in each


def test_close_matches_are_named() -> None:
    assert "did you mean analyse" in error({"query": "analize"})["problem"]
    found = error({"query": "apply", "position": DOCUMENT, "actions": ["take merchnt"]})
    assert "merchant" in found["problem"]
    found = error({"query": "apply", "position": DOCUMENT, "actions": [65000]})
    assert "take merchant" in found["candidates"]


def test_what_is_wrong_first_does_not_lose_the_id() -> None:
    for message in ({"id": "x", "query": "analize"}, {"id": "x"}, {"id": "x", "query": "choose", "seed": []}):
        assert answer(message)["id"] == "x"
    assert answer({"id": [1], "query": "version"})["id"] is None


def test_unknown_fields_warn() -> None:
    found = answer({"query": "version", "levl": 1, "colour": {"deep": [1]}})
    assert "result" in found
    assert [each["place"] for each in found["warnings"]] == ["levl", "colour"]
    many = answer({"query": "version", **{f"x{number}": 0 for number in range(500)}})
    assert len(many["warnings"]) == 21 and "480 further" in many["warnings"][-1]["problem"]
    assert "did you mean simulations" in str(
        answer({"query": "analyse", "position": DOCUMENT, "simulation": 50, "simulations": 5})["warnings"]
    )


@pytest.mark.parametrize("option", ["map", "tokens", "region_cards"])
def test_files_of_the_server_are_not_read(option: str) -> None:
    limits = ServiceLimits(files=False)
    found = error({"query": "new", "rules": {"players": 2, option: "/etc/hostname"}}, limits)
    assert (found["code"], found["place"]) == ("no_files", f"rules.{option}")
    document = {**DOCUMENT, "rules": {**DOCUMENT["rules"], option: "/etc/hostname"}}
    for query in ("choose", "legal", "apply", "risk", "solve", "analyse"):
        found = error({"query": query, "position": document}, limits)
        assert (found["code"], found["place"]) == ("no_files", f"position.rules.{option}")
    assert (
        error({"query": "legal", "position": document}, ServiceLimits(files=True))["code"] == "bad_position"
    )


def test_a_fault_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from rattus_ai.protocol.queries import KINDS

    def fault(query: object, work: object) -> dict[str, Any]:
        raise ZeroDivisionError("secret")

    monkeypatch.setitem(KINDS, "version", KINDS["version"]._replace(answer=fault))
    found = error({"id": 5, "query": "version"})
    assert found["code"] == "internal" and "secret" not in str(found)


@pytest.mark.parametrize("query", ["legal", "analyse", "choose", "risk", "solve", "apply"])
@pytest.mark.parametrize(
    ("game", "code", "place"),
    [(game_names()[-1], "bad_position", "position.game"), ("chess", "bad_option", "game")],
)
def test_a_game_that_is_not_the_one_of_the_position_is_refused(
    query: str, game: str, code: str, place: str
) -> None:
    found = error({"query": query, "game": game, "position": DOCUMENT})
    assert (found["code"], found["place"]) == (code, place) and "rattus" in str(found)


@pytest.mark.parametrize("message", [[], None, 7, "", b""])
def test_what_is_no_message_is_refused_in_python_too(message: Any) -> None:
    found = answer(message)
    assert found["final"] and found["error"]["code"] in ("bad_field", "not_json")


@pytest.mark.parametrize("field", ["player", "views", "cards", "region", "level", "language", "action"])
def test_long_texts_in_place_of_names_cost_no_time(field: str) -> None:
    """What looks for a name must not take a megabyte apart: nobody else is heard meanwhile."""
    long = "\ufdfa" * 300_000
    document = example("midgame-3p")
    message: dict[str, Any] = {"query": "legal", "position": document}
    if field in ("player", "language"):
        message[field] = long
    elif field == "views":
        message |= {"query": "apply", "actions": [], "views": [long]}
    elif field == "action":
        message |= {"query": "apply", "actions": [long]}
    elif field == "level":
        message |= {"query": "choose", "level": long}
    elif field == "cards":
        document["rules"] = {**document["rules"], "cards": [long]}
    else:
        document["regions"] = {**document["regions"], long: {"cubes": [0, 0, 0]}}
    started = time.process_time()
    error(message, ServiceLimits(message_bytes=1 << 22))
    assert time.process_time() - started < 1.0


def test_nobody_is_called_what_stands_for_the_public() -> None:
    """Otherwise "public" would mean his view."""
    for name in ("Public", "public ", "PÚBLIC"):
        document = {**example("witch-2p"), "players": [name, "Blue"]}
        for query in ("legal", "choose"):
            found = error({"query": query, "position": document})
            assert found["place"] == "position.players" and "everybody knows" in found["problem"]
        found = error({"query": "new", "rules": {"players": 2}, "players": [name, "Blue"]})
        assert "players" in found["place"]


@pytest.mark.parametrize("field", ["simulations", "seconds", "level", "objective"])
def test_what_greedy_does_not_read_is_refused(field: str) -> None:
    value = {"simulations": 100, "seconds": 1.0, "level": "casual", "objective": "win"}[field]
    message = {"query": "analyse", "position": example("midgame-3p"), "method": "greedy"}
    found = error({**message, field: value})
    assert found["code"] == "bad_option" and found["place"] == field
    assert answer(message)["result"]["objective"] == "margin"
