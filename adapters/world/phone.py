"""The virtual phone as a pure event engine: one frozen state, and what fingers, keys, commands and time make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from adapters.world import crashes, editing, effects, gestures, keys, stack, system, touch, weather, weather_windows
from adapters.world.app import (
    App,
    Route,
    Screen,
    View,
)
from adapters.world.compose import Shown, Size, activity, compose
from adapters.world.node import Ev, Node
from adapters.world.registry import with_launcher
from adapters.world.scene import Scene
from adapters.world.sky import Late
from adapters.world.stack import HOME
from adapters.world.state import Entry, Keyboard, PhoneState, Task, default_settings
from adapters.world.store import Store, merged
from adapters.world.xml import dump
from runtime.errors import TaskFault
from runtime.tasks import State

TABLES: Final = ("global", "secure", "system")
MINUTE = 60_000


class Phone:
    """Holds one `PhoneState` and what was computed from it. Not thread-safe; does no I/O; has no clock of its own."""

    def __init__(self, apps: Sequence[App], *, width: int = 1080, height: int = 2400, seed: int = 0) -> None:
        self.apps = apps if any(app.package == HOME for app in apps) else with_launcher(apps)
        self.size = Size(width, height)
        self._by_package = {app.package: app for app in self.apps}
        self._by_name = {app.name: app for app in self.apps}
        self._store = Store(tuple(self.apps))
        self._state = self._fresh({}, seed)
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
            if value.sky.spells and (place.package, place.route) != (before.package, before.route):
                value = weather.arrive(value, self._by_package[place.package])
            self._put(value)

    def _put(self, value: PhoneState) -> None:
        self._state = value
        self._screen = self._scene = self._dump = None

    def _fresh(self, given: Mapping[str, Any], seed: int) -> PhoneState:
        tables: dict[str, dict[str, str]] = default_settings()
        states: dict[str, Any] = {}
        given = dict(given)
        sky = weather.forecast(given.pop("weather", ()), self._by_name.keys(), seed)
        for name in given:
            if name not in self._by_name:
                raise TaskFault(f"state for {name!r}: no such app; there are {', '.join(sorted(self._by_name))}")
        for app in self.apps:
            patch = dict(given.get(app.name, {}))
            if app.name == "settings":
                written = {table: patch.pop(table) for table in TABLES if table in patch}
                tables = merged(tables, {t: {k: str(v) for k, v in rows.items()} for t, rows in written.items()})
            states[app.name] = self._store.build(app.name, patch)
        home = self._by_package[HOME]
        first = Task(0, (Entry(HOME, home.home),))
        fresh = PhoneState(seed, states, tables, (first,), sky=sky)
        for app in self.apps:
            for one in app.notices:
                fresh = effects.posted(fresh, app.package, one, -one.ago * MINUTE)
        return replace(fresh, posted=tuple(sorted(fresh.posted, key=lambda one: -one.at_ms)))

    def reset(self, state: State, seed: int) -> None:
        """Everything as freshly installed, with `state` merged into the apps' first states; the launcher in front.

        Raises:
            TaskFault: the state names an app or a field that does not exist, or a value that does not fit.
        """
        self._put(self._fresh(state, seed))

    def read(self) -> State:
        """The apps' states as JSON; `settings` holds the device's tables too, `system` what befell it if anything.

        Not to be changed by the caller.
        """
        self.screen()  # what crashes there has happened
        told: State = {}
        for app in self.apps:
            if app.package == HOME:
                continue
            told[app.name] = self._store.read(app.name, self._state.apps[app.name])
            if app.name == "settings":
                told[app.name] = {**told[app.name], **{t: dict(rows) for t, rows in self._state.settings.items()}}
        if self._state.happened:
            told["system"] = {"happened": [{"what": what, "detail": detail} for what, detail in self._state.happened]}
        return told

    def snapshot(self) -> PhoneState:
        self.screen()
        return self._state

    def restore(self, state: PhoneState) -> None:
        self._put(state)

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

    def elapse(self, ms: int) -> None:
        """Let the virtual clock run on by whole milliseconds; timers that fall due are fired."""
        before = self._state
        after = replace(before, now_ms=before.now_ms + max(0, ms))
        if after.toast is not None and after.now_ms >= after.toast.until:
            self.state = replace(after, toast=None)
        elif after.now_ms // MINUTE != before.now_ms // MINUTE or weather.turns(before, after.now_ms):
            self.state = after
        else:
            self._state = after  # nothing that is drawn tells milliseconds
        late = after.sky.late
        if late is not None and after.now_ms >= late.due:
            self._deliver(late)

    # What is shown.

    @property
    def foreground(self) -> tuple[str, str]:
        """Package and activity class name of the place in front."""
        entry = self._state.top
        return entry.package, activity(self._by_package[entry.package], entry.route.name)

    def component(self, package: str) -> str:
        """`package/.Activity` of an app's first place; KeyError if it is not installed."""
        app = self._by_package[package]
        return f"{package}/{activity(app, app.home.name)}"

    @property
    def focused(self) -> str | None:
        """Resource id of the field that has the input focus."""
        field = self._focused_field()
        return None if field is None else field.id

    @property
    def tasks(self) -> tuple[str, ...]:
        """Packages of the open tasks, front first, the launcher among them."""
        return tuple(task.package for task in reversed(self._state.tasks))

    def _view(self) -> View:
        state = self._state
        now = state.now.replace(second=0, microsecond=0)
        return View(now, state.settings, state.seed, (self.size.width, self.size.height))

    def _front(self) -> App:
        return self._by_package[self._state.top.package]

    def screen(self) -> Screen:
        """What the place in front shows; made once for each state."""
        while self._screen is None:  # an app that raises leaves the front to another
            app, state = self._front(), self._state
            seen = weather.app_state(state, app)
            made = crashes.watched(self, app, partial(app.screen, seen, state.top.route, self._view()))
            self._screen = None if made is None else weather_windows.covered(state, app, made)
        return self._screen

    def scene(self) -> Scene:
        """All windows; made once for each state."""
        if self._scene is None:
            screen = self.screen()
            state = self._state
            tasks = [task for task in state.tasks if task.package != HOME]
            recents = system.recents(tasks, self._by_package.get) if state.panel == "recents" else None
            shown = Shown(self._front(), state.top, screen)
            offered = (self._by_package[state.shared],) if state.panel == "crash" else self.receivers
            self._scene = compose(state, shown, self.size, recents, offered, self._by_package.get)
        return self._scene

    def dump(self) -> bytes:
        """The accessibility tree of the active window as uiautomator writes it; made once for each state."""
        if self._dump is None:
            self._dump = dump(self.scene())
        return self._dump

    @property
    def receivers(self) -> tuple[App, ...]:
        """The apps that take shared text."""
        return tuple(app for app in self.apps if app.share is not None)

    def app(self, package: str) -> App | None:
        """An app by its package; None if it is not installed."""
        return self._by_package.get(package)

    # Apps.

    def start(self, package: str, route: Route | None = None) -> bool:
        """Bring an app's task to the front, made if there is none, and open `route` on it. False: not installed."""
        app = self._by_package.get(package)
        if app is None:
            return False
        if package == HOME:
            self.state = stack.home(self._state)
        else:
            self.state = stack.start(self._state, package, route or app.home, new=route is not None)
        return True

    def stop(self, package: str) -> None:
        """End an app: its places leave all stacks, its state stays."""
        if package in self._by_package:
            self.state = stack.drop(self._state, package)

    def clear(self, package: str) -> bool:
        """End an app and forget its state. False: not installed."""
        app = self._by_package.get(package)
        if app is None:
            return False
        left = stack.drop(self._state, package)
        self.state = replace(left, apps={**left.apps, app.name: self._store.first(app.name)})
        return True

    def dispatch(self, event: Ev) -> None:
        """Hand an event to the app in front, or to the system if its name starts with `@`."""
        if event.name.startswith("@"):
            effects.on_system(self, event)
            return
        app = self._front()
        before = self._state.apps[app.name]
        done = crashes.watched(self, app, partial(app.update, before, event, self._view()))
        if done is None:
            return
        after, asked = done
        if after is not before:
            self.state = replace(self._state, apps={**self._state.apps, app.name: after})
        for effect in asked:
            effects.carry_out(self, effect, app)
        self._refocus()

    # Fingers.

    def touch_tap(self, x: int, y: int) -> None:
        """One touch on whatever lies on top there."""
        touch.tap(self, x, y, "tap")

    def touch_double_tap(self, x: int, y: int) -> None:
        touch.tap(self, x, y, "tap")
        touch.tap(self, x, y, "tap")

    def touch_long(self, x: int, y: int, ms: int) -> None:
        """A touch that is held; where nobody listens for that, it is a tap when the finger lifts."""
        touch.tap(self, x, y, "long" if ms >= gestures.LONG_PRESS_MS else "tap")

    def touch_swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None:
        """A straight stroke: system gesture, slider, scroll and fling; or a tap or a long press if it goes nowhere."""
        touch.swipe(self, (x1, y1), (x2, y2), ms)

    def drag(self, x1: int, y1: int, x2: int, y2: int, ms: int) -> None:
        """A stroke that begins with a long press: it moves sliders, elsewhere it only holds where it began."""
        touch.drag(self, (x1, y1), (x2, y2), ms)

    def dismiss(self) -> None:
        """Close the panel or the dialog in front."""
        if self._state.panel:
            self.state = replace(self._state, panel="", shared="")
            return
        overlay = self.screen().overlay
        if overlay is not None and overlay.dismiss is not None:
            self.dispatch(overlay.dismiss)
        else:
            self.state = stack.pop(self._state)

    # Keys and text.

    def key(self, code: int, long: bool = False) -> None:
        """Press a key by its Android code; codes without a meaning here do nothing."""
        keys.press(self, code, long=long)

    def back(self) -> None:
        """BACK: first the panel goes, then the keyboard, then the dialog, then the place."""
        state = self._state
        if state.panel:
            self.dismiss()
        elif state.keyboard.shown:
            self.state = replace(state, keyboard=Keyboard())
        elif self.screen().overlay is not None:
            self.dismiss()
        else:
            self.state = stack.pop(state)

    def home(self) -> None:
        self.state = stack.home(self._state)

    def fields(self) -> list[tuple[str, Node]]:
        """The fields of the place in front (of its dialog alone while there is one) by focus key."""
        return editing.fields(self.screen())

    def _focused_field(self) -> Node | None:
        focus = self._state.top.focus
        if not focus or self._state.panel in ("shade", "recents"):
            return None
        return next((node for key, node in self.fields() if key == focus), None)

    def focus(self, key: str, *, shown: bool = True) -> None:
        state = self._state
        if state.top.focus != key:
            state = state.with_top(replace(state.top, focus=key))
        if state.keyboard.shown != shown:
            state = replace(state, keyboard=Keyboard(shown=shown))
        self.state = state

    def _refocus(self) -> None:
        """A field that is no longer there cannot keep the focus or the keyboard."""
        if (self._state.top.focus or self._state.keyboard.shown) and self._focused_field() is None:
            self.focus("", shown=False)

    def _edit(self, text: str) -> bool:
        field = self._focused_field()
        if field is None or not field.enabled:
            return False
        event = field.event("change")
        if event is not None and text != field.text:
            self.dispatch(event.plus(text=text))
        return True

    def type_text(self, text: str) -> bool:
        """Append to the focused field, now or when a slow keyboard is done; False if nothing has the focus."""
        field = self._focused_field()
        if field is None:
            return False
        slow = weather.typed(self._state, self._front(), text)
        if slow is None:
            return self._edit(field.text + text)
        self._state = slow
        return True

    def _deliver(self, late: Late) -> None:
        """Text that was under way is there; without the field that it was meant for it is lost."""
        self.state = replace(self._state, sky=replace(self._state.sky, late=None))
        field = self._focused_field()
        if field is not None and self._state.top.focus == late.field:
            self._edit(field.text + late.text)

    def arrives(self) -> bool:
        """Whether the tap that is under way reaches the app."""
        self._state, arrives = weather.tapped(self._state, self._front())
        return arrives

    @property
    def busy(self) -> bool:
        """Whether the screen is never at rest now."""
        return weather.current(self._state, "busy", self._front()) is not None

    def clear_text(self) -> bool:
        """Empty the focused field; False if nothing has the focus."""
        return self._edit("")

    def delete(self) -> bool:
        """Take the last character off the focused field; False if nothing has the focus."""
        field = self._focused_field()
        return False if field is None else self._edit(field.text[:-1])

    def editor_action(self) -> bool:
        """The keyboard's action key: a field's `submit`, a new line in a field of several, else the keyboard goes."""
        field = self._focused_field()
        if field is None:
            return False
        event = field.event("submit")
        if event is not None:
            self.dispatch(event.plus(text=field.text))
        elif field.look.lines > 1:
            return self._edit(field.text + "\n")
        else:
            self.state = replace(self._state, keyboard=Keyboard())
        return True
