"""Fake OpenAI-compatible endpoint on this machine, for tests and benchmarks. A script decides every response.


async with FakeEndpoint(lambda request: Say('{"r1": {"met": true}}')) as endpoint:
    ... open_openai([endpoint.uri("judge")], ledger)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import anyio
from aiohttp import web


@dataclass(frozen=True, slots=True)
class Say:
    """A successful answer. `usage`: input and output tokens; None: the endpoint does not count tokens."""

    text: str | None
    usage: tuple[int, int] | None = (100, 10)
    finish: str = "stop"
    refusal: str | None = None
    reused: int = 0


@dataclass(frozen=True, slots=True)
class Fail:
    """A response with an error status."""

    status: int
    message: str = "no"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Raw:
    """A response of status 200 with an arbitrary body."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """A connection that breaks after `after` bytes of the body; 0: before the response head."""

    after: int = 0


@dataclass(frozen=True, slots=True)
class Hold:
    """An answer that is sent when `until` is set."""

    then: Say
    until: anyio.Event = field(default_factory=anyio.Event)


Part = Say | Fail | Raw | Cut | Hold


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """One request as it arrived."""

    body: dict[str, Any]
    authorization: str

    @property
    def structure(self) -> str:
        """How a JSON answer was requested: json_schema, json_object, or text."""
        form = self.body.get("response_format")
        return str(form["type"]) if isinstance(form, dict) else "text"

    @property
    def text(self) -> str:
        """All texts of the conversation, joined by newlines."""
        return "\n".join(_texts(self.body["messages"]))


Script = Callable[[ReceivedRequest], Part]


def in_turn(parts: Iterable[Part]) -> Script:
    """A script that returns the parts one after another; once they are used up, an error of status 400."""
    left = iter(parts)
    return lambda _: next(left, Fail(400, "the script is over"))


class FakeEndpoint:
    """Listens on a free port of 127.0.0.1. `asked`: the requests so far; `most_at_once`: their peak concurrency."""

    def __init__(self, script: Script, *, key: str = "") -> None:
        self.asked: list[ReceivedRequest] = []
        self.most_at_once = 0
        self.port = 0
        self._script = script
        self._key = key
        self._now = 0
        self._runner: web.AppRunner

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}/v1"

    def uri(self, model: str, options: str = "") -> str:
        """The address of a model at this endpoint."""
        return f"openai:{model}@{self.url}{options and '?' + options}"

    @property
    def busy(self) -> int:
        """Number of requests that are being answered."""
        return self._now

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/chat/completions", self._complete)
        # A disconnecting client cancels its handler, so held answers do not delay closing.
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.CancelScope(shield=True):
            await self._runner.cleanup()

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            asked = ReceivedRequest(await request.json(), request.headers.get("Authorization", ""))
            if self._key and asked.authorization != f"Bearer {self._key}":
                return _failure(Fail(401, "Incorrect API key provided"))
            self.asked.append(asked)
            return await self._play(self._script(asked), asked, request)
        finally:
            self._now -= 1

    async def _play(self, part: Part, asked: ReceivedRequest, request: web.Request) -> web.StreamResponse:
        match part:
            case Hold(then=then, until=until):
                await until.wait()
                return web.Response(body=_completion(then, asked), content_type="application/json")
            case Say():
                return web.Response(body=_completion(part, asked), content_type="application/json")
            case Raw(body=body):
                return web.Response(body=body, content_type="application/json")
            case Cut(after=after):
                return await self._cut(after, asked, request)
            case Fail():
                return _failure(part)

    async def _cut(self, after: int, asked: ReceivedRequest, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        if after:
            body = _completion(Say("this will never be read to its end"), asked)
            response.content_length = len(body)
            await response.prepare(request)
            await response.write(body[:after])
        if request.transport is not None:
            request.transport.abort()
        return response


def _completion(say: Say, asked: ReceivedRequest) -> bytes:
    message = {"role": "assistant", "content": say.text, "refusal": say.refusal}
    document: dict[str, Any] = {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "created": 0,
        "model": asked.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": say.finish}],
    }
    if say.usage is not None:
        taken, given = say.usage
        document["usage"] = {
            "prompt_tokens": taken,
            "completion_tokens": given,
            "total_tokens": taken + given,
            "prompt_tokens_details": {"cached_tokens": say.reused},
        }
    return json.dumps(document).encode()


def _failure(fail: Fail) -> web.Response:
    body = json.dumps({"error": {"message": fail.message, "type": "error", "code": None}}).encode()
    return web.Response(status=fail.status, body=body, content_type="application/json", headers=dict(fail.headers))


def _texts(messages: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    for message in messages:
        content = message["content"]
        if isinstance(content, str):
            yield content
        else:
            yield from (part["text"] for part in content if part["type"] == "text")
