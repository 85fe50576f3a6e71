"""Programs that start other programs: xargs, timeout, env, nohup, nice, time, toybox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adapters.phone.shell.commands.unix.files import options
from adapters.phone.shell.device.deadlines import run_within
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.device.tasks import KILL, signal_number
from adapters.phone.shell.language.command import Call, Input, LimitExceeded, Result, fail, say

_MOST_STARTS = 10_000
_TOO_LATE = 124


def xargs(call: Call) -> Result:
    """Run `xargs [-0rt] [-n N] [-s N] [COMMAND…]`; toybox has no `-I`."""
    flags, command, bad = leading_options(call, "0rtpo", "nsEPML")
    if bad:
        return bad
    command = command or ["echo"]
    items = _items(decode(call.input.read()), flags)
    status = 0
    for index, words in enumerate(_batches(items, command, flags)):
        if index > _MOST_STARTS:
            raise LimitExceeded
        if "t" in flags:
            call.err.write(encode(" ".join(words) + " \n"))
        result = call.run(tuple(words), Input(), call.out)
        if result.exit:
            status = 123 if 1 <= result.exit <= 125 else result.exit
        if result.exit in (126, 127, 255):
            status = {255: 124}.get(result.exit, result.exit)
            break
    return Result(exit=status)


def _items(text: str, flags: dict[str, str]) -> list[str]:
    if "0" in flags:
        return [item for item in text.split("\0") if item]
    return text.split()


def _batches(items: list[str], command: list[str], flags: dict[str, str]) -> Iterator[list[str]]:
    if not items:
        if "r" not in flags:
            yield command
        return
    size = int(flags["n"]) if flags.get("n", "").isdigit() and int(flags["n"]) else len(items)
    for at in range(0, len(items), size):
        yield [*command, *items[at : at + size]]


def leading_options(call: Call, known: str, valued: str = "") -> tuple[dict[str, str], list[str], Result | None]:
    """Parse options up to the first operand; the rest belongs to the program that is started."""
    words = list(call.args)
    own: list[str] = []
    while words and words[0].startswith("-") and len(words[0]) > 1:
        word = words.pop(0)
        if word == "--":
            break
        own.append(word)
        if word[-1] in valued and words and not any(letter in valued for letter in word[1:-1]):
            own.append(words.pop(0))
    flags, _, bad = options(call.renamed(call.name, *own), known, valued)
    return flags, words, bad


def timeout(call: Call) -> Result:
    """Run `timeout [-s SIGNAL] [-k TIME] SECONDS COMMAND…`, by the phone's clock.

    A line that runs at once is measured afterwards: its command runs to its end, and returns 124 if it took longer.
    """
    flags, words, bad = leading_options(call, "fivp", "ks")
    if bad:
        return bad
    if len(words) < 2:
        return fail('timeout: Need 2 arguments (see "timeout --help")', 125)
    signal = signal_number(flags.get("s", "TERM"))
    if signal is None:
        return fail(f"timeout: bad -s: '{flags['s']}'", 125)
    match = re.fullmatch(r"(\d{1,9}(?:\.\d*)?|\.\d+)([smhd]?)", words[0])
    if match is None:
        return fail(f"timeout: Not a number '{words[0]}'")
    limit = float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]] * 1000
    machine = call.machine
    before = machine.now_ms
    result: Result | None
    if limit and machine.scheduler.current is not None:
        result = run_within(machine, round(limit), signal, lambda: call.pass_to(*words[1:]))
    else:
        result = call.pass_to(*words[1:])
        if limit and machine.now_ms - before > limit:
            result = None
    if result is None:
        return Result(exit=128 + KILL if signal == KILL else _TOO_LATE)
    return result


def env(call: Call) -> Result:
    """Run `env [-i] [-u NAME] [NAME=VALUE…] [COMMAND…]`."""
    words = list(call.args)
    before = call.environment()
    variables = dict(before)
    while words and words[0].startswith("-"):
        word = words.pop(0)
        if word == "-u" and words:
            variables.pop(words.pop(0), None)
        elif word in ("-i", "-"):
            variables.clear()
        else:
            return fail(f"env: Unknown option '{word[1:2]}' (see \"env --help\")")
    while words and re.match(r"[A-Za-z_]\w*=", words[0]):
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if not words:
        return say("".join(f"{name}={value}\n" for name, value in variables.items()))
    script = "".join(f"unset {name}\n" for name in before if name not in variables)
    script += "".join(f"export {name}={_quoted(variables[name])}\n" for name in variables)
    return call.pass_to("sh", "-c", script + " ".join(map(_quoted, words)))


def printenv(call: Call) -> Result:
    """Run `printenv [NAME…]`."""
    variables = call.environment()
    if not call.args:
        return say("".join(f"{name}={value}\n" for name, value in variables.items()))
    found = [variables[name] for name in call.args if name in variables]
    return say("".join(f"{value}\n" for value in found), 0 if len(found) == len(call.args) else 1)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def through(call: Call) -> Result:
    """Run `nohup`, `nice`, `setsid`, `ionice` or `time`: start the program that follows."""
    words = list(call.args)
    while words and words[0].startswith("-"):
        word = words.pop(0)
        if word in ("-n", "-c", "-p") and words:
            words.pop(0)
    if not words:
        return Result() if call.name == "time" else fail(f'{call.name}: Needs 1 argument (see "{call.name} --help")')
    before = call.machine.now_ms
    if call.name == "nohup":
        return call.pass_to("sh", "-c", f"trap '' HUP\n{' '.join(map(_quoted, words))}")
    result = call.pass_to(*words)
    if call.name != "time":
        return result
    took = (call.machine.now_ms - before) / 1000
    return Result(b"", encode(f"real {took:.3f}\nuser {0:.6f}\nsys {0:.6f}\n"), result.exit)


def toybox(call: Call, known: Callable[[str], bool]) -> Result:
    """Run `toybox COMMAND…`: one of the known programs."""
    if not call.args:
        return say("toybox 0.8.6-android multicall binary\n")
    if call.args[0] == "--version":
        return say("toybox 0.8.6-android\n")
    if not known(call.args[0]):
        return fail(f'toybox: Unknown command {call.args[0]} (see "toybox --help")', 127)
    return call.pass_to(*call.args)
