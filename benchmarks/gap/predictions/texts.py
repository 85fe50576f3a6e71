"""Parsers of raw model text: split it into thought and action. Pure.

The thought is found without parsing the action, and the action is parsed only from the text after the thought. So no
text of a thought can change the action, and a broken action does not lose its thought.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from adapters.agents.formats import autoglm, ui_tars
from adapters.agents.formats.grammar import mobile_use
from adapters.agents.formats.grammar.coordinates import Screen, smart_resize
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Reading, Surface
from adapters.agents.formats.grammar.mobile_use import Manner
from benchmarks.gap.predictions.action_conversion import THOUSAND, Span, predicted, surface
from benchmarks.gap.predictions.answer import Answer, Reader, Size, SizeLookup

_UNKNOWN: Final[Span] = (100_000, 100_000)
_MANNER: Final = Manner(press_ms=2000, swipe_ms=800, wait_ms=2000, answers_end=True)
_OWL_LEAST, _OWL_MOST = 3136, 10_035_200
"""Minimum and maximum number of pixels to which GUI-Owl's own program resizes a picture."""

Split = Callable[[str], tuple[str, str]]
Reads = Callable[[str, Surface], Reading]
Spanning = Callable[[Size], Span]


def reader(split: Split, reads: Reads, spanning: Spanning | None, wrapped: Callable[[dict[str, Any]], str]) -> Reader:
    """A parser of texts.

    `split` separates thought and rest, `reads` parses the rest, `spanning` returns the range of the coordinates, and
    `wrapped` converts an object into text.
    """

    def read(value: Any, ask: SizeLookup) -> Answer:
        text = value if isinstance(value, str) else wrapped(value) if isinstance(value, dict) else ""
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        thought, rest = split(text)
        if isinstance(value, dict) and isinstance(value.get("thought"), str):
            thought = value["thought"].strip()
        if not text.strip():
            return Answer(thought, None, "empty" if isinstance(value, str) else "no text of the model's")
        size = None if spanning is None else ask()
        try:
            span = THOUSAND if spanning is None else _UNKNOWN if size is None else spanning(size)
            found = predicted(reads(rest, surface(span)), span)
        except FormatError as error:
            return Answer(thought, None, str(error))
        if spanning is not None and size is None and (found.point is not None or isinstance(found.to, tuple)):
            return Answer(thought, None, "the size of the picture is not known")
        return Answer(thought, found)

    return read


def resized(size: Size) -> Span:
    """The screenshot size after UI-TARS 1.5's resizing."""
    return smart_resize(Screen(*size))


def resized_for_owl(size: Size) -> Span:
    """The screenshot size after GUI-Owl's resizing."""
    return smart_resize(Screen(*size), 28, _OWL_LEAST, _OWL_MOST)


def as_it_is(size: Size) -> Span:
    """The screenshot size without resizing."""
    return size


# UI-TARS

_ACTION_LINE: Final = re.compile(r"(?mi)^[ \t>*#_-]{0,20}action[ \t*_]{0,20}[:：]")
_ACTION: Final = re.compile(r"\bAction[ \t]{0,8}[:：]")
_HEADING: Final = re.compile(r"(?i)^[\s>*#_-]{0,20}(?:thought|action_summary)[ \t*_]{0,20}[:：][ \t*_]{0,20}")
_TAGS: Final = re.compile(r"</?think(?:ing)?>")


def split_ui_tars(text: str) -> tuple[str, str]:
    """Split at the last `Action:`, preferring one at the beginning of a line."""
    places = list(_ACTION_LINE.finditer(text)) or list(_ACTION.finditer(text))
    if not places:
        return _unheaded(text), text
    return _unheaded(text[: places[-1].start()]), "Action: " + text[places[-1].end() :].lstrip()


def _unheaded(text: str) -> str:
    return _HEADING.sub("", _TAGS.sub("", text).strip()).strip()


def _ui_tars(rest: str, here: Surface) -> Reading:
    # The wording of a question does not matter for a recorded step, but the parser rejects an empty question.
    return ui_tars.lenient(rest if "Action:" not in rest[:8] else f"Thought: ?\n{rest}", here)


def _ui_tars_wrapped(fields: dict[str, Any]) -> str:
    action = fields.get("action")
    return f"Thought: {fields.get('thought', '')}\nAction: {action}" if isinstance(action, str) else ""


# GUI-Owl and Qwen: a call of `mobile_use`

_OPENED: Final = re.compile(r"<think(?:ing)?>")
_CLOSED: Final = re.compile(r"</think(?:ing)?>")
_CALL: Final = "<tool_call>"
_THOUGHT: Final = re.compile(r"(?i)^[\s*#]{0,20}thought[ \t*]{0,20}[:：][ \t*]{0,20}")


def split_tool_call(text: str) -> tuple[str, str]:
    """Split before the tool call; the thought is in its tags if it has any, else after `Thought:`."""
    at = text.rfind(_CALL)
    before, rest = (text[:at], text[at:]) if at >= 0 else (text, text)
    if at < 0 and (closed := list(_CLOSED.finditer(text))):
        before, rest = text[: closed[-1].end()], text[closed[-1].end() :]
    elif at < 0 and (brace := text.find("{")) > 0:
        before, rest = text[:brace], text[brace:]
    opened, closed = _OPENED.search(before), list(_CLOSED.finditer(before))
    if closed:
        before = before[opened.end() if opened and opened.end() <= closed[-1].start() else 0 : closed[-1].start()]
    elif opened:
        before = before[opened.end() :]
    return _THOUGHT.sub("", before.strip()).strip(), rest


def _tool_call(rest: str, here: Surface) -> Reading:
    return mobile_use.read(rest, here, _MANNER)


def _tool_call_wrapped(fields: dict[str, Any]) -> str:
    inside = fields.get("action") if isinstance(fields.get("action"), dict) else fields
    try:
        return f"{_CALL}\n{json.dumps(inside, ensure_ascii=False)}\n</tool_call>"
    except (TypeError, ValueError, RecursionError):
        return ""


# AutoGLM

_DOING: Final = re.compile(r"\b(?:do|finish)\s{0,8}\(")
_GLM_TAGS: Final = re.compile(r"</?(?:think|thinking|answer)>|<\|[a-z_]{1,30}\|>")


def split_autoglm(text: str) -> tuple[str, str]:
    """Split at the final call; the parser ignores calls that the reasoning mentions."""
    answer = text.rfind("<answer>")
    closed = list(_CLOSED.finditer(text))
    at = max(answer, closed[-1].end() if closed else -1)
    if at < 0:
        calls = list(_DOING.finditer(text))
        lines = [call for call in calls if not text[: call.start()].rpartition("\n")[2].strip()]
        at = (lines or calls)[-1].start() if calls else len(text)
    thought = _GLM_TAGS.sub("", text[:at]).strip()
    return thought, text[at:]


def _autoglm(rest: str, here: Surface) -> Reading:
    return autoglm.lenient(f"?\n{rest}", here)


def _autoglm_wrapped(fields: dict[str, Any]) -> str:
    action = fields.get("action")
    return action if isinstance(action, str) else ""


def ui_tars_reader(spanning: Spanning | None) -> Reader:
    """Parser for UI-TARS; coordinates are thousandths by default."""
    return reader(split_ui_tars, _ui_tars, spanning, _ui_tars_wrapped)


def tool_call_reader(spanning: Spanning | None) -> Reader:
    """Parser for GUI-Owl and Qwen."""
    return reader(split_tool_call, _tool_call, spanning, _tool_call_wrapped)


def autoglm_reader() -> Reader:
    """Parser for AutoGLM-Phone."""
    return reader(split_autoglm, _autoglm, None, _autoglm_wrapped)
