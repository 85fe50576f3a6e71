"""JSON-RPC 2.0 of the server: answers one request, also an invalid one."""

from __future__ import annotations

import json
from typing import Any, Final

from adapters.phone.uiautomator import method_table
from adapters.phone.uiautomator.automator import CALL_MS, Automator
from adapters.phone.uiautomator.java_errors import JavaError

UNREADABLE: Final = -32700
NO_REQUEST: Final = -32600
NO_METHOD: Final = -32601
NO_SUCH_ARGUMENTS: Final = -32602
WENT_WRONG: Final = -32001


def answer(on: Automator, body: bytes) -> bytes:
    """Return the response to one request, or a list for a batch; b"" if no response is needed."""
    try:
        request = json.loads(body)
    except (ValueError, RecursionError):
        return _written(_error(None, UNREADABLE, "JSON parse error"))
    if isinstance(request, list) and request:
        answers = [entry for entry in (_answer(on, each) for each in request[:_MOST_AT_ONCE]) if entry is not None]
        return _written(answers) if answers else b""
    document = _answer(on, request)
    return b"" if document is None else _written(document)


_MOST_AT_ONCE: Final = 20


def _answer(on: Automator, request: Any) -> dict[str, Any] | None:
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _error(None, NO_REQUEST, "Invalid Request")
    outcome = _called(on, request["method"], request.get("params"))
    if "id" not in request:
        return None
    return {"jsonrpc": request.get("jsonrpc", "2.0"), "id": request["id"], **outcome}


def _called(on: Automator, name: str, given: Any) -> dict[str, Any]:
    params = given if isinstance(given, list) else [] if not given else None
    if name not in method_table.METHODS:
        return _failed(NO_METHOD, "method not found")
    if params is None:
        return _failed(NO_SUCH_ARGUMENTS, "method parameters invalid")
    on.remember_toast()
    try:
        result = method_table.call(on, name, params)
    except method_table.ArgumentMismatch:
        return _failed(NO_SUCH_ARGUMENTS, "method parameters invalid")
    except JavaError as error:
        return _failed(WENT_WRONG, error.name, str(error))
    finally:
        on.spend(CALL_MS)
    return {"result": result}


def _failed(code: int, message: str, data: str | None = None) -> dict[str, Any]:
    error: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"error": error}


def _error(number: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, **_failed(code, message)}


def _written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
