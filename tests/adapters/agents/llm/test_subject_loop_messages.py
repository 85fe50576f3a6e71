"""The exact messages of several steps, as each author's program sends them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.llm.appagent import messages as appagent_messages
from adapters.agents.llm.autoglm import messages as autoglm_messages
from adapters.agents.llm.autoglm.messages import Past
from adapters.agents.llm.fairy import messages as fairy_messages
from adapters.agents.llm.fairy import plan
from adapters.agents.llm.fairy.plan import Course, Errand, ExecutedAction, Plan
from adapters.agents.llm.kit import shell_lines
from adapters.agents.llm.kit.system_prompt import addressed
from adapters.agents.llm.mobile_agent_v2 import messages as mobile_agent_v2_messages
from adapters.agents.llm.mobile_agent_v2.messages import EpisodeNotes, Perceived
from runtime.llm import Message, Picture, Prompt, PromptFiles
from runtime.screen.tree import UiTree, parse

SCREEN = Screen(1080, 2400)
P1, P2, P3 = (Picture(f"p{number}", b"") for number in (1, 2, 3))


def shape(messages: Sequence[Message]) -> list[tuple[str, ...]]:
    """Returns roles, texts, and names of pictures in brackets."""
    return [
        (message.role, *(f"<{part.name}>" if isinstance(part, Picture) else part for part in message.parts))
        for message in messages
    ]


def template(name: str) -> Prompt:
    """Makes a stand-in for an installed prompt that shows its placeholders."""
    real = Prompt.load("adapters.agents.llm.prompts", name)
    gaps = "".join(f"{gap}={{{{{gap}}}}}\n" for gap in sorted(real.placeholders))
    return Prompt(name, 1, f"{name}\n\n{gaps}")


def node(bounds: str, inside: str = "", **fields: str) -> str:
    """Makes one element of a UI dump."""
    fields = {key.replace("_", "-"): value for key, value in fields.items()}
    given = {
        "text": "",
        "content-desc": "",
        "class": "android.view.View",
        "resource-id": "",
        "package": "com.x",
        **fields,
    }
    text = " ".join(f'{key}="{value}"' for key, value in given.items())
    return f'<node {text} bounds="{bounds}">{inside}</node>'


def tree(*nodes: str) -> UiTree:
    """Makes a UI dump of these elements."""
    return parse(f'<hierarchy rotation="0">{node("[0,0][1080,2400]", "".join(nodes))}</hierarchy>')


# -- AutoGLM ---------------------------------------------------------------------------------------------------------


def test_autoglm_is_one_conversation_with_one_picture():
    """AutoGLM's messages keep old screens as texts and replies with their tags; only the newest has a picture."""
    opening = autoglm_messages.opening("Do it.", "System Home")
    after = autoglm_messages.following("chat")
    past = [
        Past(opening, 'First.do(action="Back")'),
        Past(after, '<think>Second.</think><answer>do(action="Home")</answer>'),
    ]
    assert shape(autoglm_messages.messages("rules", (), opening, P1)) == [
        ("system", "rules"),
        ("user", "<p1>", 'Do it.\n\n{"current_app": "System Home"}'),
    ]
    assert shape(autoglm_messages.messages("rules", past, after, P3)) == [
        ("system", "rules"),
        ("user", 'Do it.\n\n{"current_app": "System Home"}'),
        ("assistant", '<think>First.</think><answer>do(action="Back")</answer>'),
        ("user", '** Screen Info **\n\n{"current_app": "chat"}'),
        (
            "assistant",
            '<think><think>Second.</think><answer></think><answer>do(action="Home")</answer></answer>',
        ),
        ("user", "<p3>", '** Screen Info **\n\n{"current_app": "chat"}'),
    ]


def test_autoglm_is_told_what_could_not_be_read():
    """In generic mode AutoGLM is told with the next screen why its reply could not be parsed."""
    assert autoglm_messages.following("chat", "Not read.").startswith("Not read.\n\n** Screen Info **")


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("com.parlowe.chat", "chat"),
        ("com.android.launcher3", "System Home"),
        ("com.android.systemui", "System Home"),
        ("", "System Home"),
    ],
)
def test_the_app_in_front_has_a_name(package: str, name: str):
    """A package gets the app's name, and launcher and system UI are called System Home."""
    assert autoglm_messages.app_name(package) == name


def test_the_date_is_written_in_the_language_of_the_message():
    """The date has its weekday in the message's language; without a date it is unknown."""
    assert autoglm_messages.day(date(2026, 11, 17), "en") == "2026-11-17, Tuesday"
    assert autoglm_messages.day(date(2026, 11, 17), "cn") == "2026年11月17日 星期二"
    assert autoglm_messages.day(shell_lines.today("sh: date: not found"), "cn") == "未知"
    assert shell_lines.today("2026-11-17\r\n") == date(2026, 11, 17)


def test_what_is_in_front_is_told_by_the_window_manager():
    """The app in front is the package of the focused window; system windows have none."""
    assert shell_lines.front("  mCurrentFocus=Window{1a u0 com.x/com.x.Main}\n") == "com.x"
    assert shell_lines.front("  mCurrentFocus=Window{1a u0 NotificationShade}\n") == ""
    assert shell_lines.front("mCurrentFocus=null\n mFocusedApp=ActivityRecord{7 u0 com.y/.Main t5}") == "com.y"
    assert shell_lines.packages("package:com.b\r\npackage:com.a\n\nnonsense") == ("com.a", "com.b")


# -- AppAgent --------------------------------------------------------------------------------------------------------


def test_appagent_has_no_memory_but_the_last_summary():
    """AppAgent gets one message each round: the prompt with the task, the last summary and one picture."""
    prompt = Prompt("p", 1, "{{task}}|{{last}}")
    assert shape(appagent_messages.messages(prompt, "Do it.", "", P1)) == [("user", "Do it.|None", "<p1>")]
    assert shape(appagent_messages.messages(prompt, "Do it.", "I did.", P2)) == [("user", "Do it.|I did.", "<p2>")]
    assert shape(appagent_messages.messages(prompt, "Do it.", "More.", P3)) == [("user", "Do it.|More.", "<p3>")]


def test_appagent_numbers_what_can_be_touched_then_what_can_be_focused():
    """AppAgent numbers clickable elements first, then focusable ones; close ones count once, invisible ones not."""
    shown = tree(
        node("[0,0][100,100]", focusable="true"),
        node("[0,200][100,300]", clickable="true", focusable="true"),
        node("[10,210][110,310]", clickable="true"),
        node("[0,400][100,500]", clickable="true"),
        node("[0,405][100,505]", focusable="true"),
        node("[0,2400][100,2500]", clickable="true"),
    )
    found = appagent_messages.elements(shown, SCREEN)
    assert [(element.number, element.bounds) for element in found] == [
        (1, (0, 200, 100, 300)),
        (2, (0, 400, 100, 500)),
        (3, (0, 0, 100, 100)),
    ]


# -- Mobile-Agent-v2 -------------------------------------------------------------------------------------------------

SEEN = Perceived(("[50, 60]; text: Buy", "[5, 6]; icon: search"), keyboard=False)


def test_texts_and_icons_are_listed_with_their_middles():
    """Texts and icons are listed with their centres; an icon is named by its description or id."""
    shown = tree(
        node("[0,0][100,100]", text="Buy  now"),
        node("[100,0][200,100]", content_desc="Search"),
        node("[200,0][300,100]", clickable="true", resource_id="com.x:id/go_back"),
        node("[300,0][400,100]", node("[300,0][400,100]", text="Inside"), clickable="true", content_desc="Around"),
        node("[0,3000][100,3100]", text="Below"),
    )
    found = mobile_agent_v2_messages.perceive(shown, SCREEN)
    assert found.lines == (
        "[50, 50]; text: Buy now",
        "[150, 50]; icon: Search",
        "[250, 50]; icon: go back",
        "[350, 50]; text: Inside",
    )
    assert not found.keyboard
    field = node("[0,0][100,100]", **{"class": "android.widget.EditText", "focused": "true"})
    assert mobile_agent_v2_messages.perceive(tree(field), SCREEN).keyboard


def test_apps_are_opened_above_their_label():
    """An app is opened by a tap above its label, or at the centre if icon and label are one element."""
    label = tree(node("[100,300][200,340]", text="Clock"))
    assert mobile_agent_v2_messages.labelled(label, SCREEN, "Clock") == (150, 280)
    item = tree(node("[100,100][200,340]", text="Clock", clickable="true"))
    assert mobile_agent_v2_messages.labelled(item, SCREEN, "Clock") == (150, 220)
    assert mobile_agent_v2_messages.labelled(item, SCREEN, "clock") is None


def decision_fields(book: EpisodeNotes) -> dict[str, str]:
    """Returns the placeholders of the decision agent's prompt."""
    messages = mobile_agent_v2_messages.decision(template(mobile_agent_v2_messages.DECISION), book, SEEN, SCREEN, P1)
    system, (role, text, picture) = shape(messages)
    assert (system, role, picture) == (("system", "mobile-agent-v2-decision"), "user", "<p1>")
    return fields(text)


def fields(text: str) -> dict[str, str]:
    """Parses the values of a filled stand-in prompt."""
    found: dict[str, str] = {}
    name = ""
    for line in text.split("\n"):
        head, mark, rest = line.partition("=")
        name, line = (head, rest) if mark else (name, f"\n{line}")
        found[name] = found.get(name, "") + line
    return {key: value.rstrip("\n") for key, value in found.items()}


def test_the_decision_agent_over_three_steps():
    """The decision prompt has no history first, then the successful operation, then also the failed one."""
    book = EpisodeNotes("Do it.")
    first = decision_fields(book)
    assert (first["history"], first["progress"], first["memory"], first["last"]) == ("None.",) * 4
    assert first["elements"] == "[50, 60]; text: Buy\n[5, 6]; icon: search"
    assert "Type is not there" in first["type"]
    book.succeeded(("Tap Buy to buy it", "Tap (50, 60)"), "It is bought.")
    book.remember("### Important content ###\nIt costs 5.\n\nAnd so on.")
    second = decision_fields(book)
    assert second["history"] == "Step-1: [Operation: Tap Buy; Action: Tap (50, 60)]"
    assert (second["progress"], second["memory"], second["last"]) == ("It is bought.", "It costs 5.", "None.")
    book.failed = ("Pay to be done", "Tap (1, 1)")
    third = decision_fields(book)
    assert third["history"] == second["history"]
    assert '"Pay to be done", by the action "Tap (1, 1)"' in third["last"]
    book.succeeded(("Pay again to be done", "Tap (2, 2)"), "")
    assert decision_fields(book)["last"] == "None."
    assert decision_fields(book)["progress"] == "It is bought."


def test_memory_goes_on_in_the_chat_and_keeps_what_is_new():
    """The memory agent gets the decision's conversation; only new notes are kept."""
    chat = mobile_agent_v2_messages.decision(
        template(mobile_agent_v2_messages.DECISION), EpisodeNotes("Do it."), SEEN, SCREEN, P1
    )
    asked = mobile_agent_v2_messages.memory(Prompt("m", 1, "What matters?"), chat, "the reply")
    assert asked[:2] == chat
    assert shape(asked[2:]) == [("assistant", "the reply"), ("user", "What matters?")]
    book = EpisodeNotes("Do it.")
    for name in ("It costs 5.", "### Important content ###\nNone", "It costs 5."):
        book.remember(name)
    assert book.memory == "It costs 5.\n"


def test_reflection_shows_both_screens_and_planning_none():
    """The reflection prompt has both screenshots; the planning prompt has no picture and lists all operations."""
    book = EpisodeNotes("Do it.", operations=[("Open", "Tap (1, 1)")])
    name = mobile_agent_v2_messages.REFLECTION
    after = Perceived(("[1, 2]; text: Bought",), keyboard=True)
    asked = mobile_agent_v2_messages.reflection(
        template(name), book, SCREEN, ("Buy", "Tap (9, 9)"), (SEEN, P1), (after, P2)
    )
    (_, system), (_, text, *pictures) = shape(asked)
    assert (system, pictures) == (name, ["<p1>", "<p2>"])
    assert fields(text)["after"] == "[1, 2]; text: Bought"
    assert fields(text)["action"] == "Tap (9, 9)"
    _, planned = shape(
        mobile_agent_v2_messages.planning(template(mobile_agent_v2_messages.PLANNING), book, ("Buy", "Tap (9, 9)"))
    )
    assert fields(planned[1])["history"] == "Step-1: Open\nStep-2: Buy"
    assert len(planned) == 2


@pytest.mark.parametrize(
    ("reply", "official", "generic"),
    [
        ("### Answer ###\nA", "A", "A"),
        ("### Answer ###\nB. The Answer is a wrong page", "A", "B"),
        ("### Thought ###\nA page\n### Answer ###\nC", "C", "C"),
        ("### Answer ###\nnone of them", "", ""),
    ],
)
def test_what_reflection_answers(reply: str, official: str, generic: str):
    """Officially any capital A in the answer counts as A; in generic mode the letter that stands alone."""
    assert mobile_agent_v2_messages.result(reply, "official") == official
    assert mobile_agent_v2_messages.result(reply, "generic") == generic


# -- Fairy -----------------------------------------------------------------------------------------------------------


def fairy_fields(name: str, course: Course, *pictures: Picture) -> dict[str, str]:
    """Returns the placeholders of one of Fairy's prompts."""
    known = fairy_messages.known(course, "the screen", ("com.a", "com.b"))
    more = fairy_messages.reflected(ExecutedAction("Tap", "it opens"), "before", "after")
    system, user = shape(fairy_messages.request(template(name), {**known, **more}, pictures))
    assert system == ("system", name)
    assert user[2:] == tuple(f"<{picture.name}>" for picture in pictures)
    return fields(user[1])


def test_every_agent_of_fairys_is_told_what_its_prompt_asks_for():
    """Every prompt of Fairy's agents gets a system line, and all placeholders are filled."""
    course = Course("Do it.")
    for name, prompt in PromptFiles("adapters.agents.llm.prompts", fairy_messages.NAMES).read().items():
        known = {
            **fairy_messages.known(course, "the screen"),
            **fairy_messages.reflected(ExecutedAction("Tap", ""), "b", "a"),
        }
        system, user = fairy_messages.request(prompt, known, (P1,))
        assert "\n" not in str(system.parts[0]), name
        assert "{{" not in str(user.parts[0])


def test_fairys_decider_over_its_steps():
    """Fairy's decider sees the plan, the sub-goal, the last five actions with results, and the user's answers."""
    course = Course("Do it.", errand=Errand("com.a", "Do it in a."), plan=Plan("one\ntwo", "one"))
    assert fairy_fields(fairy_messages.DECIDER, course, P1)["deeds"] == "Nothing."
    for number in range(7):
        course.actions.append(ExecutedAction(f"Tap {number}", "it opens"))
    plan.judged(course.actions[-1], {"action_result": "C", "error_potential_causes": "a pop-up"})
    course.talk.append(("Which?", "The red one."))
    course.settled.append("Red it is.")
    document = fairy_fields(fairy_messages.DECIDER, course, P1)
    rows = document["deeds"].split("\n")
    assert len(rows) == plan.RECENT
    assert rows[0] == "- Tap 2; expected: it opens"
    assert rows[-1] == "- Tap 6; expected: it opens; result: led to a wrong page; possible causes: a pop-up"
    assert document["talk"] == '- You asked: "Which?" The user said: "The red one."\n- Settled: Red it is.'
    assert (document["plan"], document["goal"], document["task"]) == ("one\ntwo", "one", "Do it in a.")


def test_fairys_interactor_is_told_why():
    """Fairy's interactor gets the kind of the question in words and the planner's reason."""
    course = Course("Do it.", plan=Plan("p", "g", kind="3", why="There are two."))
    assert fairy_fields(fairy_messages.INTERACTOR, course)["why"] == (
        "several options fit, and the user has to choose: There are two."
    )


def test_a_reply_that_could_not_be_used_is_told_in_a_message_of_its_own():
    """If a reply could not be used, the request is repeated with the reason in one more message."""
    asked = fairy_messages.request(
        template(fairy_messages.KEY_INFO), fairy_messages.known(Course("x"), "s"), (), "no list"
    )
    assert len(asked) == 3
    assert "no list" in str(asked[-1].parts[0])


def test_marks_and_the_texts_between_them():
    """Clickable and scrollable elements are numbered, and texts inside a clickable element are listed with it."""
    shown = tree(
        node("[0,0][1080,100]", text="Shop"),
        node(
            "[0,100][1080,2000]",
            node("[0,100][1080,200]", node("[0,100][500,200]", text="Tea"), clickable="true")
            + node("[0,200][1080,300]", text="Sold out"),
            scrollable="true",
        ),
        node("[0,2000][1080,2100]", text="Buy", clickable="true", enabled="false"),
    )
    marked = plan.elements(shown, SCREEN)
    assert [element.number for element in marked] == [1, 2, 3]
    assert plan.in_words(shown, marked).split("\n") == [
        "app: com.x",
        "    Shop",
        "[1] View (scroll)",
        "[2] View (touch): Tea",
        "    Sold out",
        "[3] View (touch, disabled): Buy",
    ]


def test_the_first_plan_and_later_ones():
    """A plan's type of interaction may be a number or a text; 0, empty and None mean no interaction."""
    document = {"current_sub_goal": "g", "overall_plan": "a\nb", "user_interaction_type": "2"}
    assert Plan.of(document).kind == "2"
    for none in ("0", "", "None"):
        assert Plan.of({**document, "user_interaction_type": none}).kind == ""
    assert Plan.of({**document, "current_sub_goal": "Finished"}).finished


def test_errands():
    """A sub-task needs an app and an instruction; `Finished` ends the task; anything else is a FormatError."""
    text = '{"global_plan": ["a", "b"], "current_sub_task": {"app_package_name": "com.a", "instruction": "Do."}}'
    assert plan.errand(text, "official") == Errand("com.a", "Do.", "a\nb")
    assert plan.errand('Well: {"current_sub_task": "Finished"}', "generic") is None
    for bad in ('{"current_sub_task": {}}', "{}", '{"current_sub_task": 5}', "[]"):
        with pytest.raises(FormatError):
            plan.errand(bad, "official")


@given(
    st.text() | st.sampled_from(['{"key_infos": [', '```json\n{"current_sub_task": null}\n```', '{"key_infos": {}}'])
)
def test_nothing_but_a_format_error_comes_of_any_reply(reply: str):
    """No reply makes the planner's and extractor's parsers raise anything but FormatError."""
    for read in (plan.errand, plan.facts):
        for mode in ("official", "generic"):
            try:
                read(reply, mode)
            except FormatError:
                continue


def test_the_first_paragraph_is_the_systems():
    """The first paragraph of a prompt is the system's message and the rest the user's."""
    assert shape(addressed("One line.\n\nThe rest.\n\nMore.", P1)) == [
        ("system", "One line."),
        ("user", "The rest.\n\nMore.", "<p1>"),
    ]
