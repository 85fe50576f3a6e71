"""Parses the effects of a command line on a phone, as far as its words show them. Pure.

    deeds("input tap 5 7 && screencap -p /sdcard/a.png")   ->  (Tapped(5, 7), Looked())

A line is read by the grammar of the phone's own shell. What is decided only when it runs (variables, loops, scripts
that lie on the phone) is not guessed: it is `Opaque`, is kept as it was and counted.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.android.shell_grammar.parser import parse_lines
from adapters.android.shell_grammar.syntax_tree import Command, Group, Lit, Script, ShellSyntaxError, Simple, Word
from runtime.core.key_codes import CODES, key_code


@dataclass(frozen=True, slots=True)
class Tapped:
    """A finger touched and lifted."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Dragged:
    """A finger went from one point to another, or stayed at one, for `ms`."""

    x1: int
    y1: int
    x2: int
    y2: int
    ms: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A part of a gesture that is sent in pieces: `down`, `move`, `up` or `cancel`."""

    what: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key, by its Android name without the prefix; a number where it has no name."""

    key: str


@dataclass(frozen=True, slots=True)
class Typed:
    """Text went into the field with the focus; `set` replaces what was there."""

    text: str
    set: bool = False


@dataclass(frozen=True, slots=True)
class Copied:
    """Text was put on the clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """The clipboard's text went into the focused field."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """The field with the focus was emptied."""


@dataclass(frozen=True, slots=True)
class Started:
    """An app was started, by package."""

    package: str


@dataclass(frozen=True, slots=True)
class Looked:
    """Nothing was done to the phone: a question, a file of the agent's own, or (`screen`) a look at what it shows."""

    screen: bool = False


@dataclass(frozen=True, slots=True)
class Opaque:
    """It may have done something that no action says. `why` names what could not be read."""

    why: str


DeviceEffect = Tapped | Dragged | Moved | Pressed | Typed | Copied | Pasted | Cleared | Started | Looked | Opaque

SWIPE_MS: Final = 300
"""How long `input swipe` takes if it is not told."""
KEY_NAMES: Final = {code: name for name, code in reversed(tuple(CODES.items()))}
"""Names of keys by their codes, without the prefix."""
_SOURCES: Final = frozenset((
    "keyboard", "dpad", "gamepad", "touchscreen", "mouse", "stylus", "trackball", "touchpad", "touchnavigation",
    "joystick",
))  # fmt: skip
_WATCHING: Final = frozenset(("screencap", "screenrecord", "uiautomator"))
_LOOKING: Final = frozenset((
    "dumpsys", "getprop", "logcat", "service", "ps", "pidof", "pgrep", "id", "whoami", "uname", "uptime", "date",
    "df", "du", "env", "which", "sleep", "wait", "ls", "cat", "head", "tail", "stat", "find", "readlink", "basename",
    "dirname", "mkdir", "rm", "cp", "mv", "touch", "chmod", "dd", "tee", "echo", "printf", "wc", "md5sum", "sha1sum",
    "sha256sum", "base64", "xxd", "od", "grep", "sort", "uniq", "cut", "tr", "sed", "awk", "test", "[", "true",
    "false", ":", "cd", "pwd", "export", "set", "exit",
))  # fmt: skip
"""Programs that change nothing an app shows. Files are the agent's own business: no app is driven by them here."""
_AUTOMATION: Final = ("com.wetest.uia2.", "com.github.uiautomator.")
"""Programs that wait for the requests of `automation`."""
_ASKING: Final[Mapping[str, frozenset[str]]] = {
    "wm": frozenset(("size", "density")),
    "settings": frozenset(("get", "list")),
    "ime": frozenset(("list", "enable")),
    "pm": frozenset(("list", "path", "dump", "get-install-location", "resolve-activity")),
    "cmd": frozenset(("-l",)),
    "am": frozenset(("get-current-user", "stack", "get-config")),
    "content": frozenset(("query", "read")),
}
"""First words with which these only tell something."""


_TOOL_SETTINGS: Final = (
    "secure (?:default_input_method|enabled_input_methods|enabled_accessibility_services|accessibility_enabled)"
)
_PORTAL: Final = re.compile(r"content://com\.(?:droid|mobile)run\.portal/([\w/]+)")
_WRITES: Final = re.compile(
    rf"""\b(?:
    settings\ (?:--user\ \S+\ )?(?:put|delete|reset)\ (?!{_TOOL_SETTINGS.replace(" ", chr(92) + " ")}\b)
    | content\ (?:insert|update|delete|call|write)\b(?!.*\bcontent://com\.(?:droid|mobile)run\.portal/)
    | svc\ (?!help)\w
    | pm\ clear\b
    | cmd\ (?:package\ clear|wifi|connectivity|bluetooth_manager|uimode|notification|location|phone|power)\b
    | am\ broadcast\b(?!.*\bADB_)
    | sqlite3\b
    )""",
    re.VERBOSE,
)


def parse_effects(line: str) -> tuple[DeviceEffect, ...]:
    """The effects of each command of a line, in order; empty for an empty line."""
    try:
        return tuple(deed for script in parse_lines(line) for deed in _script(script))
    except ShellSyntaxError as error:
        return (Opaque(f"no command line: {error}"),)


def writes_state(text: str) -> bool:
    """Return whether a command line, or a script around one, changes settings or an app's data without its screens.

    Settings that select how a client types and reads the screen are its own tools.
    """
    return _WRITES.search(text) is not None


def parse_words(words: Sequence[str]) -> tuple[DeviceEffect, ...]:
    """The effects of one command given as words (`abb`, `exec` of a program)."""
    if not words:
        return ()
    name, rest = words[0].rpartition("/")[2], words[1:]
    if name in ("exec", "toybox", "nohup"):
        return parse_words(rest)
    if name == "app_process" and any(text.startswith(_AUTOMATION) for text in rest):
        return (Looked(),)  # what it is asked to do then is read where it passes
    reader = _READERS.get(name)
    if reader is not None:
        return tuple(reader(rest))
    if name in _WATCHING:
        return (Looked(screen=True),)
    if name in _LOOKING or (rest and rest[0] in _ASKING.get(name, frozenset())):
        return (Looked(),)
    return (Opaque(f"{name} {rest[0] if rest else ''}".strip()),)


def _script(script: Script) -> Iterator[DeviceEffect]:
    for item in script.items:
        for number, (joint, pipeline) in enumerate((("", item.first), *item.rest)):
            if number and joint == "||":
                # Whether it ran depends on what the one before it said; what runs after a failure is a way round it.
                continue
            for command in pipeline.commands:
                yield from _command(command)


def _command(command: Command) -> Iterator[DeviceEffect]:
    match command:
        case Simple(words=words, assigns=assigns):
            texts = [_plain(word) for word in words]
            known = [text for text in texts if text is not None]
            if len(known) == len(texts):
                yield from parse_words(known) if known else ((Looked(),) if assigns else ())
            elif texts and texts[0] is not None and texts[0] in _LOOKING | _WATCHING:
                yield from parse_words((texts[0],))
            else:
                yield Opaque(f"{texts[0] or 'a program'} with words that are made when it runs")
        case Group(body=body):
            yield from _script(body)
        case _:
            yield Opaque(f"a script ({type(command).__name__.casefold()})")


def _plain(word: Word) -> str | None:
    """The word's text, None if that is only known when it runs."""
    if not all(isinstance(part, Lit) for part in word):
        return None
    return "".join(part.text for part in word if isinstance(part, Lit))


# -- input ------------------------------------------------------------------------------------------------------------


def _input(words: Sequence[str]) -> Iterator[DeviceEffect]:
    rest = list(words)
    if rest and rest[0] in _SOURCES:
        del rest[0]
    if rest[:1] == ["-d"]:
        del rest[:2]
    what, given = (rest[0], rest[1:]) if rest else ("", [])
    numbers = [_number(text) for text in given]
    counts = [number for number in numbers if number is not None]
    good = len(counts) == len(numbers)
    match what:
        case "tap" if good and len(counts) == 2:
            yield Tapped(*counts)
        case "swipe" | "draganddrop" if good and len(counts) in (4, 5):
            yield Dragged(*counts[:4], *(counts[4:] or (SWIPE_MS,)))
        case "text" if given:
            yield Typed(" ".join(given).replace("%s", " "))
        case "keyevent":
            yield from _keys(given)
        case "motionevent" if len(numbers) == 3 and good is False and None not in numbers[1:]:
            yield Moved(given[0].casefold(), *counts[-2:])
        case "" | "help" | "-h":
            yield Looked()
        case _:
            yield Opaque(f"input {what}")


def _keys(given: Sequence[str]) -> Iterator[DeviceEffect]:
    for text in given:
        if text.startswith("--"):
            continue
        code = key_code(text)
        yield Pressed(KEY_NAMES.get(code, str(code))) if code else Opaque(f"input keyevent {text}")


def _number(text: str) -> int | None:
    """Integer pixels; clients also send floats, whose integer part the phone uses too."""
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return None


# -- am, monkey, ime --------------------------------------------------------------------------------------------------


def _am(words: Sequence[str]) -> Iterator[DeviceEffect]:
    what, rest = (words[0], words[1:]) if words else ("", ())
    options = _options(rest)
    match what:
        case "start" | "start-activity":
            yield _activity(options, rest)
        case "broadcast":
            yield from _broadcast(options.get("-a", ""), _extras(rest))
        case _ if what in _ASKING["am"] or not what:
            yield Looked()
        case _:
            yield Opaque(f"am {what}")


def _activity(options: Mapping[str, str], words: Sequence[str]) -> DeviceEffect:
    if options.get("-c", "").endswith(".HOME"):
        return Pressed("HOME")
    component = options.get("-n") or next((word for word in words if "/" in word and ":" not in word), "")
    package = component.partition("/")[0] or options.get("-p", "")
    if package and options.get("-d") is None:
        return Started(package)
    return Opaque(f"am start {options.get('-a', '')}".strip())


def _broadcast(action: str, extras: Mapping[str, str]) -> Iterator[DeviceEffect]:
    match action:
        case "ADB_INPUT_TEXT":
            yield Typed(extras.get("msg", ""))
        case "ADB_INPUT_B64":
            yield _decoded(extras.get("msg", ""))
        case "ADB_INPUT_CHARS":
            codes = [_number(part) for part in extras.get("chars", "").split(",")]
            yield Typed("".join(chr(code) for code in codes if code is not None and 0 < code < 0x110000))
        case "ADB_CLEAR_TEXT" | "ADB_KEYBOARD_CLEAR_TEXT":
            yield Cleared()
        case "ADB_INPUT_CODE" | "ADB_KEYBOARD_INPUT_KEYCODE" if key_code(extras.get("code", "")):
            code = key_code(extras["code"])
            yield Pressed(KEY_NAMES.get(code, str(code)))
        case "ADB_EDITOR_CODE" | "ADB_KEYBOARD_EDITOR_CODE" | "ADB_KEYBOARD_SMART_ENTER":
            yield Pressed("ENTER")
        case "ADB_KEYBOARD_INPUT_TEXT":
            yield _decoded(extras.get("text", ""))
        case "ADB_KEYBOARD_SET_TEXT":
            typed = _decoded(extras.get("text", ""))
            yield Typed(typed.text, set=True) if isinstance(typed, Typed) else typed
        case "ADB_KEYBOARD_GET_CLIPBOARD" | "ADB_KEYBOARD_SHOW":
            yield Looked()
        case _:
            yield Opaque(f"am broadcast {action}".strip())


def _decoded(text: str) -> DeviceEffect:
    try:
        return Typed(base64.b64decode(text, validate=True).decode("utf-8"))
    except (binascii.Error, ValueError):
        return Opaque("a text that is no base64")


def _monkey(words: Sequence[str]) -> Iterator[DeviceEffect]:
    options = _options(words)
    package, count = options.get("-p", ""), words[-1] if words else ""
    yield Started(package) if package and count == "1" else Opaque("monkey")


def _ime(words: Sequence[str]) -> Iterator[DeviceEffect]:
    # Which keyboard is used is how an agent types, and nothing that it does.
    known = bool(words) and words[0] in ("set", "enable", "disable", "list", "reset", "help")
    yield Looked() if known else Opaque(f"ime {' '.join(words[:1])}".strip())


def _settings(words: Sequence[str]) -> Iterator[DeviceEffect]:
    keyboard = tuple(words[:3]) == ("put", "secure", "default_input_method")
    asked = bool(words) and words[0] in _ASKING["settings"]
    yield Looked() if asked or keyboard else Opaque(f"settings {' '.join(words[:3])}")


def _content(words: Sequence[str]) -> Iterator[DeviceEffect]:
    """What the portal app of droidrun does when a row is inserted; other providers are opaque."""
    found = _PORTAL.fullmatch(_options(words).get("--uri", ""))
    bound = [word.split(":", 2) for at, word in enumerate(words) if at and words[at - 1] == "--bind"]
    values = {parts[0]: parts[2] for parts in bound if len(parts) == 3}
    key = key_code(values.get("key_code", ""))
    match found[1] if found and words[0] == "insert" else "":
        case "keyboard/input":
            if values.get("clear", "true").lower() == "true":
                yield Cleared()
            if text := values.get("base64_text", ""):
                yield _decoded(text)
        case "keyboard/clear":
            yield Cleared()
        case "keyboard/key" if key:
            yield Pressed(KEY_NAMES.get(key, str(key)))
        case "clipboard/set" | "setclipboard" if "text_base64" not in values:
            yield Copied(values.get("text", ""))
        case "clipboard/set":
            copied = _decoded(values["text_base64"])
            yield Copied(copied.text) if isinstance(copied, Typed) else copied
        case "overlay_offset" | "overlay_visible" | "socket_port" | "toggle_socket_server":
            yield Looked()
        case _:
            yield Opaque(f"content {' '.join(words[:1])}".strip())


def _cmd(words: Sequence[str]) -> Iterator[DeviceEffect]:
    if words and words[0] == "input":
        yield from _input(words[1:])
    elif words and words[0] == "activity":
        yield from _am(words[1:])
    elif tuple(words[:2]) in (("package", "list"), ("package", "resolve-activity"), ("package", "path")):
        yield Looked()
    else:
        yield from (Looked(),) if list(words[:1]) == ["-l"] else (Opaque(f"cmd {' '.join(words[:2])}".strip()),)


def _options(words: Sequence[str]) -> dict[str, str]:
    """The value of each option; the first occurrence counts."""
    found: dict[str, str] = {}
    for at, word in enumerate(words[:-1]):
        if word.startswith("-"):
            found.setdefault(word, words[at + 1])
    return found


def _extras(words: Sequence[str]) -> dict[str, str]:
    """Extras of an intent by name, whatever their type."""
    found: dict[str, str] = {}
    for at, word in enumerate(words[:-2]):
        if word in ("-e", "--es", "--ei", "--el", "--eia", "--ez"):
            found[words[at + 1]] = words[at + 2]
    return found


_READERS: Final[Mapping[str, Callable[[Sequence[str]], Iterator[DeviceEffect]]]] = {
    "input": _input,
    "am": _am,
    "monkey": _monkey,
    "ime": _ime,
    "settings": _settings,
    "content": _content,
    "cmd": _cmd,
}
