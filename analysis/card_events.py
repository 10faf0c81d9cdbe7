"""What each class card did in a finished game: the game is played again and its steps are counted.

The losses of every token are computed here once more, by the closed form of the rules, so that it can be said
which card caused them; where the engine came to another result, counting ends with an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rattus_ai import Position
from rattus_ai._core import rattus
from rattus_ai.games import Game
from rattus_ai.rattus.box_cards import load_cards

NEUTRAL_CUBES = 2
KNIGHT, SERF, ASSASSIN, TREASURER, BREWER = "knight", "serf", "assassin", "treasurer", "brewer"

ACTING = (KNIGHT, "raider", ASSASSIN, "grave_robber", SERF)
"""Cards whose ability works in a ravage of the holder: they move the piece further, or live on what dies."""

REVEALING = (ASSASSIN, "grave_robber", SERF)
"""Those of them that reveal rats in the final round."""

GOODS_STAGES = {f"{card}_goods": card for card in ("raider", "grave_robber", "swindler")}
"""Stages in which a card brings a goods token."""

NOT_COUNTED = ("crusader", "deacon", "wizard", "nun")
"""Cards that change what a token costs; nothing is counted in games with them."""


@dataclass
class Events:
    """What happened in one game; every list has one number for each card in play.

    Attributes:
        cards: number of cards in play.
        turns: turns of all players, the final round not among them.
        dead: cubes that opponents of the player on turn lost in the ravages of these turns.
        taken: how often somebody took the card.
        held: turns of a player who held the card when he moved the piece.
        cost: cubes that its holder lost to a symbol of its class and would have kept without this card, in
            ravages of anybody and in the sweep.
        killed: cubes that opponents of its holder lost in the ravages of his own turns.
        killed_finally: the same in a ravage of the final round that the card brought about.
        coins, goods: coins and goods tokens that its ability brought.
    """

    cards: int
    turns: int = 0
    dead: int = 0
    taken: list[int] = field(init=False)
    held: list[int] = field(init=False)
    cost: list[int] = field(init=False)
    killed: list[int] = field(init=False)
    killed_finally: list[int] = field(init=False)
    coins: list[int] = field(init=False)
    goods: list[int] = field(init=False)

    def __post_init__(self) -> None:
        for name in ("taken", "held", "cost", "killed", "killed_finally", "coins", "goods"):
            setattr(self, name, [0] * self.cards)


@dataclass(frozen=True)
class Token:
    """A token: its limit, its symbols for majority and all, and the classes that it hits."""

    limit: int
    majority: int
    all: int
    classes: str

    @classmethod
    def of(cls, text: str) -> Token:
        """From its text, `s2:MBC`."""
        ring_and_limit, _, symbols = text.partition(":")
        classes = "".join(symbol for symbol in symbols if symbol not in "MA")
        return cls(int(ring_and_limit[1:]), symbols.count("M"), symbols.count("A"), classes)


@dataclass(frozen=True)
class Cards:
    """The cards in play: their names, their class letters, and the tokens of the game."""

    names: tuple[str, ...]
    classes: tuple[str, ...]
    tokens: tuple[Token, ...]

    @classmethod
    def of(cls, game: Game) -> Cards:
        """The cards of a game.

        Raises:
            ValueError: there are cards or region cards whose effect on a token is not counted here.
        """
        names = tuple(game.options["cards"])
        unknown = [name for name in names if name in NOT_COUNTED]
        if unknown or game.options["africanus"]:
            found = ", ".join(unknown) or "region cards"
            raise ValueError(f"cards: found {found}, expected cards that leave losses alone")
        letters = {card.name.lower().replace(" ", "_"): card.class_letter for card in load_cards().cards}
        tokens = tuple(Token.of(text) for text in rattus.token_kinds(game.rules))
        return cls(names, tuple(letters[name] for name in names), tokens)


def count_events(start: Position, history: Sequence[int]) -> Events:
    """What the cards did in a game, or in a part of it.

    Args:
        start: where it begins; not changed.
        history: ids of all actions and outcomes from there on.

    Raises:
        ValueError: see `Cards.of`.
        AssertionError: the engine came to other losses than the closed form.
    """
    cards = Cards.of(start.game)
    events = Events(len(cards.names))
    position = start.copy()
    before = rattus.export_state(position)
    for step in history:
        verb, arguments = _meaning(position, step)
        position.apply(step)
        after = rattus.export_state(position)
        _count_step(events, cards, verb, arguments, before)
        tokens = _revealed(verb, arguments, before, after)
        if tokens:
            _Reveals(events, cards, verb, arguments, before).all(tokens, after)
        before = after
    return events


def _meaning(position: Position, step: int) -> tuple[str, Mapping[str, int]]:
    """Verb and arguments of a step; the chance that picks a rat whose token is known reveals it."""
    if not position.is_chance():
        verb, arguments = position.rules.describe_action(step)
    else:
        implied = position.game.implied_outcome(position, step)
        verb, arguments = implied or position.rules.describe_outcome(step)
    return verb, dict(arguments)


def _count_step(
    events: Events, cards: Cards, verb: str, arguments: Mapping[str, int], before: Mapping[str, Any]
) -> None:
    """Cards taken, turns, coins and goods."""
    stage = before["stage"]
    if verb == "take":
        events.taken[arguments["card"]] += 1
    elif verb == "plague" and stage == "main":
        events.turns += 1
        for card, owner in enumerate(before["owners"]):
            events.held[card] += owner == before["active"]
    elif verb == TREASURER:
        events.coins[cards.names.index(TREASURER)] += 2
    elif verb == BREWER:
        events.goods[cards.names.index(BREWER)] += 1
    elif verb == "goods" and stage in GOODS_STAGES:
        events.goods[cards.names.index(GOODS_STAGES[stage])] += 1


def _revealed(
    verb: str, arguments: Mapping[str, int], before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[tuple[int, int]]:
    """Tokens revealed in a step: region and kind, in the order in which they took effect.

    Rats whose tokens are known are revealed without chance, as soon as it is their turn.
    """
    count = _rats(before) - _rats(after)
    if count <= 0:
        return []
    known: Counter[tuple[int, int]] = Counter((rat[0], rat[2]) for rat in before["tracked"] if rat[2] >= 0)
    known.subtract((rat[0], rat[2]) for rat in after["tracked"])
    gone = sorted((+known).elements())
    first: list[tuple[int, int]] = []
    if verb == "reveal":
        first = [(before["revealing"], arguments["token"])]
        if len(gone) == count:  # it is one of those that were known
            gone.remove(first[0])
    found = first + gone
    if len(found) != count:
        raise AssertionError(f"{count} rats were revealed, but these were found: {found}")
    return found


def _rats(fields: Mapping[str, Any]) -> int:
    """Rats on the board and in the supply; only a reveal takes one away, only a Swindler brings one back."""
    unlooked: int = sum(map(sum, fields["unlooked"]))
    return unlooked + len(fields["tracked"]) + int(sum(fields["rat_supply"]))


class _Reveals:
    """The tokens revealed in one step."""

    def __init__(
        self,
        events: Events,
        cards: Cards,
        verb: str,
        arguments: Mapping[str, int],
        before: Mapping[str, Any],
    ) -> None:
        self.events = events
        self.cards = cards
        self.before = before
        self.owners: list[int] = before["owners"]
        self.active: int = before["active"]
        self.neutral = bool(arguments["flag"]) if verb == "neutral" else bool(before["neutral"])
        self.event: list[int] = before["event"]
        if verb == "ravage":
            self.event = [
                card
                for card, owner in enumerate(self.owners)
                if owner == self.active and card not in before["used"] and cards.names[card] in REVEALING
            ]
        self.cubes = [list(row) for row in before["cubes"]]
        self.supply = list(before["supply"])

    def all(self, tokens: Sequence[tuple[int, int]], after: Mapping[str, Any]) -> None:
        """Counts what the tokens do, one after the other, and compares with the engine.

        Raises:
            AssertionError: the engine came to another result.
        """
        for region, kind in tokens:
            self._token(region, self.cards.tokens[kind])
        if self.supply != after["supply"]:
            raise AssertionError(f"cubes left over: counted {self.supply}, the engine says {after['supply']}")

    def _token(self, region: int, token: Token) -> None:
        cubes = self.cubes[region]
        losses = self._losses(region, token)
        for player, lost in enumerate(losses):
            cubes[player] -= lost
            self.supply[player] += lost
        if self.before["ending"] and not self.event:
            return  # the sweep: nobody's ravage
        dead = sum(losses) - losses[self.active]
        if self.before["ending"]:
            working = self.event
            for card in working:
                self.events.killed_finally[card] += dead
        else:
            working = [card for card, owner in enumerate(self.owners) if owner == self.active]
            self.events.dead += dead
            for card in working:
                self.events.killed[card] += dead
        for card in working if dead else ():
            if self.cards.names[card] == ASSASSIN:
                self.events.coins[card] += 1
            elif self.cards.names[card] == SERF and self.supply[self.active]:
                self.supply[self.active] -= 1
                cubes[self.active] += 1

    def _losses(self, region: int, token: Token) -> list[int]:
        """Losses of each player (rules section 3); cubes that a card cost its holder are counted."""
        cubes = list(self.cubes[region])
        losses = [0] * len(cubes)
        if sum(cubes) + self._neutral_cubes(region) < token.limit:
            return losses
        for player, count in enumerate(cubes):
            if count == 0:
                continue
            hitting = [
                card
                for card, owner in enumerate(self.owners)
                if owner == player and self.cards.classes[card] in token.classes
            ]
            whole = (token.majority if count == max(cubes) else 0) + token.all + len(hitting)
            losses[player] = min(count, whole)
            if whole <= count:  # otherwise the cubes would be lost without this card, too
                for card in hitting:
                    self.events.cost[card] += 1
        return losses

    def _neutral_cubes(self, region: int) -> int:
        if not self.before["ending"]:
            return NEUTRAL_CUBES if self.neutral else 0
        if self.event or region != self.before["plague"] or KNIGHT not in self.cards.names:
            return 0
        return NEUTRAL_CUBES if self.owners[self.cards.names.index(KNIGHT)] >= 0 else 0
