"""State of the uiautomator2 server: element search, touches, keys, and waiting on the virtual clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from adapters.phone.accessibility.views import View, windows
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell import Shell
from adapters.phone.shell.device.memory import Pointer
from adapters.phone.state.phone_state import ToastShown
from adapters.phone.ui.scene import Rect, Scene
from adapters.phone.uiautomator.java_errors import ElementNotFound
from adapters.phone.uiautomator.screenshots import Screenshots
from adapters.phone.uiautomator.search import Query, find, find_in_all_windows
from adapters.phone.uiautomator.selectors import Selector

TICK_MS: Final = 100
"""How often a wait looks again, in virtual milliseconds."""
LONGEST_MS: Final = 600_000
"""Longer waits and strokes than this are cut off: nothing on a phone takes so long."""
STEP_MS: Final = 5
"""One step of a stroke."""
CLICK_MS: Final = 100
KEY_MS: Final = 50
CALL_MS: Final = 5
"""What any call costs, as any program does."""
DUMP_MS: Final = 100
"""What a dump costs: clients that wait by dumping over and over get on only if time does."""
TIMES: Final = {
    "actionAcknowledgmentTimeout": 500,
    "keyInjectionDelay": 0,
    "scrollAcknowledgmentTimeout": 200,
    "uiAutomationFlags": 0,
    "waitForIdleTimeout": 0,
    "waitForSelectorTimeout": 0,
}
"""What clients may read and set; it means nothing here, where nothing is slow."""
_MOST_NAMED: Final = 1000


@dataclass(slots=True)
class Watcher:
    """An action (click or keys) to run when all its conditions match."""

    conditions: tuple[Selector, ...]
    act: Callable[[], bool]
    triggered: bool = False


class Automator:
    """One server on one phone; it lives as long as the server's process."""

    def __init__(self, phone: Phone, shell: Shell) -> None:
        self.phone = phone
        self.shell = shell
        self.machine = shell.machine
        self.pictures = Screenshots(shell.machine)
        self.times = dict(TIMES)
        self.watchers: dict[str, Watcher] = {}
        self.toast: str | None = None
        self._last_toast: ToastShown | None = phone.state.toast
        self._named: dict[str, Query] = {}
        self._names = 0
        self._seen: tuple[Scene, tuple[View, ...]] | None = None

    # Screen.

    def windows(self) -> tuple[View, ...]:
        """Return all windows, the active one first; cached per scene."""
        scene = self.phone.scene()
        if self._seen is None or self._seen[0] is not scene:
            self._seen = (scene, windows(scene))
        return self._seen[1]

    def remember_toast(self) -> None:
        """Store the text of a new toast; called before and after everything that can show one."""
        toast = self.phone.state.toast
        if toast is not None and toast != self._last_toast:
            self.toast = toast.text
        self._last_toast = toast

    @property
    def rotation(self) -> int:
        """Return the screen's current rotation in quarter turns, whatever the settings request."""
        return self.phone.scene().rotation

    def find_first(self, query: Query) -> View | None:
        """Return the first match: in all windows if the selector allows it, else in the active window."""
        if isinstance(query, Selector) and query.simple:
            found = find_in_all_windows(query, self.windows())
            if found is not None:
                return found
        return find(query, self.windows()[0])

    def element(self, query: Query) -> View:
        """Return the first match like `find_first`.

        Raises:
            ElementNotFound: nothing matches.
        """
        found = self.find_first(query)
        if found is None:
            raise ElementNotFound(str(query))
        return found

    def element_in_active_window(self, query: Query) -> View:
        """Return the first match in the active window by the rules of the older half.

        Raises:
            ElementNotFound: nothing matches.
        """
        found = find(query, self.windows()[0])
        if found is None:
            raise ElementNotFound(str(query))
        return found

    def exists(self, query: Query) -> bool:
        """Return the server's answer to `exist`, which ignores `instance` unless the query has relatives."""
        if isinstance(query, Selector) and not query.then and query.get("index") is None:
            without_instance = Selector(tuple(pair for pair in query.wanted if pair[0] != "instance"))
            if without_instance.wanted:
                return find_in_all_windows(without_instance, self.windows()) is not None
        return find(query, self.windows()[0]) is not None

    def is_present(self, query: Query) -> bool:
        """Return whether an element matches now, as the server's wait methods decide."""
        if isinstance(query, Selector) and query.simple:
            return find_in_all_windows(query, self.windows()) is not None
        return find(query, self.windows()[0]) is not None

    # Named elements.

    def name(self, query: Query) -> str:
        """Store a query under a new name that looks like a UUID and depends only on how many were created before."""
        self._names += 1
        name = f"00000000-0000-4000-8000-{self._names:012x}"
        self._named[name] = query
        if len(self._named) > _MOST_NAMED:
            del self._named[next(iter(self._named))]
        return name

    def named(self, name: str) -> Query:
        """Return the query stored under a name.

        Raises:
            ElementNotFound: the name is unknown.
        """
        if name not in self._named:
            raise ElementNotFound(f"UiObject {name} not found!")
        return self._named[name]

    def forget(self, name: str) -> None:
        self._named.pop(name, None)

    @property
    def names(self) -> list[str]:
        """Return all names, oldest first."""
        return list(self._named)

    # Input and time.

    def tap(self, x: int, y: int, ms: int = CLICK_MS) -> None:
        """Touch a point for `ms`."""
        self.phone.touch_long(x, y, ms)
        self.elapse(ms)

    def stroke(self, start: tuple[int, int], end: tuple[int, int], steps: int, *, drag: bool = False) -> None:
        """Swipe, or drag after a long press."""
        ms = min(LONGEST_MS, max(1, steps) * STEP_MS)
        (self.phone.drag if drag else self.phone.touch_swipe)(*start, *end, ms)
        self.elapse(ms)

    def finger(self, action: int, at: tuple[int, int]) -> bool:
        """Put the finger down (0), move it (2) or lift it (1); `input motionevent` moves the same finger."""
        down = self.machine.memory.pointer
        now = self.machine.now_ms
        if action == 0:
            self.machine.remember(pointer=Pointer(at, at, now))
        elif action == 2 and down is not None:
            self.machine.remember(pointer=Pointer(down.start, at, down.since))
        elif action == 1:
            self.machine.remember(pointer=None)
            if down is not None:
                self.phone.touch_swipe(*down.start, *at, now - down.since)
        else:
            return False
        self.elapse(STEP_MS)
        return True

    def key(self, code: int, *, ctrl: bool = False, shift: bool = False) -> None:
        self.phone.key(code, ctrl=ctrl, shift=shift)
        self.spend(KEY_MS)

    def elapse(self, ms: int) -> None:
        """Let time pass."""
        self.remember_toast()
        self.machine.pass_time(max(0, min(LONGEST_MS, ms)))
        self.remember_toast()

    def spend(self, ms: int) -> None:
        """Let the virtual time pass that a call costs."""
        self.remember_toast()
        self.machine.spend(ms)
        self.remember_toast()

    def wait(self, done: Callable[[], bool], ms: int, *, shown: bool = True) -> bool:
        """Let time pass until `done` returns true; False after `ms`.

        `done` is called only when the screen has changed, unless it depends on something not `shown`.
        """
        until = self.machine.now_ms + max(0, min(LONGEST_MS, ms))
        seen: Scene | None = None
        while True:
            scene = self.phone.scene()
            if (scene is not seen or not shown) and done():
                return True
            left = until - self.machine.now_ms
            if left <= 0:
                return False
            seen = scene
            self.elapse(min(TICK_MS, left))


def center(rect: Rect) -> tuple[int, int]:
    """Return the centre of a rectangle, rounded as Android does."""
    return (rect[0] + rect[2]) >> 1, (rect[1] + rect[3]) >> 1
