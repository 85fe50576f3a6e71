"""What uiautomator2 asks of its server inside the phone: JSON-RPC over HTTP in a raw stream. Pure.

Clients work out where an element is and click a point; what they leave to the server by its words alone (a click on a
selector) has no place that could be told here, and is opaque.
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
from adapters.android.key_codes import CODES

PORT: Final = 9008
STEP_MS: Final = 5
"""How long one step of a stroke takes."""
_LARGEST: Final = 4 << 20
"""Bytes of a request that are read; larger ones are opaque."""
_FINGER: Final = {0: "down", 1: "up", 2: "move"}
_KEYS: Final = {"recent": "APP_SWITCH", "delete": "DEL", "del": "DEL", "center": "DPAD_CENTER"}
_ASKING: Final = frozenset((
    "ping", "deviceInfo", "isScreenOn", "getConfigurator", "setConfigurator", "getLastToast", "clearLastToast",
    "getLastTraversedText", "clearLastTraversedText", "getClipboard", "waitForIdle", "waitForWindowUpdate",
    "getWatchers", "hasWatcherTriggered", "hasAnyWatcherTriggered", "removeWatcher", "resetWatcherTriggers", "exist",
    "count", "objInfo", "objInfoOfAllInstances", "getText", "waitForExists", "waitUntilGone", "childByInstance",
    "getUiObject", "getChild", "getFromParent", "getUiObjects", "removeUiObject", "childByText", "childByDescription",
))  # fmt: skip
"""Methods that only tell something, or make the server remember it."""
_WATCHING: Final = frozenset(("takeScreenshot", "dumpWindowHierarchy"))


class Calls:
    """Bytes of a client in, deeds out."""

    def __init__(self) -> None:
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=64 << 10)
        self._body = bytearray()
        self._target = b""
        self._lost = False

    def feed(self, data: bytes) -> tuple[DeviceEffect, ...]:
        """The deeds of every request that is complete now."""
        if self._lost or not data:
            return ()
        try:
            self._http.receive_data(data)
            return tuple(self._read())
        except h11.ProtocolError:
            self._lost = True
            return (Opaque("automation that is no HTTP"),)

    def _read(self) -> Iterator[DeviceEffect]:
        while True:
            event = self._http.next_event()
            if isinstance(event, h11.Request):
                self._target, self._body = event.target, bytearray()
            elif isinstance(event, h11.Data):
                if len(self._body) <= _LARGEST:
                    self._body += event.data
            elif isinstance(event, h11.EndOfMessage):
                yield from self._called()
                self._next()
            else:
                return

    def _next(self) -> None:
        """Ready for another request; the server's answers take another way and are not looked at."""
        self._http.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
        self._http.send(h11.EndOfMessage())
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()

    def _called(self) -> Iterator[DeviceEffect]:
        if not self._target.startswith(b"/jsonrpc"):
            yield Looked(screen=b"screenshot" in self._target or b"hierarchy" in self._target)
            return
        try:
            asked = json.loads(bytes(self._body))
            method, params = asked["method"], asked.get("params") or []  # none: uiautomator2 says {}
        except (ValueError, KeyError, TypeError, AttributeError):
            yield Opaque("automation that is no JSON-RPC")
            return
        if isinstance(method, str) and isinstance(params, list):
            yield self._deed(method, params)
        else:
            yield Opaque("automation that is no JSON-RPC")

    def _deed(self, method: str, params: Sequence[Any]) -> DeviceEffect:
        if method in _WATCHING or method in _ASKING:
            return Looked(screen=method in _WATCHING)
        reader = _READERS.get(method)
        found = reader(params) if reader is not None else None
        return found if found is not None else Opaque(f"automation: {method}")


def _whole(params: Sequence[Any], *, least: int) -> list[int] | None:
    """All parameters as whole numbers, None if they are others or too few."""
    if len(params) < least or any(
        isinstance(parameter, bool) or not isinstance(parameter, int | float) for parameter in params
    ):
        return None
    return [int(parameter) for parameter in params]


def _click(params: Sequence[Any]) -> DeviceEffect | None:
    found = _whole(params, least=2)
    if found is None:
        return None
    x, y, *held = found
    return Dragged(x, y, x, y, held[0]) if held else Tapped(x, y)


def _stroke(params: Sequence[Any]) -> DeviceEffect | None:
    found = _whole(params, least=5)
    return None if found is None else Dragged(found[0], found[1], found[2], found[3], max(1, found[4]) * STEP_MS)


def _points(params: Sequence[Any]) -> DeviceEffect | None:
    if len(params) != 2 or not isinstance(params[0], list) or not isinstance(params[1], int):
        return None
    found = _whole(params[0], least=4)
    if found is None or len(found) % 2:
        return None
    ms = max(1, params[1]) * STEP_MS * (len(found) // 2 - 1)
    return Dragged(found[0], found[1], found[-2], found[-1], ms)


def _touch(params: Sequence[Any]) -> DeviceEffect | None:
    found = _whole(params, least=3)
    return Moved(_FINGER[found[0]], found[1], found[2]) if found is not None and found[0] in _FINGER else None


def _key(params: Sequence[Any]) -> DeviceEffect | None:
    name = str(params[0]).casefold() if params else ""
    name = _KEYS.get(name, name.upper())
    return Pressed(name) if name in CODES else None


def _code(params: Sequence[Any]) -> DeviceEffect | None:
    found = _whole(params, least=1)
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
