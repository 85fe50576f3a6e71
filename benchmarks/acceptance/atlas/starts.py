"""Where the exploration of an app starts: the factory state, and the initial states of the suite's intents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from benchmarks.clarity240 import load
from runtime.core.actions import Launch
from runtime.core.tasks import State

FACTORY: Final = "factory"
_SEED: Final = 0


@dataclass(frozen=True, slots=True)
class Start:
    """An initial state by its name: `factory`, or an intent's id."""

    name: str
    state: State = field(default_factory=dict)


def starts_of(app: str) -> tuple[Start, ...]:
    """Return the starts of an app: the factory state, then those of intents."""
    return Start(FACTORY), *_suite_starts().get(app, ())


@cache
def _suite_starts() -> Mapping[str, Sequence[Start]]:
    """Return the starts of intents by app; intents with equal initial states share one."""
    found: dict[str, list[Start]] = {}
    intents = {task.intent.id: task.intent for task in load().tasks}
    for name, intent in sorted(intents.items()):
        for app in intent.apps:
            known = found.setdefault(app, [])
            if intent.setup.state and all(start.state != intent.setup.state for start in known):
                known.append(Start(name, intent.setup.state))
    return found


def begin(phone: Phone, app: App, start: Start) -> None:
    """Put a phone into a start's state and open the app."""
    phone.reset(start.state, _SEED)
    if app.package != HOME:
        perform(phone, Launch(app.package))
