"""Recorded episodes as scenarios: the device actions of a run, again, at the recorded pace or a multiple of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.android.actions import commands
from adapters.farm.plan.scenario import Scenario
from runtime.core.actions import Action, DoubleTap, Key, Launch, LongPress, Swipe, Tap, Type
from runtime.core.errors import UsageError
from runtime.core.events import Performed
from runtime.plugins.protocols import LoadPhone
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_LONGEST_PAUSE: Final = 60.0
"""Seconds between two actions, at most: a recorded model that was slow once should not stop a load test."""


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """A device action of an episode, so many seconds after the one before."""

    pause: float
    action: Action


def read_episodes(folder: Path) -> list[tuple[RecordedAction, ...]]:
    """Read the device actions of all committed episodes of a run.

    Raises:
        UsageError: it is no run folder, is damaged, or has no device actions.
    """
    run = RunDirectory.open(folder)
    episodes = []
    for commit in run.commits.values():
        score = commit.scores[0]
        actions: list[RecordedAction] = []
        last: float | None = None
        for event in run.read_trace(EpisodeKey(score.agent, score.task, score.repeat), commit.attempt):
            if isinstance(event, Performed) and (commands(event.action) or isinstance(event.action, Launch)):
                pause = 0.0 if last is None else min(max(event.t - last, 0.0), _LONGEST_PAUSE)
                actions.append(RecordedAction(pause, event.action))
                last = event.t
        if actions:
            episodes.append(tuple(actions))
    if not episodes:
        raise UsageError(f"--replay {folder}: no episode of this run has an action on a phone")
    return episodes


def replay_scenario(episodes: list[tuple[RecordedAction, ...]], speed: float) -> Scenario:
    """Return a scenario that plays one recorded episode after another, each iteration the next one."""

    async def play(phone: LoadPhone) -> None:
        for item in episodes[phone.number % len(episodes)]:
            await phone.pause(item.pause / speed)
            await _act(phone, item.action)
            await phone.screenshot()

    return play


async def _act(phone: LoadPhone, action: Action) -> None:
    match action:
        case Tap(x, y):
            await phone.tap(x, y)
        case DoubleTap(x, y):
            await phone.tap(x, y)
            await phone.tap(x, y)
        case LongPress(x, y, ms):
            await phone.swipe(x, y, x, y, ms)
        case Swipe(x1, y1, x2, y2, ms):
            await phone.swipe(x1, y1, x2, y2, ms)
        case Key(name):
            await phone.key(name)
        case Launch(app):
            await phone.start(app)
        case Type(text, _):
            await phone.text(text)
        case _:
            pass  # nothing of it reaches the phone
