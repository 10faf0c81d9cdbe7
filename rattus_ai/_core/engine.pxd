from libcpp.memory cimport shared_ptr, unique_ptr
from libcpp.string cimport string

from rattus_ai._core.any_game cimport AnyPosition, AnyRules


cdef class Rules:
    cdef object __weakref__
    cdef shared_ptr[AnyRules] held
    cdef readonly str game
    cdef readonly int num_players
    cdef readonly int num_distinct_actions
    cdef readonly int max_chance_outcomes
    cdef readonly int max_game_length
    cdef readonly int max_chance_nodes
    cdef readonly int horizon
    cdef list identifiers      # the Python integers 0, 1, 2, ... made once
    cdef object recipe         # (callable, keyword arguments) that builds these rules again
    cdef void adopt(self, shared_ptr[AnyRules] rules, object recipe)


cdef class Position:
    cdef unique_ptr[AnyPosition] held
    cdef readonly Rules rules
    cdef void adopt(self, Rules rules, unique_ptr[AnyPosition] position)
    cdef object like(self, unique_ptr[AnyPosition] position)
    cpdef int current_player(self)
    cpdef list legal_actions(self)
    cpdef apply(self, long long action)


cdef Position position_of(Rules rules, unique_ptr[AnyPosition] built, const string& error, object cls)
