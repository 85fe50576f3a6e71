"""The `faults` command: a proxy with faults before any TCP port or Unix socket, until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

import anyio

from adapters.faults.specification import EXAMPLE, FaultSpec, parse_faults
from runtime.bench.streams import say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser
from runtime.plugins.specs import CommandSpec

_EXAMPLES = f"""\
faults, separated by commas; a RATE is a probability for each request, from 0 to 1:
  refuse=RATE                      connections are not accepted
  reset=RATE half-open=RATE        the connection is reset; or closed on the server's side only
  truncate=RATE garbage=RATE       the reply is cut; or begins with random bytes
  freeze=TIME@RATE                 nothing passes for a time
  delay=TIME[±TIME][@RATE]         requests wait; also jitter=TIME[@RATE]
  bandwidth=BYTES/s                such as 500kB/s, in each direction of a connection
  reset-storm=RATE                 all connections are reset at once
  connect-storm=NUMBER@RATE        many connections to the server at once
  seed=INTEGER                     another seed gives other faults of the same rates

examples:
  python -m runtime.bench faults 192.168.1.20:5555 {EXAMPLE}
  python -m runtime.bench faults 127.0.0.1:8000 delay=2s@0.1,truncate=0.02 --listen 127.0.0.1:8001
"""


def run(arguments: Sequence[str]) -> int:
    """Print one JSON line with the address to connect to, then wait; at the end print what was done. Returns 130."""
    parser = Parser(
        prog="python -m runtime.bench faults",
        description="A proxy with faults before a TCP port or Unix socket, until Ctrl-C. Prints its address as JSON.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("target", metavar="TARGET", help="HOST:PORT, or the path of a Unix socket")
    parser.add_argument("faults", metavar="FAULTS", help="see below")
    parser.add_argument("--listen", default="127.0.0.1:0", metavar="ADDRESS", help="HOST:PORT or a path (a free port)")
    options = parser.parse_args(arguments)
    spec = parse_faults(options.faults)
    try:
        anyio.run(_serve, options.target, spec, options.listen)
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(target: str, spec: FaultSpec, listen: str) -> None:
    from adapters.faults.proxy import open_proxy

    try:
        async with open_proxy(target, spec, listen=listen) as proxy:
            _print({"listen": proxy.address, "target": target})
            try:
                await anyio.sleep_forever()
            finally:
                _print({"connections": len(proxy.dials), "exchanges": proxy.exchanges, "hits": dict(proxy.hits)})
    except OSError as error:
        raise UsageError(f"--listen {listen}: {error.strerror or error}") from error


def _print(document: dict[str, object]) -> None:
    say_json(document, indent=None)
    sys.stdout.flush()


COMMAND: Final = CommandSpec(run=run, title="a proxy with faults before a TCP port or Unix socket, until Ctrl-C")
