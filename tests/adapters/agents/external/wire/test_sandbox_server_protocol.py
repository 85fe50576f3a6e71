"""The private adb server's protocol: it offers one device and refuses everything beyond it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.framing.smart_wire import Failed, Okay, ReplyParser, Text, TransportId, parse_devices, request
from adapters.adb.transport.packets import RemoteProtocolError
from adapters.agents.external.wire.server_protocol import (
    AddForward,
    DeviceSelected,
    KeepOpen,
    ListForwards,
    RemoveForward,
    Reply,
    RequestParser,
    VisibleDevice,
    answer_request,
    refusal_reason,
)

PHONE = VisibleDevice("127.0.0.1:5555", ("shell_v2", "stat_v2"), {"product": "lab", "model": "Lab_1", "device": "lab1"})


def replies(asked: str, *steps: str) -> list[object]:
    """Returns the client's view of the answer."""
    verdict = answer_request(asked, PHONE)
    assert isinstance(verdict, Reply | DeviceSelected | KeepOpen), verdict
    return list(ReplyParser(*steps).feed(verdict.data))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("asked", "steps", "heard"),
    [
        ("host:version", ("status", "text"), [Okay(), Text("0029")]),
        ("host:kill", ("status",), [Okay()]),
        ("host:devices", ("status", "text"), [Okay(), Text("127.0.0.1:5555\tdevice\n")]),
        ("host:host-features", ("status", "text"), [Okay(), Text("shell_v2,stat_v2")]),
        ("host-serial:127.0.0.1:5555:features", ("status", "text"), [Okay(), Text("shell_v2,stat_v2")]),
        ("host-serial:127.0.0.1:5555:get-state", ("status", "text"), [Okay(), Text("device")]),
        ("host-transport-id:1:get-serialno", ("status", "text"), [Okay(), Text("127.0.0.1:5555")]),
        ("host:get-devpath", ("status", "text"), [Okay(), Text("unknown")]),
        ("host:transport:127.0.0.1:5555", ("status",), [Okay()]),
        ("host:transport-any", ("status",), [Okay()]),
        ("host:tport:any", ("status", "id"), [Okay(), TransportId(1)]),
        ("host:tport:serial:127.0.0.1:5555", ("status", "id"), [Okay(), TransportId(1)]),
        ("host:tport:serial:other", ("status", "id"), [Failed("device 'other' not found")]),
        ("host:transport:other", ("status",), [Failed("device 'other' not found")]),
        ("host:transport-id:2", ("status",), [Failed("no device with transport id '2'")]),
        ("host-serial:other:features", ("status", "text"), [Failed("device 'other' not found")]),
        ("host-transport-id:7:features", ("status", "text"), [Failed("no device with transport id '7'")]),
        ("host:wait-for-any-device", ("status", "status"), [Okay(), Okay()]),
        ("host:wait-for-bogus", ("status", "status"), [Okay(), Failed("short wait-for-: bogus")]),
        ("host:disconnect:10.0.0.9:5555", ("status", "text"), [Failed("no such device '10.0.0.9:5555'")]),
        ("host:disconnect:", ("status", "text"), [Okay(), Text("disconnected everything")]),
        ("host:pair:123456:10.0.0.9:1", ("status", "text"), [Failed("unknown host service 'pair:123456:10.0.0.9:1'")]),
        ("host:emulator:5554", ("status",), [Failed("unknown host service 'emulator:5554'")]),
        ("nosuch", ("status",), [Failed("unknown host service 'nosuch'")]),
    ],
)
def test_each_request_is_answered_in_the_words_of_a_real_server(asked, steps, heard):
    """Each request gets the text of a real adb server."""
    assert replies(asked, *steps) == heard


def test_other_devices_cannot_be_connected_to():
    """Connecting to another device fails with a real server's text; the offered one is already connected."""
    assert replies("host:connect:10.0.0.9:5555", "status", "text") == [
        Okay(),
        Text("failed to connect to '10.0.0.9:5555': Connection refused"),
    ]
    assert replies(f"host:connect:{PHONE.serial}", "status", "text") == [
        Okay(),
        Text(f"already connected to {PHONE.serial}"),
    ]


def test_a_long_list_is_read_back_with_its_properties():
    """The long list of devices is parsed by our parser for real servers."""
    _, text = replies("host:devices-l", "status", "text")
    assert isinstance(text, Text)
    (row,) = parse_devices(text.text)
    assert (row.serial, row.state, row.transport_id, dict(row.props)) == (PHONE.serial, "device", 1, PHONE.props)


def test_a_watcher_of_devices_gets_one_entry_and_stays():
    """A watcher of the device list gets one entry, and its connection stays open."""
    assert replies("host:track-devices", "status", "texts") == [Okay(), Text(f"{PHONE.serial}\tdevice\n")]
    assert isinstance(answer_request("host:track-devices-l", PHONE), KeepOpen)
    assert isinstance(answer_request("host:wait-for-any-disconnect", PHONE), KeepOpen)


@pytest.mark.parametrize(
    ("rule", "verdict"),
    [
        ("tcp:0;tcp:9008", AddForward(0, "tcp:9008", rebind=True)),
        ("norebind:tcp:7912;localabstract:minitouch", AddForward(7912, "localabstract:minitouch", rebind=False)),
    ],
)
def test_a_port_of_the_host_may_lead_to_the_device(rule, verdict):
    """A port of the host can be forwarded to a port or socket of the device."""
    assert answer_request(f"host:forward:{rule}", PHONE) == verdict
    assert answer_request(f"host-serial:{PHONE.serial}:forward:{rule}", PHONE) == verdict


@pytest.mark.parametrize(
    "rule",
    [
        "tcp:1",
        "localfilesystem:/etc/x;tcp:1",
        "tcp:70000;tcp:1",
        "tcp:0;tcp:1:10.0.0.9",
        "tcp:0;host:kill",
        "tcp:0;",
        "",
    ],
)
def test_no_forward_touches_the_hosts_files_or_other_hosts(rule):
    """A malformed forward, or one to the host's files or to other hosts, is refused with a reason."""
    assert isinstance(answer_request(f"host:forward:{rule}", PHONE), Reply)
    (failed,) = replies(f"host:forward:{rule}", "status")
    assert isinstance(failed, Failed)
    assert failed.why


def test_forwards_are_removed_one_by_one_or_all():
    """Forwards can be listed and removed; removing one that does not exist is an error."""
    assert answer_request("host:killforward:tcp:7912", PHONE) == RemoveForward(7912)
    assert answer_request("host:killforward-all", PHONE) == RemoveForward(None)
    assert answer_request("host:list-forward", PHONE) == ListForwards()
    assert replies("host:killforward:bogus", "status") == [Failed("listener 'bogus' not found")]


@pytest.mark.parametrize(
    "service",
    [
        "shell:ls", "shell,v2,raw:ls", "shell:", "exec:screencap -p", "sync:", "framebuffer:", "tcp:9008", "jdwp",
        "localabstract:minicap", "abb_exec:package\0list", "reverse:list-forward", "track-jdwp",
    ],
)  # fmt: skip
def test_what_only_reaches_the_device_is_let_through(service):
    """All services that agents need on the device are allowed."""
    assert refusal_reason(service) == ""


@pytest.mark.parametrize(
    "service",
    [
        "root:", "unroot:", "remount:", "reboot:", "reboot:bootloader", "tcpip:5555", "usb:", "disable-verity:",
        "reverse:forward:tcp:1;tcp:2", "reverse:nonsense", "reverse:killforward-all", "tcp:22:10.0.0.9", "host:kill",
        "host-serial:x:features", "dev:/dev/graphics/fb0", "dev-raw:/dev/x", "nosuch", "", "reconnect:",
    ],
)  # fmt: skip
def test_what_reaches_further_is_refused_with_a_reason(service):
    """Services that change the daemon, or reach the host or other hosts, are refused with a reason."""
    assert refusal_reason(service)


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=5), st.data())
def test_requests_are_read_whatever_the_pieces_that_they_come_in(texts, data):
    """Requests are parsed in any chunking, with any text."""
    stream = b"".join(request(text.encode("utf-8", "replace").decode()) for text in texts)
    requests, found = RequestParser(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        requests.feed(stream[:size])
        stream = stream[size:]
        while (text := requests.take()) is not None:
            found.append(text)
    assert found == [text.encode("utf-8", "replace").decode() for text in texts]
    assert requests.rest == b""


def test_data_that_are_no_request_are_refused():
    """Data without a length in hexadecimal digits raise a RemoteProtocolError."""
    requests = RequestParser()
    requests.feed(b"GET / HTTP/1.1\r\n")
    with pytest.raises(RemoteProtocolError, match="instead of its length"):
        requests.take()


@given(st.text(max_size=80))
def test_every_request_is_answered(asked):
    """Every request gets a valid answer."""
    for item in (asked, f"host:{asked}", f"host:forward:{asked}", f"host-serial:{PHONE.serial}:{asked}"):
        verdict = answer_request(item, PHONE)
        if isinstance(verdict, Reply):
            assert verdict.data[:4] in (b"OKAY", b"FAIL")
    assert isinstance(refusal_reason(asked), str)
