"""Applies redirections such as `<`, `>` and `<<` to a command's streams."""

from __future__ import annotations

import errno
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from adapters.android.shell_grammar.syntax_tree import Redirect, Word
from adapters.phone.files.filesystem import Files
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Input, Sink, parse_count, reason
from adapters.phone.shell.language.expansion import ExpansionError
from adapters.phone.shell.language.session import FileSink, Session, Streams

Descriptors = dict[int, Input | Sink]


class RedirectionError(Exception):
    """A file could not be opened; the message is what sh prints."""


def redirected(
    redirects: tuple[Redirect, ...], streams: Streams, single: Callable[[Word], str], files: Files, session: Session
) -> Streams:
    """Return the streams of one command after its redirections.

    Raises:
        RedirectionError: a file could not be opened.
        ExpansionError: a descriptor is not open.
    """
    fds: Descriptors = {**streams.more, 0: streams.input, 1: streams.out, 2: streams.err}
    for redirect in redirects:
        if redirect.here is not None:
            fds[redirect.fd] = Input(encode(single(redirect.here.body)))
            continue
        target = single(redirect.target)
        if redirect.op == "<<<":
            fds[redirect.fd] = Input(encode(target + "\n"))
            continue
        try:
            _open(redirect, target, fds, files, session)
        except OSError as error:
            verb = "open" if redirect.op == "<" else "create"
            raise RedirectionError(f"can't {verb} {target}: {reason(error)}") from error
    source, out, err = fds.pop(0, Input()), fds.pop(1, Sink()), fds.pop(2, Sink())
    return Streams(
        source if isinstance(source, Input) else Input(),
        out if isinstance(out, Sink) else Sink(),
        err if isinstance(err, Sink) else Sink(),
        fds,
    )


def _open(redirect: Redirect, target: str, fds: Descriptors, files: Files, session: Session) -> None:
    path = target if target.startswith("/") else f"{session.cwd}/{target}"
    if redirect.op in (">&", "<&"):
        if target == "-":
            fds.pop(redirect.fd, None)
        elif (other := parse_count(target)) is not None and other in fds:
            fds[redirect.fd] = fds[other]
        else:
            raise ExpansionError(f"{target}: bad file descriptor")
    elif target == "/dev/tty" and session.terminal is None:
        raise OSError(errno.ENXIO, "no terminal", target)
    elif redirect.op in ("<", "<>"):
        fds[redirect.fd] = Input(files.read(path))
    elif target == "/dev/null":
        fds[redirect.fd] = Sink()
    elif target == "/dev/tty" and session.terminal is not None:
        fds[redirect.fd] = session.terminal
    else:
        if not target:
            files.require(target)
        if redirect.op == ">>":
            files.append(path, b"")
        else:
            files.write(path, b"", 0)
        sink = FileSink(partial(_append, files, path))
        fds[redirect.fd] = sink
        if redirect.op == "&>":
            fds[2] = sink


def _append(files: Files, path: str, data: bytes) -> None:
    # Output is lost if the file was removed or its folder moved since it was opened.
    with suppress(OSError):
        if files.stat(path) is not None:
            files.append(path, data)


def close(opened: Streams, outer: Streams) -> None:
    """Flush output to the files that a command opened."""
    numbers = {id(item) for item in (outer.out, outer.err, *outer.more.values())}
    for sink in (opened.out, opened.err, *opened.more.values()):
        if isinstance(sink, Sink) and id(sink) not in numbers:
            sink.close()
