"""Observation features and private looks of Rattus.

Everything is public but the tokens of rats that the Witch has looked at: the looker knows them, everybody
learns them when they are revealed (rules, section 6).
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import CHANCE
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import Game
from rattus_ai.openspiel.knowledge import Array, Piece, PrivateOutcome
from rattus_ai.rattus.document_types import CUBES, MAX_RATS, RING_LETTERS, Stage
from rattus_ai.rattus.game import RattusGame

STAGES: tuple[str, ...] = typing.get_args(Stage)

_RINGS = len(RING_LETTERS)
_LOOKS = 2
_NEW_RATS = 2
_TURNS = 64.0
_CANNOT_REVEAL = frozenset({"take", "place", "king", "merchant", "monk", "look", "stop", "swap", "keep"})


class RattusKnowledge:
    """See `rattus_ai.openspiel.knowledge.Knowledge`.

    Players are numbered as in the game, not relative to the observer. Pieces, with n players, R regions, C
    cards, K kinds of tokens; rings are s (starting), n (normal):

    | piece | shape | value |
    |---|---|---|
    | stage | 14 | one-hot, in the order of `STAGES` |
    | to_act | n | one-hot, zeros at chance nodes and at the end |
    | active, last | n | one-hot: whose turn it is; whose turn was the last, once the game is ending |
    | turn | 1 | completed turns / 64 |
    | taken, placed, neutral | 1 each | 0 or 1: card taken, cubes placed, piece counts as two cubes |
    | plague, spread_region, revealing | R | one-hot: the piece; the region of a new rat; of reveals |
    | cubes | R x n | cubes / 20 |
    | palace, supply | n | cubes / 20 |
    | rats | R x 2 | rats by ring / 3 |
    | looked | R x 2 x n | rats by ring that each player has looked at / 3 |
    | looking | 2 x R | one-hot: regions of the rats that the running Witch looks at |
    | drawing | 2 | one-hot: ring of the rat whose token is being drawn |
    | rat_supply | 2 | rats in the supply / tokens of that ring |
    | spread_left | 1 | new rats still to be placed / 2 |
    | owners | C x (n + 1) | one-hot: who holds each card, the last column for nobody |
    | used | C | 0 or 1: used this turn |
    | final_left | 1 | players who still act after this one in the final round / n |
    | unrevealed | K | tokens never revealed / tokens of that kind |
    | known (private) | R x K | face-down rats of that kind that the observer knows / 3 |
    | looking_tokens (private) | 2 x K | one-hot: tokens of the rats of `looking`, where known |
    """

    def pieces(self, game: Game) -> Sequence[Piece]:
        """The table above."""
        assert isinstance(game, RattusGame)
        players, regions = game.num_players, len(game.region_names)
        cards, kinds = len(game.card_names), len(game.kinds)
        return (
            Piece("stage", (len(STAGES),)),
            Piece("to_act", (players,)),
            Piece("active", (players,)),
            Piece("last", (players,)),
            Piece("turn", (1,)),
            Piece("taken", (1,)),
            Piece("placed", (1,)),
            Piece("neutral", (1,)),
            Piece("plague", (regions,)),
            Piece("spread_region", (regions,)),
            Piece("revealing", (regions,)),
            Piece("cubes", (regions, players)),
            Piece("palace", (players,)),
            Piece("supply", (players,)),
            Piece("rats", (regions, _RINGS)),
            Piece("looked", (regions, _RINGS, players)),
            Piece("looking", (_LOOKS, regions)),
            Piece("drawing", (_RINGS,)),
            Piece("rat_supply", (_RINGS,)),
            Piece("spread_left", (1,)),
            Piece("owners", (cards, players + 1)),
            Piece("used", (cards,)),
            Piece("final_left", (1,)),
            Piece("unrevealed", (kinds,)),
            Piece("known", (regions, kinds), private=True),
            Piece("looking_tokens", (_LOOKS, kinds), private=True),
        )

    def fill(self, game: Game, known: CorePosition, arrays: Mapping[str, Array]) -> None:
        """Writes a position into the arrays."""
        assert isinstance(game, RattusGame)
        state = core.export_state(known)
        if "stage" in arrays:
            self._fill_public(game, known, state, arrays)
        if "known" in arrays:
            self._fill_private(state, arrays)

    def _fill_public(
        self, game: RattusGame, known: CorePosition, state: Mapping[str, Any], arrays: Mapping[str, Array]
    ) -> None:
        stage = state["stage"]
        arrays["stage"][STAGES.index(stage)] = 1
        player = known.current_player()
        if player >= 0:
            arrays["to_act"][player] = 1
        for name in ("active", "last", "plague", "spread_region", "revealing"):
            if state[name] >= 0:
                arrays[name][state[name]] = 1
        for name in ("taken", "placed", "neutral"):
            arrays[name][0] = state[name]
        arrays["turn"][0] = state["turn"] / _TURNS
        arrays["spread_left"][0] = state["spread_left"] / _NEW_RATS
        arrays["final_left"][0] = state["final_left"] / game.num_players
        for name in ("cubes", "palace", "supply"):
            arrays[name][:] = state[name]
            arrays[name] /= CUBES
        unrevealed = list(state["unseen"])
        arrays["rats"][:] = state["unlooked"]
        for region, ring, kind, seen, _ in state["tracked"]:
            arrays["rats"][region, ring] += 1
            for viewer in seen:
                arrays["looked"][region, ring, viewer] += 1
            if kind >= 0:
                unrevealed[kind] += 1
        arrays["rats"] /= MAX_RATS
        arrays["looked"] /= MAX_RATS
        arrays["unrevealed"][:] = unrevealed
        arrays["unrevealed"] /= game.kind_counts
        arrays["rat_supply"][:] = state["rat_supply"]
        arrays["rat_supply"] /= [max(count, 1) for count in game.ring_counts]
        for look, entry in enumerate((state["first_look"], state["second_look"])):
            if entry >= 0:
                arrays["looking"][look, state["tracked"][entry][0]] = 1
        if stage in ("look", "reveal"):
            arrays["drawing"][state["drawing_ring"]] = 1
        for card, owner in enumerate(state["owners"]):
            arrays["owners"][card, owner] = 1
        arrays["used"][state["used"]] = 1

    def _fill_private(self, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        tracked = state["tracked"]
        for region, _, kind, *_ in tracked:
            if kind >= 0:
                arrays["known"][region, kind] += 1
        arrays["known"] /= MAX_RATS
        for look, entry in enumerate((state["first_look"], state["second_look"])):
            if entry >= 0 and tracked[entry][2] >= 0:
                arrays["looking_tokens"][look, tracked[entry][2]] = 1

    def private_outcomes(self, game: Game, position: CorePosition) -> list[PrivateOutcome]:
        """The looks at rats that are still face down.

        Each tracked rat with a token got it from one `see`, and the core keeps tracked rats in the order of
        these.
        """
        assert isinstance(game, RattusGame)
        tracked = [rat for rat in core.export_state(position)["tracked"] if rat[2] >= 0]
        if not tracked:
            return []
        outcomes = see_outcomes(game)
        looks = _open_looks(game, position.history())
        return [
            PrivateOutcome(place, outcomes[kind], frozenset(seen))
            for place, (_, _, kind, seen) in zip(looks, tracked, strict=True)
        ]


KNOWLEDGE = RattusKnowledge()


@functools.lru_cache(maxsize=32)
def see_outcomes(game: RattusGame) -> Mapping[int, int]:
    """Kind of token -> id of the outcome in which somebody looks at it."""
    described = map(game.rules.describe_outcome, range(game.rules.max_chance_outcomes))
    return {arguments[0][1]: outcome for outcome, (verb, arguments) in enumerate(described) if verb == "see"}


@functools.lru_cache(maxsize=32)
def _quiet_actions(game: RattusGame) -> frozenset[int]:
    """The actions after which no rat can be revealed before the next node."""
    described = map(game.rules.describe_action, range(game.rules.num_distinct_actions))
    return frozenset(action for action, (verb, _) in enumerate(described) if verb in _CANNOT_REVEAL)


def _open_looks(game: RattusGame, history: Sequence[int]) -> list[int]:
    """Where in a history the tokens of the rats that are tracked at its end were drawn, in that order."""
    sees = frozenset(see_outcomes(game).values())
    quiet = _quiet_actions(game)
    position = CorePosition(game.rules)
    looks: list[int] = []
    state: Mapping[str, Any] | None = None
    for place, identifier in enumerate(history):
        chance = position.current_player() == CHANCE
        if chance and identifier in sees:
            looks.append(place)
        elif looks and (chance or identifier not in quiet):
            before = core.export_state(position) if state is None else state
            position.apply(identifier)
            state = core.export_state(position)
            looks = _kept(game, before, state, identifier, chance, looks)
            continue
        position.apply(identifier)
        state = None
    return looks


def _kept(
    game: RattusGame,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    identifier: int,
    chance: bool,
    looks: list[int],
) -> list[int]:
    """The looks whose rats are still there, of `looks` for the tracked rats of `before`."""
    rats = before["tracked"]
    if len(after["tracked"]) == len(rats):
        return looks
    chosen = -1
    if before["stage"] == "next":
        describe = game.rules.describe_outcome if chance else game.rules.describe_action
        chosen = _tracked_at(before, describe(identifier)[1][0][1])
    # The rat chosen by `next` is gone. Of the others those of a region go together or not at all: without a
    # choice only the last rat of a region is revealed. So the rats that are left are told by what they are.
    left = list(after["tracked"])
    kept = []
    for entry, rat in enumerate(rats):
        if entry != chosen and left and rat == left[0]:
            left.pop(0)
            kept.append(looks[entry])
    return kept


def _tracked_at(state: Mapping[str, Any], slot: int) -> int:
    """The tracked rat at a slot of the region of the reveals; -1 for one that nobody has looked at."""
    region = state["revealing"]
    slot -= sum(1 for count in state["unlooked"][region] if count)
    if slot < 0:
        return -1
    return [entry for entry, rat in enumerate(state["tracked"]) if rat[0] == region][slot]
