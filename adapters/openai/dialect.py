"""How an endpoint wants to be asked: learnt from what it refuses, remembered for all later requests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Structure = Literal["json_schema", "json_object", "fenced"]
_NEXT: dict[Structure, Structure] = {"json_schema": "json_object", "json_object": "fenced"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """`structure`: how an answer's form is asked for; `limit`: what the field for its length is called."""

    structure: Structure = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    def after(self, status: int, reply_text: str, *, structured: bool) -> Dialect | None:
        """What to try once a request was refused; None if it was not the dialect.

        Endpoints word such a refusal in a hundred ways, so it is tried out instead of read; only the name of the newer
        length field is looked for, which would otherwise be mistaken for a matter of structure.
        """
        if status not in (400, 422, 501):
            return None
        if self.limit == "max_tokens" and "max_completion_tokens" in reply_text:
            return replace(self, limit="max_completion_tokens")
        if "context length" in reply_text or "context_length" in reply_text:
            return None
        following = _NEXT.get(self.structure)
        return replace(self, structure=following) if structured and following is not None else None
