"""The front page of Settings, its search, the pages about the device and their dialogs."""

from adapters.phone.apps.settings import model
from adapters.phone.apps.settings.app import SUB_SETTINGS, app
from adapters.phone.apps.settings.model import BRIGHTNESS, CALLS, DURATIONS, VOLUMES, State
from adapters.phone.apps.settings.preferences import PAGES, page_of, preferences
from adapters.phone.components.boxes import column, line
from adapters.phone.components.search import search_bar
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import assign, back, focus, go, put, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Put, Route, Screen, View
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import Node, ev, node

SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


@app.screen("root", activity=".Settings")
def root(view: View) -> Screen:
    """The front page."""
    account = w.action("account_circle", "Account and profile", toast("No account on this phone"), color="primary")
    search = line(
        w.icon("search", color="on_surface"),
        w.text("Search settings", "bodyL", "on_surface_variant", grow=1),
        on=SEARCH, id="search_action_bar", cls=w.ROW, height=56, radius=28, bg="high", pad=(16, 0), gap=16,
    )  # fmt: skip
    body = w.page(
        line(w.push(), account.styled(size=32), height=56, pad=(0, 6, 12, 0)),
        w.big_title("Settings"),
        column(search, pad=(16, 0, 16, 10)),
        preferences(view, PAGES.front),
        rid="recycler_view",
    )
    return Screen(body, title="Settings")


@app.screen("search", distractor="another way to a page, by the name of a setting")
def search(state: State) -> Screen:
    """Settings by name."""
    query = bind(state, "ui.query")
    rows = _results(query.value.casefold().strip())
    top = search_bar(query, "Search settings")
    return Screen(w.page(rows, rid="recycler_view"), top=top, title="Search settings")


def _results(wanted: str) -> list[Node]:
    if not wanted:
        return [w.text("Type the name of a setting.", "bodyM", "on_surface_variant", pad=(24, 16, 24, 8))]
    known = [(row.title, "Settings", row.opens) for row in PAGES.front]
    known += [(row.title, row.summary, row.opens) for row in PAGES.findable]
    rows = [c.setting(title, place, on=go(opens)) for title, place, opens in known if wanted in title.casefold()]
    return rows or [w.empty("search_off", "No results", "Nothing in Settings has this name.")]


@app.screen("network", activity=SUB_SETTINGS)
@app.screen(
    "internet", "connected", "notifications", "location", "about", "accessibility", activity=SUB_SETTINGS,
    distractor="a page beside the one that has the setting",
)  # fmt: skip
def rows_only(view: View, here: Route) -> Screen:
    """A page that has only rows."""
    return page_of(view, here.name)


@app.screen("battery", activity=SUB_SETTINGS, distractor="has a switch that saves power, as Airplane mode does")
def battery(view: View) -> Screen:
    """Charge and savers."""
    level = line(
        w.text(f"{BATTERY}%", "45,52,Regular,0", id="battery_level"),
        w.text("about 1 day, 2 hr left", "bodyL", "on_surface_variant"),
        pad=(24, 0, 24, 12),
        gap=14,
    )
    return page_of(view, "battery", level)


@app.screen("sound", activity=SUB_SETTINGS)
def sound(view: View) -> Screen:
    """Volumes and sounds."""
    return page_of(view, "sound", [_slider(view, *volume) for volume in VOLUMES])


def _slider(view: View, key: str, label: str, icon: str, most: int, default: int) -> Node:
    share = min(1.0, int(view.setting("system", key, str(default))) / most)
    return c.slider("seekbar", label, share, ev("level", key=key, most=most), icon)


@app.on("level")
def level(key: str, most: int, value: float = 0.0) -> Put:
    """Move a slider: its share of the largest value is stored as a number without fractions, as on Android."""
    share = min(1.0, max(0.0, float(value)))
    return Put("system", key, str(round(share * most)))


@app.screen("dnd", activity=SUB_SETTINGS)
def dnd(view: View) -> Screen:
    """Do Not Disturb: status, switch, exceptions."""
    on = model.is_on(view, "global zen_mode")
    glyph = "do_not_disturb_on" if on else "remove_circle_outline"
    label, variant = ("Turn off now", "tonal") if on else ("Turn on now", "filled")
    button = c.button(label, model.switched(view, "global zen_mode"), rid="dnd_button", variant=variant, width="wrap")
    return page_of(
        view,
        "dnd",
        c.setting("Status", model.dnd_status(view), icon_name=glyph),
        node("row", button, width="fill", pad=(24, 4, 24, 10)),
    )


@app.dialog("dnd_duration", over="dnd", title="Duration")
def dnd_duration(state: State, view: View) -> Node:
    """The dialog that asks how long; "OK" decides."""
    picked = bind(state, "ui.duration")
    chosen = picked.value or model.duration(view)
    confirm = then(picked.to(""), put("global", "zen_duration", chosen), back())
    return c.choice_dialog("Duration for Quick Settings", DURATIONS, chosen, picked.to, yes=("OK", confirm))


@app.dialog("dnd_calls", over="dnd", title="Calls")
def dnd_calls(view: View) -> Node:
    """The dialog that asks whose calls; a tap decides."""
    return c.choice_dialog(
        "Allow calls from", CALLS, model.calls(view), lambda label: then(put("global", "zen_calls", label), back())
    )


@app.screen("display", activity=SUB_SETTINGS, distractor="has sliders and switches, as the page of sounds does")
def display(view: View) -> Screen:
    """Brightness, timeout, theme."""
    brightness = _slider(view, "screen_brightness", "Brightness level", "brightness_medium", BRIGHTNESS, 128)
    return page_of(view, "display", section("Brightness"), brightness)
