"""UI-TARS 1.0, 1.5 and the hosted Doubao models: `Thought:` and `Action:` with calls such as `click(point='…')`.

Three generations of one grammar; the lenient reader takes the actions and notations of all. What differs is the meaning
of coordinates, which no reply tells: it is a scheme, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from adapters.agents.formats.grammar import labels
from adapters.agents.formats.grammar.calls import Call, call_at, numbers
from adapters.agents.formats.grammar.coordinates import ABS_SMART28, REL1000, point, showing
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.scalars import direction, key_name, milliseconds
from adapters.agents.formats.ui_tars_strict import strict
from runtime.core.actions import AskUser, DoubleTap, Finish, Key, Launch, LongPress, Noop, Swipe, Tap, Type, Wait

PRESS_MS: Final = 1500
SWIPE_MS: Final = 300
WAIT_MS: Final = 2000
_REACH = 0.4
"""How much of the screen's side a `scroll` moves, so that one screenful keeps a margin of the last."""

_HEADINGS = labels.colons("Thought", "Reflection", "Action_Summary", "Action")
_ANY_ACTION = re.compile(r"Action[ \t]{0,8}[:：]")
_STARTS = ("start_box", "point", "start_point", "box", "coordinate", "0")
_ENDS = ("end_box", "end_point", "1")
_TEXTS = ("content", "text", "app_name", "key", "0")
_BETWEEN = re.compile(r"[\s;`*]*")
_MOST = 33


def lenient(text: str, surface: Surface) -> Reading:
    """Any generation's actions; full-width colons, missing labels, quotes and brackets, raw line breaks in texts."""
    thinking, rest = labels.unthought(text)
    found = labels.parts(rest, _HEADINGS)
    thought = labels.first(found, "thought") or labels.first(found, "action_summary") or ""
    called = list(_calls(_action(rest, found)))
    if not called:
        raise FormatError("Action", "holds no call of a known action")
    if all(part.name != "action" for part in found):  # then it stands in the thought's own line
        thought = _ANY_ACTION.split(thought)[0].strip()
    thought = "\n".join(part for part in (thinking, thought) if part)
    reflection = labels.first(found, "reflection")
    acts = tuple(act for call in called for act in _MAKERS[call.name](call, surface, thought))
    return Reading(acts, thought, {"reflection": reflection} if reflection else {})


def _action(text: str, found: list[labels.Part]) -> str:
    """The text after the last `Action:`, preferably one at the beginning of a line."""
    headed = [part.at for part in found if part.name == "action"]
    if headed:
        # A text to type may have lines that look like headings: what follows the heading is the rest of the reply.
        return text[headed[-1] :]
    places = list(_ANY_ACTION.finditer(text))
    return text[places[-1].end() :] if places else text


def _calls(action: str) -> Iterator[Call]:
    """The calls of known actions, from the first line that begins with one, until something else comes."""
    gap = _BETWEEN.match(action)
    begins = call_at(action, gap.end() if gap else 0, _TEXTS)
    if begins and begins.name not in _MAKERS:  # not what a later line says may stand for what this one meant
        raise FormatError("Action", f"{begins.name!r} is no action")
    known = _KNOWN.search(action)
    at = known.end() if known else 0
    for _ in range(_MOST):
        gap = _BETWEEN.match(action, at)
        call = call_at(action, gap.end() if gap else at, _TEXTS)
        if call is None or call.name not in _MAKERS:
            return
        yield call
        at = call.end


_Maker = Callable[[Call, Surface, str], tuple[Act, ...]]


def _place(call: Call, surface: Surface, keys: tuple[str, ...]) -> tuple[int, int]:
    found = call.text(*keys)
    if found is None or not found.text.strip():
        raise FormatError(f"{call.name}(…)", f"has no {keys[0]}")
    return surface.scheme.pixel(point(numbers(found.text), f"{call.name}(…)"), surface.screen)


def _click(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Tap(*_place(call, surface, _STARTS))),)


def _double(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(DoubleTap(*_place(call, surface, _STARTS))),)


def _press(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    time = call.text("time")
    return (Act(LongPress(*_place(call, surface, _STARTS), milliseconds(time.text if time else "", PRESS_MS))),)


def _drag(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Swipe(*_place(call, surface, _STARTS), *_place(call, surface, _ENDS), SWIPE_MS)),)


def _scroll(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    """With an end it is a swipe; with a direction it shows what lies there, so the finger moves the other way."""
    if call.text(*_ENDS[:2]):
        return _drag(call, surface, thought)
    way = direction(call.words("direction"))
    screen = surface.screen
    start = screen.width // 2, screen.height // 2
    if call.text(*_STARTS[:-1]):
        start = _place(call, surface, _STARTS[:-1])
    return (Act(Swipe(*start, *showing(screen, start, way, _REACH), SWIPE_MS), {"dir_content": way}),)


def _type(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    if not call.text("content", "text", "0"):
        raise FormatError("type(…)", "has no content")
    return typed(call.words("content", "text", "0"))


def typed(content: str) -> tuple[Act, ...]:
    """A text whose line break at the end means Enter."""
    if not content.endswith("\n"):
        return (Act(Type(content)),)
    enter = Act(Key("ENTER"), {"part": "type"})
    text = content.rstrip("\n")
    return (Act(Type(text)), enter) if text else (Act(Key("ENTER")),)


def _open(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    app = call.words("app_name", "content", "text", "0").strip()
    if not app:
        raise FormatError(f"{call.name}(…)", "names no app")
    return (Act(Launch(app)),)


def _key(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Key(key_name(call.words("key", "hotkey", "content", "0")))),)


def _back(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Key("BACK")),)


def _home(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Key("HOME")),)


def _enter(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Key("ENTER")),)


def _wait(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    time = call.text("time", "0")
    return (Act(Wait(milliseconds(time.text if time else "", WAIT_MS))),)


def _hover(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    return (Act(Noop()),)


def _finished(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    message = call.text("content", "text", "0")
    return (Act(Finish(message.words if message else ""), {"status": "unknown"}),)


def _call_user(call: Call, surface: Surface, thought: str) -> tuple[Act, ...]:
    """The official prompts give it no text; then the question is what the model thinks."""
    message = call.text("content", "text", "0")
    if message and message.words.strip():
        return (Act(AskUser(message.words), {"text_from": "content"}),)
    if not thought:
        raise FormatError("call_user(…)", "asks nothing, and there is no thought to ask by")
    return (Act(AskUser(thought), {"text_from": "thought"}),)


_MAKERS: Final[dict[str, _Maker]] = {
    "click": _click, "tap": _click, "left_single": _click, "double_click": _double, "left_double": _double,
    "double_tap": _double, "long_press": _press, "right_single": _press, "longpress": _press,
    "scroll": _scroll, "drag": _drag, "swipe": _scroll, "select": _drag, "type": _type,
    "open_app": _open, "open": _open, "launch": _open, "press_back": _back, "press_home": _home,
    "press_enter": _enter, "hotkey": _key, "press": _key, "wait": _wait, "hover": _hover,
    "finished": _finished, "call_user": _call_user,
}  # fmt: skip
_KNOWN = re.compile(rf"(?m)^[ \t>*`-]{{0,20}}(?=(?:{'|'.join(_MAKERS)})\()")

FORMAT: Final = Format(
    name="ui-tars",
    title="UI-TARS 1.0, 1.5 and Doubao",
    asks="call_user(), which the official mobile prompts do not offer; its question is its content, else the thought",
    schemes={"rel1000": REL1000, "abs_smart28": ABS_SMART28},
    scheme="rel1000",
    images=5,
    malformed="count",
    lenient=lenient,
    strict=strict,
    notes=(
        "rel1000 for 1.0 and for Doubao's API, abs_smart28 for the checkpoint 1.5-7B: pixels of the resized picture.",
        "abs_smart28 counts from the picture that was sent; send it in the screen's own size.",
        "`scroll` with a direction shows what lies there: the finger moves the other way, 0.4 of the screen.",
        "In official mode parser and actions are those of UI-TARS-desktop's ADB operator: unknown actions do nothing,",
        "a scroll moves the finger 100 px in the direction itself, typing presses no Enter, call_user() ends the run.",
        "Several actions in one reply are carried out in order.",
    ),
)
