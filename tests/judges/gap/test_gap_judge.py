"""The live gap judge: instruments, exclusions with their reasons, live and on recordings."""

from __future__ import annotations

import random
from dataclasses import replace

import anyio
import pytest

from adapters.agents.scripted.oracle import Oracle, Silent
from benchmarks.clarity240.setup import run_now
from judges.gap.judge import GapJudge
from runtime.core.actions import Decision, Finish, Key, Launch, LongPress, Note, Swipe, Tap, Type, Wait
from runtime.core.events import AnyVerdict, DisturbanceOccurred, Released, StateRead
from runtime.core.log import Log
from runtime.judging.runner import AttemptLogs, JudgedEpisode, closed_logs, run_judge

OPEN = ("device.clockalarm.ambiguous", "info.drizzlegusts.ambiguous", "shop.larderbell.incomplete")
SAID = ("device.calendarroast.detailed", "social.framesave.standard", "device.filescopy.standard")


@pytest.mark.parametrize("task", OPEN + SAID)
def test_the_oracle_acts_and_announces_rightly(play, task):
    """An agent that asks about open choices, follows the reference and announces its actions is right at every step."""
    item = play(task)
    run_now(Oracle(3).play(item, item.task))
    verdicts = item.end()
    assert len(verdicts) > 4
    assert [(verdict.em, verdict.gta, verdict.rule) for verdict in verdicts] == [(True, True, "distance/1")] * len(
        verdicts
    )


def test_open_choices_are_excluded_if_asking_is_impossible(play):
    """A choice that cannot be known is neither right nor wrong without asking; known choices count."""
    item = play("shop.larderbell.incomplete", can_ask=False)
    run_now(Silent(3).play(item, item.task))
    verdicts = item.end()
    assert (verdicts[0].em, verdicts[0].gta) == (True, True)
    apart = [verdict for verdict in verdicts if verdict.em is None]
    assert apart
    assert all(item.gta is None and item.reason.split("; ")[-1].startswith("unknowable") for item in apart)


def test_a_guess_is_wrong_if_the_agent_could_have_asked(play):
    """Choosing an unreleased value is wrong even if it happens to be the wanted one."""
    item = play("device.airplane.ambiguous")
    item.do(Launch("com.android.settings"), "Open the app com.android.settings.")
    item.do(item.tap("Network & internet"), "Tap “Network & internet”.")
    item.do(item.tap("Airplane mode"), "Tap “Airplane mode”.")
    *_, guess = item.end()
    assert (guess.em, guess.gta) == (False, False)
    assert "this was to be asked" in guess.reason


def test_a_detour_is_wrong_where_it_begins_and_right_on_its_way_back(play):
    """Of a detour there and back, the first step is wrong and the second right."""
    item = play("device.airplane.detailed")
    item.do(Launch("com.android.settings"))
    item.do(item.tap("Battery"))
    item.do(Key("BACK"))
    item.do(Key("HOME"))
    item.do(item.tap("Settings"))
    assert [current_item.em for current_item in item.end()] == [True, False, True, False, True]


def test_an_alternative_path_is_right(play):
    """A tile in the notification shade is as good as the page in Settings that the reference uses."""
    item = play("device.airplane.detailed")
    item.do(Swipe(540, 10, 540, 1400))
    item.do(item.tap("Airplane mode"))
    assert [current_item.em for current_item in item.end()] == [True, True]


def test_another_order_is_right(play):
    """The choices of one form may be made in any order."""
    item = play("shop.bunnoon.detailed")
    for label in ("Harbour Fish Bun", "Pickles", "Double", "add_to_order", "view_basket"):
        item.do(Launch("com.bunwright.orders") if item.tree.package != "com.bunwright.orders" else item.tap(label))
        if label == "Harbour Fish Bun":
            item.do(item.tap(label))
    assert [current_item.em for current_item in item.end()] == [True] * 6


def test_decisions_of_several_actions_count_once(play):
    """All actions of a decision are judged together, under the number of the first; a decision with only notes is
    not.
    """
    item = play("device.airplane.detailed")
    item.do([Launch("com.android.settings"), Note("settings are open")], "Open the app com.android.settings.")
    item.do(Note("Network & internet is the place"), "Tap “Network & internet”.")
    there = item.tap("Network & internet")
    item.do([there, Key("BACK"), there], "Tap “Network & internet”.")
    assert [(current_item.step, current_item.em, current_item.gta) for current_item in item.end()] == [
        (1, True, True),
        (4, True, True),
    ]


def test_steps_are_excluded_while_mirror_and_recording_differ(play):
    """If the recording shows another state than the mirror, the steps around the difference are excluded."""
    this_item = play("device.airplane.detailed")
    this_item.do(Launch("com.android.settings"))
    this_item.do(this_item.tap("Network & internet"))
    this_item.do(this_item.tap("Airplane mode"))
    this_item.do(Finish("Done."))
    numbers = [number for number, item in enumerate(this_item.log) if isinstance(item, StateRead)]
    last = this_item.log[numbers[-1]]
    this_item.log[numbers[-1]] = replace(last, state={**last.state, "clock": {"alarms": "none"}})
    assert [(item.em, item.reason[:11]) for item in this_item.end()][2:] == [(None, "unresolved:")] * 2


def test_the_mirror_repeats_the_disturbances_of_a_run(play):
    """A run's disturbances are in no task; they are detected when they occur, and no step stays unresolved."""
    this_item = play("info.drizzlegusts.standard", weather="mix")
    run_now(Oracle(3).play(this_item, this_item.task))
    assert any(isinstance(item, DisturbanceOccurred) for item in this_item.log)
    verdicts = this_item.end()
    assert [verdict.reason for verdict in verdicts if verdict.em is None] == []
    assert [verdict.em for verdict in verdicts[:2]] == [True, True]


@pytest.mark.parametrize("seed", range(3))
def test_any_actions_are_resolved(play, seed):
    """The mirror follows any sequence of taps, swipes and keys."""
    chance = random.Random(seed)
    item = play("shop.bunnoon.standard")
    item.do(Launch("com.bunwright.orders"))
    for _ in range(10):
        x, y = chance.randrange(40, 1040), chance.randrange(80, 2380)
        acts = (Tap(x, y), LongPress(x, y), Swipe(x, y, 540, 1200), Key("BACK"), Type("tea"), Wait(1500))
        item.do(chance.choice((*acts, Tap(x, y), Tap(x, y))))
    verdicts = item.end()
    assert len(verdicts) == 11
    assert [verdict.reason for verdict in verdicts if verdict.reason.startswith("unresolved: the mirror")] == []


def test_without_a_recorded_state_nothing_is_resolved(play):
    """Without recorded state every step is excluded with that reason."""
    this_item = play("device.airplane.detailed")
    this_item.do(Launch("com.android.settings"), "Open the app com.android.settings.")
    this_item.do(Finish("Done."))
    this_item.log[:] = [item for item in this_item.log if not isinstance(item, StateRead)]
    verdicts = this_item.end()
    assert [(verdict.em, verdict.gta) for verdict in verdicts] == [(None, None)] * 2
    assert all(verdict.reason == "unresolved: no state was recorded" for verdict in verdicts)


def test_live_and_recorded_verdicts_are_equal(play):
    """Logs that grow while they are read give the same verdicts as closed logs, in any interleaving."""
    this_item = play("device.clockalarm.ambiguous")
    run_now(Oracle(3).play(this_item, this_item.task))
    wanted = this_item.end()

    async def heard(tapes: AttemptLogs) -> list[AnyVerdict]:
        verdicts: Log[AnyVerdict] = Log()
        about = JudgedEpisode(this_item.task, "e", 0, instrument=True)
        await run_judge(GapJudge(this_item.evidence), about, tapes, deadline=60, verdicts=verdicts)
        return list(verdicts)

    async def live() -> list[AnyVerdict]:
        tapes = AttemptLogs(Log(), Log(), Log())
        found: list[AnyVerdict] = []

        async def listen() -> None:
            found.extend(await heard(tapes))

        async with anyio.create_task_group() as group:
            group.start_soon(listen)
            for item in this_item.log:
                (tapes.truth if isinstance(item, (StateRead, Released)) else tapes.trace).append(item)
                await anyio.lowlevel.checkpoint()
            tapes.trace.close()
            tapes.truth.close()
        return found

    assert anyio.run(heard, closed_logs(this_item.log)) == wanted
    assert anyio.run(live) == wanted


def test_a_task_that_does_not_fit_the_phone_is_excluded(play):
    """A setup that the apps do not support leaves every step unresolved instead of failing the judge."""
    item = play("device.airplane.detailed")
    item.do(Tap(540, 1200), "Tap (540, 1200).")
    setup = replace(item.task.intent.setup, state={"no such app": {}})
    item.task = replace(item.task, intent=replace(item.task.intent, setup=setup))
    (verdict,) = item.end()
    assert (verdict.em, verdict.gta) == (None, None)
    assert verdict.reason.startswith("unresolved: the phone cannot be prepared")


def test_a_decision_that_was_not_carried_out_has_no_verdict(play):
    """If an attempt ends in the middle of a decision, that decision is not judged."""
    item = play("device.airplane.detailed")
    item.do(Launch("com.android.settings"))
    item.do(Decision([]).actions)
    assert [current_item.step for current_item in item.end()] == [1]
