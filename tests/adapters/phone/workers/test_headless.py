"""Sessions on phones in this process take turns, although nothing in them has to be waited for."""

from __future__ import annotations

from adapters.phone.workers.farm import open_phones
from adapters.phone.workers.headless import open_headless
from runtime.core.actions import Launch
from runtime.core.config import RunConfig, Selection
from runtime.engine import Runtime
from runtime.episode.run_parts import RunCallbacks
from runtime.plugins.protocols import PaintableDevice
from runtime.screen.frames.png import decode


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


async def test_a_headless_phone_is_painted_like_one_with_pixels() -> None:
    """The same picture as in a worker process; painting changes nothing, and what was painted is not painted again."""
    async with open_headless("headless://2") as (first, second), open_phones("phone://1") as (phone,):
        for device in (first, second, phone):
            assert isinstance(device, PaintableDevice)
            assert device.control is not None
            await device.control.reset({}, 3)
            await device.perform(Launch("com.jotfern.notes"))
            await device.elapse(3000)
        assert isinstance(first, PaintableDevice)
        assert isinstance(second, PaintableDevice)
        assert isinstance(phone, PaintableDevice)
        assert first.control is not None
        before = await first.control.digest()
        frame = await first.paint()
        assert await first.control.digest() == before
        assert await second.paint() is frame
        assert frame.digest == (await phone.paint()).digest == decode(frame.png).digest
        assert await first.capture(frozenset({"frame"})) == (None, None)
