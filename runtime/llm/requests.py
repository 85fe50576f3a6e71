"""A conversation with a model as values, and the port that every model implements."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

ModelRole = Literal["agent", "executor", "user", "judge"]
ROLES: tuple[ModelRole, ...] = ("agent", "executor", "user", "judge")
"""Who asks, the most urgent first: a phone waits for its agent and its user, nobody waits for a judge.

An `executor` is the second model of an agent that has two.
"""


class Picture:
    """A JPEG named by what it shows. Two pictures of one name are the same picture.

    One object is shared by every request that shows it, so that it is encoded once.
    """

    __slots__ = ("_encoded", "jpeg", "name")

    def __init__(self, name: str, jpeg: bytes) -> None:
        self.name = name
        self.jpeg = jpeg
        self._encoded = b""

    def __repr__(self) -> str:
        return f"Picture({self.name}, {len(self.jpeg)} bytes)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def encoded(self) -> bytes:
        """The data URL, as it stands between the quotes of a JSON string; made when first asked for."""
        if not self._encoded:
            self._encoded = b"data:image/jpeg;base64," + base64.b64encode(self.jpeg)
        return self._encoded


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation: texts and pictures in the order in which they are shown."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Picture, ...]


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One question to a model. `role` says who asks and sets its priority.

    Every request is made at temperature 0.
    """

    role: ModelRole
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    """JSON schema that the answer must follow (`Form.schema`); None: any text."""
    prompt: str = ""
    """Name and version of the prompt (`Prompt.label`)."""
    max_tokens: int = 2048
    deadline: float = 120.0
    """Seconds until the reply is given up, waiting for one's turn and repeated attempts included."""
    bulk: bool = False
    """One of very many in a row: an endpoint may spare what it does the same way for each."""

    def key(self, model: str) -> str:
        """Names the question by its content: equal keys, equal questions to the same model.

        Role, deadline and bulk say how it is asked, not what, and play no part.
        """
        shown = [
            [message.role, *(["picture", part.name] if isinstance(part, Picture) else part for part in message.parts)]
            for message in self.messages
        ]
        key_fields = [model, self.prompt, shown, self.schema, self.max_tokens]
        return hashlib.sha256(json.dumps(key_fields, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What a model said, with its token usage even where the text cannot be read.

    `usage` counts `input` and `output` tokens, and `reused`: those of the input that the endpoint had cached. It is
    empty where the endpoint told nothing.
    """

    text: str
    usage: dict[str, int] = field(default_factory=dict)
    model: str = ""
    finish: str = "stop"
    """Why it ended, in the words of the endpoint: `stop`, `length`, `content_filter`, …"""
    refusal: str = ""
    """What it said instead of an answer, where the endpoint tells refusals apart."""
    cached: bool = False
    """Taken from a store; nothing was asked and nothing was paid."""


class Model(Protocol):
    """Any model that completes a chat. `name` is what the cache and the ledger know it by."""

    name: str

    async def complete(self, request: ModelRequest) -> ModelReply:
        """The reply.

        Raises:
            ModelError: there is none; what became of the attempt is in the message.
        """
