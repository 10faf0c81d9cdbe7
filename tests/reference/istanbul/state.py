"""Everything on the table at one moment, and its exchange with plain dictionaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from . import components as box
from .setup import Setup

NONE = -1
KINDS = len(box.BONUS)


def no_demand() -> dict[str, list[int]]:
    return {"order": [], "unseen": []}


@dataclass(slots=True)
class State:
    """Lists run over players in seat order; goods are red, green, yellow, blue; cards are counts by kind.

    `assistants`: places where a player's assistants are; `stack`: assistants under the merchant; `spare`: the
    fifth one beside the board. `known` cards of a hand are those that everybody knows of, `secret` the
    others, `unknown` those of a view. `deck` is what a draw can be. `discards` have the top last. `demand_*`:
    the tiles that have been seen, top first, and the others.

    Of the running turn: `acting` is the place whose action is being done, `remote` whether that is by the
    family member or the barrier, `guild` the guild card of this turn, `compulsory` whether the action has to
    be done. `done_place`: the place whose action a card may repeat now. `yellow`, `red`: the tile has been
    used; `met`: the figures that have been met. `back`: the stage after draws, a prize roll or swaps.
    `figure`: who is being paid or moved (numbers of `components`); `rolling`: the neutral merchants that
    still have to roll. `swaps`: pairs of what was given and received. `roast`, `fountain`: what was roasted,
    from where an assistant was fetched last. `options`: options of guild card 19 named and not begun.
    """

    stage: str
    player: int = 0
    round: int = 0

    acting: int = 0
    remote: int = 0
    guild: int = 0
    compulsory: int = 0
    done_place: int = 0
    yellow: int = 0
    red: int = 0
    met: int = 0

    back: str = ""
    draws_left: int = 0
    figure: int = 0
    rolling: int = 0
    called: int = 0
    named: int = NONE
    dice: list[int] = field(default_factory=lambda: [0, 0])
    swaps: list[list[int]] = field(default_factory=list)
    roast: int = 0
    fountain: int = 0
    options: list[int] = field(default_factory=list)

    lira: list[int] = field(default_factory=list)
    coffee: list[int] = field(default_factory=list)
    rubies: list[int] = field(default_factory=list)
    capacity: list[int] = field(default_factory=list)
    goods: list[list[int]] = field(default_factory=list)
    tiles: list[int] = field(default_factory=list)
    tavern: list[int] = field(default_factory=list)
    merchant: list[int] = field(default_factory=list)
    stack: list[int] = field(default_factory=list)
    spare: list[int] = field(default_factory=list)
    assistants: list[list[int]] = field(default_factory=list)
    family: list[int] = field(default_factory=list)
    known: list[list[int]] = field(default_factory=list)
    secret: list[list[int]] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)
    guild_hand: list[list[int]] = field(default_factory=list)
    guild_unknown: list[int] = field(default_factory=list)

    deck: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    guild_deck: list[int] = field(default_factory=list)
    guild_discards: list[int] = field(default_factory=list)
    mosque: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    mosque_rubies: list[int] = field(default_factory=list)
    wainwright_rubies: int = 0
    dealer_rubies: int = 0
    palace_rubies: int = 0
    house_rubies: int = 0
    post: int = 0
    demand_large: dict[str, list[int]] = field(default_factory=no_demand)
    demand_small: dict[str, list[int]] = field(default_factory=no_demand)
    barrier: int = NONE
    barrier_owner: int = NONE
    tavern_sold: list[int] = field(default_factory=lambda: [0, 0])
    baksheesh_side: int = 0
    governor: int = 0
    smuggler: int = 0
    trader: int = 0
    neutral: list[int] = field(default_factory=list)

    def clone(self) -> State:
        return State(**self.copies())

    def copies(self) -> dict[str, Any]:
        return {name: copied(getattr(self, name)) for name in FIELD_NAMES}

    def export(self) -> dict[str, Any]:
        exported = self.copies()
        exported["assistants"] = [sorted(places) for places in self.assistants]
        exported["guild_hand"] = [sorted(numbers) for numbers in self.guild_hand]
        exported["guild_deck"] = sorted(self.guild_deck)
        exported["guild_discards"] = sorted(self.guild_discards)
        for name in ("demand_large", "demand_small"):
            exported[name]["unseen"].sort()
        return exported

    @staticmethod
    def from_export(exported: Mapping[str, Any]) -> State:
        """The inverse of `export`."""
        return State(**{name: copied(value) for name, value in exported.items()})

    def new_turn(self) -> None:
        """Nothing of a turn has happened yet."""
        fresh = State(stage="")
        for name in TURN_FIELDS:
            setattr(self, name, getattr(fresh, name))


def copied(value: Any) -> Any:
    """A copy of a number, a text, or of lists of them."""
    if isinstance(value, list):
        return [copied(part) for part in value] if value and isinstance(value[0], list) else value[:]
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return value


FIELD_NAMES = tuple(item.name for item in fields(State))
TURN_FIELDS = FIELD_NAMES[FIELD_NAMES.index("acting") : FIELD_NAMES.index("lira")]


def initial_state(setup: Setup) -> State:
    """Rules 1.2 and 2.3 before the first roll."""
    players = setup.players
    state = State(stage="figure", figure=box.GOVERNOR)
    state.lira = list(setup.start_lira[:players])
    state.coffee = [0] * players
    state.rubies = [0] * players
    state.capacity = [box.START_CAPACITY] * players
    state.goods = [[0, 0, 0, 0] for _ in range(players)]
    state.tiles = [0] * players
    state.tavern = [0] * players
    state.merchant = [box.FOUNTAIN] * players
    state.stack = [box.ASSISTANTS] * players
    state.spare = [1] * players
    state.assistants = [[] for _ in range(players)]
    state.family = [box.POLICE] * players
    state.known = [[0] * KINDS for _ in range(players)]
    state.secret = [[0] * KINDS for _ in range(players)]
    state.unknown = [0] * players
    state.guild_hand = [[] for _ in range(players)]
    state.guild_unknown = [0] * players
    state.deck = list(setup.bonus)
    state.guild_deck = list(range(1, box.GUILD_CARDS + 1)) if setup.expansion else []
    state.mosque_rubies = [box.MOSQUE_RUBIES[players]] * 2
    state.wainwright_rubies = players
    state.dealer_rubies = box.DEALER_RUBIES[players]
    state.palace_rubies = box.PALACE_RUBIES[players]
    state.house_rubies = box.HOUSE_RUBIES if setup.expansion else 0
    state.demand_large["unseen"] = list(range(len(setup.large)))
    state.demand_small["unseen"] = list(range(len(setup.small)))
    state.neutral = list(box.NEUTRAL_STARTS) if players == 2 else []
    return state
