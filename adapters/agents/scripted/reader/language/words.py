"""How the reader compares what it was told with what it sees: by words and their forms, never by meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

Span = tuple[int, int]
"""First position and the one after the last."""

WORD = re.compile(r"\d+(?:[:.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)?")
_COMMON = frozenset((
    "a", "about", "all", "an", "and", "any", "are", "as", "at", "be", "by", "called", "can", "choose", "closes",
    "costs", "do", "ends", "down", "find", "first", "for", "from", "get", "go", "i", "in", "into", "is", "it", "its",
    "keep", "keeps", "know", "latest", "let", "like", "look", "make", "me", "mine",
    "more", "my", "named", "need", "new", "newest",
    "no", "not", "now", "of", "off", "on", "one", "open", "opens", "or", "our", "out", "pick", "please", "set",
    "should", "show",
    "so", "some", "someone", "something", "starts", "tap", "tell", "that", "the", "then", "this", "through", "to",
    "titled", "turn", "up", "use", "want", "we", "what", "when", "where", "which", "who", "will", "with", "would",
    "you", "your",
))  # fmt: skip
"""Words that say nothing about a thing: grammar, and the verbs of touching a screen."""
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_SHORT = {name[:3]: name for name in (*_MONTHS, *_DAYS)}
_UNITS = {
    "min": ("minute", "minutes"), "mins": ("minute", "minutes"), "sec": ("second", "seconds"),
    "hr": ("hour", "hours"), "hrs": ("hour", "hours"),
}  # fmt: skip
_ALIKE = {
    short: (*_UNITS.get(short, ()), *([_SHORT[short]] if short in _SHORT else ())) for short in (*_SHORT, *_UNITS)
}
_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_FACE = re.compile(r"(\d{1,2}) (hours?|minutes?)")
_ROOT = 5
TITLES = ("Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Mt")
"""Short forms before a name whose full stop ends no sentence."""
"""Letters that words of one root share."""

DEEDS = {
    "buy": frozenset(("order", "buy", "purchase", "get", "book", "reserve", "pay")),
    "send": frozenset(("send", "pass", "share", "forward", "tell", "message", "notify", "write", "text")),
    "answer": frozenset(("answer", "reply")),
    "post": frozenset(("post", "publish", "upload", "reply", "comment", "begin", "put", "sell")),
    "make": frozenset(("add", "new", "create", "set", "start", "put", "remind", "begin", "plan")),
    "keep": frozenset(("save", "keep", "bookmark")),
    "follow": frozenset(("follow", "subscribe")),
    "like": frozenset(("like", "heart")),
    "dislike": frozenset(("dislike", "downvote", "unlike", "unsave")),
    "unfollow": frozenset(("unfollow", "unsubscribe")),
    "report": frozenset(("report",)),
    "block": frozenset(("block", "ban")),
    "unblock": frozenset(("unblock", "unban")),
    "restore": frozenset(("restore", "recover", "undelete")),
    "archive": frozenset(("archive",)),
    "pin": frozenset(("pin",)),
    "join": frozenset(("join",)),
    "empty": frozenset(("empty", "clear")),
    "vote": frozenset(("upvote", "vote")),
    "call": frozenset(("call", "ring", "dial")),
    "claim": frozenset(("claim", "redeem")),
    "refund": frozenset(("refund", "return", "cancel")),
    "copy": frozenset(("copy",)),
    "move": frozenset(("move",)),
    "quiet": frozenset(("mute", "silence", "quiet", "hush", "snooze")),
    "drop": frozenset(("delete", "remove", "clear", "discard", "erase", "forget")),
}
"""Verbs that apps and people use for one another, by the deed."""
_MEANT = {
    verb: frozenset(deed for deed, others in DEEDS.items() if verb in others)
    for verbs in DEEDS.values()
    for verb in verbs
}
_NO_DEED: frozenset[str] = frozenset()


@lru_cache(maxsize=1 << 14)
def words(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, case-blind and without the possessive; hyphens separate."""
    return tuple(re.sub(r"['’]s$", "", found.casefold()).replace("’", "'") for found in WORD.findall(text))


_IES = 4
_IN_IE = frozenset(("movie", "cookie", "calorie", "selfie", "smoothie", "hoodie", "brownie", "zombie", "serie", "pie"))
"""Words that end so, whose plural is no other's."""


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """A word without its plural ending; crude on purpose."""
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > _IES and word.endswith("ies") and word[:-1] not in _IN_IE:
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def telling(word: str) -> bool:
    """Whether a word names something: no grammar, no single letter."""
    return len(word) > 1 and word not in _COMMON


@lru_cache(maxsize=1 << 14)
def content(text: str) -> frozenset[str]:
    """The stems of the words that say something."""
    return frozenset(stem(word) for word in words(text) if telling(word))


def overlap(texts: Iterable[str], told: frozenset[str]) -> int:
    """How many content words of the texts were told."""
    return len(frozenset().union(*(content(text) for text in texts)) & told)


def spans(label: Sequence[str], told: Sequence[str]) -> list[Span]:
    """Everywhere that the label's words stand in a row in what was told; `Fri` stands for Friday."""
    size = len(label)
    # Most labels were not told: their first word says so without a look at every place.
    if not size or (label[0] not in told and label[0] not in _ALIKE):
        return []
    first, rest = (label[0], *_ALIKE.get(label[0], ())), label[1:]
    return [
        (start, start + size)
        for start in range(len(told) - size + 1)
        if told[start] in first and all(map(same, rest, told[start + 1 : start + size]))
    ]


def same(seen: str, told: str) -> bool:
    """Whether the word seen is the told one, or its short form."""
    return seen == told or (seen in _ALIKE and told in _ALIKE[seen])


def in_full(word: str) -> tuple[str, ...]:
    """The words that a short form on the screen stands for."""
    return _ALIKE.get(word, ())


def spelled(label: str) -> str:
    """The label in full where it is the short form of a day: `Fri` is Friday."""
    full = _SHORT.get(label.casefold(), "")
    return full.capitalize() if full in _DAYS else label


def is_date(word: str) -> bool:
    """Whether the word is the name of a day or a month, short or in full."""
    return word.casefold() in _SHORT or word.casefold() in (*_DAYS, *_MONTHS)


def is_time(word: str) -> bool:
    """Whether the word is a time of the day."""
    return _CLOCK.fullmatch(word) is not None


def akin(label: str, told: Iterable[str]) -> bool:
    """Whether a word of the label is a form of a told one: `reminder` of `remind`."""
    own = [word for word in words(label) if len(word) >= _ROOT]
    return any(word[:_ROOT] == other[:_ROOT] for word in own for other in told if len(other) >= _ROOT)


def part_of_time(label: str, told: Iterable[str]) -> bool:
    """Whether the label is the hour or the minute of a told time, as clock faces call them."""
    found = _FACE.fullmatch(label.casefold())
    at = found is not None and found[2].startswith("minute")
    return found is not None and any(int(one.split(":")[at]) == int(found[1]) for one in told if _CLOCK.fullmatch(one))


def is_face(labels: Sequence[str]) -> bool:
    """Whether these are the hours or minutes of a clock face, of which nobody asks."""
    return bool(labels) and all(_FACE.fullmatch(label.casefold()) for label in labels)


def kind_of(labels: Sequence[str]) -> str:
    """What the labels have in common, if their form says it: `day`, `time`, or nothing."""
    if labels and all(spelled(label).casefold() in _DAYS for label in labels):
        return "day"
    clocks = sum(_CLOCK.fullmatch(label) is not None for label in labels)
    return "time" if labels and clocks * 2 > len(labels) else ""


def deeds_of(word: str) -> frozenset[str]:
    """The deeds that a verb may stand for."""
    return _MEANT.get(word, _NO_DEED)
