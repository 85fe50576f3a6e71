"""The process of one contender: it prepares, says so, and runs once for every line of its standard input.

`python -m benchmarks.speed.contender MODULE.NAME PLACES`, with the places as JSON. Answers are JSON, a line each:
`{}` when it is ready, `{"skipped": why}` when it cannot take part, a sample after each run.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.speed.comparison import Sample
from benchmarks.speed.not_installed import Missing

Run = Callable[[int], None]
"""Does so many operations."""
AsyncRun = Callable[[int], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Places:
    """Ports on 127.0.0.1: one of a device for each session, an adb server's, and one of a sandbox for each session.

    `counted` is the process whose CPU counts; 0: the contender's own.
    """

    devices: tuple[int, ...]
    server: int
    endpoints: tuple[int, ...] = ()
    counted: int = 0


@contextmanager
def looped(opening: AbstractAsyncContextManager[AsyncRun]) -> Iterator[Run]:
    """A contender that lives on an event loop."""
    with asyncio.Runner() as runner:

        async def enter() -> AsyncRun:
            return await opening.__aenter__()

        async def leave() -> None:
            await opening.__aexit__(None, None, None)

        run = runner.run(enter())
        try:
            yield lambda count: runner.run(run(count))
        finally:
            runner.run(leave())


def used(process: int) -> float:
    """Seconds of CPU that a process has used; another one's by its clock, which the system numbers so."""
    return time.clock_gettime(~process << 3 | 2) if process else time.process_time()


def measured(run: Run, count: int, process: int = 0) -> Sample:
    """Run it and look at the clock, the CPU (of another process, if need be) and the memory."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu, began = used(process), time.perf_counter()
    run(count)
    wall, cpu = time.perf_counter() - began, used(process) - cpu
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu += after.ru_utime - children.ru_utime + after.ru_stime - children.ru_stime
    return Sample(count, wall, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def main() -> None:
    """Until the standard input ends."""
    module, _, name = sys.argv[1].rpartition(".")
    given = json.loads(sys.argv[2])
    places = Places(tuple(given["devices"]), given["server"], tuple(given["endpoints"]), given["counted"])
    contender: Callable[[Places], AbstractContextManager[Run]] = getattr(
        importlib.import_module(f"benchmarks.speed.{module}"), name
    )
    try:
        with contender(places) as run:
            print("{}", flush=True)
            for line in sys.stdin:
                print(json.dumps(asdict(measured(run, int(line), places.counted))), flush=True)
    except Missing as why:
        print(json.dumps({"skipped": str(why)}), flush=True)


if __name__ == "__main__":
    main()
