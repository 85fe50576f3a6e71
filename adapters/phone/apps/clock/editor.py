"""The form of an alarm with all that will be saved, and the windows in which a time and a sound are picked."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.clock import model
from adapters.phone.apps.clock.alarms import set_message
from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import CONTENT, SILENT, SNOOZES, Alarm
from adapters.phone.apps.clock.model import NEW, State
from adapters.phone.apps.clock.parts import answers, day_discs, form_foot, form_row, label_field, open_page
from adapters.phone.apps.clock.times import clock_time, days_line, flipped, parts, until
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.pickers import TimePills, picked_text, picker_window, time_pills
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import Handled, assign, back, then
from adapters.phone.framework.dates import DAYS, day_name, shown_time
from adapters.phone.framework.state_paths import Bound, bind, find
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Overlay, Screen, View, route
from adapters.phone.ui.node import Node, ev
from adapters.phone.ui.pickers import date_picker, month_beside

PILLS = TimePills(height=44, radius=14, bg="highest")
DAY_SETS = (("Once", ()), ("Every day", DAYS), ("Weekdays", DAYS[:5]), ("Weekend", DAYS[5:]))
"""Days that one touch picks."""


@app.on("new_alarm")
def new_alarm(state: State) -> Handled:
    """Open the editor with the defaults of a new alarm."""
    return replace(state, draft=Alarm(NEW, snooze=state.prefs.snooze)), Go(route("alarm"))


@app.on("edit_alarm")
def edit_alarm(state: State, key: str) -> Handled:
    """Open the editor with an alarm as it is."""
    alarm = find(state.alarms, id=key)
    return (replace(state, draft=alarm), Go(route("alarm"))) if alarm else None


@app.screen("alarm", activity=".alarms.AlarmActivity")
def editor(state: State, view: View) -> Screen:
    """Time, days, label, sound and snooze of an alarm."""
    draft = state.draft
    known = find(state.alarms, id=draft.id) is not None
    label, days, vibrate = (bind(state, f"draft.{name}") for name in ("label", "days", "vibrate"))
    sets = [c.chip(name, days.to(some), draft.days == some, rid="chip_days", single=True) for name, some in DAY_SETS]
    repeat = line(
        w.text("Repeat", "titleS", grow=1), w.text(days_line(draft.days), "bodyM", "primary", id="days_of_week"),
        pad=(24, 0, 24, 6), align="start",
    )  # fmt: skip
    sound, snooze = open_page("sounds", path="draft.sound"), open_page("snooze")
    body = w.form(
        column(_face(draft, view), pad=(16, 4, 16, 16)),
        repeat,
        column(day_discs(draft.days, lambda day: days.to(flipped(draft.days, day))), pad=(16, 0, 16, 4)),
        c.chips(sets),
        _schedule_row(draft, view) if not draft.days else None,
        w.space(14),
        column(label_field(label.value, label.changed), pad=(16, 0, 16, 8)),
        form_row("music_note", "Sound", draft.sound, sound, rid="row_sound"),
        form_row("vibration", "Vibrate", "", vibrate.toggled, rid="row_vibrate", checked=vibrate.value),
        form_row("snooze", "Snooze", draft.snooze, snooze, rid="row_snooze"),
    )  # fmt: skip
    title = "Edit alarm" if known else "New alarm"
    return Screen(body, top=w.app_bar(title), bottom=_foot(draft, view.now), title=title)


def _face(draft: Alarm, view: View) -> Node:
    return column(
        w.text(shown_time(draft.time, view), "72,84,Regular,-1", "primary", id="digital_clock", lines=1),
        w.text("Tap to change the time", "bodyS", "on_surface_variant"),
        on=then(assign("ui.time", draft.time), open_page("time", path="draft.time")), id="clock_face",
        cls=w.GROUP, bg="container", radius=28, pad=16, align="center",
    )  # fmt: skip


def _schedule_row(draft: Alarm, view: View) -> Node:
    value = day_name(draft.date, view.now) if draft.date else "The next day that it can"
    day = "" if draft.date < model.first_day(draft, view.now) else draft.date
    pick = then(assign("ui.day", day), assign("ui.month", day[:7]), open_page("date"))
    return form_row("event", "Schedule alarm", value, pick, rid="row_schedule")


def _foot(draft: Alarm, now: datetime) -> Node:
    rings_at = model.rings(model.armed(draft, now), now)
    review = f"Rings {_near(rings_at, now)}, in {until(now, rings_at)}" if rings_at else ""
    note = w.text(review, "bodyM", "on_surface_variant", id="review", text_align="center", width="fill")
    buttons = answers(c.button("Save", ev("save"), rid="save", grow=1))
    return column(note, buttons, pad=(20, 12, 20, 14), gap=10, **form_foot)


def _near(day: datetime, now: datetime) -> str:
    """The day within a sentence."""
    name = day_name(day.isoformat(), now)
    return name.lower() if name in ("Today", "Tomorrow") else f"on {name}"


@app.on("save")
def save(state: State, view: View) -> Handled:
    """Change the alarm, or add the new one to the list."""
    alarm = model.armed(replace(state.draft, label=state.draft.label.strip()), view.now)
    if find(state.alarms, id=alarm.id) is None:
        alarm = replace(alarm, id=model.next_id(state.alarms))
        after = replace(state, alarms=(*state.alarms, alarm), draft=Alarm(""))
    else:
        after = replace(model.with_alarm(state, alarm), draft=Alarm(""))
    return after, Focus(None), Back(), set_message(alarm, view)


@app.dialog("snooze", over="alarm", title="Snooze")
def pick_snooze(state: State) -> Overlay:
    """How long an alarm rests when it is snoozed."""
    return choice_dialog("Snooze", bind(state, "draft.snooze"), SNOOZES)


@app.dialog("date", over="alarm", title="Schedule alarm", distractor="a day in place of the days on which it repeats")
def pick_date(state: State, view: View) -> Node:
    """The day of an alarm that rings once: from today on, if its time is still to come, else from tomorrow on."""
    first = model.first_day(state.draft, view.now)
    day = state.ui.day or first
    return date_picker(
        day, state.ui.month or day[:7], view.now.date().isoformat(), pick=ev("pick_day"), turn=ev("turn_month"),
        ok=ev("set_date"), title="Schedule alarm", first=first,
    )  # fmt: skip


@app.on("pick_day")
def pick_day(state: State, day: str) -> State:
    """Mark a day of the calendar."""
    return replace(state, ui=replace(state.ui, day=day))


@app.on("turn_month")
def turn_month(state: State, view: View, by: int) -> State:
    """Show another month of the calendar."""
    month = state.ui.month or state.ui.day[:7] or view.now.date().isoformat()[:7]
    return replace(state, ui=replace(state.ui, month=month_beside(month, by)))


@app.on("set_date")
def set_date(state: State, day: str) -> Handled:
    """Let the alarm ring once, on the day that is marked."""
    return replace(state, draft=replace(state.draft, date=day, days=())), Back()


@app.dialog("time", over="alarm", title="Select time")
def pick_time(state: State, view: View, path: str = "draft.time") -> Node:
    """Hour and minute of what is at the path: the alarm in the editor, or an end of the night. "OK" sets it."""
    target = bind(state, path)
    time = bind(state, "ui.time")
    hour, minute = parts(time.value)
    title = picked_text(
        shown_time(time.value, view), "50,60,Regular,-0.5", "primary", grow=1, text_align="center", lines=1, pad=0
    )
    earlier, later = time.to(clock_time(hour * 60 + minute - 1)), time.to(clock_time(hour * 60 + minute + 1))
    head = line(
        w.action("remove", "One minute earlier", earlier, rid="minus"),
        title,
        w.action("add", "One minute later", later, rid="plus"),
        pad=(16, 0, 16, 6),
    )
    pills = time_pills(
        hour, minute, lambda value: time.to(clock_time(value * 60 + minute)),
        lambda value: time.to(clock_time(hour * 60 + value)), PILLS,
    )  # fmt: skip
    return picker_window(
        "Select time", head, pills, ok=then(target.to(time.value), back()), label_end=2, end=16, width=348
    )


@app.screen("sounds", activity=".ringtone.RingtonePickerActivity", distractor="the sound stands beside Snooze")
def sounds(state: State, path: str = "draft.sound") -> Screen:
    """Every sound by group, for the alarm or the bedtime whose sound is at the path."""
    chosen = bind(state, path)
    rows = [_sound(SILENT, "volume_off", chosen)]
    for group, names in CONTENT.sounds.items():
        rows += [section(group, top=18), *(_sound(name, "music_note", chosen) for name in names)]
    title = "Wake-up sound" if path == "bedtime.sound" else "Alarm sound"
    return Screen(w.page(rows), top=w.app_bar(title), title=title)


def _sound(name: str, icon: str, chosen: Bound[str]) -> Node:
    on = chosen.to(name)
    return c.radio_row(
        name, on, name == chosen.value, rid="row_ringtone", inset=24, height=56, leading=w.icon(icon, 20)
    )
