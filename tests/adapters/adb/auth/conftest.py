"""Keys for all tests of the room (making one takes up to 300 ms), and a home to keep them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from adapters.adb.transport import auth
from adapters.adb.transport.auth import Key
from adapters.adb.transport.handshake import KeyProvider


@pytest.fixture(scope="session")
def ring() -> tuple[Key, ...]:
    """Three keys."""
    return tuple(auth.generate_key(f"someone@host{number}", f"/keys/{number}") for number in range(3))


@pytest.fixture(scope="session")
def giving() -> Callable[..., KeyProvider]:
    """Returns a function that provides these keys to a client."""

    def make(*keys: Key) -> KeyProvider:
        async def give() -> Sequence[Key]:
            return keys

        return give

    return make


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, without vendor keys."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("ADB_VENDOR_KEYS", raising=False)
    return tmp_path
