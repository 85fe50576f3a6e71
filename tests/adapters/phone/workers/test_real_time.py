"""Phones in real time, on a clock that tests move: they catch up before each look, and at their own moments."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import anyio
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.services import PartialResult, Result
from adapters.phone.apps.clock import APP as CLOCK
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.effects import copy_text
from adapters.phone.kernel.phone import Phone
from adapters.phone.shell.device.costs import INPUT_MS
from adapters.phone.state.phone_state import COPIED_MS, START, TOAST_MS, PhoneState, ToastShown
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Effect, Icon, Route, Screen, View, route
from adapters.phone.ui.node import Ev, node
from adapters.phone.ui.package_names import HOME
from adapters.phone.uiautomator.automator import TICK_MS
from adapters.phone.workers.clocks import RealTime
from adapters.phone.workers.control.messages import Message
from adapters.phone.workers.hosted_phone import HostedPhone
from adapters.phone.workers.registry import with_launcher
from adapters.phone.workers.screens import ScreenRenderer
from adapters.phone.workers.services import PhoneServices
from tests.support.demo import Nothing
from tests.support.manual_clock import ManualClock

ALARM = {"id": "1", "time": "09:30", "label": "Kettle", "date": "2026-11-17"}
UNTIL_ALARM = 6 * 60_000
WAIT_MS = 600_000


@dataclass(frozen=True, slots=True)
class Failing:
    """The state of an app that stops working ten seconds after the start."""


def fail(state: Failing, event: Ev, view: View) -> tuple[Failing, tuple[Effect, ...]]:
    """Raise when the app is woken."""
    if event.name == "@due":
        raise ValueError("out of tea")
    return state, ()


def due(state: Failing, after: datetime) -> datetime:
    """Ten seconds after the start."""
    return START + timedelta(seconds=10)


def show(state: Failing, place: Route, view: View) -> Screen:
    """An empty screen."""
    return Screen(node("column"))


FAILING = App("tea", "com.tea", "Tea", Icon("#112233", "#FFFFFF", "home"), Theme("#D8432B"), route("here"), Failing,
              show, fail, due=due)  # fmt: skip
APPS = with_launcher((CLOCK, FAILING))


class Lab:
    """One phone in real time with an alarm at 9:30, its services, and its clock."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.real_time = RealTime(self.clock)
        self.hosted = HostedPhone("phone-0", APPS, ScreenRenderer(Painter()), real_time=self.real_time)
        self.phone = self.hosted.phone
        self.services = PhoneServices(self.hosted)
        self.hosted.control(Message({"op": "reset", "state": {"clock": {"alarms": [ALARM]}}, "seed": 0}))

    async def shell(self, command: str) -> str:
        """The output of a command."""
        return bytes((await self.services.shell(command, Nothing())).stdout).decode()

    def tree(self) -> bytes:
        """The tree over the control connection."""
        return self.hosted.control(Message({"op": "tree"})).body


@asynccontextmanager
async def running() -> AsyncIterator[Lab]:
    """A phone whose real time runs."""
    lab = Lab()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lab.real_time.run)
        await anyio.wait_all_tasks_blocked()
        yield lab
        tasks.cancel_scope.cancel()


@given(st.lists(st.integers(0, 90_000), max_size=12), st.booleans())
def test_a_phone_may_catch_up_in_any_steps(steps: list[int], looked_at: bool):
    """It is the phone that one step would have made, whether somebody looked at it between or not."""

    def after(parts: list[int]) -> PhoneState:
        lab = Lab()
        for ms in parts:
            lab.clock.move(ms)
            lab.hosted.clock.catch_up()
            if looked_at:
                lab.phone.dump()
                lab.hosted.clock.rearm()
        return lab.phone.snapshot()

    assert after(steps) == after([sum(steps)])


@given(st.lists(st.integers(0, 400_000), min_size=1, max_size=6))
def test_nothing_changes_before_the_next_change(steps: list[int]):
    """Until then only the clock differs, and the screen is the same."""
    phone = Phone(APPS)
    phone.reset({"clock": {"alarms": [ALARM]}, "weather": [{"kind": "slow", "after": 1, "ms": 700}]}, 0)
    phone.start(FAILING.package)
    phone.state = replace(copy_text(phone.state, "green tea"), toast=ToastShown("Saved", HOME, TOAST_MS))
    for ms in steps:
        phone.elapse(ms)
        before, tree, change = phone.snapshot(), phone.dump(), phone.next_change()
        phone.elapse(change - 1 - before.now_ms)
        assert replace(phone.snapshot(), now_ms=before.now_ms) == before
        assert phone.dump() == tree
        phone.elapse(1)


async def test_the_date_follows_the_clock():
    """Each command sees the present, and costs no more than the time that it takes."""
    lab = Lab()
    first = int(await lab.shell("date +%s"))
    lab.clock.move(3_723_000)
    assert int(await lab.shell("date +%s")) - first == 3723
    assert await lab.shell("date +%s") == await lab.shell("date +%s")


async def test_a_toast_and_the_clipboard_notice_end():
    """After their time they are gone, although no command was run."""
    lab = Lab()
    copied = copy_text(lab.phone.state, "green tea")
    lab.phone.state = replace(copied, toast=ToastShown("Saved", HOME, TOAST_MS))
    shown = []
    for ms in (TOAST_MS - 1, 1, COPIED_MS - TOAST_MS - 1, 1):
        lab.clock.move(ms)
        lab.tree()
        shown.append((lab.phone.state.toast is not None, lab.phone.state.copied is not None))
    assert shown == [(True, True), (False, True), (False, True), (False, False)]


async def test_an_alarm_rings_while_nobody_asks():
    """It is in front as soon as its minute has come."""
    async with running() as lab:
        await lab.clock.pass_time(UNTIL_ALARM - 1)
        assert lab.phone.state.top.package == HOME
        await lab.clock.pass_time(1)
        assert lab.phone.state.top.package == CLOCK.package


async def test_a_follower_of_the_log_hears_what_happens_while_nobody_asks():
    """An app that fails when it is woken is in the log at that moment."""
    heard: list[bytes] = []

    async def follow(result: Result) -> None:
        while isinstance(result, PartialResult):
            heard.append(bytes(result.stdout))
            result = await result.rest()

    async with running() as lab, anyio.create_task_group() as tasks:
        tasks.start_soon(follow, await lab.services.shell("logcat -b crash", Nothing()))
        await lab.clock.pass_time(9_999)
        assert b"out of tea" not in b"".join(heard)
        await lab.clock.pass_time(1)
        assert b"out of tea" in b"".join(heard)
        tasks.cancel_scope.cancel()


async def test_a_client_of_the_automation_server_waits_in_real_time():
    """It is answered when the alarm rings; meanwhile others are served."""
    async with running() as lab, anyio.create_task_group() as tasks:
        await start_server(lab)
        answers: list[bytes] = []
        tasks.start_soon(wait_for, lab, "Kettle", answers)
        await lab.clock.pass_time(UNTIL_ALARM - 1)
        assert b"Kettle" not in lab.tree()
        assert answers == []
        await lab.clock.pass_time(TICK_MS)
        assert [json.loads(answer.partition(b"\r\n\r\n")[2])["result"] for answer in answers] == [True]


async def test_a_client_that_leaves_leaves_nothing_waiting():
    """Its wait ends in the phone too; one that stays is answered at the end of its time."""
    async with running() as lab:
        await start_server(lab)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait_for, lab, "absent", [])
            await anyio.wait_all_tasks_blocked()
            assert len(lab.hosted.shell.machine.scheduler.all) == 1
            tasks.cancel_scope.cancel()
        assert lab.hosted.shell.machine.scheduler.all == []
        answers: list[bytes] = []
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait_for, lab, "absent", answers)
            await anyio.wait_all_tasks_blocked()
            await lab.clock.pass_time(WAIT_MS)
        assert answers[0].endswith(b'"result":false}')


async def start_server(lab: Lab) -> None:
    """Start the automation server in the phone."""
    lab.hosted.shell.files.write("/data/local/tmp/u2.jar", b"PK")
    await lab.shell("CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008 &")


async def wait_for(lab: Lab, text: str, answers: list[bytes]) -> None:
    """Ask the server to wait for a text, and add its answer."""
    body = json.dumps({"id": 1, "method": "waitForExists", "params": [{"text": text, "mask": 1}, WAIT_MS]}).encode()
    async with lab.services.ports.connect("tcp:9008") as stream:
        await stream.send(b"POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        answers.append(await stream.receive())


async def test_the_task_waits_for_the_next_change_only():
    """It waits for the failing app, then for each minute; a command that starts something makes it wait for that."""
    async with running() as lab:
        await lab.clock.pass_time(10_000)
        await lab.clock.pass_time(50_000)
        assert lab.clock.waits == [10_000, 60_000, 120_000]
        lab.phone.state = replace(lab.phone.state, toast=ToastShown("Saved", HOME, 61_500))
        await lab.shell("true")
        await anyio.wait_all_tasks_blocked()
        assert lab.clock.waits[3:] == [61_500]


async def test_a_reset_phone_begins_again_at_its_start():
    """Real time goes on from there."""
    lab = Lab()
    lab.clock.move(500_000)
    lab.hosted.control(Message({"op": "reset", "state": {}, "seed": 0}))
    assert lab.phone.now == START
    lab.clock.move(2000)
    lab.tree()
    assert lab.phone.now == START + timedelta(seconds=2)


async def test_without_real_time_only_commands_move_the_clock():
    """Looks cost no time, and two commands always the same."""
    hosted = HostedPhone("phone-0", APPS, ScreenRenderer(Painter()))
    services = PhoneServices(hosted)
    hosted.phone.reset({}, 0)
    for _ in range(2):
        hosted.control(Message({"op": "look"}))
        await services.shell("input tap 1 1", Nothing())
    assert hosted.phone.state.now_ms == 2 * INPUT_MS
