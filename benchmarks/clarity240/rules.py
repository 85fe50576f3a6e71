"""The rules of the suite: each rule as a pure function that gives findings, and all of them in order."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.phone.kernel.phone import Phone
from benchmarks.clarity240 import (
    alternative_paths,
    choice_points,
    long_tail_requirements,
    nature,
    real_phone_intents,
    replay,
    soundness,
    wording,
)
from benchmarks.clarity240.findings import Finding
from benchmarks.clarity240.intent_files import concerns
from runtime.core.tasks import Suite


def breaches(suite: Suite, *, published: bool = True) -> list[Finding]:
    """Every breach of a rule, words first. An empty list means that the suite may be measured with.

    `published`: it must also have the counts that the paper publishes.
    """
    found = [*_words(suite)]
    if published:
        found = [*wording.check_counts(suite), *found]
    # Playing an intent whose requirements are unsound only repeats the same mistake in other words.
    errors = [finding for finding in found if finding.level == "error"]
    broken = {intent.id for intent in suite.intents if any(concerns(finding, intent.id) for finding in errors)}
    found.extend(_played(suite, replay.phone(), broken))
    return found


def _words(suite: Suite) -> Iterator[Finding]:
    yield from wording.check_suite(suite)
    apps = replay.installed()
    for intent in suite.intents:
        yield from wording.check_intent(intent)
        yield from nature.check_nature(intent)
        yield from choice_points.check_origin(intent)
        yield from alternative_paths.check_options(intent)
        yield from choice_points.check_choices(intent, apps)
    for task in suite.tasks:
        yield from wording.check_task(task)


def _played(suite: Suite, phone: Phone, broken: set[str]) -> Iterator[Finding]:
    sound: set[str] = set()
    known = long_tail_requirements.trees()
    for intent in suite.intents:
        if intent.id in broken:
            continue
        found = list(soundness.check_intent(intent, phone))
        yield from found
        if not found:
            sound.add(intent.id)
        if not found and not real_phone_intents.is_real(intent):
            way = alternative_paths.walk(intent, phone)
            yield from alternative_paths.check_way(intent, way, phone)
            yield from long_tail_requirements.check_way(intent, way, phone, known)
    for task in suite.tasks:
        if task.intent.id not in sound:
            continue
        yield from soundness.check_task(task, phone)
        if task.level == "standard":
            for requirement in task.intent.requirements:
                if requirement.kind != "anchor":
                    yield from soundness.check_choice(task, requirement.id, phone)
