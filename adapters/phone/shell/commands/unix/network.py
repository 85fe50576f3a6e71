"""`ip`, `ifconfig`, `ping` and `netstat` on a home Wi-Fi network that depends on the phone's switches."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, fail, say

ADDRESS, _GATE, _MAC = "192.168.1.42", "192.168.1.1", "02:00:00:44:55:66"
_LINKS: Final = ("lo", "wlan0")


def wireless(machine: Machine) -> bool:
    """Return whether the phone is connected to Wi-Fi."""
    return machine.setting("global", "wifi_on") not in ("0", None)


def ip(call: Call) -> Result:
    """Run `ip addr [show [DEV]]`, `ip route [get ADDRESS]` or `ip link`."""
    words = [word for word in call.args if word not in ("-4", "-6", "-o", "-s", "-f", "inet")]
    what = words[0] if words else ""
    if what and "address".startswith(what) and what[0] == "a":
        return _addresses(call.machine, words[1:])
    if what and "link".startswith(what):
        return _addresses(call.machine, words[1:], addressed=False)
    if what and "route".startswith(what):
        return _routes(call.machine, words[1:])
    if what in ("rule", "neigh", "neighbor"):
        return Result()
    usage = "Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\n"
    return fail(usage.strip(), 255) if not what else fail(f'Object "{what}" is unknown, try "ip help".', 1)


def _addresses(machine: Machine, words: list[str], *, addressed: bool = True) -> Result:
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
            if addressed:
                out += "    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n"
            continue
        flags = "BROADCAST,MULTICAST,UP,LOWER_UP" if on else "BROADCAST,MULTICAST"
        out += f"{number}: wlan0: <{flags}> mtu 1500 qdisc mq state {'UP' if on else 'DOWN'} group default qlen 3000\n"
        out += f"    link/ether {_MAC} brd ff:ff:ff:ff:ff:ff\n"
        if addressed and on:
            out += f"    inet {ADDRESS}/24 brd 192.168.1.255 scope global wlan0\n"
            out += "       valid_lft forever preferred_lft forever\n"
    return say(out)


def _routes(machine: Machine, words: list[str]) -> Result:
    if words[:1] == ["get"] and len(words) > 1:
        if not wireless(machine):
            return fail("RTNETLINK answers: Network is unreachable", 2)
        return say(f"{words[1]} via {_GATE} dev wlan0 table wlan0 src {ADDRESS} uid 2000 \n    cache \n")
    return say(f"192.168.1.0/24 dev wlan0 proto kernel scope link src {ADDRESS} \n" if wireless(machine) else "")


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


def ping(call: Call) -> Result:
    """Run `ping [-c N] HOST`; only the phone itself answers."""
    words = list(call.args)
    count = 4
    hosts: list[str] = []
    while words:
        word = words.pop(0)
        if word.startswith("-") and word[1:2] in ("c", "W", "w", "i", "s"):
            value = word[2:] or (words.pop(0) if words else "")
            count = min(int(value), 100) if word[1] == "c" and value.isdigit() and len(value) < 6 else count
        elif not word.startswith("-"):
            hosts.append(word)
    if not hosts:
        return fail("Usage: ping [-c count] [-i interval] [-W timeout] destination", 2)
    host = hosts[-1]
    here = host in ("localhost", "127.0.0.1", ADDRESS)
    if not here and not host.replace(".", "").isdigit():
        return fail(f"ping: unknown host {host}", 2)
    if not here and not wireless(call.machine):
        return fail("connect: Network is unreachable", 2)
    address = "127.0.0.1" if host == "localhost" else host
    call.machine.pass_time(1000 * max(count - 1, 0))
    out = f"PING {host} ({address}) 56(84) bytes of data.\n"
    if here:
        out += "".join(f"64 bytes from {address}: icmp_seq={n} ttl=64 time=0.050 ms\n" for n in range(1, count + 1))
    lost = 0 if here else 100
    took = 1000 * max(count - 1, 0)
    out += f"\n--- {host} ping statistics ---\n{count} packets transmitted, {count if here else 0} received, "
    out += f"{lost}% packet loss, time {took}ms\n"
    out += "rtt min/avg/max/mdev = 0.050/0.050/0.050/0.000 ms\n" if here else ""
    return say(out, 0 if here else 1)


def netstat(call: Call) -> Result:
    """Run `netstat`; the shell user does not see listening sockets."""
    return say(
        "Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address          "
        "Foreign Address        State\n"
    )
