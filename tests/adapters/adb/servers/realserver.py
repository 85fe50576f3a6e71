"""A real adb server, from the adbutils wheel, on a private port."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL

import anyio


def binary() -> str:
    """The path of adb; without it the test is skipped."""
    import pytest

    adbutils = pytest.importorskip("adbutils")
    return str(Path(adbutils.__file__).parent / "binaries" / "adb")


@asynccontextmanager
async def real_server(home: Path, **more: str) -> AsyncIterator[int]:
    """Its port, as soon as it serves; it is ended with the block, whatever happens. `more` is for its environment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ready, number = os.pipe()
    words = (binary(), "-P", str(port), "fork-server", "server", "--reply-fd", str(number))
    # It would first look three seconds for devices on USB.
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "ADB_EMU": "0", "ADB_MDNS": "0", "ADB_LIBUSB": "0", **more}
    process = await anyio.open_process(
        words, env=env, pass_fds=(number,), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
    os.close(number)
    try:
        with anyio.fail_after(20):
            await anyio.wait_readable(ready)
        yield port
    finally:
        os.close(ready)
        with suppress(ProcessLookupError):
            # A test may have ended it in its own way.
            process.terminate()
        with anyio.CancelScope(shield=True), anyio.move_on_after(10):
            await process.aclose()
