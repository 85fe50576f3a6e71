"""URIs of hosts on a Ray cluster."""

from __future__ import annotations

import pytest

from adapters.ray.address import HostsAddress, parse_address
from runtime import UsageError


@pytest.mark.parametrize(
    ("uri", "found"),
    [
        ("ray://auto?device=headless://8", HostsAddress("auto", ("headless://8",))),
        ("ray://local?device=phone%3A%2F%2F4", HostsAddress("local", ("phone://4",))),
        (
            "ray://10.0.0.1:6379?device=headless%3A%2F%2F8&device=tcp%3A%2F%2F127.0.0.1%3A5555",
            HostsAddress("10.0.0.1:6379", ("headless://8", "tcp://127.0.0.1:5555")),
        ),
        ("ray://[::1]:6379?device=phone://1", HostsAddress("[::1]:6379", ("phone://1",))),
    ],
)
def test_a_uri_names_a_cluster_and_the_devices_of_each_host(uri: str, found: HostsAddress) -> None:
    """Devices may be quoted or not."""
    assert parse_address(uri) == found


@pytest.mark.parametrize(
    "uri",
    [
        "ray://",
        "ray://auto",
        "ray://auto?device=",
        "ray://auto?devices=phone://1",
        "ray://host?device=phone://1",
        "ray://auto/x?device=phone://1",
        "ray:auto?device=phone://1",
        "ray://auto?device=phone://1&count=3",
    ],
)
def test_a_malformed_uri_is_refused(uri: str) -> None:
    """The message shows a correct one."""
    with pytest.raises(UsageError, match="device=headless://8"):
        parse_address(uri)
