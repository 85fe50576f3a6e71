"""Processes and memory: ps, pidof, pgrep, kill, top, free."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.shell.commands.unix.system import strftime
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.proc_files import FREE_K, TOTAL_K, memory, state, uid
from adapters.phone.shell.device.process_table import processes, send_signal
from adapters.phone.shell.device.tasks import SIGNAL_NAMES, TERM, Process, signal_number
from adapters.phone.shell.language.command import Call, Result, fail, say

_FIELDS: Final[Mapping[str, tuple[str, int, Callable[[Process, Machine], str]]]] = {
    "USER": ("USER", -12, lambda process, machine: process.user),
    "UID": ("UID", 5, lambda process, machine: str(uid(process.user))),
    "PID": ("PID", 5, lambda process, machine: str(process.pid)),
    "PPID": ("PPID", 5, lambda process, machine: str(process.parent)),
    "VSZ": ("VSZ", 8, lambda process, machine: str(memory(process)[0])),
    "RSS": ("RSS", 6, lambda process, machine: str(memory(process)[1])),
    "WCHAN": ("WCHAN", -16, lambda process, machine: "0"),
    "ADDR": ("ADDR", -4, lambda process, machine: "   0"),
    "S": ("S", -1, lambda process, machine: state(process, machine)),
    "STAT": ("STAT", -4, lambda process, machine: state(process, machine)),
    "NI": ("NI", 3, lambda process, machine: "0"),
    "PRI": ("PRI", 3, lambda process, machine: "19"),
    "TIME": ("TIME", -8, lambda process, machine: "00:00:00"),
    "TTY": ("TTY", -8, lambda process, machine: "?"),
    "STIME": ("STIME", -5, lambda process, machine: strftime(machine.boot, "%H:%M")),
    "C": ("C", 1, lambda process, machine: "0"),
    "NAME": ("NAME", -27, lambda process, machine: process.name),
    "COMM": ("COMMAND", -27, lambda process, machine: process.name[:15]),
    "CMD": ("CMD", -27, lambda process, machine: process.name),
    "ARGS": ("CMD", -27, lambda process, machine: process.command),
    "CMDLINE": ("CMDLINE", -27, lambda process, machine: process.command),
}
"""The columns of `ps`: heading, width (negative: left-aligned) and value."""
_DEFAULT_FIELDS: Final = ("USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME")
_FULL_FIELDS: Final = ("UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "ARGS")


def ps(call: Call) -> Result:
    """Run `ps [-Aef] [-p PID,…] [-u USER,…] [-o FIELD,…] [PID…]`; without a choice only the shell's processes."""
    words = list(call.args)
    fields: list[str] = []
    pids: set[str] = set()
    users: set[str] = set()
    everybody = full = False
    while words:
        word = words.pop(0)
        if not word.startswith("-"):
            pids |= set(word.split(","))
            continue
        letters, values = word[1:], ""
        if (at := min((letters.find(letter) for letter in "opuUO" if letter in letters), default=-1)) >= 0:
            letters, values = letters[: at + 1], letters[at + 1 :] or (words.pop(0) if words else "")
        if unknown := set(letters) - set("AaefdlwnTZMopuUO"):
            return fail(f"ps: Unknown option '{min(unknown)}' (see \"ps --help\")")
        everybody |= bool({"A", "a", "e", "d"} & set(letters))
        full |= "f" in letters
        if letters.endswith("p"):
            pids |= set(values.split(","))
        elif letters.endswith(("u", "U")):
            users |= set(values.split(","))
        elif letters.endswith(("o", "O")):
            fields += values.upper().replace(" ", ",").split(",")
    rows = processes(call.machine)
    if pids or users:
        rows = [row for row in rows if str(row.pid) in pids or {row.user, str(uid(row.user))} & users]
    elif not everybody:
        rows = [row for row in rows if row.user == "shell"]
    return _columns(rows, fields or list(_FULL_FIELDS if full else _DEFAULT_FIELDS), call.machine, bool(pids))


def _columns(rows: list[Process], fields: list[str], machine: Machine, chosen: bool) -> Result:
    """Print a table; exit 1 if a choice of processes found none."""
    columns = []
    for field in fields:
        name, given, title = field.partition("=")
        known = _FIELDS.get(name.partition(":")[0])
        if known is None:
            return fail(f"ps: bad -o {field}")
        heading, width, value = known
        columns.append((title if given else heading, width, value))
    table = [[heading for heading, _, _ in columns]]
    table += [[value(row, machine) for _, _, value in columns] for row in rows]
    out = ""
    for cells in table:
        padded = (
            cell.rjust(width) if width > 0 else cell.ljust(-width)
            for cell, (_, width, _) in zip(cells, columns, strict=True)
        )
        out += " ".join(padded).rstrip() + "\n" if cells is not table[0] else " ".join(padded) + "\n"
    return say(out, int(chosen and not rows))


def pidof(call: Call) -> Result:
    """Run `pidof [-s] NAME…`; exit 1 if none is running."""
    names = [word for word in call.args if not word.startswith("-")]
    found = [str(row.pid) for name in names for row in processes(call.machine) if name in (row.name, row.argv[0])]
    found = found[:1] if "-s" in call.args else found[::-1]
    return say(" ".join(found) + "\n" if found else "", 0 if found else 1)


def kill(call: Call) -> Result:
    """Run `kill [-SIGNAL|-s SIGNAL] PID…` or `kill -l [SIGNAL]`; `%N` is a background job."""
    number = TERM
    targets = list(call.args)
    if targets[:1] == ["-l"]:
        return _signal_list(targets[1:])
    if targets and targets[0].startswith("-") and targets[0] != "--":
        word = targets.pop(0)[1:]
        word = targets.pop(0) if word == "s" and targets else word
        found = signal_number(word)
        if found is None:
            return fail(f"kill: unknown signal '{word}'")
        number = found
    if not targets:
        return fail('kill: Needs 1 argument (see "kill --help")')
    out, status = "", 0
    for word in targets:
        if not re.fullmatch(r"\d{1,9}", word):
            out += f"kill: unknown pid '{word}'\n"
            status = 1
        elif problem := send_signal(call.machine, int(word), number):
            out += f"kill: bad pid '{word}': {problem}\n"
            status = 1
    return Result(b"", encode(out), status)


def _signal_list(words: list[str]) -> Result:
    if not words:
        return say("".join(f"{number:2d}) SIG{name}\n" for number, name in SIGNAL_NAMES.items()))
    number = int(words[0]) & 127 if words[0].isdigit() and len(words[0]) < 4 else signal_number(words[0])
    if number is None or number not in SIGNAL_NAMES:
        return fail(f"kill: bad signal '{words[0]}'")
    return say(f"{SIGNAL_NAMES[number] if words[0].isdigit() else number}\n")


def pgrep(call: Call) -> Result:
    """Run `pgrep [-flx] PATTERN` or `pkill [-SIGNAL] [-fx] PATTERN`: list or signal processes by their name."""
    number, letters = TERM, ""
    words: list[str] = []
    for word in call.args:
        if word.startswith("-") and len(word) > 1 and not words:
            found = signal_number(word[1:])
            if found is not None and call.name == "pkill":
                number = found
            else:
                letters += word[1:]
        else:
            words.append(word)
    if not words:
        return fail(f'{call.name}: Needs 1 argument (see "{call.name} --help")')
    try:
        pattern = re.compile(f"^(?:{words[0]})$" if "x" in letters else words[0])
    except re.error:
        return fail(f"{call.name}: bad regex '{words[0]}'")
    itself = processes_of_caller(call)
    rows = [
        row
        for row in processes(call.machine)
        if row.pid not in itself and pattern.search(row.command if "f" in letters else row.name)
    ]
    if call.name == "pgrep":
        return say(
            "".join(f"{row.pid} {row.name}\n" if "l" in letters else f"{row.pid}\n" for row in rows), int(not rows)
        )
    done = [row for row in rows if not send_signal(call.machine, row.pid, number)]
    return Result(exit=0 if done else 1)


def killall(call: Call) -> Result:
    """Run `killall [-SIGNAL] [-q] NAME…`: signal all processes with these names."""
    words = list(call.args)
    number = TERM
    while words and words[0].startswith("-"):
        word = words.pop(0)[1:]
        number = signal_number(words.pop(0) if word == "s" and words else word) or number
    if not words:
        return fail('killall: Needs 1 argument (see "killall --help")')
    itself = processes_of_caller(call)
    err, status = "", 0
    for name in words:
        rows = [row for row in processes(call.machine) if name in (row.name, row.argv[0]) and row.pid not in itself]
        if not rows:
            err += f"killall: {name}: No such process\n"
            status = 1
        for row in rows:
            if problem := send_signal(call.machine, row.pid, number):
                err += f"killall: {row.pid}: {problem}\n"
                status = 1
    return Result(b"", encode(err), status)


def processes_of_caller(call: Call) -> set[int]:
    """Return the processes of the line that runs a command: a program that looks for others leaves itself out."""
    return set(call.machine.scheduler.running_pids()[-1:])


def top(call: Call) -> Result:
    """Run `top [-b] [-n N] [-m N]` once; the phone is idle."""
    words = list(call.args)
    most = next(
        (int(words[at + 1]) for at, word in enumerate(words[:-1]) if word == "-m" and words[at + 1].isdigit()), 20
    )
    rows = processes(call.machine)
    used = TOTAL_K - FREE_K
    out = f"Tasks: {len(rows)} total,   1 running, {len(rows) - 1} sleeping,   0 stopped,   0 zombie\n"
    out += f"  Mem: {TOTAL_K:>8}K total, {used:>8}K used, {FREE_K:>8}K free,    40960K buffers\n"
    out += " Swap:  3145724K total,        0K used,  3145724K free,  2691208K cached\n"
    out += "800%cpu   0%user   0%nice   0%sys 800%idle   0%iow   0%irq   0%sirq   0%host\n"
    out += "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS            \n"
    for row in rows[:most]:
        virtual, resident = memory(row)
        out += f"{row.pid:>5} {row.user:<12} 20   0 {virtual >> 20:>3}G {resident >> 10:>3}M {resident >> 11:>3}M "
        out += f"{state(row, call.machine)}  0.0   {resident / TOTAL_K * 100:.1f}   0:00.00 {row.command}\n"
    return say(out)


def free(call: Call) -> Result:
    """Run `free [-k|-m|-h|-b]`."""
    letters = "".join(word[1:] for word in call.args if word.startswith("-"))
    unit = 1024 if "k" in letters else 1 << 20 if "m" in letters else 1 << 30 if "g" in letters else 1
    total, left, shared, buffers = (number * 1024 // unit for number in (TOTAL_K, FREE_K, 102_400, 40_960))
    out = "\t\t total        used        free      shared     buffers\n"
    out += f"Mem:  {total:>12}{total - left:>12}{left:>12}{shared:>12}{buffers:>12}\n"
    out += f"-/+ buffers/cache: {total - left - buffers:>11}{left + buffers:>12}\n"
    swap = 3_145_724 * 1024 // unit
    return say(out + f"Swap: {swap:>12}{0:>12}{swap:>12}\n")
