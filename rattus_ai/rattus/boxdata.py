"""The boxes of Rattus as data, read from TOML and checked: maps, rat tokens, class cards, sets, region cards.

What is not certain about the printed game is data with a provenance, replaceable by a file of the
user's own (rules section 1). The files shipped with the package are read when no path is given.
Every problem of a file is found and reported in one go: a :class:`DataError` names for each the file,
the line, what was found, what was expected, and close matches for misspelt names.

This module only gathers what others use; the work is done in ``box_*.py`` beside it and, where it does not
depend on the game, in ``rattus_ai/data_files``.
"""

from rattus_ai.data_files.checker import SCHEMA, Checker
from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.provenance import Provenance, doubt_warning
from rattus_ai.data_files.reports import Report, Table
from rattus_ai.data_files.toml_file import TomlFile
from rattus_ai.data_files.toml_lines import KeyPath, toml_lines
from rattus_ai.rattus.box_basics import CLASS_LETTERS, PLAYER_COUNTS, SYMBOLS
from rattus_ai.rattus.box_cards import Card, CardData, load_cards
from rattus_ai.rattus.box_checks import (
    KINDS,
    BoxData,
    check_files,
    check_region_cards,
    check_together,
    load_any,
)
from rattus_ai.rattus.box_map import Edge, MapData, Region, load_map
from rattus_ai.rattus.box_region_cards import (
    ANY_CLASS,
    Diplomats,
    RegionCard,
    RegionCardData,
    load_region_cards,
)
from rattus_ai.rattus.box_sets import CardSet, SetData, load_sets
from rattus_ai.rattus.box_tables import load_parts, overview, tables
from rattus_ai.rattus.box_templates import templates
from rattus_ai.rattus.box_tokens import Setup, Token, TokenData, load_tokens

__all__ = [
    "ANY_CLASS",
    "CLASS_LETTERS",
    "KINDS",
    "PLAYER_COUNTS",
    "SCHEMA",
    "SYMBOLS",
    "BoxData",
    "Card",
    "CardData",
    "CardSet",
    "Checker",
    "DataError",
    "Diplomats",
    "Edge",
    "KeyPath",
    "MapData",
    "Problem",
    "Provenance",
    "Region",
    "RegionCard",
    "RegionCardData",
    "Report",
    "SetData",
    "Setup",
    "Table",
    "Token",
    "TokenData",
    "TomlFile",
    "check_files",
    "check_region_cards",
    "check_together",
    "doubt_warning",
    "load_any",
    "load_cards",
    "load_map",
    "load_parts",
    "load_region_cards",
    "load_sets",
    "load_tokens",
    "overview",
    "show_value",
    "tables",
    "templates",
    "toml_lines",
]
