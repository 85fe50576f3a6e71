"""Several judges' scores made into one."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.events import Score
from runtime.metrics.voting import vote


def score(judge: str, met: bool | None, **more: Any) -> Score:
    """A score with one requirement."""
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
        ((True, True, False), True, None),
        ((True, False), None, None),
        ((True, None, None), True, True),
        ((True, False, None), None, None),
        ((None, None), None, None),
        ((False, False, True), False, None),
    ],
)
def test_a_mark_is_decided_by_those_who_decided(
    votes: tuple[bool | None, ...], majority: bool | None, everybody: bool | None
) -> None:
    """More than half, or all; a draw and silence are unscored, never false."""
    scores = [score(str(number), one) for number, one in enumerate(votes)]
    assert vote(scores, "majority")[0].met["r"] == (majority, majority)
    assert vote(scores, "all")[0].met["r"] == (everybody, everybody)


def test_every_disagreement_is_kept() -> None:
    """Who said what is told of each subject on which they differ, and of no other."""
    one = score("one", True, labels={1: "compliant"}, filled={1: ("r",)}, redundant={3: "loop"}, termination="early")
    two = score("two", True, labels={1: "trivial"}, filled={1: ()}, redundant={}, termination="early")
    said, differed = vote([one, two], "majority")
    assert {each.subject: dict(each.votes) for each in differed} == {
        "turn 1": {"one": "compliant", "two": "trivial"},
        "fill 1": {"one": ("r",), "two": ()},
        "step 3": {"one": "loop", "two": "none"},
    }
    assert said.labels == {1: None}
    assert said.filled == {1: ()}
    assert said.redundant == {}
    assert said.termination == "early"


def test_judges_of_one_mind_change_nothing_but_the_name() -> None:
    """The vote of equals is their score."""
    one, two = score("one", True, hits={"k": True}), score("two", True, hits={"k": True})
    said, differed = vote([one, two], "all")
    assert differed == ()
    assert (said.met, said.hits, said.judge) == (one.met, one.hits, "all(one,two)")


def test_a_vote_is_held_on_one_episode() -> None:
    """Scores of two episodes have nothing to be decided between them."""
    with pytest.raises(ValueError, match="one episode"):
        vote([score("one", True), score("two", True, episode="f")], "majority")
