"""One request and its reply: any reply becomes a decision, and the episode reaches its end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import anyio
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.agents.formats import autoglm, gui_owl, ui_tars
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.llm.general import presets
from adapters.agents.llm.kit.model_question import Grammar, Limits, decide, user, writable
from adapters.agents.llm.kit.presets import Preset, Texts, label
from adapters.agents.llm.mobile_agent_v3.agent import MOBILE_AGENT_V3
from runtime.core.actions import FREE_ACTIONS, AskUser, Decision, Finish, Key, ParseError, Tap, Type
from runtime.core.tasks import Brief
from runtime.llm import ModelReply, ModelRequest, Picture, Prompt
from runtime.plugins.protocols import ByteStream, Observation
from runtime.screen.frames import Frame
from runtime.screen.tree import parse

SURFACE = ui_tars.FORMAT.surface(Screen(1000, 1000))
ASKS = "Thought: t\nAction: call_user(content='Which?')"
TREE = parse('<hierarchy rotation="0"><node index="0" class="a.B" bounds="[0,0][60,90]" text="x"/></hierarchy>')


@dataclass
class Parrot:
    """A model that gives these replies in turn, repeats the last one, and records the requests."""

    replies: Sequence[str]
    name: str = "parrot"
    asked: list[ModelRequest] = field(default_factory=list)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Returns the next reply."""
        self.asked.append(request)
        return ModelReply(self.replies[min(len(self.asked), len(self.replies)) - 1])


@dataclass
class Paper:
    """A session over a screen that never changes; steps are counted and questions answered."""

    brief: Brief = Brief("Do it.", (60, 90), 6, can_ask=True)
    decisions: list[Decision] = field(default_factory=list)
    used: int = 0
    ended: bool = False

    async def observe(self) -> Observation:
        """Returns the screen."""
        return self._seen()

    async def step(self, decision: Decision) -> Observation:
        """Counts the steps; fails after the end of the episode."""
        assert not self.ended
        json.dumps(decision.raw).encode("utf-8")
        decision.raw.encode("utf-8")
        self.decisions.append(decision)
        replies = []
        for action in decision.actions:
            self.used += not isinstance(action, FREE_ACTIONS)
            replies += ["Yes."] if isinstance(action, AskUser) else []
            self.ended = self.ended or isinstance(action, Finish) or self.used >= self.brief.max_steps
        return self._seen(tuple(replies))

    def _seen(self, replies: tuple[str, ...] = ()) -> Observation:
        frame = Frame(60, 90, np.full((90, 60, 4), 255, np.uint8))
        return Observation(self.used, frame, TREE, replies, self.ended)

    async def witness(self, decision: Decision) -> Observation:
        """Never called."""
        raise AssertionError(decision)

    async def open(self, service: str) -> ByteStream:
        """Returns a stream with the phone's date."""
        assert service == "shell:date +%Y-%m-%d"
        return Calendar()


class Calendar:
    """A stream with the phone's answer to `date`."""

    reply = b"2026-11-17\n"

    async def receive(self, max_bytes: int = 65536) -> bytes:
        """Returns the date, then ends."""
        data, self.reply = self.reply, b""
        return data

    async def send(self, data: bytes) -> None:
        """Never called."""
        raise AssertionError(data)

    async def aclose(self) -> None:
        """Nothing to close."""


PRESETS: list[Preset[Any]] = [
    *(value for value in vars(presets).values() if isinstance(value, Preset)),
    MOBILE_AGENT_V3,
]
WORDS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            ASKS, "Action: finished(content='x')", "Action: click(point='<point>5 5</point>')",
            'Reason: r\nAction: {"action_type": "click", "index": 0}', "### Plan ###\nFinished",
            '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [5, 5]}}\n</tool_call>',
            '### Thought ###\nt\n### Action ###\n{"action": "click", "coordinate": [5, 5]}\n### Description ###\nd',
        ]
    ),
)  # fmt: skip


@settings(max_examples=25)
@given(replies=st.lists(WORDS, min_size=1, max_size=6), mode=st.sampled_from(["generic", "official"]))
@pytest.mark.parametrize("preset", PRESETS, ids=lambda item: item.config.name)
def test_whatever_a_model_says_the_episode_comes_to_its_end(preset: Preset[Any], replies: list[str], mode: str):
    """Any replies lead to decisions with at least one action until the episode ends."""
    session, model = Paper(), Parrot(replies)
    anyio.run(preset.configured({"mode": mode})(7, model=model).play, session)
    assert session.ended
    assert all(len(decision.actions) >= 1 for decision in session.decisions)
    assert all(request.role == "agent" and request.prompt for request in model.asked)


@pytest.mark.parametrize(
    "preset", [presets.UI_TARS_1_5, presets.GUI_OWL, presets.QWEN3_VL], ids=lambda item: item.config.name
)
def test_the_last_screens_are_in_each_request(preset: Preset[Any]):
    """A request has as many of the last screens as the model family allows, the current one last."""
    session, model = Paper(Brief("Do it.", (60, 90), 9, can_ask=True)), Parrot(["nonsense"])
    anyio.run(preset(7, model=model).play, session)
    counts = [
        sum(isinstance(part, Picture) for message in request.messages for part in message.parts)
        for request in model.asked
    ]
    assert counts == [min(number, preset.config.images) for number in range(1, 10)]
    assert all(isinstance(request.messages[-1].parts[-1], Picture) for request in model.asked)


def test_only_those_who_may_ask_reach_the_user():
    """A question is a parse error if asking is not offered; so is a request to take over."""
    assert Grammar(ui_tars.FORMAT, ask="added").turn(ASKS, SURFACE).decision.actions == (AskUser("Which?"),)
    refused = Grammar(ui_tars.FORMAT, ask="none").turn(ASKS, SURFACE)
    assert isinstance(refused.decision.actions[0], ParseError)
    assert "no such action was offered" in refused.problem
    assert refused.text == ASKS
    call = '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "interact", "text": "Log in"}}\n</tool_call>\n'
    surface = gui_owl.FORMAT.surface(Screen(1000, 1000))
    assert Grammar(gui_owl.FORMAT, ask="native").turn(call, surface).decision.actions[0].kind == "takeover"
    assert Grammar(gui_owl.FORMAT, ask="none").turn(call, surface).decision.actions[0].kind == "parse_error"


def test_a_decision_keeps_what_was_said_and_thought():
    """A decision has the raw reply, the thought without its label, and official mode's actions for unreadable ones."""
    turn = Grammar(ui_tars.FORMAT).turn("Thought: so\nAction: click(point='<point>10 20</point>')", SURFACE)
    assert turn.decision == Decision((Tap(10, 20),), "so", turn.text)
    assert turn.problem == ""
    official = Grammar(autoglm.FORMAT, mode="official").turn("do(action=", autoglm.FORMAT.surface(Screen(9, 9)))
    assert [action.kind for action in official.decision.actions] == ["parse_error", "finish"]


def test_of_several_calls_the_first_may_be_all():
    """With single=True only a reply's first call is used; an unreadable reply is treated as without it."""
    two = "Action: type(content='x\\n')\n\nclick(point='<point>1 2</point>')"
    assert Grammar(ui_tars.FORMAT).turn(two, SURFACE).decision.actions == (Type("x"), Key("ENTER"), Tap(1, 2))
    assert Grammar(ui_tars.FORMAT, single=True).turn(two, SURFACE).decision.actions == (Type("x"), Key("ENTER"))
    for mode in ("generic", "official"):
        unread = Grammar(ui_tars.FORMAT, mode=mode, single=True).turn("?", SURFACE)
        assert unread.decision == Grammar(ui_tars.FORMAT, mode=mode).turn("?", SURFACE).decision


async def test_an_unreadable_reply_is_asked_for_again_as_often_as_said():
    """An unreadable reply is requested again up to the given number of times."""
    limits = Limits("p@1", 10)
    model = Parrot(["nonsense", ASKS])
    turn = await decide(model, (user("x"),), Grammar(ui_tars.FORMAT, ask="added"), SURFACE, limits, times=3)
    assert turn.text == ASKS
    assert len(model.asked) == 2
    assert model.asked[0] == model.asked[1]
    assert (model.asked[0].prompt, model.asked[0].max_tokens) == ("p@1", 10)
    model = Parrot(["a", "b", "c", "d"])
    assert (await decide(model, (user("x"),), Grammar(ui_tars.FORMAT), SURFACE, limits, times=3)).text == "c"


def test_half_surrogate_pairs_are_replaced():
    """Half surrogate pairs are replaced, and whole ones are kept."""
    assert writable("a\ud800b") == "a�b"
    assert writable("a\U0001f600b") == "a\U0001f600b"


async def test_a_refusal_is_what_was_said():
    """A refusal of the model is recorded as its text, with a problem."""

    class Prude(Parrot):
        async def complete(self, request: ModelRequest) -> ModelReply:
            return ModelReply("", refusal="I will not.")

    turn = await decide(Prude([]), (user("x"),), Grammar(ui_tars.FORMAT), SURFACE, Limits("", 1))
    assert turn.text == "I will not."
    assert turn.problem


def test_messages_leave_out_empty_texts():
    """Messages contain no empty texts."""
    assert user("", "a", Picture("p", b""), "").parts == ("a", Picture("p", b""))


async def test_texts_that_are_given_take_the_place_of_installed_ones():
    """Given texts replace installed ones of the same name, and the label names the texts used."""
    files = presets.UI_TARS_1_5.prompt_files
    mine = Prompt("ui-tars-2", 9, "{{ask}}{{language}}{{instruction}}")
    read = await Texts(files, {"ui-tars-2": mine}).read()
    assert read["ui-tars-2"] is mine
    assert read["ui-tars-ask"].version == 1
    assert label(read, "ui-tars-2", "") == mine.label
