"""Numbers and events of a review as a person reads them; used by tables and by the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rattus_ai.errors import listed
from rattus_ai.reviews.result import Decision, Luck, Review, Share, TurningPoint
from rattus_ai.reviews.thresholds import LEVELS

BALANCE = (
    ("start", "at the start"),
    ("own", "own mistakes"),
    ("others", "others' mistakes"),
    ("luck", "luck"),
    ("rest", "seen later"),
    ("end", "at the end"),
)
"""The parts of a balance, by field of `PlayerSummary`, with their headings."""

LOSS_NOTE = (
    "Loss: what a decision gave up in probability of winning against the best turn that was found, for "
    "what the player knew. Both turns are compared on fresh common random numbers by several independent "
    "searches, so a small loss may be negative. ± is the standard error between them; it does not cover "
    "errors of judgement that all of them share."
)
LUCK_NOTE = (
    "Luck: what chance changed, by one fixed yardstick, against everything that anybody at the table knew. "
    "Its mean over all that could have happened is zero. Luck in {unit} is exact: expected losses less "
    "losses."
)
BALANCE_NOTE = (
    "Balance: start, own mistakes, others' mistakes, luck and what was seen later add up to the end. Seen "
    "later is what the search judged differently once it stood there; it is neither skill nor luck, and "
    "where it is large the values before were poor."
)


@dataclass(frozen=True)
class Words:
    """Texts of one review in one language of names."""

    review: Review
    language: str = "en"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players."""
        players = self.review.record.players
        count = self.review.record.game.num_players
        return players if players is not None else tuple(f"player {player}" for player in range(count))

    @property
    def unit(self) -> str:
        """What the game calls the pieces that chance takes."""
        return self.review.record.game.piece_word

    @property
    def notes(self) -> tuple[str, str, str]:
        """What loss, luck and balance mean."""
        return LOSS_NOTE, LUCK_NOTE.format(unit=self.unit), BALANCE_NOTE

    def played(self, decision: Decision) -> str:
        """What was played, on one line."""
        return self._actions(
            event.identifier for event in self.review.record.events[decision.start : decision.stop]
        )

    def best(self, decision: Decision) -> str:
        """The best turn that was found, on one line."""
        return self._actions(decision.best_actions)

    def outcomes(self, luck: Luck) -> str:
        """What chance brought, on one line."""
        game = self.review.record.game
        events = self.review.record.events[luck.start : luck.stop]
        return "; ".join(game.outcome_text(event.identifier, self.language) for event in events)

    def happening(self, luck: Luck) -> str:
        """What kind of chance it was: `ravage of Gallia`."""
        if luck.name is None:
            return "chance"
        if luck.place is None:
            return luck.name
        return f"{luck.name}, {self.review.record.game.place_text(luck.place, self.language)}"

    def pieces(self, luck: Luck) -> str:
        """Expected and real losses of everybody who had something to lose."""
        if luck.expected is None or luck.lost is None:
            return ""
        parts = [
            f"{name} lost {lost}, {float(mean):.2f} expected"
            for name, lost, mean in zip(self.names, luck.lost, luck.expected, strict=True)
            if mean or lost
        ]
        return "; ".join(parts) or "nobody could lose anything"

    def headline(self, point: TurningPoint) -> str:
        """A turning point in a few words."""
        name = self.names[point.player]
        if point.kind == "decision":
            decision = self.review.decisions[point.number]
            return f"Turn {decision.turn}: {decision.level or 'small loss'} of {name}"
        luck = self.review.luck[point.number]
        fortune = "good luck" if point.swing > 0 else "bad luck"
        return f"Turn {luck.turn}: {fortune} for {name} ({self.happening(luck)})"

    def result(self) -> str:
        """Who won, or how far the record goes."""
        review = self.review
        if review.partial:
            return "This review was ended early; it covers a part of the game."
        final = review.record.final()
        if not review.over:
            return f"The record ends before the game does: {final.turn_text}."
        winners = [self.names[player] for player, value in enumerate(final.returns()) if value > 0]
        lead = max(final.margins())
        by = f" by {lead:g}" if len(winners) == 1 and lead > 0 else ""
        return f"{listed(winners, 'and')} won{by} after {final.turn()} turns."

    def _actions(self, actions: Iterable[int]) -> str:
        game = self.review.record.game
        return "; ".join(game.action_text(action, self.language) for action in actions)


def percent(value: float, error: float, *, exact: bool = False, sign: bool = False, unit: str = "") -> str:
    """`41.3 ± 0.8`, or `41.3 exact`; in percent."""
    shown = f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"
    shown = shown.replace("-0.0", "0.0").replace("+0.0", "0.0") if abs(value) < 0.0005 else shown
    if exact:
        return f"{shown}{unit} exact"
    return f"{shown} ± {100 * error:.1f}{unit}" if error >= 0.0005 else f"{shown} ± <0.1{unit}"


def share(part: Share | None, *, sign: bool = False) -> str:
    """A part of a balance in percent; a dash where there is none."""
    return "-" if part is None else percent(part.value, part.error, exact=part.exact, sign=sign)


def loss(decision: Decision) -> str:
    """The loss of a decision in percent, or why there is none."""
    if decision.loss is None or decision.error is None:
        return decision.note or "-"
    if decision.forced:
        return "no choice"
    if decision.best == decision.played:
        return "best found"
    return percent(decision.loss, decision.error, exact=decision.exact)


def pieces(value: Fraction | None) -> str:
    """Luck in pieces with two decimals; a dash where there is none."""
    return "-" if value is None else f"{float(value):+.2f}"


def luck_percent(luck: Luck, player: int) -> str:
    """What chance changed for a player, in percent."""
    return percent(luck.win.values[player], luck.win.errors[player], exact=luck.win.exact, sign=True)


def swing(point: TurningPoint, unit: str = "") -> str:
    """The size of a turning point in percent."""
    return percent(point.swing, point.error, exact=point.exact, sign=True, unit=unit)


def thresholds() -> str:
    """The named sizes of mistakes with their reasons."""
    parts = [f"{level.name}: from {100 * level.loss:.0f} % ({level.reason})" for level in LEVELS]
    return f"{'; '.join(parts)}. A loss has a name only if it differs from zero at 95 % confidence."
