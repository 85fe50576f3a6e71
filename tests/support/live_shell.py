"""Command lines on a phone's services that a test talks to while they run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

from adapters.adb.daemon.services import PartialResult, Result
from adapters.phone.workers.services import PhoneServices
from tests.support.demo import Nothing


class Keys:
    """Standard input that a test writes while the command runs."""

    def __init__(self) -> None:
        self._data = b""
        self._ended = False
        self._event = anyio.Event()

    def write(self, data: bytes) -> None:
        """Add bytes; b"" ends the input."""
        self._data += data
        self._ended |= not data
        self._event.set()

    async def wait(self) -> None:
        """See `services.Stdin`."""
        while not self._data and not self._ended:
            self._event = anyio.Event()
            await self._event.wait()

    def take(self) -> bytes:
        """See `services.Stdin`."""
        data, self._data = self._data, b""
        return data

    async def read(self) -> bytes:
        """See `services.Stdin`."""
        raise NotImplementedError

    async def read_exactly(self, size: int) -> bytes:
        """See `services.Stdin`."""
        raise NotImplementedError


class Talk:
    """A command that a test talks to."""

    def __init__(self, result: Result, keys: Keys) -> None:
        self.result = result
        self.keys = keys

    async def reply(self, data: bytes | None = None) -> bytes:
        """Write input, and return what the command writes next."""
        if data is not None:
            self.keys.write(data)
        assert isinstance(self.result, PartialResult)
        with anyio.fail_after(20):
            self.result = await self.result.rest()
        return bytes(self.result.stdout) + self.result.stderr


@asynccontextmanager
async def talking(services: PhoneServices, command: str) -> AsyncIterator[Talk]:
    """A running command; it is hung up at the end."""
    keys = Keys()
    talk = Talk(await services.shell(command, keys), keys)
    yield talk
    if isinstance(talk.result, PartialResult):
        talk.result.hang_up()


async def output(services: PhoneServices, command: str) -> str:
    """The output of a command that ends by itself."""
    result = await services.shell(command, Nothing())
    while isinstance(result, PartialResult):
        result = await result.rest()
    return bytes(result.stdout).decode()
