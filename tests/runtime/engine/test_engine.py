"""`Runtime` as a library, with lamps instead of phones, provided by a plug-in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import anyio
import pytest

from runtime.components.selection import is_instrument
from runtime.core.actions import Decision, Finish, Tap
from runtime.core.config import Deadlines, RunConfig, Selection
from runtime.core.errors import DeviceLost, DeviceRefused, TaskFault, UsageError
from runtime.engine import Runtime
from runtime.episode.run_parts import RunCallbacks
from runtime.metrics import counts
from runtime.storage.run_directory import EpisodeKey, RunDirectory
from tests.support import plugins
from tests.support.contexts import Interruptible
from tests.support.scripted import Lamp, RealLamp, hang, lamp_task, make_task

Open = Callable[..., Runtime]


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Make runtimes over lamps; keyword arguments are passed to `Runtime`."""
    site = tmp_path / "site"
    site.mkdir()
    plugins.install(site)
    monkeypatch.syspath_prepend(site)
    plugins.opened.clear()

    def make(devices: str = "lamp:a+b", **settings: Any) -> Runtime:
        given = {"suite": plugins.SUITE, "user": "helpful", "judges": ("lamp",), **settings}
        return Runtime(devices=[devices], **given)

    yield make
    plugins.opened.clear()
    plugins.early_over.clear()


PRESS = Decision([Tap(4, 4)])


async def test_scores_come_in_the_order_in_which_episodes_end(lamps: Open):
    """An agent that waits for all others is yielded last, although it started with the first."""
    # A device each: with fewer, one may be left idle because another is expected to be done sooner.
    async with lamps("lamp:a+b+c+d+e+f") as rt:
        plugins.early_over.append(anyio.Event())
        scores = []
        async for score in rt.run(agents=["late", "press"]):
            scores.append(score)
            if len(scores) == 3:
                plugins.early_over[0].set()
        assert [score.agent for score in scores] == ["press"] * 3 + ["late"] * 3
        assert [counts.met(score) for score in scores] == [1] * 6
        assert [score.agent for score in rt.scores] == ["late"] * 3 + ["press"] * 3
        assert rt.scores_by("lamp") == rt.scores
        assert rt.metrics()["agents"]["press"]["overall"]["TSR"]["value"] == 1


async def test_the_folder_is_written_where_it_was_asked_for(lamps: Open, tmp_path: Path):
    """With `out` the run folder is kept; without it, it is deleted when the runtime ends."""
    async with lamps(out=tmp_path / "run") as rt:
        before = rt.path
        assert before is None
        async for _ in rt.run(agents=["press"]):
            pass
        assert rt.path == tmp_path / "run"
        document = rt.metrics()
    written = json.loads(await anyio.Path(tmp_path / "run" / "metrics.json").read_bytes())
    assert written == json.loads(json.dumps(document))
    async with lamps() as rt:
        async for _ in rt.run(select=Selection(limit=1), agents=["press"]):
            pass
        path = rt.path
        assert path is not None
        assert await anyio.Path(path / "run.json").exists()
    assert not await anyio.Path(path).exists()


async def test_leaving_the_loop_cancels_what_still_runs(lamps: Open):
    """Leaving the loop over scores cancels the other episodes, and all devices can be used again."""
    async with lamps("lamp:a+b") as rt:
        plugins.opened[0]._broken = hang
        async with aclosing(rt.run(agents=["press"])) as scores:
            async for score in scores:
                assert counts.met(score) == 1
                break
        await anyio.wait_all_tasks_blocked()
        plugins.opened[0]._broken = None
        async with rt.session("first.standard"), rt.session("second.standard"):
            pass


async def test_leaving_without_closing_the_loop_ends_with_the_runtime(lamps: Open):
    """A plain `break` out of the loop leaves no task running after the runtime ends."""
    before = len(anyio.get_running_tasks())
    async with lamps("lamp:a+b") as rt:
        plugins.opened[0]._broken = hang
        async for _ in rt.run(agents=["press"]):
            break
    await anyio.wait_all_tasks_blocked()
    assert len(anyio.get_running_tasks()) == before


async def test_a_phone_driven_by_hand_is_judged(lamps: Open):
    """A session driven by the caller is judged at its end, and its scores count in the metrics."""
    async with lamps() as rt:
        async with rt.session("first.standard", agent="me") as lease:
            seen = await lease.live.step(PRESS)
            assert seen.tree is not None
            before = lease.scores
            assert before == ()
        assert [counts.met(score) for score in lease.scores] == [1]
        assert lease.scores[0].ending == "stopped"
        async with rt.session(rt.tasks(Selection(tasks=["second.standard"]))[0], agent="me") as session:
            await session.step(Decision([Finish("no")]))
        assert [counts.met(score) for score in rt.scores] == [1, 0]
        assert rt.metrics()["agents"]["me"]["overall"]["TSR"]["value"] == 0.5


async def test_rollouts_of_one_task_at_once_are_attempts_of_their_own(lamps: Open, tmp_path: Path):
    """Three concurrent rollouts on two devices give three separate traces."""
    async with lamps(out=tmp_path / "run") as rt:

        async def roll() -> None:
            async with rt.session("first.standard", agent="me") as session:
                await session.step(PRESS)

        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(roll)
    run = await anyio.to_thread.run_sync(RunDirectory.open, tmp_path / "run")
    key = EpisodeKey("me", "first.standard", 0)
    for attempt in range(3):
        trace = await anyio.to_thread.run_sync(run.read_trace, key, attempt)
        numbers = [event.seq for event in trace]
        assert numbers == sorted(set(numbers))
        assert {event.attempt for event in trace} == {attempt}
        assert (trace[0].kind, trace[-1].kind) == ("started", "ended")


class Own(Exception):
    """An exception type of the caller."""


async def test_what_the_block_raises_reaches_the_caller_as_it_is(lamps: Open):
    """An exception in the caller's block is raised unwrapped, and the device is free again."""
    error = Own("mine")
    async with lamps("lamp:a") as rt:
        with pytest.raises(Own) as caught:
            async with rt.session("first.standard"):
                raise error
        assert caught.value is error
        async with rt.session("first.standard") as session:
            assert (await session.observe()).tree is not None
    with pytest.raises(Own) as caught:
        async with lamps("lamp:a") as rt, rt.session("first.standard"):
            raise error
    assert caught.value is error


async def test_a_group_that_the_block_raises_stays_a_group(lamps: Open):
    """An exception group raised by the caller is raised unchanged."""
    group = ExceptionGroup("two at once", [Own("one")])
    with pytest.raises(ExceptionGroup) as caught:
        async with lamps():
            raise group
    assert caught.value is group


async def test_cancelling_the_caller_cancels_the_runtime(lamps: Open):
    """A timeout around the runtime cancels it."""
    with anyio.move_on_after(0.2) as scope:
        async with lamps("lamp:a") as rt:
            plugins.opened[0]._broken = hang
            async for _ in rt.run(agents=["press"]):
                pass
    assert scope.cancelled_caught


async def test_a_fault_while_preparing_reaches_the_caller(lamps: Open):
    """A fault while a task is set up is raised to the caller, and the device is free again."""
    async with lamps("lamp:a") as rt:
        done = make_task("done", state={"lamp": {"on": True}})
        with pytest.raises(TaskFault, match="already met"):
            async with rt.session(done):
                pytest.fail("the phone was not prepared")
        assert len(rt._pool.free) == 1


async def test_a_fault_in_the_block_is_a_strike_for_the_device(lamps: Open):
    """After two faults in use the device is given up, and the next session raises DeviceLost."""

    async def gone(_: int) -> None:
        raise DeviceLost("unplugged")

    async with lamps("lamp:a", patience=0.001) as rt:
        plugins.opened[0]._broken = gone
        for _ in range(2):
            with pytest.raises(DeviceLost, match="unplugged"):
                async with rt.session("first.standard") as session:
                    await session.step(PRESS)
        assert rt.devices == ()
        with pytest.raises(DeviceLost, match="no device is left"):
            async with rt.session("first.standard"):
                pass


async def test_a_device_fault_that_the_block_catches_puts_the_device_to_rest(lamps: Open):
    """If the caller catches a device fault, the device still becomes unavailable, and the score names the cause."""

    async def gone(_: int) -> None:
        raise DeviceLost("unplugged")

    async with lamps("lamp:a") as rt:
        plugins.opened[0]._broken = gone
        async with rt.session("first.standard") as driven:
            with pytest.raises(DeviceLost):
                await driven.live.step(PRESS)
        assert rt._pool.resting == tuple(plugins.opened)
        assert [(score.ending, score.cause) for score in driven.scores] == [("fault", "device")]


async def test_a_raw_stream_that_loses_the_device_puts_it_to_rest(lamps: Open):
    """If a raw stream loses the device, the device becomes unavailable, even if the caller catches the fault."""
    async with lamps("lamp:a") as rt:
        async with rt.session("first.standard") as driven:
            with pytest.raises(DeviceLost):
                await driven.live.open("shell:ls")
        assert rt._pool.resting == tuple(plugins.opened)
        assert [score.cause for score in driven.scores] == [None]


def real_lamp(**answers: Any) -> RealLamp:
    """Return the opened lamp, with these answers to commands."""
    (lamp,) = plugins.opened
    assert isinstance(lamp, RealLamp)
    lamp.answers = answers
    return lamp


TIDIED = lamp_task("on", teardown=("off", "lock"))


@pytest.mark.parametrize(
    "found",
    [DeviceLost("cable"), OSError("broken pipe"), RuntimeError("a bug")],
    ids=lambda found: type(found).__name__,
)
async def test_a_fault_while_tidying_up_puts_the_device_to_rest(lamps: Open, found: Exception):
    """An exception during teardown makes the device unavailable, and the episode's ending stays the same."""
    async with lamps("reallamp:a") as rt:
        lamp = real_lamp(off=found)
        async with rt.session(TIDIED) as driven:
            pass
        assert lamp.ran == ["on", "off"]
        assert rt._pool.resting == (lamp,)
        assert [(score.ending, score.cause) for score in driven.scores] == [("stopped", None)]


async def test_a_device_that_hangs_while_tidying_up_rests(lamps: Open):
    """A device that hangs during teardown becomes unavailable after the timeout."""
    async with lamps("reallamp:a", deadlines=Deadlines(prepare=0.05)) as rt:
        lamp = real_lamp(off=hang)
        async with rt.session(TIDIED):
            pass
        assert rt._pool.resting == (lamp,)


async def test_a_device_fault_after_a_fault_of_another_puts_the_device_to_rest(lamps: Open):
    """A device that fails in the teardown becomes unavailable, even if a task fault ended the attempt."""
    async with lamps("reallamp:a") as rt:
        lamp = real_lamp(on=b"exit 1\n", off=DeviceLost("cable"))
        with pytest.raises(TaskFault, match="exited with 1"):
            async with rt.session(TIDIED):
                pytest.fail("the phone was not prepared")
        assert rt._pool.resting == (lamp,)


async def test_the_device_is_given_back_if_tidying_up_raises(lamps: Open):
    """A usage error during teardown is raised unchanged, and the device is free again."""
    async with lamps("reallamp:a") as rt:
        lamp = real_lamp(off=UsageError("the key is gone"))
        with pytest.raises(UsageError, match="the key is gone"):
            async with rt.session(TIDIED):
                pass
        assert rt._pool.free == (lamp,)


async def test_a_driven_session_cancelled_anywhere_frees_its_device(lamps: Open):
    """Wherever a driven session is cancelled, its device is free afterwards."""
    async with lamps("lamp:a") as rt:

        async def drive() -> None:
            async with rt.session("first.standard") as driven:
                await driven.live.step(PRESS)

        for at in range(1, 1000):
            with anyio.CancelScope() as scope:
                await Interruptible(drive(), scope, at)
            assert rt._pool.free == tuple(plugins.opened)
            if not scope.cancelled_caught:
                break
        assert 10 < at < 1000
        assert len(rt.scores) == 1


async def test_a_phone_with_two_names_plays_once(lamps: Open):
    """A phone found under two names is used once, under the first one, and a message says so."""
    texts: list[str] = []
    async with lamps("lamp:a=X1+b+c=X1", watch=RunCallbacks(message=texts.append)) as rt:
        assert [device.info.name for device in rt.devices] == ["a", "b"]
    (sentence,) = texts
    assert sentence == "lamp:c and lamp:a are the same phone (X1): it is used once, as lamp:a"


async def test_two_runtimes_in_one_loop(lamps: Open, tmp_path: Path):
    """Two runtimes in one loop run concurrently, each with its own folder, devices and scores."""
    got: dict[str, int] = {}

    async def play(name: str, agents: list[str]) -> None:
        async with lamps(f"lamp:{name}", out=tmp_path / name) as rt:
            got[name] = len([score async for score in rt.run(agents=agents)])

    async with anyio.create_task_group() as group:
        group.start_soon(play, "left", ["press"])
        group.start_soon(play, "right", ["late", "press"])
    assert got == {"left": 3, "right": 6}


@pytest.mark.parametrize(
    ("settings", "match"),
    [
        ({"devices": "nothing:x"}, "nothing"),
        ({"suite": None, "config": RunConfig(suite="nothing")}, "nothing"),
        ({"user": "nothing"}, "nothing"),
        ({"judges": ("lamp", "nothing")}, "nothing"),
    ],
)
async def test_unknown_names_are_refused_at_once(lamps: Open, settings: dict[str, Any], match: str):
    """An unknown device, suite, user or judge is refused before any device is opened."""
    with pytest.raises(UsageError, match=match):
        async with lamps(**settings):
            pass
    assert plugins.opened == []


async def test_a_taken_folder_is_refused_before_any_device_is_opened(lamps: Open, tmp_path: Path):
    """An unusable run folder is refused before any device is opened."""
    await anyio.Path(tmp_path / "mine").write_text("x")
    with pytest.raises(UsageError, match="not empty"):
        async with lamps(out=tmp_path):
            pass
    with pytest.raises(UsageError, match="not a run folder"):
        async with lamps(out=tmp_path / "none", resume=True):
            pass
    assert plugins.opened == []


@pytest.mark.parametrize(
    ("device", "error", "match"),
    [("nolamp:x", DeviceRefused, "says no"), ("lamp:a+a", UsageError, "names a twice")],
)
async def test_opening_fails_with_the_error_itself(lamps: Open, device: str, error: type[Exception], match: str):
    """An exception while a device is opened is raised unwrapped."""
    with pytest.raises(error, match=match):
        async with lamps(device):
            pytest.fail("it was opened")


async def test_unknown_agents_and_tasks_are_refused_where_they_are_named(lamps: Open, tmp_path: Path):
    """Unknown agents and tasks are refused before a run folder is created."""
    async with lamps(out=tmp_path / "run") as rt:
        with pytest.raises(UsageError, match="did you mean 'press'"):
            async for _ in rt.run(agents=["pres"]):
                pass
        with pytest.raises(UsageError, match="'fourth'"):
            async with rt.session("fourth"):
                pass
        with pytest.raises(UsageError, match="no task"):
            async for _ in rt.run(select=Selection(levels=["ambiguous"]), agents=["press"]):
                pass
    assert not await anyio.Path(tmp_path / "run").exists()


def test_an_instrument_is_told_from_an_agent(lamps: Open):
    """Whether a name is an instrument (a scripted agent for checks) depends on its registration."""
    assert is_instrument("oracle")
    assert not is_instrument("press")
    with pytest.raises(UsageError, match="did you mean 'oracle'"):
        is_instrument("oracel")


def test_tasks_are_filtered() -> None:
    """Different filters narrow the selection of tasks, values of one filter are alternatives, and order is kept."""
    rt = Runtime(devices=["phone://1"])
    everything = rt.tasks()
    assert everything == rt.suite.tasks
    assert {task.level for task in rt.tasks(Selection(levels=["ambiguous", "detailed"]))} == {"ambiguous", "detailed"}
    assert {task.intent.domain for task in rt.tasks(Selection(domains=["device"]))} == {"device"}
    shop = rt.tasks(Selection(apps=["bunwright"]))
    assert shop
    assert all("bunwright" in task.intent.apps for task in shop)
    both = rt.tasks(Selection(intents=["device.quiet"], levels=["standard"]))
    assert [task.id for task in both] == ["device.quiet.standard"]
    names = ["social.mute.ambiguous", "device.quiet.standard"]
    assert [task.id for task in rt.tasks(Selection(tasks=names))] == [
        task.id for task in everything if task.id in names
    ]
    assert rt.tasks(Selection(limit=240)) == everything
    for wrong in ({"apps": ["nope"]}, {"intents": ["nope"]}, {"tasks": ["nope"]}):
        with pytest.raises(UsageError, match=r"'nope'; there is: "):
            rt.tasks(Selection.model_validate(wrong))


@pytest.mark.parametrize("limit", [1, 20, 37, 239])
def test_a_limit_samples_levels_and_domains_by_their_shares(limit: int) -> None:
    """Of each level and domain as many tasks as its share rounded down or up; the seed alone decides which."""
    everything = Runtime(devices=["phone://1"]).tasks()
    first, again, other = (
        Runtime(RunConfig(seed=seed), devices=["phone://1"]).tasks(Selection(limit=limit)) for seed in (7, 7, 8)
    )
    assert first == again != other
    assert len(first) == limit
    assert list(first) == [task for task in everything if task in first]
    total, taken = (Counter((task.level, task.intent.domain) for task in tasks) for tasks in (everything, first))
    for stratum, size in total.items():
        assert abs(taken[stratum] - size * limit / len(everything)) < 1


async def test_a_resumed_runtime_yields_what_is_recorded_and_plays_the_rest(lamps: Open, tmp_path: Path):
    """A resumed run yields the recorded score and plays the other episodes; other settings are refused."""
    async with lamps(out=tmp_path / "run") as rt, aclosing(rt.run(agents=["press"])) as scores:
        async for score in scores:
            first = score
            break
    async with lamps(out=tmp_path / "run", resume=True) as rt:
        again = [score async for score in rt.run(agents=["press"])]
    assert again.count(first) == 1
    assert sorted(score.task for score in again) == [f"{name}.standard" for name in sorted(plugins.NAMES)]
    traces = [path.name async for path in anyio.Path(tmp_path / "run" / "events").glob(f"press.{first.task}.*")]
    assert traces == [f"press.{first.task}.0.0.jsonl"]
    async with lamps(out=tmp_path / "run", resume=True, config=RunConfig(seed=8)) as rt:
        with pytest.raises(UsageError, match="seed: 7 was recorded, 8 is asked for"):
            async for _ in rt.run(agents=["press"]):
                pass


async def test_a_lamp_is_a_device_like_any_other(lamps: Open):
    """With concurrency=2 only the first two devices are opened."""
    async with lamps("lamp:a+b+c", concurrency=2) as rt:
        assert [device.info.name for device in rt.devices] == ["a", "b"]
        assert all(isinstance(device, Lamp) for device in rt.devices)
