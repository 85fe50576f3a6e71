"""What every test shares: one event loop backend, and a guard against blocking calls on it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from blockbuster import blockbuster_ctx
from hypothesis import HealthCheck, settings

from runtime.language.word_lists import read_word_lists

settings.register_profile("fast", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("deep", max_examples=2000, deadline=None)
settings.load_profile("fast")


# A shell starts a background job with Ctrl-C ignored, and every program that a test starts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: many tests wait for programs that they started."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def anyio_backend() -> str:
    """Everything runs on asyncio, the loop that the runtime is embedded in."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _word_lists() -> None:
    """Words are read from files before any loop runs, as a `Runtime` does when it opens."""
    read_word_lists()


@pytest.fixture(autouse=True)
def _no_blocking_calls() -> Iterator[None]:
    """A blocking call made by our code on a running loop fails the test."""
    with blockbuster_ctx(["runtime", "adapters", "judges"]):
        yield
