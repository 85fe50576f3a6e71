"""`PhoneVectorEnv` gives what Gymnasium's own vector environment makes of `PhoneEnv`, in each autoreset mode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from adapters.training.gymnasium import ID, PhoneEnv, PhoneVectorEnv
from adapters.training.gymnasium.actions import KINDS
from runtime import RunConfig, UsageError

TASKS = ("device.airplane.standard", "shop.railspa.ambiguous")
SETTINGS: dict[str, Any] = {"tasks": TASKS, "config": RunConfig(max_steps=4), "max_elements": 40, "digests": True}
KIND = {name: number for number, name in enumerate(KINDS)}


def unnamed(value: Any) -> Any:
    """An info without the numbers of repeats in scores, which count the episodes of a run folder."""
    if isinstance(value, dict):
        return {key: unnamed(item) for key, item in value.items()}
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [unnamed(item) for item in value]
    return replace(value, episode="", repeat=0) if hasattr(value, "episode") else value


@pytest.fixture(scope="module")
def singles() -> Iterator[list[PhoneEnv]]:
    """Two environments with the settings of the vector environment."""
    with closing(PhoneEnv(**SETTINGS)) as first, closing(PhoneEnv(**SETTINGS)) as second:
        yield [first, second]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_it_agrees_with_gymnasium_s_own_vector_environment(mode: AutoresetMode, singles: list[PhoneEnv]):
    """Observations, rewards, ends and infos are equal, over several episodes each."""
    theirs: VectorEnv[Any, Any, Any] = SyncVectorEnv([partial(singles.__getitem__, 0), partial(singles.__getitem__, 1)],
                                                     autoreset_mode=mode)  # fmt: skip
    with closing(PhoneVectorEnv(2, mode, **SETTINGS)) as ours:
        assert ours.metadata == theirs.metadata
        assert ours.single_action_space == theirs.single_action_space
        assert ours.observation_space == theirs.observation_space
        ours.action_space.seed(7)
        both: list[list[Any]] = [[unnamed(env.reset(seed=3))] for env in (ours, theirs)]
        for _ in range(8):
            actions = ours.action_space.sample()
            steps = [env.step(actions) for env in (ours, theirs)]
            for seen, step in zip(both, steps, strict=True):
                seen.append([unnamed(part) for part in step])
            ended = steps[0][2] | steps[0][3]
            if mode is AutoresetMode.DISABLED and ended.any():
                for seen, env in zip(both, (ours, theirs), strict=True):
                    seen.append([unnamed(part) for part in env.reset(options={"reset_mask": ended})])
        assert data_equivalence(both[0], both[1], exact=True)
        assert sum((step[2] | step[3]).sum() for step in both[0] if len(step) == 5) >= 3


@pytest.fixture(scope="module")
def made() -> Iterator[VectorEnv[Any, Any, Any]]:
    """Two environments made by id, with a wrapper of Gymnasium."""
    vector = gymnasium.make_vec(f"adapters.training.gymnasium:{ID}", num_envs=2, task=TASKS[0])
    with closing(RecordEpisodeStatistics(vector)) as env:
        yield env


def test_it_is_made_by_id_and_gymnasium_s_wrappers_count_its_episodes(made: VectorEnv[Any, Any, Any]):
    """`make_vec` makes ours, with the mode that wrappers expect; statistics and lists of infos work."""
    assert isinstance(made.unwrapped, PhoneVectorEnv)
    assert made.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env = DictInfoToList(made)
    env.reset(seed=1)
    action = made.action_space.sample()
    action["kind"] = np.array([KIND["finish"], KIND["home"]])
    _, rewards, terminated, truncated, infos = env.step(action)
    assert (terminated.tolist(), truncated.tolist()) == ([True, False], [False, False])
    assert infos[0]["episode"]["r"] == pytest.approx(infos[0]["episode_reward"]) == pytest.approx(rewards[0])
    assert "ending" not in infos[1]
    observation, rewards, terminated, _, infos = env.step(action)
    assert (rewards[0], terminated[0], observation["step"].tolist()) == (0, False, [0, 2])


def test_a_mask_resets_some(made: VectorEnv[Any, Any, Any]):
    """The others go on where they are."""
    made.reset(seed=1)
    action = made.action_space.sample()
    action["kind"] = np.array([KIND["home"], KIND["home"]])
    made.step(action)
    observation, infos = made.reset(options={"reset_mask": np.array([False, True])})
    assert observation["step"].tolist() == [1, 0]
    assert infos["_task"].tolist() == [False, True]
    for options, problem in (({"reset_mask": [True]}, "2 booleans"), ({"seed": 3}, "no option 'seed'")):
        with pytest.raises(UsageError, match=problem):
            made.reset(options=options)
    with pytest.raises(UsageError, match="3 seeds and 2 environments"):
        made.reset(seed=[1, 2, 3])  # type: ignore[arg-type]


def test_without_autoreset_an_episode_that_has_ended_takes_no_step():
    """The caller must reset it."""
    with closing(PhoneVectorEnv(1, "Disabled", task=TASKS[0])) as env:
        env.reset(seed=1)
        action = env.action_space.sample()
        action["kind"] = np.array([KIND["finish"]])
        env.step(action)
        with pytest.raises(ResetNeeded):
            env.step(action)


def test_too_few_phones_are_named_when_the_environment_is_made():
    """An environment without a phone would wait forever."""
    with pytest.raises(UsageError, match="2 phones are needed, and 1 were given"):
        PhoneVectorEnv(2, task=TASKS[0], devices=["headless://1"])
    with pytest.raises(UsageError, match="num_envs must be at least 1"):
        PhoneVectorEnv(0)
