"""Digests of what a phone shows and knows: what is painted, the accessibility tree, and the apps' state."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import xxhash

from adapters.phone.kernel.phone import Phone
from benchmarks.acceptance.atlas.signature import signature
from benchmarks.acceptance.atlas.strokes import Stroke, drawing_digest

_BYTES: Final = 6
"""Of a digest: of a million changes, less than one in ten million goes unnoticed."""
Patterns = Sequence[Sequence[str]]
"""Paths in an app's state, by their parts; `*` is any key or index."""


@dataclass(frozen=True, slots=True)
class Look:
    """Digests of one state. `scratch` is the part of the apps' state that counts for no task (`App.scratch`)."""

    signature: str
    pixels: str
    xml: str
    state: str
    scratch: str


class Looks:
    """Computes looks; remembers the digests of each app's last state."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[Any, str, str]] = {}

    def look(self, phone: Phone, strokes: Sequence[Stroke]) -> Look:
        """Return the digests of a phone whose scene has these strokes."""
        patterns = {app.name: [path.split("/") for path in app.scratch] for app in phone.apps}
        parts = [self._of_app(name, value, patterns.get(name, ())) for name, value in sorted(phone.read().items())]
        return Look(
            shorten(signature(phone.state, phone.scene())),
            shorten(drawing_digest(strokes)),
            _digest(phone.dump()),
            _digest("".join(judged for judged, _ in parts).encode()),
            _digest("".join(scratch for _, scratch in parts).encode()),
        )

    def _of_app(self, name: str, value: Any, patterns: Patterns) -> tuple[str, str]:
        """Return the digests of one app's state: what tasks judge, and the rest."""
        known = self._last.get(name)
        if known is None or known[0] is not value:
            judged, scratch = split(value, patterns)
            known = (value, _digest(_json(judged)), _digest(_json(scratch)))
            self._last[name] = known
        return known[1:]


def split(value: Any, patterns: Patterns) -> tuple[Any, Any]:
    """Return a JSON value without what the patterns cover, and what they cover."""
    if any(not pattern for pattern in patterns):
        return None, value
    if not patterns or not isinstance(value, dict | list):
        return value, None
    if isinstance(value, list):
        pairs = [split(item, _below(patterns, str(index))) for index, item in enumerate(value)]
        return [judged for judged, _ in pairs], [scratch for _, scratch in pairs]
    parts = {key: split(item, _below(patterns, key)) for key, item in value.items()}
    judged = {key: pair[0] for key, pair in parts.items()}
    scratch = {key: pair[1] for key, pair in parts.items() if pair[1] is not None}
    return judged, scratch


def _below(patterns: Patterns, key: str) -> Patterns:
    """Return what is left of the patterns below a key."""
    return [pattern[1:] for pattern in patterns if pattern[0] in ("*", key)]


def _json(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True).encode()


def _digest(data: bytes) -> str:
    return shorten(xxhash.xxh3_128_hexdigest(data))


def shorten(digest: str) -> str:
    """Return the start of a hexadecimal digest as eight letters of base 64."""
    return urlsafe_b64encode(bytes.fromhex(digest[: 2 * _BYTES])).decode()
