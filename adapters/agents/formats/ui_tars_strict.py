"""UI-TARS as its authors' program for phones takes it: the parser and the ADB operator of UI-TARS-desktop.

Both are those of `packages/ui-tars` in https://github.com/bytedance/UI-TARS-desktop, and the prompt `ui-tars-operator`
offers what this operator can do. What is no call, or a call that the operator does not know, does nothing, and the loop
goes on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Reading, Surface
from runtime.core.actions import Finish, Key, Noop, Swipe, Tap, Type, Wait
from runtime.core.geometry import DIRECTIONS, Point, swipe_end

SWIPE_MS: Final = 300
SCROLL_PX: Final = 100
WAIT_MS: Final = 2000
KEYS: Final[Mapping[str, str]] = {
    "enter": "ENTER", "back": "BACK", "home": "HOME", "backspace": "DEL", "delete": "FORWARD_DEL", "menu": "MENU",
    "power": "POWER", "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "mute": "VOLUME_MUTE", "lock": "POWER",
}  # fmt: skip
"""The keys that the operator presses, by the names of its prompt. Any other key does nothing."""

_MARKER = re.compile(r"Action[:：]")
_TOKENS = re.compile(r"<\|box_(?:start|end)\|>")
_POINT = re.compile(r"(?<!start_)(?<!end_)point=")
_CALL = re.compile(r"(\w+)\((.*)\)", re.ASCII)
_PAIR = re.compile(r"(?:[^,']+|'[^']*')+")
_NUMBER = re.compile(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_MOST_NUMBERS = 64


def strict(text: str, surface: Surface) -> Reading:
    """A reply as the program's parser reads it and its operator executes it."""
    text = text.strip()
    thought, reflection = _thought(text)
    calls = [call for piece in _MARKER.split(text)[-1].split("\n\n") if (call := _call(piece))]
    if not calls:
        raise FormatError("reply", "holds no call")
    acts: list[Act] = []
    for name, inputs in calls:
        acts.append(_executed(name, inputs, surface))
        if isinstance(acts[-1].action, Finish):
            break
    return Reading(tuple(acts), thought, {"reflection": reflection} if reflection else {})


def _thought(text: str) -> tuple[str, str]:
    """The thought and the reflection before it, if the reply begins with one."""
    reflection = ""
    if "Thought:" in text:
        rest = text.partition("Thought: ")[2]
    elif text.startswith("Reflection:"):
        reflection, _, rest = text.removeprefix("Reflection:").partition("Action_Summary: ")
    else:
        rest = text.removeprefix("Action_Summary:") if text.startswith("Action_Summary:") else ""
    return _MARKER.split(rest, maxsplit=1)[0].strip(), reflection.strip() if rest else ""


def _call(piece: str) -> tuple[str, dict[str, str]] | None:
    """The name and the arguments of a call; None if the piece is not wholly one.

    A line break becomes two characters first, so that a call on a line below `Action:` is none.
    """
    written = _TOKENS.sub("", piece.replace("\n", "\\n").lstrip())
    written = _POINT.sub("start_box=", written).replace("start_point=", "start_box=").replace("end_point=", "end_box=")
    found = _CALL.fullmatch(written.strip())
    if found is None:
        return None
    inputs: dict[str, str] = {}
    for pair in _PAIR.findall(found[2]):
        key, _, value = pair.partition("=")
        value = _unquoted(value.strip())
        for tag in ("bbox", "point"):
            if f"<{tag}>" in value:
                value = re.sub(r"\s+", ",", value.replace(f"<{tag}>", "").replace(f"</{tag}>", ""))
        if key and value:
            inputs[key.strip()] = value.strip()
    return found[1], inputs


def _unquoted(value: str) -> str:
    value = value[1:] if value[:1] in {"'", '"'} else value
    return value[:-1] if value[-1:] in {"'", '"'} else value


def _executed(name: str, inputs: Mapping[str, str], surface: Surface) -> Act:
    try:
        return _touch(name, inputs, surface) or _other(name, inputs)
    except FormatError as error:
        return Act(Noop(), {"failed": str(error)})


def _touch(name: str, inputs: Mapping[str, str], surface: Surface) -> Act | None:
    """What the operator does at a place; None for actions without one."""
    match name:
        case "click":
            return Act(Tap(*_place(inputs, "start_box", surface)))
        case "swipe" | "drag":
            start, end = _place(inputs, "start_box", surface), _place(inputs, "end_box", surface)
            return Act(Swipe(*start, *end, SWIPE_MS))
        case "scroll" if not inputs.get("start_box"):
            return Act(Finish(status="infeasible"), {"failed": "scroll without start_box ends the run"})
        case "scroll":
            # The finger moves in the named direction, and stays where it is if that is another word.
            start, named = _place(inputs, "start_box", surface), inputs.get("direction", "")
            way = next((way for way in DIRECTIONS if way == named), None)
            end = swipe_end(start, way, SCROLL_PX, SCROLL_PX) if way else start
            return Act(Swipe(*start, *end, SWIPE_MS), {"direction": named})
        case _:
            return None


def _place(inputs: Mapping[str, str], key: str, surface: Surface) -> Point:
    """The middle of a box, or a point.

    Raises:
        FormatError: there is none, or it is not made of numbers.
    """
    parts = re.sub(r"[()\[\]]", "", inputs.get(key, "")).split(",")[:_MOST_NUMBERS]
    found = [_NUMBER.match(part) for part in parts if part][:4]
    numbers = [float(number[1]) for number in found if number]
    if len(numbers) < max(2, len(found)):
        raise FormatError(key, f"{inputs.get(key, '')[:40]!r} is no place")
    left, top, right, bottom = (*numbers, *(numbers[at % 2] for at in range(len(numbers), 4)))
    return surface.scheme.unchecked(((left + right) / 2, (top + bottom) / 2), surface.screen)


def _other(name: str, inputs: Mapping[str, str]) -> Act:
    content = inputs.get("content", "")
    match name:
        case "type" if content:
            # Sent in double quotes with a backslash before each quote, which the phone's shell leaves before single
            # ones. Escapes of the model are typed as they are, and no Enter is pressed.
            return Act(Type(content.replace("'", "\\'")))
        case "type":
            return Act(Noop(), {"failed": "nothing to type"})
        case "hotkey" if inputs.get("key", "") in KEYS:
            return Act(Key(KEYS[inputs["key"]]))
        case "press_home":
            return Act(Key("HOME"))
        case "wait":
            return Act(Wait(WAIT_MS))
        case "finished":
            return Act(Finish(content), {"status": "unknown"})
        case "call_user":
            # The program's loop ends here: nobody is asked, and nobody answers.
            return Act(Finish(content, "infeasible"), {"internal": "call_user"})
        case _:
            return Act(Noop(), {"unsupported": f"{name} {inputs.get('key', '')}".strip()[:60]})
