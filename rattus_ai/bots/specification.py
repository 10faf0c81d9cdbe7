"""Agents by text: `expert`, `random`, `greedy`, `ismcts:2000,horizon=5`, `ismcts:0.5s`, `expectimax:2`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rattus_ai.bots.agents import Agent, ExpectimaxAgent, GreedyAgent, IsmctsAgent, RandomAgent
from rattus_ai.bots.levels import LEVELS
from rattus_ai.errors import OptionError, listed, shown
from rattus_ai.limits import Limit
from rattus_ai.text.closest import closest, did_you_mean


def _on_or_off(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError(text)
    return text == "on"


_NAMES = ("random", "greedy", "ismcts", "expectimax")
_ISMCTS_SETTINGS: dict[str, Callable[[str], object]] = {
    "playout": str,
    "horizon": int,
    "exploration": float,
    "first_play_reduction": float,
    "objective": str,
    "solver": _on_or_off,
    "temperature": float,
}
_LIMIT_SETTINGS: dict[str, Callable[[str], object]] = {"threads": int, "trees": int, "memory_mb": int}
_RANGES: dict[str, tuple[float, float]] = {
    "horizon": (-1, 10_000),
    "exploration": (0.0, 1000.0),
    "first_play_reduction": (-1.0, 1.0),
    "temperature": (0.0, 100.0),
    "width": (0, 10_000),
    "nodes": (0, 10**12),
}
_GREEDY_WORK = 500
_NODES = 200_000
_NO_BOUND = 10**12
_EXPECTIMAX_SETTINGS: dict[str, Callable[[str], object]] = {"width": int, "nodes": int}


@dataclass(frozen=True)
class AgentSpecification:
    """An agent that can be made any number of times, each with its own seed.

    Attributes:
        text: as it was given.
        make: an agent with this seed.
        limit: what each of its decisions may spend; None where it does not search by simulations or seconds.
        work: about how many simulations a decision costs otherwise, 0 for next to nothing.
        asks_memory: whether its text says how much memory it takes.
    """

    text: str
    make: Callable[[int], Agent]
    limit: Limit | None = None
    work: int = 0
    asks_memory: bool = False


def parse_agent(text: str) -> AgentSpecification:
    """An agent from its text.

    A level (`rattus_ai.bots.levels`); `random`; `greedy`; `ismcts:N` with N simulations a decision or
    `ismcts:Ns` with N seconds, 2000 simulations if left out, settings `playout=guided|uniform`, `horizon=`,
    `exploration=`, `first_play_reduction=`, `objective=win|margin`, `solver=on|off` (exact ends of the game,
    on), `temperature=` (weaker play, `rattus_ai.bots.temperature`), `threads=`, `trees=`, `memory_mb=`;
    `expectimax:N` with N turns, 1 if left out, settings `width=`, `nodes=`.

    Raises:
        OptionError: the text is none of these, with the part that is wrong.
    """
    if not isinstance(text, str):
        raise OptionError("agent", f"found {shown(text)}, expected a text such as ismcts:2000")
    head, _, tail = text.strip().partition(",")
    name, _, budget = head.partition(":")
    name = name.strip().lower()
    if name in LEVELS:
        if budget or tail.strip():
            raise OptionError(
                "agent", f"found {shown(text)}, but {name} takes no settings: it is {LEVELS[name]}"
            )
        return replace(parse_agent(LEVELS[name]), text=name)
    if name not in _NAMES:
        names = (*LEVELS, *_NAMES)
        raise OptionError(
            "agent", f"found {shown(text)}, expected {listed(names)}{did_you_mean(closest(name, names))}"
        )
    settings: dict[str, str] = {}
    for part in tail.split(","):
        if part.strip():
            key, value = _setting(text, part)
            if key in settings:
                raise OptionError("agent", f"found {shown(key)} twice in {shown(text)}")
            settings[key] = value
    if name in ("random", "greedy"):
        if budget or settings:
            raise OptionError("agent", f"found {shown(text)}, but {name} takes no settings")
        if name == "random":
            return AgentSpecification(name, RandomAgent)
        return AgentSpecification(name, GreedyAgent, work=_GREEDY_WORK)
    if name == "expectimax":
        depth = _number(text, budget or "1", int)
        known = _known(text, settings, _EXPECTIMAX_SETTINGS)
        return AgentSpecification(
            text,
            lambda seed: ExpectimaxAgent(int(depth), seed=seed, **known),  # type: ignore[arg-type]
            work=int(known.get("nodes", _NODES)) or _NO_BOUND,  # type: ignore[call-overload]
        )
    if budget.endswith("s"):
        bound: dict[str, object] = {"seconds": _number(text, budget[:-1], float)}
    else:
        bound = {"simulations": int(_number(text, budget or "2000", int))}
    known = _known(text, settings, _ISMCTS_SETTINGS | _LIMIT_SETTINGS)
    bound |= {key: value for key, value in known.items() if key in _LIMIT_SETTINGS}
    rest = {key: value for key, value in known.items() if key in _ISMCTS_SETTINGS}
    limit = Limit(**bound)  # type: ignore[arg-type]
    for setting, allowed in (("playout", ("guided", "uniform")), ("objective", ("win", "margin"))):
        if setting in rest and rest[setting] not in allowed:
            raise OptionError(
                "agent",
                f"found {setting}={shown(rest[setting])} in {shown(text)}, expected {listed(allowed)}",
            )
    if rest.get("temperature") and rest.get("objective") == "margin":
        raise OptionError(
            "agent", f"found {shown(text)}, but a temperature is in shares of the win: objective=win"
        )
    return AgentSpecification(
        text,
        lambda seed: IsmctsAgent(limit, seed, **rest),  # type: ignore[arg-type]
        limit,
        asks_memory="memory_mb" in bound,
    )


def _setting(text: str, part: str) -> tuple[str, str]:
    key, equals, value = part.partition("=")
    if not equals or not value.strip():
        raise OptionError(
            "agent", f"found {shown(part.strip())} in {shown(text)}, expected a setting such as width=8"
        )
    return key.strip(), value.strip()


def _number(text: str, value: str, kind: Callable[[str], float]) -> float:
    try:
        number = kind(value)
    except ValueError:
        number = -1
    if not 0 < number < 1e9:
        raise OptionError(
            "agent", f"found {shown(value)} in {shown(text)}, expected a positive number below 1e9"
        )
    return number


def _known(
    text: str, settings: dict[str, str], kinds: dict[str, Callable[[str], object]]
) -> dict[str, object]:
    values: dict[str, object] = {}
    for key, value in settings.items():
        if key not in kinds:
            hint = did_you_mean(closest(key, kinds))
            raise OptionError(
                "agent", f"found the setting {shown(key)} in {shown(text)}, expected {listed(kinds)}{hint}"
            )
        low, high = _RANGES.get(key, (0, 0))
        try:
            values[key] = kinds[key](value)
            if key in _RANGES and not low <= values[key] <= high:  # type: ignore[operator]
                raise ValueError
        except ValueError:
            expected = "on or off" if kinds[key] is _on_or_off else "a number"
            if key in _RANGES:
                expected = f"a number from {low} to {high}"
            raise OptionError(
                "agent", f"found {key}={shown(value)} in {shown(text)}, expected {expected}"
            ) from None
    return values
