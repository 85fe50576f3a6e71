"""The client of the hidden door: implements `runtime.plugins.protocols.Control`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from adapters.phone.workers.control.connection import Caller
from adapters.phone.workers.control.messages import ControlProtocolError, Message
from adapters.phone.workers.control.state_deltas import StateDeltaDecoder
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout, TaskFault
from runtime.core.tasks import State

_ANSWER = 20.0
"""Seconds in which a worker answers: it may be painting for nine other phones first."""


class ControlClient:
    """One connection; one request at a time. A broken or cancelled request closes it, and the next one dials again."""

    def __init__(self, name: str, dial: Callable[[], Awaitable[Caller]]) -> None:
        self._name = name
        self._dial = dial
        self._door: Caller | None = None
        self._turn = anyio.Lock(fast_acquire=True)
        self._heard = StateDeltaDecoder()
        self.asked = 0
        """How many requests were made: what one of them told is the newest while this does not change."""

    async def read(self) -> State:
        """State of all apps, not to be changed: what is as at the last reading is the same object."""
        return self._hear(await self._ask("read", since=self._heard.name))

    async def reset(self, state: State, seed: int) -> None:
        """Start afresh from the apps' defaults with `state` merged over them.

        Raises:
            TaskFault: the apps have no such state.
        """
        await self._ask("reset", seed=seed, state=state)

    async def tree(self) -> bytes:
        """The accessibility dump of the active window, as `uiautomator dump` would write it."""
        return (await self._ask("tree")).body

    async def look(self) -> tuple[bytes, State]:
        """What `tree` and `read` give, of one moment and in one message."""
        answer = await self._ask("look", since=self._heard.name)
        size = int(answer.header["tree"])
        return answer.body[:size], self._hear(Message(answer.header, answer.body[size:]))

    async def stamp(self) -> str:
        """Names what the phone would paint now; the same stamp, the same pixels."""
        return str((await self._ask("stamp")).header["stamp"])

    async def screen(self, stamp: str) -> tuple[int, int, str, bytes] | None:
        """Width, height, digest and PNG of the screen of that stamp; None if the phone shows another by now."""
        answer = await self._ask("screen", stamp=stamp)
        header = answer.header
        return (header["width"], header["height"], header["digest"], answer.body) if answer.body else None

    async def snapshot(self) -> str:
        """Keep the whole phone; the name of the copy."""
        return str((await self._ask("snapshot")).header["snapshot"])

    async def restore(self, snapshot: str) -> None:
        """Bring the phone back to a copy."""
        await self._ask("restore", snapshot=snapshot)

    async def fork(self, snapshot: str) -> str:
        """A second name for a copy, which may be dropped on its own."""
        return str((await self._ask("fork", snapshot=snapshot)).header["snapshot"])

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        """State paths that differ between two copies."""
        return tuple((await self._ask("diff", before=before, after=after)).header["paths"])

    async def advance(self, ms: int) -> None:
        """Let the virtual clock run."""
        await self._ask("advance", ms=ms)

    async def advanced(self, ms: int) -> str:
        """What `advance` does and `stamp` gives, in one message."""
        return str((await self._ask("advance", ms=ms, stamp=True)).header["stamp"])

    async def apps(self) -> dict[str, str]:
        """Package by launcher label."""
        return dict((await self._ask("apps")).header["apps"])

    async def aclose(self) -> None:
        """Hang up."""
        door, self._door = self._door, None
        if door is not None:
            await door.aclose()

    def _hear(self, reading: Message) -> State:
        try:
            return self._heard.take(reading)
        except ControlProtocolError as error:
            raise DeviceRefused(f"{self._name}: {error}") from error

    async def _ask(self, op: str, **arguments: Any) -> Message:
        self.asked += 1
        async with self._turn:
            done = False
            try:
                with anyio.fail_after(_ANSWER):
                    answer = await self._exchange(Message({"op": op, **arguments}))
                done = True
            except TimeoutError:
                raise DeviceTimeout(f"{self._name}: the phone did not answer {op!r} within {_ANSWER:g} s") from None
            except OSError as error:
                raise DeviceLost(f"{self._name}: the phone's process is gone ({op!r}: {error})") from error
            except ControlProtocolError as error:
                raise DeviceRefused(f"{self._name}: {error}") from error
            finally:
                if not done:
                    await self._drop()
        problem = answer.header.get("error")
        if problem:
            kind = TaskFault if answer.header.get("boundary") == TaskFault.boundary else DeviceRefused
            raise kind(f"{self._name}: {op} was refused: {problem}")
        return answer

    async def _exchange(self, request: Message) -> Message:
        if self._door is None:
            self._door = await self._dial()
        return await self._door.ask(request)

    async def _drop(self) -> None:
        with anyio.CancelScope(shield=True), anyio.move_on_after(1):
            await self.aclose()
