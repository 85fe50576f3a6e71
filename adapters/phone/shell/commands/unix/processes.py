"""Processes: ps, pidof, pgrep, pkill, kill and killall."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from adapters.phone.shell.commands.unix.options import missing_operands, unknown_option
from adapters.phone.shell.commands.unix.system import strftime
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.proc_files import memory, state, uid
from adapters.phone.shell.device.process_table import processes, send_signal
from adapters.phone.shell.device.tasks import TERM, Process, signal_number
from adapters.phone.shell.language.command import Call, Result, fail, say
from adapters.phone.state.phone_state import START

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
    "TIME": ("TIME", -8, lambda process, machine: "00:00:00"),
    "TTY": ("TTY", -8, lambda process, machine: "?"),
    "STIME": ("STIME", -5, lambda process, machine: strftime(START, "%H:%M")),
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
            raise unknown_option(call, min(unknown))
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
    """Run `kill [-SIGNAL|-s SIGNAL] PID…`."""
    number = TERM
    targets = list(call.args)
    if targets and targets[0].startswith("-") and targets[0] != "--":
        word = targets.pop(0)[1:]
        word = targets.pop(0) if word == "s" and targets else word
        found = signal_number(word)
        if found is None:
            return fail(f"kill: unknown signal '{word}'")
        number = found
    if not targets:
        raise missing_operands(call, 1)
    out, status = "", 0
    for word in targets:
        if not re.fullmatch(r"\d{1,9}", word):
            out += f"kill: unknown pid '{word}'\n"
            status = 1
        elif problem := send_signal(call.machine, int(word), number):
            out += f"kill: bad pid '{word}': {problem}\n"
            status = 1
    return Result(b"", encode(out), status)


def pgrep(call: Call) -> Result:
    """Run `pgrep [-flx] PATTERN` or `pkill [-SIGNAL] [-fx] PATTERN`: list or signal processes by their name."""
    number, letters, words = _signal_option(call)
    try:
        pattern = re.compile(f"^(?:{words[0]})$" if "x" in letters else words[0])
    except re.error:
        return fail(f"{call.name}: bad regex '{words[0]}'")
    rows = [row for row in _others(call) if pattern.search(row.command if "f" in letters else row.name)]
    if call.name == "pkill":
        problems = [send_signal(call.machine, row.pid, number) for row in rows]
        return Result(exit=int(all(problems)))
    lines = (f"{row.pid} {row.name}\n" if "l" in letters else f"{row.pid}\n" for row in rows)
    return say("".join(lines), int(not rows))


def killall(call: Call) -> Result:
    """Run `killall [-SIGNAL] NAME…`: signal all processes with these names."""
    number, _, words = _signal_option(call)
    err = ""
    for name in words:
        rows = [row for row in _others(call) if name in (row.name, row.argv[0])]
        err += "" if rows else f"killall: {name}: No such process\n"
        for row in rows:
            if problem := send_signal(call.machine, row.pid, number):
                err += f"killall: {row.pid}: {problem}\n"
    return Result(b"", encode(err), int(bool(err)))


def _signal_option(call: Call) -> tuple[int, str, list[str]]:
    """Return the signal to send, the letters of other options, and the words after them, at least one."""
    number, letters, words = TERM, "", list(call.args)
    while words and words[0].startswith("-") and len(words[0]) > 1:
        word = words.pop(0)[1:]
        found = signal_number(words.pop(0) if word == "s" and words else word)
        number, letters = (number, letters + word) if found is None else (found, letters)
    if not words:
        raise missing_operands(call, 1)
    return number, letters, words


def _others(call: Call) -> list[Process]:
    """Return all processes but the one that looks for them."""
    itself = call.machine.scheduler.running_pids()[-1:]
    return [row for row in processes(call.machine) if row.pid not in itself]
