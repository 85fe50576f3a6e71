"""Makes faults between the generator and its devices at their times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import anyio

from adapters.farm.plan.profile import FaultEntry
from adapters.faults.proxy import FaultProxy
from adapters.faults.specification import FaultSpec, parse_faults
from runtime.core.errors import UsageError

WHOLE_TIME: Final = ("freeze", "disconnect", "refuse")
"""Faults that last as long as their entry says, instead of being drawn for each request."""


def check_faults(entries: Iterable[FaultEntry], devices: int) -> None:
    """Check that the faults exist and concern devices that are there.

    Raises:
        UsageError: they do not.
    """
    for entry in entries:
        if entry.faults not in WHOLE_TIME:
            parse_faults(entry.faults)
        wrong = next((item for item in entry.devices or () if not 0 <= item < devices), None)
        if wrong is not None:
            raise UsageError(f"chaos at {entry.at:g} s: there is no device {wrong}; {devices} are numbered from 0")


async def make_faults(entry: FaultEntry, proxies: Sequence[FaultProxy], start: float) -> None:
    """Make the faults of one entry on these proxies at its time, and end them."""
    await anyio.sleep_until(start + entry.at)
    try:
        for proxy in proxies:
            _begin(entry.faults, proxy)
        await anyio.sleep_until(start + entry.at + entry.seconds)
    finally:
        for proxy in proxies:
            _end(entry.faults, proxy)


def _begin(faults: str, proxy: FaultProxy) -> None:
    match faults:
        case "freeze":
            proxy.freeze()
        case "disconnect":
            proxy.hang_up()
        case "refuse":
            proxy.refuse()
            proxy.hang_up()
        case _:
            proxy.replace_faults(parse_faults(faults))


def _end(faults: str, proxy: FaultProxy) -> None:
    match faults:
        case "freeze":
            proxy.thaw()
        case "disconnect":
            pass
        case "refuse":
            proxy.listen()
        case _:
            proxy.replace_faults(FaultSpec())
