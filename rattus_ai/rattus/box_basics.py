"""What the parts of the box share: letters and numbers of players."""

from __future__ import annotations

CLASS_LETTERS = "PBCKWRI"
SYMBOLS = "MA" + CLASS_LETTERS  # also the order in which the symbols of a token are written
PLAYER_COUNTS = (2, 3, 4, 5, 6)
MANY_PLAYERS = 5  # from here on North Africa, three rounds of set-up, eight cards (rules sections 7 and 9)
MOST_CARDS_IN_PLAY = 8
