"""All bonus and guild cards with box, effect and how well each is known."""

from __future__ import annotations

from typing import Any

from rattus_ai.data_files.reports import Table
from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.istanbul import languages
from rattus_ai.istanbul.box_bonus import BOXES
from rattus_ai.istanbul.box_tables import bonus_table, guild_table, improvement
from rattus_ai.istanbul.boxdata import load_bonus, load_guild
from rattus_ai.istanbul.words import CARDS, PLACE_NAMES, PLACES
from rattus_ai.text.closest import closest, did_you_mean, fold


def overview(language: str = "en", box: str | None = None, class_name: str | None = None) -> dict[str, Any]:
    """The cards as plain values.

    Returns:
        `cards`, a list of `name`, `text`, `box`, `copies`, `copies_known`, `when`, `effect`, `provenance`,
        `note`; `guild_cards`, a list of `number`, `place`, `text`, `effect`, `improvement`, `provenance`,
        `note`.

    Raises:
        OptionError: there is no such box, or a class is asked for.
        RattusAIError: the language is unknown.
    """
    words = languages.names(language)
    chosen = _box(box, class_name)
    return {
        "cards": [
            {
                "name": card.name,
                "text": words.card_title(card.name),
                "box": card.box,
                "copies": card.copies,
                "copies_known": card.copies_known or card.provenance,
                "when": card.when,
                "effect": card.effect,
                "provenance": card.provenance,
                "note": card.note,
            }
            for card in load_bonus().cards
            if chosen in (None, card.box)
        ],
        "guild_cards": [
            {
                "number": card.number,
                "place": PLACE_NAMES[card.number - 1],
                "text": words.place(PLACES[card.number - 1]),
                "effect": card.effect,
                "improvement": improvement(card),
                "provenance": card.provenance,
                "note": card.note,
            }
            for card in load_guild().cards
            if chosen in (None, BOXES[1])
        ],
    }


def tables(language: str = "en", box: str | None = None, class_name: str | None = None) -> list[Table]:
    """The same as tables to print.

    Raises:
        OptionError: there is no such box, or a class is asked for.
        RattusAIError: the language is unknown.
    """
    words = languages.names(language)
    chosen = _box(box, class_name)
    found = [bonus_table(load_bonus(), {card: words.card_title(card) for card in CARDS}, chosen)]
    if chosen in (None, BOXES[1]):
        found.append(guild_table(load_guild(), {place: words.place(place) for place in PLACES}))
    return found


def _box(box: str | None, class_name: str | None) -> str | None:
    if class_name is not None:
        raise OptionError("class", f"found {shown(class_name)}, but the cards of Istanbul have no classes")
    if box is None:
        return None
    for known in BOXES:
        if fold(known) == fold(box):
            return known
    hint = did_you_mean(closest(box, BOXES))
    raise OptionError("box", f"found {shown(box)}, expected {listed(BOXES)}{hint}")
