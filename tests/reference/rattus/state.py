"""Everything on the table at one moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple

from .setup import CUBES_PER_PLAYER, NORMAL, STARTING, Setup

NOBODY = -1
NOWHERE = -1
UNKNOWN = -1
NONE = -1

STARTING_COINS = 4
GOODS_KINDS = 4
GOODS_IN_SUPPLY = 4
POTIONS = 10
NUNS = 3


@dataclass(slots=True)
class Rat:
    """A face-down rat that somebody has looked at; everybody can follow it with the eyes (P7).

    `kind` is `UNKNOWN` where the state describes what somebody knows who has not seen it. `pool`: 0, or 1 or
    2 for the first and second rat that came from the revealed tokens (P20), which nobody needs to have seen.
    """

    region: int
    ring: int
    kind: int
    looked: set[int]
    pool: int = 0


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

    Lists of what a game is played without (goods, region cards, markers of a card not in play) are empty.
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
    # rat whose ring is not drawn yet (or for which a Swindler may still take goods).
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
    # The running ravage: the player who may protect himself, the kind of the token that is being dealt with,
    # the kinds that a Crusader has revealed (ascending), the protected cards (ascending), and in the final
    # round the cards whose event it is (ascending).
    asked: int = NOBODY
    pending: int = UNKNOWN
    shown: list[int] = field(default_factory=list)
    protected: list[int] = field(default_factory=list)
    event: list[int] = field(default_factory=list)
    # Whether the active player's cards have fixed the region of the piece in the final round (P11).
    fixed: bool = False
    # The card whose stage this is.
    step_card: int = NONE
    # The running Shaman: the regions assigned so far. The running Pied Piper: region left, region entered.
    plan: list[int] = field(default_factory=list)
    # Mercatus. Kinds of goods: fish, cloth, wood, salt. `goods` by player and kind; `available` of 0 and 1;
    # `region_goods` and `card_goods` hold a kind or `NONE`.
    coins: list[int] = field(default_factory=list)
    goods: list[list[int]] = field(default_factory=list)
    goods_supply: list[int] = field(default_factory=list)
    available: list[int] = field(default_factory=list)
    region_goods: list[int] = field(default_factory=list)
    card_goods: list[int] = field(default_factory=list)
    goods_taken: bool = False
    goods_removed: list[int] = field(default_factory=list)
    deacon_uses: int = 0
    # Africanus. `hands`: known cards by player, ascending; `hands_unknown`: how many more. `pile` and
    # `discards`: cards by kind; `pile` also holds the cards of hands (and drawn ones) that are not known.
    # `draws_left`: cards still to be dealt to the player or drawn by the card.
    hands: list[list[int]] = field(default_factory=list)
    hands_unknown: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    drawn_unknown: int = 0
    draws_left: int = 0
    # What single cards put on the table.
    caravan: int = NOWHERE
    diplomats: list[list[int]] = field(default_factory=list)
    diplomats_left: int = 0
    walls: list[list[int]] = field(default_factory=list)
    lifted: list[int] = field(default_factory=list)
    baker: list[int] = field(default_factory=list)
    nuns: list[int] = field(default_factory=list)
    potions: list[list[int]] = field(default_factory=list)
    potions_left: int = 0
    # For each rat that came from the revealed tokens: what it can be (see `recycled`).
    recycled_pools: list[list[int]] = field(default_factory=list)

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

    def move_rat(self, slot: Slot, source: int, target: int) -> None:
        """One rat of a choice from one region to another; what is known of it moves along (P7)."""
        if slot.tracked == NONE:
            self.unlooked[source][slot.ring] -= 1
            self.unlooked[target][slot.ring] += 1
        else:
            self.tracked[slot.tracked].region = target

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
        """Nothing of the turn (or of the player's part of the final round) has happened yet."""
        self.active = player
        self.taken = self.placed = False
        self.used = []
        self.fixed = False
        self.goods_taken = False
        self.deacon_uses = 0
        self.available = [int(tokens > 0 and not self.ending) for tokens in self.goods_supply]

    def back_to_turn(self) -> None:
        """A card has done its work; its player goes on."""
        self.stage = "final" if self.ending else "main"

    def clone(self) -> State:
        twin = State(tracked=[], **self.lists_and_numbers())
        twin.tracked = [
            Rat(rat.region, rat.ring, rat.kind, set(rat.looked), rat.pool) for rat in self.tracked
        ]
        return twin

    def lists_and_numbers(self) -> dict[str, Any]:
        """Copies of all fields but `tracked`."""
        return dict(zip(COPIED_NAMES, map(copied, COPIED(self)), strict=True))

    def fields(self) -> dict[str, Any]:
        """Like `export`, but not copied: to be read, and not after the state has changed."""
        return {**dict(zip(COPIED_NAMES, COPIED(self), strict=True)), "tracked": self.exported_rats()}

    def export(self) -> dict[str, Any]:
        """The state as plain integers and lists."""
        exported = self.lists_and_numbers()
        exported["used"] = sorted(self.used)
        exported["tracked"] = self.exported_rats()
        return exported

    def exported_rats(self) -> list[tuple[Any, ...]]:
        """The tracked rats as plain integers and lists."""
        return [(rat.region, rat.ring, rat.kind, sorted(rat.looked), rat.pool) for rat in self.tracked]

    @staticmethod
    def from_export(exported: Mapping[str, Any]) -> State:
        """The inverse of `export`."""
        state = State(**exported)
        state.tracked = [
            Rat(region, ring, kind, set(looked), pool)
            for region, ring, kind, looked, pool in exported["tracked"]
        ]
        return state.clone()


COPIED_NAMES = tuple(item.name for item in fields(State) if item.name != "tracked")
COPIED = attrgetter(*COPIED_NAMES)


def copied(value: Any) -> Any:
    """A copy of a number, a list, or a list of lists; what lies deeper is not copied (there is nothing)."""
    if type(value) is not list:
        return value
    if value and type(value[0]) is list:
        return [row[:] for row in value]
    return value[:]


def initial_state(setup: Setup) -> State:
    """Rules 2.1 to 2.3: a starting token on each region, the rest in the supply; no cube, no plague yet."""
    regions, players = len(setup.regions), setup.players

    def table() -> list[list[int]]:
        return [[0] * players for _ in range(regions)]

    state = State(
        stage="setup_plague",
        active=0,
        last=NOBODY,
        turn=0,
        setup_step=0,
        taken=False,
        placed=False,
        used=[],
        plague=NOWHERE,
        cubes=table(),
        palace=[0] * players,
        supply=[CUBES_PER_PLAYER] * players,
        unlooked=[[1, 0] for _ in range(regions)],
        tracked=[],
        rat_supply=[len(setup.starting) - regions, len(setup.normal) - setup.removed],
        owners=[NOBODY] * len(setup.cards),
        unseen=list(setup.copies),
    )
    if setup.mercatus:
        state.coins = [STARTING_COINS] * players
        state.goods = [[0] * GOODS_KINDS for _ in range(players)]
        state.goods_supply = [GOODS_IN_SUPPLY] * GOODS_KINDS
        state.available = [1] * GOODS_KINDS
        state.region_goods = [NONE] * regions
        state.card_goods = [NONE] * len(setup.cards)
        state.goods_removed = [0] * GOODS_KINDS
    if setup.region_cards:
        state.hands = [[] for _ in range(players)]
        state.hands_unknown = [0] * players
        state.pile = list(setup.region_card_counts)
        state.discards = [0] * len(setup.region_card_kinds)
    if "sultan" in setup.card_names:
        state.diplomats = table()
        state.diplomats_left = setup.diplomats
    if "wizard" in setup.card_names:
        state.potions = table()
        state.potions_left = POTIONS
    if "baker" in setup.card_names:
        state.baker = [0] * players
    if "nun" in setup.card_names:
        state.nuns = [NOWHERE] * NUNS
    return state
