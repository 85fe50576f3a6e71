"""A model whose replies are written in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from runtime.core.errors import ModelError
from runtime.llm.requests import ModelReply, ModelRequest


class ScriptedModel:
    """Implements `runtime.plugins.Model` without an endpoint: answers from a script and records all requests.

    Args:
        script: the replies in order, or a function from the request to the reply.
        name: the name of the model in caches and ledgers.
    """

    def __init__(self, script: Iterable[str] | Callable[[ModelRequest], str], name: str = "scripted") -> None:
        self.name = name
        self.requests: list[ModelRequest] = []
        """All requests so far, in order."""
        self._reply = script if callable(script) else None
        self._replies = iter(()) if callable(script) else iter(script)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the next reply.

        Raises:
            ModelError: the script has no more replies.
        """
        self.requests.append(request)
        text = self._reply(request) if self._reply is not None else next(self._replies, None)
        if text is None:
            raise ModelError(f"the script of {self.name!r} has no reply number {len(self.requests)}")
        return ModelReply(text, model=self.name)
