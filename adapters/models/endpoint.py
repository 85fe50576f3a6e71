"""The one client of an endpoint: the SDK on its aiohttp transport, and the only place that knows the SDK's errors."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from adapters.models.replies import Broken, Outcome, failed, read
from adapters.models.uri import Address

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_CLOSING = 5.0
"""Seconds for closing connections."""


class Endpoint:
    """Sends bodies. Whatever happens is an outcome; only cancellation is raised."""

    def __init__(self, url: str, client: AsyncOpenAI) -> None:
        self.url = url
        self._client = client

    @classmethod
    @asynccontextmanager
    async def opened(cls, address: Address) -> AsyncIterator[Endpoint]:
        """The endpoint at an address; connections are made when they are needed and shared by all requests.

        Raises:
            UsageError: the key is not where the address says.
        """
        # The SDK takes a third of a second to import, and its TLS context reads files.
        client = await anyio.to_thread.run_sync(_client, address.url, address.secret())
        try:
            yield cls(address.url, client)
        finally:
            with anyio.move_on_after(_CLOSING, shield=True):
                await client.close()

    async def post(self, pieces: Sequence[bytes], model: str) -> Outcome:
        """Send a body and read what comes back. It is not repeated here."""
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


def _client(url: str, key: str) -> AsyncOpenAI:
    from openai import AsyncOpenAI, DefaultAioHttpClient

    # Repeating and deadlines are the caller's: what the SDK does about either is switched off.
    return AsyncOpenAI(
        base_url=url, api_key=key, max_retries=0, timeout=None, http_client=DefaultAioHttpClient(timeout=None)
    )


def _cause(error: BaseException) -> str:
    """What lies beneath the SDK's "Connection error."."""
    while error.__cause__ is not None:
        error = error.__cause__
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
