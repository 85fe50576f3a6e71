"""Builds the requests to Mobile-Agent-v3's four agents and parses their replies. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from runtime.llm import Prompt

PLAN: Final = "mobile-agent-v3-plan"
REPLAN: Final = "mobile-agent-v3-replan"
OPERATOR: Final = "mobile-agent-v3-operator"
REFLECTOR: Final = "mobile-agent-v3-reflector"
NOTETAKER: Final = "mobile-agent-v3-notetaker"
NAMES: Final = (PLAN, REPLAN, OPERATOR, REFLECTOR, NOTETAKER)

Outcome = Literal["A", "B", "C", ""]
"""As meant, a wrong page, nothing changed; empty: the reply says none of the three."""
_OUTCOMES: Final[tuple[Outcome, ...]] = ("A", "B", "C")
INVALID: Final = "{'action': 'invalid'}"
UNREAD: Final = "invalid action format, do nothing."
_TOLD = 5
_STUCK = 2
_SUBGOALS = 3
_NO_SUBGOAL: Final = "No completed subgoal."


@dataclass(frozen=True, slots=True)
class ExecutedAction:
    """One action with its description, what came of it, and what was wrong."""

    action: str
    description: str
    outcome: Outcome
    error: str = ""

    @property
    def line(self) -> str:
        """The line of the operator's prompt for it."""
        text = f"Action: {self.action} | Description: {self.description} | Outcome: "
        return text + ("Successful" if self.outcome == "A" else f"Failed | Feedback: {self.error}")


@dataclass(slots=True)
class Board:
    """State of an episode that all four agents share."""

    instruction: str
    hint: str = ""
    plan: str = ""
    completed: str = ""
    progress: str = ""
    notes: str = ""
    actions: list[ExecutedAction] = field(default_factory=list)

    @property
    def stuck(self) -> bool:
        """Whether the last two actions failed."""
        return len(self.actions) >= _STUCK and all(
            executed.outcome in ("B", "C") for executed in self.actions[-_STUCK:]
        )

    @property
    def skips_planning(self) -> bool:
        """Whether the operator tries again without a new plan: its last reply could not be read."""
        return bool(self.actions) and self.actions[-1].action == INVALID and not self.stuck

    def planned(self, reply_text: str) -> None:
        """Take in a manager's reply; without headings all of it is the plan, as the program has it."""
        self.completed = _NO_SUBGOAL
        if "### Historical Operations" in reply_text:
            self.completed = part(reply_text, "Historical Operations", "Plan")
        self.plan = part(reply_text, "Plan")

    def unread(self, description: str) -> None:
        """The operator's reply was none."""
        self.actions.append(ExecutedAction(INVALID, description, "C", UNREAD))

    def done(self, executed: ExecutedAction) -> None:
        """An action was carried out and judged."""
        self.actions.append(executed)
        self.progress = self.completed


def part(reply_text: str, heading: str, before: str = "") -> str:
    """The text after the last such heading, up to the next other heading, on one line."""
    text = reply_text.rpartition(f"### {heading}")[2]
    if before:
        text = text.partition(f"### {before}")[0]
    return text.replace("\n", " ").replace("  ", " ").replace("###", "").strip()


def finished(plan: str) -> bool:
    """Whether a plan says that all is done."""
    return "Finished" in plan and len(plan) < 15


def outcome(reply_text: str) -> Outcome:
    """The outcome in the reflector's reply: the first of the three letters, in their order, that occurs in it."""
    found = part(reply_text, "Outcome", "Error Description")
    return next((letter for letter in _OUTCOMES if letter in found), "")


def subgoal(plan: str) -> str:
    """The first few items of a plan."""
    items = re.split(r"(?<=\d)\. ", plan)
    if len(items) <= _SUBGOALS + 1:
        return plan
    return ". ".join(items[: _SUBGOALS + 1])[:-1].strip()  # the next item's number hangs on the last


def manager(prompts: Mapping[str, Prompt], board: Board) -> tuple[str, str]:
    """The name of the manager's prompt and its text: at the beginning, or later."""
    if not board.plan:
        return PLAN, prompts[PLAN].fill(instruction=board.instruction, hint=board.hint)
    last = board.actions[-1] if board.actions else ExecutedAction("", "", "A")
    completed = board.completed not in ("", _NO_SUBGOAL)
    text = prompts[REPLAN].fill(
        instruction=board.instruction,
        completed=f"### Historical Operations ###\n{board.completed}\n\n" if completed else "",
        plan=board.plan,
        action=last.action,
        description=last.description,
        notes=_notes(board),
        hint=board.hint,
        stuck=_attempts(board) if board.stuck else "",
    )
    return REPLAN, text


def _attempts(board: Board) -> str:
    lines = (
        f"- Attempt: Action: {executed.action} | Description: {executed.description} | "
        f"Outcome: Failed | Feedback: {executed.error}"
        for executed in board.actions[-_STUCK:]
    )
    return "\n".join(("### Potentially Stuck! ###", "Several attempts failed:", *lines, "", ""))


def _notes(board: Board) -> str:
    return board.notes or "No important notes recorded."


def operator(prompts: Mapping[str, Prompt], board: Board) -> str:
    """The operator's text."""
    return prompts[OPERATOR].fill(
        instruction=board.instruction,
        plan=board.plan,
        subgoal=subgoal(board.plan),
        progress=board.progress or "No progress yet.",
        history="\n".join(executed.line for executed in board.actions[-_TOLD:]) or "No actions have been taken yet.",
    )


def reflector(prompts: Mapping[str, Prompt], board: Board, action: str, description: str) -> str:
    """The reflector's text."""
    return prompts[REFLECTOR].fill(
        instruction=board.instruction,
        progress=board.completed or "No progress yet.",
        action=action,
        description=description,
    )


def notetaker(prompts: Mapping[str, Prompt], board: Board) -> str:
    """The notetaker's text."""
    return prompts[NOTETAKER].fill(instruction=board.instruction, progress=board.progress, notes=_notes(board))
