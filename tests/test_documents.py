"""Position documents of Rattus: reading by hand, contradictions, malformed text, round trips."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from round_trips import check_round_trip, comes_up

from rattus_ai._core.rattus import export_state
from rattus_ai.errors import DocumentError
from rattus_ai.games import load_game
from rattus_ai.positions import read_position
from rattus_ai.schemas.strict_json import MAX_BYTES
from rattus_ai.schemas.writing import pretty

FOLDER = Path(__file__).parent.parent / "examples"
READ = {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
EXAMPLES = [path for path, content in READ.items() if content["game"] == "rattus"]
DOCUMENTS = {path.stem: READ[path] for path in EXAMPLES}


def document(**changes: Any) -> dict[str, Any]:
    """A small document written by hand, with changes."""
    base: dict[str, Any] = {
        "players": ["red", "green", "blue"],
        "turn": {"player": "green"},
        "plague": "italia",
        "regions": {
            "gallia": {"cubes": {"red": 2, "blue": 1}, "rats": {"n": 1}},
            "italia": {"cubes": [0, 3, 0], "rats": ["s", "n"]},
        },
        "owners": {"witch": "green", "king": 2},
    }
    return {**base, **changes}


def refused(source: Any) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_position(source)
    return caught.value


# --- reading ---------------------------------------------------------------------------------------------


def test_a_short_document_is_completed() -> None:
    position = read_position(document())
    assert position.to_document() == {
        "format": "rattus_ai/position",
        "version": 1,
        "game": "rattus",
        "rules": {"players": 3, "cards": ["peasant", "merchant", "monk", "knight", "witch", "king"]},
        "players": ["red", "green", "blue"],
        "turn": {"stage": "main", "player": 1, "number": 1},
        "plague": "italia",
        "regions": {
            name: {"cubes": [0, 0, 0], "rats": []} for name in load_game("rattus", players=3).region_names
        }
        | {
            "gallia": {"cubes": [2, 0, 1], "rats": ["n"]},
            "italia": {"cubes": [0, 3, 0], "rats": ["n", "s"]},
        },
        "palace": [0, 0, 0],
        "supply": [18, 17, 19],
        "rat_supply": {"n": 29, "s": 11},
        "owners": {"peasant": None, "merchant": None, "monk": None, "knight": None, "witch": 1, "king": 2},
        "revealed": [],
    }


def test_names_of_all_languages_and_numbers_are_understood() -> None:
    other = document(
        plague="ITÁLIA",
        owners={"Boszorkány": 1, "Roi": "BLUE", "Ιππότης": None},
        regions={
            "Gallia": {"cubes": [2, 0, 1], "rats": ["n"]},
            "Itália": {"cubes": {"1": 3}, "rats": [{"ring": "n"}, {"s": 1}]},
        },
    )
    assert read_position(other).to_document() == read_position(document()).to_document()


def test_the_order_of_rats_and_keys_tells_nothing() -> None:
    rats = [
        "s",
        {"ring": "n", "token": "2:MBC", "seen": [1], "look": 2},
        {"token": "s1:PK", "seen": ["green", "red"], "look": 1},
    ]
    texts = set()
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        changed = document(regions={"italia": {"rats": [rats[i] for i in order]}})
        texts.add(pretty(read_position(changed).to_document()))
    assert len(texts) == 1
    (text,) = texts
    assert json.loads(text)["regions"]["italia"]["rats"] == [
        "s",
        {"ring": "s", "token": "s1:PK", "seen": [0, 1], "look": 1},
        {"ring": "n", "token": "n2:MBC", "seen": [1], "look": 2},
    ]


def test_players_by_number_need_no_names() -> None:
    position = read_position(
        {
            "rules": {"players": 2},
            "turn": {"number": 3},
            "plague": "polonia",
            "regions": {"polonia": {"cubes": {"1": 4}}},
        }
    )
    assert position.players is None
    assert position.current_player() == 1
    assert export_state(position)["supply"] == [20, 16]


def test_the_options_of_the_rules_are_read_and_written() -> None:
    rules = {"players": 3, "cards": ["Witch", "king"], "placement_optional": True, "turn_limit": 30}
    position = read_position(document(rules=rules))
    assert position.game.options["placement_optional"] is True
    assert position.to_document()["rules"] == {
        "players": 3,
        "cards": ["witch", "king"],
        "placement_optional": True,
        "turn_limit": 30,
    }


def test_the_sweep_alone_can_be_written_down() -> None:
    changed = document(turn={"stage": "sweep", "last": "red"}, revealed=tokens(11, 29))
    position = read_position(changed)
    assert position.is_chance()
    assert export_state(position)["stage"] == "reveal"
    assert position.history() == []
    assert read_position(position.to_document()).to_document() == position.to_document()
    emptied = document(turn={"stage": "sweep", "last": "red"}, revealed=tokens(12, 31), regions={})
    assert read_position(emptied).is_terminal()


def tokens(starting: int, normal: int) -> list[str]:
    """So many tokens of each ring."""
    game = load_game("rattus", players=3)
    kinds = [text for text, count in zip(game.kinds, game.kind_counts, strict=True) for _ in range(count)]
    return [text for text in kinds if text[0] == "s"][:starting] + [text for text in kinds if text[0] == "n"][
        :normal
    ]


def test_set_up_is_derived_from_the_cubes() -> None:
    base = {"rules": {"players": 3}, "turn": {"stage": "setup_place"}, "plague": "gallia"}
    position = read_position({**base, "regions": {"italia": {"cubes": [2, 2, 4]}}})
    assert position.current_player() == 1
    assert position.to_document()["regions"]["polonia"]["rats"] == ["s"]
    assert read_position(base).current_player() == 0
    assert read_position({"rules": {"players": 4}, "turn": {"stage": "setup_plague"}}).is_chance()
    assert refused({**base, "regions": {"italia": {"cubes": [2, 4, 2]}}}).path == ("regions",)
    assert refused({**base, "regions": {"italia": {"cubes": [2, 1, 0]}}}).path == ("regions",)
    split = {
        **base,
        "rules": {"players": 3, "split_setup_pairs": True},
        "regions": {"italia": {"cubes": [2, 1, 0]}},
    }
    assert read_position(split).current_player() == 1


def test_the_worked_example_of_the_rules() -> None:
    """Rules, section 5: three rats in Gallia, two green cubes and a yellow one."""
    position = read_position(EXAMPLES[0].parent / "worked-example-4p.json")
    green, yellow = 1, 2
    before = export_state(position)["supply"]
    for text in ("plague gallia", "rat hispania", "ring n", "rat hispania", "ring n"):
        position.push(text)
    for text in ("reveal 1:BC", "reveal 3:MCK", "reveal 2:MBC"):
        position.push(text)
    after = export_state(position)
    gallia = position.game.region_names.index("gallia")
    assert after["cubes"][gallia] == [0, 0, 0, 0]
    assert sum(after["unlooked"][gallia]) == 0
    assert after["supply"][green] == before[green] + 2
    assert after["supply"][yellow] == before[yellow] + 1
    assert after["unlooked"][position.game.region_names.index("hispania")][1] == 2
    assert position.current_player() == 1


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_read_and_written_back(path: Path, tmp_path: Path) -> None:
    position = read_position(path)
    copied = tmp_path / path.name
    position.write(copied)
    again = read_position(copied)
    assert export_state(again) == export_state(position)
    assert again.to_document() == position.to_document()
    if path.stem != "worked-example-4p":
        assert copied.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_the_examples_cover_player_counts_and_phases() -> None:
    positions = [read_position(path) for path in EXAMPLES]
    assert {position.game.num_players for position in positions} == {2, 3, 4}
    assert len({export_state(position)["stage"] for position in positions}) >= 5


# --- contradictions --------------------------------------------------------------------------------------

SEEN = {"ring": "n", "token": "n2:MBC", "seen": [1]}


def rats(*items: Any) -> dict[str, Any]:
    return {"regions": {"italia": {"rats": list(items)}}}


CONTRADICTIONS = [
    # changes, place, other places, words of the message
    (
        {"regions": {"italia": {"cubes": [18, 0, 0]}, "gallia": {"cubes": [3, 0, 0]}}},
        "regions",
        [],
        "red has 21 cubes",
    ),
    ({"palace": {"red": 19}}, "palace", ["regions"], "only 20 exist"),
    ({"supply": [18, 17, 18]}, "supply", ["regions"], "blue has 18 cubes in the supply"),
    ({"supply": [18, 17]}, "supply", [], "3 numbers"),
    (rats("n", "n", {"n": 2}), "regions.italia.rats", [], "4 rats"),
    (rats({"n": 2}, {"ring": "s"}, SEEN), "regions.italia.rats", [], "4 rats"),
    (
        rats({"ring": "n", "token": "n2:MBC"}),
        "regions.italia.rats[0].token",
        ["regions.italia.rats[0].seen"],
        "nobody",
    ),
    (
        rats({"ring": "n", "look": 1}),
        "regions.italia.rats[0].look",
        ["regions.italia.rats[0].seen"],
        "nobody has looked",
    ),
    (
        rats({"ring": "s", "token": "n2:MBC", "seen": [1]}),
        "regions.italia.rats[0].ring",
        ["regions.italia.rats[0].token"],
        "ring",
    ),
    (rats({"n": 1, "seen": [1]}), "regions.italia.rats[0].seen", ["regions.italia.rats[0].n"], "single rat"),
    (rats({"seen": [1]}), "regions.italia.rats[0].ring", [], "missing"),
    (
        rats({"ring": "n", "seen": [1]}),
        "regions.italia.rats[0].token",
        ["regions.italia.rats[0].seen", "viewer"],
        "missing",
    ),
    (
        rats({"ring": "n", "token": "n2:MBK", "seen": [1]}),
        "regions.italia.rats[0].token",
        [],
        "did you mean n2:M",
    ),
    (
        rats({"ring": "n", "token": "n2:MBC", "seen": ["gren"]}),
        "regions.italia.rats[0].seen[0]",
        [],
        "did you mean green",
    ),
    (rats({"ring": "n", "token": "n2:MBC", "seen": [1, 1]}), "regions.italia.rats[0].seen[1]", [], "twice"),
    (rats(SEEN, SEEN), "regions.italia.rats[1].token", ["regions.italia.rats[0].token"], "exists once"),
    (
        rats({**SEEN, "look": 2}, {"token": "n1:BC", "seen": [1], "look": 2}),
        "regions.italia.rats[1].look",
        ["regions.italia.rats[0].look"],
        "ties",
    ),
    (
        rats(SEEN, {"token": "n1:BC", "seen": [1], "look": 2}),
        "regions.italia.rats[0]",
        ["regions.italia.rats[1].look"],
        "all looked-at",
    ),
    (rats("x"), "regions.italia.rats[0]", [], 'expected "n", "s" or an object'),
    (rats("n2:MBC"), "regions.italia.rats[0]", [], "who has looked"),
    ({"revealed": ["n1:BC", "s2:MBW", "n1:BC"]}, "revealed[2]", ["revealed[0]"], "n1:BC exists once"),
    ({"revealed": {"n1:WR": 3}}, "revealed.n1:WR", None, "exists 2 times"),
    ({**rats(SEEN), "revealed": ["n2:MBC"]}, "regions.italia.rats[0].token", ["revealed[0]"], "exists once"),
    ({"revealed": ["1:PK"]}, "revealed[0]", [], "may be s1:PK or n1:PK"),
    ({"revealed": ["n9:PK"]}, "revealed[0]", [], "no token"),
    ({"rat_supply": {"n": 12}}, "rat_supply.n", ["regions", "revealed"], "lacks 17 of the tokens"),
    ({"rat_supply": 41}, "rat_supply", ["regions", "revealed"], "leave 40"),
    ({"rat_supply": {"s": 12}}, "rat_supply.s", ["regions", "revealed"], "leaves 11"),
    ({"players": list("abcdefg")}, "players", [], "found 7, expected 2, 3, 4, 5 or 6"),
    ({"regions": {"tartaria": {"cubes": [1, 0, 0]}}}, "regions.tartaria", [], "4 players only"),
    ({"regions": {"galia": {}}}, "regions.galia", [], "did you mean gallia"),
    ({"regions": {"gallia": {}, "Gallia": {}}}, "regions.Gallia", ["regions.gallia"], "both gallia"),
    ({"owners": {"pope": 1}}, "owners.pope", [], "not in play"),
    ({"owners": {"archer": 1}}, "owners.archer", [], "no card"),
    ({"owners": {"monk": 3}}, "owners.monk", [], "a player from 0 to 2"),
    ({"owners": {"monk": 1, "moine": 2}}, "owners.moine", ["owners.monk"], "same card"),
    ({"rules": {"cards": ["king"]}}, "owners.witch", [], "not in play"),
    ({"rules": {"players": 4}}, "rules.players", ["players"], "names 3"),
    ({"rules": {"cards": ["king", "kingg"]}}, "rules.cards", [], "did you mean king"),
    ({"rules": {"cards": ["king", "King"]}}, "rules.cards", [], "same card"),
    ({"rules": {"reveal_order": "ransom"}}, "rules.reveal_order", [], "did you mean random"),
    ({"rules": {"turn_limit": 1}}, "turn.number", ["rules.turn_limit"], "limit is 1"),
    ({"players": ["red", "Red", "blue"]}, "players", [], "told apart"),
    ({"players": ["red", "2", "blue"]}, "players", [], "digits"),
    ({"players": ["red", "", "blue"]}, "players", [], "1 to 40"),
    ({"players": ["red"]}, "players", [], "found 1, expected 2"),
    ({"plague": None}, "plague", [], "missing"),
    ({"plague": "rome"}, "plague", [], "no region"),
    ({"turn": None}, "turn.player", [], "missing"),
    ({"turn": {"player": 0, "number": 4}}, "turn.player", ["turn.number"], "green is to move"),
    ({"turn": {"player": 1, "used": ["king"]}}, "turn.used[0]", ["owners"], "does not hold"),
    ({"turn": {"player": 1, "used": ["witch", "bruja"]}}, "turn.used[1]", [], "twice"),
    ({"turn": {"player": 0, "taken": True}}, "turn.taken", ["owners"], "holds none"),
    ({"turn": {"player": 1, "looking": [1]}}, "turn.looking", ["turn.stage"], "stage is main"),
    ({"turn": {"player": 1, "last": 0}}, "turn.last", ["turn.stage"], "stage is main"),
    ({"turn": {"player": 1, "stage": "witch_second"}}, "turn.looking", [], "missing"),
    (
        {"turn": {"player": 2, "stage": "witch_second", "looking": [1]}},
        "turn.stage",
        ["owners"],
        "does not hold the witch",
    ),
    (
        {"turn": {"player": 1, "stage": "witch_second", "looking": [1]}},
        "turn.looking[0]",
        ["regions"],
        "no rat",
    ),
    (
        {"turn": {"player": 1, "stage": "witch_swap", "looking": [1]}, **rats(SEEN)},
        "turn.looking",
        ["turn.stage"],
        "2 different",
    ),
    (
        {"turn": {"player": 1, "stage": "look", "looking": [1]}, **rats(SEEN)},
        "regions.italia.rats[0].token",
        ["turn.stage"],
        "not settled",
    ),
    ({"turn": {"player": 1, "stage": "spread"}, "plague": "polonia"}, "turn.stage", None, "no new rats"),
    (
        {"turn": {"player": 1, "stage": "spread", "rats_to_place": 2}, "plague": "gallia"},
        "turn.rats_to_place",
        ["regions.gallia"],
        "1 new rats",
    ),
    ({"turn": {"player": 1, "stage": "ring"}}, "turn.region", [], "missing"),
    ({"turn": {"player": 1, "stage": "ring", "region": "polonia"}}, "turn.region", [], "neighbour"),
    ({"turn": {"player": 1, "stage": "reveal"}}, "turn.drawing", [], "missing"),
    ({"turn": {"player": 1, "stage": "reveal", "drawing": 1}}, "turn.drawing", ["regions"], "no rat"),
    (
        {"turn": {"player": 1, "stage": "reveal", "drawing": "s", "region": "gallia"}},
        "turn.region",
        ["plague"],
        "italia",
    ),
    (
        {"turn": {"player": 1, "stage": "next"}, "plague": "polonia"},
        "turn.stage",
        ["regions"],
        "both rats and cubes",
    ),
    ({"turn": {"player": 1, "stage": "neutral"}}, "turn.stage", ["owners"], "does not hold the knight"),
    ({"turn": {"player": 1, "stage": "next", "neutral": True}}, "turn.neutral", ["owners"], "does not hold"),
    ({"revealed": tokens(11, 29)}, "turn.stage", ["regions", "revealed", "turn.last"], "no rat is left"),
    (
        {"palace": [18, 0, 0]},
        "turn.stage",
        ["regions", "revealed", "turn.last"],
        "red, who had the turn before",
    ),
    (
        {"turn": {"stage": "sweep", "last": 1}},
        "turn.stage",
        ["turn.last", "regions", "revealed"],
        "has not ended",
    ),
    ({"turn": {"stage": "final"}}, "turn.last", [], "missing"),
    (
        {"turn": {"stage": "final", "last": 1}},
        "turn.stage",
        ["turn.last", "regions", "revealed"],
        "has not ended",
    ),
    ({"turn": {"stage": "final", "last": 1, "player": 1}}, "turn.player", ["turn.last"], "takes no part"),
    (
        {"turn": {"stage": "final", "last": 1, "number": 4}},
        "turn.last",
        ["turn.number"],
        "red had the last turn",
    ),
    ({"turn": {"stage": "terminal", "last": 1}}, "regions.gallia", ["turn.stage"], "sweep is not over"),
    (
        {"turn": {"stage": "setup_place"}},
        "regions.gallia.rats",
        ["turn.stage"],
        "exactly one rat with the ring",
    ),
    ({"turn": {"stage": "setup_place"}, "regions": {}}, "owners.witch", ["turn.stage"], "nobody holds"),
    (
        {"turn": {"stage": "setup_plague"}, "regions": {}, "owners": {}},
        "plague",
        ["turn.stage"],
        "not placed",
    ),
    ({"viewer": "yellow"}, "viewer", [], "expected a player"),
    (
        {"viewer": 0, **rats(SEEN)},
        "regions.italia.rats[0].token",
        ["regions.italia.rats[0].seen", "viewer"],
        "has not looked",
    ),
    (
        {"viewer": 1, **rats({"ring": "n", "seen": [1]})},
        "regions.italia.rats[0].token",
        ["regions.italia.rats[0].seen", "viewer"],
        "green, the viewer of the document, has looked",
    ),
    (
        {"viewer": "public", **rats(SEEN)},
        "regions.italia.rats[0].token",
        ["regions.italia.rats[0].seen", "viewer"],
        "the public",
    ),
    ({"game": "ratus"}, "game", [], "did you mean rattus"),
    ({"format": "rattus_ai/record"}, "format", [], "read_record"),
    ({"version": 2}, "version", [], "only version"),
    ({"owner": {}}, "owner", [], "did you mean owners"),
    ({"rules": {"map": "no-such-file.toml"}}, "rules.map", [], "cannot be read"),
    ({"rules": {"players": "3"}}, "rules.players", [], "expected a whole number from 2 to 6"),
    ({"palace": [1, 1.5, 0]}, "palace[1]", [], "expected a whole number"),
    ({"palace": [1, True, 0]}, "palace[1]", [], "expected a whole number"),
    ({"palace": {"red": 1, "0": 1}}, "palace.0", None, "both red"),
]


@pytest.mark.parametrize(("changes", "place", "others", "words"), CONTRADICTIONS)
def test_contradictions_name_their_places(
    changes: dict[str, Any], place: str, others: list[str] | None, words: str
) -> None:
    changed = document(**changes)
    error = refused(changed)
    assert (error.place.replace('["', ".").replace('"]', ""), words in error.problem) == (place, True), str(
        error
    )
    if others is not None:
        assert list(error.other_places) == others, str(error)
    in_text = refused(json.dumps(changed, indent=1))
    assert in_text.path == error.path
    assert in_text.line is not None and in_text.column is not None


def test_an_error_names_file_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(
        json.dumps(document(**rats("n", {"ring": "n", "token": "n2:MBX", "seen": [1]})), indent=2)
    )
    error = refused(file)
    assert error.source == str(file)
    assert '"n2:MBX"' in file.read_text().splitlines()[(error.line or 0) - 1]
    assert str(error).startswith(
        f"{file}, line {error.line}, column {error.column}: regions.italia.rats[1].token: "
    )


# --- malformed text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("{", 1, "end of the text"),
        ('{"turn": {"player": 1},}', 1, "a key in double quotes"),
        ('{\n "plague": italia}', 2, "expected a value"),
        ('{\n "plague": "italia"\n "turn": 1}', 3, 'expected "," or "}"'),
        ('{"turn": {"player": NaN}}', 1, "expected a value"),
        ('{"turn": {"player": -Infinity}}', 1, "not JSON"),
        ('{"plague": "a",\n "plague": "b"}', 2, "stands twice"),
        ('{"plague": "a\nb"}', 1, "control character"),
        ('{"plague": "\\x"}', 1, "escape"),
        ('{"plague": "abc', 1, "Unterminated"),
        ('{"a": ' + "[" * 5000 + "]" * 5000 + "}", 1, "nested deeper"),
        ('{"a": ' + '{"a": ' * 90 + "1" + "}" * 91, 1, "nested deeper"),
        ('{"a": ' + "1" * 5000 + "}", 1, "5000 digits"),
        ("{} {}", 1, "the end of the text"),
        ("{" + " " * MAX_BYTES + "}", 1, "too long"),
        (b'{"players": ["\xff\xfe"]}', 1, "0xff"),
        (b"\x00\x01\x02", 1, "not JSON"),
        (b"", 1, "end of the text"),
        (b"[]", 1, "expected an object"),
        (b"null", 1, "expected an object"),
    ],
)
def test_text_that_is_no_document(text: str | bytes, line: int, words: str) -> None:
    error = refused(text)
    assert (error.line, words in error.problem) == (line, True), str(error)
    assert error.column is not None


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for source in (tmp_path / "none.json", tmp_path, "", "a\0b", "no such text"):
        assert "cannot be read" in refused(source).problem
    assert "byte-order" not in str(read_position(b"\xef\xbb\xbf" + json.dumps(document()).encode()))


def json_values() -> st.SearchStrategy[Any]:
    words = st.sampled_from(
        ["n", "s", "gallia", "main", "witch", "red", "public", "s2:MBW", "look", "final", "0", ""]
    )
    numbers = st.integers(-2, 25) | st.integers(-(2**70), 2**70)
    leaves = st.none() | st.booleans() | numbers | st.floats() | words | st.text(max_size=5)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
        max_leaves=5,
    )


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        found += places(each, (*path, key))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """An example with some values replaced, removed, doubled or renamed."""
    value = copy.deepcopy(DOCUMENTS[draw(st.sampled_from(sorted(DOCUMENTS)))])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(places(value)))
        if not path:
            continue
        inside = value
        for step in path[:-1]:
            inside = inside[step]
        last = path[-1]
        change = draw(st.sampled_from(["replace", "remove", "double", "rename", "move"]))
        if change == "replace":
            inside[last] = draw(json_values())
        elif change == "remove":
            del inside[last]
        elif change == "double" and isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
        elif change == "rename" and isinstance(inside, dict):
            inside[draw(st.text(max_size=6) | st.sampled_from(["turn", "rats", "cubes", "n"]))] = inside.pop(
                last
            )
        elif change == "move":
            source = value
            for step in draw(st.sampled_from(places(value))):
                source = source[step]
            inside[last] = copy.deepcopy(source)
    return value


def check_only_our_error(source: Any, *, text: bool) -> None:
    try:
        position = read_position(source)
    except DocumentError as error:
        assert error.place and error.problem and str(error)
        assert not text or (error.line is not None and error.column is not None)
    else:
        again = read_position(position.to_document())
        assert export_state(again) == export_state(position)


@examples(250)
@given(mutated())
def test_mutated_documents_give_only_document_errors(value: Any) -> None:
    check_only_our_error(json.dumps(value), text=True)
    if isinstance(value, dict):
        check_only_our_error(value, text=False)


@examples(250)
@given(st.sampled_from(EXAMPLES), st.data())
def test_damaged_text_gives_only_document_errors(path: Path, data: st.DataObject) -> None:
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(raw) - 1)))
        kind = data.draw(st.sampled_from(["set", "cut", "insert", "drop"]))
        if kind == "set" and raw:
            raw[at] = data.draw(st.integers(0, 255))
        elif kind == "cut":
            del raw[at:]
        elif kind == "insert":
            raw[at:at] = data.draw(
                st.binary(max_size=4) | st.sampled_from([b'"', b"{", b"[", b",", b"NaN", b"1e999"])
            )
        else:
            del raw[at : at + data.draw(st.integers(1, 40))]
    check_only_our_error(bytes(raw), text=True)


# --- round trips -----------------------------------------------------------------------------------------

OPTIONS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "split_setup_pairs": True},
    {"players": 4, "reveal_order": "active_player"},
    {"players": 2, "cards": ["witch", "monk"], "placement_optional": True},
    {"players": 3, "turn_limit": 9},
]


def check_tokens(document: dict[str, Any], viewer: int) -> None:
    """A view's document names only tokens that the viewer has looked at."""
    rats = [rat for region in document["regions"].values() for rat in region["rats"] if isinstance(rat, dict)]
    assert all(("token" in rat) <= (viewer in rat["seen"]) for rat in rats)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_every_stage_of_random_games_round_trips(options: dict[str, Any], seed: int) -> None:
    position = load_game("rattus", **options).initial_position()
    chooser = random.Random(seed)
    met: Counter[str] = Counter()
    while True:
        if comes_up(export_state(position)["stage"], met) or position.is_terminal():
            check_round_trip(position, check_tokens)
        if position.is_terminal():
            return
        if position.is_chance():
            position.apply(position.sample_chance(chooser.getrandbits(64)))
        else:
            position.apply(chooser.choice(position.legal_actions()))


def test_all_stages_occur_in_random_games() -> None:
    seen = set()
    for seed in range(12):
        position = load_game("rattus", players=3).initial_position()
        chooser = random.Random(seed)
        while not position.is_terminal():
            seen.add(export_state(position)["stage"])
            if position.is_chance():
                position.apply(position.sample_chance(chooser.getrandbits(64)))
            else:
                position.apply(chooser.choice(position.legal_actions()))
    stages = {"setup_plague", "setup_place", "main", "look", "witch_second", "witch_swap", "spread", "ring"}
    assert seen == stages | {"neutral", "next", "reveal", "final"}


def test_a_views_document_can_be_played_on() -> None:
    """What the viewer does not know is drawn when it comes up, and is left out again when written."""
    regions = {"italia": {"cubes": [0, 3, 0], "rats": [{"ring": "s", "seen": [1]}, "s"]}}
    turn = {"player": 1, "placed": True}
    position = read_position(document(viewer=0, regions=regions, turn=turn, plague="gallia"))
    position.push("look italia 2")
    assert position.is_chance()
    assert read_position(position.to_document()).chance_weights() == position.chance_weights()
    position.draw_chance()
    position.push("stop")
    shown = position.to_document()
    assert shown["regions"]["italia"]["rats"][1] == {"ring": "s", "seen": [1], "look": 1}
    position = read_position(shown)
    position.push("plague italia")
    while not position.turn_text.endswith("chance (next)"):
        position.push(position.legal_actions()[0])
    position.push("next 2")
    assert position.to_document()["turn"]["drawing"] == 1
    again = read_position(position.to_document())
    assert export_state(again) == export_state(position)
    assert again.chance_weights() == position.chance_weights()
