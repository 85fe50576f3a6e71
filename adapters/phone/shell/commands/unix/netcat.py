"""`nc`: connects to programs that listen in the phone, and listens for them and for hosts."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from typing import Final

from adapters.phone.shell.commands.unix.network import ADDRESS
from adapters.phone.shell.commands.unix.options import options
from adapters.phone.shell.device.network import Socket
from adapters.phone.shell.device.tasks import KILL, Signalled, Task
from adapters.phone.shell.language.command import Call, Result, fail, parse_count, reason

_HERE: Final = ("localhost", "127.0.0.1", "0.0.0.0", "::1", ADDRESS)


def netcat(call: Call) -> Result:
    """Run `nc [-z] [-q SECONDS] HOST PORT` or `nc -l -p PORT`; -z only asks whether somebody listens.

    Newer releases of toybox have -z, Android 13's has not.
    """
    flags, words = options(call, "lz", "pq")
    if "l" in flags:
        return _listen(call, flags)
    if len(words) != 2:
        return fail(f'{call.name}: bad argument count (see "{call.name} --help")')
    return _connect(call, flags, *words)


def _connect(call: Call, flags: dict[str, str], host: str, port: str) -> Result:
    network, number = call.machine.network, parse_count(port)
    is_address = host in _HERE or re.fullmatch(r"[\d.]+", host) is not None
    if number is None or not is_address:
        return fail(f"{call.name}: {host}:{port}: No address associated with hostname")
    try:
        if host not in _HERE:
            raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
        if network is None or not network.listens(number) or not call.machine.can_wait:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        if "z" in flags:
            return Result()
        socket = network.connect(number)
    except OSError as error:
        return fail(f"{call.name}: connect: {reason(error)}")
    _exchange(call, socket, parse_count(flags.get("q", "")))
    return Result()


def _listen(call: Call, flags: dict[str, str]) -> Result:
    network, port = call.machine.network, parse_count(flags.get("p", ""))
    if port is None or not 0 < port < 1 << 16:
        return fail(f"{call.name}: -l needs -p and a port on a virtual phone")
    try:
        if network is None or not call.machine.can_wait:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        listener = network.listen(port)
    except OSError as error:
        return fail(f"{call.name}: bind: {reason(error)}")
    try:
        socket = listener.accept()
    finally:
        listener.close()
    _exchange(call, socket, parse_count(flags.get("q", "")))
    return Result()


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
