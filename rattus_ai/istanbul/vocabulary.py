"""The words of the texts of Istanbul: what arguments are called, how verbs are written in each language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rattus_ai.istanbul import languages
from rattus_ai.istanbul.languages import LANGUAGES, Kind
from rattus_ai.istanbul.words import (
    CARDS,
    COLOURS,
    DICE,
    EXTRA,
    GOODS,
    GUILD_CARDS,
    ITEMS,
    LETTERS,
    PLACES,
    TAVERN_OPTIONS,
    TRACKS,
    WARES,
    goods_of,
    letters,
    printed,
    sales,
)
from rattus_ai.notation import ENGLISH, ArgumentForm, Meaning, Vocabulary
from rattus_ai.text.closest import fold

FORMS: Mapping[str, tuple[ArgumentForm, ...]] = {
    "deliver": (ArgumentForm("extra", omitted=0), ArgumentForm("extra", omitted=0)),
}

SYMMETRIC = ("barrier",)
"""Verbs whose two arguments may be written in either order."""

_NOBODY = ""
"""Stands at index 0 of what is numbered from 1."""

_Table = Mapping[str, Sequence[str]]
_Aliases = Mapping[str, tuple[int, ...]]


def vocabulary(
    verbs: Sequence[str],
    players: int,
    places: int,
    kinds: int,
    demand: Mapping[str, Sequence[tuple[int, ...]]],
) -> Vocabulary:
    """The words of one game.

    Args:
        verbs: of its actions and outcomes.
        players: number of players.
        places: number of places.
        kinds: number of kinds of bonus cards.
        demand: market (`large`, `small`) -> goods that its tiles show, in the order of their numbers.
    """
    numbers = [_NOBODY, *(str(number) for number in range(1, GUILD_CARDS + 1))]
    tiles = {f"{market}_demand": [letters(tile) for tile in demand[market]] for market in demand}
    sold = [letters(sale) for sale in sales()]
    things = {"tile": COLOURS, "ware": WARES, "track": TRACKS, "die": DICE, "tavern_option": TAVERN_OPTIONS}
    names: dict[str, _Table] = {
        "place": _translated("places", PLACES[:places], first=1),
        "goods": _translated("goods", ITEMS),
        "extra": _both(_translated("things", EXTRA[:1]), _translated("goods", GOODS)),
        "card": _translated("cards", CARDS[:kinds]),
        **{kind: _translated("things", words) for kind, words in things.items()},
        "guild_card": {ENGLISH: numbers},
        "player": {ENGLISH: [str(player) for player in range(players)]},
        "sale": {ENGLISH: sold},
        **{kind: {ENGLISH: each} for kind, each in tiles.items()},
    }
    goods = {**_numbered("goods", ITEMS), **{letter.lower(): (i,) for i, letter in enumerate(LETTERS)}}
    extra = {alias: (index + 1,) for alias, (index,) in goods.items() if index < len(GOODS)}
    aliases: dict[str, _Aliases] = {
        "place": {
            **{alias: (index + 1,) for alias, (index,) in _numbered("places", PLACES[:places]).items()},
            **{str(number): (number,) for number in range(1, places + 1)},
        },
        "goods": goods,
        "extra": {**extra, **_numbered("things", EXTRA[:1])},
        "card": _numbered("cards", CARDS[:kinds]),
        **{kind: _numbered("things", words) for kind, words in things.items()},
        "guild_card": _themselves(numbers),
        "player": _themselves(names["player"][ENGLISH]),
        "sale": _themselves(sold),
        **{kind: _themselves(each) for kind, each in tiles.items()},
    }
    return Vocabulary(
        names=names,
        aliases=aliases,
        verbs={
            code: {verb: printed(languages.names(code).verb(verb)) for verb in verbs} for code in LANGUAGES
        },
        verb_aliases={
            spelling: (Meaning(verb),) for spelling, verb in languages.spellings("verbs", verbs).items()
        },
        forms=FORMS,
        absent={"place": _absent("places", PLACES[places:]), "card": _absent("cards", CARDS[kinds:])},
        spelling={kind: sorted_letters for kind in ("sale", *tiles)},
        symmetric=frozenset(SYMMETRIC),
    )


def sorted_letters(text: str) -> str:
    """Goods by letters in the order of the goods; any other text as it is."""
    goods = goods_of(text)
    return text if goods is None else letters(goods).lower()


def _translated(kind: Kind, words: Sequence[str], first: int = 0) -> dict[str, list[str]]:
    """The printed names in every language, those of index `first` on."""
    return {
        code: [*[_NOBODY] * first, *(printed(languages.names(code).name(kind, word)) for word in words)]
        for code in LANGUAGES
    }


def _both(one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {code: [*one[code], *other[code]] for code in LANGUAGES}


def _numbered(kind: Kind, words: Sequence[str]) -> dict[str, tuple[int, ...]]:
    number = {word: index for index, word in enumerate(words)}
    found: dict[str, tuple[int, ...]] = {
        spelling: (number[word],) for spelling, word in languages.spellings(kind, words).items()
    }
    return found | {fold(printed(word)): (index,) for word, index in number.items()}


def _themselves(words: Sequence[str]) -> _Aliases:
    return {fold(word): (index,) for index, word in enumerate(words) if word}


def _absent(kind: Kind, words: Sequence[str]) -> dict[str, str]:
    known = languages.spellings(kind, words)
    return dict.fromkeys(known, "belongs to the expansion, which is not in play")
