"""Intent files: how they are read, and the error message for each mistake."""

from __future__ import annotations

import re

import pytest

from benchmarks.clarity240 import build, schema, yaml_document
from runtime.core.errors import UsageError
from runtime.core.tasks import StateChange

GOOD = """\
id: shop.tea
domain: e-commerce
nature: functional
origin: prior
apps: [bunwright]
requirements:
  - id: item
    kind: anchor
    slot: drink
    text: A tea is ordered.
    value: Tea
  - id: time
    kind: explicit
    slot: time
    text: It is ready at 18:30.
    value: 18:30
    default: No
reference:
  steps:
    - launch: com.bunwright.orders
    - tap: {text: "{item}"}
      serves: [item]
      key: item
phrasing:
  goal: Order {item}{time}.
  vague: Get me a drink.
  clauses:
    time: " for {time}"
"""


def understand(text: str) -> schema.IntentFile:
    """Read a file of that content."""
    return schema.understand(yaml_document.read(text, "intents/shop.tea.yaml"))


def test_words_that_look_like_other_types_stay_words():
    """Times, `No`, `on`, dates and numbers with leading zeros are read as text, not as other YAML types."""
    data = yaml_document.read("a: 18:30\nb: No\nc: on\nd: 007\ne: 12\nf: true\ng:\nh: 2026-11-17\n", "x").data
    assert data == {
        "a": "18:30", "b": "No", "c": "on", "d": "007", "e": 12, "f": True, "g": None, "h": "2026-11-17",
    }  # fmt: skip


def test_a_good_file_is_understood():
    """A file without mistakes becomes an intent file with its values."""
    assert understand(GOOD).values() == {"item": "Tea", "time": "18:30"}


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("domain: e-commerce", "domain: shopping", 2, ("domain", '"shopping"', "correct it")),
        ("    kind: anchor\n", "", 7, ("requirements.0", "'kind' is missing", "add it")),
        ("kind: explicit", "kin: explicit", 12, ("requirements.1", "missing")),
        ("    slot: drink", "    slott: x\n    slot: drink", 9, ("slott", "no such key", "spelling")),
        ("value: Tea", "value: 7", 11, ("requirements.0.value", "not 7", "quotes")),
        ("serves: [item]", "serves: [cup]", 22, ("no requirement 'cup'", "item, time")),
        ("goal: Order {item}{time}.", "goal: Order {drink}.", 25, ("{drink}", "item, time")),
        ("    time: \" for {time}\"", "    hour: x", 28, ("clauses.hour", "no requirement")),
        ("- launch: com.bunwright.orders", "- serves: [item]", 20, ("exactly one of launch",)),
        ("- launch: com.bunwright.orders", "- launch: a\n      press: BACK", 20, ("launch and press",)),
        ("  - id: time", "  - id: item", 12, ("used twice", "choose another")),
        ("origin: prior", "origin: prior\ndomain: social", 5, ("'domain' is given twice",)),
        ("apps: [bunwright]", "apps: [bunwright", 6, ("not YAML",)),
        ("apps: [bunwright]", "apps: []", 5, ("apps", "at least one")),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_file_and_line(old, new, line, words):
    """Each mistake gives one line with file, line number, rule, what is wrong and what to do."""
    assert old in GOOD
    with pytest.raises(UsageError) as caught:
        understand(GOOD.replace(old, new, 1))
    message = str(caught.value)
    assert message.startswith(f"intents/shop.tea.yaml:{line}: "), message
    for text in message.splitlines():
        assert re.match(r"intents/shop\.tea\.yaml:\d+: [a-z]+: .*; ", text)
    assert len(message.splitlines()) == (2 if "kin:" in new else 1)
    for word in words:
        assert word in message


@pytest.mark.parametrize("text", ["", "# nothing\n", "- a\n- b\n", "just words\n"])
def test_a_file_that_is_no_mapping_is_refused(text):
    """A file that is empty, a list or a bare text is refused in line 1."""
    with pytest.raises(UsageError, match=r"^intents/shop\.tea\.yaml:1: "):
        understand(text)


def test_what_is_called_like_something_else_says_so_once():
    """Without a slot a requirement goes by its id; a key step without `serves` serves the requirement of its name."""
    short = (
        GOOD.replace("    slot: time\n", "").replace("      serves: [item]\n", "").replace("id: time", "id: pick_up")
    )
    file = understand(short.replace("{time}", "{pick_up}").replace("    time: ", "    pick_up: "))
    assert [requirement.slot for requirement in file.requirements] == ["drink", "pick up"]
    assert [step.serves for step in file.reference.steps] == [(), ("item",)]
    with pytest.raises(UsageError, match=r"tea\.yaml:22: name: .*key: .*no requirement 'drink'; use one of item, time"):
        understand(GOOD.replace("      serves: [item]\n      key: item", "      key: drink"))
    opened = understand(GOOD.replace("      serves: [item]\n      key: item", "      key: drink\n      serves: []"))
    assert opened.reference.steps[1].serves == ()


def test_the_fingerprint_follows_what_a_recording_depends_on():
    """An intent's fingerprint changes with its steps, setup and values, but not with its wording."""
    first = understand(GOOD).fingerprint()
    assert understand(GOOD.replace("Get me a drink", "I am thirsty")).fingerprint() == first
    assert understand(GOOD.replace("key: item", "key: item\n      say: have a {item}")).fingerprint() == first
    assert understand(GOOD.replace("18:30", "19:00")).fingerprint() != first
    assert understand(GOOD.replace("key: item", "key: drink")).fingerprint() != first
    assert understand(GOOD + "setup:\n  state: {bunwright: {orders: []}}\n").fingerprint() != first


def test_values_are_written_once():
    """`{id}` in checks, patterns and selectors stands for the value."""
    file = understand(
        GOOD.replace(
            "    value: Tea\n",
            "    value: Tea\n    truth: {path: bunwright/orders/*, op: has, value: {lines: [{item: '{item}'}]}}\n"
            "    seen: {page: Order, row: ['{item}', 'at {time}']}\n",
        )
    )
    made = build.intent(
        file,
        schema.Recording(
            fingerprint="", steps=(), effects=(schema.RecordedChange(path=("bunwright", "orders", 1), value="{item}"),)
        ),
        schema.References(scratch=("bunwright/draft",), labels={}, intents={}),
    )
    assert made.reference.effects == (StateChange(("bunwright", "orders", 1), "{item}"),)
    assert made.reference.incidental == ("bunwright/draft",)
    item = made.requirements[0]
    assert item.truth is not None
    assert item.truth.value == {"lines": [{"item": "Tea"}]}
    assert item.seen is not None
    assert item.seen.row == ("Tea", "at 18:30")
