"""What can go wrong, named by the boundary that was crossed.

    MobileRuntimeError
    ├── UsageError            the caller asked for something that cannot be: one sentence, exit code 2
    └── Fault                 something outside our code misbehaved; it ends an attempt, never the run
        ├── DeviceFault       the phone, its transport, or the farm behind it
        │   ├── DeviceRefused     reachable, but it said no
        │   ├── DeviceTimeout     it did not answer within its deadline
        │   └── DeviceLost        the connection broke under us
        ├── AgentFault        the agent raised, or overran its deadline
        ├── UserFault         the user simulator (or the human) failed to answer
        ├── JudgeFault        a judge could not decide
        └── TaskFault         the task itself is unsound here (state not injectable, goal already met, …)

A failed episode is data: the session turns a `Fault` into `Faulted` + `Ended(cause=boundary)` and the run goes on.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Boundary = Literal["agent", "user", "judge", "device", "task", "runtime"]


class MobileRuntimeError(Exception):
    """Base of every error that this project raises on purpose."""


class UsageError(MobileRuntimeError):
    """A request that cannot be met; the message says what, where and what to do."""


class Fault(MobileRuntimeError):
    """Something beyond a boundary failed; `boundary` says whose failure it is."""

    boundary: ClassVar[Boundary] = "runtime"


class DeviceFault(Fault):
    """The phone or its transport failed."""

    boundary: ClassVar[Boundary] = "device"


class DeviceRefused(DeviceFault):
    """The device answered and refused (service unknown, not authorised, command failed)."""


class DeviceTimeout(DeviceFault):
    """The device did not answer within the deadline named in the message."""


class DeviceLost(DeviceFault):
    """The connection to the device ended while it was in use."""


class AgentFault(Fault):
    """The agent raised an exception or overran its deadline."""

    boundary: ClassVar[Boundary] = "agent"


class UserFault(Fault):
    """The user could not answer."""

    boundary: ClassVar[Boundary] = "user"


class JudgeFault(Fault):
    """A judge failed; its verdicts are unscored, never zero."""

    boundary: ClassVar[Boundary] = "judge"


class TaskFault(Fault):
    """The task cannot be played soundly on this device."""

    boundary: ClassVar[Boundary] = "task"
