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
    sqlite,
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


_SERVICE_HELP = """\
Usage: service [-h|-?]
       service list
       service check SERVICE
       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR | null | fd f | nfd n | afd f ] ..."""


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


TABLE: Mapping[str, Command] = {
    # Android's own.
    "am": am.am,
    "app_process": app_process.app_process,
    "app_process64": app_process.app_process,
    "bugreport": bug_reports.bugreport,
    "bugreportz": bug_reports.bugreportz,
    "cmd": cmd,
    "content": content.content,
    "dumpsys": dumpsys.dumpsys,
    "getprop": system.getprop,
    "ime": ime.ime,
    "input": input_command.input_command,
    "locksettings": services.lock_settings,
    "logcat": logcat.logcat,
    "media": services.media_session,
    "monkey": monkey.monkey,
    "pm": pm.pm,
    "reboot": system.reboot,
    "screencap": screen.screencap,
    "screenrecord": services.screenrecord,
    "setprop": system.setprop,
    "service": service,
    "settings": settings.settings,
    "svc": settings.svc,
    "uiautomator": screen.uiautomator,
    "wm": screen.wm,
    # Files.
    "basename": files.basename,
    "cat": files.cat,
    "chmod": files.chmod,
    "cp": files.cp,
    "dd": files.dd,
    "df": listing.df,
    "dirname": files.dirname,
    "du": listing.du,
    "find": find.find,
    "ln": files.ln,
    "ls": listing.ls,
    "md5sum": files.checksum("md5"),
    "mkdir": files.mkdir,
    "mv": files.mv,
    "readlink": files.readlink,
    "rm": files.rm,
    "rmdir": files.rmdir,
    "sha1sum": files.checksum("sha1"),
    "sha256sum": files.checksum("sha256"),
    "stat": listing.stat,
    "sync": system.nothing,
    "tee": files.tee,
    "touch": files.touch,
    "which": _which,
    # Text.
    "base64": text.base64,
    "cut": text.cut,
    "egrep": grep.grep,
    "fgrep": grep.grep,
    "grep": grep.grep,
    "head": text.head,
    "printf": text.printf,
    "sed": sed.sed,
    "seq": text.seq,
    "sort": text.sort,
    "sqlite3": sqlite.sqlite,
    "tail": text.tail,
    "tr": text.tr,
    "uniq": text.uniq,
    "wc": text.wc,
    # System.
    "date": system.date,
    "getenforce": system.getenforce,
    "getevent": touch_events.getevent,
    "id": system.identity,
    "ifconfig": network.ifconfig,
    "ip": network.ip,
    "kill": processes.kill,
    "killall": processes.killall,
    "log": logcat.log,
    "nc": netcat.netcat,
    "pgrep": processes.pgrep,
    "pidof": processes.pidof,
    "pkill": processes.pgrep,
    "ps": processes.ps,
    "run-as": system.run_as,
    "sendevent": touch_events.sendevent,
    "sleep": system.sleep,
    "uname": system.uname,
    "uptime": system.uptime,
    "whoami": system.whoami,
    # Programs that start other programs.
    "env": launchers.env,
    "nohup": launchers.nohup,
    "timeout": launchers.timeout,
    "toybox": _toybox,
    "xargs": launchers.xargs,
}
