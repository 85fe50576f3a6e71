"""Parses the URI of a remote farm. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from adapters.adb.framing.smart_wire import parse_target
from adapters.adb.transport.packets import LocalProtocolError
from runtime.core.errors import UsageError

ADB_PORT: Final = 5037
_ADB: Final = "adb="


@dataclass(frozen=True, slots=True)
class Login:
    """Host, port and user of a login. Empty and 0 leave the choice to the user's SSH configuration."""

    user: str
    host: str
    port: int = 0

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        return f"ssh://{user}{host}{f':{self.port}' if self.port else ''}"


@dataclass(frozen=True, slots=True)
class Farm:
    """A parsed farm URI: login, port of the adb server there, and one device (empty: all)."""

    login: Login
    adb_port: int = ADB_PORT
    serial: str = ""

    def uri(self, serial: str) -> str:
        """The URI of one of the farm's devices."""
        query = "" if self.adb_port == ADB_PORT else f"?{_ADB}{self.adb_port}"
        return f"{self.login}/{quote(serial, safe=':')}{query}"


def parse(uri: str) -> Farm:
    """Take a URI apart.

    Raises:
        UsageError: it is none; the message never repeats a password.
    """
    shape = "write ssh://USER@HOST/SERIAL, such as ssh://me@farm.example/emulator-5554, or ssh://USER@HOST for all of "
    shape += "its devices; ?adb=PORT at the end if the farm's adb server does not listen on 5037"
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(f"this names no device of a farm ({error}); {shape}") from None
    if parts.password is not None:
        raise UsageError("a URI of a farm may hold no password: log in with a key, from ~/.ssh or an agent")
    wrong = f"{uri!r} names no device of a farm; {shape}"
    if parts.scheme != "ssh" or not host or port == 0 or parts.fragment or not _plain(host):
        raise UsageError(wrong)
    user, serial = unquote(parts.username or ""), unquote(parts.path.strip("/"))
    if "@" in parts.netloc and not (user and _plain(user)):
        raise UsageError(wrong)
    if serial:
        try:
            parse_target(serial)
        except LocalProtocolError as error:
            raise UsageError(f"{uri!r}: {error}") from None
    return Farm(Login(user, host, port or 0), _adb_port(parts.query, wrong), serial)


def _adb_port(query: str, wrong: str) -> int:
    if not query:
        return ADB_PORT
    digits = query.removeprefix(_ADB)
    if digits == query or not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and 0 < int(digits) < 65536):
        raise UsageError(wrong)
    return int(digits)


def _plain(name: str) -> bool:
    return name.isprintable() and " " not in name and not name.startswith("-")
