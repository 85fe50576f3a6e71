"""One connection to a host on the device side: maps requested services to the tasks that serve them.

    shell, exec          a command, a script, or a terminal: `shell_server`
    sync                 files: `sync_server`
    abb, abb_exec        `cmd` without a shell; words are separated by NUL
    tcp, local*          programs that listen on the phone, if it has sockets (`sockets.SupportsSockets`)
    reverse              the host's forwarding rules on the phone: `reverse`
    framebuffer, root …  if the device offers them: `replies`
    jdwp, track-jdwp, track-app     always empty lists: no process can be debugged
    reconnect            drops the connection
    source, sink         sends or accepts that many bytes, for speed tests

All other services are refused as by a real daemon, `dev:` as by one without root.
"""

from __future__ import annotations

import asyncio
import shlex
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

import anyio

from adapters.adb.daemon import reverse
from adapters.adb.daemon.replies import ADMIN_SERVICES, DaemonReply, SupportsAdminServices, SupportsFramebuffer
from adapters.adb.daemon.services import SUPPORTED_FEATURES, DeviceServices, SupportsDelays
from adapters.adb.daemon.shell_server import ShellService
from adapters.adb.daemon.sockets import LOCAL, Handler, Ports, SupportsSockets
from adapters.adb.daemon.sync_server import SyncService
from adapters.adb.framing import framebuffer
from adapters.adb.framing.compression import usable_features
from adapters.adb.transport.banner import Banner
from adapters.adb.transport.link import Link
from adapters.adb.transport.packets import Connected, Greeting
from adapters.adb.transport.stream import Stream
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault, DeviceRefused

Work = Callable[[], Coroutine[Any, Any, None]]

_FLUSH_TIMEOUT: Final = 0.2
"""Seconds that hosts have to read a reply before the daemon restarts."""
_RAW_HEADER: Final = struct.Struct("<4I")
"""The header of a raw screencap."""
_DEBUGGABLE_LISTS: Final = {"jdwp": b"", "track-jdwp": b"0000", "track-app": b"0000"}
"""Services that list debuggable processes, with their empty lists. The track services stay open."""
_ZEROS: Final = bytes(256 << 10)


class DaemonConnection:
    """Turns services that the host requests into tasks, using `start`; `host` names the host in lists."""

    def __init__(
        self,
        services: DeviceServices,
        start: Callable[[Work], None],
        max_payload: int,
        asks: bool,
        restart: Callable[[], None],
        host: str,
    ) -> None:
        self._services = services
        self._start = start
        self._restart = restart
        self._host = host
        banner_text = services.banner()
        banner = Banner(
            banner_text.kind,
            banner_text.props,
            usable_features([feature for feature in banner_text.features if feature in SUPPORTED_FEATURES]),
        )
        self.link = Link("device", banner, "the host", self._on_open, max_payload, requires_auth=asks)
        if isinstance(services, SupportsSockets):
            ports = services.ports
            self.link.gone.add_done_callback(lambda _: reverse.remove_rules(ports, self.link))
            self.link.on_handshake = self._on_greeting

    def _on_greeting(self, event: Greeting | None) -> None:
        """A host that greets twice starts anew: its streams are closed by then, and its rules go as well.

        Not on guarded connections, where the guard listens; there they go with the connection.
        """
        if isinstance(event, Connected) and event.again and isinstance(self._services, SupportsSockets):
            reverse.remove_rules(self._services.ports, self.link)

    def _on_open(self, stream: Stream) -> None:
        work = self._task_for(stream)
        if work is None:
            stream.refuse()
        else:
            stream.accept()
            services = self._services
            self._start(partial(_serve_later, stream, services, work) if isinstance(services, SupportsDelays) else work)

    def _task_for(self, stream: Stream) -> Work | None:
        """The service of a stream; None rejects the stream."""
        name, colon, rest = stream.service.partition(":")
        kind, *words = name.split(",")
        if not colon:
            return self._unnamed_service(stream, name)
        if kind == "shell":
            return lambda: ShellService(stream, self._services, tuple(words)).serve(rest)
        match name:
            case "exec":
                return lambda: ShellService(stream, self._services, ("raw",)).serve(rest)
            case "sync":
                return lambda: self._sync(stream)
            case "abb" | "abb_exec":
                protocol = ("v2", "raw") if name == "abb" else ("raw",)
                command = shlex.join(("cmd", *rest.split("\0")))
                return lambda: ShellService(stream, self._services, protocol).serve(command)
            case "source" | "sink" if rest.isascii() and rest.isdigit() and len(rest) < 16:
                size = int(rest)
                return lambda: self._measure(stream, size, gives=name == "source")
        return self._optional_service(stream, name, rest)

    def _unnamed_service(self, stream: Stream, name: str) -> Work | None:
        """Services without an argument."""
        listed = _DEBUGGABLE_LISTS.get(name)
        if listed is not None:
            return lambda: self._list(stream, listed)
        if name == "reconnect":
            return lambda: self._send_text(stream, "done", self.link.close)
        return None

    def _optional_service(self, stream: Stream, name: str, argument: str) -> Work | None:
        """The services that only some devices have."""
        services = self._services
        if name == "framebuffer" and isinstance(services, SupportsFramebuffer):
            return lambda: self._photograph(stream, services)
        if name in ADMIN_SERVICES and isinstance(services, SupportsAdminServices):
            notice: DaemonReply | None = None
            with suppress(DeviceFault), translate_errors(DeviceRefused, "the device's daemon"):
                notice = services.administer(name, argument)
            if notice is not None:
                text, after = notice.text, self._restart if notice.restarts else None
                return lambda: self._send_text(stream, text, after)
        if isinstance(services, SupportsSockets):
            return self._socket_service(stream, services.ports, name, argument)
        return None

    def _socket_service(self, stream: Stream, ports: Ports, name: str, argument: str) -> Work | None:
        if name == "reverse":
            # Before the next packet is looked at, so that requests count in the order in which they came.
            answer = reverse.answer_request(ports, self.link, self._host, argument)
            return lambda: self._list(stream, answer, ends=True)
        handler = ports.find(stream.service) if name == "tcp" or name in LOCAL else None
        return None if handler is None else lambda: self._connect(stream, handler)

    # -- tasks ------------------------------------------------------------------------------------------------------

    async def _connect(self, stream: Stream, handler: Handler) -> None:
        """A program of the phone serves it; it is not cancelled when the host leaves, but reads to the end."""
        with suppress(DeviceFault), translate_errors(DeviceRefused, "a program of the phone"):
            await handler(stream)
        stream.close()

    async def _list(self, stream: Stream, listed: bytes, *, ends: bool = False) -> None:
        with anyio.CancelScope() as scope, suppress(DeviceFault):
            stream.on_end = scope.cancel
            if listed:
                await stream.send(listed)
            if listed and not ends:
                while await stream.receive_packet():
                    pass
        stream.on_end = None
        stream.close()

    async def _measure(self, stream: Stream, size: int, *, gives: bool) -> None:
        with suppress(DeviceFault):
            while size > 0:
                if gives:
                    piece = memoryview(_ZEROS)[:size]
                    await stream.send(piece)
                else:
                    piece = memoryview(await stream.receive_packet())
                    if not piece:
                        break
                size -= len(piece)
        stream.close()

    async def _photograph(self, stream: Stream, services: SupportsFramebuffer) -> None:
        with anyio.CancelScope() as scope, suppress(DeviceFault):
            # The host may leave, or the device have no picture: either way this stream ends.
            stream.on_end = scope.cancel
            with translate_errors(DeviceRefused, "the device's screen"):
                raw = memoryview(await services.photograph())
            if len(raw) > _RAW_HEADER.size:
                width, height, _, space = _RAW_HEADER.unpack_from(raw)
                await stream.send(framebuffer.Header(width, height, space=space).encode(), raw[_RAW_HEADER.size :])
        stream.on_end = None
        stream.close()

    async def _send_text(self, stream: Stream, text: str, after: Callable[[], None] | None) -> None:
        """Say something, close, and then do something to the connection."""
        with suppress(DeviceFault):
            await stream.send(text.encode())
        stream.close()
        if after is not None:
            with anyio.move_on_after(_FLUSH_TIMEOUT):
                await asyncio.shield(self.link.gone)
            after()

    async def _sync(self, stream: Stream) -> None:
        try:
            with translate_errors(DeviceRefused, "the device's file system"):
                await SyncService(stream, self._services.files).run()
        except DeviceFault:
            # The host is gone, or the file system raised what is no OSError: either way this stream ends.
            pass
        stream.close()


async def _serve_later(stream: Stream, services: SupportsDelays, work: Work) -> None:
    """Serves a stream when the device begins to, unless the host has closed it by then."""
    with anyio.CancelScope() as scope:
        stream.on_end = scope.cancel
        await services.before_service()
    stream.on_end = None
    if scope.cancelled_caught:
        stream.close()
    else:
        await work()
