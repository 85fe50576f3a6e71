"""One phone and one reading of the committed suite for all tests of this room."""

from __future__ import annotations

import pytest

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import load, replay
from runtime.core.tasks import Suite


@pytest.fixture(scope="session")
def suite() -> Suite:
    """The committed suite."""
    return load()


@pytest.fixture(scope="session")
def pure_phone() -> Phone:
    """A phone in the pure world; every use resets it first."""
    return replay.phone()
