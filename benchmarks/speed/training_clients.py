"""Contenders of `training`: the same taps through sessions that are driven directly and through Gymnasium."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import count as counted
from typing import Any, Final

import anyio
from anyio.from_thread import start_blocking_portal

from benchmarks.speed.contender import AsyncRun, Places, Run
from benchmarks.speed.not_installed import Missing
from runtime import Decision, Runtime, Tap

TASK: Final = "shop.railspa.standard"
_STEPS: Final = 25
"""The budget of an episode, which every episode uses up."""


def points(draw: int) -> list[tuple[float, float]]:
    """Where an episode taps, as fractions of the screen."""
    draws = random.Random(draw)
    return [(draws.uniform(0, 0.99), draws.uniform(0, 0.99)) for _ in range(_STEPS)]


@asynccontextmanager
async def _driven(number: int) -> AsyncIterator[AsyncRun]:
    """So many sessions at a time, each of which is asked for its reward after every step."""
    async with Runtime(devices=[f"headless://{number}"]) as runtime:
        draws = counted()

        async def play(steps: int) -> None:
            while steps > 0:
                draw = next(draws)
                async with runtime.session(TASK, "policy", None, draw=draw, needs={"tree"}) as session:
                    width, height = session.brief.screen
                    for x, y in points(draw)[:steps]:
                        await session.step(Decision([Tap(int(x * width), int(y * height))]))
                        await session.reward()
                steps -= _STEPS

        async def run(count: int) -> None:
            async with anyio.create_task_group() as group:
                for _ in range(number):
                    group.start_soon(play, count // number)

        yield run


@contextmanager
def _direct(number: int) -> Iterator[Run]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(_driven(number)) as run:
        yield partial(portal.call, run)


def session(places: Places) -> AbstractContextManager[Run]:
    """One session at a time, driven directly."""
    return _direct(1)


def sessions_8(places: Places) -> AbstractContextManager[Run]:
    """Eight sessions at a time, driven directly."""
    return _direct(8)


def sessions_64(places: Places) -> AbstractContextManager[Run]:
    """Sixty-four sessions at a time, driven directly."""
    return _direct(64)


def _gymnasium() -> Any:
    try:
        import gymnasium
    except ImportError as error:
        raise Missing("gymnasium is not installed") from error
    return gymnasium


_ID: Final = "adapters.training.gymnasium:mobile_agent_runtime/Phone-v0"


@contextmanager
def env(places: Places) -> Iterator[Run]:
    """`PhoneEnv` as it is made by id, with Gymnasium's checks switched off."""
    with closing(_gymnasium().make(_ID, task=TASK, disable_env_checker=True)) as env:
        kind, draws = env.unwrapped.kinds.index("tap_point"), counted()

        def run(count: int) -> None:
            while count > 0:
                draw = next(draws)
                env.reset(options={"draw": draw})
                for point in points(draw)[:count]:
                    env.step({"kind": kind, "point": point})
                count -= _STEPS

        yield run


@contextmanager
def _vector(number: int) -> Iterator[Run]:
    with closing(_gymnasium().make_vec(_ID, num_envs=number, task=TASK, autoreset_mode="SameStep")) as env:
        kinds, draws = [env.unwrapped.kinds.index("tap_point")] * number, counted()
        env.reset(seed=1)

        def run(count: int) -> None:
            for _ in range(0, count, number * _STEPS):
                for step in zip(*(points(next(draws)) for _ in range(number)), strict=True):
                    env.step({"kind": kinds, "element": [0] * number, "point": step, "text": ("",) * number})

        yield run


def vector_8(places: Places) -> AbstractContextManager[Run]:
    """`PhoneVectorEnv` with eight environments."""
    return _vector(8)


def vector_64(places: Places) -> AbstractContextManager[Run]:
    """`PhoneVectorEnv` with sixty-four environments."""
    return _vector(64)
