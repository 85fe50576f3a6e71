"""Further `cmd` services: notifications, sound, power, lock screen, displays."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.encoding import clean
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import (
    Call,
    CommandError,
    Result,
    argument,
    argument_expected,
    fail,
    java_exception,
    say,
)
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


def subcommand(call: Call) -> tuple[str, list[str]]:
    """Return the first argument and the rest, without the user that they name."""
    words = [word for word in call.args if word not in ("--user", "0", "current")]
    return (words[0], words[1:]) if words else ("help", [])


def unknown(service: str, sub: str, *known: str) -> Result:
    """Return the help of a service, which it also prints for an unknown subcommand."""
    lines = "".join(f"  {line}\n" for line in ("help", *known))
    lead = "" if sub == "help" else f"Unknown command: {sub}\n"
    return say(f"{lead}{service} commands:\n{lines}", 0 if sub == "help" else 255)


def volume(machine: Machine, stream: int) -> tuple[str, int, int]:
    """Return name, volume and maximum volume of a stream."""
    name, key, most = _STREAMS.get(stream, _STREAMS[3])
    value = machine.setting("system", key) or "5"
    return name, min(int(value), most) if value.isdigit() and len(value) < 4 else 0, most


def media_session(call: Call) -> Result:
    """Run `cmd media_session volume` or `media volume`."""
    if call.args[:1] == ("volume",):
        return _volume(call.machine, list(call.args[1:]))
    return unknown("media_session", subcommand(call)[0], "volume [--stream N] [--set N] [--adj raise|lower] [--get]")


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
        out += f"[V] will get volume\n[V] volume is {now} in range [0..{most}]\n"
    return say(out)


_ZEN: Final = {"off": "0", "all": "0", "on": "1", "priority": "1", "none": "2", "alarms": "3"}


def notification(call: Call) -> Result:
    """Run `cmd notification set_dnd MODE`, `post [-t TITLE] TAG TEXT` or `list`."""
    sub, words = subcommand(call)
    machine = call.machine
    match sub:
        case "set_dnd":
            if argument(words, sub) not in _ZEN:
                raise CommandError(argument_expected(sub, sub))
            machine.put("global", "zen_mode", _ZEN[words[0]])
            return Result()
        case "post":
            return _post(machine, words)
        case "list":
            lines = (f"0|{row.package}|0|{row.notice.key}|10170\n" for row in machine.phone.state.posted)
            return say("".join(lines))
        case _:
            return unknown("NotificationManager service", sub, "set_dnd MODE", "post [flags] <tag> <text>", "list")


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
    """Run `cmd power set-mode 0|1`."""
    if call.args[:1] != ("set-mode",):
        return unknown("Power manager (power)", subcommand(call)[0], "set-mode MODE")
    if call.args[1:2] not in (("0",), ("1",)):
        return argument_expected("set-mode", "set-mode")
    call.machine.put("global", "low_power", call.args[1])
    return Result()


def lock_settings(call: Call) -> Result:
    """Run `locksettings get-disabled|set-disabled BOOL|verify|set-pin|clear`; a secret cannot be set."""
    sub, words = subcommand(call)
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
            return unknown("lockSettings service", sub, "get-disabled", "set-disabled <true|false>")


def display(call: Call) -> Result:
    """Run `cmd display get-displays`."""
    sub, _ = subcommand(call)
    if sub != "get-displays":
        return unknown("Display manager", sub, "get-displays")
    width, height = call.machine.size
    state = "ON" if call.machine.phone.state.awake else "OFF"
    return say(
        f'Displays:\nDisplay id 0: DisplayInfo{{"Built-in Screen", displayId 0, displayGroupId 0, real {width} x '
        f'{height}, density 420, state {state}, rotation 0, uniqueId "local:4619827259835644672"}}\n'
    )


def screenrecord(call: Call) -> Result:
    """Refuse to record: the phone has no video encoder."""
    return fail("ERROR: unable to create video/avc codec instance: this phone has no video encoder", 1)
