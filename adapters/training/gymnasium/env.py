"""`PhoneEnv`: one episode at a time on one phone, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from adapters.training.gymnasium.actions import KINDS
from adapters.training.gymnasium.observations import CLASSES, FLAGS
from adapters.training.gymnasium.phones import Phones, PhoneSettings


class PhoneEnv(gymnasium.Env[dict[str, Any], Any]):
    """A phone, its user and the judges, as `gymnasium.make` makes them.

    An episode terminates when the policy finishes it; it is truncated when the budget of steps is used up, and when it
    was lost to something else than the policy: then `info["lost"]` is True, the last reward is 0, and there is no
    `info["episode_reward"]`. An action that means nothing on the screen changes nothing, costs one step of the budget
    and no reward; `info["invalid"]` says why.

    Use `close`, or it is closed when it is garbage. It has an event loop in a thread of its own, so it works inside and
    outside of asynchronous programs. For the arguments see `PhoneSettings`.

    Raises:
        UsageError: an unknown task or suite, or arguments that cannot be used.
        DeviceFault: no phone could be opened.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012 - as declared there
    kinds: Final = KINDS
    """The kinds of action, by their number in `kind`."""
    classes: Final = CLASSES
    """The classes of elements, by their number in `element_class`."""
    flags: Final = FLAGS
    """The flags of elements, by their column in `element_flags`."""

    def __init__(self, render_mode: str | None = None, **settings: Any) -> None:
        self.render_mode = render_mode
        self._phones = Phones(self, 1, PhoneSettings(**settings), render=render_mode is not None)
        self.observation_space = self._phones.observation_space
        self.action_space = self._phones.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode. Seed and options determine it; without a seed the next one of a sequence is drawn.

        Args:
            seed: seeds the sequence of episodes.
            options: `task` and `draw`, the task and the number that seeds the episode, instead of drawn ones.

        Raises:
            UsageError: an unknown task or option.
            Fault: the phone could not be prepared, also when tried again.
        """
        super().reset(seed=seed)
        observation, _, _, _, info = self._phones.advance({0: self._phones.choose(self.np_random, options)}, {})[0]
        return observation, info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Execute an action and return observation, reward, terminated, truncated and info."""
        return self._phones.advance({}, {0: action})[0]

    def render(self) -> NDArray[np.uint8] | None:
        """Return the screen as an array (height, width, 3) of RGB, if the render mode is `rgb_array`."""
        return self._phones.frame(0) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Abort the episode and free the phone."""
        self._phones.close()
