"""Tickmoss, to-do lists: today, what is coming, lists in a drawer, an editor with pickers, a bin."""

from __future__ import annotations

from adapters.phone.apps.tickmoss import lists, pages, pickers, side
from adapters.phone.apps.tickmoss.content import FOLDERS
from adapters.phone.apps.tickmoss.model import FIRST_DAYS, State
from adapters.phone.apps.tickmoss.rules import update
from adapters.phone.apps.tickmoss.tasks import INBOX, PRIORITIES, REMINDERS, REPEATS
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Notice, Route, Screen, View, route

_SCREENS = {
    "today": lists.today,
    "drawer": side.drawer,
    "upcoming": lists.upcoming,
    "list": lists.listing,
    "bin": lists.bin_page,
    "search": lists.search,
    "task": pages.task_page,
    "delete": pages.delete,
    "editor": pages.editor,
    "day": pickers.pick_day,
    "time": pickers.pick_time,
    "priority": pickers.pick_priority,
    "repeat": pickers.pick_repeat,
    "reminder": pickers.pick_reminder,
    "folder": pickers.pick_list,
    "settings": side.settings,
    "preference": side.preference,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Tickmoss shows at a place; an unknown one is the day."""
    return _SCREENS.get(place.name, lists.today)(state, place, view)


APP = App(
    name="tickmoss",
    package="com.tickmoss.tasks",
    label="Tickmoss",
    icon=Icon("#FFFFFF", "#2457FF", "task_alt"),
    theme=Theme("#2457FF", "brand", radius=16, overrides=(("surface", "#FFFFFF"),)),
    home=route("today"),
    initial=State,
    screen=screen,
    update=update,
    scratch=(
        "draft",
        "tasks/*/id",
        "ui",
    ),
    activities={
        "today": ".TodayActivity",
        "drawer": ".TodayActivity",
        "upcoming": ".UpcomingActivity",
        "list": ".ListActivity",
        "bin": ".BinActivity",
        "search": ".SearchActivity",
        "task": ".TaskActivity",
        "delete": ".TaskActivity",
        "editor": ".EditTaskActivity",
        "day": ".EditTaskActivity",
        "time": ".EditTaskActivity",
        "folder": ".EditTaskActivity",
        "priority": ".EditTaskActivity",
        "repeat": ".EditTaskActivity",
        "reminder": ".EditTaskActivity",
        "settings": ".SettingsActivity",
        "preference": ".SettingsActivity",
    },
    choices=(
        Choice("tickmoss.day", ("Today", "Tomorrow", "Weekend", "Another day", "No date"), "Today"),
        Choice("tickmoss.time", ("No time", "Another time"), "No time"),
        Choice("tickmoss.list", (INBOX, *(one.name for one in FOLDERS)), INBOX),
        Choice("tickmoss.priority", PRIORITIES, PRIORITIES[0]),
        Choice("tickmoss.repeat", REPEATS, REPEATS[0]),
        Choice("tickmoss.reminder", REMINDERS, REMINDERS[0]),
        Choice("tickmoss.notes", ("",), ""),
        Choice("tickmoss.first_day", FIRST_DAYS, FIRST_DAYS[0]),
    ),
    notices=(Notice("summary", "Good morning, Robin", "10 tasks today, 2 are overdue", route("today"), ago=114),),
    version="4.2.1",
    tree_style="compose",
)
