"""M3A of AndroidWorld, which generic agent frameworks are made from: `Reason:` and `Action:` with one JSON object."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.coordinates import PIXELS, REL1000, Scheme, over_screen, to_edge
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.literals import an_object, exact
from adapters.agents.formats.grammar.scalars import coordinates, direction, key_name, number_of, text_of
from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Swipe,
    Tap,
    Type,
    Wait,
)

_HEADINGS = labels.colons("Reason", "Reasoning", "Thought", "Action")
_PRESS_MS = 1000
_SCROLL_MS = 300
_SWIPE_MS = 500
_WAIT_MS = 1000
_TYPES: Final = frozenset(
    {
        "click", "double_tap", "scroll", "swipe", "input_text", "navigate_home", "navigate_back", "keyboard_enter",
        "open_app", "status", "wait", "long_press", "answer", "unknown",
    }
)  # fmt: skip
_FIELDS: Final = frozenset(
    {"action_type", "index", "x", "y", "text", "direction", "goal_status", "app_name", "keycode", "clear_text"}
)
ELEMENTS: Final = Scheme("numbers of the elements on the list, from 0, or pixels", PIXELS.span, PIXELS.rounding)


def lenient(text: str, surface: Surface) -> Reading:
    """Labels may be missing, directions capital; `ask_user` is the action that the paper adds."""
    thinking, rest = labels.unthought(text)
    found = labels.parts(rest, _HEADINGS)
    reasons = [part.text for part in found if part.name != "action"]
    actions = [part.text for part in found if part.name == "action"]
    # The first action: what comes after it is a future that the model imagines.
    given = an_object(actions[0] if actions else rest, "Action")
    name = str(given.get("action_type", given.get("action", ""))).strip().lower()
    maker = _MAKERS.get(name)
    if maker is None:
        raise FormatError("action_type", f"{name[:40]!r} is no action")
    thought = "\n".join(part for part in (thinking, *reasons[:1]) if part)
    return Reading(maker(given, surface), thought, {"action": actions[0]} if actions else {})


def _place(given: Mapping[str, Any], surface: Surface) -> tuple[tuple[int, int], dict[str, Any]]:
    if given.get("index") is not None:
        number = number_of(given["index"], "index")
        return surface.center(number), {"element": number}
    numbers = [number for key in ("x", "y") for number in coordinates(given.get(key), key)]
    if len(numbers) != 2:
        raise FormatError("action", "has neither an index nor x and y")
    return surface.scheme.pixel(numbers, surface.screen), {}


def _touch(kind: type[Tap | DoubleTap]) -> Callable[[Mapping[str, Any], Surface], tuple[Act, ...]]:
    def made(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
        place, aside = _place(given, surface)
        return (Act(kind(*place), aside),)

    return made


def _press(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    place, aside = _place(given, surface)
    return (Act(LongPress(*place, _PRESS_MS), aside),)


def _input(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    """Touch the field, type, Enter: all three, as AndroidWorld does; without a place into the field with the focus."""
    text = text_of(given.get("text"), "input_text")
    typed = Act(Type(text, clear=given.get("clear_text") is True))
    enter = Act(Key("ENTER"), {"part": "type"})
    if given.get("index") is None and given.get("x") is None:
        return typed, enter
    place, aside = _place(given, surface)
    return Act(Tap(*place), {**aside, "part": "type"}), typed, enter


def _scroll(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    way = direction(given.get("direction"))
    bounds, aside = (0, 0, surface.screen.width, surface.screen.height), {}
    if given.get("index") is not None:
        number = number_of(given["index"], "index")
        bounds, aside = surface.bounds(number), {"element": number}
    start, end = to_edge(surface.screen, bounds, way)
    return (Act(Swipe(*start, *end, _SCROLL_MS), {**aside, "dir_content": way}),)


def _swipe(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    way = direction(given.get("direction"))
    start, end = over_screen(surface.screen, way)
    return (Act(Swipe(*start, *end, _SWIPE_MS), {"direction": way}),)


def _status(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    failed = str(given.get("goal_status", "")).strip().lower() == "infeasible"
    return (Act(Finish(status="infeasible" if failed else "complete")),)


def _open(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    app = text_of(given.get("app_name", given.get("text")), "open_app").strip()
    if not app:
        raise FormatError("open_app", "names no app")
    return (Act(Launch(app)),)


def _ask(given: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    question = text_of(given.get("text", given.get("question")), "ask_user")
    if not question.strip():
        raise FormatError("ask_user", "asks nothing")
    return (Act(AskUser(question)),)


_Maker = Callable[[Mapping[str, Any], Surface], tuple[Act, ...]]
_MAKERS: Final[dict[str, _Maker]] = {
    "click": _touch(Tap),
    "tap": _touch(Tap),
    "double_tap": _touch(DoubleTap),
    "long_press": _press,
    "input_text": _input,
    "type": _input,
    "keyboard_enter": lambda *_: (Act(Key("ENTER")),),
    "navigate_home": lambda *_: (Act(Key("HOME")),),
    "navigate_back": lambda *_: (Act(Key("BACK")),),
    "press_keyboard": lambda given, _: (Act(Key(key_name(given.get("keycode", "")))),),
    "scroll": _scroll,
    "swipe": _swipe,
    "open_app": _open,
    "wait": lambda *_: (Act(Wait(_WAIT_MS)),),
    "status": _status,
    "answer": lambda given, _: (Act(Answer(text_of(given.get("text"), "answer"))),),
    "ask_user": _ask,
    "ask": _ask,
    "unknown": lambda *_: (Act(Noop()),),
}


def strict(text: str, surface: Surface) -> Reading:
    """AndroidWorld's parser: both labels in order, an object without inner braces on one line, exactly its fields."""
    head, found, _ = text.rpartition("Action:")
    reason = head.partition("Reason:")[2].strip() if found and "Reason:" in head else ""
    action = text.partition("Action:")[2].strip() if "Action:" in text else ""
    if not reason or not action:
        raise FormatError("reply", "no 'Reason:' and then 'Action:'")
    given = _validated(exact(_braced(action)))
    name = str(given["action_type"])
    return Reading(_official(name, given, surface), reason, {"action": action})


def _braced(action: str) -> str:
    """From the first brace to the next closing one, both on one line."""
    for line in action.split("\n"):
        _, found, rest = line.partition("{")
        inside, closed, _ = rest.partition("}")
        if found and closed:
            return "{" + inside + "}"
    raise FormatError("Action", "no object {…} on one line")


def _validated(given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise FormatError("Action", "no object")
    if unknown := set(map(str, given)) - _FIELDS:
        raise FormatError("Action", f"does not know {min(unknown)[:40]!r}")
    if str(given.get("action_type")) not in _TYPES:
        raise FormatError("action_type", f"{str(given.get('action_type'))[:40]!r} is no action")
    if given.get("index") is not None:
        index = given["index"]
        # Fractions are cut off, as Python's int does; texts must be whole.
        given["index"] = number_of(
            math.trunc(index) if isinstance(index, float) and abs(index) < 1e9 else index, "index"
        )
        if given.get("x") is not None or given.get("y") is not None:
            raise FormatError("Action", "both an index and x, y")
    if given.get("direction") and given["direction"] not in ("up", "down", "left", "right"):
        raise FormatError("direction", f"{str(given['direction'])[:40]!r} is none of up, down, left, right")
    if given.get("text") is not None:
        given["text"] = str(given["text"])
    keycode = given.get("keycode")
    if keycode is not None and not (isinstance(keycode, str) and keycode.startswith("KEYCODE_")):
        raise FormatError("keycode", "does not begin with KEYCODE_")
    return given


def _official(name: str, given: dict[str, Any], surface: Surface) -> tuple[Act, ...]:
    """The actions that AndroidWorld executes; actions that it only prints about do nothing and cost the step."""
    if name == "input_text":
        return _ascii(given, surface)
    if name in ("click", "double_tap", "long_press"):
        place, aside = _unchecked(given, surface)
        made: dict[str, Action] = {
            "click": Tap(*place),
            "double_tap": DoubleTap(*place),
            "long_press": LongPress(*place, _PRESS_MS),
        }
        return (Act(made[name], aside),)
    if name == "open_app" and not isinstance(given.get("app_name"), str):
        raise FormatError("open_app", "no app name")
    if name in ("scroll", "swipe"):
        if not given.get("direction"):
            return (Act(Noop(), {"failed": "no direction"}),)
        # Element 0 counts as none: it is tested for its truth.
        index = given.get("index")
        return _MAKERS[name]({**given, "index": index if index not in (0, "0") else None}, surface)
    return _MAKERS[name](given, surface)


def _unchecked(given: Mapping[str, Any], surface: Surface) -> tuple[tuple[int, int], dict[str, Any]]:
    """An element's centre, or a point that is not checked against the screen."""
    if given.get("index") is not None:
        return _place(given, surface)
    place = [number for key in ("x", "y") for number in coordinates(given.get(key), key)]
    if len(place) != 2:
        raise FormatError("action", "has neither an index nor x and y")
    return surface.scheme.unchecked(place, surface.screen), {}


def _ascii(given: dict[str, Any], surface: Surface) -> tuple[Act, ...]:
    """Typing loses every character that is not ASCII; line breaks become Enter."""
    if not given.get("text"):
        return (Act(Noop(), {"failed": "no text"}),)
    place, aside = _unchecked(given, surface)
    text = unicodedata.normalize("NFKD", str(given["text"])).encode("ascii", "ignore").decode()
    lines = text.split("\n")
    acts = [Act(Tap(*place), {**aside, "part": "type"})]
    for number, line in enumerate(lines):
        if number:
            acts.append(Act(Key("ENTER")))
        if line:
            acts.append(Act(Type(line, clear=given.get("clear_text") is True and number == 0)))
    return (*acts, Act(Key("ENTER"), {"part": "type"}))


FORMAT: Final = Format(
    name="m3a",
    title="M3A, the generic agent framework",
    asks="ask_user, an action of ours: the paper adds one and does not publish its form",
    schemes={"elements": ELEMENTS, "rel1000": REL1000},
    scheme="elements",
    images=2,
    malformed="count",
    lenient=lenient,
    strict=strict,
    numbered=True,
    notes=(
        "input_text touches its element, types and always presses Enter: three actions.",
        "`scroll` shows what lies in the direction; the finger moves the other way, from the middle to the edge.",
        "In official mode ask_user is no action, and what is typed loses every character that is not ASCII.",
        "x and y are pixels of the picture that was sent, or with rel1000 thousandths of its sides.",
        "In official mode element 0 cannot be scrolled: the whole screen is.",
        "`answer` tells the user and goes on; `status` ends.",
    ),
)
