"""Sends requests to an endpoint without the SDK, with the URL and headers of a request that the SDK sent before.

Most of the cost of an SDK request is building it: two libraries compute the same options, headers and URL each time.
Bulk work, such as judging a recording again, sends its first request through the SDK and reuses that request's URL,
headers and key.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

from adapters.openai.reply_limit import bounded

_OWN = frozenset({"content-length", "transfer-encoding", "connection", "host"})
"""Headers that belong to a single request and are not reused."""


class DirectConnection:
    """An HTTP session to one endpoint. `headers` come from a request that was answered there."""

    def __init__(self, url: str, headers: Mapping[str, str], tls: ssl.SSLContext) -> None:
        self._url = url
        self._headers = {name: value for name, value in headers.items() if name.lower() not in _OWN}
        # The budget limits the requests in flight; the caller sets the deadline.
        connector = aiohttp.TCPConnector(limit=0, ssl=tls)
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=aiohttp.ClientTimeout(), cookie_jar=aiohttp.DummyCookieJar()
        )

    async def post(self, pieces: Sequence[bytes]) -> tuple[int, bytes, Mapping[str, str]]:
        """Send a body; returns status, body and headers of the response. Raises what `aiohttp` raises, and OSError."""

        async def body() -> AsyncIterator[bytes]:
            for piece in pieces:
                yield piece

        headers = {**self._headers, "Content-Length": str(sum(map(len, pieces)))}
        async with self._session.post(self._url, data=body(), headers=headers, allow_redirects=False) as answer:
            parts = [part async for part in bounded(answer.content.iter_any())]
            return answer.status, b"".join(parts), answer.headers

    async def aclose(self) -> None:
        """Close the connections."""
        await self._session.close()


def bypasses_proxies(url: str) -> bool:
    """Whether no configured proxy applies to the URL. Only the SDK's transport handles proxies."""
    parts = urlsplit(url)
    proxied = not getproxies().keys().isdisjoint((parts.scheme, "all"))
    return not proxied or bool(proxy_bypass(parts.hostname or ""))
