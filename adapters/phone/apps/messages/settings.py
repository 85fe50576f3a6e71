"""Settings that hold for all conversations."""

from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import State
from adapters.phone.apps.messages.parts import heading, window
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import switch_setting
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.records import SIMS


@app.screen(
    "settings", activity=".ui.appsettings.ApplicationSettingsActivity", distractor="its SIM is that of all messages"
)
def settings(state: State) -> Screen:
    """What holds for all conversations."""
    count = len(state.blocked)
    reports, spam, bubbles = (bind(state, f"prefs.{name}") for name in ("reports", "filter", "bubbles"))
    body = w.form(
        heading("Sending"),
        c.setting("Send and call with", state.prefs.sim, on=window("sims"), icon_name="sim_card"),
        switch_setting("Delivery reports", reports, "Tell when a message has arrived", icon_name="done_all"),
        heading("Receiving"),
        switch_setting("Spam filter", spam, "Keep suspicious messages apart", icon_name="report"),
        switch_setting("Bubbles", bubbles, "Show new messages over other apps", icon_name="chat_bubble_outline"),
        c.setting(
            "Spam and blocked", "1 number" if count == 1 else f"{count} numbers", on=go("blocked"), icon_name="block"
        ),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.dialog("sims", over="settings", title="Send and call with", distractor="beside the SIM of one message")
def sims(state: State) -> Overlay:
    """Which SIM is used where nothing else is picked."""
    return choice_dialog("Send and call with", bind(state, "prefs.sim"), SIMS)
