"""Words that are to be written: each with what was said that it is for, and the field that takes it. Pure.

Of "a new list called X, with the note “Y”" those are a name and a note. A quote after a deed that touches what there is
already, such as liking it, is a name to look for, unless it is said what it is to be written for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from adapters.agents.scripted.reader.language.words import stem, telling, words

_EXISTING = frozenset((
    "like", "keep", "follow", "drop", "unfollow", "archive", "pin", "restore", "block", "unblock", "join", "empty",
    "copy", "move", "quiet", "dislike", "claim", "refund", "vote",
))  # fmt: skip
"""Deeds whose quoted words name something that there is already; other deeds' are to be written."""
_SHARING = frozenset(("share", "forward", "give", "star", "open", "play", "hide", "download", "mark", "turn", "rate"))
"""Verbs at the beginning after which it does as well."""
_KINDS = (
    "name title called label headline subject heading",
    "note comment remark instruction message text word reply answer say describe description caption bio about read",
    "code coupon voucher promo discount",
    "address street place location",
    "city town",
    "phone mobile number tel",
    "mail email",
)
"""What is written and what the fields for it are called, one kind on each line."""
_KIND = {
    word: frozenset(at for at, line in enumerate(_KINDS) if word in line.split())
    for line in _KINDS
    for word in line.split()
}
_REACHES = frozenset().union(*(_KIND[word] for word in ("address", "city", "phone", "mail")))
_FOR = frozenset((
    "note", "comment", "remark", "instruction", "message", "caption", "description", "describe", "bio", "saying",
    "called", "named", "titled", "entitled", "name", "title", "label", "labelled", "subject", "headline", "reads",
    "says", "text", "content",
))  # fmt: skip
"""Words before a quote that say that it is written, whatever the deed is."""
_CODE = re.compile(r"\b(?:code|coupon|voucher)\s+(?P<code>[A-Z][A-Z0-9]{3,})\b")
_STREET = re.compile(
    r"(?:\b(?P<person>[A-Z]\w+(?: [A-Z]\w+)*), )?(?P<street>\b\d+[a-z]? [A-Z]\w+(?: [A-Z]\w+)*)"
    r"(?:, (?P<city>[A-Z]\w+(?: [A-Z]\w+)*))?"
)
_REACH = (
    ("phone", re.compile(r"(?<![\w:.])(?P<phone>\+?\d(?:[ -]?\d){6,})(?![\w:])")),
    ("mail", re.compile(r"(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)")),
)
_NAMING = frozenset(("called", "named", "titled", "entitled", "labelled"))
_QUOTE = re.compile("[“\"‘]([^”\"’]{2,})[”\"’]")  # fmt: skip
_CALLED = re.compile(
    r"\b(?:an?|another|new)\s(?:[^.;:“\"]{0,60}?\s)?(?:called|named|titled|entitled|labelled)\s+"
    r"(?P<name>[A-Z][\w'’-]*(?: (?:(?:and|of|the|for|&) )?[A-Z0-9][\w'’-]*)*)"
)
_RENAMED = re.compile(
    r"\b[Rr]ename\b[^.;“\"]*?\s(?:to|as|into)\s+(?P<name>[A-Z][\w'’-]*(?: [\w'’-]+)*?)(?=\s+(?:on|in)\s|[.,;]|$)"
)
_ADDRESS = {"person": frozenset(("name",)), "street": frozenset(("street",)), "city": frozenset(("city",))}
_BELONGS = frozenset(("of", "from", "on", "into", "under"))
"""Words before a thing that something else is part of."""
_NEWLY = frozenset(
    ("add", "create", "make", "write", "compose", "draft", "start", "begin", "enter", "with", "post", "send")
)
"""Words before a thing that was not there before."""
_TO = re.compile('\\s+(?:to|into|as) [“"‘]')
_CLAUSE = re.compile(r"[.,;:]\s|\band\b")
_GIVEN = re.compile(r"\s*give\s+\w+\s.*\w\s+(?:the|a|an|this)\s+\w+\s*$", re.IGNORECASE)
"""Somebody or something is given what the quote is: "give the photo the caption"."""
_FIRST = re.compile(r"\s+first\b")
_LED = 4
"""Words before a quote that may say what it is for."""


@dataclass(frozen=True, slots=True)
class Text:
    """`about`: the stems of the words that say what it is for; `firm`: whether it is to be written in any case, rather
    than only where there is a field for it: codes and addresses may be chosen from lists as well.
    """

    text: str
    about: frozenset[str]
    firm: bool = True
    side: str = ""
    """Where it goes beside what stands in the field already: `behind` or `before`."""

    @property
    def kinds(self) -> frozenset[int]:
        return frozenset().union(*(_KIND.get(word, frozenset[int]()) for word in self.about))


def texts(instruction: str, deeds: Collection[str]) -> tuple[Text, ...]:
    """All words that are to be written, in the order of the telling."""
    existing = bool(_EXISTING & set(deeds)) or bool(_SHARING & set(words(instruction)[:1]))
    found: list[tuple[int, Text]] = []
    for quote in _QUOTE.finditer(instruction):
        before = _CLAUSE.split(_QUOTE.sub("", instruction[: quote.start()]))[-1]
        led = words(before)[-_LED:]
        # Of several quotes the first is written; of another one that has to be said.
        told = led[-1:] == ("say",) or instruction[: quote.start()].endswith(": ")
        if (existing or found) and not (told or _FOR & set(led)):
            continue
        if _existing(led, instruction[quote.end() :], deeds):
            continue
        given = _GIVEN.match(before) is not None and bool(_FOR & set(led[-1:]))
        if existing and {"the", "my"} & set(led[-3:-1]) and "with" not in led and not given:
            # "Archive the note X": that is which note.
            continue
        found.append(
            (quote.start(), Text(quote[1], _about(led), side=_side(words(before), instruction[quote.end() :])))
        )
    bare = _QUOTE.sub(lambda quote: " " * len(quote[0]), instruction)
    for pattern in (_CALLED, _RENAMED):
        found.extend((one.start("name"), Text(one["name"], frozenset(("called",)))) for one in pattern.finditer(bare))
    found.extend((one.start(), Text(one["code"], frozenset(("code",)), firm=False)) for one in _CODE.finditer(bare))
    if {"address", "contact"} & set(words(bare)):
        for one in _STREET.finditer(bare):
            found.extend(
                (one.start(group), Text(one[group], _ADDRESS[group], firm=False)) for group in _ADDRESS if one[group]
            )
        for group, pattern in _REACH:
            found.extend(
                (one.start(), Text(one[group], frozenset((group,)), firm=False)) for one in pattern.finditer(bare)
            )
    return tuple(text for _, text in sorted(found, key=lambda one: one[0]))


def _side(led: Sequence[str], after: str) -> str:
    """Where it goes if a thing is renamed by a part of its name."""
    if led[:1] != ("rename",) or led[-1] not in ("by", "with"):
        return ""
    return "behind" if led[-1] == "by" else "before" if _FIRST.match(after) else ""


def beside(text: str, side: str, shown: str) -> str:
    """All that the field holds with the text, where it goes beside what is shown."""
    return f"{shown} {text}" if side == "behind" else f"{text} {shown}" if side else text


def _existing(led: Sequence[str], after: str, deeds: Collection[str]) -> bool:
    """Whether the quote is what a thing is called that there is already: "of the note X", "move the task X"."""
    if led[-1:] == ("for",) and "buy" in deeds:
        return True
    if "rename" in led and _TO.match(after):
        return True
    at = max((at for at, word in enumerate(led) if word in ("the", "my")), default=-1)
    kind = led[at + 1 :]
    if at < 1 or not 0 < len(kind) < _LED - 1 or not all(map(telling, kind)):
        return False
    return led[at - 1] in _BELONGS or not (led[at - 1] in _NEWLY or {*kind} & (_FOR | _KIND.keys()))


def _about(led: Sequence[str]) -> frozenset[str]:
    named = max((at for at, word in enumerate(led) if word in _NAMING), default=-1)
    if named == len(led) - 1 and led:
        # "A note called X": X is what it is called, not what is noted.
        return frozenset(("called",))
    return frozenset(map(stem, led[named + 1 :]))


def fits(text: Text, hint: str) -> int:
    """How well a field with this hint takes the text: by the same word, by one of its kind, or not."""
    own = _hinted(hint)
    if own & text.about & _KIND.keys():
        return 2
    return int(any(_KIND.get(word, frozenset[int]()) & text.kinds for word in own))


def reaches(text: Text) -> bool:
    """Whether it says where somebody or something is found: no field takes it that does not say so."""
    return bool(text.kinds & _REACHES)


def _hinted(hint: str) -> set[str]:
    """The stems of a hint; an email address is no address."""
    own = {stem(word) for word in words(hint)}
    return own - {"address"} if own & {"email", "mail", "e"} else own


def odd(text: Text, hint: str) -> bool:
    """Whether a field with this hint takes something of another kind."""
    kinds = frozenset().union(*(_KIND.get(word, frozenset[int]()) for word in _hinted(hint)))
    return bool(text.kinds and kinds) and not text.kinds & kinds
