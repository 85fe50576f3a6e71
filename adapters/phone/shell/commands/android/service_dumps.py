"""Further `dumpsys` services, of which clients read a line or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.shell.commands.android.services import volume
from adapters.phone.shell.commands.unix.network import wireless
from adapters.phone.shell.device.machine import Machine, token7
from adapters.phone.shell.device.packages import Package

_NEVER_IDLE: Final = ("com.android.phone", "com.android.shell")
Section = Callable[[Machine, tuple[str, ...]], str]


def _named(machine: Machine, args: tuple[str, ...]) -> Package | None:
    name = next((word for word in args if not word.startswith("-")), "")
    return machine.package(name)


def _kilobytes(package: Package) -> int:
    """Return the memory of a process; it depends on the package's name only."""
    return 48_000 + int(token7(package.name), 16) % 90_000


def meminfo(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the memory of one package, or of all processes."""
    package = _named(machine, args)
    names = [word for word in args if not word.startswith("-")]
    head = "Applications Memory Usage (in Kilobytes):\n"
    uptime = f"Uptime: {machine.phone.state.now_ms} Realtime: {machine.phone.state.now_ms}\n\n"
    if names and (package is None or not any(process.name == package.name for process in machine.processes)):
        return f"{head}{uptime}No process found for: {names[0]}\n"
    if package is not None:
        total = _kilobytes(package)
        rows = "".join(
            f"  {name:>13} {share:>8} {share:>8} {0:>8} {0:>8}\n"
            for name, share in (("Native Heap", total // 4), ("Dalvik Heap", total // 3), ("Unknown", total // 10))
        )
        return (
            f"{head}{uptime}** MEMINFO in pid {machine.pid(package.name)} [{package.name}] **\n"
            f"                   Pss  Private  Private  SwapPss\n                 Total    Dirty    Clean    Dirty\n"
            f"                ------   ------   ------   ------\n{rows}        TOTAL {total:>8} {total:>8} "
            f"{0:>8} {0:>8}\n\n"
            f" App Summary\n                       Pss(KB)                        Rss(KB)\n"
            f"           TOTAL PSS: {total:>8}            TOTAL RSS: {total + 60_000:>8}       TOTAL SWAP "
            f"PSS:        0\n"
        )
    rows = "".join(
        f"{_kilobytes(process):>11,}K: {process.name} (pid {machine.pid(process.name)})\n"
        for process in machine.processes
    )
    return (
        f"{head}{uptime}Total PSS by process:\n{rows}\nTotal RAM: 8,046,216K (status normal)\n Free RAM: 4,902,312K\n"
    )


def gfxinfo(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump frame statistics; no frame is ever late here."""
    package = _named(machine, args)
    head = f"Applications Graphics Acceleration Info:\nUptime: {machine.phone.state.now_ms} Realtime: 0\n\n"
    if package is None:
        return head
    return (
        f"{head}** Graphics info for pid {machine.pid(package.name)} [{package.name}] **\n\nStats since: 0ns\n"
        "Total frames rendered: 60\nJanky frames: 0 (0.00%)\n50th percentile: 5ms\n90th percentile: 6ms\n"
        "95th percentile: 7ms\n99th percentile: 9ms\nNumber Missed Vsync: 0\n"
    )


def cpuinfo(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the CPU load of an idle phone."""
    rows = "".join(
        f"  0% {machine.pid(process.name)}/{process.name}: 0% user + 0% kernel\n" for process in machine.processes[:5]
    )
    return f"Load: 0.0 / 0.0 / 0.0\nCPU usage from 10000ms to 0ms ago:\n{rows}0% TOTAL: 0% user + 0% kernel\n"


def connectivity(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the default network."""
    on, flying = wireless(machine), machine.setting("global", "airplane_mode_on") == "1"
    mobile = machine.setting("global", "mobile_data") == "1" and not flying
    kind = "WIFI" if on else "MOBILE[LTE]" if mobile else ""
    if not kind:
        return "NetworkProviders for:\n\nActive default network: none\n\nCurrent Networks:\n"
    return (
        "NetworkProviders for:\n\nActive default network: 100\n\nCurrent Networks:\n"
        f"  NetworkAgentInfo{{network{{100}}  handle{{432902426637}}  ni{{[type: {kind}[], state: CONNECTED/CONNECTED, "
        "reason: (unspecified), extra: , failover: false, available: true, roaming: false]} Score(80) VALIDATED}\n"
    )


def wifi(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the Wi-Fi radio and its network."""
    on = wireless(machine)
    info = 'SSID: "Home", BSSID: 02:00:00:00:00:01, MAC: 02:00:00:44:55:66, RSSI: -55, Link speed: 433Mbps'
    return (
        f"Wi-Fi is {'enabled' if on else 'disabled'}\nVerbose logging is off\n"
        f"mWifiInfo {info if on else 'SSID: <none>, BSSID: <none>, Supplicant state: DISCONNECTED'}\n"
        f"curState={'ConnectedState' if on else 'DisabledState'}\n"
    )


def location(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the location switch; there are no location requests."""
    on = machine.setting("secure", "location_mode") != "0"
    return (
        f"Location Manager State:\n  Location Mode: {int(on) * 3}\n  User Info:\n    current users: "
        f"[0]\n  Location Setting: {str(on).lower()}\n"
    )


def alarm(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the clock; alarms of apps are not registered with the system."""
    return (
        f"Current Alarm Manager state:\n  nowRTC={machine.now_ms}={machine.now:%Y-%m-%d %H:%M:%S}."
        f"{machine.now_ms % 1000:03d} nowELAPSED={machine.phone.state.now_ms}\n  Pending alarm batches: 0\n"
    )


def usagestats(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the app starts."""
    rows = "".join(
        f'    time="{when}" type=ACTIVITY_RESUMED package={name.partition("/")[0]} class={name.partition("/")[2]}\n'
        for when, name in machine.memory.starts
    )
    return f"user=0\n  Last 24 hour events\n{rows}"


def media_session(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the media sessions, of which there are none."""
    return (
        "MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\nRecord for user 0\n  "
        "Sessions Stack - have 0 sessions:\n"
    )


def notification(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the notifications, newest first."""
    mode = machine.setting("global", "zen_mode") or "0"
    hidden = "--noredact" not in args
    out = "Current Notification Manager state:\n  Notification List:\n"
    for row in machine.phone.state.posted:
        title, text = (f"[length={len(each)}]" if hidden else each for each in (row.notice.title, row.notice.text))
        found = machine.package(row.package)
        out += (
            f"    NotificationRecord(0x{token7(row.package + row.notice.key)}: pkg={row.package} user=UserHandle{{0}} "
            f"id=0 tag={row.notice.key} importance=3 key=0|{row.package}|0|{row.notice.key}|"
            f"{found.uid if found else 1000}: "
            f"Notification(channel=default))\n      uid={found.uid if found else 1000} userId=0\n      extras={{\n"
            f"          android.title=String ({title})\n          android.text=String ({text})\n      }}\n"
        )
    return f"{out}  mZenMode={mode}\n  mInterruptionFilter={int(mode in '0123') and int(mode) + 1}\n"


def audio(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the volume of each stream, in the format that clients parse."""
    out = ["Stream volumes (device: index)\n"]
    for stream in range(6):
        name, value, most = volume(machine, stream)
        out.append(
            f"- {name}:\n   Muted: {str(value == 0).lower()}\n   Muted Internally: false\n   Min: 0\n   "
            f"Max: {most}\n   "
            f"streamVolume:{value}\n   Current: 2 (speaker): {value}, 40000000 (default): {value}\n   "
            f"Devices: speaker\n"
        )
    ringer = {"0": "SILENT", "1": "VIBRATE"}.get(machine.setting("global", "mode_ringer") or "2", "NORMAL")
    return f"{''.join(out)}\nRinger mode: \n- mode (internal) = {ringer}\n- mode (external) = {ringer}\n"


def statusbar(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump whether the shade is open."""
    shown = machine.phone.state.panel == "shade"
    return f"  mExpandedVisible={str(shown).lower()}\n  mDisabled1=0x0\n  mDisabled2=0x0\n"


def uimode(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the night mode."""
    night = machine.setting("secure", "ui_night_mode") or "1"
    name = {"1": "no", "2": "yes", "0": "auto"}.get(night, "no")
    return (
        f"Current UI Mode Service state:\n  mDockState=0 mLastBroadcastState=0\n  mNightMode={night} "
        f"({name}) mNightModeLocked=false\n"
    )


def diskstats(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the free space of the data partition."""
    return "Latency: 0ms [512B Data Write]\nData-Free: 41943040K / 52428800K total = 80% free\n"


def user(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the only user."""
    return "Current user: 0\nUsers:\n  UserInfo{0:Owner:c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED\n"


def device_idle(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the state of idle mode, or with `whitelist` the apps that it leaves alone."""
    if args[:1] != ("whitelist",):
        return "  mLightState=ACTIVE\n  mState=ACTIVE\n"
    exempt = (package for package in machine.packages() if package.name in _NEVER_IDLE)
    return "".join(f"system,{package.name},{package.uid}\n" for package in exempt)


def _nothing(title: str) -> Section:
    """Return a section without content."""
    return lambda machine, args: f"{title}\n"


SECTIONS: Final[Mapping[str, Section]] = {
    "account": _nothing("User UserInfo{0:Owner:c13}:\n  Accounts: 0"),
    "alarm": alarm,
    "appops": _nothing("Current AppOps Service state:"),
    "audio": audio,
    "batterystats": _nothing("Battery History (0% used, 0 used of 4096KB, 0 strings using 0):"),
    "connectivity": connectivity,
    "cpuinfo": cpuinfo,
    "deviceidle": device_idle,
    "diskstats": diskstats,
    "gfxinfo": gfxinfo,
    "jobscheduler": _nothing("JobScheduler settings:\n\nRegistered 0 jobs:\n  None."),
    "location": location,
    "media_session": media_session,
    "meminfo": meminfo,
    "notification": notification,
    "sensorservice": _nothing("Sensor Device:\nTotal 0 h/w sensors, 0 running"),
    "statusbar": statusbar,
    "uimode": uimode,
    "usagestats": usagestats,
    "user": user,
    "wifi": wifi,
}
