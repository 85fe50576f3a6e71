"""Sans-IO HTTP/1.1 server connection, with the limits of a small server in a phone.

Any input is answered or closes the connection; nothing raises.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import h11

LARGEST_HEAD: Final = 16 << 10
LARGEST_BODY: Final = 8 << 20
_REASONS: Final = {200: b"OK", 400: b"Bad Request", 404: b"Not Found", 413: b"Payload Too Large",
                   500: b"Internal Server Error"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """One request; `target` includes the query."""

    method: str
    target: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Response:
    """One response."""

    status: int
    body: bytes
    kind: str = "text/plain"


class HttpConnection:
    """One connection. `answer` is called for each request in turn; it must not raise."""

    def __init__(self, answer: Callable[[Request], Response]) -> None:
        self._answer = answer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD)
        self._head: h11.Request | None = None
        self._body = bytearray()
        self._came: bytes | None = None
        self.closed = False
        """Nothing more is to be read or sent on it."""

    def receive(self, data: bytes) -> None:
        """Add received bytes; b"" means the end of the stream."""
        if not self.closed:
            self._came = data

    def next(self) -> bytes:
        """Return the next bytes to send, for at most one request; b"" until more input arrives."""
        try:
            if self._came is not None:
                data, self._came = self._came, None
                self._http.receive_data(data)
            while not self.closed:
                event = self._http.next_event()
                if event is h11.NEED_DATA or event is h11.PAUSED:
                    break
                if out := self._handle_event(event):
                    return out
        except h11.RemoteProtocolError as error:
            return self._encode(Response(error.error_status_hint, f"BAD REQUEST: {error}".encode()), last=True)
        return b""

    def _handle_event(self, event: object) -> bytes:
        if isinstance(event, h11.Request):
            self._head = event
            self._body = bytearray()
        elif isinstance(event, h11.Data):
            self._body += event.data
            if len(self._body) > LARGEST_BODY:
                return self._encode(Response(413, b"too much"), last=True)
        elif isinstance(event, h11.EndOfMessage) and self._head is not None:
            head, self._head = self._head, None
            request = Request(head.method.decode("ascii"), head.target.decode("latin-1"), bytes(self._body))
            out = self._encode(self._answer(request))
            if self._http.our_state is h11.MUST_CLOSE:
                self.closed = True
            else:
                self._http.start_next_cycle()
            return out
        elif isinstance(event, h11.ConnectionClosed):
            self.closed = True
        if self._head is not None and self._http.they_are_waiting_for_100_continue:
            return self._http.send(h11.InformationalResponse(status_code=100, headers=[])) or b""
        return b""

    def _encode(self, response: Response, *, last: bool = False) -> bytes:
        self.closed |= last
        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return b""
        headers = [
            ("content-type", response.kind),
            ("content-length", str(len(response.body))),
            ("connection", "close" if last else "keep-alive"),
        ]
        out = self._http.send(
            h11.Response(status_code=response.status, headers=headers, reason=_REASONS.get(response.status, b"Unknown"))
        )
        return b"".join(
            (
                out or b"",
                self._http.send(h11.Data(data=response.body)) or b"",
                self._http.send(h11.EndOfMessage()) or b"",
            )
        )
