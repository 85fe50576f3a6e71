"""What a dashboard shows of a run while it is played: phones, results so far, and messages. Pure.

It holds the newest state only. Each viewer asks for what changed since its last look, so a slow viewer costs nothing
and sees fewer states, never older ones. Texts are made when a viewer asks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from runtime.core.actions import Action
from runtime.core.events import AnyEvent, Decided, Ended, Observed, Performed, Replied, Score, Started
from runtime.metrics import counts
from runtime.metrics.reducers import METRICS
from runtime.metrics.running import RunningResults
from runtime.recordings.action_words import describe_action, touched_points
from runtime.storage.run_directory import EpisodeKey

_MOST_FINISHED: Final = 200
_MOST_MESSAGES: Final = 20
_MOST_POINTS: Final = 240
"""Points of the curve of the metrics; when there are more, every other one is dropped."""
_LONGEST: Final = 600
"""Characters of a text on a phone's tile."""


@dataclass(slots=True)
class PhoneView:
    """The newest state of one phone. `changed` is the version of the view in which it changed last."""

    name: str
    changed: int = 0
    episode: str = ""
    task: str = ""
    agent: str = ""
    playing: bool = False
    began: float = 0.0
    step: int = 0
    screen: str = ""
    """Digest of the newest picture; of the accessibility tree if there is none."""
    thought: str = ""
    action: Action | None = None
    question: str = ""
    reply: str = ""
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """What an operator has done to the run: whether it is paused, and which devices are drained or unavailable."""

    paused: bool = False
    drained: frozenset[str] = frozenset()
    unavailable: frozenset[str] = frozenset()


class RunView:
    """The newest state of a run. `now` returns seconds; `wake` is called after a change that a viewer waits for."""

    def __init__(self, now: Callable[[], float], wake: Callable[[], None] = lambda: None) -> None:
        self.version = 0
        self._now = now
        self._wake = wake
        self._began = now()
        self._phones: dict[str, PhoneView] = {}
        self._device_of: dict[str, str] = {}
        """The devices of the episodes that are being played."""
        self._results: dict[str, RunningResults] = {}
        """By agent."""
        self._total = 0
        self._title = ""
        self._max_steps = 0
        self._instructions: Mapping[str, str] = {}
        self._finished: deque[tuple[int, str, str]] = deque(maxlen=_MOST_FINISHED)
        self._messages: deque[tuple[int, str]] = deque(maxlen=_MOST_MESSAGES)
        self._points: list[tuple[int, Mapping[str, float]]] = []
        self._point_distance = 1

    def begin(
        self,
        title: str,
        total: int,
        devices: Iterable[str],
        instructions: Mapping[str, str],
        *,
        max_steps: int,
    ) -> None:
        """Take the run's facts. `instructions`: those of the tasks, by id."""
        self._title, self._total, self._instructions, self._max_steps = title, total, instructions, max_steps
        self._began = self._now()
        for name in devices:
            self._phones.setdefault(name, PhoneView(name))
        self._changed()

    # -- what happens -------------------------------------------------------------------------------------------------

    def started(self, device: str, episode: EpisodeKey) -> None:
        """An episode starts on a device."""
        phone = self._phones.setdefault(device, PhoneView(device))
        self._phones[device] = PhoneView(
            device, phone.changed, str(episode), episode.task, episode.agent, playing=True, began=self._now()
        )
        self._device_of[str(episode)] = device
        self._touched(device)

    def recorded(self, event: AnyEvent) -> None:
        """An event of an episode was recorded."""
        device = self._device_of.get(event.episode)
        if device is None or isinstance(event, (Started, Ended)):
            return
        phone = self._phones[device]
        if isinstance(event, Observed):
            phone.screen = event.frame or event.tree or phone.screen
        elif isinstance(event, Decided):
            phone.thought = event.decision.thought
        elif isinstance(event, Performed):
            phone.step, phone.action = event.step, event.action
        elif isinstance(event, Replied):
            phone.question, phone.reply = event.question, event.text
        else:
            return
        self._touched(device)

    def finished(self, device: str, episode: EpisodeKey) -> None:
        """A device is free again."""
        self._device_of.pop(str(episode), None)
        self._phones[device].playing = False
        self._touched(device)

    def scored(self, score: Score) -> None:
        """An episode was judged and counts."""
        self._results.setdefault(score.agent, RunningResults(tuple(METRICS))).add(score)
        solved = counts.valid(score) and counts.success_final(score)
        outcome = "solved" if solved else "failed" if counts.valid(score) else "lost"
        name = f"{score.agent}/{score.task}/{score.repeat}"
        self._changed()
        self._finished.append((self.version, name, outcome))
        self._add_point()
        for phone in self._phones.values():
            if phone.episode == name:
                phone.outcome, phone.changed = outcome, self.version

    def message(self, sentence: str) -> None:
        """Something happened that people should know."""
        self._changed()
        self._messages.append((self.version, sentence))

    def operated(self) -> None:
        """An operator has changed what is played."""
        self._changed()

    def _touched(self, device: str) -> None:
        self._phones[device].changed = self.version + 1
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._wake()

    @property
    def _done(self) -> int:
        return sum(results.done for results in self._results.values())

    def _add_point(self) -> None:
        if self._done % self._point_distance == 0:
            self._points.append((self._done, self._means()))
        if len(self._points) > _MOST_POINTS:
            self._points = self._points[1::2]
            self._point_distance *= 2

    def _means(self) -> Mapping[str, float]:
        """Return the means of the shown metrics by `agent metric`."""
        return {
            f"{name}\n{metric}": round(mean, 4)
            for name, results in self._results.items()
            for metric, mean in results.means.items()
        }

    # -- what a viewer sees -------------------------------------------------------------------------------------------

    def changes(self, seen: int, operation: Operation, phones: range) -> dict[str, Any]:
        """Return what changed after the version that a viewer has seen, as JSON content; everything for version 0.

        `phones`: the positions of those that the viewer shows.
        """
        now = self._now()
        playing = sum(phone.playing for phone in self._phones.values())
        done, seconds = self._done, now - self._began
        content: dict[str, Any] = {
            "version": self.version,
            "totals": {
                "total": self._total,
                "done": done,
                "playing": playing,
                "waiting": max(self._total - done - playing, 0),
                "seconds": round(seconds, 1),
                "left": round(seconds / done * (self._total - done), 1) if done and not operation.paused else None,
                "paused": operation.paused,
            },
            "agents": [
                {
                    "name": name,
                    "solved": results.solved,
                    "failed": results.failed,
                    "lost": results.lost,
                    "means": {metric: round(mean, 4) for metric, mean in results.means.items()},
                }
                for name, results in self._results.items()
            ],
            "phones": [
                self._phone(phone, now)
                for phone in islice(self._phones.values(), phones.start, phones.stop)
                if phone.changed > seen or not seen
            ],
            "count": len(self._phones),
            "drained": sorted(operation.drained),
            "unavailable": sorted(operation.unavailable),
            "finished": [[name, outcome] for version, name, outcome in self._finished if version > seen],
            "messages": [sentence for version, sentence in self._messages if version > seen],
        }
        if not seen:
            content["title"] = self._title
            content["max_steps"] = self._max_steps
            content["points"] = self._points
        return content

    def _phone(self, phone: PhoneView, now: float) -> dict[str, Any]:
        shown: dict[str, Any] = {"name": phone.name, "playing": phone.playing}
        if not phone.episode:
            return shown
        return shown | {
            "episode": phone.episode,
            "task": phone.task,
            "agent": phone.agent,
            "instruction": self._instructions.get(phone.task, ""),
            "since": round(now - phone.began, 1),
            "step": phone.step,
            "screen": phone.screen,
            "thought": phone.thought[:_LONGEST],
            "action": "" if phone.action is None else describe_action(phone.action)[:_LONGEST],
            "kind": "" if phone.action is None else phone.action.kind,
            "points": [] if phone.action is None else list(touched_points(phone.action)),
            "question": phone.question[:_LONGEST],
            "reply": phone.reply[:_LONGEST],
            "outcome": phone.outcome,
        }
