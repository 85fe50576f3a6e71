"""What an endpoint sent back: a reply, or why there is none. Bytes in, values out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from runtime.llm import ModelReply

_SPENT = ("insufficient_quota", "billing_hard_limit", "exceeded your current quota")


@dataclass(frozen=True, slots=True)
class Limited:
    """Too much at once. `after`: seconds that the endpoint wants us to wait, if it says."""

    why: str
    after: float | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """It failed, broke off, could not be reached, or sent what is no reply: worth another attempt."""

    why: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """It said no to this request."""

    why: str
    status: int
    said: str = ""
    """Its own words in full."""


Outcome = ModelReply | Limited | Broken | Refusal


def read(body: bytes, model: str) -> Outcome:
    """The reply in a response of status 200."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return Broken(f"it sent what is not JSON: {body[:80]!r}")
    if not isinstance(document, dict):
        return Broken(f"it sent no object: {body[:80]!r}")
    if isinstance(document.get("error"), dict):
        # Gateways report what failed behind them inside of a success.
        code = document["error"].get("code")
        return failed(code if isinstance(code, int) else 502, body, {})
    choices = document.get("choices")
    message = choices[0].get("message") if isinstance(choices, list) and choices and _is(choices[0]) else None
    if not isinstance(message, dict):
        return Broken(f"it sent no choices: {body[:80]!r}")
    finish = choices[0].get("finish_reason") if choices else None
    return ModelReply(
        text=_text(message.get("content")),
        usage=_usage(document.get("usage")),
        model=model,
        finish=finish if isinstance(finish, str) else "stop",
        refusal=_text(message.get("refusal")),
    )


def failed(status: int, body: bytes, headers: Mapping[str, str]) -> Limited | Broken | Refusal:
    """What a response of another status means."""
    text = body.decode(errors="replace")
    why = f"{status} {_said(text)}".strip()
    if status == 429:
        if any(mark in text for mark in _SPENT):
            return Refusal(why, status, text)
        return Limited(why, retry_after(headers, datetime.now(UTC)))
    if status in (401, 403):
        return Refusal(f"the key was not accepted ({why})", status, text)
    if status == 404:
        return Refusal(f"no such model or URL ({why})", status, text)
    if (status >= 500 and status != 501) or status in (408, 409, 425):
        return Broken(why)
    return Refusal(why, status, text)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds to wait by `Retry-After` (seconds or a date) or its sibling in milliseconds; None if it says nothing."""
    for name, scale in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / scale
        except ValueError:
            continue
        if 0 <= seconds < 1e9:
            return seconds
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max((until if until.tzinfo else until.replace(tzinfo=UTC)).timestamp() - now.timestamp(), 0.0)


def _said(body: str) -> str:
    """The endpoint's own words, short."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return " ".join(body.split())[:120]
    error = document.get("error", document) if isinstance(document, dict) else document
    message = error.get("message", error.get("detail")) if isinstance(error, dict) else error
    return " ".join(str(message or body).split())[:200]


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(part["text"]) for part in content if _is(part) and isinstance(part.get("text"), str))
    return ""


def _usage(usage_fields: object) -> dict[str, int]:
    """Tokens by our names; empty unless both counts are there, since half a count would pass for a whole one."""
    if not isinstance(usage_fields, dict):
        return {}
    taken, given = _count(usage_fields.get("prompt_tokens")), _count(usage_fields.get("completion_tokens"))
    if taken is None or given is None:
        return {}
    details = usage_fields.get("prompt_tokens_details")
    reused = _count(details.get("cached_tokens")) if isinstance(details, dict) else None
    return {"input": taken, "output": given, **({"reused": min(reused, taken)} if reused else {})}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _is(value: Any) -> bool:
    return isinstance(value, dict)
