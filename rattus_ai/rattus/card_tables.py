"""All class cards and suggested sets, as tables for people and as plain values for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.rattus import languages
from rattus_ai.rattus.boxdata import CLASS_LETTERS, Card, CardSet, Table, load_cards, load_sets
from rattus_ai.rattus.document_names import printed
from rattus_ai.text.closest import closest, did_you_mean, fold

NOT_KNOWN = "not known to us"


def overview(language: str = "en", box: str | None = None, class_name: str | None = None) -> dict[str, Any]:
    """Cards and suggested sets as plain values for JSON.

    Args:
        language: of the texts; effects and notes are in English.
        box: only cards of this box, `mercatus`.
        class_name: only cards of this class: its letter, or its name in any language.

    Returns:
        `cards`: a list of `name` (as option `cards` takes it), `text`, `class` (a letter), `class_text`,
        `box`, `effect`, `provenance`, `details` (how well the details are known, where that is worse; else
        null), `playable`, `note`. `sets`: a list of `name`, `text`, `cards` (names), `playable`,
        `provenance`, `note`.

    Raises:
        OptionError: there is no such box or class.
        RattusAIError: the language is unknown.
    """
    words = languages.names(language)
    playable = {card.name for card in load_cards().cards if card.playable}
    return {
        "cards": [
            {
                "name": printed(card.name),
                "text": words.card(card.name),
                "class": card.class_letter,
                "class_text": words.class_name(card.class_letter),
                "box": card.box,
                "effect": card.effect,
                "provenance": card.provenance,
                "details": card.details,
                "playable": card.playable,
                "note": card.note,
            }
            for card in _chosen(box, class_name)
        ],
        "sets": [
            {
                "name": card_set.name,
                "text": words.card_set(card_set.name),
                "cards": [printed(name) for name in card_set.cards],
                "playable": playable.issuperset(card_set.cards),
                "provenance": card_set.provenance,
                "note": card_set.note,
            }
            for card_set in load_sets().sets
        ],
    }


def tables(language: str = "en", box: str | None = None, class_name: str | None = None) -> list[Table]:
    """The same as two tables to print.

    Raises:
        OptionError: there is no such box or class.
        RattusAIError: the language is unknown.
    """
    words = languages.names(language)
    unplayable = {card.name for card in load_cards().cards if not card.playable}
    return [
        Table(
            "Class cards",
            ("card", "class", "box", "effect", "known", "playable"),
            tuple(
                (
                    words.card(card.name),
                    f"{card.class_letter} {words.class_name(card.class_letter)}",
                    card.box,
                    card.effect or NOT_KNOWN,
                    _known(card),
                    "yes" if card.playable else "no",
                )
                for card in _chosen(box, class_name)
            ),
        ),
        Table(
            "Suggested sets",
            ("set", "cards", "known", "note"),
            tuple(
                (
                    _called(card_set.name, words.card_set(card_set.name)),
                    ", ".join(map(words.card, card_set.cards)),
                    card_set.provenance,
                    "; ".join(filter(None, (card_set.note, _missing(card_set, unplayable, words.card)))),
                )
                for card_set in load_sets().sets
            ),
        ),
    ]


def _called(name: str, text: str) -> str:
    """A set as it is asked for, and in brackets what a language calls it where that is another name."""
    return name if fold(name) == fold(text) else f"{name} ({text})"


def _known(card: Card) -> str:
    return f"{card.provenance}, details {card.details}" if card.details else card.provenance


def _missing(card_set: CardSet, unplayable: set[str], word: Any) -> str:
    missing = [word(name) for name in card_set.cards if name in unplayable]
    instead = [word(new) for old, new in card_set.instead if old in unplayable]
    if not missing:
        return ""
    return f"cannot be played with {listed(missing, 'and')}" + (
        f", but with {listed(instead)}" if instead else ""
    )


def _chosen(box: str | None, class_name: str | None) -> Iterator[Card]:
    data = load_cards()
    wanted_box = None if box is None else _one_of("box", box, {fold(each): each for each in data.boxes})
    known = {
        **{letter.lower(): letter for letter in CLASS_LETTERS},
        **languages.spellings("classes", CLASS_LETTERS),
    }
    wanted_class = None if class_name is None else _one_of("class", class_name, known, CLASS_LETTERS)
    for card in data.cards:
        if wanted_box in (None, card.box) and wanted_class in (None, card.class_letter):
            yield card


def _one_of(option: str, text: str, known: Mapping[str, str], choices: Sequence[str] = ()) -> str:
    found = known.get(fold(text))
    if found is None:
        near = did_you_mean(dict.fromkeys(closest(text, known)))
        raise OptionError(option, f"found {shown(text)}, expected {listed(choices or known.values())}{near}")
    return found
