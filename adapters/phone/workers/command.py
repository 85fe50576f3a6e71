"""The `phones` command: serves virtual phones to any ADB tool on loopback TCP until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

import anyio

from runtime.bench.streams import say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

_EXAMPLES = """\
examples:
  python -m runtime.bench phones --count 3
  adb connect 127.0.0.1:26555 && adb -s 127.0.0.1:26555 shell wm size
  adb -s 127.0.0.1:26555 exec-out screencap -p > screen.png
"""
_FIRST_PORT = 26555
"""Outside 5554-5585, which every adb server scans on its own: a phone there would be seen twice."""


def run(arguments: Sequence[str]) -> int:
    """Serve phones: print one JSON line for each, then wait. Returns 130 after Ctrl-C."""
    parser = Parser(
        prog="python -m runtime.bench phones",
        description="Virtual phones for any ADB tool, on loopback TCP, until Ctrl-C. Prints one JSON line for each.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--count", type=whole_number(), default=1, metavar="N", help="how many (1)")
    parser.add_argument(
        "--port", type=whole_number(), default=_FIRST_PORT, metavar="P", help="port of the first; 0: any (26555)"
    )
    options = parser.parse_args(arguments)
    if not 1 <= options.count <= 1000:
        raise UsageError(f"--count {options.count}: from 1 to 1000 phones can be had")
    if not 0 <= options.port <= 65536 - options.count:
        raise UsageError(f"--port {options.port}: the phones need {options.count} ports from there up to 65535")
    try:
        anyio.run(_serve, options.count, options.port)
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(count: int, port: int) -> None:
    from adapters.phone.workers.farm import start_farm
    from adapters.phone.workers.ports import check_free

    wanted = [port + index if port else 0 for index in range(count)]
    await check_free(wanted)
    async with start_farm(count, wanted) as (_, serials, ports):
        for serial, bound in zip(serials, ports, strict=True):
            say_json({"serial": serial, "host": "127.0.0.1", "port": bound}, indent=None)
        sys.stdout.flush()
        await anyio.sleep_forever()


COMMAND: Final = CommandSpec(run=run, title="virtual phones for any ADB tool, on loopback TCP, until Ctrl-C")
