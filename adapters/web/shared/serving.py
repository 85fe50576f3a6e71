"""The HTTP server of this package: checks of Host, Origin and tokens, limits, validated bodies, errors as JSON.

    server = HttpServer(host, port)
    await server.start([web.get("/v1/…", handler)])       # server.url
    await server.stop()

All servers of this package are made of it, so that what protects one protects all; see SECURITY.md.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar, cast

import anyio
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from pydantic import BaseModel, ValidationError

from adapters.web.shared.connections import MOST, Connection, ConnectionLimiter, abort
from adapters.web.shared.messages import MAX_BODY, Problem, explain
from adapters.web.shared.request_origin import AllowedHosts, is_wildcard, refusal_reason, split_names
from runtime.core.boundary import unwrap_group
from runtime.core.errors import UsageError

CLOSE_SECONDS = 1.0
"""Maximum time that closing waits for requests in flight, and a WebSocket for its peer's close frame."""
HOST_NAMES: Final = "MOBILE_AGENT_HOST_NAMES"
"""Environment variable with further names under which clients may address a server, separated by commas."""
_LINGERING_SECONDS = 2.0
"""Time for reading the rest of a request that was answered early, so that its sender receives the answer."""
_MAX_HEADERS = 64
"""Maximum number of headers of a request; each may have 8,190 bytes."""
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; style-src 'self'; script-src 'self'; "
    "img-src blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
"""Headers of every response, unless the handler sets another value."""

_HINTS = {
    400: "Send a JSON object as described in /openapi.json.",
    401: "Send the header 'Authorization: Bearer TOKEN' with the token of this episode; a revoked token is invalid.",
    403: "Use the address that the server printed; MOBILE_AGENT_HOST_NAMES, set where it runs, allows further names.",
    404: "The routes are listed in /openapi.json.",
    405: "The routes and their methods are listed in /openapi.json.",
    408: "Send the whole body at once.",
    410: "Stop: there will be no more episodes.",
    413: f"Keep a request below {MAX_BODY} bytes.",
    415: "Send uncompressed JSON: Content-Type: application/json, no Content-Encoding.",
    422: "The fields are described in /openapi.json.",
    426: "Open a WebSocket here (RFC 6455), or use the other routes.",
    429: "Wait for a reply before sending the next question.",
    503: "Stop: the episode is over.",
}

_M = TypeVar("_M", bound=BaseModel)
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Refused(Exception):
    """A request that is answered with an error: HTTP status, what was wrong, and a hint what to do."""

    def __init__(self, status: int, error: str, hint: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(error)
        self.status = status
        self.error = error
        self.hint = hint or _HINTS.get(status, "See /openapi.json.")
        self.headers = headers

    @property
    def problem(self) -> Problem:
        return Problem(error=self.error, hint=self.hint)


def address(host: str, port: int) -> str:
    """The URL of a server; IPv6 hosts are bracketed."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a server; times in seconds."""

    connections: int = MOST
    idle: float = 30.0
    """Maximum time without a complete request."""
    body: float = 10.0
    """Maximum time for receiving a request's body."""


class HttpServer:
    """Serves routes. Port 0 takes a free one.

    Every request must address the server by a name of `AllowedHosts` and must not come from another web page. What
    needs a token is up to the handlers: `authorize`.

    Raises:
        UsageError: the environment variable `HOST_NAMES` is malformed.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 0, *, limits: Limits | None = None) -> None:
        self._allowed = AllowedHosts(host, _further_names(host))
        self._host = host
        self.port = port
        self.limits = limits or Limits()
        self._connections: ConnectionLimiter | None = None
        self._runner: web.AppRunner | None = None
        self._closing = anyio.Event()

    @property
    def url(self) -> str:
        """The server's URL, such as `http://127.0.0.1:40123`."""
        return address(self._host, self.port)

    @property
    def held(self) -> int:
        """Number of open connections."""
        return len(self._connections.present) if self._connections is not None else 0

    async def start(self, routes: Iterable[web.RouteDef]) -> None:
        """Start listening. Errors and cancellation leave nothing open.

        Raises:
            OSError: the port is not available.
        """
        app = web.Application(client_max_size=MAX_BODY, middlewares=[_answer_errors, self._check_origin])
        app.on_response_prepare.append(_add_headers)
        app.add_routes(list(routes))
        runner = web.AppRunner(app, shutdown_timeout=CLOSE_SECONDS)
        options = {
            "access_log": None,
            "logger": _logger(),
            "keepalive_timeout": self.limits.idle,
            "lingering_time": _LINGERING_SECONDS,
            "max_headers": _MAX_HEADERS,
            "auto_decompress": False,  # compressed bodies are refused without unpacking them
        }
        await runner.setup()
        self._connections = ConnectionLimiter(runner, self._host, self.port, self.limits.connections, options)
        self._runner = runner
        try:
            await self._connections.start()
        except BaseException:
            await self.stop()
            raise
        self.port = runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop serving, within a bounded time even if the caller is being cancelled."""
        self._closing.set()
        runner, self._runner = self._runner, None
        if runner is None or self._connections is None:
            return
        left = self._connections.present
        with anyio.move_on_after(4 * CLOSE_SECONDS, shield=True):
            await runner.cleanup()
        for connection in left:  # a client that does not read would keep its connection open
            abort(connection)

    def authorize(self, request: web.Request, token: str, hint: str) -> None:
        """Refuse a request without this token; compared in constant time.

        Raises:
            Refused: 401; `hint` says where the token is.
        """
        if not hmac.compare_digest(token_digest(bearer_token(request)), token_digest(token)):
            raise Refused(401, "missing or wrong token", hint)
        self.known(request, self)

    def known(self, request: web.Request, holder: object) -> None:
        """Assign a request's connection to a holder that has shown a valid token; see `ConnectionLimiter`."""
        if self._connections is not None:
            self._connections.known(request, holder)

    @asynccontextmanager
    async def while_connected(self, request: web.Request) -> AsyncIterator[None]:
        """Cancel the block if the request's client disconnects or the server stops."""

        async def cancel(wait: Callable[[], Awaitable[object]]) -> None:
            await wait()
            group.cancel_scope.cancel()

        try:
            async with anyio.create_task_group() as group:
                group.start_soon(cancel, cast("Connection", request.protocol).gone.wait)
                group.start_soon(cancel, self._closing.wait)
                yield
                group.cancel_scope.cancel()
        except BaseExceptionGroup as errors:
            raise unwrap_group(errors) from None

    async def read_body(self, request: web.Request, model: type[_M]) -> _M:
        """Read and validate a request's body. It must be JSON; no declared type counts as JSON.

        Raises:
            Refused: the body is of another type, compressed, too long, too slow, or invalid.
        """
        if "Content-Type" in request.headers and request.content_type != "application/json":
            raise Refused(415, "Content-Type must be application/json")
        if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
            raise Refused(415, "compressed bodies are not supported")
        if (request.content_length or 0) > MAX_BODY:  # before reading it
            raise Refused(413, "the body is too long")
        try:
            with anyio.fail_after(self.limits.body):
                data = await request.read()
        except TimeoutError:
            raise Refused(408, f"the body did not arrive within {self.limits.body:g} s") from None
        except web.RequestPayloadError:
            raise Refused(400, "the body is incomplete or framed incorrectly") from None
        try:
            return model.model_validate_json(data)
        except ValidationError as error:
            malformed = any(item["type"] in ("json_invalid", "json_type") for item in error.errors(include_url=False))
            raise Refused(400 if malformed else 422, explain(error)) from None

    @web.middleware
    async def _check_origin(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        reason = refusal_reason(request.method, request.headers, self._allowed)
        if reason:
            raise Refused(403, reason)
        return await handler(request)


def _further_names(host: str) -> frozenset[str]:
    """The names in the environment, and that of this computer if other computers can connect."""
    try:
        names = split_names(os.environ.get(HOST_NAMES, ""))
    except ValueError as error:
        raise UsageError(f"{HOST_NAMES}: {error}; write names such as bench.example, separated by commas") from None
    return names | {socket.gethostname()} if is_wildcard(host) else names


def bearer_token(request: web.Request) -> str:
    """The bearer token of a request; empty without one. Tokens in URLs and cookies are ignored.

    A cookie would be sent to every port of the same host, and with requests of other pages.
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def token_digest(token: str) -> bytes:
    """The digest by which a token is stored and compared."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def as_json(model: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """A message as a response."""
    return web.Response(text=model.model_dump_json(), status=status, headers=headers, content_type="application/json")


@web.middleware
async def _answer_errors(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Middleware: every error gets a JSON body that says what to do."""
    try:
        return await handler(request)
    except Refused as refused:
        return as_json(refused.problem, refused.status, refused.headers)
    except web.HTTPException as refused:
        error = "no such route" if refused.status == 404 else refused.reason.lower()
        allowed = {name: refused.headers[name] for name in ("Allow",) if name in refused.headers}
        return as_json(Refused(refused.status, error).problem, refused.status, allowed)
    except ConnectionError:
        if request.transport is not None and not request.transport.is_closing():
            raise
        return web.Response(status=400)  # the client has disconnected: nobody receives this


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)


def _logger() -> logging.Logger:
    """Aiohttp's logger without messages about clients that do not speak HTTP, because those could flood a terminal."""
    logger = logging.Logger(__name__)
    logger.parent = logging.getLogger("aiohttp.server")
    logger.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))
    return logger
