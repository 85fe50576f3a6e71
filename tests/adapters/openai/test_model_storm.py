"""Many kinds of endpoint faults at once: each question is answered correctly or unscored, and every attempt counted."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import anyio
import pytest

from adapters.openai.fake import Cut, Fail, Hold, Part, Raw, ReceivedRequest, Say
from runtime.core.errors import ModelLost, ModelTimeout
from runtime.llm import Flag, Form, FormAnswer, Integer, ask
from runtime.llm.requests import ROLES

QUESTIONS = 150


def truth(number: int) -> dict[str, Any]:
    """The correct answer to the question with this number."""
    return {
        f"q{number}": {"even": number % 2 == 0, "last": number % 10},
        "fixed": {"even": True, "last": 0},
    }


def form(number: int) -> Form:
    """The answer form of the question with this number."""
    return Form((f"q{number}", "fixed"), {"even": Flag(), "last": Integer(0, 9)})


def faulty_script(random: Random, says: list[Say]) -> Any:
    """A script whose replies are mostly right and sometimes faulty; `says` collects the replies that are texts."""

    def script(asked: ReceivedRequest) -> Part:
        found = re.search(r"number (\d+)", asked.text)
        assert found is not None
        number = int(found[1])
        right = truth(number)
        words = (
            json.dumps(right), json.dumps(right), json.dumps(right), f"```json\n{json.dumps(right)}\n```",
            json.dumps({f"q{number}": right[f"q{number}"]}), json.dumps({**right, "q999": right["fixed"]}),
            json.dumps({**right, "fixed": {"even": 0.7, "last": 0}}), json.dumps({**right, "fixed": {"even": True}}),
            json.dumps({**right, "fixed": {"even": True, "last": 10}}), json.dumps(right)[:-4], "I cannot say.", "",
            asked.text,
        )  # fmt: skip
        parts: tuple[Part, ...] = (
            *(Say(word) for word in words), Say(None, refusal="I won't"), Say(None, finish="content_filter"),
            Say(words[0], usage=None), Fail(500), Fail(503), Fail(429, "busy", {"Retry-After": "0.002"}), Fail(429),
            Fail(400, "bad request"), Cut(), Cut(30), Raw(b"<html>"), Raw(b"{}"), Hold(Say(words[0])),
        )  # fmt: skip
        weights = [8] * 4 + [1] * (len(parts) - 4)
        (part,) = random.choices(parts, weights)
        if isinstance(part, Say):
            says.append(part)
        return part

    return script


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_answer_is_right_or_unscored_and_every_token_is_counted(line, request_of, seed):
    """150 concurrent questions to a faulty endpoint: none hangs or is answered wrongly, and tokens are counted."""
    says: list[Say] = []
    answers: dict[int, FormAnswer] = {}
    async with line(faulty_script(Random(seed), says)) as item:

        async def go(number: int) -> None:
            request = request_of(f"This is number {number}.", role=ROLES[number % 3], deadline=5.0)
            answers[number] = await ask(item.model, request, form(number))

        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:
                for number in range(QUESTIONS):
                    group.start_soon(go, number)
        assert (item.model.budget.in_flight, item.model.budget.waiting) == (0, 0)
        rows = item.ledger.document()
    assert len(answers) == QUESTIONS
    for number, answer in answers.items():
        assert answer.values == truth(number) if answer.values is not None else answer.reason
    assert sum(answer.values is not None for answer in answers.values()) > QUESTIONS / 4
    assert any(answer.repaired for answer in answers.values())
    total = {name: sum(row[name] for row in rows) for name in ("answered", "failed", "abandoned")}
    booked = sum(row["tokens"]["input"] for row in rows)
    # What was answered is booked, but for replies that a deadline cut off on their way to us.
    late = len(says) - total["answered"]
    assert 0 <= late <= total["abandoned"]
    counted = sum(say.usage[0] for say in says if say.usage is not None)
    assert counted - 100 * late <= booked <= counted


async def test_faults_of_the_network_never_change_an_answer(line, request_of):
    """Behind resets, cut replies, delays and refused connections every request is answered rightly or has no answer."""
    faults = "reset=0.1,truncate=0.1,refuse=0.05,delay=5ms±5ms@0.3,half-open=0.005"
    answered = lost = 0
    async with line(lambda asked: Say(asked.text[::-1]), faults=faults, tries=5) as item:

        async def go(number: int, bulk: bool) -> None:
            nonlocal answered, lost
            try:
                reply = await item.model.complete(request_of(f"number {number}", deadline=10.0, bulk=bulk))
            except (ModelLost, ModelTimeout):
                lost += 1
            else:
                assert reply.text == f"number {number}"[::-1]
                answered += 1

        with anyio.fail_after(60):
            async with anyio.create_task_group() as group:
                for number in range(QUESTIONS):
                    group.start_soon(go, number, number % 2 == 0)
        assert (item.model.budget.in_flight, item.model.budget.waiting) == (0, 0)
        (row,) = item.ledger.document()
    assert answered + lost == QUESTIONS
    assert answered > 0.8 * QUESTIONS
    assert row["answered"] == answered
    assert row["failed"] > 0


async def test_a_request_cancelled_at_any_moment_releases_its_slot(line, request_of):
    """A request cancelled after any number of event loop turns frees its slot, and the connection stays usable."""
    async with line(lambda asked: Say("yes"), most=1) as item:
        finished = 0
        for turns in range(60):
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as group:

                    async def count(turns: int = turns, scope: anyio.CancelScope = scope) -> None:
                        for _ in range(turns):
                            await anyio.lowlevel.checkpoint()
                        scope.cancel()

                    group.start_soon(count)
                    await item.model.complete(request_of())
                    finished += 1
                    group.cancel_scope.cancel()
            assert (item.model.budget.in_flight, item.model.budget.waiting) == (0, 0)
        assert (await item.model.complete(request_of())).text == "yes"
        (row,) = item.ledger.document()
    assert row["answered"] >= finished
    assert row["answered"] + row["abandoned"] <= 61
