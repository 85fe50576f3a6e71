"""UI-TARS as its own parser and ADB operator take it.

The parser is the one in the model's repository: everything after the last `Action: ` is calls between blank lines, each
of which must be Python. A reply that it stumbles over raises there, and the run is over.
"""

from __future__ import annotations

import re
from typing import Any, Final

from adapters.agents.formats.grammar.calls import exact_call
from adapters.agents.formats.grammar.coordinates import point
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Reading, Surface
from adapters.agents.formats.grammar.scalars import direction, key_name
from runtime.core.actions import Finish, Key, LongPress, Noop, Swipe, Tap, Type, Wait
from runtime.core.geometry import swipe_end

_POINT = re.compile(r"<point>([0-9]{1,9})\s+([0-9]{1,9})</point>")
_UNESCAPED = re.compile(r"(?<!\\)'")
_TYPE = "type(content='"
_SCROLL_PX = 100


def strict(text: str, surface: Surface) -> Reading:
    """A reply as the official parser reads it, carried out as the ADB operator would."""
    text = _POINT.sub(r"(\1,\2)", text.replace("[EOS]", "")).strip() if "<point>" in text else text.strip()
    text = text.replace("start_point=", "start_box=").replace("end_point=", "end_box=").replace("point=", "start_box=")
    thought, reflection = _thought(text)
    if "Action:" not in text:
        raise FormatError("reply", "has no 'Action:'")
    calls = [exact_call(_prepared(piece)) for piece in text.rpartition("Action: ")[2].split(")\n\n")]
    acts = tuple(act for name, arguments in calls for act in _acts(name, arguments, surface))
    return Reading(acts, thought, {"reflection": reflection} if reflection else {})


def _thought(text: str) -> tuple[str, str]:
    """The thought and the reflection before it, if the reply begins with one."""
    reflection = ""
    if text.startswith("Reflection:"):
        reflection, found, rest = text.removeprefix("Reflection:").partition("Action_Summary: ")
        if not found:
            return "", ""
    elif text.startswith("Action_Summary:"):
        rest = text.removeprefix("Action_Summary:")
    else:
        rest = text.partition("Thought: ")[2]
    return rest.partition("Action: ")[0].strip(), reflection.strip()


def _prepared(piece: str) -> str:
    """One call made ready for Python: its last bracket, and the quotes inside of a text to type."""
    if "type(content" in piece:
        piece = piece.strip() if piece.strip().endswith(")") else piece.strip() + ")"
        piece = _TYPE + _UNESCAPED.sub(r"\\'", _content(piece)) + "')"
    if not piece.strip().endswith(")"):
        piece = piece.strip() + ")"
    return piece.replace("\n", "\\n").lstrip()


def _content(piece: str) -> str:
    """A piece without the frames of its typing calls: `type(content='` up to the next `')` on the same line."""
    texts: list[str] = []
    at = frames = 0
    while (frame := piece.find(_TYPE, at)) >= 0:
        line = piece.find("\n", frame)
        line = len(piece) if line < 0 else line
        end = piece.find("')", frame + len(_TYPE), line)
        if end < 0:  # nor will another frame of this line find its end
            texts.append(piece[at:line])
            at = line
            continue
        texts += (piece[at:frame], piece[frame + len(_TYPE) : end])
        at, frames = end + 2, frames + 1
    if frames == 0:
        raise FormatError("type(…)", "no content between single quotes on one line")
    return "".join(texts) + piece[at:]


def _acts(name: str, arguments: dict[str, Any], surface: Surface) -> tuple[Act, ...]:
    inputs = {key: _stripped(value) for key, value in arguments.items() if value != ""}
    for key in inputs:
        if "start_box" in key or "end_box" in key:
            _box(inputs[key])
    maker = _ACTIONS.get(name)
    return (maker(inputs, surface),) if maker else _others(name, inputs)


def _stripped(value: object) -> str:
    if not isinstance(value, str):
        raise FormatError("arguments", f"{str(value)[:40]!r} is no text")
    return value.lstrip()


def _box(box_text: str) -> list[float]:
    try:
        return [float(number) for number in box_text.replace("(", "").replace(")", "").split(",")[:64]]
    except ValueError as error:
        raise FormatError("box", f"{box_text[:40]!r} is not all numbers") from error


def _place(inputs: dict[str, str], key: str, surface: Surface) -> tuple[int, int]:
    if key not in inputs:
        raise FormatError("action", f"has no {key}")
    return surface.scheme.unchecked(point(_box(inputs[key]), key), surface.screen)


def _click(inputs: dict[str, str], surface: Surface) -> Act:
    return Act(Tap(*_place(inputs, "start_box", surface)))


def _press(inputs: dict[str, str], surface: Surface) -> Act:
    return Act(LongPress(*_place(inputs, "start_box", surface), 1500))


def _swipe(inputs: dict[str, str], surface: Surface) -> Act:
    return Act(Swipe(*_place(inputs, "start_box", surface), *_place(inputs, "end_box", surface), 300))


def _scroll(inputs: dict[str, str], surface: Surface) -> Act:
    """The operator moves the finger in the named direction; the older prompt's `end_box` makes it a swipe."""
    if "end_box" in inputs:
        return _swipe(inputs, surface)
    start = _place(inputs, "start_box", surface)
    way = direction(inputs.get("direction", ""))
    return Act(Swipe(*start, *swipe_end(start, way, _SCROLL_PX, _SCROLL_PX), 300), {"direction": way})


_ACTIONS: Final = {
    "click": _click, "left_single": _click, "left_double": _click, "right_single": _click, "long_press": _press,
    "drag": _swipe, "swipe": _swipe, "select": _swipe, "scroll": _scroll,
}  # fmt: skip


def _pressed(name: str) -> Act:
    try:
        return Act(Key(key_name(name)))
    except FormatError:
        return Act(Noop(), {"unsupported": name[:60]})


def _others(name: str, inputs: dict[str, str]) -> tuple[Act, ...]:
    content = inputs.get("content", "")
    match name:
        case "type":
            if not content:
                return (Act(Noop(), {"failed": "nothing to type"}),)
            text = content.rstrip("\n")
            enter = (Act(Key("ENTER"), {"part": "type"}),) if text != content else ()
            return (Act(Type(text)), *enter)
        case "press_back":
            return (Act(Key("BACK")),)
        case "press_home":
            return (Act(Key("HOME")),)
        case "hotkey":
            return (_pressed(inputs.get("key", "")),)
        case "wait":
            return (Act(Wait(2000)),)
        case "finished":
            return (Act(Finish(content), {"status": "unknown"}),)
        case "call_user":
            # The operator's loop ends here: nobody is asked, and nobody answers.
            return (Act(Finish(content, "infeasible"), {"internal": "call_user"}),)
        case _:
            return (Act(Noop(), {"unsupported": name[:60]}),)
