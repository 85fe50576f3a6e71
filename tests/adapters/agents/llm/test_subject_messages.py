"""The exact messages of several steps, with each model family's rule for history and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Reading
from adapters.agents.llm.general import presets
from adapters.agents.llm.general.generic import GenericConfig, request
from adapters.agents.llm.general.m3a import M3AConfig, View, action_request, settled, summary_request
from adapters.agents.llm.kit.histories import Past, feedback
from adapters.agents.llm.kit.marks import listed
from adapters.agents.llm.kit.model_question import Turn
from adapters.agents.llm.kit.pictures import Shown
from runtime.core.actions import AskUser, Decision, ParseError, Tap
from runtime.core.tasks import Brief
from runtime.llm import Message, Picture, Prompt
from runtime.plugins.protocols import Observation
from runtime.screen.tree import parse

BRIEF = Brief("Mute the chat.", (1080, 2400), 25, can_ask=True)
QUIET = Brief("Mute the chat.", (1080, 2400), 25, can_ask=False)
SCREEN = Screen(1080, 2400)
PAST = (
    Past(1, Picture("p1", b""), "reply 1", "did 1"),
    Past(2, Picture("p2", b""), "reply 2", "did 2", "The user's answer: For a week."),
    Past(3, Picture("p3", b""), "reply 3", "did 3"),
)
NOW = Shown(Picture("p4", b""), SCREEN, SCREEN)


def prompts(config: Any) -> Mapping[str, Prompt]:
    """Makes stand-ins for the prompts that show their names and placeholders."""
    gaps = {
        name: "".join(f"[{{{{{gap}}}}}]" for gap in sorted(p.placeholders))
        for name, p in config.prompt_files.read().items()
    }
    return {name: Prompt(name, 1, f"{name}{rest}") for name, rest in gaps.items()}


def shape(messages: Sequence[Message]) -> list[tuple[str, ...]]:
    """Returns roles, texts, and names of pictures in brackets."""
    return [
        (message.role, *(f"<{part.name}>" if isinstance(part, Picture) else part for part in message.parts))
        for message in messages
    ]


def next_messages(
    preset: Any, past: Sequence[Past] = PAST, brief: Brief = BRIEF, **options: str
) -> list[tuple[str, ...]]:
    """Returns the messages of the next step."""
    config: GenericConfig = preset.configured(options).config
    return shape(request(config, prompts(config), brief, past, NOW))


def test_ui_tars_is_a_conversation_without_a_system():
    """UI-TARS has no system message; replies and the last pictures stay in the conversation."""
    head = ("user", "ui-tars-2[\nui-tars-ask][Mute the chat.][English]")
    assert next_messages(presets.UI_TARS_DOUBAO, past=()) == [head, ("user", "<p4>")]
    assert next_messages(presets.UI_TARS_DOUBAO) == [
        head,
        ("user", "<p1>"), ("assistant", "reply 1"),
        ("user", "<p2>"), ("assistant", "reply 2"),
        ("user", "The user's answer: For a week.", "<p3>"), ("assistant", "reply 3"),
        ("user", "<p4>"),
    ]  # fmt: skip


def test_what_the_user_said_stays_when_the_picture_beside_it_goes():
    """When an old picture is left out, the user's answer beside it stays."""
    assert next_messages(presets.UI_TARS_DOUBAO, images="1")[1:] == [
        ("assistant", "reply 1"), ("assistant", "reply 2"),
        ("user", "The user's answer: For a week."), ("assistant", "reply 3"), ("user", "<p4>"),
    ]  # fmt: skip
    assert next_messages(presets.UI_TARS_DOUBAO, images="2")[3:] == [
        ("user", "The user's answer: For a week.", "<p3>"), ("assistant", "reply 3"), ("user", "<p4>"),
    ]  # fmt: skip


def test_at_most_as_many_pictures_as_allowed():
    """Each family sends at most its number of pictures, and all replies if it keeps them."""
    long = [Past(n, Picture(f"p{n}", b""), f"reply {n}", f"did {n}") for n in range(1, 21)]
    for preset, most, replies in (
        (presets.UI_TARS_1_5, 5, 20), (presets.MAI_UI, 3, 20), (presets.GUI_OWL, 5, 4), (presets.QWEN3_VL, 1, 0),
    ):  # fmt: skip
        groups = next_messages(preset, long)
        assert sum(part.startswith("<p") for texts in groups for part in texts) == most
        assert sum(texts[0] == "assistant" for texts in groups) == replies


def test_a_picture_that_is_shown_no_more_need_not_be_kept():
    """A picture beyond the limit can be missing without changing the messages."""
    for preset in (presets.UI_TARS_1_5, presets.GUI_OWL):
        rest = [replace(PAST[0], picture=None), *PAST[1:]]
        assert next_messages(preset, rest, images="3") == next_messages(preset, PAST, images="3")


def test_boxes_are_put_back_for_checkpoints():
    """Box markers are put back into old replies for UI-TARS 1.0 and 1.5, unless boxes=no, and not for Doubao."""
    past = (Past(1, Picture("p1", b""), "Action: click(start_box='(5,6)')\nclick(start_box='(7, 8)')", ""),)
    boxed = "Action: click(start_box='<|box_start|>(5,6)<|box_end|>')\nclick(start_box='(7, 8)')"
    assert next_messages(presets.UI_TARS_1_5, past)[2] == ("assistant", boxed)
    assert next_messages(presets.UI_TARS_1_0, past, boxes="no")[2] == ("assistant", past[0].reply)
    assert next_messages(presets.UI_TARS_DOUBAO, past)[2] == ("assistant", past[0].reply)


def test_mai_ui_has_a_system_the_bare_task_and_three_pictures():
    """MAI-UI has a system message, the task, all replies and the last three pictures."""
    assert next_messages(presets.MAI_UI) == [
        ("system", "mai-ui-system[\nmai-ui-ask]"),
        ("user", "mai-ui-task[Mute the chat.]"),
        ("assistant", "reply 1"),
        ("user", "<p2>"), ("assistant", "reply 2"),
        ("user", "The user's answer: For a week.", "<p3>"), ("assistant", "reply 3"),
        ("user", "<p4>"),
    ]  # fmt: skip


def test_gui_owl_tells_older_steps_as_lines():
    """GUI-Owl lists older steps as lines in the task's message, and the last ones as a conversation."""
    system = ("system", "gui-owl-system[\ngui-owl-ask]")
    assert next_messages(presets.GUI_OWL, past=()) == [system, ("user", "gui-owl-task[None][Mute the chat.][]", "<p4>")]
    assert next_messages(presets.GUI_OWL, images="2") == [
        system,
        (
            "user",
            "gui-owl-task[Step 1: did 1\nStep 2: did 2\nThe user's answer: For a week.][Mute the chat.][]",
            "<p3>",
        ),
        ("assistant", "reply 3"),
        ("user", "<p4>"),
    ]


def test_gui_owl_is_told_the_date():
    """GUI-Owl gets the phone's date with its weekday."""
    config = presets.GUI_OWL.config
    groups = shape(request(config, prompts(config), BRIEF, (), NOW, date(2026, 11, 17)))
    assert groups[1][1].endswith("[Today's date is: 2026-11-17 Tuesday. ]")


def test_qwen_is_told_everything_in_one_message():
    """Qwen3-VL gets the task, the earlier steps as one line and one picture in a single message."""
    steps = "Step 1: did 1; Step 2: did 2; The user's answer: For a week.; Step 3: did 3;"
    assert next_messages(presets.QWEN3_VL) == [
        ("system", "qwen3-vl-system[\nqwen3-vl-ask]"),
        (
            "user",
            f"qwen3-vl-task[Mute the chat.][{steps}]",
            "<p4>",
        ),
    ]
    assert "[Step 3: did 3;]" in next_messages(presets.QWEN3_VL, history="1")[1][1]


@pytest.mark.parametrize("preset", [presets.UI_TARS_1_5, presets.QWEN3_VL, presets.GUI_OWL, presets.MAI_UI])
def test_questions_are_not_offered_without_a_user(preset: Any):
    """Without a user, or with ask=none, the prompt does not offer the added question."""
    for groups in (next_messages(preset, brief=QUIET), next_messages(preset, ask="none")):
        assert "-ask]" not in groups[0][1]
    assert "-ask]" in next_messages(preset)[0][1]


def test_what_belongs_to_an_agent_stays_where_nobody_answers():
    """GUI-Owl's own `interact` stays offered without a user, and is left out only with ask=none."""
    assert next_messages(presets.GUI_OWL, brief=QUIET)[0] == ("system", "gui-owl-system[\ngui-owl-interact]")
    for brief in (BRIEF, QUIET):
        assert next_messages(presets.GUI_OWL, brief=brief, ask="none")[0] == ("system", "gui-owl-system[]")


def test_installed_texts_have_every_action_and_no_gap_is_left():
    """In the installed prompts all placeholders are filled, and the task and an asking action are present."""
    for preset in (presets.UI_TARS_1_0, presets.UI_TARS_1_5, presets.QWEN3_VL, presets.GUI_OWL, presets.MAI_UI):
        config = preset.config
        text = "\n".join(
            part for texts in shape(request(config, config.prompt_files.read(), BRIEF, PAST, NOW)) for part in texts
        )
        assert "{{" not in text
        assert "Mute the chat." in text
        assert "call_user" in text or "ask_user" in text


# -- M3A ---------------------------------------------------------------------------------------------------------------

TREE = parse(
    '<hierarchy rotation="0"><node index="0" class="a.FrameLayout" bounds="[0,0][1080,2400]">'
    '<node index="0" text="Say &quot;hi&quot;" class="android.widget.EditText" clickable="true" '
    'focusable="true" bounds="[0,100][500,200]"/></node></hierarchy>'
)
VIEW = View(NOW, Shown(Picture("p4-numbers", b""), SCREEN, SCREEN), listed(TREE, SCREEN))
LINE = (
    'UI element 0: {"index": 0, "text": "Say \'hi\'", "is_clickable": True, "is_long_clickable": False, '
    '"is_editable": True, "is_focusable": True, "is_selected": False, "is_checked": False}'
)
TURN = Turn(Decision((Tap(1, 2),), "why", "raw"), Reading((), "why", {"action": '{"action_type": "click"}'}))


def test_m3a_shows_the_screen_twice_and_lists_its_elements():
    """M3A gets the screen twice, plain and numbered, with a list of elements and the history as lines."""
    config: M3AConfig = presets.SOM.config
    first = action_request(config, prompts(config), BRIEF, (), VIEW)
    nothing = "You just started, no action has been performed yet."
    assert shape(first) == [
        ("user", f"m3a-action[\nm3a-ask][{LINE}][{nothing}][Mute the chat.]", "<p4>", "<p4-numbers>")
    ]
    later = action_request(config, prompts(config), QUIET, ("Step 1- a", "Step 2- b"), VIEW)
    assert shape(later)[0][1] == f"m3a-action[][{LINE}][Step 1- a\nStep 2- b][Mute the chat.]"


def test_m3a_by_pixels_is_told_where_the_picture_ends():
    """M3A by pixels is told the size of the picture that was sent, or the scheme's own range."""
    config: M3AConfig = presets.PIXELS.config
    sent = Shown(Picture("small", b""), Screen(576, 1280), SCREEN)
    groups = shape(action_request(config, prompts(config), BRIEF, (), View(sent, sent, ())))
    assert groups[0][0::2] == ("user", "<small>")
    assert groups[0][1].endswith("[576]")
    assert "[1280]" in groups[0][1]
    relative = presets.PIXELS.configured({"scheme": "rel1000"}).config
    assert shape(action_request(relative, prompts(relative), BRIEF, (), View(sent, sent, ())))[0][1].endswith("[1000]")


def test_m3a_sums_a_step_up_from_the_screens_before_and_after():
    """M3A's summary request has both screens, both lists, the action and its reason."""
    config: M3AConfig = presets.SOM.config
    after = View(Shown(Picture("after", b""), SCREEN, SCREEN), NOW, ())
    groups = shape(summary_request(config, prompts(config), BRIEF, TURN, VIEW, after))
    assert groups == [
        (
            "user",
            f'm3a-summary[{{"action_type": "click"}}][Not available][{LINE}][Mute the chat.][why]',
            "<p4>",
            "<after>",
        )
    ]


def test_m3a_needs_no_summary_of_a_question_or_of_what_could_not_be_read():
    """M3A needs no summary request after a question or an unreadable reply."""
    asked_user = Turn(Decision((AskUser("Which?"),), "", "raw"), Reading((), "", {"action": "{ask}"}))
    text = settled(asked_user, Observation(1, None, None, ("The blue one.",)))
    assert text == "Action selected: {ask}. The user's answer: The blue one."
    unread = Turn(Decision((ParseError("x", "no action"),), "", "x"), Reading(()))
    assert "could not be read: no action" in settled(unread, Observation(1, None, None))
    assert settled(TURN, Observation(1, None, None)) == ""


def test_what_is_told_after_a_step():
    """Feedback after a step says why a reply could not be parsed and what the user answered, else nothing."""
    assert feedback("", ()) == ""
    assert feedback("no call", ("Yes.",)).splitlines() == [
        "Your last reply could not be read: no call. It counted as a step, and nothing was done. Keep to the format.",
        "The user's answer: Yes.",
    ]
