"""Official warnings, alerts of the user's own (form, review, list), and reports of the weather outside."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.drizzlecast import air
from adapters.phone.apps.drizzlecast.model import (
    KINDS,
    LEVELS,
    NOTE_LENGTH,
    NOTICES,
    SKIES,
    STRENGTHS,
    Alert,
    Report,
    State,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

COLORS = {"Yellow": "#F2C230", "Orange": "#F08A24", "Red": "#D93A2B"}
KIND_GLYPHS = {"Rain": "water_drop", "Frost": "ac_unit", "Strong wind": "air", "Snow": "cloudy_snowing", "Fog": "foggy"}
SKY_GLYPHS = {
    "Clear": "wb_sunny",
    "Cloudy": "cloud",
    "Fog": "foggy",
    "Drizzle": "grain",
    "Rain": "water_drop",
    "Snow": "ac_unit",
    "Storm": "thunderstorm",
}
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _foot(*buttons: Node) -> Node:
    return w.sticky(*buttons)


def warnings(state: State, place: Route, view: View) -> Screen:
    """What the weather office warns of, and the way to one's own alerts."""
    rows = [
        w.row(
            one.title,
            f"{one.place}  ·  {one.level}",
            one.span,
            on=ev("go", to="warning", key=one.key),
            rid="row_warning",
            leading=w.disc("warning_amber", 44, COLORS[one.level], "#1B1B1F"),
            trailing=w.icon("chevron_right"),
            style="titleM",
        )
        for one in air.WARNINGS
    ]
    on = sum(one.on for one in state.alerts)
    own = w.row(
        "Your alerts",
        f"{on} of {len(state.alerts)} on" if state.alerts else "None yet",
        on=ev("go", to="alerts"),
        rid="row_alerts",
        leading=w.disc("notifications_active", 44),
        trailing=w.icon("chevron_right"),
        style="titleM",
        height=76,
    )
    office = c.switch_row(
        "Official warnings",
        "For your saved places",
        ev("official"),
        state.official,
        rid="row_official",
        icon_name="campaign",
    )
    seen = w.row(
        "Your reports", f"{len(state.reports)} sent", on=ev("go", to="reports"), rid="row_reports",
        leading=w.disc("edit_note", 44), trailing=w.icon("chevron_right"), style="titleM", height=76,
    )  # fmt: skip
    body = w.page(
        w.head("From the weather office", inset=16), rows, w.space(8), w.divider(), w.space(8), office, own, seen
    )
    return Screen(body, top=w.app_bar("Warnings", style="24,30,Medium,0"), title="Warnings")


def warning(state: State, place: Route, view: View) -> Screen:
    """One official warning."""
    one = next((each for each in air.WARNINGS if each.key == place.get("key")), None)
    if one is None:
        gone = w.empty("warning_amber", "No such warning", "It may be over.")
        return Screen(w.page(gone), top=w.app_bar("Warning"), title="Warning")
    head = node(
        "column",
        w.icon("warning_amber", 40, "#1B1B1F"),
        w.text(one.title, "headlineM", "#1B1B1F", lines=3),
        w.text(f"{one.level} warning for {one.place}", "titleM", "#1B1B1F"),
        width="fill",
        bg=COLORS[one.level],
        radius=20,
        pad=20,
        gap=6,
        id="warning_card",
        cls=w.GROUP,
    )
    advice = [
        w.row(line, leading=w.icon("check_circle", 22, "primary"), rid="row_advice", height=56) for line in one.advice
    ]
    body = w.page(
        node("column", head, width="fill", pad=(16, 8, 16, 12), align="stretch"),
        w.row("When", one.span, leading=w.icon("schedule"), rid="row_span", height=68),
        w.text(one.text, "bodyL", pad=(16, 6, 16, 18)),
        w.head("What to do", inset=16),
        advice,
    )
    show = c.button(f"Weather in {one.place}", ev("show", place=one.place), rid="show_place", variant="tonal")
    return Screen(body, top=w.app_bar("Warning"), bottom=_foot(show), title="Warning")


def alerts(state: State, place: Route, view: View) -> Screen:
    """The user's own alerts; a switch each."""
    rows = [_alert_row(one) for one in state.alerts]
    none = w.empty("add_alert", "No alerts of your own", "Be told of rain, frost or wind where it matters to you.")
    fab = node(
        "button",
        text="New alert",
        icon="add",
        variant="fab",
        on=ev("new_alert", place=state.home),
        id="fab_new",
        height=56,
        radius=16,
    )
    body = w.page(rows if rows else none, w.space(72))
    return Screen(body, top=w.app_bar("Your alerts", style="24,30,Medium,0"), fab=fab, title="Your alerts")


def _alert_row(one: Alert) -> Node:
    switch = c.switch(one.on)
    bin_ = w.action(
        "delete_outline", f"Delete alert {one.kind}, {one.place}", ev("drop_alert", id=one.id), rid="delete"
    )
    return w.row(
        one.kind, f"{one.level}  ·  {one.place}", one.notice, on=ev("flip_alert", id=one.id), rid="row_alert",
        leading=w.disc(KIND_GLYPHS[one.kind], 44), trailing=[bin_, switch], style="titleM",
    )  # fmt: skip


def alert_form(state: State, place: Route, view: View) -> Screen:
    """A new alert: where, of what, from when on, how early."""
    draft = state.draft
    names = state.places if draft.place in state.places else (draft.place, *state.places)
    where = [
        c.chip(name, ev("alert", field="place", value=name), name == draft.place, rid="chip_place", single=True)
        for name in names
    ]
    kinds = [
        c.chip(kind, ev("alert", field="kind", value=kind), kind == draft.kind, rid="chip_kind", single=True)
        for kind in KINDS
    ]
    levels = [
        c.radio_row(
            level,
            ev("alert", field="level", value=level),
            level == draft.level,
            rid="level_option",
            inset=16,
            height=48,
        )
        for level in LEVELS[draft.kind]
    ]
    early = [
        c.radio_row(
            one, ev("alert", field="notice", value=one), one == draft.notice, rid="notice_option", inset=16, height=48
        )
        for one in NOTICES
    ]
    body = w.form(
        w.space(8),
        w.head("Where", inset=16),
        c.chips(where, inset=16, rid="place_group"),
        w.space(20),
        w.head("Warn me of", inset=16),
        c.chips(kinds, inset=16, rid="kind_group"),
        w.space(20),
        w.head("From", inset=16),
        node("column", levels, width="fill", id="level_group", cls="android.widget.RadioGroup", align="stretch"),
        w.space(14),
        w.head("How early", inset=16),
        node("column", early, width="fill", id="notice_group", cls="android.widget.RadioGroup", align="stretch"),
    )
    go = c.button("Review", ev("review_alert"), rid="review")
    return Screen(body, top=w.app_bar("New alert", style="24,30,Medium,0"), bottom=_foot(go), title="New alert")


def alert_review(state: State, place: Route, view: View) -> Screen:
    """The alert once more, before it is set."""
    draft = state.draft
    same = any((one.place, one.kind, one.level) == (draft.place, draft.kind, draft.level) for one in state.alerts)
    head = node(
        "column",
        w.disc(KIND_GLYPHS[draft.kind], 72, "primary", "on_primary"),
        w.space(12),
        w.text(f"{draft.kind} in {draft.place}", "headlineS", text_align="center", lines=2),
        width="fill",
        align="center",
        pad=(20, 20, 20, 16),
    )
    body = w.page(
        head,
        w.row("Place", draft.place, leading=w.icon("location_on"), rid="row_place", height=68),
        w.row("Warn me of", draft.kind, leading=w.icon(KIND_GLYPHS[draft.kind]), rid="row_kind", height=68),
        w.row("From", draft.level, leading=w.icon("tune"), rid="row_level", height=68),
        w.row("How early", draft.notice, leading=w.icon("schedule"), rid="row_notice", height=68),
        w.row("You have this one already", leading=w.icon("info", 24, "error"), rid="row_same", height=60)
        if same
        else None,
    )
    go = c.button("Set alert", ev("set_alert"), rid="set_alert", width="wrap", grow=1, enabled=not same)
    change = c.button("Change", w.UP, rid="change", variant="outlined", width="wrap")
    return Screen(body, top=w.app_bar("Review", style="24,30,Medium,0"), bottom=_foot(change, go), title="Review")


def report_form(state: State, place: Route, view: View) -> Screen:
    """What one sees outside."""
    draft = state.report
    cells = [_sky(sky, sky == draft.sky) for sky in SKIES]
    strong = [
        c.option_card(
            one, "", ev("report", field="strength", value=one), one == draft.strength, rid="strength_option", height=44
        )
        for one in (STRENGTHS[1], STRENGTHS[0], STRENGTHS[2])
    ]
    note = c.field(
        draft.note, "A note, if you like", "note", change=ev("note"), leading="edit_note", bg="low", radius=16,
        outline="outline_variant",
    )  # fmt: skip
    body = w.form(
        w.space(8),
        w.head("What do you see?", "Choose one", inset=16),
        node("grid", cells, columns=4, gap=8, width="fill", pad=(16, 0, 16, 16), id="sky_group"),
        w.head("How strong?", inset=16),
        node(
            "row",
            strong,
            width="fill",
            gap=8,
            pad=(16, 0, 16, 18),
            id="strength_group",
            cls="android.widget.RadioGroup",
        ),
        w.head("Note", f"{len(draft.note)}/{NOTE_LENGTH}", inset=16),
        node("column", note, width="fill", pad=(16, 0, 16, 12), align="stretch"),
        c.switch_row(
            "Show it to others", "Without your name", ev("public"), draft.public, rid="row_public", icon_name="groups"
        ),
    )
    label = f"Send: {draft.strength.lower()} {draft.sky.lower()}" if draft.sky else "Choose what you see"
    send = c.button(label, ev("send_report"), rid="send_report", enabled=bool(draft.sky))
    top = w.app_bar("Report the weather", support=draft.place, style="22,28,Medium,0")
    return Screen(body, top=top, bottom=_foot(send), title="Report the weather")


def _sky(label: str, chosen: bool) -> Node:
    ink = "on_primary_container" if chosen else "on_surface_variant"
    return node(
        "column",
        w.icon(SKY_GLYPHS[label], 28, ink),
        w.text(label, "labelL", ink),
        on=ev("report", field="sky", value=label),
        id="sky_option",
        cls="android.widget.RadioButton",
        checked=chosen,
        selected=chosen,
        width="fill",
        height=80,
        radius=16,
        gap=4,
        align="center",
        justify="center",
        bg="primary_container" if chosen else "surface",
        outline="primary" if chosen else "outline_variant",
        outline_width=2 if chosen else 1,
    )


def reports(state: State, place: Route, view: View) -> Screen:
    """What was reported, the last one first."""
    rows = [_report_row(one, view.now) for one in reversed(state.reports)]
    none = w.empty("edit_note", "No reports yet", "Tell others what you see outside.")
    return Screen(
        w.page(rows if rows else none), top=w.app_bar("Your reports", style="24,30,Medium,0"), title="Your reports"
    )


def _report_row(one: Report, now: datetime) -> Node:
    then = datetime.fromisoformat(one.time)
    when = f"Today, {then:%H:%M}" if then.date() == now.date() else f"{DAYS[then.weekday()]}, {then.day} {then:%b}"
    seen = w.icon("groups" if one.public else "lock", 20, desc="Shown to others" if one.public else "Only for you")
    return w.row(
        f"{one.strength} {one.sky.lower()}" if one.sky else "Report",
        f"{one.place}  ·  {when}",
        one.note,
        rid="row_report",
        leading=w.disc(SKY_GLYPHS.get(one.sky, "cloud"), 44),
        trailing=seen,
        style="titleM",
        lines=2,
    )
