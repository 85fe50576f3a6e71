"""Processes and memory: ps, pidof, pgrep, kill, top, free."""

from __future__ import annotations

import re
from typing import Final

from adapters.phone.shell.device import programs
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import SHELL_PID, Call, Result, fail, parse_count, say
from adapters.phone.shell.language.control_flow import Exit

_SIGNALS: Final = {
    "HUP": 1,
    "INT": 2,
    "QUIT": 3,
    "ABRT": 6,
    "KILL": 9,
    "USR1": 10,
    "USR2": 12,
    "PIPE": 13,
    "ALRM": 14,
    "TERM": 15,
}
_SURVIVED: Final = frozenset([0, 17, 18, 19, 20, 21, 22, 23, 28])
"""Signals that end no process: the question whether it is there, its children, stopping and going on, the window."""
_TOTAL_K: Final = 8_046_216


def processes(machine: Machine) -> list[tuple[str, int, int, str]]:
    """Return user, pid, parent pid and name of all processes, by pid."""
    fixed = [
        ("root", 1, 0, "init"),
        ("logd", 241, 1, "logd"),
        ("system", 582, 310, "system_server"),
        ("root", 310, 1, "zygote64"),
        ("shell", SHELL_PID, 711, "sh"),
        ("shell", 711, 1, "adbd"),
    ]
    apps = [
        (
            f"u0_a{process.uid - 10000}" if process.uid >= 10000 else "system",
            machine.pid(process.name),
            310,
            process.name,
        )
        for process in machine.processes
        if process.name != "android"
    ]
    started = [("shell", program.pid, SHELL_PID, program.argv[0]) for program in machine.memory.programs]
    return sorted([*fixed, *apps, *started], key=lambda row: row[1])


def ps(call: Call) -> Result:
    """Run `ps [-A|-e|-ef] [-p PID,…] [-o FIELD,…]`; without options only the shell's processes."""
    rows = processes(call.machine)
    words = list(call.args)
    fields: list[str] = []
    chosen: set[str] | None = None
    everybody = False
    while words:
        word = words.pop(0)
        if word in ("-o", "-eo", "-Ao", "-p") and words:
            values = words.pop(0).split(",")
            if word == "-p":
                chosen = {*values, *(chosen or ())}
            else:
                fields += [value.upper() for value in values]
            everybody |= word in ("-eo", "-Ao")
        else:
            everybody |= word.startswith("-") and bool({"A", "e", "f"} & set(word))
    if chosen is not None:
        rows = [row for row in rows if str(row[1]) in chosen]
    elif not everybody:
        rows = [row for row in rows if row[0] == "shell"]
    if fields:
        return _columns(rows, fields)
    out = ["USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME                       \n"]
    out += [
        f"{user:<12} {pid:>5} {parent:>5} {13_000_000 + pid:>8} {90_000 + pid % 9000:>6} {'0':<16} {'0':>4} S {name}\n"
        for user, pid, parent, name in rows
    ]
    return say("".join(out))


def _columns(rows: list[tuple[str, int, int, str]], fields: list[str]) -> Result:
    names = ("USER", "PID", "PPID", "NAME", "CMD", "ARGS", "COMM", "UID", "S", "RSS", "VSZ", "CMDLINE")
    bad = next((field for field in fields if field.partition("=")[0] not in names), None)
    if bad is not None:
        return fail(f"ps: bad -o {bad}")
    table = [[field.partition("=")[0] for field in fields]]
    for user, pid, parent, name in rows:
        columns = {
            "USER": user,
            "UID": user,
            "PID": str(pid),
            "PPID": str(parent),
            "S": "S",
            "RSS": "90000",
            "VSZ": "13000000",
        }
        table.append([columns.get(field.partition("=")[0], name) for field in fields])
    widths = [max(len(row[at]) for row in table) for at in range(len(fields))]
    numbers = ("PID", "PPID", "RSS", "VSZ")
    lines = (
        " ".join(
            cell.rjust(width) if head in numbers else cell.ljust(width)
            for cell, width, head in zip(row, widths, table[0], strict=True)
        ).rstrip()
        for row in table
    )
    return say("".join(f"{line}\n" for line in lines))


def pidof(call: Call) -> Result:
    """Run `pidof NAME …`; exit 1 if none is running."""
    found = [str(pid) for name in call.args for _, pid, _, other in processes(call.machine) if other == name]
    return say(" ".join(found) + "\n" if found else "", 0 if found else 1)


def kill(call: Call) -> Result:
    """Run `kill [-SIGNAL] PID …`. Only the shell (`$$`) may be killed: exit 128 + signal."""
    signal = 15
    targets = list(call.args)
    if targets and targets[0].startswith("-"):
        word = targets.pop(0)[1:].upper()
        word = (targets.pop(0) if word == "S" and targets else word).removeprefix("SIG")
        found = _SIGNALS.get(word, parse_count(word))
        if found is None or found > 64:
            return fail(f"kill: unknown signal '{word}'")
        signal = found
    if not targets:
        return fail('kill: Needs 1 argument (see "kill --help")')
    known = {pid for _, pid, _, _ in processes(call.machine)}
    out, status = "", 0
    for word in targets:
        if not re.fullmatch(r"\d{1,9}", word):
            out += f"kill: unknown pid '{word}'\n"
            status = 1
        elif int(word) == SHELL_PID:
            if signal not in _SURVIVED:
                raise Exit(128 + signal)
        elif any(program.pid == int(word) for program in call.machine.memory.programs):
            if signal not in _SURVIVED:
                programs.end(call.machine, int(word))
        else:
            problem = "Operation not permitted" if int(word) in known else "No such process"
            out += f"kill: bad pid '{word}': {problem}\n"
            status = 1
    return Result(b"", encode(out), status)


def pgrep(call: Call) -> Result:
    """Run `pgrep [-flx] PATTERN`."""
    words = [word for word in call.args if not word.startswith("-")]
    letters = "".join(word[1:] for word in call.args if word.startswith("-"))
    if not words:
        return fail('pgrep: Needs 1 argument (see "pgrep --help")')
    try:
        pattern = re.compile(f"^(?:{words[0]})$" if "x" in letters else words[0])
    except re.error:
        return fail(f"pgrep: bad regex '{words[0]}'")
    found = [(pid, name) for _, pid, _, name in processes(call.machine) if pattern.search(name)]
    return say("".join(f"{pid} {name}\n" if "l" in letters else f"{pid}\n" for pid, name in found), int(not found))


def top(call: Call) -> Result:
    """Run `top [-b] [-n N] [-m N]` once; the phone is idle."""
    words = list(call.args)
    most = next(
        (int(words[at + 1]) for at, word in enumerate(words[:-1]) if word == "-m" and words[at + 1].isdigit()), 20
    )
    rows = processes(call.machine)
    used = _TOTAL_K - 2_211_004
    out = f"Tasks: {len(rows)} total,   1 running, {len(rows) - 1} sleeping,   0 stopped,   0 zombie\n"
    out += f"  Mem: {_TOTAL_K:>8}K total, {used:>8}K used, {2_211_004:>8}K free,    40960K buffers\n"
    out += " Swap:  3145724K total,        0K used,  3145724K free,  2691208K cached\n"
    out += "800%cpu   0%user   0%nice   0%sys 800%idle   0%iow   0%irq   0%sirq   0%host\n"
    out += "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS            \n"
    for user, pid, _, name in rows[:most]:
        resident = 90 + pid % 90
        out += f"{pid:>5} {user:<12} 20   0  13G {resident}M  60M S  0.0   {resident / 80:.1f}   0:00.00 {name}\n"
    return say(out)


def free(call: Call) -> Result:
    """Run `free [-k|-m|-h|-b]`."""
    letters = "".join(word[1:] for word in call.args if word.startswith("-"))
    unit = 1024 if "k" in letters else 1 << 20 if "m" in letters else 1 << 30 if "g" in letters else 1
    total, left, shared, buffers = (number * 1024 // unit for number in (_TOTAL_K, 2_211_004, 102_400, 40_960))
    out = "\t\t total        used        free      shared     buffers\n"
    out += f"Mem:  {total:>12}{total - left:>12}{left:>12}{shared:>12}{buffers:>12}\n"
    out += f"-/+ buffers/cache: {total - left - buffers:>11}{left + buffers:>12}\n"
    swap = 3_145_724 * 1024 // unit
    return say(out + f"Swap: {swap:>12}{0:>12}{swap:>12}\n")
