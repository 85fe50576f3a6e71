"""Values shared by the stages of a run: scheduled episodes, component factories, callbacks and attempt outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runtime.core.events import AnyEvent, Score
from runtime.core.tasks import Task
from runtime.episode.playing import Player
from runtime.plugins.protocols import Judge, ModelCallObserver, RuleJudge, User
from runtime.storage.run_directory import EpisodeKey


@dataclass(frozen=True, slots=True)
class ScheduledEpisode:
    """An episode to be played, or only to be judged if `played` names a recorded attempt."""

    key: EpisodeKey
    task: Task
    instrument: bool
    first_attempt: int = 0
    played: int | None = None
    draw: int | None = None
    """The number that seeds the episode; None: that of the repeat."""


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """Result of an attempt for the scheduler.

    `failed`: the device failed; `stays`: it can play on; `steps`: units of the budget used.
    """

    void: bool
    failed: bool
    stays: bool
    steps: int


@dataclass(frozen=True, slots=True)
class ComponentFactories:
    """Factories that make a new player, user and judges for each episode."""

    player: Callable[[str, int, ModelCallObserver, Path], Player]
    """Arguments: agent, seed, observer of model calls, and the folder for the console output of an external program."""
    user: Callable[[Task, int, ModelCallObserver], User]
    judges: Callable[[], Sequence[Judge | RuleJudge]]
    asks: Callable[[str], bool] = lambda agent: True
    """Whether an agent can ask its user at all."""
    given: Callable[[str], Any] = lambda agent: agent
    """An agent as it was given to the run: its name, address, class or spec."""
    spent: Callable[[Sequence[Mapping[str, Any]]], None] = lambda rows: None
    """Takes the rows of tokens and cost (`Ledger.document`) of models that were called elsewhere."""


@dataclass(frozen=True, slots=True)
class RunCallbacks:
    """Callbacks for a live view of a run; all are called on the event loop and must not block."""

    started: Callable[[str, EpisodeKey], None] = lambda device, episode: None
    """Device name, episode."""
    stepped: Callable[[str, EpisodeKey, int], None] = lambda device, episode, steps: None
    """Device name, episode, steps of its budget used."""
    recorded: Callable[[AnyEvent], None] = lambda event: None
    """Each event of an episode that is played in this process, when it is recorded."""
    scored: Callable[[Score], None] = lambda score: None
    """The main judge's provisional score, after each event and verdict."""
    finished: Callable[[str, EpisodeKey], None] = lambda device, episode: None
    """Device name, episode: the device is free again (judging may continue)."""
    message: Callable[[str], None] = lambda sentence: None
    """A status message for people: no device is available, a device has returned, a device was listed twice."""

    def with_others(self, others: RunCallbacks) -> RunCallbacks:
        """Return callbacks that call these, then the others."""

        def both(first: Callable[..., None], second: Callable[..., None]) -> Callable[..., None]:
            def call(*values: Any) -> None:
                first(*values)
                second(*values)

            return call

        return RunCallbacks(
            started=both(self.started, others.started),
            stepped=both(self.stepped, others.stepped),
            recorded=both(self.recorded, others.recorded),
            scored=both(self.scored, others.scored),
            finished=both(self.finished, others.finished),
            message=both(self.message, others.message),
        )
