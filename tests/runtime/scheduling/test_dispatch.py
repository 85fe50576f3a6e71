"""How often an episode is tried: as often as its devices explain the failures, and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from runtime.scheduling.dispatch import Dispatch
from runtime.scheduling.placement import Job

DEVICES = [f"device-{number:02d}" for number in range(20)]


def play(fails: Callable[[str, str], bool], *, items: int = 240, attempts: int = 3) -> tuple[Counter[str], set[str]]:
    """Play all items, as many at once as there are devices; returns the attempts at each, and those that were lost."""
    jobs = [
        (f"item-{number}", Job(f"item-{number}", f"task-{number}", "agent", 0, "standard")) for number in range(items)
    ]
    dispatch = Dispatch(jobs, DEVICES, attempts=attempts, seed=1)
    tried: Counter[str] = Counter()
    lost = set()
    for now in range(100_000):
        turns = [(device, dispatch.take(device, now)) for device in DEVICES]
        for device, turn in turns:
            if turn is None:
                continue
            tried[turn.id] += 1
            if not fails(turn.id, device):
                dispatch.played(turn.id, device, 1.0, 10)
            elif turn.last:
                lost.add(turn.id)
                dispatch.played(turn.id, device, 1.0, 10, failed=True)
            else:
                dispatch.voided(turn.id, device)
        if dispatch.done:
            return tried, lost
    raise AssertionError("it never ended")


def test_an_item_that_breaks_sound_devices_is_lost_after_three_attempts() -> None:
    """One item fails everywhere and no other does: it is tried three times and no further item is lost."""
    tried, lost = play(lambda item, device: item == "item-7")
    assert lost == {"item-7"}
    assert tried["item-7"] == 3
    assert tried.total() == 242


@pytest.mark.parametrize("dying", [4, 10, 16])
def test_no_item_is_lost_to_devices_that_always_fail(dying: int) -> None:
    """Devices that fail everything cost attempts, but no item as long as others are sound."""
    tried, lost = play(lambda item, device: device < f"device-{dying:02d}")
    assert lost == set()
    assert len(tried) == 240


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rate", [0.05, 0.3, 0.5])
def test_no_item_is_lost_where_every_device_fails_at_random(rate: float, seed: int) -> None:
    """Faults at random on all devices, up to half of all attempts, are repeated until they pass."""
    random = Random(seed)
    _, lost = play(lambda item, device: random.random() < rate)
    assert lost == set()


def test_an_item_that_breaks_devices_is_found_among_random_faults() -> None:
    """Where a third of all attempts fails at random, the item that always fails is given up, and it alone."""
    random = Random(3)
    tried, lost = play(lambda item, device: item == "item-7" or random.random() < 0.3)
    assert lost == {"item-7"}
    assert 3 < tried["item-7"] <= 20


def test_no_item_is_tried_without_end() -> None:
    """If nothing ever works, each item is tried at most twenty times."""
    tried, lost = play(lambda item, device: True, items=60)
    assert len(lost) == 60
    assert max(tried.values()) <= 20


def test_a_single_attempt_stays_single_while_devices_are_sound() -> None:
    """With one attempt allowed, the first fault of a sound device counts."""
    tried, lost = play(lambda item, device: item == "item-7", attempts=1)
    assert (lost, tried["item-7"]) == ({"item-7"}, 1)
