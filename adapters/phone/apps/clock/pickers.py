"""What is picked in windows of their own: a time, a sound, and settings of a few labels."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.clock.alarms import editor
from adapters.phone.apps.clock.bedtime import bedtime
from adapters.phone.apps.clock.content import SILENT, SNOOZES, SOUNDS
from adapters.phone.apps.clock.model import BUTTONS, LOUDERS, REMINDERS, SILENCES, WEEKS, State, alarm_of, draft_for
from adapters.phone.apps.clock.parts import section
from adapters.phone.apps.clock.setup import settings
from adapters.phone.apps.clock.times import next_time, parts, shown
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.pickers import date_picker

BED, WAKE = "bed", "wake"
TIMER, BEDTIME, CARD = "timer", "bedtime", "card-"
PREFERENCES = {
    "silence": ("Silence after", SILENCES),
    "snooze": ("Snooze length", SNOOZES),
    "louder": ("Gradually increase volume", LOUDERS),
    "buttons": ("Volume buttons", BUTTONS),
    "week": ("Start week on", WEEKS),
}


def under(state: State, place: Route, view: View) -> Screen:
    """The page that a window for this key lies on: the editor, or the bedtime."""
    return bedtime(state, place, view) if place.get("key", "new") in (BED, WAKE) else editor(state, place, view)


def pick_time(state: State, place: Route, view: View) -> Screen:
    """Hour and minute; nothing is set before "OK"."""
    key = place.get("key", "new")
    hour, minute = parts(state.ui.time)
    hours = [
        _pill(f"{one:02d}", f"{one} hours", ev("hour", value=one), one == hour, "hour") for one in range(24)
    ]  # fmt: skip
    minutes = [
        _pill(f":{one:02d}", f"{one} minutes", ev("minute", value=one), one == minute, "minute")
        for one in range(0, 60, 5)
    ]
    head = node(
        "row",
        w.action("remove", "One minute earlier", ev("minute_by", by=-1), rid="minus"),
        w.text(shown(state.ui.time, view), "50,60,Regular,-0.5", "primary", id="android:id/alertTitle", heading=True,
               grow=1, text_align="center", lines=1),
        w.action("add", "One minute later", ev("minute_by", by=1), rid="plus"),
        width="fill", align="center", pad=(16, 0, 16, 6),
    )  # fmt: skip
    window = node(
        "column",
        w.text("Select time", "labelL", "on_surface_variant", pad=(24, 0, 24, 2)),
        head,
        w.text("Hour", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        node("grid", hours, columns=6, gap=4, width="fill", align="stretch", pad=(18, 0, 18, 10), id="hour_group"),
        w.text("Minute", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        node("grid", minutes, columns=6, gap=4, width="fill", align="stretch", pad=(18, 0, 18, 8), id="minute_group"),
        node("row", w.push(), c.dialog_button("Cancel", w.UP, yes=False),
             c.dialog_button("OK", ev("time_set", key=key)), width="fill", pad=(12, 8, 16, 0), gap=4),
        id="android:id/parentPanel", cls="android.widget.FrameLayout", width=348, bg="high", radius=28,
        pad=(0, 20, 0, 16), align="stretch", elevation=3,
    )  # fmt: skip
    return replace(under(state, place, view), overlay=Overlay("dialog", window), title="Select time")


def pick_date(state: State, place: Route, view: View) -> Screen:
    """The day of an alarm that rings once: from today on, if its time is still to come, else from tomorrow on."""
    key = place.get("key", "new")
    draft = draft_for(state, key)
    first = next_time(draft.time, view.now).date().isoformat()
    window = date_picker(
        state.ui.day or first, state.ui.month or (state.ui.day or first)[:7], view.now.date().isoformat(),
        pick=ev("day_pick"), turn=ev("month_turn"), ok=ev("day_set", key=key), title="Schedule alarm", first=first,
        sunday_first=state.prefs.week == "Sunday",
    )  # fmt: skip
    return replace(editor(state, place, view), overlay=Overlay("dialog", window), title="Schedule alarm")


def _pill(label: str, desc: str, on: Ev, chosen: bool, rid: str) -> Node:
    return node(
        "column",
        w.text(label, "15,20,Medium,0", "on_primary" if chosen else "on_surface"),
        on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen, desc=desc, height=44,
        radius=14, align="center", justify="center", bg="primary" if chosen else "highest",
    )  # fmt: skip


def sound_of(state: State, key: str) -> str:
    """The sound that is chosen: for timers, for waking, for an alarm of the list (`card-ID`) or the draft."""
    listed = alarm_of(state, key.removeprefix(CARD)) if key.startswith(CARD) else None
    if listed is not None:
        return listed.sound
    if key == TIMER:
        return state.prefs.timer_sound
    return state.bedtime.sound if key == BEDTIME else draft_for(state, key).sound


def sounds(state: State, place: Route, view: View) -> Screen:
    """Every sound by group; the chosen one is heard while it is picked."""
    key = place.get("key", "new")
    chosen = sound_of(state, key)
    rows: list[Node] = [_sound(SILENT, "volume_off", key, chosen)]
    for group, names in SOUNDS.items():
        rows += [section(group), *(_sound(name, "music_note", key, chosen) for name in names)]
    title = {TIMER: "Timer sound", BEDTIME: "Wake-up sound"}.get(key, "Alarm sound")
    return Screen(w.page(rows), top=w.app_bar(title), title=title)


def _sound(name: str, glyph: str, key: str, chosen: str) -> Node:
    on = ev("sound", key=key, value=name)
    return c.radio_row(name, on, name == chosen, rid="row_ringtone", inset=24, height=56, leading=w.icon(glyph, 20))


def pick_snooze(state: State, place: Route, view: View) -> Screen:
    """How long an alarm rests when it is snoozed."""
    key = place.get("key", "new")
    window = c.choice_dialog("Snooze", SNOOZES, draft_for(state, key).snooze, ev("snooze", key=key))
    return replace(editor(state, place, view), overlay=Overlay("dialog", window), title="Snooze")


def pick_reminder(state: State, place: Route, view: View) -> Screen:
    """When the phone reminds of the bedtime."""
    window = c.choice_dialog("Reminder", REMINDERS, state.bedtime.reminder, ev("reminder"))
    return replace(bedtime(state, place, view), overlay=Overlay("dialog", window), title="Reminder")


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    name = place.get("name") if place.get("name") in PREFERENCES else "silence"
    title, options = PREFERENCES[name]
    window = c.choice_dialog(title, options, getattr(state.prefs, name, ""), ev("pref", name=name))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title=title)
