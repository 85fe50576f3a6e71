"""Builds AutoGLM's requests: one conversation of all steps, in which only the newest message has a picture. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from adapters.agents.formats.app_names import HOME
from adapters.agents.formats.autoglm import official_split
from runtime.llm import Message, Picture

_DAYS: Final = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "cn": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}

_UNKNOWN: Final = {"en": "unknown", "cn": "未知"}


@dataclass(frozen=True, slots=True)
class Past:
    """A step that is over: the text that was shown, and the reply as it came."""

    shown: str
    reply: str


def messages(system: str, past: Sequence[Past], text: str, picture: Picture) -> tuple[Message, ...]:
    """The request of one step: every step before it without its picture, then this one, the picture first."""
    found = [Message("system", (system,))]
    for item in past:
        found += [Message("user", (item.shown,)), Message("assistant", (wrapped(item.reply),))]
    return (*found, Message("user", (picture, text)))


def wrapped(reply: str) -> str:
    """A reply as it stands in the history: put between tags anew, also where it had brought tags of its own."""
    thought, action = official_split(reply)
    return f"<think>{thought}</think><answer>{action}</answer>"


def opening(instruction: str, app: str) -> str:
    """The text of the first step."""
    return f"{instruction}\n\n{_info(app)}"


def following(app: str, feedback: str = "") -> str:
    """The text of a later step; `feedback` reports the result of the previous reply if necessary."""
    return "\n\n".join(part for part in (feedback, "** Screen Info **", _info(app)) if part)


def _info(app: str) -> str:
    return json.dumps({"current_app": app}, ensure_ascii=False)


def app_name(package: str) -> str:
    """The name of a package's app in the screen info of generic mode: the last part of the package."""
    last = package.rpartition(".")[2]
    return HOME if not last or "launcher" in package or last == "systemui" else last


def day(today: date | None, language: str) -> str:
    """The date as the system message of that language has it."""
    if today is None:
        return _UNKNOWN[language]
    name = _DAYS[language][today.weekday()]
    if language == "en":
        return f"{today.isoformat()}, {name}"
    return f"{today.year}年{today.month:02}月{today.day:02}日 {name}"
