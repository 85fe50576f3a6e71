"""Clients of a chat endpoint, each asking about one picture, twenty at once: ours, the SDK as it comes, a floor."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from random import Random
from typing import Any, Final

import aiohttp
import anyio

from benchmarks.speed.comparison import shares
from benchmarks.speed.contender import AsyncRun, Places, Run, looped

AT_ONCE: Final = 20
_JPEG: Final = Random(7).randbytes(120_000)
"""As large as a phone's screen at half size, quality 80."""
_RULES: Final = (
    "You judge what a phone agent did. Answer for each requirement whether it was met and at which step. " * 8
)
_SCHEMA: Final = {
    "type": "object",
    "properties": {"r1": {"type": "object", "properties": {"met": {"type": "boolean"}}}},
    "required": ["r1"],
    "additionalProperties": False,
}
_FORM: Final = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": _SCHEMA}}
_QUESTION: Final = {"type": "text", "text": "r1: an order is placed"}
Once = Callable[[], Awaitable[None]]


def ours(places: Places) -> AbstractContextManager[Run]:
    """Our client: the frame's picture is encoded once and shared by the requests that show it."""
    return looped(_many(_ours(places.server, bulk=False)))


def ours_bulk(places: Places) -> AbstractContextManager[Run]:
    """The same when a recording is judged again: all requests after the first bypass the SDK."""
    return looped(_many(_ours(places.server, bulk=True)))


def sdk(places: Places) -> AbstractContextManager[Run]:
    """The SDK's default path, as its documentation shows it: one client for all, the picture as a data URL."""
    return looped(_many(_sdk(places.server, aio=False)))


def sdk_aiohttp(places: Places) -> AbstractContextManager[Run]:
    """The same on the SDK's aiohttp transport."""
    return looped(_many(_sdk(places.server, aio=True)))


def floor(places: Places) -> AbstractContextManager[Run]:
    """Bytes that were made before, sent by aiohttp: no client can do with much less."""
    return looped(_many(_floor(places.server)))


@asynccontextmanager
async def _many(opening: AbstractAsyncContextManager[Once]) -> AsyncIterator[AsyncRun]:
    async with opening as once:

        async def some(count: int) -> None:
            for _ in range(count):
                await once()

        async def run(count: int) -> None:
            async with anyio.create_task_group() as group:
                for share in shares(count, AT_ONCE):
                    group.start_soon(some, share)

        yield run


@asynccontextmanager
async def _ours(port: int, *, bulk: bool) -> AsyncIterator[Once]:
    from adapters.openai import open_openai
    from runtime.llm import Ledger, Message, ModelRequest, Picture

    picture = Picture("frame", _JPEG)
    messages = Message("system", (_RULES,)), Message("user", ("r1: an order is placed", picture))
    uri = f"openai:m@http://127.0.0.1:{port}/v1"
    async with open_openai([uri], Ledger()) as models:
        model = models[uri]

        async def once() -> None:
            reply = await model.complete(ModelRequest("judge", messages, _SCHEMA, bulk=bulk))
            assert reply.usage == {"input": 900, "output": 25}

        yield once


@asynccontextmanager
async def _sdk(port: int, *, aio: bool) -> AsyncIterator[Once]:
    from openai import AsyncOpenAI, DefaultAioHttpClient

    client = DefaultAioHttpClient() if aio else None
    async with AsyncOpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key="none", http_client=client) as model:

        async def once() -> None:
            url = f"data:image/jpeg;base64,{base64.b64encode(_JPEG).decode()}"
            content = [_QUESTION, {"type": "image_url", "image_url": {"url": url}}]
            messages: Any = [{"role": "system", "content": _RULES}, {"role": "user", "content": content}]
            form: Any = _FORM
            reply = await model.chat.completions.create(
                model="m", temperature=0, max_tokens=2048, response_format=form, messages=messages
            )
            assert reply.usage is not None
            assert reply.usage.completion_tokens == 25

        yield once


@asynccontextmanager
async def _floor(port: int) -> AsyncIterator[Once]:
    url = f"data:image/jpeg;base64,{base64.b64encode(_JPEG).decode()}"
    content = [_QUESTION, {"type": "image_url", "image_url": {"url": url}}]
    messages = [{"role": "system", "content": _RULES}, {"role": "user", "content": content}]
    request_body = {"model": "m", "temperature": 0, "max_tokens": 2048, "response_format": _FORM, "messages": messages}
    body = json.dumps(request_body).encode()
    headers = {"Content-Type": "application/json"}
    async with aiohttp.ClientSession() as session:

        async def once() -> None:
            target = f"http://127.0.0.1:{port}/v1/chat/completions"
            async with session.post(target, data=body, headers=headers) as response:
                assert json.loads(await response.read())["usage"]["completion_tokens"] == 25

        yield once
