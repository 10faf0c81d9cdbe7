"""Every option of a search has an effect with the method that is chosen, or an error says whose it is."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from rattus_ai import Limit, View, analyse, read_position
from rattus_ai.cli.hint import hint
from rattus_ai.errors import OptionError
from rattus_ai.methods import METHODS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
HINT = inspect.signature(hint).parameters

SETTINGS: dict[str, object] = {
    "playout": "uniform",
    "horizon": 2,
    "depth": 1,
    "width": 2,
    "include": [["take monk"]],
    "allow": ["take monk"],
    "forbid": ["take monk"],
    "confidence": 0.8,
    "solver": False,
}
"""Options of `analyse` that belong to some of the methods, each with a value that it has not of itself."""

EVERYWHERE = {"view", "limit", "lines", "seed", "method", "cancel", "on_progress", "progress_seconds"}
OBJECTIVE = {"objective"}

HINT_SETTINGS = {
    "simulations": "300",
    "seconds": "0.3",
    "horizon": "2",
    "depth": "1",
    "width": "2",
    "confidence": "0.95",
}
"""Options of `rattus-ai hint` likewise; they count although they may be what they are when left out."""

HINT_EVERYWHERE = {
    *("file", "player", "lines", "seed", "threads", "memory_mb", "method", "explain"),
    *("language", "game", "map_file", "tokens", "as_json"),
}


@pytest.fixture(scope="module")
def view() -> View:
    return read_position(EXAMPLES / "midgame-3p.json").view(0)


def test_no_option_is_forgotten() -> None:
    assert set(inspect.signature(analyse).parameters) == {*SETTINGS, *EVERYWHERE, *OBJECTIVE}
    assert set(HINT) == {*HINT_SETTINGS, *HINT_EVERYWHERE, *OBJECTIVE}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", SETTINGS)
def test_an_option_works_or_is_refused_by_name(method: str, name: str, view: View) -> None:
    limit = Limit(simulations=300)
    try:
        assert analyse(view, limit, method=method, **{name: SETTINGS[name]}).method == method  # type: ignore[arg-type]
    except OptionError as error:
        assert error.option == name and f"found method {method}" in error.problem
        (other,) = re.findall(r"only (\w+)", error.problem)
        assert other in METHODS and other != method
        assert analyse(view, limit, method=other, **{name: SETTINGS[name]}).method == other  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SETTINGS)
def test_some_method_refuses_what_belongs_to_another(name: str, view: View) -> None:
    refused = []
    for method in METHODS:
        try:
            analyse(view, Limit(simulations=300), method=method, **{name: SETTINGS[name]})  # type: ignore[arg-type]
        except OptionError:
            refused.append(method)
    assert len(refused) == len(METHODS) - 1


@pytest.mark.parametrize("method", METHODS)
def test_what_is_as_when_left_out_is_no_matter(method: str, view: View) -> None:
    plain = {name: each.default for name, each in inspect.signature(analyse).parameters.items()}
    left_out = {name: plain[name] for name in SETTINGS}
    assert analyse(view, Limit(simulations=300), method=method, **left_out).method == method


def test_the_lead_has_no_horizon_and_expectimax_no_lead(view: View) -> None:
    with pytest.raises(OptionError, match=r"^horizon: the lead has no evaluation.* found 2 with objective"):
        analyse(view, objective="margin", horizon=2)
    whole = analyse(view, Limit(simulations=300), objective="margin", horizon=-1)
    assert whole.horizon is None
    with pytest.raises(OptionError, match=r"^objective: expectimax knows probabilities of winning only"):
        analyse(view, method="expectimax", objective="margin")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", HINT_SETTINGS)
def test_the_command_refuses_what_it_would_not_use(
    method: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from rattus_ai.cli.main import main

    file = str(EXAMPLES / "midgame-3p.json")
    words = ["hint", file, "--method", method, "--lines", "1", "--json"]
    budget = [] if method == "greedy" or name in ("simulations", "seconds") else ["--simulations", "300"]
    status = main([*words, *budget, f"--{name}", HINT_SETTINGS[name]])
    captured = capsys.readouterr()
    belongs = {
        "depth": ("expectimax",),
        "width": ("expectimax",),
        "simulations": ("ismcts", "expectimax"),
        "seconds": ("ismcts", "expectimax"),
    }.get(name, ("ismcts",))
    assert (status, captured.out == "") == ((0, False) if method in belongs else (2, True))
    if method not in belongs:
        message = rf"{name}: only {' and '.join(belongs)} .*, found method {method}\n"
        assert re.fullmatch(message, captured.err)


def test_greedy_does_not_pretend_to_know_the_win(capsys: pytest.CaptureFixture[str]) -> None:
    from rattus_ai.cli.main import main

    words = ["hint", str(EXAMPLES / "midgame-3p.json"), "--method", "greedy", "--objective"]
    assert main([*words, "win"]) == 2
    assert capsys.readouterr().err == "objective: greedy knows the lead only (margin), found win\n"
    assert main([*words, "margin"]) == 0
