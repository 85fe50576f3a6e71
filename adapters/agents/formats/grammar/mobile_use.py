"""The tool `mobile_use`, which several families of models call in their text: one space of arguments, read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.coordinates import point, tenths
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Reading, Surface
from adapters.agents.formats.grammar.literals import objects
from adapters.agents.formats.grammar.scalars import coordinates, direction, key_name, milliseconds, object_of, text_of
from runtime.core.actions import (
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)

_OPEN = "<tool_call>"
_CLOSE = "</tool_call>"
_SPOKEN = labels.colons("Thought", "Action")
_MOST_CALLS = 8
_BUTTONS: Final = {"back": "BACK", "home": "HOME", "enter": "ENTER", "menu": "APP_SWITCH"}
"""`Menu` shows what runs in the background, by the words of the prompts."""
_FAILED = re.compile(r"fail|infeasible|impossible|abort", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Manner:
    """Details of a model family: durations of presses, drags and waits, and whether an answer ends the episode."""

    press_ms: int
    swipe_ms: int
    wait_ms: int
    answers_end: bool


def spoken(text: str) -> tuple[str, dict[str, str]]:
    """The text before the tool call: the thought, and under `action` the line that the model's history keeps."""
    thinking, rest = labels.unthought(text)
    call = rest.find(_OPEN)
    before = rest[:call] if call >= 0 else rest
    found = labels.parts(before, _SPOKEN)
    thought = labels.first(found, "thought")
    action = labels.first(found, "action")
    sections = {"action": labels.one_line(action)} if action else {}
    return "\n".join(part for part in (thinking, thought) if part), sections


def arguments(text: str) -> Iterator[dict[str, Any]]:
    """The arguments of each tool call in a reply; one without its tags is found too.

    Raises:
        FormatError: there is none, or it calls another tool.
    """
    _, rest = labels.unthought(text)
    tagged = rest.find(_OPEN)
    found = 0
    for call, _ in objects(rest.replace(_CLOSE, "\n"), max(tagged, 0)):
        inside = call.get("arguments", call.get("parameters", call))
        if "action" not in call and str(call.get("name", "mobile_use")) != "mobile_use":
            raise FormatError("tool call", f"calls {str(call['name'])[:40]!r}, a tool that a phone does not have")
        if inside is call and "action" not in call:
            continue
        yield object_of(inside, "arguments")
        found += 1
        if found == _MOST_CALLS:
            return
    if found == 0:
        raise FormatError("reply", "holds no tool call")


def read(text: str, surface: Surface, manner: Manner) -> Reading:
    """A reply with a thought, an action line and tool calls, read leniently."""
    thought, sections = spoken(text)
    acts = tuple(act for found in arguments(text) for act in acts_of(found, surface, manner))
    return Reading(acts, thought, sections)


def acts_of(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    """The acts of one call of the tool.

    Raises:
        FormatError: it is no action of the tool, or something is missing.
    """
    name = str(found.get("action", "")).strip().lower()
    maker = _MAKERS.get(name)
    if maker is None:
        raise FormatError("action", f"{name[:40]!r} is no action of mobile_use")
    return maker(found, surface, manner)


_Maker = Callable[[Mapping[str, Any], Surface, Manner], tuple[Act, ...]]


def _place(found: Mapping[str, Any], surface: Surface, *keys: str) -> tuple[int, int]:
    for key in keys:
        if found.get(key) is not None:
            return surface.scheme.pixel(point(coordinates(found[key], key), key), surface.screen)
    raise FormatError(str(found.get("action")), f"has no {keys[0]}")


def _click(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(Tap(*_place(found, surface, "coordinate", "coordinates", "point"))),)


def _double(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(DoubleTap(*_place(found, surface, "coordinate", "coordinates", "point"))),)


def _press(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    ms = milliseconds(found.get("time", ""), manner.press_ms)
    return (Act(LongPress(*_place(found, surface, "coordinate", "coordinates", "point"), ms)),)


def _swipe(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    ends = ("coordinate2", "end_coordinate")
    if "direction" in found and not any(found.get(key) is not None for key in ends):
        return _stroke(found, surface, manner)
    start = _place(found, surface, "coordinate", "coordinate1", "start_coordinate")
    return (Act(Swipe(*start, *_place(found, surface, *ends), manner.swipe_ms)),)


def _stroke(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    """A swipe given by its direction: the finger moves that way, from the named place or from the middle."""
    way, screen = direction(found["direction"]), surface.screen
    start = screen.width // 2, screen.height // 2
    if found.get("coordinate") is not None:
        start = _place(found, surface, "coordinate")
    end = screen.clamp(*tenths(screen, start, way, 2))
    return (Act(Swipe(*start, *end, manner.swipe_ms), {"direction": way}),)


def _type(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(Type(text_of(found.get("text"), "type"), clear=found.get("clear") is True)),)


def _key(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(Key(key_name(found.get("text", found.get("key", ""))))),)


def _button(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    name = str(found.get("button", "")).strip().lower()
    if name not in _BUTTONS:
        raise FormatError("system_button", f"{name[:40]!r} is none of {', '.join(_BUTTONS)}")
    return (Act(Key(_BUTTONS[name])),)


def _open(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    app = text_of(found.get("text", found.get("value")), "open").strip()
    if not app:
        raise FormatError("open", "names no app")
    return (Act(Launch(app)),)


def _wait(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(Wait(milliseconds(found.get("time", ""), manner.wait_ms))),)


def _answer(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    text = text_of(found.get("text"), "answer")
    return (Act(Finish(text) if manner.answers_end else Answer(text)),)


def _terminate(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    failed = _FAILED.search(str(found.get("status", "")))
    text = found.get("text")
    return (Act(Finish(text if isinstance(text, str) else "", "infeasible" if failed else "complete")),)


def _ask(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(AskUser(text_of(found.get("text", found.get("value")), "question"))),)


def _take_over(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    text = found.get("text")
    return (Act(Takeover(text if isinstance(text, str) and text else "the required action")),)


def _nothing(found: Mapping[str, Any], surface: Surface, manner: Manner) -> tuple[Act, ...]:
    return (Act(Noop()),)


_MAKERS: Final[dict[str, _Maker]] = {
    "click": _click, "tap": _click, "left_click": _click,
    "double_click": _double, "double_tap": _double,
    "long_press": _press, "longpress": _press, "long_click": _press,
    "swipe": _swipe, "scroll": _swipe, "drag": _swipe,
    "type": _type, "input_text": _type,
    "key": _key, "system_button": _button,
    "open": _open, "open_app": _open, "launch": _open, "awake": _open,
    "wait": _wait, "answer": _answer, "terminate": _terminate,
    "ask_user": _ask, "info": _ask, "call_user": _ask, "calluser": _ask,
    "interact": _take_over, "noop": _nothing,
}  # fmt: skip
