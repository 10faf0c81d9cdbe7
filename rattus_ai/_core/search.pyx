# cython: language_level=3
"""Searches of any game of the core; a thin skin over ``csrc/bridge/any_search.hpp``."""

import threading

from libc.stdint cimport uint64_t
from libcpp.memory cimport unique_ptr
from libcpp.utility cimport move
from libcpp.vector cimport vector

from rattus_ai._core.any_game cimport (
    ActionStatistics, AnySearch, Objective, PairedSums, Playout, Settings, TurnStatistics)
from rattus_ai._core.engine cimport Position

OBJECTIVES = ("win", "margin")
PLAYOUTS = ("uniform", "guided")


cdef list turn_list(vector[TurnStatistics] turns):
    return [(list(turn.actions), list(turn.values), turn.visits, turn.exact) for turn in turns]


cdef class PairedSamples:
    """Sums over samples of several turns on the same random numbers."""

    cdef PairedSums held
    cdef readonly int turns
    cdef readonly int players
    cdef readonly uint64_t first   # number of the first sample

    @property
    def samples(self):
        return self.held.samples

    def luck(self):
        """Per turn and player the sum of the luck that was taken off the values, and of its squares; the mean is zero."""
        return list(self.held.luck), list(self.held.luck_squares)

    def sums(self):
        """Per turn and player the sum of the values and of their squares; per pair of turns the sum of products of own values."""
        return list(self.held.sum), list(self.held.squares), list(self.held.products)


cdef class Search:
    """Trees over what the players know, grown from a view of the player to act.

    What the settings mean stands in ``csrc/search/settings.hpp``.
    """

    cdef unique_ptr[AnySearch] held
    cdef readonly Position root
    cdef object lock           # one thread at a time; stop() needs no turn

    def __cinit__(self, *arguments, **settings):
        self.lock = threading.RLock()

    def __init__(self, Position view not None, *, uint64_t seed=1, int trees=1, int memory_mb=256, str objective="win",
                 str playout="guided", int horizon=-1, bint solver=True, bint control=True, bint steady=True, double exploration=0.8, double first_play_reduction=0.1):
        if objective not in OBJECTIVES:
            raise ValueError(f"objective: found {objective!r}, expected one of {', '.join(OBJECTIVES)}")
        if playout not in PLAYOUTS:
            raise ValueError(f"playout: found {playout!r}, expected one of {', '.join(PLAYOUTS)}")
        if not 1 <= trees <= 1024:
            raise ValueError(f"trees: found {trees}, expected 1 to 1024")
        if not 1 <= memory_mb <= 1 << 20:
            raise ValueError(f"memory_mb: found {memory_mb}, expected 1 to 1048576")
        cdef Settings settings
        settings.seed = seed
        settings.trees = trees
        settings.memory_mb = memory_mb
        settings.objective = Objective.kMargin if objective == "margin" else Objective.kWin
        settings.playout = Playout.kUniform if playout == "uniform" else Playout.kGuided
        settings.horizon = horizon
        settings.solver = solver
        settings.control = control
        settings.steady = steady
        settings.exploration = exploration
        settings.first_play_reduction = first_play_reduction
        self.held = move(view.held.get().search(settings))
        self.set_root(view)

    def set_root(self, Position view not None):
        """Searches on from another view of the same game; statistics of positions met before stay."""
        cdef int player = view.held.get().to_act()
        if player < 0:
            raise ValueError("no player has to decide in this position")
        if self.root is not None and view.rules is not self.root.rules:
            raise ValueError("the view belongs to other rules")
        # Whatever is handed in, only what the player to act may know is kept.
        with self.lock:
            self.root = Position.view(view, player)
            self.held.get().set_root(self.root.held.get()[0])

    def clear(self):
        with self.lock:
            self.held.get().clear()

    def restrict(self, list first, list turn):
        """Ids of actions that are not considered as the first of the turn, and anywhere in it; see csrc/search/restriction.hpp."""
        cdef vector[int] first_ids = first
        cdef vector[int] turn_ids = turn
        for action in (*first, *turn):
            if not 0 <= action < self.root.rules.num_distinct_actions:
                raise ValueError(f"action {action}: ids run from 0 to {self.root.rules.num_distinct_actions - 1}")
        with self.lock:
            if self.held.get().simulations():
                raise ValueError("a search that has begun cannot be restricted")
            self.held.get().restrict(first_ids, turn_ids)

    def run(self, uint64_t simulations, int threads=1, double seconds=0.0):
        cdef uint64_t done
        with self.lock, nogil:
            done = self.held.get().run(simulations, threads, seconds)
        return done

    def stop(self):
        """Ends a running search from another thread, within a few simulations."""
        self.held.get().stop.halt()

    def resume(self):
        self.held.get().stop.lower()

    @property
    def stopped(self):
        return self.held.get().stop.raised()

    @property
    def simulations(self):
        return self.held.get().simulations()

    @property
    def steps(self):
        return self.held.get().steps()

    @property
    def nodes(self):
        return self.held.get().nodes()

    def actions(self):
        """Most visited first: (action, visits, solved, mean value of each player)."""
        with self.lock:
            return [(item.action, item.visits, item.solved, list(item.values)) for item in self.held.get().actions()]

    def turns(self, int lines):
        """Most visited first: (actions, mean value of each player, visits, exact)."""
        with self.lock:
            return turn_list(self.held.get().turns(lines))

    def finished(self, list turn):
        """A turn with the decisions that are left in it added, each the most promising by the priors of the game."""
        self.check_turn(turn)
        return list(self.held.get().finished(turn))

    def greedy(self, int lines=1):
        """Best expected lead first: (actions, expected lead of each player, 0, exact)."""
        cdef vector[TurnStatistics] out
        with self.lock, nogil:
            out = self.held.get().greedy(lines)
        return turn_list(out)

    def expectimax(self, int lines=1, *, int depth=1, int width=0, bint exact_chance=False, uint64_t nodes=0, double seconds=0.0):
        """Turns as `turns` gives them, visited nodes, cuts. No turns where it was stopped."""
        cdef uint64_t visited = 0
        cdef uint64_t cuts = 0
        cdef vector[TurnStatistics] out
        with self.lock, nogil:
            out = self.held.get().expectimax(lines, depth, width, exact_chance, nodes, seconds, visited, cuts)
        return turn_list(out), visited, cuts

    def paired(self, turns, uint64_t first=0):
        """An empty collection of samples for these turns; different numbers of the first sample give fresh random numbers."""
        cdef PairedSamples samples = PairedSamples.__new__(PairedSamples)
        samples.turns = len(turns)
        samples.first = first
        samples.players = self.root.rules.num_players
        return samples

    def compare(self, list turns, PairedSamples samples not None, uint64_t count, int threads=1, double seconds=0.0):
        """Adds up to `count` samples of each turn to the collection; returns how many were added."""
        cdef vector[vector[int]] lines = turns
        cdef uint64_t first = samples.first + samples.held.samples
        cdef uint64_t done
        if lines.size() != <size_t>samples.turns:
            raise ValueError("the samples belong to another list of turns")
        for turn in turns:
            self.check_turn(turn)
        with self.lock, nogil:
            done = self.held.get().compare(lines, first, count, threads, seconds, samples.held)
        return done

    cdef check_turn(self, list turn):
        cdef Position position = self.root.clone()
        for action in turn:
            if position.held.get().to_act() < 0:
                raise ValueError("a turn ends where chance or the end of the game begins")
            position.apply(action)
