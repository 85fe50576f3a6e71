"""Parses `phone://N` and its faults: `phone://20?faults=reset=0.01,delay=50ms`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from adapters.faults.specification import FaultSpec, parse_faults
from runtime.core.errors import UsageError

MOST = 1000


@dataclass(frozen=True, slots=True)
class PhonesRequest:
    """The number of phones, and the faults of each (None: it has none)."""

    count: int
    faults: tuple[FaultSpec | None, ...]


def parse_phones(uri: str) -> PhonesRequest:
    """Parse `phone://N[?faults=SPEC]`.

    `faults` may be repeated: `faults=4:SPEC` concerns the next four phones, `faults=SPEC` all that are left.

    Raises:
        UsageError: no valid number, an unknown option, a malformed specification, or faults for more phones than N.
    """
    number, _, query = uri.removeprefix("phone://").partition("?")
    if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= MOST:
        raise UsageError(f"{uri!r} is not a device: write phone://N with N from 1 to {MOST}, such as phone://20")
    count, faults = int(number), list[FaultSpec | None]()
    for option in query.split("&") if query else ():
        key, _, value = unquote(option).partition("=")
        if key != "faults":
            raise UsageError(f"{uri!r}: phones have no option {key!r}; there is faults, such as ?faults=reset=0.01")
        phones, colon, text = value.rpartition(":")
        if colon and not (phones.isascii() and phones.isdigit()):
            raise UsageError(f"{uri!r}: write faults=SPEC, or faults=4:SPEC for four phones")
        faults += [parse_faults(text) or None] * (int(phones) if colon else count - len(faults))
        if len(faults) > count:
            raise UsageError(f"{uri!r} gives faults to {len(faults)} phones and has {count}")
    return PhonesRequest(count, (*faults, *[None] * (count - len(faults))))
