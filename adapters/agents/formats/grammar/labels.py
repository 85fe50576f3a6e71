"""The parts of a reply under headings such as `Thought:` or `### Action ###`."""

from __future__ import annotations

import re
from dataclasses import dataclass

_THINK = re.compile(r"</?(?:think|thinking)>")


@dataclass(frozen=True, slots=True)
class Part:
    """A heading and the text up to the next one, which begins at `at`."""

    name: str
    text: str
    at: int


def colons(*names: str) -> re.Pattern[str]:
    """A pattern of headings that end in a colon, at the beginning of lines, marked up or not."""
    return re.compile(rf"(?mi)^[ \t>*#_-]*\b({'|'.join(names)})[ \t*_]*[:：][ \t*_]*")


def hashes(*names: str) -> re.Pattern[str]:
    """A pattern of headings as Markdown writes them: `### Name ###`."""
    # Bounded everywhere: spaces without end between two marks must not be divided among them in every way.
    space = r"[ \t*:]{0,6}"
    return re.compile(rf"(?mi)^{space}\#{{2,4}}{space}({'|'.join(names)}){space}\#{{0,4}}{space}$")


def parts(text: str, headings: re.Pattern[str]) -> list[Part]:
    """The parts in order, with their headings in lower case; text before the first heading is dropped."""
    found = list(headings.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    return [
        Part(match[1].lower(), text[match.end() : end].strip(), match.end())
        for match, end in zip(found, ends, strict=False)
    ]


def first(found: list[Part], name: str) -> str | None:
    """The text of the first part of that name."""
    return next((part.text for part in found if part.name == name), None)


def unthought(text: str) -> tuple[str, str]:
    """The model's reasoning (`<think>…</think>`, the first tag may be missing), and the rest of the reply."""
    end = max(text.find("</think>"), text.find("</thinking>"))
    if end < 0:
        return "", text
    return _THINK.sub("", text[:end]).strip(), text[text.index(">", end) + 1 :]


def one_line(text: str) -> str:
    """A text in one line, without the quotes and marks around it."""
    return " ".join(text.split()).strip("\"'`* ")
