"""Parses the URIs of virtual phones: `phone://N`, `phone://20?faults=reset=0.01`, `headless://N`. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from adapters.faults.specification import FaultSpec, parse_faults
from runtime.core.errors import UsageError

MOST: Final = 1000
_URI: Final = re.compile(r"(?:phone|headless)://([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class PhonesRequest:
    """The number of phones, and the faults of each (None: nothing is between it and the runtime)."""

    count: int
    faults: tuple[FaultSpec | None, ...]


def phone_count(uri: str) -> int:
    """Return the number of phones that a URI without options names.

    Raises:
        UsageError: the URI has no valid number.
    """
    found = _URI.fullmatch(uri)
    if found is None or int(found[1]) > MOST:
        scheme = uri.partition(":")[0]
        raise UsageError(f"{uri!r} is not a device: write {scheme}://N with N from 1 to {MOST}, such as {scheme}://20")
    return int(found[1])


def parse_phones(uri: str) -> PhonesRequest:
    """Parse `phone://N[?faults=SPEC]`.

    `faults` may be repeated: `faults=4:SPEC` concerns the next four phones, `faults=SPEC` all that are left.

    Raises:
        UsageError: no valid number, an unknown option, a malformed specification, or faults for more phones than N.
    """
    phones, _, query = uri.partition("?")
    count, faults = phone_count(phones), list[FaultSpec | None]()
    for option in query.split("&") if query else ():
        key, _, value = unquote(option).partition("=")
        if key != "faults":
            raise UsageError(f"{uri!r}: phones have no option {key!r}; there is faults, such as ?faults=reset=0.01")
        number, colon, text = value.rpartition(":")
        if colon and not (number.isascii() and number.isdigit() and len(number) < 5):
            raise UsageError(f"{uri!r}: write faults=SPEC, or faults=4:SPEC for four phones")
        concerned = int(number) if colon else count - len(faults)
        if len(faults) + concerned > count:
            raise UsageError(f"{uri!r} gives faults to {len(faults) + concerned} phones and has {count}")
        faults += [parse_faults(text)] * concerned
    return PhonesRequest(count, (*faults, *[None] * (count - len(faults))))
