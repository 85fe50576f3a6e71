"""Validated messages of the agent API. None has a field for ground truth."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, WithJsonSchema

from runtime.core.tasks import Brief

MAX_BODY = 64 * 1024
"""Maximum size of a request body or WebSocket message, in bytes."""
MAX_QUESTION = 4_000
"""Maximum length of a question, in characters."""
_MAX_ID = 200
_MAX_ECHOED = 200
"""Maximum number of characters of a client's input that an error repeats."""

Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUESTION)]
Status = Literal["complete", "infeasible"]
Identifier = Annotated[str, StringConstraints(max_length=_MAX_ID)] | Annotated[int, Field(ge=-(2**53), le=2**53)] | None
# Described as an array of two equal items, because many client generators do not support `prefixItems`.
Screen = Annotated[
    tuple[int, int], WithJsonSchema({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})
]
Port = Annotated[int, Field(ge=1, le=65535)]


class Message(BaseModel):
    """Base of all messages; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Instruction(Message):
    """The agent's task. `screen` is width and height in pixels."""

    instruction: str
    screen: Screen
    max_steps: int
    can_ask: bool

    @classmethod
    def of(cls, brief: Brief) -> Instruction:
        return cls(instruction=brief.instruction, screen=brief.screen, max_steps=brief.max_steps, can_ask=brief.can_ask)


class Ask(Message):
    """A question to the user."""

    question: Question


class Answered(Message):
    """The user's reply; empty if the episode had already ended. After `ended`, nothing has any effect."""

    reply: str
    ended: bool


class Done(Message):
    """The agent stops. `text` is its message to the user; in information tasks it is the answer."""

    text: str = ""
    status: Status = "complete"


class Standing(Message):
    """Progress of the episode: steps used, questions asked through this API, and whether it has ended.

    An in-process agent sees the same in its observations.
    """

    step: int
    questions: int
    ended: bool


class Adb(Message):
    """How to reach the phone of an episode: an ADB server with one device, and the device itself for `adb connect`."""

    host: str
    port: Port
    serial: str
    device_port: Port


class Episode(Instruction):
    """A claimed episode: the token for all further requests, the task, and the phone."""

    token: str
    url: str
    adb: Adb


class Problem(Message):
    """An error: what went wrong, and what to do about it."""

    error: str
    hint: str


class StreamAsk(Ask):
    """`ask` over the WebSocket; the reply carries the same `id`."""

    type: Literal["ask"]
    id: Identifier = None


class StreamFinish(Done):
    """`finish` over the WebSocket."""

    type: Literal["finish"]
    id: Identifier = None


class StreamQuery(Message):
    """`status` or `instruction` over the WebSocket."""

    type: Literal["status", "instruction"]
    id: Identifier = None


StreamMessage = Annotated[StreamAsk | StreamFinish | StreamQuery, Field(discriminator="type")]
STREAM: TypeAdapter[StreamMessage] = TypeAdapter(StreamMessage)


def explain(error: ValidationError) -> str:
    """The first validation error of a message, as a sentence."""
    first: Any = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])[:_MAX_ECHOED]
    return f"{where}: {first['msg']}" if where else str(first["msg"])[:_MAX_ECHOED]
