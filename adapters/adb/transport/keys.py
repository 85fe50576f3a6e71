"""Loads the user's keys from disk, from the same places as every ADB host, and creates the first one.

    ADB_VENDOR_KEYS     files, and folders with `*.adb_key` files, separated by colons; missing ones are skipped
    ~/.android/adbkey   the user's own key, created with its `adbkey.pub` if absent

A private key that others can read is refused: whoever has it can access every phone that trusts it.
"""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import anyio.to_thread

from adapters.adb.transport import auth
from adapters.adb.transport.auth import Key, KeyRefused

_MAX_SIZE: Final = 64 << 10
_OTHERS_MODE: Final = stat.S_IRWXG | stat.S_IRWXO


async def user_keys(environ: Mapping[str, str] | None = None) -> tuple[Key, ...]:
    """All keys of the user in the order in which a host tries them: its own first.

    Raises:
        KeyRefused: a key cannot be used, or none can be created.
    """
    return await anyio.to_thread.run_sync(load_user_keys, os.environ if environ is None else environ)


def load_user_keys(environ: Mapping[str, str]) -> tuple[Key, ...]:
    """Like `user_keys`, blocking: reads files and computes for up to half a second."""
    home = environ.get("HOME")
    folder = (Path(home) if home else Path.home()) / ".android"
    owner = f"{environ.get('LOGNAME') or environ.get('USER') or 'unknown'}@{socket.gethostname() or 'unknown'}"
    own = folder / "adbkey"
    first = load_key(own, owner) if os.path.exists(own) else make_key(own, owner)
    others = [load_key(path, owner) for path in _vendor_files(environ.get("ADB_VENDOR_KEYS", ""))]
    return auth.distinct_keys([first, *others])


def load_key(path: Path, owner: str) -> Key:
    """Loads one private key.

    Raises:
        KeyRefused: it cannot be read, others can read it, or it is not an ADB key.
    """
    try:
        # Non-blocking, because the file may be a pipe without a writer.
        with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise KeyRefused(f"{path} is not a file; a private key must be one")
            if found.st_mode & _OTHERS_MODE:
                mode = stat.S_IMODE(found.st_mode)
                raise KeyRefused(f"{path} can be used by others (mode {mode:04o}); run: chmod 600 {path}")
            if found.st_size > _MAX_SIZE:
                raise KeyRefused(f"{path} has {found.st_size} bytes; a private key has about 1700")
            data = file.read(_MAX_SIZE)
    except OSError as error:
        raise KeyRefused(f"{path} cannot be read: {error.strerror}; make it readable for this user") from error
    return auth.load_private_key(data, owner, str(path))


def make_key(path: Path, owner: str) -> Key:
    """Creates a private key that only this user can read, and its public key beside it (`.pub`).

    If another process creates one at the same time, the first wins and both use that key.

    Raises:
        KeyRefused: it cannot be stored.
    """
    key = auth.generate_key(owner, str(path))
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        path.parent.mkdir(mode=0o750, parents=True, exist_ok=True)
        try:
            _write(unfinished, key.pem(), 0o600)
            os.link(unfinished, path)
        except FileExistsError:
            return load_key(path, owner)
        finally:
            unfinished.unlink(missing_ok=True)
        public = path.with_name(f"{path.name}.pub")
        public.unlink(missing_ok=True)
        _write(public, key.public.line() + b"\n", 0o644)
    except OSError as error:
        raise KeyRefused(
            f"there is no ADB key and none can be stored at {path}: {error.strerror}; "
            "set HOME to a writable folder, or put a key there"
        ) from error
    return key


def _write(path: Path, data: bytes, mode: int) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb") as file:
        # The umask may have removed permissions that the owner needs.
        os.fchmod(file.fileno(), mode)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _vendor_files(listed: str) -> Iterator[Path]:
    for part in listed.split(":"):
        path = Path(part)
        if not part:
            continue
        if os.path.isdir(path):
            yield from sorted(path.glob("*.adb_key"))
        elif os.path.exists(path):
            yield path
