"""Sentences about what the second turn would leave otherwise, region by region."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from rattus_ai.errors import listed
from rattus_ai.facts import Fact, Number, counted, exact_mean
from rattus_ai.rattus.fact_exposure import STRIKE, strikes, worst
from rattus_ai.rattus.fact_outlook import Outlook
from rattus_ai.rattus.fact_thresholds import MOST_DIFFERENCES, MOST_STRIKES, NOTABLE_CUBES
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
    return [
        _differences(speaker, turn, other),
        *_worst(speaker, turn, other),
        *_strikes(speaker, turn, other),
    ]


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
        text = f"Both turns leave the same cubes in every region, to within {most.text} on average (exact)."
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
    if turn.ends != other.ends:  # a strike and a sweep are no like for like
        return []
    place = speaker.place(there[0])
    number = exact_mean(STRIKE, there[1], turn.mover, place)
    first = exact_mean(STRIKE, here[1], turn.mover, speaker.place(here[0]))
    strike = "a sweep would" if other.ends else "the next strike can"
    where = speaker.region(there[0])
    text = (
        f"After the second turn {strike} cost {speaker.player(turn.mover)} most in {where}: "
        f"{cubes(number)} on average instead of {first.text} (exact)."
    )
    return [Fact("difference", text, (number, first))]


def _strikes(speaker: Speaker, turn: Outlook, other: Outlook) -> list[Fact]:
    """Where the next strike differs although no region's cubes do: the turns differ in rats or cards then."""
    if turn.ends != other.ends:
        return []
    if any(abs(difference) >= NOTABLE_CUBES for difference in differences(turn, other).values()):
        return []
    here, there = strikes(speaker, turn), strikes(speaker, other)
    found = [
        (there[region][player] - here[region][player], region, player)
        for region in sorted(here.keys() & there.keys())
        for player in range(speaker.game.num_players)
    ]
    found.sort(key=lambda each: -abs(each[0]))
    facts = []
    for difference, region, player in found[:MOST_STRIKES]:
        if abs(difference) < NOTABLE_CUBES:
            break
        place = speaker.place(region)
        number = exact_mean(STRIKE, there[region][player], player, place)
        first = exact_mean(STRIKE, here[region][player], player, place)
        strike = "a sweep" if other.ends else "the next strike"
        text = (
            f"After the second turn {strike} would cost {speaker.player(player)} {cubes(number)} in "
            f"{speaker.region(region)} on average instead of {first.text} (exact)."
        )
        facts.append(Fact("difference", text, (number, first)))
    return facts
