"""The stages of a game in groups: which fields of a turn have a meaning where, whose stage it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

BaseStage = Literal[
    "setup_plague",
    "setup_place",
    "main",
    "look",
    "witch_second",
    "witch_swap",
    "spread",
    "ring",
    "neutral",
    "next",
    "reveal",
    "final",
    "sweep",
    "terminal",
]
"""The stages of games with the base cards only."""

CardStep = Literal[
    "shaman_place",
    "recycled",
    "swindler_goods",
    "emperor_wall",
    "baker_unload",
    "nun_second",
    "nun_third",
    "pied_piper_follow",
    "draw",
    "astronomer_choose",
    "explorer_choose",
]
"""Those inside the ability of a card of another box, before the piece moves or in the final round."""

TokenStep = Literal["order", "protect", "deacon", "grave_robber_goods"]
"""Those after a token has been revealed."""

Stage = Literal[
    BaseStage,
    "setup_removed",
    "setup_goods",
    "deal",
    "setup_caravan",
    CardStep,
    "raider_goods",
    "soldier_spread",
    TokenStep,
    "hands",
]
"""Every stage; the order is that of the observation tensor."""

BASE_STAGES: tuple[str, ...] = get_args(BaseStage)
ALL_STAGES: tuple[str, ...] = get_args(Stage)

DEALING = ("setup_plague", "setup_removed", "setup_goods", "deal")
"""Set-up before anybody has placed a cube."""

SETUP = (*DEALING, "setup_place", "setup_caravan")

LOOKING = ("look", "witch_second", "witch_swap")

CARD_STEPS: tuple[str, ...] = (*LOOKING, *get_args(CardStep))
"""Stages inside the ability of a card that is used before the piece moves, or in the final round."""

TOKENS: tuple[str, ...] = get_args(TokenStep)
"""Stages of a ravage after a token has been revealed."""

REVEALING = ("neutral", "next", "reveal")
"""Stages of a ravage before a token is revealed."""

RAVAGE = (*REVEALING, *TOKENS)

SPREADING = ("raider_goods", "spread", "soldier_spread", "ring")
"""Stages after the piece has moved and before its ravage."""

IN_TURN = ("main", *CARD_STEPS, *SPREADING, *RAVAGE)

FINAL_ROUND = ("final", *CARD_STEPS, "raider_goods", "ring", "next", "reveal", *TOKENS)
"""Stages that a player of the final round can be at."""

ENDING = tuple(dict.fromkeys((*FINAL_ROUND, "sweep", "hands", "terminal")))
"""Stages at which the game can be ending."""

SWEEP = ("next", "reveal", "order", "protect")
"""Stages of the final sweep."""

STAGES_OF: Mapping[str, tuple[str, ...]] = {
    "looking": LOOKING,
    "rats_to_place": ("spread", "ring"),
    "region": ("setup_goods", "ring", "recycled", "swindler_goods", *RAVAGE),
    "drawing": ("reveal",),
    "neutral": ("next", "reveal", *TOKENS),
    "last": ENDING,
    "taken": IN_TURN,
    "placed": IN_TURN,
    "used": ("final", *IN_TURN),
    "goods_taken": IN_TURN,
    "deacon_uses": ("final", *IN_TURN),
    "fixed": FINAL_ROUND,
    "card": ("ring", *CARD_STEPS, *SPREADING, *RAVAGE),
    "plan": ("shaman_place", "pied_piper_follow"),
    "lifted": ("emperor_wall",),
    "drawn": ("draw", "astronomer_choose", "explorer_choose"),
    "draws_left": ("draw",),
    "event": (*SPREADING, *RAVAGE),
    "shown": ("reveal", *TOKENS),
    "pending": ("protect", "deacon", "grave_robber_goods"),
    "asked": ("protect",),
    "protected": ("next", "reveal", *TOKENS),
}
"""The stages at which a field has a meaning; at any other it is an error unless it says false."""

OTHER_REGION = ("ring", "recycled", "swindler_goods")
"""Stages about a region that is not one of a ravage: of a new rat, or where the Swindler takes goods."""

CARD_OF_STAGE: Mapping[str, str] = {
    **dict.fromkeys(LOOKING, "witch"),
    "shaman_place": "shaman",
    "swindler_goods": "swindler",
    "emperor_wall": "emperor",
    "baker_unload": "baker",
    "nun_second": "nun",
    "nun_third": "nun",
    "pied_piper_follow": "pied_piper",
    "astronomer_choose": "astronomer",
    "explorer_choose": "explorer",
    "raider_goods": "raider",
    "soldier_spread": "soldier",
    "deacon": "deacon",
    "grave_robber_goods": "grave_robber",
    "setup_caravan": "caravan_leader",
}
"""The card whose ability a stage belongs to."""

ANYBODYS = ("setup_caravan", "baker_unload")
"""Stages of a card at which a player decides who need not hold it."""

EVENT_CARDS = ("assassin", "grave_robber", "deacon", "serf", "crusader")
"""The cards that reveal rats in the final round (rules, P11)."""
