"""Further `cmd` services: notifications, sound, power, lock screen, overlays, device configuration."""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, argument_expected, fail, java_exception, say
from adapters.phone.state.notifications import posted
from adapters.phone.ui.app import Notice, Route

_STREAMS: Final = {
    0: ("STREAM_VOICE_CALL", "volume_voice", 5),
    1: ("STREAM_SYSTEM", "volume_system", 7),
    2: ("STREAM_RING", "volume_ring", 7),
    3: ("STREAM_MUSIC", "volume_music", 15),
    4: ("STREAM_ALARM", "volume_alarm", 7),
    5: ("STREAM_NOTIFICATION", "volume_notification", 7),
}
"""Number of a sound stream: name, its key in `settings system`, the loudest."""
_MEDIA_KEYS: Final = {
    "play": 126, "pause": 127, "play-pause": 85, "mute": 91, "headsethook": 79, "stop": 86, "next": 87, "previous": 88,
    "rewind": 89, "record": 130, "fast-forward": 90,
}  # fmt: skip
_HELP_MEDIA: Final = """\
usage: media_session [subcommand] [options]
       media_session dispatch KEY
       media_session list-sessions
       media_session monitor <tag>
       media_session volume [options]

media_session volume: [options]: --stream STREAM, --set INDEX, --adj raise|lower|same, --get
"""


def volume(machine: Machine, stream: int) -> tuple[str, int, int]:
    """Return name, volume and maximum volume of a stream."""
    name, key, most = _STREAMS.get(stream, _STREAMS[3])
    value = machine.setting("system", key) or "5"
    return name, min(int(value), most) if value.isdigit() and len(value) < 4 else 0, most


def media_session(call: Call) -> Result:
    """Run `cmd media_session volume|dispatch|list-sessions` or `media volume|dispatch`."""
    sub, words = (call.args[0], list(call.args[1:])) if call.args else ("", [])
    match sub:
        case "volume":
            return _volume(call.machine, words)
        case "dispatch":
            if not words:
                return argument_expected("dispatch", "dispatch")
            if words[0] not in _MEDIA_KEYS:
                return say(f"Error: unknown dispatch code '{words[0]}'\n", 255)
            call.machine.phone.key(_MEDIA_KEYS[words[0]])
            return Result()
        case "list-sessions":
            return say("Sessions:\n")
        case "monitor":
            return fail(f"V2 monitoring of {words[0] if words else ''} is not possible: no session", 255)
        case _:
            return say(
                _HELP_MEDIA if sub in ("", "help") else f"Error: unknown command '{sub}'\n", 0 if sub == "help" else 255
            )


def _volume(machine: Machine, words: list[str]) -> Result:
    stream, wanted, adjust, get = 3, None, "", False
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word in ("--get", "--show"):
            get |= word == "--get"
            continue
        value = queue.pop(0) if queue else ""
        if word == "--stream" and value.isdigit():
            stream = int(value[:3])
        elif word == "--set" and value.isdigit():
            wanted = int(value[:4])
        elif word == "--adj" and value in ("raise", "lower", "same"):
            adjust = value
        else:
            return say(f"Error: Invalid arguments for volume: {word} {value}".rstrip() + "\n", 255)
    name, now, most = volume(machine, stream)
    out = f"[V] will control stream={stream} ({name})\n"
    if wanted is None and adjust:
        wanted = now + {"raise": 1, "lower": -1}.get(adjust, 0)
        out += f"[V] will adjust volume, adjustment={adjust}\n"
    elif wanted is not None:
        out += f"[V] will set volume to index={wanted}\n"
    out += "[V] Connecting to AudioService\n"
    if wanted is not None:
        if not 0 <= wanted <= most and not adjust:
            return say(out + f"Error: invalid volume index {wanted} is not in range [0..{most}]\n", 255)
        key = _STREAMS.get(stream, _STREAMS[3])[1]
        machine.put("system", key, str(min(max(wanted, 0), most)))
        now = volume(machine, stream)[1]
    if get:
        out += "[V] will get volume\n"
        out += f"[V] volume is {now} in range [0..{most}]\n"
    return say(out)


_ZEN: Final = {"off": "0", "all": "0", "on": "1", "priority": "1", "none": "2", "alarms": "3"}


def notification(call: Call) -> Result:
    """Run `cmd notification set_dnd MODE`, `post [-t TITLE] TAG TEXT`, `list` or a listener command."""
    sub, words = (call.args[0], list(call.args[1:])) if call.args else ("help", [])
    machine = call.machine
    if sub == "set_dnd":
        if words[:1] and words[0] in _ZEN:
            machine.put("global", "zen_mode", _ZEN[words[0]])
            return Result()
        return argument_expected("set_dnd", "set_dnd")
    if sub == "post":
        return _post(machine, words)
    if sub == "list":
        lines = (f"0|{row.package}|0|{row.notice.key}|10170\n" for row in machine.phone.state.posted)
        return say("".join(lines))
    if sub in ("allow_listener", "disallow_listener", "allow_assistant", "disallow_assistant", "allow_dnd",
               "disallow_dnd", "snooze", "unsnooze", "set_bubbles", "suspend_package", "unsuspend_package",
               "reset_assistant_user_set", "remove_approved_assistant"):  # fmt: skip
        return Result() if words or sub.endswith("_set") else argument_expected(sub, sub)
    help_text = "NotificationManager service commands:\n  allow_listener COMPONENT [user_id (current user if not "
    help_text += (
        "specified)]\n  set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]\n  "
        "post [flags] <tag> <text>\n"
    )
    return say(help_text if sub == "help" else f"Unknown command: {sub}\n{help_text}", 0 if sub == "help" else 255)


def _post(machine: Machine, words: list[str]) -> Result:
    title, rest = "", []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word in ("-t", "--title") and queue:
            title = queue.pop(0)
        elif word in ("-v", "--verbose"):
            continue
        elif word.startswith("-") and queue:
            queue.pop(0)
        else:
            rest.append(word)
    if len(rest) < 2:
        return say("error: not enough arguments\nusage: cmd notification post [flags] <tag> <text>\n", 255)
    package = machine.phone.foreground[0]
    app = next((item for item in machine.phone.apps if item.package == package), None)
    notice = Notice(clean(rest[0]), clean(title or rest[0]), clean(rest[1]), app.home if app else Route("home"))
    machine.phone.state = posted(machine.phone.state, package, notice)
    return say(f"posting:\n  Notification(channel=shell_cmd tag={rest[0]})\n")


def power(call: Call) -> Result:
    """Run `cmd power set-mode 0|1`, `set-adaptive-power-saver-enabled` and similar commands."""
    sub, words = (call.args[0], list(call.args[1:])) if call.args else ("help", [])
    if sub == "set-mode":
        if words[:1] not in (["0"], ["1"]):
            return argument_expected("set-mode", "set-mode")
        call.machine.put("global", "low_power", words[0])
        return Result()
    if sub in (
        "set-adaptive-power-saver-enabled",
        "set-fixed-performance-mode-enabled",
        "set-prox",
        "suppress-ambient-display",
    ):
        return Result() if words else argument_expected(sub, sub)
    text = "Power manager (power) commands:\n  help\n    Print this help text.\n  set-mode MODE\n"
    return say(text if sub == "help" else f"Unknown command: {sub}\n{text}", 0 if sub == "help" else 255)


def lock_settings(call: Call) -> Result:
    """Run `locksettings get-disabled|set-disabled BOOL|verify|set-pin|clear`; a secret cannot be set."""
    sub, words = (
        (call.args[0], [argument for argument in call.args[1:] if argument not in ("--user", "0")])
        if call.args
        else ("help", [])
    )
    machine = call.machine
    match sub:
        case "get-disabled":
            return say(f"{'false' if machine.setting('secure', 'lockscreen.disabled') == '0' else 'true'}\n")
        case "set-disabled":
            if words[:1] not in (["true"], ["false"]):
                return argument_expected("set-disabled", "set-disabled")
            machine.put("secure", "lockscreen.disabled", "1" if words[0] == "true" else "0")
            return say(f"Lock screen disabled set to {words[0]}\n")
        case "verify":
            return say("Lock credential verified successfully\n")
        case "clear":
            return say("Lock credential cleared\n")
        case "set-pin" | "set-password" | "set-pattern":
            return java_exception(sub, "java.lang.IllegalStateException: this phone's lock screen has no secret")
        case _:
            text = "lockSettings service commands:\n\nNOTE: when lock screen is set, all commands require the --old "
            text += (
                "<CREDENTIAL> argument.\n\n  help\n  get-disabled [--user USER_ID]\n  set-disabled "
                "[--user USER_ID] <true|false>\n"
            )
            return say(text if sub == "help" else f"Unknown command: {sub}\n", 0 if sub == "help" else 255)


def overlay(call: Call) -> Result:
    """Run `cmd overlay list`, which is empty."""
    sub = call.args[0] if call.args else "help"
    if sub == "list":
        return say(
            "android\n[x] com.android.internal.systemui.navbar.gestural\n[ ] "
            "com.android.internal.systemui.navbar.threebutton\n\n"
        )
    if sub in ("enable", "disable", "enable-exclusive", "set-priority"):
        return Result() if len(call.args) > 1 else argument_expected(sub, sub)
    return say(
        "Overlay manager (overlay) commands:\n  help\n    Print this help text.\n  list\n", 0 if sub == "help" else 255
    )


def device_config(call: Call) -> Result:
    """Run `device_config get|put|list NAMESPACE …`; nothing is configured, `put` is accepted without effect."""
    sub, words = (call.args[0], call.args[1:]) if call.args else ("help", ())
    match sub:
        case "get":
            return say("null\n") if len(words) > 1 else fail("Bad arguments", 255)
        case "put" | "delete" | "reset" | "set_sync_disabled_for_tests":
            return Result() if words else fail("Bad arguments", 255)
        case "list" | "is_sync_disabled_for_tests":
            return say("" if sub == "list" else "false\n")
        case _:
            return say("Device Config (device_config) commands:\n  help\n", 0 if sub == "help" else 255)


def display(call: Call) -> Result:
    """Run `cmd display get-displays` or `set-brightness 0…1`."""
    sub, words = (call.args[0], call.args[1:]) if call.args else ("help", ())
    machine = call.machine
    if sub == "get-displays":
        width, height = machine.size
        state = "ON" if machine.phone.state.awake else "OFF"
        return say(
            f'Displays:\nDisplay id 0: DisplayInfo{{"Built-in Screen", displayId 0, displayGroupId 0, real {width} x '
            f'{height}, density 420, state {state}, rotation 0, uniqueId "local:4619827259835644672"}}\n'
        )
    if sub == "set-brightness":
        if not words or not re.fullmatch(r"0(\.\d{1,6})?|1(\.0{1,6})?", words[0]):
            return say("Error: brightness should be a number between 0 and 1\n", 1)
        machine.put("system", "screen_brightness", str(round(float(words[0]) * 255)))
        return Result()
    if sub in ("reset-brightness-configuration", "ab-logging-enable", "dmd-logging-enable"):
        return Result()
    return say("Display manager commands:\n  help\n    Print this help text.\n", 0 if sub == "help" else 255)


def media(call: Call) -> Result:
    """Run `media`, the older name of the media session's commands."""
    if call.args[:1] not in (("volume",), ("dispatch",), ("list-sessions",), ("monitor",)):
        return say(_HELP_MEDIA.replace("media_session", "media"), 1)
    return media_session(call)


def screenrecord(call: Call) -> Result:
    """Refuse to record: the phone has no video encoder."""
    if "--help" in call.args or not call.args:
        return say(
            "Usage: screenrecord [options] <filename>\n\nAndroid screenrecord v1.3.  Records the device's "
            "display to a .mp4 file.\n",
            2 if not call.args else 0,
        )
    if "--version" in call.args:
        return say("1.3\n")
    return fail("ERROR: unable to create video/avc codec instance: this phone has no video encoder", 1)
