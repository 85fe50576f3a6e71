"""One phone and one copy of the committed suite, shared by all tests in this folder."""

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
    """A virtual phone without optional disturbances; every use resets it first."""
    return replay.phone()
