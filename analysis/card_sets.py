"""The suggested sets of cards: who wins with each card, who takes it, what it kills.

In games with each suggested set of class cards: how often is each card taken, how often does its last holder
win, how many cubes does it cost him, and how many his opponents?

The same agent sits in every seat, with goods and coins in every set; the Carrier cannot be played, the
Swindler takes its place. Nothing is dealt or forced: cards are taken as the players like.

*Cost to the holder* are cubes that he lost to the symbol of the card's class and would have kept without this
card, in all ravages and in the final sweep. *Opponents' cubes* are given for the cards whose ability works in
the holder's own ravage (Knight, Raider, Assassin, Grave Robber, Serf): what his opponents lost in the ravages
of a turn in which he held the card, beside the same number for turns of players without it; and in all, with
the ravages that such a card brings about in the final round. They need not have died because of the card.

A game counts with the share of 200 random final sweeps that the holder wins. Numbers after ± are standard
errors, ranges are 95 % intervals, both over games, which are independent.

    python analysis/card_sets.py --games 2000 --jobs 2 --write
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from card_events import ACTING, Events, count_events
from intervals import Estimate, estimate, family_errors, percent, ratio, ratio_difference, with_error
from rattus_ai import load_game
from rattus_ai._core import rattus
from rattus_ai.games import Game
from rattus_ai.rattus.box_sets import load_sets
from report import PAGES, Page, Plot, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import add_common_arguments, agent, count, derived_seed, play_to_sweep, run_tasks, study_parser

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIMULATIONS = 100
PLAYERS = 4
SWEEPS = 200
FEWEST = 30
"""Games in which somebody held a card at the end that its win share needs to be shown."""

SELDOM = 0.1
"""Times a game below which a card is said to be taken seldom."""


@dataclass(frozen=True)
class Played:
    """One game.

    Attributes:
        wins: share of random sweeps that each player wins.
        last_owners: for each card who held it at the end; -1 nobody.
        events: what the cards did, in the game and in the sweep that took place.
    """

    wins: tuple[float, ...]
    last_owners: tuple[int, ...]
    events: Events


@dataclass(frozen=True)
class CardRow:
    """What the games say about one card; cubes, coins and goods are means of a game.

    Attributes:
        name: of the card.
        taken: how often somebody takes it in a game.
        held: share of all turns in which the player on turn holds it.
        holders: games in which somebody held it at the end.
        wins: win share of this holder; None where there were fewer than `FEWEST` such games.
        cost: cubes that it cost its holder.
        killed: opponents' cubes in ravages of its holder; None where the card does nothing there.
        killed_in_turn: the same for each turn of a holder; None likewise, and without such a turn.
        killed_without: the same for each turn of a player without it.
        difference: the last two, one less the other.
        coins, goods: that its ability brought.
    """

    name: str
    taken: Estimate
    held: Estimate
    holders: int
    wins: Estimate | None
    cost: Estimate
    killed: Estimate | None
    killed_in_turn: Estimate | None
    killed_without: Estimate | None
    difference: Estimate | None
    coins: Estimate
    goods: Estimate


def set_options() -> dict[str, dict[str, Any]]:
    """The options of the game for each suggested set, by its name."""
    found = {}
    for card_set in load_sets().sets:
        instead = dict(card_set.instead)
        cards = [instead.get(name, name) for name in card_set.cards]
        found[card_set.name] = {"cards": cards, "mercatus": True}
    return found


def game_of(name: str, players: int) -> Game:
    """The game with a suggested set."""
    return load_game("rattus", players=players, **set_options()[name])


def play_game(task: tuple[str, int, str, int]) -> Played:
    """One game; the task is set, players, agent, seed."""
    name, players, agent, seed = task
    position = game_of(name, players).new_position(seed=derived_seed(seed, "deal"))
    wins = play_to_sweep(position, agent, seed, SWEEPS)
    return Played(
        wins,
        tuple(rattus.export_state(position)["owners"]),
        count_events(position.game.initial_position(), position.history()),
    )


def card_rows(names: Sequence[str], games: Sequence[Played]) -> list[CardRow]:
    """What the games with one set say about each of its cards."""

    def mean(values: Sequence[float]) -> Estimate:
        return estimate(values, 0.0, max(1.0, *values))

    events = [game.events for game in games]
    turns = [each.turns for each in events]
    rows = []
    for card, name in enumerate(names):
        held = [each.held[card] for each in events]
        killed = [each.killed[card] for each in events]
        turns_without = [each.turns - each.held[card] for each in events]
        killed_without = [each.dead - each.killed[card] for each in events]
        wins = [game.wins[game.last_owners[card]] for game in games if game.last_owners[card] >= 0]
        finally_too = [each.killed[card] + each.killed_finally[card] for each in events]
        acts = name in ACTING
        share = ratio(held, turns)
        assert share is not None  # every game has turns
        rows.append(
            CardRow(
                name=name,
                taken=mean([each.taken[card] for each in events]),
                held=share,
                holders=len(wins),
                wins=estimate(wins) if len(wins) >= FEWEST else None,
                cost=mean([each.cost[card] for each in events]),
                killed=mean(finally_too) if acts else None,
                killed_in_turn=ratio(killed, held) if acts else None,
                killed_without=ratio(killed_without, turns_without) if acts else None,
                difference=ratio_difference(killed, held, killed_without, turns_without) if acts else None,
                coins=mean([each.coins[card] for each in events]),
                goods=mean([each.goods[card] for each in events]),
            )
        )
    return rows


def table(name: str, players: int, rows: Sequence[CardRow]) -> Table:
    """The table of one set, the card taken most often first."""

    def text(found: Estimate | None) -> str:
        return "-" if found is None else with_error(found)

    def brought(row: CardRow) -> str:
        kinds = (("coins", row.coins), ("goods", row.goods))
        return ", ".join(f"{with_error(each)} {word}" for word, each in kinds if each.mean) or "-"

    return Table(
        f"{title(name)}, {players} players (fair share {100 / players:.1f} %)",
        (
            "card",
            "taken, per game",
            "held by the player on turn, share of turns",
            "holder at the end wins (not an effect, see below)",
            "games with such a holder",
            "cost to the holder, cubes per game",
            "opponents' cubes, per game",
            "the same for each turn of the holder",
            "for each turn of others",
            "brought, per game",
        ),
        [
            (
                printed(row.name),
                with_error(row.taken),
                percent(row.held),
                "too few" if row.wins is None else percent(row.wins),
                str(row.holders),
                with_error(row.cost),
                text(row.killed),
                text(row.killed_in_turn),
                text(row.killed_without),
                brought(row),
            )
            for row in most_taken_first(rows)
        ],
    )


def most_taken_first(rows: Sequence[CardRow]) -> list[CardRow]:
    """In the order of tables and plots."""
    return sorted(rows, key=lambda row: -row.taken.mean)


def title(name: str) -> str:
    """`Dangerous times` for `dangerous-times`."""
    return name.replace("-", " ").capitalize()


def printed(name: str) -> str:
    """`Grave Robber` for `grave_robber`."""
    return name.replace("_", " ").title()


def draw_wins(found: Mapping[str, Sequence[CardRow]], players: int, figure: Figure) -> None:
    """Win share of the last holder beside how often the card is taken, one row of plots for each set."""
    panels = figure.subplots(len(found), 2, squeeze=False)
    for (name, unsorted), (left, right) in zip(found.items(), panels, strict=True):
        rows = most_taken_first(unsorted)
        shown = [(place, row.wins) for place, row in enumerate(rows) if row.wins is not None]
        left.errorbar(
            [100 * wins.mean for _, wins in shown],
            [place for place, _ in shown],
            xerr=[
                [100 * (wins.mean - (wins.low or 0.0)) for _, wins in shown],
                [100 * ((wins.high or wins.mean) - wins.mean) for _, wins in shown],
            ],
            fmt="o",
            capsize=3,
        )
        left.axvline(100 / players, color="black", linewidth=0.8)
        left.set_title(f"{title(name)}: the holder at the end wins, %", fontsize=9)
        right.barh(
            range(len(rows)),
            [row.taken.mean for row in rows],
            xerr=[row.taken.error or 0.0 for row in rows],
            color="tab:gray",
        )
        right.set_title("taken, times per game", fontsize=9)
        for axes in (left, right):
            axes.set_yticks(range(len(rows)), [printed(row.name) for row in rows])
            axes.set_ylim(len(rows) - 0.5, -0.5)
    figure.suptitle(f"Win share (95 % intervals, line: fair share) and times taken, {players} players")


def draw_cubes(found: Mapping[str, Sequence[CardRow]], players: int, figure: Figure) -> None:
    """Cubes for each card: cost to its holder, and opponents' cubes in his ravages."""
    panels = figure.subplots(len(found), 1, squeeze=False)[:, 0]
    for (name, unsorted), axes in zip(found.items(), panels, strict=True):
        rows = most_taken_first(unsorted)
        for shift, label, values in (
            (-0.2, "cost to the holder", [row.cost for row in rows]),
            (0.2, "opponents' cubes in the holder's ravages", [row.killed for row in rows]),
        ):
            shown = [(place + shift, value) for place, value in enumerate(values) if value is not None]
            axes.barh(
                [place for place, _ in shown],
                [value.mean for _, value in shown],
                xerr=[value.error or 0.0 for _, value in shown],
                height=0.38,
                label=label,
            )
        axes.set_yticks(range(len(rows)), [printed(row.name) for row in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_title(title(name), fontsize=9)
    panels[0].legend(fontsize=8)
    panels[-1].set_xlabel("cubes per game, with standard errors")
    figure.suptitle(f"Cubes that cards kill, {players} players")


def sentences(found: Mapping[str, Sequence[CardRow]], players: int) -> list[str]:
    """What is established, with all comparisons of a kind taken together."""
    out = []
    for name, unsorted in found.items():
        rows = most_taken_first(unsorted)
        costly = max(rows, key=lambda row: row.cost.mean)
        seldom = named(
            f"{printed(row.name)} ({with_error(row.taken)})" for row in rows if row.taken.mean < SELDOM
        )
        out.append(
            f"{title(name)}: the {printed(rows[0].name)} is taken most often ({with_error(rows[0].taken)} "
            f"times a game); seldom, less than {SELDOM} times: {seldom}. The {printed(costly.name)} costs "
            f"its holders most cubes ({with_error(costly.cost)} a game)."
        )
    every = [(name, row) for name, rows in found.items() for row in rows]
    fair = 1 / players
    shares = [(name, row, row.wins) for name, row in every if row.wins is not None]
    if shares:
        errors = family_errors(len(shares))
        parts = [
            f"{word}: "
            + named(
                f"{printed(row.name)} ({name}, {100 * wins.mean:.1f} %)"
                for name, row, wins in shares
                if wins.beyond(fair, errors) and (wins.mean - fair) * sign > 0
            )
            for word, sign in (("above", 1), ("below", -1))
        ]
        out.append(
            f"Last holders who win other than the fair {100 * fair:.1f} %, all {len(shares)} cards taken "
            f"together (more than {errors:.2f} standard errors away): {'; '.join(parts)}."
        )
    kills = [(name, row, row.difference) for name, row in every if row.difference is not None]
    if kills:
        errors = family_errors(len(kills))
        parts = [
            f"{word}: "
            + named(
                f"{printed(row.name)} ({name}, {more.mean:+.2f} a turn)"
                for name, row, more in kills
                if more.beyond(0.0, errors) and more.mean * sign > 0
            )
            for word, sign in (("more", 1), ("fewer", -1))
        ]
        out.append(
            "Opponents' cubes that die in a turn of the holder, against turns of players without the card, "
            f"all {len(kills)} cards taken together (more than {errors:.2f} standard errors): "
            f"{'; '.join(parts)}."
        )
    return out


def named(texts: Iterable[str]) -> str:
    """The texts in a row; `none` without any."""
    return ", ".join(texts) or "none"


def page(
    found: Mapping[str, Sequence[CardRow]],
    players: int,
    settings: Mapping[str, str],
    command: str,
    plots: Sequence[Plot],
) -> Page:
    """The page of the study."""
    return Page(
        name=Path(__file__).stem,
        documentation=__doc__ or "",
        command=command,
        settings=settings,
        tables=[table(name, players, rows) for name, rows in found.items()],
        plots=plots,
        says=sentences(found, players),
        does_not_say=[
            "What a card is worth. Whoever is ahead may take other cards than the others, and a card that is "
            "taken late is found with its taker at the end: the win share of the last holder mixes this with "
            "what the card does. [card_values](card_values.md) deals the base cards by chance instead.",
            "That a card is bad because it is seldom taken. A search with few simulations is no strong "
            "player ([strength_by_simulations](strength_by_simulations.md)), and may make too little of an "
            "ability that pays some turns later.",
            "That the opponents' cubes died because of the card: it may be taken by those who have somebody "
            "to reach.",
            "How many cubes a card saved its holder, or placed: only what died is counted.",
            "Differences whose intervals overlap. One interval in twenty misses its true value.",
            "Anything about the true mix of rat tokens, which is partly a stand-in.",
        ],
    )


def run(arguments: argparse.Namespace, folder: Path = PAGES) -> None:
    """Plays, prints the tables, writes page and plots into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    players = arguments.players
    found: dict[str, list[CardRow]] = {}
    for name in set_options():
        tasks = [
            (name, players, arguments.agent, derived_seed(arguments.seed, "sets", name, players, game))
            for game in range(arguments.games)
        ]
        games = run_tasks(play_game, tasks, arguments.jobs, title(name))
        found[name] = card_rows(game_of(name, players).options["cards"], games)
        show([table(name, players, found[name])])
    if arguments.write:
        stem = Path(__file__).stem
        plots = [
            write_plot(f"{stem}-{part}.svg", caption, functools.partial(draw, found, players), size, folder)
            for part, caption, draw, size in (
                ("wins", "Win share of the last holder and times taken", draw_wins, (9.0, 10.0)),
                ("cubes", "Cubes that cards kill", draw_cubes, (7.0, 10.0)),
            )
        ]
        settings = {
            "agent in every seat": f"`{arguments.agent}`",
            "games for each set": str(arguments.games),
            "players": str(players),
            "random sweeps at each end": str(SWEEPS),
            "seed": str(arguments.seed),
        }
        write_page(page(found, players, settings, command_line(stem, arguments), plots), folder)


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=count, default=100, help="games for each set")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=PLAYERS, help="of each game")
    parser.add_argument("--agent", type=agent, default=f"ismcts:{SIMULATIONS}", help="sits in every seat")
    add_common_arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
