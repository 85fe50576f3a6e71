"""Decides whether a screen is evidence of a requirement: its pattern matches whole words and complete names. Pure.

`runtime.screen.patterns.shows` defines patterns. A judge must not be fooled, so this module reads them more strictly:

- a text matches whole words only: "Ready: 13:00" does not mean that a message was *read*, and a list called "Planned
  trips" is not the page "Trip", so nothing follows from what that list lacks;
- free text (a title, a message) matches only completely: "Family roast 2" is not "Family roast".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.core.actions import Type
from runtime.core.tasks import Intent, Pattern
from runtime.core.text import normal
from runtime.screen.patterns import shows

_FIRST_IDEOGRAPH = 0x3000
"""From this code point on, words are not separated by spaces."""


def free_text_values(intent: Intent) -> frozenset[str]:
    """Normalized texts that another entity may almost share: values without a list of options, and what is typed."""
    values = [item.value for item in intent.requirements if not item.options and item.evidence == "state"]
    typed = [action.text for action in intent.reference.actions if isinstance(action, Type)]
    return frozenset(map(normal, (*values, *typed)))


def pattern_holds(
    pattern: Pattern,
    page: str,
    observation: str,
    free_texts: frozenset[str] = frozenset(),
    choices: frozenset[str] = frozenset(),
) -> bool | None:
    """Whether the pattern holds on a described step; None where it does not apply.

    `free_texts`: see `free_text_values`. `choices` are names of entities to choose from. The page of such an entity has
    exactly its name: "Save The Kiln" is a sheet over the page "The Kiln".
    """
    loose = shows(pattern, page, observation)
    if loose is None or not applies_to_page(pattern, page, free_texts | choices):
        return None
    if not loose:
        return False
    lines = [normal(line) for line in observation.splitlines()]
    if not all(any(contains_text(line, normal(text), free_texts) for line in lines) for text in pattern.texts):
        return False
    if not pattern.row:
        return True
    row = [normal(text) for text in pattern.row]
    fitting = [line for line in lines if all(contains_text(line, text, free_texts) for text in row)]
    # `row_absent` is checked on these rows only.
    alone = replace(pattern, texts=(), absent=())
    return any(shows(alone, page, line) for line in fitting)


def applies_to_page(pattern: Pattern, page: str, free_texts: frozenset[str] = frozenset()) -> bool:
    """Whether the pattern is for pages of this name, in any app."""
    name = normal(pattern.page)
    return not name or contains_text(normal(page.partition("/")[2]), name, free_texts)


def contains_text(line: str, text: str, free_texts: frozenset[str] = frozenset()) -> bool:
    """Whether the line contains the text as separate words; both must be in their `normal` form."""
    return any(_is_separate(line, at, at + len(text), entire=text in free_texts) for at in _positions(line, text))


def _positions(line: str, text: str) -> Iterable[int]:
    at = line.find(text) if text else -1
    while at >= 0:
        yield at
        at = line.find(text, at + 1)


def _is_separate(line: str, start: int, end: int, *, entire: bool) -> bool:
    before, after = line[:start], line[end:]
    if entire:
        # Quotes, bars, colons and the like delimit a name; a space does not.
        before, after = before.rstrip(), after.lstrip()
        return not _is_letter(before[-1:]) and not _is_letter(after[:1])
    return not (_is_letter(before[-1:]) and _is_letter(line[start])) and not (
        _is_letter(after[:1]) and _is_letter(line[end - 1])
    )


def _is_letter(char: str) -> bool:
    """Whether a character continues a word."""
    return char.isalnum() and ord(char) < _FIRST_IDEOGRAPH
