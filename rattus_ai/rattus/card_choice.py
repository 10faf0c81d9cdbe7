"""Which class cards a game is played with, and with which boxes: from the options to a plain list of cards.

An option `cards` is a list of names in any language, the name of a suggested set, `random`, or
`one-per-class`. Whatever it is, the game that comes out names its cards one by one, so that its documents and
records need nothing else (rules sections 7 to 10).
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.rattus import languages
from rattus_ai.rattus.box_basics import CLASS_LETTERS, MANY_PLAYERS, MOST_CARDS_IN_PLAY
from rattus_ai.rattus.box_cards import AFRICANUS_BOX, BASE_BOX, MERCATUS_BOX, Card, load_cards
from rattus_ai.rattus.box_sets import CardSet, load_sets
from rattus_ai.rattus.document_names import printed
from rattus_ai.rattus.document_rule_types import RuleFields
from rattus_ai.text.closest import closest, did_you_mean, fold

RANDOM = "random"
ONE_PER_CLASS = "one-per-class"
DRAWS = (RANDOM, ONE_PER_CLASS)

CARDS_DRAWN = 6
CARDS_DRAWN_WITH_MANY = 8  # with 5 and 6 players

_KEPT = 64
"""Choices kept for documents that come again with the same rules."""

WANTED = f"a list of cards, a suggested set, {RANDOM} or {ONE_PER_CLASS}"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a game is played with.

    Attributes:
        cards: the cards in play, in the order of the data file.
        mercatus: goods and coins are used.
        africanus: region cards and the tokens with the Islam symbol are used; with 5 and 6 players North
            Africa.
    """

    cards: tuple[Card, ...]
    mercatus: bool
    africanus: bool


def choose(options: RuleFields) -> Choice:
    """The cards and boxes that options ask for.

    Raises:
        OptionError: a name is unknown, a card cannot be played, or two options contradict each other.
    """
    return _choose(msgspec.json.encode(options))


@functools.lru_cache(maxsize=_KEPT)
def _choose(encoded: bytes) -> Choice:
    options = msgspec.json.decode(encoded, type=RuleFields)
    drawn = drawn_word(options.cards)
    if drawn is None:
        for key in ("cards_seed", "boxes"):
            if getattr(options, key) is not None:
                problem = f"only says how cards are drawn; expected `cards` to be {listed(DRAWS)} beside it"
                raise OptionError(key, problem)
        cards = _named(options.cards)
    else:
        cards = _drawn(drawn, options)
    return Choice(cards, _with_mercatus(options, cards), _with_africanus(options, cards))


def drawn_word(cards: str | Sequence[str] | None) -> str | None:
    """`random` or `one-per-class` where an option `cards` is one of them; None where it is anything else."""
    words = [cards] if isinstance(cards, str) else list(cards or ())
    if len(words) != 1:
        return None
    return languages.spellings("sets", DRAWS).get(fold(words[0]))


# --- cards that are named ---


def _named(cards: str | Sequence[str] | None) -> tuple[Card, ...]:
    """The cards of these names; the base cards if there are none."""
    box = load_cards().cards
    if cards is None:
        return tuple(card for card in box if card.box == BASE_BOX)
    sets = {card_set.name: card_set for card_set in load_sets().sets}
    set_names = languages.spellings("sets", (*sets, *DRAWS))
    words = [cards] if isinstance(cards, str) else list(cards)
    if len(words) == 1 and fold(words[0]) in set_names:
        chosen = _members(sets[set_names[fold(words[0])]])
    elif isinstance(cards, str):
        hint = did_you_mean(_close(cards, set_names))
        raise OptionError("cards", f"found {shown(cards)}, expected {WANTED}{hint}")
    else:
        chosen = _by_name(words, set_names)
    return tuple(card for card in box if card.name in chosen)


def _by_name(words: Sequence[str], set_names: dict[str, str]) -> set[str]:
    """The cards that a list names."""
    if not 1 <= len(words) <= MOST_CARDS_IN_PLAY:
        raise OptionError("cards", f"found {len(words)} names, expected 1 to {MOST_CARDS_IN_PLAY}")
    known = {card.name: card for card in load_cards().cards}
    spellings = languages.spellings("cards", known)
    chosen: dict[str, str] = {}
    for word in words:
        name = spellings.get(fold(word))
        if name is None and fold(word) in set_names:
            raise OptionError("cards", f"found {shown(word)} among other names, expected it alone")
        if name is None:
            near = _close(word, spellings) or _close(word, set_names)
            expected = did_you_mean(near) or f"; the cards are {listed(map(printed, _playable()), 'and')}"
            raise OptionError("cards", f"found {shown(word)}, expected {WANTED}{expected}")
        if not known[name].playable:
            problem = f"what the {name} does is not known, so it cannot be played; "
            raise OptionError("cards", f"{problem}the cards are {listed(map(printed, _playable()), 'and')}")
        if name in chosen:
            raise OptionError("cards", f"{shown(chosen[name])} and {shown(word)} are the same card")
        chosen[name] = word
    return set(chosen)


def _members(card_set: CardSet) -> set[str]:
    """The cards of a suggested set."""
    playable = set(_playable())
    missing = [name for name in card_set.cards if name not in playable]
    if not missing:
        return set(card_set.cards)
    instead = dict(card_set.instead)
    found = f"{card_set.name} contains the {listed(missing, 'and')}"
    problem = f"{found}: what it does is not known, so it cannot be played"
    if all(name in instead for name in missing):
        other = listed(dict.fromkeys(instead[name] for name in missing), "and")
        names = [printed(instead.get(name, name)) for name in card_set.cards]
        problem += f"; with the {other} in its place the list is {', '.join(names)}"
    raise OptionError("cards", problem)


def _playable() -> list[str]:
    return [card.name for card in load_cards().cards if card.playable]


def _close(word: str, spellings: dict[str, str]) -> list[str]:
    return list(dict.fromkeys(printed(spellings[match]) for match in closest(word, spellings)))


# --- cards that are drawn ---


def _drawn(word: str, options: RuleFields) -> tuple[Card, ...]:
    """Cards drawn from the boxes; the same seed and options give the same cards."""
    if options.cards_seed is None:
        raise OptionError("cards_seed", f"is missing; {word} draws the cards and needs a seed")
    boxes = _boxes(options)
    pool = [card for card in load_cards().cards if card.playable and card.box in boxes]
    players = options.players or 0
    count = CARDS_DRAWN_WITH_MANY if players >= MANY_PLAYERS else CARDS_DRAWN
    if len(pool) < count:
        found = f"{listed(boxes, 'and')} with {len(pool)} cards"
        problem = f"found {found}, expected boxes with at least {count}, which {players} players draw"
        raise OptionError("boxes", problem)
    generator = random.Random(options.cards_seed)
    _shuffle(pool, generator)
    if word == ONE_PER_CLASS:
        pool = _by_class(pool, generator)
    chosen = {card.name for card in pool[:count]}
    return tuple(card for card in load_cards().cards if card.name in chosen)


def _boxes(options: RuleFields) -> list[str]:
    """The boxes that cards are drawn from."""
    every = load_cards().boxes
    left_out = {
        box
        for box, used in ((MERCATUS_BOX, options.mercatus), (AFRICANUS_BOX, options.africanus))
        if used is False
    }
    if options.boxes is None:
        return [box for box in every if box not in left_out]
    known = {fold(box): box for box in every}
    chosen: list[str] = []
    for name in options.boxes:
        box = known.get(fold(name))
        if box is None:
            hint = did_you_mean(closest(name, every))
            raise OptionError("boxes", f"found {shown(name)}, expected {listed(every)}{hint}")
        if box in chosen:
            raise OptionError("boxes", f"found {box} twice, expected each box once")
        if box in left_out:
            raise OptionError("boxes", f"found {box}, but `{box}` is false")
        chosen.append(box)
    if not chosen:
        raise OptionError("boxes", f"found an empty list, expected {listed(every)}")
    return chosen


def _shuffle(cards: list[Card], generator: random.Random) -> None:
    """Every order equally likely; only `random.random` is the same in every version of Python."""
    for last in range(len(cards) - 1, 0, -1):
        other = int(generator.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]


def _by_class(shuffled: Iterable[Card], generator: random.Random) -> list[Card]:
    """The first card of every class, then the second of every class that has one, and so on.

    Within such a round the classes come in any order, equally likely whatever their number of cards.
    """
    rounds: list[list[Card]] = []
    for card in shuffled:
        for cards in rounds:
            if all(card.class_letter != other.class_letter for other in cards):
                cards.append(card)
                break
        else:
            rounds.append([card])
    for cards in rounds:
        cards.sort(key=lambda card: CLASS_LETTERS.index(card.class_letter))
        _shuffle(cards, generator)
    return [card for cards in rounds for card in cards]


# --- boxes ---


def _with_mercatus(options: RuleFields, cards: Sequence[Card]) -> bool:
    needing = [printed(card.name) for card in cards if card.box == MERCATUS_BOX]
    if needing and options.mercatus is False:
        need = "needs" if len(needing) == 1 else "need"
        raise OptionError("mercatus", f"found false, but {listed(needing, 'and')} {need} goods and coins")
    return bool(needing) if options.mercatus is None else options.mercatus


def _with_africanus(options: RuleFields, cards: Sequence[Card]) -> bool:
    players = options.players or 0
    needing = [printed(card.name) for card in cards if card.box == AFRICANUS_BOX]
    if options.africanus is False and players >= MANY_PLAYERS:
        problem = f"found false, but {players} players need its board of North Africa and its tokens"
        raise OptionError("africanus", problem)
    if options.africanus is False and needing:
        one = len(needing) == 1
        problem = (
            f"found false, but {listed(needing, 'and')} {'is a card' if one else 'are cards'} of Africanus"
        )
        raise OptionError("africanus", f"{problem}, with which its tokens and region cards are used")
    return bool(needing) or players >= MANY_PLAYERS or bool(options.africanus)
