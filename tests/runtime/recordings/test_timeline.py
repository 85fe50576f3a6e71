"""An episode as a timeline: what belongs to a step stands there, with what a judge found."""

from __future__ import annotations

from typing import Any

from runtime.core.actions import AskUser, Decision, Finish, Tap
from runtime.core.events import (
    AnyEvent,
    AnyVerdict,
    Decided,
    Described,
    DisturbanceOccurred,
    Ended,
    KeyStepHit,
    ModelCalled,
    Observed,
    Performed,
    Redundant,
    Released,
    Replied,
    RequirementMet,
    SideEffect,
    Started,
    Terminated,
    TurnJudged,
)
from runtime.recordings.timeline import Timeline, timeline
from runtime.screen.tree import parse
from tests.support.scripted import make_task

TASK = make_task()
EPISODE = "reader/lamp.standard/0"
TREE = parse(
    b'<hierarchy rotation="0"><node class="android.widget.Button" text="Lamp" clickable="true" bounds="[0,0][8,8]" />'
    b"</hierarchy>"
)


def events(*items: tuple[type[Any], dict[str, Any]]) -> list[AnyEvent]:
    """Number the events of an attempt."""
    return [kind(episode=EPISODE, attempt=0, seq=at, t=at / 10, **given) for at, (kind, given) in enumerate(items)]


def decided(step: int, action: Any, thought: str = "") -> tuple[type[Any], dict[str, Any]]:
    """A decision for one action."""
    return Decided, {"step": step, "decision": Decision((action,), thought, "raw")}


TRACE = events(
    (Started, {"task": "lamp.standard", "agent": "reader", "device": "phone-0", "seed": 7}),
    (Observed, {"step": 0, "frame": "frame-a", "tree": "tree-a"}),
    decided(1, AskUser("On or off?"), "It is not clear."),
    (Performed, {"step": 1, "action": AskUser("On or off?")}),
    (Replied, {"step": 1, "question": "On or off?", "text": "On."}),
    (Observed, {"step": 1, "frame": "frame-a", "tree": "tree-a"}),
    (DisturbanceOccurred, {"weather": "slow", "detail": "two seconds"}),
    (ModelCalled, {"role": "agent", "model": "m", "usage": {"input": 10, "output": 2}}),
    (ModelCalled, {"role": "agent", "model": "m", "usage": {"input": 5}}),
    decided(2, Tap(4, 4), "There it is."),
    (Performed, {"step": 2, "action": Tap(4, 4), "commands": ("shell:input tap 4 4",), "took": 12}),
    (Observed, {"step": 2, "frame": "frame-b", "tree": "tree-b"}),
    decided(2, Finish("Done.")),
    (Performed, {"step": 2, "action": Finish("Done.")}),
    (Ended, {"ending": "finished"}),
)
VERDICTS: list[AnyVerdict] = [
    Described(
        episode=EPISODE, judge="rules", step=2, page="lamp/Lamp", observation="", operation="tap", feedback="it is lit"
    ),
    RequirementMet(episode=EPISODE, judge="rules", requirement="on", any=None, final=None),
    RequirementMet(episode=EPISODE, judge="rules", requirement="on", any=True, final=True, evidence=2, reason="seen"),
    KeyStepHit(episode=EPISODE, judge="rules", key_step="press", hit=True, step=2),
    TurnJudged(episode=EPISODE, judge="rules", turn=1, label="compliant", filled=("on",)),
    Redundant(episode=EPISODE, judge="rules", step=2, redundancy="loop"),
    Redundant(episode=EPISODE, judge="rules", step=2, redundancy="none"),
    SideEffect(episode=EPISODE, judge="rules", what="radio/on", step=2),
    Terminated(episode=EPISODE, judge="rules", termination="normal", step=2),
]


def laid_out() -> Timeline:
    """The timeline of the trace above."""
    truth = Released(episode=EPISODE, attempt=0, seq=99, t=0.4, step=1, requirements=("on",))
    return timeline(TRACE, [truth], VERDICTS, TASK, lambda digest: TREE)


def test_each_action_is_a_step_between_two_screens() -> None:
    """The start has no action; the end has the number of the last step, since it costs none."""
    found = laid_out()
    assert [(step.number, step.words) for step in found.steps] == [
        (0, ""), (1, "Ask the user: “On or off?”"), (2, "Tap “Lamp”"), (2, "Stop: “Done.”"),
    ]  # fmt: skip
    step = found.step(2)
    assert step is not None
    assert (step.before and step.before.frame, step.after and step.after.frame) == ("frame-a", "frame-b")
    assert (step.thought, step.raw, step.commands, step.took) == ("There it is.", "raw", ("shell:input tap 4 4",), 12)
    assert (step.page, step.operation, step.feedback, step.points) == ("lamp/Lamp", "tap", "it is lit", ((4, 4),))
    assert step.notes == []
    asked = found.step(1)
    assert asked is not None
    assert asked.notes == ["disturbance: slow (two seconds)"]


def test_a_reply_stands_with_its_question_and_what_it_revealed() -> None:
    """Turns are numbered as judges number them."""
    step = laid_out().step(1)
    assert step is not None
    assert step.turn is not None
    assert (step.turn.number, step.turn.reply, step.turn.released) == (1, "On.", ("on",))
    assert [(finding.kind, finding.words) for finding in step.findings] == [("turn", "proper question")]


def test_findings_stand_at_their_step_and_the_last_verdict_counts() -> None:
    """A verdict that a later one replaces, or that withdraws another, is not shown."""
    found = laid_out()
    assert [(finding.kind, finding.subject, finding.words, finding.good) for finding in found.findings] == [
        ("requirement", "lamp = on", "met", True),
        ("key_step", "Tap", "taken", True),
        ("turn", "question 1", "proper question", True),
        ("side_effect", "radio/on", "side effect", False),
        ("end", "the end", "stopped in time", True),
    ]
    step = found.step(2)
    assert step is not None
    assert {finding.kind for finding in step.findings} == {"requirement", "key_step", "side_effect", "end"}


def test_an_episode_has_its_answer_its_end_and_its_tokens() -> None:
    """What the last action with a text says is the answer; tokens of all calls are added."""
    found = laid_out()
    assert (found.answer, found.ending, found.device, found.agent) == ("Done.", "finished", "phone-0", "reader")
    assert found.usage == {"input": 15, "output": 2}


def test_an_attempt_that_was_broken_off_is_shown_as_far_as_it_goes() -> None:
    """Without an end and without a task nothing is missing but the texts."""
    found = timeline(TRACE[:4], verdicts=VERDICTS)
    assert found.ending is None
    assert [step.number for step in found.steps] == [0, 1]
    assert found.findings[0].subject == "on"


def test_a_question_that_the_sandbox_relayed_is_a_step_of_its_own() -> None:
    """An unmodified program asks without an action of the session; its question is shown where it happened."""
    found = timeline([*TRACE[:2], *events((Replied, {"step": 1, "question": "Which?", "text": "That."}))])
    assert [(step.number, step.words) for step in found.steps] == [(0, ""), (1, "Ask the user: “Which?”")]
