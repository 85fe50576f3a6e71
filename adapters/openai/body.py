"""Encodes a request as pieces of its JSON body. Pictures keep the encoding they already have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from adapters.openai.dialect import Dialect
from runtime.llm import Message, ModelRequest, Picture

_SCHEMA_REQUEST = "Reply with one JSON object that follows this JSON schema, and nothing else:\n"
_FENCED_SCHEMA_REQUEST = (
    "Reply with one fenced block that begins with ```json and holds one JSON object that follows this JSON schema:\n"
)


def pieces(request: ModelRequest, model: str, dialect: Dialect) -> list[bytes]:
    """The JSON body in pieces. Every second piece is a picture's data URL, shared with other requests."""
    head: dict[str, Any] = {"model": model, "temperature": 0, **request.sampling.fields}
    head[dialect.limit] = request.max_tokens
    messages = request.messages
    if request.schema is not None:
        form = _form(request.schema, dialect)
        if form is not None:
            head["response_format"] = form
        if dialect.structure != "json_schema":
            messages = _add_schema(messages, request.schema, dialect)
    made: list[bytes] = []
    text = [_json(head)[:-1], ',"messages":[']
    for number, message in enumerate(messages):
        text.append(f'{"," if number else ""}{{"role":"{message.role}","content":')
        _content(message, text, made)
        text.append("}")
    text.append("]}")
    made.append("".join(text).encode())
    return made


def _content(message: Message, text: list[str], made: list[bytes]) -> None:
    """Append the content of one message; a picture starts a new piece."""
    if len(message.parts) == 1 and isinstance(message.parts[0], str):
        text.append(_json(message.parts[0]))
        return
    text.append("[")
    for number, part in enumerate(message.parts):
        comma = "," if number else ""
        if isinstance(part, Picture):
            text.append(f'{comma}{{"type":"image_url","image_url":{{"url":"')
            made += ["".join(text).encode(), part.encoded]
            text[:] = ['"}}']
        else:
            text.append(f'{comma}{{"type":"text","text":{_json(part)}}}')
    text.append("]")


def _form(schema: Mapping[str, Any], dialect: Dialect) -> dict[str, Any] | None:
    if dialect.structure == "json_schema":
        return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
    return {"type": "json_object"} if dialect.structure == "json_object" else None


def _add_schema(messages: tuple[Message, ...], schema: Mapping[str, Any], dialect: Dialect) -> tuple[Message, ...]:
    """The messages with the schema in words at the end of the last one; many chat templates reject a late system
    message.
    """
    words = (_SCHEMA_REQUEST if dialect.structure == "json_object" else _FENCED_SCHEMA_REQUEST) + _json(schema)
    *before, last = messages
    if last.role == "user":
        return (*before, Message("user", (*last.parts, words)))
    return (*messages, Message("user", (words,)))


def _json(value: object) -> str:
    # ASCII, so that a lone surrogate of a damaged text cannot make the whole body unsendable.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
