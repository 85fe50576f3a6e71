"""The reader's rule for what is done to one row of a list and otherwise to all the rest of it. Pure.

"Take the plums and refuse everything else": each row has a button of its own for either, and all of them are answered.
"""

from __future__ import annotations

import re

from adapters.agents.scripted.reader.language.words import content, words
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.mind import Mind
from runtime.core.actions import Decision, Finish

_REST = re.compile(
    r"\b(?P<verb>[a-z]+) (?:everything else|anything else|everyone else|all (?:the )?(?:others?|rest)"
    r"|the (?:rest|others?))\b",
    re.IGNORECASE,
)
_YES = frozenset(("accept", "take", "approve", "allow", "agree", "confirm", "keep", "admit"))
_NO = frozenset(("refuse", "decline", "reject", "deny", "dismiss", "ignore", "skip"))
_SHORT = 2
"""Words of the longest label of such a button."""
_LINE = 24
"""Pixels by which the middles of buttons on one line may differ."""


def each_row(mind: Mind, seen: Seen) -> Decision | None:
    """The next row that is not answered: with the one deed if it was told, else with that for the rest."""
    found = _REST.search(mind.instruction)
    if found is None or mind.request.informational:
        return None
    verb = found["verb"].casefold()
    rest, other = (_YES, _NO) if verb in _YES else (_NO, _YES) if verb in _NO else (frozenset((verb,)), frozenset())
    for one in seen.controls:
        if not _answers(one, rest) or not mind.fresh(one, _row(one)):
            continue
        things = [text for text in one.near if content(text) and words(text)[0] not in rest | other]
        if not any(map(mind.request.names, things)):
            return mind.touch(one, "one of the rest", _row(one), places=frozenset())
        for beside in seen.controls:
            if (
                _answers(beside, other)
                and abs(beside.center[1] - one.center[1]) < _LINE
                and mind.fresh(beside, _row(beside))
            ):
                return mind.touch(beside, "the one that was told", _row(beside), places=frozenset())
    if not any(key[0] == mind.page and key[1].startswith("row/") for key in mind.used):
        return None
    further = mind.travel.scroll(seen, mind.page)
    return further or Decision((Finish("Done: " + seen.title),), thought="That was all of them.")


def _answers(control: Control, verbs: frozenset[str]) -> bool:
    own = words(control.label)
    return control.role == "button" and 0 < len(own) <= _SHORT and own[0] in verbs and bool(control.near)


def _row(control: Control) -> str:
    """What a row is remembered by: what stands in it."""
    return "/".join(("row", *control.near))
