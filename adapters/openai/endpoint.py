"""HTTP client of one endpoint, built on the SDK's aiohttp transport. No other module handles the SDK's errors."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from adapters.openai.replies import AttemptFailed, Outcome, classify_failure, parse_reply
from adapters.openai.uri import Address
from runtime.llm import ModelReply

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Request, Response
    from openai import AsyncOpenAI

    from adapters.openai.direct import DirectConnection

_CLOSING = 5.0
"""Seconds for closing connections."""


class Endpoint:
    """Sends request bodies. Every result is returned as an `Outcome`; only cancellation is raised."""

    def __init__(self, url: str, opened: Opened) -> None:
        self.url = url
        self._client = opened.client
        self._tls = opened.tls
        self._direct: DirectConnection | None = None
        self._sent: tuple[str, Mapping[str, str]] | None = None
        """URL and headers of the last request as the SDK sent it."""
        opened.http.event_hooks = {"request": [self._remember_request], "response": [opened.limit]}

    @classmethod
    @asynccontextmanager
    async def opened(cls, address: Address) -> AsyncIterator[Endpoint]:
        """Open the endpoint at an address. Connections are made when needed and shared by all requests.

        Raises:
            UsageError: the environment variable with the key is not set.
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
        """Send a body once and parse the response.

        `bulk`: after the first answer through the SDK, further requests bypass it (see `direct`).
        """
        if bulk and self._direct is not None:
            return await self._post_directly(self._direct, pieces, model)
        outcome = await self._post_by_sdk(pieces, model)
        if bulk and self._direct is None and self._sent is not None and isinstance(outcome, ModelReply):
            url, headers = self._sent
            if self._tls is not None:
                self._direct = _direct_connection(url, headers, self._tls)
        return outcome

    async def _post_by_sdk(self, pieces: Sequence[bytes], model: str) -> Outcome:
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
            return classify_failure(error.status_code, error.response.content, error.response.headers)
        except (APIConnectionError, APITimeoutError, OSError) as error:
            return AttemptFailed(f"{self.url}: {_cause(error)}")
        return parse_reply(answer, model)

    async def _post_directly(self, line: DirectConnection, pieces: Sequence[bytes], model: str) -> Outcome:
        import aiohttp

        try:
            status, answer, headers = await line.post(pieces)
        except (aiohttp.ClientError, OSError) as error:
            return AttemptFailed(f"{self.url}: {_cause(error)}")
        if status == 200:
            return parse_reply(answer, model)
        if 300 <= status < 400:
            # The SDK follows redirects.
            return await self._post_by_sdk(pieces, model)
        return classify_failure(status, answer, headers)

    async def _remember_request(self, request: Request) -> None:
        self._sent = str(request.url), dict(request.headers)

    async def _close(self) -> None:
        if self._direct is not None:
            await self._direct.aclose()
        await self._client.close()


def _direct_connection(url: str, headers: Mapping[str, str], tls: ssl.SSLContext) -> DirectConnection:
    from adapters.openai.direct import DirectConnection

    return DirectConnection(url, headers, tls)


@dataclass(frozen=True, slots=True)
class Opened:
    """The SDK's client, its HTTP client, and the TLS context; `tls` is None if requests must go through the SDK.

    `limit` is a hook that bounds the size of responses.
    """

    client: AsyncOpenAI
    http: AsyncClient
    tls: ssl.SSLContext | None
    limit: Callable[[Response], Awaitable[None]]


def _open(url: str, key: str) -> Opened:
    from httpx2 import create_ssl_context
    from openai import AsyncOpenAI, DefaultAioHttpClient

    from adapters.openai.direct import bypasses_proxies
    from adapters.openai.reply_limit import bound_response

    # The caller retries and keeps deadlines, so both are switched off in the SDK.
    http = DefaultAioHttpClient(timeout=None)
    client = AsyncOpenAI(base_url=url, api_key=key, max_retries=0, timeout=None, http_client=http)
    return Opened(client, http, create_ssl_context() if bypasses_proxies(url) else None, bound_response)


def _cause(error: BaseException) -> str:
    """The underlying cause of the SDK's "Connection error."."""
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
