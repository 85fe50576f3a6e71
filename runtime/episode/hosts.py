"""Hosts: processes, here or on other machines, that play and judge whole attempts of a run on devices of their own.

A host keeps what it recorded until it is asked for it. Frames and trees are named by digest, and fetched only if this
run does not have them yet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from runtime.core.events import Digest
from runtime.core.tasks import Task
from runtime.episode.run_parts import AttemptOutcome
from runtime.judging.runner import JudgeResult
from runtime.plugins.protocols import DeviceInfo
from runtime.storage.run_directory import EpisodeKey


@dataclass(frozen=True, slots=True)
class AttemptRequest:
    """An attempt that a host should play."""

    device: str
    """The name that the host gave to the device."""
    player: Any
    """The agent as it was given to the run: a name, an address, a class or a spec."""
    task: Task
    key: EpisodeKey
    attempt: int
    seed: int
    last: bool
    """No further attempt is allowed, so a fault of the device counts."""


@dataclass(frozen=True, slots=True)
class RecordedAttempt:
    """What was recorded of an attempt: its logs as JSON lines, and the checksums of the blobs that they name."""

    events: bytes
    truth: bytes
    blobs: Mapping[Digest, str]


@dataclass(frozen=True, slots=True)
class PlayedAttempt:
    """An attempt that a host has played. `fault` says what failed if its device did."""

    outcome: AttemptOutcome
    recorded: RecordedAttempt
    fault: str = ""


@dataclass(frozen=True, slots=True)
class JudgedAttempt:
    """What judges elsewhere made of an attempt: the result of each by name, and tokens and cost (`Ledger.document`).

    The latter are of all calls to models since they were last returned.
    """

    results: Mapping[str, JudgeResult]
    spent: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class RolloutRequest:
    """An episode of a policy that a host should play. `member` and `settings` are those of `runtime.training`."""

    device: str
    key: EpisodeKey
    attempt: int
    member: Any
    settings: Any


@dataclass(frozen=True, slots=True)
class PlayedRollout:
    """An episode of a policy that a host has played and judged.

    `rollout` is a `runtime.training.rollouts.Rollout` without frames and trees; `screens` has their digests, step by
    step.
    """

    recorded: RecordedAttempt
    judged: JudgedAttempt
    rollout: Any
    screens: tuple[tuple[Digest | None, Digest | None], ...]


class EpisodeHost(Protocol):
    """Plays attempts for a run elsewhere. All methods raise DeviceLost if the host is gone."""

    @property
    def devices(self) -> Sequence[DeviceInfo]:
        """Its devices, under the names that it knows."""

    async def play(self, request: AttemptRequest) -> PlayedAttempt:
        """Let an agent play one attempt. Its judges may go on.

        Raises:
            UsageError: the agent cannot play there.
            DeviceLost: the device is in use or unavailable.
        """

    async def judged(self, key: EpisodeKey, attempt: int) -> JudgedAttempt:
        """Wait for the judges of an attempt that was played; once for each attempt.

        Raises:
            Fault: they were cancelled.
        """

    async def collect(self, request: RolloutRequest, policy: Any) -> PlayedRollout:
        """Let a policy play one episode, and judge it.

        Raises:
            DeviceFault: the device could not be prepared, is in use or is unavailable.
        """

    async def blobs(self, digests: Sequence[Digest]) -> Mapping[Digest, bytes]:
        """Return the contents of files that recorded attempts name."""

    async def probe(self, device: str) -> None:
        """Check that a device can play. Raises DeviceFault if not."""

    async def pause(self) -> None:
        """Hold all policies between two steps."""

    async def proceed(self) -> None:
        """End a pause."""
