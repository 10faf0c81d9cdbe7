"""Slow, obvious implementations of the games' rules, to compare the engine with.

Each game has a package of its own, written from its rules alone, that knows nothing of the engine. Beside it
lies a module (`rattus_engine`, `istanbul_engine`) that puts the engine behind the same face, so that one test
can drive either; what these have in common is in `engine_face`.
"""
