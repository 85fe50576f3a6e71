"""The cache of model replies, keyed by request content: caching, recording, replaying, and sharing between runs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.openai.fake import Fail, Say
from runtime.core.errors import ModelRefused, UsageError
from runtime.llm import Ledger, Message, ModelReply, ModelRequest, Picture, Sampling
from runtime.llm.cache import CachedModel

ASKED = ModelRequest("judge", (Message("user", ("is it so?", Picture("frame-1", b"jpeg"))),), prompt="judge@1+abc")


class Counter:
    """A model that counts how often it was asked."""

    name = "m"

    def __init__(self) -> None:
        self.times = 0

    async def complete(self, request: Any) -> Any:
        self.times += 1
        return ModelReply(f"reply {self.times}", {"input": 5, "output": 2}, "m")


async def test_a_cached_request_is_not_sent_again(tmp_path):
    """A second client on one cache folder sends no request; the reply counts as cached, without tokens."""
    model, ledger = Counter(), Ledger()
    first = await CachedModel(model, tmp_path, "cache", ledger).complete(ASKED)
    again = await CachedModel(model, tmp_path, "cache", ledger).complete(ASKED)
    assert model.times == 1
    assert again == replace(first, cached=True)
    (row,) = ledger.document()
    assert (row["cached"], row["answered"], row["tokens"]["input"]) == (1, 0, 0)


async def test_equal_concurrent_requests_wait_for_the_first(tmp_path):
    """Of five equal requests one is sent; if it fails, the next is sent, and the others share its reply."""

    class Slow(Counter):
        async def complete(self, request: Any) -> Any:
            reply = await super().complete(request)
            await anyio.wait_all_tasks_blocked()
            if self.times == 1:
                raise ModelRefused("not you")
            return reply

    model, texts, refused = Slow(), [], []
    cached_model = CachedModel(model, tmp_path, "cache", Ledger())

    async def ask() -> Any:
        try:
            texts.append((await cached_model.complete(ASKED)).text)
        except ModelRefused as error:
            refused.append(str(error))

    async with anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(ask)
    assert (refused, texts, model.times) == (["not you"], ["reply 2"] * 4, 2)


async def test_a_reply_is_stored_even_if_its_caller_is_cancelled(tmp_path):
    """A reply that arrives as its caller is cancelled is stored, and the next request is answered from disk."""

    class Late(Counter):
        async def complete(self, request: Any) -> Any:
            scope.cancel()
            return await super().complete(request)

    with anyio.CancelScope() as scope:
        await CachedModel(Late(), tmp_path, "cache", Ledger()).complete(ASKED)
        await anyio.lowlevel.checkpoint()
    assert scope.cancelled_caught
    nobody = Counter()
    assert (await CachedModel(nobody, tmp_path, "cache", Ledger()).complete(ASKED)).text == "reply 1"
    assert nobody.times == 0


def test_the_cache_key_depends_on_the_content_only():
    """Texts, order, pictures, schema, prompt, length and model change the key; role and deadline do not."""
    text, picture = ASKED.messages[0].parts
    same = [replace(ASKED, role="agent"), replace(ASKED, deadline=1.0)]
    same += [replace(ASKED, messages=(Message("user", (text, Picture("frame-1", b"made anew"))),))]
    other = [
        replace(ASKED, prompt="judge@2+abc"),
        replace(ASKED, schema={"type": "object"}),
        replace(ASKED, max_tokens=7),
        replace(ASKED, sampling=Sampling(top_p=0.7)),
        replace(ASKED, sampling=Sampling(seed=0)),
        replace(ASKED, messages=(Message("user", (picture, text)),)),
        replace(ASKED, messages=(Message("user", (text, Picture("frame-2", b"jpeg"))),)),
        replace(ASKED, messages=(Message("user", (text, "frame-1")),)),
        replace(ASKED, messages=(Message("system", (text, picture)),)),
        replace(ASKED, messages=(*ASKED.messages, Message("user", ("x",)))),
    ]
    assert {request.key("m") for request in same} == {ASKED.key("m")}
    assert len({ASKED.key("n"), ASKED.key("m"), *(request.key("m") for request in other)}) == len(other) + 2


_messages = st.lists(
    st.builds(
        Message,
        st.sampled_from(("system", "user", "assistant")),
        st.lists(st.text(max_size=4) | st.builds(Picture, st.text(max_size=4), st.just(b"")), max_size=3).map(tuple),
    ),
    max_size=3,
).map(tuple)


@given(_messages, _messages)
def test_different_conversations_have_different_keys(item, other):
    """Two requests have equal keys exactly when their messages are equal, however texts and pictures are split."""
    keys = ModelRequest("judge", item).key("m"), ModelRequest("judge", other).key("m")
    assert (keys[0] == keys[1]) == (item == other)


async def test_a_replay_answers_as_the_recorded_run_did(tmp_path):
    """Recording replaces older replies and sends a repeated request once; a replay sends no request."""
    await CachedModel(Counter(), tmp_path, "cache", Ledger()).complete(ASKED)
    model = Counter()
    model.times = 10
    recorder = CachedModel(model, tmp_path, "record", Ledger())
    heard = [(await recorder.complete(ASKED)).text for _ in range(3)]
    assert heard == ["reply 11"] * 3
    nobody = Counter()
    replayed = await CachedModel(nobody, tmp_path, "replay", Ledger()).complete(ASKED)
    assert (replayed.text, nobody.times) == ("reply 11", 0)


async def test_replaying_a_request_that_was_not_recorded_is_an_error(tmp_path):
    """The error of a replay without a recorded reply names role, model, prompt and request."""
    with pytest.raises(UsageError, match=r"judge asks m with prompt judge@1\+abc: 'is it so\?'"):
        await CachedModel(Counter(), tmp_path, "replay", Ledger()).complete(ASKED)


async def test_concurrent_runs_all_use_the_reply_that_was_stored_first(tmp_path):
    """Eight clients that send the same request at once to one cache folder all return the one reply that is stored."""
    models = [Counter() for _ in range(8)]
    for number, model in enumerate(models):
        model.times = number * 10
    heard = []

    async def go(model: Any) -> Any:
        heard.append((await CachedModel(model, tmp_path, "cache", Ledger()).complete(ASKED)).text)

    async with anyio.create_task_group() as group:
        for model in models:
            group.start_soon(go, model)
    assert len(set(heard)) == 1
    assert len(list(tmp_path.rglob("*.json"))) == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".json"] == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"{}", b'{"format": 99, "reply": {}}', b'{"format": 1, "reply": 1}']
)
async def test_a_damaged_cache_file_is_replaced(tmp_path, body):
    """A cache file that cannot be read is ignored: the request is sent again, and the new reply overwrites the file."""
    model = Counter()
    await CachedModel(model, tmp_path, "cache", Ledger()).complete(ASKED)
    (path,) = tmp_path.rglob("*.json")
    path.write_bytes(body)
    await CachedModel(model, tmp_path, "cache", Ledger()).complete(ASKED)
    assert model.times == 2
    assert json.loads(path.read_bytes())["reply"]["text"] == "reply 2"


async def test_failures_are_not_cached(line, request_of, tmp_path):
    """A refused request is not cached: the next equal request is sent to the endpoint."""
    parts = iter([Fail(400, "not now"), Say("yes")])
    async with line(lambda asked: next(parts)) as item:
        model = CachedModel(item.model, tmp_path, "cache", item.ledger)
        with pytest.raises(ModelRefused):
            await model.complete(request_of())
        assert (await model.complete(request_of())).text == "yes"


async def test_a_cache_folder_that_is_a_file_is_an_error(tmp_path):
    """A file in the place of the cache folder raises a UsageError."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be"):
        await CachedModel(Counter(), tmp_path / "file", "cache", Ledger()).complete(ASKED)
