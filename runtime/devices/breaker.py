"""The circuit breaker of one device: whether it may be leased, and if not, when to look at it again.

    closed ──fault──▶ open ──due──▶ half-open ──answered──▶ closed
                       ▲ ▲                │
                       │ └────fault───────┘
                       └─ … until patience is over ──▶ out

Values in, values out: a breaker is frozen and its methods return the next one; the caller brings the clock (seconds)
and the random numbers. A device is given up by the time that it was of no use, never by how often it failed, so that a
farm which is down for a while costs only that while.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from runtime.core.backoff import Pace

State = Literal["closed", "open", "half-open", "out"]


@dataclass(frozen=True, slots=True)
class Rules:
    """How much is borne.

    `pace` spaces the probes of a device that rests; `patience` is how many seconds it may be of no use; `tolerated` is
    how many times in a row it may refuse what it is asked before that counts like being lost.
    """

    pace: Pace = Pace()
    patience: float = 300.0
    tolerated: int = 3


@dataclass(frozen=True, slots=True)
class Breaker:
    """One device as seen by whoever leases it out."""

    state: State = "closed"
    faults: int = 0
    """In a row, since it last did its work."""
    rests: int = 0
    """How many times it was put to rest since then; a device that comes and goes is looked at less and less often."""
    since: float = 0.0
    """When the first of these faults was seen."""
    until: float = 0.0
    """When it is to be probed (if open), or was found answering (if closed after a rest)."""
    why: str = ""
    """The last fault."""

    def worked(self) -> Breaker:
        """It was used without a fault: all is forgiven. One that is out stays out."""
        return self if self.state == "out" else Breaker()

    def leased(self, now: float) -> Breaker:
        """It is used again. How long it lay idle since it answered tells nothing against it."""
        if self.state != "closed" or not self.rests:
            return self
        return replace(self, since=self.since + max(now - self.until, 0.0), until=now)

    def failed(self, now: float, why: str, rules: Rules, draw: float, *, gone: bool) -> Breaker:
        """A use or a probe of it failed; `gone`: it did not answer, rather than say no. `draw` is in [0, 1)."""
        if self.state == "out":
            return self
        since = self.since if self.faults else now
        faults = self.faults + 1
        if self.state == "closed" and not gone and faults < rules.tolerated:
            return replace(self, faults=faults, since=since, why=why)
        last = since + rules.patience
        # The last look at it is at the very end of the patience, never after it.
        until = min(now + rules.pace.wait(self.rests, draw), last)
        state: State = "out" if now >= last else "open"
        return Breaker(state, faults, self.rests + 1, since, until, why)

    def probing(self) -> Breaker:
        """Somebody looks at it now."""
        return replace(self, state="half-open") if self.state == "open" else self

    def answered(self, now: float) -> Breaker:
        """The probe went well: it may be used, but only use makes up for its faults."""
        return replace(self, state="closed", until=now) if self.state == "half-open" else self
