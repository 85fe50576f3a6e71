"""`ip` and `ifconfig` on a home Wi-Fi network that depends on the phone's switches."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, fail, say

ADDRESS, _MAC = "192.168.1.42", "02:00:00:44:55:66"
_FOREVER: Final = "       valid_lft forever preferred_lft forever\n"
_COUNTERS: Final = (
    "          RX packets:1204 errors:0 dropped:0 overruns:0 frame:0 \n"
    "          TX packets:866 errors:0 dropped:0 overruns:0 carrier:0 \n"
    "          collisions:0 txqueuelen:3000 \n          RX bytes:918204 TX bytes:104411 \n\n"
)


def wireless(machine: Machine) -> bool:
    """Return whether the phone is connected to Wi-Fi."""
    return machine.setting("global", "wifi_on") not in ("0", None)


def ip(call: Call) -> Result:
    """Run `ip addr [show [DEV]]` or `ip route`."""
    what, *words = [word for word in call.args if word not in ("-4", "-6", "-o", "-f", "inet")] or [""]
    on = wireless(call.machine)
    if what and "route".startswith(what):
        return say(f"192.168.1.0/24 dev wlan0 proto kernel scope link src {ADDRESS} \n" if on else "")
    if not what or not "address".startswith(what):
        usage = "Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }"
        return fail(f'Object "{what}" is unknown, try "ip help".', 1) if what else fail(usage, 255)
    flags, state = ("BROADCAST,MULTICAST,UP,LOWER_UP", "UP") if on else ("BROADCAST,MULTICAST", "DOWN")
    address = f"    inet {ADDRESS}/24 brd 192.168.1.255 scope global wlan0\n{_FOREVER}"
    rows = {
        "lo": (
            "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n"
            "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
            f"    inet 127.0.0.1/8 scope host lo\n{_FOREVER}"
        ),
        "wlan0": (
            f"15: wlan0: <{flags}> mtu 1500 qdisc mq state {state} group default qlen 3000\n"
            f"    link/ether {_MAC} brd ff:ff:ff:ff:ff:ff\n{address if on else ''}"
        ),
    }
    names = [word for word in words if word not in ("show", "list", "dev", "up", "ls")] or list(rows)
    if bad := [name for name in names if name not in rows]:
        return fail(f'Device "{bad[0]}" does not exist.')
    return say("".join(rows[name] for name in names))


def ifconfig(call: Call) -> Result:
    """Run `ifconfig [-a] [NAME]`."""
    on = wireless(call.machine)
    address = f"          inet addr:{ADDRESS}  Bcast:192.168.1.255  Mask:255.255.255.0 \n" if on else ""
    flags = "BROADCAST RUNNING MULTICAST" if on else "BROADCAST MULTICAST"
    rows = {
        "wlan0": (
            f"wlan0     Link encap:Ethernet  HWaddr {_MAC}\n{address}"
            f"          {'UP ' if on else ''}{flags}  MTU:1500  Metric:1\n{_COUNTERS}"
        ),
        "lo": (
            "lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 \n"
            f"          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n{_COUNTERS}"
        ),
    }
    names = [word for word in call.args if not word.startswith("-")] or ["wlan0", "lo"][not on :]
    if names[0] not in rows:
        return fail(f"ifconfig: {names[0]}: No such device")
    return say("".join(rows[name] for name in names if name in rows))
