"""The virtual phone as a pure event engine: one frozen state, changed by touches, keys, commands and time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial, wraps
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from adapters.phone.accessibility.ui_dump import dump
from adapters.phone.disturbances import appearance, lifecycle
from adapters.phone.files.filesystem import Files
from adapters.phone.files.filesystem_tree import STORAGE
from adapters.phone.kernel import crashes, editing, effects, keys, system_events, timers, touch
from adapters.phone.kernel.app_view import view_of
from adapters.phone.kernel.timers import AppTimers
from adapters.phone.state import back_stacks, permissions
from adapters.phone.state.app_states import StateReader
from adapters.phone.state.factory_state import START_S, FactoryState
from adapters.phone.state.phone_state import Entry, Keyboard, PhoneState
from adapters.phone.state.state_json import judged_objects, state_as_json
from adapters.phone.state.tainted_paths import Cause, update_taints
from adapters.phone.system_ui import elements, recents, windows
from adapters.phone.system_ui.composition import FrontScreen, activity, compose
from adapters.phone.system_ui.windows import Size
from adapters.phone.ui import gestures
from adapters.phone.ui.app import App, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev
from adapters.phone.ui.package_names import HOME
from adapters.phone.ui.scene import Scene

if TYPE_CHECKING:  # a process of phones needs nothing else of tasks
    from runtime.core.tasks import State

_FILE_TRANSFER: Final = "file transfer"
_LONGEST_COMMAND: Final = 120
_P = ParamSpec("_P")
_R = TypeVar("_R")


def _causes(cause: Cause) -> Callable[[Callable[Concatenate[Phone, _P], _R]], Callable[Concatenate[Phone, _P], _R]]:
    """Return a decorator for methods whose changes have this cause, unless one that calls them has another."""

    def decorate(method: Callable[Concatenate[Phone, _P], _R]) -> Callable[Concatenate[Phone, _P], _R]:
        @wraps(method)
        def call(self: Phone, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
            if self._cause != "shell":
                return method(self, *args, **kwargs)
            self._cause = cause
            try:
                return method(self, *args, **kwargs)
            finally:
                self._cause = "shell"

        return call

    return decorate


class Phone:
    """Holds one `PhoneState` and values computed from it. Not thread-safe; does no I/O; has no real-time clock.

    Touches, keys, typed text and started apps are input of the user, timers belong to the clock; whatever else changes
    the state from outside was done by a shell command, and the state remembers its paths (`PhoneState.tainted`).
    """

    def __init__(
        self,
        apps: Sequence[App],
        *,
        width: int = 1080,
        height: int = 2400,
        seed: int = 0,
        factory: FactoryState | None = None,
    ) -> None:
        """Create a phone as after factory reset, `width` by `height` pixels upright; `apps` are all installed apps.

        Phones with the same apps can share the `factory` of one of them, which saves memory and time.

        Raises:
            ValueError: none of the apps is the home screen (package `HOME`).
        """
        if all(app.package != HOME for app in apps):
            raise ValueError(f"a phone needs a home screen: none of its apps has the package {HOME}")
        self.factory = factory or FactoryState(apps)
        self.apps = self.factory.apps
        self.physical = Size(width, height)
        self._by_package = {app.package: app for app in self.apps}
        self._reader = StateReader(self.factory.app_states)
        self._wakes = AppTimers(self.apps)
        self._cause: Cause = "shell"
        self._command = ""
        self._state = self.factory.with_task_state({}, seed)
        self.files = Files(
            lambda: START_S + self._state.now_ms // 1000, self.factory.preinstalled_files, self._files_changed
        )
        self._screen: Screen | None = None
        self._scene: Scene | None = None
        self._dump: bytes | None = None

    # State.

    @property
    def state(self) -> PhoneState:
        return self._state

    @state.setter
    def state(self, value: PhoneState) -> None:
        if value is not self._state:
            place, before = value.top, self._state.top
            if value.disturbances.declared and (place.package, place.route) != (before.package, before.route):
                value = lifecycle.place_opened(value, self._by_package[place.package])
            self._put(self._trace(value))

    def _put(self, value: PhoneState) -> None:
        self._state = value
        self._screen = self._scene = self._dump = None
        self.files.restore(value.files)

    def _trace(self, after: PhoneState, paths: Collection[str] = ()) -> PhoneState:
        """Return the next state with its tainted paths updated; `paths` are the files that it changes."""
        before = self._state
        if after.apps is before.apps and after.settings is before.settings and not paths:
            return after
        if self._cause != "shell" and not after.tainted:
            return after
        old, new = (judged_objects(state, self.apps, paths) for state in (before, after))
        tainted = update_taints(after.tainted, old, new, self._cause, self._command or _FILE_TRANSFER)
        return replace(after, tainted=tainted)

    @_causes("input")
    def carry_out(self, work: Callable[[], None]) -> None:
        """Do some work on the phone as input of the user."""
        work()

    @contextmanager
    def running(self, command: str) -> Iterator[None]:
        """Name the command line that runs within the block, for people who read what it changed."""
        outer, self._command = self._command, self._command or command.strip()[:_LONGEST_COMMAND]
        try:
            yield
        finally:
            self._command = outer

    def _files_changed(self, paths: Iterable[str]) -> None:
        """Put the changed files into the state and refresh apps that show them."""
        tree = self.files.snapshot()
        if tree is self._state.files:
            return
        shared = [path for path in paths if path.startswith(f"{STORAGE}/")]
        self._state = self._trace(replace(self._state, files=tree), shared)
        if self.front().storage:
            self._screen = self._scene = self._dump = None

    def reset(self, state: State, seed: int) -> None:
        """Restore a fresh installation, merge `state` into the apps' initial states, and open the launcher.

        Raises:
            TaskFault: the state has an unknown app or field, or an invalid value.
        """
        self._put(self.factory.with_task_state(state, seed))

    def read(self) -> State:
        """Return the apps' states as JSON (see `reading.state_as_json`); callers must not change it."""
        self.screen()  # computing the screen may crash an app, which adds an incident
        return state_as_json(self._state, self.apps, self._reader)

    def snapshot(self) -> PhoneState:
        self.screen()
        return self._state

    def restore(self, state: PhoneState) -> None:
        self._put(state)

    def restore_from(self, other: Phone) -> None:
        """Make this phone equal to another one with the same apps and size; what that one has drawn is not redone."""
        self._put(other.snapshot())
        self._screen, self._scene, self._dump = other._screen, other._scene, other._dump

    @property
    def now(self) -> datetime:
        return self._state.now

    @property
    def settings(self) -> Mapping[str, Mapping[str, str]]:
        return self._state.settings

    def put_setting(self, namespace: str, key: str, value: str | None) -> None:
        """Write a device setting; None deletes it."""
        if self._state.settings.get(namespace, {}).get(key) != value:
            self.state = self._state.put(namespace, key, value)

    @_causes("clock")
    def elapse(self, ms: int) -> None:
        """Advance the virtual clock by whole milliseconds; timers due in between fire at their own time."""
        timers.elapse(self, self._wakes, ms)

    @_causes("clock")
    def next_change(self) -> int:
        """Return when the phone next changes by itself if nobody touches it, in virtual ms."""
        return timers.next_change(self, self._wakes)

    def replace_silently(self, after: PhoneState) -> None:
        """Replace the state by one that looks the same, without recomputing the screen."""
        self._state = after

    # Screen.

    @property
    def foreground(self) -> tuple[str, str]:
        """Return package and activity class name of the place in front."""
        entry = self._state.top
        return entry.package, activity(self._by_package[entry.package], entry.route.name)

    def component(self, package: str) -> str:
        """Return `package/.Activity` of an app's first place; KeyError if it is not installed."""
        app = self._by_package[package]
        return f"{package}/{activity(app, app.home.name)}"

    @property
    def focused(self) -> str | None:
        """Return the resource id of the field with the input focus."""
        field = editing.focused(self)
        return None if field is None else field.id

    @property
    def tasks(self) -> tuple[str, ...]:
        """Return the packages of the open tasks, front first, including the launcher."""
        return tuple(task.package for task in reversed(self._state.tasks))

    def _view(self, app: App, *, exact: bool = False) -> View:
        return view_of(self._state, app, self.apps, self.size, exact=exact)

    @property
    def rotation(self) -> int:
        """Return the quarter turns of the screen, 0 to 3."""
        return windows.rotation(self._state, self.front())

    @property
    def size(self) -> Size:
        """Return the screen size in pixels in its current rotation; `physical` is the upright size."""
        upright = self.physical
        return Size(upright.height, upright.width) if self.rotation % 2 else upright

    def front(self) -> App:
        """Return the app in front."""
        return self._by_package[self._state.top.package]

    def screen(self) -> Screen:
        """Return the screen of the place in front; cached per state."""
        while self._screen is None:  # an app that crashes leaves another in front
            app, state = self.front(), self._state
            seen = lifecycle.visible_app_state(state, app)
            made = crashes.run_app_code(self, app, partial(app.screen, seen, state.top.route, self._view(app)))
            self._screen = None if made is None else appearance.apply_to_screen(state, app, made)
        return self._screen

    def scene(self) -> Scene:
        """Return all windows; cached per state."""
        if self._scene is None:
            screen = self.screen()
            page, state = self._page_below(screen), self._state
            if self._screen is None:  # an app below has crashed
                return self.scene()
            tasks = [task for task in state.tasks if task.package != HOME]
            open_tasks = (
                recents.recents(tasks, self._by_package.get, elements.is_dark(state))
                if state.panel == "recents"
                else None
            )
            shown = FrontScreen(self.front(), state.top, screen, page)
            offered = (self._by_package[state.shared],) if state.panel == "crash" else self.receivers
            self._scene = compose(state, shown, self.size, open_tasks, offered, self._by_package.get)
        return self._scene

    def _page_below(self, screen: Screen) -> Entry:
        """Return the place whose page is visible: below a dialog that is a place of its own, the one it covers."""
        entries = self._state.front.entries
        at, app = len(entries) - 1, self.front()
        while screen.overlay is not None and at and entries[at - 1].package == app.package:
            at -= 1
            if app.is_window_over(entries[at + 1].route, entries[at].route):
                break  # known without drawing the page
            seen = lifecycle.visible_app_state(self._state, app)
            found = crashes.run_app_code(self, app, partial(app.screen, seen, entries[at].route, self._view(app)))
            if found is None:
                break
            screen = found
        return entries[at]

    def dump(self) -> bytes:
        """Return the accessibility tree of the active window as uiautomator writes it; cached per state."""
        if self._dump is None:
            self._dump = dump(self.scene())
        return self._dump

    @property
    def receivers(self) -> tuple[App, ...]:
        """Return the apps that accept shared text."""
        return tuple(app for app in self.apps if app.share is not None)

    def app(self, package: str) -> App | None:
        """Return an app by its package; None if it is not installed."""
        return self._by_package.get(package)

    # Apps.

    @_causes("input")
    def start(self, package: str, route: Route | None = None) -> bool:
        """Bring an app's task to the front, creating it if needed, and open `route`. False if not installed."""
        app = self._by_package.get(package)
        if app is None:
            return False
        if package == HOME:
            self.state = back_stacks.home(self._state)
        else:
            self.state = back_stacks.start(self._state, package, route or app.home, new=route is not None)
        return True

    def stop(self, package: str) -> None:
        """Stop an app: its places leave all stacks, its state stays."""
        if package in self._by_package:
            self.state = permissions.stopped(back_stacks.drop(self._state, package), package)

    def clear(self, package: str) -> bool:
        """Stop an app and reset its state. False if not installed."""
        app = self._by_package.get(package)
        if app is None:
            return False
        left = back_stacks.drop(self._state, package)
        self.state = replace(left, apps={**left.apps, app.name: self.factory.app_states.first[app.name]})
        return True

    @_causes("input")
    def dispatch(self, event: Ev) -> None:
        """Send an event to the app in front, or to the system if its name starts with `@`."""
        if event.name.startswith("@"):
            system_events.handle_system_event(self, event)
            return
        self.dispatch_to(self.front(), event)

    def dispatch_to(self, app: App, event: Ev) -> None:
        """Send an event to an app wherever it is; in the background it may request only a few effects."""
        before = self._state.apps[app.name]
        done = crashes.run_app_code(self, app, partial(app.update, before, event, self._view(app, exact=True)))
        if done is None:
            return
        after, asked = done
        if after is not before:
            self.state = replace(self._state, apps={**self._state.apps, app.name: after})
        carry_out = effects.carry_out if app is self.front() else effects.carry_out_in_background
        for effect in asked:
            carry_out(self, effect, app)
        self._refocus()

    # Touch.

    @_causes("input")
    def touch_tap(self, x: int, y: int) -> None:
        """Tap the topmost window at a point."""
        touch.tap(self, x, y, "tap")

    @_causes("input")
    def touch_double_tap(self, x: int, y: int) -> None:
        touch.tap(self, x, y, "tap")
        touch.tap(self, x, y, "tap")

    @_causes("input")
    def touch_long(self, x: int, y: int, ms: int) -> None:
        """Hold a touch; if nothing there handles a long press, it becomes a tap when the finger lifts."""
        touch.tap(self, x, y, "long" if ms >= gestures.LONG_PRESS_MS else "tap")

    @_causes("input")
    def touch_swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None:
        """Swipe in a straight line: system gesture, slider, scroll, fling; a tap or long press if it does not move."""
        touch.swipe(self, (x1, y1), (x2, y2), ms)

    @_causes("input")
    def drag(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None:
        """Drag after a long press: moves sliders; elsewhere it is only a long press at the start."""
        touch.drag(self, (x1, y1), (x2, y2), ms)

    def dismiss(self) -> None:
        """Close the panel or the dialog in front."""
        if self._state.panel == "permission":
            system_events.answer_permission(self, "cancel")
            return
        if self._state.panel:
            self.state = replace(self._state, panel="", shared="")
            return
        overlay = self.screen().overlay
        if overlay is not None and overlay.dismiss is not None:
            self.dispatch(overlay.dismiss)
        else:
            self.state = back_stacks.pop(self._state)

    # Keys and text.

    @_causes("input")
    def key(self, code: int, long: bool = False, *, ctrl: bool = False, shift: bool = False) -> None:
        """Press a key by its Android code with modifiers; unknown codes do nothing."""
        keys.press(self, code, long=long, ctrl=ctrl, shift=shift)

    def back(self) -> None:
        """Press BACK: closes the panel, else the keyboard, else the dialog, else the place."""
        state = self._state
        if state.panel:
            self.dismiss()
        elif state.toolbar:
            caret = state.top.caret[1] if state.top.caret is not None else len(editing.text(self))
            editing.select(self, caret, caret)
        elif state.keyboard.shown:
            self.state = replace(state, keyboard=Keyboard())
        elif self.screen().overlay is not None:
            self.dismiss()
        else:
            self.state = back_stacks.pop(state)

    def home(self) -> None:
        """Show the home screen; if it is already shown, go to its first page."""
        if self._state.top.package == HOME and not self._state.panel:
            self.dispatch(ev("first"))
        self.state = back_stacks.home(self._state)

    @_causes("input")
    def unlock(self) -> None:
        """Remove the lock screen, as a swipe up or `wm dismiss-keyguard` does."""
        self.state = replace(self._state, locked=False) if self._state.locked else self._state

    def fields(self) -> list[tuple[str, Node]]:
        """Return the fields of the place in front by focus key; only those of its dialog while one is open."""
        return editing.fields(self.screen())

    def focus(self, key: str, *, shown: bool = True) -> None:
        state = self._state
        if state.top.focus != key:
            state = replace(state.with_top(replace(state.top, focus=key, caret=None)), toolbar=False)
        if state.keyboard.shown != shown:
            state = replace(state, keyboard=Keyboard(shown=shown))
        self.state = state

    def _refocus(self) -> None:
        """Clear focus and keyboard if the focused field no longer exists."""
        if (self._state.top.focus or self._state.keyboard.shown) and editing.focused(self) is None:
            self.focus("", shown=False)

    @_causes("input")
    def type_text(self, text: str) -> bool:
        """Type text in place of the selection or at the caret, later if the keyboard is slow; False without focus."""
        return editing.type_text(self, text)

    def tap_arrives(self) -> bool:
        """Return whether the current tap reaches the app."""
        self._state, tap_arrives = lifecycle.register_tap(self._state, self.front())
        return tap_arrives

    @property
    def busy(self) -> bool:
        """Return whether the screen currently never settles."""
        return lifecycle.active_disturbance(self._state, "busy", self.front()) is not None

    @_causes("input")
    def clear_text(self) -> bool:
        """Empty the focused field; False if nothing has the focus."""
        return editing.put(self, "", 0)

    @_causes("input")
    def delete(self) -> bool:
        """Delete the selection or the character before the caret; False if nothing has the focus."""
        return editing.delete(self)

    @_causes("input")
    def editor_action(self) -> bool:
        """Press the keyboard's action key: submit the field, insert a line, or hide the keyboard."""
        return editing.submit(self)
