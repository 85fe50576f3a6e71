"""Parses a predicted action by its keys: AgentCPM-GUI, mobile_use, CoAT, Android in the Wild. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from benchmarks.gap import records
from benchmarks.gap.records import DIRECTIONS, Direction, Kind, Predicted, Status, decode_action_type
from benchmarks.gap.rules import reading
from benchmarks.gap.rules.fields import Screen, coded, listed, numbers, scaled

MOBILE: Final[Mapping[str, Kind]] = {
    "click": "click",
    "long_press": "long_press",
    "swipe": "scroll",
    "type": "type",
    "system_button": "press",
    "open": "open",
    "wait": "wait",
    "terminate": "stop",
}
COAT: Final[tuple[Kind, ...]] = ("click", "scroll", "type", "press", "stop")
"""CoAT's types, in the order in which it searches an action's name for them."""


def parse_strict(value: Any) -> Predicted | None:
    """A prediction in the AgentCPM-GUI schema only, as an object or as text; None if unreadable."""
    try:
        return reading.from_text(value) if isinstance(value, str) else reading.predicted(value)
    except ValueError:
        return None


def described(name: str) -> Kind | None:
    """The type that CoAT finds in the first word of a description, or in an action's name."""
    word = name.split(" ")[0].lower()
    return "type" if word == "input" else next((kind for kind in COAT if kind in word), None)


def prediction(value: Any, screen: Screen | None = None) -> Predicted | None:
    """A prediction in any known schema, as an object or as text; None if unreadable."""
    try:
        if isinstance(value, str):
            value = json.loads(value)
        if isinstance(value, Mapping):
            for key, reader in _READERS.items():
                if key in value:
                    return reader(value, screen)
        return reading.predicted(value)
    except (ValueError, OverflowError, RecursionError):
        return None


def _mobile(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    if isinstance(value.get("arguments"), Mapping):
        value = value["arguments"]
    kind = MOBILE.get(str(value.get("action")))
    where = {name: listed(value, name) for name in ("coordinate", "coordinate2")}
    if kind is None or (screen is None and any(where.values())):
        return None
    point, to = (scaled(at, screen) if at is not None and screen else None for at in where.values())
    time, text = value.get("time"), value.get("text")
    ended = {"success": "finish", "failure": "impossible"}.get(str(value.get("status")), "finish")
    return Predicted(
        kind,
        point,
        to,
        float(time) * 1000 if isinstance(time, int | float) else None,
        text if isinstance(text, str) else None,
        str(value.get("button") or ""),
        cast("Status", ended) if kind == "stop" else "",
    )


def _coat(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    del screen
    name = str(value.get("ACTION") or "").lower()
    arguments = value["ARGS"] if isinstance(value.get("ARGS"), Mapping) else {}
    kind = "type" if name == "input" else next((word for word in COAT if word in name), None)
    if kind is None:
        return None
    area = arguments.get("bbox")
    number, text, direction = (arguments.get(key) for key in ("idx", "text", "direction"))
    left, top, right, bottom = numbers(area, 4) if area is not None else (0.0,) * 4
    return Predicted(
        kind,
        to=cast("Direction", direction) if direction in DIRECTIONS else None,
        text=str(direction or "") if kind == "scroll" else str(text or ""),
        button=name if kind == "press" else "",
        status="finish" if kind == "stop" else "",
        box=(left / 1000, top / 1000, right / 1000, bottom / 1000) if area is not None else None,
        element=int(number) if isinstance(number, int) or (isinstance(number, str) and number.isdecimal()) else None,
    )


def _wild(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    del screen
    code, touch, lift = coded(value)
    kind, button = decode_action_type(code, touch, lift)
    status: Status | str = {records.COMPLETE: "finish", records.IMPOSSIBLE: "impossible"}.get(code, "")
    text = str(value.get("result_action_text") or "") if kind == "type" else None
    dual = code == records.DUAL
    return Predicted(kind, touch, lift if dual else None, text=text, button=button, status=cast("Status", status))


def _nested(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    """An action in the output of CoAT's program: {"action_predict": {mode: {screen mode: action}}}."""
    modes = value["action_predict"]
    found = (
        action
        for mode in (modes.values() if isinstance(modes, Mapping) else ())
        for action in (mode.values() if isinstance(mode, Mapping) else ())
        if isinstance(action, Mapping)
    )
    action = next(found, None)
    return None if action is None else _coat(action, screen)


def _plain(value: Mapping[str, Any], screen: Screen | None) -> Predicted | None:
    del screen
    return Predicted("type", text=value["text"]) if isinstance(value["text"], str) else None


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any], Screen | None], Predicted | None]]] = {
    "action": _mobile,
    "arguments": _mobile,
    "ACTION": _coat,
    "result_action_type": _wild,
    "action_type": _wild,
    "action_predict": _nested,
    "text": _plain,
}
