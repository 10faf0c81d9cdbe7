"""Random set-ups over all boxes, ways to play, and the corners that random games must have met.

`test_reference_games` plays these games on both sides; this module knows the reference alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from comparison import verb_first, weighted
from reference.rattus import (
    AFRICANUS_CARDS,
    BASE_CARDS,
    MERCATUS_CARDS,
    PIED_PIPER_CARDS,
    Position,
    Setup,
    State,
    any_setup,
    base_setup,
    goods,
)
from reference.rattus.cards.classes import CLASS_OF_CARD
from reference.rattus.ravage import neutral_cubes, outbreak
from reference.rattus.setup import CLASSES, NEED_MERCATUS, NEED_REGION_CARDS, NORMAL, STARTING, Token

BOXES = ("base", "mercatus", "africanus", "pied_piper", "mixture")

# How much more often (or less) than the others an action with this verb is chosen, for each way to play.
# Policies in `VERB_FIRST` choose a verb by these weights, then any action that has it.
POLICIES: dict[str, dict[str, float]] = {
    "uniform": {},
    "abilities": {"plague": 0.02, "place": 0.3, "done": 0.05, "stop": 0.3},
    "witch": {"take": 4, "look": 60, "swap": 3, "stop": 0.1, "plague": 0.1, "done": 0.05, "monk": 2},
    "cubes": {"place": 30, "king": 20, "take": 5, "plague": 0.2, "merchant": 0.3, "monk": 0.1},
    "quick": {"plague": 50, "done": 50, "place": 10},
    "monk": {"monk": 10, "look": 5, "plague": 0.2, "neutral": 1},
    "verbs": {"plague": 0.3, "done": 0.2, "stop": 0.3, "decline": 0.3, "token": 0.3},
    "hoarding": {
        "plague": 0.5,
        "done": 0.1,
        "goods": 20,
        "brewer": 20,
        "decline": 0.1,
        "token": 0.1,
        "take": 5,
    },
    "fighting": {"plague": 2, "done": 0.05, "ravage": 9, "pay": 99, "protect": 9, "place": 20, "take": 9},
    "rats": {"swindler": 20, "soldier": 20, "rat": 5, "done": 0.02, "look": 5, "ravage": 3, "take": 5},
}
VERB_FIRST = frozenset({"verbs", "hoarding", "fighting", "rats"})
OFTEN_CHOSEN = ("rats", "fighting")
FAVOURITES = {"witch": "take witch", "cubes": "take peasant", "monk": "take monk"}


def random_policy(generator: random.Random) -> str:
    return generator.choice([*POLICIES, *OFTEN_CHOSEN])


def choose(policy: str, generator: random.Random, actions: Sequence[str]) -> str:
    favourite = FAVOURITES.get(policy)
    if favourite in actions and generator.random() < 0.8:
        return favourite
    by_verb = verb_first if policy in VERB_FIRST else weighted
    return by_verb(generator, actions, POLICIES[policy])


# Set-ups

# Cards that do together what they seldom do in a random choice of all boxes.
THEMES = (
    ("swindler", "soldier", "witch"),
    ("swindler", "soldier", "witch", "assassin", "serf"),
    ("swindler", "soldier", "monk"),
    ("swindler", "witch", "assassin"),
    ("soldier", "witch", "crusader"),
    ("peasant", "queen", "mayor", "count"),
    ("assassin", "deacon", "grave_robber", "serf", "crusader"),
    ("deacon", "knight", "queen", "peasant"),
    ("crusader", "witch", "wizard", "nun"),
)


def random_setup(generator: random.Random, box: str) -> Setup:
    """The map of the box or a small one, some or all of its cards (and of the base game), any options."""
    mercatus = box == "mercatus" or (box == "mixture" and generator.random() < 0.75)
    africanus = box == "africanus" or (box == "mixture" and generator.random() < 0.75)
    players = generator.choice([2, 3, 4, 5, 6] if africanus else [2, 3, 4])
    cards = random_cards(generator, box, players, mercatus, africanus)
    options: dict[str, Any] = {
        "split_setup_pairs": generator.random() < 0.25,
        "placement_optional": generator.random() < 0.25,
        "reveal_order": "active_player" if generator.random() < 0.3 else "random",
        "turn_limit": generator.randint(1, 30) if generator.random() < 0.1 else 2000,
    }
    if generator.random() < (0.75 if box == "base" else 0.5):
        return any_setup(players, cards, mercatus=mercatus, africanus=africanus, **options)
    return small_setup(generator, players, cards, mercatus, africanus, options)


def random_cards(
    generator: random.Random, box: str, players: int, mercatus: bool, africanus: bool
) -> list[str]:
    base = list(BASE_CARDS)
    own = {
        "base": base,
        "mercatus": MERCATUS_CARDS,
        "africanus": AFRICANUS_CARDS,
        "pied_piper": PIED_PIPER_CARDS,
        "mixture": [*base, *MERCATUS_CARDS, *PIED_PIPER_CARDS, *AFRICANUS_CARDS],
    }[box]
    own = [card for card in own if mercatus or card not in NEED_MERCATUS]
    own = [card for card in own if africanus or card not in NEED_REGION_CARDS]
    if box == "base":
        return base if generator.random() < 0.6 else generator.sample(base, generator.randint(1, 6))
    number = 8 if players >= 5 or generator.random() < 0.3 else 6
    themes = [theme for theme in THEMES if set(theme) <= set(own)]
    if themes and generator.random() < 0.6:
        of_the_box = list(generator.choice(themes))
    else:
        of_the_box = generator.sample(own, min(len(own), generator.randint(3, number)))
    others = [card for card in base if card not in of_the_box]
    return of_the_box + generator.sample(others, min(len(others), number - len(of_the_box)))


def small_setup(
    generator: random.Random,
    players: int,
    cards: Sequence[str],
    mercatus: bool,
    africanus: bool,
    options: Mapping[str, Any],
) -> Setup:
    """Three or four regions with few tokens and few region cards: everything runs out soon."""
    base = base_setup(4)
    regions = ("north", "middle", "south", "east")[: generator.choice([3, 3, 4])]
    edges = [(0, 1), (1, 2)] + [(0, 2)] * (generator.random() < 0.4)
    if len(regions) == 4:
        edges += generator.choice([[(2, 3)], [(0, 3)], [(0, 3), (2, 3)]])
    starting = generator.sample(base.starting, generator.randint(len(regions), 6))
    some = generator.sample(base.normal, generator.choice([1, 3, 12]))
    normal = [generator.choice(some) for _ in range(generator.choice([2, 3, 5, 8, 12]))]
    if africanus:
        normal += generator.sample(["1:PI", "2:MI", "3:ABI", "4:IW", "2:PBW", "1:K"], 3)
    symbols = [*CLASSES, "PB", "CK", "WR", "?"]
    region_cards = [
        (generator.randrange(len(regions)), generator.choice(symbols))
        for _ in range(generator.randint(1, 4 * players) if africanus else 0)
    ]
    return Setup(
        players=players,
        regions=regions,
        edges=tuple(edges),
        starting=tuple(starting),
        normal=tuple(normal),
        removed=generator.randint(0, 2),
        cards=tuple((card, CLASS_OF_CARD[card]) for card in cards),
        mercatus=mercatus,
        region_cards=tuple(region_cards),
        diplomats=generator.choice([2, 10]),
        **options,
    )


def random_start(generator: random.Random, setup: Setup) -> Position:
    """Mostly the beginning of a game, sometimes with all cards dealt out, or its final round."""
    position = Position(setup)
    kind = generator.random()
    if kind < 0.3:
        deal_out(generator, setup, position.state)
    elif kind < 0.5:
        while position.state.stage not in ("final", "terminal"):
            actions = sorted(position.legal_actions())
            chance = position.is_chance()
            position.apply(generator.choice(actions) if chance else choose("quick", generator, actions))
        if not position.is_terminal():
            deal_out(generator, setup, position.state)
    # The legal actions are found anew.
    return Position.from_export(setup, position.export())


def deal_out(generator: random.Random, setup: Setup, state: State) -> None:
    """All cards lie before somebody, in half of the cases before the player who is next."""
    to_one = generator.random() < 0.5
    state.owners = [state.active if to_one else generator.randrange(setup.players) for _ in setup.cards]
    state.coins = [generator.randrange(12) for _ in state.coins]


# Corners

VERBS = (
    "take place plague rat next neutral done king merchant monk look stop swap keep decline "
    "goods token count treasurer pope brewer hanseatic_trader landowner shaman redistribute swindler raider "
    "ravage pay resolve soldier queen mayor wall lift baker unload nun wizard pied_piper follow "
    "astronomer explorer choose sultan caravan caravan_leader protect"
)
CHANCE_VERBS = "plague ring next see reveal removed goods deal draw recycled"
STAGES = (
    "setup_plague setup_removed setup_goods deal setup_place setup_caravan main look witch_second witch_swap "
    "shaman_place swindler_goods raider_goods spread soldier_spread ring neutral next reveal order protect "
    "deacon grave_robber_goods emperor_wall baker_unload nun_second nun_third pied_piper_follow draw "
    "astronomer_choose explorer_choose final recycled terminal"
)

FINAL_VERBS = (
    "place plague king merchant monk look done token count treasurer pope brewer hanseatic_trader landowner "
    "shaman swindler raider ravage soldier queen mayor wall lift baker nun wizard pied_piper astronomer "
    "explorer sultan caravan_leader"
)

# What random games must have met once there are enough of them.
CORNERS = (
    *(f"verb {verb}" for verb in VERBS.split()),
    *(f"chance {verb}" for verb in CHANCE_VERBS.split()),
    *(f"stage {stage}" for stage in STAGES.split()),
    *(f"players {players}" for players in (2, 3, 4, 5, 6)),
    *(f"final {verb}" for verb in FINAL_VERBS.split()),
    "map of the box",
    "map small",
    # Base game
    "end rat supply",
    "end cube supply",
    "end turn limit",
    "tie",
    "place +1",
    "place +2",
    "place +3",
    "place +1 in the final round",
    "plague stays in the final round",
    "plague 2 steps",
    "plague 3 steps",
    "witch can only stop",
    "look without a draw",
    "look at a known token",
    "look a second slot",
    "swap within a region",
    "monk a second slot",
    "monk a looked-at rat",
    "tracked rat revealed",
    "next with a tracked rat",
    "next in the sweep",
    "next in the sweep by choice",
    "next by choice",
    "next in an event",
    "sweep with neutral cubes",
    "spread of two",
    "spread cut short",
    "ring in between",
    "piece moves without placement",
    "seen by two players",
    # Goods
    "region without goods",
    "goods token replaced",
    "goods token replaced by its like",
    "goods token returns with a taken card",
    "sale",
    "sale of several kinds",
    "sale with unpaid tokens",
    "goods sold at the end",
    "coins count at the end",
    "count 3 cubes",
    "hanseatic trader 5 cubes",
    "landowner 1 cube",
    "shaman with both rings",
    "shaman with a looked-at rat",
    "swindler draws the ring",
    "swindler empties the supply",
    "swindler takes goods",
    "swindler takes goods in the final round",
    "raider takes goods",
    "raider takes goods in the final round",
    "grave robber in a turn",
    "grave robber in an event",
    "assassin in a turn",
    "assassin in an event",
    "deacon pays the second time",
    "deacon pays the third time",
    "deacon in an event",
    "deacon does not pay",
    # Recycled rats
    "recycled rat",
    "recycled rat without a draw of the ring",
    "second recycled rat",
    "second recycled rat of the same ring",
    "recycled rat looked at",
    "recycled rat revealed",
    "one of two recycled rats revealed",
    # Events
    "event without rats or cubes",
    "event of several cards",
    "fixed piece",
    # Region cards
    "protect in a turn",
    "protect in an event",
    "protect in the sweep",
    "protect twice in a row",
    "protect with a question mark",
    "nothing to protect with",
    "protected card is hit again",
    "asked out of turn",
    "hand smaller than three",
    "draws cut short",
    "reshuffle",
    "reshuffle between draws",
    "choose among one kind",
    "region cards count at the end",
    # Pied Piper
    "serf in a turn",
    "serf in an event",
    "soldier adds a rat",
    "soldier draws the ring",
    "soldier in a sealed spread",
    "crusader in a turn",
    "crusader in an event",
    "crusader with a looked-at rat",
    "crusader drops the rest",
    "crusader with equal tokens",
    "baker's cubes unloaded by who takes him",
    "baker's cubes unloaded at the end",
    "three walls",
    *(f"wall stops the {what}" for what in ["spread", "monk", "merchant", "pied_piper", "soldier"]),
    "nuns prevent an outbreak in a turn",
    "nuns prevent an outbreak in the sweep",
    "two nuns in a region",
    "potion saves a cube",
    "potion moves along",
    "potion lost",
    "all rats follow the piper",
    "some rats follow the piper",
    "no rat follows the piper",
    # Islam
    "diplomat moves along",
    "diplomat lost",
    "diplomats count at the end",
    "diplomats run out",
    "caravan leader 1 cube",
)


class Corners:
    """Counts what games meet."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def missed(self) -> list[str]:
        return [corner for corner in CORNERS if self.met[corner] == 0]

    def before(self, position: Position, text: str) -> None:
        """A move that is about to be made."""
        met, state, setup = self.met, position.state, position.setup
        words = text.split()
        verb = words[0]
        chance, ending = position.is_chance(), state.ending
        met[f"{'chance' if chance else 'verb'} {verb}"] += 1
        met[f"stage {state.stage}"] += 1
        if state.stage == "final":
            met[f"final {verb}"] += 1
        if verb == "place":
            met[f"place {words[-1]}{' in the final round' if ending else ''}"] += 1
        if verb == "plague" and not chance:
            self.piece(position, setup.region_number[words[1]])
        if verb in ("look", "monk"):
            self.rat(position, words)
        met["spread of two"] += state.spread_left == 2
        met["ring in between"] += state.stage == "ring" and state.spread_left == 2
        if state.stage == "witch_second":
            met["witch can only stop"] += position.legal_actions() == ["stop"]
        if verb == "swap":
            met["swap within a region"] += (
                state.tracked[state.first_look].region == state.tracked[state.second_look].region
            )
        if state.stage == "next":
            met["next with a tracked rat"] += any(rat.region == state.revealing for rat in state.tracked)
            met["next in an event"] += bool(state.event)
            sweep = ending and not state.event
            met["next in the sweep"] += sweep
            met["next by choice"] += not chance
            met["next in the sweep by choice"] += sweep and not chance
        if verb == "reveal":
            self.token(position, setup.kinds[setup.kind_number[words[1]]])
        if state.stage == "protect":
            self.protection(position, words)
        if verb == "pay":
            met["deacon pays the second time"] += state.deacon_uses == 1
            met["deacon pays the third time"] += state.deacon_uses == 2
            met["deacon in an event"] += bool(state.event)
        met["deacon does not pay"] += state.stage == "deacon" and verb == "decline"
        if verb == "ravage":
            region = setup.region_number[words[1]]
            met["event without rats or cubes"] += not state.rats_in(region) or not any(state.cubes[region])
        met["event of several cards"] += len(state.event) > 1
        if state.fixed and state.stage == "final":
            met["fixed piece"] += verb in ("plague", "raider", "ravage")
        if verb == "resolve":
            met[f"crusader in {'an event' if ending else 'a turn'}"] += 1
        if verb == "redistribute" and not state.plan:
            here = goods.regions_of_card(setup, state, setup.card_number["shaman"])
            rings = [sum(state.unlooked[region][ring] for region in here) for ring in (STARTING, NORMAL)]
            met["shaman with both rings"] += min(rings) > 0
            met["shaman with a looked-at rat"] += any(rat.region in here for rat in state.tracked)
        if verb in ("unload", "baker") and sum(state.baker) > 0:
            by = "at the end" if ending else "by who takes him"
            met[f"baker's cubes unloaded {by}"] += verb == "unload"
        if state.stage in ("main", "final") and state.walls:
            self.walls(position)
        met["choose among one kind"] += verb == "choose" and len(position.legal_actions()) == 1
        met["draws cut short"] += verb in ("astronomer", "explorer") and (
            sum(state.pile) + sum(state.discards) < 3
        )

    def piece(self, position: Position, target: int) -> None:
        met, state, setup = self.met, position.state, position.setup
        if state.ending:
            met["plague stays in the final round"] += target == state.plague
            return
        for steps in (2, 3):
            met[f"plague {steps} steps"] += (
                target in setup.reach[steps][state.plague]
                and target not in setup.reach[steps - 1][state.plague]
            )
        met["piece moves without placement"] += not state.placed
        there = state.rats_in(target)
        open_to = [near for near in setup.neighbours[target] if sorted((near, target)) not in state.walls]
        room = sum(3 - state.rats_in(near) for near in open_to)
        met["spread cut short"] += min(there, 2) > min(room, sum(state.rat_supply))
        behind_walls = set(setup.neighbours[target]) - set(open_to)
        met["wall stops the spread"] += there > 0 and any(state.rats_in(near) < 3 for near in behind_walls)

    def rat(self, position: Position, words: list[str]) -> None:
        met, state = self.met, position.state
        second = len(words) > 2 and words[2].isdigit()
        met[f"{words[0]} a second slot"] += second
        slots = state.slots(position.setup.region_number[words[1]])
        slot = slots[int(words[2]) - 1 if second else 0]
        if slot.tracked < 0:
            return
        rat = state.tracked[slot.tracked]
        if words[0] == "monk":
            met["monk a looked-at rat"] += 1
        else:
            met["look at a known token"] += state.active in rat.looked
            met["look without a draw"] += rat.kind >= 0
            met["seen by two players"] += bool(rat.looked) and state.active not in rat.looked
            met["recycled rat looked at"] += rat.pool > 0

    def token(self, position: Position, token: Token) -> None:
        met, state, setup = self.met, position.state, position.setup
        neutral = neutral_cubes(setup, state)
        met["sweep with neutral cubes"] += state.ending and neutral > 0
        here = sum(state.cubes[state.revealing]) + neutral
        if here >= token.limit and not outbreak(setup, state, token):
            met[f"nuns prevent an outbreak in {'the sweep' if state.ending else 'a turn'}"] += not state.event
        if state.drawing >= 0 and state.tracked[state.drawing].pool > 0:
            met["recycled rat revealed"] += 1
            ring = state.tracked[state.drawing].ring
            pools = {rat.pool for rat in state.tracked if rat.pool > 0 and rat.ring == ring}
            met["one of two recycled rats revealed"] += len(pools) == 2

    def protection(self, position: Position, words: list[str]) -> None:
        met, state = self.met, position.state
        met["asked out of turn"] += state.asked != state.active
        met["nothing to protect with"] += position.legal_actions() == ["decline"]
        if words[0] == "protect":
            where = "an event" if state.event else "the sweep" if state.ending else "a turn"
            met[f"protect in {where}"] += 1
            met["protect twice in a row"] += len(state.protected) > 0
            met["protect with a question mark"] += words[2].endswith("?")
        token = position.setup.kinds[state.pending]
        met["protected card is hit again"] += any(
            position.setup.cards[card][1] in token.symbols for card in state.protected
        )

    def walls(self, position: Position) -> None:
        """A use of a card that only a wall forbids."""
        met, state, setup = self.met, position.state, position.setup
        met["three walls"] += len(state.walls) == 3
        rats = state.rats()
        usable = {setup.card_names[card] for card in state.held(state.active) if card not in state.used}
        for one, other in state.walls:
            for source, target in ((one, other), (other, one)):
                own = state.cubes[source][state.active] > 0
                met["wall stops the monk"] += "monk" in usable and rats[source] > 0 and rats[target] < 3
                met["wall stops the merchant"] += "merchant" in usable and own
                met["wall stops the pied_piper"] += "pied_piper" in usable and own
                met["wall stops the soldier"] += (
                    state.ending and "soldier" in usable and source == state.plague and rats[target] < 3
                )

    def after(self, setup: Setup, before: Mapping[str, Any], text: str, after: Mapping[str, Any]) -> None:
        """A move that has been made, as the exported states around it."""
        met = self.met
        verb = text.partition(" ")[0]
        active, ending = before["active"], before["ending"]
        met["tracked rat revealed"] += len(after["tracked"]) < len(before["tracked"])
        if before["region_goods"]:
            self.goods(before, text, after)
        if len(after["recycled_pools"]) > len(before["recycled_pools"]):
            met["recycled rat"] += 1
            met["recycled rat without a draw of the ring"] += verb != "recycled"
            met["second recycled rat"] += len(after["recycled_pools"]) == 2
            pools = [rat for rat in after["tracked"] if rat[4] > 0]
            met["second recycled rat of the same ring"] += len(pools) == 2 and pools[0][1] == pools[1][1]
        if verb == "deal" or before["stage"] == "setup_place":
            met["hand smaller than three"] += after["stage"] != "deal" and any(
                len(hand) < 3 for hand in after["hands"]
            )
        if after["stage"] == "draw":
            reshuffled = sum(before["discards"]) > 0 and sum(after["discards"]) == 0
            met["reshuffle"] += reshuffled
            met["reshuffle between draws"] += reshuffled and verb == "draw"
        where = "an event" if ending else "a turn"
        if before["revealing"] >= 0 and not (ending and not before["event"]):
            region = before["revealing"]
            change = [
                new - old for old, new in zip(before["cubes"][region], after["cubes"][region], strict=True)
            ]
            met[f"serf in {where}"] += change[active] > 0
            if before["coins"] and after["stage"] not in ("main", "final", "terminal"):
                met[f"assassin in {where}"] += after["coins"][active] > before["coins"][active]
        if before["stage"] == "grave_robber_goods":
            met[f"grave robber in {where}"] += verb == "goods"
        if verb == "rat" and before["stage"] == "soldier_spread":
            met["soldier adds a rat"] += 1
            met["soldier draws the ring"] += after["stage"] == "ring"
        met["soldier in a sealed spread"] += verb == "decline" and before["stage"] == "soldier_spread"
        met["crusader drops the rest"] += len(before["shown"]) > 1 + len(after["shown"])
        met["crusader with equal tokens"] += len(set(after["shown"])) < len(after["shown"])
        if verb == "reveal" and len(after["shown"]) > 1 + len(before["shown"]):
            met["crusader with a looked-at rat"] += len(after["tracked"]) < len(before["tracked"])
        if after["nuns"]:
            met["two nuns in a region"] += len(set(after["nuns"])) < 3 and -1 not in after["nuns"]
        if verb == "caravan_leader":
            met["caravan leader 1 cube"] += before["supply"][active] == 1
        if verb in ("pied_piper", "follow") and after["stage"] != "pied_piper_follow":
            words = text.split()
            if verb == "pied_piper":
                source = setup.region_number[words[1]]
                rats_before, rats_after = (rats_in(fields, source) for fields in (before, after))
                met["all rats follow the piper"] += rats_before > 0 == rats_after
                met["no rat follows the piper"] += rats_before == rats_after > 0
            else:
                met["some rats follow the piper"] += 1
        for name in ("potion", "diplomat"):
            markers_before, markers_after = before[f"{name}s"], after[f"{name}s"]
            if markers_before:
                total_before = sum(map(sum, markers_before))
                total_after = sum(map(sum, markers_after))
                moved = verb in ("merchant", "hanseatic_trader", "pied_piper")
                met[f"{name} moves along"] += moved and markers_before != markers_after
                killed = verb in ("reveal", "resolve", "decline", "next")
                met["potion saves a cube"] += killed and name == "potion" and total_after < total_before
                met[f"{name} lost"] += (killed or verb == "king") and total_after < total_before
        met["diplomats run out"] += bool(after["diplomats"]) and after["diplomats_left"] == 0

    def goods(self, before: Mapping[str, Any], text: str, after: Mapping[str, Any]) -> None:
        met = self.met
        words = text.split()
        active, ending, stage = before["active"], before["ending"], before["stage"]
        met["region without goods"] += text == "goods none"
        if words[0] == "token":
            changed = [
                (old, new)
                for old, new in zip(before["card_goods"], after["card_goods"], strict=True)
                if old != new
            ]
            met["goods token replaced by its like"] += not changed
            met["goods token replaced"] += any(old >= 0 for old, _ in changed)
        if words[0] == "take":
            met["goods token returns with a taken card"] += before["card_goods"] != after["card_goods"]
        if words[0] == "count":
            met["count 3 cubes"] += words[2] == "3"
        if words[0] == "hanseatic_trader":
            met["hanseatic trader 5 cubes"] += words[3] == "5"
        if words[0] == "landowner":
            met["landowner 1 cube"] += before["supply"][active] == 1
        if stage in ("swindler_goods", "raider_goods") and words[0] == "goods":
            card = stage.partition("_")[0]
            met[f"{card} takes goods{' in the final round' if ending else ''}"] += 1
        if before["step_card"] >= 0 and words[0] == "ring" and after["stage"] in ("main", "swindler_goods"):
            met["swindler draws the ring"] += 1
        if stage == "main" and sum(before["rat_supply"]) == 1 and words[0] == "swindler":
            met["swindler empties the supply"] += 1
        over = after["turn"] > before["turn"]
        if over or (after["stage"] == "terminal" != stage):
            sold = [
                kind
                for kind in range(4)
                if sum(row[kind] for row in before["goods"]) > sum(row[kind] for row in after["goods"])
            ]
            tokens = sum(map(sum, before["goods"])) - sum(map(sum, after["goods"]))
            paid = sum(after["coins"]) - sum(before["coins"])
            if over and not after["ending"]:
                met["sale"] += bool(sold)
                met["sale of several kinds"] += len(sold) > 1
                met["sale with unpaid tokens"] += bool(sold) and paid < 3 * tokens
            if after["stage"] == "terminal":
                met["goods sold at the end"] += bool(sold)

    def end(self, position: Position) -> None:
        """A game that is over."""
        met, state, setup = self.met, position.state, position.setup
        met["stage terminal"] += 1
        met[f"players {setup.players}"] += 1
        met["map small" if "north" in setup.regions else "map of the box"] += 1
        met["end rat supply"] += sum(state.rat_supply) == 0
        limit = state.turn == setup.turn_limit
        met["end turn limit"] += limit
        met["end cube supply"] += sum(state.rat_supply) > 0 and not limit
        points = position.points()
        met["tie"] += points.count(max(points)) > 1
        met["coins count at the end"] += any(coins >= 5 for coins in state.coins)
        if state.hands:
            without = Position(setup, state.clone())
            without.state.hands = [[] for _ in state.hands]
            met["region cards count at the end"] += without.points() != points
        if state.diplomats:
            numbers = [sum(row[player] for row in state.diplomats) for player in range(setup.players)]
            met["diplomats count at the end"] += numbers.count(max(numbers)) == 1


def rats_in(fields: Mapping[str, Any], region: int) -> int:
    return sum(fields["unlooked"][region]) + sum(rat[0] == region for rat in fields["tracked"])
