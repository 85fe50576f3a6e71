"""A sample folder on disk, and a browser without a window: what the page of thoughts asks its server for."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import anyio
import anyio.to_thread

from adapters.web.thoughts.decisions import Place, Role
from adapters.web.thoughts.folder import Labels
from adapters.web.thoughts.page import ThoughtPage
from adapters.web.thoughts.sample import Sample, read
from benchmarks.gap.sampling import Thinking, write
from tests.support.recorded_steps import predictions, steps

MODELS = ("alpha", "beta")


def sampled(folder: Path, size: int = 20) -> Path:
    """A sample of two models' thoughts, really drawn."""

    def thinking(name: str) -> Thinking:
        return lambda _: predictions(name)

    write(steps, {name: thinking(name) for name in MODELS}, folder, size=size, history=True)
    return folder


def say(folder: Path, name: str, answer: Callable[[Place], str | None], role: Role = "annotator") -> dict[Place, str]:
    """Label as `answer` says of each thought, but for those where it says nothing."""
    sample, labels = read(folder), Labels(folder)
    document = {place: value for place in map(sample.place, sample.asked) if (value := answer(place)) is not None}
    for place, value in document.items():
        labels.add(name, role, place, value)
    return document


@dataclass
class Browser:
    """The page's script without a browser."""

    http: aiohttp.ClientSession
    page: ThoughtPage
    sample: Sample
    token: str

    async def get(self, path: str) -> tuple[int, bytes]:
        async with self.http.get(f"{self.page.server.url}/{path}", headers=self._headers) as answer:
            return answer.status, await answer.read()

    async def json(self, path: str) -> Any:
        status, body = await self.get(path)
        assert status == 200, body
        return json.loads(body)

    async def mark(self, item: object, value: object) -> tuple[int, str]:
        address = f"{self.page.server.url}/v1/thoughts/marks"
        async with self.http.post(address, headers=self._headers, json={"item": item, "value": value}) as answer:
            return answer.status, await answer.text()

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@asynccontextmanager
async def opened(folder: Path, name: str = "Ada", role: Role = "annotator") -> AsyncIterator[Browser]:
    """One annotator's page and their browser, for at most twenty seconds."""

    def prepared() -> tuple[ThoughtPage, Sample]:
        sample, labels = read(folder), Labels(folder)
        labels.admit(name, role)
        only = labels.conflicts([sample.place(item) for item in sample.asked]) if role == "adjudicator" else None
        return ThoughtPage(folder, sample, labels, name, role, only=only), sample

    with anyio.fail_after(20):
        page, sample = await anyio.to_thread.run_sync(prepared)
        async with page, aiohttp.ClientSession() as http:
            yield Browser(http, page, sample, page.server.token)
