"""Searches in which some actions are left out: as the first of the turn, or anywhere in it."""

from __future__ import annotations

import pytest

from rattus_ai import Limit, analyse, load_game
from rattus_ai._core.engine import Position as CorePosition
from rattus_ai._core.search import Search
from rattus_ai.errors import IllegalTextError, OptionError, UnknownTextError
from rattus_ai.positions import Position, View, read_position


def view_of(name: str) -> View:
    position = read_position(f"examples/{name}.json")
    return position.view(position.current_player())


def turns_of(view: View) -> set[tuple[int, ...]]:
    """Every turn of the player to decide, by plain recursion."""
    found: set[tuple[int, ...]] = set()
    number, player = view.core.turn_number(), view.player

    def follow(position: CorePosition, turn: tuple[int, ...]) -> None:
        if position.current_player() != player or position.turn_number() != number:
            found.add(turn)
            return
        for action in position.legal_actions():
            after = position.clone()
            after.apply(action)
            follow(after, (*turn, action))

    follow(view.core, ())
    return found


@pytest.mark.parametrize("name", ["spread-4p", "opening-2p", "witch-2p", "final-round-4p"])
def test_every_turn_that_is_left_and_no_other_is_proposed(name: str) -> None:
    view = view_of(name)
    whole = turns_of(view)
    for action in view.legal_actions():
        left = {turn for turn in whole if action not in turn}
        if not left:
            continue
        found = analyse(view, Limit(simulations=400), lines=50, forbid=[action], solver=False)
        assert {line.actions for line in found.lines} <= left < whole
        only = analyse(view, Limit(simulations=400), lines=50, allow=[action], solver=False)
        assert {line.actions[0] for line in only.lines} == {action}
        assert {line.actions for line in only.lines} <= whole


def test_a_turn_is_worth_the_same_where_others_are_left_out() -> None:
    """The search below the first action is not restricted, so values agree within their errors."""
    view = view_of("midgame-3p")
    limit = Limit(simulations=6000)
    free = analyse(view, limit, lines=6, confidence=0.9999)
    compared = 0
    for line in free.lines[:3]:
        other = analyse(
            view, limit, lines=20, allow=[line.actions[0]], confidence=0.9999, include=[line.actions]
        )
        (same,) = [each for each in other.lines if each.actions == line.actions]
        error = (same.error**2 + line.error**2) ** 0.5
        assert abs(same.value - line.value) < 6 * error + 0.02
        compared += 1
    assert compared == 3


def test_what_is_left_is_searched_more() -> None:
    view = view_of("midgame-3p")
    worst = analyse(view, Limit(simulations=2000), lines=20).lines[-1]
    only = analyse(view, Limit(simulations=2000), lines=20, allow=[worst.actions[0]])
    same = [line.share for line in only.lines if line.actions == worst.actions]
    assert not same or (same[0] or 0) >= (worst.share or 0)


def test_nothing_left_out_changes_nothing() -> None:
    view = view_of("midgame-3p")
    limit = Limit(simulations=1500)
    plain = analyse(view, limit)
    every = analyse(view, limit, allow=view.legal_actions())
    assert [(line.turn, line.win, line.share) for line in plain.lines] == [
        (line.turn, line.win, line.share) for line in every.lines
    ]


def test_threads_do_not_change_the_answer() -> None:
    view = view_of("midgame-3p")
    answers = [
        analyse(view, Limit(simulations=3000, threads=threads), forbid=["take merchant", "plague germania"])
        for threads in (1, 2)
    ]
    assert answers[0].lines == answers[1].lines


def test_texts_may_name_what_comes_later_in_the_turn() -> None:
    view = view_of("midgame-3p")
    assert "plague germania" not in view.legal_texts()
    found = analyse(view, Limit(simulations=600), forbid=["plague germania", "Plague Polonia"])
    assert all(not {"plague germania", "plague polonia"} & set(line.turn) for line in found.lines)


def test_a_cancelled_search_still_leaves_out_what_is_forbidden() -> None:
    from rattus_ai import Cancel

    view = view_of("midgame-3p")
    cancel = Cancel()
    cancel.cancel()
    first = analyse(view, Limit(simulations=100), cancel=cancel).best.actions[0]
    other = analyse(view, Limit(simulations=100), cancel=cancel, forbid=[first])
    assert first not in other.best.actions


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"allow": ["done"]}, IllegalTextError, "done"),
        ({"allow": [9999]}, OptionError, "allow"),
        ({"forbid": [-1]}, OptionError, "no action of this game"),
        ({"forbid": ["nonsense"]}, UnknownTextError, "nonsense"),
        ({"forbid": [0], "method": "greedy"}, OptionError, "ismcts"),
        ({"allow": [0], "method": "expectimax"}, OptionError, "ismcts"),
    ],
)
def test_errors(settings: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        analyse(view_of("midgame-3p"), Limit(simulations=50), **settings)  # type: ignore[arg-type]


def test_something_must_be_left() -> None:
    view = view_of("midgame-3p")
    for settings in (
        {"forbid": view.legal_actions()},
        {"allow": [view.legal_actions()[0]], "forbid": [view.legal_actions()[0]]},
    ):
        with pytest.raises(OptionError, match="leaves no action"):
            analyse(view, Limit(simulations=50), **settings)  # type: ignore[arg-type]


def test_a_search_that_has_begun_is_not_restricted() -> None:
    position = load_game("rattus", players=2).new_position(seed=1)
    assert isinstance(position, Position)
    search = Search(position.view(0).core)
    with pytest.raises(ValueError, match="ids run from 0"):
        search.restrict([99999], [])
    search.run(5)
    with pytest.raises(ValueError, match="has begun"):
        search.restrict([], [0])
