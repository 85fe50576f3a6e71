"""Every method of the server by its name and the kinds of its arguments, as the interface in u2.jar has them.

Kinds: I and J whole numbers, F a number, Z true or false, S a text (or null), O a selector, P a point, Q a point array,
L a list of selectors, K a list of texts, C a table of times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adapters.world.uia import device, elements, scrolling
from adapters.world.uia.automator import Automator
from adapters.world.uia.errors import NoText
from adapters.world.uia.selector import read

_MOST: Final = {"L": 20, "Q": 1000, "K": 100}
"""Entries of arrays: a request is played at once, and other phones wait for it."""
_INT: Final = (-(1 << 31), (1 << 31) - 1)


@dataclass(frozen=True, slots=True)
class Method:
    """One overload. With `by_name` its first text is the name of an element that was kept."""

    kinds: str
    call: Callable[..., Any]
    by_name: bool = False
    null: bool = False
    """Whether a text may be null."""


class Mismatch(Exception):
    """No overload takes these arguments."""


def arguments(method: Method, given: Sequence[Any]) -> list[Any]:
    """The arguments in the kinds that the method has. Raises Mismatch."""
    if len(method.kinds) != len(given):
        raise Mismatch
    return [_converted(kind, value) for kind, value in zip(method.kinds, given, strict=True)]


def call(on: Automator, name: str, given: Sequence[Any]) -> Any:
    """Call the first overload that takes the arguments.

    Raises:
        KeyError: there is no such method.
        Mismatch: none of that name takes them.
        JavaError: it went wrong.
    """
    for method in METHODS[name]:
        try:
            values = arguments(method, given)
        except Mismatch:
            continue
        if None in values and not method.null:
            raise NoText("Attempt to invoke a method on a null object reference")
        if method.by_name:
            values[0] = on.named(values[0])
        return method.call(on, *values)
    raise Mismatch


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
                return [_converted(inner, one) for one in value]
    raise Mismatch


def _selector(value: dict[str, Any]) -> Any:
    try:
        return read(value)
    except ValueError:
        raise Mismatch from None


def _point(value: dict[str, Any]) -> tuple[int, int]:
    if value.keys() != {"x", "y"}:
        raise Mismatch
    return _converted("I", value["x"]), _converted("I", value["y"])


def _both(kinds: str, function: Callable[..., Any], *, null: bool = False) -> tuple[Method, Method]:
    """A method of an element that is searched for, and the same of one that was kept."""
    return Method(f"O{kinds}", function, null=null), Method(f"S{kinds}", function, by_name=True, null=null)


METHODS: Final[Mapping[str, tuple[Method, ...]]] = {
    # The phone.
    "ping": (Method("", device.ping),),
    "deviceInfo": (Method("", device.device_info),),
    "isScreenOn": (Method("", device.screen_on),),
    "wakeUp": (Method("", device.wake),),
    "sleep": (Method("", device.sleep),),
    "getConfigurator": (Method("", device.configurator),),
    "setConfigurator": (Method("C", device.configure),),
    "dumpWindowHierarchy": (Method("Z", device.dump), Method("ZI", device.dump), Method("ZIZ", device.dump)),
    "takeScreenshot": (Method("FI", device.screenshot), Method("SFI", device.screenshot_file)),
    "freezeRotation": (Method("Z", device.freeze),),
    "setOrientation": (Method("S", device.turn),),
    "openNotification": (Method("", device.open_shade),),
    "openQuickSettings": (Method("", device.open_shade),),
    "getLastTraversedText": (Method("", device.traversed),),
    "clearLastTraversedText": (Method("", device.traversed),),
    "getLastToast": (Method("", device.toast),),
    "clearLastToast": (Method("", device.clear_toast),),
    "getClipboard": (Method("", device.clipboard),),
    "setClipboard": (Method("SS", device.set_clipboard, null=True),),
    "pasteClipboard": (Method("", device.paste),),
    "clearInputText": (Method("", device.clear_input),),
    "launchApp": (Method("S", device.launch),),
    "executeShellCommand": (Method("SJ", device.command),),
    "waitForIdle": (Method("J", device.wait_idle),),
    "waitForWindowUpdate": (Method("SJ", device.wait_update, null=True),),
    # Fingers and keys; `click` and `swipe` are methods of elements too.
    "click": (
        Method("II", device.tap),
        Method("IIJ", device.tap),
        *_both("", elements.click),
        *_both("S", elements.click, null=True),
    ),
    "swipe": (
        Method("IIIII", device.swipe),
        *_both("SI", elements.swipe),
        Method("OSFI", elements.swipe_share),
    ),
    "drag": (Method("IIIII", device.drag),),
    "swipePoints": (Method("QI", device.swipe_points),),
    "injectInputEvent": (Method("IFFI", device.finger),),
    "pressKey": (Method("S", device.press_key),),
    "pressKeyCode": (Method("I", device.press_code), Method("II", device.press_code)),
    # Watchers.
    "registerClickUiObjectWatcher": (Method("SLO", device.watch_click),),
    "registerPressKeyskWatcher": (Method("SLK", device.watch_keys),),
    "runWatchers": (Method("", device.run_watchers),),
    "getWatchers": (Method("", device.watchers),),
    "removeWatcher": (Method("S", device.unwatch),),
    "resetWatcherTriggers": (Method("", device.untrigger),),
    "hasWatcherTriggered": (Method("S", device.triggered),),
    "hasAnyWatcherTriggered": (Method("", device.any_triggered),),
    # One element.
    "exist": _both("", elements.exists),
    "count": (Method("O", elements.number),),
    "objInfo": _both("", elements.info),
    "objInfoOfAllInstances": (Method("O", elements.infos),),
    "getText": _both("", elements.text),
    "setText": _both("S", elements.set_text, null=True),
    "clearTextField": _both("", elements.clear),
    "longClick": (*_both("", elements.long_click), *_both("S", elements.long_click, null=True)),
    "clickAndWaitForNewWindow": _both("J", elements.click_and_wait),
    "dragTo": (*_both("III", elements.drag_to), *_both("OI", elements.drag_onto)),
    "gesture": _both("PPPPI", elements.two_fingers),
    "pinchIn": _both("II", elements.two_fingers),
    "pinchOut": _both("II", elements.two_fingers),
    "waitForExists": _both("J", elements.wait),
    "waitUntilGone": _both("J", elements.wait_gone),
    # Scrolling.
    "scrollForward": (Method("OZI", scrolling.forward),),
    "scrollBackward": (Method("OZI", scrolling.backward),),
    "scrollToEnd": (Method("OZII", scrolling.to_end),),
    "scrollToBeginning": (Method("OZII", scrolling.to_beginning),),
    "scrollTo": (Method("OOZ", scrolling.into_view),),
    "flingForward": (Method("OZ", scrolling.fling_forward),),
    "flingBackward": (Method("OZ", scrolling.fling_backward),),
    "flingToEnd": (Method("OZI", scrolling.fling_to_end),),
    "flingToBeginning": (Method("OZI", scrolling.fling_to_beginning),),
    # Elements that are kept under a name.
    "childByText": (Method("OOS", scrolling.by_text), Method("OOSZ", scrolling.by_text)),
    "childByDescription": (Method("OOS", scrolling.by_description), Method("OOSZ", scrolling.by_description)),
    "childByInstance": (Method("OOI", elements.child_by_instance),),
    "getUiObject": (Method("O", elements.keep),),
    "getChild": (Method("SO", elements.child),),
    "getFromParent": (Method("SO", elements.sibling),),
    "getUiObjects": (Method("", elements.names),),
    "removeUiObject": (Method("S", elements.forget),),
}
