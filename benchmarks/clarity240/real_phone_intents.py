"""Intents for apps on real phones: their state cannot be read, so they are not replayed in advance. Pure.

Their reference is what the file says, not a recording: judges find key steps by what they touch, and never look at
coordinates where a key step names its element.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.clarity240 import build, schema
from benchmarks.clarity240.findings import Finding, error, warning
from runtime.core.actions import Finish
from runtime.core.tasks import Intent

TAG = "real"


def is_real(intent: Intent) -> bool:
    """Whether the intent is for apps on real phones."""
    return TAG in intent.tags


def assumed(source: schema.IntentFile) -> schema.Recording:
    """The file's steps as an assumed recording: without coordinates, scrolling, or the words of an answer."""
    words = source.words()
    steps = []
    for step in source.reference.steps:
        target = build.selector(step.element(), words)
        steps.append(
            schema.RecordedStep(
                action=build.action(step, words),
                target=None if target is None else schema.SelectorFile.of(target),
                serves=step.serves,
                key=step.key,
                commits=step.commits,
            )
        )
    return schema.Recording(fingerprint=source.fingerprint(), steps=tuple(steps))


def check_intent(intent: Intent) -> Iterator[Finding]:
    """Check what an intent for real phones needs: commands that prepare, and screens that prove."""
    setup, reference = intent.setup, intent.reference
    if not setup.shell:
        yield error(intent.id, "nothing prepares a real phone for it", "list commands in `setup.shell`", rule="real")
    if setup.state or setup.must_be_false:
        fix = "prepare it by `setup.shell`, whose commands may check too"
        yield error(intent.id, "`state` and `must_be_false` are for virtual phones", fix, rule="real", at=("setup",))
    for requirement in intent.requirements:
        if requirement.truth is not None:
            what, fix = "nobody can read the `truth` of a real app", "prove it by `seen`"
            yield error(f"{intent.id}/{requirement.id}", what, fix, rule="real", at=("truth",))
        if requirement.evidence == "state" and requirement.seen is None:
            what, fix = "only a judge that reads its words can score it", "give it a `seen` for the others"
            yield warning(f"{intent.id}/{requirement.id}", what, fix, rule="real")
    answers = any(isinstance(action, Finish) for action in reference.actions)
    if reference.closing is not None:
        what, fix = "nobody can read `closing` in a real app", "say `closing_seen` instead"
        yield error(intent.id, what, fix, rule="real", at=("reference", "closing"))
    if reference.closing_seen is None and not answers:
        what, fix = "nothing closes it but the agent's own word", "give it a `closing_seen`, or end it with an answer"
        yield warning(intent.id, what, fix, rule="real", at=("reference",))
