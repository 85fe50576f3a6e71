"""uiautomator2's requests, parsed from the stream between client and phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.external.capture.coalescing import Coalescer
from adapters.agents.external.capture.traffic import TrafficParser
from adapters.agents.external.capture.uiautomator_requests import AutomationParser
from adapters.android.command_effects import (
    Cleared,
    Copied,
    DeviceEffect,
    Dragged,
    Looked,
    Moved,
    Opaque,
    Pasted,
    Pressed,
    Started,
    Tapped,
    Typed,
)
from runtime.core.actions import Type


def call(method: str, *params: Any) -> bytes:
    """Makes a request like the client's."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    return b"POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body


@pytest.mark.parametrize(
    ("method", "params", "deed"),
    [
        ("click", (540, 1200), Tapped(540, 1200)),
        ("click", (540.7, 1200), Tapped(540, 1200)),
        ("click", (540, 1200, 900), Dragged(540, 1200, 540, 1200, 900)),
        ("click", ({"text": "Save"},), Opaque("automation: click")),
        ("swipe", (1, 2, 3, 4, 60), Dragged(1, 2, 3, 4, 300)),
        ("swipePoints", ([1, 2, 9, 9, 3, 4], 10), Dragged(1, 2, 3, 4, 100)),
        ("drag", (1, 2, 3, 4, 100), Dragged(1, 2, 3, 4, 500)),
        ("injectInputEvent", (0, 5, 6, 0), Moved("down", 5, 6)),
        ("pressKey", ("home",), Pressed("HOME")),
        ("pressKey", ("recent",), Pressed("APP_SWITCH")),
        ("pressKeyCode", (66,), Pressed("ENTER")),
        ("setText", ({"focused": True}, "tea"), Typed("tea", set=True)),
        ("clearInputText", (), Cleared()),
        ("takeScreenshot", (1, 80), Looked(screen=True)),
        ("objInfo", ({"text": "Save"},), Looked()),
        ("launchApp", ("com.example.shop",), Started("com.example.shop")),
        ("openNotification", (), Opaque("automation: openNotification")),
        ("pinchIn", ({}, 50, 10), Opaque("automation: pinchIn")),
        ("click", (True, False), Opaque("automation: click")),
    ],
)
def test_each_method_is_read(method, params, deed):
    """Methods with coordinates or texts become effects; those that leave the search to the phone are opaque."""
    assert AutomationParser().feed(call(method, *params)) == (deed,)


@pytest.mark.parametrize("nothing", [{}, [], None])
def test_a_method_without_parameters_is_read_however_that_is_said(nothing):
    """A method without parameters is parsed whether they are an empty object, an empty list or null."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "pasteClipboard", "params": nothing}).encode()
    head = b"POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
    assert AutomationParser().feed(head + body) == (Pasted(),)
    assert AutomationParser().feed(head + body.replace(b"pasteClipboard", b"clearInputText")) == (Cleared(),)


def test_what_was_put_on_the_clipboard_is_what_is_pasted():
    """Setting the clipboard and then pasting it becomes one typed text."""
    (copied,), (pasted,) = (
        AutomationParser().feed(call("setClipboard", None, "grüße")),
        AutomationParser().feed(call("pasteClipboard")),
    )
    assert (copied, pasted) == (Copied("grüße"), Pasted())
    coalescer = Coalescer()
    found = [*coalescer.feed(copied, 0.0, 0.1), *coalescer.feed(pasted, 0.2, 0.3), *coalescer.flush()]
    assert found == [Type("grüße")]


@given(st.data())
def test_requests_are_read_whatever_the_pieces_that_they_come_in(data):
    """Requests are parsed in any chunking of the stream."""
    stream = call("click", 1, 2) + call("objInfo", {"text": "x"}) + call("pressKey", "back")
    calls, found = AutomationParser(), list[DeviceEffect]()
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        found += calls.feed(stream[:size])
        stream = stream[size:]
    assert found == [Tapped(1, 2), Looked(), Pressed("BACK")]


def test_a_request_has_been_done_when_the_next_one_comes_or_the_stream_ends():
    """A request counts as finished when the next one comes or the stream ends."""
    passing = TrafficParser("tcp:9008", 1.0)
    assert passing.opened() == ()
    assert passing.sent(call("click", 1, 2), 2.0) == ()
    (first,) = passing.sent(call("click", 3, 4), 5.0)
    assert (first.effects, first.began, first.ended) == ((Tapped(1, 2),), 2.0, 5.0)
    (last,) = passing.closed(6.0)
    assert (last.effects, last.began, last.ended) == ((Tapped(3, 4),), 5.0, 6.0)


@given(st.binary(max_size=200))
def test_nothing_that_passes_makes_the_reader_raise(data):
    """No bytes make the parser of requests raise an exception."""
    calls = AutomationParser()
    for deed in (
        *calls.feed(data),
        *calls.feed(call("click", 1, 2)),
        *calls.feed(b"POST /jsonrpc/0 HTTP/1.1\r\n\r\n[]"),
    ):
        assert deed is not None
