"""The server's state and its hands: what it sees of the phone, touches, keys, waiting on the virtual clock."""

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
from adapters.phone.uiautomator.java_errors import NotFound
from adapters.phone.uiautomator.screenshots import Pictures
from adapters.phone.uiautomator.search import Query, anywhere, find
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
    """Clicks or keys that follow where all conditions are met."""

    conditions: tuple[Selector, ...]
    act: Callable[[], bool]
    triggered: bool = False


class Automator:
    """One server on one phone; its life begins and ends with the server's process."""

    def __init__(self, phone: Phone, shell: Shell) -> None:
        self.phone = phone
        self.shell = shell
        self.machine = shell.machine
        self.pictures = Pictures(shell.machine)
        self.times = dict(TIMES)
        self.watchers: dict[str, Watcher] = {}
        self.toast: str | None = None
        self._heard: ToastShown | None = phone.state.toast
        self._named: dict[str, Query] = {}
        self._names = 0
        self._seen: tuple[Scene, tuple[View, ...]] | None = None

    # Seeing.

    def windows(self) -> tuple[View, ...]:
        """All windows, the active one first; made once for each scene."""
        scene = self.phone.scene()
        if self._seen is None or self._seen[0] is not scene:
            self._seen = (scene, windows(scene))
        return self._seen[1]

    def hear(self) -> None:
        """Keep the text of a toast that has come; called before and after whatever can bring one."""
        toast = self.phone.state.toast
        if toast is not None and toast != self._heard:
            self.toast = toast.text
        self._heard = toast

    @property
    def rotation(self) -> int:
        """How the screen is turned, in quarters; as it is shown, whatever the settings ask for."""
        return self.phone.scene().rotation

    def first(self, query: Query) -> View | None:
        """What a selector finds: by the newer half where that can, else in the active window."""
        if isinstance(query, Selector) and query.simple:
            found = anywhere(query, self.windows())
            if found is not None:
                return found
        return find(query, self.windows()[0])

    def element(self, query: Query) -> View:
        """The same, which must be there.

        Raises:
            NotFound: it is not.
        """
        found = self.first(query)
        if found is None:
            raise NotFound(str(query))
        return found

    def old_element(self, query: Query) -> View:
        """What the older half finds in the active window.

        Raises:
            NotFound: it finds nothing.
        """
        found = find(query, self.windows()[0])
        if found is None:
            raise NotFound(str(query))
        return found

    def exists(self, query: Query) -> bool:
        """Whether there is one, as the server's `exist` decides: an instance is not looked at without relatives."""
        if isinstance(query, Selector) and not query.then and query.get("index") is None:
            bare = Selector(tuple(pair for pair in query.wanted if pair[0] != "instance"))
            if bare.wanted:
                return anywhere(bare, self.windows()) is not None
        return find(query, self.windows()[0]) is not None

    def there(self, query: Query) -> bool:
        """Whether there is one now, as waiting decides."""
        if isinstance(query, Selector) and query.simple:
            return anywhere(query, self.windows()) is not None
        return find(query, self.windows()[0]) is not None

    # Names.

    def name(self, query: Query) -> str:
        """Keep a query under a name that looks like a UUID and depends on nothing but how many there were before."""
        self._names += 1
        name = f"00000000-0000-4000-8000-{self._names:012x}"
        self._named[name] = query
        if len(self._named) > _MOST_NAMED:
            del self._named[next(iter(self._named))]
        return name

    def named(self, name: str) -> Query:
        """What was kept under a name.

        Raises:
            NotFound: nothing was.
        """
        if name not in self._named:
            raise NotFound(f"UiObject {name} not found!")
        return self._named[name]

    def forget(self, name: str) -> None:
        self._named.pop(name, None)

    @property
    def names(self) -> list[str]:
        """All names, the oldest first."""
        return list(self._named)

    # Doing.

    def tap(self, x: int, y: int, ms: int = CLICK_MS) -> None:
        """A touch that is held for so long."""
        self.phone.touch_long(x, y, ms)
        self.pass_(ms)

    def stroke(self, start: tuple[int, int], end: tuple[int, int], steps: int, *, drag: bool = False) -> None:
        """A swipe, or a drag which begins with a long press."""
        ms = min(LONGEST_MS, max(1, steps) * STEP_MS)
        (self.phone.drag if drag else self.phone.touch_swipe)(*start, *end, ms)
        self.pass_(ms)

    def finger(self, action: int, at: tuple[int, int]) -> bool:
        """Put the one finger down (0), move it (2), lift it (1); the one that `input motionevent` moves too."""
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
        self.pass_(STEP_MS)
        return True

    def key(self, code: int, *, ctrl: bool = False, shift: bool = False) -> None:
        self.phone.key(code, ctrl=ctrl, shift=shift)
        self.pass_(KEY_MS)

    def pass_(self, ms: int) -> None:
        """Let time go by."""
        self.hear()
        self.phone.elapse(max(0, min(LONGEST_MS, ms)))
        self.hear()

    def wait(self, done: Callable[[], bool], ms: int, *, shown: bool = True) -> bool:
        """Let time go by until something is so; False if it is not by then.

        It is asked for only when the screen has changed, unless it is nothing that is `shown`.
        """
        left = max(0, min(LONGEST_MS, ms))
        seen: Scene | None = None
        while True:
            scene = self.phone.scene()
            if (scene is not seen or not shown) and done():
                return True
            if left <= 0:
                return False
            seen = scene
            self.pass_(min(TICK_MS, left))
            left -= TICK_MS


def center(rect: Rect) -> tuple[int, int]:
    """The middle, as Android rounds it."""
    return (rect[0] + rect[2]) >> 1, (rect[1] + rect[3]) >> 1
