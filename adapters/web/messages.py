"""What goes over the talk door, as validated messages. Nothing here has a place for ground truth."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from runtime.tasks import Brief

MAX_BODY = 64 * 1024
"""Bytes that one request or WebSocket message may have."""
MAX_QUESTION = 4_000
"""Characters of a question."""

Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_QUESTION)]
Status = Literal["complete", "infeasible"]


class Message(BaseModel):
    """Base of all messages: unknown fields are a mistake worth telling."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Instruction(Message):
    """What the agent is asked to do. `screen` is width and height in pixels."""

    instruction: str
    screen: tuple[int, int]
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
    """Where the conversation stands: how many questions were put, and whether the episode is over."""

    questions: int
    ended: bool


class Problem(Message):
    """What went wrong, and what to do about it."""

    error: str
    hint: str


class StreamAsk(Ask):
    """`ask` on the stream; `id` comes back with the reply."""

    type: Literal["ask"]
    id: str | int | None = None


class StreamFinish(Done):
    """`finish` on the stream."""

    type: Literal["finish"]
    id: str | int | None = None


class StreamQuery(Message):
    """`status` or `instruction` on the stream."""

    type: Literal["status", "instruction"]
    id: str | int | None = None


StreamMessage = Annotated[StreamAsk | StreamFinish | StreamQuery, Field(discriminator="type")]
STREAM: TypeAdapter[StreamMessage] = TypeAdapter(StreamMessage)


def explain(error: ValidationError) -> str:
    """The first thing that is wrong with a message, in a sentence."""
    first: Any = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
