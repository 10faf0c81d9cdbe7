"""Files for an owner of the box to fill in: the shipped data with explanations."""

from __future__ import annotations

from collections import Counter

from rattus_ai.data_files.templates import head
from rattus_ai.rattus.box_basics import PLAYER_COUNTS
from rattus_ai.rattus.box_map import MapData, load_map
from rattus_ai.rattus.box_region_cards import RegionCardData, load_region_cards
from rattus_ai.rattus.box_tokens import TokenData, load_tokens

_MAP_HELP = """\
# name      one word of at most 24 letters. The usual names are known in five languages, others are allowed.
# group     smallest number of players with which the region is used: on the board the shade of its colour.
# not_with  larger numbers of players that leave it out all the same, for example [5]; optional.
# at        [x, y] of its centre for drawings: x to the east, y to the south, any unit.
"""

_EDGE_HELP = """\
# One line for every pair of neighbours. kind: "border" if the regions touch, "arrow" if an arrow joins them.
# Delete pairs that are not neighbours on your board, add those that are missing.
"""

_TOKEN_HELP = """\
# token  limit:SYMBOLS as printed. M majority, A all, P peasantry, B bourgeoisie, C church, K chivalry,
#        W magic, R royalty, I Islam. Any order of the letters; repeat a letter that is printed twice.
# count  how often this token exists in the list, 1 if left out.
# Quick way: write provenance = "stated" once, above the first list, then  normal = ["1:BC", "2:MBC", ...]
"""

_REGION_CARD_HELP = """\
# One line for each card. Cards of regions that a game does not use are left out by themselves.
# region     the region that is printed on the card.
# symbols    what is printed for the classes, one or two of P peasantry, B bourgeoisie, C church, K chivalry,
#            W magic, R royalty, I Islam; or "?".
# diplomats  how many are in the box; they are used with the Sultan.
"""


def templates() -> dict[str, str]:
    """Return the files for an owner to fill in, as file name -> text: the shipped data with explanations."""
    every = load_map(players=PLAYER_COUNTS[-1])
    hint = "hint position.json"
    return {
        "map.toml": _map_template(load_map(), "map.toml", "The map of my box", f"{hint} --map"),
        "tokens.toml": _token_template(
            load_tokens(), "tokens.toml", "The rat tokens of my box", f"{hint} --tokens"
        ),
        "map-africanus.toml": _map_template(
            every,
            "map-africanus.toml",
            "Both boards of my boxes: Europe and North Africa",
            "new --players 6 --map",
        ),
        "tokens-africanus.toml": _token_template(
            load_tokens(africanus=True),
            "tokens-africanus.toml",
            "The rat tokens of my box of Africanus",
            "new --players 6 --tokens",
        ),
        "region-cards.toml": _region_card_template(load_region_cards()),
    }


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _origin(provenance: str, note: str) -> str:
    return f'provenance = "{provenance}"' + (f", note = {_quoted(note)}" if note else "")


def _map_template(data: MapData, name: str, heading: str, use: str) -> str:
    lines = [head(heading=heading, name=name, use=use)]
    lines += [
        "schema = 1",
        'kind = "map"',
        'title = "My box"',
        f"players = {list(data.players)}",
        "",
        _MAP_HELP.rstrip(),
    ]
    lines.append("regions = [")
    for region in data.regions:
        called = f"{_quoted(region.name)},".ljust(12)
        left_out = f"not_with = {list(region.not_with)}, " if region.not_with else ""
        place = f"at = [{region.x:g}, {region.y:g}],".ljust(18)
        origin = _origin(region.provenance, region.note)
        lines.append(f"  {{ name = {called} group = {region.group}, {left_out}{place} {origin} }},")
    lines += ["]", "", _EDGE_HELP.rstrip(), "edges = ["]
    for edge in data.edges:
        pair = f"[{_quoted(edge.first)}, {_quoted(edge.second)}],".ljust(25)
        kind = f'"{edge.kind}",'.ljust(9)
        lines.append(f"  {{ between = {pair} kind = {kind} {_origin(edge.provenance, edge.note)} }},")
    return "\n".join([*lines, "]"]) + "\n"


def _token_template(data: TokenData, name: str, heading: str, use: str) -> str:
    lines = [head(heading=heading, name=name, use=use)]
    lines += ["schema = 1", 'kind = "tokens"', 'title = "My box"', "", _TOKEN_HELP.rstrip()]
    helps = (
        f"# The {len(data.starting)} starting tokens, with the ring.",
        f"# The {len(data.normal)} normal tokens.",
    )
    for key, tokens, text in (("starting", data.starting, helps[0]), ("normal", data.normal, helps[1])):
        lines += ["", text, f"{key} = ["]
        for token, count in Counter(tokens).items():
            face = f"{_quoted(token.face)},".ljust(11)
            lines.append(f"  {{ token = {face} count = {count}, {_origin(token.provenance, token.note)} }},")
        lines.append("]")
    lines += ["", "# removed: normal tokens taken out unseen at this number of players.", "setup = ["]
    for row in data.setup:
        lines.append(
            f'  {{ players = {row.players}, removed = {row.removed}, provenance = "{row.provenance}" }},'
        )
    return "\n".join([*lines, "]"]) + "\n"


def _region_card_template(data: RegionCardData) -> str:
    heading = head(
        heading="The region cards of my box of Africanus",
        name="region-cards.toml",
        use="new --players 6 --region-cards",
    )
    number = data.diplomats
    lines = [
        heading,
        "schema = 1",
        'kind = "region-cards"',
        'title = "My box"',
        "",
        _REGION_CARD_HELP.rstrip(),
    ]
    lines += [
        f'diplomats = {{ count = {number.count}, provenance = "{number.provenance}" }}',
        "",
        "cards = [",
    ]
    for card in data.cards:
        region = f"{_quoted(card.region)},".ljust(13)
        symbols = f"{_quoted(card.symbols)},".ljust(5)
        lines.append(f"  {{ region = {region} symbols = {symbols} {_origin(card.provenance, card.note)} }},")
    return "\n".join([*lines, "]"]) + "\n"
