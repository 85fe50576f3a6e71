"""Further `pm` subcommands: install sessions, package states and device features."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.installer import install
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, argument_expected, java_exception, parse_count, say

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
    machine = call.machine
    match sub:
        case "install-create" | "install-write" | "install-commit" | "install-abandon" | "install-streamed":
            return _session(call, sub, words)
        case _ if sub in _STATES:
            return _state(machine, sub, words)
        case "hide" | "unhide":
            return _hidden(machine, sub, words)
        case "has-feature":
            if not words:
                return argument_expected(sub, sub)
            return say(
                "true\n"
                if words[0].startswith(("android.hardware.touchscreen", "android.hardware.wifi"))
                else "false\n"
            )
        case "get-install-location":
            return say("0[auto]\n")
        case "get-harmful-app-warning" | "set-harmful-app-warning" | "set-install-location" | "trim-caches":
            return Result() if words else argument_expected(sub, sub)
        case _:
            return _rest(sub, words)


def _rest(sub: str, words: list[str]) -> Result:
    match sub:
        case "reset-permissions" | "set-permission-enforced" | "clear-package-preferred-activities" | "bg-dexopt-job":
            return Result() if sub == "reset-permissions" else say("Success\n")
        case "compile" | "force-dex-opt" | "dump-profiles" | "snapshot-profile" | "reconcile-secondary-dex-files":
            return say("Success\n")
        case "suspend" | "unsuspend":
            if not words:
                return argument_expected(sub, sub)
            return say(f"Package {words[0]} new suspended state: {str(sub == 'suspend').lower()}\n")
        case "query-services" | "query-receivers":
            return say(f"No {'services' if sub == 'query-services' else 'receivers'} found\n")
        case "get-app-links":
            return say("".join(f"  {word}:\n    ID: 00000000\n    Signatures: []\n" for word in words))
        case "set-home-activity":
            return say("Success\n") if words else argument_expected(sub, sub)
        case "create-user" | "remove-user":
            return say("Error: couldn't create User.\n" if sub == "create-user" else "Error: couldn't remove user\n", 1)
        case "help" | "-h":
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
    if not words:
        return argument_expected(sub, sub)
    name = words[0].partition("/")[0]
    if machine.package(name) is None:
        return java_exception(sub, f"java.lang.IllegalArgumentException: Unknown package: {name}")
    if sub == "disable" and "/" not in words[0]:
        message = "java.lang.SecurityException: Shell cannot change component state for null to 2"
        return java_exception(sub, message)
    return say(f"Package {words[0]} new state: {_STATES[sub]}\n")


def _hidden(machine: Machine, sub: str, words: list[str]) -> Result:
    if not words:
        return argument_expected(sub, sub)
    return java_exception(sub, "java.lang.SecurityException: Neither user 2000 nor current process has "
                          "android.permission.MANAGE_USERS.")  # fmt: skip
