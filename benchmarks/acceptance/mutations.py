"""Mutates replies as models break them: cut, doubled, spliced, with other quotes, with unexpected numbers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

_PIECES = (
    "Action:", "Action：", "Thought:", "Reason:", "Summary:", "### Action ###", "### Operation ###", "</answer>",
    "<answer>", "<think>", "</think>", "<tool_call>", "</tool_call>", "<|begin_of_box|>", "<point>", "</point>",
    "<|box_start|>", "```json", "```", "{", "}", "[", "]", "(", ")", "'", '"', "“", "”", "\\", "\\u", "\\ud83d", "\\x",
    "\n", "\n\n", ",", "=", ":", "do(action=", "finish(message=", "click(", "type(content='", "tap(", "FINISH", "null",
    "NaN", "1e999", "Infinity", "-1", "true", "\x00", "\u2028", "\ufeff", "٣", "²", "𝟙", "𐀀", "é", "中", " " * 50,
    "{" * 60, "[" * 60, "9" * 60,
)  # fmt: skip
_NUMBERS = ("-1", "0", "99999", "1e9", "0.5", "1" * 30, "", "٣", "1.2.3", "--2", "1_000", "0x10")
_VALUES = (
    "null", "true", "[]", "{}", '""', "0", "-7", "1e400", "[1]", "[[1, 2], 3]", '["a", null]', '{"x": 5, "y": 6}',
    '"click"', '"[1, 2]"', '"\\ud83d"', "NaN", "[1, 2, 3, 4, 5, 6]", '"KEYCODE_"', "1.5", '"1"', "9" * 26,
)  # fmt: skip
_QUOTES = str.maketrans({'"': "”", "'": "’", ":": "：", "(": "（", ",": "，"})

_Change = Callable[[str, random.Random, Sequence[str]], str]


def _places(text: str, draw: random.Random) -> tuple[int, int]:
    first, second = draw.randint(0, len(text)), draw.randint(0, len(text))
    return min(first, second), max(first, second)


def _cut(text: str, draw: random.Random, others: Sequence[str]) -> str:
    return text[: draw.randint(0, len(text))]


def _beheaded(text: str, draw: random.Random, others: Sequence[str]) -> str:
    return text[draw.randint(0, len(text)) :]


def _without(text: str, draw: random.Random, others: Sequence[str]) -> str:
    start, end = _places(text, draw)
    return text[:start] + text[min(end, start + draw.randint(1, 12)) :]


def _doubled(text: str, draw: random.Random, others: Sequence[str]) -> str:
    start, end = _places(text, draw)
    return text[:end] + text[start:]


def _with(text: str, draw: random.Random, others: Sequence[str]) -> str:
    at = draw.randint(0, len(text))
    return text[:at] + draw.choice(_PIECES) + text[at:]


def _renumbered(text: str, draw: random.Random, others: Sequence[str]) -> str:
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text
    at = draw.choice(digits)
    return text[:at] + draw.choice(_NUMBERS) + text[at + 1 :]


def _requoted(text: str, draw: random.Random, others: Sequence[str]) -> str:
    start, end = _places(text, draw)
    return text[:start] + text[start:end].translate(_QUOTES) + text[end:]


def _spliced(text: str, draw: random.Random, others: Sequence[str]) -> str:
    other = draw.choice(others)
    return text[: draw.randint(0, len(text))] + other[draw.randint(0, len(other)) :]


def _scrambled(text: str, draw: random.Random, others: Sequence[str]) -> str:
    letters = list(text)
    for _ in range(draw.randint(1, 4)):
        if letters:
            letters[draw.randrange(len(letters))] = chr(draw.choice((draw.randrange(128), draw.randrange(0xD7FF))))
    return "".join(letters)


def _restructured(text: str, draw: random.Random, others: Sequence[str]) -> str:
    """The reply's object without a field, or with an unexpected value in it."""
    fields = sum(1 for _ in _fields(_object(text)))
    if not fields:
        return _with(text, draw, others)
    return _changed(text, draw.randrange(fields), draw.choice((None, *_VALUES)))


def restructured(text: str) -> Iterator[str]:
    """All variants of the reply's object without one field, or with an unexpected value in one."""
    for field in range(sum(1 for _ in _fields(_object(text)))):
        for value in (None, *_VALUES):
            yield _changed(text, field, value)


def _changed(text: str, field: int, value: str | None) -> str:
    """The reply with a new value in the field of that number, or without it."""
    found = _object(text)
    holder, key = next(islice(_fields(found), field, None))
    if value is None:
        del holder[key]
    else:
        holder[key] = json.loads(value)
    return text[: text.find("{")] + json.dumps(found) + text[text.rfind("}") + 1 :]


def _object(text: str) -> Any:
    """The JSON object from the reply's first brace to its last; None if it is not one."""
    try:
        return json.loads(text[text.find("{") : text.rfind("}") + 1])
    except (ValueError, RecursionError):
        return None


def _fields(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object and list in a value, with each of its keys or places."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _fields(value[key])


_CHANGES: tuple[_Change, ...] = (
    _cut, _beheaded, _without, _doubled, _with, _with, _renumbered, _requoted, _spliced, _scrambled,
    _restructured, _restructured, _restructured,
)  # fmt: skip


def mutations(texts: Sequence[str], others: Sequence[str], seed: int) -> Iterator[str]:
    """Texts changed one to four times, without end; `others` are what they are spliced with."""
    draw = random.Random(seed)
    while True:
        text = draw.choice(texts)
        for _ in range(min(draw.randint(1, 4), draw.randint(1, 4))):
            text = draw.choice(_CHANGES)(text, draw, others)
        yield text
