"""Counts the suite, compared with the figures published in the paper (AmbiBench §3, Tables 1 and 2). Pure.

The paper's data are not public; what it counts are properties that an independent construction can share exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean

from runtime.core.tasks import LEVELS, Difficulty, Domain, Intent, Level, Suite, Task

SUITE = "clarity240"
"""The suite that has these counts; people's own suites may have any."""
LEVEL_COUNTS: Mapping[Level, int] = {"detailed": 66, "standard": 66, "incomplete": 42, "ambiguous": 66}
DIFFICULTY_COUNTS: Mapping[Difficulty, int] = {"simple": 120, "medium": 80, "hard": 40}
DOMAIN_COUNTS: Mapping[Domain, int] = {
    "e-commerce": 91,
    "social": 49,
    "productivity": 15,
    "device": 43,
    "information": 42,
}
"""In tasks."""
INTENTS, REQUIREMENTS, ANCHOR_ONLY, INTERACTIVE, APPS = 66, 175, 24, 108, 25
LENGTH, LENGTH_SLACK = 9.0, 0.5
"""Steps of a reference, on average over the intents. The paper gives the mean only."""
CROSS_APP = Fraction(15, 100)
"""The least share of intents that need more than one app. The paper gives no number."""
MOST_GUESSED = Fraction(1, 3)
"""The greatest chance to fill the gap of an interactive task by guessing."""


@dataclass(frozen=True, slots=True)
class Row:
    """One count: of what, here, as published (empty where the paper says nothing), and whether it is as it must be."""

    what: str
    here: str
    published: str
    holds: bool


def rows(suite: Suite) -> Iterator[Row]:
    """Every count that the suite must reproduce."""
    intents, tasks = suite.intents, suite.tasks
    levels = Counter(task.level for task in tasks)
    yield _equal("intents", len(intents), INTENTS)
    yield _equal("tasks", len(tasks), sum(LEVEL_COUNTS.values()))
    for level in LEVELS:
        yield _equal(f"{level} tasks", levels[level], LEVEL_COUNTS[level])
    yield _equal("interactive tasks", sum(bool(task.gap) for task in tasks), INTERACTIVE)
    yield _equal("anchor-only intents", sum(not intent.parametric for intent in intents), ANCHOR_ONLY)
    yield _equal("atomic requirements", sum(len(intent.requirements) for intent in intents), REQUIREMENTS)
    difficulties = Counter(task.intent.difficulty for task in tasks)
    for difficulty, wanted in DIFFICULTY_COUNTS.items():
        yield _equal(f"{difficulty} tasks", difficulties[difficulty], wanted)
    domains = Counter(task.intent.domain for task in tasks)
    for domain, wanted in DOMAIN_COUNTS.items():
        yield _equal(f"{domain} tasks", domains[domain], wanted)
    yield _equal("apps", len({app for intent in intents for app in intent.apps}), APPS)
    mean = fmean(len(intent.reference.actions) for intent in intents) if intents else 0.0
    near = abs(mean - LENGTH) <= LENGTH_SLACK
    yield Row("mean steps of a reference", f"{mean:.2f}", f"{LENGTH:g}", near)
    yield from _chosen(intents)
    yield from _guessed(tasks)


def _chosen(intents: Iterable[Intent]) -> Iterator[Row]:
    """What the paper promises or excludes without counting it."""
    intents = tuple(intents)
    laden = [intent for intent in intents if intent.nature == "value-laden"]
    yield Row("value-laden intents", f"{len(laden)} ({len(laden) / max(1, len(intents)):.0%})", "", bool(laden))
    yield _equal("posterior value-laden intents", sum(intent.origin == "posterior" for intent in laden), 0)
    cross = sum(len(intent.apps) > 1 for intent in intents)
    enough = cross >= CROSS_APP * len(intents)
    yield Row("intents across apps", f"{cross} ({cross / max(1, len(intents)):.0%})", "", enough)
    tails = [[tag for tag in intent.tags if tag.startswith("long-tail:")] for intent in intents]
    counted = f"{sum(map(len, tails))} in {sum(map(bool, tails))} intents"
    yield Row("long-tail requirements", counted, "", any(tails))
    clusters = {f"cluster:{name}" for name, apps in _clusters(intents).items() if len(apps) > 1}
    for domain in DOMAIN_COUNTS:
        mine = [intent for intent in intents if intent.domain == domain]
        there = sorted(clusters.intersection(tag for intent in mine for tag in intent.tags))
        names = ", ".join(tag.removeprefix("cluster:") for tag in there)
        yield Row(f"{domain}: one intent in several apps", names, "", bool(there))
        twins = sorted({tag for intent in mine for tag in intent.tags if tag.startswith("twin:")})
        yield Row(f"{domain}: near-twin controls", f"{len(twins)}", "", bool(twins))


def _guessed(tasks: Iterable[Task]) -> Iterator[Row]:
    """The score of guessing without asking: the average over the tasks of a level, and the easiest task.

    The paper says nothing of it; here no interactive task may be worth a guess.
    """
    tasks = tuple(tasks)
    for level in LEVELS:
        open_ones = [task for task in tasks if task.level == level and task.gap]
        if open_ones:
            most = max(open_ones, key=lambda task: (task.chance, task.id))
            mean = sum((task.chance for task in open_ones), Fraction(0)) / len(open_ones)
            here = f"{float(mean):.3f} (at most {float(most.chance):.2f}: {most.intent.id})"
            yield Row(f"chance to guess {level} tasks", here, "", most.chance <= MOST_GUESSED)


def _clusters(intents: Iterable[Intent]) -> dict[str, set[str]]:
    """The apps of every cluster of intents that want the same."""
    apps: dict[str, set[str]] = {}
    for intent in intents:
        for tag in intent.tags:
            if tag.startswith("cluster:"):
                apps.setdefault(tag.removeprefix("cluster:"), set()).add(intent.apps[0])
    return apps


def _equal(what: str, here: int, published: int) -> Row:
    return Row(what, str(here), str(published), here == published)
