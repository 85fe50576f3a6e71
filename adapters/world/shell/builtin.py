"""What the shell does itself: it changes the session, steers loops, or would be a process for nothing. Free."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from adapters.world.shell.command import SH, Call, Result, decode, fail, reason, say, whole
from adapters.world.shell.condition import test
from adapters.world.shell.expand import split_fields
from adapters.world.shell.session import Killed
from adapters.world.shell.syntax import unescape

if TYPE_CHECKING:
    from adapters.world.shell.interp import Interpreter
    from adapters.world.shell.session import Streams

Builtin = Callable[["Interpreter", Call, "Streams"], int]
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Exit(Exception):
    """`exit`: the shell ends with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Loop(Exception):
    """`break` or `continue`, through so many loops."""

    def __init__(self, kind: Literal["break", "continue"], levels: int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.levels = levels


def _true(shell: Interpreter, call: Call, streams: Streams) -> int:
    return 0


def _false(shell: Interpreter, call: Call, streams: Streams) -> int:
    return 1


def _echo(shell: Interpreter, call: Call, streams: Streams) -> int:
    words = list(call.args)
    newline, escapes = True, True
    while words and re.fullmatch(r"-[neE]+", words[0]):
        for letter in words.pop(0)[1:]:
            if letter == "n":
                newline = False
            else:
                escapes = letter == "e"
    text = " ".join(words)
    if escapes and "\\" in text:
        head, cut, _ = _cut(text)
        text, newline = unescape(head), newline and not cut
    return shell.deliver(say(text + "\n" if newline else text), streams)


def _cut(text: str) -> tuple[str, bool, str]:
    r"""Split at `\c`, which ends the output; escaped backslashes before it don't count."""
    match = re.match(r"((?:[^\\]|\\[^c])*)\\c", text, re.DOTALL)
    return (match[1], True, text[match.end() :]) if match else (text, False, "")


def _cd(shell: Interpreter, call: Call, streams: Streams) -> int:
    target = call.args[0] if call.args else "/"
    if target == "-":
        target = shell.session.get("OLDPWD") or "/"
    path = posixpath.normpath(call.path(target)) if target else call.cwd
    path = "/" + path.lstrip("/")
    try:
        found = call.files.require(path)
        if not found.is_dir:
            return shell.deliver(fail(f"{SH}: cd: {target}: Not a directory", 2), streams)
    except OSError as error:
        return shell.deliver(fail(f"{SH}: cd: {target}: {reason(error)}", 2), streams)
    shell.session.put("OLDPWD", shell.session.cwd)
    shell.session.cwd = path
    return 0


def _pwd(shell: Interpreter, call: Call, streams: Streams) -> int:
    return shell.deliver(say(shell.session.cwd + "\n"), streams)


def _exit(shell: Interpreter, call: Call, streams: Streams) -> int:
    if call.args:
        if not re.fullmatch(r"-?\d{1,9}", call.args[0]):
            shell.deliver(fail(f"{SH}: {call.name}: bad number: {call.args[0]}"), streams)
            raise Exit(1)
        raise Exit(int(call.args[0]))
    raise Exit(shell.session.status)


def _loop(shell: Interpreter, call: Call, streams: Streams) -> int:
    if not shell.loops:
        return shell.deliver(fail(f"{SH}: {call.name}: can't {call.name}", 0), streams)
    levels = whole(call.args[0]) if call.args else 1
    raise Loop("break" if call.name == "break" else "continue", levels or 1)


def _export(shell: Interpreter, call: Call, streams: Streams) -> int:
    for word in call.args:
        name, given, value = word.partition("=")
        if word.startswith("-"):
            continue
        if not _IDENTIFIER.fullmatch(name):
            return shell.deliver(fail(f"{SH}: {call.name}: {name}: is not an identifier"), streams)
        if given:
            shell.session.put(name, value)
    return 0


def _unset(shell: Interpreter, call: Call, streams: Streams) -> int:
    for name in call.args:
        shell.session.vars.pop(name, None)
    return 0


def _set(shell: Interpreter, call: Call, streams: Streams) -> int:
    words = list(call.args)
    if not words:
        lines = [f"{name}={value}\n" for name, value in sorted(shell.session.vars.items())]
        return shell.deliver(say("".join(lines)), streams)
    while words and re.fullmatch(r"[-+][a-z]+", words[0]):
        flag = words.pop(0)
        if "e" in flag[1:]:
            shell.session.errexit = flag[0] == "-"
    if words and words[0] == "--":
        shell.session.params = tuple(words[1:])
    elif words:
        shell.session.params = tuple(words)
    return 0


def _shift(shell: Interpreter, call: Call, streams: Streams) -> int:
    count = whole(call.args[0]) if call.args else 1
    if count is None:
        return shell.deliver(fail(f"{SH}: shift: bad number: {call.args[0]}"), streams)
    if count > len(shell.session.params):
        return shell.deliver(fail(f"{SH}: shift: nothing to shift"), streams)
    shell.session.params = shell.session.params[count:]
    return 0


def _read(shell: Interpreter, call: Call, streams: Streams) -> int:
    names = [word for word in call.args if not word.startswith("-")] or ["REPLY"]
    line = streams.input.line()
    text = decode(line or b"").removesuffix("\n")
    values = split_fields(text.strip(" \t"), shell.session.get("IFS"), len(names) - 1)
    for index, name in enumerate(names):
        shell.session.put(name, values[index] if index < len(values) else "")
    return 0 if line is not None else 1


def _eval(shell: Interpreter, call: Call, streams: Streams) -> int:
    return _deeper(shell, " ".join(call.args), streams)


def _deeper(shell: Interpreter, text: str, streams: Streams) -> int:
    shell.session.depth += 1
    if shell.session.depth > 12:
        raise Killed
    try:
        return shell.text(text, streams)
    finally:
        shell.session.depth -= 1


def _source(shell: Interpreter, call: Call, streams: Streams) -> int:
    if not call.args:
        return shell.deliver(fail(f"{SH}: .: missing argument"), streams)
    try:
        text = decode(call.files.read(call.path(call.args[0])))
    except OSError:
        return shell.deliver(fail(f"{SH}: .: {call.args[0]}: not found"), streams)
    return _deeper(shell, text, streams)


def _exec(shell: Interpreter, call: Call, streams: Streams) -> int:
    if not call.args:
        return 0
    raise Exit(shell.run_words(call.args, streams))


def _command(shell: Interpreter, call: Call, streams: Streams) -> int:
    words = call.args
    if words and words[0] in ("-v", "-V"):
        return shell.deliver(_found(shell, words[1:], verbose=words[0] == "-V"), streams)
    return shell.run_words(words, streams) if words else 0


def _type(shell: Interpreter, call: Call, streams: Streams) -> int:
    return shell.deliver(_found(shell, call.args, verbose=True), streams)


def _found(shell: Interpreter, names: tuple[str, ...], *, verbose: bool) -> Result:
    out, status = "", 0
    for name in names:
        if name in TABLE:
            out += f"{name} is a shell builtin\n" if verbose else f"{name}\n"
        elif name in shell.table:
            out += f"{name} is /system/bin/{name}\n" if verbose else f"/system/bin/{name}\n"
        else:
            status = 1
            out += f"{name} not found\n" if verbose else ""
    return say(out, status)


def _test(shell: Interpreter, call: Call, streams: Streams) -> int:
    return shell.deliver(test(call, lambda name: shell.session.get(name) or ""), streams)


def _sh(shell: Interpreter, call: Call, streams: Streams) -> int:
    words = call.args
    if not words:
        return shell.nested(decode(streams.input.read()), (), streams)
    if words[0] == "-c":
        if len(words) < 2:
            return shell.deliver(fail(f"{SH}: -c: requires an argument"), streams)
        return shell.nested(words[1], words[3:], streams)
    try:
        text = decode(call.files.read(call.path(words[0])))
    except OSError as error:
        return shell.deliver(fail(f"{SH}: {words[0]}: {reason(error)}", 127), streams)
    return shell.nested(text, words[1:], streams)


def _stty(shell: Interpreter, call: Call, streams: Streams) -> int:
    """Not a builtin of sh, but only the session knows its terminal. Settings are accepted and change nothing."""
    size = shell.session.tty
    if size is None:
        return shell.deliver(fail("stty: standard input: Inappropriate ioctl for device"), streams)
    if call.args == ("size",):
        return shell.deliver(say(f"{size[0]} {size[1]}\n"), streams)
    if call.args in ((), ("-a",)):
        return shell.deliver(say(f"speed 38400 baud; rows {size[0]}; columns {size[1]};\n"), streams)
    return 0


def _wait(shell: Interpreter, call: Call, streams: Streams) -> int:
    # A background command has ended before the next one starts: nothing is left to wait for.
    return 0


TABLE: Mapping[str, Builtin] = {
    ":": _true,
    "true": _true,
    "false": _false,
    "echo": _echo,
    "cd": _cd,
    "pwd": _pwd,
    "exit": _exit,
    "return": _exit,
    "break": _loop,
    "continue": _loop,
    "export": _export,
    "local": _export,
    "readonly": _export,
    "unset": _unset,
    "set": _set,
    "shift": _shift,
    "read": _read,
    "eval": _eval,
    ".": _source,
    "exec": _exec,
    "command": _command,
    "type": _type,
    "test": _test,
    "[": _test,
    "sh": _sh,
    "/system/bin/sh": _sh,
    "stty": _stty,
    "wait": _wait,
}
