"""The rats and tokens of a position document: what lies where, who has looked, what is left in the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rattus_ai.errors import DocumentError, Path, shown
from rattus_ai.games import PUBLIC
from rattus_ai.rattus.document_board import TrackedRat
from rattus_ai.rattus.document_types import (
    MAX_RATS,
    RING_LETTERS,
    RatCounts,
    RatFields,
    RegionFields,
    SupplyFields,
)

if TYPE_CHECKING:
    from rattus_ai.rattus.document_reader import Reader

RING_WORDS = {"s": "with the ring", "n": "without the ring"}


class RatReader:
    """Reads the rats of one document onto its board."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._game = reader.game
        self._board = reader.board

    def read_region(self, region: int, fields: RegionFields, path: Path) -> None:
        """Reads the rats of one region."""
        if isinstance(fields.rats, RatCounts):
            self.add_unlooked(region, fields.rats.s, fields.rats.n)
        unlooked = self._board.unlooked[region]
        for index, rat in enumerate(fields.rats if isinstance(fields.rats, list) else ()):
            if rat in RING_LETTERS:
                unlooked[RING_LETTERS.index(rat)] += 1
            elif isinstance(rat, RatFields):
                self._read_rat(region, rat, (*path, index))
            else:
                expected = '"n", "s" or an object'
                known = '; a known token needs also who has looked at it: {"token": ..., "seen": [...]}'
                hint = known if ":" in rat else ""
                problem = f"found {shown(rat)}, expected {expected}{hint}"
                raise DocumentError((*path, index), problem, found=shown(rat), expected=expected)
        rats = self._board.rats(region)
        if rats > MAX_RATS:
            where = self._reader.region_name(region)
            problem = f"{rats} rats lie in {where}, but at most {MAX_RATS} can lie in a region"
            raise DocumentError(path, problem, found=str(rats), expected=f"at most {MAX_RATS}")

    def add_unlooked(self, region: int, starting: int, normal: int) -> None:
        """Adds rats that nobody has looked at."""
        self._board.unlooked[region][0] += starting
        self._board.unlooked[region][1] += normal

    def _read_rat(self, region: int, rat: RatFields, path: Path) -> None:
        if rat.n is not None or rat.s is not None:
            names = ("ring", "token", "seen", "look", "recycled")
            single = [name for name in names if getattr(rat, name) is not None]
            if single:
                counted = "n" if rat.n is not None else "s"
                problem = (
                    f"`{counted}` counts rats that nobody has looked at, `{single[0]}` describes a single rat"
                )
                raise DocumentError((*path, single[0]), problem, others=[(*path, counted)])
            self.add_unlooked(region, rat.s or 0, rat.n or 0)
            return
        kind = -1 if rat.token is None else self._kind(rat, path)
        ring = self._ring(rat, kind, path)
        if not rat.seen:
            followed = (("look", rat.look),) if rat.recycled is None else ()
            for name, value in (("token", rat.token), *followed):
                if value is not None:
                    problem = f"`{name}` is given, but nobody has looked at this rat: `seen` names nobody"
                    raise DocumentError((*path, name), problem, found=shown(value), others=[(*path, "seen")])
        if not rat.seen and rat.recycled is None:
            self.add_unlooked(region, int(ring == 0), int(ring == 1))
            return
        looked = rat.seen or []
        seen = [self._reader.player(player, (*path, "seen", index)) for index, player in enumerate(looked)]
        for index, player in enumerate(seen):
            if player in seen[:index]:
                raise DocumentError(
                    (*path, "seen", index), f"{self._reader.called(player)} stands twice in this list"
                )
        pool = rat.recycled or 0
        self._board.tracked.append(TrackedRat(region, ring, kind, tuple(sorted(seen)), rat.look, path, pool))

    def _kind(self, rat: RatFields, path: Path) -> int:
        """The kind of a looked-at rat; `2:MBC` is enough where `ring` says the rest."""
        token = rat.token or ""
        if rat.ring is not None and token[:1].isdigit():
            token = rat.ring + token
        return self._reader.index("token", token, (*path, "token"))

    def _ring(self, rat: RatFields, kind: int, path: Path) -> int:
        if kind < 0:
            if rat.ring is None:
                raise DocumentError(
                    (*path, "ring"), 'is missing; expected "s" (with the ring) or "n"', expected='"s" or "n"'
                )
            return RING_LETTERS.index(rat.ring)
        letter = self._game.kinds[kind][0]
        if rat.ring is not None and rat.ring != letter:
            problem = (
                f"the ring is {shown(rat.ring)}, but {self._game.kinds[kind]} has the ring {shown(letter)}"
            )
            raise DocumentError((*path, "ring"), problem, others=[(*path, "token")])
        return RING_LETTERS.index(letter)

    def order_looks(self) -> None:
        """Puts looked-at rats into the order of first looks: by `look`, else as they stand."""
        tracked = self._board.tracked
        numbered = [rat for rat in tracked if rat.look is not None]
        if numbered and len(numbered) < len(tracked):
            bare = next(rat for rat in tracked if rat.look is None)
            problem = (
                "`look` is missing, while another rat has it: either all looked-at rats have one, or none"
            )
            raise DocumentError(bare.path, problem, others=[(*numbered[0].path, "look")])
        if not numbered:
            tracked.sort(key=lambda rat: rat.region)
            return
        places: dict[int | None, Path] = {}
        for rat in tracked:
            path = (*rat.path, "look")
            if rat.look in places:
                problem = f"two rats have {rat.look}; the order of first looks has no ties"
                raise DocumentError(path, problem, others=[places[rat.look]])
            places[rat.look] = path
        tracked.sort(key=lambda rat: rat.look or 0)

    # --- tokens ---

    def read_tokens(self) -> None:
        """Reads revealed tokens and the supply, once all rats on the board are known."""
        revealed = self._revealed()
        known = Counter([rat.kind for rat in self._board.tracked if rat.kind >= 0 and not rat.pool])
        totals = self._game.kind_counts
        unseen = self._board.unseen = list(totals)
        for kind in sorted({*known, *revealed}):
            total, lying, gone = totals[kind], known[kind], len(revealed.get(kind, ()))
            if lying + gone > total:
                places = [
                    *revealed.get(kind, ()),
                    *((*r.path, "token") for r in self._board.tracked if r.kind == kind and not r.pool),
                ]
                exists = f"{self._game.kinds[kind]} exists {'once' if total == 1 else f'{total} times'}"
                problem = f"{exists}, but {gone} revealed and {lying} on the board are named"
                raise DocumentError(places[-1], problem, others=places[:-1])
            unseen[kind] = total - lying - gone
        gone_by_ring = [0, 0]
        for kind, places in revealed.items():
            gone_by_ring[RING_LETTERS.index(self._game.kinds[kind][0])] += len(places)
        self._read_rat_supply(gone_by_ring)
        self._read_recycled({kind: len(places) for kind, places in revealed.items()})

    def _revealed(self) -> dict[int, list[Path]]:
        """Kind -> a place for each revealed token."""
        found: dict[int, list[Path]] = {}
        revealed = self._reader.document.revealed or []
        if isinstance(revealed, list):
            for index, token in enumerate(revealed):
                path: Path = ("revealed", index)
                found.setdefault(self._reader.index("token", token, path), []).append(path)
        else:
            for token, count in revealed.items():
                path = ("revealed", token)
                found.setdefault(self._reader.index("token", token, path), []).extend([path] * count)
        return found

    def _read_recycled(self, revealed: Mapping[int, int]) -> None:
        """What the rats that were drawn from revealed tokens may be (rules, P20)."""
        if not self._reader.document.recycled and not any([rat.pool for rat in self._board.tracked]):
            return
        for number, tokens in enumerate(self._reader.document.recycled or ()):
            counts = [0] * len(self._game.kinds)
            for index, token in enumerate(tokens):
                path: Path = ("recycled", number, index)
                kind = self._reader.index("token", token, path)
                counts[kind] += 1
                ring = RING_LETTERS.index(self._game.kinds[kind][0])
                if self._board.recycled_rings[number:] not in ([], [ring]):
                    problem = "a rat is drawn from tokens of one ring, and another one stands here before"
                    raise DocumentError(path, problem, found=shown(token), others=[("recycled", number, 0)])
                self._board.recycled_rings[number:] = [ring]
                if counts[kind] > revealed.get(kind, 0):
                    problem = (
                        f"{self._game.kinds[kind]} stands here {counts[kind]} times, "
                        f"but {revealed.get(kind, 0)} were revealed"
                    )
                    raise DocumentError(path, problem, others=[("revealed",)])
            if not tokens:
                problem = "found no token, expected those that the rat was drawn from"
                raise DocumentError(("recycled", number), problem, expected="a list of tokens")
            self._board.recycled.append(counts)
        found: dict[int, Path] = {}
        for rat in self._board.tracked:
            path = (*rat.path, "recycled")
            if rat.pool > len(self._board.recycled):
                problem = f"found {rat.pool}, but `recycled` has {len(self._board.recycled)} lists"
                raise DocumentError(path, problem, found=str(rat.pool), others=[("recycled",)])
            if rat.pool and rat.pool in found:
                problem = f"two rats come from list {rat.pool} of `recycled`"
                raise DocumentError(path, problem, others=[found[rat.pool]])
            found[rat.pool] = path
            if rat.pool:
                self._check_recycled(rat)

    def _check_recycled(self, rat: TrackedRat) -> None:
        """The rat must be one of its list."""
        pool = self._board.recycled[rat.pool - 1]
        place: Path = ("recycled", rat.pool - 1)
        if rat.kind >= 0 and not pool[rat.kind]:
            problem = f"{self._game.kinds[rat.kind]} does not stand in list {rat.pool} of `recycled`"
            raise DocumentError((*rat.path, "token"), problem, others=[place])
        letter = RING_LETTERS[rat.ring]
        if self._board.recycled_rings[rat.pool - 1] != rat.ring:
            problem = f"no token {RING_WORDS[letter]} stands in list {rat.pool} of `recycled`"
            raise DocumentError((*rat.path, "ring"), problem, others=[place])

    def _read_rat_supply(self, revealed: Sequence[int]) -> None:
        stated = self._stated_rat_supply()
        for ring, letter in enumerate(RING_LETTERS):
            total = self._game.ring_counts[ring]
            lying = sum([counts[ring] for counts in self._board.unlooked]) + sum(
                [r.ring == ring and not r.pool for r in self._board.tracked]
            )
            rest = total - lying - revealed[ring]
            where = f"{lying} lie on the board and {revealed[ring]} were revealed"
            if rest < 0:
                problem = f"of the rats {RING_WORDS[letter]} {where}, but only {total} are in the game"
                raise DocumentError(("regions",), problem, others=[("revealed",)])
            if letter in stated and stated[letter] != rest:
                problem = (
                    f"{stated[letter]} rats {RING_WORDS[letter]} in the supply, but {where} of {total}, "
                    f"which leaves {rest}{_perhaps_revealed(rest - stated[letter])}"
                )
                place: Path = ("rat_supply", letter)
                raise DocumentError(
                    place, problem, found=str(stated[letter]), others=[("regions",), ("revealed",)]
                )
            self._board.rat_supply[ring] = rest
        whole = sum(self._board.rat_supply)
        if "" in stated and stated[""] != whole:
            problem = (
                f"{stated['']} rats in the supply, but the board and the revealed tokens leave {whole}"
                f"{_perhaps_revealed(whole - stated[''])}"
            )
            raise DocumentError(
                ("rat_supply",), problem, found=str(stated[""]), others=[("regions",), ("revealed",)]
            )

    def _stated_rat_supply(self) -> Mapping[str, int]:
        """Ring letter -> stated rats in the supply; "" for the sum of both."""
        stated = self._reader.document.rat_supply
        if isinstance(stated, SupplyFields):
            return {
                letter: number for letter in RING_LETTERS if (number := getattr(stated, letter)) is not None
            }
        return {} if stated is None else {"": stated}

    def check_knowledge(self, drawn: TrackedRat | None) -> None:
        """Tokens of looked-at rats must be given exactly where the viewer knows them.

        Args:
            drawn: the rat whose token chance is about to settle; nobody knows it.
        """
        for rat in self._board.tracked:
            token = (*rat.path, "token")
            if rat is drawn:
                if rat.kind >= 0:
                    problem = "the token is given, but at the stage `look` chance has not settled it yet"
                    raise DocumentError(token, problem, others=[("turn", "stage")])
            elif self._reader.viewer is None and rat.kind < 0 and rat.seen:
                problem = (
                    "is missing: somebody has looked at this rat, "
                    "and a document without `viewer` holds everything"
                )
                raise DocumentError(
                    token, problem, expected="a token", others=[(*rat.path, "seen"), ("viewer",)]
                )
            elif self._reader.viewer is not None and rat.kind < 0 and self._reader.viewer in rat.seen:
                who = self._reader.called(self._reader.viewer)
                problem = f"is missing: {who}, the viewer of the document, has looked at this rat"
                raise DocumentError(
                    token, problem, expected="a token", others=[(*rat.path, "seen"), ("viewer",)]
                )
            elif self._reader.viewer is not None and rat.kind >= 0 and self._reader.viewer not in rat.seen:
                who = (
                    "the public"
                    if self._reader.viewer == PUBLIC
                    else self._reader.called(self._reader.viewer)
                )
                problem = f"is given, but {who}, the viewer of the document, has not looked at this rat"
                raise DocumentError(token, problem, others=[(*rat.path, "seen"), ("viewer",)])


def _perhaps_revealed(lacking: int) -> str:
    """What probably is wrong where the supply is said to be smaller than it must be."""
    return f"; perhaps `revealed` lacks {lacking} of the tokens" if lacking > 0 else ""
