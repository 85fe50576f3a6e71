"""Digests of what a phone shows and knows: what is painted, the accessibility tree, and the apps' state."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import xxhash

from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App
from benchmarks.acceptance.atlas.signature import screen_name, signature
from benchmarks.acceptance.atlas.strokes import Stroke, drawing_digest

_BYTES: Final = 6
"""Of a digest: of a million changes, less than one in ten million goes unnoticed."""
CRASH: Final = "crash"
"""The place of an outcome if the app stopped or the phone raised an exception; its digest is the reason."""
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an input leads to: app and screen in front, and a digest of the apps' state, toast and clipboard."""

    place: str
    digest: str


class Looks:
    """Computes looks and outcomes; remembers the digests of each app's last state."""

    def __init__(self, apps: Iterable[App]) -> None:
        self._apps = tuple(apps)
        self._patterns = {app.name: [path.split("/") for path in app.scratch] for app in self._apps}
        self._names = {app.package: app.name for app in self._apps}
        self._last: dict[str, tuple[tuple[Any, ...], str, str]] = {}

    def look(self, phone: Phone, strokes: Sequence[Stroke]) -> Look:
        """Return the digests of a phone whose scene has these strokes."""
        return Look(
            shorten(signature(phone.state, phone.scene())),
            shorten(drawing_digest(strokes)),
            _digest(phone.dump()),
            *self._of_state(phone),
        )

    def place(self, phone: Phone) -> tuple[str, str]:
        """Return the app in front and the name of its screen: its route, with the kind of window or panel over it."""
        package, *parts = screen_name(phone.state, phone.scene())
        return self._names[package], "/".join(part for part in parts if part)

    def outcome(self, phone: Phone) -> Outcome:
        """Return what an input led to."""
        toast = phone.state.toast
        parts = (*self._of_state(phone), toast.text if toast is not None else "", phone.state.clipboard)
        return Outcome(" ".join(self.place(phone)), _digest(_json(parts)))

    def _of_state(self, phone: Phone) -> tuple[str, str]:
        """Return the digests of the apps' state: what tasks judge, and the rest."""
        parts = [self._of_app(phone, app) for app in self._apps]
        incidents = (phone.state.happened, [taint.path for taint in phone.state.tainted])
        return (
            _digest(_json(([judged for judged, _ in parts], incidents))),
            _digest(_json([scratch for _, scratch in parts])),
        )

    def _of_app(self, phone: Phone, app: App) -> tuple[str, str]:
        state = phone.state
        device = {"settings": state.settings, "storage": state.files}.get(app.device_state)
        known = self._last.get(app.name)
        if known is None or known[0][0] is not state.apps[app.name] or known[0][1] is not device:
            judged, scratch = split(phone.read().get(app.name), self._patterns[app.name])
            known = ((state.apps[app.name], device), _digest(_json(judged)), _digest(_json(scratch)))
            self._last[app.name] = known
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
