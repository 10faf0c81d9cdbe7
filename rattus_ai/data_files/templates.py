"""What the files for an owner of a game to fill in have in common, and how they are named in options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources

from rattus_ai.data_files.problems import DataError, Problem, show_value
from rattus_ai.data_files.toml_file import FilePath
from rattus_ai.text.closest import closest

_HEAD = """\
# {heading}
#
# Compare every line with your own box. Correct what differs, and where a line agrees with what is printed
# change its provenance to "stated". Then:   rattus-ai data check {name}
# and use it:                               rattus-ai {use}{name}
#
# provenance: stated    a rulebook or the printed component says it
#             review    a reviewer says it
#             inferred  it follows from something stated, or is the natural reading
#             stand-in  invented so that the software can run
"""


def head(heading: str, name: str, use: str) -> str:
    """Return the comment at the top of a file to fill in.

    Args:
        heading: what the file holds.
        name: of the file.
        use: words of a command that takes the file, up to its name.
    """
    return _HEAD.format(heading=heading, name=name, use=use if use.endswith("=") else f"{use} ")


def filled_in(heading: str, name: str, use: str, *shipped: str) -> str:
    """Return a shipped file, named by its path below ``rattus_ai/data``, as one to fill in."""
    text = resources.files("rattus_ai.data").joinpath(*shipped).read_text(encoding="utf-8")
    explained, _, rest = text.partition("\nschema = ")
    kept = [line for line in explained.splitlines() if not line.startswith("# provenance")]
    body = [line for line in rest.splitlines() if not line.startswith("title = ")]
    return "\n".join([head(heading, name, use), *kept, "", f"schema = {body[0]}", *body[1:]]) + "\n"


def known_players(players: int | None, known: Sequence[int]) -> None:
    """Check a number of players given for the data of a game; None is for all of them.

    Raises:
        DataError: it is none of the game.
    """
    if players is not None and players not in known:
        expected = f"one of {', '.join(map(str, known))}"
        raise DataError([Problem("--players", None, "", str(players), expected)])


def known_files(files: Mapping[str, FilePath], known: Sequence[str]) -> None:
    """Check the names under which files are given.

    Raises:
        DataError: a game has no such file; with close matches.
    """
    problems = [
        Problem(
            "options",
            None,
            "",
            f"the file {show_value(name)}",
            f"one of {', '.join(known)}",
            closest(name, known),
        )
        for name in files
        if name not in known
    ]
    if problems:
        raise DataError(problems)
