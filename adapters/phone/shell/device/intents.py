"""Intents as `am` parses and prints them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_EXTRA_TYPED = frozenset(
    ["--es", "--esn", "-e", "--ez", "--ei", "--el", "--ef", "--eu", "--ecn", "--eia", "--eial", "--ela", "--elal",
     "--efa", "--efal", "--esa", "--esal"]
)  # fmt: skip
_TEXTS = {"-a": "action", "-d": "data", "-t": "mime", "-p": "package"}
_SWITCHES = frozenset(["-W", "-S", "-D", "-N", "--async", "--include-stopped-packages", "--exclude-stopped-packages"])
_VALUED = frozenset(["--user", "--display", "-R", "--receiver-permission", "--windowingMode", "-P"])


class IntentError(Exception):
    """The words are not a valid intent; the message is the exception that `am` reports."""


@dataclass(slots=True)
class Intent:
    """An intent: action, data, component and extras."""

    action: str = ""
    categories: list[str] = field(default_factory=list)
    data: str = ""
    mime: str = ""
    flags: int = 0
    package: str = ""
    component: tuple[str, str] | None = None
    extras: dict[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Format the parts that are set, in the system's order."""
        parts = []
        if self.action:
            parts.append(f"act={self.action}")
        if self.categories:
            parts.append(f"cat=[{','.join(self.categories)}]")
        if self.data:
            parts.append(f"dat={_safe(self.data)}")
        if self.mime:
            parts.append(f"typ={self.mime}")
        if self.flags:
            parts.append(f"flg=0x{self.flags:x}")
        if self.package:
            parts.append(f"pkg={self.package}")
        if self.component:
            parts.append(f"cmp={short(*self.component)}")
        if self.extras:
            parts.append("(has extras)")
        return "Intent { " + "".join(f"{part} " for part in parts) + "}"


def _safe(uri: str) -> str:
    """Redact an address for the log: web addresses lose their path, numbers their digits."""
    match = re.match(r"(https?|rtsp|ftp)://([^/?#]*)([/?#].*)?", uri, re.DOTALL)
    if match:
        return f"{match[1]}://{match[2]}" + ("/..." if match[3] else "")
    scheme, colon, rest = uri.partition(":")
    if colon and scheme in ("tel", "sip", "sms", "smsto", "mailto", "geo"):
        return f"{scheme}:" + re.sub(r"[^@.\-]", "x", rest)
    return uri


def short(package: str, cls: str) -> str:
    """Shorten to `pkg/.Class` if the class is in the package, else return it in full."""
    return f"{package}/{cls.removeprefix(package) if cls.startswith(package + '.') else cls}"


def full(package: str, cls: str) -> str:
    """Return the full name of an activity class from its short name."""
    return package + cls if cls.startswith(".") else cls


def parse_component(text: str) -> tuple[str, str]:
    """Parse `pkg/.Class` or `pkg/full.Class`."""
    package, slash, cls = text.partition("/")
    if not slash or not package or not cls:
        raise IntentError(f"java.lang.IllegalArgumentException: Bad component name: {text}")
    return package, full(package, cls)


def parse_intent(words: list[str]) -> tuple[Intent, dict[str, str]]:
    """Parse an intent and the other options (by name; switches have an empty value). Raises `IntentError`."""
    intent = Intent()
    options: dict[str, str] = {}
    rest = list(words)

    def argument(option: str) -> str:
        if not rest:
            raise IntentError(f'java.lang.IllegalArgumentException: Argument expected after "{option}"')
        return rest.pop(0)

    while rest:
        word = rest.pop(0)
        if word in _TEXTS:
            setattr(intent, _TEXTS[word], argument(word))
            continue
        match word:
            case "-c":
                intent.categories.append(argument(word))
            case "-n":
                intent.component = parse_component(argument(word))
            case "-f":
                intent.flags |= _number(argument(word))
            case _ if word in _VALUED:
                options[word] = argument(word)
            case _ if word in _EXTRA_TYPED:
                key = argument(word)
                intent.extras[key] = "" if word == "--esn" else argument(word)
            case _ if word in _SWITCHES:
                options[word] = ""
            case _ if word.startswith("--") or (len(word) == 2 and word.startswith("-")):
                raise IntentError(f"java.lang.IllegalArgumentException: Unknown option: {word}")
            case _:
                _positional(intent, word)
    return intent, options


def _positional(intent: Intent, word: str) -> None:
    """Parse the last word without an option: an address, a component or a package."""
    if ":" in word:
        intent.data = word
    elif "/" in word:
        intent.component = parse_component(word)
    else:
        intent.package = word


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise IntentError(f'java.lang.NumberFormatException: For input string: "{text}"') from None
