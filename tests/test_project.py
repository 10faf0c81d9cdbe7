"""The project keeps its own promises: README, packaged files, and the layers of the architecture.

The table of layers is the one in README.md, lowest first. Each row may use itself and the rows above it,
except what its last column names.
"""

from __future__ import annotations

import ast
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rattus_ai.games import game_names

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

# Upwards, but only when a function is called or for types: a game makes its positions, schemas are written
# for every game. Imports when a module is loaded never go upwards.
LATE = {
    ("rattus_ai/games.py", "rattus_ai/positions.py"),
    ("rattus_ai/schemas/", "rattus_ai/games.py"),
    ("rattus_ai/schemas/", "rattus_ai/records.py"),
}


# --- README ---


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder_with_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder_with_examples")
@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_of_the_readme_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(blocks("python")[number], f"README.md, block {number + 1}", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.usefixtures("folder_with_examples")
def test_commands_of_the_readme_run(capfd: pytest.CaptureFixture[str]) -> None:
    import shlex

    from rattus_ai.cli.main import main

    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("rattus-ai ")]
    assert len(lines) >= 6
    for line in lines:
        if line.startswith("rattus-ai serve "):
            continue  # it does not end by itself; tests/protocol starts it as the pages say
        assert main(shlex.split(line)[1:]) == 0, (line, capfd.readouterr())


def test_the_readme_sets_up_with_one_command_each() -> None:
    lines = [
        line
        for line in README.splitlines()
        if line.startswith("python3 -m venv .venv && .venv/bin/pip install")
    ]
    hint, tests, *_ = lines
    assert re.fullmatch(r".* \. && \.venv/bin/rattus-ai hint (examples/\S+)", hint)
    assert (ROOT / hint.split()[-1]).is_file()
    assert tests.endswith("'.[test]' && .venv/bin/python -m pytest -n auto")


def test_the_readme_says_whose_game_it_is() -> None:
    words = " ".join(README.replace("*", "").split())
    assert "not affiliated with" in words and "no art and no rule text" in words


def test_links_of_the_readme_lead_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).exists(), target


# --- packaged files ---


def test_every_data_file_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    packaged = {
        file
        for package, patterns in settings["package-data"].items()
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    made = {".cpp", ".so", ".pyd", ".pyc"}  # by the build
    data = {
        file
        for file in (ROOT / "rattus_ai").rglob("*")
        if file.is_file() and file.suffix not in {".py"} | made and "__pycache__" not in file.parts
    }
    assert data and data - packaged == set()


def test_every_python_folder_is_a_package() -> None:
    folders = {file.parent for file in (ROOT / "rattus_ai").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []


# --- layers ---


@dataclass(frozen=True)
class Layer:
    names: tuple[str, ...]
    never: tuple[str, ...]


def layers() -> list[Layer]:
    table = README.split("| where | what | knows nothing of |", 1)[1].split("\n\n", 1)[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("| `")
    ]
    return [
        Layer(tuple(re.findall(r"`([^`]+)`", row[0])), tuple(re.findall(r"`([^`]+)`", row[2])))
        for row in rows
    ]


LAYERS = layers()


def unit(file: str) -> str:
    """The name in the table that a file belongs to, the longest one that fits."""
    names = [
        name
        for layer in LAYERS
        for name in layer.names
        if file == name or (name.endswith("/") and file.startswith(name))
    ]
    assert names, f"{file} belongs to no row of the table of layers in README.md"
    return max(names, key=len)


def height(name: str) -> int:
    return next(i for i, layer in enumerate(LAYERS) if name in layer.names)


def complaint(user: str, used: str) -> str | None:
    """What is wrong with one file using another; both as paths from the project's folder."""
    above, below = unit(user), unit(used)
    if above == below:
        return None
    if height(below) > height(above):
        return f"{user} uses {used}, which is higher up"
    never = next((name for name in LAYERS[height(above)].never if below.startswith(name)), None)
    return None if never is None else f"{user} uses {used}, but {above} knows nothing of {never}"


def sources(folder: str, *endings: str) -> list[str]:
    files = (file.relative_to(ROOT).as_posix() for file in (ROOT / folder).rglob("*"))
    return sorted(file for file in files if file.endswith(endings))


def assert_no_cycles(uses: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        pytest.fail("cycle: " + " -> ".join(error.args[1]))


def included(file: str, pattern: str = r'^\s*#\s*include\s+"([^"]+)"') -> set[str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    names = {f"csrc/{name}" for name in re.findall(pattern, text, flags=re.MULTILINE)}
    for name in names:
        assert (ROOT / name).is_file(), f"{file} includes {name}, which does not exist"
    return names


def test_the_table_is_complete() -> None:
    assert len(LAYERS) > 10
    for layer in LAYERS:
        for name in (*layer.names, *layer.never):
            assert (ROOT / name).exists(), f"{name} in README.md does not exist"
            assert (ROOT / name).is_dir() == name.endswith("/")
    for file in [*sources("csrc", ".hpp", ".cpp"), *sources("rattus_ai", ".py", ".pyx", ".pxd", ".toml")]:
        unit(file)


def test_includes_respect_the_layers() -> None:
    uses = {file: included(file) for file in sources("csrc", ".hpp", ".cpp")}
    assert [text for user, names in uses.items() for used in names if (text := complaint(user, used))] == []
    assert_no_cycles(uses)


def test_the_core_is_portable_and_knows_no_python() -> None:
    # Clocks, threads and files come in through the bridge; tools are programs.
    forbidden = re.compile(
        r"#\s*include\s*<(Python\.h|thread|mutex|atomic|chrono|fstream|iostream|filesystem)>|\bthrow\b"
    )
    core = {"csrc/util/", "csrc/search/game.hpp", "csrc/search/", *(f"csrc/{game}/" for game in game_names())}
    for file in sources("csrc", ".hpp"):
        if unit(file) in core:
            for number, line in enumerate((ROOT / file).read_text(encoding="utf-8").splitlines(), 1):
                code = line.split("//", 1)[0]
                assert not forbidden.search(code), f"{file}:{number}: {line.strip()}"


def test_cython_respects_the_layers() -> None:
    extern = r'^cdef extern from "([^"]+)"'
    for file in sources("rattus_ai", ".pyx", ".pxd"):
        for used in included(file, extern):
            assert (text := complaint(file, used)) is None, text


def module_file(name: str) -> str | None:
    """The file of a module of the library; None: it is no module (a name in one), or a compiled one."""
    path = name.replace(".", "/")
    for candidate in (f"{path}/__init__.py", f"{path}.py", f"{path}.pyx"):
        if (ROOT / candidate).is_file():
            return candidate
    return None


def imports(nodes: list[ast.stmt], late: bool = False) -> Iterator[tuple[str, bool]]:
    """Names that are imported, and whether that is only for types or when a function is called."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((name.name, late) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, "relative imports hide what is used"
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield (inner if module_file(inner) else node.module), late
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield from imports(node.body, True)
            yield from imports(node.orelse, late)
        else:
            inside = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                yield from imports(getattr(node, field, []), inside)


def library_imports(file: str) -> Iterator[tuple[str, bool]]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for name, late in imports(tree.body):
        if name.split(".")[0] == "rattus_ai":
            used = module_file(name)
            assert used is not None, f"{file} imports {name}, which does not exist"
            if used != file:
                yield used, late


def test_imports_respect_the_layers() -> None:
    wrong = []
    needed = set()
    at_once: dict[str, set[str]] = {}
    for file in sources("rattus_ai", ".py"):
        at_once[file] = set()
        for used, late in library_imports(file):
            if not late:
                at_once[file].add(used)
            elif (unit(file), unit(used)) in LATE:
                needed.add((unit(file), unit(used)))
                continue
            if text := complaint(file, used):
                wrong.append(text)
    assert wrong == []
    assert needed == LATE, "exceptions that nobody needs any more"
    assert_no_cycles(at_once)


def test_only_the_registry_names_a_game() -> None:
    """What is above the games knows none of them by name."""
    text = {file: (ROOT / file).read_text(encoding="utf-8") for file in sources("rattus_ai", ".py")}
    games = "|".join(game_names())
    naming = {file for file in text if re.search(rf"[\"']rattus_ai\.({games})\b", text[file])}
    assert naming == {"rattus_ai/registry.py"}


def test_the_default_game_has_one_name() -> None:
    """Who means the game that counts where none is named says so, instead of taking the first of a list."""
    first = re.compile(r"game_names\(\)\[0\]|next\(iter\(game_names\(\)\)\)")
    files = sources("rattus_ai", ".py")
    assert [file for file in files if first.search((ROOT / file).read_text(encoding="utf-8"))] == []


def test_the_check_finds_what_it_is_for() -> None:
    assert complaint("csrc/search/tree.hpp", "csrc/rattus/state.hpp") is not None
    assert complaint("csrc/rattus/state.hpp", "csrc/search/tree.hpp") is not None
    assert complaint("rattus_ai/rattus/game.py", "rattus_ai/analysis.py") is not None
    assert complaint("rattus_ai/cli/hint.py", "rattus_ai/analysis.py") is None
    assert {unit(name) for name in included("csrc/rattus/moves.hpp")} == {
        "csrc/rattus/",
        "csrc/search/game.hpp",
        "csrc/util/",
    }
    with pytest.raises(pytest.fail.Exception, match="cycle"):
        assert_no_cycles({"a": {"b"}, "b": {"a"}})
