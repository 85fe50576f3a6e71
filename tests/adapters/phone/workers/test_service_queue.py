"""A phone whose services answer later: the queue that says when, and the daemon that waits for it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import anyio
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.daemon.server import listen_unix
from adapters.adb.host.client import connect_unix
from adapters.phone.workers.service_queue import ServiceQueue
from tests.support.tinyphone import TinyPhone


def test_services_occupy_their_phone_one_after_another():
    """Of five requested at once each answers a service time after the one before; a pause is not made up for."""
    queue = ServiceQueue((0, 0), 0.5, "1")
    assert [queue.answer_at(10) for _ in range(5)] == [10.5, 11, 11.5, 12, 12.5]
    assert [queue.answer_at(20), queue.answer_at(20.25)] == [20.5, 21]


@given(st.lists(st.floats(0, 10), min_size=2))
def test_no_more_services_are_answered_than_a_phone_can_serve(pauses: list[float]):
    """However the requests come, two answers are a service time apart."""
    queue, now, answers = ServiceQueue((0, 0), 0.25, "1"), 0.0, []
    for pause in pauses:
        now += pause
        answers.append(queue.answer_at(now))
    assert all(later - earlier >= 0.25 - 1e-9 for earlier, later in pairwise(answers))


def test_latency_is_drawn_from_the_seed():
    """It stays within its spread, is the same for one seed, and delays no other service."""
    first, again, other = (
        [queue.answer_at(5) - 5 for _ in range(100)]
        for queue in (ServiceQueue((0.08, 0.04), 0, seed) for seed in ("1", "1", "2"))
    )
    assert first == again != other
    assert 0.04 <= min(first) < 0.05
    assert 0.11 < max(first) <= 0.12


def test_latency_is_never_negative():
    """A spread that is larger than the latency itself makes some services answer at once."""
    queue = ServiceQueue((0.01, 1), 0, "1")
    assert min(queue.answer_at(5) for _ in range(100)) == 5


class SlowPhone(TinyPhone):
    """Begins no service before `begin` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.begin = anyio.Event()
        self.requested = anyio.Event()

    async def before_service(self) -> None:
        """Wait for `begin`."""
        self.requested.set()
        await self.begin.wait()


async def test_a_service_begins_when_the_device_does(tmp_path: Path):
    """The command runs only then, and answers as usual."""
    phone = SlowPhone()
    async with listen_unix(tmp_path / "phone", phone), connect_unix(tmp_path / "phone") as client:
        outputs = []

        async def run() -> None:
            outputs.append((await client.shell("echo here")).stdout)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            await phone.requested.wait()
            assert phone.ran == []
            phone.begin.set()
        assert outputs == [b"here\n"]


async def test_a_service_whose_host_has_left_does_not_begin(tmp_path: Path):
    """What was closed while it waited is not run later."""
    phone = SlowPhone()
    async with listen_unix(tmp_path / "phone", phone), connect_unix(tmp_path / "phone") as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.shell, "echo here")
            await phone.requested.wait()
            tasks.cancel_scope.cancel()
        await client.open("sync:")  # by its answer the daemon has read everything that came before
        phone.begin.set()
        assert (await client.shell("echo there")).stdout == b"there\n"
        assert phone.ran == ["echo there"]
