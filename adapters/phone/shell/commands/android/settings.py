"""`settings`, and the services that switch radios and modes."""

from __future__ import annotations

from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, argument_expected, fail, java_exception, say

NAMESPACES = ("global", "secure", "system")
_SETTINGS_HELP = """\
Settings provider (settings) commands:
  help
      Print this help text.
  get [--user <USER_ID> | current] NAMESPACE KEY
      Retrieve the current value of KEY.
  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]
      Change the contents of KEY to VALUE.
  delete [--user <USER_ID> | current] NAMESPACE KEY
      Delete the entry for KEY.
  reset [--user <USER_ID> | current] NAMESPACE {PACKAGE_NAME | RESET_MODE}
  list [--user <USER_ID> | current] NAMESPACE
      Print all defined keys.
"""


def _invalid(text: str) -> Result:
    return fail(text, 255)


def settings(call: Call) -> Result:
    """Run `settings [--user U] get|put|delete|list NAMESPACE [KEY [VALUE]]`."""
    words = list(call.args)
    if "--user" in words:
        at = words.index("--user")
        del words[at : at + 2]
    if not words or words[0] == "help":
        return say(_SETTINGS_HELP, 255 if not words else 0)
    verb, rest = words[0], words[1:]
    if verb not in ("get", "put", "delete", "list", "reset"):
        return _invalid(f"Invalid command: {verb}")
    if not rest:
        return _invalid("Bad arguments")
    if rest[0] not in NAMESPACES:
        return _invalid(f"Invalid namespace '{rest[0]}'")
    return _settings(call.machine, verb, rest[0], rest[1:])


def _settings(machine: Machine, verb: str, namespace: str, rest: list[str]) -> Result:
    most = {"get": 1, "put": 4, "delete": 1, "list": 0, "reset": 2}[verb]
    least = {"get": 1, "put": 2, "delete": 1, "list": 0, "reset": 1}[verb]
    if len(rest) < least:
        return _invalid("Bad arguments")
    if len(rest) > most:
        return _invalid("Too many arguments")
    if verb == "list":
        table = machine.settings(namespace)
        return say("".join(f"{key}={value}\n" for key, value in sorted(table.items())))
    if verb == "reset":
        return Result()
    key = rest[0]
    if verb == "get":
        value = machine.setting(namespace, key)
        if value is None and (namespace, key) == ("secure", "android_id"):
            value = machine.android_id
        return say(f"{'null' if value is None else value}\n")
    if verb == "put":
        machine.put(namespace, key, rest[1])
        return Result()
    known = machine.setting(namespace, key) is not None
    if known:
        machine.put(namespace, key, None)
    return say(f"Deleted {int(known)} rows\n")


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
        return Result(
            b"",
            encode(f"Available commands:\n         help     Show information about the subcommands\n{listing}"),
            0 if not words else 1,
        )
    if words[0] == "power":
        if words[1:2] == ("stayon",) and len(words) == 3:
            value = {"true": "7", "false": "0", "ac": "1", "usb": "2", "wireless": "4"}.get(words[2], "0")
            call.machine.put("global", "stay_on_while_plugged_in", value)
            return Result()
        return Result(b"", b"Control the power manager\n\nusage: svc power stayon [true|false|usb|ac|wireless]\n", 1)
    key, text = _SVC[words[0]]
    if len(words) != 2 or words[1] not in ("enable", "disable"):
        return Result(b"", encode(f"{text}\n\nusage: svc {words[0]} [enable|disable]\n"), 1)
    call.machine.put("global", key, "1" if words[1] == "enable" else "0")
    return Result()


def connectivity(call: Call) -> Result:
    """Run `cmd connectivity airplane-mode [enable|disable]`; without an argument it prints the state."""
    words = call.args
    if words[:1] != ("airplane-mode",):
        return say(
            "Connectivity service commands:\n  help\n  airplane-mode [enable|disable]\n",
            0 if words[:1] == ("help",) else 255,
        )
    if len(words) == 1:
        on = call.machine.setting("global", "airplane_mode_on") == "1"
        return say("enabled\n" if on else "disabled\n")
    if words[1] not in ("enable", "disable"):
        return say("Connectivity service commands:\n  help\n  airplane-mode [enable|disable]\n", 255)
    call.machine.put("global", "airplane_mode_on", "1" if words[1] == "enable" else "0")
    return Result()


def wifi(call: Call) -> Result:
    """Run `cmd wifi set-wifi-enabled enabled|disabled` or `cmd wifi status`."""
    words = call.args
    on = call.machine.setting("global", "wifi_on") != "0"
    if words[:1] == ("status",):
        return say(
            f"Wifi is {'enabled' if on else 'disabled'}\n"
            + ("Wifi scanning is only available when wifi is enabled\n" if on else "")
        )
    if words[:1] == ("set-wifi-enabled",):
        if words[1:2] not in (("enabled",), ("disabled",)):
            return Result(b"", b"Invalid args to set-wifi-enabled command - expected 'enabled' or 'disabled'\n", 255)
        call.machine.put("global", "wifi_on", "1" if words[1] == "enabled" else "0")
        return Result()
    return say(f"Unknown command: {words[0]}\n" if words else "Wi-Fi (wifi) commands:\n", 255)


def phone(call: Call) -> Result:
    """Run `cmd phone data enable|disable`."""
    if call.args[:1] == ("data",) and call.args[1:2] in (("enable",), ("disable",)):
        call.machine.put("global", "mobile_data", "1" if call.args[1] == "enable" else "0")
        return Result()
    return say(f"Unknown command: {call.args[0]}\n" if call.args else "Telephony Commands:\n", 255)


def bluetooth(call: Call) -> Result:
    """Run `cmd bluetooth_manager enable|disable`."""
    if call.args[:1] in (("enable",), ("disable",)):
        call.machine.put("global", "bluetooth_on", "1" if call.args[0] == "enable" else "0")
        return Result()
    return say(f"Unknown command: {call.args[0]}\n" if call.args else "Bluetooth Manager Commands:\n", 255)


def uimode(call: Call) -> Result:
    """Run `cmd uimode night [yes|no|auto]`: the dark theme, stored in `secure ui_night_mode`."""
    if call.args[:1] != ("night",):
        return say(
            "UiModeManager service (uimode) commands:\n  help\n  night [yes|no|auto|custom_schedule|custom_bedtime]\n",
            255,
        )
    names = {"0": "auto", "1": "no", "2": "yes", "3": "custom"}
    if len(call.args) > 1:
        value = {text: number for number, text in names.items()}.get(call.args[1])
        if value is None:
            return Result(
                b"",
                encode("Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'\n"),
                255,
            )
        call.machine.put("secure", "ui_night_mode", value)
    mode = names.get(call.machine.setting("secure", "ui_night_mode") or "1", "unknown")
    return say(f"Night mode: {mode}\n")


def location(call: Call) -> Result:
    """Run `cmd location set-location-enabled true|false` or `is-location-enabled`."""
    words = [word for word in call.args if word not in ("--user", "0", "current")]
    if words[:1] == ["is-location-enabled"]:
        return say("false\n" if call.machine.setting("secure", "location_mode") == "0" else "true\n")
    if words[:1] == ["set-location-enabled"]:
        if words[1:2] not in (["true"], ["false"]):
            return argument_expected("set-location-enabled", "set-location-enabled")
        call.machine.put("secure", "location_mode", "3" if words[1] == "true" else "0")
        return Result()
    return say("Location service commands:\n", 255)


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


def missing_service(name: str) -> Result:
    """Return the error of `cmd` for an unknown service."""
    return fail(f"cmd: Can't find service: {name}", 20)


def permission_denied(what: str, message: str) -> Result:
    """Return the error of an operation that the shell user may not perform."""
    return java_exception(what, f"java.lang.SecurityException: {message}")
