"""Compares the screens of apps with those that intents need: found by going the way of every reference. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import alternative_paths, real_phone_intents
from runtime.core.errors import TaskFault, UsageError
from runtime.core.tasks import Intent


@dataclass(frozen=True, slots=True)
class AppScreens:
    """The screens of one app by what they are there for. Each is named by its route, see `App.activities`.

    `visited` are on the way of a reference, `distractors` are declared by the app (`App.distractors`), and no intent
    has a use for the `unserved`.
    """

    app: str
    visited: tuple[str, ...]
    distractors: tuple[str, ...]
    unserved: tuple[str, ...]


def screens(intents: Iterable[Intent], phone: Phone) -> Iterator[AppScreens]:
    """The screens of every app that the intents name. Intents for real phones are left out."""
    played = [intent for intent in intents if not real_phone_intents.is_real(intent)]
    places = {place for intent in played for place in _visited(intent, phone)}
    named = {name for intent in played for name in intent.apps}
    for app in phone.apps:
        if app.name not in named:
            continue
        visited = tuple(name for name in app.activities if (app.package, name) in places)
        distractors = tuple(name for name in app.activities if name in app.distractors and name not in visited)
        unserved = tuple(name for name in app.activities if name not in {*visited, *distractors})
        yield AppScreens(app.name, visited, distractors, unserved)


def _visited(intent: Intent, phone: Phone) -> Iterator[tuple[str, str]]:
    """Package and route of each screen that the recorded way leads to; none if it cannot be gone."""
    try:
        way = alternative_paths.walk(intent, phone)
    except (TaskFault, UsageError):
        # `validate` reports it.
        return
    for step in way:
        yield step.after.top.package, step.after.top.route.name
