"""Text of actions and chance outcomes: printing, lenient reading, errors that help."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from rattus_ai.errors import (
    AmbiguousTextError,
    IllegalTextError,
    NotationError,
    OptionError,
    UnknownTextError,
)
from rattus_ai.games import load_game
from rattus_ai.positions import Position, read_position

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def midgame() -> Position:
    """Red to move with the Knight and the Witch; nothing of the turn has happened."""
    return read_position(EXAMPLES / "midgame-3p.json")


@pytest.fixture
def sweep() -> Position:
    """The sweep in Anglia, where a rat of each ring lies."""
    return read_position(EXAMPLES / "sweep-3p.json")


def meant(position: Position, text: str, language: str = "en") -> str:
    return position.text(position.parse(text, language))


# --- printing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 4, "reveal_order": "active_player"}], ids=str
)
def test_texts_of_all_ids_are_different(options: dict[str, object]) -> None:
    game = load_game("rattus", **options)
    for language in game.languages:
        actions = {game.action_text(i, language) for i in range(game.rules.num_distinct_actions)}
        assert len(actions) == game.rules.num_distinct_actions
        outcomes = {game.outcome_text(i, language) for i in range(game.rules.max_chance_outcomes)}
        assert len(outcomes) == game.rules.max_chance_outcomes


def test_canonical_texts() -> None:
    game = load_game("rattus", players=4)
    actions = {game.action_text(i) for i in range(game.rules.num_distinct_actions)}
    outcomes = {game.outcome_text(i) for i in range(game.rules.max_chance_outcomes)}
    assert actions >= {
        "take monk",
        "place gallia",
        "place gallia +1",
        "plague italia",
        "rat hispania",
        "neutral yes",
        "neutral no",
        "done",
        "king gallia",
        "merchant gallia germania 2",
        "monk gallia germania",
        "monk gallia 2 germania",
        "look gallia",
        "look gallia 2",
        "stop",
        "swap",
        "keep",
    }
    assert outcomes >= {"plague italia", "ring s", "ring n", "next 1", "see s2:MBW", "reveal n2:MBC"}
    chosen = load_game("rattus", players=4, reveal_order="active_player")
    assert "next 2" in {chosen.action_text(i) for i in range(chosen.rules.num_distinct_actions)}


def test_other_languages_are_printed(midgame: Position) -> None:
    assert midgame.legal_texts("hu")[2] == "take szerzetes"
    assert midgame.legal_texts("el")[2] == "take μοναχός"
    assert midgame.legal_texts("fr")[0] == "take paysan"
    game = load_game("rattus", players=2)
    assert game.action_text(0, "es") == "take campesino"
    texts = [game.action_text(i, "fr") for i in range(game.rules.num_distinct_actions)]
    assert "moine gallia germania" in texts


def test_unknown_languages_are_refused(midgame: Position) -> None:
    for ask in (lambda: midgame.legal_texts("de"), lambda: midgame.parse("take monk", "de")):
        with pytest.raises(OptionError, match='found "de", expected en, hu, el, fr or es'):
            ask()


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_text_of_a_game_is_understood(seed: int) -> None:
    chooser = random.Random(seed)
    game = load_game(
        "rattus", players=chooser.choice([2, 3, 4]), reveal_order=chooser.choice(["random", "active_player"])
    )
    position = game.initial_position()
    while not position.is_terminal():
        language = chooser.choice(game.languages)
        legal = position.legal_actions()
        for identifier in chooser.sample(legal, min(4, len(legal))):
            text = position.text(identifier, language)
            assert position.parse(text, language) == identifier
            assert position.parse(text.upper(), language) == identifier
            assert (
                position.parse(f"  {text.replace(' ', '   ')} ", chooser.choice(game.languages)) == identifier
            )
        position.apply(position.sample_chance(seed) if position.is_chance() else chooser.choice(legal))


# --- reading ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TAKE Szerzetes", "take monk"),
        ("take kir", "take king"),
        ("ta merc", "take merchant"),
        ("take ΜΟΝΑΧΟΣ", "take monk"),
        ("place ger", "place germania"),
        ("place ITÁLIA", "place italia"),
        ("look italia", "look italia"),
        ("look italia 1", "look italia"),
        ("Bruja Polonia 2", "look polonia 2"),
        ("μάγισσα polonia", "look polonia"),
    ],
)
def test_lenient_reading(midgame: Position, text: str, expected: str) -> None:
    assert meant(midgame, text) == expected


def test_synonyms_of_cards(midgame: Position) -> None:
    document = midgame.to_document()
    document["owners"] = dict.fromkeys(document["owners"], 0)
    position = read_position(document)
    assert meant(position, "peasant gallia") == "place gallia +1"
    assert meant(position, "Paraszt Gallia") == "place gallia +1"
    assert meant(position, "place gallia +1") == "place gallia +1"
    assert meant(position, "place germania") == "place germania"
    assert meant(position, "ROI gallia") == "king gallia"
    assert meant(position, "moine germania 2 gallia") == "monk germania 2 gallia"
    assert meant(position, "monk italia gallia") == "monk italia gallia"
    assert meant(position, "marchand italia gallia 2") == "merchant italia gallia 2"
    assert meant(position, "merchant turcia bulg 1") == "merchant turcia bulgaria 1"
    with pytest.raises(AmbiguousTextError) as caught:
        position.parse("merchant italia gallia")
    assert caught.value.candidates == ("merchant italia gallia 1", "merchant italia gallia 2")


def test_a_trailing_argument_may_be_left_out_where_one_action_remains(midgame: Position) -> None:
    document = midgame.to_document()
    document["owners"] = {"peasant": 0, "merchant": 0, "knight": 0, "witch": 0, "king": 0, "monk": 1}
    assert meant(read_position(document), "take") == "take monk"


def test_tokens_are_read_in_any_case_and_order(sweep: Position) -> None:
    sweep.push("next 1")
    assert meant(sweep, "reveal N4:caw") == "reveal n4:ACW"
    assert meant(sweep, "reveal 4:acw") == "reveal n4:ACW"
    assert meant(sweep, "reveal n4acw") == "reveal n4:ACW"


@pytest.mark.parametrize(
    ("text", "kind", "words", "candidates"),
    [
        ("t m", AmbiguousTextError, "may be take merchant, take monk", ("take merchant", "take monk")),
        ("p italia", AmbiguousTextError, "may be place or plague", ("place", "plague")),
        ("place", AmbiguousTextError, "place germania", None),
        (
            "take",
            AmbiguousTextError,
            "take king",
            ("take peasant", "take merchant", "take monk", "take king"),
        ),
        ("tak monkey", UnknownTextError, '"monkey" is no card of this game; did you mean monk?', ("monk",)),
        ("plague x", UnknownTextError, "no region of this game; expected anglia, gallia", ()),
        ("place tartaria", UnknownTextError, "used with 4 players only", ()),
        ("mnk gallia", UnknownTextError, "did you mean monk?", ("take", "place", "look")),
        ("", UnknownTextError, "empty", ("take", "place", "look")),
        ("take monk now", UnknownTextError, 'found "now" where "take monk" should end', ()),
        ("place germania -1", UnknownTextError, 'found "-1"', ()),
        ("look polonia two", UnknownTextError, 'found "two"', ()),
        ("place gallia", IllegalTextError, "legal with place: place germania", None),
        ("take knight", IllegalTextError, "legal with take", None),
        ("look hungaria 2", IllegalTextError, "legal with look", None),
        ("plague italia", IllegalTextError, 'no "plague" is legal now; legal now: take, place, look', None),
        ("reveal n1:BC", IllegalTextError, "a player decides now", None),
        ("place gallia\x00", UnknownTextError, "no region", None),
        ("x" * 10_000, UnknownTextError, "no verb", None),
    ],
)
def test_errors_help(
    midgame: Position, text: str, kind: type[NotationError], words: str, candidates: tuple[str, ...] | None
) -> None:
    with pytest.raises(kind) as caught:
        midgame.push(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500
    assert candidates is None or caught.value.candidates == candidates
    assert midgame.history() == []


def test_nothing_is_legal_after_the_end() -> None:
    position = load_game("rattus", players=2).new_position(seed=1)
    position.random_playout(1)
    with pytest.raises(IllegalTextError, match="the game is over"):
        position.parse("take monk")


# --- an outcome after the next ---------------------------------------------------------------------------


def test_a_reveal_may_be_named_where_the_rat_is_drawn_first(sweep: Position) -> None:
    assert sweep.legal_texts() == ["next 1", "next 2"]
    twin = sweep.copy()
    sweep.push("reveal n4:ACW")
    twin.push("next 1")
    twin.push("reveal n4:ACW")
    assert sweep.history() == twin.history()
    with pytest.raises(NotationError):
        sweep.game.notation.parse(read_position(EXAMPLES / "sweep-3p.json"), "reveal n4:ACW")


def reveal_with(rats: list[object], **more: object) -> Position:
    """The sweep of a two-player game with these rats in Gallia."""
    document = read_position(EXAMPLES / "sweep-3p.json").to_document()
    document["regions"]["anglia"]["rats"] = rats
    revealed = [text for text in document["revealed"] if text not in ("n2:MBC", "s2:PCR", "n1:WR")]
    document.update(revealed=revealed, rat_supply=None, turn={**document["turn"], "number": None}, **more)
    missing = {"s": 12, "n": 31}
    for region in document["regions"].values():
        for rat in region["rats"]:
            missing[rat if isinstance(rat, str) else rat["ring"]] -= 1
    for text in revealed:
        missing[text[0]] -= 1
    known = {rat["token"] for r in document["regions"].values() for rat in r["rats"] if isinstance(rat, dict)}
    game = load_game("rattus", players=3)
    for kind, count in zip(game.kinds, game.kind_counts, strict=True):
        spare = count - revealed.count(kind) - (kind in known)
        if missing[kind[0]] > 0 and spare and kind not in ("n2:MBC", "s2:PCR", "n1:WR"):
            revealed.append(kind)
            missing[kind[0]] -= 1
    return read_position(document)


def test_a_known_rat_is_revealed_by_its_token() -> None:
    known = {"ring": "n", "token": "n2:MBC", "seen": [0], "look": 9}
    position = reveal_with(["n", known])
    assert position.legal_texts() == ["next 1", "next 2"]
    assert position.game.notation.parse_steps(position, "reveal n2:MBC") == (position.parse("next 2"),)


def test_the_same_text_in_two_rats_is_ambiguous() -> None:
    known = {"ring": "n", "token": "n1:WR", "seen": [0], "look": 9}
    position = reveal_with(["n", known])
    with pytest.raises(AmbiguousTextError, match="say which comes first") as caught:
        position.push("reveal n1:WR")
    assert caught.value.candidates == ("next 1", "next 2")
    assert position.history() == []


# --- anything typed --------------------------------------------------------------------------------------

WORDS = [
    "take",
    "place",
    "plague",
    "monk",
    "gallia",
    "ger",
    "+1",
    "2",
    "next",
    "reveal",
    "s2:MBW",
    "n",
    "yes",
    "király",
]


@examples(300)
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=5).map(" ".join), st.booleans())
def test_any_text_is_an_id_or_a_notation_error(text: str, chance: bool) -> None:
    position = read_position(EXAMPLES / ("sweep-3p.json" if chance else "midgame-3p.json"))
    try:
        steps = position.game.notation.parse_steps(position, text)
    except NotationError as error:
        assert str(error) and error.text == text[:200]
    else:
        for identifier in steps:
            position.apply(identifier)
