"""Breaks labels into lines at the joints of names, and spells out characters without a glyph."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

ELLIPSIS = "…"
_JOINTS = (
    re.compile(r"(?<=[-_/ :),+])|(?<=\.)(?!\d)|(?=\()|(?<=[\u3040-\u9fff\uac00-\ud7af])"),
    re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)"),
    re.compile(r""),
)
"""Places where a line may end, in order of preference: between parts of a name, between its words, anywhere."""


def printable(text: str, covered: Collection[int]) -> str:
    """The text on one line; characters without a glyph become `U+1F600`, because an empty box is meaningless."""
    plain = " ".join(text.split())
    return "".join(mark if ord(mark) in covered else f"U+{ord(mark):04X}" for mark in plain)


def unprintable(texts: Iterable[str], covered: Collection[int]) -> list[str]:
    """The distinct characters without a glyph, sorted."""
    return sorted({mark for text in texts for mark in "".join(text.split()) if ord(mark) not in covered})


def wrapped(text: str, width: float, measure: Callable[[str], float], most: int = 4) -> list[str]:
    """Breaks a text into lines no wider than `width`, at joints; words are broken only if they are too wide.

    A text of more than `most` lines loses its middle, because versions and sizes are at the end of names.
    """
    lines = _lines(text, width, measure)
    if len(lines) <= most:
        return lines
    for cut in range(2, len(text)):
        keep = len(text) - cut
        shorter = text[: (keep + 1) // 2].rstrip() + ELLIPSIS + text[len(text) - keep // 2 :].lstrip()
        lines = _lines(shorter, width, measure)
        if len(lines) <= most:
            return lines
    return [ELLIPSIS]


def _lines(text: str, width: float, measure: Callable[[str], float], level: int = 0) -> list[str]:
    lines = [""]
    for piece in filter(None, _JOINTS[level].split(text)):
        if measure((lines[-1] + piece).strip()) <= width:
            lines[-1] += piece
        elif level + 1 == len(_JOINTS) or measure(piece.strip()) <= width:
            lines.append(piece)
        else:
            lines += _lines(piece, width, measure, level + 1)
    return [line.strip() for line in lines if line.strip()] or [""]
