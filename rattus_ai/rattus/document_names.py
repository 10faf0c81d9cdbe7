"""The words of Rattus: regions, cards, tokens and verbs in all languages, for notation and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rattus_ai.errors import listed
from rattus_ai.notation import ENGLISH, ArgumentForm, Meaning, Vocabulary
from rattus_ai.rattus import languages
from rattus_ai.rattus.boxdata import (
    ANY_CLASS,
    CLASS_LETTERS,
    PLAYER_COUNTS,
    SYMBOLS,
    Card,
    CardData,
    MapData,
    Region,
    RegionCardData,
    TokenData,
    load_map,
)
from rattus_ai.rattus.document_types import RING_LETTERS
from rattus_ai.text.closest import fold

FORMS = {
    "place": (ArgumentForm("region"), ArgumentForm("number", omitted=0, prefix="+")),
    "look": (ArgumentForm("region"), ArgumentForm("slot", omitted=0)),
    "monk": (ArgumentForm("region"), ArgumentForm("slot", omitted=0), ArgumentForm("region")),
    "follow": (ArgumentForm("region"), ArgumentForm("slot", omitted=0)),
}

GOODS = ("fish", "cloth", "wood", "salt")
"""The kinds of goods, in the order of their numbers (rules section 8)."""

NO_GOODS = "none"
"""Set-up puts no goods token in a region; the number after those of the kinds."""

_PLAGUE = Meaning("plague")
_RAVAGE = Meaning("ravage")

# Names of cards that stand for actions with another verb, the card's own verb first where it has one.
# A card whose ability has its own name as a verb and nothing else (king, merchant, monk) needs no line.
CARD_VERBS: Mapping[str, tuple[Meaning, ...]] = {
    "Peasant": (Meaning("place", {1: 1}),),
    "Witch": (Meaning("look"),),
    "Knight": (_PLAGUE,),
    "Deacon": (_RAVAGE,),
    "Assassin": (_PLAGUE, _RAVAGE),
    "Raider": (Meaning("raider"), _PLAGUE),
    "Grave Robber": (_RAVAGE,),
    "Queen": (Meaning("queen"), Meaning("place", {1: 2})),
    "Emperor": (Meaning("wall"), Meaning("lift")),
    "Serf": (_RAVAGE,),
    "Soldier": (Meaning("soldier"), _PLAGUE),
    "Crusader": (_PLAGUE, _RAVAGE),
    "Mayor": (Meaning("mayor"), Meaning("place", {1: 1})),
}

FLAGS = ("no", "yes")
_FLAG_ALIASES = {"no": 0, "n": 0, "false": 0, "0": 0, "yes": 1, "y": 1, "true": 1, "1": 1}
_RING_WORDS = ("starting", "normal")
_TOKEN = re.compile(r"([sn]?)(\d{1,2}):? ?([a-z]+)")
_REGION_CARD = re.compile(rf"(.+?)(?: ?: ?| )([{CLASS_LETTERS.lower()}]{{1,2}}|\{ANY_CLASS})")


def token_kinds(tokens: TokenData) -> tuple[str, ...]:
    """The distinct token texts, `s2:MBC`, in the order in which the core numbers them: ring first."""
    return tuple(dict.fromkeys(token.text for token in (*tokens.starting, *tokens.normal)))


def region_card_kinds(data: RegionCardData, regions: Sequence[str]) -> list[tuple[int, str]]:
    """Region number and symbols of every region card of the regions in use, card by card.

    Equal ones are one kind; the core numbers the kinds by their first card.
    """
    number = {fold(region): index for index, region in enumerate(regions)}
    return [(number[fold(card.region)], card.symbols) for card in data.used_in(regions)]


def vocabulary(
    map_data: MapData,
    regions: Sequence[str],
    tokens: TokenData,
    box: CardData,
    cards: Sequence[Card],
    region_cards: Iterable[tuple[int, str]] = (),
) -> Vocabulary:
    """The words of one game.

    Args:
        map_data: the whole map.
        regions: names of the regions in use, in the order of their numbers.
        tokens: the tokens.
        box: all cards there are.
        cards: the cards in play, in the order of their numbers.
        region_cards: region number and symbols of each kind of region card, in the order of their numbers.
    """
    card_names = [card.name for card in cards]
    kinds = token_kinds(tokens)
    hands = tuple(region_cards)
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
            "goods": {
                code: [printed(languages.names(code).goods(name)) for name in (*GOODS, NO_GOODS)]
                for code in languages.LANGUAGES
            },
            "region_card": {
                code: [f"{printed(languages.names(code).region(regions[at]))}:{shown}" for at, shown in hands]
                for code in languages.LANGUAGES
            },
            "token": {ENGLISH: kinds},
            "ring": {ENGLISH: RING_LETTERS},
            "flag": {ENGLISH: FLAGS},
        },
        aliases={
            "region": _numbered("regions", regions),
            "card": _numbered("cards", card_names),
            "goods": _numbered("goods", (*GOODS, NO_GOODS)),
            "region_card": {
                f"{fold(regions[at])}:{shown.lower()}": (index,) for index, (at, shown) in enumerate(hands)
            },
            "token": _token_aliases(kinds),
            "ring": _ring_aliases(),
            "flag": {alias: (flag,) for alias, flag in _FLAG_ALIASES.items()},
        },
        verbs={
            code: {printed(name): printed(languages.names(code).card(name)) for name in card_names}
            for code in languages.LANGUAGES
        },
        verb_aliases={
            spelling: CARD_VERBS.get(name, (Meaning(printed(name)),))
            for spelling, name in languages.spellings("cards", card_names).items()
        },
        forms=FORMS,
        absent={"region": _absent_regions(map_data, regions), "card": _absent_cards(box, card_names)},
        spelling={
            "token": token_spelling,
            "region_card": RegionCardSpelling(languages.spellings("regions", regions)),
        },
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


@dataclass(frozen=True)
class RegionCardSpelling:
    """What brings the name of a region card in any language to `gallia:pb`; any other text stays as it is.

    Attributes:
        regions: simplified name in any language -> name of the region.
    """

    regions: Mapping[str, str]

    def __call__(self, text: str) -> str:
        """The spelling of a simplified text."""
        match = _REGION_CARD.fullmatch(text)
        if match is None:
            return text
        name, symbols = match.groups()
        meant = {self.regions.get(name)} - {None}
        meant = meant or {self.regions[each] for each in self.regions if each.startswith(name)}
        if len(meant) != 1:
            return text
        order = CLASS_LETTERS.lower()
        return f"{fold(str(meant.pop()))}:{''.join(sorted(symbols, key=order.find))}"


def _absent_regions(map_data: MapData, used: Sequence[str]) -> Mapping[str, str]:
    largest = load_map(players=PLAYER_COUNTS[-1]) if map_data.shipped else map_data
    spare = {region.name: region for region in largest.regions if region.name not in used}
    return {
        spelling: f"is a region that is used with {_counts(spare[name], map_data, largest)} only"
        for spelling, name in languages.spellings("regions", spare).items()
    }


def _counts(region: Region, map_data: MapData, largest: MapData) -> str:
    """The numbers of players with which a region is used: those of this map, or else of the largest one."""
    counts = [count for count in map_data.players if region.used_with(count)]
    counts = counts or [count for count in largest.players if region.used_with(count)]
    if len(counts) > 1 and counts == [count for count in map_data.players if count >= counts[0]]:
        return f"{counts[0]} or more players"
    return f"{listed(map(str, counts), 'and')} players"


def _absent_cards(box: CardData, used: Sequence[str]) -> Mapping[str, str]:
    spare = [card.name for card in box.cards if card.name not in used]
    return {spelling: "is a card that is not in play" for spelling in languages.spellings("cards", spare)}
