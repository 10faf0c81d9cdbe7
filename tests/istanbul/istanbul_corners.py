"""What random games of Istanbul must have met: every verb, stage, place, card and tile, and rare meetings.

`test_reference_istanbul` plays the games on both sides; this module knows the reference alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

from reference.istanbul import BONUS, Position, Setup, board, encounters, turn, windows
from reference.istanbul import components as box
from reference.istanbul.hands import hand_size
from reference.istanbul.places import tavern
from reference.istanbul.position import CHANCES, DECISIONS

VERBS = (
    "move far stay corner recall guild lira family_lira family_card yellow coffee guild_draw trade good "
    "prize swap pick_up leave decline pay refuse skip extend fill buy no_buy post caravansary discard fetch "
    "fetch_all stop name call keep four reroll six sell market send deliver tile buy_ruby roast_lira "
    "roast_good roast_bonus roast_guild guild_hall discard_guild barrier use tavern_tile baksheesh "
    "name_option again catch_lira catch_card governor smuggler trader pay_lira pay_good end pass"
)
CHANCE_VERBS = "figure_place demand_large demand_small deal draw draw_guild roll"
WINDOW_STAGES = ("move", "assistant", "pay", "action", "after")
ANY_TIME = ("lira", "family_lira", "family_card", "yellow", "coffee", "guild_draw", "trade")
PLACES = range(1, 21)
OPTION_PAIRS = [
    (first, second)
    for first, second in product(range(4), repeat=2)
    if first != second and {first, second} != {tavern.MOVEMENT_TILE, tavern.ENCOUNTER_TILE}
]

CORNERS = (
    *(f"verb {verb}" for verb in VERBS.split()),
    *(f"chance {verb}" for verb in CHANCE_VERBS.split()),
    *(f"stage {stage}" for stage in [*DECISIONS, *CHANCES, "terminal"]),
    *(f"players {players}" for players in (2, 3, 4, 5)),
    *(f"window {verb} at {stage}" for verb in ANY_TIME for stage in WINDOW_STAGES),
    *(f"window {verb} at {stage}" for verb in ("good", "prize", "swap") for stage in WINDOW_STAGES),
    *(f"window {verb} in a remote action" for verb in ANY_TIME),
    *(f"window {verb} in a compulsory action" for verb in ANY_TIME),
    *(f"window {verb} in a guild turn after" for verb in (*ANY_TIME, "good", "prize", "swap")),
    # Places and cards
    *(f"place {place} by the merchant" for place in PLACES),
    *(f"place {place} from afar" for place in PLACES),
    *(f"place {place} by guild card" for place in PLACES),
    *(f"place {place} from afar in a guild turn" for place in PLACES if place != box.POLICE),
    *(f"card {name}" for name in BONUS),
    *(f"again {place}" for place in box.AGAIN),
    *(f"again {place} from afar" for place in box.AGAIN),
    *(f"again twice {place}" for place in (box.POST, box.DEALER)),
    *(f"tile {colour}" for colour in box.GOODS),
    *(f"ruby of mosque {mosque}" for mosque in (0, 1)),
    *(f"tavern tile {ware} for {cost} coffee" for ware in (0, 1) for cost in box.TAVERN_COSTS),
    *(f"baksheesh {track} side {side}" for track in range(3) for side in (0, 1)),
    *(f"options {first} {second}" for first, second in OPTION_PAIRS),
    "ruby of the Wainwright",
    "fifth assistant",
    "tile for fewer goods than it shows",
    *(f"post {indicators}" for indicators in range(5)),
    *(f"caravansary {number}" for number in range(3)),
    *(f"next ruby of the {track} is the last" for track in ("palace", "dealer", "house")),
    "gain is lost",
    "full warehouse for the purchase",
    "jewelry is bought",
    "known card before a secret one",
    "deck is refilled",
    "deck is refilled between draws",
    "guild deck is refilled",
    "nothing left to draw",
    "one guild card is drawn, none is left",
    "demand: one tile was unseen",
    "demand: all tiles were seen",
    "deliver with two spaces for any good",
    "tea house fails by guild card",
    "family sent while the merchant is elsewhere",
    "barrier, police and family in one turn",
    "tavern within guild card 19",
    "option lapses",
    # Dice
    "four, then six",
    "six, then reroll",
    "reroll, then six",
    "two sixes",
    "prize roll is changed",
    "six in a guild turn",
    "only keep",
    # Movement
    "stay at the Fountain",
    "stay elsewhere",
    "far around the barrier",
    "corner from a corner",
    "barrier is in the way",
    "barrier is crossed",
    "tile moves three places or more",
    "barrier stops the tile",
    # Meetings
    "two players are paid",
    "player and neutral merchant are paid",
    "two neutral merchants roll",
    "neutral merchant rolls his own place",
    "cannot pay",
    "two family members are caught",
    *(f"{name} for nothing" for name in ("governor", "smuggler", "trader")),
    "governor without a card to draw",
    "governor without money or cards",
    "trader cannot be paid",
    "figure rolls its own place",
    "two figures are met",
    "window would make the action impossible",
    # End
    "end by rubies",
    "end by rounds",
    "tie",
    *(f"last card {name}" for name in ("lira", "good", "trade", "swap")),
    "asked without a playable card",
    "not asked",
    "three swaps",
    "swap gives coffee",
    "swap receives coffee",
    "guild card in hand at the end",
)


class Corners:
    """Counts what games meet."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()
        # Of the running turn.
        self.turn: list[str] = []

    def missed(self) -> list[str]:
        return [corner for corner in CORNERS if self.met[corner] == 0]

    def before(self, position: Position, text: str) -> None:
        """A move that is about to be made."""
        met, state = self.met, position.state
        verb = text.split()[0]
        chance = position.is_chance()
        met[f"{'chance' if chance else 'verb'} {verb}"] += 1
        met[f"stage {state.stage}"] += 1
        if state.stage == "move" and not (self.turn and self.turn[-1].split()[0] in windows.ACTIONS):
            self.turn = []
        if chance:
            self.chance(position, text)
        elif verb in windows.ACTIONS and state.stage in WINDOW_STAGES:
            self.window(position, verb)
        elif state.stage in ("move", "far", "corner", "assistant", "pay"):
            self.way_to_the_action(position, text)
        elif state.stage in ("action", "deliver", "market", "baksheesh", "option", "barrier"):
            self.action(position, text)
        elif state.stage == "dice":
            self.dice(position, verb)
        elif state.stage == "after":
            self.encounter(position, text)
        elif state.stage == "last_cards":
            met[f"last card {verb}"] += 1
            met["asked without a playable card"] += position.legal_actions() == ["pass"]
        if state.stage == "action" and state.compulsory:
            wanted = set(windows.options(position.setup, state))
            met["window would make the action impossible"] += not wanted <= set(position.legal_actions())
        self.turn.append(text)

    def chance(self, position: Position, text: str) -> None:
        met, state = self.met, position.state
        number = int(text.split()[1])
        if state.stage == "figure" and state.demand_large["order"]:
            if state.figure == box.NEUTRAL:
                first = (state.rolling & -state.rolling).bit_length() - 1
                met["two neutral merchants roll"] += state.rolling & state.rolling - 1 > 0
                met["neutral merchant rolls his own place"] += state.neutral[first] == number
            else:
                met["figure rolls its own place"] += state.merchant[state.player] == number
        if state.stage.startswith("demand"):
            stack = state.demand_large if state.stage == "demand_large" else state.demand_small
            met["demand: one tile was unseen"] += len(stack["unseen"]) == 1

    def window(self, position: Position, verb: str) -> None:
        met, state = self.met, position.state
        met[f"window {verb} at {state.stage}"] += 1
        met[f"window {verb} in a remote action"] += state.remote
        met[f"window {verb} in a compulsory action"] += state.compulsory
        met[f"window {verb} in a guild turn after"] += state.guild > 0 and state.stage == "after"

    def way_to_the_action(self, position: Position, text: str) -> None:
        met, state, setup = self.met, position.state, position.setup
        words = text.split()
        here = state.merchant[state.player]
        steps = board.distances(setup, state)
        free = state.clone()
        free.barrier_owner = state.player
        if words[0] == "stay":
            met[f"stay {'at the Fountain' if here == box.FOUNTAIN else 'elsewhere'}"] += 1
        if words[0] == "move":
            place = int(words[1])
            if state.stage == "move":
                met["tile moves three places or more"] += steps[place] > 2
                met["barrier is in the way"] += board.ordinary_moves(setup, state) != board.ordinary_moves(
                    setup, free
                )
                met["barrier stops the tile"] += state.tavern[state.player] & 1 > 0 and board.straight_lines(
                    setup, state
                ) != board.straight_lines(setup, free)
            if state.stage == "far":
                met["far around the barrier"] += steps[place] != board.distances(setup, free)[place]
            met["corner from a corner"] += state.stage == "corner" and here in setup.corners
            if state.barrier_owner == state.player:
                pair = board.edge_places(setup, state.barrier)
                met["barrier is crossed"] += here in pair and place in pair
        players, neutral = turn.merchants_here(state)
        if words[0] == "pay":
            met["two players are paid"] += len(players) > 1
            met["player and neutral merchant are paid"] += bool(players and neutral)
        if state.stage == "pay":
            met["cannot pay"] += "pay" not in position.legal_actions()

    def action(self, position: Position, text: str) -> None:
        met, state, setup = self.met, position.state, position.setup
        words = text.split()
        first_option = state.stage == "option" and not state.options
        if first_option or (state.stage == "action" and words[0] != "skip"):
            self.place(position)
        if words[0] == "fill":
            room = state.capacity[state.player] - state.goods[state.player][box.WAREHOUSES[state.acting]]
            met["full warehouse for the purchase"] += room == 0
        if words[0] == "post":
            met[f"post {state.post}"] += 1
        if words[0] == "caravansary":
            met[f"caravansary {words[1]}"] += 1
            cards = sum(state.deck) + len(state.discards)
            met["nothing left to draw"] += cards < 2
        if words[0] == "guild_hall":
            cards = len(state.guild_deck) + len(state.guild_discards)
            met["one guild card is drawn, none is left"] += cards == 1
        if words[0] == "deliver":
            met["deliver with two spaces for any good"] += words[1] != "0"
            met["next ruby of the palace is the last"] += state.palace_rubies == 1
        if words[0] == "buy_ruby":
            track = "dealer" if state.acting == box.DEALER else "house"
            met[f"next ruby of the {track} is the last"] += getattr(state, f"{track}_rubies") == 1
        if words[0] == "sell":
            stack = state.demand_large if state.acting == box.LARGE_MARKET else state.demand_small
            met["demand: all tiles were seen"] += not stack["unseen"]
        if words[0] == "tile":
            colour = int(words[1])
            needed = setup.mosque_stack[state.mosque[colour]]
            met[f"tile {colour}"] += 1
            met["tile for fewer goods than it shows"] += state.goods[state.player][colour] < needed
        if words[0] == "tavern_tile":
            cost = box.TAVERN_COSTS[state.tavern_sold[int(words[1])]]
            met[f"tavern tile {words[1]} for {cost} coffee"] += 1
        if words[0] == "baksheesh":
            met[f"baksheesh {words[1]} side {state.baksheesh_side}"] += 1
        if words[0] == "name_option" and state.options:
            met[f"options {state.options[0]} {words[1]}"] += 1

    def place(self, position: Position) -> None:
        met, state = self.met, position.state
        place = state.acting
        if state.remote:
            met[f"place {place} from afar{' in a guild turn' if state.guild else ''}"] += 1
            met["tavern within guild card 19"] += place == state.guild == box.TAVERN
            verbs = [text.split()[0] for text in self.turn]
            met["barrier, police and family in one turn"] += "use" in verbs and "send" in verbs
            met["family sent while the merchant is elsewhere"] += (
                place == box.POLICE and state.merchant[state.player] != box.POLICE
            )
        else:
            met[f"place {place} by {'guild card' if state.guild else 'the merchant'}"] += 1

    def dice(self, position: Position, verb: str) -> None:
        met, state = self.met, position.state
        since_roll = [text.split()[0] for text in self.turn]
        met["only keep"] += position.legal_actions() == ["keep"]
        if verb == "six":
            met["four, then six"] += since_roll[-1] == "four"
            met["reroll, then six"] += since_roll[-2:] == ["reroll", "roll"]
            met["two sixes"] += since_roll[-1] == "six"
            met["six in a guild turn"] += state.guild > 0
            met["prize roll is changed"] += state.back != ""
        met["six, then reroll"] += verb == "reroll" and since_roll[-1] == "six"

    def encounter(self, position: Position, text: str) -> None:
        met, state = self.met, position.state
        words = text.split()
        if words[0] == "again":
            place = state.done_place
            verbs = [text.split()[0] for text in self.turn]
            met[f"again {place}"] += 1
            met[f"again {place} from afar"] += state.merchant[state.player] != place
            met[f"again twice {place}"] += "again" in verbs
        if words[0] in ("catch_lira", "catch_card"):
            met["two family members are caught"] += len(encounters.family_members_here(state)) > 1
        if words[0] in ("governor", "smuggler", "trader"):
            met[f"{words[0]} for nothing"] += encounters.free(state)
            met["two figures are met"] += state.met > 0
        cards = sum(state.deck) + len(state.discards)
        met["governor without a card to draw"] += words[0] == "governor" and cards == 0
        if not state.guild and encounters.meets(state, box.GOVERNOR):
            met["governor without money or cards"] += (
                "governor" not in position.legal_actions() and hand_size(state, state.player) == 0
            )
        if not state.guild and encounters.meets(state, box.TRADER):
            met["trader cannot be paid"] += "trader" not in position.legal_actions()

    def after(self, setup: Setup, before: Mapping[str, Any], text: str, after: Mapping[str, Any]) -> None:
        """A move that has been made, as the exported states around it."""
        met = self.met
        words = text.split()
        player = before["player"]
        if len(before["discards"]) > 1 and not after["discards"] and after["stage"] == "draw":
            met["deck is refilled"] += 1
            met["deck is refilled between draws"] += words[0] == "draw"
        if before["guild_discards"] and not after["guild_discards"]:
            met["guild deck is refilled"] += after["stage"] == "draw_guild"
        if len(after["discards"]) == len(before["discards"]) + 1:
            kind = after["discards"][-1]
            roast_or_discard = words[0] in ("discard", "roast_bonus")
            met[f"card {BONUS[kind]}"] += not roast_or_discard
            met["known card before a secret one"] += (
                before["known"][player][kind] > 0 and before["secret"][player][kind] > 0
            )
        elif words[0] == "family_card":
            met["card family"] += 1
        for mosque in (0, 1):
            met[f"ruby of mosque {mosque}"] += (
                after["mosque_rubies"][mosque] < before["mosque_rubies"][mosque]
            )
        met["ruby of the Wainwright"] += after["wainwright_rubies"] < before["wainwright_rubies"]
        met["fifth assistant"] += after["spare"] != before["spare"]
        if words[0] in ("good", "buy", "smuggler"):
            gained = sum(after["goods"][player]) - sum(before["goods"][player])
            met["gain is lost"] += gained == 0
            met["jewelry is bought"] += words[0] == "buy" and words[1] == "3" and gained > 0
        if before["called"] and not after["called"] and before["guild"] == box.TEA_HOUSE:
            gained = after["lira"][player] - before["lira"][player]
            met["tea house fails by guild card"] += gained < before["called"] and not before["remote"]
        if words[0] == "swap":
            met["swap gives coffee"] += words[1] == "4"
            met["swap receives coffee"] += words[2] == "4"
            met["three swaps"] += len(before["swaps"]) == 2
        if len(before["options"]) == 1 and not after["options"] and after["stage"] == "after":
            option = before["options"][0]
            taken = words[0] == "tavern_tile" and option == tavern.MOVEMENT_TILE + int(words[1])
            tracks = sum(after[track] for track in tavern.TRACKS)
            met["option lapses"] += taken or (option == tavern.BAKSHEESH and tracks == 0)
        if after["stage"] in ("last_cards", "terminal") and before["stage"] not in ("last_cards", "swap"):
            rubies = max(after["rubies"]) >= setup.ruby_target
            met["end by rubies" if rubies else "end by rounds"] += 1
            met["not asked"] += after["stage"] == "terminal" or after["player"] > 0

    def end(self, position: Position) -> None:
        """A game that is over."""
        met = self.met
        met["stage terminal"] += 1
        met[f"players {position.setup.players}"] += 1
        met["tie"] += 1.0 not in position.returns()
        met["guild card in hand at the end"] += any(position.state.guild_hand)
