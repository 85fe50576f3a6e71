"""What the reader was told, taken apart by grammar that English instructions share. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adapters.agents.words import Span, deed_of, spans, stem, telling, words

_ASKS = re.compile(
    r"\b(?:(?:tell|let|show) me|what|when|where|how (?:much|many|long|late)|find out|look\b[^.]*\bup|check)\b",
    re.IGNORECASE,
)
_LET_KNOW = re.compile(r"\blet (?!me\b)[^.,]+ know\b", re.IGNORECASE)
_OFF = re.compile(r"\b(?:turn|switch)\b[^.,]*\boff\b|\b(?:disable|deactivate|unmute)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:latest|newest|most recent|at the top|(?:the|my) (?:last|first))\b", re.IGNORECASE)
_QUOTED = re.compile('[“"‘]([^”"’]{2,})[”"’]')
_SENTENCE = re.compile(r"[.;!?](?:\s+|$)|\n")
_CLAUSE = re.compile(r"[,:]\s+|\b(?:and|then|please)\b", re.IGNORECASE)
_FOR_ME = frozenset(("tell", "text", "get", "write"))
"""Verbs that with "me" ask for words, not for a deed."""
_TOUCHES = frozenset(("tap", "press", "click", "touch", "hit"))
_UNITS = frozenset(("minute", "hour", "day", "week", "month"))
_DEVICE = frozenset((
    "phone", "airplane", "flight", "wifi", "bluetooth", "hotspot", "brightness", "battery", "screen", "display",
    "volume", "sound", "ringtone", "vibration", "disturb", "mode", "storage", "dark", "notification", "quiet",
))  # fmt: skip
_COMMAND = 4
"""Words of the longest label that is still a command ("Mute this chat now")."""
_BAR = "|"
"""Stands between what was said at different times, so that no label is read across the gap."""


@dataclass(frozen=True, slots=True)
class Request:
    """An instruction and the replies that came after it, as words with their places.

    `verbs` are the places of imperatives ("Order a burger": the deed, not the thing) and of labels to be tapped ("tap
    Place order": word for word or not at all); `deeds` are what the imperatives stand for.
    """

    said: tuple[str, ...]
    verbs: frozenset[int]
    deeds: frozenset[str]
    quoted: tuple[str, ...]
    informational: bool
    """Whether an answer is wanted rather than a deed."""
    off: bool
    latest: bool
    device: bool
    """Whether it is about the phone itself; every Android phone has an app for that."""

    def places(self, label: str) -> list[Span]:
        """Where the label was told, word for word."""
        return spans(words(label), self.said)

    def names(self, label: str) -> bool:
        """Whether the label was told, word for word."""
        return bool(self.places(label))

    def nouns(self, placed: Collection[int]) -> frozenset[str]:
        """Stems of the things told, without those at places already dealt with."""
        return frozenset(stem(self.said[at]) for at in range(len(self.said)) if self._thing(at, placed))

    def heads(self, placed: Collection[int]) -> frozenset[str]:
        """The nouns that are not mere modifiers: of "burger order" it is the order; modifiers are never plural."""
        return frozenset(
            stem(self.said[at])
            for at in range(len(self.said))
            if self._thing(at, placed)
            and (stem(self.said[at]) != self.said[at] or at + 1 == len(self.said) or not telling(self.said[at + 1]))
        )

    def _thing(self, at: int, placed: Collection[int]) -> bool:
        return at not in self.verbs and at not in placed and telling(self.said[at]) and self.said[at] != _BAR

    def acts(self, label: str) -> bool:
        """Whether the label begins with a verb for what is to be done; what is as long as a headline is no command."""
        own = words(label)
        return 0 < len(own) <= _COMMAND and bool(deed_of(own[0])) and deed_of(own[0]) in self.deeds

    def quantities(self, placed: Collection[int]) -> bool:
        """Whether a span of time ("2 hours") was told and is not yet chosen anywhere."""
        return any(
            number.isdigit() and stem(unit) in _UNITS and at not in placed
            for at, (number, unit) in enumerate(zip(self.said, self.said[1:], strict=False))
        )


def understand(instruction: str, replies: Sequence[str] = ()) -> Request:
    """Take an instruction and what the user added to it apart."""
    said: list[str] = []
    verbs: set[int] = set()
    deeds: set[str] = set()
    for sentence in filter(None, _SENTENCE.split(instruction)):
        own = words(sentence)
        starts = {0, *(len(words(sentence[: found.end()])) for found in _CLAUSE.finditer(sentence))}
        for start, end in pairwise(sorted({*starts, len(own)})):
            deed = deed_of(own[start])
            if own[start] in _TOUCHES:
                verbs.update(range(len(said) + start, len(said) + end))
            elif deed or start == 0:
                verbs.add(len(said) + start)
            if deed and not (own[start] in _FOR_ME and own[start + 1 : start + 2] == ("me",)):
                deeds.add(deed)
        said.extend((*own, _BAR))
    if _LET_KNOW.search(instruction):
        deeds.add("send")
    things = {stem(word) for at, word in enumerate(said) if at not in verbs}
    for reply in replies:
        said.extend((*words(reply), _BAR))
    return Request(
        said=tuple(said),
        verbs=frozenset(verbs),
        deeds=frozenset(deeds),
        quoted=tuple(_QUOTED.findall(instruction)),
        informational=_ASKS.search(instruction) is not None and not deeds,
        off=_OFF.search(instruction) is not None,
        latest=_FIRST.search(instruction) is not None,
        device=bool(things & _DEVICE),
    )
