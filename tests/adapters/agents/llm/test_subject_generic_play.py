"""The generic agents on a virtual phone, with scripted models that write in each family's format."""

from __future__ import annotations

from dataclasses import replace

import pytest

from runtime.core.actions import Answer, AskUser, Tap, Type
from tests.adapters.agents.llm.conftest import Stage
from tests.support.native_writers import WRITERS
from tests.support.scripted_models import native
from tests.support.subject_cases import GENERIC

MUTE = "social.mute.incomplete"
ANSWERS_APART = ("qwen3-vl", "som", "pixels")
"""Who tells an answer before ending: one step more than the end alone."""


@pytest.mark.parametrize("name", GENERIC)
async def test_the_right_way_in_the_models_own_words(stage: Stage, name: str):
    """The oracle's steps, written in each model's format, meet every requirement, and taps are within two pixels.

    Whose replies are one for each action gets the very marks of one who does the same without a model.
    """
    way = await stage.way(MUTE)
    session = await stage.played(GENERIC[name], native(way, WRITERS[name]), MUTE)
    assert session.score.met == {"chat": (True, True), "duration": (True, True)}
    assert session.watched.replies == ["For the duration: 1 week, please."]
    wanted = [step.action for step in way if isinstance(step.action, (AskUser, Tap))]
    found = [action for action in session.watched.actions if isinstance(action, (AskUser, Tap))]
    assert [action.kind for action in found] == [action.kind for action in wanted]
    for theirs, ours in zip(found, wanted, strict=True):
        if isinstance(theirs, Tap) and isinstance(ours, Tap):
            near = 2 if name != "som" else 1080  # an element's middle is wherever the element is
            assert abs(theirs.x - ours.x) <= near
            assert abs(theirs.y - ours.y) <= near
    if name not in ANSWERS_APART:
        for mine, twin in zip(session.lease.scores, await stage.twin(MUTE), strict=True):
            assert replace(mine, agent="", episode="", attempt=0) == replace(twin, agent="", episode="", attempt=0)
    assert session.score.termination == "normal"
    assert all(decision.raw in native(way, WRITERS[name]) for decision in session.watched.decisions)


async def test_typed_text_and_an_answer(stage: Stage):
    """Text is typed and an answer is given in the formats of two model families."""
    for name, task in (("som", "info.dawnfollow.standard"), ("qwen3-vl", "info.hours.incomplete")):
        way = await stage.way(task)
        session = await stage.played(GENERIC[name], native(way, WRITERS[name]), task)
        assert all(met == (True, True) for met in session.score.met.values())
        kinds = {type(action) for action in session.watched.actions}
        assert (Type in kinds) == (name == "som")
        assert Answer in kinds
