"""Bulk requests: only the first goes through the OpenAI SDK, the others skip it, without a visible difference."""

from __future__ import annotations

import json
from typing import Any

import anyio
import openai
import pytest

from adapters.openai.direct import bypasses_proxies
from adapters.openai.fake import Cut, Fail, Hold, Raw, Say
from adapters.openai.reply_limit import LARGEST_REPLY
from runtime.core.errors import ModelError
from runtime.llm import Message, ModelRequest, Picture

PICTURE = Picture("frame", b"\xff\xd8" + bytes(range(256)) * 2000)


@pytest.fixture
def through_sdk(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that gets one entry for each request that goes through the SDK."""
    seen: list[str] = []
    post = openai.AsyncOpenAI.post

    def spy(self: Any, path: str, **more: Any) -> Any:
        seen.append(path)
        return post(self, path, **more)

    monkeypatch.setattr(openai.AsyncOpenAI, "post", spy)
    return seen


def bulk(*parts: Any) -> ModelRequest:
    """A request that is marked as one of many."""
    return ModelRequest("judge", (Message("user", parts or ("is it so?",)),), deadline=20.0, bulk=True)


async def test_bulk_requests_after_the_first_skip_the_sdk(line, through_sdk):
    """Of four bulk requests only the first uses the SDK; all arrive with the same body and key, pictures included."""
    async with line(lambda asked: Say("yes"), key="none") as item:
        for _ in range(4):
            assert (await item.model.complete(bulk("is it so?", PICTURE))).text == "yes"
        assert len(through_sdk) == 1
        first, *others = [(asked.body, asked.authorization) for asked in item.endpoint.asked]
        assert others == [first] * 3
        assert item.ledger.document()[0]["answered"] == 4
        await item.model.complete(ModelRequest("agent", (Message("user", ("and now?",)),), deadline=20.0))
    assert len(through_sdk) == 2


@pytest.mark.parametrize(
    "part",
    [
        Fail(400, "no such thing"), Fail(401, "bad key"), Fail(404, "no model"), Fail(500, "oops"), Cut(), Cut(40),
        Raw(b"{"), Raw(b"[]"), Raw(bytes(LARGEST_REPLY + 1)),
        Say(None, refusal="I can't"), Say("half", finish="length"),
    ],
)  # fmt: skip
async def test_faults_look_the_same_with_and_without_the_sdk(line, through_sdk, part):
    """Each fault gives a bulk request the same result, number of attempts and ledger as one through the SDK."""

    async def story(many: bool) -> Any:
        script = iter([Say("warm")])
        async with line(lambda asked: next(script, part)) as item:
            request = bulk() if many else ModelRequest("judge", bulk().messages, deadline=20.0)
            await item.model.complete(request)
            try:
                value: Any = await item.model.complete(request)
            except ModelError as error:
                value = type(error), str(error).replace(str(item.endpoint.port), "PORT")
            row = item.ledger.document()[0]
            return value, len(item.endpoint.asked), row["answered"], row["failed"]

    past, through = await story(True), await story(False)
    if isinstance(part, Cut):
        # Who broke off is told in the words of the library that noticed.
        past, through = (past[0][0], *past[1:]), (through[0][0], *through[1:])
    assert past == through


async def test_a_bulk_request_waits_after_a_429_and_is_sent_again(line, through_sdk):
    """After a 429 with Retry-After a bulk request is sent again, and the window of requests shrinks."""
    script = iter([Say("warm"), Fail(429, "busy", {"Retry-After": "0.001"}), Say("yes")])
    async with line(lambda asked: next(script)) as item:
        replies = [(await item.model.complete(bulk())).text for _ in range(2)]
        assert item.model.budget.window.size < 16
    assert replies == ["warm", "yes"]
    assert len(through_sdk) == 1


async def test_a_cancelled_bulk_request_releases_its_slot(line, through_sdk):
    """A bulk request that is cancelled in flight is counted as abandoned, and the next one is answered."""
    hold = Hold(Say("late"))
    script = iter([Say("warm"), hold, Say("yes")])
    async with line(lambda asked: next(script)) as item:
        await item.model.complete(bulk())
        async with anyio.create_task_group() as group:
            group.start_soon(item.model.complete, bulk())
            with anyio.fail_after(10):
                while not item.endpoint.busy:
                    await anyio.lowlevel.checkpoint()
            group.cancel_scope.cancel()
        assert (await item.model.complete(bulk())).text == "yes"
        assert item.ledger.document()[0]["abandoned"] == 1
        assert item.model.budget.in_flight == 0


@pytest.mark.parametrize("many", [True, False])
async def test_a_redirect_is_a_model_error(line, many):
    """A redirect raises a ModelError, in bulk and through the SDK."""
    script = iter([Say("warm")])
    moved = Fail(307, "elsewhere", {"Location": "http://127.0.0.1:1/v1/chat/completions"})
    async with line(lambda asked: next(script, moved)) as item:
        request = bulk() if many else ModelRequest("judge", bulk().messages, deadline=20.0)
        await item.model.complete(request)
        with pytest.raises(ModelError):
            await item.model.complete(request)


def test_requests_skip_the_sdk_only_where_no_proxy_is_set(monkeypatch):
    """The SDK is skipped only if the environment sets no proxy for the URL's scheme, or exempts its host."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    assert bypasses_proxies("http://127.0.0.1:8000/v1")
    monkeypatch.setenv("http_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert bypasses_proxies("http://127.0.0.1:8000/v1")
    assert not bypasses_proxies("http://cloud.example/v1")
    assert bypasses_proxies("https://cloud.example/v1")
    monkeypatch.setenv("all_proxy", "http://proxy.example:3128")
    assert not bypasses_proxies("https://cloud.example/v1")


def test_the_bulk_flag_does_not_change_the_cache_key():
    """A bulk request has the same cache key as the equal request that is not bulk."""
    assert bulk().key("m") == ModelRequest("judge", bulk().messages, deadline=1.0).key("m")
    assert json.dumps(bulk().schema) == "null"
