"""What alarms, timers and the bedtime have picked in windows of their own: a time, a sound."""

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.bedtime import bedtime
from adapters.phone.apps.clock.content import CONTENT, SILENT
from adapters.phone.apps.clock.editor import editor
from adapters.phone.apps.clock.model import State
from adapters.phone.apps.clock.times import clock_time, parts
from adapters.phone.components.boxes import line
from adapters.phone.components.dialogs import dialog_over
from adapters.phone.components.pickers import TimePills, picked_text, picker_window, time_pills
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import back, then
from adapters.phone.framework.dates import shown_time
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node

PILLS = TimePills(height=44, radius=14, bg="highest")
SOUND_TITLES = {"bedtime.sound": "Wake-up sound"}


@app.screen("time", activity=".alarms.AlarmActivity")
def pick_time(state: State, view: View, path: str = "draft.time") -> Screen:
    """Hour and minute of what is at the path: the alarm in the editor, or an end of the night. "OK" sets it."""
    below = editor(state, view) if path == "draft.time" else bedtime(state, view)
    return dialog_over(below, _time_window(state, view, bind(state, path)), "Select time")


def _time_window(state: State, view: View, target: Bound[str]) -> Node:
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
    """Every sound by group, for the alarm, the timers or the bedtime whose sound is at the path."""
    chosen = bind(state, path)
    rows = [_sound(SILENT, "volume_off", chosen)]
    for group, names in CONTENT.sounds.items():
        rows += [section(group, top=18), *(_sound(name, "music_note", chosen) for name in names)]
    title = SOUND_TITLES.get(path, "Alarm sound")
    return Screen(w.page(rows), top=w.app_bar(title), title=title)


def _sound(name: str, icon: str, chosen: Bound[str]) -> Node:
    on = chosen.to(name)
    return c.radio_row(
        name, on, name == chosen.value, rid="row_ringtone", inset=24, height=56, leading=w.icon(icon, 20)
    )
