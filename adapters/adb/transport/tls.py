"""TLS as wireless debugging uses it: version 1.3, certificates that prove a key and nothing else."""

from __future__ import annotations

import os
import ssl
from collections.abc import Sequence

from adapters.adb.transport.auth import Key


def host_context(key: Key) -> ssl.SSLContext:
    """For a host that shows this key. The device's certificate is not looked at: pairing told the device about us.

    Blocking for some milliseconds.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    _load_key(context, key)
    return context


def device_context(key: Key, hosts: Sequence[bytes]) -> ssl.SSLContext:
    """For a device that lets in whoever shows one of these certificates (`Key.certificate`). Blocking as well."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    for host in hosts:
        context.load_verify_locations(cadata=host.decode("ascii"))
    _load_key(context, key)
    return context


def _load_key(context: ssl.SSLContext, key: Key) -> None:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # The library reads certificates and keys from files only; this one exists in memory alone.
    with open(os.memfd_create("adb", os.MFD_CLOEXEC), "wb") as file:
        file.write(key.certificate() + key.pem())
        file.flush()
        context.load_cert_chain(f"/proc/self/fd/{file.fileno()}")
