"""Checks that TCP ports are free before any process is started, so that the error is one clear sentence."""

from __future__ import annotations

import errno
from collections.abc import Iterable

import anyio

from runtime.core.errors import UsageError


async def check_free(host: str, ports: Iterable[int]) -> None:
    """Check that every port can be listened on at an address of this computer; 0 stands for any free one.

    Raises:
        UsageError: a port is in use or not permitted, or the address is not one of this computer.
    """
    for port in dict.fromkeys(ports):
        try:
            listener = await anyio.create_tcp_listener(local_host=host, local_port=port)
        except OSError as error:
            if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise UsageError(f"--host {host} is not an address of this computer: write one that it has") from error
            what = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be had ({error.strerror})"
            raise UsageError(f"port {port} {what}: choose another --port, or --port 0 for any free one") from error
        await listener.aclose()
