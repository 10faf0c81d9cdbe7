"""Sentences about what the second turn would leave otherwise, region by region."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from rattus_ai.errors import listed
from rattus_ai.facts import Fact, Number, counted, exact_mean
from rattus_ai.rattus.fact_exposure import STRIKE, worst
from rattus_ai.rattus.fact_outlook import Outlook
from rattus_ai.rattus.fact_thresholds import MOST_DIFFERENCES, NOTABLE_CUBES
from rattus_ai.rattus.fact_words import Speaker, cubes

DIFFERENCE = "cubes more or fewer on average than after the first turn"


def alternative(speaker: Speaker, turn: Outlook, other: Outlook) -> list[Fact]:
    """How the cubes of each region (`difference`) and the worst next strike differ after the second turn."""
    if turn.left is None or other.left is None:
        settled = counted("turns settled", sum(each.left is not None for each in (turn, other)))
        text = (
            f"Not computed: what the second turn leaves in each region; {settled.text} of 2 turns settle it."
        )
        return [Fact("missing", text, (settled,))]
    return [_differences(speaker, turn, other), *_worst(speaker, turn, other)]


def differences(turn: Outlook, other: Outlook) -> dict[tuple[int, int], Fraction]:
    """(region, player) -> cubes on average after the second turn less those after the first.

    The region -1 is the palace.
    """
    found = {}
    for region, (first, second) in enumerate(zip(turn.left or (), other.left or (), strict=True)):
        for player, (here, there) in enumerate(zip(first, second, strict=True)):
            found[region, player] = there - here
    palaces = zip(turn.after.fields["palace"], other.after.fields["palace"], strict=True)
    for player, (in_first, in_second) in enumerate(palaces):
        found[-1, player] = Fraction(in_second - in_first)
    return found


def _differences(speaker: Speaker, turn: Outlook, other: Outlook) -> Fact:
    found = differences(turn, other)
    notable = sorted(
        (place for place, difference in found.items() if abs(difference) >= NOTABLE_CUBES),
        key=lambda place: (-abs(found[place]), place),
    )
    if not notable:
        most = exact_mean(DIFFERENCE, max(map(abs, found.values())))
        text = f"The second turn leaves each player the same cubes everywhere, to {most.text} on average (exact)."
        return Fact("difference", text, (most,))
    numbers: list[Number] = []
    by_player: dict[int, list[str]] = defaultdict(list)
    for region, player in notable[:MOST_DIFFERENCES]:
        difference = found[region, player]
        place = None if region < 0 else speaker.place(region)
        size = exact_mean(DIFFERENCE, abs(difference), player, place)
        numbers.append(Number(DIFFERENCE, difference, None, size.text, player, place))
        more = "more" if difference > 0 else "fewer"
        where = speaker.palace if region < 0 else speaker.region(region)
        by_player[player].append(f"{cubes(size)} {more} in {where}")
    parts = [f"{speaker.player(player)} {listed(each, 'and')}" for player, each in by_player.items()]
    text = f"The second turn leaves {'; '.join(parts)}, on average (exact)."
    return Fact("difference", text, tuple(numbers))


def _worst(speaker: Speaker, turn: Outlook, other: Outlook) -> list[Fact]:
    here, there = worst(speaker, turn), worst(speaker, other)
    if here is None or there is None or abs(there[1] - here[1]) < NOTABLE_CUBES:
        return []
    place = speaker.place(there[0])
    number = exact_mean(STRIKE, there[1], turn.mover, place)
    first = exact_mean(STRIKE, here[1], turn.mover, speaker.place(here[0]))
    strike = "the sweep would" if turn.phase == "final" else "the next strike can"
    text = (
        f"After the second turn {strike} cost {speaker.player(turn.mover)} most in {speaker.region(there[0])}: "
        f"{cubes(number)} on average instead of {first.text} (exact)."
    )
    return [Fact("difference", text, (number, first))]
