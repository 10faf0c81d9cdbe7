"""The numbers of explanations worked out once more, from the rules and the slow reference alone.

Nothing of `rattus_ai.rattus.fact_*` or `rattus_ai.rattus.risk` is used: turns are played with the engine, and
what a strike takes is summed up over every order of reveals with the reference's own losses.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from reference.rattus import Position as SlowPosition
from reference.rattus import Setup, State

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.rattus.game import RattusGame

NOTABLE = Fraction(1, 4)
MOST_RATS = 2  # with three rats the reference takes seconds; the core's distribution stands in there
KNIGHT = "knight"

AT_REST: Mapping[str, Any] = {
    "spread_left": 0,
    "spread_region": -1,
    "first_look": -1,
    "second_look": -1,
    "drawing": -1,
    "drawing_ring": 0,
    "ending": False,
    "last": -1,
    "final_left": 0,
    "taken": True,
    "placed": True,
}


@functools.cache
def slow_setup(game: RattusGame) -> Setup:
    nodes = list(game.graph)
    return Setup(
        players=game.num_players,
        regions=game.region_names,
        edges=tuple((nodes.index(one), nodes.index(other)) for one, other in game.graph.edges),
        starting=tuple(token.face for token in game.tokens.starting),
        normal=tuple(token.face for token in game.tokens.normal),
        removed=game.tokens.removed(game.num_players),
        cards=tuple(
            (name, card.class_letter) for name, card in zip(game.card_names, game.cards, strict=True)
        ),
    )


def rats_in(fields: Mapping[str, Any], region: int) -> int:
    return sum(fields["unlooked"][region]) + sum(where == region for where, *_ in fields["tracked"])


def strike(
    game: RattusGame, fields: Mapping[str, Any], region: int, neutral: bool = False
) -> tuple[Fraction, ...]:
    """Mean loss of each player when the rats of the region are revealed."""
    nothing = (Fraction(0),) * game.num_players
    if not sum(fields["cubes"][region]) or not rats_in(fields, region):
        return nothing
    if rats_in(fields, region) > MOST_RATS:
        return _by_the_core(game, fields, region, neutral)
    # All that can matter; the same question comes again and again.
    tracked = [rat[1:3] for rat in fields["tracked"] if rat[0] == region]
    plain = [fields["cubes"][region], fields["unlooked"][region], tracked, fields["unseen"], fields["owners"]]
    key = (id(game), neutral, str(plain))
    if key not in _known:
        _known[key] = _by_the_reference(game, fields, region, neutral)
    return _known[key]


_known: dict[tuple[int, bool, str], tuple[Fraction, ...]] = {}


def _by_the_reference(
    game: RattusGame, fields: Mapping[str, Any], region: int, neutral: bool
) -> tuple[Fraction, ...]:
    setup = slow_setup(game)
    plain = {**fields, **AT_REST, "stage": "ravage", "revealing": region, "neutral": neutral}
    known: dict[str, list[Fraction]] = {}

    def left(position: SlowPosition) -> list[Fraction]:
        """Cubes of each player in the region after the reveals, on average."""
        state = position.state
        if state.stage not in ("next", "reveal") or state.revealing != region:
            return [Fraction(cubes) for cubes in state.cubes[region]]
        # The same tokens in another order lead to the same position.
        running = [state.stage, state.drawing, state.drawing_ring, state.tracked, state.unseen]
        key = str([running, state.cubes[region], state.unlooked[region]])
        if key not in known:
            sums = [Fraction(0)] * game.num_players
            for text, chance in position.probabilities():
                after = position.clone()
                after.apply(text)
                sums = [total + chance * cubes for total, cubes in zip(sums, left(after), strict=True)]
            known[key] = sums
        return known[key]

    start = SlowPosition(setup, State.from_export(plain))
    start._settle()
    return tuple(had - has for had, has in zip(fields["cubes"][region], left(start), strict=True))


def _by_the_core(
    game: RattusGame, fields: Mapping[str, Any], region: int, neutral: bool
) -> tuple[Fraction, ...]:
    plain = {**fields, **AT_REST, "stage": "main", "revealing": -1, "neutral": False, "taken": False}
    position = core.import_state(game.rules, {**plain, "placed": False, "used": []})
    sums = [Fraction(0)] * game.num_players
    for lost, chance in core.ravage_distribution(position, region, neutral):
        for player, count in enumerate(lost):
            sums[player] += count * Fraction(*chance)
    return tuple(sums)


def cases(position: CorePosition) -> list[tuple[Fraction, dict[str, Any]]]:
    """The state, or where the ring of a new rat is drawn each state that may come of it."""
    fields = core.export_state(position)
    if fields["stage"] != "ring":
        return [(Fraction(1), fields)]
    found = []
    for ring, count in enumerate(fields["rat_supply"]):
        unlooked = [list(row) for row in fields["unlooked"]]
        unlooked[fields["spread_region"]][ring] += 1
        supply = list(fields["rat_supply"])
        supply[ring] -= 1
        chance = Fraction(count, sum(fields["rat_supply"]))
        found.append((chance, {**fields, "unlooked": unlooked, "rat_supply": supply}))
    return found


def mean_strike(
    game: RattusGame,
    position: CorePosition,
    region: int,
    neutral: bool = False,
    owners: Sequence[int] | None = None,
) -> tuple[Fraction, ...]:
    sums = [Fraction(0)] * game.num_players
    for chance, fields in cases(position):
        held = fields["owners"] if owners is None else list(owners)
        for player, loss in enumerate(strike(game, {**fields, "owners": held}, region, neutral)):
            sums[player] += chance * loss
    return tuple(sums)


def reach(game: RattusGame, plague: int) -> list[int]:
    """Where the next player may bring the plague: two steps, since he holds the Knight or can take it."""
    setup = slow_setup(game)
    near = set(setup.neighbours[plague])
    if KNIGHT in game.card_names:
        near |= {far for region in near for far in setup.neighbours[region]}
    return sorted(near - {plague})


def declares(game: RattusGame, fields: Mapping[str, Any], player: int) -> bool:
    return KNIGHT in game.card_names and fields["owners"][game.card_names.index(KNIGHT)] == player


def neutral_in_sweep(game: RattusGame, fields: Mapping[str, Any], region: int) -> bool:
    held = any(declares(game, fields, player) for player in range(game.num_players))
    return held and fields["plague"] == region


class Told:
    """A turn played with the engine, and what can be said about it."""

    def __init__(self, game: RattusGame, start: CorePosition, turn: Sequence[int]) -> None:
        self.game, self.start = game, start
        self.before = core.export_state(start)
        self.mover = self.before["active"]
        self.final = bool(self.before["ending"])
        self.struck: int | None = None
        self.taken: int | None = None
        self.at_strike: dict[str, Any] | None = None
        now = start.clone()
        for action in turn:
            verb, arguments = game.rules.describe_action(action)
            if verb == "take":
                self.taken = arguments[0][1]
            if verb == "plague" and not self.final:
                self.struck = arguments[0][1]
                self.at_strike = core.export_state(now)
            now.apply(action)
        self.after = now
        self.fields = core.export_state(now)

    @property
    def rats_left(self) -> int:
        return sum(self.fields["rat_supply"]) - (self.fields["stage"] == "ring")

    def strike(
        self, region: int, position: CorePosition | None = None, owners: Sequence[int] | None = None
    ) -> tuple[Fraction, ...]:
        """After the turn (or at another position): with neutral cubes where the sweep is next."""
        where = self.after if position is None else position
        fields = core.export_state(where)
        neutral = self.sweeps and neutral_in_sweep(self.game, fields, region)
        return mean_strike(self.game, where, region, neutral, owners)

    @property
    def sweeps(self) -> bool:
        if self.final or (self.struck is not None and self.rats_left == 0):
            return True
        placed_all = self.fields["supply"][self.mover] == 0
        return placed_all and self.struck is not None and not self.ravage()[self.mover]

    @property
    def ahead(self) -> list[int]:
        if self.sweeps:
            return [region for region in range(len(self.fields["cubes"])) if region != self.struck]
        assert self.struck is not None
        return reach(self.game, self.struck)

    def ravage(self) -> tuple[Fraction, ...]:
        """Losses of this turn's ravage; where the mover may declare, by his expected lead."""
        assert self.struck is not None and self.at_strike is not None
        fields = {**self.at_strike, "plague": self.struck}
        plain = strike(self.game, fields, self.struck)
        if not declares(self.game, self.fields, self.mover):
            return plain
        if self.fields["stage"] not in ("spread", "ring", "neutral"):
            declared = bool(self.fields["neutral"])
            return strike(self.game, fields, self.struck, declared)
        return plain  # not settled by the turn: the caller must not compare

    @property
    def declared_later(self) -> bool:
        return declares(self.game, self.fields, self.mover) and (
            self.fields["stage"] in ("spread", "ring", "neutral") or self.ended
        )

    @property
    def ended(self) -> bool:
        return self.fields["stage"] in ("main", "final", "terminal")

    def left(self) -> list[tuple[Fraction, ...]]:
        """Cubes of each region at the end of the turn, in the final round after a sweep."""
        table = []
        for region, cubes in enumerate(self.fields["cubes"]):
            if self.final:
                losses = self.strike(region)
            elif region == self.struck:
                assert self.at_strike is not None
                cubes, losses = self.at_strike["cubes"][region], self.ravage()
            else:
                losses = (Fraction(0),) * self.game.num_players
            table.append(tuple(count - loss for count, loss in zip(cubes, losses, strict=True)))
        return table


def worst(told: Told) -> tuple[int, Fraction]:
    losses = {region: told.strike(region)[told.mover] for region in told.ahead}
    region = min(losses, key=lambda where: (-losses[where], where))
    return region, losses[region]


def changes(told: Told) -> list[tuple[Fraction, int, int]]:
    """(difference, region, player) to be said to be protected (positive) or exposed, largest first."""
    top = worst(told)
    found = []
    for region, player in itertools.product(told.ahead, range(told.game.num_players)):
        then, now = told.strike(region, told.start)[player], told.strike(region)[player]
        if player == told.mover and (region, now) == top and now >= then:
            continue
        if abs(then - now) >= NOTABLE:
            found.append((then - now, region, player))
    return sorted(found, key=lambda each: (-abs(each[0]), each[1], each[2]))


def card_danger(told: Told, card: int) -> Fraction:
    """What the card's symbol costs its holder at the worst next strike, or in the sweep."""
    owners = list(told.fields["owners"])
    holder = owners[card]
    owners[card] = -1
    costs = []
    for region in told.ahead:
        neutral = told.sweeps and neutral_in_sweep(told.game, told.fields, region)
        without = mean_strike(told.game, told.after, region, neutral, owners)[holder]
        costs.append(told.strike(region)[holder] - without)
    return sum(costs, Fraction(0)) if told.sweeps else max([Fraction(0), *costs])
