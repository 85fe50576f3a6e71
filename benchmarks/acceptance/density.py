"""Headless sessions in one process: steps per core, memory of each of 512, and what a reset costs."""

from __future__ import annotations

import gc
import os
import random
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import anyio

from benchmarks.acceptance.bar import Bar
from runtime import Decision, DrivenSession, Runtime, Selection, Tap

OPTIONS: Final = {"sessions": "how many sessions are open at once (default: 512)"}
_STEPS: Final = 10
_RESETS: Final = 500
_TRAIN: Final = Selection(intents=("train",))


def measure(sessions: str = "512") -> list[Bar]:
    """Open the sessions, tap at random in all of them, judges on, and reset a phone again and again."""
    return anyio.run(_measure, int(sessions))


async def _measure(count: int) -> list[Bar]:
    async with Runtime(devices=[f"headless://{count + 1}"]) as runtime:
        tasks = runtime.tasks(_TRAIN)
        async with runtime.session(tasks[0]) as session:
            await _play(session, 0)  # what is read and made once
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        before = _resident()
        async with AsyncExitStack() as stack:
            opened = [
                await stack.enter_async_context(
                    runtime.session(tasks[number % len(tasks)], repeat=None, needs={"tree"})
                )
                for number in range(count)
            ]
            began = time.process_time()
            async with anyio.create_task_group() as playing:
                for number, session in enumerate(opened):
                    playing.start_soon(_play, session, number)
            rate = count * _STEPS / (time.process_time() - began)
            megabytes = (_resident() - before) / count
            control, state = runtime.devices[-1].control, tasks[0].intent.setup.state
            assert control is not None
            began = time.process_time()
            for number in range(_RESETS):
                await control.reset(state, number)
                await control.tree()
            reset = (time.process_time() - began) * 1000 / _RESETS
    return [
        Bar(f"{count} sessions at once, trees, rewards by rules and state: at least 200 steps per CPU second",
            f"{rate:.0f}", rate >= 200),
        Bar(f"memory of a session after {_STEPS} steps: at most 8 MB", f"{megabytes:.2f} MB", megabytes <= 8),
        Bar("reset of a phone and its first tree: at most 1.5 ms of CPU", f"{reset:.2f} ms", reset <= 1.5),
    ]  # fmt: skip


async def _play(session: DrivenSession, number: int) -> None:
    draws = random.Random(number)
    seen = await session.observe()
    for _ in range(_STEPS):
        assert seen.tree is not None
        nodes = [node for node in seen.tree.walk() if node.clickable]
        seen = await session.step(Decision([Tap(*draws.choice(nodes).center)]))


def _resident() -> float:
    """Megabytes of memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
