"""Simulates a phone without pixels, to try out what an action would lead to. States are immutable values.

`run_commands` repeats recorded actions for the mirror, by the recorded shell commands. `act` tries out a candidate
action by direct calls and lets the screen settle.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Final

from adapters.android.actions import key, resolve
from adapters.phone.kernel.performing import SETTLE_MS, perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.shell import Shell
from adapters.phone.state.phone_state import Entry, PhoneState
from adapters.phone.ui.app import App, Screen
from adapters.phone.ui.kinds import shown_text
from adapters.phone.ui.scene import Scene
from runtime.core.actions import Action, Key, Launch
from runtime.core.key_codes import CODES
from runtime.core.tasks import Selector, State
from runtime.core.text import normal
from runtime.screen.tree import UiTree, parse

_MAX_TREES: Final = 24
"""Maximum number of cached trees: enough for the states that judging one decision visits."""
_MOST_ALIKE: Final = 64
"""So many different states of one screen are remembered."""
_MAX_LAYOUTS: Final = 8
"""Maximum number of cached layouts: enough for the states from which several actions are tried out."""


class _LayoutCachingPhone(Phone):
    """A phone that caches the layout of states, for when they are restored."""

    def __init__(self, apps: Sequence[App], width: int, height: int) -> None:
        self._layouts: OrderedDict[int, tuple[PhoneState, Screen | None, Scene | None]] = OrderedDict()
        super().__init__(apps, width=width, height=height)

    def _put(self, value: PhoneState) -> None:
        if self._scene is not None:
            self._layouts[id(self._state)] = self._state, self._screen, self._scene
            self._layouts.move_to_end(id(self._state))
            if len(self._layouts) > _MAX_LAYOUTS:
                self._layouts.popitem(last=False)
        super()._put(value)
        known = self._layouts.get(id(value))
        if known is not None:
            _, self._screen, self._scene = known


class PhoneSimulator:
    """Computes the state after an action from any state, with one phone. Not thread-safe.

    `between` is called between two pieces of work of a few milliseconds each.
    """

    def __init__(
        self,
        apps: Sequence[App],
        screen: tuple[int, int] = (1080, 2400),
        between: Callable[[], None] = lambda: None,
    ) -> None:
        self._between = between
        self._phone = _LayoutCachingPhone(apps, *screen)
        self._shell = Shell(self._phone, _empty_screenshot, self._phone.files)
        self._labels = {app.label: app.package for app in self._phone.apps}
        self._trees: OrderedDict[int, tuple[PhoneState, UiTree]] = OrderedDict()
        self._normal: dict[str, str] = {}
        self._words: OrderedDict[int, tuple[PhoneState, frozenset[str] | None]] = OrderedDict()

    def prepare(self, initial: State, seed: int) -> PhoneState:
        """The phone at the beginning of an attempt.

        Raises:
            TaskFault: the apps do not support the initial state.
        """
        self._phone.reset(initial, seed)
        self._shell.reset()
        return self._phone.snapshot()

    def act(self, state: PhoneState, action: Action) -> PhoneState:
        """The phone after one action and a second of settling; the same state if the action is impossible."""
        self._restore(state)
        self._perform(action)
        return self._phone.state

    def run_commands(self, state: PhoneState, action: Action, commands: Sequence[str]) -> PhoneState:
        """The phone right after an action, performed by its recorded shell commands if there are any."""
        self._restore(state)
        for line in commands:
            self._shell.run(line)
        if not commands:
            self._perform(action)
        return self._phone.snapshot()

    def wait(self, state: PhoneState, ms: int) -> PhoneState:
        """The phone after `ms` milliseconds."""
        self._restore(state)
        self._phone.elapse(ms)
        return self._phone.snapshot()

    def read(self, state: PhoneState) -> State:
        """The state of all apps; do not modify it."""
        self._restore(state)
        return self._phone.read()

    def dump(self, state: PhoneState) -> bytes:
        """The accessibility tree as recorded: the bytes of a UI dump."""
        known = self._trees.get(id(state))
        if known is not None:
            return known[1].source
        self._restore(state)
        return self._phone.dump()

    def tree(self, state: PhoneState) -> UiTree:
        """The parsed accessibility tree, cached by state."""
        known = self._trees.get(id(state))
        if known is None:
            known = state, parse(self.dump(state))
            self.store_tree(*known)
        return known[1]

    def screen(self, state: PhoneState) -> tuple[int, int]:
        """Width and height in pixels, in the state's screen orientation."""
        self._restore(state)
        return self._phone.size.width, self._phone.size.height

    def label(self, package: str) -> str:
        """The name of an app on the launcher."""
        return next((label for label, name in self._labels.items() if name == package), package)

    def store_tree(self, state: PhoneState, tree: UiTree) -> None:
        """Cache a parsed tree as the tree of the state."""
        self._trees[id(state)] = state, tree
        if len(self._trees) > _MAX_TREES:
            self._trees.popitem(last=False)

    def may_contain(self, state: PhoneState, wanted: Selector) -> bool:
        """Whether the active window may contain the element, scrolled-out parts included.

        This fast check rules out most pages at a tenth of the cost of reading the tree.
        """
        known = self._words.get(id(state))
        if known is None:
            known = self._words[id(state)] = state, self._active_window_words(state)
            if len(self._words) > _MAX_TREES:
                self._words.popitem(last=False)
        words = known[1]
        if words is None:
            return True
        named = not wanted.resource_id or normal(f"/{wanted.resource_id.rpartition('/')[2]}") in words
        return named and all(normal(text) in words for text in (wanted.text, wanted.desc, wanted.within) if text)

    def _active_window_words(self, state: PhoneState) -> frozenset[str] | None:
        """Normalized texts of the active window, and its ids after a slash; None if its texts are composed."""
        self._restore(state)
        scene = self._phone.scene()
        window = scene.windows[scene.active]
        if window.style != "view":
            return None
        words: set[str] = set()
        nodes = [window.root.node]
        while nodes:
            node = nodes.pop()
            words.update((shown_text(node), node.desc, f"/{node.id.rpartition('/')[2]}"))
            nodes.extend(node.children)
        for word in words.difference(self._normal):
            self._normal[word] = normal(word)
        return frozenset(self._normal[word] for word in words)

    def _restore(self, state: PhoneState) -> None:
        self._between()
        # Restoring the current state would discard its layout.
        if self._phone.state is not state:
            self._phone.restore(state)

    def _perform(self, action: Action) -> None:
        """Perform an action and let the phone settle."""
        phone = self._phone
        match action:
            case Key(name=name):
                word = key(name).removeprefix("KEYCODE_")
                code = int(word) if word.isdecimal() else CODES.get(word)
                if code is not None:
                    phone.key(code)
                phone.elapse(SETTLE_MS)
            case Launch(app=app):
                phone.start(resolve(app, self._labels) or app)
                phone.elapse(SETTLE_MS)
            case _:
                perform(phone, action)


def _empty_screenshot() -> memoryview:
    """An empty screenshot, since a simulated phone has no pixels."""
    return memoryview(b"")


def screen_location(state: PhoneState) -> tuple[object, ...]:
    """The screen in front: its app, its route, and the system panel over it."""
    top = state.top
    return top.package, top.route, state.panel


def indistinguishable(state: PhoneState, other: PhoneState) -> bool:
    """Whether two states differ at most in the clock: same data, screens, scroll positions, focus and windows."""
    return (
        same_data(state, other)
        and state.panel == other.panel
        and state.shared == other.shared
        and state.keyboard.shown == other.keyboard.shown
        and state.asked == other.asked
        and state.awake == other.awake
        and state.locked == other.locked
        and [_entries(task.entries) for task in state.tasks] == [_entries(task.entries) for task in other.tasks]
    )


def same_data(state: PhoneState, other: PhoneState) -> bool:
    """Whether two states have the same app data, settings and files."""
    return (
        state.apps == other.apps
        and state.settings == other.settings
        and (state.files is other.files or state.files == other.files)
    )


class StateIndex:
    """Maps states that differ only in the clock to the first of them, so that caches by state serve all of them."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], deque[PhoneState]] = {}

    def canonical(self, state: PhoneState) -> PhoneState:
        """The state that stands for all that differ from it at most in the clock."""
        alike = self._known.setdefault((*screen_location(state), len(state.tasks)), deque(maxlen=_MOST_ALIKE))
        for known in alike:
            if known is state or indistinguishable(known, state):
                return known
        alike.append(state)
        return state


def _entries(entries: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    return [(entry.package, entry.route, entry.focus, sorted(entry.scrolls)) for entry in entries]
