"""Random ends of tiny games with cards of all boxes: the sweep, or a final round before it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from final_round_oracle import TinyGame
from reference.rattus.cards.classes import CLASS_OF_CARD
from reference.rattus.setup import NEED_MERCATUS

from rattus_ai._core import rattus
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.engine import Rules

CUBES = 20
MAP = ["north", "west", "middle", "east", "south"]
EDGES = [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]
STARTING = ["1:PK", "2:MBW", "4:ABC", "2:MR", "2:MR", "1:IA"]
NORMAL = ["1:BC", "2:MPK", "3:KCW", "3:APR", "2:MBC", "2:MBC", "1:I", "2:MBC"]
NEED_REGION_CARDS = ("astronomer", "explorer")
SYMBOLS = ("P", "B", "C", "K", "W", "R", "I", "PB", "?")


def tiny_rules(
    players: int, cards: Sequence[str], region_cards: list[tuple[int, str]], regions: int
) -> Rules:
    """A map of so many regions; goods where a card or the fifth region needs them."""
    return rattus.make_rules(
        players=players,
        regions=MAP[:regions],
        edges=[edge for edge in EDGES if max(edge) < regions],
        starting=STARTING,
        normal=NORMAL,
        removed=1,
        cards=[(card, CLASS_OF_CARD[card]) for card in cards],
        mercatus=bool(set(cards) & NEED_MERCATUS) or "king" in cards,
        region_cards=region_cards,
        diplomats=9,
    )


class EndGame(TinyGame):
    """Such a game, for `solve` and the like."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.num_players, rules)
        self.options = {**self.options, "reveal_order": "random"}


class RandomEnd:
    """The fields of one random position at the end of a game, drawn part by part."""

    def __init__(self, rules: Rules, names: Sequence[str], seed: int, rats: int) -> None:
        self.rules = rules
        self.names = list(names)
        self.draw = random.Random(seed)
        self.players = rules.num_players
        self.fields: dict[str, Any] = rattus.export_state(CorePosition(rules))
        self.regions = len(self.fields["cubes"])
        self.kinds = rattus.token_kinds(rules)
        self.most_rats = rats

    def fill(self, owned: Sequence[str], recycled: int, waiting: int) -> dict[str, Any]:
        draw, fields = self.draw, self.fields
        last = draw.randrange(self.players)
        fields.update(
            stage="final",
            active=(last + 1 + waiting) % self.players,
            last=last,
            final_left=waiting,
            ending=True,
            turn=20,
            plague=draw.randrange(self.regions),
            owners=[draw.randrange(self.players) if name in owned else -1 for name in self.names],
        )
        fields["cubes"] = [[draw.choice((0, 0, 1, 1, 2, 3)) for _ in range(self.players)] for _ in MAP]
        fields["cubes"] = fields["cubes"][: self.regions]
        self.rats(recycled)
        self.goods()
        self.region_cards()
        self.markers()
        self.palace()
        return fields

    def rats(self, recycled: int) -> None:
        draw, fields = self.draw, self.fields
        tokens = [kind for kind, count in enumerate(rattus.token_counts(self.rules)) for _ in range(count)]
        draw.shuffle(tokens)
        spare = next(kind for kind in tokens if self.ring(kind) == 1)
        tokens.remove(spare)
        lying = [tokens.pop() for _ in range(draw.randint(1, self.most_rats))]
        waiting = [] if recycled else [tokens.pop() for _ in range(draw.randint(0, 4))]
        unseen = [0] * len(self.kinds)
        unlooked, tracked = [[0, 0] for _ in range(self.regions)], []
        room = [3] * self.regions
        for kind in [spare, *waiting]:
            unseen[kind] += 1
        for kind in lying:
            region = self.with_room(room)
            if draw.random() < 0.7:
                unlooked[region][self.ring(kind)] += 1
                unseen[kind] += 1
                continue
            known = draw.random() < 0.5
            unseen[kind] += not known
            seen = sorted(draw.sample(range(self.players), draw.randint(1, self.players)))
            tracked.append((region, self.ring(kind), kind if known else -1, seen, 0))
        pools = self.pools(tokens, recycled)
        for number, (ring, _, pool) in enumerate(pools, 1):
            if draw.random() < 0.8 and any(room):
                tracked.append((self.with_room(room), ring, -1, [], number))
            else:
                pool[:] = [0] * len(pool)  # it is gone
        draw.shuffle(tracked)
        if len({rat[4] for rat in tracked} - {0}) < len(pools):
            tracked = [rat for rat in tracked if rat[4] == 0]
            pools = []
        fields.update(
            unseen=unseen,
            unlooked=unlooked,
            tracked=tracked,
            rat_supply=[sum(self.ring(kind) == ring for kind in waiting) for ring in (0, 1)],
            recycled_pools=[pool for _, _, pool in pools],
        )

    def pools(self, revealed: list[int], recycled: int) -> list[tuple[int, int, list[int]]]:
        """Ring, size and tokens of each recycled rat; the second may be drawn from more."""
        found = []
        for number in range(recycled):
            some = revealed[: len(revealed) * (2 - recycled + number + self.draw.randint(0, 1)) // 2]
            rings = {self.ring(kind) for kind in some}
            if found and self.draw.random() < 0.7:
                rings &= {found[0][0]}
            if not rings:
                return []
            ring = self.draw.choice(sorted(rings))
            counts = [sum(kind == other for other in some) for kind in range(len(self.kinds))]
            pool = [count * (self.ring(kind) == ring) for kind, count in enumerate(counts)]
            if (
                found
                and found[0][0] == ring
                and (sum(pool) < 2 or any(a > b for a, b in zip(found[0][2], pool, strict=True)))
            ):
                return []
            found.append((ring, sum(pool), pool))
        return found

    def with_room(self, room: list[int]) -> int:
        region = self.draw.choice([region for region, left in enumerate(room) if left])
        room[region] -= 1
        return region

    def ring(self, kind: int) -> int:
        return int(self.kinds[kind].startswith("n"))

    def goods(self) -> None:
        draw, fields = self.draw, self.fields
        if not fields["coins"]:
            return
        fields["coins"] = [draw.choice((0, 1, 2, 4, 5, 7, 8, 9)) for _ in range(self.players)]
        kinds = draw.sample(range(4), draw.randint(1, 4))
        fields["region_goods"] = [draw.choice(kinds) for _ in range(self.regions)]
        goods = [[0] * 4 for _ in range(self.players)]
        supply = [4] * 4
        for kind in range(4):
            for _ in range(draw.randint(0, 4)):
                goods[draw.randrange(self.players)][kind] += 1
                supply[kind] -= 1
        for card, name in enumerate(self.names):
            kind = draw.randrange(4)
            carries = name in ("hanseatic_trader", "shaman", "landowner") and fields["owners"][card] >= 0
            if carries and supply[kind] and draw.random() < 0.6:
                fields["card_goods"][card] = kind
                supply[kind] -= 1
        fields.update(goods=goods, goods_supply=supply, available=[0] * 4)

    def region_cards(self) -> None:
        draw, fields = self.draw, self.fields
        if not fields["hands"]:
            return
        counts = rattus.region_card_counts(self.rules)
        cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
        draw.shuffle(cards)
        most = min(3, (len(cards) - 2) // self.players)
        fields["hands"] = [
            sorted(cards.pop() for _ in range(draw.randint(0, most))) for _ in range(self.players)
        ]
        thrown = [cards.pop() for _ in range(draw.randint(0, 2))]
        fields["pile"] = [cards.count(kind) for kind in range(len(counts))]
        fields["discards"] = [thrown.count(kind) for kind in range(len(counts))]
        fields["hands_unknown"] = [0] * self.players

    def markers(self) -> None:
        draw, fields = self.draw, self.fields
        for name, most in (("diplomats", 9), ("potions", 10)):
            left = most
            for region, row in enumerate(fields[name]):
                for player in range(self.players):
                    count = min(left, draw.randint(0, fields["cubes"][region][player]), draw.randint(0, 2))
                    row[player] = count
                    left -= count
            if fields[name]:
                fields[f"{name}_left"] = left
        if fields["nuns"] and draw.random() < 0.8:
            fields["nuns"] = sorted(draw.randrange(self.regions) for _ in range(3))
        if "caravan_leader" in self.names:
            fields["caravan"] = draw.randrange(self.regions)
        if "emperor" in self.names and draw.random() < 0.7:
            edges = sorted(edge for edge in EDGES if max(edge) < self.regions)
            fields["walls"] = sorted(map(list, draw.sample(edges, draw.randint(0, 3))))
        if fields["baker"] and fields["owners"][self.names.index("baker")] >= 0:
            fields["baker"] = [draw.choice((0, 0, 1)) for _ in range(self.players)]

    def palace(self) -> None:
        """So many cubes in the palace that the points as they lie are close."""
        draw, fields = self.draw, self.fields
        cubes = [sum(row[p] for row in fields["cubes"]) for p in range(self.players)]
        stored = fields["baker"] or [0] * self.players
        total = [
            cubes[p] + stored[p] + (fields["coins"][p] // 5 if fields["coins"] else 0)
            for p in range(self.players)
        ]
        top = max(total) + draw.choice((0, 0, 1))
        palace = [max(0, top - total[p] - draw.choice((0, 0, 1, 2))) for p in range(self.players)]
        palace = [min(count, CUBES - cubes[p] - stored[p]) for p, count in enumerate(palace)]
        fields["palace"] = palace
        fields["supply"] = [CUBES - palace[p] - cubes[p] - stored[p] for p in range(self.players)]


def random_end(
    seed: int,
    *,
    players: int,
    cards: Sequence[str],
    owned: Sequence[str] | None = None,
    region_cards: bool = False,
    recycled: int = 0,
    rats: int = 5,
    regions: int = 4,
    waiting: int = 0,
) -> CorePosition:
    """A random position in which a player of the final round is to act.

    Args:
        seed: of everything.
        players: 2 to 6.
        cards: class cards in play.
        owned: those that somebody holds, all if left out.
        region_cards: Africanus is in play, and all hands are known.
        recycled: rats that came back from the revealed tokens, at most 2.
        rats: the most rats beside them.
        regions: of the map, at most 5.
        waiting: players who act after him.
    """
    draw = random.Random(seed ^ 0x5EED)
    symbols = [draw.choice(SYMBOLS) for _ in range(2 * regions)]
    dealt = [(index % regions, symbol) for index, symbol in enumerate(symbols)]
    rules = tiny_rules(players, cards, dealt if region_cards else [], regions)
    end = RandomEnd(rules, cards, seed, rats)
    return rattus.import_state(rules, end.fill(cards if owned is None else owned, recycled, waiting))
