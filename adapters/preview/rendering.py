"""Renders one screen of an app, as the phone shows it. Imports the app; its errors are passed on as they are."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from adapters.phone.drawing.painter import Painter
from adapters.phone.framework.argument_checks import find_argument_problems
from adapters.phone.framework.content import ContentError
from adapters.phone.framework.source_checks import SourceError
from adapters.phone.kernel.app_view import view_of
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App, route
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from runtime.core.errors import UsageError
from runtime.plugins import registry
from runtime.plugins.specs import AppSpec


@dataclass(frozen=True, slots=True)
class Look:
    """How the phone is set: its theme, and the size of its screen in pixels."""

    dark: bool = False
    width: int = 1080
    height: int = 2400


@dataclass(frozen=True, slots=True)
class Place:
    """A place of an app: the route with its arguments, and what the app's state has beside its initial values."""

    screen: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)


def target_of(name: str) -> str:
    """Return the `MODULE:NAME` of an app: that of a registered one, or what is given.

    Raises:
        UsageError: there is no such app.
    """
    known = registry.entries(registry.APPS)
    if name in known:
        return known[name].value
    if ":" not in name:
        raise UsageError(f"there is no app {name!r}; installed: {', '.join(known)}; others by MODULE:NAME")
    return name


def folder_of(target: str) -> Path:
    """Return the folder of an app's source, without importing the app.

    Raises:
        UsageError: there is no such module.
    """
    module = target.partition(":")[0]
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        found = None
    if found is None or found.origin is None:
        raise UsageError(f"there is no module {module!r}")
    return Path(found.origin).parent


def load_app(target: str) -> App:
    """Import an app.

    Raises:
        UsageError: what the target names is neither an `App` nor an `AppSpec`, or its source or content is refused.
        Exception: whatever importing it raises.
    """
    module, _, attribute = target.partition(":")
    try:
        found: Any = import_module(module)
    except (SourceError, ContentError) as error:
        raise UsageError(str(error)) from error
    for name in attribute.split("."):
        if not hasattr(found, name):
            raise UsageError(f"{module} has no {attribute!r}")
        found = getattr(found, name)
    app = found.app if isinstance(found, AppSpec) else found
    if not isinstance(app, App):
        raise UsageError(f"{target} is no app")
    problems = list(find_argument_problems(_sources(module)))
    if problems:
        raise UsageError("\n".join(problems))
    return app


def _sources(module: str) -> dict[str, str]:
    """Return the texts of an imported module and of the others of its package, by file."""
    package = sys.modules[module].__package__ or module
    specs = [known.__spec__ for name, known in sys.modules.items() if f"{name}.".startswith(f"{package}.")]
    files = [spec.origin for spec in specs if spec is not None and spec.origin and spec.origin.endswith(".py")]
    return {file: Path(file).read_text(encoding="utf-8") for file in files}


def render(app: App, place: Place, look: Look) -> bytes:
    """Return the screen as PNG.

    Raises:
        UsageError: the app has no such screen.
        TaskFault: its state has no such field, or the value does not fit.
        Exception: whatever the screen raises.
    """
    if place.screen not in app.activities:
        raise UsageError(f"{app.label} has no screen {place.screen!r}; it has: {', '.join(app.activities)}")
    phone = Phone(with_launcher([app]), width=look.width, height=look.height)
    phone.reset({app.name: dict(place.state)} if place.state else {}, 0)
    phone.put_setting("secure", "ui_night_mode", "2" if look.dark else "1")
    shown = route(place.screen, **place.arguments)
    state = phone.state
    # The phone would show its crash dialog; the author needs the traceback.
    app.screen(state.apps[app.name], shown, view_of(state, app, phone.apps, phone.size))
    phone.start(app.package, shown)
    return ScreenRenderer(Painter()).record(phone).png
