"""Other decisions at recorded steps: a point is what was recorded, an outcome what would have followed, or an error."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import anyio
import anyio.lowlevel
import anyio.to_thread
import pytest

from adapters.phone.workers.headless import HeadlessDevice, open_headless
from runtime import AskUser, Decision, Finish, Key, Swipe, Tap, UsageError
from runtime.branching import Branching, BranchPoint
from runtime.core.actions import Action
from runtime.core.errors import DeviceLost, ReplayError
from runtime.core.events import Decided, Digest, Observed, Performed, Replied
from runtime.language.questions import NO_ANSWER
from runtime.plugins import registry
from runtime.plugins.protocols import Device
from runtime.plugins.specs import DeviceSpec
from runtime.recordings.run import RecordedEpisode, RecordedRun

ASKED = "oracle/info.hours.incomplete/0"
CUT_OFF = "monkey/device.quiet.standard/0"


async def opened(path: Path) -> RecordedRun:
    """The run with its episodes, read in a thread."""

    def read() -> RecordedRun:
        run = RecordedRun.open(path)
        assert run.episodes
        return run

    return await anyio.to_thread.run_sync(read)


def screens(run: RecordedRun, episode: RecordedEpisode) -> dict[int, Digest | None]:
    """The tree that was recorded last at each step."""
    found: dict[int, Digest | None] = {}
    tree = None
    for event in run.events(episode):
        if isinstance(event, Observed):
            tree = event.tree
        if isinstance(event, Observed | Performed):
            found[event.step] = tree
    return found


def decisions(run: RecordedRun, episode: RecordedEpisode) -> list[Decision]:
    """The decisions of the agent."""
    return [event.decision for event in run.events(episode) if isinstance(event, Decided)]


def contents(path: Path) -> dict[str, str]:
    """The checksums of all files of a folder."""
    return {
        str(file.relative_to(path)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in path.rglob("*")
        if file.is_file()
    }


def changed_copy(played: Path, folder: Path, change: Callable[[str], str]) -> Path:
    """A copy of a run without commit lines, so without checksums, in which each event is changed."""
    shutil.copytree(played, folder)
    (folder / "results.jsonl").write_bytes(b"")
    for path in (folder / "events").iterdir():
        path.write_text("".join(change(line) for line in path.read_text().splitlines(keepends=True)))
    return folder


def as_recorded(run: RecordedRun, **settings: object) -> RecordedRun:
    """The run as if it had been recorded with other settings."""
    config = run.manifest.config.model_copy(update=settings)
    manifest = run.manifest.model_copy(update={"config": config})
    return replace(run, directory=replace(run.directory, manifest=manifest))


def free_phones(branching: Branching) -> int:
    """How many phones are not in use."""
    return len(branching._pools["headless"].free)


async def test_every_step_comes_back_and_the_recorded_decision_leads_to_the_next(played: Path) -> None:
    """Also the last step; a branch of all decisions is the episode."""
    await check_every_step(played)


async def test_steps_with_disturbances_come_back(disturbed: Path) -> None:
    """Disturbances are those of the repeat."""
    await check_every_step(disturbed)


async def check_every_step(path: Path) -> None:
    """Compare all points of a run, and a branch of all decisions, with what was recorded."""
    run = await opened(path)
    before = await anyio.to_thread.run_sync(contents, path)
    async with Branching(run) as branching:
        for episode in run.episodes.values():
            recorded = await anyio.to_thread.run_sync(screens, run, episode)
            at: BranchPoint = await branching.at(episode.name, 0)
            for decision in await anyio.to_thread.run_sync(decisions, run, episode):
                point = await branching.at(episode.name, at.step)
                assert (point.tree_digest, point.tried) == (recorded[at.step], ())
                assert (point.state, point.frame.digest) == (at.state, at.frame.digest)
                outcome = await point.attempt(decision)
                assert outcome.after.tree_digest == recorded[outcome.after.step]
                at = (await at.attempt(decision)).after
            assert at.ending == episode.scores["rules"].ending
            assert at.score.met == episode.scores["rules"].met
            assert at.scores["state"].met == episode.scores["state"].met
    assert await anyio.to_thread.run_sync(contents, path) == before


async def test_points_on_phones_with_pixels_show_the_recorded_frames(pictured: Path) -> None:
    """Such a run is repeated on such phones, and what is tried there has pictures too."""
    run = await opened(pictured)
    episode = run.episodes[ASKED]
    events = await anyio.to_thread.run_sync(run.events, episode)
    frames = {event.step: event.frame for event in events if isinstance(event, Observed)}
    async with Branching(run, phones=1) as branching:
        points = [await branching.at(episode.name, step) for step in (2, 0)]
        point = points[-1]
        outcome = await point.attempt(Decision([Swipe(540, 1700, 540, 700)]))
    assert [point.frame.digest for point in points] == [frames[2], frames[0]]
    assert point.frame.png == await anyio.to_thread.run_sync(run.frame, point.frame.digest)
    assert outcome.after.frame.png.startswith(b"\x89PNG")
    assert outcome.after.frame.digest != point.frame.digest


async def test_a_point_stays_as_it_is_whatever_is_tried_there(played: Path) -> None:
    """Equal decisions have equal outcomes, before and after others; branches can be continued later."""
    async with Branching(await opened(played)) as branching:
        point = await branching.at(ASKED, 2)
        first = await point.attempt(Decision([Key("BACK")]))
        other = await point.attempt(Decision([Swipe(540, 1700, 540, 700)]))
        again = await point.attempt(Decision([Key("BACK")]))
        home = await first.attempt(Decision([Key("HOME")]))
    assert first.before is point
    assert first.after.tree_digest == again.after.tree_digest != other.after.tree_digest
    assert [outcome.after.step for outcome in (first, other, again, home)] == [3, 3, 3, 4]
    assert [len(outcome.after.tried) for outcome in (first, home)] == [1, 2]


async def test_a_new_question_is_answered_and_labelled(played: Path) -> None:
    """The reply, its label and what it released; the user remembers what was asked before, and only that."""
    question = Decision([AskUser("Which day would you like: Monday, Tuesday or Friday?")])
    async with Branching(await opened(played)) as branching:
        assert branching.notices == ()
        outcome = await (await branching.at(ASKED, 2)).attempt(question)
        repeated = await outcome.attempt(question)
        later = await (await branching.at(ASKED, 5)).attempt(question)
    (asked,) = outcome.questions
    assert (asked.answered, asked.label, asked.released) == (True, "compliant", ("day",))
    assert "Friday" in asked.reply
    assert outcome.after.score.turns == outcome.before.score.turns + 1
    assert [repeated.questions[0].label, later.questions[0].label] == ["repetitive", "repetitive"]


async def test_an_agent_that_could_not_ask_gets_no_answer(played: Path, tmp_path: Path) -> None:
    """As it got none in the recording."""

    def change(line: str) -> str:
        return line.replace('"can_ask":true', '"can_ask":false')

    path = await anyio.to_thread.run_sync(changed_copy, played, tmp_path / "run", change)
    async with Branching(await opened(path)) as branching:
        outcome = await (await branching.at(CUT_OFF, 1)).attempt(Decision([AskUser("Which volume?")]))
    assert [(asked.answered, asked.label) for asked in outcome.questions] == [(False, "")]


async def test_what_changes_in_the_apps_is_named(played: Path) -> None:
    """By paths as in side effects, with both values; nothing if nothing changes."""
    async with Branching(await opened(played)) as branching:
        point = await branching.at(CUT_OFF, 0)
        nothing = await point.attempt(Decision([Key("BACK")]))
        outcome = nothing
        for action in await toggles(point):
            outcome = await outcome.attempt(Decision([action]))
    assert nothing.changes == ()
    changed = {change.path: change.words for change in outcome.changes}
    assert changed["settings/global/airplane_mode_on"] == 'settings/global/airplane_mode_on: "0" → "1"'
    assert outcome.after.scores["state"].side_effects == dict.fromkeys(changed.keys() - outcome.incidental, True)


async def toggles(point: BranchPoint) -> list[Action]:
    """What switches airplane mode on from the launcher: the switch in the shade."""
    shade: Action = Swipe(540, 5, 540, 1500)
    shown = (await (await point.attempt(Decision([Key("BACK")]))).attempt(Decision([shade]))).after.tree
    switch = next(node for node in shown.walk() if "Airplane" in node.text + node.desc)
    return [shade, Tap(*switch.center)]


async def test_what_cannot_be_done_is_refused(played: Path) -> None:
    """A place off the screen, and anything after the end: nothing happens, and a sentence says why."""
    async with Branching(await opened(played)) as branching:
        point = await branching.at(ASKED, 6)
        off_screen = await point.attempt(Decision([Tap(5000, 1)]))
        finished = await point.attempt(Decision([Finish("I do not know")]))
        after_end = await finished.attempt(Decision([Key("BACK")]))
        spent = await (await branching.at(CUT_OFF, 9)).attempt(Decision([Key("BACK")]))
        assert free_phones(branching) == 2
    assert "x must be between" in off_screen.refusal
    assert off_screen.after is point
    assert (finished.refusal, finished.after.ending, finished.after.score.ending) == ("", "finished", "finished")
    assert finished.after.score.termination is not None
    assert after_end.refusal == "the episode has ended: the agent has finished"
    assert spent.refusal == "the episode has ended: the step budget is used up"


async def test_steps_and_episodes_that_do_not_exist_are_named(played: Path) -> None:
    """Each with one sentence."""
    async with Branching(await opened(played)) as branching:
        with pytest.raises(ReplayError, match="the steps 0 to 6, and no step 7"):
            await branching.at(ASKED, 7)
        with pytest.raises(ReplayError, match="no step -1"):
            await branching.at(ASKED, -1)
        with pytest.raises(UsageError, match="no episode 'nobody'"):
            await branching.at("nobody", 0)


async def test_a_phone_that_does_not_come_back_is_never_shown(played: Path, tmp_path: Path) -> None:
    """Another recorded screen: the error names the step and the action; earlier steps can be used."""

    def change(line: str) -> str:
        event = json.loads(line)
        if (event["kind"], event["step" if "step" in event else "seq"]) == ("observed", 4):
            event["tree"] = "tree-0123"
        return json.dumps(event) + "\n"

    path = await anyio.to_thread.run_sync(changed_copy, played, tmp_path / "run", change)
    async with Branching(await opened(path)) as branching:
        assert (await branching.at(ASKED, 3)).step == 3
        with pytest.raises(ReplayError, match=r"after step 4 there is another screen .*Tap at 196, 2073") as error:
            await branching.at(ASKED, 6)
        assert error.value.step == 4
        with pytest.raises(ReplayError, match="after step 4"):
            await branching.at(ASKED, 6)
        assert free_phones(branching) == 2


async def test_recorded_replies_of_a_model_stand_and_the_rule_user_answers_on(played: Path, tmp_path: Path) -> None:
    """The run's user is not asked again; a user of rules that answers otherwise now is an error."""

    def change(line: str) -> str:
        return line.replace("For the branch: the one at Kestrel Pier, please.", "Kestrel Pier.")

    path = await anyio.to_thread.run_sync(changed_copy, played, tmp_path / "run", change)
    run = await opened(path)
    async with Branching(run) as branching:
        with pytest.raises(ReplayError, match="after step 3 there is another reply of the user"):
            await branching.at(ASKED, 4)
    async with Branching(as_recorded(run, user="model", judges=("model", "state"))) as branching:
        point = await branching.at(ASKED, 4)
        outcome = await point.attempt(Decision([AskUser("Which day would you like: Monday or Friday?")]))
        user, judge = branching.notices
    replies = [item.text for item in outcome.after.saved.snapshot.items if isinstance(item, Replied)]
    assert replies[0] == "Kestrel Pier."
    assert "Friday" in replies[1]
    assert "'model', is a model or a person" in user
    assert "'model', asks a model" in judge
    assert list(outcome.after.scores) == ["rules", "state"]


async def test_a_reply_that_did_not_come_in_time_does_not_come_again(played: Path, tmp_path: Path) -> None:
    """The agent was told so in the recording, after the time that it had to wait."""

    def change(line: str) -> str:
        event = json.loads(line)
        if event["kind"] == "replied" and event["step"] == 3:
            event.update(answered=False, text=NO_ANSWER)
        return json.dumps(event) + "\n"

    path = await anyio.to_thread.run_sync(changed_copy, played, tmp_path / "run", change)
    run = as_recorded(await opened(path), user="model", user_timeout=30)
    async with Branching(run) as branching:
        point = await branching.at(ASKED, 4)
    replies = [item for item in point.saved.snapshot.items if isinstance(item, Replied)]
    assert [(reply.answered, reply.text) for reply in replies] == [(False, NO_ANSWER)]


async def test_runs_that_cannot_be_repeated_are_refused(played: Path, tmp_path: Path) -> None:
    """Another version of the suite, and real phones, which have no recorded app state."""
    path = await anyio.to_thread.run_sync(changed_copy, played, tmp_path / "run", lambda line: line)
    await anyio.to_thread.run_sync(shutil.rmtree, path / "truth")
    async with Branching(await opened(path)) as branching:
        with pytest.raises(UsageError, match="a real phone: only virtual phones"):
            await branching.at(ASKED, 0)
    manifest = anyio.Path(path / "run.json")
    document = json.loads(await manifest.read_text())
    await manifest.write_text(json.dumps({**document, "suite_version": "0.0.1"}))
    with pytest.raises(UsageError, match=r"nothing can be tried .* was played on clarity240 0\.0\.1"):
        Branching(await opened(path))


async def test_a_cancelled_call_leaves_no_phone_behind(played: Path) -> None:
    """Wherever it is cancelled, while a point is made or a decision tried."""
    async with Branching(await opened(played)) as branching:
        point = await branching.at(ASKED, 1)
        for turns in range(60):
            async with anyio.create_task_group() as group:
                group.start_soon(branching.at, CUT_OFF, 2)
                group.start_soon(point.attempt, Decision([Key("BACK")]))
                for _ in range(turns):
                    await anyio.lowlevel.checkpoint()
                group.cancel_scope.cancel()
            assert free_phones(branching) == 2
            branching._points.pop((CUT_OFF, 2), None)
        assert (await point.attempt(Decision([Key("BACK")]))).after.step == 2


async def test_a_phone_that_fails_once_is_used_again(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault is raised; the point can be used again, also if all phones were given up and are opened anew."""
    failing = anyio.Event()

    @asynccontextmanager
    async def open_failing(uri: str) -> AsyncIterator[Sequence[Device]]:
        async with open_headless(uri) as devices, anyio.create_task_group() as group:
            group.start_soon(fail)
            yield devices

    async def fail() -> None:
        await failing.wait()
        raise DeviceLost("all phones are gone")

    async def perform(self: HeadlessDevice, action: Action) -> tuple[str, ...]:
        raise DeviceLost("the phone is gone")

    spec = DeviceSpec(open=open_failing)
    load = registry.load
    monkeypatch.setattr(registry, "load", lambda kind, name: spec if name == "headless" else load(kind, name))
    async with Branching(await opened(played), phones=1) as branching:
        point = await branching.at(ASKED, 1)
        with monkeypatch.context() as patched:
            patched.setattr(HeadlessDevice, "perform", perform)
            with pytest.raises(DeviceLost, match="the phone is gone"):
                await point.attempt(Decision([Key("BACK")]))
        assert (await point.attempt(Decision([Key("BACK")]))).after.step == 2
        failing.set()
        while branching._pools:
            await anyio.lowlevel.checkpoint()
        failing = anyio.Event()
        assert (await point.attempt(Decision([Key("BACK")]))).after.step == 2


async def test_phones_that_cannot_be_opened_are_a_fault(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised as it is, and they are tried again at the next call."""

    @asynccontextmanager
    async def refuse(uri: str) -> AsyncIterator[Sequence[Device]]:
        if uri:
            raise DeviceLost("no phone can be started")
        yield ()

    spec = DeviceSpec(open=refuse)
    load = registry.load
    async with Branching(await opened(played)) as branching:
        with monkeypatch.context() as patched:
            patched.setattr(registry, "load", lambda kind, name: spec if name == "headless" else load(kind, name))
            with pytest.raises(DeviceLost, match="no phone can be started"):
                await branching.at(ASKED, 1)
        assert (await branching.at(ASKED, 1)).step == 1


async def test_points_are_bounded_and_phones_close(played: Path) -> None:
    """The least recently used point is forgotten; the folder of branches is removed with the phones."""
    async with Branching(await opened(played), points=2) as branching:
        assert branching._pools == {}
        points = [await branching.at(ASKED, step) for step in (1, 2, 1, 3)]
        assert list(branching._points) == [(ASKED, 1), (ASKED, 3)]
        assert points[0] is points[2]
        forgotten = await points[1].attempt(Decision([Key("BACK")]))
        folder = branching._context.directory.path
        assert await anyio.Path(folder).exists()
    assert forgotten.after.step == 3
    assert branching._pools == {}
    assert not await anyio.Path(folder).exists()


async def test_decisions_are_tried_side_by_side(played: Path) -> None:
    """More attempts than phones wait for each other, also while a point is made."""
    found: list[int] = []

    async def attempt(point: BranchPoint, action: Action) -> None:
        found.append((await point.attempt(Decision([action]))).after.step)

    async with Branching(await opened(played), phones=2) as branching:
        point = await branching.at(ASKED, 1)
        async with anyio.create_task_group() as group:
            group.start_soon(branching.at, CUT_OFF, 5)
            for action in (Key("BACK"), Key("HOME"), AskUser("Which day?"), Swipe(540, 1700, 540, 700)):
                group.start_soon(attempt, point, action)
    assert found == [2, 2, 2, 2]


async def test_an_error_of_the_block_is_raised_as_it_is(played: Path) -> None:
    """It is not wrapped in a group, although phones run in tasks."""
    with pytest.raises(LookupError, match="mine"):
        await fail_within(await opened(played))


async def fail_within(run: RecordedRun) -> None:
    """Raise an error while a point is in use."""
    async with Branching(run) as branching:
        await branching.at(ASKED, 0)
        raise LookupError("mine")
