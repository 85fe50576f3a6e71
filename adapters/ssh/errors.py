"""Faults of a device farm, with what to do. The SSH library's exceptions are translated here.

DeviceLost
└── FarmLost            there is no connection to the farm (any more)
DeviceRefused
├── HostKeyUnknown      we have never seen this farm
├── HostKeyChanged      it is not the farm that we have seen, or has new keys
├── LoginRefused        it does not let us in
└── ForwardingRefused   it lets us in, but not through to its adb server
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import asyncssh

from adapters.ssh.uri import Login
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout, UsageError

_PROHIBITED = 1
_CONNECT_FAILED = 2


class FarmLost(DeviceLost):
    """The connection to the farm is lost."""


class HostKeyUnknown(DeviceRefused):
    """The farm's host key is in no list of known hosts."""


class HostKeyChanged(DeviceRefused):
    """The list of known hosts has other keys for this farm, or says that this one was revoked."""


class LoginRefused(DeviceRefused):
    """The farm accepts none of our keys."""


class ForwardingRefused(DeviceRefused):
    """The farm's SSH server does not connect us to its adb server."""


@contextmanager
def connecting(login: Login, seconds: float) -> Iterator[None]:
    """Translate what comes of an attempt to connect; host keys have been looked at before (`host_key`)."""
    try:
        yield
    except TimeoutError:
        raise DeviceTimeout(
            f"{login}: no SSH connection within {seconds:g} s; is the address right, and the farm on?"
        ) from None
    except asyncssh.PermissionDenied as error:
        raise LoginRefused(
            f"{login}: the farm accepts none of your SSH keys ({error.reason}); check the user's name, and add your "
            "public key to ~/.ssh/authorized_keys there or the right key to your agent (`ssh-add`)"
        ) from error
    except (asyncssh.Error, OSError) as error:
        raise FarmLost(
            f"{login}: no SSH connection ({_words(error)}); is the farm on, and does its SSH server run on that port?"
        ) from error
    except ValueError as error:
        raise UsageError(
            f"{login}: your SSH configuration, known hosts or keys cannot be read ({error}); put ~/.ssh in order"
        ) from error


@contextmanager
def opening(login: Login, port: int) -> Iterator[None]:
    """Translate what comes of an attempt to open a stream to the farm's adb server.

    Raises:
        OSError: nobody listens there; whoever dials an adb server knows what to say about that.
    """
    try:
        yield
    except asyncssh.ChannelOpenError as error:
        if error.code == _CONNECT_FAILED:
            raise ConnectionRefusedError(f"127.0.0.1:{port} on the farm: {error.reason}") from error
        why = "forbids it" if error.code == _PROHIBITED else "does not do it"
        raise ForwardingRefused(
            f"{login}: the SSH server was asked to connect us to 127.0.0.1:{port} and {why} ({error.reason}); its "
            f"configuration must have AllowTcpForwarding yes, and PermitOpen any or 127.0.0.1:{port}"
        ) from error
    except (asyncssh.Error, OSError) as error:
        raise lost(login, error) from error


def host_key(login: Login, why: str, fingerprint: str, known: bool) -> DeviceFault:
    """The fault for a host key that is not trusted; `known` says that others are."""
    shown = f"{why}, {fingerprint}" if fingerprint else why
    where = f"[{login.host}]:{login.port}" if login.port not in (0, 22) else login.host
    if known:
        return HostKeyChanged(
            f"{login}: the farm does not show the host key that is known ({shown}): it was installed anew, or somebody "
            f"stands in between. Ask who runs it; if the new key is right, `ssh-keygen -R '{where}'`, and log in once "
            "with ssh"
        )
    return HostKeyUnknown(
        f"{login}: the farm's host key is not known ({shown}); compare the fingerprint with whoever runs it and log in "
        "once with ssh, which keeps the key in ~/.ssh/known_hosts"
    )


def unchecked(login: Login) -> UsageError:
    """The error for a configuration that would trust anybody."""
    return UsageError(
        f"{login}: your SSH configuration turns the list of known hosts off (UserKnownHostsFile none); farms are only "
        "used with one"
    )


def lost(login: Login, why: BaseException | None) -> FarmLost:
    """The fault for a connection that stood and stands no more."""
    return FarmLost(f"{login}: the SSH connection to the farm broke ({_words(why)})")


def _words(error: BaseException | None) -> str:
    if error is None:
        return "it was closed"
    reason = error.reason if isinstance(error, asyncssh.Error) else str(error)
    return reason or type(error).__name__
