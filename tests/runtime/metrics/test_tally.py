"""The tally of an episode's events and verdicts into its score."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.actions import Answer, AskUser, Decision, Finish, Key, Noop, ParseError, Swipe, Tap, Type, Wait
from runtime.core.errors import Boundary
from runtime.core.events import (
    SCORES,
    AnyEvent,
    AnyVerdict,
    Bypass,
    Decided,
    Ended,
    Ending,
    KeyStepHit,
    Observed,
    Performed,
    Redundant,
    Replied,
    RequirementMet,
    Score,
    SideEffect,
    Started,
    StateRead,
    Terminated,
    Traffic,
    TurnJudged,
)
from runtime.core.tasks import Intent, KeyStep, Phrasing, Reference, Requirement, Setup, Task
from runtime.metrics import counts
from runtime.metrics.tally import initial_score, tally

E = "agent~task~0"
REQUIREMENTS = tuple(
    Requirement(id=name, kind="anchor" if name == "item" else "explicit", slot=name, text=name, value="v", default="d")
    for name in ("item", "size", "note")
)
TASK = Task(
    id="burger-ambiguous",
    intent=Intent(
        id="burger",
        domain="e-commerce",
        nature="functional",
        origin="prior",
        apps=("bunwright",),
        requirements=REQUIREMENTS,
        reference=Reference(
            actions=(Tap(1, 1), Tap(2, 2)),
            key_steps=(KeyStep("k1", Tap(1, 1), None), KeyStep("k2", Tap(2, 2), None)),
            closing=None,
        ),
        setup=Setup(),
        phrasing=Phrasing(goal="g", vague="v", path=()),
    ),
    level="ambiguous",
    instruction="Get me something to eat",
    gap=("item", "size"),
)


def started(attempt: int = 0, can_ask: bool = True) -> Started:
    """Make the first event of an attempt."""
    return Started(
        episode=E, attempt=attempt, seq=0, t=0.0, task=TASK.id, agent="agent", device="d", seed=7, can_ask=can_ask
    )


def performed(seq: int, action: object) -> Performed:
    """Make the event of an executed action."""
    return Performed(episode=E, attempt=0, seq=seq, t=0.0, step=seq, action=action)  # type: ignore[arg-type]


def replied(seq: int) -> Replied:
    """Make the event of a user's reply."""
    return Replied(episode=E, attempt=0, seq=seq, t=0.0, step=seq, question="?", text="!")


def requirement(name: str, either: bool | None, final: bool | None) -> RequirementMet:
    """Make a mark on one requirement."""
    return RequirementMet(episode=E, judge="rules", requirement=name, any=either, final=final)


def fold(score: Score, items: list[AnyEvent | AnyVerdict]) -> Score:
    """Tally all items in order."""
    return reduce(tally, items, score)


def test_begin_fills_in_everything_that_the_task_says() -> None:
    """A new score has task, groups, counts and subjects, all unscored."""
    score = initial_score(TASK, started(attempt=2, can_ask=False), "rules", 3, True)
    assert (score.episode, score.judge, score.task, score.agent) == (E, "rules", "burger-ambiguous", "agent")
    assert (score.intent, score.level, score.domain, score.difficulty) == (
        "burger",
        "ambiguous",
        "e-commerce",
        "medium",
    )
    assert (score.apps, score.repeat, score.attempt) == (("bunwright",), 3, 2)
    assert (score.can_ask, score.instrument) == (False, True)
    assert (score.requirements, score.key_steps, score.gap) == (3, 2, 2)
    assert score.met == dict.fromkeys(("item", "size", "note"), (None, None))
    assert score.hits == {"k1": None, "k2": None}
    assert not counts.judged(score)
    assert not counts.requirements_scored(score)


def test_only_device_actions_are_steps_and_replies_are_turns() -> None:
    """Taps, swipes, typing and keys count as steps, and replies as turns."""
    score = fold(
        initial_score(TASK, started(), "rules"),
        [
            Observed(episode=E, attempt=0, seq=1, t=0.0, step=0, frame=None, tree=None),
            Decided(episode=E, attempt=0, seq=2, t=0.0, step=1, decision=Decision([Tap(1, 1)])),
            performed(3, Tap(1, 1)),
            performed(4, Swipe(0, 0, 1, 1)),
            performed(5, Type("x")),
            performed(6, Key("BACK")),
            performed(7, AskUser("size?")),
            replied(8),
            performed(9, Wait()),
            performed(10, Answer("a")),
            performed(11, Noop()),
            performed(12, Finish()),
            Ended(episode=E, attempt=0, seq=13, t=0.0, ending="finished"),
        ],
    )
    assert (score.steps, score.turns, score.ending, score.cause) == (4, 1, "finished", None)


def test_what_nobody_could_read_is_counted_apart() -> None:
    """Unparsable replies, traffic and what the phone's shell did not know are no steps; a new attempt starts anew."""
    unread = Traffic(episode=E, attempt=0, seq=3, t=0.0, digest="raw-1", why="traffic of jdwp")
    score = fold(
        initial_score(TASK, started(), "rules"),
        [performed(1, ParseError("?", "no action")), performed(2, ParseError("!", "no action")), unread],
    )
    assert (score.steps, score.malformed, score.unread) == (0, 2, 1)
    reads: list[Any] = [
        StateRead(episode=E, attempt=0, seq=seq, t=0.0, step=0, state={}, unknown_commands=found)
        for seq, found in ((4, {"awk": 1}), (5, {"awk": 2, "tar": 1}))
    ]
    score = fold(score, reads)
    assert score.unknown_commands == {"awk": 2, "tar": 1}
    assert fold(score, [started(attempt=1)]) == initial_score(TASK, started(attempt=1), "rules")


def test_the_last_verdict_on_a_subject_wins() -> None:
    """The last verdict on each subject counts; withdrawn and undone ones do not."""
    score = fold(
        initial_score(TASK, started(), "rules"),
        [
            performed(1, Tap(1, 1)),
            performed(2, Tap(1, 1)),
            requirement("item", True, True),
            requirement("item", False, False),
            requirement("size", True, False),
            KeyStepHit(episode=E, judge="rules", key_step="k1", hit=False),
            KeyStepHit(episode=E, judge="rules", key_step="k1", hit=True, step=1),
            Redundant(episode=E, judge="rules", step=1, redundancy="loop"),
            Redundant(episode=E, judge="rules", step=2, redundancy="no_effect"),
            Redundant(episode=E, judge="rules", step=1, redundancy="none"),
            TurnJudged(episode=E, judge="rules", turn=1, label="compliant", filled=("item",)),
            TurnJudged(episode=E, judge="rules", turn=1, label="repetitive"),
            TurnJudged(episode=E, judge="rules", turn=2, label="compliant", filled=("size",)),
            SideEffect(episode=E, judge="rules", what="cart/2", step=1),
            SideEffect(episode=E, judge="rules", what="cart/3", step=1),
            SideEffect(episode=E, judge="rules", what="cart/2", step=2, undone=True),
            Bypass(episode=E, judge="rules", what="cart/2", step=1),
            Bypass(episode=E, judge="rules", what="cart/3", step=1),
            Bypass(episode=E, judge="rules", what="cart/2", step=2, undone=True),
            Terminated(episode=E, judge="rules", termination="early", step=2),
            Terminated(episode=E, judge="rules", termination="normal", step=2),
        ],
    )
    assert (counts.met(score), counts.met_final(score), counts.lapsed(score)) == (1, 0, 1)
    assert counts.key_steps_hit(score) == 1
    assert counts.redundant_steps(score) == 1
    assert (counts.violations(score), counts.compliant(score), counts.filled(score)) == (1, 1, 1)
    assert counts.standing_side_effects(score) == 1
    assert counts.standing_bypasses(score) == 1
    assert not counts.early(score)
    assert counts.partial(score)
    assert not counts.success(score)


def test_what_a_judge_invents_is_never_counted() -> None:
    """Marks on requirements and key steps that the task does not have are ignored."""
    score = initial_score(TASK, started(), "rules")
    assert tally(score, requirement("dessert", True, True)) == score
    assert tally(score, KeyStepHit(episode=E, judge="rules", key_step="k9", hit=True)) == score


def test_what_a_turn_fills_counts_once_and_whatever_else_it_asks_for() -> None:
    """A proper ask fills a missing value even in a turn with another, violating ask; never more than are missing."""
    score = replace(
        initial_score(TASK, started(), "rules"),
        turns=4,
        labels={1: "compliant", 2: "compliant", 3: "trivial", 4: None},
        filled={1: ("item",), 2: ("item",), 3: ("size",)},
        asks={1: ("compliant",), 2: ("compliant",), 3: ("compliant", "trivial")},
        ungrounded={4: ("size",)},
    )
    assert counts.filled(replace(score, filled={1: ("item",), 2: ("item",)})) == 1
    assert counts.filled(score) == 2
    assert (counts.violations(score), counts.violations_as_published(score), counts.asks(score)) == (1, 0, 4)
    assert counts.filled_as_published(replace(score, filled={})) == 1
    assert not counts.turns_scored(score)
    over = replace(score, filled={1: ("item", "size", "note")})
    assert counts.filled(over) == over.gap == 2


def test_items_of_another_episode_or_judge_are_refused() -> None:
    """Events of another episode, or verdicts of another judge, raise a ValueError."""
    score = initial_score(TASK, started(), "rules")
    with pytest.raises(ValueError, match="episode 'other'"):
        tally(score, replace(replied(1), episode="other"))
    with pytest.raises(ValueError, match="judge 'model'"):
        tally(score, replace(requirement("item", True, True), judge="model"))


def test_a_new_attempt_begins_afresh_and_the_old_one_no_longer_counts() -> None:
    """A new attempt starts from nothing, and late events of the void one are ignored."""
    score = fold(
        initial_score(TASK, started(), "rules"),
        [
            performed(1, Tap(1, 1)),
            requirement("item", True, True),
            Ended(episode=E, attempt=0, seq=2, t=0.0, ending="void", cause="device"),
        ],
    )
    assert counts.lost(score)
    again = fold(score, [started(attempt=1), performed(3, Tap(1, 1)), replied(4)])
    assert again == initial_score(TASK, started(attempt=1), "rules")


@pytest.mark.parametrize(
    ("ending", "cause", "lost"),
    [
        ("finished", None, False),
        ("max_steps", None, False),
        ("deadline", "agent", False),
        ("fault", "agent", False),
        ("fault", "device", True),
        ("fault", "runtime", True),
        ("fault", "user", True),
        ("fault", "task", True),
        ("finished", "judge", True),
        ("void", None, True),
        (None, None, False),
    ],
)
def test_only_what_is_not_the_agents_fault_is_lost(ending: Ending | None, cause: Boundary | None, lost: bool) -> None:
    """An episode is lost if its fault is not the agent's; an unfinished one is neither lost nor valid."""
    score = replace(initial_score(TASK, started(), "rules"), ending=ending, cause=cause)
    assert counts.lost(score) is lost
    assert counts.valid(score) is (not lost and ending is not None)


EVENTS: list[AnyEvent | AnyVerdict] = [
    performed(1, Tap(1, 1)),
    performed(2, AskUser("?")),
    replied(3),
    performed(4, Type("x")),
    Ended(episode=E, attempt=0, seq=5, t=0.0, ending="finished"),
]
MARKS = st.sampled_from([None, True, False])
VERDICTS: st.SearchStrategy[AnyEvent | AnyVerdict] = st.one_of(
    st.builds(requirement, st.sampled_from(["item", "size", "note", "ghost"]), MARKS, MARKS),
    st.builds(
        KeyStepHit, episode=st.just(E), judge=st.just("rules"), key_step=st.sampled_from(["k1", "k2"]), hit=MARKS
    ),
    st.builds(
        Redundant,
        episode=st.just(E),
        judge=st.just("rules"),
        step=st.integers(1, 3),
        redundancy=st.sampled_from(["none", "loop", "no_effect"]),
    ),
    st.builds(
        TurnJudged,
        episode=st.just(E),
        judge=st.just("rules"),
        turn=st.integers(1, 2),
        label=st.sampled_from([None, "compliant", "trivial"]),
        filled=st.sampled_from([(), ("item",), ("item", "size")]),
    ),
)


@given(st.lists(VERDICTS, max_size=12), st.randoms(use_true_random=False))
def test_any_interleaving_of_the_two_logs_gives_the_same_score(verdicts: list[AnyVerdict], order: object) -> None:
    """Any interleaving of events and verdicts gives the same score, which can be stored and read back."""
    batch = fold(initial_score(TASK, started(), "rules"), [*EVENTS, *verdicts])
    mixed: list[AnyEvent | AnyVerdict] = []
    left, right = list(EVENTS), list(verdicts)
    while left or right:
        source = left if left and (not right or order.random() < 0.5) else right  # type: ignore[attr-defined]
        mixed.append(source.pop(0))
    assert fold(initial_score(TASK, started(), "rules"), mixed) == batch
    assert SCORES.validate_json(SCORES.dump_json(batch)) == batch
    assert 0 <= counts.met(batch) <= batch.requirements
    assert counts.redundant_steps(batch) <= batch.steps
