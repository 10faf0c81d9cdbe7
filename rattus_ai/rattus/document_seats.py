"""Whose turn it is in a position document: seats, number of turns, set-up, whether the game is ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.rattus.document_region_cards import HAND
from rattus_ai.rattus.document_stages import (
    DEALING,
    EVENT_CARDS,
    FINAL_ROUND,
    LOOKING,
    SETUP,
    SWEEP,
)
from rattus_ai.rattus.document_types import CUBES, TurnFields

if TYPE_CHECKING:
    from rattus_ai.rattus.document_reader import Reader


class Seats:
    """Who sits where in the turn, each fact from the others where it is left out.

    Attributes:
        stage: what is to happen next.
        ending: the final round has begun, or what follows it.
        player: whose turn it is; in the final round who acts.
        last: who had the last turn, -1 while the game goes on.
        number: completed turns.
        setup_step: placements done at set-up.
    """

    def __init__(self, reader: Reader) -> None:
        """Reads them off a document whose board is known.

        Raises:
            DocumentError: something is missing or contradicts the board.
        """
        self._reader = reader
        self._turn = reader.document.turn or TurnFields()
        self._board = reader.board
        self._count = reader.count
        self.stage: str = self._turn.stage or "main"
        self.ending = self.stage in ("final", "sweep", "hands", "terminal") or self._turn.last is not None
        self.player = 0
        self.last = -1
        self.number = 0
        self.setup_step = reader.game.setup_placements
        if self.stage in SETUP:
            self._read_setup()
        elif self.ending:
            self._read_ending()
        else:
            self._read_regular()

    @property
    def final_left(self) -> int:
        """Players who act after this one in the final round."""
        return (self.player - self.last - 1) % self._count if self.acts else 0

    @property
    def acts(self) -> bool:
        """Whether the player takes his turn of the final round; the cubes of the Baker come after all."""
        return self.ending and self.player != self.last and self.stage not in ("baker_unload", "terminal")

    # --- set-up ---

    def _read_setup(self) -> None:
        self._check_setup_board()
        order = self._reader.game.setup_order
        step = self.setup_step = self._setup_step(order)
        if self.stage == "setup_goods":
            self.setup_step = self._reader.goods.next_region(self._turn.region)
        self.player = self._setup_player(order)
        stated = self._turn.player
        if stated is not None and self._reader.player(stated, ("turn", "player")) != self.player:
            who = self._reader.called(self.player)
            done = f"after {step} placements" if self.stage == "setup_place" else f"at {self.stage}"
            problem = f"found {shown(stated)}, but {done} {who} is next"
            raise DocumentError(
                ("turn", "player"), problem, found=shown(stated), expected=who, others=[("regions",)]
            )
        if self._turn.number:
            problem = f"found {self._turn.number}, but at set-up no turn has been completed"
            raise DocumentError(("turn", "number"), problem, expected="0", others=[("turn", "stage")])

    def _setup_player(self, order: tuple[int, ...]) -> int:
        if self.stage == "setup_place":
            return order[min(self.setup_step, len(order) - 1)]
        if self.stage == "setup_caravan":
            return self._count - 1
        if self.stage != "deal":
            return 0
        hands = [len(hand) for hand in self._reader.region_cards.hands()]
        open_hands = [player for player, cards in enumerate(hands) if cards < HAND]
        player = open_hands[0] if open_hands else 0
        if not open_hands or any(hands[player + 1 :]) or max(hands) > HAND:
            found = listed((f"{self._reader.called(p)} {cards}" for p, cards in enumerate(hands)), "and")
            problem = f"region cards: {found}; that is no moment of deal, where each gets {HAND} in turn"
            raise DocumentError(("africanus", "hands"), problem, others=[("turn", "stage")])
        return player

    def _check_setup_board(self) -> None:
        board = self._board
        stage: list[Path] = [("turn", "stage")]
        for region, unlooked in enumerate(board.unlooked):
            path = board.region_paths.get(region, ("regions", self._reader.region_name(region)))
            if board.rats(region) != 1 or unlooked[0] != 1:
                problem = "at set-up exactly one rat with the ring, unseen, lies in every region"
                raise DocumentError((*path, "rats"), problem, expected='["s"]', others=stage)
        for card, owner in enumerate(board.owners):
            if owner >= 0:
                key = next(
                    k for k in self._reader.document.owners or {} if self._reader.index("card", k, ()) == card
                )
                raise DocumentError(
                    ("owners", key), "nobody holds a card at set-up", expected="null", others=stage
                )
        if any(board.palace):
            raise DocumentError(("palace",), "no cube is in the palace at set-up", others=stage)
        if self._reader.document.revealed:
            raise DocumentError(("revealed",), "no token has been revealed at set-up", others=stage)

    def _setup_step(self, order: tuple[int, ...]) -> int:
        """How many placements explain the cubes on the board."""
        size = self._reader.game.setup_cubes
        lying = [CUBES - supply for supply in self._board.supply]
        step = 0 if self.stage in DEALING else min(sum(lying) // size, len(order))
        expected = [0] * self._count
        for player in order[:step]:
            expected[player] += size
        odd = any(cubes % size for region in self._board.cubes for cubes in region)
        moments = {"setup_place": range(len(order)), "setup_caravan": (len(order),)}
        if lying != expected or odd or step not in moments.get(self.stage, (0,)):
            found = listed((f"{self._reader.called(p)} {cubes}" for p, cubes in enumerate(lying)), "and")
            kind = "single cubes" if size == 1 else f"{size} cubes at a time"
            seats = listed(map(self._reader.called, order), "and")
            problem = (
                f"cubes on the board: {found}; that is no moment of {self.stage}, "
                f"where the players place {kind} in the order {seats}"
            )
            raise DocumentError(("regions",), problem, others=[("turn", "stage")])
        return step

    # --- seats ---

    @property
    def _limit(self) -> int:
        return int(self._reader.game.options["turn_limit"])

    def _stated(self, name: str) -> int | None:
        """The player whom a field of the turn names."""
        value = getattr(self._turn, name)
        return None if value is None else self._reader.player(value, ("turn", name))

    def _read_regular(self) -> None:
        """A turn while the game goes on; players take turns clockwise, and player 0 began."""
        player, number = self._stated("player"), self._turn.number
        if player is None and number is None:
            problem = "is missing; expected whose turn it is"
            raise DocumentError(("turn", "player"), problem, expected="a player")
        self.number = number if number is not None else player or 0
        self.player = self.number % self._count
        if player is not None and player != self.player:
            self._seat_conflict("player", self.player, "is to move", player)
        if self.number >= self._limit:
            problem = f"after {self.number} turns the game has ended: the limit is {self._limit}"
            raise DocumentError(("turn", "number"), problem, others=[("rules", "turn_limit")])
        self._check_goes_on()

    def _read_ending(self) -> None:
        """The final round, the sweep, or the end."""
        last, number = self._stated("last"), self._turn.number
        if last is None and number is None:
            problem = "is missing; expected the player of the last turn"
            raise DocumentError(("turn", "last"), problem, expected="a player")
        self.number = number if number is not None else (last or 0) + 1
        self.last = (self.number - 1) % self._count
        if self.number == 0:
            problem = "the game cannot end before the first turn"
            raise DocumentError(("turn", "number"), problem, others=[("turn", "stage")])
        if last is not None and last != self.last:
            self._seat_conflict("last", self.last, "had the last turn", last)
        player = self._stated("player")
        if self.stage == "baker_unload":
            self.player = self._unloader(player)
        elif self._in_final_round(player):
            self._read_final_round(player)
        else:
            self._read_sweep(player)
        if self.stage in FINAL_ROUND[:1] or self.stage == "sweep" or self.acts:
            self._check_ended()

    def _in_final_round(self, player: int | None) -> bool:
        """Whether a player acts; some stages are met both there and in the sweep."""
        if self.stage in SWEEP:
            return self._turn.event is not None
        return self.stage in FINAL_ROUND

    def _unloader(self, player: int | None) -> int:
        """After the final round the left neighbour of who holds the Baker unloads it."""
        names = self._reader.game.card_names
        owner = self._board.owners[names.index("baker")] if "baker" in names else -1
        if owner < 0:
            problem = f"found {self.stage}, but nobody holds the baker"
            raise DocumentError(("turn", "stage"), problem, found=self.stage, others=[("owners",)])
        expected = (owner + 1) % self._count
        if player is not None and player != expected:
            who = self._reader.called(expected)
            problem = f"found {shown(self._turn.player)}, but {who} sits to the left of who holds the baker"
            raise DocumentError(("turn", "player"), problem, expected=who, others=[("owners",)])
        return expected

    def _read_final_round(self, player: int | None) -> None:
        self.player = (self.last - 1) % self._count if player is None else player
        if self.player == self.last:
            problem = (
                f"{self._reader.called(self.last)} had the last turn and takes no part in the final round"
            )
            raise DocumentError(("turn", "player"), problem, others=[("turn", "last")])

    def _read_sweep(self, player: int | None) -> None:
        self.player = self.last
        if player is not None and player != self.player:
            found = shown(self._turn.player)
            problem = f"found {found}, but in the sweep and after it stands who had the last turn"
            raise DocumentError(("turn", "player"), problem, others=[("turn", "last")])
        self._check_swept()

    def _seat_conflict(self, name: str, expected: int, does: str, found: int) -> None:
        reader = self._reader
        problem = (
            f"found {reader.called(found)}, but after {self.number} completed turns "
            f"of {self._count} players {reader.called(expected)} {does}"
        )
        raise DocumentError(
            ("turn", name), problem, expected=reader.called(expected), others=[("turn", "number")]
        )

    def _check_ended(self) -> None:
        """Something must have ended the game (rules, section 5).

        A ravage of the final round gives cubes back, so with its cards in play nothing can be told.
        """
        if any(card in EVENT_CARDS for card in self._reader.game.card_names):
            return
        rats, cubes = sum(self._board.rat_supply), self._board.supply[self.last]
        if rats and cubes and self.number < self._limit:
            problem = (
                f"the game has not ended: {rats} rats are left in the supply and {cubes} cubes in that of "
                f"{self._reader.called(self.last)}, who had the last turn"
            )
            places: list[Path] = [("turn", "last"), ("regions",), ("revealed",)]
            raise DocumentError(("turn", "stage"), problem, found=shown(self.stage), others=places)

    def _check_goes_on(self) -> None:
        """The turn before this one must not have ended the game."""
        if self.number == 0:
            return
        before = (self.number - 1) % self._count
        ended = ""
        if self._board.supply[before] == 0:
            ended = f"{self._reader.called(before)}, who had the turn before, has no cube left in the supply"
        elif sum(self._board.rat_supply) == 0 and self._before_new_rats():
            ended = "no rat is left in the supply"
        if ended:
            problem = f"found {self.stage} in turn {self.number + 1}, but the game is ending: {ended}"
            places: list[Path] = [("regions",), ("revealed",), ("turn", "last")]
            raise DocumentError(("turn", "stage"), problem, found=shown(self.stage), others=places)

    def _before_new_rats(self) -> bool:
        """Whether this turn has brought no rat yet; the Swindler brings one before the piece moves."""
        names = self._reader.game.card_names
        swindles = "swindler" in names and self._board.owners[names.index("swindler")] == self.player
        return self.stage in ("main", *LOOKING) and not swindles

    def _check_swept(self) -> None:
        """At the end no region has both rats and cubes."""
        if self.stage not in ("hands", "terminal"):
            return
        for region, cubes in enumerate(self._board.cubes):
            if self._board.rats(region) and any(cubes):
                path = self._board.region_paths[region]
                problem = (
                    f"rats and cubes lie in {self._reader.region_name(region)}: the final sweep is not over"
                )
                raise DocumentError(path, problem, others=[("turn", "stage")])
