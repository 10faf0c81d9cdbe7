"""`risk`: what would be lost where the danger could strike."""

from __future__ import annotations

from rattus_ai.plain import plain_risks
from rattus_ai.protocol.asking import checked_language, player_of, position_of, view_of
from rattus_ai.protocol.messages import RiskFields
from rattus_ai.protocol.work import Result, Work


def answer(query: RiskFields, work: Work) -> Result:
    """The dangers at hand, exact for what the asking player knows."""
    position = position_of(query.position, query.game, work.limits)
    checked_language(position, query.language)
    view = view_of(position, player_of(position, query.player, position.active_player()))
    work.check_cancelled()
    result = plain_risks(view, view.game.risks(view))
    for each in result["risks"]:
        each["name"] = view.game.place_text(each["place"], query.language)
    return result
