"""Region cards that were dealt, drawn or kept in secret, found again in a history of Rattus."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.observations import PrivateOutcome
from rattus_ai.rattus.document_region_cards import OPEN_HANDS
from rattus_ai.rattus.game import RattusGame

_DEAL, _DRAW, _CHOOSE, _PROTECT, _EXPLORER = "deal", "draw", "choose", "protect", "explorer"


def secret_cards(game: RattusGame, position: CorePosition) -> list[PrivateOutcome]:
    """Every deal and draw of a region card, and every card kept by an Astronomer, as they happened.

    Only the player knows them, for good: a card that is played or discarded is seen by everybody, but not
    when it was dealt.
    """
    ledger = _Ledger(game)
    ledger.follow(position.history())
    words = _words(game)
    return sorted(
        (
            PrivateOutcome(place, words.ids[verb, card.kind], frozenset((card.player,)), verb == _CHOOSE)
            for card in ledger.cards
            for place, verb in card.places
        ),
        key=lambda each: each.place,
    )


def redrawn_cards(game: RattusGame, position: CorePosition, player: int, seed: int) -> dict[int, int]:
    """Other cards for those that other players hold, as {place in the history: id}.

    A card that was discarded and shuffled back cannot have been dealt before that. All hands that could be
    are equally likely: the cards are drawn in the order in which they were dealt, so that the earlier one has
    the smaller choice, and what it takes leaves the later ones as many choices, whatever it is.
    """
    state = core.export_state(position)
    if state["stage"] in OPEN_HANDS:
        return {}
    ledger = _Ledger(game)
    ledger.follow(position.history())
    words = _words(game)
    held = [card for cards in (*ledger.hands, ledger.drawn) for card in cards]
    left = [total - gone for total, gone in zip(game.region_card_counts, state["discards"], strict=True)]
    for card in held:
        left[card.kind] -= card.player == player
    chooser = random.Random(seed)
    found: dict[int, int] = {}
    for card in sorted(held, key=lambda each: each.places[0]):
        if card.player == player:
            continue
        begun = card.places[0][0]
        possible = [count if ledger.shuffled.get(kind, -1) < begun else 0 for kind, count in enumerate(left)]
        (kind,) = chooser.choices(range(len(left)), possible)
        left[kind] -= 1
        found |= {place: words.ids[verb, kind] for place, verb in card.places}
    return found


@dataclass(eq=False)
class _Card:
    """A card that a player got in secret.

    Attributes:
        player: who knows it.
        kind: its kind.
        places: where it stands in the history, and with which verb.
    """

    player: int
    kind: int
    places: list[tuple[int, str]] = field(default_factory=list)


class _Ledger:
    """Who got which card where in a history."""

    def __init__(self, game: RattusGame) -> None:
        self.cards: list[_Card] = []
        self.hands: list[list[_Card]] = [[] for _ in range(game.num_players)]
        self.drawn: list[_Card] = []
        self._game = game
        self.shuffled: dict[int, int] = {}  # kind -> place where one of it was last shuffled into the pile
        self._explores = False
        self._discards = [0] * len(game.region_cards)

    def follow(self, history: Sequence[int]) -> None:
        """Replays a history that starts at the beginning of the game."""
        words = _words(self._game)
        position = CorePosition(self._game.rules)
        for place, identifier in enumerate(history):
            player = position.current_player()
            told = words.outcomes if player == CHANCE else words.actions
            if identifier in told:
                verb, kind = told[identifier]
                self._happens(place, verb, kind, position.active_player() if player == CHANCE else player)
            position.apply(identifier)
            if identifier in told:
                self._see_discards(place, core.export_state(position)["discards"])

    def _see_discards(self, place: int, discards: list[int]) -> None:
        for kind, (before, after) in enumerate(zip(self._discards, discards, strict=True)):
            if after < before:
                self.shuffled[kind] = place
        self._discards = discards

    def _happens(self, place: int, verb: str, kind: int, player: int) -> None:
        if verb in (_DEAL, _DRAW):
            card = _Card(player, kind, [(place, verb)])
            self.cards.append(card)
            (self.hands[player] if verb == _DEAL else self.drawn).append(card)
        elif verb == _PROTECT:
            self.hands[player].remove(_first(self.hands[player], kind))
        elif verb == _CHOOSE:
            if not self._explores:
                kept = _first(self.drawn, kind)
                kept.places.append((place, verb))
                self.hands[player].append(kept)
            self.drawn = []
            self._explores = False
        else:
            self._explores = verb == _EXPLORER


def _first(cards: Iterable[_Card], kind: int) -> _Card:
    return next(card for card in cards if card.kind == kind)


@dataclass(frozen=True)
class _Words:
    """The actions and outcomes that are about region cards.

    Attributes:
        actions, outcomes: id -> verb and kind of card (-1 for the use of a card that draws).
        ids: verb and kind -> id, of those that are private.
    """

    actions: Mapping[int, tuple[str, int]]
    outcomes: Mapping[int, tuple[str, int]]
    ids: Mapping[tuple[str, int], int]


@functools.lru_cache(maxsize=32)
def _words(game: RattusGame) -> _Words:
    rules = game.rules
    actions = {}
    for identifier in range(rules.num_distinct_actions):
        verb, arguments = rules.describe_action(identifier)
        if verb in (_CHOOSE, _PROTECT, _EXPLORER, "astronomer"):
            actions[identifier] = (verb, dict(arguments).get("region_card", -1))
    outcomes = {}
    for identifier in range(rules.max_chance_outcomes):
        verb, arguments = rules.describe_outcome(identifier)
        if verb in (_DEAL, _DRAW):
            outcomes[identifier] = (verb, arguments[0][1])
    ids = {told: identifier for identifier, told in outcomes.items()}
    ids |= {told: identifier for identifier, told in actions.items() if told[0] == _CHOOSE}
    return _Words(actions, outcomes, ids)
