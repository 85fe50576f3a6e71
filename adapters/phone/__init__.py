"""Virtual phones as devices: `phone://N` opens N of them. Nothing is imported before phones are opened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from adapters.phone.workers.uri import parse_phones
from runtime.plugins.specs import DeviceSpec

if TYPE_CHECKING:
    from runtime.plugins.protocols import Device


@asynccontextmanager
async def open_phones(uri: str) -> AsyncIterator[Sequence[Device]]:
    """Open a farm of virtual phones; see `adapters.phone.workers.farm.open_phones`."""
    from adapters.phone.workers.farm import open_phones as opened

    async with opened(uri) as devices:
        yield devices


PHONE: Final = DeviceSpec(open=open_phones, parse=parse_phones)
