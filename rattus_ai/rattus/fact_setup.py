"""Sentences about a placement at set-up."""

from __future__ import annotations

from typing import Any

import networkx as nx

from rattus_ai.facts import Fact, Number, counted, exact_mean
from rattus_ai.rattus.fact_exposure import STRIKE
from rattus_ai.rattus.fact_outlook import Outlook
from rattus_ai.rattus.fact_words import Speaker


def placement(speaker: Speaker, turn: Outlook, other: Outlook | None) -> list[Fact]:
    """How exposed the placed cubes are (`placement`), and those of the second turn (`difference`)."""
    facts = [_placed(speaker, turn, region, "placement", "") for region in _regions(turn)]
    if other is not None:
        regions = [region for region in _regions(other) if region not in _regions(turn)]
        lead = "After the second turn "
        facts += [_placed(speaker, other, region, "difference", lead) for region in regions]
    return facts


def _regions(turn: Outlook) -> list[int]:
    """Where the mover has more cubes than before the turn."""
    both = zip(turn.before.fields["cubes"], turn.after.fields["cubes"], strict=True)
    return [region for region, (was, now) in enumerate(both) if now[turn.mover] > was[turn.mover]]


def _placed(speaker: Speaker, turn: Outlook, region: int, kind: str, lead: str) -> Fact:
    fields = turn.after.fields
    place = speaker.place(region)
    own = counted("cubes there", fields["cubes"][region][turn.mover], turn.mover, place)
    steps = counted("steps from the plague", _steps(speaker, fields, region), place=place)
    numbers: list[Number] = [own, steps]
    losses = turn.after.losses(region)
    strike = ""
    if losses is not None:
        loss = exact_mean(STRIKE, losses[turn.mover], turn.mover, place)
        numbers.append(loss)
        strike = f"; a strike there would cost {loss.text} on average (exact)"
    who = f"{speaker.player(turn.mover)} has {own.text} {'cube' if own.value == 1 else 'cubes'}"
    away = f"{steps.text} {'step' if steps.value == 1 else 'steps'} from the plague"
    text = f"{lead}{who} in {speaker.region(region)}, {away}{strike}."
    return Fact(kind, text[:1].upper() + text[1:], tuple(numbers))


def _steps(speaker: Speaker, fields: dict[str, Any], region: int) -> int:
    graph = speaker.game.graph
    regions = list(graph)
    return int(nx.shortest_path_length(graph, regions[fields["plague"]], regions[region]))
