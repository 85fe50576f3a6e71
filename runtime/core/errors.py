"""What can go wrong, named by the boundary that was crossed.

    MobileRuntimeError
    ├── UsageError            the caller asked for something that cannot be: one sentence, exit code 2
    ├── ModelError            a model gave no answer; whoever asked it and cannot do without is the boundary at fault
    │   ├── ModelRefused      it said no: wrong key, unknown model, a request that it cannot take
    │   ├── ModelTimeout      no answer within the request's deadline, whatever was tried meanwhile
    │   └── ModelLost         the endpoint fails or breaks off, also after repeated attempts
    └── Fault                 something outside our code misbehaved; it ends an attempt, never the run
        ├── DeviceFault       the phone, its transport, or the farm behind it
        │   ├── DeviceRefused     reachable, but it said no
        │   ├── DeviceTimeout     it did not answer within its deadline
        │   └── DeviceLost        the connection broke under us
        ├── AgentFault        the agent raised, or overran its deadline
        ├── UserFault         the user simulator (or the human) failed to answer
        ├── JudgeFault        a judge could not decide
        ├── TaskFault         the task itself is unsound here (state not injectable, goal already met, …)
        └── RuntimeFault      the machine that the runtime runs on lacks something (terminals, descriptors, …)

A failed episode is data: the session turns a `Fault` into `Faulted` + `Ended(cause=boundary)` and the run goes on.
"""

from __future__ import annotations

from typing import ClassVar, Literal

Boundary = Literal["agent", "user", "judge", "device", "task", "runtime"]


class MobileRuntimeError(Exception):
    """Base of every error that this project raises on purpose."""


class UsageError(MobileRuntimeError):
    """A request that cannot be met; the message says what, where and what to do."""


class ModelError(MobileRuntimeError):
    """A model gave no answer.

    Not a `Fault`: a judge can leave a verdict unscored. Where an agent, a user or a judge lets it out, it becomes a
    fault of theirs at their boundary.
    """


class ModelRefused(ModelError):
    """The endpoint answered and said no; asking again would change nothing."""


class ModelTimeout(ModelError):
    """No answer within the deadline of the request."""


class ModelLost(ModelError):
    """The endpoint could not be reached, failed, or broke off."""


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


class RuntimeFault(Fault):
    """The machine that the runtime runs on lacks something; the message says what to do about it."""

    boundary: ClassVar[Boundary] = "runtime"
