"""The command table: every program of the phone by its name."""

from __future__ import annotations

from collections.abc import Mapping

from adapters.phone.shell.commands.android import (
    am,
    app_process,
    bug_reports,
    content,
    dumpsys,
    ime,
    input_command,
    logcat,
    monkey,
    pm,
    screen,
    services,
    settings,
    touch_events,
)
from adapters.phone.shell.commands.unix import (
    files,
    find,
    grep,
    launchers,
    listing,
    netcat,
    network,
    processes,
    sed,
    system,
    text,
)
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.language.builtins import PROGRAMS
from adapters.phone.shell.language.command import Call, Command, Result, fail, parse_count, say

SERVICES: Mapping[str, Command] = {
    "activity": am.am,
    "bluetooth_manager": settings.bluetooth,
    "display": services.display,
    "lock_settings": services.lock_settings,
    "media_session": services.media_session,
    "notification": services.notification,
    "power": services.power,
    "connectivity": settings.connectivity,
    "input": input_command.input_command,
    "input_method": ime.ime,
    "location": settings.location,
    "package": pm.pm,
    "phone": settings.phone,
    "settings": settings.settings,
    "statusbar": settings.statusbar,
    "uimode": settings.uimode,
    "wifi": settings.wifi,
    "window": screen.wm,
}
"""What `cmd NAME` reaches; the short programs (`am`, `pm`, …) are scripts over the same."""
_SILENT_SERVICES = frozenset(["clipboard", "alarm", "audio", "batterystats", "usagestats"])


_SERVICE_HELP = "Usage: service [list | check SERVICE | call SERVICE CODE [ARGUMENT...]]"


def cmd(call: Call) -> Result:
    """Run `cmd [-w] SERVICE [ARGUMENT…]` or `cmd -l`."""
    words = list(call.args)
    if words[:1] == ["-w"]:
        words.pop(0)
    if not words:
        return fail(
            "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.",
            20,
        )
    if words[0] == "-l":
        listing = "".join(f"  {name}\n" for name in sorted({*SERVICES, *_SILENT_SERVICES}))
        return say(f"Currently running services:\n{listing}")
    service = SERVICES.get(words[0])
    if service is None:
        if words[0] in _SILENT_SERVICES:
            return Result(b"", encode("No shell command implementation.\n"))
        call.machine.count_unknown(f"cmd {words[0]}")
        return fail(f"cmd: Can't find service: {words[0]}", 20)
    return service(call.renamed(words[0], *words[1:]))


def service(call: Call) -> Result:
    """Run `service list`, `service check NAME` or `service call NAME CODE …`; no service knows a transaction."""
    names = sorted({*SERVICES, *_SILENT_SERVICES})
    match call.args:
        case ["list"]:
            rows = "".join(f"{number}\t{name}: []\n" for number, name in enumerate(names))
            return say(f"Found {len(names)} services:\n{rows}")
        case ["check", name]:
            return say(f"Service {name}: {'found' if name in names else 'not found'}\n")
        case ["call", name, code, *_] if parse_count(code) is not None:
            if name not in names:
                return fail(f"service: Service {name} does not exist", 10)
            return say('Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")\n')
        case _:
            return fail(_SERVICE_HELP, 10)


def _is_program(name: str) -> bool:
    return name in TABLE or name in PROGRAMS


def _which(call: Call) -> Result:
    return files.which(call, _is_program)


def _toybox(call: Call) -> Result:
    return launchers.toybox(call, _is_program)


def _by_name(*commands: Command) -> dict[str, Command]:
    """Return commands by the names of their functions."""
    return {command.__name__: command for command in commands}


TABLE: Mapping[str, Command] = {
    # Android's own.
    **_by_name(
        am.am, app_process.app_process, bug_reports.bugreport, bug_reports.bugreportz, cmd, content.content,
        dumpsys.dumpsys, system.getenforce, touch_events.getevent, system.getprop, ime.ime, logcat.log, logcat.logcat,
        monkey.monkey, pm.pm, system.reboot, screen.screencap, services.screenrecord, touch_events.sendevent, service,
        system.setprop, settings.settings, settings.svc, screen.uiautomator, screen.wm,
    ),
    "app_process64": app_process.app_process,
    "input": input_command.input_command,
    "locksettings": services.lock_settings,
    "media": services.media_session,
    "run-as": system.run_as,
    # Files.
    **_by_name(
        files.basename, files.cat, files.chmod, files.cp, files.dd, listing.df, files.dirname, listing.du, find.find,
        files.ln, listing.ls, files.mkdir, files.mv, files.readlink, files.rm, files.rmdir, listing.stat, files.sync,
        files.tee, files.touch,
    ),
    "md5sum": files.checksum("md5"),
    "sha1sum": files.checksum("sha1"),
    "sha256sum": files.checksum("sha256"),
    "which": _which,
    # Text.
    **_by_name(
        text.base64, text.cut, grep.grep, text.head, text.printf, sed.sed, text.seq, text.sort, text.tail, text.tr,
        text.uniq, text.wc,
    ),
    "egrep": grep.grep,
    "fgrep": grep.grep,
    # System and network.
    **_by_name(
        system.date, network.ifconfig, network.ip, processes.kill, processes.killall, processes.pgrep, processes.pidof,
        processes.ps, system.sleep, system.uname, system.whoami,
    ),
    "id": system.identity,
    "nc": netcat.netcat,
    "pkill": processes.pgrep,
    # Programs that start other programs.
    **_by_name(launchers.env, launchers.nohup, launchers.xargs),
    "toybox": _toybox,
}  # fmt: skip
