"""A device of a host: it can be leased like others, and whole episodes are played there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NoReturn

import anyio

from runtime.core.actions import Action
from runtime.core.errors import DeviceRefused, DeviceTimeout
from runtime.episode.hosts import EpisodeHost
from runtime.plugins.protocols import ByteStream, Control, DeviceInfo, Need
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree

_GRACE: Final = 60.0


class HostedDevice:
    """A device of a host, for leasing; its screen and input are out of reach from here."""

    def __init__(self, host: EpisodeHost, info: DeviceInfo, prefix: str) -> None:
        """Describe the device that `host` calls `info.name`; here the name has a prefix that distinguishes hosts."""
        self.host = host
        self.name_there = info.name
        self.info = replace(info, name=f"{prefix}/{info.name}", identity=info.identity and f"{prefix}/{info.identity}")
        self.control: Control | None = None

    @contextmanager
    def answering(self, seconds: float) -> Iterator[None]:
        """Limit how long the block waits for the host, beyond the deadlines that the host itself keeps.

        Raises:
            DeviceTimeout: it took longer; the host hangs.
        """
        try:
            with anyio.fail_after(seconds + _GRACE):
                yield
        except TimeoutError:
            raise DeviceTimeout(f"the host of {self.info.name} did not answer within {seconds + _GRACE:g} s") from None

    async def probe(self) -> None:
        """Check that host and device can play."""
        await self.host.probe(self.name_there)

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """Refuse: raises DeviceRefused."""
        self._refuse()

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Refuse: raises DeviceRefused."""
        self._refuse()

    async def open(self, service: str) -> ByteStream:
        """Refuse: raises DeviceRefused."""
        self._refuse()

    async def elapse(self, ms: int) -> None:
        """Refuse: raises DeviceRefused."""
        self._refuse()

    async def aclose(self) -> None:
        """Do nothing: the host closes its devices."""

    def _refuse(self) -> NoReturn:
        raise DeviceRefused(f"{self.info.name} plays whole episodes and cannot be driven from here")
