"""Small runs of the studies of hints."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest

import interval_coverage
import variance_reduction

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["interval_coverage", "variance_reduction"])
def test_a_small_run(name: str) -> None:
    """The same on any number of processes, but for measured times."""
    option = {"interval_coverage": "--reference", "variance_reduction": "--samples"}[name]
    command = [sys.executable, f"analysis/{name}.py", "--positions", "3", option, "200", "--seed", "5"]
    outputs = [
        subprocess.run(
            [*command, "--jobs", jobs], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for jobs in ("1", "2")
    ]
    cells = [[line.split("│")[:4] for line in output.splitlines() if "│" in line] for output in outputs]
    assert cells[0] == cells[1] and len(cells[0]) >= 3


def test_deviations() -> None:
    assert interval_coverage.deviation(0.5, 0.03, 0.4, 0.04) == pytest.approx(2.0)
    assert math.isnan(interval_coverage.deviation(0.5, 0.0, 0.5, 0.0))
    assert interval_coverage.deviation(0.5, 0.0, 0.4, 0.0) == math.inf
    assert interval_coverage.covered([0.0, 1.9, 2.0, -3.0]) == "50.0% of 4"


def test_factors_are_of_the_right_way() -> None:
    found = [variance_reduction.Comparison(2, (8.0, 4.0, 2.0, 1.0, 16.0), (1.0, 1.0, 2.0, 2.0, 1.0))]
    assert variance_reduction.factors(found, 0, 3).tolist() == [8.0]
    assert variance_reduction.factors(found, 4, 3).tolist() == [16.0]
    assert variance_reduction.factors(found, 0, 3, timed=True).tolist() == [4.0]
    assert (
        variance_reduction.row(
            "x", variance_reduction.factors(found, 0, 3), variance_reduction.factors(found, 0, 3)
        )[2]
        == "8.0"
    )
