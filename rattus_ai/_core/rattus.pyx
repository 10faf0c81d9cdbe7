# cython: language_level=3
"""Rattus in the core: building rules, positions as plain numbers, exact questions about a region."""

from fractions import Fraction

from libc.stdint cimport uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr, unique_ptr
from libcpp.string cimport string
from libcpp.utility cimport move, pair
from libcpp.vector cimport vector

from rattus_ai._core.any_game cimport AnyPosition, AnyRules, StopFlag
from rattus_ai._core.engine cimport Position, Rules, position_of
from rattus_ai._core.solver cimport Solver


cdef extern from "rattus/rules_builder.hpp" namespace "rattus_ai::rattus" nogil:
    cdef enum class RevealOrder(unsigned char):
        kRandom
        kActivePlayer

    cdef struct Options:
        cbool split_setup_pairs
        cbool placement_optional
        RevealOrder reveal_order
        int turn_limit

    cdef cppclass RulesData:
        int players
        vector[string] regions
        vector[pair[int, int]] edges
        vector[string] starting
        vector[string] normal
        int removed
        vector[pair[string, char]] cards
        cbool mercatus
        vector[pair[int, string]] region_cards
        int diplomats
        Options options


cdef extern from "rattus/more_fields.hpp" namespace "rattus_ai::rattus" nogil:
    cdef cppclass MoreFields:
        int asked, pending, step_card, deacon_uses, drawn_unknown, draws_left, caravan, diplomats_left, potions_left, fixed, goods_taken
        int protected_cards, event
        vector[int] shown, plan, coins, goods_supply, available, region_goods, card_goods, goods_removed, hands_unknown, pile, discards, drawn, lifted, baker, nuns
        vector[vector[int]] goods, hands, diplomats, potions, walls, recycled_pools


cdef extern from "rattus/fields.hpp" namespace "rattus_ai::rattus" nogil:
    cdef struct TrackedFields:
        int region
        int ring
        int kind
        int seen
        int pool

    cdef cppclass Fields:
        string stage
        int active, last, turn, setup_step, taken, placed, used, plague
        int spread_left, spread_region, neutral, first_look, second_look, revealing
        int drawing, drawing_ring, final_left
        vector[vector[int]] cubes
        vector[int] palace
        vector[int] supply
        vector[vector[int]] unlooked
        vector[TrackedFields] tracked
        vector[int] rat_supply
        vector[int] owners
        vector[int] unseen
        MoreFields more


cdef extern from "bridge/rattus/game.hpp" namespace "rattus_ai::bridge" nogil:
    cdef struct RavageLosses:
        vector[int] losses
        int outbreaks
        uint64_t numerator
        uint64_t denominator

    shared_ptr[AnyRules] make_rattus_rules(const RulesData& data, string& error) except +
    Fields rattus_fields(const AnyPosition& position) except +
    unique_ptr[AnyPosition] rattus_position(const shared_ptr[AnyRules]& rules, const Fields& fields, string& error) except +
    vector[string] rattus_kinds(const AnyRules& rules) except +
    vector[int] rattus_kind_counts(const AnyRules& rules) except +
    pair[int, int] rattus_goods_of_regions(const AnyRules& rules) except +
    vector[pair[int, string]] rattus_region_cards(const AnyRules& rules) except +
    vector[int] rattus_region_card_counts(const AnyRules& rules) except +
    vector[int] rattus_points(const AnyPosition& position, cbool sold) except +
    cdef struct SweepNumbers:
        cbool solved
        uint64_t states
        vector[double] wins
        vector[double] upper
        vector[pair[vector[int], double]] points
    cdef struct SweepResidues:
        cbool solved
        vector[uint64_t] wins
        vector[pair[vector[int], uint64_t]] points
    cbool rattus_nobody_decides(const AnyPosition& position)
    SweepNumbers rattus_sweep(const AnyPosition& position, uint64_t most_states, cbool joint, cbool bracket, int player, double seconds, const StopFlag& stop) except +
    SweepResidues rattus_sweep_modulo(const AnyPosition& position, uint64_t most_states, uint64_t prime, cbool joint, int player, double seconds, const StopFlag& stop) except +
    vector[pair[int, vector[RavageLosses]]] rattus_sweep_regions(const AnyPosition& position) except +
    vector[vector[float]] rattus_features(const AnyPosition& position) except +
    float rattus_supply_left(const AnyPosition& position)
    vector[RavageLosses] rattus_ravage(const AnyPosition& position, int region, cbool neutral) except +


REVEAL_ORDERS = ("random", "active_player")


def make_rules(*, int players, list regions, list edges, list starting, list normal, int removed, list cards,
               bint split_setup_pairs=False, bint placement_optional=False, str reveal_order="random",
               int turn_limit=2000, bint mercatus=False, list region_cards=[], int diplomats=10):
    """The rules of one game from plain data; ValueError says what is wrong with them."""
    if reveal_order not in REVEAL_ORDERS:
        raise ValueError(f"reveal_order: found {reveal_order!r}, expected one of {', '.join(REVEAL_ORDERS)}")
    cdef RulesData data
    cdef string error
    cdef Rules rules = Rules.__new__(Rules)
    data.players = players
    data.removed = removed
    for name in regions:
        data.regions.push_back(name.encode())
    for a, b in edges:
        data.edges.push_back(pair[int, int](a, b))
    for text in starting:
        data.starting.push_back(text.encode())
    for text in normal:
        data.normal.push_back(text.encode())
    for name, symbol in cards:
        if len(symbol) != 1 or not symbol.isascii():
            raise ValueError(f"card {name}: found class {symbol!r}, expected one letter of PBCKWRI")
        data.cards.push_back(pair[string, char](name.encode(), <char>ord(symbol)))
    data.mercatus = mercatus
    for region, symbols in region_cards:
        data.region_cards.push_back(pair[int, string](region, symbols.encode()))
    data.diplomats = diplomats
    data.options.split_setup_pairs = split_setup_pairs
    data.options.placement_optional = placement_optional
    data.options.reveal_order = RevealOrder.kActivePlayer if reveal_order == "active_player" else RevealOrder.kRandom
    data.options.turn_limit = turn_limit
    cdef shared_ptr[AnyRules] built = make_rattus_rules(data, error)
    if built.get() == NULL:
        raise ValueError(error.decode())
    recipe = (make_rules, dict(players=players, regions=list(regions), edges=list(edges), starting=list(starting),
                               normal=list(normal), removed=removed, cards=list(cards),
                               split_setup_pairs=split_setup_pairs, placement_optional=placement_optional,
                               reveal_order=reveal_order, turn_limit=turn_limit, mercatus=mercatus,
                               region_cards=list(region_cards), diplomats=diplomats))
    rules.adopt(built, recipe)
    return rules


cdef require(Rules rules):
    if rules is None or rules.game != "rattus":
        raise ValueError("the rules are not those of Rattus")


def token_kinds(Rules rules not None):
    """Texts of the kinds of tokens, in the order of their indices."""
    require(rules)
    return [text.decode() for text in rattus_kinds(rules.held.get()[0])]


def token_counts(Rules rules not None):
    """How many tokens there are of each kind."""
    require(rules)
    return list(rattus_kind_counts(rules.held.get()[0]))


def goods_of_regions(Rules rules not None):
    """Goods tokens of each kind for the regions, and how many tokens are removed at set-up."""
    require(rules)
    cdef pair[int, int] found = rattus_goods_of_regions(rules.held.get()[0])
    return found.first, found.second


def region_card_kinds(Rules rules not None):
    """The kinds of region cards as (region, symbols), in the order of their indices; empty without Africanus."""
    require(rules)
    return [(region, symbols.decode()) for region, symbols in rattus_region_cards(rules.held.get()[0])]


def region_card_counts(Rules rules not None):
    """How many region cards there are of each kind."""
    require(rules)
    return list(rattus_region_card_counts(rules.held.get()[0]))


def points(Position position not None, *, bint sold=False):
    """Points of each player as the position stands: cubes, region cards, diplomats, coins; goods that are not sold count nothing.

    With `sold` as if all goods were sold now, which they are at the end.
    """
    require(position.rules)
    return list(rattus_points(position.held.get()[0], sold))


cdef list members(int mask):
    return [i for i in range(32) if mask >> i & 1]


cdef int mask_of(object indices) except? -1:
    cdef int mask = 0
    for index in indices:
        if not 0 <= index < 30:
            raise ValueError(f"index {index} is out of range")
        mask |= 1 << <int>index
    return mask


def export_state(Position position not None):
    """The whole state as plain numbers; see the stub file for the fields."""
    require(position.rules)
    cdef Fields fields = rattus_fields(position.held.get()[0])
    return {
        "stage": fields.stage.decode(),
        "active": fields.active,
        "last": fields.last,
        "turn": fields.turn,
        "setup_step": fields.setup_step,
        "taken": bool(fields.taken),
        "placed": bool(fields.placed),
        "used": members(fields.used),
        "plague": fields.plague,
        "cubes": fields.cubes,
        "palace": fields.palace,
        "supply": fields.supply,
        "unlooked": fields.unlooked,
        "tracked": [(rat.region, rat.ring, rat.kind, members(rat.seen), rat.pool) for rat in fields.tracked],
        "rat_supply": fields.rat_supply,
        "owners": fields.owners,
        "unseen": fields.unseen,
        "spread_left": fields.spread_left,
        "spread_region": fields.spread_region,
        "neutral": bool(fields.neutral),
        "first_look": fields.first_look,
        "second_look": fields.second_look,
        "revealing": fields.revealing,
        "drawing": fields.drawing,
        "drawing_ring": fields.drawing_ring,
        "ending": fields.last >= 0,
        "final_left": fields.final_left,
        "protected": members(fields.more.protected_cards),
        "event": members(fields.more.event),
        "asked": fields.more.asked,
        "pending": fields.more.pending,
        "step_card": fields.more.step_card,
        "deacon_uses": fields.more.deacon_uses,
        "drawn_unknown": fields.more.drawn_unknown,
        "draws_left": fields.more.draws_left,
        "caravan": fields.more.caravan,
        "diplomats_left": fields.more.diplomats_left,
        "potions_left": fields.more.potions_left,
        "shown": fields.more.shown,
        "plan": fields.more.plan,
        "coins": fields.more.coins,
        "goods_supply": fields.more.goods_supply,
        "available": fields.more.available,
        "region_goods": fields.more.region_goods,
        "card_goods": fields.more.card_goods,
        "goods_removed": fields.more.goods_removed,
        "hands_unknown": fields.more.hands_unknown,
        "pile": fields.more.pile,
        "discards": fields.more.discards,
        "drawn": fields.more.drawn,
        "lifted": fields.more.lifted,
        "baker": fields.more.baker,
        "nuns": fields.more.nuns,
        "goods": fields.more.goods,
        "hands": fields.more.hands,
        "diplomats": fields.more.diplomats,
        "potions": fields.more.potions,
        "walls": fields.more.walls,
        "recycled_pools": fields.more.recycled_pools,
        "fixed": bool(fields.more.fixed),
        "goods_taken": bool(fields.more.goods_taken),
    }


def import_state(Rules rules not None, dict fields not None, cls=None):
    """A position from the numbers that export_state gives; ValueError names the fields that are wrong."""
    require(rules)
    cdef Fields data
    cdef string error
    cdef TrackedFields rat
    try:
        data.stage = fields["stage"].encode()
        data.active = fields["active"]
        data.last = fields["last"]
        data.turn = fields["turn"]
        data.setup_step = fields["setup_step"]
        data.taken = bool(fields["taken"])
        data.placed = bool(fields["placed"])
        data.used = mask_of(fields["used"])
        data.plague = fields["plague"]
        data.cubes = fields["cubes"]
        data.palace = fields["palace"]
        data.supply = fields["supply"]
        data.unlooked = fields["unlooked"]
        for region, ring, kind, seen, *pool in fields["tracked"]:
            rat.pool = pool[0] if pool else 0
            rat.region = region
            rat.ring = ring
            rat.kind = kind
            rat.seen = mask_of(seen)
            data.tracked.push_back(rat)
        data.rat_supply = fields["rat_supply"]
        data.owners = fields["owners"]
        data.unseen = fields["unseen"]
        data.spread_left = fields["spread_left"]
        data.spread_region = fields["spread_region"]
        data.neutral = bool(fields["neutral"])
        data.first_look = fields["first_look"]
        data.second_look = fields["second_look"]
        data.revealing = fields["revealing"]
        data.drawing = fields["drawing"]
        data.drawing_ring = fields["drawing_ring"]
        data.final_left = fields["final_left"]
        data.more.protected_cards = mask_of(fields.get("protected", ()))
        data.more.event = mask_of(fields.get("event", ()))
        if "asked" in fields:
            data.more.asked = fields["asked"]
        if "pending" in fields:
            data.more.pending = fields["pending"]
        if "step_card" in fields:
            data.more.step_card = fields["step_card"]
        if "deacon_uses" in fields:
            data.more.deacon_uses = fields["deacon_uses"]
        if "drawn_unknown" in fields:
            data.more.drawn_unknown = fields["drawn_unknown"]
        if "draws_left" in fields:
            data.more.draws_left = fields["draws_left"]
        if "caravan" in fields:
            data.more.caravan = fields["caravan"]
        if "diplomats_left" in fields:
            data.more.diplomats_left = fields["diplomats_left"]
        if "potions_left" in fields:
            data.more.potions_left = fields["potions_left"]
        if "shown" in fields:
            data.more.shown = fields["shown"]
        if "plan" in fields:
            data.more.plan = fields["plan"]
        if "coins" in fields:
            data.more.coins = fields["coins"]
        if "goods_supply" in fields:
            data.more.goods_supply = fields["goods_supply"]
        if "available" in fields:
            data.more.available = fields["available"]
        if "region_goods" in fields:
            data.more.region_goods = fields["region_goods"]
        if "card_goods" in fields:
            data.more.card_goods = fields["card_goods"]
        if "goods_removed" in fields:
            data.more.goods_removed = fields["goods_removed"]
        if "hands_unknown" in fields:
            data.more.hands_unknown = fields["hands_unknown"]
        if "pile" in fields:
            data.more.pile = fields["pile"]
        if "discards" in fields:
            data.more.discards = fields["discards"]
        if "drawn" in fields:
            data.more.drawn = fields["drawn"]
        if "lifted" in fields:
            data.more.lifted = fields["lifted"]
        if "baker" in fields:
            data.more.baker = fields["baker"]
        if "nuns" in fields:
            data.more.nuns = fields["nuns"]
        if "goods" in fields:
            data.more.goods = fields["goods"]
        if "hands" in fields:
            data.more.hands = fields["hands"]
        if "diplomats" in fields:
            data.more.diplomats = fields["diplomats"]
        if "potions" in fields:
            data.more.potions = fields["potions"]
        if "walls" in fields:
            data.more.walls = fields["walls"]
        if "recycled_pools" in fields:
            data.more.recycled_pools = fields["recycled_pools"]
        data.more.fixed = bool(fields.get("fixed"))
        data.more.goods_taken = bool(fields.get("goods_taken"))
    except KeyError as missing:
        raise ValueError(f"field {missing} is missing") from None
    except (TypeError, OverflowError, AttributeError) as problem:
        raise ValueError(f"a field has the wrong type: {problem}") from None
    cdef unique_ptr[AnyPosition] built = rattus_position(rules.held, data, error)
    return position_of(rules, move(built), error, cls)


cdef require_ending(Position position):
    require(position.rules)
    if rattus_fields(position.held.get()[0]).last < 0:
        raise ValueError("the position is not in the final round or the sweep")


cdef require_player(Position position, int player):
    if not -1 <= player < position.rules.num_players:
        raise ValueError(f"player: found {player}, expected one from 0 to {position.rules.num_players - 1}, or -1 for all")


def nobody_decides(Position position not None):
    """Whether the final round is over and nobody has a say any more, but by the option in the order of reveals."""
    require(position.rules)
    return rattus_nobody_decides(position.held.get()[0])


def sweep(Position position not None, uint64_t most_states=1000000, *, bint joint=False, bint bracket=False, int player=-1, double seconds=0.0, Solver stopper=None):
    """The sweep of a position, as if it began now: (solved, states, wins, upper bounds, joint distribution of points).

    With `joint` the distribution is that of all players, or of one alone (the others have 0 points); see csrc/rattus/sweep.hpp.
    It is not solved either where the seconds (0: no bound) are over or the stopper is stopped.
    """
    require_ending(position)
    require_player(position, player)
    cdef Solver stopping = Solver() if stopper is None else stopper
    cdef SweepNumbers out
    with nogil:
        out = rattus_sweep(position.held.get()[0], most_states, joint, bracket, player, seconds, stopping.flag)
    return out.solved, out.states, list(out.wins), list(out.upper), [(tuple(item.first), item.second) for item in out.points]


def sweep_modulo(Position position not None, uint64_t prime, uint64_t most_states=1000000, *, bint joint=False, int player=-1, double seconds=0.0, Solver stopper=None):
    """The same modulo a prime below 2**61: (solved, wins, joint distribution of points)."""
    require_ending(position)
    require_player(position, player)
    if not 4096 < prime < 1 << 61:
        raise ValueError(f"prime: found {prime}, expected one above 4096 and below 2**61")
    cdef Solver stopping = Solver() if stopper is None else stopper
    cdef SweepResidues out
    with nogil:
        out = rattus_sweep_modulo(position.held.get()[0], most_states, prime, joint, player, seconds, stopping.flag)
    return out.solved, list(out.wins), [(tuple(item.first), item.second) for item in out.points]


def sweep_regions(Position position not None):
    """What the sweep does to each region that it can touch: [(region, [(losses, numerator, denominator)])], exact."""
    require_ending(position)
    return [
        (item.first, [(tuple(losses.losses), losses.numerator, losses.denominator) for losses in item.second])
        for item in rattus_sweep_regions(position.held.get()[0])
    ]


def evaluation_features(Position position not None):
    """For each player what the evaluation at the horizon knows about him (csrc/rattus/evaluation.hpp)."""
    require(position.rules)
    return rattus_features(position.held.get()[0])


def supply_left(Position position not None):
    """Share of the rat supply of the start that is left, 0 to 1."""
    require(position.rules)
    return rattus_supply_left(position.held.get()[0])


def ravage_distribution(Position position not None, int region, bint neutral=False):
    """Exact distribution of the losses when the rats lying in a region now are revealed: [(losses, (numerator, denominator))]."""
    sums = {}
    for losses, _, numerator, denominator in ravage_outcomes(position, region, neutral):
        sums[losses] = sums.get(losses, 0) + Fraction(numerator, denominator)
    return [(losses, (chance.numerator, chance.denominator)) for losses, chance in sums.items()]


def ravage_outcomes(Position position not None, int region, bint neutral=False):
    """The same together with the number of outbreaks: [(losses, outbreaks, numerator, denominator)]."""
    require(position.rules)
    if not 0 <= region < len(rattus_fields(position.held.get()[0]).cubes):
        raise ValueError(f"region {region} does not exist")
    out = rattus_ravage(position.held.get()[0], region, neutral)
    return [(tuple(item.losses), item.outbreaks, item.numerator, item.denominator) for item in out]
