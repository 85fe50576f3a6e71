"""Leases and availability: who gets a device, when a lost one returns, when it is given up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import Any

import anyio
import pytest

from runtime.core.backoff import BackoffPolicy
from runtime.core.errors import DeviceLost, DeviceRefused, Fault, TaskFault, UsageError
from runtime.devices.breaker import FailureThresholds
from runtime.devices.pool import Lease, Pool, unique_devices
from tests.support.scripted import Lamp, hang

GONE = DeviceLost("unplugged")
QUICK = FailureThresholds(BackoffPolicy(first=0.001, longest=0.002), patience=60.0)


@asynccontextmanager
async def probing_pool(*lamps: Lamp, rules: FailureThresholds = QUICK, **options: Any) -> AsyncIterator[Pool]:
    """A pool that probes its unavailable devices."""
    pool = Pool(lamps, rules, Random(7), **options)
    async with anyio.create_task_group() as group:
        group.start_soon(pool.run_probes)
        with anyio.fail_after(20):
            yield pool
        group.cancel_scope.cancel()


def release_after(lease: Lease, fault: Fault) -> bool:
    """Report the fault and release; returns whether the device stays in use."""
    lease.report(fault)
    return lease.release()


async def test_a_lost_device_is_leased_again_once_it_answered():
    """A lost device becomes available again once it answers a probe."""
    story = [DeviceLost("no"), DeviceRefused("unauthorized"), UsageError("the key is gone"), None]

    async def answer(number: int) -> None:
        if (error := story[number - 1]) is not None:
            raise error

    lamp = Lamp(answer=answer)
    async with probing_pool(lamp) as pool:
        assert not release_after(pool.lease(lamp), GONE)
        assert (pool.free, pool.resting, pool.usable) == ((), (lamp,), (lamp,))
        assert "unplugged" in pool.status_message
        assert (await pool.acquire()).device is lamp
        assert (lamp.probed, pool.resting, pool.status_message) == (4, (), "")


async def test_a_device_is_unavailable_after_three_refusals():
    """A device is taken out of use only after the third consecutive refusal."""
    lamp = Lamp()
    async with probing_pool(lamp) as pool:
        for stays in (True, True, False):
            assert release_after(await pool.acquire(), DeviceRefused("no")) is stays


async def test_the_first_fault_of_the_device_counts_and_faults_of_others_do_not():
    """The first device fault that is reported for a lease counts; faults of tasks do not."""
    lamp = Lamp()
    async with probing_pool(lamp) as pool:
        lease = await pool.acquire()
        for fault in (None, TaskFault("unsound"), DeviceRefused("no"), GONE):
            lease.report(fault)
        assert lease.release()
        assert not release_after(await pool.acquire(), GONE)


async def test_a_lease_is_released_once():
    """A lease can be released once; later reports about it are ignored."""
    lamp = Lamp()
    async with probing_pool(lamp) as pool:
        with pool.lease(lamp) as first:
            assert first.release()
            second = await pool.acquire()
            assert first.release()
            first.report(GONE)
        assert pool.free == ()
        assert not release_after(second, GONE)
        assert not second.release()
        assert pool.resting == (lamp,)


async def test_a_probe_that_hangs_has_a_deadline_and_holds_nobody_up():
    """A probe that hangs times out, delays no other device, and is repeated."""
    stuck, well = Lamp("stuck", answer=hang), Lamp("well")
    async with probing_pool(stuck, well, probe=0.05) as pool:
        for lamp in (stuck, well):
            release_after(pool.lease(lamp), GONE)
        assert (await pool.acquire()).device is well
        while stuck.probed < 2:
            await pool.wait_changed()
        assert pool.resting == (stuck,)


async def test_what_a_plug_in_raises_when_probed_is_its_own_fault():
    """An exception raised by a device's probe keeps it unavailable, and probing continues."""

    async def clumsy(number: int) -> None:
        if number < 3:
            raise ZeroDivisionError("oops")

    lamp = Lamp(answer=clumsy)
    async with probing_pool(lamp) as pool:
        release_after(pool.lease(lamp), GONE)
        assert (await pool.acquire()).device is lamp
        assert lamp.probed == 3


async def test_a_device_that_never_returns_is_given_up():
    """A device that does not return in time is given up, and waiting callers get the reason."""

    async def never(_: int) -> None:
        raise DeviceLost("it was sold")

    lamp = Lamp(answer=never)
    async with probing_pool(lamp, rules=replace(QUICK, patience=0.02)) as pool:
        release_after(pool.lease(lamp), GONE)
        with pytest.raises(DeviceLost, match=r"no device is left: lamp-0 was given up after \d+ faults.*it was sold"):
            await pool.acquire()
        assert (pool.usable, pool.status_message) == ((), "")


async def test_probes_of_many_lost_devices_are_spread():
    """Twenty devices lost at once are probed at twenty different times."""
    lamps = [Lamp(f"lamp-{number}") for number in range(20)]
    pool = Pool(lamps, FailureThresholds(), Random(1))
    for lamp in lamps:
        release_after(pool.lease(lamp), GONE)
    due = {pool._breakers[lamp.info.name].until for lamp in lamps}
    assert len(due) == 20
    assert 0.15 < max(due) - min(due) < 0.5


def lamp_named(name: str, uri: str, identity: str) -> Lamp:
    """Makes a lamp with this name, address and identity."""
    lamp = Lamp(name)
    lamp.info = replace(lamp.info, uri=uri, identity=identity)
    return lamp


def test_one_phone_under_two_names_is_used_once():
    """A phone with two names is used once, under the first; phones without identity are never merged."""
    usb, net = lamp_named("X", "adb://h:1/X", "X 1-2"), lamp_named("X", "tcp://10.0.0.9:5555", "X 1-2")
    other, mute = lamp_named("Y", "tcp://10.0.0.8:5555", "X 3-4"), lamp_named("mute-1", "unix:/a", "")
    silent = lamp_named("mute-2", "unix:/b", "")
    texts: list[str] = []
    assert unique_devices([usb, net, other, mute, silent], texts.append) == [usb, other, mute, silent]
    assert texts == ["tcp://10.0.0.9:5555 and adb://h:1/X are the same phone (X 1-2): it is used once, as adb://h:1/X"]
    assert unique_devices([net, usb]) == [net]


def test_phones_of_one_name_are_called_by_their_uris():
    """Two phones of the same name, such as emulators, are both used; a URI that is given twice is refused."""
    first, second = lamp_named("X", "tcp://a:1", "X 1"), lamp_named("X", "tcp://b:1", "X 2")
    other = lamp_named("Y", "tcp://c:1", "Y 1")
    assert unique_devices([first, second, other]) == [first, second, other]
    assert [lamp.info.name for lamp in (first, second, other)] == ["tcp://a:1", "tcp://b:1", "Y"]
    with pytest.raises(UsageError, match="X twice"):
        unique_devices([lamp_named("X", "tcp://a:1", ""), lamp_named("X", "tcp://a:1", "")])


def unreached(name: str, identity: str, answer: Any = None) -> Lamp:
    """A lamp that did not answer when it was opened; with the first answer its identity is known."""

    async def complete(number: int) -> None:
        if answer is not None:
            await answer(number)
        lamp.info = replace(lamp.info, identity=identity, unreached="")

    lamp = Lamp(name, answer=complete)
    lamp.info = replace(lamp.info, unreached="frozen")
    return lamp


async def test_a_device_that_was_not_reached_rests_until_it_answers():
    """It is probed at once and leased when it answers; one that hangs rests on, and holds nobody up."""
    ready, late, frozen = Lamp("a"), unreached("b", "B"), unreached("c", "C", hang)
    async with probing_pool(ready, late, frozen) as pool:
        assert (pool.free, pool.resting) == ((ready,), (late, frozen))
        leases = [await pool.acquire(), await pool.acquire()]
        assert {lease.device for lease in leases} == {ready, late}
        assert pool.resting == (frozen,)


async def test_without_a_device_that_was_reached_the_status_has_the_reason():
    """All devices rest from the start: the message for people says why."""
    assert "frozen" in Pool([unreached("a", "A", hang)]).status_message


async def test_a_phone_that_turns_out_to_be_another_ones_twin_is_dropped():
    """An address that did not answer at first belongs to a phone that is used already: it is used once."""
    phone, texts = lamp_named("X", "adb://h:1/X", "X 1"), list[str]()
    twin = unreached("10.0.0.9:5555", "X 1")
    async with probing_pool(phone, twin, say=texts.append) as pool:
        while twin in pool.usable:
            await pool.wait_changed()
        assert (pool.usable, pool.resting) == ((phone,), ())
    assert texts == [f"{twin.info.uri} and adb://h:1/X are the same phone (X 1): it is used once, as adb://h:1/X"]
