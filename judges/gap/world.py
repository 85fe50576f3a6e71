"""Forks of a phone without pixels: what would be there if something were done. A state is a value, a fork a reference.

Two roads lead to a further state. `carried_out` is that of the mirror: the very commands that a recording names, on the
shell of the phone. `act` is that of a candidate: one action by calls, and time to come to rest.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

from adapters.android.actions import key, resolve
from adapters.android.key_codes import CODES
from adapters.phone.kernel.performing import SETTLE_MS, perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.shell import Shell
from adapters.phone.state.phone_state import Entry, PhoneState
from adapters.phone.ui.app import App, Screen
from adapters.phone.ui.kinds import shown_text
from adapters.phone.ui.scene import Scene
from runtime.core.actions import Action, Key, Launch
from runtime.core.tasks import Selector, State
from runtime.core.text import normal
from runtime.screen.tree import UiTree, parse

_TREES: Final = 24
"""Trees kept: of the states that one decision is looked at from."""
_SCENES: Final = 8
"""Layouts kept: of the states that are gone back to for one more fork."""


class _Forking(Phone):
    """A phone that still knows what it showed where it comes back to."""

    def __init__(self, apps: Sequence[App], width: int, height: int) -> None:
        self._made: OrderedDict[int, tuple[PhoneState, Screen | None, Scene | None]] = OrderedDict()
        super().__init__(apps, width=width, height=height)

    def _put(self, value: PhoneState) -> None:
        if self._scene is not None:
            self._made[id(self._state)] = self._state, self._screen, self._scene
            self._made.move_to_end(id(self._state))
            if len(self._made) > _SCENES:
                self._made.popitem(last=False)
        super()._put(value)
        known = self._made.get(id(value))
        if known is not None:
            _, self._screen, self._scene = known


class World:
    """One phone that is put from state to state; not thread-safe, like the phone itself.

    `between` is called between two pieces of work, each of some milliseconds.
    """

    def __init__(
        self,
        apps: Sequence[App],
        screen: tuple[int, int] = (1080, 2400),
        between: Callable[[], None] = lambda: None,
    ) -> None:
        self._between = between
        self._phone = _Forking(apps, *screen)
        self._shell = Shell(self._phone, _nothing_to_see, self._phone.files)
        self._labels = {app.label: app.package for app in self._phone.apps}
        self._trees: OrderedDict[int, tuple[PhoneState, UiTree]] = OrderedDict()
        self._normal: dict[str, str] = {}
        self._words: OrderedDict[int, tuple[PhoneState, frozenset[str] | None]] = OrderedDict()

    def begun(self, given: State, seed: int) -> PhoneState:
        """The phone as it is prepared for an attempt.

        Raises:
            TaskFault: the apps have no such state.
        """
        self._phone.reset(given, seed)
        self._shell.reset()
        return self._phone.snapshot()

    def act(self, state: PhoneState, action: Action) -> PhoneState:
        """What is there after one action and a second of rest; the same where the phone cannot do that."""
        self._to(state)
        self._perform(action)
        return self._phone.state

    def carried_out(self, state: PhoneState, action: Action, commands: Sequence[str]) -> PhoneState:
        """What is there right after an action was performed, by its command lines where there are some."""
        self._to(state)
        for line in commands:
            self._shell.run(line)
        if not commands:
            self._perform(action)
        return self._phone.snapshot()

    def elapsed(self, state: PhoneState, ms: int) -> PhoneState:
        """The same phone later."""
        self._to(state)
        self._phone.elapse(ms)
        return self._phone.snapshot()

    def read(self, state: PhoneState) -> State:
        """What the apps hold; not to be changed."""
        self._to(state)
        return self._phone.read()

    def dump(self, state: PhoneState) -> bytes:
        """The accessibility tree as it is recorded."""
        known = self._trees.get(id(state))
        if known is not None:
            return known[1].source
        self._to(state)
        return self._phone.dump()

    def tree(self, state: PhoneState) -> UiTree:
        """The accessibility tree, read once for each state."""
        known = self._trees.get(id(state))
        if known is None:
            known = state, parse(self.dump(state))
            self.keep(*known)
        return known[1]

    def screen(self, state: PhoneState) -> tuple[int, int]:
        """Width and height in pixels, as the screen is turned then."""
        self._to(state)
        return self._phone.size.width, self._phone.size.height

    def label(self, package: str) -> str:
        """What an app is called on the launcher."""
        return next((label for label, text in self._labels.items() if text == package), package)

    def keep(self, state: PhoneState, tree: UiTree) -> None:
        """Take a tree that somebody else has read for the state's."""
        self._trees[id(state)] = state, tree
        if len(self._trees) > _TREES:
            self._trees.popitem(last=False)

    def may_hold(self, state: PhoneState, wanted: Selector) -> bool:
        """Whether the window in front, with all that is scrolled out of it, may have the element. Not read as a tree:
        most pages that are looked at have nothing of what is looked for, and this costs a tenth.
        """
        known = self._words.get(id(state))
        if known is None:
            known = self._words[id(state)] = state, self._told(state)
            if len(self._words) > _TREES:
                self._words.popitem(last=False)
        words = known[1]
        if words is None:
            return True
        named = not wanted.resource_id or normal(f"/{wanted.resource_id.rpartition('/')[2]}") in words
        return named and all(normal(text) in words for text in (wanted.text, wanted.desc, wanted.within) if text)

    def _told(self, state: PhoneState) -> frozenset[str] | None:
        """All texts of the window in front, and its ids with a slash before them; None where they are put together."""
        self._to(state)
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

    def _to(self, state: PhoneState) -> None:
        self._between()
        # A phone that is told to be where it is would forget what it shows.
        if self._phone.state is not state:
            self._phone.restore(state)

    def _perform(self, action: Action) -> None:
        """Do it and let the phone come to rest."""
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


def _nothing_to_see() -> memoryview:
    """A mirror has no pixels: whoever takes a screenshot on it gets an empty one."""
    return memoryview(b"")


def place(state: PhoneState) -> tuple[object, ...]:
    """Where one is: the place in front and what the system has over it."""
    top = state.top
    return top.package, top.route, state.panel


def alike(state: PhoneState, other: PhoneState) -> bool:
    """Whether nobody could tell the two apart but by the clock: the same content, places, scrolls, focus, windows."""
    return (
        content(state, other)
        and state.panel == other.panel
        and state.shared == other.shared
        and state.keyboard.shown == other.keyboard.shown
        and state.asked == other.asked
        and state.awake == other.awake
        and state.locked == other.locked
        and [_entries(task.entries) for task in state.tasks] == [_entries(task.entries) for task in other.tasks]
    )


def content(state: PhoneState, other: PhoneState) -> bool:
    """Whether apps, settings and files hold the same."""
    return (
        state.apps == other.apps
        and state.settings == other.settings
        and (state.files is other.files or state.files == other.files)
    )


def _entries(entries: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    return [(entry.package, entry.route, entry.focus, sorted(entry.scrolls)) for entry in entries]
