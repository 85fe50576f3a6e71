"""All methods of the server by name and argument types, as in the interface in u2.jar.

Types: I and J whole numbers, F a number, Z true or false, S a text (or null), O a selector, P a point, Q a point array,
L a list of selectors, K a list of texts, C a table of timeouts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adapters.phone.uiautomator import device_methods, element_methods, scroll_methods
from adapters.phone.uiautomator.automator import Automator
from adapters.phone.uiautomator.java_errors import NullTextError
from adapters.phone.uiautomator.selectors import parse_selector

_MOST: Final = {"L": 20, "Q": 1000, "K": 100}
"""Entries of arrays: a request is played at once, and other phones wait for it."""
_INT: Final = (-(1 << 31), (1 << 31) - 1)


@dataclass(frozen=True, slots=True)
class Method:
    """One overload. With `by_name` its first text is the name of a stored element."""

    kinds: str
    call: Callable[..., Any]
    by_name: bool = False
    null: bool = False
    """Whether a text may be null."""


class ArgumentMismatch(Exception):
    """No overload accepts the arguments."""


def arguments(method: Method, given: Sequence[Any]) -> list[Any]:
    """Convert arguments to the types of a method. Raises ArgumentMismatch."""
    if len(method.kinds) != len(given):
        raise ArgumentMismatch
    return [_converted(kind, value) for kind, value in zip(method.kinds, given, strict=True)]


def call(on: Automator, name: str, given: Sequence[Any]) -> Any:
    """Call the first overload that accepts the arguments.

    Raises:
        KeyError: there is no such method.
        ArgumentMismatch: no overload accepts them.
        JavaError: the method failed.
    """
    for method in METHODS[name]:
        try:
            values = arguments(method, given)
        except ArgumentMismatch:
            continue
        if None in values and not method.null:
            raise NullTextError("Attempt to invoke a method on a null object reference")
        if method.by_name:
            values[0] = on.named(values[0])
        return method.call(on, *values)
    raise ArgumentMismatch


def _converted(kind: str, value: Any) -> Any:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    match kind:
        case "I" | "J" if number and abs(value) < 1 << 53:
            return int(value) if kind == "J" else max(_INT[0], min(_INT[1], int(value)))
        case "F" if number and abs(value) < 1 << 53:
            return float(value)
        case "Z" if isinstance(value, bool):
            return value
        case "S" if value is None or isinstance(value, str):
            return value
        case "C" if isinstance(value, dict):
            return value
        case "O" | "P" if isinstance(value, dict):
            return _selector(value) if kind == "O" else _point(value)
        case "L" | "Q" | "K" if isinstance(value, list) and len(value) <= _MOST[kind]:
            inner = {"L": "O", "Q": "I", "K": "S"}[kind]
            if None not in value:
                return [_converted(inner, item) for item in value]
    raise ArgumentMismatch


def _selector(value: dict[str, Any]) -> Any:
    try:
        return parse_selector(value)
    except ValueError:
        raise ArgumentMismatch from None


def _point(value: dict[str, Any]) -> tuple[int, int]:
    if value.keys() != {"x", "y"}:
        raise ArgumentMismatch
    return _converted("I", value["x"]), _converted("I", value["y"])


def _both(kinds: str, function: Callable[..., Any], *, null: bool = False) -> tuple[Method, Method]:
    """Return two overloads of an element method: by selector and by name."""
    return Method(f"O{kinds}", function, null=null), Method(f"S{kinds}", function, by_name=True, null=null)


METHODS: Final[Mapping[str, tuple[Method, ...]]] = {
    # The device.
    "ping": (Method("", device_methods.ping),),
    "deviceInfo": (Method("", device_methods.device_info),),
    "isScreenOn": (Method("", device_methods.screen_on),),
    "wakeUp": (Method("", device_methods.wake),),
    "sleep": (Method("", device_methods.sleep),),
    "getConfigurator": (Method("", device_methods.configurator),),
    "setConfigurator": (Method("C", device_methods.configure),),
    "dumpWindowHierarchy": (
        Method("Z", device_methods.dump),
        Method("ZI", device_methods.dump),
        Method("ZIZ", device_methods.dump),
    ),
    "takeScreenshot": (Method("FI", device_methods.screenshot), Method("SFI", device_methods.screenshot_file)),
    "freezeRotation": (Method("Z", device_methods.freeze),),
    "setOrientation": (Method("S", device_methods.rotate),),
    "openNotification": (Method("", device_methods.open_shade),),
    "openQuickSettings": (Method("", device_methods.open_shade),),
    "getLastTraversedText": (Method("", device_methods.traversed),),
    "clearLastTraversedText": (Method("", device_methods.traversed),),
    "getLastToast": (Method("", device_methods.toast),),
    "clearLastToast": (Method("", device_methods.clear_toast),),
    "getClipboard": (Method("", device_methods.clipboard),),
    "setClipboard": (Method("SS", device_methods.set_clipboard, null=True),),
    "pasteClipboard": (Method("", device_methods.paste),),
    "clearInputText": (Method("", device_methods.clear_input),),
    "launchApp": (Method("S", device_methods.launch),),
    "executeShellCommand": (Method("SJ", device_methods.command),),
    "waitForIdle": (Method("J", device_methods.wait_idle),),
    "waitForWindowUpdate": (Method("SJ", device_methods.wait_update, null=True),),
    # Touches and keys; elements have methods `click` and `swipe` too.
    "click": (
        Method("II", device_methods.tap),
        Method("IIJ", device_methods.tap),
        *_both("", element_methods.click),
        *_both("S", element_methods.click, null=True),
    ),
    "swipe": (
        Method("IIIII", device_methods.swipe),
        *_both("SI", element_methods.swipe),
        Method("OSFI", element_methods.swipe_share),
    ),
    "drag": (Method("IIIII", device_methods.drag),),
    "swipePoints": (Method("QI", device_methods.swipe_points),),
    "injectInputEvent": (Method("IFFI", device_methods.finger),),
    "pressKey": (Method("S", device_methods.press_key),),
    "pressKeyCode": (Method("I", device_methods.press_code), Method("II", device_methods.press_code)),
    # Watchers.
    "registerClickUiObjectWatcher": (Method("SLO", device_methods.watch_click),),
    "registerPressKeyskWatcher": (Method("SLK", device_methods.watch_keys),),
    "runWatchers": (Method("", device_methods.run_watchers),),
    "getWatchers": (Method("", device_methods.watchers),),
    "removeWatcher": (Method("S", device_methods.unwatch),),
    "resetWatcherTriggers": (Method("", device_methods.untrigger),),
    "hasWatcherTriggered": (Method("S", device_methods.triggered),),
    "hasAnyWatcherTriggered": (Method("", device_methods.any_triggered),),
    # One element.
    "exist": _both("", element_methods.exists),
    "count": (Method("O", element_methods.count_elements),),
    "objInfo": _both("", element_methods.info),
    "objInfoOfAllInstances": (Method("O", element_methods.infos),),
    "getText": _both("", element_methods.text),
    "setText": _both("S", element_methods.set_text, null=True),
    "clearTextField": _both("", element_methods.clear),
    "longClick": (*_both("", element_methods.long_click), *_both("S", element_methods.long_click, null=True)),
    "clickAndWaitForNewWindow": _both("J", element_methods.click_and_wait),
    "dragTo": (*_both("III", element_methods.drag_to), *_both("OI", element_methods.drag_onto)),
    "gesture": _both("PPPPI", element_methods.two_fingers),
    "pinchIn": _both("II", element_methods.two_fingers),
    "pinchOut": _both("II", element_methods.two_fingers),
    "waitForExists": _both("J", element_methods.wait),
    "waitUntilGone": _both("J", element_methods.wait_gone),
    # Scrolling.
    "scrollForward": (Method("OZI", scroll_methods.forward),),
    "scrollBackward": (Method("OZI", scroll_methods.backward),),
    "scrollToEnd": (Method("OZII", scroll_methods.to_end),),
    "scrollToBeginning": (Method("OZII", scroll_methods.to_beginning),),
    "scrollTo": (Method("OOZ", scroll_methods.into_view),),
    "flingForward": (Method("OZ", scroll_methods.fling_forward),),
    "flingBackward": (Method("OZ", scroll_methods.fling_backward),),
    "flingToEnd": (Method("OZI", scroll_methods.fling_to_end),),
    "flingToBeginning": (Method("OZI", scroll_methods.fling_to_beginning),),
    # Named elements.
    "childByText": (Method("OOS", scroll_methods.by_text), Method("OOSZ", scroll_methods.by_text)),
    "childByDescription": (Method("OOS", scroll_methods.by_description), Method("OOSZ", scroll_methods.by_description)),
    "childByInstance": (Method("OOI", element_methods.child_by_instance),),
    "getUiObject": (Method("O", element_methods.name_element),),
    "getChild": (Method("SO", element_methods.child),),
    "getFromParent": (Method("SO", element_methods.sibling),),
    "getUiObjects": (Method("", element_methods.names),),
    "removeUiObject": (Method("S", element_methods.forget),),
}
