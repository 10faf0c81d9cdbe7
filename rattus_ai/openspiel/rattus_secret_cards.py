"""Region cards that were dealt, drawn or kept in secret, found again in a history of Rattus."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.openspiel.knowledge import PrivateOutcome
from rattus_ai.rattus.game import RattusGame

_DEAL, _DRAW, _CHOOSE, _PROTECT, _EXPLORER = "deal", "draw", "choose", "protect", "explorer"


def secret_cards(game: RattusGame, position: CorePosition) -> list[PrivateOutcome]:
    """Every deal and draw of a region card, and every card kept by an Astronomer, as they happened.

    Only the player knows them, for good: a card that is played or discarded is seen by everybody, but not
    when it was dealt. After `position.resample` the cards that the player still holds are others.
    """
    ledger = _Ledger(game)
    ledger.follow(position.history())
    state = core.export_state(position)
    for player, cards in enumerate(ledger.hands):
        _redraw(cards, state["hands"][player])
    _redraw(ledger.drawn, state["drawn"])
    words = _words(game)
    return sorted(
        (
            PrivateOutcome(place, words.named(verb, card.kind), frozenset((card.player,)), verb == _CHOOSE)
            for card in ledger.cards
            for place, verb in card.places
        ),
        key=lambda each: each.place,
    )


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
        self._explores = False

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


def _redraw(cards: Sequence[_Card], kinds: Sequence[int]) -> None:
    """Gives cards the kinds that a position has for them; those that are among them stay."""
    if len(kinds) != len(cards):
        return  # the position does not hold them
    left = list(kinds)
    others = []
    for card in cards:
        if card.kind in left:
            left.remove(card.kind)
        else:
            others.append(card)
    for card, kind in zip(others, left, strict=True):
        card.kind = kind


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

    def named(self, verb: str, kind: int) -> int:
        """The id of a deal, a draw or a choice of a card of this kind."""
        return self.ids[verb, kind]


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
