"""Asks a model one question and accepts only a valid answer, after at most one repair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from runtime.core.errors import ModelError
from runtime.llm.requests import Message, Model, ModelReply, ModelRequest
from runtime.llm.structured_answers import Form, bullet_list

_ECHO = 200
"""Number of characters after which text repeated from the prompt counts as an echo of it."""


@dataclass(frozen=True, slots=True)
class FormAnswer:
    """The result of a question: `values` by id and field, or None (unscored) with the `reason`.

    Values may still contradict themselves, as the form's `check` reports, if the repair did not help; the caller leaves
    such subjects unscored. `usage` sums up all replies, also unreadable ones. `repaired`: the second reply was the
    valid one.
    """

    values: Mapping[str, Mapping[str, Any]] | None
    reason: str = ""
    repaired: bool = False
    usage: dict[str, int] = field(default_factory=dict)
    model: str = ""
    prompt: str = ""


async def ask(model: Model, request: ModelRequest, form: Form) -> FormAnswer:
    """Ask a question, and once more if the reply does not follow the form or contradicts itself; never raises
    `ModelError`.

    If the second reply is worse than a readable first one, the first counts: its consistent parts are still valid.

    Refusals and endpoint failures are not retried: an answer after a refusal would be forced, and retrying failed
    requests is the endpoint's task.
    """
    request = replace(request, schema=form.schema)
    usage: dict[str, int] = {}
    problems: tuple[str, ...] = ()
    first: FormAnswer | None = None
    asked, reply = request, ModelReply("")
    for again in (False, True):
        try:
            reply = await model.complete(asked)
        except ModelError as error:
            before = f"; the first reply was wrong: {problems[0]}" if problems else ""
            return first or FormAnswer(None, f"{error}{before}", usage=usage, model=model.name, prompt=request.prompt)
        _add(usage, reply.usage)
        answer = FormAnswer(
            None, _refusal(reply), repaired=again, usage=usage, model=reply.model, prompt=request.prompt
        )
        if answer.reason:
            return first or replace(answer, repaired=False)
        values, problems = form.read(reply.text)
        if not problems:
            answer = replace(answer, values=values)
            problems = tuple(form.check(values))
            if again or not problems:
                return answer
            first = answer
        problems = _with_cause(reply, request, problems)
        asked = _repair(request, reply, problems)
    unread = f"not readable after one repair: {'; '.join(problems[:4])}"
    return first or FormAnswer(None, unread, usage=usage, model=reply.model, prompt=request.prompt)


def _repair(request: ModelRequest, reply: ModelReply, problems: tuple[str, ...]) -> ModelRequest:
    problem_text = (
        f"Your reply could not be used:\n{bullet_list(problems)}\n"
        "Reply again with one JSON object that follows the schema: every id asked for, no other, nothing around it."
    )
    # A runaway reply is shortened, so that its tokens are not paid for twice.
    message = Message("assistant", (reply.text[:4000] or "(nothing)",))
    return replace(request, messages=(*request.messages, message, Message("user", (problem_text,))))


def _with_cause(reply: ModelReply, request: ModelRequest, problems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the problems, preceded by the cause if the reply as a whole shows one."""
    if reply.finish == "length":
        return (f"the reply was cut off at {request.max_tokens} tokens", *problems)
    if _echoes(reply.text, request):
        return ("the prompt was sent back instead of an answer", *problems)
    return problems


def _refusal(reply: ModelReply) -> str:
    if reply.refusal:
        return f"the model refused: {reply.refusal[:200]}"
    if reply.finish == "content_filter":
        return "the endpoint's content filter withheld the reply"
    return ""


def _echoes(text: str, request: ModelRequest) -> bool:
    normalized = " ".join(text.split())
    for message in request.messages:
        for part in message.parts:
            if isinstance(part, str):
                shown = " ".join(part.split())
                head = shown[:_ECHO]
                if len(head) >= min(_ECHO, 60) and head in normalized:
                    return True
    return False


def _add(total: dict[str, int], usage: Mapping[str, int]) -> None:
    for name, count in usage.items():
        total[name] = total.get(name, 0) + count
