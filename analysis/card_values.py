"""Value of each class card and of the first seat.

What is it worth to hold a class card, and to move first, in games between equal players?

Cards cannot be judged by who holds them when the game is won: whoever is ahead takes the better cards. So
chance decides here. At the start of the first turn, and again in mid-game (the first turn that starts with
half of the rat supply gone), all cards are taken back and each is dealt to a player drawn at random; the game
is then played on from there by the same agents. The deal is repeated with all hands passed on to the next
player until everybody has had every hand, so that being ahead or moving first cancels.

Without any effect the holder of a card wins one game in as many as there are players; the value of the card
is the win share of its holder beyond that, in percentage points. "On turn" counts only the holder who moves
at once, against the win share of that seat over all hands (with 2 players that is the same number). The luck
of the final sweep is averaged out: a game counts with the share of 200 random sweeps that each player wins.
Intervals are 95 %, over games, which are independent; all continuations of a game are one observation.

    python analysis/card_values.py --games 500 --jobs 2 --write
"""

from __future__ import annotations

import argparse
import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from intervals import Estimate, estimate, family_errors, percent, points
from rattus_ai import Position, load_game
from rattus_ai._core import rattus
from report import PAGES, Page, Plot, Table, command_line, require_matplotlib, show, write_page, write_plot
from self_play import (
    PLAYER_COUNTS,
    add_common_arguments,
    agent,
    count,
    derived_seed,
    new_game,
    play_to_sweep,
    run_tasks,
    study_parser,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIMULATIONS = 100
SWEEPS = 200
START, MIDDLE = "start", "mid-game"
MOMENTS = (START, MIDDLE)
SUPPLY_IN_MIDDLE = 0.5
FEWEST = 30
"""Games that a mean over holders at the end needs to be shown."""


@dataclass(frozen=True)
class Dealt:
    """A continuation: who was dealt each card, who moves first, the share of sweeps that each player wins."""

    owners: tuple[int, ...]
    active: int
    wins: tuple[float, ...]


@dataclass(frozen=True)
class Played:
    """One game and its continuations.

    Attributes:
        wins: share of sweeps that each player wins in the game as it was played; player 0 moves first.
        held: for each card the share of turns at whose start somebody held it.
        last_owners: for each card who held it at the end; -1 nobody.
        dealt: for each moment the continuations, one for each way to pass the hands on; empty where the game
            ended before.
    """

    wins: tuple[float, ...]
    held: tuple[float, ...]
    last_owners: tuple[int, ...]
    dealt: Mapping[str, Sequence[Dealt]]


def play_out(
    position: Position, agent: str, seed: int, turns: list[Position] | None = None
) -> tuple[float, ...]:
    """Plays a position to the end; the share of random sweeps that each player wins.

    Args:
        position: is played to the end.
        agent: sits in every seat.
        seed: decides everything random about the agents and the sweeps.
        turns: gets a copy of the position at the start of each turn, and at the end.
    """
    last: list[int] = []

    def watch(here: Position) -> None:
        if turns is None or (here.turn_number() in last and not here.is_terminal()):
            return
        if here.is_terminal() or rattus.export_state(here)["stage"] == "main":
            last.append(here.turn_number())
            turns.append(here.copy())

    return play_to_sweep(position, agent, seed, SWEEPS, watch)


def with_owners(position: Position, owners: Sequence[int], seed: int) -> Position:
    """The position with the class cards in these hands, its chance driven by the seed."""
    fields = rattus.export_state(position)
    fields["owners"] = list(owners)
    return Position.of(position.game, rattus.import_state(position.rules, fields), seed=seed)


def deal_and_play(position: Position, agent: str, seed: int) -> list[Dealt]:
    """Deals all cards at random, once for each way to pass the hands on, and plays each to the end."""
    players = position.rules.num_players
    generator = random.Random(derived_seed(seed, "hands"))
    hands = [generator.randrange(players) for _ in rattus.export_state(position)["owners"]]
    dealt = []
    for step in range(players):
        owners = tuple((owner + step) % players for owner in hands)
        here = with_owners(position, owners, derived_seed(seed, "chance"))
        dealt.append(
            Dealt(owners, position.active_player(), play_out(here, agent, derived_seed(seed, "play", step)))
        )
    return dealt


def play_game(task: tuple[int, str, int]) -> Played:
    """One game with its continuations; the task is players, agent, seed."""
    players, agent, seed = task
    turns: list[Position] = []
    wins = play_out(new_game(players, seed), agent, seed, turns)
    *starts, end = turns
    owners = [rattus.export_state(turn)["owners"] for turn in starts]
    held = tuple(sum(here[card] >= 0 for here in owners) / len(starts) for card in range(len(owners[0])))
    middle = [turn for turn in starts if rattus.supply_left(turn) <= SUPPLY_IN_MIDDLE]
    dealt = {
        moment: deal_and_play(found[0], agent, derived_seed(seed, moment)) if found else []
        for moment, found in ((START, starts), (MIDDLE, middle))
    }
    return Played(wins, held, tuple(rattus.export_state(end)["owners"]), dealt)


@dataclass(frozen=True)
class CardValue:
    """What the games say about one card.

    Attributes:
        name: of the card.
        held: share of turns at whose start somebody held it.
        last_holder: win share of whoever held it at the end, beyond the fair share; shows who takes it, not
            what it does. None where somebody did in fewer than `FEWEST` games.
        dealt: by moment, win share of the player to whom chance gave it, beyond the fair share.
        on_turn: the same for the player who moves at once, beyond the share of his seat; None with 2 players.
    """

    name: str
    held: Estimate
    last_holder: Estimate | None
    dealt: Mapping[str, Estimate | None]
    on_turn: Mapping[str, Estimate | None]


def difference(values: Sequence[float]) -> Estimate | None:
    """The mean of differences of win shares; None without any."""
    return estimate(values, -1.0, 1.0) if values else None


def card_values(games: Sequence[Played], players: int) -> list[CardValue]:
    """The value of each card."""
    names = load_game("rattus", players=players).options["cards"]
    fair = 1 / players
    out = []
    for card, name in enumerate(names):
        last = [game.wins[game.last_owners[card]] - fair for game in games if game.last_owners[card] >= 0]
        dealt, on_turn = {}, {}
        for moment in MOMENTS:
            rounds = [game.dealt[moment] for game in games if game.dealt[moment]]
            dealt[moment] = difference(
                [sum(each.wins[each.owners[card]] for each in played) / players - fair for played in rounds]
            )
            at_once = [
                each.wins[each.active] - sum(other.wins[each.active] for other in played) / players
                for played in rounds
                for each in played
                if each.owners[card] == each.active
            ]
            on_turn[moment] = difference(at_once if players > 2 else [])
        held = estimate([game.held[card] for game in games])
        last_holder = difference(last) if len(last) >= FEWEST else None
        out.append(CardValue(str(name), held, last_holder, dealt, on_turn))
    return out


def tables(players: int, games: Sequence[Played], values: Sequence[CardValue]) -> list[Table]:
    """The tables of the cards and of the seats."""

    def text(value: Estimate | None) -> str:
        return "-" if value is None else points(value)

    cards = Table(
        f"Cards, {players} players",
        (
            "card",
            *(f"dealt at {moment}" for moment in MOMENTS),
            *(f"dealt at {moment}, on turn" for moment in MOMENTS if players > 2),
            "held, share of turns",
            "holder at the end (not an effect, see below)",
        ),
        [
            (
                value.name,
                *(text(value.dealt[moment]) for moment in MOMENTS),
                *(text(value.on_turn[moment]) for moment in MOMENTS if players > 2),
                percent(value.held),
                text(value.last_holder),
            )
            for value in values
        ],
    )
    seats = Table(
        f"Seats, {players} players, cards as they were taken (fair share {100 / players:.1f} %)",
        ("seat", "win share"),
        [(str(seat + 1), percent(estimate([game.wins[seat] for game in games]))) for seat in range(players)],
    )
    return [cards, seats]


def draw_values(values: Sequence[CardValue], players: int, figure: Figure) -> None:
    """Effects with their intervals, one row for each card."""
    axes = figure.subplots()
    series = [
        (f"dealt at {START}", [value.dealt[START] for value in values]),
        (f"dealt at {MIDDLE}", [value.dealt[MIDDLE] for value in values]),
        (f"dealt at {MIDDLE}, on turn", [value.on_turn[MIDDLE] for value in values]),
    ][: 2 if players == 2 else 3]
    for shift, (label, found) in enumerate(series):
        rows = [
            (row, value) for row, value in enumerate(found) if value is not None and value.low is not None
        ]
        axes.errorbar(
            [100 * value.mean for _, value in rows],
            [row + 0.22 * (shift - 1) for row, _ in rows],
            xerr=[
                [100 * (value.mean - (value.low or 0.0)) for _, value in rows],
                [100 * ((value.high or 0.0) - value.mean) for _, value in rows],
            ],
            fmt="os^"[shift],
            capsize=3,
            label=label,
        )
    axes.axvline(0.0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(values)), [value.name for value in values])
    axes.invert_yaxis()
    axes.set_xlabel("win share of the holder beyond the fair share, percentage points (95 % intervals)")
    axes.set_title(f"Value of the class cards, {players} players")
    axes.legend()


def sentences(found: Mapping[int, tuple[Sequence[Played], Sequence[CardValue]]]) -> list[str]:
    """What is established, with all comparisons taken together."""
    effects = [
        (players, value.name, where, effect)
        for players, (_, values) in found.items()
        for value in values
        for where, effect in [
            *((f"at {moment}", value.dealt[moment]) for moment in MOMENTS),
            *((f"at {moment} on turn", value.on_turn[moment]) for moment in MOMENTS),
        ]
        if effect is not None
    ]
    errors = family_errors(len(effects))
    out = []
    for players, (games, _) in found.items():
        first = estimate([game.wins[0] for game in games])
        fair = 1 / players
        clear = first.low is not None and first.high is not None and not first.low <= fair <= first.high
        verdict = ("above" if first.mean > fair else "below") if clear else "not told apart from"
        share = f"the fair {100 * fair:.1f} %"
        out.append(f"{players} players: the first seat wins {percent(first)}, {verdict} {share}.")
    for players in found:
        parts = []
        for word, sign in (("raise", 1), ("lower", -1)):
            named = [
                f"{name} {where} ({100 * effect.mean:+.1f})"
                for count, name, where, effect in effects
                if count == players and effect.beyond(0.0, errors) and effect.mean * sign > 0
            ]
            parts.append(f"these {word} the win share: {', '.join(named) or 'none'}")
        out.append(
            f"{players} players, taking all {len(effects)} comparisons of this page together (more than "
            f"{errors:.2f} standard errors from 0), {'; '.join(parts)}."
        )
    return out


def page(
    found: Mapping[int, tuple[Sequence[Played], Sequence[CardValue]]],
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
        tables=[
            table for players, (games, values) in found.items() for table in tables(players, games, values)
        ],
        plots=plots,
        says=sentences(found),
        does_not_say=[
            "What a card is worth when the other cards lie unclaimed: here every card is in somebody's hand "
            "when the play goes on.",
            "What taking a card is worth: that may also take it from another player, and it is a choice, "
            "made when it suits. The values are of being given it at one moment, whoever one is; the next "
            "player may take it away.",
            "What a card is worth over a whole game: each value counts from one moment on.",
            "Why a card is worth what it is: the rats of its class strike the holder, its ability helps him, "
            "and others may take it away, with its risk, or leave it to him. A value holds all of this.",
            "Differences whose intervals overlap. One interval in twenty misses its true value.",
            "Anything about players of another strength. A search with few simulations is no strong player "
            "([strength_by_simulations](strength_by_simulations.md)) and may make too little of a card that "
            "takes foresight.",
            "Anything about other sets of cards, or the true mix of rat tokens, which is partly a stand-in.",
            '"Holder at the end" is no effect of the card: it also shows who came to take it and when.',
        ],
    )


def run(arguments: argparse.Namespace, folder: Path = PAGES) -> None:
    """Plays, prints the tables, writes page and plots into the folder if asked."""
    if arguments.write:
        require_matplotlib()
    found: dict[int, tuple[Sequence[Played], Sequence[CardValue]]] = {}
    plots: list[Plot] = []
    for players in PLAYER_COUNTS:
        tasks = [
            (players, arguments.agent, derived_seed(arguments.seed, "cards", players, game))
            for game in range(arguments.games)
        ]
        games = run_tasks(play_game, tasks, arguments.jobs, f"{players} players")
        values = card_values(games, players)
        found[players] = games, values
        show(tables(players, games, values))
        if arguments.write:
            name = f"card_values-{players}p.svg"
            caption = f"Value of the class cards, {players} players"
            plots.append(
                write_plot(name, caption, functools.partial(draw_values, values, players), folder=folder)
            )
    if arguments.write:
        settings = {
            "agent in every seat": f"`{arguments.agent}`",
            "games for each player count": str(arguments.games),
            "continuations of each game": "each moment once for each player; "
            + ", ".join(
                f"{players} players: {sum(bool(game.dealt[MIDDLE]) for game in games)} games reached {MIDDLE}"
                for players, (games, _) in found.items()
            ),
            "random sweeps at each end": str(SWEEPS),
            "seed": str(arguments.seed),
        }
        write_page(page(found, settings, command_line(Path(__file__).stem, arguments), plots), folder)


def main() -> None:
    """Reads the options."""
    parser = study_parser(__doc__)
    parser.add_argument(
        "--games", type=count, default=50, help="games for each player count, each with its continuations"
    )
    parser.add_argument("--agent", type=agent, default=f"ismcts:{SIMULATIONS}", help="sits in every seat")
    add_common_arguments(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
