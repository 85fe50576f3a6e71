"""Shared by all HTTP servers of this package: tokens, body validation, errors as JSON."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import anyio
from aiohttp import web
from pydantic import BaseModel, ValidationError

from adapters.web.shared.messages import MAX_BODY, Problem, explain

BODY_SECONDS = 10.0
"""Maximum time for receiving a request's body."""
CLOSE_SECONDS = 1.0
"""Maximum time that closing waits for requests in flight, and a WebSocket for its peer's close frame."""

_HINTS = {
    400: "Send a JSON object as described in /openapi.json.",
    401: "Send the header 'Authorization: Bearer TOKEN' with the token of this episode; a revoked token is invalid.",
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


async def start_listening(runner: web.AppRunner, site: Callable[[], web.BaseSite]) -> int:
    """Start listening; returns the port (0 lets the system choose). Errors and cancellation leave nothing open.

    Raises:
        OSError: the port is not available.
    """
    await runner.setup()
    try:
        await site().start()
    except BaseException:
        await close(runner)
        raise
    taken: int = runner.addresses[0][1]
    return taken


async def close(runner: web.AppRunner) -> None:
    """Stop serving, within a bounded time even if the caller is being cancelled."""
    with anyio.move_on_after(4 * CLOSE_SECONDS, shield=True):
        await runner.cleanup()


def require_token(request: web.Request, token: str, hint: str) -> None:
    """Refuse a request without the page's token; compared in constant time.

    Raises:
        Refused: 401; `hint` says where the token is.
    """
    scheme, _, found = request.headers.get("Authorization", "").partition(" ")
    given = found.strip().encode("utf-8", "surrogateescape")
    if scheme.lower() != "bearer" or not hmac.compare_digest(given, token.encode()):
        raise Refused(401, "missing or wrong token", hint)


def require_json(request: web.Request) -> None:
    """Refuse a body that declares another type than JSON, or a compression. No declaration counts as JSON.

    Raises:
        Refused: 415, the body is not JSON, or compressed.
    """
    if "Content-Type" in request.headers and request.content_type != "application/json":
        raise Refused(415, "Content-Type must be application/json")
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise Refused(415, "compressed bodies are not supported")


async def read_body(request: web.Request, model: type[_M], seconds: float = BODY_SECONDS) -> _M:
    """Read and validate a request's body.

    Raises:
        Refused: the body is too long, too slow, or invalid.
    """
    if (request.content_length or 0) > MAX_BODY:  # before reading it
        raise Refused(413, "the body is too long")
    try:
        with anyio.fail_after(seconds):
            data = await request.read()
    except TimeoutError:
        raise Refused(408, f"the body did not arrive within {seconds:g} s") from None
    except web.RequestPayloadError:
        raise Refused(400, "the body is incomplete or framed incorrectly") from None
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        malformed = any(item["type"] in ("json_invalid", "json_type") for item in error.errors(include_url=False))
        raise Refused(400 if malformed else 422, explain(error)) from None


def as_json(model: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """A message as a response."""
    return web.Response(text=model.model_dump_json(), status=status, headers=headers, content_type="application/json")


@web.middleware
async def problems_as_json(request: web.Request, handler: _Handler) -> web.StreamResponse:
    """Middleware: every error gets a JSON body that says what to do."""
    try:
        return await handler(request)
    except Refused as refused:
        return as_json(refused.problem, refused.status, refused.headers)
    except web.HTTPException as refused:
        error = "no such route" if refused.status == 404 else refused.reason.lower()
        allowed = {name: refused.headers[name] for name in ("Allow",) if name in refused.headers}
        return as_json(Refused(refused.status, error).problem, refused.status, allowed)
