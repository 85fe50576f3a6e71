"""The home screen: pages of icons, a dock and a search pill over the wallpaper, and the drawer with every app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Effect, Focus, Go, Icon, Overlay, Replace, Route, Screen, Start, View, route
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.package_names import HOME

DOCKED = ("contacts", "messages", "parlowe", "clock", "settings")
"""Apps that have their place in the dock, as far as they are installed."""

SETTINGS = "com.android.settings"
LATER = ("oakthread", "railfinch", "reelbrook", "seatmint", "thriftloom")
"""Apps whose icons come behind all others, so that they are on the second page."""

COLUMNS = 5
ROWS = 3
FREE = 104
"""Room in dp under the icons, which nobody has filled."""
DRAWER = route("drawer")
POPUP = "popup"
SEARCH = "search_container_all_apps"


@dataclass(frozen=True, slots=True)
class Launcher:
    """Which page of the home screen is shown, and what is looked for in the drawer."""

    page: int = 0
    query: str = ""


def launcher(apps: Sequence[App]) -> App:
    """The home screen for these installed apps."""
    dock = tuple(app for name in DOCKED for app in apps if app.name == name)
    grid = tuple(sorted((app for app in apps if app not in dock), key=lambda app: app.name in LATER))
    pages = tuple(grid[at : at + COLUMNS * ROWS] for at in range(0, max(1, len(grid)), COLUMNS * ROWS))
    sorted_apps = tuple(sorted(apps, key=lambda app: (app.label.casefold(), app.name)))

    def screen(state: Launcher, place: Route, view: View) -> Screen:
        inside = place == DRAWER or place.get("drawer", False)
        shown = _drawer(state, sorted_apps, view) if inside else _home(state, pages, dock, view)
        if place.name == POPUP:
            shown = replace(shown, overlay=_popup(place), title="Shortcuts")
        return shown

    return App(
        name="launcher",
        package=HOME,
        label="Home",
        icon=Icon("#FFFFFF", "#444444", "home"),
        theme=Theme(seed="#5B4A7A", style="tonal"),
        home=route("home"),
        initial=Launcher,
        screen=screen,
        update=_update(len(pages)),
        activities={"home": ".uioverrides.QuickstepLauncher"},
        system=True,
        portrait=True,
    )


def found(apps: Sequence[App], query: str) -> list[App]:
    """The apps with a word of their names that begins as the query does, in their order."""
    start = query.casefold().strip()
    return [app for app in apps if any(word.startswith(start) for word in (app.label.casefold(), *_words(app)))]


def _words(app: App) -> list[str]:
    return app.label.casefold().split()


def _update(pages: int) -> Callable[[Launcher, Ev, View], tuple[Launcher, tuple[Effect, ...]]]:
    def update(state: Launcher, event: Ev, view: View) -> tuple[Launcher, tuple[Effect, ...]]:
        if event.name == "open":
            return state, (Start(event.get("package")),)
        if event.name == "hold":
            return state, (
                Go(
                    route(
                        POPUP, label=event.get("label"), x=event.get("x"), y=event.get("y"), drawer=event.get("drawer")
                    )
                ),
            )
        if event.name == "info":
            return state, (Replace(route("home"), root=True), Start(SETTINGS, route("app", label=event.get("label"))))
        if event.name == "page":
            return replace(state, page=max(0, min(pages - 1, state.page + event.get("by", 0)))), ()
        if event.name == "first":
            return replace(state, page=0), ()
        if event.name in ("drawer", "search"):
            looking = (Focus(SEARCH),) if event.name == "search" else ()
            return replace(state, query=""), (Go(DRAWER), *looking)
        if event.name == "query":
            return replace(state, query=event.get("text", "")), ()
        return state, ()

    return update


def _home(state: Launcher, pages: Sequence[Sequence[App]], dock: Sequence[App], view: View) -> Screen:
    now = view.now
    at = min(state.page, len(pages) - 1)
    dots = [
        node("spacer", width=6, height=6, radius=3, bg="#FFFFFF" if number == at else "#A896BA")
        for number in range(len(pages))
    ]
    body = node(
        "column",
        node("text", text=f"{now:%a, %b} {now.day}", type="24,32,Regular,0", color="#FFFFFF", id="date",
             pad=(26, 30, 26, 0)),
        node("spacer", grow=1),
        node("grid", [_icon(app) for app in pages[at]], columns=COLUMNS, width="fill", align="stretch",
             id="workspace", cls="android.widget.ScrollView" if len(pages) > 1 else "android.view.ViewGroup",
             variant="pages" if len(pages) > 1 else "", pad=(10, 0, 10, FREE), min_height=104 * ROWS + FREE),
        node("spacer", grow=1),
        node("row", dots, gap=8, justify="center", width="fill", height=26, id="page_indicator",
             desc=f"Page {at + 1} of {len(pages)}", cls="android.view.View") if len(pages) > 1 else None,
        node("row", [_icon(app, label=False) for app in dock], width="fill", id="hotseat",
             cls="android.view.ViewGroup", pad=(10, 0, 10, 0)),
        _pill(),
        width="fill", pad=(0, 0, 0, 42), id="drag_layer", cls="android.widget.FrameLayout",
    )  # fmt: skip
    return Screen(body=body, bg="", ink="light", title="Home")


def _icon(app: App, *, label: bool = True, drawer: bool = False) -> Node:
    """A launcher icon is one text view to programs: its label is text and description alike."""
    return node(
        "column",
        app_icon(app),
        node("text", text=app.label, type="12.5,16,Regular,0", color="on_surface" if drawer else "#FFFFFF", lines=1,
             text_align="center", width="fill", pad=(2, 7, 2, 0)) if label else None,
        on={"tap": ev("open", package=app.package), "long": ev("hold", label=app.label, x=0, y=0, drawer=drawer)},
        text=app.label, desc=app.label, cls="android.widget.TextView", width="fill", height=104 if label else 74,
        align="center",
    )  # fmt: skip


def _popup(place: Route) -> Overlay:
    """What a long press on an icon offers."""
    info = node(
        "row", node("icon", icon="info", size=20, color="on_surface_variant"),
        node("text", text="App info", type="bodyL"), on=ev("info", label=place.get("label", "")), id="bubble_text",
        height=48, align="center", gap=14, pad=(18, 0, 24, 0), width=200,
    )  # fmt: skip
    panel = node("column", info, bg="high", radius=20, elevation=3, pad=(0, 4, 0, 4), id="popup_container")
    return Overlay("menu", panel, at=(place.get("x", 0), place.get("y", 0)))


def _pill() -> Node:
    ink = "#4C425C"
    return node(
        "row",
        node(
            "row",
            node("icon", icon="search", color=ink),
            node("text", text="Search your phone", type="16,24,Regular,0.2", color="#5C5468", grow=1, lines=1),
            node("icon", icon="center_focus_weak", color=ink),
            node("icon", icon="mic", color=ink),
            on=ev("search"), id="search_container_hotseat", desc="Search", width="fill", height=52, bg="#F4EEF6",
            radius=26, pad=(16, 0, 16, 0), gap=16, align="center",
        ),
        width="fill", pad=(22, 0, 22, 0),
    )  # fmt: skip


def _drawer(state: Launcher, apps: Sequence[App], view: View) -> Screen:
    """Every app by its name, and those alone that are looked for."""
    shown = found(apps, state.query) if state.query.strip() else list(apps)
    box = node(
        "row",
        node("icon", icon="search", color="on_surface_variant"),
        node("field", text=state.query, hint="Search apps", id=SEARCH, grow=1, height=48, type="bodyL",
             on={"change": ev("query"), "submit": ev("nothing")}),
        width="fill", height=52, radius=26, bg="high", pad=(16, 0, 16, 0), gap=14, align="center",
    )  # fmt: skip
    icons: Node = node("grid", [_icon(app, drawer=True) for app in shown], columns=COLUMNS, width="fill",
                       align="stretch", pad=(10, 8, 10, 0))  # fmt: skip
    if not shown:
        icons = node("text", text=f"No apps found matching “{state.query.strip()}”", type="bodyL", width="fill",
                     color="on_surface_variant", text_align="center", pad=(32, 64, 32, 0), id="no_results")  # fmt: skip
    rows = node("scroll", icons, node("spacer", height=28), id="apps_list_view", width="fill", height="fill",
                cls="androidx.recyclerview.widget.RecyclerView", align="stretch")  # fmt: skip
    top = node("row", box, width="fill", pad=(22, 10, 22, 10), bg="surface")
    return Screen(rows, top=top, title="Apps")
