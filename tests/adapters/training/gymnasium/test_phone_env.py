"""`PhoneEnv`: it passes Gymnasium's own checks, and an episode is what driving a session directly gives."""

from __future__ import annotations

import gc
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import anyio
import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.passive_env_checker import env_render_passive_checker

from adapters.phone.workers.headless import HeadlessDevice
from adapters.training.gymnasium import ID, PhoneEnv
from adapters.training.gymnasium.actions import KINDS
from runtime import (
    Decision,
    DrivenSession,
    Finish,
    Launch,
    RunConfig,
    RunDirectory,
    Runtime,
    Selection,
    Tap,
    TaskFault,
    UsageError,
)
from runtime.core.errors import DeviceLost, StorageError
from runtime.core.events import Decided
from runtime.episode.playing import prepare
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey

TASK = "device.clockalarm.standard"
TWO = ("device.airplane.standard", TASK)
KIND = {name: number for number, name in enumerate(KINDS)}


@pytest.fixture(scope="module")
def env() -> Iterator[PhoneEnv]:
    """One environment for all tests that begin with a reset."""
    with closing(PhoneEnv(task=TASK, digests=True)) as env:
        yield env


@pytest.fixture(autouse=True)
def _threads_before(env: PhoneEnv) -> None:
    """The thread of the shared environment runs before each test."""


def other_threads() -> list[threading.Thread]:
    """The threads of environments other than the shared one."""
    return [thread for thread in threading.enumerate() if thread.name == "PhoneEnv"][1:]


def assert_no_other_threads() -> None:
    """No thread of an environment is left, except that of the shared one."""
    assert other_threads() == []


def text_of(row: np.ndarray) -> str:
    """The text of a row, as the documentation says."""
    return bytes(row).rstrip(b"\0").decode()


def clickable(observation: dict[str, Any]) -> list[int]:
    """The rows that can be tapped."""
    return np.flatnonzero(observation["element_flags"][:, 0]).tolist()


def wander(env: PhoneEnv, taps: int, steps: int = 6, **reset: Any) -> list[Any]:
    """Everything that an environment returns while elements are tapped at random, which `taps` seeds."""
    draws = random.Random(taps)
    seen: list[Any] = [env.reset(**reset)]
    for _ in range(steps):
        observation = seen[-1][0]
        seen.append(env.step({"kind": KIND["tap"], "element": draws.choice(clickable(observation))}))
    return seen


def test_gymnasium_finds_nothing_to_object_to():
    """`check_env` warns of nothing, and starts no thread that stays."""
    env = gymnasium.make(ID, task=TASK)
    check_env(env.unwrapped, skip_render_check=True)
    env.close()
    assert_no_other_threads()


def test_frames_show_the_screen_in_the_size_that_was_asked_for():
    """Rendering gives the full screen."""
    env = gymnasium.make(ID, task=TASK, frame_size=(270, 600), render_mode="rgb_array")
    with closing(env):
        observation, _ = env.reset(seed=1)
        env_render_passive_checker(env)
        screen = env.render()
    assert isinstance(screen, np.ndarray)
    assert screen.shape == (2400, 1080, 3)
    means = screen.reshape(600, 4, 270, 4, 3).mean(axis=(1, 3))
    assert np.abs(observation["frame"] - means).max() <= 1


def test_seed_and_options_determine_an_episode(env: PhoneEnv):
    """The same in another environment; another seed is another episode."""
    first = wander(env, 1, seed=5)
    with closing(PhoneEnv(task=TASK, digests=True)) as other:
        assert data_equivalence(first, wander(other, 1, seed=5), exact=True)
        assert data_equivalence(wander(env, 2), wander(other, 2), exact=True)
        drawn = {"draw": first[0][1]["draw"]}
        assert data_equivalence(first, wander(other, 1, options=drawn), exact=True)
        assert wander(other, 1, seed=6)[0][1]["draw"] != drawn["draw"]


def test_an_episode_is_what_a_driven_session_gives(env: PhoneEnv):
    """Elements, texts, states and rewards are those of `Runtime.session` for the same decisions."""
    first, *steps = wander(env, 3, options={"draw": 11})
    draws = random.Random(3)

    async def drive(session: DrivenSession) -> None:
        seen = await session.observe()
        total = 0.0
        for observation, reward, terminated, truncated, info in [(first[0], 0.0, False, False, first[1]), *steps]:
            assert seen.tree is not None
            rows = zip(observation["element_mask"], observation["element_text"], strict=True)
            texts = [text_of(row) for mask, row in rows if mask]
            labels = {node.label().encode()[:64].decode(errors="ignore") for node in seen.tree.walk()}
            assert set(texts) <= labels
            assert {node.text for node in seen.tree.walk() if 0 < len(node.text) < 60} <= set(texts)
            assert (terminated, truncated) == (seen.ended, False)
            assert info["state"] == await session.digest()
            assert text_of(observation["instruction"]) == info["instruction"] == session.brief.instruction
            assert observation["step"] == seen.step
            total += reward
            assert (await session.reward()).total == pytest.approx(total)
            left, top, right, bottom = observation["element_bounds"][draws.choice(clickable(observation))] * (
                1080, 2400, 1080, 2400
            )  # fmt: skip
            center = (round(left) + round(right)) // 2, (round(top) + round(bottom)) // 2
            seen = await session.step(Decision([Tap(*center)]))

    async def main() -> None:
        async with (
            Runtime(devices=["headless://1"]) as runtime,
            runtime.session(TASK, draw=11, needs={"tree"}) as session,
        ):
            await drive(session)

    anyio.run(main)


def oracle_decisions(folder: Path) -> list[Decision]:
    """What the oracle decides in the task's first draw."""

    async def main() -> None:
        async with Runtime(devices=["headless://1"], out=folder) as runtime:
            async for _ in runtime.run(["oracle"], select=Selection(tasks=(TASK,))):
                pass

    anyio.run(main)
    trace = RunDirectory.open(folder).read_trace(EpisodeKey("oracle", TASK, 0), 0)
    return [event.decision for event in trace if isinstance(event, Decided)]


def as_action(decision: Decision) -> dict[str, Any]:
    """A decision of one action in the form of the action space."""
    match decision.actions:
        case (Tap(x, y),):
            return {"kind": KIND["tap_point"], "point": ((x + 0.5) / 1080, (y + 0.5) / 2400)}
        case (Launch(app),):
            return {"kind": KIND["launch"], "text": app}
        case (Finish(text),):
            return {"kind": KIND["finish"], "text": text}
        case actions:
            raise AssertionError(f"no action stands for {actions}")


def test_the_reference_solves_the_task_here_too(env: PhoneEnv, tmp_path: Path):
    """The decisions of the oracle, as actions: every requirement is met, and rewards add up to that of the episode."""
    actions = [as_action(decision) for decision in oracle_decisions(tmp_path / "run")]
    env.reset(options={"draw": 0})
    rewards = []
    info: dict[str, Any] = {}
    for number, action in enumerate(actions, 1):
        _, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
        assert (terminated, truncated) == (number == len(actions), False)
    assert (info["ending"], info["lost"]) == ("finished", False)
    assert info["breakdown"]["requirements"] == info["breakdown"]["success"] == 1
    assert info["episode_reward"] == pytest.approx(sum(rewards))
    assert info["episode_reward"] == pytest.approx(sum(info["breakdown"].values()))
    assert set(info["scores"]) == {"rules", "state"}
    with pytest.raises(ResetNeeded):
        env.step({"kind": KIND["wait"]})


def test_what_means_nothing_here_costs_a_step_and_no_reward_until_the_budget_is_used_up():
    """A row without an element, a character that nobody can type: nothing changes; the episode is truncated."""
    with closing(PhoneEnv(task=TASK, config=RunConfig(max_steps=3), digests=True)) as env:
        _, before = env.reset(seed=1)
        for number, action in enumerate(
            ({"kind": KIND["tap"], "element": 127}, {"kind": KIND["type"], "text": "\ud800"}, {"kind": 99}), 1
        ):
            observation, reward, terminated, truncated, info = env.step(action)
            assert (observation["step"], terminated, truncated) == (number, False, number == 3)
            assert info["invalid"]
            assert info["state"] == before["state"]
            assert reward == 0 or number == 3
        assert (info["ending"], info["lost"], info["cause"]) == ("max_steps", False, None)
        assert info["reward"] == dict.fromkeys(info["reward"], 0.0) | {"termination": reward}


def test_an_episode_lost_to_the_phone_is_truncated_without_a_reward(monkeypatch: pytest.MonkeyPatch):
    """The next episode is played as soon as the phone answers again."""
    perform = HeadlessDevice.perform

    async def unplugged(self: HeadlessDevice, action: Any) -> tuple[str, ...]:
        raise DeviceLost("unplugged")

    with closing(PhoneEnv(task=TASK)) as env:
        wander(env, 1, steps=2, seed=1)
        monkeypatch.setattr(HeadlessDevice, "perform", unplugged)
        _, reward, terminated, truncated, info = env.step({"kind": KIND["home"]})
        assert (reward, terminated, truncated) == (0.0, False, True)
        assert (info["lost"], info["ending"], info["cause"]) == (True, "fault", "device")
        assert "unplugged" in info["error"]
        assert "episode_reward" not in info
        monkeypatch.setattr(HeadlessDevice, "perform", perform)
        env.reset()
        assert not env.step({"kind": KIND["home"]})[3]


def test_ctrl_c_cancels_what_is_executed(monkeypatch: pytest.MonkeyPatch):
    """Afterwards the environment can be reset, or closed at once."""

    async def interrupted(self: HeadlessDevice, action: Any) -> tuple[str, ...]:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        await anyio.sleep_forever()
        return ()

    env = PhoneEnv(task=TASK)
    for _ in range(2):
        env.reset()
        with monkeypatch.context() as patched:
            patched.setattr(HeadlessDevice, "perform", interrupted)
            with pytest.raises(KeyboardInterrupt):
                env.step({"kind": KIND["home"]})
        with pytest.raises(ResetNeeded):
            env.step({"kind": KIND["home"]})
    env.close()
    assert_no_other_threads()


def test_a_phone_that_cannot_be_prepared_raises_what_it_lacks(monkeypatch: pytest.MonkeyPatch, env: PhoneEnv):
    """The fault reaches the caller of reset, and the environment can be used again."""

    async def unsound(*_: Any) -> None:
        raise TaskFault("the alarm exists already")

    with monkeypatch.context() as patched:
        patched.setattr("runtime.episode.attempt.prepare", unsound)
        with pytest.raises(TaskFault, match="the alarm exists already"):
            env.reset()
    with pytest.raises(ResetNeeded):
        env.step({"kind": KIND["home"]})
    env.reset()
    env.step({"kind": KIND["home"]})


def test_a_phone_that_fails_while_it_is_prepared_is_tried_again(monkeypatch: pytest.MonkeyPatch, env: PhoneEnv):
    """The caller of reset sees nothing of it; the episode is the one that was asked for."""
    faults = [DeviceLost("unplugged")]

    async def failing(*arguments: Any) -> None:
        if faults:
            raise faults.pop()
        await prepare(*arguments)

    monkeypatch.setattr("runtime.episode.attempt.prepare", failing)
    _, info = env.reset(options={"draw": 3})
    assert (info["draw"], faults) == (3, [])


def test_tasks_are_drawn_and_options_choose_them():
    """Among several tasks each is drawn; texts can be fixed, for learners that take integers only."""
    with closing(PhoneEnv(tasks=TWO, texts=["Sleep", "Done"])) as env:
        drawn = {env.reset(seed=seed)[1]["task"] for seed in range(6)}
        assert drawn == set(TWO)
        _, info = env.reset(options={"task": "shop.railspa.ambiguous", "draw": 4})
        assert (info["task"], info["draw"]) == ("shop.railspa.ambiguous", 4)
        assert isinstance(env.action_space, gymnasium.spaces.MultiDiscrete)
        *_, info = env.step(np.array([KIND["ask"], 0, 0, 0, 1]))
        assert len(info["replies"]) == 1
        for options, problem in (({"tsak": 1}, "no option 'tsak'"), ({"draw": -1}, "draw must"), ({"task": "x"}, "x")):
            with pytest.raises(UsageError, match=problem):
                env.reset(options=options)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"task": "no.such.task"}, "no.such.task"),
        ({"task": TASK, "tasks": TWO}, "task or tasks"),
        ({"max_elements": 0}, "max_elements"),
        ({"texts": []}, "texts"),
        ({"config": RunConfig(suite="nosuch")}, "nosuch"),
    ],
)
def test_wrong_arguments_are_one_sentence_and_leave_no_thread(settings: dict[str, Any], problem: str):
    """They are refused when the environment is made."""
    with pytest.raises(UsageError, match=problem):
        PhoneEnv(**settings)
    assert_no_other_threads()


def test_phones_without_pixels_have_no_frames():
    """The sentence says what to use instead."""
    with (
        closing(PhoneEnv(task=TASK, frame_size=(27, 60), devices=["headless://1"])) as env,
        pytest.raises(UsageError, match="phone://1"),
    ):
        env.reset()


def test_a_closed_environment_says_so():
    """Closing twice is allowed; an episode in progress is aborted, and the run folder is removed."""
    env = PhoneEnv(task=TASK)
    env.reset()
    env.close()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()
    assert_no_other_threads()


def test_an_environment_that_is_garbage_ends_its_thread():
    """Also if it was never closed, and is part of a cycle."""
    env = PhoneEnv(task=TASK)
    env.reset()
    env.cycle = env  # type: ignore[attr-defined]
    (thread,) = other_threads()
    del env
    gc.collect()
    thread.join(30)
    assert not thread.is_alive()


def test_what_ends_the_run_is_raised_at_the_next_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A disk that cannot be written neither hangs the caller nor leaves a thread."""

    async def full(self: Disk) -> None:
        raise StorageError("no space left")

    env = PhoneEnv(task=TASK, out=tmp_path / "run")
    env.reset()
    monkeypatch.setattr(Disk, "flush", full)
    with pytest.raises(StorageError, match="no space left"):
        env.step({"kind": KIND["finish"], "text": ""})
    with pytest.raises(StorageError, match="no space left"):
        env.reset()
    with pytest.raises(StorageError, match="no space left"):
        env.close()
    assert_no_other_threads()


def test_a_program_that_forgets_to_close_ends_cleanly(tmp_path: Path):
    """Nothing is printed, and the temporary run folder is removed."""
    program = f"""
import gymnasium
env = gymnasium.make("adapters.training.gymnasium:{ID}", task={TASK!r})
env.reset(seed=1)
env.step(env.action_space.sample())
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_without_gymnasium_the_extra_is_named():
    """The message has the line for pip."""
    program = "import sys; sys.modules['gymnasium'] = None; import adapters.training.gymnasium"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert "pip install 'mobile-agent-runtime[gym]'" in done.stderr
