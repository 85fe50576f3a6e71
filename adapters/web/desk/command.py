"""The subcommand `desk`: serves the desk page until Ctrl-C."""

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
  python -m runtime.bench desk
  MOBILE_AGENT_DESK='http://127.0.0.1:8642/#…' python -m runtime.bench --user human
"""


def run(arguments: Sequence[str]) -> int:
    """Serve the desk. Prints its address as one JSON line; returns 130 after Ctrl-C."""
    parser = Parser(
        prog="python -m runtime.bench desk",
        description="Serve a page where people answer the questions of running episodes (--user human), until "
        "Ctrl-C. Prints "
        "its address with a token. The token gives access to what users want, so keep it from agents.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--port", type=whole_number(), default=None, metavar="P", help="port on 127.0.0.1; 0: any (8642)"
    )
    options = parser.parse_args(arguments)
    if options.port is not None and not 0 <= options.port <= 65535:
        raise UsageError(f"--port {options.port}: must be from 0 to 65535")
    try:
        anyio.run(_serve, options.port)
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(port: int | None) -> None:
    from adapters.web.desk.server import PORT, Desk

    wanted = PORT if port is None else port
    try:
        async with Desk(port=wanted) as desk:
            say_json({"desk": desk.page}, indent=None)
            sys.stdout.flush()
            await anyio.sleep_forever()
    except OSError as error:
        raise UsageError(
            f"port {wanted} of 127.0.0.1 is not available ({error.strerror}): choose another with --port"
        ) from error


COMMAND: Final = CommandSpec(
    run=run, title="a page where people answer the questions of running episodes, until Ctrl-C"
)
