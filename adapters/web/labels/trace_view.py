"""A trace as an annotator sees it: screens, actions, dialogue, answer and ending. Pure.

Nothing that reveals the agent (name, device, thoughts, raw output) or the ground truth is included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from adapters.web.labels.questions import Question, questions
from runtime.core.actions import Action, Answer, AskUser, Finish, Note, ParseError, Takeover
from runtime.core.events import AnyEvent, Digest, Ended, Observed, Performed, Replied
from runtime.core.tasks import Task
from runtime.recordings.action_words import describe_action, touched_points
from runtime.screen.tree import UiTree

_ENDS = {
    "stopped": "The agent stopped without a message.",
    "max_steps": "The step limit was reached before the agent stopped.",
    "deadline": "The agent took too long and was stopped.",
    "fault": "The agent failed.",
}


@dataclass(slots=True)
class ShownAction:
    """One action on a screen. `points`: pixels to mark on it, one for a touch and two for a swipe."""

    kind: str
    words: str
    points: tuple[tuple[int, int], ...] = ()
    question: str = ""
    reply: str = ""
    turn: int | None = None


@dataclass(slots=True)
class Screen:
    """A settled screen after `step`, with the actions up to the next one. `outline`: its tree if it has no frame."""

    step: int
    frame: Digest | None
    outline: Digest | None
    actions: list[ShownAction] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A trace as an annotator sees it."""

    instruction: str
    screens: tuple[Screen, ...]
    answers: tuple[str, ...]
    end: str
    questions: tuple[Question, ...]

    def question(self, subject: str) -> Question | None:
        """The question with this subject, or None."""
        return next((question for question in self.questions if question.subject == subject), None)


Read = Callable[[Digest], UiTree | None]
"""Reads a recorded tree; None if it cannot be read."""


def sheet(task: Task, trace: Iterable[AnyEvent], read: Read | None = None) -> Sheet:
    """Lay a trace out for labelling. With `read`, touched elements are named where trees were recorded."""
    tree: UiTree | None = None
    screens: list[Screen] = []
    turns: list[tuple[int, str, str]] = []
    answers: list[str] = []
    end = ""
    for event in trace:
        match event:
            case Observed(step=step, frame=frame, tree=digest):
                screens.append(Screen(step, frame, digest if frame is None else None))
                tree = read(digest) if read is not None and digest is not None else None
            case Performed(action=action):
                if isinstance(action, (Answer, Finish)) and action.text:
                    answers.append(action.text)
                shown = show_action(action, tree)
                if shown is not None:
                    _on(screens).actions.append(shown)
                if isinstance(action, Finish):
                    end = "The agent reported that it was done."
                    if action.status == "infeasible":
                        end = "The agent reported that the task cannot be done."
            case Replied(question=question, text=reply):
                turns.append((max(len(screens) - 1, 0), question, reply))
                _reply(_on(screens), question, reply, len(turns))
            case Ended(ending=ending):
                end = _ENDS.get(ending, end)
            case _:
                pass
    return Sheet(task.instruction, tuple(screens), tuple(answers), end, questions(task, turns))


def _on(screens: list[Screen]) -> Screen:
    """The current screen; before the first screen, an empty one."""
    if not screens:
        screens.append(Screen(0, None, None))
    return screens[-1]


def _reply(screen: Screen, question: str, reply: str, turn: int) -> None:
    asked = next((action for action in reversed(screen.actions) if action.kind == "ask" and action.turn is None), None)
    if asked is None:
        asked = ShownAction("ask", "Ask the user", question=question)
        screen.actions.append(asked)
    asked.reply, asked.turn = reply, turn


def show_action(action: Action, tree: UiTree | None = None) -> ShownAction | None:
    """Describe an action in words and points; None for actions without an effect that a person could notice."""
    match action:
        case Note():
            return None
        case AskUser(question=question):
            return ShownAction("ask", "Ask the user", question=question)
        case Takeover(message=message):
            return ShownAction("ask", "Ask the user to take over", question=message)
        case ParseError():
            # The raw output often reveals the model.
            return ShownAction("unreadable", "Sent output that could not be parsed as an action")
        case _:
            return ShownAction(action.kind, describe_action(action, tree), touched_points(action))
