"""Official weather warnings: all of them, and one with its advice."""

from adapters.phone.apps.drizzlecast.app import app
from adapters.phone.apps.drizzlecast.content import WARNINGS, OfficialWarning
from adapters.phone.apps.drizzlecast.parts import TITLE, show_place
from adapters.phone.components.boxes import column
from adapters.phone.framework.actions import go
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node

COLORS = {"Yellow": "#F2C230", "Orange": "#F08A24", "Red": "#D93A2B"}
INK = "#1B1B1F"
"""The ink on these colours."""


@app.screen("warnings", distractor="next to the settings on the bar, and names winds of the same places")
def warnings() -> Screen:
    """All warnings of the weather office."""
    body = w.page(w.head("From the weather office", inset=16), [_warning_row(warning) for warning in WARNINGS])
    return Screen(body, top=w.app_bar("Warnings", style=TITLE), title="Warnings")


def _warning_row(warning: OfficialWarning) -> Node:
    return w.row(
        warning.title, f"{warning.place}  ·  {warning.level}", warning.span,
        on=go("warning", key=warning.key), rid="row_warning", style="titleM",
        leading=w.disc("warning_amber", 44, COLORS[warning.level], INK), trailing=w.icon("chevron_right"),
    )  # fmt: skip


@app.screen("warning", distractor="gives gusts of another day for Kestrel Bay, on the way to its Friday")
def warning_page(key: str = "") -> Screen:
    """One official warning."""
    warning = next((warning for warning in WARNINGS if warning.key == key), None)
    if warning is None:
        gone = w.empty("warning_amber", "No such warning", "It may be over.")
        return Screen(w.page(gone), top=w.app_bar("Warning"), title="Warning")
    card = column(
        w.icon("warning_amber", 40, INK),
        w.text(warning.title, "headlineM", INK, lines=3),
        w.text(f"{warning.level} warning for {warning.place}", "titleM", INK),
        align="start", bg=COLORS[warning.level], radius=20, pad=20, gap=6, id="warning_card", cls=w.GROUP,
    )  # fmt: skip
    body = w.page(
        column(card, pad=(16, 8, 16, 12)),
        w.row("When", warning.span, leading=w.icon("schedule"), rid="row_span", height=68),
        w.text(warning.text, "bodyL", pad=(16, 6, 16, 18)),
        w.head("What to do", inset=16),
        [
            w.row(advice, leading=w.icon("check_circle", 22, "primary"), rid="row_advice", height=56)
            for advice in warning.advice
        ],
    )
    label = f"Weather in {warning.place}"
    bottom = w.sticky(c.button(label, show_place(warning.place), rid="show_place", variant="tonal"))
    return Screen(body, top=w.app_bar("Warning"), bottom=bottom, title="Warning")
