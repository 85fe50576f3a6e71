"""What cannot be done is refused before it is recorded, and is the agent's fault, never the device's."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.acceptance.fuzzed_decisions import fuzzed_decision
from runtime.core.actions import (
    Action,
    Answer,
    AskUser,
    Decision,
    DoubleTap,
    Finish,
    Key,
    Launch,
    LongPress,
    Noop,
    Note,
    ParseError,
    Swipe,
    Takeover,
    Tap,
    Type,
    Wait,
)
from runtime.core.config import RunConfig
from runtime.core.decision_checks import action_problem, decision_problem
from runtime.core.errors import InvalidDecision
from runtime.engine import Runtime

SCREEN = (1080, 2400)
POSSIBLE: tuple[Action, ...] = (
    Tap(0, 0),
    DoubleTap(1079, 2399),
    LongPress(5, 5, 60_000),
    Swipe(0, 0, -300, 9000),
    Type("Grüße 你好 🙂", clear=True),
    Key("BACK"),
    Key("volume up"),
    Key("KEYCODE_HOME"),
    Key("66"),
    Launch("no such app"),
    Wait(0),
    AskUser("?" * 100_000),
    Takeover(""),
    Answer(""),
    Note(""),
    Finish(status="infeasible"),
    Noop(),
    ParseError("", ""),
)
IMPOSSIBLE: tuple[tuple[Any, str], ...] = (
    (Tap("a", 3), "x must be an integer"),  # type: ignore[arg-type]
    (Tap(True, 3), "x must be an integer"),
    (Tap(1.0, 3), "x must be an integer"),  # type: ignore[arg-type]
    (Tap(1080, 3), "x must be between 0 and 1079"),
    (DoubleTap(3, -1), "y must be between 0 and 2399"),
    (LongPress(3, 3, -1), "ms must be between 0 and 60000"),
    (Swipe(3, 2400, 3, 3), "y1 must be between"),
    (Swipe(3, 3, 10**9, 3), "x2 must be between"),
    (Type(None), "a text is needed"),  # type: ignore[arg-type]
    (Type("x", clear=1), "clear must be True or False"),  # type: ignore[arg-type]
    (Type("\ud800"), "surrogate"),
    (Type("\0"), "NUL"),
    (Type("x" * 70_000), "65536 are the most"),
    (Key("NOPE"), "no such key"),
    (Key(3), "a text is needed"),  # type: ignore[arg-type]
    (Wait(10**9), "ms must be between"),
    (Finish(status="done"), "status must be"),  # type: ignore[arg-type]
    (Noop(kind="tap"), "is not an action"),  # type: ignore[arg-type]
    ("tap 3 3", "is not an action"),
    (None, "is not an action"),
)


@pytest.mark.parametrize("action", POSSIBLE, ids=lambda action: repr(action)[:30])
def test_possible_actions_have_no_problem(action: Action) -> None:
    """Limits are those of the screen and of Android."""
    assert action_problem(action, SCREEN) == ""


@pytest.mark.parametrize(("action", "problem"), IMPOSSIBLE, ids=[ascii(action)[:40] for action, _ in IMPOSSIBLE])
def test_impossible_actions_say_what_is_wrong(action: Any, problem: str) -> None:
    """The sentence names the action and the field."""
    assert problem in action_problem(action, SCREEN)


def test_a_decision_is_checked_as_a_whole() -> None:
    """Its type, its texts, the number of its actions, and each action."""
    assert decision_problem(Decision([Tap(1, 1)]), SCREEN) == ""
    assert "a decision is needed, not Tap" in decision_problem(Tap(1, 1), SCREEN)
    assert "thought" in decision_problem(Decision([], thought=3), SCREEN)  # type: ignore[arg-type]
    assert "256 are the most" in decision_problem(Decision([Noop()] * 257), SCREEN)
    assert "x must be" in decision_problem(Decision([Noop(), Tap(-1, 0)]), SCREEN)


async def test_an_invalid_decision_changes_nothing_and_the_session_goes_on() -> None:
    """Nothing is recorded of it; uncaught, it ends the attempt as the agent's fault."""
    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime:
        async with runtime.session("shop.railspa.standard") as session:
            with pytest.raises(InvalidDecision, match="x must be an integer"):
                await session.step(Decision([Tap("a", 3)]))  # type: ignore[arg-type]
            assert (await session.step(Decision([Tap(3, 3)]))).step == 1
        assert session.scores[0].ending == "stopped"
        assert session.scores[0].steps == 1
        with pytest.raises(InvalidDecision):
            async with runtime.session("shop.railspa.standard") as session:
                await session.step(Decision([Tap(5000, 3)]))
        assert {(score.ending, score.cause) for score in runtime.scores} == {("fault", "agent")}


async def test_fuzzed_decisions_are_refused_or_carried_out() -> None:
    """No device fault and no other exception, whatever the fields hold; each episode has a score."""
    draws = random.Random(7)
    async with Runtime(RunConfig(max_steps=60), devices=["headless://1"]) as runtime:
        for _ in range(2):
            async with runtime.session("shop.railspa.standard") as session:
                seen = await session.observe()
                while not seen.ended:
                    try:
                        seen = await session.step(fuzzed_decision(draws))
                    except InvalidDecision as error:
                        seen = await session.step(Decision([Note(ascii(error)), Noop()]))
            assert session.scores[0].ending in ("max_steps", "finished")
            assert session.scores[0].cause is None
