"""What a Detailed instruction says of each step: words made of the step, or the author's own."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.clarity240 import build, schema, yaml_document
from benchmarks.clarity240 import suite as files
from runtime.core.errors import UsageError

_NAMES = st.from_regex(r"[A-Za-z][a-z_]{0,11}", fullmatch=True)
_ELEMENTS = st.builds(
    schema.SelectorFile,
    **{part: st.just("") | _NAMES for part in ("resource_id", "text", "desc", "cls", "within")},
    nth=st.integers(0, 3),
)
_OPERATIONS = st.one_of(
    st.fixed_dictionaries({"launch": _NAMES}),
    st.fixed_dictionaries({"tap": _ELEMENTS}),
    st.fixed_dictionaries({"long_press": _ELEMENTS}),
    st.fixed_dictionaries({"type": _NAMES}, optional={"into": _ELEMENTS}),
    st.fixed_dictionaries({"press": st.sampled_from(["BACK", "HOME", "ENTER"])}),
    st.fixed_dictionaries({"finish": st.builds(schema.FinishFile, read=_ELEMENTS)}),
)
"""All operations of `schema.OPERATIONS`."""

NAME = "social.mute"
TEXT = (files.home() / "intents" / f"{NAME}.yaml").read_text("utf-8")


@given(_OPERATIONS)
@example({"tap": schema.SelectorFile(resource_id="A_")})
def test_every_step_has_one_phrase_of_its_own(operation):
    """A step without `say` gives one phrase: a verb and more, without marks that lead nowhere."""
    (phrase,) = build.phrases(schema.StepFile(**operation), ["size"], {})
    assert phrase.split(" ", 1)[0] in {"open", "tap", "choose", "hold", "write", "go", "press", "tell"}
    assert " ".join(phrase.split()) == phrase
    assert " " in phrase
    assert "{" not in phrase


@given(_OPERATIONS, st.lists(_NAMES))
def test_an_override_is_used_as_it_is(operation, words):
    """`say` replaces the phrase of any step: by one, by several, or by none."""
    assert build.phrases(schema.StepFile(**operation, say=tuple(words)), [], {}) == tuple(words)


@pytest.mark.parametrize(
    ("step", "phrase"),
    [
        ({"launch": "com.bunwright.orders"}, "open Bunwright"),
        ({"launch": "com.example.other"}, "open com.example.other"),
        ({"tap": {"text": "Save"}}, "tap Save"),
        ({"tap": {"text": "Save", "resource_id": "button"}}, "tap Save"),
        ({"tap": {"desc": "New event"}}, "tap New event"),
        ({"tap": {"resource_id": "com.bunwright.orders:id/add_to_order"}}, "tap Add to order"),
        ({"tap": {"text": "Follow", "within": "{item}"}}, "tap Follow beside {item}"),
        ({"tap": {"cls": "TextView", "within": "Total"}}, "tap Total"),
        ({"tap": {"text": "{size}"}}, "choose {size}"),
        ({"tap": {"text": "{item}"}}, "tap {item}"),
        ({"long_press": {"text": "{item}"}}, "hold down {item}"),
        ({"type": "Count me in", "into": {"resource_id": "answer"}}, "write Count me in"),
        ({"press": "BACK"}, "go back"),
        ({"finish": {"read": {"resource_id": "hours"}}}, "tell me what it says"),
    ],
)
def test_a_phrase_is_made_of_the_step(step, phrase):
    """Apps go by their labels, elements by what stands on them, and values of parameters are chosen."""
    file = schema.StepFile.model_validate(step)
    assert build.phrases(file, ["size"], {"com.bunwright.orders": "Bunwright"}) == (phrase,)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("domain: social", "domain: social\nsay: go on", "say: go on", "no such key"),
        ("phrasing:\n", "phrasing:\n  say: go on\n", "say: go on", "no such key"),
        ("{text: Mute notifications}", "{text: Mute notifications, say: go on}", "- tap: {text: Mute n", "no such key"),
        ("  closing:", "  say: go on\n  closing:", "say: go on", "no such key"),
        ("      key: mute\n", "      key: mute\n      say: open {room}\n", "say: open {room}", "no requirement"),
        ("      key: mute\n", "      key: mute\n      say: [go, {on: 1}]\n", "say: [go", "should be a valid string"),
        ("      key: mute\n", '      key: mute\n      say: ""\n', 'say: ""', "at least 1 character"),
        ("phrasing:\n", "phrasing:\n  path: [go on]\n", "path: [go on]", "no such key"),
    ],
)
def test_words_at_the_wrong_place_are_refused_with_file_and_line(old, new, line, words):
    """`say` belongs to a step and holds texts, with requirements in them; everything else is named with its line."""
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    number = text[: text.index(line)].count("\n") + 1
    with pytest.raises(UsageError) as caught:
        schema.understand(yaml_document.read(text, f"intents/{NAME}.yaml"))
    message = str(caught.value)
    assert message.startswith(f"intents/{NAME}.yaml:{number}: ")
    assert words in message


def test_no_committed_step_says_what_it_would_say_anyway():
    """In the committed files `say` stands only where the words differ from those that are made of the step."""
    labels = files.recordings().labels
    for source in files.sources():
        parameters = [requirement.id for requirement in source.requirements if requirement.kind != "anchor"]
        for step in source.reference.steps:
            silent = step.model_copy(update={"say": None})
            assert step.say != build.phrases(silent, parameters, labels), (source.id, step)
