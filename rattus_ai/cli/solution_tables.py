"""A solved end of a game, in tables and sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rattus_ai.cli.output import plain_table, player_names, player_styles
from rattus_ai.cli.percentages import bounds, estimate, percent
from rattus_ai.endgame import PlayStep, Solution, SolvedTurn
from rattus_ai.games import PUBLIC, EndValues
from rattus_ai.positions import CHANCE, Position

MOST_RESULTS = 10
"""Final results that are printed; --json gives all."""

_REASONS = {
    "seconds": "the time was up",
    "memory": "there was no room for more",
    "cancelled": "it was interrupted",
    "samples": "enough samples were drawn",
}


def print_solution(
    printer: Console, position: Position, solution: Solution, language: str, missing: Sequence[str] = ()
) -> None:
    """Prints a solution as a person reads it, and sentences about what is missing in it."""
    _Printed(printer, position, solution, language, missing).print()


@dataclass
class _Printed:
    printer: Console
    position: Position
    solution: Solution
    language: str
    missing: Sequence[str]

    def __post_init__(self) -> None:
        count = self.position.game.num_players
        self.names = player_names(self.position.players, count)
        self.styles = player_styles(self.position.players, count)

    def print(self) -> None:
        solution = self.solution
        self.printer.print(Text(self.position.turn_text, style="bold"))
        self._section(None, self._turns_before_the_end() if solution.kind == "turn" else self._values())
        if solution.kind != "turn":
            if solution.turns:
                title = "Best turns" if solution.exact else "Turns by what is proved of them"
                self._section(f"{title}, % of winning", self._turns())
            if solution.play:
                self._section("Best play", self._play(solution.play))
            if solution.ending is not None:
                self._section("Expected at the end, exact", self._ending(solution.ending))
            if solution.distribution is not None:
                self._section("Most probable final results, exact", self._results())
        self.printer.print()
        for sentence, style in self._sentences():
            self.printer.print(Text(sentence, style), soft_wrap=True)

    def _section(self, title: str | None, table: Table) -> None:
        self.printer.print()
        if title is not None:
            self.printer.print(Text(title, style="bold"))
        self.printer.print(table)

    def _players_in_columns(self, table: Table, what: str = "") -> None:
        for name, style in zip(self.names, self.styles, strict=True):
            table.add_column(Text(f"{name}{what}", style), justify="right", no_wrap=True)

    # --- tables ---

    def _values(self) -> Table:
        solution = self.solution
        table = plain_table()
        table.add_column("player")
        estimated = not any(math.isnan(error) for error in solution.errors)
        if solution.exact:
            table.add_column("wins %", justify="right")
            table.add_column("")
            if solution.fractions is not None:
                table.add_column("fraction")
        else:
            table.add_column("wins %, proved bounds", justify="right")
            if estimated:
                table.add_column("estimate %", justify="right")
        for player, (name, style) in enumerate(zip(self.names, self.styles, strict=True)):
            if solution.exact:
                cells = [percent(solution.win[player]), "exact"]
                if solution.fractions is not None:
                    cells.append(str(solution.fractions[player]))
            else:
                cells = [bounds(solution.lower[player], solution.upper[player])]
                if estimated:
                    cells.append(estimate(solution.win[player], solution.errors[player]))
            table.add_row(Text(name, style), *cells)
        return table

    def _turns(self) -> Table:
        table = plain_table()
        table.add_column("", justify="right")
        table.add_column("turn")
        self._players_in_columns(table)
        table.add_column("")
        for number, turn in enumerate(self.solution.turns, 1):
            table.add_row(
                str(number),
                Text(self._text(turn), "bold" if number == 1 and self.solution.exact else ""),
                *(self._value(turn, player) for player in range(len(self.names))),
                "exact" if turn.exact else "proved bounds",
            )
        return table

    def _turns_before_the_end(self) -> Table:
        table = plain_table()
        table.add_column("", justify="right")
        table.add_column("turn that may end the game")
        table.add_column("ends %", justify="right", no_wrap=True)
        self._players_in_columns(table)
        table.add_column("")
        for number, turn in enumerate(self.solution.turns, 1):
            certain = turn.ending_error == 0 and turn.exact
            ends = f"{percent(turn.ending)} exact" if certain else estimate(turn.ending, turn.ending_error)
            kind = "exact" if turn.exact else "mean bounds" if self._unknown(turn) else "estimate"
            if kind == "estimate" and turn.solved < 1:
                kind = f"estimate, {turn.solved:.0%} solved"
            table.add_row(
                str(number),
                Text(self._text(turn), "" if number > 1 else "bold"),
                ends,
                *(self._value(turn, player) for player in range(len(self.names))),
                kind,
            )
        return table

    def _play(self, steps: Sequence[PlayStep]) -> Table:
        table = plain_table()
        table.add_column("who")
        table.add_column("what")
        table.add_column("")
        for step in steps:
            if step.player == CHANCE:
                text = self.position.game.outcome_text(step.action, self.language)
                table.add_row(Text("chance", "dim"), Text(text, "dim"), Text("the likeliest outcome", "dim"))
            else:
                text = self.position.game.action_text(step.action, self.language)
                who = Text(self.names[step.player], self.styles[step.player])
                table.add_row(who, text, Text(_others(step), "dim"))
        return table

    def _ending(self, ending: EndValues) -> Table:
        table = plain_table()
        table.add_column("")
        self._players_in_columns(table)
        if ending.points is not None:
            points = (f"{float(value):.2f}" for value in ending.points)
            table.add_row(Text("final points", "bold"), *(Text(cell, "bold") for cell in points))
        for place, losses in ending.losses.items():
            name = self.position.game.place_text(place, self.language)
            table.add_row(f"lost in {name}", *(f"{float(loss):.2f}" if loss else "-" for loss in losses))
        return table

    def _results(self) -> Table:
        found = self.solution.distribution or {}
        table = plain_table()
        self._players_in_columns(table)
        table.add_column("%", justify="right")
        best = sorted(found.items(), key=lambda item: (-item[1], item[0]))
        for points, chance in best[:MOST_RESULTS]:
            table.add_row(*map(str, points), percent(float(chance)))
        rest = best[MOST_RESULTS:]
        if rest:
            blank = [""] * (len(self.names) - 1)
            table.add_row(f"{len(rest)} others", *blank, percent(float(sum(chance for _, chance in rest))))
        return table

    def _text(self, turn: SolvedTurn) -> str:
        return "; ".join(self.position.game.action_text(action, self.language) for action in turn.actions)

    def _value(self, turn: SolvedTurn, player: int) -> str:
        if turn.exact:
            return percent(turn.win[player])
        if math.isnan(turn.errors[player]) or turn.samples == 0:
            return bounds(turn.lower[player], turn.upper[player])
        return estimate(turn.win[player], turn.errors[player])

    def _unknown(self, turn: SolvedTurn) -> bool:
        return any(math.isnan(error) for error in turn.errors)

    # --- sentences ---

    def _sentences(self) -> list[tuple[str, str]]:
        solution = self.solution
        sentences = [(self._outcome(), "bold" if not solution.exact else "")]
        if solution.kind == "turn":
            sentences += self._about_turns()
        elif solution.play and not solution.exact:
            sentences.append(("The play is shown as far as it is settled.", ""))
        sentences += [(sentence, "bold") for sentence in self.missing]
        sentences.append((self._knowledge(), "dim"))
        if solution.kind != "chance":
            sentences.append(
                (
                    "Everybody maximises his own probability of winning and reads nothing into what others "
                    "did. Of equal choices the first in the order of the action ids is taken.",
                    "dim",
                )
            )
        sentences.append((self._work(), "dim"))
        if solution.warning:
            sentences.append((solution.warning, "yellow"))
        return sentences

    def _outcome(self) -> str:
        solution = self.solution
        if solution.exact:
            return "Solved: the values are proved."
        if solution.kind == "turn":
            return "These are the turns that may end the game now; what else is worth playing, `hint` says."
        share = math.floor(solution.proved * 1000) / 10
        why = _REASONS[solution.reason]
        found = f"Not solved, because {why}: the bounds are proved, {share:.1f} % is settled"
        if any(math.isnan(error) for error in solution.errors):
            return f"{found}; nothing was estimated."
        whose = "" if solution.player < 0 else ", which is of the search's own policy, not of best play"
        return f"{found}. ± is the standard error of the estimate{whose}."

    def _about_turns(self) -> list[tuple[str, str]]:
        turns = self.solution.turns
        sentences = []
        if any(turn.samples for turn in turns):
            sentences.append(
                (
                    "Values count the cases in which the turn ends the game. Chance of the turn was sampled, "
                    f"{max(turn.samples for turn in turns)} times at most; ± is the standard error.",
                    "",
                )
            )
        if any(self._unknown(turn) for turn in turns):
            sentences.append(
                (
                    "Mean bounds: with one sample no error is known, so only bounds are shown. "
                    "More --seconds give more samples.",
                    "bold",
                )
            )
        if any(turn.samples and turn.solved < 1 for turn in turns):
            sentences.append(
                (
                    "Ends that could not be solved in time count with a few playouts by the light policy, "
                    "which is not best play. More --seconds solve more of them.",
                    "bold",
                )
            )
        return sentences

    def _knowledge(self) -> str:
        viewer = self.solution.viewer
        if viewer is None:
            return "All that the document holds counted, whoever knows it."
        if viewer == PUBLIC:
            return "What everybody knows counted."
        return f"What {self.names[viewer]} knows counted."

    def _work(self) -> str:
        solution = self.solution
        if solution.kind == "turn":
            return f"{solution.ends:,} ends in {solution.seconds:.2f} s; {_REASONS[solution.reason]}."
        return f"{solution.positions:,} decisions and {solution.ends:,} ends in {solution.seconds:.2f} s."


def _others(step: PlayStep) -> str:
    """What else would be as good."""
    if not step.equal:
        return ""
    others = "1 other choice is as good" if step.equal == 1 else f"{step.equal} other choices are as good"
    if not step.others_differ:
        return f"{others}, for everybody"
    return f"{others} for the player, but may not be for the others"
