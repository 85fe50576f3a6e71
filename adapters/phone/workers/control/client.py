"""Client of the control connection; implements `runtime.plugins.protocols.Control`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio

from adapters.phone.workers.control.message_connection import MessageConnection
from adapters.phone.workers.control.messages import ControlProtocolError, Message
from adapters.phone.workers.control.state_deltas import StateDeltaDecoder
from runtime.core.boundary import exhaustion
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout, TaskFault
from runtime.core.tasks import State
from runtime.plugins.protocols import Control

_ANSWER = 20.0
"""Seconds in which a worker answers: it may be painting for nine other phones first."""


class ControlClient:
    """One connection with one request at a time. A failed or cancelled request closes it; the next one reconnects."""

    def __init__(self, name: str, dial: Callable[[], Awaitable[MessageConnection]]) -> None:
        self._name = name
        self._dial = dial
        self._connection: MessageConnection | None = None
        self._turn = anyio.Lock(fast_acquire=True)
        self._decoder = StateDeltaDecoder()
        self.asked = 0
        """Number of requests made; a response is current as long as this does not change."""

    async def read(self) -> State:
        """Return the state of all apps; callers must not change it. Unchanged parts are the same objects as before."""
        return self._decode_state(await self._ask("read", since=self._decoder.name))

    async def reset(self, state: State, seed: int) -> None:
        """Reset the phone to the apps' defaults with `state` merged into them.

        Raises:
            TaskFault: the state does not fit the apps.
        """
        await self._ask("reset", seed=seed, state=state)

    async def tree(self) -> bytes:
        """Return the accessibility dump of the active window, as `uiautomator dump` writes it."""
        return (await self._ask("tree")).body

    async def look(self) -> tuple[bytes, State]:
        """Return the results of `tree` and `read` for one moment, in one message."""
        answer = await self._ask("look", since=self._decoder.name)
        size = int(answer.header["tree"])
        return answer.body[:size], self._decode_state(Message(answer.header, answer.body[size:]))

    async def screen_id(self) -> str:
        """Return the id of the current screen; equal ids mean equal pixels."""
        return str((await self._ask("screen_id")).header["screen_id"])

    async def screen(self, screen_id: str) -> tuple[int, int, str, bytes] | None:
        """Return width, height, digest and PNG of the screen with that id; None if the phone now shows another."""
        answer = await self._ask("screen", screen_id=screen_id)
        header = answer.header
        return (header["width"], header["height"], header["digest"], answer.body) if answer.body else None

    async def snapshot(self) -> str:
        """Snapshot the complete phone and return the snapshot's name."""
        return str((await self._ask("snapshot")).header["snapshot"])

    async def restore(self, snapshot: str) -> None:
        """Restore a snapshot."""
        await self._ask("restore", snapshot=snapshot)

    async def fork(self, snapshot: str) -> str:
        """Return a second name for a snapshot, which can be dropped independently."""
        return str((await self._ask("fork", snapshot=snapshot)).header["snapshot"])

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        """Return the state paths that differ between two snapshots."""
        return tuple((await self._ask("diff", before=before, after=after)).header["paths"])

    async def advance(self, ms: int) -> None:
        """Advance the virtual clock."""
        await self._ask("advance", ms=ms)

    async def export(self) -> bytes:
        """Return the complete phone, its shell included, as bytes that `load` of another phone accepts."""
        return (await self._ask("export")).body

    async def load(self, exported: bytes) -> None:
        """Make the phone equal to an exported one; an export of a headless phone brings a fresh shell.

        Raises:
            DeviceRefused: the bytes are damaged, or of another kind of phone or version; nothing has changed.
        """
        await self._ask("load", exported)

    async def digest(self) -> str:
        """Return a digest of the complete phone and its shell, except the clock."""
        return str((await self._ask("digest")).header["digest"])

    async def copy_to(self, other: Control) -> bool:
        """Return False: phones in worker processes are copied by `export` and `load`."""
        return False

    async def advance_and_identify(self, ms: int) -> str:
        """Advance the virtual clock and return the id of the screen after it, in one message."""
        return str((await self._ask("advance", ms=ms, screen_id=True)).header["screen_id"])

    async def apps(self) -> dict[str, str]:
        """Return the packages by launcher label."""
        return dict((await self._ask("apps")).header["apps"])

    async def aclose(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.aclose()

    def _decode_state(self, reading: Message) -> State:
        try:
            return self._decoder.take(reading)
        except ControlProtocolError as error:
            raise DeviceRefused(f"{self._name}: {error}") from error

    async def _ask(self, op: str, body: bytes = b"", **arguments: Any) -> Message:
        self.asked += 1
        async with self._turn:
            done = False
            try:
                with anyio.fail_after(_ANSWER):
                    answer = await self._exchange(Message({"op": op, **arguments}, body))
                done = True
            except TimeoutError:
                raise DeviceTimeout(f"{self._name}: the phone did not answer {op!r} within {_ANSWER:g} s") from None
            except OSError as error:
                if fault := exhaustion(error):
                    raise fault from error
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
        if self._connection is None:
            self._connection = await self._dial()
        return await self._connection.ask(request)

    async def _drop(self) -> None:
        with anyio.CancelScope(shield=True), anyio.move_on_after(1):
            await self.aclose()
