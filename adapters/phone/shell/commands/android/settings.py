"""`settings`, and the services that switch radios and modes."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.shell.commands.android.services import subcommand, unknown
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.command import Call, Result, argument_expected, fail, say

NAMESPACES = ("global", "secure", "system")
_ARGUMENTS = {"get": (1, 1), "put": (2, 4), "delete": (1, 1), "list": (0, 0)}
"""Fewest and most arguments after the namespace."""
_SETTINGS_HELP = """\
Settings provider (settings) commands:
  get [--user <USER_ID> | current] NAMESPACE KEY
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
  delete [--user <USER_ID> | current] NAMESPACE KEY
  list [--user <USER_ID> | current] NAMESPACE
"""


def settings(call: Call) -> Result:
    """Run `settings [--user U] get|put|delete|list NAMESPACE [KEY [VALUE]]`."""
    words = list(call.args)
    if "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    if not words or words[0] == "help":
        return say(_SETTINGS_HELP, 255 if not words else 0)
    verb, *rest = words
    if verb not in _ARGUMENTS:
        return fail(f"Invalid command: {verb}", 255)
    if not rest:
        return fail("Bad arguments", 255)
    namespace, *rest = rest
    if namespace not in NAMESPACES:
        return fail(f"Invalid namespace '{namespace}'", 255)
    least, most = _ARGUMENTS[verb]
    if not least <= len(rest) <= most:
        return fail("Bad arguments" if len(rest) < least else "Too many arguments", 255)
    machine = call.machine
    if verb == "list":
        return say("".join(f"{key}={value}\n" for key, value in sorted(machine.settings(namespace).items())))
    key, value = rest[0], machine.setting(namespace, rest[0])
    if verb == "get":
        if value is None and (namespace, key) == ("secure", "android_id"):
            value = machine.android_id
        return say(f"{'null' if value is None else value}\n")
    if verb == "put":
        machine.put(namespace, key, rest[1])
        return Result()
    if value is not None:
        machine.put(namespace, key, None)
    return say(f"Deleted {int(value is not None)} rows\n")


# Radios and modes.

_SVC: dict[str, tuple[str, str]] = {
    "wifi": ("wifi_on", "Control the Wi-Fi manager"),
    "data": ("mobile_data", "Control mobile data connectivity"),
    "bluetooth": ("bluetooth_on", "Control Bluetooth service"),
    "nfc": ("nfc_on", "Control NFC functions"),
}


def svc(call: Call) -> Result:
    """Run `svc wifi|data|bluetooth|nfc enable|disable` or `svc power stayon`."""
    words = call.args
    if not words or words[0] not in (*_SVC, "power"):
        listing = "".join(f"         {name:<8} {text}\n" for name, (_, text) in sorted(_SVC.items()))
        text = f"Available commands:\n         help     Show information about the subcommands\n{listing}"
        return Result(b"", encode(text), int(bool(words)))
    if words[0] == "power":
        if words[1:2] != ("stayon",) or len(words) != 3:
            return fail("Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless]")
        value = {"true": "7", "false": "0", "ac": "1", "usb": "2", "wireless": "4"}.get(words[2], "0")
        call.machine.put("global", "stay_on_while_plugged_in", value)
        return Result()
    key, text = _SVC[words[0]]
    return _switch(call, key, words[1:]) or fail(f"{text}\n\nusage: svc {words[0]} [enable|disable]")


def _switch(call: Call, key: str, words: Sequence[str], on: str = "enable", off: str = "disable") -> Result | None:
    """Switch a global setting by the only word; None if it is neither of the two."""
    if list(words) not in ([on], [off]):
        return None
    call.machine.put("global", key, "1" if words[0] == on else "0")
    return Result()


def connectivity(call: Call) -> Result:
    """Run `cmd connectivity airplane-mode [enable|disable]`; without an argument it prints the state."""
    if call.args == ("airplane-mode",):
        on = call.machine.setting("global", "airplane_mode_on") == "1"
        return say("enabled\n" if on else "disabled\n")
    done = _switch(call, "airplane_mode_on", call.args[1:]) if call.args[:1] == ("airplane-mode",) else None
    return done or say("Connectivity service commands:\n  help\n  airplane-mode [enable|disable]\n", 255)


def wifi(call: Call) -> Result:
    """Run `cmd wifi set-wifi-enabled enabled|disabled` or `cmd wifi status`."""
    match call.args[:1]:
        case ["status"]:
            on = call.machine.setting("global", "wifi_on") != "0"
            note = "Wifi scanning is only available when wifi is enabled\n" if on else ""
            return say(f"Wifi is {'enabled' if on else 'disabled'}\n{note}")
        case ["set-wifi-enabled"]:
            bad = "Invalid args to set-wifi-enabled command - expected 'enabled' or 'disabled'"
            return _switch(call, "wifi_on", call.args[1:], "enabled", "disabled") or fail(bad, 255)
        case _:
            return unknown("Wi-Fi (wifi)", subcommand(call)[0], "set-wifi-enabled enabled|disabled", "status")


def phone(call: Call) -> Result:
    """Run `cmd phone data enable|disable`."""
    done = _switch(call, "mobile_data", call.args[1:]) if call.args[:1] == ("data",) else None
    return done or unknown("Telephony", subcommand(call)[0], "data enable|disable")


def bluetooth(call: Call) -> Result:
    """Run `cmd bluetooth_manager enable|disable`."""
    done = _switch(call, "bluetooth_on", call.args)
    return done or unknown("Bluetooth Manager", subcommand(call)[0], "enable", "disable")


def uimode(call: Call) -> Result:
    """Run `cmd uimode night [yes|no|auto]`: the dark theme, stored in `secure ui_night_mode`."""
    if call.args[:1] != ("night",):
        return unknown("UiModeManager service (uimode)", subcommand(call)[0], "night [yes|no|auto]")
    names = {"0": "auto", "1": "no", "2": "yes", "3": "custom"}
    if len(call.args) > 1:
        value = {text: number for number, text in names.items()}.get(call.args[1])
        if value is None:
            return fail("Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'", 255)
        call.machine.put("secure", "ui_night_mode", value)
    mode = names.get(call.machine.setting("secure", "ui_night_mode") or "1", "unknown")
    return say(f"Night mode: {mode}\n")


def location(call: Call) -> Result:
    """Run `cmd location set-location-enabled true|false` or `is-location-enabled`."""
    sub, words = subcommand(call)
    if sub == "is-location-enabled":
        return say("false\n" if call.machine.setting("secure", "location_mode") == "0" else "true\n")
    if sub != "set-location-enabled":
        return unknown("Location service", sub, "is-location-enabled", "set-location-enabled true|false")
    if words[:1] not in (["true"], ["false"]):
        return argument_expected(sub, sub)
    call.machine.put("secure", "location_mode", "3" if words[0] == "true" else "0")
    return Result()


def statusbar(call: Call) -> Result:
    """Run `cmd statusbar expand-notifications|expand-settings|collapse`; the shade opens through its key."""
    verbs = {"expand-notifications": 83, "expand-settings": 83, "collapse": 4}
    verb = call.args[0] if call.args else ""
    if verb not in verbs:
        return say("Status bar commands:\n  help\n  expand-notifications\n  expand-settings\n  collapse\n", 255)
    shown = any(window.kind == "shade" for window in call.machine.phone.scene().windows)
    if shown == (verb == "collapse"):
        call.machine.phone.key(verbs[verb])
    return Result()
