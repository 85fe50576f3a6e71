"""Requests to a model and its replies as values, and the protocol that all models implement."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

ModelRole = Literal["agent", "executor", "user", "judge"]
"""Who calls a model; an `executor` is the second model of an agent that has two."""
ROLES: tuple[ModelRole, ...] = ("agent", "executor", "user", "judge")
"""Roles that call models, the most urgent first: a phone waits for its agent and its user, but not for a judge."""


class Picture:
    """A JPEG named by its content. Two pictures with the same name are equal.

    All requests that show it share one object, so that it is encoded once.
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
        """The data URL as the content of a JSON string; encoded on first use."""
        if not self._encoded:
            self._encoded = b"data:image/jpeg;base64," + base64.b64encode(self.jpeg)
        return self._encoded


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation: texts and pictures in display order."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Picture, ...]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model draws its reply, beside temperature 0. None leaves a value to the endpoint."""

    top_p: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None

    @property
    def fields(self) -> dict[str, float]:
        """The values that are set, by their names in the chat API."""
        values = {"top_p": self.top_p, "frequency_penalty": self.frequency_penalty, "seed": self.seed}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request to a model, at temperature 0. `role` names the caller and sets the priority."""

    role: ModelRole
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    """JSON schema that the answer must follow (`Form.schema`); None: any text."""
    prompt: str = ""
    """Name and version of the prompt (`Prompt.label`)."""
    max_tokens: int = 2048
    sampling: Sampling = Sampling()
    deadline: float = 120.0
    """Seconds until the request is abandoned, including queueing and retries."""
    bulk: bool = False
    """True for one of very many requests in a row; an endpoint may skip work that is the same for each."""

    def key(self, model: str) -> str:
        """Return a hash of the request's content: equal keys mean equal requests to the same model.

        Role, deadline and bulk do not affect the reply and are not included.
        """
        shown = [
            [message.role, *(["picture", part.name] if isinstance(part, Picture) else part for part in message.parts)]
            for message in self.messages
        ]
        key_fields = [model, self.prompt, shown, self.schema, self.max_tokens]
        key_fields += [self.sampling.fields] if self.sampling.fields else []
        return hashlib.sha256(json.dumps(key_fields, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ModelReply:
    """A model's reply, with its token usage even if the text cannot be parsed.

    `usage` counts `input` and `output` tokens, and `reused`: input tokens that the endpoint had cached. It is empty if
    the endpoint reported none.
    """

    text: str
    usage: dict[str, int] = field(default_factory=dict)
    model: str = ""
    finish: str = "stop"
    """Why it ended, as reported by the endpoint: `stop`, `length`, `content_filter`, …"""
    refusal: str = ""
    """Text of a refusal, if the endpoint marks refusals."""
    cached: bool = False
    """True if it was taken from the cache; nothing was paid."""


class Model(Protocol):
    """A model that completes chats. `name` identifies it in the cache and the ledger."""

    name: str

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's reply.

        Raises:
            ModelError: there is none; the message names the cause.
        """
