"""Checks a user's replies independently of the validator that users call themselves."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from runtime.core.tasks import Intent, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.questions import (
    NO_PREFERENCE,
    NOT_UNDERSTOOD,
    REFUSAL,
    LabelledAsk,
    Statement,
    StatementKind,
    Turn,
    Wording,
    compose_reply,
    released_text,
)
from runtime.plugins.protocols import Reply


def faults(reply: Reply, turn: Turn, task: Task, before: Collection[str], wording: Wording) -> list[str]:
    """The errors in a reply to a turn, given what was released before it.

    The turn says what was understood; whether what is said of it is true and nothing more is decided here.
    """
    found = []
    statements = turn.statements if task.gap else ()
    if not statements:
        wanted = {REFUSAL, NO_PREFERENCE, NOT_UNDERSTOOD[wording.language]} if task.gap else {REFUSAL}
        if reply.text not in wanted:
            found.append("refusal")
    if statements and not set(reply.released) <= set(task.gap).difference(before):
        found.append("release")
    if not statements and reply.released:
        found.append("release")
    if any(not is_true(item, task.requirement(item.slot)) for item in statements):
        found.append("false")
    requirements = [task.requirement(item.slot) for item in statements]
    rest = _flat(reply.text) if statements else ""
    parts = [released_text(task.requirement(item.slot)) for item in statements if item.kind == "value"]
    parts += [item.text for item in statements if item.text]
    for text in sorted((*parts, *(requirement.slot for requirement in requirements)), key=len, reverse=True):
        rest = re.sub(rf"(?<!\S){re.escape(_flat(text).strip())}(?!\S)", "|", rest)
    if set(rest.replace("|", " ").split()) - _manner(wording):
        found.append("invented")
    if any(_flat(text) not in _flat(reply.text) for text in parts):
        found.append("silent")
    texts = {word for word in rest.split() if word not in _manner(wording)}
    for identifier in set(task.gap).difference(before, (item.slot for item in statements)):
        requirement = task.requirement(identifier)
        if any(
            _flat(text) in rest or _flat(text).strip() in texts for text in (requirement.value, *requirement.aliases)
        ):
            found.append("leak")
            break
    return found


_ROOT = 4
"""Characters by which a word is compared, so that `reply` and `replies` are the same."""


def is_true(statement: Statement, requirement: Requirement) -> bool:
    """Whether a statement is true of what the user wants, decided without the rules that made it."""
    known = _flat(f"{requirement.value} {' '.join(requirement.aliases)}")
    if requirement.evidence == "answer":
        known = _flat(requirement.text)
    named = _flat(statement.text)
    groups = [group.options for group in requirement.groups if statement.text in group.names]
    inside = any(_flat(option) in known for options in groups for option in options)
    nothing = bool(re.search(r" (none|no|nothing|nobody|never|off|not|removed|without) ", known))
    match statement.kind:
        case "yes":
            return named in known
        case "no":
            return named != known
        case "group":
            return inside or named.strip()[:_ROOT] in known
        case "not_group":
            return not inside
        case "some":
            return not nothing
        case "none":
            return nothing
        case _:
            return True


def _flat(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = " ".join(re.findall(r"[^\W_]+", folded))
    return f" {words} "


@cache
def _manner(wording: Wording) -> frozenset[str]:
    """The words that a user of this manner says around values: what it says where slots and candidates are empty."""
    blank = tuple(Requirement(name, "explicit", "", "", "", "") for name in ("a", "b"))
    nothing = Intent(
        "", "device", "functional", "prior", (), blank, Reference((), (), None), Setup(), Phrasing("", "", ())
    )
    task = Task("", nothing, "ambiguous", "", ("a", "b"))
    kinds: tuple[StatementKind, ...] = ("value", "yes", "no", "group", "not_group", "some", "none", "choices")
    turns = [
        Turn(tuple(LabelledAsk("compliant", name, (), (Statement(kind, name),)) for name in names))
        for names in ("a", "ab")
        for kind in kinds
    ]
    return frozenset(word for turn in turns for word in _flat(compose_reply(turn, task, wording)).split())
