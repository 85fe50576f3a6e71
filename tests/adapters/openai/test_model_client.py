"""One request through the SDK to a real endpoint: what is sent, what comes back, what goes wrong."""

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
from runtime.core.errors import ModelLost, ModelRefused, ModelTimeout
from runtime.llm import Flag, Form, Message, ModelRequest, Picture, ask

FORM = Form(("r1", "r2"), {"met": Flag()})
GOOD = '{"r1": {"met": true}, "r2": {"met": false}}'


def account(line: Any, role: Any = "judge") -> Any:
    """The ledger's row of a role."""
    return next(row for row in line.ledger.document() if row["role"] == role)


async def test_a_request_arrives_as_it_was_meant(line, request_of):
    """Model, temperature 0, the length, the schema and the text are in the body; the reply and its tokens come back."""
    async with line(lambda asked: Say("so it is", usage=(7, 3), reused=2)) as item:
        reply = await item.model.complete(request_of("is \u2028 it \ud800 so?", schema=FORM.schema, max_tokens=99))
        (asked,) = item.endpoint.asked
    assert (reply.text, reply.usage, reply.finish) == ("so it is", {"input": 7, "output": 3, "reused": 2}, "stop")
    assert asked.body["model"] == "m"
    assert asked.body["temperature"] == 0
    assert asked.body["max_tokens"] == 99
    assert asked.body["messages"] == [{"role": "user", "content": "is \u2028 it \ud800 so?"}]
    assert asked.body["response_format"]["json_schema"]["schema"] == FORM.schema


async def test_pictures_arrive_whole_and_in_their_places(line):
    """The spliced body is the JSON that it stands for: every picture between its texts, byte for byte."""
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
async def test_an_endpoint_is_asked_in_the_way_it_takes(line, request_of, takes, learnt):
    """A refused request form is retried in a simpler one with the schema in words, which is then kept."""
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


async def test_a_newer_name_of_a_field_is_learnt(line, request_of):
    """An endpoint that wants max_completion_tokens gets it, with the form of the answer as before."""

    def script(asked: Any) -> Any:
        if "max_tokens" in asked.body:
            return Fail(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return Say(GOOD)

    async with line(script) as item:
        assert (await ask(item.model, request_of(), FORM)).values is not None
        assert item.endpoint.asked[-1].structure == "json_schema"
    assert item.model.dialect.limit == "max_completion_tokens"


async def test_what_is_refused_in_every_way_is_told_as_it_was_refused_first(line, request_of):
    """A request that the endpoint never takes ends with its first words, and nothing is learnt from it."""
    texts = iter(["the first words", "the second", "the third"])
    async with line(lambda asked: Fail(422, next(texts))) as item:
        with pytest.raises(ModelRefused, match="422 the first words"):
            await item.model.complete(request_of(schema=FORM.schema))
        assert len(item.endpoint.asked) == 3
    assert item.model.dialect == Dialect()


@pytest.mark.parametrize(
    ("part", "named"),
    [
        (Fail(401, "bad key"), "the key was not accepted"),
        (Fail(404, "unknown model"), "no such model or URL"),
        (Fail(400, "This model's maximum context length is 4096 tokens"), "context length"),
        (Fail(429, "You exceeded your current quota, please check your plan"), "exceeded your current quota"),
    ],
)
async def test_what_no_attempt_would_change_is_not_attempted_again(line, request_of, part, named):
    """A wrong key, an unknown model, a request too long, an empty purse: one request, and the reason."""
    async with line(lambda asked: part) as item:
        with pytest.raises(ModelRefused, match=named):
            await item.model.complete(request_of(schema=FORM.schema))
        assert len(item.endpoint.asked) == 1
    assert account(item)["failed"] == 1


@pytest.mark.parametrize(
    "part",
    [
        Fail(500), Fail(503), Fail(408), Cut(), Cut(40), Raw(b"<html>"), Raw(b"[]"), Raw(b'{"choices": []}'),
        Raw(b'{"error": {"code": 502, "message": "upstream"}}'), Raw(b'{"choices": [{"message": null}]}'), Raw(b""),
    ],
)  # fmt: skip
async def test_what_may_pass_is_attempted_again(line, request_of, part):
    """Errors of the server, broken connections and bodies that are no reply: the next attempt brings the answer."""
    async with line(in_turn([part, part, Say("well")])) as item:
        assert (await item.model.complete(request_of())).text == "well"
    row = account(item)
    assert (row["failed"], row["answered"], row["tokens"]["input"]) == (2, 1, 100)


async def test_an_endpoint_that_goes_on_failing_is_given_up(line, request_of):
    """After the last attempt the error says what it was and how often."""
    async with line(lambda asked: Fail(500, "out of memory"), tries=3) as item:
        with pytest.raises(ModelLost, match=r"500 out of memory \(3 attempts\)"):
            await item.model.complete(request_of())
        assert len(item.endpoint.asked) == 3


async def test_nobody_there_is_an_error_with_the_cause(line, request_of):
    """An endpoint that disappeared is reported with the connection's own error."""
    async with line(lambda asked: Say("")) as item:
        await item.endpoint.__aexit__(None, None, None)
        with pytest.raises(ModelLost, match=r"127\.0\.0\.1"):
            await item.model.complete(request_of())
        await item.endpoint.__aenter__()


async def test_too_much_is_waited_for_without_counting_as_an_attempt(line, request_of):
    """429s cost time, not attempts; how long is the endpoint's word."""
    busy = Fail(429, "slow down", {"Retry-After": "0.01"})
    async with line(in_turn([busy] * 7 + [Say("at last")]), tries=1) as item:
        assert (await item.model.complete(request_of())).text == "at last"
    assert account(item)["failed"] == 7


async def test_a_wait_beyond_the_deadline_is_not_begun(line, request_of):
    """An endpoint that says "in an hour" is believed at once."""
    async with line(lambda asked: Fail(429, "slow down", {"Retry-After": "3600"})) as item:
        with anyio.fail_after(10):
            with pytest.raises(ModelTimeout, match="retry possible in 3600 s"):
                await item.model.complete(request_of(deadline=60))


async def test_a_silent_endpoint_costs_the_deadline_and_no_more(line, request_of):
    """The error names the deadline; the connection is closed; that something may have been paid is in the books."""
    async with line(lambda asked: Hold(Say("late"))) as item:
        with pytest.raises(ModelTimeout, match=r"no answer within 0\.2 s"):
            await item.model.complete(request_of(deadline=0.2))
        assert item.model.budget.in_flight == item.model.budget.waiting == 0
    row = account(item)
    assert (row["abandoned"], row["unmetered"], row["answered"]) == (1, 1, 0)


async def test_who_is_cancelled_leaves_nothing_behind(line, request_of):
    """Cancelled on the way or in the queue: the places are free again and the next request is answered."""
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
    assert account(item)["abandoned"] == 2


async def test_an_answer_without_a_count_is_unmetered(line, request_of):
    """If the endpoint does not count tokens, or only some, nothing is estimated."""
    half = json.dumps({"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": 5}}).encode()
    async with line(in_turn([Say("x", usage=None), Raw(half)])) as item:
        assert (await item.model.complete(request_of())).usage == {}
        assert (await item.model.complete(request_of())).usage == {}
    assert account(item)["unmetered"] == 2


def test_retry_after_is_read_in_all_its_forms():
    """Seconds, milliseconds, a date; nonsense is nothing."""
    now = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
    assert retry_after({"retry-after": "1.5"}, now) == 1.5
    assert retry_after({"retry-after-ms": "250", "retry-after": "9"}, now) == 0.25
    assert retry_after({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, now) == 30
    assert retry_after({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, now) == 0
    assert retry_after({"retry-after": "nan"}, now) is None
    assert retry_after({"retry-after": "-4"}, now) is None
    assert retry_after({"retry-after": "soon"}, now) is None
    assert retry_after({}, now) is None
