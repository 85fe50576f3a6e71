"""Parser of Fairy: JSON from each of its agents, recognized by its keys; the decider returns an array of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.coordinates import PIXELS, Scheme, through
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.literals import an_object, json_object
from adapters.agents.formats.grammar.scalars import coordinates, key_name, milliseconds, number_of, object_of, text_of
from runtime.core.actions import AskUser, Finish, Key, Launch, LongPress, Noop, Note, Swipe, Tap, Type, Wait
from runtime.core.geometry import LONGEST_MS

_PRESS_MS = 1000
_SWIPE_MS = 500
_FENCE = "```json"
MARKS: Final = Scheme("numbers of the marks drawn on the picture", PIXELS.span, PIXELS.rounding)

_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "actions": ("action_thought", "action_expectation", "user_interaction_thought"),
    "current_sub_goal": ("plan_thought", "overall_plan"),
    "interaction_status": ("interaction_thought",),
    "action_result": ("progress_status",),
}
"""The key that tells an agent, and the others that its reader takes without asking."""


def lenient(text: str, surface: Surface) -> Reading:
    """The first object in the reply; numbers as texts, arguments missing or null."""
    _, text = labels.unthought(text)
    return _read(an_object(text, "reply"), surface)


def strict(text: str, surface: Surface) -> Reading:
    """The authors' parser: a reply with the word `json` has a fenced block; any other reply is JSON."""
    found = whole_object(text)
    for key, others in _KEYS.items():
        if key in found:
            missing = [other for other in others if other not in found]
            if missing:
                raise FormatError("reply", f"has no {missing[0]}")
    decided = found.get("actions", [])
    for action in decided if isinstance(decided, list) else ():
        if not (isinstance(action, dict) and isinstance(action.get("arguments"), dict)):
            raise FormatError("actions", "one without its arguments")
    return _read(found, surface)


def whole_object(text: str) -> dict[str, Any]:
    """The object of a reply of any of the agents, by the authors' rule.

    Raises:
        FormatError: there is none.
    """
    inside = text
    if "json" in text:
        _, opened, rest = text.partition(_FENCE)
        inside, closed, _ = rest.partition("```")
        if not (opened and closed):
            raise FormatError("reply", "says json, but has no fenced block of it")
    return json_object(inside.strip(), "reply")


def _read(found: Mapping[str, Any], surface: Surface) -> Reading:
    sections = {key: _words(value) for key, value in found.items() if key != "actions"}
    for key, reader in _AGENTS.items():
        if key in found:
            thought = next(
                (sections[text] for text in sections if text.endswith("_thought") and not text.startswith("user_")), ""
            )
            return Reading(reader(found, surface), thought, sections)
    raise FormatError("reply", f"none of its keys tells an agent: {', '.join(map(str, found))[:80] or 'none'}")


def _words(value: object) -> str:
    if isinstance(value, list):
        return "\n".join(str(item) for item in value)
    return "" if value is None else str(value)


def _decided(found: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    actions = found["actions"]
    if not isinstance(actions, list) or not actions:
        raise FormatError("actions", "no action")
    return tuple(_act(action, surface) for action in actions)


def _planned(found: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    """A plan is a note; one that wants the user is a note to ask first, for the interactor writes the question."""
    goal = _words(found["current_sub_goal"]).strip()
    if goal == "Finished":
        return (Act(Finish()),)
    kind = str(found.get("user_interaction_type", 0)).strip()
    if kind not in ("", "0", "None"):
        return (Act(Note(goal), {"internal": "need_interaction", "type": kind[:20]}),)
    return (Act(Note(goal), {"internal": "plan"}),)


def _interacted(found: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    match str(found["interaction_status"]).strip()[:1].upper():
        case "A":
            return (Act(Note(_words(found.get("response"))), {"internal": "resolved"}),)
        case "B":
            question = _words(found.get("user_prompt")).strip()
            if not question:
                raise FormatError("user_prompt", "asks nothing")
            return (Act(AskUser(question)),)
        case "C":
            return (Act(Note(_words(found.get("action_instruction"))), {"internal": "explore"}),)
        case other:
            raise FormatError("interaction_status", f"{other!r} is none of A, B, C")


def _reflected(found: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    return (Act(Note(_words(found.get("progress_status"))), {"internal": "reflection"}),)


_AGENTS: Final[dict[str, Callable[[Mapping[str, Any], Surface], tuple[Act, ...]]]] = {
    "actions": _decided,
    "interaction_status": _interacted,
    "action_result": _reflected,
    "current_sub_goal": _planned,
}


def _act(fields: object, surface: Surface) -> Act:
    action = object_of(fields, "actions")
    name = str(action.get("name", "")).strip()
    maker = _MAKERS.get(name.lower().replace("_", ""))
    if maker is None:
        raise FormatError("actions", f"{name[:40]!r} is no action")
    given = action.get("arguments")
    return maker(object_of(given, "arguments") if given else {}, surface)


def _place(given: Mapping[str, Any], surface: Surface) -> tuple[tuple[int, int], dict[str, Any]]:
    if "mark_number" in given:
        number = number_of(given["mark_number"], "mark_number")
        return surface.center(number), {"element": number}
    return _pixel(given, surface, "x", "y"), {}


def _pixel(given: Mapping[str, Any], surface: Surface, *keys: str) -> tuple[int, int]:
    numbers = [number for key in keys for number in coordinates(given.get(key), key)]
    if len(numbers) != 2:
        raise FormatError(", ".join(keys), "no point")
    return PIXELS.pixel(numbers, surface.screen)


def _ms(given: Mapping[str, Any], usual: int) -> int:
    duration = given.get("duration")
    return min(max(number_of(duration, "duration"), 1), LONGEST_MS) if duration is not None else usual


def _tap(given: Mapping[str, Any], surface: Surface) -> Act:
    place, aside = _place(given, surface)
    return Act(Tap(*place), aside)


def _press(given: Mapping[str, Any], surface: Surface) -> Act:
    place, aside = _place(given, surface)
    return Act(LongPress(*place, _ms(given, _PRESS_MS)), aside)


def _swipe(given: Mapping[str, Any], surface: Surface) -> Act:
    if "mark_number" not in given:
        start, end = _pixel(given, surface, "x1", "y1"), _pixel(given, surface, "x2", "y2")
        return Act(Swipe(*start, *end, _ms(given, _SWIPE_MS)))
    number = number_of(given["mark_number"], "mark_number")
    bounds = surface.bounds(number)
    (far, *_) = coordinates(given.get("distance"), "distance") or [0.0]
    way = str(given.get("direction", "H")).strip().upper()
    if not -1 <= far <= 1 or far == 0 or way not in ("H", "W"):
        raise FormatError("Swipe", "distance is from -1 to 1 and not 0, direction H or W")
    start, end = through(surface.screen, bounds, far, upright=way == "H")  # H is the height, W the width
    aside = {"element": number, "distance": far, "direction": way}
    return Act(Swipe(*start, *end, _ms(given, _SWIPE_MS)), aside)


def _wait(given: Mapping[str, Any], surface: Surface) -> Act:
    seconds = coordinates(given.get("wait_time", 1), "wait_time") or [1.0]
    return Act(Wait(milliseconds(seconds[0], 1000)))


def _start(given: Mapping[str, Any], surface: Surface) -> Act:
    app = text_of(given.get("app_package_name"), "StartApp").strip()
    if not app:
        raise FormatError("StartApp", "names no app")
    return Act(Launch(app))


_MAKERS: Final[dict[str, Callable[[Mapping[str, Any], Surface], Act]]] = {
    "tap": _tap,
    "longpress": _press,
    "swipe": _swipe,
    "input": lambda given, _: Act(Type(text_of(given.get("text"), "Input"))),
    "clearinput": lambda *_: Act(Type("", clear=True)),
    "keyevent": lambda given, _: Act(Key(key_name(given.get("type", "")))),
    "wait": _wait,
    "needinteraction": lambda *_: Act(Noop(), {"internal": "need_interaction"}),
    "finish": lambda *_: Act(Finish()),
    "listapps": lambda *_: Act(Noop(), {"internal": "list_apps"}),
    "startapp": _start,
}

FORMAT: Final = Format(
    name="fairy",
    title="Fairy: planner, decider, reflector, interactor",
    asks="user_prompt of the interactor, called by NeedInteraction or by the planner's user_interaction_type",
    schemes={"marks": MARKS, "pixels": PIXELS},
    scheme="marks",
    images=1,
    malformed="stop",
    lenient=lenient,
    strict=strict,
    numbered=True,
    notes=(
        "Which agent speaks is seen by the keys of its object. Plans and reflections are notes, which cost nothing.",
        "An action by a mark's number and one by pixels are told apart by their arguments.",
        "In the version that was read, swipes and presses by marks lose their duration and fail: not imitated.",
    ),
)
