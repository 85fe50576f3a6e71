"""What a question is after: the form of the fact, the words for it, and the words for what it is a fact of. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from adapters.agents.scripted.reader.language.lexicon import numeral
from adapters.agents.scripted.reader.language.words import is_date, stem, telling

_WH = frozenset(("what", "when", "where", "who", "whose", "which", "how"))
_LASTS = frozenset(("take", "takes", "last", "lasts"))
_BE = frozenset(("is", "are", "was", "were"))
_LEADS = frozenset((("tell", "me"), ("find", "out"), ("look", "up"), ("give", "me"), ("let", "know"), ("read", "me")))
_THEMES = frozenset(("about", "called", "named", "titled"))
_PLAIN = frozenset(("when", "where", "who", "whose"))
"""Question words that say by themselves what is wanted."""
_AUX = frozenset((
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "will", "can", "could", "should", "would",
    "get", "gets", "what's", "who's", "when's", "where's", "there", "comes", "must",
))  # fmt: skip
_STOPS = frozenset((
    "on", "in", "from", "with", "at", "to", "for", "as", "of", "by", "under", "into", "via", "about", "that",
    "according", "and", "then", "among", "between", "until", "|",
))  # fmt: skip
_FORM = frozenset((
    "much", "many", "according", "currently", "right", "now", "say", "says", "said", "tell", "check", "find", "look",
    "see", "know", "there", "what's", "who's", "where's", "when's", "been", "does", "did", "was", "were", "has", "have",
    "nearest", "closest",
    "had", "can", "should", "would", "could", "must", "app", "today's", "give", "read", "last", "latest", "most",
    "least", "moment", "currently", "than", "per", "if", "also", "mine", "me", "us",
))  # fmt: skip
"""Words of a question that no screen needs to show."""
_VERBS = frozenset((
    "begin", "begins", "bring", "buy", "called", "close", "come", "cost", "costs", "end", "expire", "go",
    "hold", "last", "lasts", "leave", "leaves", "meet", "meets", "need", "open", "pay", "paid", "place",
    "placed", "play", "ring", "rings", "send", "sent", "set", "spend", "spent", "start", "starts", "take",
    "takes", "travel", "use", "used", "uses", "weigh", "write", "wrote", "written", "made", "make", "depart",
    "departs", "arrive", "arrives", "belong", "big", "long", "large", "far", "high", "strong", "old", "late",
    "early", "often", "warm", "cold", "tall", "heavy", "fast", "connected", "saved", "sold", "released",
    "finish", "finishes", "owe", "reach",
))  # fmt: skip
"""What is asked about a thing by words that its screen may put in others, or not at all."""
_ANOTHER = frozenset(("the", "my", "our", "his", "her", "their", "this"))
"""What a noun of its own begins with."""
_MINE = frozenset(("my", "this", "the", "our"))

_NUMBER = r"\d+(?:[.,]\d+)*"
_COUNT = (
    r"(?<![\d:.$€£])\b\d+(?:[.,]\d+)*(?![\d:]|[.,]\d| ?[kMG]?B\b| (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))"
)
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_DAY = rf"(?:\b\d{{1,2}} {_MONTH}|\b{_MONTH} \d{{1,2}}\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b"
_DAY += r"|\b(?:to(?:day|morrow)|yesterday)\b)"
_CLOCK = r"\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b"
_LASTING = r"(?:h|hr|hrs|hours?|m|min|mins|minutes?|s|sec|seconds?|days?|weeks?|months?|years?)"
_SPAN = rf"{_NUMBER} ?{_LASTING}\b(?! ago)|^(?:1[3-9]|[2-5]\d):[0-5]\d$"
_SPAN += r"|(?<!\bat )(?<!\bfrom )(?<!\bby )\b(?:0?\d|1[0-2]):\d{2}\b(?!–)"
_LENGTH = rf"{_NUMBER} ?(?:mm|cm|m|km|mi|miles?|ft|in)\b"
_PLACE = (
    rf"(?!{_DAY}|{_CLOCK})"
    r"(?:\b[A-Za-z]\w+ \d+[a-z]?\b(?! ?[:%]|\.\d)|\b\d+[a-z]? [A-Z]\w+(?: [A-Z]\w+)|\b[A-Z]\w+(?: \w+)?, [A-Z]\w+)"
)
_FORMS: tuple[tuple[frozenset[str], str], ...] = (
    (
        frozenset((
            "price", "cost", "costs", "pay", "paid", "total", "fee", "fare", "spend", "spent", "offer", "credit",
            "balance", "invoice", "bill",
        )),
        rf"[$€£¥]\s?{_NUMBER}|{_NUMBER} ?[$€£¥]|\b\d+\.\d\d\b",
    ),
    (frozenset(("phone", "telephone", "mobile")), r"\d[\d ()-]{5,}\d"),
    (frozenset(("mail", "email", "e")), r"\S+@\S+"),
    (frozenset(("address", "where", "street")), _PLACE),
    (frozenset(("birthday", "date", "day")), _DAY),
    (frozenset(("when",)), rf"{_CLOCK}|{_DAY}"),
    (frozenset(("time", "late", "early", "closing", "opening", "sunrise", "sunset", "o'clock")), _CLOCK),
    (frozenset(("long", "duration", "length")), rf"{_SPAN}|{_LENGTH}"),
    (frozenset(("far", "distance")), rf"{_LENGTH}|{_SPAN}"),
    (frozenset(("large", "big", "size")), rf"{_NUMBER} ?(?:[kKMGT]?i?B\b|mm|cm|m\b|m²|×)"),
    (frozenset(("percent", "percentage")), rf"{_NUMBER} ?(?:%|percent)"),
    (frozenset(("rating", "rated", "stars")), r"\b\d[.,]\d\b"),
    (frozenset(("temperature", "warm", "cold", "hot")), r"°"),
    (frozenset(("who", "whose")), r"\b(?![A-Z]+ )[A-Z][\w.’]+ (?![A-Z]+\b)[A-Z][\w’]+"),
    (frozenset(("many",)), _COUNT),
    (frozenset(("much", "number", "strong", "high", "old", "often", "fast", "heavy", "tall")), _NUMBER),
)  # fmt: skip
"""The form of a fact, by the words that ask for it; the first that fits counts."""
_ANY = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question taken apart, by places in what was said."""

    fact: re.Pattern[str]
    formed: bool
    """Whether a fact of this kind is known by its form."""
    head: frozenset[int]
    """The words for the fact itself that its form does not show."""
    need: frozenset[int]
    """All that a screen has to speak of."""
    soft: frozenset[int]
    """What a screen may put in other words."""
    used: frozenset[int]
    """Words for the form itself, such as `price`; the fact may stand without them."""

    @property
    def counts(self) -> bool:
        """Whether it is asked how many there are."""
        return self.formed and self.fact.pattern == _COUNT


def asked(said: Sequence[str], idle: frozenset[int], verbs: frozenset[int], named: frozenset[int]) -> Asked:
    """Take what was said apart: words at `idle` places name the app, `verbs` are imperatives, `named` in names."""
    start = next((at for at, word in enumerate(said) if _base(word) in _WH), _told(said))
    head = _head(said, start)
    if start >= 0 and _base(said[start]) in _PLAIN:
        head = []
    own = {_base(said[at]) for at in (start, *head) if at >= 0}
    if "when" in own and any(is_date(word) or word in ("today", "tomorrow", "tonight") for word in said):
        own.add("time")
        own.discard("when")
    asking = set(said[max(start, 0) :])
    form = _form(own, asking)
    used = form[0].union(*(one[0] for one in _FORMS if one[0] & own)) if form else frozenset()
    need = frozenset(
        at
        for at, word in enumerate(said)
        if at not in idle and word not in _FORM and _base(word) not in _WH and word != "|"
        if at not in verbs or at > start >= 0
        if telling(word) or numeral(word).isdigit()
        if not (word == "phone" and said[at - 1] in _MINE)
        if not (at >= start and word in used)
    )
    pattern = re.compile(form[1], re.IGNORECASE if "day" in form[0] else 0) if form else _ANY
    soft = frozenset(at for at in need if said[at] in _VERBS or _sort(said, at, idle, named))
    firm = [at for at in head if at in need - soft]
    shown = frozenset(at for at, word in enumerate(said) if at >= start and word in used and telling(word))
    return Asked(pattern, form is not None, frozenset(firm), need, soft, shown)


def _told(said: Sequence[str]) -> int:
    """The last word before what is wanted, where no question word leads it in: `tell me the price`."""
    pairs = [at + 1 for at, pair in enumerate(pairwise(said)) if pair in _LEADS]
    return pairs[-1] if pairs else -1


def _sort(said: Sequence[str], at: int, idle: frozenset[int], named: frozenset[int]) -> bool:
    """Whether the word only says what sort of thing a name or a theme is of; no page about it has to say so."""
    after = said[at + 1] if at + 1 < len(said) else ""
    return at not in named and (after in _THEMES or at + 1 in named or at - 1 in idle)


def _base(word: str) -> str:
    return word.removesuffix("'s") if word.removesuffix("'s") in _WH else word


def _form(own: set[str], asking: set[str]) -> tuple[frozenset[str], str] | None:
    """The form that the words for the fact name; what is only asked about the thing counts after them."""
    plain = {stem(word) for word in own} | own
    exact = [form for form in _FORMS if form[0] & plain]
    if exact and exact[-1] is not _FORMS[-1] and "how" not in own:
        return exact[0]
    if {"how", "long"} <= own and asking & _LASTS:
        return frozenset(("long", "duration", *_LASTS)), _SPAN
    if "how" in own:
        money = next(form for form in _FORMS if "price" in form[0])
        if "much" in own and asking & money[0]:
            return money
        return exact[0] if exact else None
    return exact[0] if exact else next((form for form in _FORMS[:1] if form[0] & asking), None)


def _head(said: Sequence[str], start: int) -> list[int]:
    """The noun phrase that says what is wanted: `what phone number does …`, `what is the humidity at …`."""
    at = start + 1
    while at < len(said) and said[at] in _AUX:
        at += 1
    found: list[int] = []
    while at < len(said) and said[at] not in _STOPS and said[at] not in _AUX:
        if said[at] in _ANOTHER and found:
            # "How many songs the album has" asks for songs.
            break
        found.append(at)
        at += 1
    if start >= 0 and said[start] == "how" and len(found) == 1 and at < len(said) and said[at] in _BE:
        at += 1
        while at < len(said) and said[at] not in _STOPS and said[at] not in _AUX:
            found.append(at)
            at += 1
    return found
