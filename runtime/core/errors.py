"""Exceptions, grouped by the boundary at which they occur.

    MobileRuntimeError
    ├── UsageError            the request cannot be met: one sentence, exit code 2
    │   ├── ReplayError           a recorded episode cannot be brought back to one of its steps
    │   └── StorageError          a file of a run cannot be written, is missing or is damaged
    ├── ModelError            a model gave no answer; becomes a fault of the component that needed it
    │   ├── ModelRefused      this request was refused: unsupported, too long
    │   │   └── EndpointRefused   every request is refused: wrong key, unknown model or URL, no money left
    │   ├── ModelTimeout      no answer within the request's deadline, retries included
    │   └── ModelLost         the endpoint fails or disconnects, also after retries
    └── Fault                 something outside our code failed; it ends an attempt, never the run
        ├── DeviceFault       the phone, its transport, or the farm behind it
        │   ├── DeviceRefused     reachable, but refused the request
        │   ├── DeviceTimeout     no answer within its deadline
        │   └── DeviceLost        the connection broke during use
        ├── AgentFault        the agent raised, or exceeded its deadline
        │   └── InvalidDecision   it decided what cannot be done
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
    """Base class of all errors that this project raises on purpose."""


class UsageError(MobileRuntimeError):
    """A request that cannot be met; the message says what, where and what to do."""


class ParkedSessionError(UsageError):
    """A parked session cannot be resumed here: it is damaged, or of another version, suite or configuration."""


class StorageError(UsageError):
    """A file of a run cannot be written, is missing, or is not as it was written; the message names it."""


class ReplayError(UsageError):
    """A recorded episode cannot be brought back to one of its steps here; `step` is the first that is in the way."""

    def __init__(self, message: str, step: int) -> None:
        super().__init__(message)
        self.step = step


class ModelError(MobileRuntimeError):
    """A model gave no answer.

    It is not a `Fault`, because a judge can leave a verdict unscored. Where it leaves an agent or a user, a refused
    request is their fault; an endpoint that is lost, late or refuses everything is a `RuntimeFault`.
    """


class ModelRefused(ModelError):
    """The endpoint refused the request; retrying would not help."""


class EndpointRefused(ModelRefused):
    """The endpoint refuses every request: wrong key, unknown model or URL, or no money left."""


class ModelTimeout(ModelError):
    """The model gave no answer within the deadline of the request."""


class ModelLost(ModelError):
    """The endpoint could not be reached, failed, or disconnected."""


class Fault(MobileRuntimeError):
    """A failure outside the runtime's own code. It ends the attempt, not the run; `boundary` names its cause."""

    boundary: ClassVar[Boundary] = "runtime"


class DeviceFault(Fault):
    """The phone or its transport failed."""

    boundary: ClassVar[Boundary] = "device"


class DeviceRefused(DeviceFault):
    """The device answered with a refusal (unknown service, not authorized, failed command)."""


class DeviceTimeout(DeviceFault):
    """The device did not answer within the deadline named in the message."""


class DeviceLost(DeviceFault):
    """The connection to the device ended while it was in use."""


class AgentFault(Fault):
    """The agent raised an exception or exceeded its deadline."""

    boundary: ClassVar[Boundary] = "agent"


class InvalidDecision(AgentFault):
    """The agent decided what cannot be done: a wrong type, a place off the screen, an unknown key.

    Nothing was executed or recorded; an agent that catches it can go on.
    """


class UserFault(Fault):
    """The user (a simulator or a person) raised an exception or did not answer in time."""

    boundary: ClassVar[Boundary] = "user"


class JudgeFault(Fault):
    """A judge failed; its verdicts are unscored, never zero."""

    boundary: ClassVar[Boundary] = "judge"


class TaskFault(Fault):
    """The task cannot be played correctly on this device: its state cannot be set, or a requirement is already met."""

    boundary: ClassVar[Boundary] = "task"


class RuntimeFault(Fault):
    """The machine that the runtime runs on lacks something; the message says what to do about it."""

    boundary: ClassVar[Boundary] = "runtime"
