"""Sentences about the end of the game: how near it is, and what a sweep would leave."""

from __future__ import annotations

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.facts import Fact, counted, exact_mean, exact_percent
from rattus_ai.rattus.fact_outlook import Outlook
from rattus_ai.rattus.fact_thresholds import SWEEP_STATES, cubes_a_turn, rats_a_turn
from rattus_ai.rattus.fact_words import Speaker, sentence
from rattus_ai.rattus.sweep import sweep_values


def nearness(speaker: Speaker, turn: Outlook) -> list[Fact]:
    """How near the end is (`end`), where it is near; nothing during set-up and in the final round."""
    if turn.phase != "turn":
        return []
    return [*_rats(speaker, turn), *_cubes(speaker, turn)]


def _rats(speaker: Speaker, turn: Outlook) -> list[Fact]:
    left = turn.rats_left
    most = rats_a_turn(speaker.game.card_names)
    if left > most * speaker.game.num_players:
        return []
    number = counted("rats in the supply", left)
    if left == 0:
        text = f"After this turn the supply holds {number.text} rats: the game ends with it."
        return [Fact("end", text, (number,))]
    rats = "1 rat" if left == 1 else f"{left} rats"
    turns = counted("turns that can empty the supply", -(-left // most))
    within = "1 more turn" if turns.value == 1 else f"{turns.text} more turns"
    return [Fact("end", f"The supply holds {rats}: the game can end within {within}.", (number, turns))]


def _cubes(speaker: Speaker, turn: Outlook) -> list[Fact]:
    supply = turn.after.fields["supply"]
    facts = []
    mover = speaker.player(turn.mover)
    if supply[turn.mover] == 0:
        none = counted("cubes in the supply", 0, turn.mover)
        kept = turn.kept
        if kept is None:
            facts.append(
                Fact(
                    "end",
                    f"{sentence(mover)} has {none.text} cubes left to place: the game ends with this turn "
                    "unless the plague gives some back.",
                    (none,),
                )
            )
        else:
            chance = exact_percent("probability that the game ends with this turn", kept, turn.mover)
            facts.append(
                Fact(
                    "end",
                    f"{sentence(mover)} has {none.text} cubes left to place: the game ends with this turn "
                    f"with a probability of {chance.text} (exact).",
                    (none, chance),
                )
            )
    if turn.ends:
        return facts
    low = [
        (count, player)
        for player, count in enumerate(supply)
        if player != turn.mover and count <= cubes_a_turn(speaker.game.card_names)
    ]
    for count, player in sorted(low):
        number = counted("cubes in the supply", count, player)
        cubes = "1 cube" if count == 1 else f"{count} cubes"
        facts.append(
            Fact(
                "end",
                f"{sentence(speaker.player(player))} has {cubes} left to place and can end the game soon.",
                (number,),
            )
        )
    return facts


def sweep(speaker: Speaker, turn: Outlook, start: CorePosition, after: CorePosition) -> list[Fact]:
    """In the final round what a sweep right after this turn would leave the mover (`sweep`)."""
    fields = turn.after.fields
    held = sum(map(len, fields["hands"])) + sum(fields["hands_unknown"])
    if held:
        number = counted("region cards in hands", held)
        cards = "1 region card" if held == 1 else f"{number.text} region cards"
        text = f"Not computed: what a sweep would leave; {cards} in hands can change it."
        return [Fact("missing", text, (number,))]
    now, then = (sweep_values(position, SWEEP_STATES) for position in (after, start))
    if now is None:
        number = counted("states", SWEEP_STATES)
        return [
            Fact(
                "missing",
                f"Not computed: what a sweep would leave; {number.text} states were not enough.",
                (number,),
            )
        ]
    win = exact_percent("probability of winning if the sweep began now", now.win[turn.mover], turn.mover)
    cubes = exact_mean("cubes after the sweep on average", now.cubes[turn.mover], turn.mover)
    numbers = [win, cubes]
    before = ""
    if then is not None:
        was = exact_percent("the same before this turn", then.win[turn.mover], turn.mover)
        numbers.append(was)
        before = f" ({was.text} before this turn)"
    text = (
        f"If the sweep began after this turn, {speaker.player(turn.mover)} would win with {win.text}{before}"
        f" and keep {cubes.text} cubes on average (exact)."
    )
    return [Fact("sweep", text, tuple(numbers))]
