"""Builtins for variables, options and parameters: export, local, set, shift, read, trap and others."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adapters.phone.shell.device.encoding import decode
from adapters.phone.shell.device.tasks import signal_number
from adapters.phone.shell.language.command import SH, Call, Result, fail, parse_count, say
from adapters.phone.shell.language.control_flow import Exit
from adapters.phone.shell.language.expansion import quoted, split_fields
from adapters.phone.shell.language.session import Streams
from adapters.phone.shell.language.shell_process import Builtin, ShellProcess

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _declare(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    """Run `export`, `readonly`, `local` or `typeset`."""
    options = {letter for word in call.args if word.startswith("-") for letter in word[1:]}
    session = shell.session
    for word in call.args:
        name, given, value = word.partition("=")
        if word.startswith("-"):
            continue
        if not _IDENTIFIER.fullmatch(name):
            return fail(f"{SH}: {call.name}: {name}: is not an identifier")
        if call.name in ("local", "typeset", "declare"):
            session.local(name)
            if not given:
                session.vars.pop(name, None)
        if given:
            session.put(name, value)
        if call.name == "export" or "x" in options:
            session.exported.add(name)
        if call.name == "readonly" or "r" in options:
            session.readonly.add(name)
    return 0


def _unset(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    functions = call.args[:1] == ("-f",)
    status = 0
    for name in call.args[1:] if call.args[:1] in (("-f",), ("-v",)) else call.args:
        if functions:
            status = int(shell.session.functions.pop(name, None) is None)
        elif name in shell.session.readonly:
            return fail(f"{SH}: read-only: {name}")
        else:
            shell.session.vars.pop(name, None)
            shell.session.exported.discard(name)
    return status


_LETTERS = {"e": "errexit", "f": "noglob", "u": "nounset", "x": "xtrace"}


def _set(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    words = list(call.args)
    if not words:
        lines = [f"{name}={quoted(value)}\n" for name, value in sorted(shell.session.vars.items())]
        return say("".join(lines))
    while words and re.fullmatch(r"[-+][a-zA-Z]+", words[0]):
        flag = words.pop(0)
        names = {_LETTERS.get(letter, letter) for letter in flag[1:] if letter != "o"}
        if "o" in flag[1:] and words:
            names.add(words.pop(0))
        if flag[0] == "-":
            shell.session.options |= names
        else:
            shell.session.options -= names
    if words and words[0] == "--":
        shell.session.params = tuple(words[1:])
    elif words:
        shell.session.params = tuple(words)
    return 0


def _trap(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    """Run `trap [COMMAND|- SIGNAL…]`: set what runs at a signal or the shell's end."""
    session = shell.session
    if not call.args:
        return 0
    text, *names = call.args
    status = 0
    for name in names:
        number = signal_number(name)
        if name in ("EXIT", "0"):
            session.trap = "" if text == "-" else text
        elif number is None:
            status = shell.deliver(fail(f"{SH}: trap: bad signal '{name}'"), streams)
        else:
            session.set_trap(number, None if text == "-" else text)
    return status


def _shift(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    count = parse_count(call.args[0]) if call.args else 1
    if count is None:
        return fail(f"{SH}: shift: bad number: {call.args[0]}")
    if count > len(shell.session.params):
        shell.deliver(fail(f"{SH}: shift: nothing to shift"), streams)
        raise Exit(1)
    shell.session.params = shell.session.params[count:]
    return 0


def _read(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    names = [word for word in call.args if not word.startswith("-")] or ["REPLY"]
    raw = any(word.startswith("-") and "r" in word for word in call.args)
    line = streams.input.line()
    text = decode(line or b"")
    while not raw and text.endswith("\\\n"):
        text = text[:-2] + decode(streams.input.line() or b"")
    ended = text.endswith("\n")
    text = text.removesuffix("\n")
    if not raw:
        text = re.sub(r"\\(.)", r"\1", text)
    separators = shell.session.get("IFS")
    if separators is None or " " in separators:
        text = text.strip(" \t")
    values = split_fields(text, separators, len(names) - 1) if len(names) > 1 else [text]
    for index, name in enumerate(names):
        shell.session.put(name, values[index] if index < len(values) else "")
    return 0 if ended else 1


TABLE: Mapping[str, Builtin] = {
    "export": _declare,
    "local": _declare,
    "readonly": _declare,
    "typeset": _declare,
    "trap": _trap,
    "unset": _unset,
    "set": _set,
    "shift": _shift,
    "read": _read,
}
