"""The parts of a reply beside its actions: the thought and the format's other sections."""

from __future__ import annotations

import pytest

from adapters.agents.formats.registry import load_format
from runtime.core.actions import Key, ParseError, Tap, Type
from tests.adapters.agents.formats.vector_files import SCREEN

_CALL = '<tool_call>\n{"name": "mobile_use", "arguments": {"action": "wait"}}\n</tool_call>'
_MARKS = {1: (0, 0, 100, 100)}


@pytest.mark.parametrize(
    ("name", "text", "thought", "document"),
    [
        ("ui-tars", "Thought: it is\nthere\nAction: wait()", "it is\nthere", {}),
        ("ui-tars", "Thought: now. Action: wait()", "now.", {}),
        ("ui-tars", "<think>so</think>Thought: now\nAction: wait()", "so\nnow", {}),
        ("ui-tars", "Reflection: no\nAction_Summary: back\nAction: wait()", "back", {"reflection": "no"}),
        ("autoglm", 'I wait. do(action="Wait")', "I wait.", {}),
        ("autoglm", '<think>so</think><answer>do(action="Wait")</answer>', "so", {}),
        ("qwen3-vl", f'Thought: t\nAction: "I waited."\n{_CALL}', "t", {"action": "I waited."}),
        ("gui-owl", f"Action: Wait a\nmoment\n{_CALL}", "", {"action": "Wait a moment"}),
        ("mai-ui", f"<thinking>\nplan\n</thinking>\n{_CALL}", "plan", {}),
        ("mai-ui", f"plan</think>\n{_CALL}", "plan", {}),
        (
            "appagent",
            "Observation: o\nThought: t\nAction: grid()\nSummary: s",
            "t",
            {"observation": "o", "summary": "s"},
        ),
        (
            "mobile-agent-v2",
            "### Thought ###\nt\n### Action ###\nHome\n### Operation ###\no",
            "t",
            {"action": "Home", "operation": "o"},
        ),
        (
            "mobile-agent-v3",
            '### Thought ###\nt\n### Action ###\n{"action": "wait"}\n### Description ###\nd',
            "t",
            {"action": '{"action": "wait"}', "description": "d"},
        ),
        (
            "fairy",
            '{"plan_thought": "t", "overall_plan": ["a", "b"], "current_sub_goal": "a"}',
            "t",
            {"plan_thought": "t", "overall_plan": "a\nb", "current_sub_goal": "a"},
        ),
        ("m3a", 'Reason: r\nAction: {"action_type": "wait"}', "r", {"action": '{"action_type": "wait"}'}),
    ],
)
def test_the_parts_of_a_reply_are_told(name, text, thought, document):
    """The thought is found without its label, and the other parts under their headings."""
    form = load_format(name)
    reading = form.read(text, form.surface(SCREEN, marks=_MARKS))
    assert (reading.thought, dict(reading.sections)) == (thought, document)


def test_typing_is_one_line_and_several_actions():
    """An input_text with an element becomes a tap, typing and Enter."""
    form = load_format("m3a")
    text = 'Reason: r\nAction: {"action_type": "input_text", "text": "hi", "index": 1}'
    reading = form.read(text, form.surface(SCREEN, marks=_MARKS))
    assert reading.actions == (Tap(50, 50), Type("hi"), Key("ENTER"))


def test_elements_without_marks_are_refused():
    """An element's number is a parse error if no elements were numbered."""
    form = load_format("m3a")
    text = 'Reason: r\nAction: {"action_type": "click", "index": 1}'
    (error,) = form.decide(text, form.surface(SCREEN)).actions
    assert isinstance(error, ParseError)
    assert error.reason == "element 1: no elements were numbered"
