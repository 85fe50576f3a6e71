"""Builtins of the shell: they change the session, control loops, or need no process. They cost no virtual time."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from adapters.android.shell_grammar.syntax_tree import unescape
from adapters.phone.shell.device.encoding import decode
from adapters.phone.shell.language import variable_builtins
from adapters.phone.shell.language.command import SH, Call, LimitExceeded, Result, fail, parse_count, reason, say
from adapters.phone.shell.language.conditions import test
from adapters.phone.shell.language.control_flow import Exit, Loop, Return
from adapters.phone.shell.language.session import Streams
from adapters.phone.shell.language.shell_process import Builtin, ShellProcess

MAX_DEPTH = 12
"""Depth of `eval` and `.`."""


def _always(status: int) -> Builtin:
    """Return a builtin that does nothing."""
    return lambda shell, call, streams: status


def _echo(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
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
        head, cut, tail = _cut(text)
        text, newline = unescape(head) + unescape(tail), newline and not cut
    return say(text + "\n" if newline else text)


def _cut(text: str) -> tuple[str, bool, str]:
    r"""Split at `\c`, which takes the line end away; escaped backslashes before it don't count."""
    match = re.match(r"((?:[^\\]|\\[^c])*)\\c", text, re.DOTALL)
    return (match[1], True, text[match.end() :]) if match else (text, False, "")


def _cd(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    target = call.args[0] if call.args else "/"
    if target == "-":
        target = shell.session.get("OLDPWD") or "/"
    path = posixpath.normpath(call.path(target)) if target else call.cwd
    path = "/" + path.lstrip("/")
    try:
        found = call.files.require(path)
        if not found.is_dir:
            return fail(f"{SH}: cd: {path}: Not a directory", 2)
        if not call.files.access(path, "x"):
            return fail(f"{SH}: cd: {path}: Permission denied", 2)
    except OSError as error:
        return fail(f"{SH}: cd: {path}: {reason(error)}", 2)
    shell.session.put("OLDPWD", shell.session.cwd)
    shell.session.cwd = path
    return 0


def _pwd(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    return say(shell.session.cwd + "\n")


def _exit(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    raise Exit(_status(shell, call, streams))


def _return(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    status = _status(shell, call, streams)
    raise Return(status & 0xFF) if shell.session.frames or shell.sourced else Exit(status)


def _status(shell: ShellProcess, call: Call, streams: Streams) -> int:
    if not call.args:
        return shell.session.status
    if not re.fullmatch(r"-?\d{1,9}", call.args[0]):
        shell.deliver(fail(f"{SH}: {call.name}: bad number: {call.args[0]}"), streams)
        raise Exit(1)
    return int(call.args[0])


def _loop(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    if not shell.loops:
        return fail(f"{SH}: {call.name}: can't {call.name}", 0)
    levels = parse_count(call.args[0]) if call.args else 1
    raise Loop("break" if call.name == "break" else "continue", levels or 1)


def _eval(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    return _deeper(shell, " ".join(call.args), streams)


def _deeper(shell: ShellProcess, text: str, streams: Streams) -> int:
    session = shell.session
    session.depth += 1
    if session.depth > MAX_DEPTH:
        raise LimitExceeded
    try:
        return shell.text(text, streams)
    finally:
        session.depth -= 1


def _source(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    if not call.args:
        return fail(f"{SH}: .: missing argument")
    try:
        text = decode(call.files.read(call.path(call.args[0])))
    except OSError:
        return fail(f"{SH}: .: {call.args[0]}: No such file or directory")
    shell.sourced += 1
    try:
        return _deeper(shell, text, streams)
    except Return as back:
        return back.status
    finally:
        shell.sourced -= 1


def _exec(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    if not call.args:
        return 0
    raise Exit(shell.run_words(call.args, streams))


def _command(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    words = call.args
    if words and words[0] in ("-v", "-V"):
        return _found(shell, words[1:], verbose=words[0] == "-V")
    return shell.run_words(words, streams) if words else 0


def _type(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    return _found(shell, call.args, verbose=True)


def _found(shell: ShellProcess, names: tuple[str, ...], *, verbose: bool) -> Result:
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


def _test(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    return test(shell.facts(call, streams))


def _sh(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    words = call.args
    if not words:
        return shell.nested_script(streams)
    if words[0] == "-c":
        if len(words) < 2:
            return fail(f"{SH}: -c: requires an argument")
        return shell.nested(words[1], words[3:], streams, words[2] if len(words) > 2 else SH)
    try:
        text = decode(call.files.read(call.path(words[0])))
    except OSError as error:
        return fail(f"{SH}: {words[0]}: {reason(error)}", 127)
    return shell.nested(text, words[1:], streams, words[0])


def _stty(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    """Accept terminal settings without effect. Not a builtin of sh, but only the session knows its terminal."""
    size = shell.session.tty
    if size is None:
        return fail("stty: standard input: Inappropriate ioctl for device")
    if call.args == ("size",):
        return say(f"{size[0]} {size[1]}\n")
    if call.args in ((), ("-a",)):
        return say(f"speed 38400 baud; rows {size[0]}; columns {size[1]};\n")
    return 0


def _wait(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    """Run `wait [PID…]`: let background jobs run to their end; exit with the last one's status."""
    jobs = {job.processes()[0].pid: job for job in shell.session.jobs}
    chosen = list(jobs.values())
    if call.args:
        chosen = [job for word in call.args if (job := jobs.get(parse_count(word) or 0)) is not None]
        if not chosen:
            return 127
    for job in chosen:
        shell.machine.wait_for_job(job)
    return (chosen[-1].status or 0) if call.args else 0


def _kill(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    return shell.table["kill"](call)


def _tty(shell: ShellProcess, call: Call, streams: Streams) -> int | Result:
    """Run `tty`. Not a builtin of sh, but only the shell knows its input."""
    if not streams.input.tty:
        return say("not a tty\n" if "-s" not in call.args else "", 1)
    return say("/dev/pts/0\n" if "-s" not in call.args else "")


_BUILTINS: Mapping[str, Builtin] = {
    **variable_builtins.TABLE,
    ":": _always(0),
    "true": _always(0),
    "false": _always(1),
    "echo": _echo,
    "cd": _cd,
    "pwd": _pwd,
    "exit": _exit,
    "return": _return,
    "break": _loop,
    "continue": _loop,
    "builtin": _command,
    "alias": _always(0),
    "unalias": _always(0),
    "hash": _always(0),
    "ulimit": _always(0),
    "umask": _always(0),
    "kill": _kill,
    "tty": _tty,
    "eval": _eval,
    ".": _source,
    "exec": _exec,
    "command": _command,
    "type": _type,
    "test": _test,
    "[": _test,
    "sh": _sh,
    "stty": _stty,
    "wait": _wait,
}
PROGRAMS = ("[", "echo", "false", "kill", "pwd", "sh", "stty", "test", "true", "tty")
"""Builtins that are programs in /system/bin too."""
TABLE: Mapping[str, Builtin] = {**_BUILTINS, **{f"/system/bin/{name}": _BUILTINS[name] for name in PROGRAMS}}
