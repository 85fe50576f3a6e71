"""What every HTTP server of `adapters.web` refuses: other web pages, other names, strangers, floods. Real sockets."""

from __future__ import annotations

from contextlib import AsyncExitStack, suppress

import anyio
import pytest

from adapters.web.desk.server import Desk
from adapters.web.shared.messages import MAX_BODY
from adapters.web.shared.serving import HOST_NAMES, HttpServer, Limits
from runtime.core.errors import UsageError
from tests.support.http_servers import CHECKED, HTTP_SERVERS, TOKEN, request, spoken

MOST = 20
BACKLOG = 128
"""So many connections may be accepted before the first of them is counted."""
UPGRADE = (
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
)  # fmt: skip

each_server = pytest.mark.parametrize("name", CHECKED)


def status(heard: bytes) -> int:
    """The status of an answer."""
    return int(heard.split(b" ", 2)[1])


@each_server
async def test_a_page_whose_name_resolves_to_this_computer_gets_nothing(name: str) -> None:
    """DNS rebinding: with the right token and without one, every route answers 403, and without a Host 400 or 403."""
    async with HTTP_SERVERS[name](Limits()) as served:
        for method, path in (*served.routes, ("GET", "/"), ("GET", "/nothing")):
            for token in (TOKEN, ""):
                rebound = request(method, path, token=token, host=f"attacker.example:{served.port}")
                assert status(await spoken(served.port, rebound)) == 403
        assert status(await spoken(served.port, b"GET / HTTP/1.0\r\n\r\n")) == 403
        twice = request("GET", "/", "Host: attacker.example")
        assert status(await spoken(served.port, twice)) in (400, 403)


@each_server
async def test_another_web_page_gets_nothing(name: str) -> None:
    """Neither one of another site nor one of another port, not by opening a WebSocket either; CORS is never granted."""
    async with HTTP_SERVERS[name](Limits()) as served:
        for method, path in served.routes:
            for origin in ("http://attacker.example", "http://127.0.0.1:1", "null"):
                upgrade = UPGRADE if path.endswith("stream") else ()
                heard = await spoken(served.port, request(method, path, f"Origin: {origin}", *upgrade))
                assert status(heard) == 403
            asked = ("Origin: http://attacker.example", "Access-Control-Request-Method: POST")
            heard = await spoken(served.port, request("OPTIONS", path, *asked, token=""))
            assert status(heard) == 403
            assert b"access-control" not in heard.lower()
        embedded = request("GET", "/", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: iframe")
        assert status(await spoken(served.port, embedded)) == 403


@each_server
async def test_a_form_of_another_page_is_no_request(name: str) -> None:
    """The content types that a browser sends without asking the server first are refused."""
    async with HTTP_SERVERS[name](Limits()) as served:
        for method, path in served.routes:
            if method == "POST" and path != "/v1/episodes":
                for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
                    headers = (f"Content-Type: {kind}", "Content-Length: 2")
                    data = request(method, path, *headers, token=served.token) + b"{}"
                    assert status(await spoken(served.port, data)) == 415


@each_server
async def test_nothing_is_told_without_the_token(name: str) -> None:
    """Neither without one, nor with a wrong one, one in the address, or one in a cookie."""
    async with HTTP_SERVERS[name](Limits()) as served:
        for method, path in served.routes:
            for heard in (
                await spoken(served.port, request(method, path, token="")),
                await spoken(served.port, request(method, path, token="guess")),
                await spoken(served.port, request(method, f"{path}?token={TOKEN}", token="")),
                await spoken(served.port, request(method, path, f"Cookie: token={TOKEN}", token="")),
                await spoken(served.port, request(method, path, f"Authorization: Basic {TOKEN}", token="")),
            ):
                assert status(heard) == 401
                assert TOKEN.encode() not in heard


@each_server
async def test_every_answer_forbids_foreign_scripts_frames_and_guessed_types(name: str) -> None:
    """Pages, data and errors alike."""
    async with HTTP_SERVERS[name](Limits()) as served:
        for data in (
            served.requests[-1],
            request("GET", "/nothing"),
            request(*served.routes[0], token=""),
            request("GET", "/", host="attacker.example"),
        ):
            head = (await spoken(served.port, data)).decode().lower()
            assert "content-security-policy: default-src 'none';" in head
            assert "frame-ancestors 'none'" in head
            assert "unsafe" not in head
            for line in (
                "x-content-type-options: nosniff", "cross-origin-resource-policy: same-origin",
                "referrer-policy: no-referrer", "cache-control: no-store",
            ):  # fmt: skip
                assert line in head


@each_server
async def test_a_flood_of_strangers_is_bounded_and_the_token_is_served(name: str) -> None:
    """The server holds a bounded number of connections, and closes those of strangers first."""
    with anyio.fail_after(30):
        async with HTTP_SERVERS[name](Limits(connections=MOST)) as served, AsyncExitStack() as stack:
            known = await stack.enter_async_context(await anyio.connect_tcp("127.0.0.1", served.port))
            await known.send(served.requests[-1])
            assert (await known.receive()).startswith(served.answer)
            for _ in range(300):
                await stack.enter_async_context(await anyio.connect_tcp("127.0.0.1", served.port))
            assert (await spoken(served.port, served.requests[-1])).startswith(served.answer)
            assert served.held() <= MOST + BACKLOG


@each_server
@pytest.mark.parametrize("data", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
async def test_a_request_that_never_ends_is_given_up(name: str, data: bytes) -> None:
    """Whatever has arrived of its head, the connection is closed after a while."""
    async with HTTP_SERVERS[name](Limits(idle=0.2)) as served:
        with anyio.fail_after(10):
            async with await anyio.connect_tcp("127.0.0.1", served.port) as wire:
                await wire.send(data)
                with suppress(anyio.EndOfStream, anyio.BrokenResourceError):
                    while True:
                        await wire.receive()


@each_server
async def test_what_is_too_long_or_too_slow_is_refused(name: str) -> None:
    """A long line, a long header, many headers; a body that is too long, or does not arrive."""
    async with HTTP_SERVERS[name](Limits(body=0.2)) as served:
        method, path = next(route for route in reversed(served.routes) if route[0] == "POST")
        kind = "Content-Type: application/json"
        with anyio.fail_after(10):
            for data, expected in (
                (request("GET", "/" + "x" * 20_000), 400),
                (request("GET", "/", "X: " + "y" * 20_000), 400),
                (request("GET", "/", *(f"X-{number}: y" for number in range(200))), 400),
                (request(method, path, kind, f"Content-Length: {MAX_BODY + 1}", token=served.token), 413),
                (request(method, path, kind, "Content-Length: 40", token=served.token) + b"{", 408),
            ):
                assert status(await spoken(served.port, data)) == expected


async def test_a_server_on_all_interfaces_answers_to_its_addresses_and_listed_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Any IP address, this computer's name and those in the environment; a malformed list is a usage error."""
    monkeypatch.setenv(HOST_NAMES, "bench.example, box.example")
    async with Desk("0.0.0.0", token=TOKEN) as desk:
        for host, expected in (("10.1.2.3", 200), ("Box.example:443", 200), ("attacker.example", 403)):
            assert status(await spoken(desk.server.port, request("GET", "/", host=host))) == expected
    monkeypatch.setenv(HOST_NAMES, "http://bench.example")
    with pytest.raises(UsageError, match=f"{HOST_NAMES}: 'http://bench.example' is not a host name"):
        HttpServer()


async def test_a_taken_port_leaves_nothing_open() -> None:
    """The error is the system's, and the port can be tried again."""
    async with Desk(token=TOKEN) as desk:
        with pytest.raises(OSError, match="address already in use"):
            await Desk(port=desk.server.port).__aenter__()
        assert status(await spoken(desk.server.port, request("GET", "/"))) == 200
