"""Tests of how the nature of an intent follows from the verbs of its goal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.clarity240 import nature
from runtime.core.tasks import Suite

VERBS = [(verb, kind) for kind, listed in nature.VERBS.items() for verb in listed]


def test_no_committed_intent_contradicts_its_verbs(suite: Suite):
    """Each intent of the suite says the nature that its verbs have, every goal has a known verb, and both occur."""
    for intent in suite.intents:
        assert list(nature.check_nature(intent)) == []
        assert nature.nature_of(intent.phrasing.goal) == intent.nature
    assert {intent.nature for intent in suite.intents} == set(nature.VERBS)


@given(st.sampled_from(VERBS), st.sampled_from(VERBS), st.sampled_from([", and ", ". ", " and ", ", "]))
def test_one_value_laden_verb_makes_a_goal_value_laden(first, second, joint):
    """A goal of two requests is functional only if both are."""
    goal = f"{first[0].capitalize()} {{thing}}{joint}{second[0]} {{other}}."
    both = {first[1], second[1]}
    assert nature.nature_of(goal) == ("value-laden" if "value-laden" in both else "functional")


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Start a list called “Like and share”.", "functional"),
        ("Start a thread {title} on Oakthread.", "value-laden"),
        ("Buy {item}, condition like new.", "functional"),
        ("On Framelet, follow {account}.", "value-laden"),
        ("Send me {report}.", "functional"),
        ("Please send {report} to Noor.", "value-laden"),
        ("Yodel {song}.", None),
    ],
)
def test_verbs_are_read_where_a_clause_begins(goal, expected):
    """Only the beginning of a clause is a verb, quoted words are none, and the longest known verb decides."""
    assert nature.nature_of(goal) == expected


def test_a_contradicting_claim_is_refused(suite: Suite):
    """The finding names the verb, its nature and the correction; a goal without a known verb may claim either."""
    follow = next(intent for intent in suite.intents if intent.id == "social.framefollow")
    (finding,) = nature.check_nature(replace(follow, nature="functional"))
    assert (finding.level, finding.rule, finding.at) == ("error", "nature", ("nature",))
    assert str(finding).endswith("it says functional, but 'follow' is value-laden; say `nature: value-laden`, "
                                 "or ask for something else")  # fmt: skip
    unknown = replace(follow.phrasing, goal="Yodel for {account}.")
    assert list(nature.check_nature(replace(follow, phrasing=unknown, nature="functional"))) == []
