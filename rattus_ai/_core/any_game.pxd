# The C++ face of a game (csrc/bridge/any_game.hpp).
from libc.stdint cimport uint16_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport shared_ptr, unique_ptr
from libcpp.string cimport string
from libcpp.utility cimport pair
from libcpp.vector cimport vector


cdef extern from "search/game.hpp" namespace "rattus_ai::search" nogil:
    cdef struct WeightedOutcome:
        uint16_t id
        uint16_t weight


cdef extern from "bridge/any_game.hpp" namespace "rattus_ai::bridge" nogil:
    cdef cppclass Description:
        string verb
        vector[pair[string, int]] arguments

    cdef cppclass AnyPosition

    cdef cppclass AnyRules:
        const char* game()
        int players()
        int action_count()
        int outcome_count()
        int max_game_length()
        int max_chance_nodes()
        Description describe_action(int id)
        Description describe_outcome(int id)
        unique_ptr[AnyPosition] initial()

    cdef cppclass AnyPosition:
        unique_ptr[AnyPosition] clone()
        void assign(const AnyPosition& other)
        int to_act()
        int active_player()
        int turns()
        int turn_number()
        int legal_count()
        int legal(const uint16_t*& ids)
        int chance(vector[WeightedOutcome]& out)
        cbool apply(int id)
        void wins(double* values)
        void margins(double* values)
        uint64_t key(int player)
        unique_ptr[AnyPosition] view(int player)
        unique_ptr[AnyPosition] resample(int player, uint64_t seed)
        int sample_chance(uint64_t seed)
        int random_playout(uint64_t seed)
        int guided_playout(uint64_t seed)
        void evaluate(double* values)
        string state_bytes()
        cbool load_state_bytes(const string& bytes)
        const vector[uint16_t]& history()
        void set_history(vector[uint16_t] history)
