"""Parses uiautomator2's requests to its server on the phone: JSON-RPC over HTTP in a raw stream. Pure.

Clients usually locate an element and click a point. A request that names only a selector, such as a click on it, has no
known coordinates and is opaque.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import h11

from adapters.android.command_effects import (
    KEY_NAMES,
    Cleared,
    Copied,
    DeviceEffect,
    Dragged,
    Looked,
    Moved,
    Opaque,
    Pasted,
    Pressed,
    Started,
    Tapped,
    Typed,
)
from runtime.core.key_codes import CODES

PORT: Final = 9008
STROKE_STEP_MS: Final = 5
"""Duration of one step of a stroke, in milliseconds."""
_MAX_BODY: Final = 4 << 20
"""Bytes of a request body that are parsed; a larger request is opaque."""
_FINGER: Final = {0: "down", 1: "up", 2: "move"}
_KEYS: Final = {"recent": "APP_SWITCH", "delete": "DEL", "del": "DEL", "center": "DPAD_CENTER"}
_QUERIES: Final = frozenset((
    "ping", "deviceInfo", "isScreenOn", "getConfigurator", "setConfigurator", "getLastToast", "clearLastToast",
    "getLastTraversedText", "clearLastTraversedText", "getClipboard", "waitForIdle", "waitForWindowUpdate",
    "getWatchers", "hasWatcherTriggered", "hasAnyWatcherTriggered", "removeWatcher", "resetWatcherTriggers", "exist",
    "count", "objInfo", "objInfoOfAllInstances", "getText", "waitForExists", "waitUntilGone", "childByInstance",
    "getUiObject", "getChild", "getFromParent", "getUiObjects", "removeUiObject", "childByText", "childByDescription",
))  # fmt: skip
"""Methods that only return information or change the server's own state."""
_SCREEN_QUERIES: Final = frozenset(("takeScreenshot", "dumpWindowHierarchy"))


class AutomationParser:
    """Turns bytes from a client into device effects."""

    def __init__(self) -> None:
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=64 << 10)
        self._body = bytearray()
        self._target = b""
        self._invalid = False

    def feed(self, data: bytes) -> tuple[DeviceEffect, ...]:
        """Returns the effects of every request completed by these bytes."""
        if self._invalid or not data:
            return ()
        try:
            self._http.receive_data(data)
            return tuple(self._read())
        except h11.ProtocolError:
            self._invalid = True
            return (Opaque("automation that is no HTTP"),)

    def _read(self) -> Iterator[DeviceEffect]:
        while True:
            event = self._http.next_event()
            if isinstance(event, h11.Request):
                self._target, self._body = event.target, bytearray()
            elif isinstance(event, h11.Data):
                if len(self._body) <= _MAX_BODY:
                    self._body += event.data
            elif isinstance(event, h11.EndOfMessage):
                yield from self._parse_call()
                self._start_next_request()
            else:
                return

    def _start_next_request(self) -> None:
        """Resets the parser for the next request; the server's answers are not parsed."""
        self._http.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
        self._http.send(h11.EndOfMessage())
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()

    def _parse_call(self) -> Iterator[DeviceEffect]:
        if not self._target.startswith(b"/jsonrpc"):
            yield Looked(screen=b"screenshot" in self._target or b"hierarchy" in self._target)
            return
        try:
            request = json.loads(bytes(self._body))
            method, params = request["method"], request.get("params") or []  # none: uiautomator2 says {}
        except (ValueError, KeyError, TypeError, AttributeError):
            yield Opaque("automation that is no JSON-RPC")
            return
        if isinstance(method, str) and isinstance(params, list):
            yield self._effect(method, params)
        else:
            yield Opaque("automation that is no JSON-RPC")

    def _effect(self, method: str, params: Sequence[Any]) -> DeviceEffect:
        if method in _SCREEN_QUERIES or method in _QUERIES:
            return Looked(screen=method in _SCREEN_QUERIES)
        reader = _READERS.get(method)
        found = reader(params) if reader is not None else None
        return found if found is not None else Opaque(f"automation: {method}")


def _integers(params: Sequence[Any], *, least: int) -> list[int] | None:
    """All parameters as integers; None if there are too few or one is not a number."""
    if len(params) < least or any(
        isinstance(parameter, bool) or not isinstance(parameter, int | float) for parameter in params
    ):
        return None
    return [int(parameter) for parameter in params]


def _click(params: Sequence[Any]) -> DeviceEffect | None:
    found = _integers(params, least=2)
    if found is None:
        return None
    x, y, *duration = found
    return Dragged(x, y, x, y, duration[0]) if duration else Tapped(x, y)


def _stroke(params: Sequence[Any]) -> DeviceEffect | None:
    found = _integers(params, least=5)
    return None if found is None else Dragged(found[0], found[1], found[2], found[3], max(1, found[4]) * STROKE_STEP_MS)


def _points(params: Sequence[Any]) -> DeviceEffect | None:
    if len(params) != 2 or not isinstance(params[0], list) or not isinstance(params[1], int):
        return None
    found = _integers(params[0], least=4)
    if found is None or len(found) % 2:
        return None
    ms = max(1, params[1]) * STROKE_STEP_MS * (len(found) // 2 - 1)
    return Dragged(found[0], found[1], found[-2], found[-1], ms)


def _touch(params: Sequence[Any]) -> DeviceEffect | None:
    found = _integers(params, least=3)
    return Moved(_FINGER[found[0]], found[1], found[2]) if found is not None and found[0] in _FINGER else None


def _key(params: Sequence[Any]) -> DeviceEffect | None:
    name = str(params[0]).casefold() if params else ""
    name = _KEYS.get(name, name.upper())
    return Pressed(name) if name in CODES else None


def _code(params: Sequence[Any]) -> DeviceEffect | None:
    found = _integers(params, least=1)
    return None if found is None else Pressed(KEY_NAMES.get(found[0], str(found[0])))


def _text(params: Sequence[Any]) -> DeviceEffect | None:
    return Typed(str(params[1] or ""), set=True) if len(params) == 2 else None


_READERS: Final[Mapping[str, Callable[[Sequence[Any]], DeviceEffect | None]]] = {
    "click": _click,
    "swipe": _stroke,
    "drag": _stroke,
    "swipePoints": _points,
    "injectInputEvent": _touch,
    "pressKey": _key,
    "pressKeyCode": _code,
    "setText": _text,
    "setClipboard": lambda params: Copied(str(params[1] or "")) if len(params) == 2 else None,
    "pasteClipboard": lambda _: Pasted(),
    "clearTextField": lambda _: Cleared(),
    "clearInputText": lambda _: Cleared(),
    "launchApp": lambda params: Started(str(params[0])) if params else None,
}
