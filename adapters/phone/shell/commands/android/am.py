"""`am` (which is `cmd activity`): starting, stopping, broadcasting."""

from __future__ import annotations

from adapters.phone.shell.commands import am_more
from adapters.phone.shell.commands.android import automation_keyboard
from adapters.phone.shell.commands.android.ime import receive
from adapters.phone.shell.device import links
from adapters.phone.shell.device.intents import BadIntent, Intent, full, parse_intent, short
from adapters.phone.shell.device.machine import Machine, Package
from adapters.phone.shell.language.command import Call, Result, argument_expected, encode, java_exception, say
from adapters.phone.system_ui.composition import activity
from adapters.phone.ui.app import Route

_MAIN, _VIEW = "android.intent.action.MAIN", "android.intent.action.VIEW"
_HOME_KEY = 3
_NEW_TASK = 0x10000000
_FROM_SHELL = 0x400000
_SETTINGS = "com.android.settings"
_SETTINGS_ROUTES = {
    "android.settings.SETTINGS": "",
    "android.settings.WIFI_SETTINGS": "internet",
    "android.settings.BLUETOOTH_SETTINGS": "connected",
    "android.settings.LOCATION_SOURCE_SETTINGS": "location",
    "android.settings.NOTIFICATION_SETTINGS": "notifications",
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.SOUND_SETTINGS": "sound",
    "android.settings.ZEN_MODE_SETTINGS": "dnd",
    "android.settings.DISPLAY_SETTINGS": "display",
    "android.settings.BATTERY_SAVER_SETTINGS": "battery",
    "android.settings.DEVICE_INFO_SETTINGS": "about",
    "android.settings.APPLICATION_SETTINGS": "apps",
    "android.settings.MANAGE_APPLICATIONS_SETTINGS": "apps",
    "android.settings.INTERNAL_STORAGE_SETTINGS": "storage",
}
"""Which place of the settings app an action opens; one that the app does not have opens its first."""
_KEPT_STARTS = 20
_USER_WORDS = frozenset(["--user", "0", "current", "all"])


def am(call: Call) -> Result:
    """`am SUBCOMMAND …`."""
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
    except BadIntent as bad:
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
            return am_more.more(call, sub, words)


def stack_list(machine: Machine) -> str:
    """Root tasks, the one in front first and visible."""
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
    """The activity that would take an intent, as package and full class; None if there is none."""
    if intent.component:
        package = machine.package(intent.component[0])
        known = package and intent.component[1] in {full(package.name, one) for one in package.activities}
        return (package, intent.component[1]) if package and known else None
    name = intent.package
    if intent.action in _SETTINGS_ROUTES and name in ("", _SETTINGS):
        name = _SETTINGS
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
        # A bare package or address is shorthand for what a launcher or a link would send.
        intent.action = _VIEW if intent.data else _MAIN
        if intent.package:
            intent.categories.append("android.intent.category.LAUNCHER")
    out.append(f"Starting: {intent.text()}\n")
    if intent.action == _MAIN and "android.intent.category.HOME" in intent.categories:
        machine.phone.key(_HOME_KEY)
        return _started(machine, out, "HOT", short_front(machine), [], wait=wait)
    linked = links.target(machine, intent)
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
    name = _SETTINGS_ROUTES.get(intent.action, "")
    if name in machine.routes(package.name):
        place = Route(name)
    machine.phone.start(package.name, place)
    log = (*machine.memory.starts, (machine.now_ms, component))[-_KEPT_STARTS:]
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
    """The component in front, short."""
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
    told = automation_keyboard.answer(machine, intent.action, intent.extras, automation_keyboard.numbers(words)) or (
        0,
        None,
    )
    intent.flags |= _FROM_SHELL
    data = "" if told[1] is None else f', data="{told[1]}"'
    return say(f"Broadcasting: {intent.text()}\nBroadcast completed: result={told[0]}{data}\n")
