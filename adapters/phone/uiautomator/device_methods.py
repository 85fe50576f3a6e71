"""Server methods that concern the device: information, screen, touches, keys, text, apps, watchers."""

from __future__ import annotations

import base64
import shlex
from dataclasses import replace
from typing import Any, Final

from adapters.phone.accessibility.server_dump import DEPTH, serialize
from adapters.phone.accessibility.views import compressed
from adapters.phone.kernel import keys
from adapters.phone.shell.commands.unix.system import PROPS
from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.device.machine import DENSITY
from adapters.phone.uiautomator.automator import DUMP_MS, LONGEST_MS, Automator, Watcher
from adapters.phone.uiautomator.element_methods import click
from adapters.phone.uiautomator.java_errors import IllegalArgumentError
from adapters.phone.uiautomator.search import find
from adapters.phone.uiautomator.selectors import Selector

_NAMED_KEYS: Final = {
    "home": 3, "back": 4, "left": 21, "right": 22, "up": 19, "down": 20, "center": 23, "menu": 82, "search": 84,
    "enter": 66, "delete": 67, "del": 67, "recent": 187, "volume_up": 24, "volume_down": 25, "volume_mute": 164,
    "camera": 27, "power": 26,
}  # fmt: skip
_CTRL: Final = 0x7000
_SHIFT: Final = 0xC1
_KEY_A, _KEY_V = 29, 50
_TURNS: Final = {"left": 1, "l": 1, "right": 3, "r": 3, "natural": 0, "n": 0}
_BASE64_LINE: Final = 76
_MOST_WATCHERS: Final = 50


# Information.


def ping(_: Automator) -> str:
    """Answer that the server is running."""
    return "pong"


def device_info(on: Automator) -> dict[str, Any]:
    """Return properties of the phone; sizes are in pixels in the current rotation."""
    scene = on.phone.scene()
    dp = DENSITY / 160
    return {
        "currentPackageName": scene.windows[scene.active].package,
        "displayHeight": scene.height,
        "displayRotation": on.rotation,
        "displaySizeDpX": int(scene.width / dp),
        "displaySizeDpY": int(scene.height / dp),
        "displayWidth": scene.width,
        "naturalOrientation": on.rotation in (0, 2),
        "productName": dict(PROPS)["ro.product.name"],
        "screenOn": on.phone.state.awake,
        "sdkInt": int(dict(PROPS)["ro.build.version.sdk"]),
    }


def screen_on(on: Automator) -> bool:
    """Return whether the phone is awake."""
    return on.phone.state.awake


def configurator(on: Automator) -> dict[str, int]:
    """Return the configurable timeouts."""
    return dict(on.times)


def configure(on: Automator, given: dict[str, Any]) -> dict[str, int]:
    """Set timeouts. Raises IllegalArgumentError for an unknown one."""
    for name, value in given.items():
        if name not in on.times or isinstance(value, bool) or not isinstance(value, int):
            raise IllegalArgumentError(f"Unrecognized field {name!r}")
        on.times[name] = value
    return configurator(on)


# The screen.


def dump(on: Automator, compress: bool, depth: int = DEPTH, active: bool = False) -> str:
    """Return the XML hierarchy of all windows or of the active one, optionally without layout-only nodes."""
    on.spend(DUMP_MS)
    roots = on.windows()[:1] if active else on.windows()
    return serialize([compressed(root) for root in roots] if compress else roots, on.rotation, min(depth, 1000))


def screenshot(on: Automator, scale: float, quality: int) -> str:
    """Return a JPEG in base64, with the line breaks of Java's encoder."""
    text = base64.b64encode(on.pictures.jpeg(scale, quality)).decode()
    return "".join(f"{text[at : at + _BASE64_LINE]}\n" for at in range(0, len(text), _BASE64_LINE))


def screenshot_file(on: Automator, name: str, scale: float, _: int) -> str | None:
    """Write a PNG into the server's folder and return its path; None if it cannot be written."""
    path = f"/data/local/tmp/u2/{name}"
    try:
        on.machine.files.mkdir("/data/local/tmp/u2", parents=True)
        on.machine.files.write(path, on.pictures.png(scale))
    except OSError:
        return None
    return path


def freeze(on: Automator, frozen: bool) -> None:
    """Lock the current rotation, or turn auto-rotation on."""
    if frozen:
        on.machine.put("system", "user_rotation", str(on.rotation))
    on.machine.put("system", "accelerometer_rotation", "0" if frozen else "1")


def rotate(on: Automator, direction: str) -> None:
    """Rotate the screen and lock it there; directions other than left, right and natural do nothing."""
    quarter = _TURNS.get(direction.lower())
    if quarter is not None:
        on.machine.put("system", "accelerometer_rotation", "0")
        on.machine.put("system", "user_rotation", str(quarter))


def wake(on: Automator) -> None:
    """Turn the screen on."""
    on.key(keys.WAKEUP)


def sleep(on: Automator) -> None:
    """Turn the screen off."""
    on.key(keys.SLEEP)


def open_shade(on: Automator) -> bool:
    """Open the notification shade, which also contains the quick settings."""
    if on.phone.state.panel != "shade":
        on.key(keys.NOTIFICATION)
    return True


# Touches and keys.


def tap(on: Automator, x: int, y: int, ms: int | None = None) -> bool:
    """Touch a point, for `ms` as a long press. False if it is left of or above the screen."""
    if x < 0 or y < 0:
        return False
    if ms is None:
        on.tap(x, y)
    else:
        on.tap(x, y, max(0, min(LONGEST_MS, ms)))
    return True


def swipe(on: Automator, x1: int, y1: int, x2: int, y2: int, steps: int) -> bool:
    """Swipe in so many steps."""
    on.stroke((x1, y1), (x2, y2), steps)
    return True


def drag(on: Automator, x1: int, y1: int, x2: int, y2: int, steps: int) -> bool:
    """Swipe after a long press."""
    on.stroke((x1, y1), (x2, y2), steps, drag=True)
    return True


def swipe_points(on: Automator, points: list[int], steps: int) -> bool:
    """Swipe through points, with `steps` steps between two of them.

    The phone supports straight strokes only: it swipes from the first to the last point in the time of the complete
    path.
    """
    pairs = list(zip(points[::2], points[1::2], strict=False))
    if len(pairs) < 2:
        return False
    on.stroke(pairs[0], pairs[-1], max(1, steps) * (len(pairs) - 1))
    return True


def finger(on: Automator, action: int, x: float, y: float, _: int) -> bool:
    """Put the finger down (0), move it (2), lift it (1); False for other actions."""
    return on.finger(action, (int(x), int(y)))


def press_key(on: Automator, name: str) -> bool:
    """Press a key by its short name; False for unknown names."""
    code = _NAMED_KEYS.get(name.lower())
    if code is not None:
        on.key(code)
    return code is not None


def press_code(on: Automator, code: int, meta: int = 0) -> bool:
    """Press a key by its code with the modifiers in `meta`."""
    on.key(code, ctrl=bool(meta & _CTRL), shift=bool(meta & _SHIFT))
    return True


# Waiting.


def wait_idle(on: Automator, ms: int) -> None:
    """Wait until the screen is idle; immediately true except on a screen that never settles."""
    on.wait(lambda: not on.phone.busy, ms, shown=False)


def wait_update(on: Automator, package: str | None, ms: int) -> bool:
    """Wait until the window's content changes; True immediately if another package is in front."""
    if package is not None and package != device_info(on)["currentPackageName"]:
        return False
    before = on.phone.scene()
    return on.wait(lambda: on.phone.scene() is not before, ms)


# Text.


def clipboard(on: Automator) -> str | None:
    """Return the clipboard's text; None if it is empty."""
    return on.phone.state.clipboard or None


def set_clipboard(on: Automator, _: str | None, text: str | None) -> None:
    """Copy a text; its label is not shown anywhere."""
    on.phone.state = replace(on.phone.state, clipboard=clean(text or ""))


def paste(on: Automator) -> None:
    """Paste into the focused field."""
    on.key(_KEY_V, ctrl=True)


def clear_input(on: Automator) -> None:
    """Empty the focused field."""
    on.key(_KEY_A, ctrl=True)
    on.key(keys.DEL)


def toast(on: Automator) -> str | None:
    """Return the text of the last toast, None if there was none."""
    on.remember_toast()
    return on.toast


def clear_toast(on: Automator) -> None:
    """Forget the last toast."""
    on.remember_toast()
    on.toast = None


def traversed(_: Automator) -> None:
    """Return the last traversed text, always None: the phone has no accessibility cursor."""


# Apps and commands.


def launch(on: Automator, package: str) -> bool:
    """Start an app; False if it is not installed."""
    return on.phone.start(package)


def command(on: Automator, words: str, _: int) -> dict[str, Any]:
    """Run a program with words that no shell parses, as Java's `Runtime.exec` does."""
    done = on.shell.run(" ".join(map(shlex.quote, words.split())))
    return {"stdout": _text(done.stdout), "stderr": _text(done.stderr), "returnCode": done.exit}


def _text(data: bytes | memoryview) -> str:
    return bytes(data).decode("utf-8", "replace")


# Watchers.


def watch_click(on: Automator, name: str, conditions: list[Selector], target: Selector) -> None:
    """Register a watcher that clicks an element if all conditions match when `runWatchers` is called."""
    _watch(on, name, Watcher(tuple(conditions), lambda: click(on, target)))


def watch_keys(on: Automator, name: str, conditions: list[Selector], names: list[str]) -> None:
    """Register a watcher that presses keys if all conditions match when `runWatchers` is called."""
    _watch(on, name, Watcher(tuple(conditions), lambda: sum(press_key(on, key) for key in names) == len(names)))


def _watch(on: Automator, name: str, watcher: Watcher) -> None:
    on.watchers.pop(name, None)
    on.watchers[name] = watcher
    if len(on.watchers) > _MOST_WATCHERS:
        del on.watchers[next(iter(on.watchers))]


def run_watchers(on: Automator) -> None:
    """Run each watcher once."""
    for watcher in tuple(on.watchers.values()):
        root = on.windows()[0]
        if all(find(condition, root) is not None for condition in watcher.conditions):
            watcher.triggered |= watcher.act()


def watchers(on: Automator) -> list[str]:
    """Return the names of all watchers."""
    return list(on.watchers)


def unwatch(on: Automator, name: str) -> None:
    """Remove a watcher if it exists."""
    on.watchers.pop(name, None)


def untrigger(on: Automator) -> None:
    """Reset the triggered flag of all watchers."""
    for watcher in on.watchers.values():
        watcher.triggered = False


def triggered(on: Automator, name: str) -> bool:
    """Return whether a watcher was triggered."""
    return name in on.watchers and on.watchers[name].triggered


def any_triggered(on: Automator) -> bool:
    """Return whether any watcher was triggered."""
    return any(watcher.triggered for watcher in on.watchers.values())
