"""A browser without a window: what the page's script asks the server for."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import anyio.to_thread

from adapters.web.labels.folder import Labels
from adapters.web.labels.page import LabelPage
from adapters.web.labels.recording import Recording

NAMED = ("v1/labels?annotator=Ada", "v1/labels/traces/1?annotator=Ada")


@dataclass
class Browser:
    """The page's script without a browser."""

    http: aiohttp.ClientSession
    page: LabelPage
    token: str

    async def get(self, path: str) -> tuple[int, bytes]:
        async with self.http.get(f"{self.page.url}/{path}", headers=self._headers) as answer:
            return answer.status, await answer.read()

    async def json(self, path: str) -> Any:
        status, body = await self.get(path)
        assert status == 200, body
        return json.loads(body)

    async def mark(self, subject: str, value: object, name: str = "Ada", trace: object = 1) -> tuple[int, str]:
        body = {"annotator": name, "trace": trace, "subject": subject, "value": value}
        async with self.http.post(f"{self.page.url}/v1/labels/marks", headers=self._headers, json=body) as answer:
            return answer.status, await answer.text()

    async def marks(self, name: str = "Ada", trace: int = 1) -> Any:
        return (await self.json(f"v1/labels/traces/{trace}?annotator={name}"))["marks"]

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@asynccontextmanager
async def opened(run: Path, size: int | None = None) -> AsyncIterator[Browser]:
    """The page of a run and its browser, for at most twenty seconds."""
    labels = Labels(run)

    def prepared() -> LabelPage:
        recording = Recording.open(run)
        return LabelPage(recording, labels, labels.sample(recording.traces, size))

    with anyio.fail_after(20):
        async with await anyio.to_thread.run_sync(prepared) as page, aiohttp.ClientSession() as http:
            yield Browser(http, page, page.token)
