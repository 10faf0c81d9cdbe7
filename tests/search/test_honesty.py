"""Searches are deterministic, do not see what is hidden, stop when told, and keep within their memory."""

from __future__ import annotations

import math
import random
import threading
import time
from pathlib import Path

import pytest
from random_play import looked_at

import rattus_ai
from rattus_ai import Cancel, Limit, RattusAIError, analyse, load_game
from rattus_ai._core import rattus
from rattus_ai._core.search import Search
from rattus_ai.bots import parse_agent
from rattus_ai.positions import Position, View

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
METHODS = ["ismcts", "greedy", "expectimax"]
SHORT: dict[str, dict[str, int]] = {"ismcts": {}, "greedy": {}, "expectimax": {"depth": 1}}


def midgame(players: int, seed: int, turns: int = 8) -> Position:
    position = load_game("rattus", players=players).new_position(seed=seed)
    choose = random.Random(seed).choice
    while position.turn() < turns or position.is_chance():
        position.push(choose(position.legal_actions()))
    return position


def plain(analysis: rattus_ai.Analysis) -> list[tuple[object, ...]]:
    return [(line.actions, line.win, repr(line.errors), line.gap, line.share) for line in analysis.lines]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_same_seed_same_answer_on_any_number_of_threads(players: int) -> None:
    view = midgame(players, 3).view(midgame(players, 3).current_player())
    answers = [
        plain(analyse(view, Limit(simulations=3_000, threads=threads), seed=seed))
        for threads, seed in ((1, 1), (1, 1), (2, 1), (3, 1), (1, 2))
    ]
    assert answers[0] == answers[1] == answers[2] == answers[3]
    assert answers[0] != answers[4]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_hidden_never_changes_an_answer(method: str, players: int) -> None:
    position = looked_at(players)
    mover = position.current_player()
    tokens = set()
    answers = set()
    for seed in range(6):
        other = position.resample(mover, seed)
        tokens.add(str(rattus.export_state(other)["tracked"]))
        assert other.key(mover) == position.key(mover)
        assert other.legal_actions() == position.legal_actions()
        found = analyse(other.view(mover), Limit(simulations=1_500), method=method, **SHORT[method])
        answers.add(str(plain(found)))
    assert len(tokens) > 1, "nothing was hidden, so nothing was tested"
    assert len(answers) == 1


@pytest.mark.parametrize("agent", ["random", "greedy", "ismcts:200", "expectimax:1"])
def test_agents_do_not_see_what_is_hidden(agent: str) -> None:
    position = looked_at(3)
    mover = position.current_player()
    choices = {
        parse_agent(agent).make(7).choose(position.resample(mover, seed).view(mover)) for seed in range(6)
    }
    assert len(choices) == 1


def test_only_views_are_searched() -> None:
    position = midgame(3, 1)
    mover = position.current_player()
    for wrong in (position, position.view(mover).core, None, "view"):
        with pytest.raises(RattusAIError, match="expected the view"):
            analyse(wrong)  # type: ignore[arg-type]
        with pytest.raises(RattusAIError, match="expected the view"):
            rattus_ai.Bot("greedy").choose(wrong)  # type: ignore[arg-type]
    with pytest.raises(RattusAIError, match="has to decide"):
        analyse(position.view((mover + 1) % 3))


def test_the_core_reduces_whatever_it_is_given() -> None:
    """Even a full position handed to the core's search leaves what is hidden behind."""
    position = looked_at(3)
    mover = position.current_player()
    assert rattus.export_state(Search(position).root) == rattus.export_state(position.view(mover).core)


def test_numbers_are_honest() -> None:
    position = midgame(4, 5)
    analysis = analyse(position.view(position.current_player()), Limit(simulations=4_000), lines=4)
    assert sum(line.best_probability for line in analysis.lines) == pytest.approx(1.0)
    assert analysis.lines[0].gap == 0.0
    for line in analysis.lines:
        assert sum(line.win) == pytest.approx(1.0)
        assert line.samples > 100 and not line.exact
        assert all(0.0 <= error < 0.1 for error in line.errors)
        assert line.gap >= -4.0 * line.gap_error
    assert analysis.simulations <= 4_000 + 4


def test_cancelling_ends_a_search_at_once() -> None:
    position = midgame(4, 2)
    view = position.view(position.current_player())
    cancel = Cancel()
    stopped: list[float] = []

    def stop() -> None:
        time.sleep(0.3)
        stopped.append(time.perf_counter())
        cancel.cancel()

    thread = threading.Thread(target=stop)
    thread.start()
    analysis = analyse(view, Limit(seconds=600), cancel=cancel)
    ended = time.perf_counter()
    thread.join()
    assert analysis.reason == "cancelled"
    # The promise is 10 ms (measured by the benchmark); a loaded machine gets more here.
    assert ended - stopped[0] < 1.0
    for method in METHODS:
        early = analyse(view, Limit(seconds=600), cancel=cancel, method=method)
        assert early.reason == "cancelled"
        assert early.best.actions[0] in position.legal_actions()


def test_memory_is_bounded() -> None:
    position = midgame(4, 4)
    small = Search(position.view(position.current_player()).core, memory_mb=1)
    small.run(20_000)
    large = Search(position.view(position.current_player()).core, memory_mb=64)
    large.run(20_000)
    assert small.nodes < large.nodes
    assert small.nodes * 40 < 1 << 20
    assert sum(visits for _, visits, _, _ in small.actions()) > 15_000


def test_trees_are_reused_within_a_turn() -> None:
    position = midgame(3, 6)
    mover = position.current_player()
    search = Search(position.view(mover).core)
    search.run(4_000)
    actions, _, _, _ = search.turns(1)[0]
    before = search.actions()[0][1]
    position.push(actions[0])
    assert position.current_player() == mover
    search.set_root(position.view(mover).core)
    inherited = sum(visits for _, visits, _, _ in search.actions())
    assert 0 < inherited <= before + 1


def test_turns_are_legal_and_whole() -> None:
    for seed in range(5):
        position = midgame(3, seed)
        mover = position.current_player()
        number = position.turn_number()
        for method in METHODS:
            view = position.view(mover)
            for line in analyse(view, Limit(simulations=800), method=method, **SHORT[method]).lines:
                played = position.copy()
                for text in line.turn:
                    assert played.current_player() == mover
                    played.push(text)
                over = played.turn_number() != number or played.is_terminal()
                assert over or played.is_chance(), f"{line.text} is not a whole turn"
                assert line.losses is None or len(line.losses) == 3


def test_margins_are_in_cubes() -> None:
    position = midgame(2, 1)
    analysis = analyse(position.view(position.current_player()), Limit(simulations=2_000), objective="margin")
    for line in analysis.lines:
        assert line.win[0] == pytest.approx(-line.win[1], abs=1e-6)
        assert -20.0 <= line.win[0] <= 20.0


def test_how_many_lines_are_asked_for_does_not_decide_which_is_best() -> None:
    position = rattus_ai.read_position(EXAMPLES / "midgame-3p.json")
    view = position.view(position.current_player())
    values = [analyse(view, Limit(simulations=12_000), lines=lines).best.value for lines in (1, 2, 5)]
    assert max(values) - min(values) < 0.02


def test_one_bot_in_three_threads() -> None:
    """A bot may be asked from several threads; they take turns."""
    position = midgame(3, 1)
    view = position.view(position.current_player())
    bot = rattus_ai.Bot("ismcts:400")
    legal = view.legal_actions()
    answers: list[int] = []
    threads = [threading.Thread(target=lambda: answers.append(bot.choose(view))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 3 and set(answers) <= set(legal)


def test_time_is_kept() -> None:
    position = midgame(4, 1)
    start = time.perf_counter()
    analysis = analyse(position.view(position.current_player()), Limit(seconds=0.4))
    assert analysis.reason in ("seconds", "settled") and analysis.simulations > 100
    assert time.perf_counter() - start < 3.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "isnmcts"}, "did you mean|ismcts"),
        ({"objective": "winn"}, "win"),
        ({"playout": "x"}, "guided"),
        ({"lines": 0}, "lines"),
        ({"seed": -1}, "seed"),
        ({"depth": 1.5}, "depth"),
        ({"horizon": True}, "horizon"),
        ({"confidence": 1.0}, "confidence"),
        ({"confidence": "high"}, "confidence"),
    ],
)
def test_bad_arguments_name_themselves(arguments: dict[str, object], message: str) -> None:
    position = midgame(2, 1)
    with pytest.raises(RattusAIError, match=message):
        analyse(position.view(position.current_player()), **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "values",
    [
        {"simulations": 0},
        {"seconds": -1},
        {"threads": 0},
        {"memory_mb": 0},
        {"trees": 0},
        {"simulations": 1.5},
        {"simulations": True},
        {"seconds": math.inf},
    ],
)
def test_bad_limits_name_themselves(values: dict[str, object]) -> None:
    with pytest.raises(RattusAIError, match=next(iter(values))):
        Limit(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "greeedy",
        "ismcts:",
        "ismcts:-5",
        "ismcts:x",
        "ismcts:200,playout=odd",
        "ismcts:200,widht=3",
        "random:3",
        "expectimax:2,width",
        "expectimax:0",
        "ismcts:nan",
        "ismcts:0s",
        "ismcts:200,solver=maybe",
    ],
)
def test_bad_agents_name_themselves(text: str) -> None:
    if text == "ismcts:":
        assert parse_agent(text).make(1)
        return
    with pytest.raises(RattusAIError):
        parse_agent(text)


def test_importing_is_light() -> None:
    """`import rattus_ai` brings neither pyspiel nor anything else that is slow."""
    import subprocess
    import sys

    heavy = "{'pyspiel', 'numpy', 'networkx', 'rich', 'typer'}"
    code = f"import sys, rattus_ai; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_view_has_no_way_back() -> None:
    position = looked_at(3)
    view = position.view(position.current_player())
    assert isinstance(view, View) and not isinstance(view, Position)
    unknown = [
        kind for _, _, kind, seen, _ in rattus.export_state(view.core)["tracked"] if view.player not in seen
    ]
    assert unknown and set(unknown) == {-1}


def test_included_turns_are_compared_in_any_case():
    view = rattus_ai.read_position(EXAMPLES / "midgame-3p.json").view(0)
    odd = view.legal_texts()[-1]
    analysis = rattus_ai.analyse(view, rattus_ai.Limit(simulations=2000), lines=2, include=[[odd]])
    assert [line for line in analysis.lines if line.turn[0] == odd]
    assert len(analysis.lines) == 3
    again = rattus_ai.analyse(view, rattus_ai.Limit(simulations=2000), lines=2, include=[analysis.best.turn])
    assert [line.turn for line in again.lines] == [
        line.turn for line in analysis.lines if line.turn[0] != odd
    ]


def test_included_turns_that_cannot_be_played_are_named():
    view = rattus_ai.read_position(EXAMPLES / "midgame-3p.json").view(0)
    for turn, found in (([9999], "9999"), (["take nobody"], "nobody"), (["look turcia", "stop"], "stop")):
        with pytest.raises(rattus_ai.RattusAIError, match=found):
            rattus_ai.analyse(view, rattus_ai.Limit(simulations=100), include=[turn])
    with pytest.raises(rattus_ai.RattusAIError, match="greedy"):
        rattus_ai.analyse(view, method="greedy", include=[[view.legal_actions()[0]]])
