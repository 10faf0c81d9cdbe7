"""What a game is played with; it never changes during the game (rules sections 1, 2, 7, 8 and 9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

STARTING, NORMAL = 0, 1
RING_LETTERS = ("s", "n")
CUBES_PER_PLAYER = 20
MOST_RATS_IN_A_REGION = 3
MOST_STEPS = 3
CLASSES = "PBCKWRI"
SYMBOLS = frozenset("MA" + CLASSES)
# From this number of players on the two steps of Chivalry cards are three (rules section 9).
MANY_PLAYERS = 5
MOST_REGION_CARDS = 64

# Cards that mean nothing without goods and coins, and cards that need region cards.
NEED_MERCATUS = frozenset(
    [
        "count",
        "treasurer",
        "pope",
        "deacon",
        "assassin",
        "raider",
        "hanseatic_trader",
        "swindler",
        "grave_robber",
        "shaman",
        "landowner",
        "brewer",
    ]
)
NEED_REGION_CARDS = frozenset({"astronomer", "explorer"})


@dataclass(frozen=True)
class Token:
    """The face of a rat token: `s2:MBC` has ring `s`, limit 2 and the symbols M, B and C."""

    ring: int
    limit: int
    symbols: str

    @cached_property
    def text(self) -> str:
        return f"{RING_LETTERS[self.ring]}{self.limit}:{self.symbols}"

    @staticmethod
    def parse(text: str, ring: int) -> Token:
        """Reads `2:MBC`."""
        limit, _, symbols = text.partition(":")
        if not set(symbols) <= SYMBOLS or len(set(symbols)) != len(symbols):
            raise ValueError(
                f"token {text!r}: symbols must be different letters of {''.join(sorted(SYMBOLS))}"
            )
        return Token(ring, int(limit), symbols)


@dataclass(frozen=True)
class Setup:
    """One game's rules data.

    Regions, cards, players and kinds of token are numbered from 0 in the order given here. `edges` are pairs
    of region numbers. `starting` and `normal` list every token of the box (`2:MBC`), alike ones as often as
    they exist. `removed` normal tokens leave unseen before the first turn. `cards` are pairs of a name and
    the letter of its class.

    `mercatus`: goods and coins are used. `region_cards`: the region cards of Africanus, pairs of a region
    number and the symbols on the card (`P`, `PB` or `?`), alike ones as often as they exist; none: Africanus
    is not used. `diplomats`: how many of them the box holds.
    """

    players: int
    regions: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    starting: tuple[str, ...]
    normal: tuple[str, ...]
    removed: int
    cards: tuple[tuple[str, str], ...]
    split_setup_pairs: bool = False
    placement_optional: bool = False
    reveal_order: str = "random"
    turn_limit: int = 2000
    mercatus: bool = False
    region_cards: tuple[tuple[int, str], ...] = ()
    diplomats: int = 10

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 6:
            raise ValueError(f"players: {self.players}, expected 2 to 6")
        if self.reveal_order not in ("random", "active_player"):
            raise ValueError(f"reveal_order: {self.reveal_order!r}")
        if len(self.starting) < len(self.regions):
            raise ValueError("fewer starting tokens than regions")
        if not 0 <= self.removed <= len(self.normal):
            raise ValueError(f"removed: {self.removed}, but there are {len(self.normal)} normal tokens")
        for name in self.card_names:
            if name in NEED_MERCATUS and not self.mercatus:
                raise ValueError(f"card {name!r} needs goods and coins (mercatus)")
            if name in NEED_REGION_CARDS and not self.region_cards:
                raise ValueError(f"card {name!r} needs region cards")
        if len(self.region_cards) > MOST_REGION_CARDS:
            raise ValueError(f"{len(self.region_cards)} region cards, expected at most {MOST_REGION_CARDS}")
        for region, symbols in self.region_cards:
            if not 0 <= region < len(self.regions):
                raise ValueError(f"region card of region {region}, which does not exist")
            if symbols != "?" and not (1 <= len(symbols) <= 2 and set(symbols) <= set(CLASSES)):
                raise ValueError(f"region card with symbols {symbols!r}")

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each region the regions that touch it, ascending."""
        touching: list[set[int]] = [set() for _ in self.regions]
        for one, other in self.edges:
            touching[one].add(other)
            touching[other].add(one)
        return tuple(tuple(sorted(regions)) for regions in touching)

    @cached_property
    def reach(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`reach[steps][region]`: the regions at 1 to `steps` steps, without the region itself, ascending."""
        within = [{region} for region in range(len(self.regions))]
        table = []
        for _ in range(MOST_STEPS + 1):
            table.append(tuple(tuple(sorted(near - {region})) for region, near in enumerate(within)))
            within = [near.union(*(self.neighbours[region] for region in near)) for near in within]
        return tuple(table)

    @cached_property
    def region_number(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.regions)}

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.cards)

    @cached_property
    def card_number(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.card_names)}

    @cached_property
    def all_tokens(self) -> tuple[Token, ...]:
        """Every token of the box, starting ones first."""
        starting = [Token.parse(text, STARTING) for text in self.starting]
        return tuple(starting + [Token.parse(text, NORMAL) for text in self.normal])

    @cached_property
    def kinds(self) -> tuple[Token, ...]:
        """The tokens without repetition, in order of first appearance."""
        return tuple(dict.fromkeys(self.all_tokens))

    @cached_property
    def kind_number(self) -> dict[str, int]:
        return {token.text: number for number, token in enumerate(self.kinds)}

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """For each kind how many tokens of it the box holds."""
        return tuple(self.all_tokens.count(kind) for kind in self.kinds)

    # Region cards

    @cached_property
    def region_card_kinds(self) -> tuple[tuple[int, str], ...]:
        """The region cards without repetition, in order of first appearance."""
        return tuple(dict.fromkeys(self.region_cards))

    @cached_property
    def region_card_counts(self) -> tuple[int, ...]:
        """For each kind of region card how many there are."""
        return tuple(self.region_cards.count(kind) for kind in self.region_card_kinds)

    @cached_property
    def region_card_texts(self) -> tuple[str, ...]:
        """`gallia:PB` or `gallia:?` for each kind."""
        return tuple(f"{self.regions[region]}:{symbols}" for region, symbols in self.region_card_kinds)

    @cached_property
    def region_card_number(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.region_card_texts)}
