"""Faults as text: what is read, what is refused, and that the schedule depends on the text only."""

from __future__ import annotations

import math

import pytest

from adapters.faults.addresses import format_address, parse_address
from adapters.faults.specification import ConnectionSchedule, FaultSpec, parse_delay, parse_faults
from runtime.core.errors import UsageError


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("", FaultSpec()),
        ("reset=0.01", FaultSpec(reset=0.01)),
        ("delay=50ms±20ms", FaultSpec(delay=0.05, spread=0.02, delay_rate=1)),
        ("delay=50ms+-20ms@0.5", FaultSpec(delay=0.05, spread=0.02, delay_rate=0.5)),
        ("freeze=5s@0.02, jitter=1.5ms", FaultSpec(freeze=5, freeze_rate=0.02, jitter=0.0015, jitter_rate=1)),
        ("bandwidth=500kB/s,half-open=1", FaultSpec(bandwidth=500_000, half_open=1)),
        ("connect-storm=50@0.1,reset-storm=0.2,seed=9", FaultSpec(
            connect_storm=50, connect_storm_rate=0.1, reset_storm=0.2, seed=9)),
        ("refuse=1,truncate=0.5,garbage=0.25", FaultSpec(refuse=1, truncate=0.5, garbage=0.25)),
    ],
)  # fmt: skip
def test_a_specification_is_read(text: str, spec: FaultSpec):
    """Each kind sets its own fields; spaces beside commas do not count."""
    assert parse_faults(text) == spec


@pytest.mark.parametrize(
    "text",
    [
        "rest=0.1", "reset", "reset=", "reset=2", "reset=-0.1", "reset=nan", "reset=½", "reset=0.1,reset=0.2",
        "freeze=5s", "freeze=5@0.1", "delay=50", "delay=ms", "delay=1e9s", "jitter=-5ms", "bandwidth=0",
        "bandwidth=fast", "connect-storm=0@1", "connect-storm=1001@1",
        "connect-storm=²@1", "seed=x", "seed=-1", "delay=5ms±x", "=",
    ],
)  # fmt: skip
def test_a_malformed_specification_is_refused(text: str):
    """The refusal names the item and how it is written."""
    with pytest.raises(UsageError, match=r"there is refuse, reset|write [a-z-]+=|given twice"):
        parse_faults(text)


def test_a_delay_has_a_spread():
    """Without one it is 0; what is no time is None."""
    assert parse_delay("50ms±20ms") == parse_delay("50ms+-20ms") == (0.05, 0.02)
    assert parse_delay("2min") == (120, 0)
    assert parse_delay("50") is parse_delay("5ms±x") is parse_delay("") is None


def test_a_schedule_depends_on_seed_name_and_connection_only():
    """Equal arguments give equal faults; another seed, name or connection gives others."""

    def faults(spec: str, number: int = 1, name: str = "") -> list[object]:
        schedule = ConnectionSchedule(parse_faults(spec), number, name)
        return [schedule.next_exchange() for _ in range(50)]

    text = "reset=0.2,delay=50ms±20ms@0.5,freeze=1s@0.1,truncate=0.1"
    assert faults(text) == faults(text)
    others = [faults(text + ",seed=1"), faults(text, 2), faults(text, 1, "phone-1")]
    assert all(other != faults(text) for other in others)


def test_faults_come_at_their_rates_and_within_their_bounds():
    """Over 20,000 exchanges each rate is met within four standard deviations, and times stay in their range."""
    schedule = ConnectionSchedule(parse_faults("reset=0.05,half-open=0.1,delay=50ms±20ms@0.3,freeze=2s@0.02"), 1)
    drawn = [schedule.next_exchange() for _ in range(20_000)]
    for share, rate in (
        (sum(item.breaking == "reset" for item in drawn), 0.05),
        (sum(item.breaking == "half-open" for item in drawn), 0.1 * 0.95),
        (sum(item.hold > 0 for item in drawn), 0.3),
        (sum(item.freeze == 2 for item in drawn), 0.02),
    ):
        assert abs(share / 20_000 - rate) < 4 * math.sqrt(rate * (1 - rate) / 20_000)
    held = [item.hold for item in drawn if item.hold]
    assert 0.03 <= min(held) < 0.031
    assert 0.069 < max(held) <= 0.07
    assert {kind for item in drawn for kind in item.kinds} == {"reset", "half-open", "delay", "freeze"}


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:5555", ("127.0.0.1", 5555)),
        ("tcp://phone.local:1", ("phone.local", 1)),
        ("[::1]:80", ("::1", 80)),
        ("/tmp/phone.sock", "/tmp/phone.sock"),
        ("unix:/tmp/phone.sock", "/tmp/phone.sock"),
    ],
)
def test_an_address_is_read(text: str, address: object):
    """Host and port, an IPv6 address in brackets, or a path, each as devices write them."""
    assert parse_address(text) == address
    assert format_address(address).endswith(text.removeprefix("tcp://").removeprefix("unix:"))


@pytest.mark.parametrize("text", ["", "localhost", ":80", "host:", "host:99999", "host:²", "a b:1", "tmp/x", "::1:80"])
def test_what_is_no_address_is_refused(text: str):
    """The refusal shows an example."""
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:5555"):
        parse_address(text)
