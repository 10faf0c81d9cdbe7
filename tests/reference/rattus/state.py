"""Everything on the table at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from .setup import CUBES_PER_PLAYER, NORMAL, STARTING, Setup

NOBODY = -1
NOWHERE = -1
UNKNOWN = -1
NONE = -1


@dataclass(slots=True)
class Rat:
    """A face-down rat that somebody has looked at; everybody can follow it with the eyes (P7).

    `kind` is `UNKNOWN` where the state describes what somebody knows who has not seen it.
    """

    region: int
    ring: int
    kind: int
    looked: set[int]


class Slot(NamedTuple):
    """One choice among the rats of a region: `rats` of them that nobody can tell apart.

    `tracked` is the number of the rat in `State.tracked`, or `NONE` for rats that nobody has looked at.
    """

    ring: int
    tracked: int
    rats: int


@dataclass(slots=True)
class State:
    """All numbers count from 0; lists run over regions, players, cards or kinds in the order of the set-up.

    `last` is the player of the last turn once the game is ending, before that `NOBODY`. `setup_step` counts
    placements of first cubes, `turn` completed turns; `taken`, `placed` and `used` belong to the running
    turn.

    `unseen[kind]` counts the tokens of a kind that lie face down somewhere (board, supply, removed at
    set-up) and are not the known identity of a rat in `tracked`: what a reveal or a first look draws from
    (rules section 6).
    """

    stage: str
    active: int
    last: int
    turn: int
    setup_step: int
    taken: bool
    placed: bool
    used: list[int]
    plague: int
    cubes: list[list[int]]
    palace: list[int]
    supply: list[int]
    unlooked: list[list[int]]
    tracked: list[Rat]
    rat_supply: list[int]
    owners: list[int]
    unseen: list[int]
    # The running spread: rats still to be placed as far as supply and room go, and the region chosen for a
    # rat whose ring is not drawn yet.
    spread_left: int = 0
    spread_region: int = NOWHERE
    # The running look of a Witch: numbers in `tracked`.
    first_look: int = NONE
    second_look: int = NONE
    # The region whose rats are being revealed (also in the sweep), and whether the piece was declared as
    # neutral cubes.
    revealing: int = NOWHERE
    neutral: bool = False
    # The rat whose identity is being drawn: number in `tracked` or `NONE`, and its ring.
    drawing: int = NONE
    drawing_ring: int = STARTING
    # The final round and the sweep.
    ending: bool = False
    final_left: int = 0

    def rats_in(self, region: int) -> int:
        return sum(self.unlooked[region]) + sum(1 for rat in self.tracked if rat.region == region)

    def rats(self) -> list[int]:
        """The number of rats in every region."""
        counts = [starting + normal for starting, normal in self.unlooked]
        for rat in self.tracked:
            counts[rat.region] += 1
        return counts

    def slots(self, region: int) -> list[Slot]:
        """The choices in a region: unlooked normal rats, unlooked starting ones, then each tracked one."""
        unlooked = self.unlooked[region]
        found = [Slot(ring, NONE, unlooked[ring]) for ring in (NORMAL, STARTING) if unlooked[ring] > 0]
        found += [
            Slot(rat.ring, number, 1) for number, rat in enumerate(self.tracked) if rat.region == region
        ]
        return found

    def holds(self, player: int, card: int) -> bool:
        return self.owners[card] == player

    def held(self, player: int) -> list[int]:
        """The cards of a player."""
        return [card for card, owner in enumerate(self.owners) if owner == player]

    def add_cubes(self, player: int, region: int, number: int) -> None:
        """From the player's supply to a region."""
        self.cubes[region][player] += number
        self.supply[player] -= number

    def start_of_turn(self, player: int) -> None:
        """Nothing of the turn has happened yet."""
        self.active = player
        self.taken = self.placed = False
        self.used = []

    def clone(self) -> State:
        twin = State(**{name: getattr(self, name) for name in FIELD_NAMES})
        twin.used = list(self.used)
        twin.cubes = [list(row) for row in self.cubes]
        twin.palace = list(self.palace)
        twin.supply = list(self.supply)
        twin.unlooked = [list(row) for row in self.unlooked]
        twin.tracked = [Rat(rat.region, rat.ring, rat.kind, set(rat.looked)) for rat in self.tracked]
        twin.rat_supply = list(self.rat_supply)
        twin.owners = list(self.owners)
        twin.unseen = list(self.unseen)
        return twin

    def export(self) -> dict[str, Any]:
        """The state as plain integers and lists."""
        exported = {name: getattr(self, name) for name in PLAIN_FIELDS}
        exported["used"] = sorted(self.used)
        exported["cubes"] = [list(row) for row in self.cubes]
        exported["unlooked"] = [list(row) for row in self.unlooked]
        exported["tracked"] = [(rat.region, rat.ring, rat.kind, sorted(rat.looked)) for rat in self.tracked]
        for name in ("palace", "supply", "rat_supply", "owners", "unseen"):
            exported[name] = list(getattr(self, name))
        return exported

    @staticmethod
    def from_export(exported: Mapping[str, Any]) -> State:
        """The inverse of `export`."""
        state = State(**exported)
        state.tracked = [
            Rat(region, ring, kind, set(looked)) for region, ring, kind, looked in exported["tracked"]
        ]
        return state.clone()


LIST_FIELDS = ("used", "cubes", "unlooked", "tracked", "palace", "supply", "rat_supply", "owners", "unseen")
FIELD_NAMES = tuple(item.name for item in fields(State))
PLAIN_FIELDS = tuple(name for name in FIELD_NAMES if name not in LIST_FIELDS)


def initial_state(setup: Setup) -> State:
    """Rules 2.1 to 2.3: a starting token on each region, the rest in the supply; no cube, no plague yet."""
    regions = len(setup.regions)
    return State(
        stage="setup_plague",
        active=0,
        last=NOBODY,
        turn=0,
        setup_step=0,
        taken=False,
        placed=False,
        used=[],
        plague=NOWHERE,
        cubes=[[0] * setup.players for _ in range(regions)],
        palace=[0] * setup.players,
        supply=[CUBES_PER_PLAYER] * setup.players,
        unlooked=[[1, 0] for _ in range(regions)],
        tracked=[],
        rat_supply=[len(setup.starting) - regions, len(setup.normal) - setup.removed],
        owners=[NOBODY] * len(setup.cards),
        unseen=list(setup.copies),
    )
