"""Answers in each format: the thought, the action in shared terms, and errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.gap.predictions import forms
from benchmarks.gap.predictions.answer import Answer
from benchmarks.gap.records import Predicted
from runtime.core.errors import UsageError

PICTURE = (1080, 2400)
"""Resized to multiples of 28 it is 1092 x 2408."""


def parse_answer(form: str, value: Any, size: tuple[int, int] | None = PICTURE) -> Answer:
    """Parses an answer in a format."""
    return forms.named(form).reader(value, lambda: size)


UI_TARS = [
    ("click(start_box='<|box_start|>(333,667)<|box_end|>')", Predicted("click", (0.333, 0.667))),
    ("click(start_box='(1000,0)')", Predicted("click", (1.0, 0.0))),
    ("click(point='<point>7 998</point>')", Predicted("click", (0.007, 0.998))),
    ("long_press(start_box='(500,500)', time='')", Predicted("long_press", (0.5, 0.5), duration=1500.0)),
    ("type(content='it's 5 o'clock (now)')", Predicted("type", text="it's 5 o'clock (now)")),
    ("scroll(start_box='(500,600)', direction='down')", Predicted("scroll", (0.5, 0.6), to="up")),
    ("scroll(direction='left')", Predicted("scroll", (0.5, 0.5), to="right")),
    ("drag(start_box='(1,2)', end_box='(3,4)')", Predicted("scroll", (0.001, 0.002), to=(0.003, 0.004))),
    ("open_app(app_name='Clock')", Predicted("open", text="Clock")),
    ("press_back()", Predicted("press", button="BACK")),
    ("press_home()", Predicted("press", button="HOME")),
    ("press_enter()", Predicted("press", button="ENTER")),
    ("wait()", Predicted("wait", duration=2000.0)),
    ("finished()", Predicted("stop", status="finish")),
    ("finished(content='17:00')", Predicted("stop", text="17:00", status="finish")),
    ("call_user()", Predicted("stop", status="need_feedback")),
]
THOUGHTS = [
    "I tap it.",
    "I'll tap the (big) button at (12, 34), as it's \"finished\".",
    "First I thought click(start_box='(1,1)') would do.",
    "The word Action: stands in here, too.",
    "Several\nlines\nand “marks”.",
    "我点击它（中间）。",
]


@pytest.mark.parametrize("thought", THOUGHTS)
@pytest.mark.parametrize(("action", "predicted"), UI_TARS)
def test_ui_tars_is_parsed_after_any_thought(action, predicted, thought):
    """Brackets, quotes, other calls and keywords in the thought change nothing; a scroll has the content's
    direction.
    """
    assert parse_answer("ui-tars", f"Thought: {thought}\nAction: {action}") == Answer(thought, predicted)


def test_ui_tars_1_5_counts_in_the_resized_picture():
    """Coordinates are pixels of the picture as the model saw it; an option selects the original picture."""
    text = "Thought: t\nAction: click(point='(337,1134)')"
    assert parse_answer("ui-tars-1.5", text) == Answer("t", Predicted("click", (337 / 1092, 1134 / 2408)))
    picture = parse_answer("ui-tars-1.5?coordinates=picture", text).predicted
    assert picture == Predicted("click", (337 / 1080, 1134 / 2400))
    assert parse_answer("ui-tars-1.5", "Thought: t\nAction: click(start_box='(1092,2408)')").predicted == Predicted(
        "click", (1.0, 1.0)
    )


def owl(action: dict[str, Any], thought: str = "t") -> str:
    """Makes a reply of GUI-Owl."""
    call = json.dumps({"name": "mobile_use", "arguments": action})
    return f'<thinking>\n{thought}\n</thinking>\n<tool_call>\n{call}\n</tool_call>\n<conclusion>\n"c"\n</conclusion>'


@pytest.mark.parametrize(
    ("action", "predicted"),
    [
        ({"action": "click", "coordinate": [546, 1204]}, Predicted("click", (0.5, 0.5))),
        ({"action": "click", "coordinate": [337, 1134]}, Predicted("click", (337 / 1092, 1134 / 2408))),
        ({"action": "long_press", "coordinate": [0, 0], "time": 2}, Predicted("long_press", (0.0, 0.0), duration=2e3)),
        (
            {"action": "swipe", "coordinate": [546, 2000], "coordinate2": [546, 400]},
            Predicted("scroll", (0.5, 2000 / 2408), to=(0.5, 400 / 2408)),
        ),
        ({"action": "type", "text": "it's"}, Predicted("type", text="it's")),
        ({"action": "system_button", "button": "Back"}, Predicted("press", button="BACK")),
        ({"action": "system_button", "button": "Enter"}, Predicted("press", button="ENTER")),
        ({"action": "open", "text": "Clock"}, Predicted("open", text="Clock")),
        ({"action": "key", "text": "volume_up"}, Predicted("press", button="VOLUME_UP")),
        ({"action": "wait", "time": 3}, Predicted("wait", duration=3000.0)),
        ({"action": "terminate", "status": "success"}, Predicted("stop", status="finish")),
        ({"action": "terminate", "status": "failure"}, Predicted("stop", status="impossible")),
        ({"action": "answer", "text": "17:00"}, Predicted("stop", text="17:00", status="finish")),
    ],
)
def test_a_call_of_the_phone_tool_is_parsed(action, predicted):
    """Pixels are those of the resized picture; calls mentioned in the reasoning are ignored."""
    thought = "I need to (really) go on.\nAction: Press home, it's {better}."
    assert parse_answer("gui-owl", owl(action, thought)) == Answer(thought, predicted)


@pytest.mark.parametrize(
    ("call", "predicted"),
    [
        ('do(action="Tap", element=[333,667])', Predicted("click", (0.333, 0.667))),
        ('do(action="Type", text="it\'s (5)")', Predicted("type", text="it's (5)")),
        ('do(action="Swipe", start=[500,800], end=[500,200])', Predicted("scroll", (0.5, 0.8), to=(0.5, 0.2))),
        ('do(action="Launch", app="Clock")', Predicted("open", text="Clock")),
        ('do(action="Back")', Predicted("press", button="BACK")),
        ('do(action="Wait", duration="2 seconds")', Predicted("wait", duration=2000.0)),
        ('do(action="Take_over", message="m")', Predicted("stop", status="need_feedback")),
        ('finish(message="done")', Predicted("stop", text="done", status="finish")),
    ],
)
@pytest.mark.parametrize("thought", ["I tap.", "I won't do(action=…) again (yet)."])
def test_autoglm_is_parsed_after_any_thought(call, predicted, thought):
    """AutoGLM replies are parsed with and without their tags, after any thought."""
    assert parse_answer("autoglm", f"<think>{thought}</think><answer>{call}</answer>") == Answer(thought, predicted)
    assert parse_answer("autoglm", f"{thought}\n{call}") == Answer(thought, predicted)


def test_the_schema_of_agentcpm_is_read_as_an_object_and_as_text():
    """An integer n of 1000 is the same float as n / 1000."""
    document = {"thought": "t", "POINT": [333, 667], "to": "up"}
    found = Answer("t", Predicted("scroll", (0.333, 0.667), to="up"))
    assert parse_answer("agentcpm", document) == found
    assert parse_answer("agentcpm", json.dumps(document)) == found


@pytest.mark.parametrize(
    ("form", "value", "thought"),
    [
        ("agentcpm", {"thought": "t", "POINT": [1001, 0]}, "t"),
        ("agentcpm", '{"thought": "it\\"s (so)", "POINT": [1, 2', 'it"s (so)'),
        ("agentcpm", '{"thought":"t","OPEN_APP":"Clock"}', "t"),
        ("agentcpm", "no json", ""),
        ("agentcpm", {}, ""),
        ("ui-tars", "Thought: t (1, 2)\nAction: click(start_box='(1001,5)')", "t (1, 2)"),
        ("ui-tars", "Thought: finished, it's\nAction: tip(content='x')", "finished, it's"),
        ("ui-tars", "Thought: t\nAction:", "t"),
        ("ui-tars", "Thought: t\nAction: type(content='half", "t"),
        ("ui-tars", "Thought: t", "t"),
        ("gui-owl", "<thinking>t</thinking><tool_call>{", "t"),
        ("gui-owl", "<thinking>t</thinking>", "t"),
        ("gui-owl", "<thinking>t", "t"),
        ("gui-owl", owl({"action": "hover"}), "t"),
        ("autoglm", '<think>t</think><answer>do(action="Fly")</answer>', "t"),
        ("autoglm", "<think>t</think>", "t"),
        ("json", {"thought": "t", "action": {"kind": "fly"}}, "t"),
        ("json", {"thought": "t", "action": {"kind": "click"}}, "t"),
        ("json", {"thought": "t", "action": "tap"}, "t"),
    ],
)
def test_a_thought_is_kept_if_its_action_is_unreadable(form, value, thought):
    """If the action cannot be parsed, the thought is kept and a reason is given."""
    found = parse_answer(form, value)
    assert (found.thought, found.predicted) == (thought, None)
    assert found.invalid


@pytest.mark.parametrize("form", ["ui-tars-1.5", "gui-owl"])
def test_pixels_of_an_unknown_picture_are_no_place(form):
    """Without the picture's size only actions without coordinates can be parsed."""
    click = {
        "ui-tars-1.5": "Thought: t\nAction: click(point='(5,5)')",
        "gui-owl": owl({"action": "click", "coordinate": [5, 5]}),
    }
    back = {
        "ui-tars-1.5": "Thought: t\nAction: press_back()",
        "gui-owl": owl({"action": "system_button", "button": "Back"}),
    }
    assert parse_answer(form, click[form], None) == Answer("t", None, "the size of the picture is not known")
    assert parse_answer(form, back[form], None).predicted == Predicted("press", button="BACK")


@pytest.mark.parametrize(
    ("action", "predicted"),
    [
        ({"kind": "click", "point": [0.25, 0.5]}, Predicted("click", (0.25, 0.5))),
        ({"kind": "click", "point": [333, 667], "unit": "thousandth"}, Predicted("click", (0.333, 0.667))),
        ({"kind": "click", "point": [540, 600], "unit": "pixel"}, Predicted("click", (0.5, 0.25))),
        ({"kind": "scroll", "to": "up"}, Predicted("scroll", to="up")),
        ({"kind": "click", "box": [0, 0, 0.5, 1]}, Predicted("click", box=(0.0, 0.0, 0.5, 1.0))),
        ({"kind": "click", "element": 3}, Predicted("click", element=3)),
        ({"kind": "type", "text": ""}, Predicted("type", text="")),
        ({"kind": "stop", "status": "finish"}, Predicted("stop", status="finish")),
    ],
)
def test_the_generic_form_has_the_words_of_the_records(action, predicted):
    """Coordinates are fractions, thousandths or pixels, as the record states."""
    assert parse_answer("json", {"thought": "t", "action": action}) == Answer("t", predicted)


def test_whole_numbers_of_a_thousand_lose_no_bit():
    """Coordinates n of 1000 give exactly the float n / 1000."""
    for number in range(1001):
        text = f"Thought: t\nAction: click(start_box='({number},{1000 - number})')"
        assert parse_answer("ui-tars", text).predicted == Predicted("click", (number / 1000, (1000 - number) / 1000))


def test_every_pixel_of_a_resized_picture_is_that_fraction_of_it():
    """A pixel is divided by the size, as the models' own programs do."""
    for number in range(1093):
        text = f"Thought: t\nAction: click(point='({number},{number})')"
        assert parse_answer("ui-tars-1.5", text).predicted == Predicted("click", (number / 1092, number / 2408))


@pytest.mark.parametrize(
    "form", ["qwen", "", "ui-tars?x=1", "ui-tars-1.5?coordinates=inch", "autoglm?coordinates=picture"]
)
def test_an_unknown_form_is_refused(form):
    """An unknown format or option raises a UsageError."""
    with pytest.raises(UsageError):
        forms.named(form)
