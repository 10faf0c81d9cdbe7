"""Texts of Istanbul in English and Greek: printed, read, refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from istanbul_games import VARIANTS, busy_positions

from rattus_ai.errors import AmbiguousTextError, IllegalTextError, NotationError, UnknownTextError
from rattus_ai.games import load_game
from rattus_ai.istanbul.words import sales
from rattus_ai.positions import Position, read_position

EXAMPLE = Path(__file__).parents[2] / "examples" / "istanbul-midgame-4p.json"


def at(stage: str, **options: Any) -> Position:
    """A position of a stage, out of random games."""
    for seed in range(40):
        for position in busy_positions(seed, 3000, **options):
            if position.to_document()["turn"]["stage"] == stage:
                return position
    raise AssertionError(stage)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_what_is_printed_is_read(options: dict[str, Any]) -> None:
    verbs = set()
    for step, position in enumerate(busy_positions(4, 2500, **options)):
        if step % 3:
            continue
        for language in ("en", "el"):
            legal, texts = position.legal_actions(), position.legal_texts(language)
            assert len(set(texts)) == len(legal)
            for identifier, text in list(zip(legal, texts, strict=True))[:40]:
                assert position.parse(text, language) == identifier, text
                assert position.parse(text, "en") == identifier, text
                verbs.add(text.split()[0])
    assert len(verbs) > (100 if options.get("expansion") else 70)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_id_has_its_own_text_in_both_languages(options: dict[str, Any]) -> None:
    game = load_game("istanbul", **options)
    rules = game.rules
    for language in game.languages:
        actions = [game.action_text(each, language) for each in range(rules.num_distinct_actions)]
        outcomes = [game.outcome_text(each, language) for each in range(rules.max_chance_outcomes)]
        assert len(set(actions)) == len(actions) and len(set(outcomes)) == len(outcomes)
        assert all((text and text == text.lower()) or "sell" in text or "πούλησε" in text for text in actions)


def test_lenient_reading() -> None:
    position = read_position(EXAMPLE)
    wanted = position.parse("move spice_warehouse")
    for text in ("move spice", "MOVE Spice-Warehouse", "mo spi", "move 3", "πηγαινε αποθηκη μπαχαρικων"):
        assert position.parse(text) == wanted, text
    assert position.text(wanted, "el") == "πήγαινε αποθήκη_μπαχαρικών"
    assert position.parse("move συντεχνία") == position.parse("move guild")


def test_sales_by_letters() -> None:
    position = load_game("istanbul", players=2).initial_position()
    game = position.game
    texts = {game.action_text(action) for action in range(game.rules.num_distinct_actions)}
    assert {"sell R", "sell RRGYB", "sell BBBBB"} <= texts
    assert sum(text.startswith("sell ") for text in texts) == len(sales()) == 125
    selling = next(
        each.copy()
        for seed in range(20)
        for each in busy_positions(seed, 2000, players=2)
        if any(len(text) > 7 for text in each.legal_texts() if text.startswith("sell"))
    )
    longest = max((text for text in selling.legal_texts() if text.startswith("sell ")), key=len)
    shuffled = f"sell {longest[5:][::-1].lower()}"
    assert selling.parse(shuffled) == selling.parse(longest) == selling.parse(longest.lower())


def test_a_border_is_written_in_either_order() -> None:
    position = at("action", players=3, expansion=True)
    while not any(text.startswith("barrier") for text in position.legal_texts()):
        position = next(
            each
            for seed in range(30)
            for each in busy_positions(seed, 4000, players=3, expansion=True)
            if any(text.startswith("barrier") for text in each.legal_texts())
        )
    text = next(text for text in position.legal_texts() if text.startswith("barrier"))
    verb, first, second = text.split()
    assert position.parse(f"{verb} {second} {first}") == position.parse(text)
    assert position.parse(f"φράχτης {second} {first}") == position.parse(text)


def test_verbs_that_begin_alike() -> None:
    """`discard guild` is a bonus card, `discard_guild 5` a guild card; the same with draws."""
    position = at("draw", players=3, expansion=True)
    if "draw guild" in position.legal_texts():
        assert position.text(position.parse("draw guild")) == "draw guild"
    hall = at("discard_guild", players=3, expansion=True)
    for text in hall.legal_texts():
        assert hall.parse(text) == hall.parse(text.replace("_", " "))


def test_deliveries_leave_out_nothing() -> None:
    position = load_game("istanbul", players=4).initial_position()
    texts = [position.game.action_text(action) for action in range(position.game.rules.num_distinct_actions)]
    deliveries = [text for text in texts if text.startswith("deliver")]
    assert (
        deliveries[0] == "deliver" and "deliver fruit fruit" in deliveries and "deliver fabric" in deliveries
    )
    assert len(deliveries) == 15 and not any("nothing" in text for text in deliveries)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("mvoe fountain", UnknownTextError, "did you mean move"),
        ("move founain", UnknownTextError, "did you mean fountain"),
        ("move tavern fountain", UnknownTextError, "should end"),
        ("move", AmbiguousTextError, "may be move"),
        ("move coffee_house", IllegalTextError, "is not legal now; legal with move"),
        ("sell RRB", IllegalTextError, 'no "sell" is legal now'),
        ("roll 3 4", IllegalTextError, "a player decides now"),
        ("sell XX", UnknownTextError, "is no sale of this game"),
        ("call -3", UnknownTextError, "a number of at least 0"),
        ("guild 21", UnknownTextError, "is no guild card of this game"),
        ("", UnknownTextError, "the text is empty"),
    ],
)
def test_refusals(text: str, kind: type[NotationError], message: str) -> None:
    position = read_position(EXAMPLE)
    with pytest.raises(kind) as caught:
        position.parse(text)
    assert message in str(caught.value)


def test_what_only_the_expansion_has_is_named_as_such() -> None:
    position = load_game("istanbul", players=2).new_position(seed=1)
    with pytest.raises(UnknownTextError, match='"tavern" belongs to the expansion, which is not in play'):
        position.parse("move tavern")
