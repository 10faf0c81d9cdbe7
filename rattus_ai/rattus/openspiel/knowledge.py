"""Observation features and private outcomes of Rattus.

Everything is public but the tokens of rats that the Witch has looked at, which the looker knows and
everybody learns when they are revealed (rules, section 6), and region cards in hands, which only their owners
know. When a region card is played, everybody sees which one; where in the history it was dealt stays private.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rattus_ai._core import rattus as core
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.games import Game
from rattus_ai.observations import Array, Piece, PrivateOutcome
from rattus_ai.rattus.box_cards import BASE_BOX
from rattus_ai.rattus.document_stages import ALL_STAGES, BASE_STAGES
from rattus_ai.rattus.document_types import CUBES, MAX_RATS, RING_LETTERS
from rattus_ai.rattus.game import RattusGame
from rattus_ai.rattus.openspiel import expansion_pieces
from rattus_ai.rattus.openspiel.looks import looks
from rattus_ai.rattus.openspiel.secret_cards import redrawn_cards, secret_cards

_RINGS = len(RING_LETTERS)
_LOOKS = 2
_NEW_RATS = 2
_TURNS = 64.0


class RattusKnowledge:
    """See `rattus_ai.observations.Knowledge`.

    Players are numbered as in the game, not relative to the observer. Pieces, with n players, R regions, C
    cards, K kinds of tokens; rings are s (starting), n (normal):

    | piece | shape | value |
    |---|---|---|
    | stage | 14 or all | one-hot, in the order of `BASE_STAGES` or, with other cards, `ALL_STAGES` |
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

    Games with coins, region cards or cards of other boxes have further pieces behind these, see
    `expansion_pieces`.
    """

    def pieces(self, game: Game) -> Sequence[Piece]:
        """The table above."""
        assert isinstance(game, RattusGame)
        players, regions = game.num_players, len(game.region_names)
        cards, kinds = len(game.card_names), len(game.kinds)
        return (
            Piece("stage", (len(stages(game)),)),
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
            *expansion_pieces.pieces(game),
        )

    def fill(self, game: Game, known: CorePosition, arrays: Mapping[str, Array]) -> None:
        """Writes a position into the arrays."""
        assert isinstance(game, RattusGame)
        state = core.export_state(known)
        if "stage" in arrays:
            self._fill_public(game, known, state, arrays)
            expansion_pieces.fill_public(game, state, arrays)
        if "known" in arrays:
            self._fill_private(state, arrays)
            expansion_pieces.fill_private(game, state, arrays)

    def _fill_public(
        self, game: RattusGame, known: CorePosition, state: Mapping[str, Any], arrays: Mapping[str, Array]
    ) -> None:
        stage = state["stage"]
        arrays["stage"][stages(game).index(stage)] = 1
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
        for region, ring, kind, seen, pool in state["tracked"]:
            arrays["rats"][region, ring] += 1
            for viewer in seen:
                arrays["looked"][region, ring, viewer] += 1
            if kind >= 0 and not pool:
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
        """The looks at rats that are still face down, and what has been done with region cards in secret."""
        assert isinstance(game, RattusGame)
        found = [*looks(game, position), *(secret_cards(game, position) if game.region_cards else ())]
        return sorted(found, key=lambda each: each.place)

    def redrawn(self, game: Game, position: CorePosition, player: int, seed: int) -> Mapping[int, int]:
        """Other tokens for rats that the player has not looked at, other cards in hands of others."""
        assert isinstance(game, RattusGame)
        drawn = looks(game, position.resample(player, seed))
        found = {each.place: each.outcome for each in drawn if player not in each.observers}
        return found | (redrawn_cards(game, position, player, seed) if game.region_cards else {})


KNOWLEDGE = RattusKnowledge()


def stages(game: RattusGame) -> tuple[str, ...]:
    """The stages that a game can be at, in the order of the piece `stage`."""
    base = not game.uses_goods and not game.region_cards and all(card.box == BASE_BOX for card in game.cards)
    return BASE_STAGES if base else ALL_STAGES
