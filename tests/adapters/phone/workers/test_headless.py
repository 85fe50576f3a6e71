"""Sessions on phones in this process take turns, although nothing in them has to be waited for."""

from __future__ import annotations

from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime
from runtime.episode.run_parts import RunCallbacks


async def test_sessions_on_headless_phones_take_turns() -> None:
    """Two episodes are played step by step beside each other, so that whatever else runs gets its turn."""
    steps: list[str] = []
    watch = RunCallbacks(stepped=lambda device, episode, step: steps.append(device))
    config = RunConfig(agents=("oracle",), selection=Selection(tasks=("shop.railspa.standard",)), repeat=2)
    async with Runtime(config, devices=["headless://2"], watch=watch) as runtime:
        async for _ in runtime.run():
            pass
    first_half, second_half = set(steps[: len(steps) // 2]), set(steps[len(steps) // 2 :])
    assert first_half == second_half == {"headless-0", "headless-1"}
