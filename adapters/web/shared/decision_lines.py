"""Parses one line of a file of decisions. Pure."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from runtime.core.errors import UsageError

M = TypeVar("M", bound=BaseModel)


def parse_decision(line: bytes, number: int, schema: int, model: type[M]) -> M | None:
    """The decision in a line; None if a killed writer left it incomplete. `number` is for error messages.

    Raises:
        UsageError: the line is complete, but of another version or changed by hand.
    """
    try:
        found = json.loads(line)
    except ValueError:
        return None
    found_schema = found.get("schema") if isinstance(found, dict) else None
    if found_schema != schema:
        raise UsageError(f"line {number} has schema {found_schema!r}, but this version reads {schema}")
    try:
        return model.model_validate(found)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the line"
        raise UsageError(f"line {number} was changed by hand: {where}: {first['msg']}") from error
