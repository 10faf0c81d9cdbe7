"""Text of what the cards of all boxes do, on a list of actions and outcomes as the rules describe them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Any

import pytest

from rattus_ai.errors import AmbiguousTextError, IllegalTextError, NotationError, UnknownTextError
from rattus_ai.notation import Notation
from rattus_ai.rattus.boxdata import load_cards, load_map, load_region_cards, load_tokens
from rattus_ai.rattus.document_names import region_card_kinds, vocabulary

Described = tuple[str, tuple[tuple[str, int], ...]]

MAP = load_map(players=6)
REGIONS = [region.name for region in MAP.regions]
HANDS = list(dict.fromkeys(region_card_kinds(load_region_cards(), REGIONS)))
CARDS = [card for card in load_cards().cards if card.playable]
GALLIA, GERMANIA, ITALIA = (REGIONS.index(name) for name in ("Gallia", "Germania", "Italia"))
GALLIA_PI, GALLIA_ANY = (HANDS.index((GALLIA, symbols)) for symbols in ("PI", "?"))


def number(card: str) -> int:
    return next(index for index, each in enumerate(CARDS) if each.name == card)


def act(verb: str, **arguments: int) -> Described:
    kinds = {"to": "region", "extra": "number"}
    return verb, tuple((kinds.get(kind, kind), value) for kind, value in arguments.items())


ACTIONS: dict[str, Described] = {
    "goods salt": act("goods", goods=3),
    "goods fish": act("goods", goods=0),
    "brewer cloth": act("brewer", goods=1),
    "token hanseatic_trader wood": act("token", card=number("Hanseatic Trader"), goods=2),
    "count gallia 2": act("count", region=GALLIA, number=2),
    "count gallia 1": act("count", region=GALLIA, number=1),
    "treasurer": act("treasurer"),
    "pope": act("pope"),
    "hanseatic_trader gallia germania 5": act("hanseatic_trader", region=GALLIA, to=GERMANIA, number=5),
    "landowner italia": act("landowner", region=ITALIA),
    "shaman": act("shaman"),
    "redistribute gallia": act("redistribute", region=GALLIA),
    "swindler gallia": act("swindler", region=GALLIA),
    "raider gallia": act("raider", region=GALLIA),
    "ravage gallia": act("ravage", region=GALLIA),
    "soldier italia": act("soldier", region=ITALIA),
    "queen gallia": act("queen", region=GALLIA),
    "mayor gallia": act("mayor", region=GALLIA),
    "place gallia +2": act("place", region=GALLIA, extra=2),
    "place gallia +3": act("place", region=GALLIA, extra=3),
    "place gallia": act("place", region=GALLIA, extra=0),
    "plague italia": act("plague", region=ITALIA),
    "plague gallia": act("plague", region=GALLIA),
    "wall gallia germania": act("wall", region=GALLIA, to=GERMANIA),
    "lift gallia italia": act("lift", region=GALLIA, to=ITALIA),
    "baker": act("baker"),
    "take baker": act("take", card=number("Baker")),
    "take caravan_leader": act("take", card=number("Caravan leader")),
    "unload gallia": act("unload", region=GALLIA),
    "nun gallia": act("nun", region=GALLIA),
    "wizard gallia": act("wizard", region=GALLIA),
    "pied_piper gallia germania": act("pied_piper", region=GALLIA, to=GERMANIA),
    "follow gallia": act("follow", region=GALLIA, slot=0),
    "follow gallia 3": act("follow", region=GALLIA, slot=2),
    "astronomer": act("astronomer"),
    "explorer": act("explorer"),
    "choose gallia:PI": act("choose", region_card=GALLIA_PI),
    "choose gallia:?": act("choose", region_card=GALLIA_ANY),
    "sultan aegyptus": act("sultan", region=REGIONS.index("Aegyptus")),
    "caravan italia": act("caravan", region=ITALIA),
    "caravan_leader italia": act("caravan_leader", region=ITALIA),
    "protect pied_piper gallia:PI": act("protect", card=number("Pied Piper"), region_card=GALLIA_PI),
    "resolve 2": act("resolve", number=2),
    "pay": act("pay"),
    "decline": act("decline"),
    "done": act("done"),
}
OUTCOMES: dict[str, Described] = {
    "removed fish": act("removed", goods=0),
    "goods wood": act("goods", goods=2),
    "goods none": act("goods", goods=4),
    "deal gallia:PI": act("deal", region_card=GALLIA_PI),
    "draw gallia:?": act("draw", region_card=GALLIA_ANY),
    "hand gallia:PI": act("hand", region_card=GALLIA_PI),
    "recycled s": act("recycled", ring=0),
}


class ListedRules:
    """What a notation asks of rules, answered from the two lists."""

    num_distinct_actions = len(ACTIONS)
    max_chance_outcomes = len(OUTCOMES)

    def describe_action(self, action: int) -> Described:
        return list(ACTIONS.values())[action]

    def describe_outcome(self, outcome: int) -> Described:
        return list(OUTCOMES.values())[outcome]


class ListedPosition:
    """A position where exactly these texts are legal."""

    def __init__(self, legal: Sequence[str], chance: bool = False) -> None:
        self._chance = chance
        table = list(OUTCOMES if chance else ACTIONS)
        self._legal = sorted(map(table.index, legal))

    def is_chance(self) -> bool:
        return self._chance

    def legal_actions(self) -> list[int]:
        return self._legal


RULES: Any = ListedRules()
WORDS = vocabulary(MAP, REGIONS, load_tokens(africanus=True), load_cards(), CARDS, HANDS)
NOTATION = Notation(RULES, WORDS)


def position(*legal: str, chance: bool = False) -> Any:
    return ListedPosition(legal or list(OUTCOMES if chance else ACTIONS), chance)


def meant(text: str, *legal: str, chance: bool = False, language: str = "en") -> str:
    table = list(OUTCOMES if chance else ACTIONS)
    return table[NOTATION.parse(position(*legal, chance=chance), text, language)]


def test_canonical_texts() -> None:
    for index, text in enumerate(ACTIONS):
        assert NOTATION.action_text(index) == text
    for index, text in enumerate(OUTCOMES):
        assert NOTATION.outcome_text(index) == text


def test_printed_texts_are_understood_in_every_language() -> None:
    for language in NOTATION.languages:
        for index, text in enumerate(ACTIONS):
            assert meant(NOTATION.action_text(index, language), language=language) == text
        for index, text in enumerate(OUTCOMES):
            assert meant(NOTATION.outcome_text(index, language), chance=True, language=language) == text


def test_texts_in_other_languages() -> None:
    index = list(ACTIONS).index
    assert (
        NOTATION.action_text(index("protect pied_piper gallia:PI"), "fr")
        == "protect joueur_de_flûte gallia:PI"
    )
    assert NOTATION.action_text(index("goods salt"), "hu") == "goods só"
    assert NOTATION.action_text(index("choose gallia:?"), "el") == "choose γαλλία:?"
    trader = index("hanseatic_trader gallia germania 5")
    assert NOTATION.action_text(trader, "el") == "έμπορος_της_hansa γαλλία γερμανία 5"
    assert NOTATION.action_text(index("sultan aegyptus"), "es") == "sultán aegyptus"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GOODS Salt", "goods salt"),
        ("goods αλάτι", "goods salt"),
        ("goods sa", "goods salt"),
        ("brewer posztó", "brewer cloth"),
        ("Ζυθοποιός υφάσματα", "brewer cloth"),
        ("token hanza-kereskedő fa", "token hanseatic_trader wood"),
        ("token Hanseatic Trader wood", "token hanseatic_trader wood"),
        ("Hanseatic Trader gallia germania 5", "hanseatic_trader gallia germania 5"),
        ("hanseatic-merchant gal ger", "hanseatic_trader gallia germania 5"),
        ("choose gallia:ip", "choose gallia:PI"),
        ("choose Gallia PI", "choose gallia:PI"),
        ("choose gallia : pi", "choose gallia:PI"),
        ("choose gal:ip", "choose gallia:PI"),
        ("choose Γαλλία:IP", "choose gallia:PI"),
        ("choose gallia ?", "choose gallia:?"),
        ("protect pied piper gallia pi", "protect pied_piper gallia:PI"),
        ("protect patkányfogó Γαλατία:PI", "protect pied_piper gallia:PI"),
        ("pied piper gallia germania", "pied_piper gallia germania"),
        ("follow gallia", "follow gallia"),
        ("follow gallia 3", "follow gallia 3"),
        ("caravan leader italia", "caravan_leader italia"),
        ("karavánvezető itália", "caravan_leader italia"),
        ("caravan italia", "caravan italia"),
        ("take caravaneer", "take caravan_leader"),
        ("sultan Egypt", "sultan aegyptus"),
        ("resolve 2", "resolve 2"),
        ("decl", "decline"),
    ],
)
def test_lenient_reading(text: str, expected: str) -> None:
    assert meant(text) == expected


@pytest.mark.parametrize(
    ("text", "legal", "expected"),
    [
        ("queen gallia", ["place gallia +2", "place gallia +3", "place gallia"], "place gallia +2"),
        ("queen gallia", ["queen gallia", "mayor gallia"], "queen gallia"),
        ("raider italia", ["plague italia"], "plague italia"),
        ("raider gallia", ["raider gallia"], "raider gallia"),
        ("crusader italia", ["plague italia"], "plague italia"),
        ("crusader gallia", ["ravage gallia", "plague italia"], "ravage gallia"),
        ("Διάκονος γαλλία", ["ravage gallia"], "ravage gallia"),
        ("serf gallia", ["ravage gallia"], "ravage gallia"),
        ("grave robber gallia", ["ravage gallia"], "ravage gallia"),
        ("assassin italia", ["plague italia"], "plague italia"),
        ("soldier italia", ["soldier italia"], "soldier italia"),
        ("soldier italia", ["plague italia"], "plague italia"),
        ("emperor gallia germania", ["wall gallia germania", "lift gallia italia"], "wall gallia germania"),
        ("császár gallia italia", ["wall gallia germania", "lift gallia italia"], "lift gallia italia"),
    ],
)
def test_cards_stand_for_what_they_do(text: str, legal: list[str], expected: str) -> None:
    assert meant(text, *legal) == expected


def test_a_card_that_may_stand_for_two_things() -> None:
    with pytest.raises(AmbiguousTextError, match="ravage gallia, plague gallia"):
        NOTATION.parse(position("ravage gallia", "plague gallia"), "crusader gallia")
    with pytest.raises(AmbiguousTextError, match="wall gallia germania, lift gallia italia"):
        NOTATION.parse(position("wall gallia germania", "lift gallia italia"), "emperor gallia")
    # The Knight may move the piece there, too, but the text is that of the Soldier.
    assert meant("soldier italia", "soldier italia", "plague italia") == "soldier italia"
    assert meant("katona italia", "soldier italia", "plague italia") == "soldier italia"


def test_outcomes() -> None:
    assert meant("goods none", chance=True) == "goods none"
    assert meant("goods semmi", chance=True) == "goods none"
    assert meant("deal gallia ip", chance=True) == "deal gallia:PI"
    assert meant("recycled starting", chance=True) == "recycled s"


def test_problems() -> None:
    with pytest.raises(UnknownTextError, match=r'"slat" is no goods of this game; did you mean salt\?'):
        NOTATION.parse(position(), "goods slat")
    with pytest.raises(
        UnknownTextError, match=r'"galia:PI" is no region card of this game; did you mean gallia:PI'
    ):
        NOTATION.parse(position(), "choose galia:PI")
    with pytest.raises(IllegalTextError, match="goods none"):
        NOTATION.parse(position("goods salt"), "goods none")
    with pytest.raises(AmbiguousTextError, match=r"gallia:PI, gallia:W and gallia:\?|gallia:PI"):
        NOTATION.parse(position(), "choose gallia")
    for text in ("choose gallia:", "choose :PI", "choose ?", "protect gallia:PI", "goods", "resolve -1"):
        with pytest.raises(NotationError):
            NOTATION.parse(position(), text)


def test_names_of_region_cards() -> None:
    assert WORDS.find("region_card", "Gallia:IP") == GALLIA_PI
    assert WORDS.find("region_card", "gallia:PI", prefix=False) == GALLIA_PI
    with pytest.raises(UnknownTextError):
        WORDS.find("region_card", "terra:PI")


def test_cards_that_are_not_in_play() -> None:
    few = vocabulary(load_map(), REGIONS[:8], load_tokens(), load_cards(), CARDS[:6])
    assert few.unknown("card", "Grave Robber") == '"Grave Robber" is a card that is not in play'
    assert few.unknown("card", "püspök") == '"püspök" is a card that is not in play'
    assert few.unknown("region", "Russia") == '"Russia" is a region that is used with 4 players only'
    assert (
        few.unknown("region", "Bulgária") == '"Bulgária" is a region that is used with 3 or more players only'
    )
    assert few.unknown("region", "Numidia") == '"Numidia" is a region that is used with 5 and 6 players only'
    some = vocabulary(MAP, REGIONS[:10], load_tokens(africanus=True), load_cards(), CARDS[:6])
    assert some.unknown("region", "Russia") == '"Russia" is a region that is used with 4 and 6 players only'
    assert some.unknown("region", "Africa") == '"Africa" is a region that is used with 5 or more players only'


def test_words_can_be_copied() -> None:
    for again in (pickle.loads(pickle.dumps(WORDS)), copy.deepcopy(WORDS)):
        assert again.find("region_card", "gal ip") == GALLIA_PI
