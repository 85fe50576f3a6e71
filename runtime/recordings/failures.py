"""Why an episode was not solved: one of a few kinds and one sentence, from its score and verdicts alone. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from runtime.core.events import (
    AnyVerdict,
    Bypass,
    GapJudged,
    KeyStepHit,
    Redundant,
    RequirementMet,
    Score,
    SideEffect,
    subject,
)
from runtime.core.tasks import Task
from runtime.metrics import counts
from runtime.recordings.timeline import REDUNDANT_WORDS, key_step_text, requirement_reason, requirement_text

FailureKind = Literal[
    "infrastructure", "agent_error", "undecided", "bypass", "stopped_early", "out_of_steps", "ignored_reply",
    "wrong_answer", "never_asked", "undone", "wrong_value", "side_effect",
]  # fmt: skip
FAILURE_KINDS: tuple[FailureKind, ...] = get_args(FailureKind)
FAILURE_TITLES: Mapping[FailureKind, str] = {
    "infrastructure": "lost to infrastructure",
    "agent_error": "the agent failed",
    "undecided": "the judge could not decide",
    "bypass": "changed the phone by shell commands",
    "stopped_early": "stopped too early",
    "out_of_steps": "ran out of steps",
    "ignored_reply": "did not do what the user replied",
    "never_asked": "never asked for what was missing",
    "wrong_answer": "gave no right answer",
    "undone": "undid what was right",
    "wrong_value": "did something else than was asked for",
    "side_effect": "did more than was asked for",
}
_MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an episode was not solved. `step`: where it can be seen best; None if no single step shows it."""

    kind: FailureKind
    sentence: str
    step: int | None


def explain_failure(score: Score, verdicts: Sequence[AnyVerdict], task: Task | None = None) -> Failure | None:
    """Return why an episode was not solved; None if it was (`counts.success_final`).

    `verdicts` are those of the score's judge on this episode; without them the kind is the same and the sentence is
    shorter. What ended the episode comes first, then how it ended, then what is missing in its result. `task` gives
    requirements and steps their texts.
    """
    return _Explanation(score, verdicts, task).failure()


class _Explanation:
    def __init__(self, score: Score, verdicts: Sequence[AnyVerdict], task: Task | None) -> None:
        self._score = score
        self._task = task
        self._last = list({subject(verdict): verdict for verdict in verdicts}.values())
        self._unmet = [name for name, (_, final) in score.met.items() if final is False]
        """Requirements that do not hold at the end."""

    def failure(self) -> Failure | None:
        score = self._score
        if counts.lost(score):
            where = f"the {score.cause}" if score.cause is not None else "a pause of the computer"
            return Failure("infrastructure", f"lost to {where}: {score.error or 'no message'}", None)
        if score.cause is not None or score.ending == "deadline":
            reason = score.error or ("its deadline passed" if score.ending == "deadline" else "no message")
            return Failure("agent_error", f"the agent failed: {reason}; {self._progress()}", self._last_hit()[1])
        if counts.success_final(score):
            return None
        if not counts.finals_scored(score):
            return Failure("undecided", f"{score.judge} could not decide every requirement", None)
        if counts.standing_bypasses(score):
            return Failure("bypass", f"changed by shell commands: {_standing(score.bypasses)}", self._first(Bypass))
        return self._ended() if self._unmet else self._side_effect()

    def _ended(self) -> Failure:
        """Explain requirements that are not met by how the episode ended. A task closed by an answer has no early end:
        its answer is missing.
        """
        score = self._score
        closes_by_answer = self._task is not None and self._task.intent.reference.closing is None
        if counts.early(score) and not closes_by_answer:
            return self._with_progress("stopped_early", f"stopped after {_steps(score.steps)}")
        if score.termination == "delayed_cap":
            return self._with_progress("out_of_steps", f"used up the step limit{self._idle()}")
        return self._missing()

    def _missing(self) -> Failure:
        """Explain what is wrong in the result."""
        score = self._score
        replied = {name for names in (*score.filled.values(), *score.ungrounded.values()) for name in names}
        answers = self._unmet_answers()
        # What a reply settles about an answer is what to look for, not what to answer.
        if ignored := [name for name in self._unmet if name in replied and name not in answers]:
            return self._with_progress("ignored_reply", f"the user replied {self._texts(ignored)}, but it was not done")
        open_names = [] if self._task is None else self._task.gap
        if never := [name for name in self._unmet if name in open_names and name not in replied]:
            how = "never asked" if score.can_ask else "could not ask"
            return self._with_progress("never_asked", f"{how} for {self._slots(never)}")
        if answers:
            name, reason = next(iter(answers.items()))
            wanted = requirement_text(self._task, name).partition(" = ")[2]
            why = requirement_reason(self._task, name, reason)
            return self._with_progress("wrong_answer", f"the answer {wanted} was not given{f': {why}' if why else ''}")
        if lapsed := [name for name in self._unmet if score.met[name][0]]:
            return self._with_progress("undone", f"{self._texts(lapsed)} held for a time, but not at the end")
        return self._with_progress("wrong_value", f"not as asked for: {self._texts(self._unmet)}")

    def _side_effect(self) -> Failure:
        names = _standing(self._score.side_effects)
        return Failure("side_effect", f"did what was asked for, and also changed {names}", self._first(SideEffect))

    def _unmet_answers(self) -> dict[str, str]:
        """Return the answers that were not given, each with the judge's reason."""
        if self._task is None:
            return {}
        answered = {item.id for item in self._task.intent.requirements if item.evidence == "answer"}
        reasons = {v.requirement: v.reason for v in self._last if isinstance(v, RequirementMet)}
        return {name: reasons.get(name, "") for name in self._unmet if name in answered}

    def _with_progress(self, kind: FailureKind, headline: str) -> Failure:
        wrong = self._first_wrong()
        parts = [headline, self._progress()]
        if wrong is not None:
            parts.append(f"first wrong step {wrong[0]}: {wrong[1]}")
        return Failure(kind, "; ".join(parts), wrong[0] if wrong is not None else self._last_hit()[1])

    def _progress(self) -> str:
        """Say how much of the reference was done, the last key step that was taken, and the first that was missed."""
        name, step = self._last_hit()
        hit, planned = counts.key_steps_hit(self._score), self._score.key_steps
        missed = next((name for name, taken in self._score.hits.items() if not taken), None)
        if not planned:
            return "the reference has no key steps"
        parts = [f"{hit} of {planned} key steps"]
        if name is not None:
            parts.append(f"the last at step {step}: {key_step_text(self._task, name)}")
        if missed is not None and hit:
            parts.append(f"missed: {key_step_text(self._task, missed)}")
        return ", ".join(parts)

    def _last_hit(self) -> tuple[str | None, int | None]:
        hits = [(v.step, v.key_step) for v in self._last if isinstance(v, KeyStepHit) and v.hit and v.step is not None]
        if not hits:
            return None, None
        step, name = max(hits)
        return name, step

    def _first_wrong(self) -> tuple[int, str] | None:
        """Return the first step that a judge holds against the agent, and why."""
        found: list[tuple[int, str]] = []
        for verdict in self._last:
            match verdict:
                case GapJudged(step=step, em=False):
                    found.append((step, "not an action that is right there"))
                case Redundant(step=step, redundancy=kind) if kind not in (None, "none"):
                    found.append((step, verdict.reason or REDUNDANT_WORDS[kind]))
                case SideEffect(step=step, what=what, undone=False):
                    found.append((step, f"side effect on {what}"))
                case _:
                    pass
        return min(found, default=None)

    def _idle(self) -> str:
        count = counts.redundant_steps(self._score)
        return f", {count} of them redundant" if count else ""

    def _first(self, kind: type[SideEffect | Bypass]) -> int | None:
        """Return the step of the first change that remains."""
        return next((verdict.step for verdict in self._last if isinstance(verdict, kind) and not verdict.undone), None)

    def _texts(self, names: Sequence[str]) -> str:
        return _some(requirement_text(self._task, name) for name in names)

    def _slots(self, names: Sequence[str]) -> str:
        slots = {item.id: item.slot for item in self._task.intent.requirements} if self._task is not None else {}
        return _some(slots.get(name, name) for name in names)


def _standing(changes: Mapping[str, bool]) -> str:
    return _some(name for name, remains in changes.items() if remains)


def _steps(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"


def _some(names: Iterable[str]) -> str:
    """Join names; of many only the first few."""
    found = list(names)
    rest = f" and {len(found) - _MOST_NAMES} more" if len(found) > _MOST_NAMES else ""
    return ", ".join(found[:_MOST_NAMES]) + rest
