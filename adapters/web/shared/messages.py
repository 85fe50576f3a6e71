"""What goes over the talk door, as validated messages. Nothing here has a place for ground truth."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError, WithJsonSchema

from runtime.core.tasks import Brief

MAX_BODY = 64 * 1024
"""Bytes that one request or WebSocket message may have."""
MAX_QUESTION = 4_000
"""Characters of a question."""
_MAX_ID = 200
_MAX_TOLD = 200
"""Characters of what a client sent that an error says back to it."""

Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUESTION)]
Status = Literal["complete", "infeasible"]
Identifier = Annotated[str, StringConstraints(max_length=_MAX_ID)] | Annotated[int, Field(ge=-(2**53), le=2**53)] | None
# Told as two of a kind: generators of clients cope with that everywhere, with `prefixItems` not yet.
Screen = Annotated[
    tuple[int, int], WithJsonSchema({"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2})
]
Port = Annotated[int, Field(ge=1, le=65535)]


class Message(BaseModel):
    """Base of all messages: unknown fields are a mistake worth telling."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Instruction(Message):
    """What the agent is asked to do. `screen` is width and height in pixels."""

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
    """The user's reply; empty if the episode had ended before. After `ended` nothing has any effect."""

    reply: str
    ended: bool


class Done(Message):
    """The agent stops. `text` is what the user is told: in information tasks it is the answer."""

    text: str = ""
    status: Status = "complete"


class Standing(Message):
    """Where the episode stands: steps of the budget used, questions put over this door, and whether it is over.

    It is what an agent inside the process sees in its observations, and no more.
    """

    step: int
    questions: int
    ended: bool


class Adb(Message):
    """Where the phone of an episode is: an adb server with one device; and that device itself, for `adb connect`."""

    host: str
    port: Port
    serial: str
    device_port: Port


class Episode(Instruction):
    """An episode that was claimed: its own token for everything else, what to do, and the phone to do it on."""

    token: str
    url: str
    adb: Adb


class Problem(Message):
    """What went wrong, and what to do about it."""

    error: str
    hint: str


class StreamAsk(Ask):
    """`ask` on the stream; `id` comes back with the reply."""

    type: Literal["ask"]
    id: Identifier = None


class StreamFinish(Done):
    """`finish` on the stream."""

    type: Literal["finish"]
    id: Identifier = None


class StreamQuery(Message):
    """`status` or `instruction` on the stream."""

    type: Literal["status", "instruction"]
    id: Identifier = None


StreamMessage = Annotated[StreamAsk | StreamFinish | StreamQuery, Field(discriminator="type")]
STREAM: TypeAdapter[StreamMessage] = TypeAdapter(StreamMessage)


def explain(error: ValidationError) -> str:
    """The first thing that is wrong with a message, in a sentence."""
    first: Any = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])[:_MAX_TOLD]
    return f"{where}: {first['msg']}" if where else str(first["msg"])[:_MAX_TOLD]
