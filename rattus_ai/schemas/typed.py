"""Python values as read from JSON to typed structures, with messages a person can act on.

`msgspec` converts; when it refuses, the value is walked through beside its type to name the place by the keys
that the writer used, what was found there, and what was expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

import msgspec

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.text.closest import closest, did_you_mean

T = TypeVar("T")


def decode(value: object, kind: type[T]) -> T:
    """The value as `kind`.

    Raises:
        DocumentError: it has another shape; the path says where.
    """
    try:
        found = msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError, UnicodeEncodeError) as error:
        for mistake in _mistakes(value, _type_info(cast(Any, kind)), ()):
            raise mistake from None
        raise DocumentError((), str(error)) from None
    _check_texts(value)
    return found


def _check_texts(value: object) -> None:
    """Refuses halves of characters, which a Python text may hold but no file."""
    # What can be written as JSON holds none; only where that fails is the place looked for.
    try:
        msgspec.json.encode(value)
        return
    except (TypeError, ValueError, RecursionError):
        pass
    waiting: list[tuple[object, Path]] = [(value, ())]
    while waiting:
        part, path = waiting.pop()
        if isinstance(part, str):
            if not part.isascii() and any("\ud800" <= letter <= "\udfff" for letter in part):
                raise DocumentError(path, "is not text: it holds half of a character")
        elif isinstance(part, Mapping):
            waiting += [(name, path) for name in part]
            waiting += [(below, (*path, name)) for name, below in part.items()]
        elif isinstance(part, Sequence) and not isinstance(part, bytes):
            waiting += [(below, (*path, place)) for place, below in enumerate(part)]


_described: dict[Any, Any] = {}


def _type_info(kind: Any) -> Any:
    """The type as `msgspec` describes it, which takes long to put together."""
    if kind not in _described:
        from msgspec import inspect

        _described[kind] = inspect.type_info(kind)
    return _described[kind]


def _mistakes(value: object, kind: Any, path: Path) -> Iterator[DocumentError]:
    from msgspec import inspect

    whole, kind = kind, _bare(kind)
    if isinstance(kind, inspect.UnionType):
        member = next((each for each in kind.types if _same_shape(value, each)), None)
        if member is None:
            yield _mismatch(value, whole, path)
        else:
            yield from _mistakes(value, member, path)
    elif not _same_shape(value, kind):
        yield _mismatch(value, whole, path)
    elif isinstance(kind, inspect.StructType):
        assert isinstance(value, Mapping)
        yield from _struct_mistakes(value, kind, path)
    elif isinstance(kind, inspect.DictType):
        assert isinstance(value, Mapping)
        for key, each in value.items():
            if not isinstance(key, str):
                yield DocumentError(
                    path, f"the key {shown(key)} is no text", found=shown(key), expected="a text"
                )
            else:
                yield from _mistakes(each, kind.value_type, (*path, key))
    elif isinstance(kind, inspect.ListType):
        assert isinstance(value, Sequence)
        if not _within(len(value), kind.min_length, kind.max_length):
            yield _mismatch(value, whole, path)
        for index, each in enumerate(value):
            yield from _mistakes(each, kind.item_type, (*path, index))
    elif isinstance(kind, inspect.LiteralType):
        if value not in kind.values:
            yield _mismatch(value, whole, path, _hint(value, kind.values))
    elif (
        isinstance(kind, (inspect.IntType, inspect.FloatType)) and not _within(value, kind.ge, kind.le)
    ) or (
        isinstance(kind, inspect.StrType) and not _within(len(str(value)), kind.min_length, kind.max_length)
    ):
        yield _mismatch(value, whole, path)


def _struct_mistakes(value: Mapping[Any, object], kind: Any, path: Path) -> Iterator[DocumentError]:
    fields = {field.encode_name: field for field in kind.fields}
    for key in value:
        if key not in fields:
            hint = _hint(key, fields) or f"; the fields here are {listed(fields, 'and')}"
            problem = f"there is no such field{hint}"
            yield DocumentError((*path, str(key)), problem, found=shown(key), expected=listed(fields))
    for name, field in fields.items():
        if name in value:
            yield from _mistakes(value[name], field.type, (*path, name))
        elif field.required:
            expected = _describe(field.type)
            yield DocumentError(
                (*path, name), f"is missing; expected {expected}", found="nothing", expected=expected
            )


def _bare(kind: Any) -> Any:
    """The type without descriptions, which stand around it."""
    from msgspec import inspect

    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _hint(value: object, choices: Iterable[object]) -> str:
    if not isinstance(value, str):
        return ""
    return did_you_mean(closest(value, [choice for choice in choices if isinstance(choice, str)]))


def _mismatch(value: object, kind: Any, path: Path, hint: str = "") -> DocumentError:
    expected = _describe(kind)
    found = shown(value)
    return DocumentError(path, f"found {found}, expected {expected}{hint}", found=found, expected=expected)


def _same_shape(value: object, kind: Any) -> bool:
    """Whether value and type agree as far as one looks without going into them."""
    from msgspec import inspect

    kind = _bare(kind)
    if isinstance(kind, inspect.UnionType):
        return any(_same_shape(value, each) for each in kind.types)
    if isinstance(kind, inspect.NoneType):
        return value is None
    if isinstance(kind, inspect.BoolType):
        return isinstance(value, bool)
    if isinstance(kind, inspect.IntType):
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(kind, inspect.FloatType):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if isinstance(kind, (inspect.StrType, inspect.LiteralType)):
        return isinstance(value, str) or (isinstance(kind, inspect.LiteralType) and value in kind.values)
    if isinstance(kind, (inspect.StructType, inspect.DictType)):
        return isinstance(value, Mapping)
    if isinstance(kind, inspect.ListType):
        return isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))
    return True


def _within(value: Any, low: float | None, high: float | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low} to {high}"
    return f" of at least {low}" if low is not None else f" of at most {high}" if high is not None else ""


def _describe(kind: Any) -> str:
    """A type in the words of a message."""
    from msgspec import inspect

    # Bounds that a type cannot have, as they take more than 63 bits, stand in the schema alone.
    most = (kind.extra_json_schema or {}).get("maximum") if isinstance(kind, inspect.Metadata) else None
    kind = _bare(kind)
    if isinstance(kind, inspect.UnionType):
        return listed(dict.fromkeys(_describe(each) for each in kind.types))
    if isinstance(kind, inspect.NoneType):
        return "null"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.IntType):
        return f"a whole number{_range(kind.ge, kind.le if most is None else most)}"
    if isinstance(kind, inspect.FloatType):
        return f"a number{_range(kind.ge, kind.le)}"
    if isinstance(kind, inspect.StrType):
        return "a text"
    if isinstance(kind, inspect.LiteralType):
        return listed(shown(each) for each in kind.values)
    if isinstance(kind, inspect.StructType):
        return f"an object with {listed((field.encode_name for field in kind.fields), 'and')}"
    if isinstance(kind, inspect.DictType):
        return f"an object of names, each with {_describe(kind.value_type)}"
    if isinstance(kind, inspect.ListType):
        low, high = kind.min_length, kind.max_length
        count = f" of length {low}" if low is not None and low == high else ""
        if not count and (low or high is not None):
            count = _range(low, high).replace(" of ", " of length ", 1).replace(" from ", " of length ", 1)
        return f"a list{count} (each item {_describe(kind.item_type)})"
    return "a value"


def described(kind: Any) -> str:
    """A type of the annotations of `msgspec` structures in the words of a message."""
    from msgspec import inspect

    return _describe(inspect.type_info(kind))
