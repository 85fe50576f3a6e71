"""Tricks with time and with the ends of an episode: late, early, parallel, endless."""

from __future__ import annotations

import anyio

from benchmarks.attacks.public_suite import Target
from benchmarks.attacks.scripts import DONE, perform, script, scripted
from benchmarks.attacks.strategy import Play, Strategy, informational
from runtime.core.actions import Answer, AskUser, Decision, Finish, Key, Noop, Wait
from runtime.plugins.protocols import Session

_BUDGET = 25


async def _after_the_end(session: Session, target: Target) -> None:
    """Ends, then goes on as if nothing had happened."""
    await perform(session, [DONE])
    for option in target.options:
        await session.step(Decision((Answer(f"It is {option}."), Finish(f"It is {option}."))))


async def _parallel(session: Session, target: Target) -> None:
    """Sends many decisions at once."""
    await session.observe()
    async with anyio.create_task_group() as group:
        for option in target.options[:8]:
            group.start_soon(session.step, Decision((Answer(f"It is {option}."),)))
        group.start_soon(session.step, Decision((Finish(""),)))


async def _one_decision(session: Session, target: Target) -> None:
    """Puts two hundred actions into one decision."""
    await session.observe()
    answers = [Answer(f"It is {option}.") for option in target.options] * 10
    await session.step(Decision((*answers[:100], *[Noop()] * 100, DONE)))


def _strategy(name: str, sentence: str, play: Play, *, answers: bool = False, fixed: bool = True) -> Strategy:
    if answers:
        return Strategy(name=name, topic="timing", sentence=sentence, play=play, applies=informational, fixed=fixed)
    return Strategy(name=name, topic="timing", sentence=sentence, play=play, fixed=fixed)


STRATEGIES = (
    _strategy("time-out", "Lets the budget run out by doing nothing.", script(*[Noop()] * (_BUDGET + 5))),
    _strategy("time-waits", "Waits one minute 25 times.", script(*[Wait(60_000)] * _BUDGET)),
    _strategy("time-long-wait", "Tries to wait a whole day at once, which is refused.", script(Wait(86_400_000), DONE)),
    _strategy("time-last-moment", "Declares the end with the last unit.", script(*[Noop()] * (_BUDGET - 1), DONE)),
    _strategy("time-home-first", "Presses HOME once and declares the end.", script(Key("HOME"), DONE)),
    _strategy(
        "time-after-end", "Goes on answering after it has declared the end.", _after_the_end, answers=True, fixed=False
    ),
    _strategy("time-parallel", "Gives several answers at once.", _parallel, answers=True, fixed=False),
    _strategy("time-one-decision", "Puts 200 actions into one decision.", _one_decision, answers=True, fixed=False),
    _strategy(
        "time-last-answer", "Answers with the last unit of the budget and never finishes.",
        scripted(lambda target: [*[Noop()] * (_BUDGET - 1), Answer(f"It is {(*target.options, '42')[0]}.")]),
        answers=True, fixed=False,
    ),
    Strategy(
        name="time-ask-to-the-end", topic="timing", asks=True,
        sentence="Asks the same question until the budget is used up.",
        play=script(*[AskUser("Which one would you like?")] * _BUDGET),
    ),
)  # fmt: skip
