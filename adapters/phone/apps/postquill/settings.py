"""Postquill's settings, and the answer that others get while one is away."""

from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import ACCOUNTS, ME
from adapters.phone.apps.postquill.model import SIGNATURE, State
from adapters.phone.apps.postquill.parts import OWN_FACE, note
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import wide_button
from adapters.phone.components.settings_rows import switch_setting
from adapters.phone.framework.actions import assign, back, focus, go, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, node


@app.screen("settings", distractor="decides whether mails are signed")
def settings(state: State) -> Screen:
    """What holds for all mail."""
    prefs = state.prefs
    signature, pictures, notify = (bind(state, f"prefs.{name}") for name in ("signature", "pictures", "notify"))
    owner = line(
        w.avatar(OWN_FACE, 56),
        words(w.text(ME, "titleL"), [note(account, lines=1) for account in ACCOUNTS]),
        bg="low", radius=20, pad=16, gap=16,
    )  # fmt: skip
    away = then(assign("ui.away", prefs.away), go("away"))
    full, newest = toast("Plenty of room left"), toast("You have the latest version")
    body = w.page(
        column(owner, pad=(16, 4, 16, 8)),
        switch_setting("Signature", signature, SIGNATURE, icon_name="draw"),
        switch_setting("Load pictures", pictures, "From people in your contacts", icon_name="image"),
        switch_setting("Notify about new mail", notify, icon_name="notifications"),
        c.setting("Out of office", prefs.away if prefs.out_of_office else "Off", on=away, icon_name="beach_access"),
        c.setting("Storage", "1.2 GB of 15 GB used", on=full, icon_name="cloud"),
        c.setting("About Postquill", "Version 6.3.0", on=newest, icon_name="info"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.screen("away", activity=".OutOfOfficeActivity", distractor="answers mail too, but everybody's")
def away(state: State) -> Screen:
    """The answer that others get while one is away; nothing is sent before it is turned on."""
    is_on, text = state.prefs.out_of_office, bind(state, "ui.away")
    contacts = bind(state, "prefs.away_contacts")
    field = node(
        "field", text=text.value, hint="I am away until …", id="away_text", width="fill", lines=6,
        type="16,25,Regular,0.1", color="on_surface", pad=(16, 14, 16, 14), on={"change": text.changed}, bg="low",
        radius=16,
    )  # fmt: skip
    body = w.form(
        column(
            note("Everybody who writes to you gets this answer once, until you turn it off."), field,
            pad=(20, 4, 20, 8), gap=14,
        ),
        c.switch_row(
            "Only to my contacts", "Strangers get no answer", contacts.toggled, contacts.value,
            rid="row_contacts", icon_name="people",
        ),
        node(
            "row", w.icon("info", 20), note("It is on now." if is_on else "It is off now.", id="away_status"),
            gap=12, align="center", pad=(20, 8, 20, 8),
        ),
    )  # fmt: skip
    turn_off = wide_button("Turn off", _turn(state, on=False), rid="turn_off", variant="outlined", enabled=is_on)
    turn_on = wide_button("Turn on", _turn(state, on=True), rid="turn_on")
    return Screen(body, top=w.app_bar("Out of office"), bottom=w.sticky(turn_off, turn_on), title="Out of office")


def _turn(state: State, *, on: bool) -> Ev:
    """Turn the answer on or off; on needs a text."""
    text = state.ui.away.strip()
    if on and not text:
        return then(toast("Write an automatic reply"), focus("away_text"))
    message = toast("Out of office is on" if on else "It is off")
    return then(assign("prefs.out_of_office", on), assign("prefs.away", text), focus(None), back(), message)
