"""The server's methods that concern the whole phone."""

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
from adapters.phone.uiautomator.java_errors import BadArgument
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
    """Whether the server lives."""
    return "pong"


def device_info(on: Automator) -> dict[str, Any]:
    """What there is to know of the phone; sizes in pixels as it is turned."""
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
    """Whether the phone is awake."""
    return on.phone.state.awake


def configurator(on: Automator) -> dict[str, int]:
    """The times that can be set."""
    return dict(on.times)


def configure(on: Automator, given: dict[str, Any]) -> dict[str, int]:
    """Set times. Raises BadArgument for one that there is not."""
    for name, value in given.items():
        if name not in on.times or isinstance(value, bool) or not isinstance(value, int):
            raise BadArgument(f"Unrecognized field {name!r}")
        on.times[name] = value
    return configurator(on)


# The screen.


def dump(on: Automator, squeeze: bool, depth: int = DEPTH, active: bool = False) -> str:
    """The hierarchy of all windows, or of the active one alone, without mere layouts if squeezed."""
    on.pass_(DUMP_MS)
    roots = on.windows()[:1] if active else on.windows()
    return serialize([compressed(root) for root in roots] if squeeze else roots, on.rotation, min(depth, 1000))


def screenshot(on: Automator, scale: float, quality: int) -> str:
    """A JPEG in base64, in lines as Java breaks them."""
    text = base64.b64encode(on.pictures.jpeg(scale, quality)).decode()
    return "".join(f"{text[at : at + _BASE64_LINE]}\n" for at in range(0, len(text), _BASE64_LINE))


def screenshot_file(on: Automator, name: str, scale: float, _: int) -> str | None:
    """A PNG in the server's folder; None where it cannot be written."""
    path = f"/data/local/tmp/u2/{name}"
    try:
        on.machine.files.mkdir("/data/local/tmp/u2", parents=True)
        on.machine.files.write(path, on.pictures.png(scale))
    except OSError:
        return None
    return path


def freeze(on: Automator, frozen: bool) -> None:
    """Keep the screen as it is turned, or let it turn."""
    if frozen:
        on.machine.put("system", "user_rotation", str(on.rotation))
    on.machine.put("system", "accelerometer_rotation", "0" if frozen else "1")


def turn(on: Automator, direction: str) -> None:
    """Turn the screen and keep it so; other words than left, right and natural do nothing."""
    quarter = _TURNS.get(direction.lower())
    if quarter is not None:
        on.machine.put("system", "accelerometer_rotation", "0")
        on.machine.put("system", "user_rotation", str(quarter))


def wake(on: Automator) -> None:
    """Switch the screen on."""
    on.key(keys.WAKEUP)


def sleep(on: Automator) -> None:
    """Switch the screen off."""
    on.key(keys.SLEEP)


def open_shade(on: Automator) -> bool:
    """Notifications; quick settings are in the same panel."""
    if on.phone.state.panel != "shade":
        on.key(keys.NOTIFICATION)
    return True


# Fingers and keys.


def tap(on: Automator, x: int, y: int, ms: int | None = None) -> bool:
    """A touch; held for `ms`, a long press. False outside the screen to the left and above."""
    if x < 0 or y < 0:
        return False
    if ms is None:
        on.tap(x, y)
    else:
        on.tap(x, y, max(0, min(LONGEST_MS, ms)))
    return True


def swipe(on: Automator, x1: int, y1: int, x2: int, y2: int, steps: int) -> bool:
    """A stroke of so many steps."""
    on.stroke((x1, y1), (x2, y2), steps)
    return True


def drag(on: Automator, x1: int, y1: int, x2: int, y2: int, steps: int) -> bool:
    """The same, after a long press."""
    on.stroke((x1, y1), (x2, y2), steps, drag=True)
    return True


def swipe_points(on: Automator, points: list[int], steps: int) -> bool:
    """A stroke through points, `steps` from one to the next.

    The phone knows straight strokes only: it is one from the first to the last point, of the whole way's time.
    """
    pairs = list(zip(points[::2], points[1::2], strict=False))
    if len(pairs) < 2:
        return False
    on.stroke(pairs[0], pairs[-1], max(1, steps) * (len(pairs) - 1))
    return True


def finger(on: Automator, action: int, x: float, y: float, _: int) -> bool:
    """Put the finger down (0), move it (2), lift it (1); False for anything else."""
    return on.finger(action, (int(x), int(y)))


def press_key(on: Automator, name: str) -> bool:
    """A key by its short name; False for other names."""
    code = _NAMED_KEYS.get(name.lower())
    if code is not None:
        on.key(code)
    return code is not None


def press_code(on: Automator, code: int, meta: int = 0) -> bool:
    """A key by its code, while the keys of `meta` are held."""
    on.key(code, ctrl=bool(meta & _CTRL), shift=bool(meta & _SHIFT))
    return True


# Waiting.


def wait_idle(on: Automator, ms: int) -> None:
    """Until nothing moves, which is so at once but on a screen that never rests."""
    on.wait(lambda: not on.phone.busy, ms, shown=False)


def wait_update(on: Automator, package: str | None, ms: int) -> bool:
    """Until the window shows something else; at once where another package is in front."""
    if package is not None and package != device_info(on)["currentPackageName"]:
        return False
    before = on.phone.scene()
    return on.wait(lambda: on.phone.scene() is not before, ms)


# Text.


def clipboard(on: Automator) -> str | None:
    """What was copied; None if nothing was."""
    return on.phone.state.clipboard or None


def set_clipboard(on: Automator, _: str | None, text: str | None) -> None:
    """Copy a text; its label is shown nowhere."""
    on.phone.state = replace(on.phone.state, clipboard=clean(text or ""))


def paste(on: Automator) -> None:
    """Paste into the field that has the focus."""
    on.key(_KEY_V, ctrl=True)


def clear_input(on: Automator) -> None:
    """Empty the field that has the focus."""
    on.key(_KEY_A, ctrl=True)
    on.key(keys.DEL)


def toast(on: Automator) -> str | None:
    """The text of the last toast, None if there was none."""
    on.hear()
    return on.toast


def clear_toast(on: Automator) -> None:
    """Forget the last toast."""
    on.hear()
    on.toast = None


def traversed(_: Automator) -> None:
    """The text that was walked through last: by nobody, there is no such cursor on this phone."""


# Apps and commands.


def launch(on: Automator, package: str) -> bool:
    """Start an app; False if it is not there."""
    return on.phone.start(package)


def command(on: Automator, words: str, _: int) -> dict[str, Any]:
    """Run a program with words that no shell reads, as Java's `Runtime.exec` does."""
    done = on.shell.run(" ".join(map(shlex.quote, words.split())))
    return {"stdout": _text(done.stdout), "stderr": _text(done.stderr), "returnCode": done.exit}


def _text(data: bytes | memoryview) -> str:
    return bytes(data).decode("utf-8", "replace")


# Watchers.


def watch_click(on: Automator, name: str, conditions: list[Selector], target: Selector) -> None:
    """From now on click an element whenever all conditions are met and `runWatchers` is called."""
    _watch(on, name, Watcher(tuple(conditions), lambda: click(on, target)))


def watch_keys(on: Automator, name: str, conditions: list[Selector], names: list[str]) -> None:
    """From now on press keys whenever all conditions are met and `runWatchers` is called."""
    _watch(on, name, Watcher(tuple(conditions), lambda: sum(press_key(on, key) for key in names) == len(names)))


def _watch(on: Automator, name: str, watcher: Watcher) -> None:
    on.watchers.pop(name, None)
    on.watchers[name] = watcher
    if len(on.watchers) > _MOST_WATCHERS:
        del on.watchers[next(iter(on.watchers))]


def run_watchers(on: Automator) -> None:
    """Let each watcher look once."""
    for watcher in tuple(on.watchers.values()):
        root = on.windows()[0]
        if all(find(condition, root) is not None for condition in watcher.conditions):
            watcher.triggered |= watcher.act()


def watchers(on: Automator) -> list[str]:
    """The names of all watchers."""
    return list(on.watchers)


def unwatch(on: Automator, name: str) -> None:
    """Remove a watcher, if there is one of that name."""
    on.watchers.pop(name, None)


def untrigger(on: Automator) -> None:
    """Forget which watchers have acted."""
    for watcher in on.watchers.values():
        watcher.triggered = False


def triggered(on: Automator, name: str) -> bool:
    """Whether that watcher has acted."""
    return name in on.watchers and on.watchers[name].triggered


def any_triggered(on: Automator) -> bool:
    """Whether any watcher has acted."""
    return any(watcher.triggered for watcher in on.watchers.values())
