"""Tickmoss's declaration; its screens and handlers stand in the modules of their topics."""

from adapters.phone.apps.tickmoss.content import CONTENT, INBOX, PRIORITIES, REMINDERS, REPEATS
from adapters.phone.apps.tickmoss.model import State
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, Notice, route

app = AppBuilder(
    State,
    name="tickmoss",
    package="com.tickmoss.tasks",
    label="Tickmoss",
    icon=Icon("#FFFFFF", "#2457FF", "task_alt"),
    theme=Theme("#2457FF", "brand", radius=16, overrides=(("surface", "#FFFFFF"),)),
    home=route("today"),
    scratch=("draft", "tasks/*/id", "ui"),
    choices=(
        Choice("tickmoss.day", ("Today", "Tomorrow", "Weekend", "Another day", "No date"), "Today"),
        Choice("tickmoss.time", ("No time", "Another time"), "No time"),
        Choice("tickmoss.list", (INBOX, *(folder.name for folder in CONTENT.folders)), INBOX),
        Choice("tickmoss.priority", PRIORITIES, PRIORITIES[0]),
        Choice("tickmoss.repeat", REPEATS, REPEATS[0]),
        Choice("tickmoss.reminder", REMINDERS, REMINDERS[0]),
    ),
    notices=(Notice("summary", "Good morning, Robin", "10 tasks today, 2 are overdue", route("today"), ago=114),),
    version="4.2.1",
    tree_style="compose",
)
