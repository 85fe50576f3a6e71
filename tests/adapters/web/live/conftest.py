"""A run on lamps that is watched, and a small recorded run."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

import aiohttp
import anyio
import pytest

from adapters.web.live.dashboard import Dashboard, open_dashboard
from runtime.core.actions import AskUser, Decision, Finish, Tap
from runtime.core.config import RunConfig
from runtime.core.events import Score
from runtime.engine import Runtime
from runtime.plugins.protocols import Session
from runtime.plugins.specs import AgentSpec
from runtime.training.sessions import BOTH
from tests.adapters.web.report.conftest import play
from tests.support import plugins

HOSTILE = "<img src=x onerror=\"document.title='owned'\"></script>\u202eevil"


@dataclass
class Stage:
    """A run that is being played: what its agents wait for, and the dashboard."""

    runtime: Runtime
    dashboard: Dashboard
    may_finish: anyio.Event
    scores: list[Score] = field(default_factory=list)

    async def play(self, question: str = "") -> None:
        """Play all episodes. The agent presses, asks if there is a question, and waits for `may_finish`."""

        class Waiting:
            needs = BOTH

            def __init__(self, seed: int) -> None:
                self._seed = seed

            async def play(agent, session: Session) -> None:
                await session.step(Decision([Tap(4, 4)], thought=HOSTILE))
                if question:
                    await session.step(Decision([AskUser(question)]))
                await self.may_finish.wait()
                await session.step(Decision([Finish("done")]))

        async for score in self.runtime.run(agents=[AgentSpec(make=Waiting, name="waiting")]):
            self.scores.append(score)
            self.dashboard.scored(score)


@pytest.fixture
def staged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a stage with these lamps."""
    site = tmp_path / "site"
    site.mkdir()
    plugins.install(site)
    monkeypatch.syspath_prepend(site)

    @asynccontextmanager
    async def make(devices: str = "lamp:a+b", user: str = "helpful") -> AsyncIterator[Stage]:
        out = tmp_path / "run"
        config = RunConfig(agents=("waiting",), user=user)
        with anyio.fail_after(40):
            async with (
                open_dashboard(out, 0) as dashboard,
                Runtime(
                    config, devices=[devices], suite=plugins.SUITE, judges=("lamp",), out=out, watch=dashboard.watch
                ) as runtime,
            ):
                dashboard.begin(runtime, config, len(plugins.NAMES))
                yield Stage(runtime, dashboard, anyio.Event())

    yield make
    plugins.opened.clear()


@dataclass
class Client:
    """A client with a token."""

    http: aiohttp.ClientSession
    url: str
    token: str

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}

    async def get(self, path: str) -> tuple[int, Any]:
        """Return status and content: JSON as such, anything else as bytes."""
        async with self.http.get(self.url + path, headers=self._headers()) as answer:
            data = await answer.read()
            return answer.status, json.loads(data) if answer.content_type == "application/json" else data

    async def post(self, path: str, **body: Any) -> int:
        """Return the status."""
        async with self.http.post(self.url + path, headers=self._headers(), json=body) as answer:
            return answer.status

    @asynccontextmanager
    async def stream(self, path: str = "/v1/live") -> AsyncIterator[Callable[[], Any]]:
        """Provide a function that returns the next line."""
        async with self.http.get(self.url + path, headers=self._headers()) as answer:
            assert answer.status == 200, await answer.text()

            async def line() -> Any:
                return json.loads(await answer.content.readline())

            yield line


@asynccontextmanager
async def client(address: str) -> AsyncIterator[Client]:
    """Provide a client of a page."""
    url, token = urldefrag(address)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as http:
        yield Client(http, url.rstrip("/"), token)


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of two episodes with pictures."""
    return play(tmp_path_factory.mktemp("served") / "run", "phone://2", ["shop.griddleshake.incomplete"])


async def until(line: Callable[[], Any], accept: Callable[[Any], object]) -> Any:
    """Read lines of a stream until one is accepted; returns it."""
    while True:
        news = await line()
        if accept(news):
            return news


def snapshot(folder: Path) -> dict[Path, int]:
    """Return when each file below a folder was written."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
