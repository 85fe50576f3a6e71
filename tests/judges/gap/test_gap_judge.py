"""The live judge as a whole: instruments, what is excluded and why, live and over a recording."""

from __future__ import annotations

import random
from dataclasses import replace

import anyio
import pytest

from adapters.agents.scripted.oracle import Oracle, Silent
from benchmarks.clarity240.setup import run_now
from judges.gap.judge import GapJudge
from runtime.core.actions import Decision, Finish, Key, Launch, LongPress, Note, Swipe, Tap, Type, Wait
from runtime.core.events import AnyVerdict, Released, StateRead, Weather
from runtime.core.log import Log
from runtime.judging.runner import Episode, Tapes, hear, replay

OPEN = ("device.clockalarm.ambiguous", "info.drizzlegusts.ambiguous", "shop.larderbell.incomplete")
SAID = ("device.calendarroast.detailed", "social.framesave.standard", "device.filescopy.standard")


@pytest.mark.parametrize("task", OPEN + SAID)
def test_the_oracle_does_and_says_what_is_right(play, task):
    """Who asks for what is open, follows the recorded way and says so is right at every step, in word and deed."""
    one = play(task)
    run_now(Oracle(3).play(one, one.task))
    verdicts = one.end()
    assert len(verdicts) > 4
    assert [(said.em, said.gta, said.rule) for said in verdicts] == [(True, True, "distance/1")] * len(verdicts)


def test_where_nobody_can_ask_what_is_open_is_excluded(play):
    """A choice that nobody can know is neither right nor wrong where asking is not possible; what is known counts."""
    one = play("shop.larderbell.incomplete", can_ask=False)
    run_now(Silent(3).play(one, one.task))
    verdicts = one.end()
    assert (verdicts[0].em, verdicts[0].gta) == (True, True)
    apart = [said for said in verdicts if said.em is None]
    assert apart
    assert all(said.gta is None and said.reason.split("; ")[-1].startswith("unknowable") for said in apart)


def test_what_an_attempt_guesses_is_wrong_where_it_could_have_asked(play):
    """Choosing what nobody told is wrong though it happens to be what was wanted."""
    one = play("device.airplane.ambiguous")
    one.do(Launch("com.android.settings"), "Open the app com.android.settings.")
    one.do(one.tap("Network & internet"), "Tap “Network & internet”.")
    one.do(one.tap("Airplane mode"), "Tap “Airplane mode”.")
    *_, guess = one.end()
    assert (guess.em, guess.gta) == (False, False)
    assert "this was to be asked" in guess.reason


def test_a_detour_is_wrong_where_it_begins_and_right_on_its_way_back(play):
    """Of a way there and back the first step is wrong and the second right."""
    one = play("device.airplane.detailed")
    one.do(Launch("com.android.settings"))
    one.do(one.tap("Battery"))
    one.do(Key("BACK"))
    one.do(Key("HOME"))
    one.do(one.tap("Settings"))
    assert [said.em for said in one.end()] == [True, False, True, False, True]


def test_another_right_way_is_right(play):
    """A tile in the notification shade is as good as the page in Settings that the recorded way goes to."""
    one = play("device.airplane.detailed")
    one.do(Swipe(540, 10, 540, 1400))
    one.do(one.tap("Airplane mode"))
    assert [said.em for said in one.end()] == [True, True]


def test_another_order_is_right(play):
    """Choices of one form may be made in whatever order."""
    one = play("shop.bunnoon.detailed")
    for label in ("Harbour Fish Bun", "Pickles", "Double", "add_to_order", "view_basket"):
        one.do(Launch("com.bunwright.orders") if one.tree.package != "com.bunwright.orders" else one.tap(label))
        if label == "Harbour Fish Bun":
            one.do(one.tap(label))
    assert [said.em for said in one.end()] == [True] * 6


def test_decisions_of_several_actions_count_once(play):
    """What a decision does in several actions is judged as a whole, under the number of its first; notes alone not."""
    one = play("device.airplane.detailed")
    one.do([Launch("com.android.settings"), Note("settings are open")], "Open the app com.android.settings.")
    one.do(Note("Network & internet is the place"), "Tap “Network & internet”.")
    there = one.tap("Network & internet")
    one.do([there, Key("BACK"), there], "Tap “Network & internet”.")
    assert [(said.step, said.em, said.gta) for said in one.end()] == [(1, True, True), (4, True, True)]


def test_a_state_that_is_not_as_recorded_excludes_until_it_is_again(play):
    """Where the recording tells another state than the mirror has, nothing is said of the steps around it."""
    one = play("device.airplane.detailed")
    one.do(Launch("com.android.settings"))
    one.do(one.tap("Network & internet"))
    one.do(one.tap("Airplane mode"))
    one.do(Finish("Done."))
    told = [number for number, item in enumerate(one.log) if isinstance(item, StateRead)]
    last = one.log[told[-1]]
    one.log[told[-1]] = replace(last, state={**last.state, "clock": {"alarms": "none"}})
    assert [(said.em, said.reason[:11]) for said in one.end()][2:] == [(None, "unresolved:")] * 2


def test_the_weather_of_a_run_is_gone_through_again(play):
    """What befalls every phone of a run is in no task; it is found when it happens, and nothing is left unresolved."""
    one = play("info.drizzlegusts.standard", weather="mix")
    run_now(Oracle(3).play(one, one.task))
    assert any(isinstance(item, Weather) for item in one.log)
    verdicts = one.end()
    assert [said.reason for said in verdicts if said.em is None] == []
    assert [said.em for said in verdicts[:2]] == [True, True]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_is_resolved(play, seed):
    """Touches, strokes and keys anywhere lead nowhere that the mirror does not follow."""
    chance = random.Random(seed)
    one = play("shop.bunnoon.standard")
    one.do(Launch("com.bunwright.orders"))
    for _ in range(10):
        x, y = chance.randrange(40, 1040), chance.randrange(80, 2380)
        acts = (Tap(x, y), LongPress(x, y), Swipe(x, y, 540, 1200), Key("BACK"), Type("tea"), Wait(1500))
        one.do(chance.choice((*acts, Tap(x, y), Tap(x, y))))
    verdicts = one.end()
    assert len(verdicts) == 11
    assert [said.reason for said in verdicts if said.reason.startswith("unresolved: the mirror")] == []


def test_without_a_recorded_state_nothing_is_resolved(play):
    """On a phone whose state nobody can read every step is excluded, and says why."""
    one = play("device.airplane.detailed")
    one.do(Launch("com.android.settings"), "Open the app com.android.settings.")
    one.do(Finish("Done."))
    one.log[:] = [item for item in one.log if not isinstance(item, StateRead)]
    verdicts = one.end()
    assert [(said.em, said.gta) for said in verdicts] == [(None, None)] * 2
    assert all(said.reason == "unresolved: no state was recorded" for said in verdicts)


def test_live_and_over_a_recording_it_says_the_same(play):
    """Logs that grow while they are heard give the verdicts of closed ones, whatever comes first."""
    one = play("device.clockalarm.ambiguous")
    run_now(Oracle(3).play(one, one.task))
    wanted = one.end()

    async def heard(tapes: Tapes) -> list[AnyVerdict]:
        verdicts: Log[AnyVerdict] = Log()
        about = Episode(one.task, "e", 0, instrument=True)
        await hear(GapJudge(one.evidence), about, tapes, deadline=60, verdicts=verdicts)
        return list(verdicts)

    async def live() -> list[AnyVerdict]:
        tapes = Tapes(Log(), Log(), Log())
        found: list[AnyVerdict] = []

        async def listen() -> None:
            found.extend(await heard(tapes))

        async with anyio.create_task_group() as group:
            group.start_soon(listen)
            for item in one.log:
                (tapes.truth if isinstance(item, (StateRead, Released)) else tapes.trace).append(item)
                await anyio.lowlevel.checkpoint()
            tapes.trace.close()
            tapes.truth.close()
        return found

    assert anyio.run(heard, replay(one.log)) == wanted
    assert anyio.run(live) == wanted


def test_a_task_that_does_not_fit_the_phone_is_excluded(play):
    """A setup that the apps don't understand leaves every step unresolved instead of failing the judge."""
    one = play("device.airplane.detailed")
    one.do(Tap(540, 1200), "Tap (540, 1200).")
    setup = replace(one.task.intent.setup, state={"no such app": {}})
    one.task = replace(one.task, intent=replace(one.task.intent, setup=setup))
    (verdict,) = one.end()
    assert (verdict.em, verdict.gta) == (None, None)
    assert verdict.reason.startswith("unresolved: the phone cannot be prepared")


def test_a_decision_that_was_not_carried_out_has_no_verdict(play):
    """An attempt that ended in the middle of a decision leaves nothing to judge there."""
    one = play("device.airplane.detailed")
    one.do(Launch("com.android.settings"))
    one.do(Decision([]).actions)
    assert [said.step for said in one.end()] == [1]
