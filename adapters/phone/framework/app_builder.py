"""Collects an app's screens and handlers, and makes the `App` of them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from adapters.phone.framework.actions import SEVERAL, Handled, Outcome, apply_action
from adapters.phone.framework.source_checks import KnownNames, SourceError, find_problems
from adapters.phone.ui.app import App, Back, Effect, Route, Screen, View
from adapters.phone.ui.node import Ev

S = TypeVar("S")
F = TypeVar("F", bound=Callable[..., Any])

_GIVEN: Final = ("state", "view")


class AppBuilder(Generic[S]):
    """Makes an app of screens and handlers that are declared where they stand.

    A screen gets `state`, `view`, `here` (the route that it is shown at) and the route's arguments, a handler `state`,
    `view` and the arguments of its event: each by its name, and only if it has a parameter for it. Routes that nobody
    declared show the home.

    Args:
        initial: returns the state after a reset.
        app: the further fields of `App`; activities are named after their routes, `.OrderActivity` for `order`; the
            home's is the app's first.
    """

    def __init__(self, initial: Callable[[], S], **app: Any) -> None:
        self._initial = initial
        self._app = app
        self._screens: dict[str, Callable[[S, View, Mapping[str, Any]], Screen]] = {}
        self._handlers: dict[str, Callable[[S, View, Mapping[str, Any]], Handled]] = {}
        self._activities: dict[str, str] = {}
        self._modules: dict[str, None] = {}
        """The modules of screens and handlers, in which names are checked."""

    def screen(self, *routes: str, activity: str = "") -> Callable[[F], F]:
        """Declare the screen of a route, or of several."""

        def declare(function: F) -> F:
            for name in routes:
                if name in self._screens:
                    raise SourceError(f"{_place(function)}: the route {name!r} has two screens")
                self._screens[name] = _by_name(function)
                self._activities[name] = activity or f".{name.title().replace('_', '')}Activity"
            self._modules[function.__module__] = None
            return function

        return declare

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
            SourceError: its source names a route, an event or a path of the state that does not exist; with file and
                line.
        """
        known = KnownNames(frozenset(self._screens), frozenset(self._handlers), self._initial())
        problems = [problem for name in self._modules for problem in find_problems(*_source(name), known)]
        if problems:
            raise SourceError("\n".join(problems))
        home = self._app["home"].name
        activities = {name: self._activities[name] for name in sorted(self._activities, key=lambda name: name != home)}
        return App(initial=self._initial, screen=self._show, update=self._update, activities=activities, **self._app)

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
        elif part is not None:
            state = part
    return state, tuple(effects)


def _by_name(function: Callable[..., Any]) -> Callable[[Any, View, Mapping[str, Any]], Any]:
    """Return a function that calls another one with those of its parameters that it is given."""
    parameters = inspect.signature(function).parameters
    names = frozenset(parameters) - {*_GIVEN}
    state, view = ("state" in parameters), ("view" in parameters)

    def call(given_state: Any, given_view: View, args: Mapping[str, Any]) -> Any:
        chosen = {name: value for name, value in args.items() if name in names}
        if state:
            chosen["state"] = given_state
        if view:
            chosen["view"] = given_view
        return function(**chosen)

    return call


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def _source(module: str) -> tuple[str, str]:
    """Return the file and the text of a module."""
    found = sys.modules[module]
    return found.__file__ or module, inspect.getsource(found)
