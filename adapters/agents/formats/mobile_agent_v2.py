"""Mobile-Agent-v2: `### Thought ###`, `### Action ###` with a phrase such as `Tap (540, 1200)`, `### Operation ###`."""

from __future__ import annotations

import re
from typing import Final

from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.calls import numbers
from adapters.agents.formats.grammar.coordinates import PIXELS, point
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from runtime.core.actions import Finish, Key, Launch, Noop, Swipe, Tap, Type

SWIPE_MS: Final = 500
_HEADINGS = labels.hashes("Thought", "Action", "Operation")
_VERB = re.compile(r"(open app|tap|click|swipe|type|back|home|enter|stop)\b", re.IGNORECASE)
_QUOTES = re.compile(r"[\"'“”]")
_BY_ICON: Final = {"via": "icon_label_tap"}
"""The program opens an app by touching above the label that it reads on the screen."""


def lenient(text: str, surface: Surface) -> Reading:
    """The action is what its first word says; punctuation and emphasis around it do not matter."""
    _, text = labels.unthought(text)
    found = labels.parts(text, _HEADINGS)
    action = labels.first(found, "action")
    if action is None:
        raise FormatError("reply", "has no ### Action ###")
    operation = labels.first(found, "operation")
    sections = {"action": action, **({"operation": operation} if operation else {})}
    return Reading(
        (_act(action.lstrip("\"'“”.->").strip("*` \n"), surface),), labels.first(found, "thought") or "", sections
    )


def _act(action: str, surface: Surface) -> Act:
    verb = _VERB.match(action)
    if verb is None:
        raise FormatError("Action", f"begins with no action: {action[:40]!r}")
    rest = action[verb.end() :]
    match verb[1].lower():
        case "open app":
            return Act(Launch(_name(rest)), _BY_ICON)
        case "tap" | "click":
            return Act(Tap(*surface.scheme.pixel(point(numbers(rest), "Tap"), surface.screen)))
        case "swipe":
            return _swipe(rest, surface)
        case "type":
            return Act(Type(_typed(rest)))
        case "stop":
            return Act(Finish())
        case key:
            return Act(Key(key.upper()))


def _swipe(rest: str, surface: Surface) -> Act:
    found = numbers(rest)
    if len(found) != 4:
        raise FormatError("Swipe", f"{len(found)} numbers where two points have four")
    start, end = surface.scheme.pixel(found[:2], surface.screen), surface.scheme.pixel(found[2:], surface.screen)
    return Act(Swipe(*start, *end, SWIPE_MS))


def _name(rest: str) -> str:
    name = _bracketed(rest) if "(" in rest else rest
    name = name.strip(" :\"'“”*`\n")
    if not name:
        raise FormatError("Open app", "names no app")
    return name


def _bracketed(rest: str) -> str:
    """The text between the first bracket and the last, or the end."""
    inside = rest.partition("(")[2]
    return inside.rpartition(")")[0] if ")" in inside else inside


def _typed(rest: str) -> str:
    """The text in brackets; the prompt's own word `text` there means that the text follows in quotes."""
    _, marked, after = rest.partition("(text)")
    quoted = _quoted(after if marked else rest) if marked or "(" not in rest else None
    if quoted is not None:
        return quoted
    if "(" not in rest:
        raise FormatError("Type", "has no (text)")
    return _bracketed(rest)


def _quoted(text: str) -> str | None:
    """The text between the first quote and the last."""
    marks = [mark.start() for mark in _QUOTES.finditer(text)]
    return text[marks[0] + 1 : marks[-1]] if len(marks) > 1 else None


def strict(text: str, surface: Surface) -> Reading:
    """The authors' parser: split at the headings, then the first of its keywords that occurs anywhere in the action."""
    thought = _flat(text.rpartition("### Thought ###")[2].partition("### Action ###")[0].replace(":", ""))
    operation = _flat(text.rpartition("### Operation ###")[2])
    action = _flat(text.rpartition("### Action ###")[2].partition("### Operation ###")[0])
    return Reading(_official(action, surface), thought, {"action": action, "operation": operation})


def _flat(text: str) -> str:
    return text.replace("\n", " ").replace("  ", " ").strip()


def _official(action: str, surface: Surface) -> tuple[Act, ...]:
    last = action.rpartition("(")[2].partition(")")[0]
    if "Open app" in action:
        return (Act(Launch(last), _BY_ICON),) if last else (Act(Noop(), {"failed": "no app name"}),)
    if "Tap" in action:
        return (Act(Tap(*_point(last.split(", ")))),)
    if "Swipe" in action:
        start = action.rpartition("Swipe (")[2].partition("), (")[0].split(", ")
        end = action.rpartition("), (")[2].partition(")")[0].split(", ")
        return (Act(Swipe(*_point(start), *_point(end), SWIPE_MS)),)
    if "Type" in action:
        quoted = action.rpartition(' "')[2].partition('"')[0]
        return by_character(last if "(text)" not in action else quoted)
    for word, act in (("Back", Act(Key("BACK"))), ("Home", Act(Key("HOME"))), ("Stop", Act(Finish()))):
        if word in action:
            return (act,)
    return (Act(Noop(), {"failed": "no known word"}),)


def _point(parts: list[str]) -> tuple[int, int]:
    try:
        x, y = (int(part) for part in parts[:2] if len(part.strip()) <= 12)
    except ValueError as error:
        raise FormatError("Action", f"{', '.join(parts)[:40]!r} is no point") from error
    return x, y


def by_character(text: str) -> tuple[Act, ...]:
    """Typing as these programs do it, character by character: an underscore or a line break is pressed as Enter."""
    lines = text.replace("\n", "_").split("_")
    acts: list[Act] = []
    for number, line in enumerate(lines):
        if number:
            acts.append(Act(Key("ENTER")))
        if line:
            acts.append(Act(Type(line)))
    return tuple(acts) or (Act(Noop(), {"failed": "nothing to type"}),)


FORMAT: Final = Format(
    name="mobile-agent-v2",
    title="Mobile-Agent-v2, the decision agent",
    asks="",
    schemes={"pixels": PIXELS},
    scheme="pixels",
    images=1,
    malformed="stop",
    lenient=lenient,
    strict=strict,
    notes=(
        "In official mode the first of Open app, Tap, Swipe, Type, Back, Home, Stop that occurs anywhere counts.",
        "In official mode a point needs a comma and a space, and an underscore is typed as Enter.",
        "A reply that the program cannot read is an exception there: in official mode it ends the episode.",
        "The program itself never stops but at Stop, and opens apps by touching above the label that it reads.",
    ),
)
