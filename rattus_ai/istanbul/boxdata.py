"""The box of Istanbul with Mocha & Baksheesh as data, read from TOML and checked.

What is not certain about the printed game is data with a provenance, replaceable by a file of the user's own
(rules section 5). This module only gathers what others use; the work is done in ``box_*.py`` beside it.
"""

from rattus_ai.data_files.problems import DataError
from rattus_ai.data_files.templates import filled_in
from rattus_ai.istanbul.box_bonus import BonusCard, BonusData, load_bonus
from rattus_ai.istanbul.box_checks import KINDS, BoxData, check_files
from rattus_ai.istanbul.box_guild import PRIZES, GuildCard, GuildData, load_guild
from rattus_ai.istanbul.box_layouts import Layout, LayoutData, load_layouts, misplaced
from rattus_ai.istanbul.box_markets import MarketData, load_markets
from rattus_ai.istanbul.box_setup import SetupData, load_setup
from rattus_ai.istanbul.box_tables import (
    FILES,
    TEMPLATE_COMMAND,
    doubt_warning,
    load_parts,
    overview,
    tables,
)

__all__ = [
    "FILES",
    "KINDS",
    "PRIZES",
    "TEMPLATE_COMMAND",
    "BonusCard",
    "BonusData",
    "BoxData",
    "DataError",
    "GuildCard",
    "GuildData",
    "Layout",
    "LayoutData",
    "MarketData",
    "SetupData",
    "check_files",
    "doubt_warning",
    "load_bonus",
    "load_guild",
    "load_layouts",
    "load_markets",
    "load_parts",
    "load_setup",
    "misplaced",
    "overview",
    "tables",
    "templates",
]

_TEMPLATES = {
    "guild": "The guild cards, baksheesh tile and prizes of my box",
    "bonus-cards": "The bonus cards of my box",
    "markets": "The demand tiles of my box",
    "layouts": "My layouts",
}


def templates() -> dict[str, str]:
    """Return the files for an owner to fill in, as file name -> text: the shipped data with explanations."""
    use = "new --game istanbul --players 4 --option expansion=true --option"
    return {
        f"{name}.toml": filled_in(
            heading, f"{name}.toml", f"{use} {name.replace('-', '_')}=", "istanbul", f"{name}.toml"
        )
        for name, heading in _TEMPLATES.items()
    }
