"""What the parts of the box share: letters, numbers of players, and where the shipped files are."""

from __future__ import annotations

from rattus_ai.data_files import toml_file

CLASS_LETTERS = "PBCKWRI"
SYMBOLS = "MA" + CLASS_LETTERS  # also the order in which the symbols of a token are written
PLAYER_COUNTS = (2, 3, 4, 5, 6)
MANY_PLAYERS = 5  # from here on North Africa, three rounds of set-up, eight cards (rules sections 7 and 9)
MOST_CARDS_IN_PLAY = 8


def read_shipped(*names: str) -> toml_file.TomlFile:
    """Read a TOML file of the package, named by its path below ``rattus_ai/data/rattus``."""
    return toml_file.read_shipped("rattus", *names)
