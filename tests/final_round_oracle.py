"""Tiny final rounds, and what they are worth by plain recursion in fractions.

The recursion is written from the conventions in docs/endgames.md alone: a player decides on what he has seen;
what he has seen and the position does not hold is drawn first; what it holds and he has not seen is taken
away while he chooses; nobody reads anything into what the others did; of equal choices the first id is taken.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from search_oracles import TooLarge, after, tiny_rules

from rattus_ai import load_game
from rattus_ai._core import rattus
from rattus_ai._core.engine import CHANCE, Rules
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.notation import Notation
from rattus_ai.positions import Position
from rattus_ai.rattus.game import RattusGame

CARDS = ("peasant", "merchant", "monk", "knight", "witch", "king")
CUBES = 20
REGIONS = 3

Values = tuple[Fraction, ...]


class TinyGame(RattusGame):
    """Rattus on three regions with seven tokens."""

    def __init__(self, players: int, rules: Rules | None = None) -> None:
        whole = load_game("rattus", players=players)
        assert isinstance(whole, RattusGame)
        self.__dict__.update(whole.__dict__)
        self.rules = rules or tiny_rules(players, CARDS)
        self.kinds = tuple(rattus.token_kinds(self.rules))
        self.kind_counts = tuple(rattus.token_counts(self.rules))
        self.notation = Notation(self.rules, whole.notation.vocabulary, self)


def final_round(game: TinyGame, seed: int, cards: int = 2, rats: int = 5) -> Position:
    """A random position in a final round where so many cards are held and some tokens were looked at."""
    draw = random.Random(seed)
    players = game.num_players
    fields = rattus.export_state(CorePosition(game.rules))
    last = draw.randrange(players)
    waiting = draw.randrange(players - 1)  # everybody but the last player acts
    tokens = [
        (int(text.startswith("n")), kind)
        for kind, text in enumerate(rattus.token_kinds(game.rules))
        for _ in range(rattus.token_counts(game.rules)[kind])
    ]
    draw.shuffle(tokens)
    lying = [ring for ring, _ in tokens[: draw.randint(2, rats)]]
    spare = next(index for index, (ring, _) in enumerate(tokens) if ring == 1)  # one is removed unseen
    unseen = [0] * len(rattus.token_kinds(game.rules))
    board = tokens[: len(lying)]
    if spare < len(lying):  # the token removed must be another one
        rest = [index for index in range(len(lying), len(tokens)) if tokens[index][0] == 1]
        if not rest:
            return final_round(game, seed + 1_000_003, cards, rats)
        spare = rest[0]
    left = {spare, *(i for i in range(len(lying), len(tokens)) if draw.random() < 0.3)}
    supply = [0, 0]
    for index in left:
        unseen[tokens[index][1]] += 1
        supply[tokens[index][0]] += index != spare
    unlooked = [[0, 0] for _ in range(REGIONS)]
    tracked: list[tuple[int, int, int, list[int]]] = []
    for ring, kind in board:
        region = draw.randrange(REGIONS)
        while sum(unlooked[region]) + sum(rat[0] == region for rat in tracked) >= 3:
            region = draw.randrange(REGIONS)
        if draw.random() < 0.5:
            seen = [player for player in range(players) if draw.random() < 0.5] or [draw.randrange(players)]
            tracked.append((region, ring, kind, seen))
        else:
            unlooked[region][ring] += 1
            unseen[kind] += 1
    cubes = [[draw.choice((0, 1, 2, 4)) for _ in range(players)] for _ in range(REGIONS)]
    totals = [sum(row[p] for row in cubes) for p in range(players)]
    palace = [max(totals) - total - draw.choice((0, 1)) for total in totals]  # so that it is close
    palace = [max(0, count) for count in palace]
    owners = [-1] * len(CARDS)
    for card in draw.sample(range(len(CARDS)), cards):
        owners[card] = draw.randrange(players)
    fields.update(
        stage="final",
        active=(last + 1 + waiting) % players,
        last=last,
        final_left=waiting,
        ending=True,
        turn=20,
        plague=draw.randrange(REGIONS),
        cubes=cubes,
        palace=palace,
        supply=[CUBES - palace[p] - sum(row[p] for row in cubes) for p in range(players)],
        unlooked=unlooked,
        tracked=tracked,
        rat_supply=supply,
        owners=owners,
        unseen=unseen,
    )
    return Position.of(game, rattus.import_state(game.rules, fields), seed=seed)


class FinalRoundOracle:
    """The values of final rounds, and what is best in them."""

    def __init__(self, most: int = 4_000) -> None:
        self.known: dict[str, Values] = {}
        self.most = most

    def value(self, position: CorePosition) -> Values:
        """Everybody's probability of winning for somebody who knows what the position holds."""
        if position.is_terminal():
            return tuple(Fraction(int(value)) for value in position.returns())
        fields = rattus.export_state(position)
        key = repr(sorted(fields.items()))
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLarge
            self.known[key] = self._value(position, fields)
        return self.known[key]

    def _value(self, position: CorePosition, fields: dict[str, Any]) -> Values:
        player = position.current_player()
        if player == CHANCE:
            return self._average(
                [(after(position, outcome), weight) for outcome, weight in position.chance_weights()]
            )
        lacking = next(
            (
                index
                for index, (_, _, kind, seen, _) in enumerate(fields["tracked"])
                if kind < 0 and player in seen and index != fields["drawing"]
            ),
            None,
        )
        if lacking is not None:
            return self._average(self._told(position, fields, lacking))
        if fields["hands_unknown"] and fields["hands_unknown"][player]:
            return self._average(self._told_card(position, fields, player))
        seen = CorePosition.view(position, player)
        best = self.choices(seen)[0]
        return self.value(after(position, best))

    def choices(self, position: CorePosition) -> list[int]:
        """The actions that are best for the player to act, who knows what the position holds; ascending."""
        player = position.current_player()
        values = {action: self.value(after(position, action))[player] for action in position.legal_actions()}
        most = max(values.values())
        return [action for action, value in sorted(values.items()) if value == most]

    def _average(self, ways: list[tuple[CorePosition, int]]) -> Values:
        total = sum(weight for _, weight in ways)
        values = [(self.value(position), weight) for position, weight in ways]
        players = len(values[0][0])
        return tuple(
            sum((value[p] * Fraction(weight, total) for value, weight in values), Fraction(0))
            for p in range(players)
        )

    def _told(
        self, position: CorePosition, fields: dict[str, Any], index: int
    ) -> list[tuple[CorePosition, int]]:
        """The position with each token that this rat may be, with its weight."""
        region, ring, _, seen, pool = fields["tracked"][index]
        ways = []
        for kind, count in enumerate(self._weights(position, fields, index)):
            if not count:
                continue
            tracked = list(fields["tracked"])
            tracked[index] = (region, ring, kind, seen, pool)
            unseen = list(fields["unseen"])
            unseen[kind] -= pool == 0
            held = {**fields, "tracked": tracked, "unseen": unseen}
            ways.append((rattus.import_state(position.rules, held), count))
        return ways

    def _weights(self, position: CorePosition, fields: dict[str, Any], index: int) -> list[int]:
        """How often each kind of token comes up among all ways in which the rats can be what they are."""
        _, ring, _, _, pool = fields["tracked"][index]
        texts = rattus.token_kinds(position.rules)
        if not pool:
            return [
                count if int(text.startswith("n")) == ring else 0
                for text, count in zip(texts, fields["unseen"], strict=True)
            ]
        own = fields["recycled_pools"][pool - 1]
        twins = [rat for rat in fields["tracked"] if rat[4] not in (0, pool) and rat[1] == ring]
        if not twins:
            return list(own)
        ((_, _, known, _, other),) = twins
        tokens = [
            {(kind, copy) for kind, count in enumerate(counts) for copy in range(count)}
            for counts in (own, fields["recycled_pools"][other - 1])
        ]
        weights = [0] * len(texts)
        for mine in tokens[0]:
            weights[mine[0]] += sum(mine != others and known in (-1, others[0]) for others in tokens[1])
        return weights

    def _told_card(
        self, position: CorePosition, fields: dict[str, Any], player: int
    ) -> list[tuple[CorePosition, int]]:
        """The position with each region card that the player may have as the next of his hand."""
        ways = []
        for kind, count in enumerate(fields["pile"]):
            if not count:
                continue
            pile, unknown = list(fields["pile"]), list(fields["hands_unknown"])
            hands = [list(hand) for hand in fields["hands"]]
            pile[kind] -= 1
            unknown[player] -= 1
            hands[player] = sorted([*hands[player], kind])
            held = {**fields, "pile": pile, "hands_unknown": unknown, "hands": hands}
            ways.append((rattus.import_state(position.rules, held), count))
        return ways
