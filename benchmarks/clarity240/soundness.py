"""The rules that only playing can show: every reference, and both instruments, on a phone in the pure world."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from adapters.phone.kernel.phone import Phone
from adapters.phone.style.fonts import coverage
from benchmarks.clarity240 import real_phone_intents, record, replay, setup
from benchmarks.clarity240.findings import Finding, error
from judges.evidence.answers import asserted
from runtime.core.actions import Answer, Finish, LongPress, Tap
from runtime.core.checks import holds
from runtime.core.config import T_MAX
from runtime.core.errors import TaskFault, UsageError
from runtime.core.tasks import Intent, Requirement, State, Task
from runtime.plugins import registry
from runtime.plugins.protocols import Instrument


def instrument(name: str) -> Instrument:
    """A new instrument of that name, found as the engine finds it."""
    return _instrument(name)(0)


@cache
def _instrument(name: str) -> Callable[[int], Instrument]:
    """Its class; looking through all entry points takes longer than playing one episode."""
    factory: Callable[[int], Instrument] = registry.load(registry.INSTRUMENTS, name).make
    return factory


def check_intent(intent: Intent, phone: Phone) -> Iterator[Finding]:
    """Start, replay and effects of one intent."""
    if real_phone_intents.is_real(intent):
        yield from real_phone_intents.check_intent(intent)
        return
    missing = [app for app in intent.apps if app not in registry.names(registry.APPS)]
    if missing:
        yield error(
            intent.id,
            f"no app is called {', '.join(missing)}",
            "use the name that the app registers under",
            rule="app",
            at=("apps",),
        )
        return
    yield from _check_glyphs(intent)
    yield from _check_screens(intent)
    try:
        yield from _check_start(intent, replay.prepared(phone, intent))
        yield from _check_replay(intent, phone)
    except (TaskFault, UsageError) as failure:
        yield error(
            intent.id,
            f"it cannot be played: {failure}",
            "mend its setup or its steps",
            rule="played",
            at=("reference",),
        )


def _check_screens(intent: Intent) -> Iterator[Finding]:
    """Evidence is looked for on screens of apps that the intent is about."""
    packages = [app.package for app in replay.installed() if app.name in intent.apps]
    patterns = [
        (f"{intent.id}/{requirement.id}", ("seen", "app"), requirement.seen) for requirement in intent.requirements
    ]
    for where, at, pattern in (*patterns, (intent.id, ("reference", "closing_seen"), intent.reference.closing_seen)):
        if pattern is not None and not any(pattern.app in package for package in packages):
            what = f"no app of the intent has screens of {pattern.app!r}"
            yield error(where, what, f"name one of {', '.join(packages)}", rule="screen", at=at)


def _check_glyphs(intent: Intent) -> Iterator[Finding]:
    """Check that the phone's fonts can draw all text that its screens show."""
    covered = coverage()
    drawn = covered["latin"] | covered["cjk"]
    shown = [requirement.value for requirement in intent.requirements] + [
        text for requirement in intent.requirements for text in requirement.options
    ]
    for text in (*shown, *_texts(intent.setup.state)):
        missing = sorted({char for char in text if char != "\n" and ord(char) not in drawn})
        if missing:
            yield error(intent.id, f"no font has {' '.join(missing)} of {text!r}", "use other characters", rule="glyph")


def _texts(data: Any) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from _texts(value)
        case list() | tuple():
            for value in data:
                yield from _texts(value)
        case _:
            pass


def _check_start(intent: Intent, start: State) -> Iterator[Finding]:
    """Nothing that the intent asks for may be true before anybody has done anything."""
    fix = "change the setup, or the check"
    for requirement in intent.requirements:
        if requirement.truth is not None and holds(requirement.truth, start):
            yield error(f"{intent.id}/{requirement.id}", "it is met before the start", fix, rule="start", at=("truth",))
    for check in intent.setup.must_be_false:
        if holds(check, start):
            yield error(
                intent.id, f"{check.path} must be false at the start and is not", fix, rule="start", at=("setup",)
            )
    if intent.reference.closing is not None and holds(intent.reference.closing, start):
        yield error(intent.id, "its task is closed before the start", fix, rule="start", at=("reference", "closing"))


def _check_replay(intent: Intent, phone: Phone) -> Iterator[Finding]:
    """The recorded actions hit their targets, meet every requirement, close the task and write what they say."""
    reference = intent.reference
    again = "record the reference again"
    if not len(reference.actions) == len(reference.targets) == len(reference.serves):
        yield error(intent.id, "actions, targets and serves differ in length", again, rule="recording")
        return
    start = replay.prepared(phone, intent)
    for number, (action, target) in enumerate(zip(reference.actions, reference.targets, strict=True)):
        if target is not None and isinstance(action, Tap | LongPress):
            node = replay.look(phone).find(target)
            if node is None:
                yield error(f"{intent.id} step {number}", f"{target} is not on the screen", again, rule="recording")
                return
            left, top, right, bottom = node.bounds
            if not (left <= action.x < right and top <= action.y < bottom):
                yield error(
                    f"{intent.id} step {number}",
                    f"{action} misses its target at {node.bounds}",
                    again,
                    rule="recording",
                )
        replay.perform(phone, action)
    end = phone.read()
    texts = [action.text for action in reference.actions if isinstance(action, Finish | Answer)]
    for requirement in intent.requirements:
        if not _met(intent, requirement, end, texts):
            yield error(
                f"{intent.id}/{requirement.id}",
                "the reference does not meet it",
                "mend the steps or the check",
                rule="reference",
                at=("truth",),
            )
    if reference.closing is None and not texts:
        yield error(
            intent.id,
            "nothing closes it",
            "give it a `closing`, or end it with an answer",
            rule="closing",
            at=("reference",),
        )
    if reference.closing is not None and not holds(reference.closing, end):
        yield error(
            intent.id,
            "the reference does not close it",
            "mend the steps or `closing`",
            rule="closing",
            at=("reference", "closing"),
        )
    made = record.effects(start, end)
    if made != reference.effects:
        found, wanted = (", ".join(change.name for change in changes) for changes in (made, reference.effects))
        what = f"it changes {found or 'nothing'}, not {wanted or 'nothing'}, or to other values"
        yield error(intent.id, what, again, rule="effects", at=("reference",))


def _met(intent: Intent, requirement: Requirement, end: State, texts: list[str]) -> bool:
    if requirement.evidence == "answer":
        return requirement.id in asserted(intent, texts, texts)
    return requirement.truth is not None and holds(requirement.truth, end)


def check_task(task: Task, phone: Phone) -> Iterator[Finding]:
    """Check the results of both instruments on it. Tasks for real apps are not played."""
    if real_phone_intents.is_real(task.intent):
        return
    played = setup.play(instrument("oracle"), task, phone)
    if played.unmet:
        yield error(
            task.id,
            f"the oracle misses {', '.join(played.unmet)}",
            "mend steps, setup or checks",
            rule="oracle",
            at=("reference",),
        )
    if not all(played.met_now(requirement) for requirement in task.intent.requirements):
        yield error(
            task.id,
            "the oracle meets something and then undoes it",
            "reorder the steps",
            rule="oracle",
            at=("reference",),
        )
    if played.used > T_MAX:
        yield error(
            task.id,
            f"the oracle needs {played.used} of {T_MAX} steps",
            "shorten the reference",
            rule="budget",
            at=("reference", "steps"),
        )
    if played.side_effects:
        yield error(
            task.id,
            f"the oracle changes {', '.join(played.side_effects)}",
            "record the reference again",
            rule="oracle",
            at=("reference",),
        )
    odd = [turn.label for turn in played.turns if turn.label != "compliant"]
    if odd:
        yield error(
            task.id,
            f"the oracle's questions are judged {', '.join(odd)}",
            "mend slot, words or options",
            rule="question",
            at=("requirements",),
        )
    played = setup.play(instrument("silent"), task, phone)
    if not task.gap and played.unmet:
        yield error(
            task.id,
            f"a silent run misses {', '.join(played.unmet)}",
            "mend steps, setup or checks",
            rule="oracle",
            at=("reference",),
        )
    if task.gap:
        yield from _check_gap(task, played)


def _check_gap(task: Task, played: setup.Stage) -> Iterator[Finding]:
    """Silence must cost something: exactly the open requirements."""
    if not played.unmet:
        yield error(
            task.id,
            "silence meets everything",
            "want what the default does not give",
            rule="silence",
            at=("requirements",),
        )
    if task.level == "incomplete":
        for requirement in task.intent.requirements:
            if requirement.id not in task.gap and requirement.id in played.unmet:
                yield error(
                    task.id,
                    f"silence misses {requirement.id}, which is stated",
                    "give the app a way on by defaults",
                    rule="silence",
                    at=("requirements", requirement.id),
                )
            if requirement.id in task.gap and requirement.id not in played.unmet:
                yield error(
                    task.id,
                    f"silence meets {requirement.id}",
                    "want what the default does not give",
                    rule="silence",
                    at=("requirements", requirement.id),
                )


def check_choice(task: Task, identifier: str, phone: Phone) -> Iterator[Finding]:
    """Each parameter is decided by itself: leaving out one fails that one and no other."""
    if real_phone_intents.is_real(task.intent):
        return
    alone = replace(task, gap=(identifier,))
    played = setup.play(instrument("silent"), alone, phone)
    if played.unmet != (identifier,):
        missed = ", ".join(played.unmet) or "nothing"
        yield error(
            f"{task.intent.id}/{identifier}",
            f"leaving out this one misses {missed}",
            "bind each check to its own value",
            rule="independent",
            at=("truth",),
        )
