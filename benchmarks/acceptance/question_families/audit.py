"""Checks a user's replies independently of the validator that users call themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from runtime.core.tasks import Intent, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.dialogue import NO_PREFERENCE, REFUSAL, Turn, Wording, compose_reply, released_text
from runtime.plugins.protocols import Reply


def faults(reply: Reply, task: Task, before: Collection[str], wording: Wording) -> list[str]:
    """The errors in a reply, given what was released before it."""
    found = []
    clear = task.level in ("detailed", "standard")
    if reply.kind != "compliant" or clear:
        wanted = NO_PREFERENCE if reply.kind == "out_of_scope" and not clear else REFUSAL
        if reply.text != wanted:
            found.append("refusal")
        if reply.released:
            found.append("release")
        return found
    if not reply.released or not set(reply.released) <= set(task.gap).difference(before):
        found.append("release")
    requirements = [task.requirement(identifier) for identifier in reply.released]
    rest = _flat(reply.text)
    for text in sorted(
        (part for requirement in requirements for part in (released_text(requirement), requirement.slot)),
        key=len,
        reverse=True,
    ):
        rest = rest.replace(_flat(text).strip(), " | ")
    if set(rest.replace("|", " ").split()) - _manner(wording):
        found.append("invented")
    if any(_flat(released_text(requirement)) not in _flat(reply.text) for requirement in requirements):
        found.append("silent")
    texts = {word for word in rest.split() if word not in _manner(wording)}
    for identifier in set(task.gap).difference(before, reply.released):
        requirement = task.requirement(identifier)
        if any(
            _flat(text) in rest or _flat(text).strip() in texts for text in (requirement.value, *requirement.aliases)
        ):
            found.append("leak")
            break
    return found


def _flat(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = " ".join(re.findall(r"[^\W_]+", folded))
    return f" {words} "


@cache
def _manner(wording: Wording) -> frozenset[str]:
    """The words that a user of this manner says around every value: what it says where slot and value are empty."""
    blank = tuple(Requirement(name, "explicit", "", "", "", "") for name in ("a", "b"))
    nothing = Intent(
        "", "device", "functional", "prior", (), blank, Reference((), (), None), Setup(), Phrasing("", "", ())
    )
    task = Task("", nothing, "ambiguous", "", ("a", "b"))
    texts = [compose_reply(Turn("compliant", item, item), task, wording) for item in (("a",), ("a", "b"))]
    return frozenset(word for text in texts for word in _flat(text).split())
