"""Checks that TCP ports are free before any process is started, so that the error is one clear sentence."""

from __future__ import annotations

import errno
from collections.abc import Sequence

import anyio

from runtime.core.errors import UsageError


async def check_free(ports: Sequence[int]) -> None:
    """Check that every port except 0 can be listened on at loopback.

    Raises:
        UsageError: a port is in use or not permitted.
    """
    for port in ports:
        if port == 0:
            continue
        try:
            listener = await anyio.create_tcp_listener(local_host="127.0.0.1", local_port=port)
        except OSError as error:
            what = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be had ({error.strerror})"
            raise UsageError(f"port {port} {what}: choose another --port, or --port 0 for any free one") from error
        await listener.aclose()
