"""The `awk` command."""

from __future__ import annotations

from adapters.phone.shell.commands.unix.awk.interpreter import AwkInterpreter
from adapters.phone.shell.commands.unix.awk.lexer import AwkError, unescaped
from adapters.phone.shell.commands.unix.awk.parser import parse
from adapters.phone.shell.commands.unix.awk.values import Seen, Value
from adapters.phone.shell.device.encoding import decode, encode
from adapters.phone.shell.language.command import Call, Result, fail, reason


def awk(call: Call) -> Result:
    """Run `awk [-F FS] [-v NAME=VALUE] [-f FILE | PROGRAM] [FILE…]`. `rand` always returns 0."""
    words = list(call.args)
    variables: dict[str, Value] = {}
    source: list[str] = []
    while words and words[0].startswith("-") and len(words[0]) > 1:
        word = words.pop(0)
        if word == "--":
            break
        letter, value = word[1], word[2:]
        if letter not in "Fvf":
            if word in ("-version", "--version", "-V"):
                return Result(b"awk version 20210215\n")
            continue
        if not value:
            if not words:
                return fail(f"awk: no {'field separator' if letter == 'F' else 'argument for -' + letter}", 2)
            value = words.pop(0)
        if letter == "F":
            variables["FS"] = "\t" if value == "t" else unescaped(value)
        elif letter == "v":
            name, _, given = value.partition("=")
            variables[name] = Seen(unescaped(given))
        else:
            try:
                source.append(decode(call.files.read(call.path(value))))
            except OSError as error:
                return fail(f"awk: can't open file {value}: {reason(error)}", 2)
    if not source:
        if not words:
            return fail("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]", 2)
        source.append(words.pop(0))
    player: AwkInterpreter | None = None
    problem, status = "", 0
    try:
        player = AwkInterpreter(call, parse("\n".join(source)), variables, words)
        player.run()
        status = player.status
    except AwkError as error:
        problem, status = f"awk: {error}\n source line number 1\n", 2
    if player is None:
        return Result(b"", encode(problem), status)
    return Result(encode("".join(player.streams.out)), encode(player.streams.err + problem), status)
