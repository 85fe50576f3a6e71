"""What runs on each machine of a Ray cluster: one actor, which plays on the phones there."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from typing import Any

import anyio
import anyio.to_thread

from runtime.components.distribution import our_version
from runtime.core.errors import DeviceLost, MobileRuntimeError
from runtime.episode.hosts import AttemptRequest, JudgedAttempt, PlayedAttempt, PlayedRollout, RolloutRequest
from runtime.hosting import LocalHost, open_host
from runtime.plugins.protocols import DeviceInfo
from runtime.storage.run_directory import EpisodeKey


class HostActor:
    """Plays as a `LocalHost` while `serve` runs. Ray calls the methods concurrently, on one event loop."""

    def __init__(self) -> None:
        self._host: LocalHost | None = None
        self._opened = anyio.Event()
        self._closing = anyio.Event()
        self._refused: MobileRuntimeError | None = None

    async def serve(self, devices: Sequence[str], settings: Mapping[str, Any]) -> None:
        """Open the devices, and play until `close`. See `open_host` for `settings` and errors."""
        gc.set_threshold(50_000, 20, 20)
        try:
            async with open_host(devices, settings) as self._host:
                gc.collect()
                gc.freeze()
                self._opened.set()
                await self._closing.wait()
        except MobileRuntimeError as error:
            self._refused = error
            self._opened.set()
            raise
        finally:
            self._host = None

    async def opened(self) -> Sequence[DeviceInfo]:
        """Wait until the devices are open, and return them. Raises what `serve` raises."""
        await self._opened.wait()
        if self._refused is not None:
            raise self._refused
        return self._playing.devices

    async def close(self) -> None:
        """End `serve`."""
        self._closing.set()

    async def version(self) -> str:
        """Return the version of the runtime that is installed there."""
        return await anyio.to_thread.run_sync(our_version)

    async def play(self, request: AttemptRequest) -> PlayedAttempt:
        """See `EpisodeHost`, also for the other methods."""
        return await self._playing.play(request)

    async def judged(self, key: EpisodeKey, attempt: int) -> JudgedAttempt:
        return await self._playing.judged(key, attempt)

    async def collect(self, request: RolloutRequest, policy: Any) -> PlayedRollout:
        return await self._playing.collect(request, policy)

    async def blobs(self, digests: Sequence[str]) -> Mapping[str, bytes]:
        return await self._playing.blobs(digests)

    async def probe(self, device: str) -> None:
        await self._playing.probe(device)

    async def pause(self) -> None:
        await self._playing.pause()

    async def proceed(self) -> None:
        await self._playing.proceed()

    @property
    def _playing(self) -> LocalHost:
        if self._host is None:
            raise DeviceLost("the host is starting or has ended")
        return self._host
