"""Structured answers keyed by ids: correct ones are parsed, mistakes are named, at most one repair is requested."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.openai.fake import Cut, Fail, Raw, Say, in_turn
from runtime.llm import Choice, Flag, Form, Integer, MultiChoice, Text, ask
from runtime.llm.structured_answers import extract_json

FORM = Form(("r1", "r2"), {"met": Flag(), "step": Integer(0, 4, optional=True)})
RIGHT: dict[str, Any] = {"r1": {"met": True, "step": 3}, "r2": {"met": False, "step": None}}
GOOD = json.dumps(RIGHT)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\n {GOOD} \n",
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"Here it is:\n```json\n{json.dumps(RIGHT, indent=2)}\n```\nI hope that helps.",
        f'<think>{{"r1": {{"met": false}}}} or not?</think>{GOOD}',
    ],
)
def test_a_right_answer_is_read_in_every_wrapping(text):
    """A correct answer is parsed bare, in a fenced block, with text around the block, and after a <think> section."""
    assert FORM.read(text) == (RIGHT, ())


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ({"r1": RIGHT["r1"]}, "r2 is not answered"),
        ({**RIGHT, "r3": RIGHT["r1"]}, "r3 was not asked for"),
        ({**RIGHT, "r1": {"met": 0.93, "step": 3}}, "r1.met: 0.93 is a number (a probability?)"),
        ({**RIGHT, "r1": {"met": 1, "step": 3}}, "r1.met: 1 is a number"),
        ({**RIGHT, "r1": {"met": "true", "step": 3}}, "r1.met: 'true' must be true or false"),
        ({**RIGHT, "r1": {"met": None, "step": 3}}, "r1.met: 'null' must be true or false"),
        ({**RIGHT, "r1": {"met": True, "step": 5}}, "r1.step: 5 does not exist, there is 0 to 4"),
        ({**RIGHT, "r1": {"met": True, "step": -1}}, "r1.step: -1 does not exist"),
        ({**RIGHT, "r1": {"met": True, "step": 2.0}}, "r1.step: '2.0' must be a whole number or null"),
        ({**RIGHT, "r1": {"met": True, "step": True}}, "r1.step: 'true' must be a whole number"),
        ({**RIGHT, "r1": {"met": True}}, "r1.step is missing"),
        ({**RIGHT, "r1": {**RIGHT["r1"], "sure": True}}, "r1.sure was not asked for"),
        ({**RIGHT, "r1": True}, "r1: 'true' must be an object with met, step"),
    ],
)
def test_each_mistake_in_an_answer_is_named(answer, named):
    """An answer with one wrong id, field, type or value gives exactly one error message and no values."""
    values, problems = FORM.read(json.dumps(answer))
    assert values == {}
    assert len(problems) == 1
    assert problems[0].startswith(named)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "the reply is empty"),
        ("yes, both are met", "the reply is not JSON"),
        (GOOD[:-3], "not valid JSON"),
        (GOOD + GOOD, "not valid JSON"),
        (f"```json\n{GOOD}\n```\nand\n```json\n{GOOD}\n```", "2 fenced blocks"),
        ("[" + GOOD + "]", "the reply is not JSON"),
        ("```json\n[1]\n```", "not a JSON object"),
        ('{"r1": {"met": true, "met": false, "step": 1}, "r2": {"met": true, "step": 1}}', "answered twice: met"),
        ('{"r1": ' + "[" * 100_000, "not valid JSON"),
    ],
)
def test_a_reply_that_is_not_one_json_object_is_refused(text, named):
    """A reply that is empty, not JSON, cut off or ambiguous gives an error message that says so."""
    assert named in FORM.read(text)[1][0]


@given(st.text())
def test_parsing_never_raises(text):
    """Any text gives either all values or a list of mistakes, and never raises."""
    values, problems = FORM.read(text)
    assert bool(values) != bool(problems)
    assert not extract_json(text)[1] or not values


_KINDS = st.sampled_from(
    [Flag(), Integer(0, 9), Integer(0, 9, optional=True), Text(), Choice(("a", "b")), MultiChoice(("a",))]
)


def _value(kind: Any) -> Any:
    match kind:
        case Flag():
            return st.booleans()
        case Integer(optional=optional):
            return st.integers(0, 9) | st.none() if optional else st.integers(0, 9)
        case Text():
            return st.text(max_size=50)
        case Choice(options=options):
            return st.sampled_from(options)
        case _:
            return st.sampled_from([[], ["a"]])


@given(st.data())
def test_every_valid_answer_is_parsed_unchanged(data):
    """For any form, an answer that follows it is parsed to the same values, and the schema requires exactly its ids."""
    names = st.text("abcr123", min_size=1, max_size=4)
    ids = data.draw(st.lists(names, unique=True, min_size=1, max_size=4))
    fields = data.draw(st.dictionaries(names, _KINDS, min_size=1, max_size=3))
    form = Form(tuple(ids), fields)
    answer = {identifier: {name: data.draw(_value(kind)) for name, kind in fields.items()} for identifier in ids}
    assert form.read(json.dumps(answer)) == (answer, ())
    assert form.schema["required"] == ids
    assert form.schema["additionalProperties"] is False


def test_a_form_with_duplicate_or_no_ids_or_no_fields_is_refused():
    """A form with two equal ids, without ids or without fields raises ValueError."""
    for ids, fields in [(("a", "a"), {"x": Flag()}), ((), {"x": Flag()}), (("a",), {})]:
        with pytest.raises(ValueError, match="different ids"):
            Form(ids, fields)


BAD = '{"r1": {"met": 0.9, "step": 1}}'
FAULTS = [
    Say(BAD), Say(""), Say(None), Say("I think so."), Say(GOOD[:20], finish="length"), Say(f"{GOOD}{GOOD}"),
    Say(json.dumps({**RIGHT, "r9": RIGHT["r1"]})),
]  # fmt: skip


@pytest.mark.parametrize("bad", FAULTS)
async def test_an_unusable_reply_is_repaired_once(line, request_of, bad):
    """The second request shows the model its reply and the mistakes; the tokens of both are counted."""
    async with line(in_turn([bad, Say(GOOD)])) as item:
        answer = await ask(item.model, request_of(), FORM)
        repair = item.endpoint.asked[1].body["messages"]
    assert answer.values == RIGHT
    assert answer.repaired
    assert answer.usage == {"input": 200, "output": 20}
    assert [message["role"] for message in repair] == ["user", "assistant", "user"]
    assert "could not be used" in repair[2]["content"]


def _early(values):
    return [f"{item}: too early" for item, answer in values.items() if answer["step"] == 0]


async def test_an_answer_that_fails_the_forms_own_check_is_repaired(line, request_of):
    """The form's error message is sent to the model; an answer that fails again is still returned."""
    form = Form(FORM.ids, FORM.fields, _early)
    odd = Say(json.dumps({text: {**answer, "step": 0} for text, answer in RIGHT.items()}))
    async with line(in_turn([odd, Say(GOOD)])) as item:
        answer = await ask(item.model, request_of(), form)
        assert "r1: too early" in item.endpoint.asked[1].body["messages"][2]["content"]
    assert (answer.values, answer.repaired) == (RIGHT, True)
    async with line(lambda asked: odd) as item:
        answer = await ask(item.model, request_of(), form)
        assert len(item.endpoint.asked) == 2
    assert answer.values is not None
    assert list(form.check(answer.values))


@pytest.mark.parametrize("bad", FAULTS)
async def test_a_second_unusable_reply_leaves_the_answer_unscored(line, request_of, bad):
    """After two unusable replies the answer has no values but a reason, and the tokens of both requests are counted."""
    async with line(lambda asked: bad) as item:
        answer = await ask(item.model, request_of(), FORM)
        assert len(item.endpoint.asked) == 2
    assert answer.values is None
    assert answer.reason.startswith("not readable after one repair: ")
    assert answer.usage == {"input": 200, "output": 20}
    assert item.ledger.document()[0]["answered"] == 2


@pytest.mark.parametrize(
    ("part", "named", "requests"),
    [
        (Say(None, refusal="I can't judge people"), "the model refused: I can't judge people", 1),
        (Say(None, finish="content_filter"), "content filter", 1),
        (Fail(401, "bad key"), "the key was not accepted", 1),
        (Fail(500), "500", 3),
        (Cut(), "attempts", 3),
        (Raw(b"{"), "not JSON", 3),
    ],
)
async def test_refusals_and_failures_are_unscored_with_their_reason(line, request_of, part, named, requests):
    """A model's refusal or an endpoint's failure is not repaired: no values, and a reason that names the fault."""
    async with line(lambda asked: part) as item:
        answer = await ask(item.model, request_of(), FORM)
        assert len(item.endpoint.asked) == requests
    assert answer.values is None
    assert named in answer.reason


async def test_a_model_that_echoes_the_prompt_is_unscored(line, request_of):
    """A reply that repeats the prompt gives no values, and the reason says that the prompt was sent back."""
    prompt = "You are the judge of a phone agent. Say for each requirement whether it was met, and at which step. " * 3
    async with line(lambda asked: Say(f"Sure! {prompt}")) as item:
        answer = await ask(item.model, request_of(prompt), FORM)
    assert answer.values is None
    assert "the prompt was sent back" in answer.reason
