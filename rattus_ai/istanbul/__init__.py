"""Istanbul with Mocha & Baksheesh, the second game."""
