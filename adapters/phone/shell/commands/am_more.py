"""`am` beyond starting, stopping and broadcasting: what tools ask of the activity manager now and then."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.device.intents import BadIntent, parse_intent
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Result, argument_expected, java_exception, say, whole

_SILENT: Final = frozenset(
    ["kill-all", "idle-maintenance", "set-debug-app", "clear-debug-app", "set-watch-heap", "clear-watch-heap",
     "clear-exit-info", "clear-start-info", "make-uid-idle", "screen-compat", "set-inactive", "set-standby-bucket",
     "set-bg-restriction-level", "send-trim-memory", "update-appinfo", "attach-agent", "track-associations",
     "untrack-associations", "clear-recent-apps", "reset-dropbox-rate-limiter", "set-ignore-delivery-group-policy"]
)  # fmt: skip
_BUCKET: Final = "10\n"


def more(call: Call, sub: str, words: list[str]) -> Result:
    """The subcommands that `am` itself does not know."""
    machine = call.machine
    match sub:
        case _ if sub in _SILENT:
            return Result()
        case "task":
            return _task(machine, words)
        case "stack":
            return _stack(machine, words)
        case "get-config":
            width, height = machine.size
            return say(
                f"config: en-rUS-ldltr-sw411dp-w{min(width, height) * 160 // 420}dp-h{max(width, height) * 160 // 420}"
                "dp-normal-long-notround-nowidecg-lowdr-port-notnight-420dpi-finger-keysexposed-nokeys-navhidden-"
                "nonav-v33\nabi: arm64-v8a\nrecentConfigs:\n"
            )
        case "get-started-user-state" | "start-user" | "unlock-user":
            return say("RUNNING_UNLOCKED\n" if sub == "get-started-user-state" else "Success: user started\n")
        case "switch-user":
            known = words[:1] == ["0"]
            return Result() if known else say(f"Error: Failed to switch to user {' '.join(words)}\n", 1)
        case "stop-user":
            return say("Can't stop user 0\n", 255)
        case "get-uid-state" | "get-isolated-pids":
            return say("5 (TOP)\n" if sub == "get-uid-state" else "[]\n")
        case _:
            return _rest(machine, sub, words)


def _rest(machine: Machine, sub: str, words: list[str]) -> Result:
    match sub:
        case "get-standby-bucket":
            return say(_BUCKET) if words else argument_expected(sub, sub)
        case "get-inactive":
            return say("Idle=false\n") if words else argument_expected(sub, sub)
        case "package-importance":
            if not words:
                return argument_expected(sub, sub)
            front = machine.phone.foreground[0] == words[0]
            return say(f"{100 if front else 400 if machine.running(words[0]) else 1000}\n")
        case "to-uri" | "to-intent-uri" | "to-app-uri":
            return _uri(sub, words)
        case "crash":
            return argument_expected(sub, sub) if not words else Result()
        case "wait-for-broadcast-idle" | "wait-for-broadcast-barrier" | "wait-for-application-barrier":
            return say("All broadcast queues are idle!\n")
        case "monitor" | "hang" | "profile" | "dumpheap" | "restart":
            message = f"java.lang.SecurityException: {sub} is not allowed on this build"
            return java_exception(sub, message)
        case "compat":
            return say("No such process\n" if words[:1] else "", 255 if not words else 0)
        case "memory-factor":
            return say("NORMAL\n")
        case _:
            return say(f"Unknown command: {sub}\n", 255)


def _task(machine: Machine, words: list[str]) -> Result:
    """`task lock N | lock stop | focus N | resize …`."""
    match words:
        case ["lock", "stop"] | ["lock", _]:
            return say(f"Activity manager is {'not ' if words[1] == 'stop' else ''}in lockTaskMode\n")
        case ["focus", number] if (found := whole(number)) is not None:
            package = next((name for task, name in machine.tasks if task == found), None)
            if package is not None:
                machine.phone.start(package)
            return say(f"Setting focus to task {found}\n")
        case ["resize" | "resizeable", *_]:
            return Result()
        case _:
            return say(f"Error: unknown command '{' '.join(words)}'\n", 255)


def _stack(machine: Machine, words: list[str]) -> Result:
    """`stack remove N`, `stack move-task …`; `list` and `info` are told elsewhere."""
    match words:
        case ["remove", number] if (found := whole(number)) is not None:
            package = next((name for task, name in machine.tasks if task == found), None)
            if package is not None:
                machine.phone.stop(package)
            return Result()
        case ["move-task" | "move-top-activity-to-pinned-stack" | "positiontask", *_]:
            return Result()
        case _:
            return say(f"Error: unknown command '{' '.join(words)}'\n", 255)


def _uri(sub: str, words: list[str]) -> Result:
    try:
        intent, _ = parse_intent(words)
    except BadIntent as bad:
        return java_exception(sub, str(bad))
    parts = [f"action={intent.action};"] if intent.action else []
    parts += [f"category={one};" for one in intent.categories]
    parts += [f"component={'/'.join(intent.component)};"] if intent.component else []
    head = intent.data.partition(":")[2] if intent.data and sub != "to-uri" else intent.data
    scheme = f"scheme={intent.data.partition(':')[0]};" if intent.data and sub != "to-uri" else ""
    lead = f"intent:{head}" if sub != "to-uri" else head
    return say(f"{lead}#Intent;{scheme}{''.join(parts)}end\n")
