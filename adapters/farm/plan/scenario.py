"""What a virtual user does in one iteration: a random operation of the mix, a script, or a recorded episode. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final

from adapters.farm.plan.operations import KINDS
from adapters.farm.plan.profile import Step
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import LoadPhone

Scenario = Callable[[LoadPhone], Awaitable[None]]


class ScenarioFault(AgentFault):
    """A scenario raised an exception of its own."""


_READABLE: Final = "/system/etc/hosts"
"""A file that every Android has and lets the shell read."""
_MIDDLE: Final = (0.25, 0.75)
"""The part of the screen, in each direction, in which taps without a place are made."""


def mix_scenario(steps: Sequence[Step], seed: int) -> Scenario:
    """Return a scenario that does one operation of the mix; which one depends on the iteration's number only."""
    borders = list(accumulate(step.weight for step in steps))

    async def play(phone: LoadPhone) -> None:
        random = Random(f"{seed}/{phone.number}")
        step = random.choices(steps, cum_weights=borders)[0]
        await _play_step(phone, step, random)

    return play


async def _play_step(phone: LoadPhone, step: Step, random: Random) -> None:
    if KINDS[step.do].safety == "reads":
        await _read(phone, step)
    elif step.do in ("tap", "swipe", "text", "key"):
        await _touch(phone, step, random)
    else:
        await _change(phone, step)


async def _read(phone: LoadPhone, step: Step) -> None:
    match step.do:
        case "stat":
            await phone.stat(step.path or "/sdcard")
        case "shell":
            await phone.shell(step.command or "echo")
        case "screenshot":
            await phone.screenshot()
        case "screenshot-png":
            await phone.screenshot_png()
        case "dump":
            await phone.dump()
        case _:
            await phone.pull(step.path or _READABLE)


async def _touch(phone: LoadPhone, step: Step, random: Random) -> None:
    width, height = phone.screen
    match step.do:
        case "tap":
            x = int(width * random.uniform(*_MIDDLE)) if step.x is None else step.x
            y = int(height * random.uniform(*_MIDDLE)) if step.y is None else step.y
            await phone.tap(x, y)
        case "swipe":
            ends = [int(height * share) for share in _MIDDLE]
            start, end = ends if random.random() < 0.5 else reversed(ends)
            await phone.swipe(width // 2, start, width // 2, end)
        case "text":
            await phone.text(step.text)
        case _:
            await phone.key(step.key)


async def _change(phone: LoadPhone, step: Step) -> None:
    match step.do:
        case "push":
            await phone.push(step.size, step.path)
        case "start":
            await phone.start(step.package)
        case "install":
            await phone.install(step.apk or Path())
        case "uninstall":
            await phone.uninstall(step.package)
        case _:
            await phone.reboot()
