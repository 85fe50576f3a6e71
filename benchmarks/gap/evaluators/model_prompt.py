"""The request to a model that reads a thought, and the parser of its reply. Pure.

The published evaluation puts the thought where AgentCPM-GUI expects the user's instruction, together with the
screenshot, and without goal, action or elements. This module does the same with its own prompts; a folder of texts can
replace them (`PROMPTS`, see `runtime.components.prompting`). The schema is that of the model's format, with our
descriptions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks.gap.records import Predicted
from benchmarks.gap.rules import reading
from runtime.llm import Message, ModelRequest, Picture, Prompt, PromptFiles
from runtime.llm.quoting import plain

PROMPTS: Final = PromptFiles("benchmarks.gap.evaluators.prompts", ("gap-system", "gap-question", "gap-history"))

SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "description": "下一步操作",
    "properties": {
        "thought": {"type": "string", "description": "这一步的考虑"},
        "POINT": {"$ref": "#/$defs/Location", "description": "触摸的位置"},
        "to": {
            "description": "手指滑动的方向，或滑动的终点",
            "oneOf": [{"enum": ["up", "down", "left", "right"]}, {"$ref": "#/$defs/Location"}],
        },
        "duration": {
            "type": "integer",
            "description": "触摸或等待的时间，单位毫秒",
            "minimum": 0,
            "default": 200,
        },
        "PRESS": {"type": "string", "description": "按下的系统键", "enum": ["HOME", "BACK", "ENTER"]},
        "TYPE": {"type": "string", "description": "输入的文字"},
        "STATUS": {
            "type": "string",
            "description": "任务的状态：完成时用 finish，无法完成时用 impossible，需要用户说明时用 need_feedback",
            "enum": ["continue", "finish", "satisfied", "impossible", "interrupt", "need_feedback"],
            "default": "continue",
        },
    },
    "required": ["thought"],
    "additionalProperties": False,
    "$defs": {
        "Location": {
            "type": "array",
            "description": "[横, 纵]，0 到 1000 的整数",
            "items": {"type": "integer", "minimum": 0, "maximum": 1000},
            "minItems": 2,
            "maxItems": 2,
        }
    },
}

_FENCE: Final = re.compile(r"\A```[a-z]*\s*\n(.*?)\n?```\Z", re.DOTALL)
_ALOUD: Final = re.compile(r"\A<think>.*?</think>\s*", re.DOTALL)
_SHOWN: Final = 80


def question(
    prompts: Mapping[str, Prompt], thought: str, history: Sequence[str], picture: Picture, tokens: int
) -> ModelRequest:
    """The request for one thought. Chat-template control tokens are removed from the thoughts."""
    schema = json.dumps(SCHEMA, ensure_ascii=False, separators=(",", ":"))
    before = ""
    if history:
        listed = "\n".join(f"{number}. {_one_line(past)}" for number, past in enumerate(history, start=1))
        before = prompts["gap-history"].fill(thoughts=listed) + "\n\n"
    prompt_text = prompts["gap-question"].fill(history=before, thought="\n".join(map(plain, thought.split("\n"))))
    return ModelRequest(
        "judge",
        (
            Message("system", (prompts["gap-system"].fill(schema=schema),)),
            Message("user", (prompt_text, picture)),
        ),
        prompt=labels(prompts, history=bool(history)),
        max_tokens=tokens,
    )


def labels(prompts: Mapping[str, Prompt], *, history: bool) -> str:
    """The labels of the prompts used."""
    used = PROMPTS.names if history else PROMPTS.names[:2]
    return " ".join(prompts[name].label for name in used)


def parse_reply(text: str, *, strict_json: bool = False) -> tuple[Predicted | None, str]:
    """The action of a reply, or None and the reason. The reply must be exactly one JSON object.

    The object may be in a fenced block and follow reasoning in its tags, for models that were not trained for this.
    `strict_json` forbids both, as the published code does.
    """
    answer_text = text.strip()
    if not strict_json:
        answer_text = _ALOUD.sub("", answer_text)
    block = None if strict_json else _FENCE.match(answer_text)
    try:
        value = json.loads(block[1] if block else answer_text)
    except (ValueError, RecursionError):
        return None, f"no JSON: {answer_text[:_SHOWN]!r}" if answer_text else "empty"
    return action(value)


def action(value: object) -> tuple[Predicted | None, str]:
    """The action of a JSON value in AgentCPM-GUI's schema, or None and the reason."""
    try:
        return reading.predicted(value), ""
    except ValueError as error:
        return None, str(error)


def _one_line(thought: str) -> str:
    return plain(" ".join(thought.split()))
