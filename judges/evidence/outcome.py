"""The outcome verifier: tracks which requirements were met at some step and which at the end (AmbiBench §4.1.2).

It knows neither screens nor state: its caller reports for each step whether a requirement's evidence is present.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judges.evidence.answers import REFUSALS, AnswerVerdict, newest_answer
from runtime.core.events import RequirementMet
from runtime.core.tasks import Intent, Requirement
from runtime.language.answering import Refusal


@dataclass(slots=True)
class RequirementStatus:
    """Evidence on one requirement: the step at which it was first met, and whether it is met now."""

    first_met: int | None = None
    holds: bool = False
    scored: bool = False
    """Whether there has been any evidence, for or against."""
    unreadable: bool = False
    """Whether there is an answer that cannot be judged."""
    refusal: Refusal | None = None
    """Why an answer does not meet it."""
    bypass: str = ""
    """The shell command that made what would meet it."""

    def update(self, step: int, held: bool, bypass: str = "") -> None:
        self.scored = True
        self.holds = held
        self.bypass = bypass
        if held and self.first_met is None:
            self.first_met = step


class OutcomeTracker:
    """Tracks the requirements of one episode. `any` in a verdict means met at some step, `final` met at the end."""

    def __init__(self, intent: Intent, episode: str, judge: str) -> None:
        # The anchor decides what the task is about, so it comes first.
        self.requirements = tuple(sorted(intent.requirements, key=lambda requirement: requirement.kind != "anchor"))
        self.statuses = {requirement.id: RequirementStatus() for requirement in self.requirements}
        self._episode = episode
        self._judge = judge
        self._answer: AnswerVerdict | None = None

    def record(self, requirement: Requirement, step: int, held: bool, bypass: str = "") -> None:
        """Record whether the requirement's evidence was present after `step`.

        Evidence that a shell command made, which `bypass` names, is none.
        """
        self.statuses[requirement.id].update(step, held and not bypass, bypass)

    def record_answer(self, step: int, verdict: AnswerVerdict, *, final: bool) -> None:
        """Record what a text that the agent gave to its user is worth.

        The last answer counts and earlier ones count nowhere; `final`: see `newest_answer`.
        """
        self._answer = newest_answer(self._answer, verdict, final=final)
        if self._answer is not verdict:
            return
        for identifier, held in verdict.met.items():
            self.statuses[identifier] = RequirementStatus(
                first_met=step if held else None,
                holds=held is True,
                scored=held is not None,
                unreadable=held is None,
                refusal=None if held else verdict.refusal,
            )

    @property
    def productive(self) -> frozenset[int]:
        """The steps at which a requirement was met for the first time."""
        return frozenset(status.first_met for status in self.statuses.values() if status.first_met is not None)

    @property
    def complete_at(self) -> int | None:
        """The step by which every requirement had been met, or None."""
        firsts = [status.first_met for status in self.statuses.values()]
        return None if not firsts or None in firsts else max(first for first in firsts if first is not None)

    def verdicts(self, *, over: bool, unscored: frozenset[str]) -> Iterator[RequirementMet]:
        """Current verdicts: on the requirements that were met; on all of them once the episode is `over`.

        `unscored` are requirements that this judge cannot observe in this episode: their marks are None, not False.
        """
        for requirement in self.requirements:
            status = self.statuses[requirement.id]
            if not over and status.first_met is None:
                continue
            known = status.scored or not (status.unreadable or requirement.id in unscored)
            yield RequirementMet(
                episode=self._episode,
                judge=self._judge,
                requirement=requirement.id,
                any=status.first_met is not None if known else None,
                final=status.holds if known else None,
                evidence=status.first_met,
                reason=_reason(requirement, status, known),
            )


def _reason(requirement: Requirement, status: RequirementStatus, known: bool) -> str:
    name = f"{requirement.slot} = {requirement.value}"
    if not known:
        return f"{name}: nothing that this judge can read shows it"
    if status.refusal is not None:
        return f"{name}: {REFUSALS[status.refusal]}"
    if status.bypass and not status.holds:
        return f"{name}: by a shell command: {status.bypass}"
    if status.first_met is None:
        return f"{name}: no evidence at any step"
    return f"{name}: shown at step {status.first_met}" + ("" if status.holds else ", later no more")
