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
    cdef cppclass AnySearch

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
        uint64_t playouts(uint64_t count, uint64_t seed, cbool guided)
        void evaluate(double* values)
        size_t state_size()
        string state_bytes()
        cbool load_state_bytes(const string& bytes)
        const vector[uint16_t]& history()
        void set_history(vector[uint16_t] history)
        unique_ptr[AnySearch] search(const Settings& settings)


cdef extern from "search/settings.hpp" namespace "rattus_ai::search" nogil:
    cdef enum class Objective(unsigned char):
        kWin
        kMargin

    cdef enum class Playout(unsigned char):
        kUniform
        kGuided

    cdef struct Settings:
        uint64_t seed
        int trees
        int memory_mb
        Objective objective
        Playout playout
        int horizon
        double exploration
        double first_play_reduction


cdef extern from "bridge/any_search.hpp" namespace "rattus_ai::bridge" nogil:
    cdef struct ActionStatistics:
        int action
        uint64_t visits
        cbool solved
        vector[double] values

    cdef struct TurnStatistics:
        vector[int] actions
        vector[double] values
        uint64_t visits
        cbool exact

    cdef cppclass PairedSums:
        uint64_t samples
        vector[double] sum
        vector[double] squares
        vector[double] products

    cdef cppclass StopFlag:
        # "raise" is a word of Python
        void halt "raise"()
        void lower()
        cbool raised()

    cdef cppclass AnySearch:
        void set_root(const AnyPosition& view)
        void clear()
        uint64_t run(uint64_t simulations, int threads, double seconds)
        uint64_t simulations()
        uint64_t steps()
        uint64_t nodes()
        vector[ActionStatistics] actions()
        vector[TurnStatistics] turns(int lines)
        vector[int] finished(const vector[int]& turn)
        uint64_t compare(const vector[vector[int]]& turns, uint64_t first, uint64_t count, int threads, double seconds, PairedSums& sums)
        vector[TurnStatistics] greedy(int lines)
        vector[TurnStatistics] expectimax(int lines, int depth, int width, cbool exact_chance, uint64_t nodes, double seconds, uint64_t& visited, uint64_t& cuts)
        StopFlag stop
