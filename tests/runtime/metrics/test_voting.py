"""Several judges' scores combined by voting."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import (
    AnyVerdict,
    Bypass,
    Described,
    KeyStepHit,
    Redundant,
    RedundantKind,
    RequirementMet,
    Score,
    SideEffect,
    Terminated,
    TurnJudged,
    subject,
)
from runtime.metrics.tally import tally, without_marks
from runtime.metrics.voting import VOTE_RULES, Vote, VoteRule, vote_on_scores

THREE = (("one", True), ("two", True), ("three", False))


def score(judge: str, met: bool | None, **more: Any) -> Score:
    """Make a score with one requirement."""
    return Score(
        episode=more.pop("episode", "e"),
        judge=judge,
        task="t",
        agent="a",
        intent="i",
        level="standard",
        domain="social",
        difficulty="simple",
        apps=(),
        met={"r": (met, met)},
        **more,
    )


@pytest.mark.parametrize(
    ("votes", "majority", "everybody"),
    [
        ((True, True, True), True, True),
        ((True, True, False), True, False),
        ((True, False), False, False),
        ((True, None, None), True, True),
        ((True, False, None), False, False),
        ((None, None), None, None),
        ((False, False, True), False, False),
    ],
)
def test_a_mark_is_decided_by_those_who_decided(
    votes: tuple[bool | None, ...], majority: bool | None, everybody: bool | None
) -> None:
    """Only judges that decided a mark vote on it; a tie counts as not met, and no decision as unscored."""
    scores = [score(str(number), flag) for number, flag in enumerate(votes)]
    assert vote_on_scores(scores, "majority")[0].met["r"] == (majority, majority)
    assert vote_on_scores(scores, "all")[0].met["r"] == (everybody, everybody)


def test_a_tie_is_marked_and_a_majority_is_not() -> None:
    """A tie is marked in the disagreement and in the verdict's reason; an outvoted judge is not."""
    three = [RequirementMet(episode="e", judge=name, requirement="r", any=met, final=met) for name, met in THREE]
    common = Vote("majority", ["one", "two"], "e")
    for verdict in three[1:]:
        common.feed(replace(verdict, judge={"two": "one", "three": "two"}[verdict.judge]))
    (mark,) = common.settled()
    assert isinstance(mark, RequirementMet)
    assert (mark.any, mark.final) == (False, False)
    assert [(disagreement.outcome, disagreement.tied) for disagreement in common.disagreements()] == [
        (False, True),
        (False, True),
    ]
    assert "one yes, two no (no winner)" in mark.reason
    common = Vote("majority", ["one", "two", "three"], "e")
    for verdict in three:
        common.feed(verdict)
    assert [(disagreement.outcome, disagreement.tied) for disagreement in common.disagreements()] == [
        (True, False),
        (True, False),
    ]
    assert "no winner" not in common.settled()[0].reason


def test_verdicts_of_a_failed_judge_are_withdrawn() -> None:
    """The verdicts of a judge that fails are withdrawn from the vote."""
    common = Vote("majority", ["one", "two"], "e")
    whose: dict[str, Any] = {"episode": "e", "judge": "two"}
    common.feed(RequirementMet(episode="e", judge="one", requirement="r", any=True, final=True))
    common.feed(RequirementMet(requirement="r", any=False, final=False, **whose))
    common.feed(Redundant(step=3, redundancy="loop", **whose))
    taken = common.withdraw("two")
    (mark,) = common.settled()
    assert isinstance(mark, RequirementMet)
    assert (mark.any, common.disagreements()) == (True, ())
    # Said "loop" against silence was a tie, so the step counted as useful already: only the requirement changes.
    assert [subject(event) for event in taken] == [("requirement", "r"), ("redundant", 3)]


def test_verdicts_of_judges_without_a_vote_are_ignored() -> None:
    """Verdicts of a judge without a vote, and descriptions of screens, do not change the vote."""
    common = Vote("all", ["one", "two"], "e")
    assert common.feed(RequirementMet(episode="e", judge="state", requirement="r", any=True, final=True)) == []
    words = Described(episode="e", judge="one", step=1, page="p", observation="", operation="", feedback="")
    assert common.feed(words) == []
    assert common.settled() == ()


def test_every_disagreement_is_kept() -> None:
    """The votes are recorded for each subject on which judges differ, and for no other."""
    item = score("one", True, labels={1: "compliant"}, filled={1: ("r",)}, redundant={3: "loop"}, termination="early")
    two = score("two", True, labels={1: "trivial"}, filled={1: ()}, redundant={}, termination="early")
    current_score, differed = vote_on_scores([item, two], "majority")
    assert {each.subject: dict(each.votes) for each in differed} == {
        "turn 1": {"one": "compliant", "two": "trivial"},
        "fill r in turn 1": {"one": True, "two": False},
        "step 3 of no use": {"one": True, "two": False},
    }
    assert current_score.labels == {1: None}
    assert current_score.filled == {1: ()}
    assert current_score.redundant == {}
    assert current_score.termination == "early"


def test_two_who_differ_only_in_the_kind_agree_that_a_step_was_useless() -> None:
    """The most frequent kind wins, ties by name, and the disagreement about the kind is recorded."""
    kinds: tuple[RedundantKind, ...] = ("loop", "backtrack", "no_effect", "no_effect")
    scores = [score(str(number), True, redundant={2: kind}) for number, kind in enumerate(kinds)]
    for few, kind in ((scores[:2], "backtrack"), (scores, "no_effect")):
        current_score, differed = vote_on_scores(few, "majority")
        assert current_score.redundant == {2: kind}
        assert [disagreement.subject for disagreement in differed] == ["step 2 kind"]
    silent = score("silent", True)
    assert vote_on_scores([scores[0], silent], "all")[0].redundant == {}
    assert vote_on_scores([scores[0], score("open", True, redundant={2: None})], "all")[0].redundant == {2: "loop"}


def test_the_vote_of_agreeing_judges_has_their_marks() -> None:
    """The vote of judges that agree has their marks and no disagreement."""
    item, two = score("one", True, hits={"k": True}), score("two", True, hits={"k": True})
    current_score, differed = vote_on_scores([item, two], "all")
    assert differed == ()
    assert (current_score.met, current_score.hits, current_score.judge) == (item.met, item.hits, "all")


def test_a_vote_is_held_on_one_episode() -> None:
    """A vote over scores of two episodes raises a ValueError."""
    with pytest.raises(ValueError, match="one episode"):
        vote_on_scores([score("one", True), score("two", True, episode="f")], "majority")


JUDGES = ("one", "two", "three")
MARKS = st.sampled_from((True, False, None))
KINDS = st.sampled_from(("no_effect", "loop", "none"))


def verdicts_by(judge: str) -> st.SearchStrategy[AnyVerdict]:
    """A strategy for the verdicts of a judge that a score can hold."""
    whose: dict[str, Any] = {"episode": st.just("e"), "judge": st.just(judge)}
    few = st.integers(1, 3)
    fills = st.sampled_from(((), ("r",), ("q", "r")))
    labels = st.sampled_from(("compliant", "trivial", None))
    ends = st.sampled_from(("normal", "early", None))
    return st.one_of(
        st.builds(RequirementMet, requirement=st.just("r"), any=MARKS, final=MARKS, evidence=few, **whose),
        st.builds(KeyStepHit, key_step=st.just("k"), hit=MARKS, step=few, **whose),
        st.builds(TurnJudged, turn=few, label=labels, filled=fills, **whose),
        st.builds(Redundant, step=few, redundancy=KINDS, **whose),
        st.builds(SideEffect, what=st.sampled_from(("a", "b")), step=few, undone=st.booleans(), **whose),
        st.builds(Bypass, what=st.sampled_from(("a", "b")), step=few, undone=st.booleans(), **whose),
        st.builds(Terminated, termination=ends, step=few, **whose),
    )


@given(
    st.lists(st.sampled_from(JUDGES).flatmap(verdicts_by), max_size=25),
    st.randoms(use_true_random=False),
    st.sampled_from(VOTE_RULES),
)
def test_the_live_vote_is_the_vote_over_what_was_said_last(
    spoken: list[AnyVerdict], random: Any, rule: VoteRule
) -> None:
    """Voting step by step, in any order, gives the same as voting over finished scores."""
    begun = {name: replace(score(name, None), hits={"k": None}) for name in JUDGES}
    for verdict in spoken:
        begun[verdict.judge] = tally(begun[verdict.judge], verdict)
    of_each = {name: [event for event in spoken if event.judge == name] for name in JUDGES}
    order = [event.judge for event in spoken]
    random.shuffle(order)
    common, other = Vote(rule, JUDGES, "e"), Vote(rule, JUDGES, "e")
    first = without_marks(replace(begun["one"], judge=rule))
    live = first
    for verdict in spoken:
        live = reduce(tally, common.feed(verdict), live)
    queues = {name: iter(events) for name, events in of_each.items()}
    for name in order:
        other.feed(next(queues[name]))
    assert other.settled() == common.settled()
    assert other.disagreements() == common.disagreements()
    settled = reduce(tally, common.settled(), first)
    assert settled == live
    batch, _ = vote_on_scores(list(begun.values()), rule)
    assert decided_marks(batch) == decided_marks(live)


def decided_marks(item: Score) -> Score:
    """Remove marks that equal none: unlabelled turns and undone side effects."""
    return replace(
        item,
        labels={turn: label for turn, label in item.labels.items() if label is not None},
        filled={turn: found for turn, found in item.filled.items() if found},
        side_effects={what: left for what, left in item.side_effects.items() if left},
        bypasses={what: left for what, left in item.bypasses.items() if left},
    )
