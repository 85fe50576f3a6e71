"""Replies kept by content: asked once, recorded, played again, shared by runs."""

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
from runtime.llm import Ledger, Message, ModelReply, ModelRequest, Picture
from runtime.llm.cache import CachedModel

ASKED = ModelRequest("judge", (Message("user", ("is it so?", Picture("frame-1", b"jpeg"))),), prompt="judge@1+abc")


class Counter:
    """A model that says how often it was asked."""

    name = "m"

    def __init__(self) -> None:
        self.times = 0

    async def complete(self, request: Any) -> Any:
        self.times += 1
        return ModelReply(f"reply {self.times}", {"input": 5, "output": 2}, "m")


async def test_nothing_is_asked_twice(tmp_path):
    """A warm cache answers without a request, also in the next run; tokens are counted again but not paid again."""
    model, ledger = Counter(), Ledger()
    first = await CachedModel(model, tmp_path, "cache", ledger).complete(ASKED)
    again = await CachedModel(model, tmp_path, "cache", ledger).complete(ASKED)
    assert model.times == 1
    assert again == replace(first, cached=True)
    (row,) = ledger.document()
    assert (row["cached"], row["answered"], row["tokens"]["input"]) == (1, 0, 0)


async def test_who_asks_the_same_meanwhile_waits_for_the_first(tmp_path):
    """One request for five at once; if the first one fails or is given up, the next asks for itself."""

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


async def test_a_reply_that_is_there_is_kept_though_its_asker_is_gone(tmp_path):
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


def test_the_key_is_the_content():
    """Text, order, picture, schema, prompt, length and model are in it; role and deadline are not."""
    text, picture = ASKED.messages[0].parts
    same = [replace(ASKED, role="agent"), replace(ASKED, deadline=1.0)]
    same += [replace(ASKED, messages=(Message("user", (text, Picture("frame-1", b"made anew"))),))]
    other = [
        replace(ASKED, prompt="judge@2+abc"),
        replace(ASKED, schema={"type": "object"}),
        replace(ASKED, max_tokens=7),
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
    """Two keys are equal exactly when the conversations are, wherever texts and pictures begin and end."""
    keys = ModelRequest("judge", item).key("m"), ModelRequest("judge", other).key("m")
    assert (keys[0] == keys[1]) == (item == other)


async def test_a_recording_answers_as_the_run_did(tmp_path):
    """Recording replaces earlier replies; a repeated request in a run is sent once, and the replay sends none."""
    await CachedModel(Counter(), tmp_path, "cache", Ledger()).complete(ASKED)
    model = Counter()
    model.times = 10
    recorder = CachedModel(model, tmp_path, "record", Ledger())
    heard = [(await recorder.complete(ASKED)).text for _ in range(3)]
    assert heard == ["reply 11"] * 3
    nobody = Counter()
    replayed = await CachedModel(nobody, tmp_path, "replay", Ledger()).complete(ASKED)
    assert (replayed.text, nobody.times) == ("reply 11", 0)


async def test_what_was_not_recorded_is_an_error_that_names_it(tmp_path):
    """The message names role, model, prompt and request."""
    with pytest.raises(UsageError, match=r"judge asks m with prompt judge@1\+abc: 'is it so\?'"):
        await CachedModel(Counter(), tmp_path, "replay", Ledger()).complete(ASKED)


async def test_of_runs_that_ask_at_the_same_time_the_first_reply_counts(tmp_path):
    """Everybody hears what is kept, however many asked before it was."""
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
async def test_a_damaged_file_is_as_good_as_none(tmp_path, body):
    """It is asked again and mended."""
    model = Counter()
    await CachedModel(model, tmp_path, "cache", Ledger()).complete(ASKED)
    (path,) = tmp_path.rglob("*.json")
    path.write_bytes(body)
    await CachedModel(model, tmp_path, "cache", Ledger()).complete(ASKED)
    assert model.times == 2
    assert json.loads(path.read_bytes())["reply"]["text"] == "reply 2"


async def test_failures_are_not_kept(line, request_of, tmp_path):
    """Failures are not cached: the next request is sent."""
    parts = iter([Fail(400, "not now"), Say("yes")])
    async with line(lambda asked: next(parts)) as item:
        model = CachedModel(item.model, tmp_path, "cache", item.ledger)
        with pytest.raises(ModelRefused):
            await model.complete(request_of())
        assert (await model.complete(request_of())).text == "yes"


async def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    """A file in the place of the folder is named in the error."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be"):
        await CachedModel(Counter(), tmp_path / "file", "cache", Ledger()).complete(ASKED)
