"""The command `serve-env`: serves environments and phones over OpenEnv's protocol until Ctrl-C."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

import anyio

from adapters.training.openenv.address import TOKEN
from adapters.web.shared.request_origin import is_loopback
from runtime.bench.streams import say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, seconds, whole_number
from runtime.plugins.specs import CommandSpec

_SHORTEST: Final = 16
_EXAMPLES = """\
examples:
  python -m runtime.bench serve-env                             64 phones without pixels, at 127.0.0.1:8123
  python -m runtime.bench serve-env --device phone://8          eight phones with pixels
  python -m runtime.bench serve-env --split train --seed 3      the suite's training tasks

a trainer, with `pip install 'mobile-agent-runtime[openenv]'`:
  GenericEnvClient("http://127.0.0.1:8123", headers={"Authorization": "Bearer TOKEN"})

a run on another machine, with the token in MOBILE_AGENT_OPENENV_TOKEN:
  python -m runtime.bench --device openenv://HOST:8123/20
"""


def run(arguments: Sequence[str]) -> int:
    """Print one JSON line with address and token, then serve. Returns 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    options.token = _token(options)
    try:
        anyio.run(_serve, options)
    except KeyboardInterrupt:
        return 130
    return 0


def _token(options: argparse.Namespace) -> str:
    """Return the chosen token; empty if a new one is to be made."""
    token = str(options.token or os.environ.get(TOKEN, ""))
    if token and (len(token) < _SHORTEST or not token.isascii() or not token.isprintable() or " " in token):
        raise UsageError(f"the token needs at least {_SHORTEST} characters, all of them ASCII and without blanks")
    if not token and not is_loopback(options.host):
        raise UsageError(
            f"--host {options.host}: other computers could use the phones; choose a token with --token or {TOKEN}"
        )
    return token


def _parser() -> Parser:
    parser = Parser(
        prog="python -m runtime.bench serve-env",
        description="Serve environments over OpenEnv's WebSocket protocol, and phones for runs on other machines "
        "(openenv://HOST:PORT), until Ctrl-C. Prints its address and token as JSON. The token gives control of the "
        "simulation and access to rewards: it is for trainers, so keep it from agents.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--device", action="append", metavar="URI", help="phones to serve; may be repeated (headless://64)")
    add("--suite", metavar="NAME|PATH", help="registered name, or your own FILE.yaml or folder (clarity240)")
    add("--split", action="append", metavar="NAME", help="part of the suite: train, dev, test, … (all)")
    add("--seed", type=whole_number(0), metavar="S", help="seed of resets that name none (7)")
    add("--user", metavar="NAME", help="user simulator (rules)")
    add("--max-steps", type=whole_number(1), metavar="N", help="budget of an episode (25)")
    add("--out", metavar="DIR", help="keep the recordings here (a temporary folder, removed at the end)")
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on; needs --token elsewhere")
    add("--port", type=whole_number(0, 65535), default=None, metavar="P", help="port; 0: any (8123)")
    add("--token", metavar="TOKEN", help=f"token that clients need ({TOKEN}, or a new one)")
    add("--idle", type=seconds, default=None, metavar="SECONDS", help="free the phone of a silent client (600)")
    return parser


async def _serve(options: argparse.Namespace) -> None:
    from adapters.training.openenv.server import IDLE, PORT, EnvironmentServer, Limits
    from runtime.core.config import RunConfig, Selection
    from runtime.engine import Runtime

    given = {name: getattr(options, name) for name in ("suite", "seed", "user", "max_steps")}
    config = RunConfig(
        **{name: value for name, value in given.items() if value is not None},
        selection=Selection(intents=tuple(options.split or ())),
    )
    port = PORT if options.port is None else options.port
    limits = Limits(silence=options.idle or IDLE)
    async with Runtime(config, devices=options.device or ["headless://64"], out=options.out) as runtime:
        runtime.tasks()  # refuses an unknown split before anybody connects
        try:
            async with EnvironmentServer(runtime, options.host, port, token=options.token, limits=limits) as server:
                address = {"url": server.url, "token": server.token, "phones": len(runtime.devices)}
                say_json(address, indent=None)
                sys.stdout.flush()
                await anyio.sleep_forever()
        except OSError as error:
            raise UsageError(
                f"port {port} of {options.host} is not available ({error.strerror}): choose another with --port"
            ) from error


COMMAND: Final = CommandSpec(run=run, title="environments over OpenEnv's protocol, and phones for other machines")
