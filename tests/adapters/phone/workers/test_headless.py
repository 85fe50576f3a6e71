"""Sessions on phones in this process take turns, although nothing in them has to be waited for."""

from __future__ import annotations

from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime
from runtime.episode.run_parts import RunCallbacks


async def test_sessions_on_headless_phones_take_turns() -> None:
    """Two episodes are played step by step beside each other, and a score comes while others are still played."""
    steps: list[str] = []
    watch = RunCallbacks(stepped=lambda device, episode, step: steps.append(device))
    config = RunConfig(agents=("oracle",), selection=Selection(tasks=("device.airplane.standard",)), repeat=8)
    at_first_score = 0
    async with Runtime(config, devices=["headless://2"], watch=watch) as runtime:
        async for _ in runtime.run():
            at_first_score = at_first_score or len(steps)
    assert set(steps[:4]) == {"headless-0", "headless-1"}
    assert at_first_score < len(steps)
