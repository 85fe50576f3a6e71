"""Every HTTP server of the project, running, with requests that it answers and one that shows that it still serves."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import anyio

from adapters.agents.external.process.proxy import serve_proxy
from adapters.openai.fake import FakeEndpoint, Say
from adapters.training.openenv import server as openenv
from adapters.web.agent_api import server as api
from adapters.web.agent_api.server import AgentApiServer
from adapters.web.desk.server import Desk
from adapters.web.live.run_view import RunView
from adapters.web.live.server import RunPage, Watched
from adapters.web.shared.messages import Ask
from adapters.web.shared.pages import PageServer, shown_json
from adapters.web.shared.serving import Limits
from runtime.core.config import RunConfig
from runtime.engine import Runtime
from tests.support.api_fuzzing import Endless

TOKEN: Final = "the-token-of-this-server"
_STEP: Final = b'{"type": "step", "data": {"kind": "key", "name": "BACK"}}'
_LONG: Final = "x" * 3_000
API_ROUTES: Final = (
    ("POST", "/v1/episodes"),
    ("GET", "/v1/instruction"),
    ("POST", "/v1/ask"),
    ("POST", "/v1/finish"),
    ("GET", "/v1/status"),
    ("GET", "/v1/stream"),
)
ENVIRONMENT_ROUTES: Final = (
    ("GET", "/ws"),
    ("GET", "/phone"),
    ("GET", "/state"),
    ("POST", "/step"),
    ("POST", "/reset"),
)
RUN_ROUTES: Final = (
    ("GET", "/v1/overview"),
    ("GET", "/v1/episode"),
    ("GET", "/v1/aligned"),
    ("GET", "/v1/frames/0/frame-1x1-00"),
    ("GET", "/v1/outlines/0/tree-00"),
    ("GET", "/v1/live"),
    ("POST", "/v1/operations"),
)
DESK_ROUTES: Final = (("GET", "/v1/desk"), ("POST", "/v1/desk/questions"), ("POST", "/v1/desk/replies"))


@dataclass(frozen=True, slots=True)
class Served:
    """A running server: its port, complete requests, and the prefix of the answer to the last one.

    `routes`: those that need a token, as method and path; `token`: that of those that take a body.
    """

    port: int
    requests: tuple[bytes, ...]
    answer: bytes
    held: Callable[[], int] = lambda: 0
    routes: tuple[tuple[str, str], ...] = ()
    token: str = TOKEN


def request(
    method: str, path: str, *headers: str, body: str | None = None, token: str = TOKEN, host: str = ""
) -> bytes:
    """The bytes of a request with a token and a JSON body."""
    head = [f"{method} {path} HTTP/1.1", f"Host: {host or '127.0.0.1'}", *headers]
    head += [f"Authorization: Bearer {token}"] if token else []
    head += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body is not None else []
    return "\r\n".join((*head, "", body or "")).encode()


def masked(text: bytes) -> bytes:
    """The frame of a WebSocket client with a short text; its mask is zero."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@asynccontextmanager
async def _agent_api(limits: Limits) -> AsyncIterator[Served]:
    async with AgentApiServer(
        run_token=TOKEN, limits=api.Limits(limits.connections, limits.idle, limits.body, poll=20)
    ) as server:
        token = server.admit(Endless())
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        requests = (
            request("GET", "/v1/stream", *upgrade, key, token=token) + 10 * masked(b'{"type": "status"}'),
            request("POST", "/v1/ask", body=f'{{"question": "{_LONG}"}}', token=token),
            request("POST", "/v1/episodes"),
            request("GET", "/v1/status", token=token),
        )
        yield Served(server.port, requests, b"HTTP/1.1 200", lambda: server.held, API_ROUTES, token)


@asynccontextmanager
async def _desk(limits: Limits) -> AsyncIterator[Served]:
    async with Desk(token=TOKEN, limits=limits) as desk:
        question = f'{{"task": "t", "instruction": "i", "question": "{_LONG}"}}'
        requests = (
            request("POST", "/v1/desk/questions", body=question),
            request("POST", "/v1/desk/replies", body='{"id": 1, "text": "Rye."}'),
            request("GET", "/v1/desk?seen=0"),
            request("GET", "/"),
        )
        yield Served(desk.server.port, requests, b"HTTP/1.1 200", lambda: desk.server.held, DESK_ROUTES)


@asynccontextmanager
async def _page(limits: Limits) -> AsyncIterator[Served]:
    from aiohttp import web

    server = PageServer({"/": ("adapters.web.labels", "page.html", "text/html")}, token=TOKEN, limits=limits)

    async def mark(found: web.Request) -> web.Response:
        server.check(found)
        return shown_json((await server.read_body(found, Ask)).model_dump())

    await server.start([web.post("/v1/marks", mark)])
    try:
        requests = (
            request("POST", "/v1/marks", body=f'{{"question": "{_LONG}"}}'),
            request("GET", "/drawing.js"),
            request("GET", "/"),
        )
        yield Served(server.port, requests, b"HTTP/1.1 200", lambda: server.held, (("POST", "/v1/marks"),))
    finally:
        await server.stop()


@asynccontextmanager
async def _runs(limits: Limits) -> AsyncIterator[Served]:
    watched = Watched(RunView(anyio.current_time))
    page = RunPage([Path("nowhere")], token=TOKEN, watched=watched, limits=limits)
    async with page:
        requests = (
            request("GET", "/v1/live"),
            request("POST", "/v1/operations", body='{"what": "pause"}'),
            request("GET", "/v1/frames/0/frame-1x1-00"),
            request("GET", "/"),
        )
        routes = (*RUN_ROUTES, *DESK_ROUTES)
        yield Served(page.server.port, requests, b"HTTP/1.1 200", lambda: page.server.held, routes)


@asynccontextmanager
async def _model_endpoint(_: Limits) -> AsyncIterator[Served]:
    async with FakeEndpoint(lambda _: Say("Rye.")) as endpoint:
        body = f'{{"model": "m", "messages": [{{"role": "user", "content": "{_LONG}"}}]}}'
        yield Served(endpoint.port, (request("POST", "/v1/chat/completions", body=body),), b"HTTP/1.1 200")


@asynccontextmanager
async def _proxy(_: Limits) -> AsyncIterator[Served]:
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)
    port = listener.getsockname()[1]
    requests = (
        request("CONNECT", "127.0.0.1:9"),
        request("POST", "http://127.0.0.1:9/v1", body=_LONG),
        request("GET", "http://[::1]:9/"),
    )
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(serve_proxy, listener)
        yield Served(port, requests, b"HTTP/1.1 403")
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def _environments(limits: Limits) -> AsyncIterator[Served]:
    own = openenv.Limits(limits.connections, limits.idle, limits.body)
    async with (
        Runtime(RunConfig(), devices=["headless://2"]) as runtime,
        openenv.EnvironmentServer(runtime, token=TOKEN, limits=own) as server,
    ):
        async with runtime.session("device.airplane.standard", needs=()):
            pass  # the run folder is open from the first episode on
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        reset = b'{"type": "reset", "data": {"task": "device.airplane.standard"}}'
        requests = (
            request("GET", "/ws", *upgrade, key) + masked(reset) + 3 * masked(_STEP),
            request("GET", "/phone", *upgrade, key),
            request("POST", "/reset", body="{}"),
            request("GET", "/state"),
        )
        yield Served(server.port, requests, b"HTTP/1.1 200", lambda: server.held + server.clients, ENVIRONMENT_ROUTES)


HTTP_SERVERS: Final[dict[str, Callable[[Limits], AbstractAsyncContextManager[Served]]]] = {
    "agent API": _agent_api,
    "desk": _desk,
    "label and thought pages": _page,
    "environments": _environments,
    "pages of runs": _runs,
    "fake model endpoint": _model_endpoint,
    "proxy of isolated programs": _proxy,
}
"""Those made of `HttpServer` first; the two others check neither Host nor Origin, and SECURITY.md says why."""
CHECKED: Final = tuple(HTTP_SERVERS)[:5]
"""The servers that check Host, Origin and tokens."""


async def answers(served: Served) -> bool:
    """Whether the server answers the last of its requests as it should."""
    heard = b""
    async with await anyio.connect_tcp("127.0.0.1", served.port) as wire:
        await wire.send(served.requests[-1])
        while len(heard) < len(served.answer):
            heard += await wire.receive()
    return heard.startswith(served.answer)


async def spoken(port: int, data: bytes) -> bytes:
    """The head of the answer to these bytes."""
    heard = b""
    async with await anyio.connect_tcp("127.0.0.1", port) as wire:
        await wire.send(data)
        while b"\r\n\r\n" not in heard:
            heard += await wire.receive()
    return heard
