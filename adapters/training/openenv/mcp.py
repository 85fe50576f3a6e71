"""The agent's side of an environment: actions as tools of the Model Context Protocol, over JSON-RPC 2.0. Pure.

OpenEnv keeps what agents may call apart from simulation control in this way. There is a tool for each kind of action,
and `observe`. See https://modelcontextprotocol.io, "Streamable HTTP"; every answer is one JSON object, never a stream.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from adapters.training.openenv.messages import VisibleObservation
from runtime.core.actions import Action, Noop, ParseError

OBSERVE: Final = "observe"
_VERSION: Final = "2025-06-18"
"""The version of the protocol that is answered to a client that names none."""
_ACTIONS: Final[TypeAdapter[Action]] = TypeAdapter(Action, config=ConfigDict(extra="forbid"))
_METHOD_NOT_FOUND: Final = -32601
_INVALID_PARAMS: Final = -32602


class RpcRequest(BaseModel):
    """One request, or a notification, which has no `id`."""

    model_config = ConfigDict(frozen=True)

    jsonrpc: str = "2.0"
    id: int | str | None = None
    method: str
    params: dict[str, Any] = {}


class RpcError(Exception):
    """A request that is answered by an error."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def answer_simple(request: RpcRequest) -> dict[str, Any]:
    """Return the result of a request that concerns no episode.

    Raises:
        RpcError: there is no such method.
    """
    match request.method:
        case "initialize":
            return {
                "protocolVersion": str(request.params.get("protocolVersion", _VERSION)),
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "mobile-agent-runtime", "version": "1"},
            }
        case "tools/list":
            return {"tools": tools()}
        case "ping":
            return {}
        case method:
            raise RpcError(_METHOD_NOT_FOUND, f"there is no method {method[:80]!r}")


def tools() -> list[dict[str, Any]]:
    """Return the description of each tool."""
    found = [{"name": OBSERVE, "description": "Return the screen at rest; costs nothing.", "inputSchema": _EMPTY}]
    for action in get_args(get_args(Action)[0]):
        if action not in (Noop, ParseError):
            schema = TypeAdapter(action).json_schema()
            kind = schema["properties"].pop("kind")["const"]
            found.append({"name": kind, "description": action.__doc__ or "", "inputSchema": schema})
    return found


_EMPTY: Final[dict[str, Any]] = {"type": "object", "properties": {}}


def tool_action(params: Mapping[str, Any]) -> Action | None:
    """Return the action that a call of a tool asks for; None: only to observe.

    Raises:
        RpcError: there is no such tool, or the arguments are wrong.
    """
    name, arguments = params.get("name"), params.get("arguments") or {}
    if not isinstance(arguments, dict):
        raise RpcError(_INVALID_PARAMS, "arguments must be an object")
    if name == OBSERVE:
        return None
    try:
        return _ACTIONS.validate_json(json.dumps({**arguments, "kind": name}), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise RpcError(_INVALID_PARAMS, f"{where}: {first['msg']}"[:300]) from None


def tool_result(seen: VisibleObservation) -> dict[str, Any]:
    """Return the result of a call: what an agent sees, and its frame as a picture."""
    text = json.dumps({name: value for name, value in seen.items() if name != "frame"}, ensure_ascii=False)
    content = [{"type": "text", "text": text}]
    if seen["frame"] is not None:
        content.append({"type": "image", "data": seen["frame"], "mimeType": "image/png"})
    return {"content": content, "isError": False}


def tool_error(message: str) -> dict[str, Any]:
    """Return the result of a call that could not be carried out."""
    return {"content": [{"type": "text", "text": message}], "isError": True}


def rpc_reply(request: RpcRequest, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request."""
    return {"jsonrpc": "2.0", "id": request.id, "result": result}


def rpc_error(request: RpcRequest, error: RpcError) -> dict[str, Any]:
    """Return the error that answers a request."""
    return {"jsonrpc": "2.0", "id": request.id, "error": {"code": error.code, "message": str(error)}}
