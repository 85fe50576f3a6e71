"""How the reader words its questions, and what a reply says: things by their names, candidates as shown. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.agents.scripted.reader.language.words import (
    content,
    deeds_of,
    is_date,
    kind_of,
    spans,
    spelled,
    words,
)

_CANDIDATES = 8
"""More than these nobody wants to be read out."""
_WORDS = 2
"""Words of the longest heading that names what it is about; longer ones are quoted."""
_NO_NOUN = frozenset((
    "add", "allow", "and", "at", "by", "for", "from", "how", "it", "make", "me", "on", "or", "out", "select", "to",
    "what", "when", "where", "who", "with",
))  # fmt: skip
"""Words of headings that are phrases rather than names."""
_MEASURES = frozenset(("min", "minute", "hour", "hr", "km", "mi", "day", "week", "today", "tomorrow", "change"))
_NO_PREFERENCE = ("no preference", "don't mind", "doesn't matter", "whatever")
_UNHELPFUL = (*_NO_PREFERENCE, "make your own decisions", "nobody answers")
_ABOUT = re.compile(r"\bfor the [^:]{1,40}:\s*", re.IGNORECASE)
_POLITE = re.compile(r"[,.!\s]*(?:\bplease\b|\bthank(?:s| you)\b)?[.!\s]*$", re.IGNORECASE)


def which(heading: str, labels: Sequence[str]) -> str:
    """The question which of the candidates the user wants."""
    kind = kind_of(labels) or heading.strip(" :?").casefold()
    shown = either([spelled(label) for label in labels[:_CANDIDATES]])
    own = words(kind)
    if not own:
        return f"Which one would you like: {shown}?"
    if len(own) > _WORDS or _NO_NOUN & set(own) or deeds_of(own[0]):
        return f"For “{heading.strip(' :')}”, which one would you like: {shown}?"
    return f"Which {kind} would you like: {shown}?"


def what(name: str) -> str:
    """The question for something that there are no candidates of."""
    own = name.strip(" :?…").casefold()
    if set(words(own)) & {"time", "when", "hour"}:
        return "What time would you like, hours and minutes?"
    return f"What {own} would you like?"


def candidate(label: str, texts: Sequence[str]) -> str:
    """How a row is read out: by its label, and by what it is about where that is a mere date, time or number."""
    if named(label):
        return label
    others = [text for text in texts if text != label and sum(map(str.isalpha, text)) > len(text) // 2]
    return f"{label} ({max(others, key=len)})" if others else label


def named(label: str) -> bool:
    """Whether there is more to it than a date, a time or a measure."""
    return any(
        not any(map(str.isdigit, word)) and not is_date(word) and word not in _MEASURES for word in content(label)
    )


def either(labels: Sequence[str]) -> str:
    """`A, B or C`."""
    if len(labels) < 2:
        return "".join(labels)
    return ", ".join(labels[:-1]) + " or " + labels[-1]


def helps(reply: str) -> bool:
    """Whether a reply says anything that could be chosen."""
    return not any(phrase in reply.casefold().replace("’", "'") for phrase in _UNHELPFUL)


def indifferent(reply: str) -> bool:
    """Whether the user has no preference here; about other things there may well be one."""
    return any(phrase in reply.casefold().replace("’", "'") for phrase in _NO_PREFERENCE)


def values(reply: str) -> tuple[str, ...]:
    """What a reply tells, without what it is about and without politeness."""
    parts = [part for part in _ABOUT.split(reply) if part.strip()]
    return tuple(told for part in parts if (told := _POLITE.sub("", part.strip())))


def meant(labels: Sequence[str], reply: str) -> int | None:
    """Which of the labels the reply names: the longest one named in full, else the one that holds what was told."""
    best, found = 0.0, None
    for told in values(reply):
        for at, label in enumerate(labels):
            score = _likeness(label, told)
            if score > best:
                best, found = score, at
    return found


def _likeness(label: str, told: str) -> float:
    own, said = words(spelled(label)), words(told)
    if not own or not said:
        return 0
    if own == said:
        return 1000
    if spans(own, said):
        return 100 + len(own)
    if spans(said, own):
        return 50 + len(said) / len(own)
    shared = len(content(label) & content(told))
    return shared / len(content(label) | content(told)) if 2 * shared > len(content(told)) else 0
