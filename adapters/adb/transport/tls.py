"""TLS contexts for wireless debugging: version 1.3, with certificates that only prove a key."""

from __future__ import annotations

import os
import ssl
from collections.abc import Sequence

from adapters.adb.transport.auth import Key


def host_context(key: Key) -> ssl.SSLContext:
    """The context of a host that shows this key. Blocks for some milliseconds.

    The device's certificate is not checked, since pairing has already established trust.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    _load_key(context, key)
    return context


def device_context(key: Key, hosts: Sequence[bytes]) -> ssl.SSLContext:
    """The context of a device that admits hosts with one of these certificates (`Key.certificate`). Blocks."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    for host in hosts:
        context.load_verify_locations(cadata=host.decode("ascii"))
    _load_key(context, key)
    return context


def _load_key(context: ssl.SSLContext, key: Key) -> None:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # The library loads keys only from files; this one exists only in memory.
    with open(os.memfd_create("adb", os.MFD_CLOEXEC), "wb") as file:
        file.write(key.certificate() + key.pem())
        file.flush()
        context.load_cert_chain(f"/proc/self/fd/{file.fileno()}")
