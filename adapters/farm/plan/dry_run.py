"""A phone that notes what a scenario asks of it and does nothing: scenarios are tried on it before any load is sent."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np

from runtime.screen.frames import Frame

_EMPTY_TREE: Final = b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"></hierarchy>"
_SCREEN: Final = (1080, 2400)


class DryRunPhone:
    """Implements `runtime.plugins.LoadPhone`. `operations` counts what was asked for, `destructive` what may break."""

    name = "dry run"
    screen = _SCREEN

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.operations: Counter[str] = Counter()
        self.destructive: Counter[str] = Counter()

    async def stat(self, path: str = "/sdcard") -> None:
        self.operations["stat"] += 1

    async def shell(self, command: str = "echo") -> str:
        self.operations["shell"] += 1
        if command != "echo":
            self.destructive["shell"] += 1
        return ""

    async def screenshot(self) -> Frame:
        self.operations["screenshot"] += 1
        return Frame(1, 1, np.zeros((1, 1, 4), np.uint8))

    async def screenshot_png(self) -> bytes:
        self.operations["screenshot-png"] += 1
        return b"\x89PNG"

    async def dump(self) -> bytes:
        self.operations["dump"] += 1
        return _EMPTY_TREE

    async def pull(self, path: str) -> bytes:
        self.operations["pull"] += 1
        return b""

    async def push(self, data: bytes | int = 64_000, path: str = "") -> None:
        self.operations["push"] += 1

    async def tap(self, x: int, y: int) -> None:
        self.operations["tap"] += 1

    async def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int = 300) -> None:
        self.operations["swipe"] += 1

    async def text(self, text: str) -> None:
        self.operations["text"] += 1

    async def key(self, name: str) -> None:
        self.operations["key"] += 1

    async def start(self, package: str) -> None:
        self.operations["start"] += 1

    async def install(self, apk: str | Path) -> None:
        self._destroy("install")

    async def uninstall(self, package: str) -> None:
        self._destroy("uninstall")

    async def reboot(self) -> None:
        self._destroy("reboot")

    async def pause(self, seconds: float) -> None:
        """Waits for nothing."""

    def _destroy(self, name: str) -> None:
        self.operations[name] += 1
        self.destructive[name] += 1
