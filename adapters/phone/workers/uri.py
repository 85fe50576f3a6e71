"""Parses the URIs of virtual phones, `phone://N` and `headless://N`. Pure."""

from __future__ import annotations

import re
from typing import Final

from runtime.core.errors import UsageError

MOST: Final = 1000
_URI: Final = re.compile(r"(?:phone|headless)://([1-9][0-9]{0,3})")


def phone_count(uri: str) -> int:
    """Return the number of phones that a URI names.

    Raises:
        UsageError: the URI has no valid number.
    """
    found = _URI.fullmatch(uri)
    if found is None or int(found[1]) > MOST:
        scheme = uri.partition(":")[0]
        raise UsageError(f"{uri!r} is not a device: write {scheme}://N with N from 1 to {MOST}, such as {scheme}://20")
    return int(found[1])
