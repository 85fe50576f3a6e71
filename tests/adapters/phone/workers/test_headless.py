"""Sessions on phones in this process take turns, although nothing in them has to be waited for."""

from __future__ import annotations

from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime
from runtime.episode.run_parts import RunCallbacks


async def test_sessions_on_headless_phones_take_turns() -> None:
    """Two episodes are played step by step beside each other, so that whatever else runs gets its turn."""
    steps: list[str] = []
    watch = RunCallbacks(stepped=lambda device, episode, step: steps.append(device))
    config = RunConfig(agents=("oracle",), selection=Selection(tasks=("device.airplane.standard",)), repeat=8)
    async with Runtime(config, devices=["headless://2"], watch=watch) as runtime:
        async for _ in runtime.run():
            pass
    pairs = zip(steps[::2], steps[1::2], strict=True)
    assert all(set(pair) == {"headless-0", "headless-1"} for pair in pairs)
