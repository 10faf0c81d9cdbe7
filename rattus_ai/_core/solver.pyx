# cython: language_level=3
"""Ends of games as proofs; a thin skin over ``csrc/bridge/any_solver.hpp``."""

from libc.stdint cimport uint64_t
from libcpp cimport bool as cbool
from libcpp.vector cimport vector

from rattus_ai._core.engine cimport Position


cdef extern from "bridge/any_solver.hpp" namespace "rattus_ai::bridge" nogil:
    cdef cppclass SolvedTurn:
        vector[int] actions
        vector[double] lower
        vector[double] upper
        cbool exact

    cdef cppclass SolvedStep:
        int player
        int id
        int equal
        cbool others_differ

    cdef cppclass Solved:
        cbool exact
        cbool full
        cbool stopped
        int effort
        uint64_t positions
        uint64_t ends
        vector[double] lower
        vector[double] upper
        vector[SolvedTurn] turns
        vector[SolvedStep] play

    cdef cppclass ClosingValue:
        vector[int] actions
        uint64_t samples
        uint64_t ending
        uint64_t exact
        cbool certain
        vector[double] lower
        vector[double] upper
        vector[double] values
        vector[double] squares

    cdef cppclass Closings:
        uint64_t found
        cbool stopped
        vector[ClosingValue] turns


def ended(Position position not None):
    """Whether the end of the game has come: what is left are final decisions and chance, or nothing."""
    return position.held.get().ended()


cdef class Solver:
    """Solves positions of one game; `stop` ends a running `solve` from another thread.

    Other questions about ends take a solver too, so that what stops it stops them.
    """

    def stop(self):
        self.flag.halt()

    @property
    def stopped(self):
        return self.flag.raised()

    def solve(self, Position position not None, int lines=5, uint64_t most_positions=1000000, double seconds=0.0, uint64_t most_work=0):
        """Brackets of the win probabilities of a position in which the game has ended but for its final decisions and chance.

        The position must be reduced to what its solver may know. Seconds and work 0: no bound; with a bound on the work and none
        on the seconds the answer is the same on every machine.
        """
        cdef Solved out
        if position.held.get().to_act() == -4:
            raise ValueError("the game is over")
        with nogil:
            position.held.get().solve(lines, most_positions, most_work, seconds, self.flag, out)
        return {
            "exact": out.exact,
            "full": out.full,
            "stopped": out.stopped,
            "effort": out.effort,
            "positions": out.positions,
            "ends": out.ends,
            "lower": list(out.lower),
            "upper": list(out.upper),
            "turns": [(list(turn.actions), list(turn.lower), list(turn.upper), turn.exact) for turn in out.turns],
            "play": [(step.player, step.id, step.equal, step.others_differ) for step in out.play],
        }

    def closing(self, Position position not None, int lines=8, uint64_t samples=64, uint64_t seed=1, double seconds=0.0):
        """The turns that may end the game now, sums over the samples that ended it; see csrc/search/closing.hpp."""
        cdef Closings out
        if position.held.get().to_act() < 0 or position.held.get().ended():
            raise ValueError("no player has a turn that could end the game")
        with nogil:
            position.held.get().closing(lines, samples, seed, seconds, self.flag, out)
        return {
            "found": out.found,
            "stopped": out.stopped,
            "turns": [
                {
                    "actions": list(turn.actions),
                    "samples": turn.samples,
                    "ending": turn.ending,
                    "exact": turn.exact,
                    "certain": turn.certain,
                    "lower": list(turn.lower),
                    "upper": list(turn.upper),
                    "values": list(turn.values),
                    "squares": list(turn.squares),
                }
                for turn in out.turns
            ],
        }
