"""One question to a model, asked so that its answer is exact or there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from runtime.core.errors import ModelError
from runtime.llm.forms import Form, lines
from runtime.llm.requests import Message, Model, ModelReply, ModelRequest

_ECHO = 200
"""So many characters of a prompt, word for word, are no coincidence in an answer that is not JSON."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question: `values` by id and field, or None (unscored) with the `reason`.

    Values may still contradict themselves, as the form's `check` would say: it was asked to mend that and has not. Who
    reads them leaves that subject unscored. `usage` sums up all replies, also those that could not be read; `repaired`:
    the second reply was the good one.
    """

    values: Mapping[str, Mapping[str, Any]] | None
    reason: str = ""
    repaired: bool = False
    usage: dict[str, int] = field(default_factory=dict)
    model: str = ""
    prompt: str = ""


async def ask(model: Model, request: ModelRequest, form: Form) -> Answer:
    """Ask, and once more if the reply is not what the form asks for, or contradicts itself; never raises `ModelError`.

    A first reply that could be read counts where the second is worse: what it does not contradict itself on stays good.

    A refusal and an endpoint that fails are not asked again: the second answer would be wrung out of the model, and
    repeating failed requests is the endpoint's business.
    """
    request = replace(request, schema=form.schema)
    usage: dict[str, int] = {}
    problems: tuple[str, ...] = ()
    first: Answer | None = None
    asked, reply = request, ModelReply("")
    for again in (False, True):
        try:
            reply = await model.complete(asked)
        except ModelError as error:
            before = f"; the first reply was wrong: {problems[0]}" if problems else ""
            return first or Answer(None, f"{error}{before}", usage=usage, model=model.name, prompt=request.prompt)
        _add(usage, reply.usage)
        answer = Answer(None, _refusal(reply), repaired=again, usage=usage, model=reply.model, prompt=request.prompt)
        if answer.reason:
            return first or replace(answer, repaired=False)
        values, problems = form.read(reply.text)
        if not problems:
            answer = replace(answer, values=values)
            problems = tuple(form.check(values))
            if again or not problems:
                return answer
            first = answer
        problems = _named(reply, request, problems)
        asked = _repair(request, reply, problems)
    unread = f"not readable after one repair: {'; '.join(problems[:4])}"
    return first or Answer(None, unread, usage=usage, model=reply.model, prompt=request.prompt)


def _repair(request: ModelRequest, reply: ModelReply, problems: tuple[str, ...]) -> ModelRequest:
    problem_text = (
        f"Your reply could not be used:\n{lines(problems)}\n"
        "Reply again with one JSON object that follows the schema: every id asked for, no other, nothing around it."
    )
    # A reply that ran away is not paid for twice.
    message = Message("assistant", (reply.text[:4000] or "(nothing)",))
    return replace(request, messages=(*request.messages, message, Message("user", (problem_text,))))


def _named(reply: ModelReply, request: ModelRequest, problems: tuple[str, ...]) -> tuple[str, ...]:
    """The problems, led by the cause if the reply as a whole shows one."""
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
