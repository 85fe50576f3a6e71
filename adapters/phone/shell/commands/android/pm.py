"""`pm` (also `cmd package`): installed packages and the activities that handle an intent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import indent

from adapters.phone.shell.device.installer import install, uninstall
from adapters.phone.shell.device.intents import Intent, IntentError, full, parse_intent
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.packages import Package
from adapters.phone.shell.language.command import (
    Call,
    Result,
    argument,
    argument_expected,
    java_exception,
    parse_count,
    say,
)
from adapters.phone.state import permissions

_FEATURES = (
    "android.hardware.bluetooth", "android.hardware.camera", "android.hardware.faketouch", "android.hardware.location",
    "android.hardware.microphone", "android.hardware.screen.portrait", "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch", "android.hardware.wifi", "android.software.input_methods",
)  # fmt: skip
_LIBRARIES = ("android.ext.shared", "android.test.base", "android.test.mock", "android.test.runner", "javax.obex")
_LIST_OPTIONS = {"-f", "-s", "-3", "-d", "-e", "-U", "-i", "-u", "-a", "--show-versioncode"}
_STATES = {
    "enable": "enabled", "disable": "disabled", "disable-user": "disabled-user", "default-state": "default",
    "disable-until-used": "disabled-until-used",
}  # fmt: skip
_DELETE_REFUSED = "Failure [DELETE_FAILED_INTERNAL_ERROR]\n"


def pm(call: Call) -> Result:
    """Run `pm SUBCOMMAND …`."""
    if not call.args:
        return say("Package manager (package) commands:\n  help\n", 255)
    sub, words = call.args[0], _without_user(call.args[1:])
    match sub:
        case "list":
            return _list(call.machine, words)
        case "path" | "dump" | "clear" | "uninstall":
            argument(words, sub)
            return _run_on_package(call.machine, sub, words)
        case "resolve-activity" | "query-activities":
            try:
                intent, _ = parse_intent(
                    [word for word in words if word not in ("--brief", "--components", "--query-flags")]
                )
            except IntentError as bad:
                return java_exception(sub, str(bad))
            found = _activities(call.machine, intent)
            return _resolved(found, words) if sub == "resolve-activity" else _queried(found, words)
        case "grant" | "revoke":
            return _permission(call.machine, sub, words)
        case "get-max-users":
            return say("Maximum supported users: 4\n")
        case "install":
            return _install(call, words)
        case _ if sub in _STATES:
            return _state(call.machine, sub, argument(words, sub))
        case "set-home-activity" | "compile":
            argument(words, sub)
            return say("Success\n")
        case _:
            return say(f"Unknown command: {sub}\n", 255)


def _without_user(words: Sequence[str]) -> list[str]:
    out = list(words)
    if "--user" in out:
        at = out.index("--user")
        del out[at : at + 2]
    return out


def _list(machine: Machine, words: list[str]) -> Result:
    kind = words[0] if words else ""
    match kind:
        case "packages" | "package":
            return _packages(machine, words[1:])
        case "features":
            return say("".join(f"feature:{name}\n" for name in _FEATURES))
        case "libraries":
            return say("".join(f"library:{name}\n" for name in _LIBRARIES))
        case "users":
            return say("Users:\n\tUserInfo{0:Owner:c13} running\n")
        case "":
            return say("Error: didn't specify type of data to list\n", 255)
        case _:
            return say(f"Error: unknown list type '{kind}'\n", 255)


def _packages(machine: Machine, words: list[str]) -> Result:
    flags = {word for word in words if word.startswith("-")}
    if unknown := flags - _LIST_OPTIONS:
        return say(f"Error: Unknown option: {min(unknown)}\n", 255)
    if "-d" in flags:
        return Result()
    filters = [word for word in words if not word.startswith("-")]
    out = []
    for package in machine.packages():
        if ("-s" in flags and not package.system) or ("-3" in flags and package.system):
            continue
        if filters and filters[0] not in package.name:
            continue
        line = f"package:{package.apk}={package.name}" if "-f" in flags else f"package:{package.name}"
        line += f" versionCode:{package.version_code}" if "--show-versioncode" in flags else ""
        line += "  installer=null" if "-i" in flags else ""
        line += f" uid:{package.uid}" if "-U" in flags else ""
        out.append(line + "\n")
    return say("".join(out))


def _run_on_package(machine: Machine, sub: str, words: list[str]) -> Result:
    names = [word for word in words if not word.startswith("-")]
    package = machine.package(names[0] if names else "")
    match sub:
        case "path":
            return say(f"package:{package.apk}\n") if package else Result(exit=1)
        case "clear":
            done = package is not None and machine.phone.clear(package.name)
            return say("Success\n" if done else "Failed\n", 0 if done else 1)
        case "uninstall":
            if uninstall(machine, names[0] if names else ""):
                return say("Success\n")
            return say(_DELETE_REFUSED if package else "Failure [not installed for 0]\n", 1)
        case _:
            return say(dump(machine, package.name) if package else f"Unable to find package: {' '.join(names)}\n")


def _install(call: Call, words: list[str]) -> Result:
    """Run `install [-r -t -d -g] FILE`, or `-S SIZE` with the APK on standard input."""
    size, path = None, ""
    while words:
        word = words.pop(0)
        if word in ("-S", "-i", "--abi", "--install-location", "--originating-uri", "--referrer") and words:
            value = words.pop(0)
            size = parse_count(value) if word == "-S" else size
        elif not word.startswith("-"):
            path = word
    if size is not None and not path:
        data = call.input.read_exactly(size)
    elif not path:
        return say("Error: must either specify a package size or an APK file\n", 1)
    else:
        try:
            data = call.files.read(call.path(path))
        except OSError:
            return say(f"Error: Unable to open file: {path}\nError: Can't open file: {path}\n", 255)
    problem = install(call.machine, data)
    return say(f"Failure [{problem}]\n", 1) if problem else say("Success\n")


def _state(machine: Machine, sub: str, component: str) -> Result:
    """Answer whether a package is enabled from now on. It has no effect: the launcher's icons stay."""
    name = component.partition("/")[0]
    if machine.package(name) is None:
        return java_exception(sub, f"java.lang.IllegalArgumentException: Unknown package: {name}")
    if sub == "disable" and "/" not in component:
        return java_exception(sub, "java.lang.SecurityException: Shell cannot change component state for null to 2")
    return say(f"Package {component} new state: {_STATES[sub]}\n")


def _permission(machine: Machine, sub: str, words: list[str]) -> Result:
    if len(words) < 2:
        return argument_expected(sub, words[-1] if words else sub)
    if machine.package(words[0]) is None:
        return java_exception(sub, f"java.lang.IllegalArgumentException: Unknown package: {words[0]}")
    if not re.fullmatch(r"android\.permission\.[A-Z_]+", words[1]):
        return java_exception(sub, f"java.lang.IllegalArgumentException: Unknown permission: {words[1]}")
    change = permissions.grant if sub == "grant" else permissions.revoke
    machine.phone.state = change(machine.phone.state, words[0], words[1])
    return Result()


def _activities(machine: Machine, intent: Intent) -> list[Package]:
    """Return the matching launcher activities: of one package, or of all for MAIN + LAUNCHER."""
    if intent.data or intent.action not in ("", "android.intent.action.MAIN"):
        return []
    name = intent.component[0] if intent.component else intent.package
    if not name and not intent.action:
        return []
    return [package for package in machine.packages() if package.activity and name in ("", package.name)]


def _resolved(found: list[Package], words: list[str]) -> Result:
    return say(_described(found[0], words) if found else "No activity found\n")


def _queried(found: list[Package], words: list[str]) -> Result:
    if not found:
        return say("No activities found\n")
    if "--components" in words:
        return say("".join(_described(package, words) for package in found))
    rows = (f"  Activity #{index}:\n{indent(_described(item, words), '    ')}" for index, item in enumerate(found))
    return say(f"{len(found)} activities found:\n{''.join(rows)}")


def _described(package: Package, words: list[str]) -> str:
    """Describe an activity that handles an intent, as long as was asked for."""
    if "--components" in words:
        return f"{package.component}\n"
    match = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n"
    if "--brief" in words:
        return f"{match}{package.component}\n"
    return (
        f"{match}ActivityInfo:\n  name={full(package.name, package.activity)}\n  packageName={package.name}\n"
        f"  processName={package.name}\n  launchMode=1 flags=0x0 privateFlags=0x0 theme=0x7f1300d5\n"
        f"  ApplicationInfo:\n    packageName={package.name}\n    sourceDir={package.apk}\n"
        f"    enabled=true minSdkVersion=26 targetSdkVersion=33 versionCode={package.version_code}\n"
    )


def dump(machine: Machine, name: str) -> str:
    """Return the parts of `dumpsys package NAME` that clients read."""
    package = machine.package(name)
    if package is None:
        return "Queries:\n  system apps queryable: false\n"
    head = ""
    if package.activity:
        head = (
            "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n"
            f"        2b1c3d4 {package.component} filter 5e6f708\n"
            '          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n\n'
        )
    flags = "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA" if package.system else "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP"
    folder = package.apk.removesuffix("/base.apk")
    return head + (
        f"Packages:\n  Package [{package.name}] (9a8b7c6):\n    userId={package.uid}\n    pkg=Package{{1a2b3c4 "
        f"{package.name}}}\n"
        f"    codePath={folder}\n    resourcePath={folder}\n    legacyNativeLibraryDir={folder}/lib\n"
        f"    extractNativeLibs=false\n    primaryCpuAbi=arm64-v8a\n    secondaryCpuAbi=null\n    cpuAbiOverride=null\n"
        f"    versionCode={package.version_code} minSdk=26 targetSdk=33\n    minExtensionVersions=[]\n"
        f"    versionName={package.version}\n    usesNonSdkApi=false\n    splits=[base]\n    apkSigningVersion=3\n"
        f"    flags=[ {flags} ]\n    privateFlags=[ PRIVATE_FLAG_ACTIVITIES_RESIZE_MODE_RESIZEABLE ]\n"
        f"    pkgFlags=[ {flags} ]\n    dataDir=/data/user/0/{package.name}\n"
        f"    timeStamp=2026-11-01 08:00:00\n    firstInstallTime=2026-11-01 08:00:00\n    "
        f"lastUpdateTime=2026-11-01 08:00:00\n"
        f"    signatures=PackageSignatures{{4d5e6f7 version:3, signatures:[a1b2c3d4], past signatures:[]}}\n"
        f"    requested permissions:\n      android.permission.INTERNET\n    install permissions:\n"
        f"      android.permission.INTERNET: granted=true\n    User 0: ceDataInode=1 installed=true "
        f"hidden=false suspended=false "
        f"distractionFlags=0 stopped=false notLaunched=false enabled=0 instant=false virtual=false\n"
        f"      runtime permissions:\n"
        + "".join(
            f"        {text}: granted={'true' if how in ('granted', 'once') else 'false'}, flags=[ USER_SET]\n"
            for text, how in sorted(permissions.decided(machine.phone.state, name).items())
        )
    )
