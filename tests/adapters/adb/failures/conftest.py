"""A tiny device on a TCP port, a relay in front of it, and an ear for what the loop would only have logged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from adapters.adb.daemon.server import Listener, listen_tcp
from adapters.adb.transport import dialing
from adapters.faults.proxy import FaultProxy, open_proxy
from tests.support.tinyphone import TinyPhone


@pytest.fixture
def phone() -> TinyPhone:
    """The device."""
    return TinyPhone()


@pytest.fixture
async def listener(phone: TinyPhone) -> AsyncIterator[Listener]:
    """It on a free TCP port."""
    async with listen_tcp("127.0.0.1", 0, phone) as listener:
        yield listener


@pytest.fixture
async def relay(listener: Listener) -> AsyncIterator[FaultProxy]:
    """The cable to it."""
    async with open_proxy(listener.port) as relay:
        yield relay


@pytest.fixture
async def in_a_hurry() -> None:
    """No limit on connections per second: these tests do not wait for their turn."""
    dialing.limit_dials(100_000)


@pytest.fixture
async def unheard() -> AsyncIterator[list[dict[str, Any]]]:
    """Exceptions that reach the loop's handler, from callbacks and tasks that were never awaited. None may."""
    loop = asyncio.get_running_loop()
    heard: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: heard.append(context))
    yield heard
    loop.set_exception_handler(None)
    assert heard == []
