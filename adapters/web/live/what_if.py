"""Tries other actions and questions in the episodes of served runs, on virtual phones that are opened when needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Final

import anyio
from aiohttp import web
from anyio.abc import TaskGroup, TaskStatus

from adapters.web.live.recordings import ServedRuns
from adapters.web.live.trials import StartRequest, TryRequest, outcome_document, point_document
from adapters.web.shared.pages import IMMUTABLE_HEADERS, PageServer
from adapters.web.shared.serving import Refused
from adapters.web.shared.shown_texts import printable_content
from runtime.branching import Branching, BranchPoint
from runtime.core.actions import Decision
from runtime.core.boundary import unwrap_errors
from runtime.core.errors import Fault, UsageError
from runtime.core.memo import Memo
from runtime.core.tasks import Task
from runtime.recordings.run import RecordedRun

_MOST_POINTS: Final = 200
"""Points that pages can go on from; the least recently used are forgotten."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A point that a page knows, and the task of its episode."""

    point: BranchPoint
    task: Task | None


class WhatIf:
    """The routes by which a page tries other actions. Phones are open as long as the task group runs."""

    def __init__(self, server: PageServer, runs: Callable[[], ServedRuns], group: TaskGroup) -> None:
        self._server = server
        self._runs = runs
        self._group = group
        self._branching: dict[str, Branching] = {}
        """By the path of the run."""
        self._opening = anyio.Lock()
        self._points: Memo[int, _Known] = Memo(_MOST_POINTS)
        self._screens: Memo[str, bytes] = Memo(_MOST_POINTS)
        self._numbers = count(1)

    @property
    def routes(self) -> list[web.RouteDef]:
        """The routes for a server to start with."""
        return [
            web.post("/v1/what-if/points", self._start),
            web.post("/v1/what-if/attempts", self._attempt),
            web.get("/v1/what-if/screens/{digest}", self._screen),
        ]

    async def _start(self, request: web.Request) -> web.Response:
        """Bring a phone to a recorded step."""
        self._server.check(request)
        wanted = await self._server.read_body(request, StartRequest)
        try:
            run, episode = await self._server.in_turn(lambda: self._runs().recorded(wanted.id))
            branching = await self._open(run.recorded)
            point = await branching.at(episode.name, wanted.step)
        except (UsageError, Fault) as error:
            raise Refused(409, str(error), "Only recorded episodes of virtual phones can be tried again.") from None
        number = self._keep(point, episode.task)
        content = point_document(number, point, episode.task) | {"notices": branching.notices}
        return web.json_response(printable_content(content))

    async def _attempt(self, request: web.Request) -> web.Response:
        """Try an action on a copy of the phone at a point."""
        self._server.check(request)
        wanted = await self._server.read_body(request, TryRequest)
        known = self._points.get(wanted.point)
        if known is None:
            raise Refused(410, "this point was forgotten", "Start again from the recorded step.")
        try:
            outcome = await known.point.attempt(Decision([wanted.action]))
        except Fault as error:
            raise Refused(409, str(error), "Try it again.") from None
        number = wanted.point if outcome.after is known.point else self._keep(outcome.after, known.task)
        return web.json_response(printable_content(outcome_document(number, outcome, known.task)))

    async def _screen(self, request: web.Request) -> web.Response:
        self._server.check(request)
        png = self._screens.get(request.match_info["digest"])
        if png is None:
            raise Refused(404, "this screen was forgotten", "Try the action again.")
        return web.Response(body=png, content_type="image/png", headers=IMMUTABLE_HEADERS)

    def _keep(self, point: BranchPoint, task: Task | None) -> int:
        number = next(self._numbers)
        self._points.put(number, _Known(point, task))
        if point.frame.png is not None:
            self._screens.put(point.frame.digest, point.frame.png)
        return number

    async def _open(self, run: RecordedRun) -> Branching:
        """Return what tries actions in a run.

        Raises:
            UsageError: its suite is not installed in the version that was played.
        """
        async with self._opening:
            name = str(run.path)
            if name not in self._branching:
                with unwrap_errors(UsageError):
                    self._branching[name] = await self._group.start(self._stay_open, run)
            return self._branching[name]

    @staticmethod
    async def _stay_open(run: RecordedRun, *, task_status: TaskStatus[Branching]) -> None:
        async with Branching(run) as branching:
            task_status.started(branching)
            await anyio.sleep_forever()
