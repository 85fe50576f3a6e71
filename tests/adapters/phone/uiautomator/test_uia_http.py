"""The phone's HTTP server: split input does not matter; malformed input gets an error or closes the connection."""

from __future__ import annotations

import json

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.uiautomator.http import LARGEST_BODY, LARGEST_HEAD, HttpConnection, Request, Response


def _echo(request: Request) -> Response:
    text = json.dumps([request.method, request.target, request.body.decode("latin-1")])
    return Response(200, text.encode(), "application/json")


def _exchange(conversation: HttpConnection, data: bytes) -> bytes:
    """The output for some input bytes."""
    conversation.receive(data)
    out = b""
    while piece := conversation.next():
        out += piece
    return out


def _asked(method: bytes, target: bytes, body: bytes, *, chunked: bool = False) -> bytes:
    if chunked:
        pieces = b"".join(
            b"%x\r\n%s\r\n" % (len(body[at : at + 7]), body[at : at + 7]) for at in range(0, len(body), 7)
        )
        return b"%s %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n%s0\r\n\r\n" % (method, target, pieces)
    return b"%s %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (method, target, len(body), body)


def _answers(out: bytes, count: int) -> list[tuple[int, bytes]]:
    """Parse the responses with the client side of h11."""
    client = h11.Connection(h11.CLIENT)
    found = []
    client.receive_data(out)
    for _ in range(count):
        client.send(h11.Request(method="GET", target="/", headers=[("host", "x")]))
        client.send(h11.EndOfMessage())
        status, body = 0, b""
        while not isinstance(event := client.next_event(), h11.EndOfMessage):
            assert event is not h11.NEED_DATA
            if isinstance(event, h11.Response):
                status = event.status_code
            elif isinstance(event, h11.Data):
                body += event.data
        found.append((status, body))
        if client.our_state is not h11.MUST_CLOSE and client.their_state is h11.DONE:
            client.start_next_cycle()
    return found


REQUESTS = st.lists(
    st.tuples(
        st.sampled_from([b"GET", b"POST"]),
        st.sampled_from([b"/ping", b"/a?b=c"]),
        st.binary(max_size=40),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)


@given(REQUESTS, st.data())
def test_split_requests_are_answered_once_in_order(
    requests: list[tuple[bytes, bytes, bytes, bool]], data: st.DataObject
):
    """Each request is answered once, in order, with its complete body, whatever pieces it arrives in."""
    content = b"".join(_asked(method, target, body, chunked=chunked) for method, target, body, chunked in requests)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(content)), max_size=8)))
    conversation = HttpConnection(_echo)
    out = b"".join(
        _exchange(conversation, piece)
        for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)
        if (piece := content[start:end])
    )
    groups = [[method.decode(), target.decode(), body.decode("latin-1")] for method, target, body, _ in requests]
    assert [json.loads(body) for _, body in _answers(out, len(requests))] == groups
    assert not conversation.closed


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\nnonsense\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * (LARGEST_HEAD + 10),
        b"\x00\x01\x02\x03\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 10 + b"\r\n\r\n",
    ],
)
def test_a_malformed_request_gets_an_error_and_closes_the_connection(data: bytes):
    """The response has a 4xx status, and later requests on the connection are ignored."""
    conversation = HttpConnection(_echo)
    out = _exchange(conversation, data)
    assert conversation.closed
    assert out.startswith(b"HTTP/1.1 4")
    assert _exchange(conversation, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") == b""


@given(st.binary(max_size=200))
def test_no_input_raises(data: bytes):
    """Any bytes followed by the end of the stream raise no exception."""
    conversation = HttpConnection(_echo)
    _exchange(conversation, data)
    _exchange(conversation, b"")


def test_many_requests_at_once_are_answered_one_by_one():
    """Each call of `next` answers one request, so that other work can run in between."""
    conversation = HttpConnection(_echo)
    conversation.receive(_asked(b"GET", b"/a", b"") * 5)
    steps = [conversation.next() for _ in range(6)]
    assert [step.count(b"200 OK") for step in steps] == [1, 1, 1, 1, 1, 0]


def test_a_too_large_body_is_refused():
    """A body beyond the limit gets status 413 and closes the connection."""
    conversation = HttpConnection(_echo)
    _exchange(conversation, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (LARGEST_BODY * 2))
    out = b"".join(_exchange(conversation, bytes(1 << 20)) for _ in range(10))
    assert out.startswith(b"HTTP/1.1 413")
    assert conversation.closed


def test_expect_100_continue():
    """`Expect: 100-continue` gets the interim response before the body is sent."""
    conversation = HttpConnection(_echo)
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    assert _exchange(conversation, head).startswith(b"HTTP/1.1 100")
    assert b"200 OK" in _exchange(conversation, b"ab")


def test_connections_close_on_request():
    """HTTP/1.0, `Connection: close` and the end of the stream close the connection."""
    for data in (b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"):
        conversation = HttpConnection(_echo)
        assert b"200 OK" in _exchange(conversation, data)
        assert conversation.closed
    conversation = HttpConnection(_echo)
    assert _exchange(conversation, b"") == b""
    assert conversation.closed
