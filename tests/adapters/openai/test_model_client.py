"""The model client against a fake HTTP endpoint: what is sent, how replies are read, which errors are retried."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any

import anyio
import pytest

from adapters.openai.dialect import Dialect
from adapters.openai.fake import Cut, Fail, Hold, Raw, Say, in_turn
from adapters.openai.replies import retry_after
from adapters.openai.reply_limit import LARGEST_REPLY
from runtime.core.errors import EndpointRefused, ModelLost, ModelRefused, ModelTimeout
from runtime.llm import Flag, Form, Message, ModelRequest, Picture, Sampling, ask

FORM = Form(("r1", "r2"), {"met": Flag()})
GOOD = '{"r1": {"met": true}, "r2": {"met": false}}'


def ledger_row(line: Any, role: Any = "judge") -> Any:
    """The ledger's row of a role."""
    return next(row for row in line.ledger.document() if row["role"] == role)


async def test_a_request_arrives_complete(line, request_of):
    """Model, temperature, length, schema and text are in the body; the reply's text and tokens are returned."""
    async with line(lambda asked: Say("so it is", usage=(7, 3), reused=2)) as item:
        reply = await item.model.complete(request_of("is \u2028 it \ud800 so?", schema=FORM.schema, max_tokens=99))
        (asked,) = item.endpoint.asked
    assert (reply.text, reply.usage, reply.finish) == ("so it is", {"input": 7, "output": 3, "reused": 2}, "stop")
    assert asked.body["model"] == "m"
    assert asked.body["temperature"] == 0
    assert asked.body["max_tokens"] == 99
    assert asked.body["messages"] == [{"role": "user", "content": "is \u2028 it \ud800 so?"}]
    assert asked.body["response_format"]["json_schema"]["schema"] == FORM.schema


async def test_sampling_values_are_sent_only_if_they_are_set(line, request_of):
    """`top_p`, `frequency_penalty` and `seed` are in the body if the request sets them; the temperature stays 0."""
    names = {"top_p", "frequency_penalty", "seed"}
    async with line(lambda asked: Say("yes")) as item:
        await item.model.complete(request_of("so?"))
        await item.model.complete(request_of("so?", sampling=Sampling(0.85, 0.2, 1234)))
        plain, drawn = (asked.body for asked in item.endpoint.asked)
    assert not names & plain.keys()
    assert {name: drawn[name] for name in names} == {"top_p": 0.85, "frequency_penalty": 0.2, "seed": 1234}
    assert plain["temperature"] == drawn["temperature"] == 0


async def test_pictures_arrive_complete_and_in_order(line):
    """The body holds every picture between its neighbouring texts, byte for byte."""
    one_picture, another = Picture("a", bytes(range(256)) * 400), Picture("b", b"\xff\xd8" + b"x" * 70_000)
    shown = (
        Message("system", ("rules",)),
        Message("user", ("first", one_picture, 'then "this"', another)),
        Message("assistant", ("hm",)),
        Message("user", (one_picture,)),
    )
    async with line(lambda asked: Say("seen")) as item:
        await item.model.complete(ModelRequest("agent", shown))
        (asked,) = item.endpoint.asked

    def url(picture: Any) -> Any:
        data = base64.b64encode(picture.jpeg).decode()
        return {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{data}"}}

    assert [message["content"] for message in asked.body["messages"]] == [
        "rules",
        [{"type": "text", "text": "first"}, url(one_picture), {"type": "text", "text": 'then "this"'}, url(another)],
        "hm",
        [url(one_picture)],
    ]


@pytest.mark.parametrize(("takes", "learnt"), [("json_object", "json_object"), ("text", "fenced")])
async def test_the_supported_response_format_is_found_and_kept(line, request_of, takes, learnt):
    """A refused response format is replaced by a simpler one with the schema as text, also for later requests."""
    order = ["json_schema", "json_object", "text"]

    def script(asked: Any) -> Any:
        if asked.structure != takes:
            return Fail(400, f"response_format {asked.structure} is not supported")
        assert "additionalProperties" in asked.text
        return Say(f"```json\n{GOOD}\n```" if takes == "text" else GOOD)

    async with line(script) as item:
        first = await ask(item.model, request_of(), FORM)
        tried = [asked.structure for asked in item.endpoint.asked]
        second = await ask(item.model, request_of(), FORM)
    assert tried == order[: order.index(takes) + 1]
    assert len(item.endpoint.asked) == len(tried) + 1
    assert item.model.dialect == Dialect(structure=learnt)
    assert first.values == second.values == {"r1": {"met": True}, "r2": {"met": False}}
    assert not first.repaired


async def test_max_completion_tokens_is_used_where_it_is_required(line, request_of):
    """An endpoint that refuses max_tokens gets max_completion_tokens, with the same response format."""

    def script(asked: Any) -> Any:
        if "max_tokens" in asked.body:
            return Fail(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return Say(GOOD)

    async with line(script) as item:
        assert (await ask(item.model, request_of(), FORM)).values is not None
        assert item.endpoint.asked[-1].structure == "json_schema"
    assert item.model.dialect.limit == "max_completion_tokens"


async def test_a_request_refused_in_every_format_reports_the_first_error(line, request_of):
    """If each response format is refused, the error is the first refusal, and no format is remembered."""
    texts = iter(["the first words", "the second", "the third"])
    async with line(lambda asked: Fail(422, next(texts))) as item:
        with pytest.raises(ModelRefused, match="422 the first words"):
            await item.model.complete(request_of(schema=FORM.schema))
        assert len(item.endpoint.asked) == 3
    assert item.model.dialect == Dialect()


@pytest.mark.parametrize(
    ("part", "kind", "named"),
    [
        (Fail(401, "bad key"), EndpointRefused, "the key was not accepted"),
        (Fail(404, "unknown model"), EndpointRefused, "no such model or URL"),
        (Fail(400, "This model's maximum context length is 4096 tokens"), ModelRefused, "context length"),
        (Fail(429, "You exceeded your current quota, please check it"), EndpointRefused, "exceeded your current quota"),
    ],
)
async def test_permanent_errors_are_not_retried(line, request_of, part, kind, named):
    """A wrong key, unknown model, too long request or exceeded quota fails after one request, with its reason; only the
    length is a fault of the request.
    """
    async with line(lambda asked: part) as item:
        with pytest.raises(ModelRefused, match=named) as caught:
            await item.model.complete(request_of(schema=FORM.schema))
        assert type(caught.value) is kind
        assert len(item.endpoint.asked) == 1
    assert ledger_row(item)["failed"] == 1


@pytest.mark.parametrize(
    "part",
    [
        Fail(500), Fail(503), Fail(408), Cut(), Cut(40), Raw(b"<html>"), Raw(b"[]"), Raw(b'{"choices": []}'),
        Raw(b'{"error": {"code": 502, "message": "upstream"}}'), Raw(b'{"choices": [{"message": null}]}'), Raw(b""),
    ],
)  # fmt: skip
async def test_temporary_errors_are_retried(line, request_of, part):
    """After server errors, broken connections or malformed bodies the next attempt's answer is returned."""
    async with line(in_turn([part, part, Say("well")])) as item:
        assert (await item.model.complete(request_of())).text == "well"
    row = ledger_row(item)
    assert (row["failed"], row["answered"], row["tokens"]["input"]) == (2, 1, 100)


async def test_a_reply_without_end_is_a_failed_attempt(line, request_of):
    """A body of more than sixteen megabytes is not read to its end, and the next attempt's answer is returned."""
    async with line(in_turn([Raw(bytes(LARGEST_REPLY + 1)), Say("well")])) as item:
        assert (await item.model.complete(request_of())).text == "well"
    async with line(lambda asked: Raw(bytes(LARGEST_REPLY + 1)), tries=1) as item:
        with pytest.raises(ModelLost, match="more than 16 MB"):
            await item.model.complete(request_of())


async def test_retries_end_after_the_last_attempt(line, request_of):
    """After three failed attempts the error names the failure and the number of attempts."""
    async with line(lambda asked: Fail(500, "out of memory"), tries=3) as item:
        with pytest.raises(ModelLost, match=r"500 out of memory \(3 attempts\)"):
            await item.model.complete(request_of())
        assert len(item.endpoint.asked) == 3


async def test_a_refused_connection_is_reported_with_its_address(line, request_of):
    """A request to an endpoint that no longer listens raises ModelLost with its address."""
    async with line(lambda asked: Say("")) as item:
        await item.endpoint.__aexit__(None, None, None)
        with pytest.raises(ModelLost, match=r"127\.0\.0\.1"):
            await item.model.complete(request_of())
        await item.endpoint.__aenter__()


async def test_waiting_after_a_429_does_not_count_as_an_attempt(line, request_of):
    """With a single attempt allowed, seven 429 replies with Retry-After are waited out and the request succeeds."""
    busy = Fail(429, "slow down", {"Retry-After": "0.01"})
    async with line(in_turn([busy] * 7 + [Say("at last")]), tries=1) as item:
        assert (await item.model.complete(request_of())).text == "at last"
    assert ledger_row(item)["failed"] == 7


async def test_a_wait_beyond_the_deadline_is_not_begun(line, request_of):
    """A Retry-After beyond the request's deadline raises ModelTimeout at once."""
    async with line(lambda asked: Fail(429, "slow down", {"Retry-After": "3600"})) as item:
        with anyio.fail_after(10):
            with pytest.raises(ModelTimeout, match="retry possible in 3600 s"):
                await item.model.complete(request_of(deadline=60))


async def test_a_silent_endpoint_times_out_at_the_deadline(line, request_of):
    """The timeout names the deadline and frees the slot; the ledger counts an abandoned, unmetered request."""
    async with line(lambda asked: Hold(Say("late"))) as item:
        with pytest.raises(ModelTimeout, match=r"no answer within 0\.2 s"):
            await item.model.complete(request_of(deadline=0.2))
        assert item.model.budget.in_flight == item.model.budget.waiting == 0
    row = ledger_row(item)
    assert (row["abandoned"], row["unmetered"], row["answered"]) == (1, 1, 0)


async def test_cancelled_requests_release_their_slots(line, request_of):
    """Requests cancelled in flight or in the queue free their slots, and the next request is answered."""
    hold = Hold(Say("late"))
    parts = [hold, hold, Say("next")]
    left = iter(parts)
    async with line(lambda asked: next(left), most=2) as item:
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(item.model.complete, request_of())
            with anyio.fail_after(10):
                while item.endpoint.busy < 2:
                    await anyio.lowlevel.checkpoint()
            assert (item.model.budget.in_flight, item.model.budget.waiting) == (2, 3)
            group.cancel_scope.cancel()
        assert (item.model.budget.in_flight, item.model.budget.waiting) == (0, 0)
        assert (await item.model.complete(request_of())).text == "next"
    assert ledger_row(item)["abandoned"] == 2


async def test_an_answer_without_a_count_is_unmetered(line, request_of):
    """If the endpoint reports no or only some token counts, the usage is empty and the reply counts as unmetered."""
    half = json.dumps({"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": 5}}).encode()
    async with line(in_turn([Say("x", usage=None), Raw(half)])) as item:
        assert (await item.model.complete(request_of())).usage == {}
        assert (await item.model.complete(request_of())).usage == {}
    assert ledger_row(item)["unmetered"] == 2


def test_retry_after_is_read_in_all_its_forms():
    """Retry-After is read as seconds, milliseconds or a date; invalid values are ignored."""
    now = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert retry_after({"retry-after": "1.5"}, now) == 1.5
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}, now) == 0.25
    assert retry_after({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, now) == 30
    assert retry_after({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, now) == 0
    assert retry_after({"retry-after": "nan"}, now) is None
    assert retry_after({"retry-after": "-4"}, now) is None
    assert retry_after({"retry-after": "soon"}, now) is None
    assert retry_after({}, now) is None
