"""The scripted agents announce their actions so that the rules find exactly that action in the thought."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.scripted import announcements
from adapters.agents.scripted.oracle import Oracle, Silent
from runtime.core.actions import (
    Answer,
    AskUser,
    Decision,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Swipe,
    Tap,
    Type,
)
from runtime.language.announced import Element, find_announced_action
from runtime.plugins.protocols import Observation
from runtime.screen.tree import UiNode, UiTree
from tests.adapters.agents.scripted.test_oracle_on_a_toy_phone import Toy, task

SIZE = (1080, 2400)
_TREE = UiTree(UiNode(0, "OK", "", "android.widget.Button", "shop", "", (10, 10, 20, 20), clickable=True))
_x, _y = st.integers(0, 1079), st.integers(0, 2399)
_texts = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), min_size=1, max_size=40).map(
    lambda text: " ".join(text.replace("“", "").replace("”", "").replace('"', "").split())
).filter(bool)  # fmt: skip
_slots = st.sampled_from(["size", "name on the cup", "day to start", "Größe", "whether to wait", "大小"])
_actions = st.one_of(
    st.builds(Tap, _x, _y),
    st.builds(LongPress, _x, _y),
    st.builds(DoubleTap, _x, _y),
    st.builds(Swipe, _x, _y, _x, _y, st.just(500)),
    st.builds(Key, st.sampled_from(["BACK", "HOME", "ENTER"])),
    st.just(Launch("com.example.clock")),
    st.builds(Type, _texts),
    st.builds(Finish, st.one_of(st.just(""), _texts)),
    st.just(Finish(status="infeasible")),
    st.builds(Answer, _texts),
)


@given(_actions, st.one_of(st.just(""), _texts), st.lists(_slots, max_size=2))
def test_every_sentence_of_an_instrument_is_read_as_its_action(action, called, slots):
    """The announcement of any action is parsed back to that action."""
    slots = [] if isinstance(action, Type | Key | Launch) else slots
    text = announcements.doing(action, called, slots)
    assert find_announced_action(text, [Element("OK", (10, 10, 20, 20))], SIZE).action == action


@given(_slots, _texts)
def test_a_question_is_read_as_it_is_put(slot, question):
    """An announced question is parsed back to the same question."""
    text = announcements.asking(slot, question)
    read = find_announced_action(text, [], SIZE).action
    assert isinstance(read, AskUser)
    assert read.question in (question, f"{question}?")


@pytest.mark.parametrize("value", [announcements.STUCK, announcements.NO_ANSWER])
def test_giving_up_is_announced_as_infeasible(value):
    """Giving up is announced as infeasible, and completion as done."""
    assert find_announced_action(value, [], SIZE).action == Finish(status="infeasible")
    assert find_announced_action(announcements.DONE, [], SIZE).action == Finish()


_REASONS = [
    "",
    "A dead end.",
    "Not here yet; further down?",
    "'Tap to pay': what may be chosen in there?.",
    "Next: tap OK",
]


@given(_actions, st.sampled_from(_REASONS))
def test_a_reason_does_not_cover_what_is_done(action, why):
    """The action is announced after the given reason, and the decision's actions stay unchanged."""
    decision = Decision((Tap(15, 15), action), why, "raw")
    loud = announcements.aloud(decision, _TREE)
    assert (loud.actions, loud.raw) == (decision.actions, decision.raw)
    assert loud.thought.startswith(why)
    assert find_announced_action(loud.thought, [Element("OK", (10, 10, 20, 20))], SIZE).action == action


def test_a_decision_without_an_action_announces_nothing():
    """A decision without an action keeps its thought unchanged."""
    assert announcements.aloud(Decision((), "Hm."), _TREE) == Decision((), "Hm.")


class _Heard(Toy):
    """The toy phone, which also records each thought with its screen."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.heard: list[tuple[Decision, list[Element]]] = []

    async def step(self, decision: Decision) -> Observation:
        nodes = [node for node in self.tree().walk() if node.text]
        self.heard.append((decision, [Element(node.label(), node.bounds, node.clickable) for node in nodes]))
        return await super().step(decision)


@pytest.mark.parametrize("instrument", [Oracle(0), Silent(0)])
async def test_an_episode_is_told_as_it_is_played(instrument):
    """Each action of an episode, including questions and the end, is found in its thought."""
    phone = _Heard(task("ambiguous", ("size", "cup")), must_choose=True)
    await instrument.play(phone, phone.task)
    assert len(phone.heard) > 4
    for decision, elements in phone.heard:
        action = decision.actions[-1]
        if isinstance(action, Finish):
            action = replace(action, text="")
        if isinstance(action, Swipe):
            action = replace(action, ms=500)
        assert find_announced_action(decision.thought, elements, SIZE).action == action
