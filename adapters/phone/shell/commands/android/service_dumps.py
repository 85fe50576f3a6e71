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
    now = machine.phone.state.now_ms
    head = f"Applications Memory Usage (in Kilobytes):\nUptime: {now} Realtime: {now}\n\n"
    if names and (package is None or package not in machine.processes):
        return f"{head}No process found for: {names[0]}\n"
    if package is not None:
        total = _kilobytes(package)
        return (
            f"{head}** MEMINFO in pid {machine.pid(package.name)} [{package.name}] **\n"
            f"                   Pss  Private  Private  SwapPss\n                 Total    Dirty    Clean    Dirty\n"
            "                ------   ------   ------   ------\n"
            f"        TOTAL {total:>8} {total:>8} {0:>8} {0:>8}\n\n"
            f" App Summary\n                       Pss(KB)                        Rss(KB)\n"
            f"           TOTAL PSS: {total:>8}            TOTAL RSS: {total + 60_000:>8}\n"
        )
    rows = "".join(
        f"{_kilobytes(process):>11,}K: {process.name} (pid {machine.pid(process.name)})\n"
        for process in machine.processes
    )
    return f"{head}Total PSS by process:\n{rows}\nTotal RAM: 8,046,216K (status normal)\n Free RAM: 4,902,312K\n"


def wifi(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the Wi-Fi radio and its network."""
    if not wireless(machine):
        return "Wi-Fi is disabled\nmWifiInfo SSID: <none>, BSSID: <none>, Supplicant state: DISCONNECTED\n"
    network = 'SSID: "Home", BSSID: 02:00:00:00:00:01, MAC: 02:00:00:44:55:66, RSSI: -55, Link speed: 433Mbps'
    return f"Wi-Fi is enabled\nmWifiInfo {network}\n"


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


def device_idle(machine: Machine, args: tuple[str, ...]) -> str:
    """Dump the state of idle mode, or with `whitelist` the apps that it leaves alone."""
    if args[:1] != ("whitelist",):
        return "  mLightState=ACTIVE\n  mState=ACTIVE\n"
    exempt = (package for package in machine.packages() if package.name in _NEVER_IDLE)
    return "".join(f"system,{package.name},{package.uid}\n" for package in exempt)


def _always(text: str) -> Section:
    """Return a section that never changes."""
    return lambda machine, args: f"{text}\n"


SECTIONS: Final[Mapping[str, Section]] = {
    "SurfaceFlinger": _always(
        'Display 4619827259835644672 (HWC display 0): port=0 pnpId=VRT displayName="Built-in Screen"'
    ),
    "audio": audio,
    "batterystats": _always("Battery History (0% used, 0 used of 4096KB, 0 strings using 0):"),
    "cpuinfo": _always("Load: 0.0 / 0.0 / 0.0\nCPU usage from 10000ms to 0ms ago:\n0% TOTAL: 0% user + 0% kernel"),
    "deviceidle": device_idle,
    "gfxinfo": _always("Applications Graphics Acceleration Info:"),
    "media_session": _always(
        "MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\nRecord for user 0\n  "
        "Sessions Stack - have 0 sessions:"
    ),
    "meminfo": meminfo,
    "notification": notification,
    "telephony.registry": _always(
        "last known state:\n  Phone Id=0\n    mCallState=0\n    mRingingCallState=0\n    mForegroundCallState=0"
    ),
    "wifi": wifi,
}
