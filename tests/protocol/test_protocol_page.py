"""docs/protocol.md keeps what it says: its conversations run, its tables are those of the types."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from services import ROOT, Http, Lines

from rattus_ai.protocol import CODES, ServiceLimits
from rattus_ai.protocol.messages import QUERY_TYPES, AboutGame, Query
from rattus_ai.schemas.typed import described

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```protocol\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def exchanges(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """What is sent together, and what comes back then."""
    sent: list[str] = []
    expected: list[str] = []
    for line in block.splitlines():
        if line.startswith("> "):
            if expected:
                yield sent, expected
                sent, expected = [], []
            sent.append(re.sub(r"@([\w./-]+)", lambda found: compact(found[1]), line[2:]))
        else:
            assert line.startswith("< "), line
            expected.append(line[2:])
    yield sent, expected


def compact(path: str) -> str:
    return json.dumps(json.loads((ROOT / path).read_text(encoding="utf-8")), ensure_ascii=False)


def fits(expected: str, answer: str) -> bool:
    pattern = ".*".join(re.escape(piece) for piece in expected.split("..."))
    return re.fullmatch(pattern, answer, flags=re.DOTALL) is not None


def compare(expected: list[str], answers: list[str]) -> None:
    left = list(answers)
    for line in expected:
        found = next((answer for answer in left if fits(line, answer)), None)
        assert found is not None, f"expected {line}\nfound {left}"
        left.remove(found)
    assert left == []


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_conversations_over_lines(number: int, lines: Lines) -> None:
    for sent, expected in exchanges(BLOCKS[number]):
        for message in sent:
            lines.send(message.encode())
        compare(expected, [lines.line().decode() for _ in expected])
    assert lines.finish() == ([], 0)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_conversations_over_a_websocket(number: int, http: Http) -> None:
    with http.socket() as socket:
        for sent, expected in exchanges(BLOCKS[number]):
            for message in sent:
                socket.send(message)
            compare(expected, [socket.recv(timeout=60) for _ in expected])


def test_there_is_a_conversation_for_every_query() -> None:
    asked = Counter(re.findall(r'^> .*?"query": "(\w+)"', "\n".join(BLOCKS), flags=re.MULTILINE))
    assert set(asked) == set(QUERY_TYPES)


def test_the_match_can_fail() -> None:
    assert fits('{"a":...}', '{"a":1}')
    assert not fits('{"a":...}', '{"b":1}')
    with pytest.raises(AssertionError):
        compare(['{"a":...}'], ['{"a":1}', '{"a":2}'])


# --- tables ---


def table(heading: str, first: str) -> list[list[str]]:
    """Rows of the first table under a heading whose first column has this title."""
    section = re.split(rf"^#+ {re.escape(heading)}\n", PAGE, flags=re.MULTILINE)[1]
    section = re.split(r"^#+ ", section, flags=re.MULTILINE)[0]
    return rows(section, first)


def rows(text: str, first: str) -> list[list[str]]:
    found = text.split(f"| {first} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found]


def fields_of(kind: type[Any]) -> dict[str, Any]:
    inherited = set()
    for base in (Query, AboutGame):
        if kind is not base and issubclass(kind, base):
            inherited |= {field.encode_name for field in msgspec.structs.fields(base)}
    own = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    return {name: field for name, field in own.items() if name not in inherited}


def default_of(field: Any) -> str:
    if field.required:
        return "required"
    return json.dumps(field.default if field.default is not msgspec.NODEFAULT else field.default_factory())


@pytest.mark.parametrize("name", QUERY_TYPES)
def test_the_table_of_a_query_is_that_of_its_type(name: str) -> None:
    check(name, fields_of(QUERY_TYPES[name]))


def test_the_tables_of_all_queries_are_those_of_the_types() -> None:
    check("Messages", fields_of(Query))
    second = PAGE.split("Queries about a game also have:", 1)[1]
    check_rows(rows(second, "field"), fields_of(AboutGame))


def check(heading: str, fields: dict[str, Any]) -> None:
    if fields:
        check_rows(table(heading, "field"), fields)
    else:
        assert (
            "| default |" not in re.split(rf"^## {heading}\n", PAGE, flags=re.MULTILINE)[1].split("\n## ")[0]
        )


def check_rows(found: list[list[str]], fields: dict[str, Any]) -> None:
    assert [row[0].strip("`") for row in found] == sorted(
        fields, key=[row[0].strip("`") for row in found].index
    )
    for name, kind, default, *meaning in found:
        field = fields[name.strip("`")]
        assert (
            json.loads(default) == json.loads(default_of(field)) if default != "required" else field.required
        )
        assert " | ".join(meaning), name
        wanted = described(field.type).removesuffix(" or null")
        assert kind in ("player", wanted.removeprefix("a ").partition(" (")[0]) or short(kind, wanted), (
            name,
            kind,
            wanted,
        )


SHORT = {
    "object": "an object of names, each with a value",
    "whole number below 2^53, or text of 1 to 200 characters": "a whole number or a text",
    "whole number or text": "a whole number or a text",
    "text": "a text",
}


def short(kind: str, wanted: str) -> bool:
    """Whether the page may call a type so."""
    return SHORT.get(kind) == wanted or kind == wanted


def test_the_table_of_errors_is_complete() -> None:
    from rattus_ai.serving.statuses import STATUSES

    found = {row[0].strip("`"): int(row[1]) for row in rows(PAGE.split("### Errors", 1)[1], "code")}
    assert found == STATUSES
    assert set(found) == set(CODES)


def test_the_table_of_limits_is_that_of_the_command() -> None:
    limits = ServiceLimits()
    names = {
        "--threads": None,
        "--max-queries": limits.queries,
        "--max-queries-a-caller": limits.queries_a_caller,
        "--max-bytes": limits.message_bytes,
        "--max-positions": limits.positions,
        "--max-simulations": limits.simulations,
        "--max-seconds": limits.seconds,
        "--max-memory-mb": limits.memory_mb,
    }
    found = {row[0].strip("`"): row[1] for row in table("Limits and order", "option")}
    assert set(found) == set(names)
    for option, value in names.items():
        assert value is None or float(found[option]) == value


def test_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL):
        exec(compile(block, "docs/protocol.md", "exec"), {})
        assert capsys.readouterr().out


def test_links_of_the_page_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
