"""What an app is to do from now on, one matter after the other: "From now on, do this, do that, but no letters". Pure.

Each is said on a row of its own among the settings, so none of them says more about the one before it, whatever its
verb: a verb that nobody taught is known by the word for a thing behind it.
"""

from __future__ import annotations

import re

from adapters.agents.scripted.reader.language.demands import is_order
from adapters.agents.scripted.reader.language.phrases import PREPOSITIONS
from adapters.agents.scripted.reader.language.words import words

FRAME = re.compile(r"^(?:from now on|in (?:the )?future|by default|for the future)\b,?\s+", re.IGNORECASE)
"""What says that it is to stay so."""
_BREAK = re.compile(r",\s+(?:(?:and|but)\s+)?|\s+(?:and|but)\s+", re.IGNORECASE)
_QUOTE = re.compile('[“"‘][^”"’]*[”"’]')
_NONE = re.compile(r"^(?:no|not|never|without)\s+(?:any\s+|the\s+)?(?=\w)", re.IGNORECASE)
_THINGS = frozenset(("my", "the", "me", "it", "them", "all", "every", "any", "its"))
"""Words that stand behind a verb, before what it is done to."""
_NO_VERBS = PREPOSITIONS | frozenset((
    "all", "and", "any", "as", "because", "but", "except", "how", "if", "instead", "like", "not", "once", "only", "or",
    "so", "than", "that", "then", "until", "what", "when", "where", "which", "while", "who", "with", "without",
))  # fmt: skip


def standing(said: str) -> tuple[str, ...]:
    """What is to be so from now on, each in a sentence of its own; nothing if it is not a list of such matters."""
    frame = FRAME.match(said)
    if frame is None or re.search(r"[.;!?]\s", said):
        return ()
    bare = said[frame.end() :].rstrip(". ")
    hidden = _QUOTE.sub(lambda quote: "_" * len(quote[0]), bare)
    found: list[str] = []
    end = 0
    for start, stop in (*((one.start(), one.end()) for one in _BREAK.finditer(hidden)), (len(bare), len(bare))):
        part = bare[end:start]
        if not found or begins(part):
            found.append(part)
        else:
            found[-1] = bare[bare.rindex(found[-1], 0, end) : start]
        end = stop
    if len(found) < 2 or not begins(found[0]):
        return ()
    return tuple(_off(part) or f"{frame[0]}{part}." for part in found)


def begins(part: str) -> bool:
    """Whether a matter begins here: with a verb, or with what is not wanted."""
    own = words(part)
    if _NONE.match(part):
        return True
    verbal = len(own) > 1 and own[1] in _THINGS and own[0] not in _NO_VERBS | _THINGS and part[:1].islower()
    return is_order(part) or verbal


def _off(part: str) -> str:
    return f"Turn off {_NONE.sub('', part)}." if _NONE.match(part) else ""
