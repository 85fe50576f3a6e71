"""A minimal third-party app, a counter: this file and the entry point beside it are all that a virtual phone needs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Effect, Icon, Route, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, ev
from adapters.phone.ui.widgets import app_bar, form, row, text


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted and how far it has come."""

    subject: str = "Herons"
    count: int = 0


def screen(state: Tally, place: Route, view: View) -> Screen:
    """One page: the count, and a row that adds one."""
    return Screen(
        form(
            text(f"{state.count}", "displayL", id="count"),
            row("Add one", state.subject, on=ev("add"), rid="row_add"),
        ),
        top=app_bar("Tallymark"),
    )


def update(state: Tally, event: Ev, view: View) -> tuple[Tally, tuple[Effect, ...]]:
    """Add one."""
    if event.name != "add":
        return state, ()
    counted = replace(state, count=state.count + 1)
    return counted, (Toast(f"{counted.count} {counted.subject.lower()}"),)


APP = App(
    name="tallymark",
    package="org.example.tallymark",
    label="Tallymark",
    icon=Icon("#37474F", "#FFFFFF", "add"),
    theme=Theme("#37474F"),
    home=route("tally"),
    initial=Tally,
    screen=screen,
    update=update,
    choices=(Choice("tallymark.subject", ("Herons", "Gulls"), "Herons"),),
)
