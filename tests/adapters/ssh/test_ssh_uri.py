"""URIs of farms, and the back-off of their reconnection."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.ssh import open_ssh
from adapters.ssh.uri import Farm, Login, parse
from runtime.core.backoff import Backoff, BackoffPolicy
from runtime.core.errors import UsageError
from runtime.plugins import registry

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1).filter(
    lambda name: not name.startswith("-")
)
SERIALS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1).filter(
    lambda text: not text.startswith("transport_id:") and text.strip("/") == text
)
PORTS = st.integers(1, 65535)


@pytest.mark.parametrize(
    ("uri", "farm"),
    [
        ("ssh://me@farm/abc", Farm(Login("me", "farm"), 5037, "abc")),
        ("ssh://me@farm", Farm(Login("me", "farm"))),
        ("ssh://farm/", Farm(Login("", "farm"))),
        ("ssh://me@farm:2222/10.0.0.7:5555", Farm(Login("me", "farm", 2222), 5037, "10.0.0.7:5555")),
        ("ssh://me@[::1]:22?adb=5038", Farm(Login("me", "::1", 22), 5038)),
        ("ssh://a%40b@farm/transport_id:7?adb=1", Farm(Login("a@b", "farm"), 1, "transport_id:7")),
    ],
)
def test_a_uri_says_who_where_and_what(uri, farm):
    """User, host, port, adb server and serial number."""
    assert parse(uri) == farm


@given(NAMES, PORTS, PORTS, SERIALS)
def test_a_device_is_found_again_by_its_uri(user, port, adb_port, serial):
    """Whatever its serial number holds, a device's own URI means it."""
    farm = Farm(Login(user, "farm.example", port), adb_port, serial)
    assert parse(farm.uri(serial)) == farm


@pytest.mark.parametrize(
    "uri",
    [
        "ssh://", "ssh:///abc", "ssh://me@/abc", "ssh://@farm", "ssh://me@farm:0/x", "ssh://me@farm:70000", "farm",
        "ssh://me@farm:x", "ssh://me@farm/x#y", "ssh://me@farm?adb=0", "ssh://me@farm?adb=65536", "ssh://me@farm?adb=",
        "ssh://me@farm?adb=1&x=2", "ssh://me@farm?port=1", "ssh://me@[::1/x", "ssh://-oX@farm/x", "ssh://me@-oX/x",
        "tcp://me@farm/x", "ssh://me@farm/a%0Ab", "ssh://me@farm/transport_id:0", "ssh://m%20e@farm/x",
    ],
)  # fmt: skip
async def test_a_wrong_uri_is_a_usage_error(uri):
    """Nobody is called; the sentence shows how it is written."""
    with pytest.raises(UsageError):
        async with open_ssh(uri):
            pass


def test_a_password_is_neither_taken_nor_shown():
    """It would end in shell histories and records."""
    with pytest.raises(UsageError, match="log in with a key") as caught:
        parse("ssh://me:hunter2@farm/x")
    assert "hunter2" not in str(caught.value)


def test_the_catalog_knows_the_scheme():
    """--device ssh://… finds its opener."""
    assert registry.load(registry.DEVICES, "ssh").open is open_ssh


def test_the_ssh_library_is_loaded_only_when_a_farm_is_used():
    """It takes longer than everything else that the command line loads for its help."""
    code = "import sys, adapters.ssh, adapters.ssh.uri; sys.exit('asyncssh' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=200, check=False).returncode == 0


@given(st.integers(0, 2**32), st.integers(1, 40))
def test_waits_grow_to_a_limit_and_are_spread(seed, count):
    """Each is in the upper half of its ceiling, which doubles; equal seeds wait equally."""
    pace = BackoffPolicy(first=0.5, longest=30.0)
    waits = [wait for backoff in [Backoff(pace, Random(seed))] for wait in (backoff.seconds() for _ in range(count))]
    for number, wait in enumerate(waits):
        ceiling = min(0.5 * 2**number, 30.0)
        assert ceiling / 2 <= wait <= ceiling
    again = Backoff(pace, Random(seed))
    assert [again.seconds() for _ in range(count)] == waits


def test_only_a_connection_that_stood_is_forgiven():
    """A farm that drops us at once is asked less and less often."""
    backoff = Backoff(BackoffPolicy(first=1.0, longest=8.0, steady=10.0), Random(1))
    for least in (0.5, 1.0, 2.0, 4.0, 4.0):
        assert backoff.seconds() >= least
        backoff.stood(9.9)
    backoff.stood(10.0)
    assert backoff.seconds() <= 1.0
