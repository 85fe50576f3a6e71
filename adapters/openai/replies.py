"""Parses an endpoint's response into a reply or the reason why there is none. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from runtime.llm import ModelReply

_QUOTA_EXHAUSTED = ("insufficient_quota", "billing_hard_limit", "exceeded your current quota")


@dataclass(frozen=True, slots=True)
class RateLimited:
    """The endpoint answered 429. `after`: seconds to wait, if it says so."""

    why: str
    after: float | None = None


@dataclass(frozen=True, slots=True)
class AttemptFailed:
    """The endpoint failed, was unreachable, or sent an invalid response. A retry may help."""

    why: str


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """The endpoint rejected this request. A retry does not help."""

    why: str
    status: int
    message: str = ""
    """The response body in full."""


Outcome = ModelReply | RateLimited | AttemptFailed | RequestRefused


def parse_reply(body: bytes, model: str) -> Outcome:
    """Parse a response of status 200."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return AttemptFailed(f"the response is not JSON: {body[:80]!r}")
    if not isinstance(document, dict):
        return AttemptFailed(f"the response is not a JSON object: {body[:80]!r}")
    if isinstance(document.get("error"), dict):
        # Gateways report failures of the server behind them in a response of status 200.
        code = document["error"].get("code")
        return classify_failure(code if isinstance(code, int) else 502, body, {})
    choices = document.get("choices")
    message = choices[0].get("message") if isinstance(choices, list) and choices and _is(choices[0]) else None
    if not isinstance(message, dict):
        return AttemptFailed(f"the response has no choices: {body[:80]!r}")
    finish = choices[0].get("finish_reason") if choices else None
    return ModelReply(
        text=_text(message.get("content")),
        usage=_usage(document.get("usage")),
        model=model,
        finish=finish if isinstance(finish, str) else "stop",
        refusal=_text(message.get("refusal")),
    )


def classify_failure(
    status: int, body: bytes, headers: Mapping[str, str]
) -> RateLimited | AttemptFailed | RequestRefused:
    """Classify a response of another status than 200."""
    text = body.decode(errors="replace")
    why = f"{status} {_error_message(text)}".strip()
    if status == 429:
        if any(mark in text for mark in _QUOTA_EXHAUSTED):
            return RequestRefused(why, status, text)
        return RateLimited(why, retry_after(headers, datetime.now(UTC)))
    if status in (401, 403):
        return RequestRefused(f"the key was not accepted ({why})", status, text)
    if status == 404:
        return RequestRefused(f"no such model or URL ({why})", status, text)
    if (status >= 500 and status != 501) or status in (408, 409, 425):
        return AttemptFailed(why)
    return RequestRefused(why, status, text)


def endpoint_refuses(status: int, body: str) -> bool:
    """Return whether a refusal is about the key, the model's name, the URL or the account, not about the request."""
    return status in (401, 402, 403, 404) or any(mark in body for mark in _QUOTA_EXHAUSTED)


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds to wait according to `Retry-After` (seconds or a date) or `retry-after-ms`; None without a header."""
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


def _error_message(body: str) -> str:
    """The endpoint's error message, shortened."""
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
    """Token counts by our names; empty unless both counts are present, because half a count would look complete."""
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
