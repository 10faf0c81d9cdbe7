"""Sentences about what the plague takes in this turn."""

from __future__ import annotations

from rattus_ai.errors import listed
from rattus_ai.facts import Fact, counted, exact_mean
from rattus_ai.rattus.fact_outlook import Outlook
from rattus_ai.rattus.fact_words import Speaker
from rattus_ai.rattus.ravage_rules import unsettled

LOST = "cubes lost on average in this turn"


def ravage(speaker: Speaker, turn: Outlook) -> list[Fact]:
    """What each player loses in this turn (`losses`), or why that is not known (`missing`)."""
    if turn.struck is None:
        number = counted("actions settled", len(turn.actions))
        actions = "1 action" if number.value == 1 else f"{number.text} actions"
        stops = f"since it is settled for {actions} only, before the plague moves"
        return [Fact("missing", f"Not computed: what the plague costs in this turn, {stops}.", (number,))]
    where = f"The plague in {speaker.region(turn.struck)}"
    if turn.losses is None:
        fields = turn.after.fields
        rats = sum(fields["unlooked"][turn.struck]) + sum(
            region == turn.struck for region, *_ in fields["tracked"]
        )
        number = counted("rats", rats, place=speaker.place(turn.struck))
        open_ways = unsettled(speaker.game, fields, turn.mover)
        if open_ways:
            way = f"{listed(open_ways, 'and')} can change what {number.text} rats cost"
            text = f"Not computed: what the plague costs in this turn; {way}."
            return [Fact("missing", text, (number,))]
        chooses = f"{speaker.player(turn.mover)} still settles the order of {number.text} rats"
        return [Fact("missing", f"Not computed: what the plague costs in this turn; {chooses}.", (number,))]
    if not any(turn.losses):
        nothing = exact_mean(LOST, turn.losses[turn.mover], turn.mover, speaker.place(turn.struck))
        return [
            Fact("losses", f"{where} costs nobody a cube: {nothing.text} on average (exact).", (nothing,))
        ]
    losers = [(player, loss) for player, loss in enumerate(turn.losses) if loss]
    losses = speaker.losses(LOST, losers, turn.struck)
    return [Fact("losses", f"{where} costs {losses.text} on average (exact).", losses.numbers)]
