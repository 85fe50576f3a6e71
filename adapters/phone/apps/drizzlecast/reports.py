"""Reports of the weather outside: the form of a new one, and those sent."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.drizzlecast.app import app
from adapters.phone.apps.drizzlecast.content import KINDS
from adapters.phone.apps.drizzlecast.model import NOTE_LENGTH, SKIES, STRENGTHS, Report, State, next_id
from adapters.phone.apps.drizzlecast.parts import TITLE
from adapters.phone.components.boxes import column
from adapters.phone.components.choices import card_choice
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

_NOTHING_SEEN = "Choose what you see"
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
GLYPHS = {seen: KINDS[seen.lower()].glyph for seen in SKIES}  # type: ignore[index]


def new_report(place: str) -> Ev:
    """Open the form of a new report for a place."""
    return then(assign("report", Report(place=place)), go("report"))


@app.screen("report")
def report_form(state: State) -> Screen:
    """What the user sees outside."""
    draft, public = state.report, bind(state, "report.public")
    strengths = (STRENGTHS[1], STRENGTHS[0], STRENGTHS[2])
    note = c.field(
        draft.note, "A note, if you like", "note", change=ev("note"), leading="edit_note",
        bg="low", radius=16, outline="outline_variant",
    )  # fmt: skip
    body = w.form(
        w.space(8),
        w.head("What do you see?", "Choose one", inset=16),
        node(
            "grid", [_seen_cell(seen, seen == draft.sky) for seen in SKIES],
            columns=4, gap=8, width="fill", pad=(16, 0, 16, 16), id="sky_group",
        ),
        w.head("How strong?", inset=16),
        card_choice(
            bind(state, "report.strength"), strengths,
            rid="strength_option", group="strength_group", height=44, pad=(16, 0, 16, 18),
        ),
        w.head("Note", f"{len(draft.note)}/{NOTE_LENGTH}", inset=16),
        column(note, pad=(16, 0, 16, 12)),
        c.switch_row(
            "Show it to others", "Without your name", public.toggled, public.value, rid="row_public", icon_name="groups"
        ),
    )  # fmt: skip
    label = f"Send: {draft.strength.lower()} {draft.sky.lower()}" if draft.sky else _NOTHING_SEEN
    bottom = w.sticky(c.button(label, ev("send_report"), rid="send_report", enabled=bool(draft.sky)))
    top = w.app_bar("Report the weather", support=draft.place, style="22,28,Medium,0")
    return Screen(body, top=top, bottom=bottom, title="Report the weather")


def _seen_cell(seen: str, chosen: bool) -> Node:
    ink = "on_primary_container" if chosen else "on_surface_variant"
    return node(
        "column", w.icon(GLYPHS[seen], 28, ink), w.text(seen, "labelL", ink),
        on=assign("report.sky", seen), id="sky_option", cls="android.widget.RadioButton",
        checked=chosen, selected=chosen, width="fill", height=80, radius=16, gap=4, align="center", justify="center",
        bg="primary_container" if chosen else "surface", outline="primary" if chosen else "outline_variant",
        outline_width=2 if chosen else 1,
    )  # fmt: skip


@app.on("note")
def write_note(state: State, text: str = "") -> State:
    """Write a note."""
    return replace(state, report=replace(state.report, note=text[:NOTE_LENGTH]))


@app.on("send_report")
def send_report(state: State, view: View) -> Handled:
    """Send the report of the form."""
    draft = state.report
    if not draft.sky:
        return Toast(_NOTHING_SEEN)
    report = replace(
        draft,
        id=next_id(state.reports, "r"),
        place=draft.place or state.home,
        note=draft.note.strip(),
        time=view.now.strftime("%Y-%m-%dT%H:%M"),
    )
    after = replace(state, reports=(*state.reports, report), report=Report())
    return after, Focus(None), Replace(route("reports")), Toast("Thank you")


@app.screen("reports")
def reports(state: State, view: View) -> Screen:
    """The reports sent, the last one first."""
    rows = [_report_row(report, view.now) for report in reversed(state.reports)]
    hint = w.empty("edit_note", "No reports yet", "Tell others what you see outside.")
    return Screen(w.page(rows or hint), top=w.app_bar("Your reports", style=TITLE), title="Your reports")


def _report_row(report: Report, now: datetime) -> Node:
    icon, desc = ("groups", "Shown to others") if report.public else ("lock", "Only for you")
    return w.row(
        f"{report.strength} {report.sky.lower()}" if report.sky else "Report",
        f"{report.place}  ·  {_when(datetime.fromisoformat(report.time), now)}",
        report.note,
        rid="row_report",
        leading=w.disc(GLYPHS.get(report.sky, "cloud"), 44),
        trailing=w.icon(icon, 20, desc=desc),
        style="titleM",
        lines=2,
    )


def _when(time: datetime, now: datetime) -> str:
    """`Today, 09:24` or `Sat, 21 Nov`."""
    if time.date() == now.date():
        return f"Today, {time:%H:%M}"
    return f"{_DAYS[time.weekday()]}, {time.day} {time:%b}"
