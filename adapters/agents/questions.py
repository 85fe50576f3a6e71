"""How the reader words its questions: the thing by its name, the candidates as the screen shows them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.agents.words import deeds_of, kind_of, spelled

_CANDIDATES = 8
"""More than these nobody wants to be read out."""
_OPEN_ENDED = ("to", "from", "with", "for", "by", "at", "on")
_UNHELPFUL = ("no preference", "make your own decisions", "nobody answers")


def which(heading: str, labels: Sequence[str]) -> str:
    """The question which of the candidates the user wants."""
    kind = kind_of(labels) or heading.strip(" :").casefold()
    shown = either([spelled(label) for label in labels[:_CANDIDATES]])
    if not kind:
        return f"Which one would you like: {shown}?"
    if kind.split()[-1] in _OPEN_ENDED or deeds_of(kind.split()[0]):
        return f"For “{heading.strip(' :')}”, which one would you like: {shown}?"
    return f"Which {kind} would you like: {shown}?"


def either(labels: Sequence[str]) -> str:
    """`A, B or C`."""
    if len(labels) < 2:
        return "".join(labels)
    return ", ".join(labels[:-1]) + " or " + labels[-1]


def helps(reply: str) -> bool:
    """Whether a reply says anything that could be chosen."""
    return not any(phrase in reply.casefold() for phrase in _UNHELPFUL)
