"""The dashboard of a run that is being played: `python -m runtime.bench --live`."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio

from adapters.web.desk.human_user import ADDRESS
from adapters.web.live.run_view import RunView
from adapters.web.live.server import RunPage, Watched
from adapters.web.shared.pages import port_error
from runtime import RunCallbacks, RunConfig, Runtime
from runtime.core.events import Score


class Dashboard:
    """Shows a run to viewers. `watch`: the callbacks that the run needs."""

    def __init__(self, page: RunPage, watched: Watched) -> None:
        self.address = page.address
        self._watched = watched
        view = watched.view
        self.watch = RunCallbacks(
            started=view.started, recorded=view.recorded, finished=view.finished, message=view.message
        )

    def begin(self, runtime: Runtime, config: RunConfig, total: int) -> None:
        """Show a run whose devices are open. `total`: the number of its episodes."""
        self._watched.controls = runtime.controls
        suite, devices = runtime.suite, runtime.devices
        self._watched.view.begin(
            f"{', '.join(config.agents)} · {suite.name} · seed {config.seed}",
            total,
            [device.info.name for device in devices],
            {task.id: task.instruction for task in suite.tasks},
            max_steps=config.max_steps,
        )

    def scored(self, score: Score) -> None:
        """Show a finished episode."""
        self._watched.view.scored(score)


@asynccontextmanager
async def open_dashboard(path: Path, port: int) -> AsyncIterator[Dashboard]:
    """Serve the dashboard of the run in a folder that may not exist yet, until the block ends.

    The user `human` asks its questions there, unless another desk is configured.

    Raises:
        UsageError: the port is not available.
    """
    watched = Watched(RunView(anyio.current_time, lambda: page.wake()))
    page = RunPage([path], port=port, watched=watched)
    own_desk = ADDRESS not in os.environ
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(page)
        except OSError as error:
            raise port_error("127.0.0.1", port, error) from error
        if own_desk:
            os.environ[ADDRESS] = page.address
            stack.callback(os.environ.pop, ADDRESS, None)
        yield Dashboard(page, watched)
