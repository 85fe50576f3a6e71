"""Two virtual phones, shared by the tests of a module because starting them takes seconds."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from adapters.phone import open_phones
from runtime.plugins.protocols import Device


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One loop for all tests of a module, so that they can share a phone."""
    return "asyncio"


@pytest.fixture(scope="module")
async def phones() -> AsyncIterator[tuple[Device, ...]]:
    """Opens two phones."""
    async with open_phones("phone://2") as devices:
        yield tuple(devices)


@pytest.fixture
def phone(phones: tuple[Device, ...]) -> Device:
    """Returns the first phone."""
    return phones[0]
