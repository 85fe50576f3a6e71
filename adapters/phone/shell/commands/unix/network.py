"""`ip` and `ifconfig` on a home Wi-Fi network that depends on the phone's switches."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, fail, say

ADDRESS, _MAC = "192.168.1.42", "02:00:00:44:55:66"
_LINKS: Final = ("lo", "wlan0")


def wireless(machine: Machine) -> bool:
    """Return whether the phone is connected to Wi-Fi."""
    return machine.setting("global", "wifi_on") not in ("0", None)


def ip(call: Call) -> Result:
    """Run `ip addr [show [DEV]]` or `ip route`."""
    what, *words = [word for word in call.args if word not in ("-4", "-6", "-o", "-f", "inet")] or [""]
    if what and "address".startswith(what):
        return _addresses(call.machine, words)
    if what and "route".startswith(what):
        on = wireless(call.machine)
        return say(f"192.168.1.0/24 dev wlan0 proto kernel scope link src {ADDRESS} \n" if on else "")
    usage = "Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }"
    return fail(usage, 255) if not what else fail(f'Object "{what}" is unknown, try "ip help".', 1)


def _addresses(machine: Machine, words: list[str]) -> Result:
    names = [word for word in words if word not in ("show", "list", "dev", "up", "ls")]
    bad = next((name for name in names if name not in _LINKS), None)
    if bad is not None:
        return fail(f'Device "{bad}" does not exist.')
    on = wireless(machine)
    out = ""
    for number, name in ((1, "lo"), (15, "wlan0")):
        if names and name not in names:
            continue
        if name == "lo":
            out += (
                f"{number}: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n"
            )
            out += "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
            out += "    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n"
            continue
        flags = "BROADCAST,MULTICAST,UP,LOWER_UP" if on else "BROADCAST,MULTICAST"
        out += f"{number}: wlan0: <{flags}> mtu 1500 qdisc mq state {'UP' if on else 'DOWN'} group default qlen 3000\n"
        out += f"    link/ether {_MAC} brd ff:ff:ff:ff:ff:ff\n"
        if on:
            out += f"    inet {ADDRESS}/24 brd 192.168.1.255 scope global wlan0\n"
            out += "       valid_lft forever preferred_lft forever\n"
    return say(out)


def ifconfig(call: Call) -> Result:
    """Run `ifconfig [-a] [NAME]`."""
    names = [word for word in call.args if not word.startswith("-")]
    bad = next((name for name in names[:1] if name not in _LINKS), None)
    if bad is not None:
        return fail(f"ifconfig: {bad}: No such device")
    out = ""
    counters = (
        "          RX packets:1204 errors:0 dropped:0 overruns:0 frame:0 \n"
        "          TX packets:866 errors:0 dropped:0 overruns:0 carrier:0 \n"
        "          collisions:0 txqueuelen:3000 \n          RX bytes:918204 TX bytes:104411 \n\n"
    )
    if (not names and wireless(call.machine)) or names[:1] == ["wlan0"]:
        out += f"wlan0     Link encap:Ethernet  HWaddr {_MAC}\n"
        if wireless(call.machine):
            out += f"          inet addr:{ADDRESS}  Bcast:192.168.1.255  Mask:255.255.255.0 \n"
            out += "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n"
        else:
            out += "          BROADCAST MULTICAST  MTU:1500  Metric:1\n"
        out += counters
    if not names or names[:1] == ["lo"]:
        out += "lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 \n"
        out += "          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n" + counters
    return say(out)
