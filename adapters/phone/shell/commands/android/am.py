"""`am` (also `cmd activity`): starts, stops and broadcasts."""

from __future__ import annotations

from typing import Final

from adapters.phone.shell.commands.android import automation_keyboard
from adapters.phone.shell.commands.android.ime import receive
from adapters.phone.shell.device import links
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.intents import Intent, IntentError, full, parse_intent, short
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.packages import Package
from adapters.phone.shell.language.command import Call, Result, argument_expected, java_exception, parse_count, say
from adapters.phone.system_ui.composition import activity
from adapters.phone.ui.app import Route, app_for_action

_MAIN, _VIEW = "android.intent.action.MAIN", "android.intent.action.VIEW"
_HOME_KEY = 3
_NEW_TASK = 0x10000000
_FROM_SHELL = 0x400000
_MAX_STARTS = 20
_USER_WORDS = frozenset(["--user", "0", "current", "all"])


def am(call: Call) -> Result:
    """Run `am SUBCOMMAND …`."""
    if not call.args:
        return say("Activity manager (activity) commands:\n  help\n      Print this help text.\n", 255)
    sub, words = call.args[0], list(call.args[1:])
    try:
        match sub:
            case "start" | "start-activity":
                return _start(call.machine, words)
            case "broadcast":
                return _broadcast(call.machine, words)
            case "startservice" | "start-service" | "startforegroundservice" | "start-foreground-service":
                intent, _ = parse_intent(words)
                return Result(
                    encode(f"Starting service: {intent.text()}\n"), b"Error: Not found; no service started.\n", 255
                )
            case "stopservice" | "stop-service":
                intent, _ = parse_intent(words)
                return Result(
                    encode(f"Stopping service: {intent.text()}\n"), b"Service not stopped: was not running.\n", 255
                )
            case _:
                return _other(call, sub, [word for word in words if word not in _USER_WORDS])
    except IntentError as bad:
        return java_exception(sub, str(bad))


def _other(call: Call, sub: str, words: list[str]) -> Result:
    machine = call.machine
    match sub:
        case "force-stop" | "kill":
            if not words:
                return argument_expected(sub, sub)
            if sub == "force-stop" and machine.package(words[0]) is not None:
                machine.phone.stop(words[0])
            return Result()
        case "get-current-user":
            return say("0\n")
        case "stack" if words[:1] in (["list"], ["info"]):
            return say(stack_list(machine))
        case "instrument":
            target = words[-1] if words else ""
            return Result(
                encode(
                    f"INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=Unable "
                    f"to find instrumentation info for: ComponentInfo{{{target}}}\nINSTRUMENTATION_STATUS_CODE: -1\n"
                ),
                encode(f"INSTRUMENTATION_FAILED: {target}\n"),
                1,
            )
        case "help":
            return say("Activity manager (activity) commands:\n")
        case _:
            return _more(call, sub, words)


def stack_list(machine: Machine) -> str:
    """Return the list of root tasks, front first and visible."""
    width, height = machine.size
    front, activity = machine.phone.foreground
    out = []
    for index, (task, owner) in enumerate(machine.tasks):
        package = owner if index else front
        installed = machine.package(package)
        cls = full(package, (installed.activity if installed else "") if index else activity)
        bounds = f"bounds=[0,0][{width},{height}]"
        visible = "false" if index else "true"
        out.append(
            f"RootTask id={task} {bounds} displayId=0 userId=0\n"
            f" configuration={{1.0 310mcc260mnc [en_US] ldltr sw411dp w411dp h866dp 420dpi nrml long port "
            f"finger -keyb/v/h -nav/h}}\n"
            f"  taskId={task}: {package}/{cls} {bounds} userId=0 visible={visible} "
            f"topActivity=ComponentInfo{{{package}/{cls}}}\n\n"
        )
    return "".join(out)


def _resolve(machine: Machine, intent: Intent) -> tuple[Package, str] | None:
    """Return package and full class of the activity that handles an intent; None if there is none."""
    if intent.component:
        package = machine.package(intent.component[0])
        known = package and intent.component[1] in {full(package.name, text) for text in package.activities}
        return (package, intent.component[1]) if package and known else None
    name = intent.package
    if (taker := app_for_action(machine.phone.apps, intent.action, name)) is not None:
        name = taker.package
    elif intent.data or intent.action not in (_MAIN, "") or not name:
        return None
    package = machine.package(name)
    return (package, full(package.name, package.activity)) if package and package.activity else None


def _start(machine: Machine, words: list[str]) -> Result:
    intent, options = parse_intent(words)
    wait = "-W" in options
    out: list[str] = []
    if "-S" in options and (name := intent.component[0] if intent.component else intent.package):
        out.append(f"Stopping: {name}\n")
        machine.phone.stop(name)
    if not intent.component and not intent.action and (intent.package or intent.data):
        # A lone package or address is shorthand for the intent of a launcher or a link.
        intent.action = _VIEW if intent.data else _MAIN
        if intent.package:
            intent.categories.append("android.intent.category.LAUNCHER")
    out.append(f"Starting: {intent.text()}\n")
    if intent.action == _MAIN and "android.intent.category.HOME" in intent.categories:
        machine.phone.key(_HOME_KEY)
        return _started(machine, out, "HOT", short_front(machine), [], wait=wait)
    linked = links.resolve(machine, intent)
    if linked is not None and (package := machine.package(linked[0].package)) is not None:
        component = short(package.name, full(package.name, activity(linked[0], linked[1].name)))
        return _launch(machine, intent, package, component, out, wait=wait, place=linked[1])
    if links.choose(machine, intent):
        return _started(machine, out, "COLD", short_front(machine), [], wait=wait)
    target = _resolve(machine, intent)
    if target is None:
        return _unresolved(intent, out, wait=wait)
    package, cls = target
    if cls != full(package.name, package.activity):
        who = f"from null (pid=4021, uid=2000) not exported from uid {package.uid}"
        message = f"java.lang.SecurityException: Permission Denial: starting {intent.text()} {who}"
        return Result(encode("".join(out)), java_exception("start", message).stderr, 255)
    component = short(package.name, cls)
    return _launch(machine, intent, package, component, out, wait=wait)


def launch(machine: Machine, package: Package) -> None:
    """Start an app as a launcher does."""
    _launch(machine, Intent(action=_MAIN), package, package.component, [], wait=False)


def _launch(
    machine: Machine, intent: Intent, package: Package, component: str, out: list[str], *, wait: bool,
    place: Route | None = None,
) -> Result:  # fmt: skip
    running = machine.running(package.name)
    in_front = machine.phone.foreground[0] == package.name
    if (taker := app_for_action(machine.phone.apps, intent.action, package.name)) is not None:
        place = taker.actions[intent.action]
    machine.phone.start(package.name, place)
    log = (*machine.memory.starts, (machine.now_ms, component))[-_MAX_STARTS:]
    machine.remember(starts=log)
    warnings: list[str] = []
    if in_front:
        warnings = [
            "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
        ]
    elif running:
        warnings = ["Warning: Activity not started, its current task has been brought to the front\n"]
    return _started(machine, out, "HOT" if running else "COLD", short_front(machine), warnings, wait=wait)


def short_front(machine: Machine) -> str:
    """Return the component in front in its short form."""
    package, activity = machine.phone.foreground
    return short(package, full(package, activity))


def _started(
    machine: Machine, out: list[str], state: str, component: str, warnings: list[str], *, wait: bool
) -> Result:
    if not wait:
        return Result(encode("".join(out)), encode("".join(warnings)))
    total = 357 if state == "COLD" else 60
    lines = [
        *out,
        *warnings,
        "Status: ok\n",
        f"LaunchState: {state}\n",
        f"Activity: {component}\n",
        f"TotalTime: {total}\n",
        f"WaitTime: {total + 12}\n",
        "Complete\n",
    ]
    return say("".join(lines))


def _unresolved(intent: Intent, out: list[str], *, wait: bool) -> Result:
    if intent.component:
        package, cls = intent.component
        text = f"Error type 3\nError: Activity class {{{package}/{cls}}} does not exist.\n"
    else:
        intent.flags |= _NEW_TASK
        text = f"Error: Activity not started, unable to resolve {intent.text()}\n"
    if wait:
        return say("".join(out) + text, 1)
    return Result(encode("".join(out)), encode(text), 1)


def _broadcast(machine: Machine, words: list[str]) -> Result:
    intent, _ = parse_intent(words)
    receive(machine, intent.action, intent.extras)
    pair = automation_keyboard.answer(machine, intent.action, intent.extras, automation_keyboard.numbers(words)) or (
        0,
        None,
    )
    intent.flags |= _FROM_SHELL
    data = "" if pair[1] is None else f', data="{pair[1]}"'
    return say(f"Broadcasting: {intent.text()}\nBroadcast completed: result={pair[0]}{data}\n")


_SILENT: Final = frozenset(
    ["kill-all", "idle-maintenance", "set-debug-app", "clear-debug-app", "set-watch-heap", "clear-watch-heap",
     "clear-exit-info", "clear-start-info", "make-uid-idle", "screen-compat", "set-inactive", "set-standby-bucket",
     "set-bg-restriction-level", "send-trim-memory", "update-appinfo", "attach-agent", "track-associations",
     "untrack-associations", "clear-recent-apps", "reset-dropbox-rate-limiter", "set-ignore-delivery-group-policy"]
)  # fmt: skip
_BUCKET: Final = "10\n"


def _more(call: Call, sub: str, words: list[str]) -> Result:
    """Handle subcommands that tools use occasionally."""
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
    """Handle `task lock N | lock stop | focus N | resize …`."""
    match words:
        case ["lock", "stop"] | ["lock", _]:
            return say(f"Activity manager is {'not ' if words[1] == 'stop' else ''}in lockTaskMode\n")
        case ["focus", number] if (found := parse_count(number)) is not None:
            package = next((name for task, name in machine.tasks if task == found), None)
            if package is not None:
                machine.phone.start(package)
            return say(f"Setting focus to task {found}\n")
        case ["resize" | "resizeable", *_]:
            return Result()
        case _:
            return say(f"Error: unknown command '{' '.join(words)}'\n", 255)


def _stack(machine: Machine, words: list[str]) -> Result:
    """Handle `stack remove N` and `stack move-task …`; `list` and `info` are handled elsewhere."""
    match words:
        case ["remove", number] if (found := parse_count(number)) is not None:
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
    except IntentError as bad:
        return java_exception(sub, str(bad))
    parts = [f"action={intent.action};"] if intent.action else []
    parts += [f"category={category};" for category in intent.categories]
    parts += [f"component={'/'.join(intent.component)};"] if intent.component else []
    head = intent.data.partition(":")[2] if intent.data and sub != "to-uri" else intent.data
    scheme = f"scheme={intent.data.partition(':')[0]};" if intent.data and sub != "to-uri" else ""
    lead = f"intent:{head}" if sub != "to-uri" else head
    return say(f"{lead}#Intent;{scheme}{''.join(parts)}end\n")
