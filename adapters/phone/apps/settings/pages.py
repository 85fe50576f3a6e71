"""The pages of Settings about the device, and the dialogs of sound and display."""

from adapters.phone.apps.settings import model
from adapters.phone.apps.settings.app import SUB_SETTINGS, app
from adapters.phone.apps.settings.model import BRIGHTNESS, CALLS, DURATIONS, TIMEOUTS, VOLUMES, State
from adapters.phone.apps.settings.preferences import page_of
from adapters.phone.components.boxes import column, line
from adapters.phone.components.dialogs import dialog_over
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import back, put, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Put, Route, Screen, View
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import Node, ev, node


@app.screen(
    "network", "internet", "connected", "notifications", "location", "about", "wallpaper", "accessibility", "security",
    "system", activity=SUB_SETTINGS,
)  # fmt: skip
def rows_only(view: View, here: Route) -> Screen:
    """A page that has only rows."""
    return page_of(view, here.name)


@app.screen("battery", activity=SUB_SETTINGS)
def battery(view: View) -> Screen:
    """Charge and savers."""
    level = line(
        w.text(f"{BATTERY}%", "45,52,Regular,0", id="battery_level"),
        w.text("about 1 day, 2 hr left", "bodyL", "on_surface_variant"),
        pad=(24, 0, 24, 12),
        gap=14,
    )
    return page_of(view, "battery", level)


@app.screen("storage", activity=SUB_SETTINGS)
def storage(view: View) -> Screen:
    """What fills the storage."""
    sizes = node(
        "row",
        w.text("59.1 GB", "32,40,Regular,0"),
        w.text("used of 128 GB", "bodyL", "on_surface_variant"),
        gap=10,
        align="center",
    )
    bar = node(
        "row",
        node("spacer", grow=46, height=12, bg="primary", radius=(6, 0, 0, 6)),
        node("spacer", grow=54, height=12, bg="secondary_container", radius=(0, 6, 6, 0)),
        width="fill",
    )
    return page_of(view, "storage", column(sizes, bar, pad=(24, 0, 24, 16), gap=10))


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


@app.screen("dnd_duration", activity=SUB_SETTINGS)
def dnd_duration(state: State, view: View) -> Screen:
    """The dialog that asks how long; "OK" decides."""
    picked = bind(state, "ui.duration")
    chosen = picked.value or model.duration(view)
    confirm = then(picked.to(""), put("global", "zen_duration", chosen), back())
    window = c.choice_dialog("Duration for Quick Settings", DURATIONS, chosen, picked.to, yes=("OK", confirm))
    return dialog_over(dnd(view), window, "Duration")


@app.screen("dnd_calls", activity=SUB_SETTINGS)
def dnd_calls(view: View) -> Screen:
    """The dialog that asks whose calls; a tap decides."""
    window = c.choice_dialog(
        "Allow calls from", CALLS, model.calls(view), lambda label: then(put("global", "zen_calls", label), back())
    )
    return dialog_over(dnd(view), window, "Calls")


@app.screen("display", activity=SUB_SETTINGS)
def display(view: View) -> Screen:
    """Brightness, timeout, theme."""
    brightness = _slider(view, "screen_brightness", "Brightness level", "brightness_medium", BRIGHTNESS, 128)
    return page_of(view, "display", section("Brightness"), brightness)


@app.screen("timeout", activity=SUB_SETTINGS)
def screen_timeout(view: View) -> Screen:
    """The dialog that asks for the timeout; a tap decides."""
    milliseconds = dict(TIMEOUTS)
    window = c.choice_dialog(
        "Screen timeout", tuple(milliseconds), model.timeout(view),
        lambda label: then(put("system", "screen_off_timeout", milliseconds[label]), back()),
    )  # fmt: skip
    return dialog_over(display(view), window, "Screen timeout")
