"""C++ headers with the weights of an evaluation, as the fits write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conditional_logit import Fit


def weights_header(
    script: str,
    namespace: str,
    features: Sequence[str],
    constant: tuple[str, str],
    change: tuple[str, str],
    rows: Mapping[str, Fit],
    after: Sequence[str] = (),
) -> str:
    """The text of a header.

    Args:
        script: the study that found the weights, from the top of the project.
        namespace: of the game in C++.
        features: names of the facts, in the order of the core.
        constant: name and meaning of the weights that always count.
        change: name and meaning of those that are added in proportion to how far the game is.
        rows: what each fit is for -> the fit, in the order of the table.
        after: lines after the table.
    """
    names = ", ".join(f"k{name}" for name in features)
    width = max(len(name) for name, _ in (constant, change))
    lines = [
        f"// Weights of the evaluation, written by {script}; see there how they were found.",
        "#pragma once",
        "",
        "#include <array>",
        "",
        f"namespace rattus_ai::{namespace} {{",
        "",
        f"enum Feature {{ {names}, kFeatures }};",
        "",
        "struct EvaluationWeights {",
        *(
            f"    std::array<float, kFeatures> {f'{name};':{width + 1}}  // {meaning}"
            for name, meaning in (constant, change)
        ),
        "};",
        "",
        "inline constexpr EvaluationWeights kEvaluationWeights[] = {",
    ]
    for what, found in rows.items():
        lines.append(f"    // {what}")
        lines.append(f"    {{{_numbers(list(found.constant))},")
        lines.append(f"     {_numbers(list(found.change))}}},")
    lines += ["};", "", *after, *[""] * bool(after), f"}}  // namespace rattus_ai::{namespace}", ""]
    return "\n".join(lines)


def _numbers(values: list[float]) -> str:
    """Weights as C++ writes them."""
    return "{" + ", ".join(f"{value:.3f}f" for value in values) + "}"
