# cython: language_level=3
"""Istanbul in the core: building rules, positions as plain values, questions about the grid, prices and ranks."""

from libc.stdint cimport uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr, unique_ptr
from libcpp.string cimport string
from libcpp.utility cimport move, pair
from libcpp.vector cimport vector

from rattus_ai._core.any_game cimport AnyPosition, AnyRules
from rattus_ai._core.engine cimport Position, Rules, position_of
from rattus_ai._core.fields cimport Field, dict_of_fields, fields_of_dict


cdef extern from "istanbul/rules_data.hpp" namespace "rattus_ai::istanbul" nogil:
    cdef cppclass GuildCardData:
        int lira
        int coffee
        int special

    cdef cppclass RulesData:
        int players
        cbool expansion
        vector[int] layout
        int ruby_target
        int max_rounds
        vector[int] start_lira
        vector[int] bonus
        vector[vector[int]] demand[2]
        vector[int] market_pay[2]
        vector[vector[int]] baksheesh
        int baksheesh_coffee
        vector[pair[int, int]] prizes
        vector[int] tavern_costs
        int barrier_cost
        vector[int] house_costs
        vector[GuildCardData] guild


cdef extern from "bridge/istanbul/game.hpp" namespace "rattus_ai::istanbul" nogil:
    vector[int] layout_at_random "rattus_ai::istanbul::random_layout"(cbool expansion, uint64_t seed) except +
    string layout_problem(const vector[int]& layout, cbool expansion) except +
    cbool allowed_at_random(const vector[int]& layout, cbool expansion) except +


cdef extern from "bridge/istanbul/game.hpp" namespace "rattus_ai::bridge" nogil:
    cdef cppclass IstanbulReach:
        vector[int] near, far, straight, corners, distance

    cdef cppclass IstanbulPrices:
        vector[int] palace
        int dealer, house

    shared_ptr[AnyRules] make_istanbul_rules(const RulesData& data, string& error) except +
    vector[Field] istanbul_fields(const AnyPosition& position) except +
    unique_ptr[AnyPosition] istanbul_position(const shared_ptr[AnyRules]& rules, const vector[Field]& fields, string& error) except +
    int istanbul_places(const AnyRules& rules) except +
    IstanbulReach istanbul_reach(const AnyRules& rules, int where, int barrier, cbool controls) except +
    vector[pair[int, int]] istanbul_edges(const AnyRules& rules) except +
    vector[vector[int]] istanbul_sales(const AnyRules& rules) except +
    vector[int] istanbul_ranks(const AnyPosition& position) except +
    IstanbulPrices istanbul_prices(const AnyPosition& position) except +
    vector[vector[float]] istanbul_features(const AnyPosition& position) except +
    float istanbul_progress(const AnyPosition& position)


def random_layout(bint expansion, uint64_t seed):
    """A layout that the rules allow to be dealt (1.3, 2.3), row by row; uniform among them, the same for the same seed."""
    return list(layout_at_random(expansion, seed))


def allowed_layout(list layout not None, bint expansion):
    """Whether a layout keeps to the rules for random layouts; ValueError where it is no layout at all."""
    cdef vector[int] places = layout
    problem = layout_problem(places, expansion)
    if problem.size():
        raise ValueError(problem.decode())
    return allowed_at_random(places, expansion)


def make_rules(*, int players, bint expansion, list layout, int ruby_target, int max_rounds, list start_lira, list bonus,
               list large, list small, list pay_large, list pay_small, list baksheesh, int baksheesh_coffee, list prizes,
               list tavern_costs, int barrier_cost, list house_costs, list guild):
    """The rules of one game from plain data; ValueError says what is wrong with them. See the stub file for the arguments."""
    cdef RulesData data
    cdef GuildCardData guild_card
    cdef string error
    cdef Rules rules = Rules.__new__(Rules)
    data.players = players
    data.expansion = expansion
    data.layout = layout
    data.ruby_target = ruby_target
    data.max_rounds = max_rounds
    data.start_lira = start_lira
    data.bonus = bonus
    data.demand[0] = large
    data.demand[1] = small
    data.market_pay[0] = pay_large
    data.market_pay[1] = pay_small
    data.baksheesh = baksheesh
    data.baksheesh_coffee = baksheesh_coffee
    data.prizes = [tuple(prize) for prize in prizes]
    data.tavern_costs = tavern_costs
    data.barrier_cost = barrier_cost
    data.house_costs = house_costs
    for lira, coffee, special in guild:
        guild_card.lira = lira
        guild_card.coffee = coffee
        guild_card.special = special
        data.guild.push_back(guild_card)
    cdef shared_ptr[AnyRules] built = make_istanbul_rules(data, error)
    if built.get() == NULL:
        raise ValueError(error.decode())
    recipe = (make_rules, dict(
        players=players, expansion=bool(expansion), layout=list(layout), ruby_target=ruby_target, max_rounds=max_rounds,
        start_lira=list(start_lira), bonus=list(bonus), large=[list(tile) for tile in large],
        small=[list(tile) for tile in small], pay_large=list(pay_large), pay_small=list(pay_small),
        baksheesh=[list(side) for side in baksheesh], baksheesh_coffee=baksheesh_coffee,
        prizes=[tuple(prize) for prize in prizes], tavern_costs=list(tavern_costs), barrier_cost=barrier_cost,
        house_costs=list(house_costs), guild=[tuple(card) for card in guild]))
    rules.adopt(built, recipe)
    return rules


cdef require(Rules rules):
    if rules is None or rules.game != "istanbul":
        raise ValueError("the rules are not those of Istanbul")


cdef int checked(str name, int value, int least, int most) except? -1:
    if not least <= value <= most:
        raise ValueError(f"{name}: found {value}, expected {least} to {most}")
    return value


def export_state(Position position not None):
    """The whole state as plain values; see the stub file for the fields."""
    require(position.rules)
    return dict_of_fields(istanbul_fields(position.held.get()[0]))


def import_state(Rules rules not None, dict fields not None, cls=None):
    """A position from the values that export_state gives; ValueError names the field that is wrong."""
    require(rules)
    cdef vector[Field] values = fields_of_dict(fields)
    cdef string error
    cdef unique_ptr[AnyPosition] built = istanbul_position(rules.held, values, error)
    return position_of(rules, move(built), error, cls)


def edges(Rules rules not None):
    """The edges on which the barrier may lie, as pairs of places, by their numbers."""
    require(rules)
    return [tuple(edge) for edge in istanbul_edges(rules.held.get()[0])]


def reach(Rules rules not None, int place, *, int barrier=-1, bint controls=False):
    """Where a merchant on a place may go, with the barrier on an edge (-1: none) that he controls or not.

    Lists of places: `near` with a normal move, `far` with the card for 3 or 4 places, `straight` with the movement
    tile (a normal move included), `corner` with that card; and the `distance` of each place.
    """
    require(rules)
    checked("place", place, 1, istanbul_places(rules.held.get()[0]))
    checked("barrier", barrier, -1, len(edges(rules)) - 1)
    cdef IstanbulReach out = istanbul_reach(rules.held.get()[0], place, barrier, controls)
    return {
        "near": list(out.near),
        "far": list(out.far),
        "straight": list(out.straight),
        "corner": list(out.corners),
        "distance": {number: steps for number, steps in enumerate(out.distance, 1)},
    }


def sales(Rules rules not None):
    """The goods of every sale as [red, green, yellow, blue], by the argument of the action `sell`."""
    require(rules)
    return istanbul_sales(rules.held.get()[0])


def ranks(Position position not None):
    """Ranks of the players as the position stands, 1 is best, ties share a rank (rules 1.7)."""
    require(position.rules)
    return list(istanbul_ranks(position.held.get()[0]))


def evaluation_features(Position position not None):
    """For each player what the evaluation at the horizon knows about him (csrc/istanbul/evaluation.hpp)."""
    require(position.rules)
    return istanbul_features(position.held.get()[0])


def progress(Position position not None):
    """Share of the rubies that end the game which the leader has, 0 to 1."""
    require(position.rules)
    return istanbul_progress(position.held.get()[0])


def prices(Position position not None):
    """What the next rubies cost: goods at the Palace (red, green, yellow, blue, any), Lira at the Dealer, coffee at the Coffee House; None: none left."""
    require(position.rules)
    cdef IstanbulPrices out = istanbul_prices(position.held.get()[0])
    return {
        "palace": list(out.palace) if out.palace.size() else None,
        "dealer": None if out.dealer < 0 else out.dealer,
        "house": None if out.house < 0 else out.house,
    }
