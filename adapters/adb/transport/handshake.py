"""Authentication of a new connection, on both sides, if the device requires it.

    AUTH  the device sends a token; the host signs it with one key after another, and each wrong signature is
        answered with a new token; then the host offers a public key once and waits for the phone's owner to accept
        it
    STLS  both sides switch to TLS, where the host shows the certificate of a paired key

Devices that answer CNXN with CNXN use none of this, and `cryptography` is not even imported for them.
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
from runtime.core.boundary import translate_errors, unwrap_errors
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout

if TYPE_CHECKING:
    import asyncio

    from adapters.adb.transport.auth import Key, PublicKey

KeyProvider = Callable[[], Awaitable[Sequence["Key"]]]
"""Returns the host's keys in the order to try. Called once, and only if a device requires a key."""

_TOKEN: Final = 20
_MAX_FAILURES: Final = 256
"""Wrong signatures after which a device disconnects; a real one delays each further one by a second."""


class HandshakeDeadlines(Protocol):
    """The deadlines of a handshake in seconds: in all, and for a person to accept a key."""

    @property
    def open(self) -> float: ...

    @property
    def accept(self) -> float: ...


class Authorizer(Protocol):
    """Decides which hosts may use a device. One instance may serve several connections at once."""

    def known(self) -> Sequence[PublicKey]:
        """The keys that are accepted without asking; called for each signature."""

    async def accept(self, key: PublicKey) -> bool:
        """Asks the owner, in the dialog on the screen, whether to accept this key. May take long.

        Cancelled when the host disconnects or sends something else. False leaves the host waiting, as a phone does. The
        implementation decides whether to remember the key.
        """


class _Mailbox:
    """Holds the last handshake message of the peer. A newer message replaces one that was not read."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._last: Greeting | None = None
        self._wake: asyncio.Future[None] | None = None
        link.on_handshake = self._put

    def _put(self, event: Greeting | None) -> None:
        self._last = event
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def arrived(self, seconds: float | None, what: str) -> None:
        """Waits until there is a message, or the connection is lost."""
        if self._last is None and self._link.lost is None:
            self._wake = self._link.gone.get_loop().create_future()
            try:
                await self._link.multiplexer.watchdog.wait(self._wake, seconds, what)
            finally:
                self._wake = None

    async def take(self, seconds: float | None, what: str) -> Greeting:
        """Returns the next message.

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
    """Establishes a connection to one device, over as many sockets as necessary."""

    def __init__(self, limits: HandshakeDeadlines, keys: KeyProvider) -> None:
        self._limits = limits
        self._keys = keys
        self._known_keys: Sequence[Key] | None = None
        self.requested: Literal["", "key", "tls"] = ""
        """What the device required from us so far."""
        self._rejected = 0
        """Number of keys that the device has rejected inside TLS."""

    async def run(self, link: Link) -> bool:
        """Waits until the connection is established; False if it must be dialed again with another key.

        Raises:
            DeviceUnauthorized: the device rejected all keys.
            KeyRefused: our own keys cannot be used.
            DeviceTimeout: it did not answer.
            DeviceLost: the connection broke.
        """
        mailbox = _Mailbox(link)
        ends = link.gone.get_loop().time() + self._limits.open
        event = await mailbox.take(self._limits.open, "greet us (CNXN)")
        tried = 0
        while not isinstance(event, Connected):
            self.requested = "tls" if isinstance(event, TlsRequested) else "key"
            if isinstance(event, TlsRequested):
                return await self._run_tls(link, mailbox)
            if not isinstance(event, AuthRequested) or len(event.token) != _TOKEN:
                raise DeviceRefused(
                    f"{link.name}: the device asks for a signature, but not of a token of {_TOKEN} bytes"
                )
            keys = await self._load_keys(link)
            if tried > len(keys):
                raise _unauthorized(link, "has rejected the offered key", keys[0])
            if tried == len(keys):
                event = await self._offer_key(link, mailbox, keys[0])
            else:
                link.wire.authenticate(SIGNATURE, keys[tried].sign(event.token))
                link.multiplexer.flush()
                left = max(ends - link.gone.get_loop().time(), 0.0)
                event = await mailbox.take(left, "answer a signature (AUTH)")
            tried += 1
        link.on_handshake = None
        return True

    async def _offer_key(self, link: Link, mailbox: _Mailbox, key: Key) -> Greeting:
        link.wire.authenticate(PUBLIC_KEY, key.public.line() + b"\0")
        link.multiplexer.flush()
        try:
            return await mailbox.take(self._limits.accept, "accept our key")
        except DeviceTimeout:
            within = f"has not accepted the offered key within {self._limits.accept:g} s"
            raise _unauthorized(link, within, key) from None
        except DeviceLost as error:
            raise _unauthorized(link, f"has disconnected after the offered key ({error})", key) from error

    async def _run_tls(self, link: Link, mailbox: _Mailbox) -> bool:
        from adapters.adb.transport import tls

        keys = await self._load_keys(link)
        key = keys[self._rejected]
        context = await anyio.to_thread.run_sync(tls.host_context, key)
        link.wire.agree_to_tls()
        await link.encrypt(context, self._limits.open)
        try:
            event = await mailbox.take(self._limits.open, "greet us (CNXN) inside TLS")
        except DeviceLost as error:
            # In TLS 1.3 the host finishes before the device checks its certificate, so a rejection comes later.
            self._rejected += 1
            if self._rejected < len(keys):
                return False
            raise _unpaired(link, keys) from error
        if not isinstance(event, Connected):
            raise DeviceRefused(f"{link.name}: the device requires authentication again inside TLS")
        link.on_handshake = None
        return True

    async def _load_keys(self, link: Link) -> Sequence[Key]:
        if self._known_keys is None:
            with translate_errors(DeviceRefused, f"{link.name}: what gives the host's keys"):
                keys = await self._keys()
            if not keys:
                raise DeviceRefused(f"{link.name}: the device requires a key and there is none; provide at least one")
            self._known_keys = keys
        return self._known_keys


def _unauthorized(link: Link, why: str, key: Key) -> DeviceUnauthorized:
    return DeviceUnauthorized(
        f"{link.name}: unauthorized: the device {why}; unlock its screen, accept the debugging dialog for the key "
        f"{key.public.fingerprint}, and try again"
    )


def _unpaired(link: Link, keys: Sequence[Key]) -> DeviceUnauthorized:
    tried = ", ".join(key.source or key.public.fingerprint for key in keys)
    return DeviceUnauthorized(
        f"{link.name}: unauthorized: the device requires TLS with a paired key and accepted none of ours ({tried}); "
        "pair this computer with it first (adb pair HOST:PORT CODE), and try again"
    )


async def guard_device(link: Link, authorizer: Authorizer | None, context: ssl.SSLContext | None) -> None:
    """Runs the device side for the lifetime of the connection: admits the host once it is authenticated.

    With a `context` the host must show a certificate, otherwise a key that the `authorizer` knows or accepts.
    """
    mailbox = _Mailbox(link)
    authenticator = _Authenticator(link, mailbox, authorizer)
    try:
        while True:
            event = await mailbox.take(None, "")
            if context is None:
                await authenticator.on(event)
            elif isinstance(event, HostConnecting):
                link.wire.ask_tls()
                link.multiplexer.flush()
            elif isinstance(event, TlsRequested):
                await link.encrypt(context, None)
                # One certificate is enough: a second CNXN inside TLS comes from the same host.
                context = None
                authenticator = _Authenticator(link, mailbox, None)
                link.admit()
    except DeviceFault as error:
        # The host has disconnected, or must be disconnected.
        link.close(error)


class _Authenticator:
    """The device side of AUTH for one connection; without an authorizer it admits every host."""

    def __init__(self, link: Link, mailbox: _Mailbox, authorizer: Authorizer | None) -> None:
        self._link = link
        self._mailbox = mailbox
        self._authorizer = authorizer
        self._token = b""
        self._failures = 0

    async def on(self, event: Greeting) -> None:
        """Handles a message of the host. Raises DeviceFault if the connection must end."""
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
                await self._ask_owner(line, self._authorizer)
            case _:
                pass

    def _ask(self) -> None:
        self._token = os.urandom(_TOKEN)
        self._link.wire.challenge(self._token)
        self._link.multiplexer.flush()

    async def _ask_owner(self, line: bytes, authorizer: Authorizer) -> None:
        """Asks the owner, until there is an answer, or the host sends something else or disconnects."""
        from adapters.adb.transport import auth

        try:
            key = auth.parse_key_line(line)
        except auth.BadPublicKey:
            # A real device ignores it without a dialog.
            return
        accepted = False

        async def ask() -> None:
            nonlocal accepted
            with translate_errors(DeviceRefused, "the authorizer"):
                accepted = await authorizer.accept(key)
            if accepted:
                tasks.cancel_scope.cancel()

        with unwrap_errors(DeviceFault):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask)
                await self._mailbox.arrived(None, "")
                tasks.cancel_scope.cancel()
        if accepted and self._link.lost is None:
            self._link.admit()
