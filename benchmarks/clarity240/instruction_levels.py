"""Requirement first: the four instructions of an intent, derived by taking information away (AmbiBench §3.2.2).

Detailed is the whole request with the recorded path spelled out, Standard the request alone, Incomplete the request
with every parameter left open, Ambiguous a more general wish without anchor and parameters. Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from benchmarks.clarity240.template import fill, marks
from runtime.core.tasks import LEVELS, Intent, Level, Task

_MOST_CLAUSES = 4
"""A sentence with more steps in it is a list, not speech."""


def levels(intent: Intent) -> tuple[Level, ...]:
    """The levels of the intent: no Incomplete if only the anchor can be left open (§3.2.2)."""
    return tuple(level for level in LEVELS if level != "incomplete" or intent.parametric)


def gap(intent: Intent, level: Level) -> tuple[str, ...]:
    """The requirements that an instruction of this level leaves unsaid."""
    if level == "ambiguous":
        return tuple(requirement.id for requirement in intent.requirements)
    if level == "incomplete":
        return tuple(requirement.id for requirement in intent.requirements if requirement.kind != "anchor")
    return ()


def request(intent: Intent, masked: Collection[str] = ()) -> str:
    """The goal in one request, with the clauses of the masked requirements left out or open.

    Raises:
        ValueError: an anchor is masked; a request without its anchor is another request (`Phrasing.vague`).
    """
    values = {requirement.id: requirement.value for requirement in intent.requirements}
    words: dict[str, str] = {}
    for requirement in intent.requirements:
        if requirement.id in masked and requirement.kind == "anchor":
            raise ValueError(f"{intent.id}: the anchor {requirement.id!r} cannot be masked")
        if requirement.id in masked:
            words[requirement.id] = intent.phrasing.open_clauses.get(requirement.id, "")
        else:
            clause = intent.phrasing.clauses.get(requirement.id, f"{{{requirement.id}}}")
            words[requirement.id] = fill(clause, values)
    return _tidy(fill(intent.phrasing.goal, words))


def path(intent: Intent) -> str:
    """The recorded path in sentences."""
    values = {requirement.id: requirement.value for requirement in intent.requirements}
    clauses = [fill(clause, values) for clause in intent.phrasing.path]
    groups = _grouped(clauses)
    return " ".join(
        _sentence(opener + _listed(group)) for opener, group in zip(_openers(len(groups)), groups, strict=True)
    )


def instruction(intent: Intent, level: Level) -> str:
    """The words of the intent at that level."""
    match level:
        case "detailed":
            return f"{request(intent)} {path(intent)}"
        case "standard":
            return request(intent)
        case "incomplete":
            return request(intent, gap(intent, level))
        case "ambiguous":
            return _tidy(intent.phrasing.vague)


def tasks(intents: Iterable[Intent]) -> tuple[Task, ...]:
    """All tasks of the intents, intent by intent, from the clearest to the vaguest."""
    return tuple(
        Task(f"{intent.id}.{level}", intent, level, instruction(intent, level), gap(intent, level))
        for intent in intents
        for level in levels(intent)
    )


def placeholders(intent: Intent) -> tuple[str, ...]:
    """The requirements that the goal has a place for."""
    return marks(intent.phrasing.goal)


def _grouped(clauses: Sequence[str]) -> list[Sequence[str]]:
    """Split into sentences of nearly equal length."""
    count = -(-len(clauses) // _MOST_CLAUSES) or 1
    size, rest = divmod(len(clauses), count)
    groups = []
    start = 0
    for number in range(count):
        end = start + size + (number < rest)
        groups.append(clauses[start:end])
        start = end
    return groups


def _openers(count: int) -> list[str]:
    """The beginnings of the sentences for a path."""
    if count < 3:
        return ["", "Then "][:count]
    between = ("Then ", "After that, ")
    return ["First, ", *(between[number % 2] for number in range(count - 2)), "Finally, "]


def _listed(clauses: Sequence[str]) -> str:
    if len(clauses) < 2:
        return "".join(clauses)
    return f"{', '.join(clauses[:-1])} and {clauses[-1]}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _tidy(text: str) -> str:
    """Single spaces, none before a mark of punctuation: what masking leaves behind."""
    words = " ".join(text.split())
    for mark in (",", ".", "?", "!"):
        words = words.replace(f" {mark}", mark)
    return words
