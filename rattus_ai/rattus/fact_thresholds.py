"""What is worth a sentence. Each bound with its reason."""

from __future__ import annotations

from fractions import Fraction

NOTABLE_CUBES = Fraction(1, 4)
"""Least difference in cubes, on average, that is named. A quarter of a cube is what a token costs that
strikes one time in four; games are decided by whole cubes, so smaller differences would only hide these."""

MOST_CHANGES = 3
"""Most regions that a turn is said to protect or expose: a turn changes two or three at most by intent."""

MOST_DIFFERENCES = 4
"""Most differences of the second turn in one sentence: more cannot be kept in mind."""

MOST_CARDS = 2
"""Most cards held whose danger is named beside the one taken: the sentences are about this turn."""

RATS_A_TURN = 2
"""New rats that one turn brings at most (rules, section 3). With no more left in the supply than one turn of
each player can bring, the game may end before the mover is next."""

CUBES_A_TURN = 4
"""Cubes that the base cards let a player place in one turn at most: three rats and the Peasant. Who has no
more left can end the game with his next turn."""

MOST_STRIKES = 2
"""Most regions where the next strike is compared between two turns that leave the same cubes."""

SWEEP_STATES = 3_000
"""States of the sweep's computation that are allowed for a sentence: a hundredth of a second."""
