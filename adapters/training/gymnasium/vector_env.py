"""`PhoneVectorEnv`: many episodes on one `Runtime`, stepped concurrently, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

import numpy as np
from gymnasium.core import RenderFrame
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate, create_empty_array, iterate
from numpy.typing import NDArray

from adapters.training.gymnasium.actions import KINDS
from adapters.training.gymnasium.observations import CLASSES, FLAGS
from adapters.training.gymnasium.phones import Phones, PhoneSettings, Step
from runtime.core.errors import UsageError

Steps = tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
"""A batch of observations, rewards, terminated, truncated and infos."""


class PhoneVectorEnv(VectorEnv[dict[str, Any], Any, NDArray[Any]]):
    """`num_envs` environments like `PhoneEnv` in one process: same episodes, same infos, one event loop and run folder.

    Environment `i` is seeded with `seed + i`, as in Gymnasium's own vector environments. `autoreset_mode` says what
    happens when an episode has ended; NEXT_STEP, the default of Gymnasium's wrappers: the next step begins another
    episode. For the other arguments and what is raised see `PhoneEnv`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared by the base class
        "render_modes": ["rgb_array"], "render_fps": 1, "autoreset_mode": AutoresetMode.NEXT_STEP
    }  # fmt: skip
    kinds: ClassVar = KINDS
    classes: ClassVar = CLASSES
    flags: ClassVar = FLAGS

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if num_envs < 1:
            raise UsageError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self._phones = Phones(self, num_envs, PhoneSettings(**settings), render=render_mode is not None)
        self.single_observation_space = self._phones.observation_space
        self.single_action_space = self._phones.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators: list[tuple[np.random.Generator, int]] = [seeding.np_random() for _ in range(num_envs)]
        self._observations: list[dict[str, Any]] = [
            cast("dict[str, Any]", create_empty_array(self.single_observation_space, 1)) for _ in range(num_envs)
        ]
        self._ended = np.zeros(num_envs, np.bool_)

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generator of each environment, as in Gymnasium's own vector environments."""
        return tuple(generator for generator, _ in self._generators)

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The seed of each environment."""
        return tuple(seed for _, seed in self._generators)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode in each environment.

        Args:
            seed: of the first environment, or of each.
            options: see `PhoneEnv.reset`; also `reset_mask`, an array of booleans: which environments are reset.

        Raises:
            UsageError: an unknown task or option, or as many seeds as there are not environments.
            Fault: a phone could not be prepared, also when tried again.
        """
        seeds = [None if seed is None else seed + index for index in range(self.num_envs)] if (
            seed is None or isinstance(seed, int)
        ) else list(seed)  # fmt: skip
        if len(seeds) != self.num_envs:
            raise UsageError(f"there are {len(seeds)} seeds and {self.num_envs} environments")
        options = dict(options or {})
        mask = options.pop("reset_mask", np.ones(self.num_envs, np.bool_))
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise UsageError(f"reset_mask must be an array of {self.num_envs} booleans")
        numbers = [int(number) for number in np.flatnonzero(mask)]
        for number in numbers:
            if (given := seeds[number]) is not None:
                self._generators[number] = seeding.np_random(given)
        done = self._begin(numbers, options)
        self._ended[mask] = False
        infos: dict[str, Any] = {}
        for number, (_, _, _, _, info) in done.items():
            infos = self._add_info(infos, info, number)
        return self._batch(done), infos

    def step(self, actions: Any) -> Steps:
        """Take an action in each environment, concurrently.

        Raises:
            ResetNeeded: an episode has ended, and the autoreset mode is DISABLED.
            Fault: a phone could not be prepared for the next episode, also when tried again.
        """
        mode = self.metadata["autoreset_mode"]
        taken = dict(enumerate(iterate(self.action_space, actions)))
        starts = {}
        if mode is AutoresetMode.NEXT_STEP:
            for number in np.flatnonzero(self._ended).tolist():
                del taken[number]
                starts[number] = self._phones.choose(self._generators[number][0])
        done = self._phones.advance(starts, taken)
        infos: dict[str, Any] = {}
        ended = [number for number, (_, _, terminated, truncated, _) in done.items() if terminated or truncated]
        begun = self._begin(ended, {}) if mode is AutoresetMode.SAME_STEP and ended else {}
        for number, (observation, _, _, _, info) in done.items():
            if number in begun:
                infos = self._add_info(infos, {"final_obs": observation, "final_info": info}, number)
                info = begun[number][4]
            infos = self._add_info(infos, info, number)
        rewards, terminations, truncations = (np.array([done[number][index] for number in range(self.num_envs)])
                                              for index in (1, 2, 3))  # fmt: skip
        self._ended = (terminations | truncations) & (mode is not AutoresetMode.SAME_STEP)
        return self._batch(done | begun), rewards, terminations, truncations, infos

    def render(self) -> tuple[RenderFrame, ...] | None:
        """Return the screens, if the render mode is `rgb_array` and there are episodes; see `PhoneEnv.render`."""
        frames = [self._phones.frame(number) for number in range(self.num_envs)]
        shown = tuple(frame for frame in frames if frame is not None)
        return shown if self.render_mode == "rgb_array" and len(shown) == self.num_envs else None

    def __del__(self) -> None:
        """Do nothing: Gymnasium before 1.4 would wait here for the thread, which ends by itself."""

    def close_extras(self, **kwargs: Any) -> None:
        """Abort the episodes and free the phones."""
        self._phones.close()

    def _begin(self, numbers: Sequence[int], options: dict[str, Any]) -> dict[int, Step]:
        starts = {number: self._phones.choose(self._generators[number][0], options) for number in numbers}
        return self._phones.advance(starts, {})

    def _batch(self, done: dict[int, Step]) -> dict[str, Any]:
        for number, (observation, *_) in done.items():
            self._observations[number] = observation
        space = self.single_observation_space
        batch = cast("dict[str, Any]", create_empty_array(space, self.num_envs))
        return cast("dict[str, Any]", concatenate(space, self._observations, batch))
