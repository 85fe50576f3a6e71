"""Collects an app's screens and handlers, and makes the `App` of them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, Generic, Literal, TypeVar

from adapters.phone.framework.actions import SEVERAL, Handled, Outcome, apply_action
from adapters.phone.framework.source_checks import KnownNames, SourceError, find_problems
from adapters.phone.framework.state_paths import value_at
from adapters.phone.style.fonts import icon_names
from adapters.phone.ui.app import App, Back, Effect, Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])

_GIVEN: Final = ("state", "view")

Shows = Callable[[S, View, Mapping[str, Any]], Screen]
Window = Node | Overlay


class AppBuilder(Generic[S]):
    """Makes an app of screens and handlers that are declared where they stand.

    A screen gets `state`, `view`, `here` (the route that it is shown at) and the route's arguments, a handler `state`,
    `view` and the arguments of its event: each by its name, and only if it has a parameter for it. The parameter `id_`
    stands for the argument `id`, and likewise for other names that Python has taken; `**changes` gets all that no
    parameter names. Routes that nobody declared show the home.

    Args:
        initial: returns the state after a reset.
        activity: the activity of all screens that name none; without it, each has its own, `.OrderActivity` for
            `order`. The home's is the app's first.
        app: the further fields of `App`.
    """

    def __init__(self, initial: Callable[[], S], *, activity: str = "", **app: Any) -> None:
        self._initial = initial
        self._activity = activity
        self._app = app
        self._screens: dict[str, Shows[S]] = {}
        self._handlers: dict[str, Callable[[S, View, Mapping[str, Any]], Handled]] = {}
        self._activities: dict[str, str] = {}
        self._below: dict[str, tuple[str, str]] = {}
        """The routes that windows lie over, with the places in the source that say so."""
        self._distractors: dict[str, str] = {}
        self._modules: dict[str, None] = {}
        """The modules of screens and handlers, in which names are checked."""

    def screen(self, *routes: str, activity: str = "", distractor: str = "") -> Callable[[F], F]:
        """Declare the screen of a route, or of several.

        Args:
            routes: their names.
            activity: the Android activity that shows it.
            distractor: why a screen that no task needs is there: what it is confused with, or leads away from.
        """

        def declare(function: F) -> F:
            self._add_screen(function, _by_name(function), routes, activity, distractor)
            return function

        return declare

    def dialog(self, *routes: str, over: str, title: str = "", distractor: str = "") -> Callable[[F], F]:
        """Declare a dialog over the screen of another route, which gets the same arguments.

        The function returns the dialog's node or an `Overlay`, or a tuple of that and a title. Without a title the
        screen below keeps its own. Where a window opens over several screens, the argument `under` of its route names
        another one than `over`.
        """
        return self._window("dialog", routes, over, title, distractor)

    def sheet(self, *routes: str, over: str, title: str = "", distractor: str = "") -> Callable[[F], F]:
        """Declare a bottom sheet over the screen of another route; see `dialog`."""
        return self._window("sheet", routes, over, title, distractor)

    def menu(self, *routes: str, over: str, title: str = "", distractor: str = "") -> Callable[[F], F]:
        """Declare a drop-down menu over the screen of another route; see `dialog`."""
        return self._window("menu", routes, over, title, distractor)

    def drawer(self, *routes: str, over: str, title: str = "", distractor: str = "") -> Callable[[F], F]:
        """Declare a drawer at the left edge over the screen of another route; see `dialog`."""
        return self._window("drawer", routes, over, title, distractor)

    def _window(
        self,
        kind: Literal["dialog", "sheet", "menu", "drawer"],
        routes: tuple[str, ...],
        over: str,
        title: str,
        distractor: str,
    ) -> Callable[[F], F]:
        def declare(function: F) -> F:
            window = _by_name(function)

            def show(state: S, view: View, args: Mapping[str, Any]) -> Screen:
                draw = self._screens.get(args.get("under", ""), self._screens[over])
                below = draw(state, view, args)
                made: Window | tuple[Window, str] = window(state, view, args)
                shown, named = made if isinstance(made, tuple) else (made, title)
                overlay = Overlay(kind, shown) if isinstance(shown, Node) else shown
                return replace(below, overlay=overlay, title=named or below.title)

            self._add_screen(function, show, routes, "", distractor)
            for name in routes:
                self._below[name] = (over, _place(function))
            return function

        return declare

    def _add_screen(
        self, function: Callable[..., Any], show: Shows[S], routes: tuple[str, ...], activity: str, distractor: str
    ) -> None:
        for name in routes:
            if name in self._screens:
                raise SourceError(f"{_place(function)}: the route {name!r} has two screens")
            self._screens[name] = show
            self._activities[name] = activity
            if distractor:
                self._distractors[name] = distractor
        self._modules[function.__module__] = None

    def on(self, *events: str) -> Callable[[F], F]:
        """Declare the handler of an event, or of several."""

        def declare(function: F) -> F:
            for name in events:
                if name in self._handlers:
                    raise SourceError(f"{_place(function)}: the event {name!r} has two handlers")
                self._handlers[name] = _by_name(function)
            self._modules[function.__module__] = None
            return function

        return declare

    def build(self) -> App:
        """Return the app.

        Raises:
            SourceError: its source names a route, an event, an icon or a path of the state that does not exist; with
                file and line.
        """
        known = KnownNames(frozenset(self._screens), frozenset(self._handlers), icon_names(), self._initial())
        problems = [problem for name in self._modules for problem in find_problems(*_source(name), known)]
        problems += [
            f"{place}: no screen has the route {over!r}"
            for over, place in self._below.values()
            if over not in self._screens
        ]
        if not self._app.get("device_state"):  # what is read together with it is not in this state
            problems += _wrong_scratch(self._app.get("scratch", ()), known.state)
        if problems:
            raise SourceError("\n".join(problems))
        home = self._app["home"].name
        activities = {name: self._activity_of(name) for name in sorted(self._activities, key=lambda name: name != home)}
        return App(
            initial=self._initial, screen=self._show, update=self._update, activities=activities,
            windows={name: over for name, (over, _) in self._below.items()}, distractors=self._distractors,
            **self._app,
        )  # fmt: skip

    def _activity_of(self, name: str) -> str:
        if self._activities[name]:
            return self._activities[name]
        if name in self._below:
            return self._activity_of(self._below[name][0])
        return self._activity or f".{name.title().replace('_', '')}Activity"

    def _show(self, state: S, place: Route, view: View) -> Screen:
        show = self._screens.get(place.name) or self._screens[self._app["home"].name]
        return show(state, view, {"here": place, **dict(place.args)})

    def _update(self, state: S, event: Ev, view: View) -> Outcome[S]:
        if event.name == SEVERAL:
            effects: tuple[Effect, ...] = ()
            added = {name: value for name, value in event.args if name != "actions"}
            for action in event.get("actions"):
                state, more = self._update(state, Ev(action.name, tuple({**added, **dict(action.args)}.items())), view)
                effects += more
            return state, effects
        handler = self._handlers.get(event.name)
        if handler is not None:
            return _outcome(state, handler(state, view, dict(event.args)))
        found = apply_action(state, event)
        if found is not None:
            return found
        return state, (Back(),) if event.name == "up" else ()


def _outcome(state: S, handled: Handled) -> Outcome[S]:
    parts = handled if type(handled) is tuple else (handled,)
    effects: list[Effect] = []
    for part in parts:
        if isinstance(part, Effect):
            effects.append(part)
        elif isinstance(part, type(state)):
            state = part
        elif part is not None:
            raise TypeError(f"a handler returned {part!r}, which is neither a state nor an effect")
    return state, tuple(effects)


def _by_name(function: Callable[..., Any]) -> Callable[[Any, View, Mapping[str, Any]], Any]:
    """Return a function that calls another one with those of its parameters that it is given."""
    parameters = inspect.signature(function).parameters
    names = {name.removesuffix("_"): name for name in parameters if name not in _GIVEN}
    state, view = ("state" in parameters), ("view" in parameters)
    takes_all = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values())

    def call(given_state: Any, given_view: View, args: Mapping[str, Any]) -> Any:
        chosen = {names.get(name, name): value for name, value in args.items() if takes_all or name in names}
        if state:
            chosen["state"] = given_state
        if view:
            chosen["view"] = given_view
        return function(**chosen)

    return call


def _wrong_scratch(paths: Iterable[str], state: Any) -> Iterator[str]:
    """Yield a line for each path of scratch state whose part before the first `*` leads nowhere."""
    for path in paths:
        try:
            value_at(state, path.partition("/*")[0].replace("/", "."))
        except LookupError as error:
            yield f"scratch={path!r}: no value of the state: {error}"


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def _source(module: str) -> tuple[str, str]:
    """Return the file and the text of a module."""
    found = sys.modules[module]
    return found.__file__ or module, inspect.getsource(found)
