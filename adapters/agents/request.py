"""What the reader was told, taken apart by grammar that English instructions share. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adapters.agents.words import Span, content, deeds_of, spans, stem, telling, words

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
_FOR_ME = frozenset(("tell", "text", "write"))
"""Verbs that with "me" ask for words, not for a deed."""
_CAUSES = frozenset(("have", "help"))
"""Verbs after which somebody, and then the deed, is named."""
_LIGHT = frozenset(("get", "put", "make"))
"""Verbs that say little; the noun after them says what is to be done."""
_APP = re.compile(r"(?<![Tt]urn )(?<![Ss]witch )\b(?:on|in|from) [A-Z][a-z]+\b(?! \d)")
_TOUCHES = frozenset(("tap", "press", "click", "touch", "hit"))
_UNITS = frozenset(("minute", "hour", "day", "week", "month"))
_DEVICE = frozenset((
    "phone", "airplane", "flight", "wifi", "bluetooth", "hotspot", "brightness", "battery", "screen", "display",
    "volume", "sound", "ringtone", "vibration", "disturb", "mode", "storage", "dark", "notification", "quiet",
))  # fmt: skip
_STOCK = {
    "clock": frozenset(("alarm", "timer", "stopwatch", "wake")),
    "files": frozenset(("file", "folder")),
    "contacts": frozenset(("contact",)),
    "calendar": frozenset(("calendar", "appointment")),
    "messages": frozenset(("sms", "text")),
    "camera": frozenset(("selfie",)),
}
"""What every phone has an app of that plain name for."""
_QUALITY = re.compile(
    r",\s+(?:but\s+|and\s+)?(?:in|at|with|without|for|to|as|on|under|due|every|deliver\w*|sent|colou?r|size|from|by|pay)\b",
    re.IGNORECASE,
)
_NAME_ENDS = (
    "on|in|from|with|at|to|for|as|of|by|and|but|that|so|is|are|then|under|again|when|out|via|into|wrote|get|gets|how"
    r"|remind\w*"
)
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?:[A-Z][\w'’-]*|\w+(?:\.\w+)+)" + rf"(?: (?!(?:{_NAME_ENDS})\b)[\w.’'-]+)*")
"""A word with a capital that begins no sentence, or an identifier, and what follows it as far as the name may reach."""
_BEGINS = frozenset(("new", "add", "create", "compose"))
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
    objects: tuple[str, ...]
    """What was told by name: in quotes, with a capital, or as an identifier."""
    specific: bool
    """Whether qualities were told beside the thing itself; then all that matter were told."""
    kind: str
    """The name of the stock app for matters of this kind, or nothing."""
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
        return 0 < len(own) <= _COMMAND and bool(deeds_of(own[0]) & self.deeds)

    def manages(self, label: str, placed: Collection[int]) -> bool:
        """Whether the label begins something new that was asked for by its name, or is a bare command."""
        own = words(label)
        return len(own) == 1 or own[0] not in _BEGINS or bool(content(label) & self.nouns(placed))

    def begins(self, label: str) -> bool:
        """Whether the label begins something new, whatever it is."""
        own = words(label)
        return (
            0 < len(own) <= _COMMAND and own[0] in _BEGINS and "to" not in own and bool({"make", "keep"} & self.deeds)
        )

    def loose(self, placed: Collection[int]) -> tuple[str, ...]:
        """The telling words not dealt with yet, imperatives among them."""
        return tuple(word for at, word in enumerate(self.said) if at not in placed and telling(word) and word != _BAR)

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
            meant = deeds_of(own[start])
            if own[start] in _TOUCHES:
                verbs.update(range(len(said) + start, len(said) + end))
            elif meant or start == 0:
                verbs.add(len(said) + start)
            if meant and not (own[start] in _FOR_ME and own[start + 1 : start + 2] == ("me",)):
                deeds.update(meant)
            if own[start] in _CAUSES:
                deeds.update(*map(deeds_of, own[start:end]))
            if own[start] in _LIGHT:
                deeds.update({"refund", "copy"} & set(own[start:end]))
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
        objects=_objects(instruction, replies),
        specific=_QUALITY.search(_QUOTED.sub("", instruction)) is not None,
        kind=next((app for app, known in _STOCK.items() if {stem(word) for word in said} & known), ""),
        device=bool(things & _DEVICE) and _APP.search(instruction) is None,
    )


def _objects(instruction: str, replies: Sequence[str]) -> tuple[str, ...]:
    """The names told, those in quotes first."""
    rest = _QUOTED.sub("", instruction)
    found = [*_QUOTED.findall(instruction), *(name.rstrip(".,;!?") for name in _NAME.findall(rest))]
    for reply in replies:
        found.extend(name.rstrip(".,;!?") for name in _NAME.findall(reply))
    return tuple(dict.fromkeys(re.sub(r"['’]s\b.*$", "", name).strip() for name in found))
