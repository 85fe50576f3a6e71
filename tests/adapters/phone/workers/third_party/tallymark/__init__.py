"""A minimal third-party app, a counter: this file and the entry point beside it are all that a virtual phone needs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adapters.phone.framework.actions import Handled
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Screen, Toast, route
from adapters.phone.ui.node import ev
from adapters.phone.ui.widgets import app_bar, form, row, text


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted and how far it has come."""

    subject: str = "Herons"
    count: int = 0


app = AppBuilder(
    Tally,
    name="tallymark",
    package="org.example.tallymark",
    label="Tallymark",
    icon=Icon("#37474F", "#FFFFFF", "add"),
    theme=Theme("#37474F"),
    home=route("tally"),
    choices=(Choice("tallymark.subject", ("Herons", "Gulls"), "Herons"),),
)


@app.screen("tally")
def tally(state: Tally) -> Screen:
    """The count, and a row that adds one."""
    count = text(f"{state.count}", "displayL", id="count")
    add = row("Add one", state.subject, on=ev("add"), rid="row_add")
    return Screen(form(count, add), top=app_bar("Tallymark"))


@app.on("add")
def add_one(state: Tally) -> Handled:
    """Add one, and say what was counted."""
    counted = replace(state, count=state.count + 1)
    return counted, Toast(f"{counted.count} {counted.subject.lower()}")


APP = app.build()
