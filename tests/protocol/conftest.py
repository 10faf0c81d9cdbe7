from __future__ import annotations

from collections.abc import Iterator

import pytest
from services import Http, Lines


@pytest.fixture(scope="session")
def http() -> Iterator[Http]:
    """A service over HTTP for all tests that do not end it."""
    pytest.importorskip("uvicorn")
    pytest.importorskip("websockets")
    with Http("--threads", "2") as service:
        yield service


@pytest.fixture
def lines() -> Iterator[Lines]:
    """A service over lines."""
    with Lines("--threads", "2") as service:
        yield service
