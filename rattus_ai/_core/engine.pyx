# cython: language_level=3
"""Rules and positions of any game of the core; a thin skin over ``csrc/bridge/any_game.hpp``."""

import weakref

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from libc.stdint cimport uint16_t, uint64_t
from libcpp.memory cimport shared_ptr, unique_ptr
from libcpp.string cimport string
from libcpp.utility cimport move
from libcpp.vector cimport vector

from rattus_ai._core.any_game cimport AnyPosition, AnyRules, Description, WeightedOutcome

CHANCE = -1
TERMINAL = -4
cdef int MAX_PLAYERS = 16


cdef object described(Description description):
    arguments = []
    for pair in description.arguments:
        arguments.append((pair.first.decode(), pair.second))
    return description.verb.decode(), tuple(arguments)


# Rules that are alive, by what they were built from, so that unpickling gives the same object again.
_alive = weakref.WeakValueDictionary()


def _build_again(recipe):
    known = _alive.get(repr(recipe))
    if known is not None:
        return known
    build, arguments = recipe
    return build(**arguments)


cdef class Rules:
    """The rules of one game: data that no position changes. Build one with the game's module, not directly."""

    cdef void adopt(self, shared_ptr[AnyRules] rules, object recipe):
        self.held = rules
        self.game = rules.get().game().decode()
        self.num_players = rules.get().players()
        self.num_distinct_actions = rules.get().action_count()
        self.max_chance_outcomes = rules.get().outcome_count()
        self.max_game_length = rules.get().max_game_length()
        self.max_chance_nodes = rules.get().max_chance_nodes()
        self.horizon = rules.get().horizon()
        self.identifiers = list(range(max(self.num_distinct_actions, self.max_chance_outcomes)))
        self.recipe = recipe
        _alive.setdefault(repr(recipe), self)

    def describe_action(self, int action):
        """The verb of an action id and its arguments as pairs of kind and value."""
        if not 0 <= action < self.num_distinct_actions:
            raise ValueError(f"action {action}: ids run from 0 to {self.num_distinct_actions - 1}")
        return described(self.held.get().describe_action(action))

    def describe_outcome(self, int outcome):
        """The verb of a chance outcome id and its arguments as pairs of kind and value."""
        if not 0 <= outcome < self.max_chance_outcomes:
            raise ValueError(f"chance outcome {outcome}: ids run from 0 to {self.max_chance_outcomes - 1}")
        return described(self.held.get().describe_outcome(outcome))

    def __reduce__(self):
        return _build_again, (self.recipe,)

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self


def _restore(cls, Rules rules, bytes state, list history, object attributes):
    cdef Position position = cls.__new__(cls)
    cdef vector[uint16_t] ids = history
    position.adopt(rules, move(rules.held.get().initial()))
    if not position.held.get().load_state_bytes(state):
        raise ValueError("the pickled position was written by another build of rattus_ai")
    position.held.get().set_history(ids)
    if attributes:
        position.__dict__.update(attributes)
    return position


cdef class Position:
    """A position that changes as actions and chance outcomes are applied."""

    def __init__(self, Rules rules not None):
        self.adopt(rules, move(rules.held.get().initial()))

    cdef void adopt(self, Rules rules, unique_ptr[AnyPosition] position):
        self.rules = rules
        self.held = move(position)

    cdef object like(self, unique_ptr[AnyPosition] position):
        cls = type(self)
        cdef Position other = cls.__new__(cls)
        other.adopt(self.rules, move(position))
        attributes = getattr(self, "__dict__", None)
        if attributes:
            other.__dict__.update(attributes)
        return other

    cpdef int current_player(self):
        return self.held.get().to_act()

    def active_player(self):
        return self.held.get().active_player()

    def is_chance(self):
        return self.held.get().to_act() == CHANCE

    def is_terminal(self):
        return self.held.get().to_act() == TERMINAL

    def turn(self):
        return self.held.get().turns()

    def turn_number(self):
        return self.held.get().turn_number()

    cpdef list legal_actions(self):
        cdef const uint16_t* ids = NULL
        cdef int count = self.held.get().legal(ids)
        cdef list out = PyList_New(count)
        cdef list identifiers = self.rules.identifiers
        cdef int i
        for i in range(count):
            item = identifiers[ids[i]]
            Py_INCREF(item)
            PyList_SET_ITEM(out, i, item)
        return out

    def legal_count(self):
        return self.held.get().legal_count()

    def chance_weights(self):
        cdef vector[WeightedOutcome] outcomes
        self.held.get().chance(outcomes)
        return [(outcome.id, outcome.weight) for outcome in outcomes]

    cpdef apply(self, long long action):
        if not -1 <= action <= 0xffff or not self.held.get().apply(action):
            raise ValueError(f"{action} is not legal here")

    def history(self):
        return list(self.held.get().history())

    def returns(self):
        cdef double values[16]
        self.held.get().wins(values)
        return [values[p] for p in range(self.rules.num_players)]

    def margins(self):
        cdef double values[16]
        self.held.get().margins(values)
        return [values[p] for p in range(self.rules.num_players)]

    def evaluate(self):
        cdef double values[16]
        self.held.get().evaluate(values)
        return [values[p] for p in range(self.rules.num_players)]

    def key(self, int player):
        self.check_player(player)
        return self.held.get().key(player)

    def clone(self):
        return self.like(move(self.held.get().clone()))

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def assign(self, Position other not None):
        if self.rules is not other.rules:
            raise ValueError("the other position belongs to other rules")
        self.held.get().assign(other.held.get()[0])

    def view(self, int player):
        self.check_player(player)
        cdef Position out = Position.__new__(Position)
        out.adopt(self.rules, move(self.held.get().view(player)))
        return out

    def resample(self, int player, uint64_t seed):
        self.check_player(player)
        return self.like(move(self.held.get().resample(player, seed)))

    def missing_ways(self, int player):
        """What a player knows and the position does not hold: the next piece of it told in every way, with weights."""
        self.check_player(player)
        cdef vector[WeightedOutcome] found
        self.held.get().missing(player, found)
        ways = []
        cdef Position out
        for way in found:
            out = Position.__new__(Position)
            out.adopt(self.rules, move(self.held.get().told(player, way.id)))
            ways.append((out, way.weight))
        return ways

    def sample_chance(self, uint64_t seed):
        if self.held.get().to_act() != CHANCE:
            raise ValueError("no chance node: a player has to decide, or the game is over")
        return self.held.get().sample_chance(seed)

    def random_playout(self, uint64_t seed):
        cdef int steps
        with nogil:
            steps = self.held.get().random_playout(seed)
        return steps

    def guided_playout(self, uint64_t seed):
        cdef int steps
        with nogil:
            steps = self.held.get().guided_playout(seed)
        return steps

    def playouts(self, uint64_t count, uint64_t seed=1, bint guided=False):
        """Plays `count` games to the end from here, leaving this position as it is; actions and chance outcomes in all."""
        cdef uint64_t steps
        with nogil:
            steps = self.held.get().playouts(count, seed, guided)
        return steps

    def outlook(self, uint64_t count, *, uint64_t seed=1, uint64_t first=0, int horizon=-1):
        """Sums and sums of squares of the win vector over samples played on by the light policy; see csrc/search/outlook.hpp."""
        cdef double sums[16]
        cdef double squares[16]
        cdef int p
        for p in range(16):
            sums[p] = 0.0
            squares[p] = 0.0
        with nogil:
            self.held.get().outlook(seed, first, count, horizon, sums, squares)
        players = range(self.rules.num_players)
        return [sums[p] for p in players], [squares[p] for p in players]

    @property
    def state_size(self):
        """Bytes of one state in the core."""
        return self.held.get().state_size()

    def check_player(self, int player):
        if not -1 <= player < self.rules.num_players:
            raise ValueError(f"player {player}: expected 0 to {self.rules.num_players - 1}, or -1 for what everybody knows")

    def __reduce__(self):
        attributes = getattr(self, "__dict__", None)
        return _restore, (type(self), self.rules, self.held.get().state_bytes(), self.history(), attributes)


cdef Position position_of(Rules rules, unique_ptr[AnyPosition] built, const string& error, object cls):
    """What the importer of a game has built, as a Position or a class derived from it; its message as ValueError if it built nothing."""
    if built.get() == NULL:
        raise ValueError(error.decode())
    kind_of_position = Position if cls is None else cls
    cdef Position position = kind_of_position.__new__(kind_of_position)
    position.adopt(rules, move(built))
    return position
