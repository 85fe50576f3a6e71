"""Variants of the chat API. A model starts with the newest one and falls back when the endpoint refuses it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Structure = Literal["json_schema", "json_object", "fenced"]
_NEXT: dict[Structure, Structure] = {"json_schema": "json_object", "json_object": "fenced"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """`structure`: how a JSON answer is requested. `limit`: the name of the field for the maximum length."""

    structure: Structure = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    def after(self, status: int, reply_text: str, *, structured: bool) -> Dialect | None:
        """The dialect to try after a refusal; None if the dialect was not the reason.

        Endpoints word such refusals in many ways, so the next dialect is tried without parsing the text. Only the name
        of the newer length field is looked for, because that refusal has nothing to do with structure.
        """
        if status not in (400, 422, 501):
            return None
        if self.limit == "max_tokens" and "max_completion_tokens" in reply_text:
            return replace(self, limit="max_completion_tokens")
        if "context length" in reply_text or "context_length" in reply_text:
            return None
        following = _NEXT.get(self.structure)
        return replace(self, structure=following) if structured and following is not None else None
