"""What a page sends and shows of decisions that are tried in recorded episodes. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic import Field

from adapters.web.shared.messages import Message
from runtime.branching import BranchPoint, Outcome, TriedQuestion
from runtime.core.actions import Action
from runtime.core.events import Score
from runtime.core.tasks import Task
from runtime.recordings.action_words import describe_action, touched_points
from runtime.recordings.timeline import key_step_text, requirement_text

MOST_CHANGES: Final = 40
"""Changes of the state that are shown of one decision."""


class StartRequest(Message):
    """Go to a recorded step. `id`: the episode as the page names it."""

    id: str = Field(max_length=400)
    step: int = Field(ge=0, le=100_000)


class TryRequest(Message):
    """Try an action from a point that was given before, by its number."""

    point: int = Field(ge=0)
    action: Action


def point_document(number: int, point: BranchPoint, task: Task | None) -> dict[str, Any]:
    """Return a point as JSON content: its screen, and what is reached there."""
    return {
        "point": number,
        "step": point.step,
        "screen": point.frame.digest,
        "size": (point.frame.width, point.frame.height),
        "ending": point.ending or "",
        "marks": list(_marks(point.score, task)),
    }


def outcome_document(number: int, outcome: Outcome, task: Task | None) -> dict[str, Any]:
    """Return what came of an action as JSON content; `number`: that of the point after it."""
    action = outcome.decision.actions[0]
    changes = [
        {"words": change.words, "incidental": change.path in outcome.incidental}
        for change in outcome.changes[:MOST_CHANGES]
    ]
    if len(outcome.changes) > MOST_CHANGES:
        changes.append({"words": f"… and {len(outcome.changes) - MOST_CHANGES} more", "incidental": False})
    return point_document(number, outcome.after, task) | {
        "kind": action.kind,
        "words": describe_action(action, outcome.before.tree),
        "points": touched_points(action),
        "refusal": outcome.refusal,
        "questions": [_question(question, task) for question in outcome.questions],
        "changes": changes,
        "disturbances": outcome.disturbances,
    }


def _question(question: TriedQuestion, task: Task | None) -> dict[str, Any]:
    return {
        "question": question.question,
        "reply": question.reply,
        "label": question.label.replace("_", " "),
        "good": question.label == "compliant",
        "released": [requirement_text(task, name) for name in question.released],
    }


def _marks(score: Score, task: Task | None) -> Iterator[dict[str, Any]]:
    """Yield the requirements and key steps with what was reached so far."""
    for name, (met, final) in score.met.items():
        yield {"kind": "requirement", "words": requirement_text(task, name), "good": met, "final": final}
    for name, hit in score.hits.items():
        yield {"kind": "key_step", "words": key_step_text(task, name), "good": hit}
