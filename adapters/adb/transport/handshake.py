"""What happens on a new connection before it stands, on both sides, when the device wants to know its host.

    AUTH  the device sends a token; the host signs it with one key after another, each wrong one is answered by a new
          token; then it offers a public key once and waits for the owner of the phone to accept it
    STLS  both go on inside TLS, where the host shows the certificate of a key that was paired before

Nothing here runs for a device that answers CNXN with CNXN, and `cryptography` is not even imported for it.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, Protocol

import anyio
import anyio.to_thread

from adapters.adb.transport.link import Link
from adapters.adb.transport.packets import (
    PUBLIC_KEY,
    SIGNATURE,
    AuthRequested,
    Connected,
    Greeting,
    HostConnecting,
    KeyOffered,
    SignatureReceived,
    TlsRequested,
)
from adapters.adb.transport.server_errors import DeviceUnauthorized
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout

if TYPE_CHECKING:
    import asyncio

    from adapters.adb.transport.auth import Key, PublicKey

KeyProvider = Callable[[], Awaitable[Sequence["Key"]]]
"""Gives the host's keys, those to try first first. It is asked once, and only when a device wants to know."""

_TOKEN: Final = 20
_MAX_FAILURES: Final = 256
"""Wrong signatures after which a device hangs up; a real one makes every further one wait for a second."""


class HandshakeDeadlines(Protocol):
    """The deadlines in seconds of a bring-up: as a whole, and for a person to accept a key."""

    @property
    def open(self) -> float: ...

    @property
    def accept(self) -> float: ...


class Authorizer(Protocol):
    """Decides which hosts may use a device. One instance may serve any number of connections at once."""

    def known(self) -> Sequence[PublicKey]:
        """The keys that may come in without a question, asked anew for each signature."""

    async def accept(self, key: PublicKey) -> bool:
        """The dialog on the screen: whether the owner lets this key in. It may take its time.

        It is cancelled when the host leaves or says something else. False leaves the host waiting, as a phone does.
        Whether the key is known from then on is for the implementation to say.
        """


class _Mailbox:
    """What the peer said last. A peer that does not wait for answers gains nothing: only its last word counts."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._last: Greeting | None = None
        self._wake: asyncio.Future[None] | None = None
        link.on_greeting = self._put

    def _put(self, event: Greeting | None) -> None:
        self._last = event
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def arrived(self, seconds: float | None, what: str) -> None:
        """Wait until there is something to take, or the connection is lost."""
        if self._last is None and self._link.lost is None:
            self._wake = self._link.gone.get_loop().create_future()
            try:
                await self._link.multiplexer.watchdog.wait(self._wake, seconds, what)
            finally:
                self._wake = None

    async def take(self, seconds: float | None, what: str) -> Greeting:
        """The next word of the peer.

        Raises:
            DeviceTimeout: it did not come.
            DeviceLost: the connection broke.
        """
        await self.arrived(seconds, what)
        if self._link.lost is not None:
            raise self._link.lost
        last, self._last = self._last, None
        assert last is not None
        return last


class HostHandshake:
    """Brings connections to one device up, over as many sockets as that takes."""

    def __init__(self, limits: HandshakeDeadlines, keys: KeyProvider) -> None:
        self._limits = limits
        self._keys = keys
        self._ring: Sequence[Key] | None = None
        self.asked: Literal["", "key", "tls"] = ""
        """What the device wanted to see of us, as far as it went."""
        self._shown = 0
        """How many keys the device has turned down inside TLS."""

    async def greet(self, link: Link) -> bool:
        """Wait until the connection stands; False if it must be dialled again to show another key.

        Raises:
            DeviceUnauthorized: the device does not want us.
            KeyRefused: our own keys cannot be used.
            DeviceTimeout: it did not answer.
            DeviceLost: the connection broke.
        """
        post = _Mailbox(link)
        ends = link.gone.get_loop().time() + self._limits.open
        event = await post.take(self._limits.open, "greet us (CNXN)")
        tried = 0
        while not isinstance(event, Connected):
            self.asked = "tls" if isinstance(event, TlsRequested) else "key"
            if isinstance(event, TlsRequested):
                return await self._encrypted(link, post)
            if not isinstance(event, AuthRequested) or len(event.token) != _TOKEN:
                raise DeviceRefused(
                    f"{link.name}: the device asks for a signature, but not of a token of {_TOKEN} bytes"
                )
            ring = await self._keys_of(link)
            if tried > len(ring):
                raise _unauthorized(link, "has turned down the key that was offered", ring[0])
            if tried == len(ring):
                event = await self._offer(link, post, ring[0])
            else:
                link.wire.authenticate(SIGNATURE, ring[tried].sign(event.token))
                link.multiplexer.flush()
                left = max(ends - link.gone.get_loop().time(), 0.0)
                event = await post.take(left, "answer a signature (AUTH)")
            tried += 1
        link.on_greeting = None
        return True

    async def _offer(self, link: Link, post: _Mailbox, key: Key) -> Greeting:
        link.wire.authenticate(PUBLIC_KEY, key.public.line() + b"\0")
        link.multiplexer.flush()
        try:
            return await post.take(self._limits.accept, "accept our key")
        except DeviceTimeout:
            within = f"has not accepted the key that was offered within {self._limits.accept:g} s"
            raise _unauthorized(link, within, key) from None
        except DeviceLost as error:
            raise _unauthorized(link, f"has hung up on the key that was offered ({error})", key) from error

    async def _encrypted(self, link: Link, post: _Mailbox) -> bool:
        from adapters.adb.transport import tls

        ring = await self._keys_of(link)
        key = ring[self._shown]
        context = await anyio.to_thread.run_sync(tls.host_context, key)
        link.wire.agree_to_tls()
        await link.encrypt(context, self._limits.open)
        try:
            event = await post.take(self._limits.open, "greet us (CNXN) inside TLS")
        except DeviceLost as error:
            # With TLS 1.3 the host is done before the device has looked at its certificate: a no comes afterwards.
            self._shown += 1
            if self._shown < len(ring):
                return False
            raise _unpaired(link, ring) from error
        if not isinstance(event, Connected):
            raise DeviceRefused(f"{link.name}: the device asks who we are a second time, inside TLS")
        link.on_greeting = None
        return True

    async def _keys_of(self, link: Link) -> Sequence[Key]:
        if self._ring is None:
            with translate_errors(DeviceRefused, f"{link.name}: what gives the host's keys"):
                ring = await self._keys()
            if not ring:
                raise DeviceRefused(f"{link.name}: the device asks for a key and there is none; give at least one")
            self._ring = ring
        return self._ring


def _unauthorized(link: Link, why: str, key: Key) -> DeviceUnauthorized:
    return DeviceUnauthorized(
        f"{link.name}: unauthorized: the device {why}; unlock its screen, accept the debugging dialog for the key "
        f"{key.public.fingerprint}, and try again"
    )


def _unpaired(link: Link, ring: Sequence[Key]) -> DeviceUnauthorized:
    tried = ", ".join(key.source or key.public.fingerprint for key in ring)
    return DeviceUnauthorized(
        f"{link.name}: unauthorized: the device wants TLS with a paired key and took none of ours ({tried}); "
        "pair this computer with it first (adb pair HOST:PORT CODE), and try again"
    )


async def guard_device(link: Link, authorizer: Authorizer | None, context: ssl.SSLContext | None) -> None:
    """The device's side for as long as the connection lives: lets the host in once it has proved itself.

    With a `context` the proof is its certificate, otherwise a key that the `authorizer` knows or accepts.
    """
    post = _Mailbox(link)
    doorkeeper = _Authenticator(link, post, authorizer)
    try:
        while True:
            event = await post.take(None, "")
            if context is None:
                await doorkeeper.on(event)
            elif isinstance(event, HostConnecting):
                link.wire.ask_tls()
                link.multiplexer.flush()
            elif isinstance(event, TlsRequested):
                await link.encrypt(context, None)
                # One certificate is enough: whoever says CNXN again inside TLS is the same.
                context = None
                doorkeeper = _Authenticator(link, post, None)
                link.admit()
    except DeviceFault as error:
        # The host is gone, or must go.
        link.close(error)


class _Authenticator:
    """One connection's AUTH on the device's side; without an authorizer it lets everybody in."""

    def __init__(self, link: Link, post: _Mailbox, authorizer: Authorizer | None) -> None:
        self._link = link
        self._post = post
        self._authorizer = authorizer
        self._token = b""
        self._failures = 0

    async def on(self, event: Greeting) -> None:
        """The host said this. Raises DeviceFault if the connection must end."""
        if self._authorizer is None:
            self._link.admit()
            return
        match event:
            case HostConnecting():
                self._ask()
            case SignatureReceived(signature):
                token, self._token = self._token, b""
                with translate_errors(DeviceRefused, "the authorizer"):
                    known = tuple(self._authorizer.known())
                if any(key.verifies(token, signature) for key in known):
                    self._failures = 0
                    self._link.admit()
                    return
                self._failures += 1
                if self._failures >= _MAX_FAILURES:
                    raise DeviceRefused(f"{self._link.name}: {_MAX_FAILURES} wrong signatures")
                self._ask()
            case KeyOffered(line):
                await self._offered(line, self._authorizer)
            case _:
                pass

    def _ask(self) -> None:
        self._token = os.urandom(_TOKEN)
        self._link.wire.challenge(self._token)
        self._link.multiplexer.flush()

    async def _offered(self, line: bytes, authorizer: Authorizer) -> None:
        """Ask the owner, until the answer is there or the host says something else or leaves."""
        from adapters.adb.transport import auth

        try:
            key = auth.parse_key_line(line)
        except auth.BadPublicKey:
            # A real device shows no dialog for it and says nothing.
            return
        accepted = False

        async def ask() -> None:
            nonlocal accepted
            with translate_errors(DeviceRefused, "the authorizer"):
                accepted = await authorizer.accept(key)
            if accepted:
                tasks.cancel_scope.cancel()

        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask)
                await self._post.arrived(None, "")
                tasks.cancel_scope.cancel()
        except* DeviceFault as group:
            raise group.exceptions[0] from None
        if accepted and self._link.lost is None:
            self._link.admit()
