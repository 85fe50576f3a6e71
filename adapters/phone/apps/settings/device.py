"""The pages about the device: networks, apps, battery, storage, location, about."""

from __future__ import annotations

from adapters.phone.apps.settings.model import State, dnd_status, is_on
from adapters.phone.apps.settings.parts import group, note, page, say, switch
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.hardware import BATTERY
from adapters.phone.ui.node import ev, node


def network(state: State, place: Route, view: View) -> Screen:
    """Network & internet."""
    flying, wifi = is_on(view, "airplane_mode_on"), is_on(view, "wifi_on", "1")
    return page(
        "Network & internet",
        c.setting(
            "Internet",
            "Ferry Street 5G" if wifi else "Networks available",
            icon_name="wifi",
            on=ev("go", to="internet"),
        ),
        switch(
            view,
            "Wi-Fi",
            "Connected to Ferry Street 5G" if wifi else "Off",
            "wifi_on",
            default="1",
            icon_name="network_wifi",
        ),
        c.setting(
            "Calls & SMS",
            "Unavailable in airplane mode" if flying else "Alder Mobile",
            icon_name="call",
            enabled=not flying,
            on=say("Alder Mobile is used for calls"),
        ),
        c.setting("SIMs", "Alder Mobile", icon_name="sim_card", enabled=not flying, on=say("One SIM is installed")),
        switch(view, "Airplane mode", "On" if flying else "Off", "airplane_mode_on", icon_name="airplanemode_active"),
        c.setting(
            "Hotspot & tethering",
            "Off",
            icon_name="wifi_tethering",
            enabled=not flying,
            on=say("Your plan has no hotspot"),
        ),
        switch(view, "Data Saver", "", "data_saver", icon_name="data_saver_off"),
        c.setting("VPN", "None", icon_name="vpn_key", on=say("No VPN is set up")),
        c.setting("Private DNS", "Automatic", icon_name="dns", on=say("Automatic")),
        switch(
            view,
            "Adaptive connectivity",
            "Saves battery by managing connections",
            "adaptive_connectivity",
            default="1",
            icon_name="network_check",
        ),
    )


def internet(state: State, place: Route, view: View) -> Screen:
    """The Wi-Fi networks in reach."""
    wifi = is_on(view, "wifi_on", "1")
    names = (
        ("Ferry Street 5G", "Connected"),
        ("Ferry Street", "Saved"),
        ("Quarry Park Guest", "Open"),
        ("Flat 4B", ""),
        ("Kestrel Pier Café", "Sign-in needed"),
        ("printer-0a41", ""),
    )
    seen = (
        [c.setting(name, about, icon_name="wifi", on=say(f"{name}: strong signal")) for name, about in names]
        if wifi
        else []
    )
    return page(
        "Internet",
        switch(view, "Wi-Fi", "", "wifi_on", default="1"),
        seen,
        c.setting("Add network", icon_name="add", on=say("Hold near a code to add a network")) if wifi else None,
        c.setting(
            "Network preferences", "Wi-Fi turns back on automatically", on=say("Preferences are managed by the owner")
        ),
        c.setting("Mobile data usage", "2.1 GB used, 1–17 Nov", on=say("2.1 GB of 10 GB")),
    )


def connected(state: State, place: Route, view: View) -> Screen:
    """Bluetooth and what was paired."""
    on = is_on(view, "bluetooth_on")
    return page(
        "Connected devices",
        switch(
            view,
            "Bluetooth",
            f"Visible as {view.setting('global', 'device_name', 'Halden 6')}" if on else "Off",
            "bluetooth_on",
            icon_name="bluetooth",
        ),
        c.setting(
            "Pair new device",
            "Bluetooth will turn on to pair" if not on else "",
            icon_name="add",
            on=say("No device in range"),
        ),
        group("Previously connected"),
        c.setting("Noor’s speaker", "Last used 14 Nov", icon_name="speaker", on=say("Out of range")),
        c.setting("Bike light", "Last used 2 Nov", icon_name="pedal_bike", on=say("Out of range")),
        switch(view, "NFC", "Pay and share by touching", "nfc_on", default="1", icon_name="nfc"),
        c.setting("Cast", "Not connected", icon_name="cast", on=say("No screen found")),
        c.setting("Printing", "1 print service on", icon_name="print", on=say("printer-0a41 is ready")),
        note("Turn on Bluetooth to connect to other devices."),
    )


def notifications(state: State, place: Route, view: View) -> Screen:
    """Which notifications show, and where."""
    return page(
        "Notifications",
        c.setting("App settings", "Control notifications from individual apps", on=ev("go", to="apps")),
        switch(
            view,
            "Notification history",
            "Show recent and snoozed notifications",
            "notification_history_enabled",
            table="secure",
        ),
        group("Conversations"),
        c.setting("Conversations", "2 priority conversations", on=say("Sam Lindqvist, Noor Haddad")),
        switch(view, "Bubbles", "Conversations can float", "notification_bubbles", table="secure", default="1"),
        group("Privacy"),
        c.setting("Notifications on lock screen", "Show conversations, default and silent", on=say("Shown")),
        group("General"),
        c.setting("Do Not Disturb", dnd_status(view), on=ev("go", to="dnd")),
        switch(view, "Notification dot on app icon", "", "notification_badging", table="secure", default="1"),
        switch(view, "Hide silent notifications in status bar", "", "silent_status_icons", table="secure"),
    )


def battery(state: State, place: Route, view: View) -> Screen:
    """Charge and savers."""
    level = node(
        "row",
        w.text(f"{BATTERY}%", "45,52,Regular,0", id="battery_level"),
        w.text("about 1 day, 2 hr left", "bodyL", "on_surface_variant"),
        width="fill",
        pad=(24, 0, 24, 12),
        gap=14,
        align="center",
    )
    return page(
        "Battery",
        level,
        c.setting("Battery usage", "Since last full charge", on=say("Screen 41%, Parlowe 9%")),
        switch(view, "Battery Saver", "Limits background activity", "low_power"),
        c.setting("Turn on by schedule", "No schedule", on=say("No schedule")),
        switch(
            view,
            "Adaptive Battery",
            "Extends battery for apps you rarely use",
            "adaptive_battery_management_enabled",
            default="1",
        ),
        switch(
            view,
            "Battery percentage",
            "Show in the status bar",
            "status_bar_show_battery_percent",
            table="system",
            default="1",
        ),
        note("The estimate follows how you use the phone."),
    )


def storage(state: State, place: Route, view: View) -> Screen:
    """What fills the storage."""
    parts = (
        ("photo_library", "Images", "21.3 GB"),
        ("movie", "Videos", "14.8 GB"),
        ("audiotrack", "Audio", "3.2 GB"),
        ("description", "Documents & other", "1.9 GB"),
        ("apps", "Apps", "6.6 GB"),
        ("games", "Games", "0 B"),
        ("settings", "System", "11.3 GB"),
        ("delete_outline", "Bin", "0 B"),
    )
    used = node(
        "column",
        node(
            "row",
            w.text("59.1 GB", "32,40,Regular,0"),
            w.text("used of 128 GB", "bodyL", "on_surface_variant"),
            gap=10,
            align="center",
        ),
        node(
            "row",
            node("spacer", grow=46, height=12, bg="primary", radius=(6, 0, 0, 6)),
            node("spacer", grow=54, height=12, bg="secondary_container", radius=(0, 6, 6, 0)),
            width="fill",
        ),
        width="fill",
        pad=(24, 0, 24, 16),
        gap=10,
        align="stretch",
    )
    return page(
        "Storage",
        used,
        [c.setting(title, size, icon_name=glyph, on=say(f"{title}: {size}")) for glyph, title, size in parts],
    )


def location(state: State, place: Route, view: View) -> Screen:
    """Who may know where the phone is."""
    on = is_on(view, "location_mode", "3", "secure")
    return page(
        "Location",
        switch(view, "Use location", "On" if on else "Off", "location_mode", table="secure", default="3"),
        group("Recent access"),
        c.setting("Maps", "Today, 08:47", on=say("While in use")),
        c.setting("Weather", "Today, 07:02", on=say("Approximate location")),
        c.setting("App location permissions", "9 of 23 apps have access", on=say("9 of 23 apps")),
        c.setting("Location services", "", on=say("Nothing to change")),
        note("Apps with the nearby-devices permission can tell the position of devices around you."),
    )


def about(state: State, place: Route, view: View) -> Screen:
    """What this phone is."""
    facts = (
        ("Device name", view.setting("global", "device_name", "Halden 6")),
        ("Phone number", "555 0170"),
        ("Legal information", ""),
        ("Emergency information", "Not set"),
        ("Model", "Halden 6 (HD6-A)"),
        ("Android version", "13"),
        ("Android security update", "5 November 2026"),
        ("Baseband version", "hd6-1.14.2"),
        ("Kernel version", "5.15.41-android13-8"),
        ("Build number", "HDN6.261105.004"),
        ("IP address", "10.0.2.16"),
        ("Up time", "41:18:07"),
    )
    return page(
        "About phone", [c.setting(title, text, on=say(f"{title}: {text or 'not available'}")) for title, text in facts]
    )
