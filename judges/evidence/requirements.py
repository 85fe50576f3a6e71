"""When a screen is evidence of a requirement: its pattern holds, by whole words and of the whole name. Pure.

`runtime.screen.patterns.shows` says what a pattern means; a judge that is not to be fooled reads it more strictly:

- a text counts only as whole words: "Ready: 13:00" does not say that a message was *read*, and a list called "Planned
  trips" is no page "Trip", so what it leaves out speaks against nothing;
- what a person made up (a title, a message) counts only as a whole: "Family roast 2" is not "Family roast".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.core.tasks import Intent, Pattern
from runtime.core.text import normal
from runtime.screen.patterns import shows

_FIRST_IDEOGRAPH = 0x3000
"""From here on words are not set apart by spaces."""


def made_up(intent: Intent) -> frozenset[str]:
    """Values that were chosen from no list: another entity may well be called almost the same."""
    return frozenset(
        normal(requirement.value)
        for requirement in intent.requirements
        if not requirement.options and requirement.evidence == "state"
    )


def evident(
    pattern: Pattern,
    page: str,
    observation: str,
    texts: frozenset[str] = frozenset(),
    things: frozenset[str] = frozenset(),
) -> bool | None:
    """Whether the pattern holds on a described step; None where it does not apply.

    `whole`: see `made_up`. `things` are names of what could be chosen: the page of one is called so and no more, as
    "Save The Kiln" is a sheet over the page of The Kiln.
    """
    loose = shows(pattern, page, observation)
    if loose is None or not about(pattern, page, texts | things):
        return None
    if not loose:
        return False
    lines = [normal(line) for line in observation.splitlines()]
    if not all(any(says(line, normal(text), texts) for line in lines) for text in pattern.texts):
        return False
    if not pattern.row:
        return True
    row = [normal(text) for text in pattern.row]
    fitting = [line for line in lines if all(says(line, text, texts) for text in row)]
    # What must not stand in that row is asked of these rows only.
    alone = replace(pattern, texts=(), absent=())
    return any(shows(alone, page, line) for line in fitting)


def about(pattern: Pattern, page: str, texts: frozenset[str] = frozenset()) -> bool:
    """Whether the pattern is for pages of this name; its app is not looked at."""
    name = normal(pattern.page)
    return not name or says(normal(page.partition("/")[2]), name, texts)


def says(line: str, text: str, texts: frozenset[str] = frozenset()) -> bool:
    """Whether the text stands in the line by itself; both in their `normal` form."""
    return any(_apart(line, at, at + len(text), entire=text in texts) for at in _places(line, text))


def _places(line: str, text: str) -> Iterable[int]:
    at = line.find(text) if text else -1
    while at >= 0:
        yield at
        at = line.find(text, at + 1)


def _apart(line: str, start: int, end: int, *, entire: bool) -> bool:
    before, after = line[:start], line[end:]
    if entire:
        # Quotes, bars, colons and the like set a name apart; a space does not.
        before, after = before.rstrip(), after.lstrip()
        return not _is_letter(before[-1:]) and not _is_letter(after[:1])
    return not (_is_letter(before[-1:]) and _is_letter(line[start])) and not (
        _is_letter(after[:1]) and _is_letter(line[end - 1])
    )


def _is_letter(char: str) -> bool:
    """Whether a character goes on with a word."""
    return char.isalnum() and ord(char) < _FIRST_IDEOGRAPH
