"""The agent API over real sockets: many users, misbehaving clients, and no effect on neighbours."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import anyio
import pytest
import websockets
from anyio.abc import SocketStream
from websockets.exceptions import ConnectionClosed, InvalidStatus

from adapters.web.agent_api.server import AgentApiServer
from adapters.web.shared.messages import MAX_BODY, MAX_QUESTION
from runtime.core.actions import AskUser, Finish
from runtime.plugins.protocols import Session
from tests.support.agent_api import SECRET, AgentApi


class Client:
    """An agent's side of the server."""

    def __init__(self, http: aiohttp.ClientSession, server: AgentApiServer, token: str) -> None:
        self.http = http
        self.url = server.url
        self.headers = {"Authorization": f"Bearer {token}"}

    async def get(self, path: str) -> tuple[int, Any]:
        async with self.http.get(self.url + path, headers=self.headers) as response:
            return response.status, await response.json()

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        async with self.http.post(self.url + path, headers=headers, data=data) as response:
            return response.status, await response.json()


@asynccontextmanager
async def parlour(session: Session) -> AsyncIterator[tuple[AgentApiServer, Client, str]]:
    """An open server with one channel and his client."""
    async with AgentApiServer() as server, aiohttp.ClientSession() as http:
        token = server.admit(session)
        yield server, Client(http, server, token), token


async def test_an_episode_is_talked_through_over_http() -> None:
    """Instruction, questions, status and finish do what the session does, in order."""
    session = AgentApi()
    async with parlour(session) as (_, client, _token):
        assert await client.get("/v1/instruction") == (
            200,
            {"instruction": "Order it.", "screen": [1080, 2400], "max_steps": 25, "can_ask": True},
        )
        assert await client.post("/v1/ask", {"question": " Which size? "}) == (
            200,
            {"reply": "it: Which size?", "ended": False},
        )
        assert await client.get("/v1/status") == (200, {"step": 1, "questions": 1, "ended": False})
        assert await client.post("/v1/finish", {"text": "Done.", "status": "infeasible"}) == (
            200,
            {"step": 2, "questions": 1, "ended": True},
        )
        assert await client.post("/v1/ask", {"question": "Still there?"}) == (200, {"reply": "", "ended": True})
    assert [decision.actions[0] for decision in session.decisions] == [
        AskUser("Which size?"),
        Finish("Done.", "infeasible"),
    ]


async def test_an_episode_is_talked_through_over_a_websocket() -> None:
    """The stream offers the same, answers carry the id of their question, and mistakes don't end it."""
    session = AgentApi()
    async with parlour(session) as (server, client, _):
        url = server.url.replace("http", "ws") + "/v1/stream"
        async with websockets.connect(url, additional_headers=client.headers) as stream:

            async def say(message: Any) -> Any:
                await stream.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
                return json.loads(await stream.recv())

            assert (await say({"type": "instruction"}))["instruction"] == "Order it."
            assert await say({"type": "ask", "question": "Which?", "id": 7}) == {
                "type": "reply",
                "id": 7,
                "reply": "it: Which?",
                "ended": False,
            }
            for bad in ("{", '{"type": "dance"}', b"\x00", {"type": "ask", "question": ""}, {"type": "ask"}):
                trouble = await say(bad)
                assert trouble["type"] == "error"
                assert trouble["hint"]
            assert await say({"type": "status"}) == {
                "type": "status",
                "id": None,
                "step": 1,
                "questions": 1,
                "ended": False,
            }
            assert (await say({"type": "finish", "text": "Bye."}))["ended"] is True
    assert len(session.decisions) == 2


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic x"}])
@pytest.mark.parametrize("path", ["/v1/instruction", "/v1/status", "/v1/stream"])
async def test_without_the_token_nobody_comes_in(path: str, header: dict[str, str]) -> None:
    """A missing or wrong token is a 401 whose body names what to send."""
    async with parlour(AgentApi()) as (server, client, _):
        async with client.http.get(server.url + path, headers=header) as response:
            body = await response.json()
        assert response.status == 401
        assert "Authorization: Bearer" in body["hint"]
        assert "Order" not in json.dumps(body)


async def test_a_dismissed_token_is_void_and_its_streams_close() -> None:
    """After dismissal neither HTTP nor an open WebSocket serves the episode; others are served on."""
    async with parlour(AgentApi()) as (server, client, token):
        other = Client(client.http, server, server.admit(AgentApi("other")))
        url = server.url.replace("http", "ws") + "/v1/stream"
        async with websockets.connect(url, additional_headers=client.headers) as stream:
            server.dismiss(token)
            server.dismiss(token)
            with pytest.raises(ConnectionClosed):
                await stream.recv()
        assert (await client.get("/v1/status"))[0] == 401
        assert (await other.get("/v1/status"))[0] == 200
        with pytest.raises(InvalidStatus):
            await websockets.connect(url, additional_headers=client.headers)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/v1/ask", b"{not json", 400),
        ("/v1/ask", b"\xff\xfe", 400),
        ("/v1/ask", {"question": ""}, 422),
        ("/v1/ask", {"question": "x" * (MAX_QUESTION + 1)}, 422),
        ("/v1/ask", {"question": "x", "task": "y"}, 422),
        ("/v1/ask", {}, 422),
        ("/v1/finish", {"status": "great"}, 422),
        ("/v1/ask", b" " * (MAX_BODY + 1), 413),
        ("/v2/ask", {}, 404),
        ("/v1/status", {}, 405),
    ],
)
async def test_bad_requests_are_explained(path: str, body: Any, status: int) -> None:
    """Every mistake has its status and a JSON body with a hint, and reaches no session."""
    session = AgentApi()
    async with parlour(session) as (_, client, _token):
        given, problem = await client.post(path, body)
    assert given == status
    assert set(problem) == {"error", "hint"}
    assert session.decisions == []


async def test_a_broken_session_tells_nothing_of_its_fault() -> None:
    """A fault's text may quote the intent, so the agent learns only whose fault it was."""
    async with parlour(AgentApi(broken=True)) as (_, client, _token):
        status, problem = await client.post("/v1/ask", {"question": "Which?"})
        assert status == 503
        assert SECRET not in json.dumps(problem)
        assert (await client.get("/v1/status"))[1]["ended"] is True


async def test_twenty_users_talk_at_once() -> None:
    """Each gets the answers of his own session, in the order of his questions."""
    sessions = [AgentApi(f"user {number}") for number in range(20)]
    async with AgentApiServer() as server, aiohttp.ClientSession() as http:

        async def talk(session: AgentApi) -> None:
            client = Client(http, server, server.admit(session))
            for turn in range(5):
                status, body = await client.post("/v1/ask", {"question": f"q{turn}"})
                assert (status, body["reply"]) == (200, f"{session.name}: q{turn}")

        async with anyio.create_task_group() as group:
            for session in sessions:
                group.start_soon(talk, session)
    assert all(len(session.decisions) == 5 for session in sessions)


async def test_a_client_that_hangs_up_costs_nobody_anything() -> None:
    """His question is still carried out; a neighbour is answered meanwhile, and he himself may come back."""
    slow = AgentApi("slow")
    slow.go_on = anyio.Event()
    async with parlour(slow) as (server, client, token):
        neighbour = Client(client.http, server, server.admit(AgentApi("quick")))
        body = b'{"question": "Which?"}'
        async with await anyio.connect_tcp("127.0.0.1", server.port) as wire:
            await wire.send(
                b"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s"
                % (token.encode(), len(body), body)
            )
            await slow.arrived.wait()
        assert (await neighbour.post("/v1/ask", {"question": "a"}))[1]["reply"] == "quick: a"
        slow.go_on.set()
        assert (await client.post("/v1/ask", {"question": "again"}))[1]["reply"] == "slow: again"
    assert [decision.actions[0] for decision in slow.decisions] == [AskUser("Which?"), AskUser("again")]


async def test_answers_of_one_episode_come_in_order() -> None:
    """Concurrent questions of one episode wait for each other; too many are rejected with a wait."""
    session = AgentApi()
    session.go_on = anyio.Event()
    statuses: list[int] = []
    async with parlour(session) as (_, client, _token):

        async def ask(number: int) -> None:
            statuses.append((await client.post("/v1/ask", {"question": str(number)}))[0])
            if statuses[-1] == 429 and session.go_on is not None:
                session.go_on.set()

        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(ask, number)
    assert statuses.count(200) == len(session.decisions)
    assert statuses.count(429) == 20 - len(session.decisions) > 0


async def test_closing_is_bounded_while_a_question_hangs() -> None:
    """Leaving the server closes every socket within seconds, whatever is in flight."""
    stuck = AgentApi()
    stuck.go_on = anyio.Event()
    with anyio.fail_after(8):
        async with parlour(stuck) as (server, _, token):
            wire = await anyio.connect_tcp("127.0.0.1", server.port)
            idle = await anyio.connect_tcp("127.0.0.1", server.port)
            body = b'{"question": "Which?"}'
            await wire.send(
                b"POST /v1/ask HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s"
                % (token.encode(), len(body), body)
            )
            await stuck.arrived.wait()
        for stream in (wire, idle):
            await _drained(stream)
            await stream.aclose()


async def _drained(stream: SocketStream) -> None:
    """Read to the end; returns only if the other side has closed."""
    try:
        while True:
            await stream.receive()
    except (anyio.EndOfStream, anyio.BrokenResourceError):
        return


async def test_a_stream_that_breaks_off_leaves_its_session_sound() -> None:
    """A WebSocket client that vanishes in the middle of a question can go on with another stream."""
    session = AgentApi()
    session.go_on = anyio.Event()
    async with parlour(session) as (server, client, _):
        url = server.url.replace("http", "ws") + "/v1/stream"
        lost = await websockets.connect(url, additional_headers=client.headers)
        await lost.send('{"type": "ask", "question": "Which?"}')
        await session.arrived.wait()
        lost.transport.abort()
        session.go_on.set()
        async with websockets.connect(url, additional_headers=client.headers) as stream:
            await stream.send('{"type": "ask", "question": "again"}')
            assert json.loads(await stream.recv())["reply"] == "it: again"
    assert [decision.actions[0] for decision in session.decisions] == [AskUser("Which?"), AskUser("again")]


async def test_the_schema_names_every_route_and_resolves() -> None:
    """The OpenAPI document is open to all, describes every route, and has no dangling reference."""
    async with (
        AgentApiServer() as server,
        aiohttp.ClientSession() as http,
        http.get(server.url + "/openapi.json") as response,
    ):
        text = await response.text()
    document = json.loads(text)
    talk = {"/v1/instruction", "/v1/ask", "/v1/finish", "/v1/status", "/v1/stream"}
    assert set(document["paths"]) == {*talk, "/v1/episodes", "/openapi.json"}
    schemas = document["components"]["schemas"]
    assert all(part.split('"')[0] in schemas for part in text.split("#/components/schemas/")[1:])
