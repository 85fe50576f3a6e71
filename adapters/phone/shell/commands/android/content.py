"""`content`: access to the phone's content providers from the shell."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from adapters.phone.providers import portal
from adapters.phone.providers.media import read_media
from adapters.phone.providers.rows import QueryError, Value, select
from adapters.phone.providers.source import ContentProvider, Path, ProviderContext, Unsupported
from adapters.phone.providers.sources import SOURCES
from adapters.phone.shell.device.encoding import clean, encode, from_base64
from adapters.phone.shell.device.machine import DENSITY, Machine
from adapters.phone.shell.language.command import Call, Result, reason, say
from adapters.phone.state.phone_state import PhoneState

_USAGE = """\
usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind <BINDING>...]
  <BINDING> is <COLUMN_NAME>:<TYPE>:<COLUMN_VALUE>, where <TYPE> is b, s, i, l, f, d or n
usage: adb shell content update --uri <URI> [--user <USER_ID>] --bind <BINDING> [--where <WHERE>]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <P>] [--where <WHERE>] [--sort <ORDER>]
usage: adb shell content call --uri <URI> --method <METHOD> [--arg <ARG>] [--extra <BINDING> ...]
usage: adb shell content read|write --uri <URI> [--user <USER_ID>]

"""
_TAKEN = {
    "insert": ("--bind", "--extra"),
    "delete": ("--where", "--extra"),
    "update": ("--where", "--bind", "--extra"),
    "query": ("--where", "--sort", "--projection", "--extra"),
    "call": ("--method", "--arg", "--extra"),
    "read": (),
    "write": (),
}
_FRAME = "\tat com.android.commands.content.Content$Command.execute(Content.java:555)\n"


class _UsageError(Exception):
    pass


@dataclass(slots=True)
class _Request:
    uri: str = ""
    where: str = ""
    sort: str = ""
    projection: tuple[str, ...] = ()
    binds: dict[str, Value] = field(default_factory=dict)
    method: str = ""
    arg: str = ""


def content(call: Call) -> Result:
    """Run `content query|insert|update|delete|call|read|write --uri URI …`. Errors exit with 0."""
    verb = call.args[0] if call.args else "null"
    try:
        if verb not in _TAKEN:
            raise _UsageError(f"Unsupported operation: {verb}")
        request = _parsed(verb, [clean(word).replace("\0", "") for word in call.args[1:]])
    except _UsageError as bad:
        return say(f"{_USAGE}\n[ERROR] {bad}\n")
    match = re.fullmatch(r"(?:content://)?(?:\d+@)?([^/?#]*)(/[^?#]*)?([?#].*)?", request.uri)
    authority = match[1] if match else request.uri
    path = tuple(unquote(part) for part in (match[2] or "").split("/") if part) if match else ()
    try:
        if authority in portal.PORTALS:
            return _portal(call.machine, portal.PORTALS[authority], verb, path, request)
        source = SOURCES.get(authority)
        if source is None:
            raise Unsupported(f"java.lang.IllegalStateException: Could not find provider: {authority}")
        return _run(call, source, verb, path, request)
    except Unsupported as error:
        return _refused(authority, str(error))
    except QueryError as error:
        kind = "java.lang.IllegalArgumentException" if str(error).startswith("Invalid column") else ""
        return _refused(authority, f"{kind or 'android.database.sqlite.SQLiteException'}: {error}")
    except OSError as error:
        return _refused(authority, f"java.io.FileNotFoundException: {request.uri}: {reason(error)}")


def _refused(authority: str, exception: str) -> Result:
    return Result(b"", encode(f"Error while accessing provider:{authority}\n{exception}\n{_FRAME}"))


def _parsed(verb: str, words: list[str]) -> _Request:
    request = _Request()
    while words:
        name = words.pop(0)
        if name not in ("--uri", "--user", *_TAKEN[verb]):
            raise _UsageError(f"Unsupported argument: {name}")
        if name in ("--bind", "--extra"):
            column, value = _bound(words.pop(0) if words else "")
            request.binds[column] = value
            continue
        value = words.pop(0) if words else ""
        if not value or value.startswith("--"):
            raise _UsageError(f"No value for argument: {name}")
        if name == "--projection":
            request.projection = tuple(re.split(r"\s*:\s*", value))
        elif name != "--user":
            setattr(request, name[2:], value)
    if not request.uri:
        raise _UsageError("Content provider URI not specified. Did you specify --uri argument?")
    if verb in ("insert", "update") and not request.binds:
        raise _UsageError("Bindings not specified. Did you specify --bind argument(s)?")
    if verb == "call" and not request.method:
        raise _UsageError("Content provider method not specified.")
    return request


def _bound(text: str) -> tuple[str, Value]:
    match = re.fullmatch(r"([^:]*):([^:]*):(.*)", text, re.DOTALL)
    if match is None:
        raise _UsageError(f"Binding not well formed: {text}")
    column, kind, value = match.groups()
    try:
        match kind.lower():
            case "s":
                return column, value
            case "b":
                return column, int(value.lower() == "true")
            case "i" | "l":
                return column, int(value[:40])
            case "f" | "d":
                return column, float(value)
            case "n":
                return column, None
            case _:
                raise _UsageError(f"Unsupported type: {kind}")
    except ValueError:
        raise _UsageError(f'For input string: "{value}"') from None


def _run(call: Call, source: ContentProvider, verb: str, path: Path, request: _Request) -> Result:
    phone = call.machine.phone
    world = ProviderContext(phone.state, call.files)
    if verb == "call":
        return _call_settings(call.machine, request)
    if verb == "insert":
        _apply(call.machine, world, source.put(world, path, request.binds))
        return Result()
    if verb in ("read", "write"):
        data = read_media(world, path) if verb == "read" else None
        if data is None:
            raise Unsupported(f"java.io.FileNotFoundException: No content provider: {request.uri}")
        return Result(data)
    table = source.look(world, path)
    if table is None:
        raise Unsupported(f"java.lang.IllegalArgumentException: Unknown URL {request.uri}")
    if verb == "query":
        return _format_rows(select(table, request.projection, request.where, request.sort))
    keys = frozenset(key for key, _ in select(table, (table.key,), request.where, ""))
    if verb == "update":
        _apply(call.machine, world, source.change(world, path, keys, request.binds))
    else:
        _apply(call.machine, world, source.drop(world, path, keys))
    return Result()


def _apply(machine: Machine, world: ProviderContext, after: PhoneState) -> None:
    """Set the phone's state if the provider changed it; an unchanged state may be older than the files."""
    if after is not world.state:
        machine.phone.state = after


def _format_rows(rows: list[tuple[str, dict[str, Value]]]) -> Result:
    if not rows:
        return say("No result found.\n")
    lines = []
    for index, (_, row) in enumerate(rows):
        shown = ", ".join(f"{name}={_format_value(value)}" for name, value in row.items())
        lines.append(f"Row: {index} {shown}\n")
    return say("".join(lines))


def _format_value(value: Value) -> str:
    if value is None:
        return "NULL"
    return "BLOB" if isinstance(value, bytes) else str(value)


def _call_settings(machine: Machine, request: _Request) -> Result:
    """Handle `call`, with which `settings` itself accesses its provider."""
    match = re.fullmatch(r"(GET|PUT|DELETE)_(global|secure|system)", request.method)
    if match is None:
        return say("Result: null\n")
    if match[1] == "GET":
        return say(f"Result: Bundle[{{value={machine.setting(match[2], request.arg) or 'null'}}}]\n")
    value = request.binds.get("value")
    machine.put(match[2], request.arg, None if match[1] == "DELETE" or value is None else str(value))
    return say("Result: Bundle[{}]\n")


# The portals of droidrun.


def _portal(machine: Machine, app: portal.Portal, verb: str, path: Path, request: _Request) -> Result:
    facts = _facts(machine, app)
    if verb == "query":
        return say(f"Row: 0 result={portal.answer(app, path, machine.phone.dump(), facts)}\n")
    if verb == "insert" and path == app.clipboard[1]:
        text = _text(request.binds, "text", "text_base64")
        if text is not None:
            machine.phone.state = replace(machine.phone.state, clipboard=text)
    elif verb == "insert" and facts.enabled:
        _handle_keyboard(machine, path, request.binds)
    return Result()


def _text(binds: dict[str, Value], plain: str, coded: str) -> str | None:
    """A text that is bound as such or as base64; None if there is none."""
    if plain in binds:
        return str(binds[plain] or "")
    return from_base64(str(binds[coded] or "")) if coded in binds else None


def _facts(machine: Machine, app: portal.Portal) -> portal.Facts:
    package, activity = machine.phone.foreground
    found = machine.package(package)
    # The portal's service is on until the setting is written for the first time.
    services = machine.setting("secure", "enabled_accessibility_services")
    launched = (
        {
            "packageName": item.name,
            "label": item.label,
            "versionName": item.version,
            "versionCode": item.version_code,
            "isSystemApp": item.system,
        }
        for item in machine.packages()
        if item.activity
    )
    width, height = machine.size
    return portal.Facts(
        found.label if found else package,
        package,
        activity if not activity.startswith(".") else package + activity,
        machine.phone.state.keyboard.shown,
        width,
        height,
        DENSITY,
        tuple(launched),
        services is None or app.package in services,
        machine.ime,
        machine.phone.state.clipboard,
    )


def _handle_keyboard(machine: Machine, path: Path, binds: dict[str, Value]) -> None:
    phone = machine.phone
    match path:
        case ("keyboard", "input"):
            text = _text({"base64_text": "", **binds}, "", "base64_text")
            if text is None:
                return
            if binds.get("clear", 1):
                phone.clear_text()
            if text:
                phone.type_text(text)
        case ("keyboard", "clear"):
            phone.clear_text()
        case ("keyboard", "key"):
            code = binds.get("key_code")
            if isinstance(code, int) and 0 < code < 400:
                phone.key(code)
        case _:
            pass  # the overlay's appearance and servers that do not exist here
