"""Circuit breaker of one device: whether it may be leased, and otherwise when to probe it again.

    closed ──fault──▶ open ──due──▶ half-open ──answered──▶ closed
                       ▲ ▲                │
                       │ └────fault───────┘
                       └─ … until patience is over ──▶ out

A breaker is a frozen value and its methods return the next one; the caller supplies the time (seconds) and random
numbers. A device is given up after a time without use, never after a number of failures, so that a farm which is down
for a while costs only that while.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from runtime.core.backoff import BackoffPolicy

State = Literal["closed", "open", "half-open", "out"]


@dataclass(frozen=True, slots=True)
class FailureThresholds:
    """Failure thresholds.

    `pace` spaces the probes of an unavailable device. `patience` is the number of seconds that it may stay unusable.
    `tolerated` is the number of consecutive refusals after which it counts as lost.
    """

    pace: BackoffPolicy = BackoffPolicy()
    patience: float = 300.0
    tolerated: int = 3


@dataclass(frozen=True, slots=True)
class Breaker:
    """The availability of one device."""

    state: State = "closed"
    faults: int = 0
    """Consecutive faults since the device last worked."""
    rests: int = 0
    """How often the circuit was opened since then; a device that comes and goes is probed less and less often."""
    since: float = 0.0
    """Time of the first of these faults."""
    until: float = 0.0
    """Time of the next probe (if open) or of the last successful probe (if closed after a rest)."""
    why: str = ""
    """Message of the last fault."""

    def worked(self) -> Breaker:
        """Record a use without a fault, which resets all counters. A device that was given up stays so."""
        return self if self.state == "out" else Breaker()

    def leased(self, now: float) -> Breaker:
        """Record that the device is used again; its idle time since the probe does not count against it."""
        if self.state != "closed" or not self.rests:
            return self
        return replace(self, since=self.since + max(now - self.until, 0.0), until=now)

    def failed(self, now: float, why: str, rules: FailureThresholds, draw: float, *, gone: bool) -> Breaker:
        """Record a failed use or probe. `gone`: the device did not answer, rather than refuse; `draw` is in [0, 1)."""
        if self.state == "out":
            return self
        since = self.since if self.faults else now
        faults = self.faults + 1
        if self.state == "closed" and not gone and faults < rules.tolerated:
            return replace(self, faults=faults, since=since, why=why)
        last = since + rules.patience
        # The last probe takes place exactly when the patience ends.
        until = min(now + rules.pace.wait(self.rests, draw), last)
        state: State = "out" if now >= last else "open"
        return Breaker(state, faults, self.rests + 1, since, until, why)

    def probing(self) -> Breaker:
        """Record the start of a probe."""
        return replace(self, state="half-open") if self.state == "open" else self

    def answered(self, now: float) -> Breaker:
        """Record a successful probe: the device may be used, but only successful use resets its counters."""
        return replace(self, state="closed", until=now) if self.state == "half-open" else self
