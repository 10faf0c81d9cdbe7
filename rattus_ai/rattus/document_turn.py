"""Where in the turn a position document stands: cards used, looks, the plague piece, reveals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.rattus.document_seats import Seats
from rattus_ai.rattus.document_stages import (
    ANYBODYS,
    CARD_OF_STAGE,
    CARD_STEPS,
    LOOKING,
    OTHER_REGION,
    RAVAGE,
    STAGES_OF,
    TOKENS,
)
from rattus_ai.rattus.document_steps import StepReader
from rattus_ai.rattus.document_types import RING_LETTERS, TurnFields

if TYPE_CHECKING:
    from rattus_ai.rattus.document_board import TrackedRat
    from rattus_ai.rattus.document_reader import Reader

WITCH = "witch"
KNIGHT = "knight"


class TurnReader:
    """Reads the turn of one document, once its board is known."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._turn = reader.document.turn or TurnFields()
        self._board = reader.board
        self._stage: str = self._turn.stage or "main"
        self._check_stage_fields()
        self._seats = Seats(reader)
        self._player = self._seats.player
        self._ending = self._seats.ending
        self._steps = StepReader(reader, self._player, self._ending)

    def fields(self) -> dict[str, Any]:
        """The fields of the core's `import_state` that tell where the game stands.

        Raises:
            DocumentError: something is missing or contradicts the board.
        """
        plague = self._plague()
        looking = self._looking() if self._stage in LOOKING else []
        drawn = looking[-1] if looking and self._stage == "look" else None
        self._reader.rats.check_knowledge(drawn)
        revealing = self._revealing(plague) if self._stage in RAVAGE else -1
        drawing = self._drawing(revealing) if self._stage == "reveal" else drawn
        ring = drawing.ring if drawing else 0
        if self._stage == "reveal" and drawing is None:
            ring = self._drawing_ring(revealing)
        tracked = self._board.tracked
        return {
            "stage": self._stage,
            "active": self._player,
            "last": self._seats.last,
            "turn": self._seats.number,
            "setup_step": self._seats.setup_step,
            "taken": self._taken(),
            "placed": self._turn.placed,
            "used": self._used(),
            "plague": plague,
            "spread_left": self._rats_to_place(plague),
            "spread_region": self._region() if self._stage in OTHER_REGION else -1,
            "neutral": self._neutral(),
            "first_look": tracked.index(looking[0]) if looking else -1,
            "second_look": tracked.index(looking[1]) if len(looking) > 1 else -1,
            "revealing": revealing,
            "drawing": tracked.index(drawing) if drawing else -1,
            "drawing_ring": ring,
            "ending": self._ending,
            "final_left": self._seats.final_left,
            **self._steps.fields(),
        }

    def _check_stage_fields(self) -> None:
        for name, stages in STAGES_OF.items():
            value = getattr(self._turn, name)
            if value is not None and value is not False and self._stage not in stages:
                where = f"at the stage{'s' if len(stages) > 1 else ''} {listed(stages, 'and')}"
                problem = f"has a meaning {where} only, and the stage is {self._stage}"
                raise DocumentError(("turn", name), problem, found=shown(value), others=[("turn", "stage")])

    # --- cards ---

    def _taken(self) -> bool:
        if self._turn.taken and self._player not in self._board.owners:
            problem = (
                f"{self._reader.called(self._player)} is said to have taken a card this turn, but holds none"
            )
            raise DocumentError(("turn", "taken"), problem, others=[("owners",)])
        if self._turn.taken and self._ending:
            raise DocumentError(
                ("turn", "taken"), "no card is taken in the final round", others=[("turn", "last")]
            )
        return self._turn.taken

    def _used(self) -> list[int]:
        used: list[int] = []
        for index, name in enumerate(self._turn.used or ()):
            path: Path = ("turn", "used", index)
            card = self._reader.index("card", name, path)
            if self._board.owners[card] != self._player:
                who = self._reader.called(self._player)
                problem = f"{shown(name)} is said to be used this turn, but {who} does not hold it"
                raise DocumentError(path, problem, others=[("owners",)])
            if card in used:
                raise DocumentError(path, f"{shown(name)} stands twice in this list")
            used.append(card)
        if self._stage in CARD_STEPS and self._stage in CARD_OF_STAGE and self._stage not in ANYBODYS:
            used.append(self._steps.card())
        return sorted(set(used))

    def _neutral(self) -> bool:
        """Whether the piece counts as cubes, which only the holder of the Knight can declare."""
        if self._stage == "neutral":
            self._steps.held(KNIGHT, "stage", self._stage)
        if self._turn.neutral and self._ending:
            problem = "is settled by the rules in the final sweep, nobody declares it"
            raise DocumentError(("turn", "neutral"), problem, others=[("turn", "last")])
        if self._turn.neutral:
            self._steps.held(KNIGHT, "neutral", "true")
        return self._turn.neutral

    def _looking(self) -> list[TrackedRat]:
        """The rats that the Witch is looking at."""
        self._steps.held(WITCH, "stage", self._stage)
        by_number = self._board.by_look()
        numbers = self._turn.looking
        path: Path = ("turn", "looking")
        if numbers is None:
            raise DocumentError(
                path, "is missing; expected the `look` numbers of the rats", expected="a list of numbers"
            )
        for index, number in enumerate(numbers):
            who = self._reader.called(self._player)
            if number not in by_number:
                problem = f"no rat on the board has the `look` number {number}"
                raise DocumentError((*path, index), problem, found=str(number), others=[("regions",)])
            if self._player not in by_number[number].seen:
                problem = (
                    f"{who} looks at the rat with `look` {number}, but is not among those who have `seen` it"
                )
                raise DocumentError((*path, index), problem, others=[(*by_number[number].path, "seen")])
        expected = {"look": (1, 2), "witch_second": (1,), "witch_swap": (2,)}[self._stage]
        if len(numbers) not in expected or len(set(numbers)) < len(numbers):
            want = f"{listed(map(str, expected))} different rat{'s' if expected != (1,) else ''}"
            problem = f"found {shown(numbers)}, expected {want} at the stage {self._stage}"
            raise DocumentError(
                path, problem, found=shown(numbers), expected=want, others=[("turn", "stage")]
            )
        return [by_number[number] for number in numbers]

    # --- plague piece and reveals ---

    def _plague(self) -> int:
        text = self._reader.document.plague
        if self._stage == "setup_plague":
            if text is not None:
                problem = "the piece has a region, but at setup_plague chance has not placed it"
                raise DocumentError(("plague",), problem, found=shown(text), others=[("turn", "stage")])
            return -1
        if text is None:
            problem = (
                "is missing; expected the region of the plague piece (only at setup_plague there is none)"
            )
            raise DocumentError(("plague",), problem, expected="a region")
        return self._reader.index("region", text, ("plague",))

    def _rats_to_place(self, plague: int) -> int:
        if self._stage not in STAGES_OF["rats_to_place"] or self._steps.card() >= 0:
            return 0
        most = min(2, self._board.rats(plague))
        stated = self._turn.rats_to_place
        if most == 0 or (stated or 0) > most:
            name = "rats_to_place" if stated else "stage"
            rats = self._board.rats(plague)
            problem = f"{rats} rats lie in the plague region, so {most or 'no'} new rats are placed"
            if stated:
                problem = f"found {stated}, but {problem}"
            raise DocumentError(
                ("turn", name), problem, others=[self._board.region_paths.get(plague, ("regions",))]
            )
        return stated or most

    def _region(self) -> int:
        """The region that the stage is about."""
        what = "where the new rat goes" if self._stage in ("ring", "recycled") else "the region of the stage"
        if self._turn.region is None:
            raise DocumentError(("turn", "region"), f"is missing; expected {what}", expected="a region")
        return self._reader.index("region", self._turn.region, ("turn", "region"))

    def _revealing(self, plague: int) -> int:
        """Where rats are revealed: in the plague region, in the sweep in the first with rats and cubes.

        After a token has been revealed, no rat or no cube may be left there.
        """
        sweeping = self._ending and not self._seats.acts
        if self._stage in TOKENS and sweeping:
            return self._region()
        ready = [r for r, cubes in enumerate(self._board.cubes) if any(cubes) and self._board.rats(r)]
        allowed = ready[:1] if sweeping else [plague] if plague in ready or self._stage in TOKENS else []
        if not allowed:
            where = (
                "no region has"
                if sweeping
                else f"{self._reader.region_name(plague)}, where the plague is, has not"
            )
            problem = f"found {self._stage}, but {where} both rats and cubes"
            raise DocumentError(("turn", "stage"), problem, found=shown(self._stage), others=[("regions",)])
        if self._turn.region is not None and self._region() != allowed[0]:
            reason = "the first region with rats and cubes is" if sweeping else "the plague is in"
            problem = f"found {shown(self._turn.region)}, but {reason} {self._reader.region_name(allowed[0])}"
            others: list[Path] = [("regions",) if sweeping else ("plague",)]
            raise DocumentError(("turn", "region"), problem, found=shown(self._turn.region), others=others)
        return allowed[0]

    def _drawing(self, revealing: int) -> TrackedRat | None:
        """The looked-at rat that is being revealed; its token must be unknown here, else it is no chance."""
        if not isinstance(self._turn.drawing, int):
            return None
        path: Path = ("turn", "drawing")
        number = self._turn.drawing
        rat = self._board.by_look().get(number)
        if rat is None or rat.region != revealing:
            problem = f"no rat in {self._reader.region_name(revealing)} has the `look` number {number}"
            raise DocumentError(path, problem, found=str(number), others=[("regions",)])
        if rat.kind >= 0:
            problem = "the token of this rat is known, so nothing is to be drawn"
            raise DocumentError(path, problem, found=str(number), others=[(*rat.path, "token")])
        return rat

    def _drawing_ring(self, revealing: int) -> int:
        """The ring of the rat being revealed that nobody has looked at."""
        here = [letter for ring, letter in enumerate(RING_LETTERS) if self._board.unlooked[revealing][ring]]
        stated = self._turn.drawing
        path: Path = ("turn", "drawing")
        if (
            stated is None
            and len(here) == 1
            and self._board.rats(revealing) == self._board.unlooked[revealing][RING_LETTERS.index(here[0])]
        ):
            return RING_LETTERS.index(here[0])
        if stated is None:
            raise DocumentError(
                path,
                "is missing; expected which rat is being revealed",
                expected='"s", "n" or a `look` number',
            )
        if stated not in here:
            where = self._reader.region_name(revealing)
            problem = f"no rat with ring {shown(stated)} that nobody has looked at lies in {where}"
            raise DocumentError(path, problem, found=shown(stated), others=[("regions",)])
        return RING_LETTERS.index(str(stated))
