"""Programs that start other programs: xargs, env, nohup and toybox."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator

from adapters.phone.shell.commands.unix.options import count_of, missing_operands, options
from adapters.phone.shell.device.encoding import decode
from adapters.phone.shell.language.command import Call, Input, LimitExceeded, Result, fail, say

_MOST_STARTS = 10_000


def xargs(call: Call) -> Result:
    """Run `xargs [-0r] [-n N] [COMMAND…]`; toybox has no `-I`."""
    flags, command = options(call, "0r", "n", leading=True)
    text = decode(call.input.read())
    items = [item for item in text.split("\0") if item] if "0" in flags else text.split()
    status = 0
    for index, words in enumerate(_batches(items, command or ["echo"], flags)):
        if index > _MOST_STARTS:
            raise LimitExceeded
        result = call.run(tuple(words), Input(), call.out)
        if result.exit:
            status = 123 if 1 <= result.exit <= 125 else result.exit
        if result.exit in (126, 127, 255):
            status = {255: 124}.get(result.exit, result.exit)
            break
    return Result(exit=status)


def _batches(items: list[str], command: list[str], flags: dict[str, str]) -> Iterator[list[str]]:
    if not items:
        if "r" not in flags:
            yield command
        return
    size = count_of(flags.get("n", "")) or len(items)
    for at in range(0, len(items), size):
        yield [*command, *items[at : at + size]]


def env(call: Call) -> Result:
    """Run `env [NAME=VALUE…] [COMMAND…]`."""
    _, words = options(call, "", leading=True)
    given: dict[str, str] = {}
    while words and re.match(r"[A-Za-z_]\w*=", words[0]):
        name, _, value = words.pop(0).partition("=")
        given[name] = value
    if not words:
        return say("".join(f"{name}={value}\n" for name, value in {**call.environment(), **given}.items()))
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in given.items())
    return call.pass_to("sh", "-c", exports + shlex.join(words))


def nohup(call: Call) -> Result:
    """Run `nohup COMMAND…`, which ignores that the host leaves."""
    if not call.args:
        raise missing_operands(call, 1)
    return call.pass_to("sh", "-c", f"trap '' HUP\n{shlex.join(call.args)}")


def toybox(call: Call, known: Callable[[str], bool]) -> Result:
    """Run `toybox COMMAND…`: one of the known programs."""
    if call.args in ((), ("--version",)):
        return say("toybox 0.8.6-android\n")
    if not known(call.args[0]):
        call.machine.count_unknown(call.args[0])
        return fail(f'toybox: Unknown command {call.args[0]} (see "toybox --help")', 127)
    return call.pass_to(*call.args)
