"""The agent API against floods and slow clients: bounded, without harm to others."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import aiohttp
import anyio
import anyio.abc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.web.agent_api.server import AgentApiServer, Limits
from adapters.web.shared.messages import MAX_BODY
from runtime.core.actions import AskUser, Decision
from runtime.plugins.protocols import Observation
from tests.support.agent_api import AgentApi

MOST = 40
BACKLOG = 128
"""So many connections may be taken in one go before the first of them is counted."""


@asynccontextmanager
async def opened(**limits: Any) -> AsyncIterator[tuple[AgentApiServer, AgentApi, str]]:
    """A server with one channel."""
    session = AgentApi()
    async with AgentApiServer(limits=Limits(**limits)) as server:
        yield server, session, server.admit(session)


def request(method: str, path: str, token: str, *headers: str, body: bytes = b"") -> bytes:
    """The bytes of a request."""
    head = (f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {token}", *headers)
    return "\r\n".join((*head, "", "")).encode() + body


async def spoken(server: AgentApiServer, data: bytes) -> bytes:
    """The answer to these bytes until the server disconnects or has answered once."""
    heard = b""
    async with await anyio.connect_tcp("127.0.0.1", server.port) as wire:
        with suppress(anyio.BrokenResourceError, anyio.EndOfStream):
            await wire.send(data)
            while b"\r\n\r\n" not in heard or len(heard.partition(b"\r\n\r\n")[2]) < length(heard):
                heard += await wire.receive()
    return heard


def length(heard: bytes) -> int:
    """The length of the body according to the head of a reply."""
    for line in heard.partition(b"\r\n\r\n")[0].split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0


def status(heard: bytes) -> int:
    """The status of a reply."""
    return int(heard.split(b" ", 2)[1])


async def standing(server: AgentApiServer, token: str) -> Any:
    """The answers for a well-behaved client."""
    async with (
        aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as http,
        http.get(f"{server.url}/v1/status") as answer,
    ):
        assert answer.status == 200
        return await answer.json()


async def hung_up(wire: anyio.abc.SocketStream) -> None:
    """Read until the server has closed this connection."""
    with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
        while True:
            await wire.receive()


async def test_connections_of_strangers_close_one_another():
    """The server holds a bounded number of them; a channel is served meanwhile, and his stream stays open."""
    async with opened(connections=MOST) as (server, _, token), AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        url, headers = f"{server.url}/v1/stream", {"Authorization": f"Bearer {token}"}
        stream = await stack.enter_async_context(http.ws_connect(url, headers=headers))
        wires = []
        for _ in range(400):
            wire = await anyio.connect_tcp("127.0.0.1", server.port)
            stack.push_async_callback(wire.aclose)
            wires.append(wire)
        assert (await standing(server, token))["ended"] is False
        assert server.held <= MOST + BACKLOG
        await hung_up(wires[0])
        await stream.send_json({"type": "status"})
        assert (await stream.receive_json())["type"] == "status"


async def test_a_guest_who_opens_too_many_loses_his_own():
    """Whoever holds most loses its oldest: a neighbour's idle connection outlives the flood."""
    async with opened(connections=MOST) as (server, _, token), AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        other = server.admit(AgentApi("other"))

        async def stream(of: str) -> aiohttp.ClientWebSocketResponse:
            headers = {"Authorization": f"Bearer {of}"}
            opened = http.ws_connect(f"{server.url}/v1/stream", headers=headers)
            return await stack.enter_async_context(opened)

        neighbour = await stream(other)
        flood = [await stream(token) for _ in range(2 * MOST)]
        closed = await flood[0].receive()
        assert closed.type in (aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.ERROR)
        for alive in (neighbour, flood[-1]):
            await alive.send_json({"type": "status"})
            assert (await alive.receive_json())["type"] == "status"


@pytest.mark.parametrize("data", [b"", b"GET /v1/status HTT", b"GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
async def test_who_never_says_a_whole_request_is_hung_up_on(data):
    """After a while, however much of one has come."""
    async with opened(idle=0.2) as (server, _, token):
        async with await anyio.connect_tcp("127.0.0.1", server.port) as wire:
            if data:
                await wire.send(data)
            with anyio.fail_after(10):
                await hung_up(wire)
        assert (await standing(server, token))["step"] == 0


@pytest.mark.parametrize(
    ("framing", "part"), [("Content-Length: 40", b""), ("Transfer-Encoding: chunked", b'2\r\n{"\r\n')]
)
async def test_a_body_that_comes_too_slowly_is_given_up(framing, part):
    """With a 408 that says so; no question has been put."""
    async with opened(body=0.2) as (server, session, token):
        heard = await spoken(server, request("POST", "/v1/ask", token, framing, body=part))
        assert status(heard) == 408
        assert session.decisions == []


async def test_a_body_in_pieces_is_a_body():
    """Chunked requests are read as any other."""
    async with opened() as (server, session, token):
        pieces = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (b'{"quest', b'ion": "Which', b' one?"}'))
        data = request("POST", "/v1/ask", token, "Transfer-Encoding: chunked", body=pieces + b"0\r\n\r\n")
        assert status(await spoken(server, data)) == 200
        assert [decision.actions[0] for decision in session.decisions] == [AskUser("Which one?")]


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        ((f"Content-Length: {1 << 40}",), b"", 413),
        (("Transfer-Encoding: chunked",), b"20000\r\n" + b" " * 0x20000, 413),
        (("Content-Type: text/plain", "Content-Length: 2"), b"{}", 415),
        (("Content-Type: application/x-www-form-urlencoded", "Content-Length: 2"), b"{}", 415),
        (("Content-Encoding: gzip", "Content-Length: 2"), b"\x1f\x8b", 415),
        (("Content-Type: application/json; charset=utf-8", "Content-Length: 2"), b"{}", 422),
        (("Content-Length: 2",), b"[]", 422),
        (("Content-Length: 6",), b'"\xff\xfe"  ', 400),
        (("Transfer-Encoding: chunked",), b"nonsense\r\n", 400),
        (("Content-Length: nonsense",), b"", 400),
        (("Content-Length: 2", "Transfer-Encoding: chunked"), b"{}", 400),
        (("X: " + "y" * 20_000,), b"", 400),
    ],
)
async def test_bodies_that_cannot_be_taken_are_refused(headers, body, expected):
    """Each with its status, at once, and nothing reaches the session."""
    async with opened() as (server, session, token):
        with anyio.fail_after(5):
            heard = await spoken(server, request("POST", "/v1/ask", token, *headers, body=body))
        assert status(heard) == expected
        assert session.decisions == []


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer nobody", "Basic {0}", "{0}", "Bearer  {1}", "bearer {1}x"]
)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/instruction"),
        ("GET", "/v1/status?token={0}"),
        ("GET", "/v1/status?access_token={0}"),
        ("POST", "/v1/ask"),
        ("POST", "/v1/finish"),
        ("POST", "/v1/episodes"),
        ("GET", "/v1/stream"),
    ],
)
async def test_whatever_is_no_valid_token_gets_one_and_the_same_answer(method, path, authorization):
    """None, unknown, revoked, as another scheme, in the address, and the episode's where the run's is asked for."""
    async with AgentApiServer(run_token="the-run's") as server, aiohttp.ClientSession() as http:
        valid, revoked = server.admit(AgentApi()), server.admit(AgentApi())
        server.dismiss(revoked)
        headers = {"Authorization": authorization.format(valid, revoked)} if authorization else {}
        async with http.request(method, server.url + path.format(valid), headers=headers, data=b"{") as answer:
            problem = await answer.json()
        assert answer.status == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert problem["error"] == "missing or unknown token"
        for wrong in (valid, "") if path == "/v1/episodes" else ("the-run's", ""):
            headers = {"Authorization": f"Bearer {wrong}"}
            async with http.request(method, server.url + path, headers=headers, data=b"{") as answer:
                assert (answer.status, await answer.json()) == (401, problem)


@pytest.mark.parametrize("path", ["/v1/instruction", "/v1/status", "/openapi.json"])
async def test_what_is_read_can_be_asked_for_its_head(path):
    """HEAD is GET without a body."""
    async with opened() as (server, _, token), aiohttp.ClientSession() as http:
        answer = await http.head(server.url + path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status == 200
        assert await answer.read() == b""


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("OPTIONS", "/v1/ask", "POST"),
        ("HEAD", "/v1/ask", "POST"),
        ("GET", "/v1/episodes", "POST"),
        ("DELETE", "/v1/status", "GET,HEAD"),
        ("TRACE", "/v1/finish", "POST"),
        ("POST", "/v1/stream", "GET"),
    ],
)
async def test_a_method_that_a_route_does_not_have_is_told_which_it_has(method, path, allowed):
    """405 names the allowed ones, for every client."""
    async with opened() as (server, _, _), aiohttp.ClientSession() as http:
        answer = await http.request(method, server.url + path)
        assert (answer.status, answer.headers["Allow"]) == (405, allowed)
        assert set(await answer.json() if method != "HEAD" else ("error", "hint")) == {"error", "hint"}


async def test_a_stream_is_only_for_websockets():
    """Other requests get an explanation."""
    async with opened() as (server, _, token), aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bearer {token}"}
        async with http.get(f"{server.url}/v1/stream", headers=headers) as answer:
            assert (answer.status, answer.headers["Upgrade"]) == (426, "websocket")


async def test_a_stream_that_never_reads_holds_up_only_itself():
    """Its replies are not kept for it: the server stops listening to it, and hangs up when it leaves them lying."""
    async with opened(reading=0.3) as (server, session, token):
        async with await anyio.connect_tcp("127.0.0.1", server.port) as wire:
            upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
            await wire.send(request("GET", "/v1/stream", token, *upgrade, key))
            query = b'{"type": "instruction"}'
            frame = bytes([0x81, 0x80 | len(query), 0, 0, 0, 0]) + query
            with anyio.fail_after(30), suppress(anyio.BrokenResourceError):
                while True:
                    await wire.send(frame * 1000)
        assert (await standing(server, token))["ended"] is False
        assert session.decisions == []


async def test_five_hundred_questions_cost_nothing_once_the_episode_has_ended():
    """The session hears of those that the budget allows; from then on the server answers by itself."""
    session = Counting(25)
    async with AgentApiServer() as server, aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bearer {server.admit(session)}"}
        heard = []
        for number in range(500):
            body = {"question": f"And {number}?"}
            async with http.post(f"{server.url}/v1/ask", json=body, headers=headers) as answer:
                heard.append((answer.status, (await answer.json())["ended"]))
        async with http.get(f"{server.url}/v1/status", headers=headers) as answer:
            stands = await answer.json()
    assert heard == [(200, False)] * 24 + [(200, True)] * 476
    assert len(session.decisions) == 25
    assert session.looks == 0
    assert stands == {"step": 25, "questions": 25, "ended": True}


class Counting(AgentApi):
    """A session with a budget, which counts how often it was looked at."""

    def __init__(self, budget: int) -> None:
        super().__init__()
        self.budget = budget
        self.looks = 0

    async def observe(self) -> Observation:
        self.looks += 1
        return await super().observe()

    async def step(self, decision: Decision) -> Observation:
        seen = await super().step(decision)
        self.ended = len(self.decisions) >= self.budget
        return Observation(seen.step, None, None, seen.replies, self.ended)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=10,
)
HOSTILE = (
    "[" * 50_000,
    '{"a": ' * 9_000,
    "1" * 60_000,
    '{"type": "status", "id": ' + "9" * 5_000 + "}",
    '{"type": "status", "id": -1e400}',
    '{"type": "ask", "question": "\\ud800"}',
    '{"type": "ask", "question": "a\\u0000b"}',
    '{"type": "status", "type": "ask"}',
)
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["ask", "finish", "status", "instruction"]) | JSON},
    optional={
        "question": JSON | st.text(max_size=5000),
        "text": JSON,
        "status": JSON | st.sampled_from(["complete", "infeasible"]),
        "id": JSON | st.integers(min_value=-(10**400), max_value=10**400) | st.text(max_size=300),
    },
)


@settings(max_examples=60)
@given(
    messages=st.lists(
        st.text(max_size=200)
        | st.binary(max_size=200)
        | JSON.map(json.dumps)
        | NEARLY.filter(lambda entry: entry["type"] != "finish").map(json.dumps)
        | st.sampled_from(HOSTILE),
        min_size=1,
        max_size=5,
    )
)
async def test_every_message_of_a_stream_has_one_answer(messages):
    """Whatever it is: an object with a type; and the stream goes on."""
    async with opened() as (server, _, token), aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bearer {token}"}
        async with http.ws_connect(f"{server.url}/v1/stream", headers=headers) as stream:
            for message in messages:
                await (stream.send_str(message) if isinstance(message, str) else stream.send_bytes(message))
                answer = await stream.receive_json()
                assert answer["type"] in ("reply", "status", "instruction", "error")
                if answer["type"] == "error":
                    assert set(answer) == {"type", "id", "error", "hint"}
                    assert len(answer["error"]) < 600
            await stream.send_json({"type": "status", "id": "last"})
            assert (await stream.receive_json())["id"] == "last"


@settings(max_examples=60)
@given(noise=st.binary(min_size=1, max_size=400))
async def test_what_is_no_websocket_frame_ends_its_stream_only(noise):
    """Bytes of any kind after the handshake; the episode and its token are as before."""
    async with opened(idle=0.2, heartbeat=0.2) as (server, session, token):
        async with await anyio.connect_tcp("127.0.0.1", server.port) as wire:
            upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
            await wire.send(request("GET", "/v1/stream", token, *upgrade, key))
            with suppress(anyio.BrokenResourceError):
                await wire.send(noise)
                await wire.send_eof()
            with anyio.fail_after(10):
                await hung_up(wire)
        assert (await standing(server, token))["ended"] is False
        assert session.decisions == []


async def test_a_message_that_is_too_long_ends_its_stream_only():
    """Closed with 1009; another stream can be opened."""
    async with opened() as (server, _, token), aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bearer {token}"}
        async with http.ws_connect(f"{server.url}/v1/stream", headers=headers) as stream:
            await stream.send_str(" " * (MAX_BODY + 1))
            await stream.receive()
            assert stream.close_code == 1009
        assert (await standing(server, token))["ended"] is False
