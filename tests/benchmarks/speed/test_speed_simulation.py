"""Simulated farms: the real scheduler, pool and sessions in virtual time, and what must hold in every run."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import anyio
import pytest

from benchmarks.speed import virtual_time
from benchmarks.speed.simulated_phones import PhoneModel
from benchmarks.speed.simulated_run import Outcome, Simulation, simulate
from runtime.metrics.report import metrics_document

FAULTY = PhoneModel(faults=0.01, away=30.0, dying=0.1, dead_by=120.0)
"""One action in a hundred loses its phone for a while, and one phone in ten dies."""
FARM = Simulation(phones=100, tasks=150, model=FAULTY)


@cache
def played(simulation: Simulation) -> Outcome:
    """The outcome of a simulation; the same one for all tests."""
    return virtual_time.run(lambda: simulate(simulation))


def scores(outcome: Outcome) -> dict[str, object]:
    """The metrics of a simulated run."""
    return metrics_document([commit.scores[0] for commit in outcome.commits], draws=0)


def test_time_jumps_to_the_next_timer() -> None:
    """A day passes at once, and timers fire in their order."""

    async def sleep_for_a_day() -> list[float]:
        woken: list[float] = []

        async def sleep(seconds: float) -> None:
            await anyio.sleep(seconds)
            woken.append(anyio.current_time())

        async with anyio.create_task_group() as group:
            for hours in (24, 1, 7):
                group.start_soon(sleep, hours * 3600.0)
        return woken

    assert virtual_time.run(sleep_for_a_day) == pytest.approx([3600, 7 * 3600, 24 * 3600])


def test_a_wait_that_no_timer_ends_is_an_error() -> None:
    """A simulation that would stand still for ever raises instead."""
    with pytest.raises(RuntimeError, match="no timer will end that"):
        virtual_time.run(anyio.Event().wait)


def test_every_episode_is_committed_exactly_once() -> None:
    """Faults and deaths cost attempts, no episode is lost, and none is committed twice."""
    outcome = played(FARM)
    assert len(outcome.commits) == 150
    assert len({commit.episode for commit in outcome.commits}) == 150
    assert all(commit.scores[0].cause is None for commit in outcome.commits)
    assert sum(commit.attempt for commit in outcome.commits) == len(outcome.assigned) - 150 > 15


def test_no_phone_plays_two_episodes_and_no_episode_is_played_twice_at_a_time() -> None:
    """The attempts of each phone, and those of each episode, follow one another."""
    outcome = played(FARM)
    for name in ("phone", "episode"):
        ends: dict[str, float] = {}
        for attempt in sorted(outcome.assigned, key=lambda attempt: attempt.began):
            assert attempt.began >= ends.get(getattr(attempt, name), 0.0)
            ends[getattr(attempt, name)] = attempt.ended


def test_a_dead_phone_gets_at_most_the_attempt_in_which_it_is_found_dead() -> None:
    """After that attempt its probes fail, so it gets none."""
    outcome = played(FARM)
    dies_at = {phone.info.name: phone.dies_at for phone in outcome.phones}
    found_dead = {attempt.phone for attempt in outcome.assigned if attempt.ended >= dies_at[attempt.phone]}
    begun_dead = Counter(attempt.phone for attempt in outcome.assigned if attempt.began >= dies_at[attempt.phone])
    assert len(found_dead) >= 3
    assert set(begun_dead.values()) <= {1}


def test_results_depend_neither_on_the_number_of_phones_nor_on_faults() -> None:
    """7 phones without faults and 100 with give the same metrics."""
    assert scores(played(FARM)) == scores(played(Simulation(phones=7, tasks=150)))


def test_the_same_simulation_gives_the_same_run() -> None:
    """Every attempt has the same phone and the same times."""
    small = replace(FARM, phones=40, tasks=60, judged=False)
    assert virtual_time.run(lambda: simulate(small)).assigned == played(small).assigned


def test_episodes_are_lost_only_if_every_phone_dies() -> None:
    """If all phones die, the run ends, and what is left is lost with cause device."""
    outcome = played(Simulation(phones=10, tasks=60, model=PhoneModel(dying=1.0, dead_by=100.0)))
    causes = Counter(commit.scores[0].cause for commit in outcome.commits)
    assert causes.total() == 60
    assert set(causes) == {None, "device"}
    assert len(outcome.assigned) == causes[None] + 10
