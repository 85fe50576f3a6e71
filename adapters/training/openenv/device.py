"""`openenv://HOST:PORT[/N]`: virtual phones that `serve-env` serves on another machine, as devices of this run.

The run here prepares, drives, records and judges as it does its own phones; only the phones are elsewhere. Each has a
WebSocket of its own. Once that is lost, the attempt is lost; the next one begins on another phone of the server.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import anyio
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.protocol import State as SocketState

from adapters.phone.workers.control.client import ControlClient
from adapters.phone.workers.control.messages import ControlProtocolError, Decoder, Message, encode
from adapters.training.openenv.address import TOKEN, PhonesAddress, parse_address
from runtime.core.actions import DEVICE_ACTIONS, Action
from runtime.core.boundary import exhaustion, translate_errors, unwrap_errors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused
from runtime.core.tasks import State
from runtime.plugins.protocols import ByteStream, Control, Device, DeviceInfo, Finding, Need
from runtime.plugins.specs import DeviceSpec
from runtime.screen.frames import Frame
from runtime.screen.frames.png import decode
from runtime.screen.tree import UiTree, parse

_CONNECT: Final = 20.0
"""Seconds until a phone must have been handed over."""
_MAX_ANSWER: Final = 96 << 20
"""Maximum size of an answer in bytes: a complete phone, or a screen."""
_AT_ONCE: Final = 16
"""Phones that are connected at once."""
_ACTIONS: Final[TypeAdapter[Action]] = TypeAdapter(Action)
_FRESH: Final = frozenset({"reset", "load", "probe"})
"""Operations after which it does not matter which phone it is, or what was done on it before."""


class PhoneConnection:
    """One WebSocket to a phone: one request at a time. Used by `ControlClient` as its connection."""

    def __init__(self, socket: ClientConnection, hello: Message) -> None:
        self.hello = hello
        self._socket = socket

    @classmethod
    async def dial(cls, address: PhonesAddress) -> PhoneConnection:
        """Connect, and wait until the server has handed over a phone.

        Raises:
            DeviceRefused: the token is wrong, or no phone is free.
            OSError: the server cannot be reached, or does not speak this protocol.
        """
        headers = {"Authorization": f"Bearer {os.environ.get(TOKEN, '')}"}
        try:
            with anyio.fail_after(_CONNECT):
                socket = await connect(
                    address.url,
                    additional_headers=headers,
                    compression=None,
                    proxy=None,
                    max_size=_MAX_ANSWER,
                    close_timeout=1,
                )
                connection = cls(socket, Message({}))
                try:
                    connection.hello = await connection._receive()
                except BaseException:
                    with anyio.CancelScope(shield=True):
                        await connection.aclose()
                    raise
        except InvalidStatus as error:
            raise DeviceRefused(_refusal(address, error)) from None
        except (InvalidHandshake, TimeoutError) as error:
            raise ConnectionRefusedError(f"no answer from serve-env: {str(error) or type(error).__name__}") from error
        header = connection.hello.header
        problem = header.get("error")
        if not problem and not {"screen", "features", "left"} <= header.keys():
            problem = "this is not serve-env"
        if problem:
            await connection.aclose()
            raise DeviceRefused(f"{address.host}:{address.port}: {problem}")
        return connection

    async def ask(self, request: Message) -> Message:
        """Send a request and wait for its answer. After cancellation the connection must not be used again.

        Raises:
            OSError: the connection is lost.
            ControlProtocolError: the answer is invalid.
        """
        try:
            await self._socket.send(encode(request))
        except WebSocketException as error:
            raise ConnectionResetError(f"the connection ended: {error}") from error
        return await self._receive()

    @property
    def is_closed(self) -> bool:
        """Whether the connection has ended, for instance because it was idle for too long."""
        return self._socket.state is not SocketState.OPEN

    async def aclose(self) -> None:
        """Close the connection."""
        await self._socket.close()

    async def _receive(self) -> Message:
        try:
            data = await self._socket.recv()
        except WebSocketException as error:
            raise ConnectionResetError(f"the connection ended: {error}") from error
        if isinstance(data, str):  # the server tells trainers and phones alike that it is full
            raise DeviceRefused(_error_message(data))
        messages = Decoder().receive(data)
        if len(messages) != 1:
            raise ControlProtocolError("not one message")
        return messages[0]


class RemoteControl(ControlClient):
    """The control connection of a phone on another machine, and the operations of a device.

    A new connection leads to another phone. So once it is lost, everything fails until the phone is reset or loaded.
    """

    def __init__(self, name: str, address: PhonesAddress, connection: PhoneConnection) -> None:
        async def dial() -> PhoneConnection:
            self._phone = await PhoneConnection.dial(address)
            return self._phone

        super().__init__(name, dial)
        self._connection = self._phone = connection

    async def request(self, op: str, **arguments: Any) -> Message:
        """Ask for an operation of the device."""
        return await self._ask(op, **arguments)

    async def look(self) -> tuple[bytes, State]:
        """Return the results of `tree` and `read` for one moment."""
        with translate_errors(DeviceRefused, self._name):
            return await super().look()

    async def _ask(self, op: str, body: bytes = b"", **arguments: Any) -> Message:
        if self._connection is not None and self._phone.is_closed:
            self._connection = None
        if self._connection is None and op not in _FRESH:
            raise DeviceLost(f"{self._name}: the connection to its server was lost")
        return await super()._ask(op, body, **arguments)


class RemotePhone:
    """Implements `runtime.plugins.protocols.Device` on a virtual phone of another machine."""

    def __init__(self, number: int, address: PhonesAddress, connection: PhoneConnection) -> None:
        hello = connection.hello.header
        name = f"{address.host}:{address.port}/{number}"
        width, height = hello["screen"]
        uri = f"openenv://{address.host}:{address.port}/1"
        self.info = DeviceInfo(name, uri, (width, height), virtual=True, features=tuple(hello["features"]))
        self._control = RemoteControl(name, address, connection)
        self.control: Control | None = self._control
        self._frame: Frame | None = None
        """The last frame that was sent."""

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """Return the views that are needed, as far as the phone has them."""
        with translate_errors(DeviceRefused, self.info.name):
            answer = await self._control.request("capture", needs=sorted(needs))
            size: int | None = answer.header.get("tree")
            tree = None if size is None else parse(answer.body[:size])
            return self._received(answer.header.get("frame"), answer.body[size or 0 :]), tree

    def _received(self, described: Sequence[Any] | None, png: bytes) -> Frame | None:
        if described is None:
            return None
        width, height, digest = described
        if png:
            self._frame = Frame.recalled(width, height, digest, png, lambda: decode(png).pixels)
        if self._frame is None or self._frame.digest != digest:
            raise DeviceRefused(f"{self.info.name}: the server did not send the screen {digest}")
        return self._frame

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Execute an action; returns the commands that the server sent to its phone."""
        if not isinstance(action, DEVICE_ACTIONS):
            raise DeviceRefused(f"{self.info.name} cannot do {action}")
        with translate_errors(DeviceRefused, self.info.name):
            answer = await self._control.request("perform", action=_ACTIONS.dump_python(action))
            return tuple(map(str, answer.header["commands"]))

    async def open(self, service: str) -> ByteStream:
        """Refuse to open a service.

        Raises:
            DeviceRefused: always.
        """
        raise DeviceRefused(f"{self.info.name} has no service {service!r}: programs cannot play on phones elsewhere")

    async def elapse(self, ms: int) -> None:
        await self._control.request("elapse", ms=ms)

    async def probe(self) -> None:
        """Check that a phone answers, over a new connection and on another phone if necessary."""
        await self._control.request("probe")

    async def aclose(self) -> None:
        await self._control.aclose()


@asynccontextmanager
async def open_phones(uri: str) -> AsyncIterator[Sequence[Device]]:
    """Yield the phones of a server.

    Raises:
        UsageError: the URI is malformed, or fewer phones are free than it names.
        DeviceFault: no phone can be opened.
    """
    address = parse_address(uri)
    connections = [await _dial(address)]
    try:
        count = address.count or 1 + int(connections[0].hello.header["left"])
        limiter = anyio.CapacityLimiter(_AT_ONCE)

        async def add() -> None:
            async with limiter:
                connections.append(await _dial(address))

        with unwrap_errors(DeviceFault):
            async with anyio.create_task_group() as group:
                for _ in range(count - 1):
                    group.start_soon(add)
        phones = [RemotePhone(number, address, connection) for number, connection in enumerate(connections)]
        connections.clear()
    finally:
        with anyio.CancelScope(shield=True):
            await _close_all(connections)
    try:
        yield phones
    finally:
        with anyio.CancelScope(shield=True):
            await _close_all(phones)


async def _close_all(things: Sequence[PhoneConnection | RemotePhone]) -> None:
    with anyio.move_on_after(3):
        async with anyio.create_task_group() as group:
            for thing in things:
                group.start_soon(thing.aclose)


async def _dial(address: PhonesAddress) -> PhoneConnection:
    try:
        return await PhoneConnection.dial(address)
    except (OSError, ControlProtocolError) as error:
        if fault := exhaustion(error):
            raise fault from error
        raise DeviceLost(f"openenv://{address.host}:{address.port} cannot be reached: {error}") from error


async def check(uri: str) -> Sequence[Finding]:
    """Borrow one phone of a server, for `doctor`."""
    address = parse_address(uri)
    try:
        connection = await _dial(address)
    except DeviceFault as fault:
        return [Finding(good=False, text=str(fault))]
    left = int(connection.hello.header["left"])
    await connection.aclose()
    return [Finding(good=True, text=f"{address.host}:{address.port} has {1 + left} free phones")]


def _refusal(address: PhonesAddress, error: InvalidStatus) -> str:
    where, status = f"{address.host}:{address.port}", error.response.status_code
    if status == 401:
        return f"{where} does not accept the token: set {TOKEN} to the one that serve-env printed"
    return f"{where} refused with HTTP status {status}: {_error_message(bytes(error.response.body or b''))}"


def _error_message(answer: str | bytes) -> str:
    """Return the message in an error of the server."""
    try:
        found = json.loads(answer)
        return str(found.get("data", found).get("message") or found.get("error"))[:300]
    except (ValueError, AttributeError):
        return "an answer that is no error of serve-env"


DEVICE: Final = DeviceSpec(open=open_phones, parse=parse_address, health_check=check)
