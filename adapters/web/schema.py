"""The talk door's OpenAPI document, made from the messages themselves."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from adapters.web.messages import Answered, Ask, Done, Instruction, Problem, Standing

_MODELS: tuple[type[BaseModel], ...] = (Answered, Ask, Done, Instruction, Problem, Standing)
_REF = "#/components/schemas/{model}"


def document() -> dict[str, Any]:
    """An OpenAPI 3.1 description of every route."""
    _, definitions = models_json_schema([(model, "validation") for model in _MODELS], ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Talk door",
            "version": "1",
            "description": "Where an agent gets its instruction, asks its user, and says that it is done. "
            "The phone itself is driven elsewhere. One bearer token stands for one episode.",
        },
        "security": [{"token": []}],
        "paths": {
            "/v1/instruction": {"get": _operation("What to do", Instruction)},
            "/v1/ask": {"post": _operation("Ask the user; answers come in the order of the questions", Answered, Ask)},
            "/v1/finish": {"post": _operation("Stop, and tell the user something", Standing, Done)},
            "/v1/status": {"get": _operation("How the conversation stands", Standing)},
            "/v1/stream": {
                "get": {
                    "summary": "The same over a WebSocket: JSON messages with a `type` of ask, finish, status or "
                    "instruction, and an optional `id` that comes back with the reply",
                    "responses": {"101": {"description": "Switching to WebSocket"}, **_problems()},
                }
            },
        },
        "components": {
            "schemas": definitions.get("$defs", {}),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(summary: str, reply: type[BaseModel], body: type[BaseModel] | None = None) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": summary,
        "responses": {"200": {"description": "OK", "content": _json(reply)}, **_problems()},
    }
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _json(body)}
    return operation


def _problems() -> dict[str, Any]:
    return {"default": {"description": "What went wrong and what to do", "content": _json(Problem)}}


def _json(model: type[BaseModel]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
