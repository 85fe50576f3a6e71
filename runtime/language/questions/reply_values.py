"""Reads what a user replied: the values that it states, in the wordings of `replies` or in plain words. Pure."""

from __future__ import annotations

import re
from functools import cache

from runtime.language.questions.replies import (
    NO_ANSWER,
    NO_PREFERENCE,
    NOT_UNDERSTOOD,
    REFUSAL,
    value_sentences,
)

_PLACE = re.compile(r"\\\{(slot|value)\\\}")
_DENIES = re.compile(r"\b(?:not|no|don't)\b|\?$", re.IGNORECASE)
_POLITE = re.compile(r"^(?:the |a |an )?(?P<value>.+?)(?:,? (?:please|thanks|thank you))?[.!]*$", re.IGNORECASE)


def stated_values(reply: str) -> tuple[str, ...]:
    """The values that a reply states; none if it is a refusal, denies a value, or was no answer."""
    text = reply.strip()
    if not text or text in (REFUSAL, NO_PREFERENCE, NO_ANSWER, *NOT_UNDERSTOOD.values()):
        return ()
    found = [match["value"] for pattern in _patterns() for match in pattern.finditer(text)]
    if found or _DENIES.search(text):
        return tuple(dict.fromkeys(found))
    plain = _POLITE.match(text)
    return (plain["value"],) if plain is not None else ()


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """A pattern for each sentence in which a user states a value for a slot."""
    return tuple(
        re.compile(_PLACE.sub(lambda place: rf"(?P<{place[1]}>[^:.!?]+?)" if place[1] == "slot" else "(?P<value>.+?)",
                              re.escape(sentence)))
        for sentence in value_sentences()
    )  # fmt: skip
