"""AutoGLM-Phone (Open-AutoGLM): free reasoning, then `do(action="…", …)` or `finish(message="…")`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from adapters.agents.formats.app_names import package_of
from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.calls import Call, call_at, exact_call
from adapters.agents.formats.grammar.coordinates import REL1000_CUT, point
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.scalars import coordinates, milliseconds, plain_pair
from runtime.core.actions import (
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Note,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from runtime.core.geometry import LONGEST_MS

_CALL = re.compile(r"\b(?:do|finish)\s{0,8}\(")
_ANOTHER = re.compile(r"\b(?:do\(action=|finish\(message=)")
_TEXTS = ("text", "message", "app", "instruction", "duration", "0")
_TAGS = re.compile(r"</?answer>|<\|[a-z_]{1,30}\|>")
_MOST = 32
_PRESS_MS = 3000


def lenient(text: str, surface: Surface) -> Reading:
    """The last calls of a reply, with any tags around them; calls that only the reasoning mentions are ignored."""
    thinking, rest = labels.unthought(text)
    before, answer = _split(rest)
    called = _last(answer)
    if not called:
        raise FormatError("reply", "holds neither do(…) nor finish(…)")
    lead = answer[: called[0][0]].strip()
    thought = "\n".join(part for part in (thinking, before, _TAGS.sub("", lead).strip()) if part)
    acts = tuple(act for _, call in called for act in _acts(call, surface, thought))
    return Reading(acts, thought)


def _split(text: str) -> tuple[str, str]:
    before, tag, answer = text.partition("<answer>")
    return (before.strip(), answer) if tag else ("", text)


def _last(text: str) -> list[tuple[int, Call]]:
    """The calls at the end: the last, and those right before it with nothing but space between."""
    group: list[tuple[int, Call]] = []
    at = 0
    for _ in range(_MOST):
        head = _CALL.search(text, at)
        call = call_at(text, head.start(), _TEXTS, _ANOTHER) if head else None
        if head is None or call is None:
            break
        if group and text[at : head.start()].strip():
            group = []
        group.append((head.start(), call))
        at = call.end
    return group


def _acts(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    if call.name == "finish":
        message = call.text("message", "0")
        return (Act(Finish(message.words if message else "")),)
    name = call.words("action", "0")
    maker = _MAKERS.get(re.sub(r"[\s_]", "", name).lower())
    if maker is None:
        raise FormatError("do(…)", f"{name[:40]!r} is no action")
    return (maker(call, surface, thought),)


_Maker = Callable[[Call, Surface, str], Act]


def _place(call: Call, surface: Surface, key: str) -> tuple[int, int]:
    found = call.text(key)
    if found is None:
        raise FormatError("do(…)", f"has no {key}")
    return surface.scheme.pixel(point(coordinates(found.text, key), key), surface.screen)


def _tap(call: Call, surface: Surface, thought: str) -> Act:
    warning = call.words("message")
    return Act(Tap(*_place(call, surface, "element")), {"sensitive": warning} if warning else {})


def _swipe(call: Call, surface: Surface, thought: str) -> Act:
    return swipe(_place(call, surface, "start"), _place(call, surface, "end"))


def swipe(start: tuple[int, int], end: tuple[int, int]) -> Act:
    """A swipe that takes the longer the farther it goes: one to two seconds."""
    squared = (start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2
    return Act(Swipe(*start, *end, max(1000, min(int(squared / 1000), 2000))))


def _launch(call: Call, surface: Surface, thought: str) -> Act:
    app = call.words("app").strip()
    if not app:
        raise FormatError("do(…)", "names no app")
    return Act(Launch(app))


def _type(call: Call, surface: Surface, thought: str) -> Act:
    if call.text("text") is None:
        raise FormatError("do(…)", "has no text")
    return Act(Type(call.words("text"), clear=True))


def _interact(call: Call, surface: Surface, thought: str) -> Act:
    """It has no words of its own: what the model thinks is what it wants to know."""
    message = call.words("message", "text")
    if not (message or thought):
        raise FormatError("do(…)", "asks nothing, and there is no thought to ask by")
    return Act(AskUser(message or thought), {"text_from": "message" if message else "thought"})


_MAKERS: Final[dict[str, _Maker]] = {
    "launch": _launch,
    "tap": _tap,
    "type": _type,
    "typename": _type,
    "swipe": _swipe,
    "longpress": lambda call, surface, _: Act(LongPress(*_place(call, surface, "element"), _PRESS_MS)),
    "doubletap": lambda call, surface, _: Act(DoubleTap(*_place(call, surface, "element"))),
    "back": lambda *_: Act(Key("BACK")),
    "home": lambda *_: Act(Key("HOME")),
    "wait": lambda call, *_: Act(Wait(milliseconds(call.words("duration"), 1000))),
    "takeover": lambda call, *_: Act(Takeover(call.words("message") or "User intervention required")),
    "note": lambda call, *_: Act(Note(call.words("message"))),
    "callapi": lambda call, *_: Act(Note(call.words("instruction")), {"internal": "call_api"}),
    "interact": _interact,
}


def strict(text: str, surface: Surface) -> Reading:
    """The official parser: from the first `finish(message=` anywhere, else the first `do(action=`, to the end."""
    thought, action = official_split(text)
    action = action.strip()
    try:
        return Reading((_official(action, surface),), thought)
    except FormatError as error:
        raise FormatError(error.where, error.why, believed=action) from error


def official_split(text: str) -> tuple[str, str]:
    """Thinking and action as the official program tells them apart; it keeps both in its history."""
    for marker in ("finish(message=", "do(action="):
        before, found, after = text.partition(marker)
        if found:
            return before.strip(), found + after
    before, tag, answer = text.partition("<answer>")
    if tag:
        thought = before.replace("<think>", "").replace("</think>", "").strip()
        return thought, answer.replace("</answer>", "").strip()
    return "", text


def _official(action: str, surface: Surface) -> Act:
    if action.startswith(('do(action="Type"', 'do(action="Type_Name"')):
        _, found, rest = action.partition("text=")
        if not found:
            raise FormatError("do(…)", "has no text=")
        # Cut by place, as the program does: what follows the bracket takes the text's last characters with it.
        return Act(Type(rest[1:-2], clear=True))
    if action.startswith("do"):
        written = action.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
        _, arguments = exact_call(written)
        return _handled(arguments, surface)
    if action.startswith("finish"):
        return Act(Finish(action.replace("finish(message=", "")[1:-2]))
    raise FormatError("reply", "begins with neither do nor finish")


def _handled(arguments: Mapping[str, Any], surface: Surface) -> Act:
    """The actions of the program's handler; its own failures are not reported to the model and cost the step."""
    name = arguments.get("action")
    handler = _HANDLERS.get(name) if isinstance(name, str) else None
    if handler is None:
        return Act(Noop(), {"failed": f"unknown action {str(name)[:60]}"})
    try:
        return handler(arguments, surface)
    except FormatError as error:
        return Act(Noop(), {"failed": str(error)})


def _at(arguments: Mapping[str, Any], surface: Surface, key: str = "element") -> tuple[int, int]:
    return surface.scheme.unchecked(plain_pair(arguments.get(key), key), surface.screen)


def _official_tap(arguments: Mapping[str, Any], surface: Surface) -> Act:
    warning = arguments.get("message")
    return Act(Tap(*_at(arguments, surface)), {} if warning is None else {"sensitive": str(warning)})


def _official_launch(arguments: Mapping[str, Any], surface: Surface) -> Act:
    """The program knows apps by its table only, and the model does not hear that a name is not in it."""
    app = arguments.get("app")
    if not (isinstance(app, str) and app):
        return Act(Noop(), {"failed": "no app name"})
    package = package_of(app)
    return Act(Launch(package), {"name": app}) if package else Act(Noop(), {"failed": f"app not found: {app[:60]}"})


def _official_wait(arguments: Mapping[str, Any], surface: Surface) -> Act:
    """Only the word `seconds` is taken off; what is then no number is one second."""
    try:
        seconds = float(str(arguments.get("duration", "1 seconds")).replace("seconds", "").strip())
    except ValueError:
        seconds = 1.0
    if not 0 <= seconds <= LONGEST_MS / 1000:
        seconds = LONGEST_MS / 1000 if seconds > 0 else 1.0
    return Act(Wait(int(seconds * 1000)))


_HANDLERS: Final[dict[str, Callable[[Mapping[str, Any], Surface], Act]]] = {
    "Launch": _official_launch,
    "Tap": _official_tap,
    "Type": lambda arguments, _: Act(Type(str(arguments.get("text", "")), clear=True)),
    "Type_Name": lambda arguments, _: Act(Type(str(arguments.get("text", "")), clear=True)),
    "Swipe": lambda arguments, surface: swipe(_at(arguments, surface, "start"), _at(arguments, surface, "end")),
    "Back": lambda *_: Act(Key("BACK")),
    "Home": lambda *_: Act(Key("HOME")),
    "Double Tap": lambda arguments, surface: Act(DoubleTap(*_at(arguments, surface))),
    "Long Press": lambda arguments, surface: Act(LongPress(*_at(arguments, surface), _PRESS_MS)),
    "Wait": _official_wait,
    "Take_over": lambda arguments, _: Act(Takeover(str(arguments.get("message", "User intervention required")))),
    "Note": lambda arguments, _: Act(Note(str(arguments.get("message", "")))),
    "Call_API": lambda arguments, _: Act(Note(str(arguments.get("instruction", ""))), {"internal": "call_api"}),
    "Interact": lambda *_: Act(Noop(), {"internal": "interact"}),
}

FORMAT: Final = Format(
    name="autoglm",
    title="AutoGLM-Phone-9B, Open-AutoGLM",
    asks="Interact, which says nothing and which the official program does not answer; Take_over with a message",
    schemes={"rel1000": REL1000_CUT},
    scheme="rel1000",
    images=1,
    malformed="finish",
    lenient=lenient,
    strict=strict,
    notes=(
        "In official mode a reply that cannot be parsed is a successful finish, with a parse error before it.",
        "In official mode Interact does nothing and asks nobody; in generic mode its question is the thought.",
        "In official mode Launch starts apps of the program's table by their packages; other names do nothing.",
        "Type empties the field first and never presses Enter.",
        "A touch with a message is a sensitive one: the official program asks for a Y on the console first.",
    ),
)
