"""`nc`: connects to programs that listen in the phone, and listens for them and for hosts."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from typing import Final

from adapters.phone.shell.commands.unix.launchers import leading_options
from adapters.phone.shell.commands.unix.network import ADDRESS
from adapters.phone.shell.device.network import Socket
from adapters.phone.shell.device.tasks import KILL, PIPE, Signalled, Task
from adapters.phone.shell.language.command import Call, Input, Result, Sink, fail, parse_count, reason

_HERE: Final = ("localhost", "ip6-localhost", "127.0.0.1", "0.0.0.0", "::1", "::", ADDRESS)
_IMPOSSIBLE: Final = "ftuUW"
"""Options for what virtual phones have not: other devices, terminals for programs, other sockets than TCP."""


class _SocketSink(Sink):
    """The output of a program that goes to a socket."""

    __slots__ = ("_socket",)

    def __init__(self, socket: Socket) -> None:
        super().__init__()
        self._socket = socket

    def write(self, data: bytes | memoryview) -> None:
        self._socket.write(data)


def netcat(call: Call) -> Result:
    """Run `nc [-z] [-q SECONDS] HOST PORT`, or `nc -l|-L -p PORT [COMMAND…]`; -z only asks whether somebody listens.

    With -L and a command connections are served in turn. Newer releases of toybox have -z, Android 13's has not.
    """
    flags, words, bad = leading_options(call, "46ELlntUuz", "wWpqsf")
    if bad:
        return bad
    impossible = next((letter for letter in _IMPOSSIBLE if letter in flags), None)
    if impossible is not None:
        return fail(f"{call.name}: -{impossible} is not possible on a virtual phone")
    if flags.keys() & {"l", "L"}:
        return _listen(call, flags, words)
    if len(words) != 2:
        return fail(f'{call.name}: bad argument count (see "{call.name} --help")')
    return _connect(call, flags, *words)


def _connect(call: Call, flags: dict[str, str], host: str, port: str) -> Result:
    network, number = call.machine.network, parse_count(port)
    if number is None or (not _is_address(host) and ("n" in flags or host not in _HERE)):
        return fail(f"{call.name}: {host}:{port}: No address associated with hostname")
    try:
        if host not in _HERE:
            raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
        if network is None or not network.listens(number) or call.machine.scheduler.current is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        if "z" in flags:
            return Result()
        socket = network.connect(number)
    except OSError as error:
        return fail(f"{call.name}: connect: {reason(error)}")
    _exchange(call, socket, parse_count(flags.get("q", "")))
    return Result()


def _is_address(host: str) -> bool:
    return ":" in host or re.fullmatch(r"[\d.]+", host) is not None


def _listen(call: Call, flags: dict[str, str], command: list[str]) -> Result:
    network, port = call.machine.network, parse_count(flags.get("p", ""))
    if port is None or not 0 < port < 1 << 16:
        return fail(f"{call.name}: -{'L' if 'L' in flags else 'l'} needs -p and a port on a virtual phone")
    if network is None or call.machine.scheduler.current is None:
        return fail(f"{call.name}: bind: {reason(PermissionError(errno.EACCES, ''))}")
    try:
        listener = network.listen(port)
    except OSError as error:
        return fail(f"{call.name}: bind: {reason(error)}")
    try:
        while True:
            socket = listener.accept()
            if "l" in flags:
                listener.close()
            status = _serve(call, socket, command, parse_count(flags.get("q", "")))
            if "l" in flags:
                return Result(exit=status)
    finally:
        listener.close()


def _serve(call: Call, socket: Socket, command: list[str], patience: int | None) -> int:
    """Run a command on a connection, without one pass the connection on; return the status."""
    if not command:
        _exchange(call, socket, patience)
        return 0
    try:
        return call.run(tuple(command), Input(more=socket.read), _SocketSink(socket)).exit
    except Signalled as signalled:
        if signalled.number != PIPE:
            raise
        return 128 + PIPE
    finally:
        socket.close()


def _exchange(call: Call, socket: Socket, patience: int | None) -> None:
    """Pass input to a socket and what comes from it to the output, until the peer ends the connection.

    With `patience` also until so many seconds after the end of the input.
    """
    machine, tasks = call.machine, call.machine.scheduler
    current = tasks.current
    assert current is not None

    def send() -> int:
        with suppress(Signalled):
            for piece in call.input.pieces():
                socket.write(piece)
            socket.end_output()
            if patience is not None:
                machine.pass_time(patience * 1000)
                socket.close()
        return 0

    sender = Task(current.line, send, current.ran, tuple, current.ignores)
    sender.holds = False
    tasks.start(sender)
    try:
        while data := socket.read():
            call.out.write(data)
    finally:
        socket.close()
        if not sender.greenlet.dead:
            tasks.signal(sender, KILL)
