"""What lies where after a turn, and what the plague would take there: the numbers behind the sentences.

All of it is exact for what the position holds. A rat whose token is not known is any unseen token of its
ring, wherever it lies and whatever is revealed elsewhere in the meantime; so a mean of one region does not
depend on what happens in another.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.rattus import risk
from rattus_ai.rattus.document_stages import SETUP
from rattus_ai.rattus.ravage_rules import UNDECLARED, neutral_held, settled_by_chance, under_way

if TYPE_CHECKING:
    from rattus_ai.rattus.game import RattusGame

_AT_REST: Mapping[str, Any] = {
    "stage": "main",
    "last": -1,
    "taken": False,
    "placed": False,
    "used": [],
    "spread_left": 0,
    "spread_region": -1,
    "neutral": False,
    "first_look": -1,
    "second_look": -1,
    "revealing": -1,
    "drawing": -1,
    "drawing_ring": 0,
    "ending": False,
    "final_left": 0,
    "asked": -1,
    "pending": -1,
    "shown": [],
    "protected": [],
    "event": [],
    "fixed": False,
    "step_card": -1,
    "plan": [],
    "goods_taken": False,
    "deacon_uses": 0,
    "drawn": [],
    "drawn_unknown": 0,
    "draws_left": 0,
    "lifted": [],
}
"""Fields of a state in which nothing is under way."""


class Board:
    """Cubes, rats and cards at one moment, as the next strike of the plague finds them.

    Attributes:
        fields: the state as plain numbers; a new rat whose ring is being drawn lies nowhere in it.
    """

    def __init__(
        self, game: RattusGame, position: CorePosition, following: int, owners: Sequence[int] | None = None
    ) -> None:
        self.game = game
        self._following = following  # who moves the plague next
        self.fields = core.export_state(position)
        self._position = position
        self._owners = self.fields["owners"] if owners is None else list(owners)

    def without(self, card: int) -> Board:
        """The same with a card that nobody owns."""
        owners = [-1 if number == card else owner for number, owner in enumerate(self._owners)]
        return Board(self.game, self._position, self._following, owners)

    @functools.cached_property
    def _cases(self) -> list[tuple[Fraction, CorePosition, dict[str, Any]]]:
        """The state at rest with its probability: one, or one for each ring that a new rat may have."""
        ends = [(Fraction(1), self._position)]
        if self.fields["stage"] == "ring":
            weights = self._position.chance_weights()
            total = sum(weight for _, weight in weights)
            ends = []
            for outcome, weight in weights:
                after = self._position.clone()
                after.apply(outcome)
                ends.append((Fraction(weight, total), after))
        cases = []
        for probability, position in ends:
            fields = {
                **_put_back(core.export_state(position), self._owners),
                **_AT_REST,
                "caravan": self._caravan,
                "active": self._following,
                "owners": self._owners,
            }
            cases.append((probability, core.import_state(self.game.rules, fields), fields))
        return cases

    @property
    def _caravan(self) -> int:
        """Where the caravan is; before anybody has placed it, anywhere: no strike touches it."""
        unplaced = self.fields["caravan"] < 0 and "caravan_leader" in self.game.card_names
        return 0 if unplaced else int(self.fields["caravan"])

    def losses(self, region: int, neutral: bool = False) -> risk.Losses | None:
        """Cubes that each player loses on average when the rats of a region are revealed now.

        None where a player settles the order of the reveals (option `reveal_order`) and it can matter.
        """
        key = (region, neutral)
        if key not in self._known:
            self._known[key] = self._mean(region, neutral)
        return self._known[key]

    @functools.cached_property
    def _known(self) -> dict[tuple[int, bool], risk.Losses | None]:
        return {}

    def _mean(self, region: int, neutral: bool) -> risk.Losses | None:
        sums = [Fraction(0)] * self.game.num_players
        for probability, position, fields in self._cases:
            if self.game.options["reveal_order"] == "active_player" and _choices(fields, region) > 1:
                return None
            for lost, (numerator, denominator) in core.ravage_distribution(position, region, neutral):
                for player, count in enumerate(lost):
                    sums[player] += probability * Fraction(count * numerator, denominator)
        return tuple(sums)

    @functools.cached_property
    def reach(self) -> tuple[int, ...]:
        """Regions that the next player can bring the plague to in his turn, with cards he may take."""
        _, position, fields = self._cases[0]
        return tuple(sorted(risk.plague_reach(self.game, position, fields)))


def _put_back(fields: Mapping[str, Any], owners: Sequence[int]) -> dict[str, Any]:
    """The state without what lies nowhere in the middle of a step, or on cards that nobody owns.

    That is drawn region cards, nuns that are being placed, and goods tokens on cards.
    """
    pile = list(fields["pile"])
    for kind in fields["drawn"]:
        pile[kind] += 1
    nuns = list(fields["nuns"])
    if -1 in nuns:
        nuns = [-1] * len(nuns)
    on_cards, supply = list(fields["card_goods"]), list(fields["goods_supply"])
    for card, kind in enumerate(on_cards):
        if kind >= 0 and owners[card] < 0:
            on_cards[card] = -1
            supply[kind] += 1
    return {**fields, "pile": pile, "nuns": nuns, "card_goods": on_cards, "goods_supply": supply}


def _choices(fields: Mapping[str, Any], region: int) -> int:
    """Choices among the rats of a region."""
    unlooked = len([count for count in fields["unlooked"][region] if count])
    return unlooked + len([where for where, *_ in fields["tracked"] if where == region])


@dataclass(frozen=True)
class Outlook:
    """A turn and what comes of it.

    Attributes:
        phase: `setup`, `turn` or `final`: set-up, a turn, the final round.
        mover: who takes the turn.
        before, after: the board at the start, and after the actions of the turn: before its ravage.
        actions: verb and arguments of each action, as the rules describe them.
        struck: the region whose ravage this turn brings about; None if it brings none about or stops before.
        taken: the card that is taken, or None.
        losses: cubes that each player loses on average in that ravage; None where it is not settled.
        kept: probability that the mover loses no cube in that ravage; None where it is not settled.
        left: region -> cubes of each player on average at the end of the turn, after the ravage (in the final
            round: after a sweep that begins now); None where that is not settled.
    """

    phase: str
    mover: int
    before: Board
    after: Board
    actions: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    struck: int | None
    taken: int | None
    losses: risk.Losses | None
    kept: Fraction | None
    left: tuple[risk.Losses, ...] | None

    @property
    def ends(self) -> bool:
        """Whether the game certainly ends with this turn, or has ended: the sweep comes next."""
        if self.phase != "turn":
            return self.phase == "final"
        no_cubes = self.after.fields["supply"][self.mover] == 0 and self.kept == 1
        return no_cubes or (self.struck is not None and self.rats_left == 0)

    @property
    def rats_left(self) -> int:
        """Rats in the supply after the actions; one whose ring is being drawn has left it."""
        drawn = 1 if self.after.fields["stage"] == "ring" else 0
        return int(sum(self.after.fields["rat_supply"])) - drawn


def outlook(game: RattusGame, start: CorePosition, turn: Sequence[int]) -> Outlook:
    """What comes of a turn, given by the ids of its actions, all legal in a row."""
    fields = core.export_state(start)
    phase = "setup" if fields["stage"] in SETUP else "final" if fields["ending"] else "turn"
    following = 0 if phase == "setup" else (fields["active"] + 1) % game.num_players
    before = Board(game, start, following)
    struck = fields["plague"] if under_way(game, fields) and not fields["ending"] else None
    at_strike = fields["cubes"]
    taken = None
    now = start.clone()
    actions = tuple(game.rules.describe_action(action) for action in turn)
    for action, (verb, arguments) in zip(turn, actions, strict=True):
        if verb == "take":
            taken = arguments[0][1]
        elif verb == "plague" and phase == "turn":
            struck, at_strike = arguments[0][1], core.export_state(now)["cubes"]
        now.apply(action)
    after = Board(game, now, following)
    losses = risk.exact_losses(game, start, turn) if phase == "turn" else None
    left: tuple[risk.Losses, ...] | None = None
    if phase == "turn" and struck is not None and losses is not None:
        table = [tuple(map(Fraction, cubes)) for cubes in after.fields["cubes"]]
        table[struck] = tuple(
            Fraction(cubes) - loss for cubes, loss in zip(at_strike[struck], losses, strict=True)
        )
        left = tuple(table)
    elif phase == "final":
        left = _swept(game, after)
    kept: Fraction | None = None
    if losses is not None and struck is not None:
        kept = _kept(game, now, struck, fields["active"], losses, at_strike[struck])
    return Outlook(phase, fields["active"], before, after, actions, struck, taken, losses, kept, left)


def _kept(
    game: RattusGame,
    now: CorePosition,
    region: int,
    mover: int,
    losses: risk.Losses,
    at_strike: Sequence[int],
) -> Fraction | None:
    """Probability that the mover loses nothing in the ravage of this turn."""
    fields = core.export_state(now)
    if losses[mover] == 0:
        return Fraction(1)
    if fields["cubes"][region][mover] < at_strike[mover]:
        return Fraction(0)
    undeclared = neutral_held(game, fields, mover) and fields["stage"] in UNDECLARED
    if not settled_by_chance(game, fields):
        return None
    if undeclared or (fields["stage"] == "reveal" and _choices(fields, region) > 1):
        return None
    chances = core.ravage_distribution(now, region, bool(fields["neutral"]))
    return sum((Fraction(*chance) for lost, chance in chances if lost[mover] == 0), Fraction(0))


def sweep_neutral(game: RattusGame, board: Board, region: int) -> bool:
    """Whether the piece counts as neutral cubes in this region in the sweep (A7)."""
    return region == board.fields["plague"] and neutral_held(game, board.fields)


def _swept(game: RattusGame, board: Board) -> tuple[risk.Losses, ...] | None:
    table = []
    for region, cubes in enumerate(board.fields["cubes"]):
        losses = board.losses(region, sweep_neutral(game, board, region))
        if losses is None:
            return None
        table.append(tuple(count - loss for count, loss in zip(cubes, losses, strict=True)))
    return tuple(table)
