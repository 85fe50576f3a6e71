"""Hosts in the process of a test, as a plug-in: `here://N?device=URI` opens N of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import anyio

from runtime.core.errors import DeviceLost, UsageError
from runtime.core.events import Digest
from runtime.episode.hosted_device import HostedDevice
from runtime.episode.hosts import AttemptRequest, JudgedAttempt, PlayedAttempt, PlayedRollout, RolloutRequest
from runtime.hosting import LocalHost, open_host
from runtime.plugins.protocols import Device, DeviceInfo
from runtime.plugins.specs import DeviceSpec
from runtime.storage.run_directory import EpisodeKey

opened: list[FragileHost] = []
"""The hosts that were opened since the list was last emptied."""


def install(folder: Path) -> None:
    """Write the metadata of the distribution; the folder must be on the import path."""
    home = folder / "hosts-1.dist-info"
    home.mkdir()
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: hosts\nVersion: 1\n")
    (home / "entry_points.txt").write_text("[mobile_agent_runtime.devices]\nhere = tests.support.hosts:HERE\n")


class FragileHost:
    """A host that can be lost: `break_at` names methods whose next calls fail after they were carried out."""

    def __init__(self, host: LocalHost) -> None:
        self._host = host
        self.break_at: list[str] = []
        self.fetched: list[Digest] = []
        self.calls: list[str] = []
        self.gone = False
        self.paused = anyio.Event()

    @property
    def devices(self) -> Sequence[DeviceInfo]:
        return self._host.devices

    async def play(self, request: AttemptRequest) -> PlayedAttempt:
        found = await self._host.play(request)
        self._called("play")
        return found

    async def judged(self, key: EpisodeKey, attempt: int) -> JudgedAttempt:
        found = await self._host.judged(key, attempt)
        self._called("judged")
        return found

    async def collect(self, request: RolloutRequest, policy: Any) -> PlayedRollout:
        found = await self._host.collect(request, policy)
        self._called("collect")
        return found

    async def blobs(self, digests: Sequence[Digest]) -> Mapping[Digest, bytes]:
        found = await self._host.blobs(digests)
        self._called("blobs")
        self.fetched.extend(digests)
        return found

    async def probe(self, device: str) -> None:
        if self.gone:
            raise DeviceLost("the host is gone")
        await self._host.probe(device)

    async def pause(self) -> None:
        await self._host.pause()
        self.paused.set()

    async def proceed(self) -> None:
        await self._host.proceed()

    def _called(self, method: str) -> None:
        self.calls.append(method)
        if self.gone or method in self.break_at:
            if method in self.break_at:
                self.break_at.remove(method)
            raise DeviceLost("the host is gone")


@asynccontextmanager
async def _open_hosts(uri: str, settings: Mapping[str, Any]) -> AsyncIterator[Sequence[Device]]:
    parts = urlsplit(uri)
    devices = [value for _, value in parse_qsl(parts.query)]
    async with AsyncExitStack() as stack:
        hosts = [
            FragileHost(await stack.enter_async_context(open_host(devices, settings))) for _ in range(int(parts.netloc))
        ]
        opened.extend(hosts)
        yield [HostedDevice(host, info, f"host{n}") for n, host in enumerate(hosts, 1) for info in host.devices]


def _refuse(uri: str) -> Any:
    raise UsageError(f"{uri} cannot be driven from here")


HERE = DeviceSpec(open=_refuse, open_hosts=_open_hosts)
