"""Sentences about class cards that endanger their holders."""

from __future__ import annotations

from fractions import Fraction

from rattus_ai.facts import Fact, exact_mean
from rattus_ai.rattus.fact_exposure import regions_ahead
from rattus_ai.rattus.fact_outlook import Outlook, sweep_neutral
from rattus_ai.rattus.fact_thresholds import MOST_CARDS, NOTABLE_CUBES
from rattus_ai.rattus.fact_words import Speaker

CARD = "further cubes lost on average because of the card's symbol"


def cards(speaker: Speaker, turn: Outlook) -> list[Fact]:
    """What the symbols of cards cost their holders (`card`): of the one taken now, and of any that matter."""
    owners = turn.after.fields["owners"]
    facts = []
    if turn.taken is not None:
        facts.append(_sentence(speaker, turn, turn.taken, owners[turn.taken]))
    dangers = [
        (danger(speaker, turn, card)[1], card)
        for card, owner in enumerate(owners)
        if owner >= 0 and card != turn.taken
    ]
    notable = [card for cost, card in sorted(dangers, key=lambda each: -each[0]) if cost >= NOTABLE_CUBES]
    return facts + [_sentence(speaker, turn, card, owners[card]) for card in notable[:MOST_CARDS]]


def danger(speaker: Speaker, turn: Outlook, card: int) -> tuple[int | None, Fraction]:
    """Where a card costs its holder most, and how much: losses with its symbol less losses without.

    Where the sweep is next, which reaches every region: the sum over all of them; there is no region.
    """
    holder = turn.after.fields["owners"][card]
    without = turn.after.without(card)
    costs: dict[int, Fraction] = {}
    for region in regions_ahead(turn):
        neutral = turn.ends and sweep_neutral(speaker.game, turn.after, region)
        # Cards matter only where their holder has cubes.
        if turn.after.fields["cubes"][region][holder] == 0:
            continue
        now, then = turn.after.losses(region, neutral), without.losses(region, neutral)
        if now is not None and then is not None:
            costs[region] = now[holder] - then[holder]
    if turn.ends:
        return None, sum(costs.values(), Fraction(0))
    if not costs:
        return None, Fraction(0)
    region = max(costs, key=lambda where: (costs[where], -where))
    return region, costs[region]


def _sentence(speaker: Speaker, turn: Outlook, card: int, holder: int) -> Fact:
    region, cost = danger(speaker, turn, card)
    place = speaker.place(region) if region is not None and cost > 0 else None
    number = exact_mean(CARD, cost, holder, place)
    name, who = speaker.card(card), speaker.player(holder)
    subject = f"The {name}, taken in this turn," if card == turn.taken else f"The {name} of {who}"
    if cost == 0:
        when = "in the sweep" if turn.ends else "at the next strike"
        return Fact("card", f"{subject} costs {who} {number.text} cubes more {when} (exact).", (number,))
    if turn.ends:
        return Fact(
            "card", f"{subject} costs {who} {number.text} cubes on average in the sweep (exact).", (number,)
        )
    where = f"at the next strike, in {speaker.region(region if region is not None else 0)}"
    return Fact(
        "card",
        f"{subject} can cost {who} {number.text} cubes more on average {where} (exact).",
        (number,),
    )
