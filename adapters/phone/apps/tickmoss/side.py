"""What lies beside Tickmoss's lists: the drawer and the settings."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tickmoss import model
from adapters.phone.apps.tickmoss.lists import today
from adapters.phone.apps.tickmoss.model import FIRST_DAYS, State
from adapters.phone.apps.tickmoss.rows import bar, dot, hairline
from adapters.phone.apps.tickmoss.tasks import COLORS, INBOX, REMINDERS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

OWNER, OWNER_FACE = "Robin Vale", 21
PANEL, CORNER = 308, 24
"""Width and corner radius of the drawer in dp."""


def drawer(state: State, place: Route, view: View) -> Screen:
    """The drawer over the first page."""
    return replace(today(state, place, view), overlay=Overlay("drawer", _panel(state, view)), title="Menu")


def _panel(state: State, view: View) -> Node:
    def entry(glyph: str, name: str, count: int, on: Ev, mark: Node | None = None, here: bool = False) -> Node:
        ink = "on_secondary_container" if here else "on_surface"
        return node(
            "row",
            mark or w.icon(glyph, 22, ink if here else "on_surface_variant"),
            w.text(name, "15,20,Bold,0.1" if here else "15,20,Medium,0.1", ink, lines=1, grow=1),
            w.text(str(count), "labelL", "on_surface_variant") if count else None,
            on=on, id="drawer_item", cls=w.GROUP, selected=here, width="fill", height=48, radius=24,
            bg="secondary_container" if here else "", pad=(16, 0, 20, 0), gap=16, align="center",
        )  # fmt: skip

    def still(name: str) -> int:
        return sum(not one.done for one in model.listed(state, name))

    done = sum(one.done for one in state.tasks)
    due = [one for one in model.today(state, view.now) if not one.done]
    owner = node(
        "row", w.avatar(OWNER_FACE, 44),
        node("column", w.text(OWNER, "titleM", heading=True),
             w.text(f"{done} tasks done so far", "bodyS", "on_surface_variant"), grow=1),
        width="fill", gap=14, align="center", pad=(16, 12, 16, 12),
    )  # fmt: skip
    lists = [
        entry("", one.name, still(one.name), ev("nav", to="list", list=one.name),
              node("row", dot(COLORS.get(one.color, COLORS["Slate"]), 12), width=22, justify="center"))
        for one in state.lists
    ]  # fmt: skip
    rows = node(
        "scroll",
        owner,
        entry("today", "Today", len(due) + len(model.overdue(state, view.now)), ev("nav", to="today"), here=True),
        entry("event", "Upcoming", len(model.coming(state, view.now)), ev("nav", to="upcoming")),
        entry("inbox", INBOX, still(INBOX), ev("nav", to="list", list=INBOX)),
        w.text("Lists", "titleS", "on_surface_variant", pad=(16, 14, 16, 6)),
        lists,
        w.space(8), hairline(), w.space(8),
        entry("delete_outline", "Bin", len(state.bin), ev("nav", to="bin")),
        entry("settings", "Settings", 0, ev("nav", to="settings")),
        w.space(28),
        id="drawer_list", cls="androidx.recyclerview.widget.RecyclerView", width="fill", grow=1, align="stretch",
    )  # fmt: skip
    return node(
        "column", rows, width=PANEL, bg="low", radius=(0, CORNER, CORNER, 0),
        pad=(10, 8, 10, 0), align="stretch", id="navigation_view", cls="android.widget.FrameLayout",
    )  # fmt: skip


def settings(state: State, place: Route, view: View) -> Screen:
    """What holds for all lists."""
    prefs = state.prefs

    def group(title: str) -> Node:
        return w.text(title, "titleS", "primary", pad=(24, 18, 24, 4))

    body = w.page(
        group("New tasks"),
        c.setting("Default reminder", prefs.reminder, on=ev("pref_ask", key="reminder"),
                  icon_name="notifications_none"),
        group("Calendar"),
        c.setting("First day of the week", prefs.first_day, on=ev("pref_ask", key="first_day"),
                  icon_name="calendar_today"),
        group("Sounds and notifications"),
        c.setting("Morning summary", "At 07:30, when something is due", on=ev("pref", key="summary"),
                  icon_name="wb_sunny", checked=prefs.summary),
        c.setting("Sound when a task is done", on=ev("pref", key="sound"), icon_name="volume_up", checked=prefs.sound),
        group("About"),
        c.setting("Tickmoss 4.2.1", "Everything is stored on this phone", icon_name="task_alt",
                  on=ev("say", text="You have the latest version")),
    )  # fmt: skip
    return Screen(body, top=bar("Settings"), title="Settings")


PREFERENCES = {
    "reminder": ("Default reminder", REMINDERS),
    "first_day": ("First day of the week", FIRST_DAYS),
}


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    key = place.get("key", "reminder")
    title, options = PREFERENCES.get(key, PREFERENCES["reminder"])
    window = c.choice_dialog(title, options, getattr(state.prefs, key, ""), ev("pref_pick", key=key))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title=title)
