"""Further `pm` subcommands: install sessions and package states."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.installer import install
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, argument, java_exception, parse_count, say

_FIRST_SESSION: Final = 1_000_001
_LARGEST: Final = 64 << 20
_STATES: Final = {
    "enable": "enabled",
    "disable": "disabled",
    "disable-user": "disabled-user",
    "disable-until-used": "disabled-until-used",
    "default-state": "default",
}


def run_subcommand(call: Call, sub: str, words: list[str]) -> Result:
    """Run a subcommand that `pm.pm` does not handle."""
    match sub:
        case "install-create" | "install-write" | "install-commit" | "install-abandon":
            return _session(call, sub, words)
        case _ if sub in _STATES:
            return _state(call.machine, sub, words)
        case "set-home-activity" | "compile":
            argument(words, sub)
            return say("Success\n")
        case "help":
            return say("Package manager (package) commands:\n  help\n    Print this help text.\n")
        case _:
            return say(f"Unknown command: {sub}\n", 255)


def _session(call: Call, sub: str, words: list[str]) -> Result:
    """Run an install session step, as `adb install` of several APKs and older hosts send them."""
    machine = call.machine
    held = dict(machine.memory.sessions)
    if sub == "install-create":
        number = max(held, default=_FIRST_SESSION - 1) + 1
        machine.remember(sessions=(*machine.memory.sessions, (number, b"")))
        return say(f"Success: created install session [{number}]\n")
    size = None
    rest: list[str] = []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word == "-S" and queue:
            size = parse_count(queue.pop(0))
        elif word == "-" or not word.startswith("-"):
            rest.append(word)
    asked = parse_count(rest[0]) if rest else None
    if asked is None or asked not in held:
        return java_exception(
            sub, f"java.lang.SecurityException: Caller has no access to session {rest[0] if rest else ''}"
        )
    if sub == "install-write":
        return _written(call, asked, size, rest[1:])
    machine.remember(sessions=tuple(pair for pair in machine.memory.sessions if pair[0] != asked))
    if sub == "install-abandon":
        return say("Success\n")
    problem = install(machine, held[asked])
    return say(f"Failure [{problem}]\n", 1) if problem else say("Success\n")


def _written(call: Call, number: int, size: int | None, rest: list[str]) -> Result:
    path = rest[1] if len(rest) > 1 else "-"
    if path == "-":
        data = call.input.read_exactly(size if size is not None else _LARGEST)
    else:
        try:
            data = call.files.read(call.path(path))
        except OSError:
            return say(f"Error: failed to write; file not found: {path}\n", 1)
    if size is not None and len(data) != size:
        return say(f"Error: failed to write; expected {size} bytes, got {len(data)}\n", 1)
    pairs = tuple(
        (count, data if count == number and not held else held) for count, held in call.machine.memory.sessions
    )
    call.machine.remember(sessions=pairs)
    return say(f"Success: streamed {len(data)} bytes\n")


def _state(machine: Machine, sub: str, words: list[str]) -> Result:
    """Store whether a package is enabled. It has no further effect: the launcher's icons stay."""
    name = argument(words, sub).partition("/")[0]
    if machine.package(name) is None:
        return java_exception(sub, f"java.lang.IllegalArgumentException: Unknown package: {name}")
    if sub == "disable" and "/" not in words[0]:
        message = "java.lang.SecurityException: Shell cannot change component state for null to 2"
        return java_exception(sub, message)
    return say(f"Package {words[0]} new state: {_STATES[sub]}\n")
