"""`/proc` and `/sys`, made when they are read, from the same process table and clock as `ps` and `uptime`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.process_table import processes
from adapters.phone.shell.device.tasks import Process

Generated = bytes | tuple[str, ...]
"""A file's content, or the names in a folder."""
CORES: Final = 8
_HZ: Final = 100


def generate(machine: Machine, path: str) -> Generated | None:
    """Return a file or folder of /proc or /sys; None if it is not generated."""
    top, _, rest = path[1:].partition("/")
    if top == "sys":
        return _SYS.get(rest)
    head, _, tail = rest.partition("/")
    if head == "self":
        head = str(next(iter(machine.scheduler.running_pids()[::-1]), 1))
    if head.isdigit():
        process = next((row for row in processes(machine) if str(row.pid) == head), None)
        if process is None or not tail:
            return tuple(_PROCESS) if process else None
        return encode(_PROCESS[tail](process, machine)) if tail in _PROCESS else None
    if not head:
        return (
            "self",
            *(str(row.pid) for row in processes(machine)),
            *dict.fromkeys(name.partition("/")[0] for name in _FILES),
        )
    if rest in _FILES:
        return encode(_FILES[rest](machine))
    return tuple(name.partition("/")[2] for name in _FILES if name.startswith(rest + "/")) or None


def uptime_ms(machine: Machine) -> int:
    """Return the time since the phone was started, which is never 0."""
    return max(machine.phone.state.now_ms, 10)


def memory(process: Process) -> tuple[int, int]:
    """Return the virtual and resident size in kilobytes, which depend on the process only."""
    if process.user == "shell":
        return 10_800_000 + process.pid, 3_000 + process.pid % 900
    return 13_000_000 + process.pid, 90_000 + process.pid % 9000


def state(process: Process, machine: Machine) -> str:
    """Return `R` for what runs now, `S` for what waits."""
    return "R" if process.pid in machine.scheduler.running_pids() else "S"


def uid(user: str) -> int:
    """Return the number of a user of the process table."""
    known = {"root": 0, "system": 1000, "logd": 1036, "shell": 2000}
    return known[user] if user in known else 10000 + int(user.removeprefix("u0_a"))


def _stat(process: Process, machine: Machine) -> str:
    virtual, resident = memory(process)
    before = f"{process.pid} ({process.name[:15]}) {state(process, machine)} {process.parent} {process.pid} 0 0 -1 "
    return f"{before}4194560 0 0 0 0 0 0 0 0 20 0 1 0 1 {virtual * 1024} {resident // 4}" + " 0" * 28 + "\n"


def _status(process: Process, machine: Machine) -> str:
    virtual, resident = memory(process)
    word = {"R": "R (running)", "S": "S (sleeping)"}[state(process, machine)]
    number = uid(process.user)
    ids = "\t".join([str(number)] * 4)
    return (
        f"Name:\t{process.name[:15]}\nState:\t{word}\nTgid:\t{process.pid}\nPid:\t{process.pid}\nPPid:\t{process.parent}\n"
        f"TracerPid:\t0\nUid:\t{ids}\nGid:\t{ids}\nVmSize:\t{virtual:>8} kB\nVmRSS:\t{resident:>8} kB\nThreads:\t1\n"
    )


_PROCESS: Final[Mapping[str, Callable[[Process, Machine], str]]] = {
    "cmdline": lambda process, machine: "\0".join(process.argv) + "\0",
    "comm": lambda process, machine: process.name[:15] + "\n",
    "stat": _stat,
    "status": _status,
}


def _uptime(machine: Machine) -> str:
    seconds = uptime_ms(machine) / 1000
    return f"{seconds:.2f} {seconds * CORES * 0.9:.2f}\n"


def _cpu_times(machine: Machine) -> str:
    ticks = max(uptime_ms(machine) * _HZ // 1000, 1)
    cores = "".join(f"cpu{core} {_shares(ticks)}\n" for core in range(CORES))
    boot = machine.now_ms // 1000 - uptime_ms(machine) // 1000
    rows = len(processes(machine))
    tail = f"ctxt {ticks * 30}\nbtime {boot}\nprocesses {rows}\nprocs_running 1\nprocs_blocked 0\n"
    return f"cpu  {_shares(ticks * CORES)}\n{cores}intr {ticks * 9} 0 0\n{tail}"


def _shares(ticks: int) -> str:
    user, system = ticks * 6 // 100, ticks * 4 // 100
    return f"{user} 0 {system} {ticks - user - system} 0 0 0 0 0 0"


def _memory_info(machine: Machine) -> str:
    rows = {"MemTotal": 8_046_216, "MemFree": 2_211_004, "MemAvailable": 4_902_312, "Buffers": 40_960,
            "Cached": 2_691_208, "SwapTotal": 3_145_724, "SwapFree": 3_145_724}  # fmt: skip
    return "".join(f"{name + ':':<16}{number:>8} kB\n" for name, number in rows.items())


_FILES: Final[Mapping[str, Callable[[Machine], str]]] = {
    "meminfo": _memory_info,
    "net/unix": lambda machine: "Num       RefCount Protocol Flags    Type St Inode Path\n",
    "stat": _cpu_times,
    "uptime": _uptime,
    "version": lambda machine: (
        "Linux version 5.15.41-android13-8 (build@build) #1 SMP PREEMPT Tue Nov 1 00:00:00 UTC 2026\n"
    ),
}
_SYS: Final[Mapping[str, Generated]] = {
    "": ("class", "devices"),
    "class": ("net",),
    "class/net": ("lo", "wlan0"),
    "devices": ("system",),
    "devices/system": ("cpu",),
    "devices/system/cpu": ("online", "possible", "present", *(f"cpu{core}" for core in range(CORES))),
    **{f"devices/system/cpu/{name}": f"0-{CORES - 1}\n".encode() for name in ("online", "possible", "present")},
    **{f"devices/system/cpu/cpu{core}": ("online",) for core in range(CORES)},
    **{f"devices/system/cpu/cpu{core}/online": b"1\n" for core in range(CORES)},
}
