"""Checks that a second person has read an intent, and when. Pure.

It is a rule of the committed suite alone: what people measure with at home is theirs to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from benchmarks.clarity240.findings import Finding
from benchmarks.clarity240.intent_files import Sources
from benchmarks.clarity240.yaml_document import Document

FILE: Final = "reviews.yaml"
"""By intent: the date and what was found."""
_REVIEW = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]): \S.*\S")
_FEWEST_WORDS = 8
"""A date and "fine" is no review."""


def unreviewed(found: Sources, reviews: Document) -> Iterator[Finding]:
    """Every intent whose review is missing, or is not a date and at least a sentence; every review of no intent."""
    texts = reviews.data if isinstance(reviews.data, dict) else {}
    for source in found.files:
        text = texts.get(source.id)
        if not text:
            what = f"nobody has reviewed {source.id}"
        elif not isinstance(text, str) or not _REVIEW.fullmatch(text) or len(text.split()) <= _FEWEST_WORDS:
            what = f"{text!r} is not a date and what was found"
        else:
            continue
        fix = f'have somebody else read it and write `{source.id}: "YYYY-MM-DD: …"`'
        yield reviews.mistake("review", (source.id,), what, fix)
    # A file with a mistake is not among those that were understood.
    if not found.findings:
        for name in texts:
            if name not in found.documents:
                yield reviews.mistake("review", (name,), f"there is no intent {name!r}", "take its review out")
