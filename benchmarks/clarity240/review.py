"""Checks that a second person has read an intent, and when. Pure.

It is a rule of the committed suite alone: what people measure with at home is theirs to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.clarity240.findings import Finding
from benchmarks.clarity240.intent_files import Sources

_SAID = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]): \S.*\S")
_FEWEST_WORDS = 8
"""A date and "fine" is no review."""


def unreviewed(found: Sources) -> Iterator[Finding]:
    """Every intent whose `review` is missing, or is not a date and at least a sentence."""
    for source in found.files:
        if not source.review:
            what = f"nobody has reviewed {source.id}"
        elif not _SAID.fullmatch(source.review) or len(source.review.split()) <= _FEWEST_WORDS:
            what = f"{source.review!r} is not a date and what was found"
        else:
            continue
        fix = 'have somebody else read it and write `review: "YYYY-MM-DD: …"`'
        yield found.documents[source.id].mistake("review", ("review",), what, fix)
