"""A device for these tests: the tiny phone with a small screen, a daemon, packages and ways that misbehave."""

from __future__ import annotations

import shlex
import struct
from collections.abc import Callable

import numpy as np

from adapters.adb.daemon.replies import DaemonReply, production_reply
from adapters.adb.daemon.services import Stdin
from runtime.screen.frames import Frame
from runtime.screen.frames.png import encode
from tests.support.tinyphone import TinyPhone, TinyResult

WIDTH, HEIGHT = 24, 40
PIXELS = (bytes(range(255)) * 16)[: WIDTH * HEIGHT * 4]
RAW = struct.pack("<4I", WIDTH, HEIGHT, 1, 1) + PIXELS


class ServicePhone(TinyPhone):
    """`screens` says for each way what happens; `now` is a clock that only they move, by `costs` in seconds.

    An app is accepted if it begins with `PK`; `installed` are the bytes of those that were.
    """

    def __init__(self) -> None:
        super().__init__()
        self.screen = memoryview(RAW)
        self.now = 0.0
        self.costs: dict[str, float] = {}
        self.screens: dict[str, Callable[[], bytes]] = {}
        self.asked: list[str] = []
        self.installed: list[bytes] = []
        self.output: list[tuple[str, str]] = []

    def clock(self) -> float:
        """Seconds of this phone."""
        return self.now

    def seen(self, way: str, usual: bytes) -> bytes:
        """The current result of a screen-capture method."""
        self.asked.append(way)
        self.now += self.costs.get(way, 0.0)
        return self.screens[way]() if way in self.screens else usual

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        if shlex.split(command)[:3] == ["cmd", "package", "install"]:
            return await self._install(command, stdin)
        if command.startswith("cmd package uninstall"):
            package = command.split()[-1]
            return TinyResult(b"Success\n" if package == "com.here" else b"Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
        if command == "screencap -p":
            # What PNG files hold is opaque where all of it is.
            return TinyResult(self.seen("png", encode(picture())))
        if command == "logcat -d":
            return TinyResult(b"--------- beginning of main\n10-15 I TAG : gr\xc3\xbc\xc3\x9fe\r\nlast")
        if command == "logcat hang":
            return await self._hang()
        if command == "logcat --bad":
            return TinyResult(b"", b"unknown option --bad\n", 1)
        return await super().shell(command, stdin)

    async def _install(self, command: str, stdin: Stdin) -> TinyResult:
        words = shlex.split(command)
        if "--early" in words:
            return TinyResult(b"Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: no room]\n")
        data = await stdin.read_exactly(int(words[words.index("-S") + 1]))
        self.installed.append(data)
        if not data.startswith(b"PK"):
            return TinyResult(b"Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/base.apk]\n")
        return TinyResult(b"Success\n")

    async def photograph(self) -> bytes | memoryview:
        return self.seen("framebuffer", RAW)

    def administer(self, service: str, argument: str) -> DaemonReply | None:
        self.output.append((service, argument))
        return production_reply(service, argument)


def picture(width: int = WIDTH, height: int = HEIGHT) -> Frame:
    """The screen as a frame."""
    pixels = (PIXELS * (width * height // (WIDTH * HEIGHT) + 1))[: width * height * 4]
    return Frame(width, height, np.frombuffer(pixels, np.uint8).reshape(height, width, 4))
