"""Levels: what each is worth beside its neighbours, and how much it gives away.

How much stronger is each level of `rattus_ai.bots.levels` than the one before, and what do its moves cost?

Of two neighbouring levels the stronger one takes one seat against the weaker one in all others, in every
seat of every deal (`rattus_ai/match.py`). Its win share is compared with the fair share. In the settings of
Rattus there are `--games` games of each pair, in the others, whose games are long, half as many. The
strongest level is the closest to the one below it, so this pair has `--games` games where two play, and two
and a half times as many where four play. The intervals are 95 %, over deals.

What a level gives away is measured in positions of games that `skilled` plays against itself: a decision is
drawn from each game and every level decides there. A search of 20,000 simulations that none of them sees
names the best action; it and each action that was chosen are then valued by a search of their own, of 5,000
simulations that all begin with this action, so that no action is valued by how often a search liked it. What
a level loses is the difference, in probability of winning. It has an error of its own and can be below 0.

    python analysis/levels.py --games 200 --jobs 2 --write
"""

from __future__ import annotations

import argparse
import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervals import Estimate, estimate, percent
from matches import seat_share, verdict
from rattus_ai import Bot, Position, View, load_game
from rattus_ai._core.search import Search
from rattus_ai.bots.levels import LEVELS
from report import PAGES, Page, Plot, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import (
    add_common_arguments,
    at_least_two,
    count,
    derived_seed,
    play_on,
    run_tasks,
    study_parser,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STRONGEST = list(LEVELS)[-1]
PLAYED = "skilled"
"""Who plays the games from which decisions are drawn."""

JUDGE_SIMULATIONS = 20_000
VALUE_SIMULATIONS = 5_000
DEAR = 0.10
"""Probability of winning; how often a decision loses more is counted."""


@dataclass(frozen=True, eq=False)
class Setting:
    """A game in which levels are compared.

    Attributes:
        part: the part of the games that are asked for that is played of each pair.
        close_part: the part for the strongest level and the one below it.
    """

    title: str
    game: str
    options: Mapping[str, Any]
    part: float
    close_part: float

    @property
    def fair(self) -> float:
        """The share of a player as strong as the others."""
        return 1 / int(self.options["players"])


SETTINGS = (
    Setting("Rattus, 2 players", "rattus", {"players": 2}, 1.0, 1.0),
    Setting("Rattus, 4 players", "rattus", {"players": 4}, 1.0, 2.5),
    Setting(
        "Istanbul with its expansion, 2 players", "istanbul", {"players": 2, "expansion": True}, 0.5, 1.0
    ),
)


@dataclass(frozen=True)
class Pair:
    """How a level does with one seat against the level below it in all others."""

    weaker: str
    stronger: str
    games: int
    share: Estimate


def play(setting: Setting, weaker: str, stronger: str, games: int, seed: int, jobs: int) -> Pair:
    """Plays one match."""
    part = setting.close_part if stronger == STRONGEST else setting.part
    share, played = seat_share(
        f"{setting.title}: {stronger} against {weaker}",
        load_game(setting.game, **setting.options),
        stronger,
        weaker,
        max(1, round(part * games)),
        derived_seed(seed, "levels", setting.title, weaker, stronger),
        jobs,
    )
    return Pair(weaker, stronger, played, share)


Task = tuple[Setting, int]


def value_of(view: View, action: int, seed: int) -> float:
    """Probability of winning for the player to decide if he begins with this action, as a search sees it."""
    search = Search(view.core, seed=seed, trees=2, horizon=view.core.rules.horizon)
    search.restrict([other for other in view.legal_actions() if other != action], [])
    search.run(VALUE_SIMULATIONS)
    ((only, _, _, shares),) = search.actions()
    assert only == action
    return shares[view.player]


def losses(task: Task) -> dict[str, float] | None:
    """What each level gives away at a decision of one game; None where the game drawn has none to judge."""
    setting, seed = task
    position = load_game(setting.game, **setting.options).new_position(seed=derived_seed(seed, "deal"))
    met: list[Position] = []

    def see(here: Position) -> None:
        if not here.is_terminal() and not here.is_chance() and here.legal_count() > 1:
            met.append(here.copy())

    play_on(position, PLAYED, seed, see)
    if not met:
        return None
    position = random.Random(seed).choice(met)
    player = position.current_player()
    view = position.view(player)
    judge = Search(view.core, seed=derived_seed(seed, "judge"), trees=4, horizon=view.core.rules.horizon)
    judge.run(JUDGE_SIMULATIONS)
    best = judge.actions()[0][0]
    chosen = {level: Bot(level, seed=derived_seed(seed, level)).choose(view) for level in LEVELS}
    values = {
        action: value_of(view, action, derived_seed(seed, "value", action))
        for action in {best, *chosen.values()}
    }
    return {level: values[best] - values[action] for level, action in chosen.items()}


def pair_table(setting: Setting, pairs: Sequence[Pair]) -> Table:
    """The matches of one game."""
    rows = [
        (each.stronger, each.weaker, str(each.games), percent(each.share), verdict(each.share, setting.fair))
        for each in pairs
    ]
    columns = ("level", "against", "games", "win share with a seat", "than the level below")
    return Table(f"{setting.title} (fair share {100 * setting.fair:.0f} %)", columns, rows)


def loss_table(setting: Setting, found: Sequence[Mapping[str, float]]) -> Table:
    """What each level gives away in one game."""
    rows = []
    for level in LEVELS:
        lost = [each[level] for each in found]
        typical = estimate([100 * value for value in lost], -100.0, 100.0)
        rows.append(
            (
                level,
                f"{typical.mean:.2f}"
                if typical.error is None
                else f"{typical.mean:.2f} ± {typical.error:.2f}",
                f"{100 * sorted(lost)[int(0.95 * (len(lost) - 1))]:.1f}",
                percent(estimate([float(value > DEAR) for value in lost])),
            )
        )
    columns = (
        "level",
        "lost by a decision, points (mean ± standard error)",
        "95th percentile",
        f"more than {100 * DEAR:.0f} points",
    )
    return Table(f"{setting.title}: what a decision gives away, {len(found)} decisions", columns, rows)


def draw(found: Mapping[Setting, Sequence[Pair]], figure: Figure) -> None:
    """Win share of each level against the one below it, one panel for each game."""
    for axes, (setting, pairs) in zip(
        figure.subplots(1, len(found), squeeze=False, sharey=True)[0], found.items(), strict=True
    ):
        known = [pair for pair in pairs if pair.share.low is not None and pair.share.high is not None]
        axes.errorbar(
            range(len(known)),
            [100 * pair.share.mean for pair in known],
            yerr=[
                [100 * (pair.share.mean - (pair.share.low or 0.0)) for pair in known],
                [100 * ((pair.share.high or 0.0) - pair.share.mean) for pair in known],
            ],
            fmt="o",
            capsize=3,
        )
        axes.axhline(100 * setting.fair, color="black", linewidth=0.8, linestyle="--")
        axes.set_xticks(range(len(known)), [pair.stronger for pair in known], rotation=45)
        axes.set_title(setting.title.replace(" with its expansion", ""), fontsize=9)
    figure.supylabel("win share against the level below, %")


def sentences(found: Mapping[Setting, Sequence[Pair]]) -> list[str]:
    """What the intervals support."""
    out = []
    for setting, pairs in found.items():
        sure = [pair.stronger for pair in pairs if verdict(pair.share, setting.fair) == "stronger"]
        rest = [pair.stronger for pair in pairs if verdict(pair.share, setting.fair) != "stronger"]
        text = f"{setting.title}: stronger than the level below: {', '.join(sure) or 'none'}"
        out.append(f"{text}; not shown to be: {', '.join(rest)}." if rest else f"{text}.")
    return out


def run(arguments: argparse.Namespace, folder: Path = PAGES, settings: Sequence[Setting] = SETTINGS) -> None:
    """Plays, prints the tables, writes page and plot into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    found: dict[Setting, Sequence[Pair]] = {}
    tables = []
    for setting in settings:
        found[setting] = [
            play(setting, weaker, stronger, arguments.games, arguments.seed, arguments.jobs)
            for weaker, stronger in pairwise(LEVELS)
        ]
        tasks = [
            (setting, derived_seed(arguments.seed, "loss", setting.title, number))
            for number in range(arguments.decisions)
        ]
        judged = [each for each in run_tasks(losses, tasks, arguments.jobs, "decisions") if each is not None]
        new = [pair_table(setting, found[setting]), loss_table(setting, judged)]
        show(new)
        tables += new
    if arguments.write:
        write_page(page(found, tables, arguments, folder), folder)


def page(
    found: Mapping[Setting, Sequence[Pair]],
    tables: Sequence[Table],
    arguments: argparse.Namespace,
    folder: Path,
) -> Page:
    """The page of the study; writes its plot."""
    name = Path(__file__).stem
    plot: Plot = write_plot(
        f"{name}.svg",
        "Win share of each level with one seat against the level below it in all others",
        functools.partial(draw, found),
        (12.0, 4.0),
        folder,
    )
    return Page(
        name=name,
        documentation=__doc__ or "",
        command=command_line(name, arguments),
        settings={
            **{level: f"`{agent}`" for level, agent in LEVELS.items()},
            "games of a pair": ", ".join(
                f"{setting.title}: {arguments.games * setting.part:g}, "
                f"with `{STRONGEST}` {arguments.games * setting.close_part:g}"
                for setting in found
            )
            + "; rounded up to whole deals",
            "decisions": f"{arguments.decisions} of each game",
            "seed": str(arguments.seed),
        },
        tables=tables,
        plots=[plot],
        says=sentences(found),
        does_not_say=[
            "How levels that are not neighbours do against each other.",
            "How strong people are beside these levels: nobody has been asked.",
            "How good the judge is: what it holds to be a loss may be none.",
            "Differences whose intervals contain the fair share. One interval in twenty misses its value.",
        ],
    )


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument("--games", type=count, default=200, help="games of a match")
    parser.add_argument(
        "--decisions", type=at_least_two, default=100, help="decisions that are judged, of each game"
    )
    add_common_arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
