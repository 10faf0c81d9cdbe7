"""OpenSpiel parameters from the options of a game, and back.

The options are read from the type of the game's position documents (its field `rules`), so a new option of a
game is a parameter at once:

| option | parameter |
|---|---|
| whole number, yes or no, choice of words | int, bool, string |
| list of names | string, joined by `;`; empty: the game's default |
| text that can be left out, such as a file name | string; empty: left out |
| yes or no that can be left out | bool; False: left out, so the game decides |
| whole number that can be left out | int; -1: left out |
| number of players | int; the smallest number if left out |

Ranges are checked when the game is made, by the same code as in `rattus_ai.load_game`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec.inspect
import pyspiel

from rattus_ai.errors import OptionError, shown
from rattus_ai.games import definition

SEPARATOR = ";"
PLAYERS = "players"

_LEFT_OUT = ""
_NO_NUMBER = -1

Value = int | bool | str


@functools.cache
def option_types(name: str) -> Mapping[str, msgspec.inspect.Field]:
    """The options of a game with their types, by name."""
    document = msgspec.inspect.type_info(definition(name).document_type)
    assert isinstance(document, msgspec.inspect.StructType)
    rules = _present(next(field for field in document.fields if field.name == "rules").type)
    assert isinstance(rules, msgspec.inspect.StructType)
    return {field.name: field for field in rules.fields}


@functools.cache
def player_counts(name: str) -> tuple[int, ...]:
    """The numbers of players for which the game loads with its defaults, ascending."""
    bounds = _present(option_types(name)[PLAYERS].type)
    assert isinstance(bounds, msgspec.inspect.IntType)
    assert bounds.ge is not None and bounds.le is not None
    found = []
    for count in range(int(bounds.ge), int(bounds.le) + 1):
        try:
            definition(name).load({PLAYERS: count})
        except OptionError:
            continue
        found.append(count)
    return tuple(found)


def specification(name: str) -> dict[str, Value]:
    """The parameters with their defaults, as `GameType.parameter_specification` takes them."""
    defaults: dict[str, Value] = {}
    for option, field in option_types(name).items():
        if option == PLAYERS:
            defaults[option] = player_counts(name)[0]
        else:
            defaults[option] = _left_out(field) if field.default is None else field.default
    return defaults


def options(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The options that parameters stand for.

    Raises:
        OptionError: a text would not survive in a game string.
    """
    chosen: dict[str, Any] = {}
    for option, field in option_types(name).items():
        value = parameters.get(option, _LEFT_OUT)
        if field.default is None and option != PLAYERS and value in (_left_out(field), _LEFT_OUT):
            continue
        if isinstance(value, str):
            _check_text(option, value)
            if value == _LEFT_OUT and field.default is None:
                continue
            if isinstance(_present(field.type), msgspec.inspect.ListType):
                chosen[option] = [part.strip() for part in value.split(SEPARATOR)]
                continue
        chosen[option] = value
    return chosen


def _check_text(name: str, value: str) -> None:
    """OpenSpiel writes games as strings, also when it pickles them, and quotes nothing."""
    try:
        back = pyspiel.game_parameters_from_string(f"game({name}={value})")
    except pyspiel.SpielError:
        back = {}
    if back.get(name) != value or len(back) != len(("name", name)) or "\n" in value:
        problem = (
            f"found {shown(value)}, which OpenSpiel cannot write into a game string;"
            " expected a text without , = ( ) and line breaks that is no number, True or False"
        )
        raise OptionError(name, problem)


def _left_out(field: msgspec.inspect.Field) -> Value:
    """The value of a parameter that stands for an option left out."""
    match _present(field.type):
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.IntType():
            return _NO_NUMBER
    return _LEFT_OUT


def _present(kind: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """The type without None and without annotations; of a list or a text the list."""
    if isinstance(kind, msgspec.inspect.Metadata):
        return _present(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        types = [_present(each) for each in kind.types if not isinstance(each, msgspec.inspect.NoneType)]
        lists = [each for each in types if isinstance(each, msgspec.inspect.ListType)]
        return (lists or types)[0]
    return kind
