"""Actions as the models would have written them: the inverse of the formats, for models that are played by a script."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.agents.formats.grammar.coordinates import ABS_SMART28, REL999, REL1000, Scheme, Screen
from adapters.agents.llm.kit.marks import Element, Rule, listed
from runtime.core.actions import Action, AskUser, DoubleTap, Finish, Key, Launch, LongPress, Swipe, Tap, Type, Wait
from runtime.screen.tree import UiTree


@dataclass(frozen=True)
class Step:
    """An action of the right way, and the screen that it was made on."""

    screen: Screen
    tree: UiTree
    action: Action


_TARS_KEYS = {"BACK": "press_back()", "HOME": "press_home()"}
_M3A_KEYS = {"BACK": "navigate_back", "HOME": "navigate_home", "ENTER": "keyboard_enter"}

Writer = Callable[[Step], Sequence[str]]
"""The replies that make a model do that; more than one where its actions do less."""


def scaled(scheme: Scheme, screen: Screen, x: int, y: int) -> tuple[int, int]:
    """The coordinates of a pixel in a scheme, as integers as models write them."""
    right, bottom = scheme.span(screen)
    return round(x / screen.width * right), round(y / screen.height * bottom)


def ui_tars(scheme: Scheme = REL1000, form: str = "<point>{} {}</point>", key: str = "point") -> Writer:
    """`Thought:` and `Action:` with one call."""

    def written(step: Step) -> Sequence[str]:
        def at(x: int, y: int) -> str:
            return "'" + form.format(*scaled(scheme, step.screen, x, y)) + "'"

        start, end = ("start_box", "end_box") if key == "start_box" else ("start_point", "end_point")
        match step.action:
            case Tap(x, y):
                call = f"click({key}={at(x, y)})"
            case DoubleTap(x, y):
                call = f"left_double({key}={at(x, y)})"
            case LongPress(x, y):
                call = f"long_press({key}={at(x, y)})"
            case Swipe(x1, y1, x2, y2):
                call = f"drag({start}={at(x1, y1)}, {end}={at(x2, y2)})"
            case Type(text):
                call = f"type(content='{_quoted(text)}')"
            case Key(name):
                call = _TARS_KEYS.get(name, f"hotkey(key='{name.lower()}')")
            case Launch(app):
                call = f"open_app(app_name='{_quoted(app)}')"
            case Wait():
                call = "wait()"
            case AskUser(question):
                call = f"call_user(content='{_quoted(question)}')"
            case Finish(text):
                call = f"finished(content='{_quoted(text)}')"
            case other:
                raise NotImplementedError(other)
        return (f"Thought: This is what comes next.\nAction: {call}",)

    return written


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")


def mobile_use(scheme: Scheme, frame: str, *, answers_end: bool, strokes: str = "swipe") -> Writer:
    """Calls of the tool `mobile_use`; `frame` holds the call as `{}`. `strokes`: how a swipe is called."""

    def written(step: Step) -> Sequence[str]:
        def at(x: int, y: int) -> list[int]:
            return list(scaled(scheme, step.screen, x, y))

        def write_call(**arguments: Any) -> str:
            call = json.dumps({"name": "mobile_use", "arguments": arguments}, ensure_ascii=False)
            return frame.replace("{}", call)

        start, end = ("coordinate", "coordinate2") if strokes == "swipe" else ("start_coordinate", "end_coordinate")
        match step.action:
            case Tap(x, y):
                return (write_call(action="click", coordinate=at(x, y)),)
            case LongPress(x, y, ms):
                return (write_call(action="long_press", coordinate=at(x, y), time=ms / 1000),)
            case Swipe(x1, y1, x2, y2):
                return (write_call(action=strokes, **{start: at(x1, y1), end: at(x2, y2)}),)
            case Type(text):
                return (write_call(action="type", text=text),)
            case Key(name):
                return (write_call(action="system_button", button=name.capitalize()),)
            case Launch(app):
                return (write_call(action="open", text=app),)
            case Wait():
                return (write_call(action="wait", time=1),)
            case AskUser(question):
                return (write_call(action="ask_user", text=question),)
            case Finish(text, status) if answers_end and status == "complete":
                return (write_call(action="answer", text=text),)
            case Finish(text, status):
                done = write_call(action="terminate", status="success" if status == "complete" else "failure")
                return (write_call(action="answer", text=text), done)
            case other:
                raise NotImplementedError(other)

    return written


def m3a(*, numbers: bool = True, rule: Rule = "leaves", sent: Screen | None = None) -> Writer:
    """`Reason:` and `Action:`; places by the numbers of elements, or in pixels of the picture that was `sent`."""

    def written(step: Step) -> Sequence[str]:
        def at(x: int, y: int) -> dict[str, int]:
            if numbers:
                return {"index": touching(listed(step.tree, step.screen, rule), step.tree, x, y).number}
            size = sent or step.screen
            return {"x": round(x * size.width / step.screen.width), "y": round(y * size.height / step.screen.height)}

        def write_reply(kind: str, **fields: Any) -> str:
            action = json.dumps({"action_type": kind, **fields}, ensure_ascii=False)
            return f"Reason: This is what comes next.\nAction: {action}"

        match step.action:
            case Tap(x, y):
                return (write_reply("click", **at(x, y)),)
            case LongPress(x, y):
                return (write_reply("long_press", **at(x, y)),)
            case Swipe(_, y1, _, y2):
                return (write_reply("scroll", direction="down" if y2 < y1 else "up"),)
            case Type(text):
                return (write_reply("input_text", text=text),)
            case Key(name):
                return (write_reply(_M3A_KEYS[name]),)
            case Launch(app):
                return (write_reply("open_app", app_name=app),)
            case AskUser(question):
                return (write_reply("ask_user", text=question),)
            case Finish(text, status):
                goal = "complete" if status == "complete" else "infeasible"
                return (write_reply("answer", text=text), write_reply("status", goal_status=goal))
            case other:
                raise NotImplementedError(other)

    return written


def touching(elements: Sequence[Element], tree: UiTree, x: int, y: int) -> Element:
    """An element whose middle touches the same control as a point does: the one nearest to it."""
    wanted = tree.hit(x, y)

    def distance(element: Element) -> int:
        across, down = middle(element)
        return abs(across - x) + abs(down - y)

    return min((element for element in elements if tree.hit(*middle(element)) is wanted), key=distance)


def middle(element: Element) -> tuple[int, int]:
    """The point that naming an element touches."""
    left, top, right, bottom = element.bounds
    return (left + right) // 2, (top + bottom) // 2


def mobile_agent_v3(step: Step) -> Sequence[str]:
    """An operator's reply: headings, and one action as JSON in pixels."""
    match step.action:
        case Tap(x, y):
            document: dict[str, Any] = {"action": "click", "coordinate": [x, y]}
        case Swipe(x1, y1, x2, y2):
            document = {"action": "swipe", "coordinate": [x1, y1], "coordinate2": [x2, y2]}
        case Type(text):
            document = {"action": "type", "text": text}
        case Key(name):
            document = {"action": "system_button", "button": name.capitalize()}
        case Launch(app):  # only the lenient reader knows it: the program has to find an icon
            document = {"action": "open", "text": app}
        case Finish(text):
            document = {"action": "answer", "text": text}
        case other:
            raise NotImplementedError(other)
    action = json.dumps(document, ensure_ascii=False)
    return (f"### Thought ###\nThis is next.\n\n### Action ###\n{action}\n\n### Description ###\nGoes on.",)


QWEN = "Thought: This is next.\nAction: I go on.\n<tool_call>\n{}\n</tool_call>"
GUI_OWL = "Action: Go on.\n<tool_call>\n{}\n</tool_call>\n"
MAI_UI = "<thinking>\nThis is next.\n</thinking>\n<tool_call>\n{}\n</tool_call>"

WRITERS: dict[str, Writer] = {
    "ui-tars-1.0": ui_tars(REL1000, "({},{})", "start_box"),
    "ui-tars-1.5": ui_tars(ABS_SMART28, "({},{})", "start_box"),
    "ui-tars-doubao": ui_tars(REL1000),
    "qwen3-vl": mobile_use(REL999, QWEN, answers_end=False),
    "gui-owl": mobile_use(REL1000, GUI_OWL, answers_end=True),
    "mai-ui": mobile_use(REL999, MAI_UI, answers_end=True, strokes="drag"),
    "mobile-agent-v3": mobile_agent_v3,
    "som": m3a(),
    "pixels": m3a(numbers=False, sent=Screen(576, 1280)),
}
"""By the names of the presets."""
