"""Region cards of a position document (Africanus), from JSON and back.

A card that stands in no hand and not among the discards is in the pile, or in a hand that the document does
not know. What is where of those follows from the rest, so a document never lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, Path
from rattus_ai.games import PUBLIC
from rattus_ai.rattus.document_expansion_types import AfricanusFields, Hand

if TYPE_CHECKING:
    from rattus_ai.rattus.document_reader import Reader
    from rattus_ai.rattus.game import RattusGame

HAND = 3
"""Cards dealt to each player at set-up, and cards drawn at a time."""

OPEN_HANDS = ("hands", "terminal")
"""Stages at which all hands are shown."""

DRAWING = ("draw", "astronomer_choose", "explorer_choose")
"""Stages at which cards have been drawn and not put anywhere yet."""

_KIND = "region_card"

_NONE: Mapping[str, Any] = {
    "hands": (),
    "hands_unknown": (),
    "pile": (),
    "discards": (),
    "drawn": (),
    "drawn_unknown": 0,
    "draws_left": 0,
}
"""What the core holds where there are no region cards."""


@dataclass
class Cards:
    """Cards in one place: kinds that are known, each with its place in the document, and how many are not."""

    known: list[tuple[int, Path]] = field(default_factory=list)
    unknown: int = 0

    @property
    def kinds(self) -> list[int]:
        """The kinds that are known, ascending."""
        return sorted(kind for kind, _ in self.known)

    def __len__(self) -> int:
        return len(self.known) + self.unknown


class HandReader:
    """Reads the region cards of one document."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._game = reader.game
        self._document = reader.document.africanus or AfricanusFields()

    def hands(self) -> list[Cards]:
        """The cards of each player.

        Raises:
            DocumentError: a card is not known, or there are none in this game.
        """
        if not self._game.region_cards and self._reader.document.africanus is not None:
            problem = "is given, but the game is played without region cards"
            raise DocumentError(("africanus",), problem, others=[("rules",)])
        hands = [Cards() for _ in range(self._reader.count)]
        for player, hand, path in self._reader.by_player(self._document.hands, ("africanus", "hands")):
            hands[player] = self._cards(hand, path)
        return hands

    def fields(self, stage: str, active: int) -> dict[str, Any]:
        """The fields of the core's `import_state` about region cards.

        Args:
            stage: what is to happen next.
            active: whose turn it is.

        Raises:
            DocumentError: the cards contradict each other, or the viewer of the document.
        """
        used = bool(self._game.region_cards)
        if not (used or self._given() or stage in DRAWING or stage == "deal"):
            return dict(_NONE)
        hands = self.hands()
        drawn = self._drawn(active)
        discards = self._discards()
        self._check_hands(hands, stage)
        pool = self._pool([*hands, drawn, Cards(discards)])
        unknown = sum(hand.unknown for hand in hands) + drawn.unknown
        pile = sum(pool) - unknown
        if pile < 0:
            problem = f"{unknown} cards are not known, but only {sum(pool)} stand nowhere"
            raise DocumentError(("africanus", "hands"), problem, others=[("africanus", "discards")])
        stated = self._document.pile
        if stated is not None and stated != pile:
            problem = f"{stated} cards in the pile, but hands and discards leave {pile}"
            others: list[Path] = [("africanus", "hands"), ("africanus", "discards")]
            raise DocumentError(("africanus", "pile"), problem, found=str(stated), others=others)
        counts = [0] * len(pool)
        for kind, _ in discards:
            counts[kind] += 1
        return {
            "hands": [hand.kinds for hand in hands] if used else [],
            "hands_unknown": [hand.unknown for hand in hands] if used else [],
            "pile": pool,
            "discards": counts,
            "drawn": drawn.kinds,
            "drawn_unknown": drawn.unknown,
            "draws_left": self._draws_left(stage, drawn, len(hands[active]) if used else 0),
        }

    def _given(self) -> bool:
        """Whether the document says anything about region cards."""
        turn = self._reader.document.turn
        return self._reader.document.africanus is not None or (turn is not None and turn.drawn is not None)

    # --- cards ---

    def _card(self, text: str, path: Path) -> int:
        return self._reader.index(_KIND, text, path)

    def _cards(self, hand: Hand, path: Path) -> Cards:
        if isinstance(hand, int):
            return Cards([], hand)
        places = [(text, (*path, index)) for index, text in enumerate(hand)]
        known = [(self._card(text, place), place) for text, place in places if text is not None]
        return Cards(known, len(hand) - len(known))

    def _discards(self) -> list[tuple[int, Path]]:
        discards = self._document.discards or []
        path: Path = ("africanus", "discards")
        if isinstance(discards, list):
            return [(self._card(text, (*path, index)), (*path, index)) for index, text in enumerate(discards)]
        return [
            (self._card(text, (*path, text)), (*path, text))
            for text, count in discards.items()
            for _ in range(count)
        ]

    def _pool(self, places: Sequence[Cards]) -> list[int]:
        """The cards that stand nowhere, by kind."""
        pool = list(self._game.region_card_counts)
        found: dict[int, list[Path]] = {}
        for cards in places:
            for kind, path in cards.known:
                found.setdefault(kind, []).append(path)
                pool[kind] -= 1
                if pool[kind] < 0:
                    total = self._game.region_card_counts[kind]
                    exists = "once" if total == 1 else f"{total} times"
                    problem = f"{self._game.region_cards[kind]} exists {exists}, but stands here once more"
                    raise DocumentError(path, problem, others=found[kind][:-1])
        return pool

    # --- who knows what ---

    def _check_hands(self, hands: Sequence[Cards], stage: str) -> None:
        viewer = self._reader.viewer
        for player, hand in enumerate(hands):
            path: Path = ("africanus", "hands", player)
            who = self._reader.called(player)
            if viewer is None and hand.unknown:
                problem = (
                    f"{hand.unknown} cards of {who} are not given, "
                    "and a document without `viewer` holds everything"
                )
                raise DocumentError(path, problem, expected="the cards", others=[("viewer",)])
            if viewer == player and hand.unknown:
                problem = f"{hand.unknown} cards of {who}, the viewer of the document, are not given"
                raise DocumentError(path, problem, expected="the cards", others=[("viewer",)])
            if viewer not in (None, player) and hand.known and stage not in OPEN_HANDS:
                problem = f"a card of {who} is given, but {self._viewer()} does not know it"
                raise DocumentError(hand.known[0][1], problem, expected="a number", others=[("viewer",)])

    def _viewer(self) -> str:
        viewer = self._reader.viewer
        who = "the public" if viewer in (None, PUBLIC) else self._reader.called(viewer)
        return f"{who}, the viewer of the document,"

    def _drawn(self, active: int) -> Cards:
        turn = self._reader.document.turn
        stated = None if turn is None else turn.drawn
        if stated is None:
            return Cards()
        path: Path = ("turn", "drawn")
        drawn = self._cards(stated, path)
        viewer = self._reader.viewer
        if viewer in (None, active) and drawn.unknown:
            problem = f"{drawn.unknown} of the drawn cards are not given, but the document must hold them"
            raise DocumentError(path, problem, expected="the cards", others=[("viewer",)])
        if viewer not in (None, active) and drawn.known:
            problem = f"a drawn card is given, but {self._viewer()} does not know it"
            raise DocumentError(drawn.known[0][1], problem, expected="a number", others=[("viewer",)])
        return drawn

    def _draws_left(self, stage: str, drawn: Cards, dealt: int) -> int:
        turn = self._reader.document.turn
        path: Path = ("turn", "draws_left")
        if stage in DRAWING[1:] and not len(drawn):
            problem = f"is missing; at {stage} cards have been drawn"
            raise DocumentError(("turn", "drawn"), problem, expected="the cards", others=[("turn", "stage")])
        if stage == "deal":
            return HAND - dealt
        if stage != "draw":
            return 0
        most = HAND - len(drawn)
        stated = None if turn is None else turn.draws_left
        if most < 1 or (stated or 0) > most:
            problem = f"{len(drawn)} cards have been drawn, so {max(most, 0)} are still to come"
            raise DocumentError(path if stated else ("turn", "drawn"), problem, others=[("turn", "stage")])
        return stated or most


def written(game: RattusGame, state: Mapping[str, Any], viewer: int | None) -> dict[str, Any]:
    """The object `africanus` of a state as the core exports it."""
    unknown = sum(state["hands_unknown"]) + state["drawn_unknown"]
    hands = zip(state["hands"], state["hands_unknown"], strict=True)
    return {
        "hands": [
            hand(game, kinds, hidden, viewer in (None, player) or state["stage"] in OPEN_HANDS)
            for player, (kinds, hidden) in enumerate(hands)
        ],
        "discards": [
            text
            for text, count in zip(game.region_cards, state["discards"], strict=True)
            for _ in range(count)
        ],
        "pile": sum(state["pile"]) - unknown,
    }


def hand(game: RattusGame, kinds: Sequence[int], unknown: int, known: bool) -> Hand:
    """Cards as a document gives them: the cards if they are known to the viewer, else how many there are."""
    if not known and not kinds:
        return unknown
    return [*(game.region_cards[kind] for kind in kinds), *[None] * unknown]
