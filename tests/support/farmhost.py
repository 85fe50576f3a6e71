"""A farm host for tests: a real SSH server on loopback that lets one key in and through to loopback ports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import asyncssh

from adapters.ssh.link import Options

USER = "runner"


class FarmHost:
    """The server, its keys, and what it saw. `logins` and `streams` count; `open` are the connections that stand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.logins = 0
        self.streams = 0
        self.forwards = True
        self.open: set[asyncssh.SSHServerConnection] = set()
        self.changed = anyio.Event()
        self.acceptor: asyncssh.SSHAcceptor | None = None
        self.host_key = asyncssh.generate_private_key("ssh-ed25519")
        self.key(folder / "user")
        (folder / "authorized").write_bytes((folder / "user.pub").read_bytes())

    @property
    def options(self) -> Options:
        """The options by which a client gets in."""
        (self.folder / "config").touch()
        return Options(
            known_hosts=self.folder / "known_hosts",
            client_keys=(self.folder / "user",),
            config=self.folder / "config",
            connect=5.0,
        )

    @property
    def login(self) -> str:
        """The URI without a device."""
        return f"ssh://{USER}@127.0.0.1:{self.port}"

    def key(self, path: Path) -> Path:
        """A new key of a user, with its public part beside it."""
        made = asyncssh.generate_private_key("ssh-ed25519")
        made.write_private_key(path)
        made.write_public_key(path.with_name(f"{path.name}.pub"))
        return path

    def make_known(self, key: asyncssh.SSHKey | None = None) -> None:
        """Write the known hosts, with this key of the host or its own."""
        public = (key or self.host_key).export_public_key().decode()
        (self.folder / "known_hosts").write_text(f"[127.0.0.1]:{self.port} {public}")

    async def listen(self) -> None:
        """Accept connections, again on the same port if it did before."""
        self.acceptor = await asyncssh.listen(
            "127.0.0.1",
            self.port,
            server_factory=lambda: _Server(self),
            server_host_keys=[self.host_key],
            authorized_client_keys=str(self.folder / "authorized"),
            reuse_address=True,
        )
        self.port = self.acceptor.get_port()

    async def drop(self) -> None:
        """Cut all connections and accept none."""
        if self.acceptor is not None:
            self.acceptor.close()
            self.acceptor = None
        await self.cut()

    async def cut(self) -> None:
        """End the connections that stand, and go on accepting."""
        for connection in tuple(self.open):
            connection.abort()
        await self.until(0)

    async def until(self, count: int) -> None:
        """Wait until this many connections exist."""
        with anyio.fail_after(30):
            while len(self.open) != count:
                await self.changed.wait()

    def poke(self) -> None:
        """Wake the waiting tasks."""
        self.changed.set()
        self.changed = anyio.Event()


class _Server(asyncssh.SSHServer):
    def __init__(self, farm: FarmHost) -> None:
        self.farm = farm
        self.connection: asyncssh.SSHServerConnection | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        self.farm.open.add(conn)
        self.farm.poke()

    def connection_lost(self, exc: Exception | None) -> None:
        assert self.connection is not None
        self.farm.open.discard(self.connection)
        self.farm.poke()

    def auth_completed(self) -> None:
        self.farm.logins += 1

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        self.farm.streams += 1
        if not self.farm.forwards:
            # As sshd says it; False alone would say that nobody listens there.
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "open failed")
        return True


@asynccontextmanager
async def farm_host(folder: Path) -> AsyncIterator[FarmHost]:
    """The server, known to its clients, for the length of a block."""
    farm = FarmHost(folder)
    await farm.listen()
    farm.make_known()
    try:
        yield farm
    finally:
        await farm.drop()
