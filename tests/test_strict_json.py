"""JSON text is read the quick way where nothing can be wrong, and means the same as read the slow way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rattus_ai.errors import DocumentError
from rattus_ai.schemas import strict_json
from rattus_ai.schemas.strict_json import JsonText

KEYS = st.sampled_from(["a", "b", "a:", ":", "ä", "\\", '"', "\u003a", "", "😀"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6)
    | KEYS,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(KEYS, below, max_size=4),
    max_leaves=12,
)
MEMBERS = st.lists(st.tuples(KEYS, VALUES), max_size=4)
"""Members of an object, among which a key may stand twice."""


def read(text: str | bytes) -> Any:
    """The value, or the error as text."""
    try:
        return JsonText(text).value
    except DocumentError as error:
        return str(error)


def both_ways(text: str | bytes) -> tuple[Any, Any]:
    """What the text means as it is read, and as it is read the slow way."""
    with pytest.MonkeyPatch.context() as patch:
        quick = read(text)
        patch.setattr(strict_json, "_plain_value", lambda text: None)
        return quick, read(text)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]), st.booleans())
def test_good_text(value: Any, ascii_only: bool, indent: int | None, as_bytes: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    quick, slow = both_ways(text.encode() if as_bytes else text)
    assert quick == slow == value
    assert json.dumps(quick) == json.dumps(slow)


@given(MEMBERS, st.booleans())
@example([("a", 1), ("a", ":")], False)
@example([("a", 1), ("a", {":": ":"})], True)
def test_keys_that_stand_twice(members: list[tuple[str, Any]], ascii_only: bool) -> None:
    inner = ",".join(
        f"{json.dumps(key, ensure_ascii=ascii_only)}:{json.dumps(value)}" for key, value in members
    )
    text = "{" + inner + "}"
    quick, slow = both_ways(text)
    assert quick == slow
    if len(dict(members)) < len(members):
        assert "twice" in quick


@given(st.text(alphabet='{}[]",:0123456789.eE+-\\ntruefalsunl \t\r\n\x00\x7f\ud800\ufeffä', max_size=20))
@example('{"a":1,"a":"\\u003a"}')
@example("1" * 5000)
@example("[" * 2000)
@example("1e999")
@example("NaN")
@example("-Infinity")
@example('"\\ud800"')
@example("\ufeff{}")
@example("null")
@example("")
def test_any_text(text: str) -> None:
    quick, slow = both_ways(text)
    assert quick == slow
    assert type(quick) is type(slow)


@pytest.mark.parametrize("text", [b"\xff", b'{"a":"\xed\xa0\x80"}', b"\xef\xbb\xbf[1]", b"\xef\xbb\xbf\xff"])
def test_any_bytes(text: bytes) -> None:
    quick, slow = both_ways(text)
    assert quick == slow
