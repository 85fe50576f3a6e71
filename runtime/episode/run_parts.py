"""What the parts of a run hand to each other: episodes to play, factories, callbacks, how an attempt went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.core.events import Score
from runtime.core.tasks import Task
from runtime.episode.playing import Player
from runtime.plugins.protocols import Judge, ModelCallObserver, RuleJudge, User
from runtime.storage.run_directory import EpisodeKey


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One episode to be played (or, if `played` names an attempt, only to be judged)."""

    key: EpisodeKey
    task: Task
    instrument: bool
    first_attempt: int = 0
    played: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an attempt went for the schedule: `stays`: the device can play on; `steps`: units of the budget used."""

    void: bool
    stays: bool
    steps: int


@dataclass(frozen=True, slots=True)
class Parts:
    """The factories of a run's parts: a new player, user and judge for each episode."""

    player: Callable[[str, int, ModelCallObserver, Path], Player]
    """Agent, seed, who is told of model calls, and the folder for what a program says beside the trace."""
    user: Callable[[Task, int, ModelCallObserver], User]
    judges: Callable[[], Sequence[Judge | RuleJudge]]
    asks: Callable[[str], bool] = lambda agent: True
    """Whether an agent is one that can ask its user at all."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Callbacks for a live view; all are called on the loop and must not wait."""

    started: Callable[[str, EpisodeKey], None] = lambda device, episode: None
    """Device name, episode."""
    stepped: Callable[[str, EpisodeKey, int], None] = lambda device, episode, steps: None
    """Device name, episode, steps of its budget used."""
    scored: Callable[[Score], None] = lambda score: None
    """The headline judge's provisional score, after each event and verdict."""
    finished: Callable[[str, EpisodeKey], None] = lambda device, episode: None
    """Device name, episode: the device is free again (judging may go on)."""
    said: Callable[[str], None] = lambda sentence: None
    """A sentence for people: nobody can play at the moment, or again; a device was given twice."""
