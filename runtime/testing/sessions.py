"""Sessions on virtual phones without pixels, in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from runtime.core.config import RunConfig
from runtime.engine import Runtime
from runtime.training.sessions import DrivenSession

HEADLESS = "headless://1"
"""A phone in this process that shows accessibility trees only; it starts in milliseconds."""


@asynccontextmanager
async def headless_session(task: str, config: RunConfig | None = None) -> AsyncIterator[DrivenSession]:
    """Open a session on a headless phone prepared for a task, such as `device.airplane.standard`.

    Its observations have a tree and no frame. `session.scores` holds the judges' scores after the block.

    Raises:
        UsageError: unknown task or suite.
        Fault: the phone could not be prepared.
    """
    async with Runtime(config, devices=[HEADLESS]) as runtime, runtime.session(task) as session:
        yield session
