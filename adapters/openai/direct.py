"""Requests to an endpoint past the SDK, in the words in which the SDK asked it before.

Most of what a request costs through the SDK is building it: options, headers and URL are worked out anew each time,
through two libraries, to the same result. Where thousands are asked in a row and nobody waits (a recording judged
again), the first goes through the SDK; what it made of URL, headers and key is taken from that request and kept.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp

_OWN = frozenset({"content-length", "transfer-encoding", "connection", "host"})
"""Headers that belong to one request and not to all of them."""


class Line:
    """Connections to one endpoint. `headers` are those of a request that was answered there."""

    def __init__(self, url: str, headers: Mapping[str, str], tls: ssl.SSLContext) -> None:
        self._url = url
        self._headers = {name: value for name, value in headers.items() if name.lower() not in _OWN}
        # How many are on their way is the budget's business, how long one may take the caller's.
        connector = aiohttp.TCPConnector(limit=0, ssl=tls)
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=aiohttp.ClientTimeout(), cookie_jar=aiohttp.DummyCookieJar()
        )

    async def post(self, pieces: Sequence[bytes]) -> tuple[int, bytes, Mapping[str, str]]:
        """Status, body and headers of the answer; raises what `aiohttp` raises."""

        async def body() -> AsyncIterator[bytes]:
            for piece in pieces:
                yield piece

        headers = {**self._headers, "Content-Length": str(sum(map(len, pieces)))}
        async with self._session.post(self._url, data=body(), headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.read(), answer.headers

    async def aclose(self) -> None:
        """Close the connections."""
        await self._session.close()


def open_road(url: str) -> bool:
    """Whether nothing stands between here and that URL: what proxies want is known to the SDK's transport alone."""
    parts = urlsplit(url)
    proxied = not getproxies().keys().isdisjoint((parts.scheme, "all"))
    return not proxied or bool(proxy_bypass(parts.hostname or ""))
