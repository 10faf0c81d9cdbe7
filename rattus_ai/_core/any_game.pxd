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
    cdef cppclass StopFlag
    cdef cppclass Solved
    cdef cppclass Closings

    cdef cppclass AnyRules:
        const char* game()
        int players() except +
        int action_count() except +
        int outcome_count() except +
        int max_game_length() except +
        int max_chance_nodes() except +
        int horizon() except +
        Description describe_action(int id) except +
        Description describe_outcome(int id) except +
        unique_ptr[AnyPosition] initial() except +

    cdef cppclass AnyPosition:
        unique_ptr[AnyPosition] clone() except +
        void assign(const AnyPosition& other) except +
        int to_act() except +
        int active_player() except +
        int turns() except +
        int turn_number() except +
        int legal_count() except +
        int legal(const uint16_t*& ids) except +
        int chance(vector[WeightedOutcome]& out) except +
        cbool apply(int id) except +
        void wins(double* values) except +
        void margins(double* values) except +
        uint64_t key(int player) except +
        unique_ptr[AnyPosition] view(int player) except +
        unique_ptr[AnyPosition] resample(int player, uint64_t seed) except +
        int missing(int player, vector[WeightedOutcome]& out) except +
        unique_ptr[AnyPosition] told(int player, int id) except +
        int sample_chance(uint64_t seed) except +
        int random_playout(uint64_t seed) except +
        int guided_playout(uint64_t seed) except +
        uint64_t playouts(uint64_t count, uint64_t seed, cbool guided) except +
        void outlook(uint64_t seed, uint64_t first, uint64_t count, int horizon, double* sums, double* squares) except +
        void evaluate(double* values) except +
        size_t state_size() except +
        string state_bytes() except +
        cbool load_state_bytes(const string& bytes) except +
        const vector[uint16_t]& history() except +
        void set_history(vector[uint16_t] history) except +
        unique_ptr[AnySearch] search(const Settings& settings) except +
        void solve(int lines, uint64_t most_positions, uint64_t most_work, double seconds, const StopFlag& stop, Solved& out) except +
        void closing(int lines, uint64_t samples, uint64_t seed, double seconds, const StopFlag& stop, Closings& out) except +
        cbool ended() except +


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
        cbool solver
        cbool control
        cbool steady
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
        vector[double] luck
        vector[double] luck_squares
        vector[double] products

    cdef cppclass StopFlag:
        # "raise" is a word of Python
        void halt "raise"()
        void lower()
        cbool raised()

    cdef cppclass AnySearch:
        void set_root(const AnyPosition& view) except +
        void clear() except +
        void restrict(const vector[int]& first, const vector[int]& turn) except +
        uint64_t run(uint64_t simulations, int threads, double seconds) except +
        uint64_t simulations() except +
        uint64_t steps() except +
        uint64_t nodes() except +
        vector[ActionStatistics] actions() except +
        vector[TurnStatistics] turns(int lines) except +
        vector[int] finished(const vector[int]& turn) except +
        uint64_t compare(const vector[vector[int]]& turns, uint64_t first, uint64_t count, int threads, double seconds, PairedSums& sums) except +
        vector[TurnStatistics] greedy(int lines) except +
        vector[TurnStatistics] expectimax(int lines, int depth, int width, cbool exact_chance, uint64_t nodes, double seconds, uint64_t& visited, uint64_t& cuts) except +
        StopFlag stop
