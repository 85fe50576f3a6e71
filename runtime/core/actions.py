"""The actions that an agent can take, the same for every kind of agent. Coordinates are pixels, times milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field


@dataclass(frozen=True, slots=True)
class Tap:
    """Touch and lift at one point, in pixels."""

    x: int
    y: int
    kind: Literal["tap"] = field(default="tap", repr=False)


@dataclass(frozen=True, slots=True)
class DoubleTap:
    """Tap twice at one point, in pixels, within Android's double-tap timeout."""

    x: int
    y: int
    kind: Literal["double_tap"] = field(default="double_tap", repr=False)


@dataclass(frozen=True, slots=True)
class LongPress:
    """Touch one point, in pixels, and hold for `ms` milliseconds."""

    x: int
    y: int
    ms: int = 800
    kind: Literal["long_press"] = field(default="long_press", repr=False)


@dataclass(frozen=True, slots=True)
class Swipe:
    """Drag from one point to another in a straight line, in pixels; the finger lifts after `ms` milliseconds."""

    x1: int
    y1: int
    x2: int
    y2: int
    ms: int = 300
    kind: Literal["swipe"] = field(default="swipe", repr=False)


@dataclass(frozen=True, slots=True)
class Type:
    """Enter text into the focused field; `clear` empties it first."""

    text: str
    clear: bool = False
    kind: Literal["type"] = field(default="type", repr=False)


@dataclass(frozen=True, slots=True)
class Key:
    """Press a key by its Android name without the `KEYCODE_` prefix, such as BACK, HOME or ENTER."""

    name: str
    kind: Literal["key"] = field(default="key", repr=False)


@dataclass(frozen=True, slots=True)
class Launch:
    """Start an app by its package name or its label on the launcher."""

    app: str
    kind: Literal["launch"] = field(default="launch", repr=False)


@dataclass(frozen=True, slots=True)
class Wait:
    """Let `ms` milliseconds pass on the phone; costs one unit of the budget and is no step."""

    ms: int = 1000
    kind: Literal["wait"] = field(default="wait", repr=False)


@dataclass(frozen=True, slots=True)
class AskUser:
    """Ask the user a question; the reply is in the next observation."""

    question: str
    kind: Literal["ask"] = field(default="ask", repr=False)


@dataclass(frozen=True, slots=True)
class Takeover:
    """Ask the user to operate the phone. Handled as a question that the user declines."""

    message: str
    kind: Literal["takeover"] = field(default="takeover", repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """Tell the user something without ending the episode."""

    text: str
    kind: Literal["answer"] = field(default="answer", repr=False)


@dataclass(frozen=True, slots=True)
class Note:
    """Store something in the agent's own memory; it has no outside effect and costs no step."""

    text: str
    kind: Literal["note"] = field(default="note", repr=False)


@dataclass(frozen=True, slots=True)
class Finish:
    """End the episode; costs nothing. `text` is shown to the user and is the answer in information tasks.

    `status` is "infeasible" if the agent reports that the task cannot be done.
    """

    text: str = ""
    status: Literal["complete", "infeasible"] = "complete"
    kind: Literal["finish"] = field(default="finish", repr=False)


@dataclass(frozen=True, slots=True)
class Noop:
    """Do nothing; costs one step of the budget."""

    kind: Literal["noop"] = field(default="noop", repr=False)


@dataclass(frozen=True, slots=True)
class ParseError:
    """Model output that could not be parsed; costs one step of the budget."""

    raw: str
    reason: str
    kind: Literal["parse_error"] = field(default="parse_error", repr=False)


DeviceAction = Tap | DoubleTap | LongPress | Swipe | Type | Key | Launch
"""Actions that are executed on the phone and count as a *step*."""

Action = Annotated[
    Tap
    | DoubleTap
    | LongPress
    | Swipe
    | Type
    | Key
    | Launch
    | Wait
    | AskUser
    | Takeover
    | Answer
    | Note
    | Finish
    | Noop
    | ParseError,
    Field(discriminator="kind"),
]
"""Any action of an agent; `kind` tells them apart in JSON. All but `Note` and `Finish` cost one unit of the budget."""

DEVICE_ACTIONS = (Tap, DoubleTap, LongPress, Swipe, Type, Key, Launch)
FREE_ACTIONS = (Note, Finish)
"""Actions that cost nothing of the step budget T_max; all others cost one unit."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One turn of an agent: its actions in order, its thought, and the model's raw output if there was any."""

    actions: tuple[Action, ...]
    thought: str = ""
    raw: str = ""

    def __init__(self, actions: tuple[Action, ...] | list[Action], thought: str = "", raw: str = "") -> None:
        object.__setattr__(self, "actions", tuple(actions))
        object.__setattr__(self, "thought", thought)
        object.__setattr__(self, "raw", raw)
