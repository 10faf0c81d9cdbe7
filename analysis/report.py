"""Pages and plots of the studies, and the index of them all.

A study writes its page with `write_page` and its plots with `write_plot`; `README.md` beside this file lists
every page with its question and its command. Command, after a page was edited or merged by hand:

    python analysis/report.py
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ANALYSIS = Path(__file__).parent
PAGES = ANALYSIS / "pages"
INDEX = ANALYSIS / "README.md"
WIDTH = 110
SCREEN = 200

INTRODUCTION = """\
# Studies

Each study is a script with one question. `--write` writes its result as a page with tables and plots in
[pages/](pages/); without it the tables are printed only. They need the library and matplotlib:

```sh
.venv/bin/pip install -e '.[plots]'
```

The games, the positions and all that is computed from them depend on the seed only, not on the machine and
not on `--jobs`; measured times depend on the machine.

The scripts named `fit_evaluation.py`, one for each game, have no page: they write the weights of its
evaluation, `evaluation_weights.hpp`. A folder here holds the studies of the game of that name.

This list is written by `python analysis/report.py` from the pages.
"""


@dataclass(frozen=True)
class Table:
    """A table with a title; every row has as many texts as there are columns."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Plot:
    """A plot that `write_plot` has written: its file name in the folder of the pages, and what it shows."""

    file: str
    caption: str


@dataclass(frozen=True)
class Page:
    """The result of a study.

    Attributes:
        name: of the script and of the page, without the suffix.
        documentation: the `__doc__` of the script: title, question, method, commands. See `sections`.
        command: what writes this very page, see `command_line`.
        settings: what the numbers depend on, such as seed, games and players.
        tables, plots: the result.
        says, does_not_say: sentences; only what the intervals support.
    """

    name: str
    documentation: str
    command: str
    settings: Mapping[str, str]
    tables: Sequence[Table]
    plots: Sequence[Plot]
    says: Sequence[str]
    does_not_say: Sequence[str]


@dataclass(frozen=True)
class Sections:
    """The parts of a script's documentation: title, question, and the paragraphs about the method."""

    title: str
    question: str
    method: Sequence[str]


def sections(documentation: str) -> Sections:
    """The title (first line), the question (next paragraph), the method (the rest up to an indented block).

    Raises:
        ValueError: there is no question.
    """
    paragraphs = re.split(r"\n(?:[ \t]*\n)+", textwrap.dedent(documentation).strip())
    if len(paragraphs) < 2 or paragraphs[1].startswith(" "):
        raise ValueError("documentation: found no second paragraph, expected the question of the study")
    title, question, *method = (
        " ".join(part.split()) for part in takewhile(lambda part: not part.startswith(" "), paragraphs)
    )
    return Sections(title.rstrip("."), question, method)


def command_line(script: str, arguments: argparse.Namespace) -> str:
    """The command of a study with all its options but `--jobs`, on which no result depends."""
    words = ["python", f"analysis/{script}.py"]
    for name, value in vars(arguments).items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif name != "jobs" and value is not None and value is not False:
            words += [option, " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)]
    return " ".join(words)


def page_text(page: Page) -> str:
    """The page as Markdown."""
    parts = sections(page.documentation)
    out = [f"# {parts.title}", _wrapped(parts.question), *map(_wrapped, parts.method)]
    out.append(f"```sh\n{page.command}\n```")
    out.append(_table_text(Table("", ("setting", "value"), list(page.settings.items()))))
    for table in page.tables:
        out += [f"## {table.title}", _table_text(table)]
    out += [f"![{plot.caption}]({plot.file})" for plot in page.plots]
    out += ["## What it says", _list_text(page.says)]
    out += ["## What it does not say", _list_text(page.does_not_say)]
    return "\n\n".join(out) + "\n"


def write_page(page: Page, folder: Path = PAGES) -> Path:
    """Writes the page, and the index in the folder above anew; the path of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{page.name}.md"
    path.write_text(page_text(page), encoding="utf-8")
    (folder.parent / INDEX.name).write_text(index_text(folder), encoding="utf-8")
    return path


def show(tables: Sequence[Table]) -> None:
    """Prints tables on standard output."""
    console = Console(width=SCREEN)
    for table in tables:
        shown = Shown(*table.columns, title=table.title)
        for row in table.rows:
            shown.add_row(*row)
        console.print(shown)


def index_text(folder: Path = PAGES) -> str:
    """The index: title, question and command of each page in the folder, in the order of their names.

    Raises:
        ValueError: a file there is no page of a study.
    """
    out = [INTRODUCTION.rstrip("\n")]
    for path in sorted(folder.glob("*.md")):
        found = re.match(
            r"# (.+)\n\n((?:.+\n)+)\n(?s:.*?)(```sh\n.+\n```)\n", path.read_text(encoding="utf-8")
        )
        if found is None:
            raise ValueError(f"{path.name}: found no title, question and command, expected a page of a study")
        title, question, command = found.groups()
        out.append(f"## [{title}]({folder.name}/{path.name})\n\n{question}\n{command}")
    return "\n\n".join(out) + "\n"


def require_matplotlib() -> None:
    """Ends the program with a message if matplotlib is missing; called before a long run, not after it."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        print(
            "error: plots: matplotlib is not installed, expected it for --write; "
            "pip install -e '.[plots]' installs it",
            file=sys.stderr,
        )
        raise SystemExit(2) from None


def write_plot(
    file: str,
    caption: str,
    draw: Callable[[Figure], None],
    size: tuple[float, float] = (7.0, 4.0),
    folder: Path = PAGES,
) -> Plot:
    """Draws a figure and writes it as SVG; the same figure gives the same bytes.

    Args:
        file: name in the folder, ending in `.svg`.
        caption: what it shows.
        draw: puts everything into the figure.
        size: width and height in inches.
        folder: where it goes.
    """
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    with matplotlib.rc_context({"svg.hashsalt": "rattus_ai", "svg.fonttype": "none"}):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        figure.savefig(folder / file, format="svg", metadata={"Date": None, "Creator": None})
    return Plot(file, caption)


def _wrapped(paragraph: str) -> str:
    return textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)


def _table_text(table: Table) -> str:
    lines = [table.columns, ["---"] * len(table.columns), *table.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _list_text(sentences: Sequence[str]) -> str:
    return "\n".join(
        textwrap.fill(
            f"* {sentence}", WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        )
        for sentence in sentences
    )


def main() -> None:
    """Writes the index."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    INDEX.write_text(index_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
