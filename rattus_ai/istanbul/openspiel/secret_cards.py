"""Cards that were dealt or drawn in secret, found again in a history of Istanbul."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.istanbul import core
from rattus_ai.istanbul.game import IstanbulGame
from rattus_ai.istanbul.hidden import PRIVATE_OUTCOMES
from rattus_ai.istanbul.openspiel.draws import Draw, redrawn_kinds
from rattus_ai.istanbul.words import GUILD_CARDS
from rattus_ai.observations import PrivateOutcome

_GUILD = "draw_guild"

_LOUD = frozenset(
    (
        *("lira", "family_lira", "family_card", "coffee", "guild_draw", "trade", "good", "swap", "prize"),
        *("far", "stay", "corner", "recall", "guild", "again", "discard", "roast_bonus", "roast_guild"),
        *("discard_guild", "six", "market"),
    )
)
"""Actions that may take a card out of a hand."""


def secret_cards(game: IstanbulGame, position: CorePosition) -> list[PrivateOutcome]:
    """Every deal and draw, as it happened.

    Only the player knows it, for good: a card that is played is seen by everybody, but not when it was drawn.
    """
    words = _words(game)
    replay = CorePosition(game.rules)
    found = []
    for place, identifier in enumerate(position.history()):
        if identifier in words.outcomes and replay.current_player() == CHANCE:
            found.append(PrivateOutcome(place, identifier, frozenset((replay.active_player(),))))
        replay.apply(identifier)
    return found


def redrawn_cards(game: IstanbulGame, position: CorePosition, player: int, seed: int) -> dict[int, int]:
    """Other cards for those that the other players hold in secret, as {place in the history: id}."""
    ledger = _Ledger(game, seed)
    ledger.follow(position.history())
    words = _words(game)
    found: dict[int, int] = {}
    piles = (
        (ledger.bonus, list(game.copies), False),
        (ledger.guild, [0, *[1] * GUILD_CARDS], True),
    )
    for pile, copies, guild in piles:
        hidden = sorted(number for owner, hand in enumerate(pile.hands) if owner != player for number in hand)
        if not hidden:
            continue
        for number, kind in redrawn_kinds(copies, pile.draws, hidden, seed).items():
            place = pile.draws[number].place
            found[place] = words.ids["deal" if place in ledger.deals else _GUILD if guild else "draw", kind]
    return found


class _Pile:
    """The draws from one deck, and which of them are still in hands."""

    def __init__(self, players: int) -> None:
        self.draws: list[Draw] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]  # numbers of draws
        self._left: dict[int, int] | None = None

    def draw(self, place: int, player: int, kind: int, deck: Mapping[int, int]) -> None:
        """A player draws a card of a kind from a deck, kind -> copies before the draw."""
        added: list[tuple[int, int]] = []
        if self._left is not None:
            differences = ((each, deck.get(each, 0) - self._left.get(each, 0)) for each in deck)
            added = [(each, more) for each, more in differences if more]
        self._left = {**deck, kind: deck[kind] - 1}
        self.hands[player].append(len(self.draws))
        self.draws.append(Draw(place, player, kind, tuple(added)))

    def keep(self, place: int, player: int, kinds: Mapping[int, int], generator: random.Random) -> None:
        """A player holds so many cards of each kind after an action; others have left the hand by it."""
        hand = self.hands[player]
        for kind in {self.draws[number].kind for number in hand}:
            alike = [number for number in hand if self.draws[number].kind == kind]
            for number in generator.sample(alike, max(len(alike) - kinds.get(kind, 0), 0)):
                self.draws[number] = replace(self.draws[number], left=place)
                hand.remove(number)


class _Ledger:
    """Who drew which card where in a history, and who still holds it in secret."""

    def __init__(self, game: IstanbulGame, seed: int) -> None:
        self._game = game
        self._generator = random.Random(seed)
        self.bonus = _Pile(game.num_players)
        self.guild = _Pile(game.num_players)
        self.deals: set[int] = set()

    def follow(self, history: Sequence[int]) -> None:
        """Replays a history that starts at the beginning of the game."""
        words = _words(self._game)
        position = CorePosition(self._game.rules)
        for place, identifier in enumerate(history):
            player = position.current_player()
            if player == CHANCE and identifier in words.outcomes:
                self._draw(place, position, *words.outcomes[identifier])
                position.apply(identifier)
                continue
            position.apply(identifier)
            if player != CHANCE and identifier in words.loud:
                self._see_hand(place, player, core.export_state(position))

    def _draw(self, place: int, position: CorePosition, verb: str, kind: int) -> None:
        state = core.export_state(position)
        player = position.active_player()
        if verb == _GUILD:
            self.guild.draw(place, player, kind, dict.fromkeys(state["guild_deck"], 1))
            return
        self.bonus.draw(place, player, kind, dict(enumerate(state["deck"])))
        if verb == "deal":
            self.deals.add(place)

    def _see_hand(self, place: int, player: int, state: Mapping[str, Any]) -> None:
        self.bonus.keep(place, player, dict(enumerate(state["secret"][player])), self._generator)
        self.guild.keep(place, player, dict.fromkeys(state["guild_hand"][player], 1), self._generator)


@dataclass(frozen=True)
class _Words:
    """The outcomes that are private, and the actions that may take a card out of a hand.

    Attributes:
        outcomes: id -> verb and kind of card.
        ids: verb and kind -> id.
        loud: ids of the actions.
    """

    outcomes: Mapping[int, tuple[str, int]]
    ids: Mapping[tuple[str, int], int]
    loud: frozenset[int]


@functools.lru_cache(maxsize=32)
def _words(game: IstanbulGame) -> _Words:
    rules = game.rules
    outcomes = {}
    for identifier in range(rules.max_chance_outcomes):
        verb, arguments = rules.describe_outcome(identifier)
        if verb in PRIVATE_OUTCOMES:
            outcomes[identifier] = (verb, arguments[0][1])
    actions = range(rules.num_distinct_actions)
    loud = frozenset(action for action in actions if rules.describe_action(action)[0] in _LOUD)
    return _Words(outcomes, {told: identifier for identifier, told in outcomes.items()}, loud)
