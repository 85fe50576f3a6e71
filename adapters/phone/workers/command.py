"""The `phones` command: serves virtual phones to any ADB tool until Ctrl-C."""

from __future__ import annotations

import argparse
import ipaddress
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import anyio

from runtime.bench.streams import complain, say_json
from runtime.core.errors import TaskFault, UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

if TYPE_CHECKING:
    from adapters.faults.specification import FaultSpec
    from adapters.phone.workers.config import PhoneOptions

_EXAMPLES = """\
TIME is a number with ms, s or min, such as 50ms or 1.5s.

disturbances, separated by commas: KIND[:FIELD=VALUE…]
  KIND    ad, update, rating, permission, slow, offline, stale, drop, kill, secure, busy or slow_keyboard;
          mix: three of them, by the seed
  FIELD   app (any by default), after (so many places opened), ms (duration), chance (of lost taps)

examples:
  python -m runtime.bench phones --count 3
  adb connect 127.0.0.1:26555 && adb -s 127.0.0.1:26555 shell wm size
  adb -s 127.0.0.1:26555 exec-out screencap -p > screen.png
  python -m runtime.bench phones --count 50 --latency 80ms±40ms --faults reset=0.01
  python -m runtime.bench phones --service-time 200ms        # a phone that answers five services a second
  python -m runtime.bench phones --disturbances mix --seed 7
  python -m runtime.bench phones --disturbances ad:app=bunwright:after=2,offline:after=3:ms=5000
"""
_FIRST_PORT = 26555
"""Outside 5554-5585, which every adb server scans on its own: a phone there would be seen twice."""
_OPEN = "warning: --host {host}: ADB without a key lets anyone on that network control the phones"


def run(arguments: Sequence[str]) -> int:
    """Serve phones: print one JSON line for each, then wait. Returns 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    if not 1 <= options.count <= 1000:
        raise UsageError(f"--count {options.count}: from 1 to 1000 phones can be had")
    if not 0 <= options.port <= 65536 - options.count:
        raise UsageError(f"--port {options.port}: the phones need {options.count} ports from there up to 65535")
    phones, faults = _phone_options(options), _faults(options)
    if not ipaddress.ip_address(options.host).is_loopback:
        complain(_OPEN.format(host=options.host))
    try:
        anyio.run(_serve, options.count, options.host, options.port, phones, faults)
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="python -m runtime.bench phones",
        description="Virtual phones for any ADB tool, on TCP ports, until Ctrl-C. Prints one JSON line for each.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--count", type=whole_number(), default=1, metavar="N", help="how many (1)")
    parser.add_argument(
        "--port", type=whole_number(), default=_FIRST_PORT, metavar="P", help="port of the first; 0: any (26555)"
    )
    parser.add_argument(
        "--host", type=_address, default="127.0.0.1", metavar="ADDRESS",
        help="IP address to listen at; nobody needs a key to control the phones (127.0.0.1)",
    )  # fmt: skip
    parser.add_argument(
        "--clock", choices=("real", "virtual"), default="real",
        help="real: time passes as on any phone; virtual: only commands make it pass, the same ones the same (real)",
    )  # fmt: skip
    parser.add_argument(
        "--latency", type=_delay, default=(0.0, 0.0), metavar="TIME[±TIME]", help="each service answers later by that"
    )
    parser.add_argument(
        "--service-time", type=_time, default=0.0, metavar="TIME",
        help="the services of a phone are served one after another, each takes that long",
    )  # fmt: skip
    parser.add_argument("--disturbances", metavar="SPEC", help="difficulties of every phone, see below")
    parser.add_argument("--faults", metavar="SPEC", help="faults of the connections (see the command faults --help)")
    parser.add_argument(
        "--seed", type=whole_number(0), default=0, metavar="N",
        help="of disturbances, latency and faults, which differ from phone to phone (0)",
    )  # fmt: skip
    return parser


def _address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an IP address: write 127.0.0.1, or 0.0.0.0 for all networks of this computer"
        ) from None


def _delay(text: str) -> tuple[float, float]:
    from adapters.faults.specification import parse_delay

    found = parse_delay(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time: write 80ms, 1.5s or 80ms±40ms")
    return found


def _time(text: str) -> float:
    from adapters.faults.specification import parse_delay

    found = parse_delay(text)
    if found is None or found[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time: write 200ms or 1.5s")
    return found[0]


def _phone_options(options: argparse.Namespace) -> PhoneOptions:
    from adapters.phone.workers.config import PhoneOptions

    entries: tuple[dict[str, str], ...] = ()
    if options.disturbances is not None:
        from adapters.phone.state.disturbances import parse_disturbances, split_disturbances
        from adapters.phone.workers.registry import installed_apps

        entries = split_disturbances(options.disturbances)
        try:
            parse_disturbances(entries, [app.name for app in installed_apps()], options.seed, "--disturbances")
        except TaskFault as fault:
            raise UsageError(f"{fault}; write for example ad:app=bunwright:after=2") from None
    return PhoneOptions(
        clock=options.clock,
        own_serial=True,
        seed=options.seed,
        disturbances=entries,
        latency=options.latency,
        service_time=options.service_time,
    )


def _faults(options: argparse.Namespace) -> FaultSpec | None:
    """Return the faults before every phone; None without any. A seed of their own counts before `--seed`."""
    if options.faults is None:
        return None
    from adapters.faults.specification import parse_faults

    try:
        spec = parse_faults(options.faults)
    except UsageError as error:
        raise UsageError(f"--faults: {error}") from None
    return replace(spec, seed=spec.seed or options.seed)


async def _serve(count: int, host: str, port: int, phones: PhoneOptions, faults: FaultSpec | None) -> None:
    from adapters.faults.addresses import format_address
    from adapters.faults.proxy import open_proxy
    from adapters.phone.workers.farm import start_farm
    from adapters.phone.workers.ports import check_free

    wanted = [port + index if port else 0 for index in range(count)]
    await check_free(host, wanted)
    async with (
        start_farm(count, () if faults else wanted, host=host, phones=phones) as (farm, serials, ports),
        AsyncExitStack() as stack,
    ):
        if faults:
            for serial, number in zip(serials, wanted, strict=True):
                target, listen = str(farm.folder / f"{serial}.adb"), format_address((host, number))
                proxy = await stack.enter_async_context(open_proxy(target, faults, listen=listen, name=serial))
                ports.append(proxy.port)
        for serial, bound in zip(serials, ports, strict=True):
            say_json({"serial": serial, "host": host, "port": bound}, indent=None)
        sys.stdout.flush()
        await anyio.sleep_forever()


COMMAND: Final = CommandSpec(run=run, title="virtual phones for any ADB tool, on TCP ports, until Ctrl-C")
