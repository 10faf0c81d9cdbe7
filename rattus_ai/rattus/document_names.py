"""The words of Rattus: regions, cards, tokens and verbs in all languages, for notation and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rattus_ai.notation import ENGLISH, ArgumentForm, Meaning, Vocabulary
from rattus_ai.rattus import languages
from rattus_ai.rattus.boxdata import SYMBOLS, Card, CardData, MapData, TokenData
from rattus_ai.rattus.document_types import RING_LETTERS
from rattus_ai.text.closest import fold

FORMS = {
    "place": (ArgumentForm("region"), ArgumentForm("number", omitted=0, prefix="+")),
    "look": (ArgumentForm("region"), ArgumentForm("slot", omitted=0)),
    "monk": (ArgumentForm("region"), ArgumentForm("slot", omitted=0), ArgumentForm("region")),
}

# Names of cards that stand for an action whose verb is another word. A card whose ability has its own name as
# a verb (king, merchant, monk) needs no line.
CARD_VERBS = {
    "Peasant": Meaning("place", {1: 1}),
    "Witch": Meaning("look"),
    "Knight": Meaning("plague"),
}

FLAGS = ("no", "yes")
_FLAG_ALIASES = {"no": 0, "n": 0, "false": 0, "0": 0, "yes": 1, "y": 1, "true": 1, "1": 1}
_RING_WORDS = ("starting", "normal")
_TOKEN = re.compile(r"([sn]?)(\d{1,2}):? ?([a-z]+)")


def token_kinds(tokens: TokenData) -> tuple[str, ...]:
    """The distinct token texts, `s2:MBC`, in the order in which the core numbers them: ring first."""
    return tuple(dict.fromkeys(token.text for token in (*tokens.starting, *tokens.normal)))


def vocabulary(
    map_data: MapData, regions: Sequence[str], tokens: TokenData, box: CardData, cards: Sequence[Card]
) -> Vocabulary:
    """The words of one game.

    Args:
        map_data: the whole map.
        regions: names of the regions in use, in the order of their numbers.
        tokens: the tokens.
        box: all cards there are.
        cards: the cards in play, in the order of their numbers.
    """
    card_names = [card.name for card in cards]
    kinds = token_kinds(tokens)
    return Vocabulary(
        names={
            "region": {
                code: [printed(languages.names(code).region(name)) for name in regions]
                for code in languages.LANGUAGES
            },
            "card": {
                code: [printed(languages.names(code).card(name)) for name in card_names]
                for code in languages.LANGUAGES
            },
            "token": {ENGLISH: kinds},
            "ring": {ENGLISH: RING_LETTERS},
            "flag": {ENGLISH: FLAGS},
        },
        aliases={
            "region": _numbered("regions", regions),
            "card": _numbered("cards", card_names),
            "token": _token_aliases(kinds),
            "ring": _ring_aliases(),
            "flag": {alias: (flag,) for alias, flag in _FLAG_ALIASES.items()},
        },
        verbs={
            code: {printed(name): printed(languages.names(code).card(name)) for name in card_names}
            for code in languages.LANGUAGES
        },
        verb_aliases={
            spelling: (CARD_VERBS.get(name, Meaning(printed(name))),)
            for spelling, name in languages.spellings("cards", card_names).items()
        },
        forms=FORMS,
        absent={"region": _absent_regions(map_data, regions), "card": _absent_cards(box, card_names)},
        spelling={"token": token_spelling},
    )


def printed(name: str) -> str:
    """A name as texts and documents print it: small letters, one word, `grave_robber`."""
    return "_".join(name.lower().split())


def token_spelling(text: str) -> str:
    """A token in small letters with its symbols in the order of the data files; any other text as it is."""
    match = _TOKEN.fullmatch(text)
    if match is None:
        return text
    ring, limit, symbols = match.groups()
    order = SYMBOLS.lower()
    return f"{ring}{int(limit)}:{''.join(sorted(symbols, key=lambda symbol: (order.find(symbol), symbol)))}"


def _numbered(kind: languages.Kind, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
    number = {name: index for index, name in enumerate(names)}
    return {spelling: (number[name],) for spelling, name in languages.spellings(kind, names).items()}


def _token_aliases(kinds: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """With the ring letter one kind, without it those of both rings."""
    aliases: dict[str, tuple[int, ...]] = {}
    for index, kind in enumerate(kinds):
        for alias in (token_spelling(fold(kind)), token_spelling(fold(kind[1:]))):
            aliases[alias] = (*aliases.get(alias, ()), index)
    return aliases


def _ring_aliases() -> dict[str, tuple[int, ...]]:
    aliases: dict[str, tuple[int, ...]] = {}
    for ring, (letter, word) in enumerate(zip(RING_LETTERS, _RING_WORDS, strict=True)):
        names = (languages.names(code).word(word) for code in languages.LANGUAGES)
        aliases |= {fold(name): (ring,) for name in (letter, word, *names)}
    return aliases


def _absent_regions(map_data: MapData, used: Sequence[str]) -> Mapping[str, str]:
    spare = {region.name: region for region in map_data.regions if region.name not in used}
    return {
        spelling: f"is a region that is used with {_from(spare[name].group, map_data.players)} only"
        for spelling, name in languages.spellings("regions", spare).items()
    }


def _from(group: int, players: Sequence[int]) -> str:
    return f"{group} players" if group >= max(players) else f"{group} or more players"


def _absent_cards(box: CardData, used: Sequence[str]) -> Mapping[str, str]:
    spare = [card.name for card in box.cards if card.name not in used]
    return {spelling: "is a card that is not in play" for spelling in languages.spellings("cards", spare)}
