"""`am` (also `cmd activity`): starts, stops and broadcasts."""

from __future__ import annotations

from adapters.phone.shell.commands.android import automation_keyboard
from adapters.phone.shell.commands.android.ime import receive
from adapters.phone.shell.device import links
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.intents import Intent, IntentError, full, parse_intent, short
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.packages import Package
from adapters.phone.shell.language.command import Call, Result, argument, java_exception, parse_count, say
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
                started = encode(f"Starting service: {parse_intent(words)[0].text()}\n")
                return Result(started, b"Error: Not found; no service started.\n", 255)
            case "stopservice" | "stop-service":
                stopped = encode(f"Stopping service: {parse_intent(words)[0].text()}\n")
                return Result(stopped, b"Service not stopped: was not running.\n", 255)
            case _:
                return _other(call, sub, [word for word in words if word not in _USER_WORDS])
    except IntentError as bad:
        return java_exception(sub, str(bad))


def _other(call: Call, sub: str, words: list[str]) -> Result:
    machine = call.machine
    match sub:
        case "force-stop" | "kill" | "crash":
            name = argument(words, sub)
            if sub == "force-stop" and machine.package(name) is not None:
                machine.phone.stop(name)
            return Result()
        case "get-current-user":
            return say("0\n")
        case "stack" if words[:1] in (["list"], ["info"]):
            return say(stack_list(machine))
        case "stack" if words[:1] == ["remove"]:
            if (package := _owner(machine, words[1:])) is not None:
                machine.phone.stop(package)
            return Result()
        case "task" if words[:1] == ["lock"]:
            return say(f"Activity manager is {'not ' if words[1:] == ['stop'] else ''}in lockTaskMode\n")
        case "task" if words[:1] == ["focus"]:
            if (package := _owner(machine, words[1:])) is not None:
                machine.phone.start(package)
            return say(f"Setting focus to task {words[-1]}\n")
        case "instrument":
            target = words[-1] if words else ""
            status = "INSTRUMENTATION_STATUS"
            return Result(
                encode(
                    f"{status}: id=ActivityManagerService\n{status}: Error=Unable to find instrumentation info for: "
                    f"ComponentInfo{{{target}}}\n{status}_CODE: -1\n"
                ),
                encode(f"INSTRUMENTATION_FAILED: {target}\n"),
                1,
            )
        case _:
            return say(f"Unknown command: {sub}\n", 255)


def _owner(machine: Machine, words: list[str]) -> str | None:
    """Return the package of the task with a number; None if there is none."""
    number = parse_count(words[0]) if words else None
    return next((name for task, name in machine.tasks if task == number), None)


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
        return _started(machine, out, "HOT", wait=wait)
    linked = links.resolve(machine, intent)
    if linked is not None and (package := machine.package(linked[0].package)) is not None:
        component = short(package.name, full(package.name, activity(linked[0], linked[1].name)))
        return _launch(machine, intent, package, component, out, wait=wait, place=linked[1])
    if links.choose(machine, intent):
        return _started(machine, out, "COLD", wait=wait)
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
    warning = ""
    if in_front:
        warning = "intent has been delivered to currently running top-most instance.\n"
    elif running:
        warning = "its current task has been brought to the front\n"
    return _started(machine, out, "HOT" if running else "COLD", warning, wait=wait)


def short_front(machine: Machine) -> str:
    """Return the component in front in its short form."""
    package, activity = machine.phone.foreground
    return short(package, full(package, activity))


def _started(machine: Machine, out: list[str], state: str, warning: str = "", *, wait: bool) -> Result:
    warning = f"Warning: Activity not started, {warning}" if warning else ""
    if not wait:
        return Result(encode("".join(out)), encode(warning))
    total = 357 if state == "COLD" else 60
    return say(
        f"{''.join(out)}{warning}Status: ok\nLaunchState: {state}\nActivity: {short_front(machine)}\n"
        f"TotalTime: {total}\nWaitTime: {total + 12}\nComplete\n"
    )


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
    answer = automation_keyboard.answer(machine, intent.action, intent.extras, automation_keyboard.numbers(words))
    code, text = answer or (0, None)
    intent.flags |= _FROM_SHELL
    data = "" if text is None else f', data="{text}"'
    return say(f"Broadcasting: {intent.text()}\nBroadcast completed: result={code}{data}\n")
