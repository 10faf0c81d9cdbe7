"""Steps in the middle of a turn that the expansions bring: of cards, of tokens, protections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rattus_ai.errors import DocumentError, Path, listed, shown
from rattus_ai.rattus.document_stages import ANYBODYS, CARD_OF_STAGE, EVENT_CARDS
from rattus_ai.rattus.document_types import TurnFields

if TYPE_CHECKING:
    from rattus_ai.rattus.document_reader import Reader

_CARDS_OF: Mapping[str, tuple[str, ...]] = {
    "ring": ("swindler", "soldier"),
    "recycled": ("swindler", "soldier"),
    "draw": ("astronomer", "explorer"),
}
"""The cards that bring a rat of their own, whose ring chance settles, and those that draw cards."""

_STAGES = frozenset((*CARD_OF_STAGE, *_CARDS_OF, "protect", "deacon"))
"""The stages of these steps."""

_NONE: Mapping[str, Any] = {
    "goods_taken": False,
    "deacon_uses": 0,
    "fixed": False,
    "step_card": -1,
    "plan": (),
    "lifted": (),
    "event": (),
    "shown": (),
    "pending": -1,
    "asked": -1,
    "protected": (),
}
"""What the core holds where none of these steps is under way."""

_FIELDS = ("card", *(name for name in _NONE if name != "step_card"))
"""The fields of a turn that are about these steps."""


class StepReader:
    """Reads the fields of a turn that belong to steps of the expansions."""

    def __init__(self, reader: Reader, player: int, ending: bool) -> None:
        self._reader = reader
        self._turn = reader.document.turn or TurnFields()
        self._stage: str = self._turn.stage or "main"
        self._player = player
        self._ending = ending
        self._board = reader.board
        self._names = reader.game.card_names

    def fields(self) -> dict[str, Any]:
        """The fields of the core's `import_state` about these steps.

        Raises:
            DocumentError: something is missing or contradicts the board.
        """
        turn = self._turn
        given = [
            value for name in _FIELDS if (value := getattr(turn, name)) is not None and value is not False
        ]
        if self._stage not in _STAGES and not given:
            return dict(_NONE)
        if turn.fixed and not self._ending:
            problem = "has a meaning in the final round only"
            raise DocumentError(("turn", "fixed"), problem, others=[("turn", "last")])
        if turn.deacon_uses:
            self.held("deacon", "deacon_uses", str(turn.deacon_uses))
        return {
            "goods_taken": turn.goods_taken,
            "deacon_uses": turn.deacon_uses or 0,
            "fixed": turn.fixed,
            "step_card": self.card(),
            "plan": self._regions("plan"),
            "lifted": self._lifted(),
            "event": self._event(),
            "shown": sorted(self._tokens("shown")),
            "pending": self._pending(),
            "asked": self._asked(),
            "protected": self._protected(),
        }

    # --- cards ---

    def card(self) -> int:
        """The card that the stage belongs to, -1 for none.

        Raises:
            DocumentError: it is not the active player's, or it has to be named.
        """
        implied = CARD_OF_STAGE.get(self._stage)
        text = self._turn.card
        path: Path = ("turn", "card")
        if text is None:
            if implied is not None and self._stage not in ANYBODYS:
                return self.held(implied, "stage", self._stage)
            if implied is not None:
                return self._in_play(implied)
            if self._stage in ("recycled", "draw"):
                choices = _CARDS_OF[self._stage]
                held = [name for name in choices if self._holds(name)]
                if len(held) != 1:
                    problem = f"is missing; expected the card of the stage {self._stage}"
                    raise DocumentError(path, problem, expected=listed(choices), others=[("turn", "stage")])
                return self._names.index(held[0])
            return -1
        card = self._reader.index("card", text, path)
        name = self._names[card]
        possible = _CARDS_OF.get(self._stage)
        if implied not in (None, name) or (possible is not None and name not in possible):
            expected = implied or listed(possible or ())
            problem = f"found {shown(text)}, but the stage {self._stage} belongs to the {expected}"
            raise DocumentError(path, problem, expected=expected, others=[("turn", "stage")])
        return card if self._stage in ANYBODYS else self.held(name, "card", shown(text))

    def _in_play(self, name: str) -> int:
        if name not in self._names:
            problem = f"found {self._stage}, but the {name} is not in play"
            raise DocumentError(("turn", "stage"), problem, found=self._stage, others=[("rules", "cards")])
        return self._names.index(name)

    def _holds(self, name: str) -> bool:
        return name in self._names and self._board.owners[self._names.index(name)] == self._player

    def held(self, name: str, field: str, found: str) -> int:
        """The number of a card that the active player must hold for this field of the turn.

        Raises:
            DocumentError: he does not.
        """
        if name not in self._names:
            problem = f"found {found}, but the {name} is not in play"
            raise DocumentError(("turn", field), problem, found=found, others=[("rules", "cards")])
        card = self._names.index(name)
        if self._board.owners[card] != self._player:
            problem = f"found {found}, but {self._reader.called(self._player)} does not hold the {name}"
            raise DocumentError(("turn", field), problem, found=found, others=[("owners",)])
        return card

    def _event(self) -> list[int]:
        cards = []
        for index, text in enumerate(self._turn.event or ()):
            path: Path = ("turn", "event", index)
            card = self._reader.index("card", text, path)
            if self._names[card] not in EVENT_CARDS:
                expected = listed(EVENT_CARDS)
                problem = f"the {self._names[card]} does not act in a ravage of the final round"
                raise DocumentError(path, problem, found=shown(text), expected=expected)
            if not self._ending:
                problem = "has a meaning in the final round only"
                raise DocumentError(("turn", "event"), problem, others=[("turn", "last")])
            if self._board.owners[card] != self._player:
                problem = f"{self._reader.called(self._player)} does not hold the {self._names[card]}"
                raise DocumentError(path, problem, others=[("owners",)])
            cards.append(card)
        return sorted(cards)

    def _protected(self) -> list[int]:
        cards = []
        for index, text in enumerate(self._turn.protected or ()):
            path: Path = ("turn", "protected", index)
            card = self._reader.index("card", text, path)
            if self._board.owners[card] < 0:
                problem = f"the {self._names[card]} is protected, but nobody holds it"
                raise DocumentError(path, problem, others=[("owners",)])
            cards.append(card)
        return sorted(cards)

    # --- places and tokens ---

    def _regions(self, name: str) -> list[int]:
        texts = getattr(self._turn, name) or ()
        return [self._reader.index("region", text, ("turn", name, i)) for i, text in enumerate(texts)]

    def _lifted(self) -> list[int]:
        if self._turn.lifted is None:
            if self._stage == "emperor_wall":
                problem = "is missing; expected the border whose wall is being moved"
                raise DocumentError(("turn", "lifted"), problem, expected="two regions")
            return []
        return self._reader.markers.border(self._turn.lifted, ("turn", "lifted"))

    def _tokens(self, name: str) -> list[int]:
        texts = getattr(self._turn, name) or ()
        return [self._reader.index("token", text, ("turn", name, i)) for i, text in enumerate(texts)]

    def _pending(self) -> int:
        if self._turn.pending is None:
            if self._stage in ("protect", "deacon"):
                problem = "is missing; expected the token that was revealed"
                raise DocumentError(("turn", "pending"), problem, expected="a token")
            return -1
        return self._reader.index("token", self._turn.pending, ("turn", "pending"))

    def _asked(self) -> int:
        if self._stage != "protect":
            return -1
        if self._turn.asked is None:
            problem = "is missing; expected who may play a region card"
            raise DocumentError(("turn", "asked"), problem, expected="a player")
        return self._reader.player(self._turn.asked, ("turn", "asked"))
