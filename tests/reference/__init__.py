"""Slow, obvious implementations of the games' rules, to compare the engine with.

Each game has a package of its own, written from its rules alone. Only its module `engine`, which nothing else
there uses, knows the engine: it puts the engine behind the same face, so that one test can drive either. What
the games have in common is in `game_position` and `engine_face`.
"""
