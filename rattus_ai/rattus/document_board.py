"""What lies on the board of a position document, with numbers for names and the place of each fact."""

from __future__ import annotations

from dataclasses import dataclass, field

from rattus_ai.errors import Path


@dataclass(eq=False)
class TrackedRat:
    """A rat that everybody can follow: somebody has looked at it, or it was drawn from revealed tokens.

    `kind` is -1 where the document does not know the token; `pool` is the number of the list of `recycled`
    that a rat drawn from revealed tokens comes from, else 0.
    """

    region: int
    ring: int
    kind: int
    seen: tuple[int, ...]
    look: int | None
    path: Path
    pool: int = 0


@dataclass
class Board:
    """What the document says, with numbers for names, and the place of each fact."""

    cubes: list[list[int]]
    palace: list[int]
    supply: list[int]
    owners: list[int]
    unlooked: list[list[int]]
    tracked: list[TrackedRat] = field(default_factory=list)
    rat_supply: list[int] = field(default_factory=lambda: [0, 0])
    unseen: list[int] = field(default_factory=list)
    recycled: list[list[int]] = field(default_factory=list)
    recycled_rings: list[int] = field(default_factory=list)
    on_baker: list[int] = field(default_factory=list)
    region_paths: dict[int, Path] = field(default_factory=dict)

    def rats(self, region: int) -> int:
        """Face-down rats in a region."""
        return sum(self.unlooked[region]) + sum([rat.region == region for rat in self.tracked])

    def by_look(self) -> dict[int, TrackedRat]:
        """The looked-at rats by their `look` numbers, which count from 1 where the document has none."""
        return {rat.look or place: rat for place, rat in enumerate(self.tracked, 1)}
