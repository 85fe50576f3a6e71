"""Actions and observations as Gymnasium's spaces: every sample is a decision, every screen an observation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adapters.training.gymnasium.actions import GRID, KINDS, ActionDecoder
from adapters.training.gymnasium.elements import find_elements
from adapters.training.gymnasium.observations import CLASSES, FLAGS, ObservationEncoder, text_rows
from runtime.core.actions import (
    Answer,
    AskUser,
    Finish,
    Key,
    Launch,
    LongPress,
    ParseError,
    Swipe,
    Tap,
    Type,
    Wait,
)
from runtime.core.decision_checks import decision_problem
from runtime.core.tasks import Brief
from runtime.plugins.protocols import Observation
from runtime.screen.tree import UiTree, parse

SCREEN = (100, 200)
XML = """<hierarchy rotation="0"><node class="android.widget.FrameLayout" bounds="[0,0][100,200]">
<node class="android.widget.Button" text="Café" resource-id="a.b:id/ok" clickable="true" bounds="[10,20][30,60]"/>
<node class="android.widget.TextView" text="below the screen" bounds="[0,200][100,220]"/>
<node class="x.Own" scrollable="true" bounds="[-10,100][110,300]">
<node class="a.TextView" text="row" bounds="[0,190][100,240]"/>
</node></node></hierarchy>"""


@pytest.fixture
def tree() -> UiTree:
    """A screen with three visible elements."""
    return parse(XML)


def test_elements_are_what_can_be_read_or_acted_on_and_is_visible(tree: UiTree):
    """Only the visible part counts; what is beyond the limit is left out."""
    found = find_elements(tree, SCREEN, 10)
    assert [(element.visible, element.center) for element in found] == [
        ((10, 20, 30, 60), (20, 40)),
        ((0, 100, 100, 200), (50, 150)),
        ((0, 190, 100, 200), (50, 195)),
    ]
    assert find_elements(tree, SCREEN, 2) == found[:2]
    assert find_elements(None, SCREEN, 2) == ()


def test_an_observation_is_padded_arrays_and_a_mask(tree: UiTree):
    """Rows of elements come first, then zeros."""
    encoder = ObservationEncoder(5, 25, None)
    seen = Observation(3, None, tree, ("Yes.", "No."))
    brief = Brief("Tap “ok”", SCREEN, 25, True)
    encoded = encoder.encode(seen, brief, find_elements(tree, SCREEN, 5), SCREEN)
    assert encoder.space.contains(encoded)
    assert encoded["element_mask"].tolist() == [1, 1, 1, 0, 0]
    assert [CLASSES[number] for number in encoded["element_class"]] == ["Button", "other", "TextView", "", ""]
    flags = [[name for name, flag in zip(FLAGS, row, strict=True) if flag] for row in encoded["element_flags"]]
    assert flags == [["clickable", "enabled"], ["scrollable", "enabled"], ["enabled"], [], []]
    assert np.allclose(encoded["element_bounds"][:2], [[0.1, 0.1, 0.3, 0.3], [0, 0.5, 1, 1]])
    texts = [bytes(row).rstrip(b"\0").decode() for row in encoded["element_text"]]
    assert texts == ["Café", "row", "row", "", ""]
    assert bytes(encoded["element_id"][0]).rstrip(b"\0") == b"ok"
    assert bytes(encoded["instruction"]).rstrip(b"\0").decode() == "Tap “ok”"
    assert bytes(encoded["replies"]).rstrip(b"\0") == b"Yes.\nNo."
    assert encoded["step"] == 3


@pytest.mark.parametrize(("text", "length", "expected"), [("", 3, ""), ("ab", 3, "ab"), ("aéé", 4, "aé"), ("é", 1, "")])
def test_texts_are_cut_between_characters(text: str, length: int, expected: str):
    """So they can always be decoded."""
    cut = text_rows([text, "x"], 3, length)
    assert cut.shape == (3, length)
    assert [bytes(row).rstrip(b"\0").decode() for row in cut] == [expected, "x", ""]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"kind": "wait"}, Wait()),
        ({"kind": "tap", "element": 0}, Tap(20, 40)),
        ({"kind": "long_press", "element": 2}, LongPress(50, 195)),
        ({"kind": "swipe_up", "element": 1}, Swipe(50, 150, 50, 70)),
        ({"kind": "swipe_down", "element": 1}, Swipe(50, 150, 50, 199)),
        ({"kind": "swipe_left", "element": 1}, Swipe(50, 150, 10, 150)),
        ({"kind": "swipe_right", "element": 1}, Swipe(50, 150, 90, 150)),
        ({"kind": "tap_point", "point": (0.5, 1.0)}, Tap(50, 199)),
        ({"kind": "long_press_point", "point": np.zeros(2, np.float32)}, LongPress(0, 0)),
        ({"kind": "type", "text": "x"}, Type("x")),
        ({"kind": "replace", "text": "x"}, Type("x", clear=True)),
        ({"kind": "launch", "text": "Clock"}, Launch("Clock")),
        ({"kind": "back"}, Key("BACK")),
        ({"kind": "home"}, Key("HOME")),
        ({"kind": "enter"}, Key("ENTER")),
        ({"kind": "ask", "text": "When?"}, AskUser("When?")),
        ({"kind": "answer", "text": "Now."}, Answer("Now.")),
        ({"kind": "finish", "text": ""}, Finish("")),
        ({"kind": "infeasible", "text": "no"}, Finish("no", "infeasible")),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)
def test_each_kind_is_an_action(action: dict[str, Any], expected: Any, tree: UiTree):
    """With the fields that it uses."""
    numbered = {**action, "kind": KINDS.index(action["kind"])}
    assert ActionDecoder(5, None).decode(numbered, find_elements(tree, SCREEN, 5), SCREEN).actions == (expected,)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"kind": 1, "element": 3}, "there is no element 3: there are 3"),
        ({"kind": 1, "element": -1}, "there is no element -1"),
        ({"kind": 1}, "tap needs element"),
        ({"kind": 7, "point": (0.5, 1.5)}, "point must be"),
        ({"kind": 7, "point": "ab"}, "point must be"),
        ({"kind": 7, "point": (float("nan"), 0)}, "point must be"),
        ({"kind": 99}, "there is no kind 99"),
        ({}, "kind must be an integer"),
        (None, "an action is a dictionary"),
    ],
)
def test_what_means_nothing_says_why(action: Any, reason: str, tree: UiTree):
    """It is recorded as what could not be understood."""
    (parsed,) = ActionDecoder(5, None).decode(action, find_elements(tree, SCREEN, 5), SCREEN).actions
    assert isinstance(parsed, ParseError)
    assert parsed.reason.startswith(reason)


@pytest.mark.parametrize("texts", [None, ["Sleep", "6:20"]])
def test_every_sample_is_a_decision_that_can_be_executed(texts: list[str] | None, tree: UiTree):
    """Of both forms of the action space; each kind occurs, and few mean nothing."""
    decoder = ActionDecoder(5, texts)
    decoder.space.seed(3)
    elements = find_elements(tree, SCREEN, 5)
    kinds = set()
    for _ in range(300):
        decision = decoder.decode(decoder.space.sample(), elements, SCREEN)
        assert decision_problem(decision, SCREEN) == ""
        kinds.add(type(decision.actions[0]))
    assert kinds == {Wait, Tap, LongPress, Swipe, Type, Launch, Key, AskUser, Answer, Finish, ParseError}


def test_with_fixed_texts_an_action_is_five_integers(tree: UiTree):
    """Kind, element, column and row of a point, text."""
    decoder, elements = ActionDecoder(5, ["Sleep", "6:20"]), find_elements(tree, SCREEN, 5)
    assert decoder.decode([KINDS.index("type"), 0, 0, 0, 1], elements, SCREEN).actions == (Type("6:20"),)
    point = [KINDS.index("tap_point"), 0, GRID[0] - 1, GRID[1] - 1, 0]
    assert decoder.decode(point, elements, SCREEN).actions == (Tap(98, 198),)
    (parsed,) = decoder.decode([1, 2], elements, SCREEN).actions
    assert isinstance(parsed, ParseError)
