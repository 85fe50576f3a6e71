"""Weather alerts of the user's own: list, form, review."""

from dataclasses import replace

from adapters.phone.apps.drizzlecast.app import app
from adapters.phone.apps.drizzlecast.content import ALERT_KINDS, place_named
from adapters.phone.apps.drizzlecast.model import KINDS, NOTICES, Alert, State, next_id
from adapters.phone.apps.drizzlecast.parts import TITLE
from adapters.phone.components.boxes import column
from adapters.phone.components.buttons import extended_fab, wide_button
from adapters.phone.components.choices import chip_choice, radio_choice
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Replace, Screen, Toast, route
from adapters.phone.ui.node import Ev, Node, ev

_DUPLICATE = "You have this one already"


def new_alert(place: str) -> Ev:
    """Open the form of a new alert for a place."""
    return then(assign("draft", Alert(place=place)), go("alert"))


@app.screen("alerts")
def alerts(state: State) -> Screen:
    """The user's own alerts; a switch each."""
    rows = [_alert_row(alert, bind(state, f"alerts.{index}.on").toggled) for index, alert in enumerate(state.alerts)]
    hint = w.empty("add_alert", "No alerts of your own", "Be told of rain, frost or wind where it matters to you.")
    add = extended_fab("New alert", "add", new_alert(state.home), rid="fab_new")
    top = w.app_bar("Your alerts", style=TITLE)
    return Screen(w.page(rows or hint, w.space(72)), top=top, fab=add, title="Your alerts")


def _alert_row(alert: Alert, turn: Ev) -> Node:
    label = f"Delete alert {alert.kind}, {alert.place}"
    delete = w.action("delete_outline", label, ev("delete_alert", id=alert.id), rid="delete")
    return w.row(
        alert.kind, f"{alert.level}  ·  {alert.place}", alert.notice, on=turn, rid="row_alert",
        leading=w.disc(ALERT_KINDS[alert.kind].glyph, 44), trailing=[delete, c.switch(alert.on)], style="titleM",
    )  # fmt: skip


@app.on("delete_alert")
def delete_alert(state: State, id: str) -> Handled:  # noqa: A002 - the record's own field
    """Delete an alert."""
    return replace(state, alerts=tuple(alert for alert in state.alerts if alert.id != id)), Toast("Alert deleted")


@app.screen("alert", activity=".AlertFormActivity")
def alert_form(state: State) -> Screen:
    """A new alert: where, of what, from when on, how early."""
    place, kind = bind(state, "draft.place"), bind(state, "draft.kind")
    places = state.places if place.value in state.places else (place.value, *state.places)
    body = w.form(
        w.space(8),
        w.head("Where", inset=16),
        chip_choice(place, places, rid="chip_place", group="place_group", inset=16, cls=""),
        w.space(20),
        w.head("Warn me of", inset=16),
        chip_choice(kind, KINDS, rid="chip_kind", group="kind_group", on=_choose_kind, inset=16, cls=""),
        w.space(20),
        w.head("From", inset=16),
        radio_choice(
            bind(state, "draft.level"), ALERT_KINDS[kind.value].levels,
            rid="level_option", group="level_group", inset=16, height=48,
        ),
        w.space(14),
        w.head("How early", inset=16),
        radio_choice(
            bind(state, "draft.notice"), NOTICES, rid="notice_option", group="notice_group", inset=16, height=48
        ),
    )  # fmt: skip
    bottom = w.sticky(c.button("Review", go("review"), rid="review"))
    return Screen(body, top=w.app_bar("New alert", style=TITLE), bottom=bottom, title="New alert")


def _choose_kind(kind: str) -> Ev:
    """Take over a kind; its levels are its own, so the first of them is chosen."""
    return then(assign("draft.kind", kind), assign("draft.level", ALERT_KINDS[kind].levels[0]))


@app.screen("review", activity=".AlertFormActivity")
def alert_review(state: State) -> Screen:
    """The alert once more, before it is set."""
    draft, duplicate = state.draft, _is_duplicate(state)
    glyph = ALERT_KINDS[draft.kind].glyph
    head = column(
        w.disc(glyph, 72, "primary", "on_primary"),
        w.space(12),
        w.text(f"{draft.kind} in {draft.place}", "headlineS", text_align="center", lines=2),
        align="center",
        pad=(20, 20, 20, 16),
    )
    note = w.row(_DUPLICATE, leading=w.icon("info", 24, "error"), rid="row_same", height=60)
    body = w.page(
        head,
        w.row("Place", draft.place, leading=w.icon("location_on"), rid="row_place", height=68),
        w.row("Warn me of", draft.kind, leading=w.icon(glyph), rid="row_kind", height=68),
        w.row("From", draft.level, leading=w.icon("tune"), rid="row_level", height=68),
        w.row("How early", draft.notice, leading=w.icon("schedule"), rid="row_notice", height=68),
        note if duplicate else None,
    )
    bottom = w.sticky(
        c.button("Change", w.UP, rid="change", variant="outlined", width="wrap"),
        wide_button("Set alert", ev("set_alert"), rid="set_alert", enabled=not duplicate),
    )
    return Screen(body, top=w.app_bar("Review", style=TITLE), bottom=bottom, title="Review")


def _is_duplicate(state: State) -> bool:
    """Return whether there is an alert of the draft's place, kind and level."""
    draft = state.draft
    chosen = (draft.place, draft.kind, draft.level)
    return any((alert.place, alert.kind, alert.level) == chosen for alert in state.alerts)


@app.on("set_alert")
def set_alert(state: State) -> Handled:
    """Set the alert of the form."""
    if place_named(state.draft.place) is None or _is_duplicate(state):
        return Toast(_DUPLICATE)
    alert = replace(state.draft, id=next_id(state.alerts, "a"), on=True)
    after = replace(state, alerts=(*state.alerts, alert), draft=Alert())
    return after, Back(2), Replace(route("alerts")), Toast("Alert set")
