"""Hosts on a Ray cluster: starts one actor on each machine with phones, and passes calls on to them.

A machine offers phones by the custom resource `phone` (`ray start --resources='{"phone": 20}'`). If none does, every
machine plays. An actor whose process dies is started again by Ray, on its machine or on a spare one with as many
phones; its devices are unavailable until it has opened them again.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, Final, NoReturn

import anyio
import anyio.abc
import anyio.to_thread

from adapters.ray.actor import HostActor
from adapters.ray.address import HostsAddress, parse_address
from runtime.components.distribution import our_version
from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceFault, DeviceLost, MobileRuntimeError, RuntimeFault, UsageError
from runtime.core.events import Digest
from runtime.episode.hosted_device import HostedDevice
from runtime.episode.hosts import AttemptRequest, JudgedAttempt, PlayedAttempt, PlayedRollout, RolloutRequest
from runtime.plugins.protocols import Device, DeviceInfo
from runtime.plugins.specs import DeviceSpec
from runtime.storage.run_directory import EpisodeKey

_START: Final = 120.0
"""Seconds within which all hosts must have opened their devices; another run may hold the phones."""
_REACH: Final = 10.0
"""Seconds within which a cluster must accept a connection."""
_CLOSE: Final = 20.0
_CALLS: Final = 10_000
"""Calls that an actor serves concurrently, at most."""
_RESTARTS: Final = BackoffPolicy(first=0.5, longest=10)


class RayHost:
    """A host on a Ray cluster; implements `runtime.episode.hosts.EpisodeHost`."""

    def __init__(self, actor: Any) -> None:
        self._actor = actor
        self.devices: Sequence[DeviceInfo] = ()

    async def serve(self, devices: Sequence[str], settings: Mapping[str, Any]) -> None:
        """Keep the host open until it is closed, however often its process dies."""
        failures = 0
        while True:
            began = anyio.current_time()
            try:
                await self._call(self._actor.serve, devices, settings)
                return
            except DeviceLost:
                failures = 1 if anyio.current_time() - began > _START else failures + 1
                await anyio.sleep(_RESTARTS.wait(failures, 0.5))

    async def open(self) -> None:
        """Wait until its devices are open. Raises what entering a `Runtime` raises."""
        self.devices = await self._call(self._actor.opened)

    async def close(self) -> None:
        """End `serve`."""
        await self._call(self._actor.close)

    async def version(self) -> str:
        """Return the version of the runtime that is installed there."""
        found: str = await self._call(self._actor.version)
        return found

    async def play(self, request: AttemptRequest) -> PlayedAttempt:
        """Let an agent play one attempt; see `EpisodeHost.play`, also for the other methods."""
        played: PlayedAttempt = await self._call(self._actor.play, request)
        return played

    async def judged(self, key: EpisodeKey, attempt: int) -> JudgedAttempt:
        """Wait for the judges of an attempt."""
        judged: JudgedAttempt = await self._call(self._actor.judged, key, attempt)
        return judged

    async def collect(self, request: RolloutRequest, policy: Any) -> PlayedRollout:
        """Let a policy play one episode, as it is now: it may be updated between two episodes."""
        played: PlayedRollout = await self._call(self._actor.collect, request, policy)
        return played

    async def blobs(self, digests: Sequence[Digest]) -> Mapping[Digest, bytes]:
        """Return the contents of files."""
        found: Mapping[Digest, bytes] = await self._call(self._actor.blobs, digests)
        return found

    async def probe(self, device: str) -> None:
        """Check that a device can play."""
        await self._call(self._actor.probe, device)

    async def pause(self) -> None:
        """Hold all policies between two steps."""
        await self._call(self._actor.pause)

    async def proceed(self) -> None:
        """End a pause."""
        await self._call(self._actor.proceed)

    async def _call(self, method: Any, *given: Any) -> Any:
        """Call a method of the actor."""
        import ray

        with _translated():
            reference = method.remote(*given)
            try:
                return await reference
            except anyio.get_cancelled_exc_class():
                ray.cancel(reference)
                raise


@contextmanager
def _translated() -> Iterator[None]:
    """Translate Ray's errors; those that the host raised are raised as they were."""
    from ray import exceptions

    try:
        yield
    except exceptions.RayTaskError as error:
        if isinstance(error.cause, MobileRuntimeError):
            raise error.cause from None
        raise RuntimeFault(f"the host failed: {error.cause}") from error
    except exceptions.RayError as error:
        raise DeviceLost(f"the host is gone: {' '.join(str(error).split())[:300]}") from error


@asynccontextmanager
async def open_hosts(uri: str, settings: Mapping[str, Any]) -> AsyncIterator[Sequence[Device]]:
    """Start a host on each machine of a cluster with phones, and provide their devices.

    Raises:
        UsageError: Ray is not installed, there is no such cluster, or hosts cannot play as this process would.
        DeviceFault: no host could open its devices.
    """
    address = parse_address(uri)
    async with _connected(address), anyio.create_task_group() as serving:
        actors = await anyio.to_thread.run_sync(_start_actors)
        hosts = [RayHost(actor) for actor in actors]
        try:
            await _open_all(hosts, address, settings, serving)
            yield [
                HostedDevice(host, info, f"host{number}")
                for number, host in enumerate(hosts, 1)
                for info in host.devices
            ]
        finally:
            with anyio.CancelScope(shield=True):
                await _close_all(hosts)
                serving.cancel_scope.cancel()
                await anyio.to_thread.run_sync(_kill, actors)


async def _open_all(
    hosts: Sequence[RayHost], address: HostsAddress, settings: Mapping[str, Any], serving: anyio.abc.TaskGroup
) -> None:
    installed = await anyio.to_thread.run_sync(our_version)
    try:
        with anyio.fail_after(_START):
            for host in hosts:
                version = await host.version()
                if version != installed:
                    raise UsageError(f"a machine of the cluster has version {version} installed, this is {installed}")
            for host in hosts:
                serving.start_soon(_serve, host, address.devices, settings)
            for host in hosts:
                await host.open()
    except TimeoutError:
        raise UsageError(
            f"{len(hosts)} machines with phones did not start within {_START:.0f} s: another run may hold their phones "
            "(ray status shows it)"
        ) from None


async def _serve(host: RayHost, devices: Sequence[str], settings: Mapping[str, Any]) -> None:
    try:
        await host.serve(devices, settings)
    except (DeviceFault, UsageError):
        return  # `open` raises it too


async def _close_all(hosts: Sequence[RayHost]) -> None:
    with anyio.move_on_after(_CLOSE):
        async with anyio.create_task_group() as closing:
            for host in hosts:
                closing.start_soon(_close, host)


async def _close(host: RayHost) -> None:
    try:
        await host.close()
    except MobileRuntimeError:
        return  # it is gone


@asynccontextmanager
async def _connected(address: HostsAddress) -> AsyncIterator[None]:
    """Connect this process to the cluster, unless it is connected."""
    try:
        import ray
    except ImportError as error:
        raise UsageError("ray:// needs Ray: pip install 'mobile-agent-runtime[ray]'") from error
    if ray.is_initialized():
        yield
        return

    def connect() -> None:
        try:
            ray.init(address=address.cluster, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise UsageError(
                f"the Ray cluster {address.cluster!r} cannot be used: {' '.join(str(error).split())[:300]}; start one "
                "with ray start --head, or let this process start one with --address local (ray://local)"
            ) from error

    await _check_reachable(address)
    await anyio.to_thread.run_sync(connect)
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(ray.shutdown)


async def _check_reachable(address: HostsAddress) -> None:
    """Check that somebody listens at the address of a cluster, since Ray itself tries for minutes.

    Raises:
        UsageError: nobody does.
    """
    endpoint = address.endpoint
    if endpoint is None:
        return
    try:
        with anyio.fail_after(_REACH):
            connection = await anyio.connect_tcp(*endpoint)
        await connection.aclose()
    except (OSError, TimeoutError) as error:
        raise UsageError(
            f"no Ray cluster answers at {address.cluster}: give the address that ray start --head printed"
        ) from error


def _start_actors() -> list[Any]:
    """Start one actor for each machine with phones. Blocks."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    nodes: Callable[[], list[dict[str, Any]]] = ray.nodes
    alive = [node for node in nodes() if node["Alive"]]
    offered = {node["NodeID"]: node["Resources"].get("phone", 0) for node in alive}
    remote = ray.remote(HostActor)
    make = partial(remote.options, num_cpus=0, max_restarts=-1, max_task_retries=0, max_concurrency=_CALLS)
    if any(offered.values()):
        return [
            make(
                resources={"phone": phones}, scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=True)
            ).remote()
            for node, phones in offered.items()
            if phones
        ]
    return [make(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)).remote() for node in offered]


def _kill(actors: Sequence[Any]) -> None:
    import ray

    for actor in actors:
        ray.kill(actor)


def _refuse(uri: str) -> NoReturn:
    raise UsageError(f"{uri} plays whole episodes of runs and cannot be driven from here")


DEVICE: Final = DeviceSpec(open=_refuse, open_hosts=open_hosts, parse=parse_address)
