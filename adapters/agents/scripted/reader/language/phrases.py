"""The parts of a sentence that prepositions and commas set apart, and what part each plays. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from adapters.agents.scripted.reader.language.words import WORD, deeds_of, stem

PREPOSITIONS = frozenset((
    "on", "in", "from", "with", "at", "to", "for", "as", "of", "by", "under", "without", "into", "via", "due",
    "about", "over", "during", "called", "named", "that", "what", "but", "and", "so", "among", "before", "after",
    "which", "until", "if", "between",
))  # fmt: skip
_OWN = frozenset(("", "of", "from", "in", "on", "that", "about", "by", "at", "what", "called", "named", "which"))
"""Prepositions after which it is still said what the deed is done to."""
_COMPLETED = frozenset(("ticket", "refund", "seat", "table", "receipt", "invoice", "recipe", "direction", "voucher"))
"""Nouns that say little until it is said what they are for."""
_AIMS = frozenset(("to", "with", "into"))
"""Prepositions before the one who gets it, or where it goes."""
HANDING = frozenset(("share", "forward", "send", "move", "copy", "pass", "show"))
"""Verbs that hand a thing that there is already on to somebody, or to some place."""
_PLACING = frozenset(("put", "add", "save", "keep", "store", "file", "pin", "place", "collect"))
"""Verbs that leave a thing that there is already in some place."""
_INTO = frozenset(("to", "into", "in", "under", "onto"))
_MAKING = frozenset(("buy", "make", "post", "answer", "send"))
GIVING = frozenset(("send", "give", "show", "text", "forward", "pass", "tell", "message", "mail", "lend", "offer"))
"""Verbs that may have two objects: "Send Ann the picture"."""
_SETTING = frozenset(("make",))
"""Verbs after which a value and what gets it are named: "Make Blue | my usual colour"."""
GIVEN = "given"
_REPLIES = frozenset(("reply", "answer", "respond", "react"))
"""Verbs after which `to` leads in what the deed is done to."""
_NEGATIVE = frozenset(("without", "no", "not", "off", "don't", "never"))
_QUOTES = re.compile("[“\"‘][^”\"’]{2,}[”\"’]")  # fmt: skip
_COMMA = re.compile(r"[,;:—(]")


@dataclass(frozen=True, slots=True)
class Phrase:
    """The words from `start` to `end` (exclusive), with the word that leads them in."""

    prep: str
    verb: str
    """The imperative of the clause that it stands in."""
    start: int
    end: int
    object: bool
    """Whether it says what the deed is done to."""
    aim: bool
    """Whether it says to whom or where a thing goes that has to be found first."""
    off: bool
    """Whether it tells what is not wanted."""

    @property
    def whither(self) -> bool:
        """Whether it says where what there is already is put."""
        return self.verb in _PLACING and self.prep in _INTO

    @property
    def places(self) -> range:
        return range(self.start, self.end)


def cut(sentence: str, offset: int, starts: Collection[int], deeds: Collection[int]) -> list[Phrase]:
    """The phrases of a sentence whose first word has the place `offset`.

    `starts` are the words that begin a clause, `deeds` those of them that are imperatives.
    """
    found = list(WORD.finditer(sentence))
    if not found:
        return []
    quotes = [one.span() for one in _QUOTES.finditer(sentence)]
    own = [one.group().casefold() for one in found]
    breaks: dict[int, str] = {0: ""}
    for at, one in enumerate(found):
        if at == 0 or any(a < one.start() < b for a, b in quotes):
            continue
        if _COMMA.search(sentence, found[at - 1].end(), one.start()) or at in starts:
            breaks[at] = own[at] if own[at] in PREPOSITIONS else ""
        elif own[at] in PREPOSITIONS:
            breaks[at] = own[at]
    for at in deeds:
        if own[at] in GIVING | _SETTING and (end := _second(found, own, at)):
            breaks[end] = GIVEN
    return _parts(own, offset, breaks, starts, deeds, quotes, found)


def _joined(verb: str, prep: str) -> bool:
    """Whether `with` belongs to the thing ("archive the chat with Ann"), not to how or for whom it is made."""
    return prep == "with" and verb not in HANDING and not deeds_of(verb) & _MAKING


def _second(found: Sequence[re.Match[str]], own: Sequence[str], at: int) -> int:
    """Where the second object begins: "send Ann | the picture"."""
    end = at + 1
    while end < len(own) and found[end].group()[:1].isupper():
        end += 1
    return end if at + 1 < end < len(own) and own[end] in ("the", "a", "an", "my", "this", "that") else 0


def _parts(
    own: Sequence[str],
    offset: int,
    breaks: dict[int, str],
    starts: Collection[int],
    deeds: Collection[int],
    quotes: Sequence[tuple[int, int]],
    found: Sequence[re.Match[str]],
) -> list[Phrase]:
    verb, about, aiming, named = "", False, False, False
    parts: list[Phrase] = []
    ends = [*sorted(breaks)[1:], len(own)]
    for start, end in zip(sorted(breaks), ends, strict=True):
        prep = breaks[start]
        if start in deeds:
            verb, about, aiming, named = own[start], True, False, False
        elif prep == "for" and about and start and stem(own[start - 1]) in _COMPLETED:
            pass
        elif start in starts or not (prep in _OWN or (verb in _REPLIES and prep == "to") or _joined(verb, prep)):
            about = False
        # Words to be written are no thing that has to be found before it is given to anybody.
        words_given = end < len(own) and any(found[end].start() <= a for a, _ in quotes)
        given = breaks.get(end) == GIVEN and not (words_given and verb in GIVING)
        if prep == GIVEN:
            prep, about, aiming = "", True, False
        quoted = end - start > 1 and any(a < found[start + 1].start() < b for a, b in quotes)
        # Words to be written are handed on at once; a thing has to be found first.
        if verb in HANDING and (prep in _AIMS or (prep == "on" and named)):
            aiming = True
        # "Share the Zoo ticket on Chat": of two places the later one is where it goes.
        outside = [at for at in range(start, end) if not any(a < found[at].start() < b for a, b in quotes)]
        named = named or any(found[at].group()[:1].isupper() for at in outside if at)
        written = quoted and start in deeds
        aiming = aiming and not any(one.verb == verb and one.prep == "written" for one in parts)
        if prep in ("to", "about") and "remind" in own[:start]:
            # "Remind me at nine to water the plants": the plants are what it is about.
            about = True
            parts = [replace(one, object=False) for one in parts]
        off = bool(_NEGATIVE & set(own[start:end]))
        parts.append(
            Phrase(
                "written" if written else prep,
                verb,
                offset + start,
                offset + end,
                about and not given,
                aiming or (given and verb in GIVING),
                off,
            )
        )
    return parts
