"""The home screen: date, app grid, dock and search pill over the wallpaper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adapters.world.app import App, Effect, Icon, Route, Screen, Start, Theme, Toast, View, route
from adapters.world.node import Ev, Node, ev, node
from adapters.world.stack import HOME
from adapters.world.system import app_icon

DOCKED = ("contacts", "messages", "parlowe", "clock", "settings")
"""Apps that have their place in the dock, as far as they are installed."""

COLUMNS = 5
ROWS = 4


@dataclass(frozen=True, slots=True)
class Launcher:
    """The launcher remembers only which page of the grid it shows."""

    page: int = 0


def launcher(apps: Sequence[App]) -> App:
    """The home screen for these installed apps."""
    dock = tuple(app for name in DOCKED for app in apps if app.name == name)
    grid = tuple(app for app in apps if app not in dock)
    pages = tuple(grid[at : at + COLUMNS * ROWS] for at in range(0, max(1, len(grid)), COLUMNS * ROWS))
    return App(
        name="launcher",
        package=HOME,
        label="Home",
        icon=Icon("#FFFFFF", "#444444", "home"),
        theme=Theme(seed="#5B4A7A", style="tonal"),
        home=route("home"),
        initial=Launcher,
        screen=_screen(pages, dock),
        update=_update(len(pages)),
        activities={"home": ".uioverrides.QuickstepLauncher"},
        system=True,
    )


def _update(pages: int) -> Callable[[Launcher, Ev, View], tuple[Launcher, tuple[Effect, ...]]]:
    def update(state: Launcher, event: Ev, view: View) -> tuple[Launcher, tuple[Effect, ...]]:
        if event.name == "open":
            return state, (Start(event.get("package")),)
        if event.name == "page":
            return Launcher(max(0, min(pages - 1, state.page + event.get("by", 0)))), ()
        if event.name == "search":
            return state, (Toast("Search is not set up on this phone"),)
        return state, ()

    return update


def _screen(pages: Sequence[Sequence[App]], dock: Sequence[App]) -> Callable[[Launcher, Route, View], Screen]:
    def screen(state: Launcher, place: Route, view: View) -> Screen:
        now = view.now
        shown = pages[min(state.page, len(pages) - 1)]
        dots = [
            node("spacer", width=6, height=6, radius=3, bg="#FFFFFF" if i == state.page else "#A896BA")
            for i in range(len(pages))
        ]
        body = node(
            "column",
            node("text", text=f"{now:%a, %b} {now.day}", type="24,32,Regular,0", color="#FFFFFF", id="date",
                 pad=(26, 30, 26, 0)),
            node("spacer", grow=1),
            node("grid", [_icon(app) for app in shown], columns=COLUMNS, width="fill", align="stretch", id="workspace",
                 cls="android.view.ViewGroup", pad=(10, 0, 10, 0)),
            node("spacer", grow=1),
            node("row", dots, gap=8, justify="center", width="fill", height=26) if len(pages) > 1 else None,
            node("row", [_icon(app, label=False) for app in dock], width="fill", id="hotseat",
                 cls="android.view.ViewGroup", pad=(10, 0, 10, 0)),
            _search(),
            width="fill", pad=(0, 0, 0, 42), id="drag_layer", cls="android.widget.FrameLayout",
        )  # fmt: skip
        return Screen(body=body, bg="", ink="light", title="Home")

    return screen


def _icon(app: App, *, label: bool = True) -> Node:
    """A launcher icon is one text view to programs: its label is text and description alike."""
    return node(
        "column",
        app_icon(app),
        node("text", text=app.label, type="12.5,16,Regular,0", color="#FFFFFF", lines=1, text_align="center",
             width="fill", pad=(2, 7, 2, 0)) if label else None,
        on={"tap": ev("open", package=app.package), "long": ev("hold", package=app.package)},
        text=app.label, desc=app.label, cls="android.widget.TextView", width="fill", height=104 if label else 74,
        align="center",
    )  # fmt: skip


def _search() -> Node:
    ink = "#4C425C"
    return node(
        "row",
        node(
            "row",
            node("icon", icon="search", color=ink),
            node("text", text="Search phone and web", type="16,24,Regular,0.2", color="#5C5468", grow=1, lines=1),
            node("icon", icon="center_focus_weak", color=ink),
            node("icon", icon="mic", color=ink),
            on=ev("search"), id="search_container_hotseat", desc="Search", width="fill", height=52, bg="#F4EEF6",
            radius=26, pad=(16, 0, 16, 0), gap=16, align="center",
        ),
        width="fill", pad=(22, 0, 22, 0),
    )  # fmt: skip
