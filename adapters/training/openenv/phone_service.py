"""A phone of this server in the hands of a run on another machine: its device and its control connection.

Messages are those of the control connection of virtual phones (`adapters.phone.workers.control.messages`), one in each
binary message of the WebSocket. Besides its operations there are those of a device: `capture`, `perform`, `elapse` and
`probe`. The first message goes to the client and describes the phone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import anyio
import anyio.to_thread
from pydantic import TypeAdapter, ValidationError

from adapters.phone.workers.control.messages import ControlProtocolError, Decoder, Message, encode
from adapters.phone.workers.control.state_deltas import StateDeltaEncoder
from runtime.core.actions import Action
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout, Fault, UsageError
from runtime.devices.pool import Lease
from runtime.plugins.protocols import Control, Device
from runtime.screen.frames import png
from runtime.training.sessions import SessionOpener

_ACQUIRE: Final = 10.0
"""Seconds that a client waits for a phone that answers."""
_OPERATION: Final = 20.0
"""Seconds that a phone has for one operation; the client waits as long."""
_ACTIONS: Final[TypeAdapter[Action]] = TypeAdapter(Action)


class PhoneService:
    """Leases a phone and carries out the requests of one client, until it leaves or the phone fails.

    Args:
        opener: leases the phone.
        left: how many phones are free for others, for the client's information.
        receive: returns the client's next message; None once it has left.
        send: sends a message to the client.
    """

    def __init__(
        self,
        opener: SessionOpener,
        left: int,
        receive: Callable[[], Awaitable[str | bytes | None]],
        send: Callable[[bytes], Awaitable[None]],
    ) -> None:
        self._opener = opener
        self._left = left
        self._receive = receive
        self._send = send

    async def run(self) -> None:
        """Serve the client. A failed phone is reported to the pool, and the connection ends."""
        try:
            with anyio.fail_after(_ACQUIRE):
                lease = await self._opener.acquire()
        except (TimeoutError, DeviceFault) as fault:
            await self._send(encode(Message({"error": str(fault) or "no phone answers", "boundary": "device"})))
            return
        with lease:
            control = lease.device.control
            if control is None:
                await self._send(encode(Message({"error": "real phones cannot be handed on", "boundary": "device"})))
                return
            info = lease.device.info
            hello = {"name": info.name, "screen": info.screen, "features": info.features, "left": self._left}
            await self._send(encode(Message(hello)))
            await self._serve(lease, _LeasedPhone(lease.device, control))

    async def _serve(self, lease: Lease, phone: _LeasedPhone) -> None:
        while (data := await self._receive()) is not None:
            if isinstance(data, str):
                return
            try:
                for request in Decoder().receive(data):
                    await self._send(encode(await self._answer(phone, request)))
            except (DeviceLost, DeviceTimeout) as fault:
                lease.report(fault)
                return
            except ControlProtocolError:
                return

    async def _answer(self, phone: _LeasedPhone, request: Message) -> Message:
        """Return the answer to a request; refusals are answers, a lost phone is not."""
        try:
            with anyio.fail_after(_OPERATION), translate_errors(DeviceRefused, "the phone"):
                return await phone.execute(request)
        except TimeoutError:
            raise DeviceTimeout(f"the phone did not finish within {_OPERATION:g} s") from None
        except (DeviceLost, DeviceTimeout):
            raise
        except Fault as fault:
            return Message({"error": str(fault), "boundary": fault.boundary})
        except UsageError as error:
            return Message({"error": str(error), "boundary": DeviceFault.boundary})


class _LeasedPhone:
    """The operations of a leased phone."""

    def __init__(self, device: Device, control: Control) -> None:
        self._device = device
        self._control = control
        self._states = StateDeltaEncoder()
        self._shown = ""
        """Digest of the last frame that the client was sent."""

    async def execute(self, request: Message) -> Message:
        """Carry out a request. Raises Fault, and whatever a malformed one leads to."""
        header, control = request.header, self._control
        match header.get("op"):
            case "capture":
                return await self._capture(header["needs"])
            case "perform":
                return await self._perform(header["action"])
            case "elapse":
                await self._device.elapse(int(header["ms"]))
            case "probe":
                await self._device.probe()
            case "read":
                return self._states.answer(await control.read(), header.get("since"))
            case "tree":
                return Message({}, await control.tree())
            case "look":
                tree, state = await control.look()
                reading = self._states.answer(state, header.get("since"))
                return Message({**reading.header, "tree": len(tree)}, tree + reading.body)
            case "reset":
                await control.reset(header["state"], int(header["seed"]))
            case "advance":
                await control.advance(int(header["ms"]))
            case "export":
                return Message({}, await control.export())
            case "load":
                await control.load(request.body)
            case "digest":
                return Message({"digest": await control.digest()})
            case "snapshot" | "restore" | "fork" | "diff" as op:
                return await self._snapshots(op, header)
            case op:
                raise DeviceRefused(f"there is no operation {str(op)[:40]!r}")
        return Message({})

    async def _capture(self, needs: Any) -> Message:
        frame, tree = await self._device.capture(frozenset(need for need in ("frame", "tree") if need in needs))
        source = b"" if tree is None else tree.source
        answer: dict[str, Any] = {"tree": None if tree is None else len(source)}
        picture = b""
        if frame is not None:
            if frame.digest != self._shown:  # screens are captured until two are equal
                picture = frame.png or await anyio.to_thread.run_sync(png.encode, frame)
            self._shown = frame.digest
            answer["frame"] = [frame.width, frame.height, frame.digest]
        return Message(answer, source + picture)

    async def _perform(self, action: Any) -> Message:
        try:
            found = _ACTIONS.validate_python(action)
        except ValidationError as error:
            raise DeviceRefused(f"no action: {error.error_count()} fields are wrong") from None
        return Message({"commands": await self._device.perform(found)})

    async def _snapshots(self, op: str, header: dict[str, Any]) -> Message:
        control = self._control
        if op == "snapshot":
            return Message({"snapshot": await control.snapshot()})
        if op == "fork":
            return Message({"snapshot": await control.fork(str(header["snapshot"]))})
        if op == "diff":
            return Message({"paths": await control.diff(str(header["before"]), str(header["after"]))})
        await control.restore(str(header["snapshot"]))
        return Message({})
