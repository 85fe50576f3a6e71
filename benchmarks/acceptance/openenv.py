"""What a step costs through `serve-env`, in CPU time of server and client, beside the same steps in one process.

Times on the wall say nothing on a busy machine, so everything is CPU time: of this process, and of the server with its
phones' processes. A rate is that of two cores that do nothing else.
"""

from __future__ import annotations

import base64
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import anyio

from adapters.training.openenv.address import TOKEN
from benchmarks.acceptance.bar import Bar, command
from runtime import Decision, Finish, RunConfig, Runtime, Tap
from runtime.plugins.protocols import Need

PARTS: Final[Mapping[str, str]] = {
    "environments": "random steps by OpenEnv's client on headless phones, beside the same in one process",
    "pixels": "random steps with frames of 540x1200, on phones with pixels",
    "phones": "the oracle on the phones of a server (openenv://), beside headless phones in one process",
}
_STEPS: Final = 1_500
_PIXEL_STEPS: Final = 1_200
_AT_ONCE: Final = 4
_EPISODE: Final = 20
"""Steps of an episode."""
_TASKS: Final = 24
_RATIO: Final = 0.7
_RATE: Final = {"environments": 250.0, "pixels": 100.0}
"""Steps per second on two cores."""
_CORES: Final = 2
_TICKS: Final = os.sysconf("SC_CLK_TCK")

Play = Callable[[int, random.Random], Awaitable[int]]
"""Plays the episode with a number, drawing from a source of random numbers; returns its steps."""


@dataclass(slots=True)
class _Cost:
    """CPU seconds for a number of steps."""

    steps: int = 0
    here: float = 0.0
    server: float = 0.0

    @property
    def per_step(self) -> float:
        """Milliseconds for one step."""
        return 1000 * (self.here + self.server) / max(self.steps, 1)


def measure(parts: list[str] | None = None) -> list[Bar]:
    """Measure the chosen parts."""
    measured = {"environments": _environments, "pixels": _pixels, "phones": _phones}
    return [bar for part in parts or PARTS for bar in anyio.run(measured[part])]


async def _environments() -> list[Bar]:
    here = await _in_process("headless://4", ["tree"], _STEPS)
    there = await _over_the_network("headless://4", {"needs": ["tree"]}, _STEPS)
    rate = _CORES * 1000 / there.per_step
    ratio = here.per_step / there.per_step
    figure = (
        f"{there.per_step:.2f} ms of CPU, of which {1000 * there.here / there.steps:.2f} in the client; in one process "
        f"{here.per_step:.2f}: {ratio:.2f} times its steps; {_load()}"
    )
    return [
        Bar(f"a step through the WebSocket costs at most 1/{_RATIO} of one in process", figure, ratio >= _RATIO),
        Bar(
            f"two cores, each with a server and its clients: at least {_RATE['environments']:.0f} steps/s",
            f"{rate:.0f}/s; one server alone {there.steps / there.server:.0f}/s",
            rate >= _RATE["environments"],
        ),
    ]


async def _pixels() -> list[Bar]:
    parameters = {"needs": ["frame", "tree"], "frame_size": [540, 1200]}
    there = await _over_the_network("phone://4", parameters, _PIXEL_STEPS)
    rate = _CORES * 1000 / there.per_step
    figure = f"{there.per_step:.1f} ms of CPU in all processes: {rate:.0f}/s on two cores; {_load()}"
    return [
        Bar(f"frames of 540x1200: at least {_RATE['pixels']:.0f} steps/s on two cores", figure, rate >= _RATE["pixels"])
    ]


async def _phones() -> list[Bar]:
    await _oracle("headless://4")  # warm up
    with _served("headless://4") as server:
        os.environ[TOKEN] = server.token
        await _oracle(f"openenv://{server.address}/4")  # warm up
        before = server.cpu()
        there, metrics = await _oracle(f"openenv://{server.address}/4")
        there.server = server.cpu() - before
    here, same = await _oracle("headless://4")
    ratio = here.per_step / there.per_step
    figure = (
        f"{there.per_step:.2f} ms of CPU, of which {1000 * there.here / there.steps:.2f} in the run itself; in one "
        f"process {here.per_step:.2f}: {ratio:.2f} times its steps; {_load()}"
    )
    return [
        Bar(f"a step of a run on openenv:// costs at most 1/{_RATIO} of one in process", figure, ratio >= _RATIO),
        Bar("the metrics are the same, byte for byte", f"{there.steps} steps", metrics == same),
    ]


async def _oracle(devices: str) -> tuple[_Cost, Any]:
    async with Runtime(RunConfig(agents=("oracle",)), devices=[devices]) as runtime:
        began = time.process_time()
        steps = sum([score.steps async for score in runtime.run()])
        return _Cost(steps, time.process_time() - began), runtime.metrics()


# -- random steps ---------------------------------------------------------------------------------------------------


async def _in_process(devices: str, needs: Sequence[Need], steps: int) -> _Cost:
    async with Runtime(RunConfig(), devices=[devices]) as runtime:
        tasks = [task.id for task in runtime.tasks()][:_TASKS]

        async def play(number: int, draws: random.Random) -> int:
            async with runtime.session(tasks[number % _TASKS], repeat=number, needs=needs) as session:
                await session.observe()
                for _ in range(_EPISODE):
                    await session.step(Decision([Tap(*_place(draws))]))
                    await session.reward()
                await session.step(Decision([Finish()]))
            return _EPISODE

        return await _repeated(play, steps, lambda: 0.0)


async def _over_the_network(devices: str, parameters: Mapping[str, Any], steps: int) -> _Cost:
    from openenv import GenericEnvClient

    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime:
        tasks = [task.id for task in runtime.tasks()][:_TASKS]
    with _served(devices) as server:
        headers = {"Authorization": f"Bearer {server.token}"}

        @asynccontextmanager
        async def client() -> AsyncIterator[Any]:
            async with GenericEnvClient(base_url=f"http://{server.address}", headers=headers) as found:
                yield found

        async def play(number: int, draws: random.Random) -> int:
            async with client() as environment:
                await environment.reset(task=tasks[number % _TASKS], group=number, **parameters)
                for _ in range(_EPISODE):
                    result = await environment.step(
                        {"kind": "tap", "x": draws.randrange(1080), "y": draws.randrange(2400)}
                    )
                    if result.observation["frame"]:
                        base64.b64decode(result.observation["frame"])
                await environment.step({"kind": "finish"})
            return _EPISODE

        return await _repeated(play, steps, server.cpu)


def _place(draws: random.Random) -> tuple[int, int]:
    return draws.randrange(1080), draws.randrange(2400)


async def _repeated(play: Play, steps: int, server: Callable[[], float]) -> _Cost:
    """Play episodes, some at once, until there are enough steps; the first quarter warms up."""
    total = steps // _EPISODE
    numbers = iter(range(total))
    cost = _Cost()

    async def player() -> None:
        for number in numbers:
            if number == total // 4:
                cost.steps, cost.here, cost.server = 0, time.process_time(), server()
            played = await play(number, random.Random(number))
            cost.steps += played

    async with anyio.create_task_group() as group:
        for _ in range(_AT_ONCE):
            group.start_soon(player)
    cost.here, cost.server = time.process_time() - cost.here, server() - cost.server
    return cost


# -- the server -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Server:
    """A running `serve-env`: HOST:PORT, token and process id."""

    address: str
    token: str
    process: int

    def cpu(self) -> float:
        """CPU seconds of the server and of all processes below it, so far."""
        parents, ticks = {}, {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:  # it has ended meanwhile
                continue
            process = int(path.parent.name)
            parents[process], ticks[process] = int(fields[1]), int(fields[11]) + int(fields[12])
        return sum(count for process, count in ticks.items() if self.process in _line(process, parents)) / _TICKS


def _line(process: int, parents: Mapping[int, int]) -> set[int]:
    """A process and all above it."""
    found = set()
    while process and process not in found:
        found.add(process)
        process = parents.get(process, 0)
    return found


@contextmanager
def _served(devices: str) -> Iterator[_Server]:
    line = command(["serve-env", "--device", devices, "--port", "0"])
    with subprocess.Popen(line, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            printed = json.loads(process.stdout.readline())
            yield _Server(printed["url"].removeprefix("http://"), printed["token"], process.pid)
        finally:
            process.terminate()


def _load() -> str:
    print("openenv: one part measured", file=sys.stderr)
    return f"load {os.getloadavg()[0]:.1f}"
