"""The one client of an endpoint: the SDK on its aiohttp transport, and the only place that knows the SDK's errors."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from adapters.openai.replies import Broken, Outcome, failed, read
from adapters.openai.uri import Address
from runtime.llm import ModelReply

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Request
    from openai import AsyncOpenAI

    from adapters.openai.direct import Line

_CLOSING = 5.0
"""Seconds for closing connections."""


class Endpoint:
    """Sends bodies. Whatever happens is an outcome; only cancellation is raised."""

    def __init__(self, url: str, opened: Opened) -> None:
        self.url = url
        self._client = opened.client
        self._tls = opened.tls
        self._direct: Line | None = None
        self._sent: tuple[str, Mapping[str, str]] | None = None
        """URL and headers of the last request as the SDK sent it."""
        opened.http.event_hooks = {"request": [self._note]}

    @classmethod
    @asynccontextmanager
    async def opened(cls, address: Address) -> AsyncIterator[Endpoint]:
        """The endpoint at an address; connections are made when they are needed and shared by all requests.

        Raises:
            UsageError: the key is not where the address says.
        """
        # The SDK takes a third of a second to import, and its TLS context reads files.
        opened = await anyio.to_thread.run_sync(_open, address.url, address.secret())
        endpoint = cls(address.url, opened)
        try:
            yield endpoint
        finally:
            with anyio.move_on_after(_CLOSING, shield=True):
                await endpoint._close()

    async def post(self, pieces: Sequence[bytes], model: str, *, bulk: bool = False) -> Outcome:
        """Send a body and read what comes back. It is not repeated here.

        `bulk`: once the SDK has brought an answer, further requests go past it (see `direct`).
        """
        if bulk and self._direct is not None:
            return await self._past(self._direct, pieces, model)
        outcome = await self._through(pieces, model)
        if bulk and self._direct is None and self._sent is not None and isinstance(outcome, ModelReply):
            url, headers = self._sent
            if self._tls is not None:
                self._direct = _line(url, headers, self._tls)
        return outcome

    async def _through(self, pieces: Sequence[bytes], model: str) -> Outcome:
        from openai import APIConnectionError, APIStatusError, APITimeoutError

        async def body() -> AsyncIterator[bytes]:
            for piece in pieces:
                yield piece

        size = str(sum(map(len, pieces)))
        headers = {"Content-Type": "application/json", "Content-Length": size}
        try:
            answer = await self._client.post(
                "/chat/completions", cast_to=bytes, content=body(), options={"headers": headers}
            )
        except APIStatusError as error:
            return failed(error.status_code, error.response.content, error.response.headers)
        except (APIConnectionError, APITimeoutError) as error:
            return Broken(f"{self.url}: {_cause(error)}")
        return read(answer, model)

    async def _past(self, line: Line, pieces: Sequence[bytes], model: str) -> Outcome:
        import aiohttp

        try:
            status, answer, headers = await line.post(pieces)
        except (aiohttp.ClientError, OSError) as error:
            return Broken(f"{self.url}: {_cause(error)}")
        if status == 200:
            return read(answer, model)
        if 300 <= status < 400:
            # Where it has moved to is for the SDK to find out.
            return await self._through(pieces, model)
        return failed(status, answer, headers)

    async def _note(self, request: Request) -> None:
        self._sent = str(request.url), dict(request.headers)

    async def _close(self) -> None:
        if self._direct is not None:
            await self._direct.aclose()
        await self._client.close()


def _line(url: str, headers: Mapping[str, str], tls: ssl.SSLContext) -> Line:
    from adapters.openai.direct import Line

    return Line(url, headers, tls)


@dataclass(frozen=True, slots=True)
class Opened:
    """The SDK's client, the HTTP client beneath it, and how TLS is spoken; None: only the SDK knows the way."""

    client: AsyncOpenAI
    http: AsyncClient
    tls: ssl.SSLContext | None


def _open(url: str, key: str) -> Opened:
    from httpx2 import create_ssl_context
    from openai import AsyncOpenAI, DefaultAioHttpClient

    from adapters.openai.direct import open_road

    # Repeating and deadlines are the caller's: what the SDK does about either is switched off.
    http = DefaultAioHttpClient(timeout=None)
    client = AsyncOpenAI(base_url=url, api_key=key, max_retries=0, timeout=None, http_client=http)
    return Opened(client, http, create_ssl_context() if open_road(url) else None)


def _cause(error: BaseException) -> str:
    """What lies beneath the SDK's "Connection error."."""
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
