"""The law of the suite: every rule as a pure function that gives findings, and all of them in order."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.world.phone import Phone
from benchmarks.clarity240 import replay, soundness, wording
from benchmarks.clarity240.findings import Finding
from runtime.tasks import Suite


def breaches(suite: Suite) -> list[Finding]:
    """Every breach of a rule, words first. An empty list means that the suite may be measured with."""
    found = [*_words(suite)]
    # Playing an intent whose requirements are unsound only repeats the same mistake in other words.
    places = [finding.where for finding in found if finding.level == "error"]
    broken = {intent.id for intent in suite.intents if any(_concerns(place, intent.id) for place in places)}
    found.extend(_played(suite, replay.phone(), broken))
    return found


def _concerns(where: str, intent: str) -> bool:
    return where == intent or where.startswith((f"{intent}/", f"{intent}."))


def _words(suite: Suite) -> Iterator[Finding]:
    yield from wording.check_suite(suite)
    for intent in suite.intents:
        yield from wording.check_intent(intent)
    for task in suite.tasks:
        yield from wording.check_task(task)


def _played(suite: Suite, phone: Phone, broken: set[str]) -> Iterator[Finding]:
    sound: set[str] = set()
    for intent in suite.intents:
        if intent.id in broken:
            continue
        found = list(soundness.check_intent(intent, phone))
        yield from found
        if not found:
            sound.add(intent.id)
    for task in suite.tasks:
        if task.intent.id not in sound:
            continue
        yield from soundness.check_task(task, phone)
        if task.level == "standard":
            for one in task.intent.requirements:
                if one.kind != "anchor":
                    yield from soundness.check_choice(task, one.id, phone)
