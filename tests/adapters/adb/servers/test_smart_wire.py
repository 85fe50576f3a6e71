"""Requests and replies of an adb server: any chunking, every truncation, limits, lists."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.adb.framing.smart_wire import (
    DeviceRow,
    Failed,
    Forward,
    Okay,
    Reply,
    ReplyParser,
    ReplyPart,
    Target,
    Text,
    TransportId,
    check_service,
    parse_devices,
    parse_forwards,
    parse_number,
    parse_target,
    request,
)
from adapters.adb.transport.packets import LocalProtocolError, RemoteProtocolError

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
STATUS: tuple[ReplyPart, ...] = ("status",)


def hexed(text: str) -> bytes:
    """A text as it travels."""
    return b"%04x" % len(text.encode()) + text.encode()


@st.composite
def conversations(draw: st.DrawFn) -> tuple[tuple[ReplyPart, ...], bytes, list[Reply]]:
    """Scripted conversations: promised bytes, received bytes and their meaning."""
    steps: list[ReplyPart] = []
    data = b""
    replies: list[Reply] = []
    for _ in range(draw(st.integers(1, 5))):
        step = draw(st.sampled_from(["status", "text", "id", "fail"]))
        if step == "id":
            number = draw(st.integers(0, 2**64 - 1))
            data += number.to_bytes(8, "little")
            replies.append(TransportId(number))
            steps.append("id")
        elif step == "text":
            text = draw(texts)
            data += hexed(text)
            replies.append(Text(text))
            steps.append("text")
        else:
            steps.append("status")
            why = draw(texts)
            data += b"OKAY" if step == "status" else b"FAIL" + hexed(why)
            replies.append(Okay() if step == "status" else Failed(why))
        if step == "fail":
            break
    return tuple(steps), data, replies


@given(conversations(), st.binary(max_size=20), st.lists(st.integers(1, 30), max_size=40))
def test_any_chunking_gives_the_same_replies(
    conversation: tuple[tuple[ReplyPart, ...], bytes, list[Reply]], after: bytes, cuts: list[int]
):
    """However the bytes are cut, the replies and what comes after them are the same."""
    steps, data, expected = conversation
    replies = ReplyParser(*steps)
    got: list[Reply] = []
    rest, left, finished = b"", data + after, False
    for cut in [*cuts, len(left)]:
        piece, left = left[:cut], left[cut:]
        if finished:
            rest += piece
            continue
        got += replies.feed(piece)
        finished = replies.done
        rest = replies.rest
    assert got == expected
    assert replies.done
    assert rest == after


@given(conversations(), st.data())
def test_every_truncation_is_an_error(
    conversation: tuple[tuple[ReplyPart, ...], bytes, list[Reply]], data: st.DataObject
):
    """A server that disconnects before the end is detected, wherever it stops."""
    steps, content, _ = conversation
    cut = data.draw(st.integers(0, len(content) - 1))
    replies = ReplyParser(*steps)
    replies.feed(content[:cut])
    with pytest.raises(RemoteProtocolError, match=r"hung up|did not answer"):
        replies.ended()


@given(st.lists(st.binary(max_size=50), max_size=20), st.lists(st.sampled_from(["status", "text", "id", "texts"])))
@example([b"OKAY", b"+0x1"], ["status", "text"])
@example([b"OKAY", b"-001"], ["status", "text"])
def test_garbage_ends_in_one_kind_of_error(pieces: list[bytes], steps: list[ReplyPart]):
    """Whatever comes: replies, or RemoteProtocolError; and no more is kept than one text can have."""
    replies = ReplyParser(*steps)
    try:
        for piece in pieces:
            replies.feed(piece)
            assert len(replies._pending) <= 4 + 0xFFFF + 50
        replies.ended()
    except RemoteProtocolError:
        pass


@pytest.mark.parametrize("answer", [b"NOPE", b"OKAx", b"okay", b"\0\0\0\0", b"HTTP", b"FAILzzzz", b"FAIL+001a"])
def test_what_is_no_status_is_told_at_once(answer: bytes):
    """Four letters are enough to know a stranger, and fewer if they cannot become a status."""
    with pytest.raises(RemoteProtocolError):
        ReplyParser("status").feed(answer)
    with pytest.raises(RemoteProtocolError):
        ReplyParser("status").feed(b"X")


def test_an_optional_text_may_be_missing():
    """A forward without a port just ends; one with a port tells it; half a port is an error."""
    for data, expected in ((b"OKAYOKAY", 2), (b"OKAYOKAY00041234", 3)):
        replies = ReplyParser("status", "status", "text?")
        assert len(replies.feed(data)) == expected
        replies.ended()
    replies = ReplyParser("status", "status", "text?")
    replies.feed(b"OKAYOKAY000412")
    with pytest.raises(RemoteProtocolError):
        replies.ended()


def test_a_tracker_gets_texts_without_end():
    """Each list comes as it is complete; between two of them the server may hang up."""
    replies = ReplyParser("status", "texts")
    assert replies.feed(b"OKAY" + hexed("a") + hexed("") + b"00") == [Okay(), Text("a"), Text("")]
    with pytest.raises(RemoteProtocolError):
        replies.ended()
    assert replies.feed(b"01b") == [Text("b")]
    replies.ended()


@given(st.text(max_size=300))
def test_requests_have_their_length_in_front(text: str):
    """Four lowercase hex digits and the bytes; nothing empty."""
    if not text:
        with pytest.raises(LocalProtocolError):
            request(text)
        return
    data = request(text)
    assert int(data[:4], 16) == len(data) - 4
    assert data[4:] == text.encode("utf-8", "surrogateescape")
    assert data[:4] == data[:4].lower()


def test_a_request_that_is_too_long_is_ours_to_refuse():
    """65,535 bytes can be sent, 65,536 cannot."""
    assert request("x" * 65535)[:4] == b"ffff"
    with pytest.raises(LocalProtocolError, match="65536"):
        request("x" * 65536)


@pytest.mark.parametrize(
    "service",
    [
        "host:kill",
        "host:version",
        "host-serial:x:forward:tcp:1;tcp:2",
        "host",
        "reverse:bogus",
        "reverse:",
        "reverse",
        "reverse:forward:tcp:1",
        "reverse:forward:;tcp:1",
        "reverse:forward:tcp:1;tcp:2;tcp:3",
        "reverse:killforward:",
        "reverse:killforward-allx",
        "reverse:list-forward:",
    ],
)
def test_services_that_hurt_a_server_are_refused(service: str):
    """Requests to the server itself, and what real servers abort on."""
    with pytest.raises(LocalProtocolError):
        check_service(service)


@pytest.mark.parametrize(
    "service",
    [
        "shell:host:kill",
        "sync:",
        "reverse:forward:tcp:1;tcp:2",
        "reverse:forward:norebind:tcp:0;localabstract:x",
        "reverse:killforward:tcp:1",
        "reverse:killforward-all",
        "reverse:list-forward",
        "tcp:80:host",
    ],
)
def test_services_of_a_device_pass(service: str):
    """Services that a server passes on."""
    assert check_service(service) == service


def test_short_lists_tell_serial_and_state():
    """One row a line; a state with an explanation is shortened; the rest of the list survives a broken row."""
    listed = "a b\tdevice\n127.0.0.1:5\toffline\nu\tno permissions (user x is not in group); see [http://y]\n\nbroken\n"
    assert parse_devices(listed) == (
        DeviceRow("a b", "device"),
        DeviceRow("127.0.0.1:5", "offline"),
        DeviceRow("u", "no permissions"),
    )


def test_long_lists_tell_models_and_ids():
    """Serials and states with spaces, missing properties and unknown states are read as a person would."""
    listed = (
        "127.0.0.1:34843        device product:tiny model:Tiny__Phone device:tinydev transport_id:1\n"
        "adb-XY (2)._adb-tls-connect._tcp device product:p model:m device:d transport_id:12\n"
        "0123                   unauthorized usb:1-4 transport_id:3\n"
        "0124                   no permissions (missing udev rules?); see [http://x/y] usb:1-5 transport_id:4\n"
        "0125                   strange transport_id:x\n"
        "                       \n"
        "alone\n"
    )
    assert parse_devices(listed) == (
        DeviceRow("127.0.0.1:34843", "device", 1, {"product": "tiny", "model": "Tiny__Phone", "device": "tinydev"}),
        DeviceRow("adb-XY (2)._adb-tls-connect._tcp", "device", 12, {"product": "p", "model": "m", "device": "d"}),
        DeviceRow("0123", "unauthorized", 3, {"usb": "1-4"}),
        DeviceRow("0124", "no permissions", 4, {"usb": "1-5"}),
        DeviceRow("0125", "strange", 0, {}),
    )


@given(st.text(max_size=200))
@example("x " * 30000)
@example(" " * 65000)
def test_any_list_is_read_without_an_error(text: str):
    """Lines that cannot be parsed are left out; no list takes long."""
    for row in parse_devices(text):
        assert row.serial or "\t" in text
    parse_forwards(text)


def test_forwards_are_three_words():
    """Serial, listener, target."""
    assert parse_forwards("a tcp:1 tcp:2\nhost-3 tcp:4 local:x\nbroken\n") == (
        Forward("a", "tcp:1", "tcp:2"),
        Forward("host-3", "tcp:4", "local:x"),
    )


@pytest.mark.parametrize("text", ["", "-1", "+1", "1_0", "0x10", "é", "9" * 17, "zz"])
def test_numbers_are_plain(text: str):
    """Python reads more as a number than a server writes."""
    with pytest.raises(RemoteProtocolError):
        parse_number(text)
    assert parse_number("0029", 16) == 41


def test_targets_are_serials_or_ids():
    """The two ways to name a device, and what is neither."""
    assert parse_target("127.0.0.1:5555").select_request == "host:transport:127.0.0.1:5555"
    assert parse_target("127.0.0.1:5555").request_for("features") == "host-serial:127.0.0.1:5555:features"
    assert parse_target("transport_id:7") == Target("", 7)
    assert parse_target("transport_id:7").select_request == "host:transport-id:7"
    assert parse_target("transport_id:7").request_for("features") == "host-transport-id:7:features"
    assert str(parse_target("transport_id:7")) == "transport_id:7"
    for wrong in ("", "a\nb", "a\0", "transport_id:", "transport_id:0", "transport_id:x", "transport_id:-1"):
        with pytest.raises(LocalProtocolError):
            parse_target(wrong)
