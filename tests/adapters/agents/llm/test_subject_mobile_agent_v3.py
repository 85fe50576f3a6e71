"""Mobile-Agent-v3: the order of its requests, their prompts, and how replies are parsed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adapters.agents.llm.mobile_agent_v3 import messages as talk
from adapters.agents.llm.mobile_agent_v3.agent import MOBILE_AGENT_V3
from adapters.agents.llm.mobile_agent_v3.messages import Board, ExecutedAction
from adapters.openai.fake import Part, ReceivedRequest, Say
from runtime.core.actions import Finish, Key, Note, ParseError
from runtime.llm import Prompt
from tests.adapters.agents.llm.conftest import Stage
from tests.support.scripted_models import PlayedEpisode, play
from tests.support.subject_cases import CASES, NONSENSE, staff

TASK = "device.airplane.standard"
HOME = (
    '### Thought ###\nt\n\n### Action ###\n{"action": "system_button", "button": "Home"}\n\n'
    "### Description ###\nGo home"
)
TEXTS: Mapping[str, Prompt] = MOBILE_AGENT_V3.prompt_files.read()


def board() -> Board:
    """Makes an episode's notes with a plan."""
    made = Board("Fly.", "Look up.")
    made.planned("### Thought ###\nt\n### Plan ###\n1. Open. 2. Switch. 3. Leave. 4. Rest. 5. Sleep.")
    return made


def test_the_manager_begins_with_a_plan_and_then_brings_it_up_to_date():
    """The manager first gets the task alone, later also the plan, the last action and the notes."""
    assert talk.manager(TEXTS, Board("Fly.", "Look up."))[0] == talk.PLAN
    known = board()
    known.done(ExecutedAction('{"action": "a"}', "Does a", "A"))
    known.planned("### Historical Operations ###\n1. Opened it.\n### Plan ###\n2. Switch.")
    name, text = talk.manager(TEXTS, known)
    assert name == talk.REPLAN
    assert "### Historical Operations ###\n1. Opened it.\n\n### Plan ###\n2. Switch." in text
    assert '### Last Action ###\n{"action": "a"}\n\n### Last Action Description ###\nDoes a' in text
    assert "No important notes recorded." in text
    assert "Potentially Stuck" not in text


def test_two_failures_in_a_row_are_told_to_the_manager():
    """After two failed actions in a row the manager is told about them; a success resets this."""
    known = board()
    stuck = []
    for executed in (ExecutedAction("a", "Does a", "B", "wrong page"), ExecutedAction("b", "Does b", "C", "nothing")):
        known.done(executed)
        stuck.append(known.stuck)
    assert stuck == [False, True]
    assert (
        "- Attempt: Action: b | Description: Does b | Outcome: Failed | Feedback: nothing"
        in talk.manager(TEXTS, known)[1]
    )
    known.done(ExecutedAction("c", "Does c", "A"))
    assert not known.stuck


def test_the_operator_is_told_of_the_last_five_actions():
    """The operator gets the last five actions with their outcomes, and the plan's first items as subgoal."""
    known = board()
    assert "No actions have been taken yet." in talk.operator(TEXTS, known)
    for number in range(7):
        known.done(ExecutedAction(f"a{number}", "d", "A" if number % 2 else "C", "why"))
    text = talk.operator(TEXTS, known)
    assert "Action: a1 " not in text
    assert "Action: a2 | Description: d | Outcome: Failed | Feedback: why" in text
    assert "Action: a3 | Description: d | Outcome: Successful" in text
    assert "### Current Subgoal ###\n1. Open. 2. Switch. 3. Leave.\n" in text
    assert talk.subgoal("1. Open.") == "1. Open."


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("### Outcome ###\nA\n### Error Description ###\nNone", "A"),
        ("### Outcome ###\nB: wrong page\n### Error Description ###\nA menu", "B"),
        ("### Outcome ###\nThe Answer is C\n### Error Description ###\nx", "A"),
        ("### Outcome ###\nno idea\n### Error Description ###\nx", ""),
    ],
)
def test_an_outcome_is_the_first_letter_that_occurs(text: str, outcome: str):
    """An outcome is the first of A, B and C that occurs, so any capital A counts as success."""
    assert talk.outcome(text) == outcome


async def played(stage: Stage, replies: list[str], others: Mapping[str, str], **options: str) -> PlayedEpisode:
    """Plays an episode with these replies of the operator; other agents reply by marks in their prompts."""
    left = iter(replies)

    def script(asked: ReceivedRequest) -> Part:
        found = next((text for mark, text in others.items() if mark in asked.text), "") or staff(asked)
        return Say(found or next(left, HOME))

    return await play(stage.runtime, MOBILE_AGENT_V3.configured(options), stage.task(TASK), script)


async def test_a_finished_plan_is_the_end(stage: Stage):
    """When the manager says that the plan is finished, the episode ends; plan and outcome are in the trace."""
    session = await played(stage, [HOME], {"### Last Action ###": "### Plan ###\nFinished"}, notetaker="yes")
    assert [action.kind for action in session.watched.actions] == ["note", "key", "note", "note", "finish"]
    assert session.watched.actions[0] == Note("plan: 1. Go on.")
    assert session.watched.actions[2] == Note("outcome: A")
    assert session.lease.live.used == 1
    shown = [[part["type"] for part in asked.body["messages"][0]["content"]] for asked in session.asked]
    assert [kinds.count("image_url") for kinds in shown] == [1, 1, 2, 1, 1]


@pytest.mark.parametrize("mode", ["official", "generic"])
async def test_a_reply_of_the_operator_that_cannot_be_read_counts(stage: Stage, mode: str):
    """After an unreadable reply the operator is asked again, with feedback."""
    session = await played(stage, [NONSENSE, HOME], {}, mode=mode)
    assert isinstance(session.watched.actions[1], ParseError)
    assert session.watched.actions[2] == Key("HOME")
    assert "Feedback: invalid action format, do nothing." in session.asked[2].text
    assert "You act: " in session.asked[2].text


async def test_no_outcome_breaks_the_program_down(stage: Stage):
    """A reflection without an outcome ends the episode in official mode, and is noted as unclear in generic mode."""
    unclear = {"You check: ": "Who knows?"}
    session = await played(stage, [HOME], unclear)
    assert session.watched.actions[-1] == Finish(status="infeasible")
    other = await played(
        stage, [HOME] * 3, {**unclear, "Feedback: Who knows?": "### Plan ###\nFinished"}, mode="generic"
    )
    assert Note("outcome: unclear") in other.watched.actions


async def test_the_right_way_in_its_own_words(stage: Stage):
    """The oracle's steps in the agent's own format meet all requirements without a question."""
    case = CASES["mobile-agent-v3"]
    name = "social.mute.incomplete"
    session = await play(stage.runtime, case.preset, stage.task(name), case.script(await stage.way(name), ()))
    assert session.watched.replies == []
    assert [met for met, _ in session.score.met.values()] == [True, True]
