"""The pieces of the observation tensor of Istanbul.

Players are numbered as in the game, not relative to the observer. n players, P places, E edges of the grid, K
kinds of bonus cards, T tiles of a market. One-hot rows are zeros where there is nothing. Rows marked M exist
with the expansion only, those marked 2 with two players only.

| piece | shape | value |
|---|---|---|
| stage, back | 30 | one-hot: what is to happen; what follows the running draws, prizes or swap |
| to_act, active | n | one-hot: who decides (zeros at chance nodes and the end); whose turn it is |
| round | 1 | completed rounds / 250 |
| acting, done, fetched | P | one-hot: place whose action is done; that may be repeated; last fetched from |
| remote, yellow, red | 1 each | 0 or 1 |
| compulsory (M) | 1 | 0 or 1 |
| guild (M) | 20 | one-hot: guild card in play |
| draws_left | 1 | cards still to be drawn / 2 |
| figure, met | 5, 3 | one-hot: figure being paid or moved; 0 or 1: met in this turn |
| rolling (2) | 3 | 0 or 1: neutral merchants still to be moved |
| called, named | 10, 3 | one-hot: number called, from 3; good named |
| dice | 2 x 6 | one-hot |
| swaps (M) | 2 x 2 x 5 | one-hot: given and received so far |
| roasted (M), options (M) | 3, 2 x 4 | one-hot: last payment; options of guild card 19 |
| lira, rubies | n | Lira / 50, rubies / rubies that end the game |
| coffee (M) | n | coffee / 20 |
| capacity, stack | n | / 5 |
| goods, tiles | n x 4 | goods / 5; 0 or 1 |
| tavern (M) | n x 2 | 0 or 1 |
| merchant, family, assistants | n x P | one-hot; one-hot; 0 or 1 |
| open_cards | n x K | bonus cards in hand that everybody knows of / copies |
| hand_sizes, guild_sizes (M) | n | bonus cards in hand / 10; guild cards / 20 |
| discards | K | discarded bonus cards / copies |
| top_discards | 6 x K | one-hot: the top ones, from the top down |
| guild_discards (M) | 20 | 0 or 1 |
| mosque | 4 | tiles taken / 4 |
| left_rubies | 6 | rubies at the places / those of the start |
| post | 5 | one-hot: indicators that are down |
| large_demand, small_demand | T x T | one-hot: tiles that were seen, from the top down |
| barrier (M), barrier_owner (M) | E, n | one-hot |
| tavern_sold (M), baksheesh (M) | 2, 1 | tiles sold / 4; the back lies up |
| figures | 3 x P | one-hot: governor, smuggler, trader |
| neutral (2) | 3 x P | one-hot: neutral merchants |
| hands (private) | n x K | bonus cards in hand that the observer knows alone / copies |
| guild_hands (private, M) | n x 20 | 0 or 1: guild cards in hand that the observer knows |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rattus_ai._core.engine import Position as CorePosition
from rattus_ai.istanbul.document_board import MARKETS, RUBY_PLACES, rubies_of
from rattus_ai.istanbul.document_rule_types import DEFAULT_ROUNDS
from rattus_ai.istanbul.game import IstanbulGame
from rattus_ai.istanbul.words import BASE_CARDS, CARDS, COLOURS, FIGURES, GOODS, GUILD_CARDS, ITEMS, WARES
from rattus_ai.observations import Array, Piece

_TOP = 6
_FACES = 6
_LOWEST_CALL, _CALLS = 3, 10
_NEUTRALS = 3
_LIRA, _COFFEE, _HAND = 50.0, 20.0, 10.0
_FULL = 5.0
_OPTIONS = 4


def kinds(game: IstanbulGame) -> int:
    """Number of kinds of bonus cards."""
    return len(CARDS) if game.expansion else BASE_CARDS


def pieces(game: IstanbulGame, stages: Sequence[str]) -> list[Piece]:
    """The table above for a game."""
    n, places, cards = game.num_players, game.num_places, kinds(game)
    tiles = {market: len(game.demand[market]) for market in MARKETS}
    found = [
        Piece("stage", (len(stages),)),
        Piece("back", (len(stages),)),
        Piece("to_act", (n,)),
        Piece("active", (n,)),
        Piece("round", (1,)),
        *(Piece(name, (places,)) for name in ("acting", "done", "fetched")),
        *(Piece(name, (1,)) for name in ("remote", "yellow", "red", "draws_left")),
        Piece("figure", (len(FIGURES) + 2,)),
        Piece("met", (len(FIGURES),)),
        Piece("called", (_CALLS,)),
        Piece("named", (len(GOODS) - 1,)),
        Piece("dice", (2, _FACES)),
        *(Piece(name, (n,)) for name in ("lira", "rubies", "capacity", "stack", "hand_sizes")),
        *(Piece(name, (n, len(GOODS))) for name in ("goods", "tiles")),
        *(Piece(name, (n, places)) for name in ("merchant", "family", "assistants")),
        Piece("open_cards", (n, cards)),
        Piece("discards", (cards,)),
        Piece("top_discards", (_TOP, cards)),
        Piece("mosque", (len(COLOURS),)),
        Piece("left_rubies", (len(RUBY_PLACES),)),
        Piece("post", (5,)),
        *(Piece(f"{market}_demand", (tiles[market], tiles[market])) for market in MARKETS),
        Piece("figures", (len(FIGURES), places)),
    ]
    if n == 2:
        found += [Piece("rolling", (_NEUTRALS,)), Piece("neutral", (_NEUTRALS, places))]
    if game.expansion:
        found += [
            Piece("compulsory", (1,)),
            Piece("guild", (GUILD_CARDS,)),
            Piece("swaps", (2, 2, len(ITEMS))),
            Piece("roasted", (3,)),
            Piece("options", (2, _OPTIONS)),
            Piece("coffee", (n,)),
            Piece("tavern", (n, len(WARES))),
            Piece("guild_sizes", (n,)),
            Piece("guild_discards", (GUILD_CARDS,)),
            Piece("barrier", (len(game.edge_places),)),
            Piece("barrier_owner", (n,)),
            Piece("tavern_sold", (len(WARES),)),
            Piece("baksheesh", (1,)),
        ]
    found.append(Piece("hands", (n, cards), private=True))
    if game.expansion:
        found.append(Piece("guild_hands", (n, GUILD_CARDS), private=True))
    return found


def fill_turn(
    game: IstanbulGame,
    known: CorePosition,
    state: Mapping[str, Any],
    stages: Sequence[str],
    arrays: Mapping[str, Array],
) -> None:
    """Writes whose turn it is and where in the turn."""
    for name in ("stage", "back"):
        if state[name]:
            arrays[name][stages.index(state[name])] = 1
    if known.current_player() >= 0:
        arrays["to_act"][known.current_player()] = 1
    arrays["active"][state["player"]] = 1
    arrays["round"][0] = state["round"] / DEFAULT_ROUNDS
    for name, field in (("acting", "acting"), ("done", "done_place"), ("fetched", "fountain")):
        if state[field]:
            arrays[name][state[field] - 1] = 1
    for name in ("remote", "yellow", "red"):
        arrays[name][0] = state[name]
    arrays["draws_left"][0] = state["draws_left"] / 2
    arrays["figure"][state["figure"]] = 1
    arrays["met"][:] = _bits(state["met"], len(FIGURES))
    if state["called"]:
        arrays["called"][state["called"] - _LOWEST_CALL] = 1
    if state["named"] >= 0:
        arrays["named"][state["named"]] = 1
    for die, face in enumerate(state["dice"]):
        if face:
            arrays["dice"][die, face - 1] = 1
    if "rolling" in arrays:
        arrays["rolling"][:] = _bits(state["rolling"], _NEUTRALS)
    if game.expansion:
        arrays["compulsory"][0] = state["compulsory"]
        if state["guild"]:
            arrays["guild"][state["guild"] - 1] = 1
        for number, (given, received) in enumerate(state["swaps"]):
            arrays["swaps"][number, 0, given] = arrays["swaps"][number, 1, received] = 1
        if state["roast"]:
            arrays["roasted"][state["roast"] - 1] = 1
        for number, option in enumerate(state["options"]):
            arrays["options"][number, option] = 1


def fill_seats(game: IstanbulGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Writes what everybody knows of what the players have."""
    scales = {"lira": _LIRA, "rubies": float(game.options["rubies"]), "capacity": _FULL, "stack": _FULL}
    if game.expansion:
        scales["coffee"] = _COFFEE
    for name, scale in scales.items():
        arrays[name][:] = state[name]
        arrays[name] /= scale
    arrays["goods"][:] = state["goods"]
    arrays["goods"] /= _FULL
    copies = [max(count, 1) for count in game.copies[: kinds(game)]]
    for player in range(game.num_players):
        arrays["tiles"][player] = _bits(state["tiles"][player], len(COLOURS))
        arrays["merchant"][player, state["merchant"][player] - 1] = 1
        arrays["family"][player, state["family"][player] - 1] = 1
        for place in state["assistants"][player]:
            arrays["assistants"][player, place - 1] = 1
        arrays["open_cards"][player] = state["known"][player][: kinds(game)]
        cards = sum(state["known"][player]) + sum(state["secret"][player]) + state["unknown"][player]
        arrays["hand_sizes"][player] = cards / _HAND
        if game.expansion:
            arrays["tavern"][player] = _bits(state["tavern"][player], len(WARES))
            guild = len(state["guild_hand"][player]) + state["guild_unknown"][player]
            arrays["guild_sizes"][player] = guild / GUILD_CARDS
    arrays["open_cards"] /= copies


def fill_board(game: IstanbulGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Writes what lies and stands on the board."""
    for kind in state["discards"]:
        arrays["discards"][kind] += 1 / game.copies[kind]
    for depth, kind in enumerate(reversed(state["discards"][-_TOP:])):
        arrays["top_discards"][depth, kind] = 1
    arrays["mosque"][:] = state["mosque"]
    arrays["mosque"] /= len(COLOURS)
    for index, place in enumerate(RUBY_PLACES):
        arrays["left_rubies"][index] = rubies_of(state, place) / max(rubies_of(game.beginning, place), 1)
    arrays["post"][state["post"]] = 1
    for market in MARKETS:
        for depth, tile in enumerate(state[f"demand_{market}"]["order"]):
            arrays[f"{market}_demand"][depth, tile] = 1
    for index, figure in enumerate(FIGURES):
        if state[figure]:
            arrays["figures"][index, state[figure] - 1] = 1
    for index, place in enumerate(state["neutral"]):
        arrays["neutral"][index, place - 1] = 1
    if game.expansion:
        for number in state["guild_discards"]:
            arrays["guild_discards"][number - 1] = 1
        if state["barrier"] >= 0:
            arrays["barrier"][state["barrier"]] = 1
            arrays["barrier_owner"][state["barrier_owner"]] = 1
        arrays["tavern_sold"][:] = state["tavern_sold"]
        arrays["tavern_sold"] /= len(game.box.guild.tavern_costs)
        arrays["baksheesh"][0] = state["baksheesh_side"]


def fill_private(game: IstanbulGame, state: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Writes what only some players know."""
    copies = [max(count, 1) for count in game.copies[: kinds(game)]]
    for player in range(game.num_players):
        arrays["hands"][player] = state["secret"][player][: kinds(game)]
        if game.expansion:
            for number in state["guild_hand"][player]:
                arrays["guild_hands"][player, number - 1] = 1
    arrays["hands"] /= copies


def _bits(mask: int, count: int) -> list[int]:
    return [mask >> index & 1 for index in range(count)]
