"""What both environments share: settings, draws of tasks, spaces, and the thread in which the episodes run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from numpy.typing import NDArray

from adapters.training.gymnasium.actions import ActionDecoder
from adapters.training.gymnasium.background import Background
from adapters.training.gymnasium.elements import Element, find_elements, screen_size
from adapters.training.gymnasium.episodes import Episodes, EpisodeSettings, EpisodeStart, Transition
from adapters.training.gymnasium.observations import ObservationEncoder, pixels_of
from runtime.core.config import Deadlines, RunConfig, Selection
from runtime.core.errors import UsageError
from runtime.engine import Runtime
from runtime.training.rewards import WEIGHTS, RewardWeights

Step = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]
"""Observation, reward, terminated, truncated and info, as `gymnasium.Env.step` returns them."""
_MOST_DRAWS: Final = 2**31


@dataclass(frozen=True, slots=True)
class PhoneSettings:
    """The arguments of both environments.

    Args:
        task: the task that is played; None: `tasks`.
        tasks: the tasks among which each reset chooses; None: those of the configuration's selection.
        config: suite, user, judges, budget of steps and everything else that determines results.
        devices: URIs of the phones; None: as many as needed, with pixels only if they are used.
        frame_size: width and height in pixels of the observation `frame`; None: there is none.
        max_elements: the number of rows of the observations `element_…`; further elements are left out.
        texts: the only texts that can be entered or said; actions then are five integers. None: any text.
        weights: of the parts of the reward.
        digests: give the exact digest of the phone's state as `info["state"]`.
        out: the folder in which episodes are recorded; None: a temporary one.
        deadlines: timeouts in seconds of wall time.
    """

    task: str | None = None
    tasks: Sequence[str] | Selection | None = None
    config: RunConfig | None = None
    devices: Sequence[str] | None = None
    frame_size: tuple[int, int] | None = None
    max_elements: int = 128
    texts: Sequence[str] | None = None
    weights: RewardWeights = WEIGHTS
    digests: bool = False
    out: Path | str | None = None
    deadlines: Deadlines | None = None

    def check(self) -> None:
        """Check what does not depend on the suite.

        Raises:
            UsageError: an argument cannot be used; the message names it.
        """
        if self.task is not None and self.tasks is not None:
            raise UsageError("give task or tasks, not both")
        if self.max_elements < 1:
            raise UsageError(f"max_elements must be at least 1, not {self.max_elements}")
        if self.texts is not None and not self.texts:
            raise UsageError('texts must be a list with at least one text, such as ["Orla Spa"]')
        if self.frame_size is not None and min(self.frame_size) < 1:
            raise UsageError(f"frame_size must be width and height in pixels, not {self.frame_size}")

    @property
    def selection(self) -> Selection | None:
        """The tasks to choose among; None: the configuration's."""
        if self.task is not None:
            return Selection(tasks=(self.task,))
        if self.tasks is None or isinstance(self.tasks, Selection):
            return self.tasks
        return Selection(tasks=tuple(self.tasks))


@dataclass(frozen=True, slots=True)
class _Opened:
    """What runs in the background."""

    episodes: Episodes
    tasks: tuple[str, ...]


@asynccontextmanager
async def _opened(
    settings: PhoneSettings, config: RunConfig, devices: Sequence[str], number: int, episodes: EpisodeSettings
) -> AsyncIterator[_Opened]:
    async with Runtime(config, devices=devices, out=settings.out, deadlines=settings.deadlines) as runtime:
        if len(runtime.devices) < number:
            raise UsageError(f"{number} phones are needed, and {len(runtime.devices)} were given: name more devices")
        tasks = tuple(task.id for task in runtime.tasks(settings.selection))
        async with Episodes.running(runtime, number, episodes) as running:
            yield _Opened(running, tasks)


class Phones:
    """The phones of the environment `owner`, which plays `number` episodes at a time; `render`: frames are rendered."""

    def __init__(self, owner: object, number: int, settings: PhoneSettings, *, render: bool) -> None:
        settings.check()
        config = settings.config or RunConfig()
        pixels = render or settings.frame_size is not None
        devices = settings.devices or (f"{'phone' if pixels else 'headless'}://{number}",)
        episodes = EpisodeSettings(
            frozenset({"frame", "tree"} if pixels else {"tree"}),
            settings.weights,
            settings.digests,
        )
        self._rows = settings.max_elements
        self._encoder = ObservationEncoder(settings.max_elements, config.max_steps, settings.frame_size)
        self._decoder = ActionDecoder(settings.max_elements, settings.texts)
        self._last: list[tuple[Transition, tuple[Element, ...]] | None] = [None] * number
        self._background = Background(owner, partial(_opened, settings, config, devices, number, episodes))

    @property
    def observation_space(self) -> spaces.Dict:
        """The space of one environment's observations."""
        return self._encoder.space

    @property
    def action_space(self) -> spaces.Dict | spaces.MultiDiscrete:
        """The space of one environment's actions."""
        return self._decoder.space

    def choose(self, random: np.random.Generator, options: Mapping[str, Any] | None = None) -> EpisodeStart:
        """Return the next episode: the options `task` and `draw`, or what is drawn.

        Raises:
            UsageError: an unknown option, or one that cannot be used.
        """
        options = options or {}
        if unknown := sorted(options.keys() - {"task", "draw"}):
            raise UsageError(f"there is no option {unknown[0]!r} of reset: use task and draw")
        tasks = self._background.content.tasks
        drawn_task, drawn = tasks[random.integers(len(tasks))], int(random.integers(_MOST_DRAWS))
        draw = options.get("draw", drawn)
        if not isinstance(draw, int) or draw < 0:
            raise UsageError(f"draw must be an integer from 0, not {draw!r}")
        return EpisodeStart(str(options.get("task", drawn_task)), draw)

    def advance(self, starts: Mapping[int, EpisodeStart], actions: Mapping[int, Any]) -> dict[int, Step]:
        """Begin episodes and take actions concurrently, by the number of the environment.

        Raises:
            ClosedEnvironmentError: the environment was closed.
            ResetNeeded: an environment is to act without an episode.
            Fault: a phone could not be prepared, also when tried again.
        """
        if self._background.closed:
            raise ClosedEnvironmentError("the environment is closed")
        decisions = {}
        for number, action in actions.items():
            last = self._last[number]
            if last is None or last[0].result is not None:
                raise ResetNeeded("the episode has ended, or none was begun: call reset first")
            decisions[number] = self._decoder.decode(action, last[1], _screen(last[0]))
        for number in (*starts, *actions):
            self._last[number] = None  # until all is done: an action that was interrupted leaves an unknown state
        done = self._background.call(self._background.content.episodes.advance, starts, decisions)
        return {number: self._taken(number, done[number]) for number in sorted(done)}

    def _taken(self, number: int, transition: Transition) -> Step:
        screen = _screen(transition)
        elements = find_elements(transition.observation.tree, screen, self._rows)
        self._last[number] = transition, elements
        encoded = self._encoder.encode(transition.observation, transition.brief, elements, screen)
        result = transition.result
        truncated = result is not None and (result.reward is None or result.truncated)
        return (
            encoded,
            transition.reward.total,
            result is not None and not truncated,
            truncated,
            _info(transition),
        )

    def frame(self, number: int) -> NDArray[np.uint8] | None:
        """Return the last screen of an environment as an array (height, width, 3) of RGB; None: there is none."""
        last = self._last[number]
        if last is None or last[0].observation.frame is None:
            return None
        return pixels_of(last[0].observation.frame)

    def close(self) -> None:
        """Abort the episodes and free the phones; closing again does nothing."""
        self._background.close()


def _screen(transition: Transition) -> tuple[int, int]:
    return screen_size(transition.brief.screen, transition.observation.tree)


def _info(transition: Transition) -> dict[str, Any]:
    info: dict[str, Any] = {
        "task": transition.start.task,
        "draw": transition.start.draw,
        "instruction": transition.brief.instruction,
        "replies": transition.observation.replies,
        "reward": transition.reward.parts(),
    }
    if transition.invalid:
        info["invalid"] = transition.invalid
    if transition.state:
        info["state"] = transition.state
    result = transition.result
    if result is not None:
        info |= {
            "ending": result.ending,
            "cause": result.cause,
            "error": result.error,
            "lost": result.reward is None,
            "breakdown": result.breakdown.parts(),
            "scores": {score.judge: score for score in result.scores},
        }
        if result.reward is not None:
            info["episode_reward"] = result.reward
    return info
