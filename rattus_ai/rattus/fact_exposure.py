"""Sentences about what a next strike of the plague would take: what a turn protects and what it exposes."""

from __future__ import annotations

import itertools
from fractions import Fraction

from rattus_ai.facts import Fact, counted, exact_mean
from rattus_ai.rattus.fact_outlook import Outlook, sweep_neutral
from rattus_ai.rattus.fact_thresholds import MOST_CHANGES, NOTABLE_CUBES
from rattus_ai.rattus.fact_words import Speaker, cubes

STRIKE = "cubes lost on average if the plague strikes"
_BEFORE = "the same before the turn"


def regions_ahead(turn: Outlook) -> tuple[int, ...]:
    """Regions that may be struck next: those in reach of the next player, all where the sweep is next.

    The region of this turn's ravage is left out: afterwards no rat or no cube is left there.
    """
    if turn.ends:
        return tuple(where for where in range(len(turn.after.fields["cubes"])) if where != turn.struck)
    return turn.after.reach


def strikes(speaker: Speaker, turn: Outlook) -> dict[int, tuple[Fraction, ...]]:
    """Region -> what each player would lose there after the turn, without those that are not known."""
    found = {}
    for region in regions_ahead(turn):
        neutral = turn.ends and sweep_neutral(speaker.game, turn.after, region)
        losses = turn.after.losses(region, neutral)
        if losses is not None:
            found[region] = losses
    return found


def worst(speaker: Speaker, turn: Outlook) -> tuple[int, Fraction] | None:
    """The region where the mover would lose most, and how much; None where nothing can be computed."""
    found = strikes(speaker, turn)
    if not found:
        return None
    region = max(found, key=lambda where: (found[where][turn.mover], -where))
    return region, found[region][turn.mover]


def exposure(speaker: Speaker, turn: Outlook) -> list[Fact]:
    """The worst that may come next (`worst`), and what the turn changes about it (`protects`, `exposes`)."""
    return [*_worst(speaker, turn), *_changes(speaker, turn), *_missing(speaker, turn)]


def _worst(speaker: Speaker, turn: Outlook) -> list[Fact]:
    found = worst(speaker, turn)
    if found is None:
        return []
    region, loss = found
    mover = speaker.player(turn.mover)
    final = turn.ends
    if loss < NOTABLE_CUBES:
        number = exact_mean(STRIKE, loss, turn.mover)
        where = (
            "In no region would a sweep after this turn cost"
            if final
            else "Nowhere the plague can go next would it cost"
        )
        return [
            Fact("worst", f"{where} {mover} more than {number.text} cubes on average (exact).", (number,))
        ]
    number = exact_mean(STRIKE, loss, turn.mover, speaker.place(region))
    own = counted("cubes there", turn.after.fields["cubes"][region][turn.mover], turn.mover, number.place)
    lead = "A sweep after this turn would cost" if final else "The next strike can cost"
    lost = f"{number.text} of {own.text} {'cube' if own.value == 1 else 'cubes'} on average (exact)"
    return [Fact("worst", f"{lead} {mover} most in {speaker.region(region)}: {lost}.", (number, own))]


def _changes(speaker: Speaker, turn: Outlook) -> list[Fact]:
    """Regions where a strike would cost somebody notably more or less than before the turn."""
    told = worst(speaker, turn)
    ahead = strikes(speaker, turn)
    changes = []
    for region, player in itertools.product(ahead, range(speaker.game.num_players)):
        after = ahead[region]
        neutral = turn.ends and sweep_neutral(speaker.game, turn.before, region)
        before = turn.before.losses(region, neutral)
        if before is None:
            continue
        # The mover's worst region has a sentence of its own, unless the turn made it safer.
        if told == (region, after[player]) and player == turn.mover and after[player] >= before[player]:
            continue
        change = before[player] - after[player]
        if abs(change) >= NOTABLE_CUBES:
            changes.append((change, region, player, before[player], after[player]))
    changes.sort(key=lambda each: (-abs(each[0]), each[1], each[2]))
    facts = []
    for change, region, player, before_loss, after_loss in changes[:MOST_CHANGES]:
        kind = "protects" if change > 0 else "exposes"
        now = exact_mean(STRIKE, after_loss, player, speaker.place(region))
        then = exact_mean(_BEFORE, before_loss, player, speaker.place(region))
        strike = "a sweep" if turn.ends else "a strike there"
        text = (
            f"This turn {kind} {speaker.player(player)} in {speaker.region(region)}: "
            f"{strike} would cost {cubes(now)} on average instead of {then.text} (exact)."
        )
        facts.append(Fact(kind, text, (now, then)))
    return facts


def _missing(speaker: Speaker, turn: Outlook) -> list[Fact]:
    unknown = len(regions_ahead(turn)) - len(strikes(speaker, turn))
    if not unknown:
        return []
    number = counted("regions", unknown)
    regions = "1 region" if unknown == 1 else f"{unknown} regions"
    return [
        Fact(
            "missing",
            f"Not computed: the next strike in {regions}, where a player would choose the order of the rats.",
            (number,),
        )
    ]
