"""The OpenAPI document of the agent API, generated from its messages: all routes with all their statuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from adapters.web.shared.messages import (
    Adb,
    Answered,
    Ask,
    Done,
    Episode,
    Instruction,
    Problem,
    Standing,
    StreamAsk,
    StreamFinish,
    StreamQuery,
)

_REF: Final = "#/components/schemas/{model}"
_BRIEF: Final = {"instruction": "Order a burger.", "screen": [1080, 2400], "max_steps": 25, "can_ask": True}
_EXAMPLES: Final[dict[type[BaseModel], dict[str, Any]]] = {
    Adb: {"host": "127.0.0.1", "port": 40124, "serial": "sandbox-1f0c22a9", "device_port": 40125},
    Answered: {"reply": "Green.", "ended": False},
    Ask: {"question": "Which colour: green or blue?"},
    Done: {"text": "The burger is ordered.", "status": "complete"},
    Episode: {
        **_BRIEF,
        "token": "p5oZ…",
        "url": "http://127.0.0.1:40123",
        "adb": {"host": "127.0.0.1", "port": 40124, "serial": "sandbox-1f0c22a9", "device_port": 40125},
    },
    Instruction: _BRIEF,
    Problem: {"error": "missing or unknown token", "hint": "Send the header 'Authorization: Bearer TOKEN' …"},
    Standing: {"step": 4, "questions": 1, "ended": False},
    StreamAsk: {"type": "ask", "question": "Which size?", "id": 1},
    StreamFinish: {"type": "finish", "text": "Done.", "id": 2},
    StreamQuery: {"type": "status", "id": 3},
}
_WHY: Final = {
    400: "The body is not JSON, or incomplete",
    401: "No valid token was sent",
    408: "The body did not arrive in time",
    410: "The run is over: there will be no more episodes",
    413: "The body is too long",
    415: "The body is not declared as JSON, or is compressed",
    422: "The body is not an object, lacks a field, or has an unknown or invalid field",
    426: "Not a WebSocket handshake",
    429: "Too many requests of this kind are waiting",
    503: "The episode failed and is over",
}
_HEADERS: Final = {401: "WWW-Authenticate", 426: "Upgrade"}
_BODY: Final = (400, 401, 408, 413, 415, 422, 429, 503)


def document() -> dict[str, Any]:
    """The OpenAPI 3.1 description of all routes."""
    _, definitions = models_json_schema([(model, "validation") for model in _EXAMPLES], ref_template=_REF)
    schemas: dict[str, Any] = definitions.get("$defs", {})
    for model, example in _EXAMPLES.items():
        schemas[model.__name__]["examples"] = [example]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Agent API",
            "version": "1",
            "description": "Where an agent gets its instruction, asks its user, and reports that it is done. The phone "
            "itself is driven over ADB. Each episode has its own bearer token; agents that start by themselves claim "
            "episodes with the token of the run. An unsupported method is answered with 405, an unknown "
            "route with 404, a `Host` that is no name of the server and another web page's request with 403, invalid "
            "HTTP with 400 in plain text.",
        },
        "security": [{"episode": []}],
        "paths": {
            "/v1/episodes": {"post": _claim()},
            "/v1/instruction": _looks("What to do", "instruction", Instruction, (401,)),
            "/v1/ask": {
                "post": _operation(
                    "Ask the user; replies come in the order of the questions", "ask", Answered, _BODY, body=Ask
                )
            },
            "/v1/finish": {
                "post": _operation("Stop, with a message to the user", "finish", Standing, _BODY, body=Done)
            },
            "/v1/status": _looks("Progress of the episode", "status", Standing, (401, 503)),
            "/v1/stream": {"get": _stream()},
            "/openapi.json": {
                "get": {
                    "summary": "This document",
                    "operationId": "document",
                    "security": [],
                    "responses": {
                        "200": {"description": "OK", "content": {"application/json": {"schema": {"type": "object"}}}}
                    },
                }
            },
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "episode": {"type": "http", "scheme": "bearer", "description": "The token of one episode"},
                "run": {"type": "http", "scheme": "bearer", "description": "The token of a run with `--agent http:`"},
            },
        },
    }


def _looks(summary: str, name: str, reply: type[BaseModel], problems: Sequence[int]) -> dict[str, Any]:
    """The methods GET and HEAD of a route."""
    get = _operation(summary, name, reply, problems)
    responses = {
        status: {key: value for key, value in response.items() if key != "content"}
        for status, response in get["responses"].items()
    }
    return {"get": get, "head": {**get, "operationId": f"{name}-head", "responses": responses}}


def _claim() -> dict[str, Any]:
    """The one operation of the run's token."""
    operation = _operation("Claim the next episode; held for a while if none waits", "claim", Episode, (401, 410, 429))
    operation["security"] = [{"run": []}]
    operation["responses"]["204"] = {"description": "No episode is waiting: ask again"}
    return operation


def _stream() -> dict[str, Any]:
    """Describe the WebSocket. Its messages are schemas, because OpenAPI has no place for WebSocket messages."""
    return {
        "summary": "The same over a WebSocket",
        "operationId": "stream",
        "description": "Messages are JSON texts: StreamAsk, StreamFinish and StreamQuery go in. What comes back has "
        "the `id` of what it answers and a `type`: reply (fields of Answered), finished and status (Standing), "
        "instruction (Instruction), error (Problem).",
        "responses": {"101": {"description": "Switching to WebSocket"}, **_problems((401, 426))},
    }


def _operation(
    summary: str, name: str, reply: type[BaseModel], problems: Sequence[int], *, body: type[BaseModel] | None = None
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": summary,
        "operationId": name,
        "responses": {"200": {"description": "OK", "content": _json(reply)}, **_problems(problems)},
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _json(body)}
    return operation


def _problems(statuses: Sequence[int]) -> dict[str, Any]:
    return {str(status): _problem(status) for status in statuses}


def _problem(status: int) -> dict[str, Any]:
    response: dict[str, Any] = {"description": _WHY[status], "content": _json(Problem)}
    if status in _HEADERS:
        response["headers"] = {_HEADERS[status]: {"required": True, "schema": {"type": "string"}}}
    return response


def _json(model: type[BaseModel]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
