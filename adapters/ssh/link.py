"""One SSH connection to a farm, and the streams to its adb server that it carries."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import anyio
import asyncssh

from adapters.adb.servers.stream import SmartStream
from adapters.adb.transport.packets import Buffer
from adapters.ssh.errors import connecting, host_key, lost, opening, unchecked
from adapters.ssh.uri import Login

_LOOPBACK: Final = "127.0.0.1"
_SSH: Final = 22
_GOODBYE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Options:
    """Login options. None leaves the choice to the user's SSH agent, keys and configuration.

    `known_hosts`, `client_keys` and `config` are paths. `connect` is seconds; after `keepalive` seconds of silence the
    farm is asked for a sign of life, and it is lost when `unanswered` questions in a row brought none.
    """

    known_hosts: Path | None = None
    client_keys: tuple[Path, ...] | None = None
    config: Path | None = None
    connect: float = 20.0
    keepalive: float = 15.0
    unanswered: int = 3

    def settings(self) -> dict[str, Any]:
        """The options in the library's form."""
        chosen: dict[str, Any] = {"keepalive_interval": self.keepalive, "keepalive_count_max": self.unanswered}
        if self.known_hosts is not None:
            chosen["known_hosts"] = str(self.known_hosts)
        if self.client_keys is not None:
            # Then these only: an agent with many keys would use up the attempts that a server allows.
            chosen |= {"client_keys": [str(path) for path in self.client_keys], "agent_path": None}
        if self.config is not None:
            chosen["config"] = [str(self.config)]
        return chosen


class Link:
    """A connection that stands, or did."""

    def __init__(self, login: Login, connection: asyncssh.SSHClientConnection, client: _Client) -> None:
        self.login = login
        self._connection = connection
        self._client = client

    @property
    def lost(self) -> bool:
        """It stands no more."""
        return self._client.gone.is_set()

    @property
    def why(self) -> BaseException | None:
        """The reason, if it is known."""
        return self._client.why

    async def wait_lost(self) -> None:
        """Wait until it stands no more."""
        await self._client.gone.wait()

    async def open(self, make: Callable[[], SmartStream], port: int) -> SmartStream:
        """A stream to what listens on that port of the farm's loopback interface.

        Never cancel this: a channel that opens when nobody waits for it any more stays open.

        Raises:
            OSError: nobody listens there.
            DeviceRefused: the farm does not do this for us.
            DeviceLost: the connection broke.
        """
        with opening(self.login, port):
            if self.lost:
                raise lost(self.login, self.why)
            try:
                _, session = await self._connection.create_connection(lambda: _Session(make()), _LOOPBACK, port)
            except asyncssh.ChannelOpenError:
                if self.lost:
                    raise lost(self.login, self.why) from None
                raise
        assert isinstance(session, _Session)
        return session.stream

    def abort(self) -> None:
        """End it now."""
        self._connection.abort()

    async def aclose(self) -> None:
        """Say goodbye and end it."""
        with anyio.CancelScope(shield=True):
            self._connection.close()
            with anyio.move_on_after(_GOODBYE):
                await self._connection.wait_closed()
                return
            self._connection.abort()


async def connect(login: Login, options: Options) -> Link:
    """Log in.

    Raises:
        UsageError: the user's SSH configuration cannot be used.
        DeviceTimeout: no connection in time.
        DeviceLost: nobody answers.
        DeviceRefused: the farm's host key is not trusted, or it does not let us in.
    """
    client = _Client()
    with connecting(login, options.connect), anyio.fail_after(options.connect):
        chosen = await asyncssh.SSHClientConnectionOptions.construct(
            host=login.host,
            **({"port": login.port} if login.port else {}),
            **({"username": login.user} if login.user else {}),
            **options.settings(),
        )
        if chosen.known_hosts is None:
            raise unchecked(login)
        try:
            connection = await asyncssh.connect(login.host, options=chosen, client_factory=lambda: client)
        except (asyncssh.HostKeyNotVerifiable, asyncssh.KeyExchangeFailed) as error:
            # Asked only for the kinds of key that are known, a farm with other ones cannot even be talked to.
            known = await anyio.to_thread.run_sync(_known, chosen)
            if isinstance(error, asyncssh.KeyExchangeFailed) and not known:
                raise
            raise host_key(login, error.reason, client.shown, known) from error
        if client.gone.is_set():
            raise lost(login, client.why)
    return Link(login, connection, client)


class _Client(asyncssh.SSHClient):
    """Hears of the end of a connection, and of a host key that is not known."""

    def __init__(self) -> None:
        self.gone = anyio.Event()
        self.why: BaseException | None = None
        self.shown = ""

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncssh."""
        self.why = exc
        self.gone.set()

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        """Rejects all host keys that are not in the known hosts; see asyncssh."""
        self.shown = f"{key.get_algorithm()} {key.get_fingerprint()}"
        return False


def _known(chosen: asyncssh.SSHClientConnectionOptions) -> bool:
    """Whether the known hosts name this host at all. Reads files."""
    files: Any = chosen.known_hosts
    if not files:
        path = Path("~/.ssh/known_hosts").expanduser()
        files = str(path) if os.access(path, os.R_OK) else b""
    port = chosen.port if chosen.port != _SSH else None
    return any(asyncssh.match_known_hosts(files, chosen.host_key_alias or chosen.host, "", port))


class _Channel(asyncio.Transport):
    """A channel as the transport that the stream expects."""

    def __init__(self, channel: asyncssh.SSHTCPChannel[bytes]) -> None:
        super().__init__()
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._paused = False

    def write(self, data: Buffer) -> None:
        """Sends data. Data after the end are dropped, as with sockets."""
        if not self._channel.is_closing():
            self._channel.write(bytes(data))

    def writelines(self, list_of_data: Iterable[Buffer]) -> None:
        """See asyncio."""
        self.write(b"".join(list_of_data))

    def is_closing(self) -> bool:
        """See asyncio."""
        return self._channel.is_closing()

    def close(self) -> None:
        """See asyncio."""
        self._channel.close()

    def abort(self) -> None:
        """See asyncio."""
        self._channel.abort()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """See asyncio."""
        self._channel.set_write_buffer_limits(high, low)

    def pause_reading(self) -> None:
        """See asyncio."""
        self._paused = True
        self._channel.pause_reading()

    def resume_reading(self) -> None:
        """See asyncio; what has waited comes with the next turn of the loop, not in the middle of this call."""
        self._paused = False
        self._loop.call_soon(self._resume)

    def _resume(self) -> None:
        if not self._paused:
            self._channel.resume_reading()


class _Session(asyncssh.SSHTCPSession[bytes]):
    """Hands what a channel brings to the stream.

    A service ends with the end of its data; a channel that closes without it was torn off, and what came is not whole.
    """

    def __init__(self, stream: SmartStream) -> None:
        self.stream = stream
        self._transport: _Channel | None = None
        self._ended = False

    def connection_made(self, chan: asyncssh.SSHTCPChannel[bytes]) -> None:
        """See asyncssh."""
        self._transport = _Channel(chan)
        self.stream.connection_made(self._transport)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """See asyncssh; copied, because the library has taken it from the connection already."""
        rest = memoryview(data)
        while len(rest) and not self.stream.ended:
            room = self.stream.get_buffer(len(rest))
            count = min(len(room), len(rest))
            room[:count] = rest[:count]
            self.stream.buffer_updated(count)
            rest = rest[count:]

    def eof_received(self) -> bool:
        """See asyncssh; the other direction ends too, as with a socket whose protocol keeps nothing half open."""
        self._end(None)
        assert self._transport is not None
        self._transport.abort()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncssh."""
        self._end(exc or ConnectionResetError("it was closed before its data ended"))

    def pause_writing(self) -> None:
        """See asyncssh."""
        self.stream.pause_writing()

    def resume_writing(self) -> None:
        """See asyncssh."""
        self.stream.resume_writing()

    def _end(self, error: Exception | None) -> None:
        if not self._ended:
            self._ended = True
            self.stream.connection_lost(error)
