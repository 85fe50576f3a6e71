"""The outcome verifier: which requirements have been met, at some step and at the end (AmbiBench §4.1.2).

It knows nothing of screens or state: whoever asks says of each step whether a requirement's evidence is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from runtime.core.checks import answer_meets
from runtime.core.events import RequirementMet
from runtime.core.tasks import Intent, Requirement


@dataclass(slots=True)
class Mark:
    """What is known of one requirement: met at `first`, `now` by the newest step that can tell."""

    first: int | None = None
    now: bool = False
    scored: bool = False
    """Whether anything has been said of it yet."""

    def see(self, step: int, held: bool) -> None:
        self.scored = True
        self.now = held
        if held and self.first is None:
            self.first = step


class Outcome:
    """The marks of one episode. `any` is existential over the steps, `final` is what the newest evidence says."""

    def __init__(self, intent: Intent, episode: str, judge: str) -> None:
        # The anchor decides what the task is about, so it is looked at first.
        self.requirements = tuple(sorted(intent.requirements, key=lambda requirement: requirement.kind != "anchor"))
        self.marks = {requirement.id: Mark() for requirement in self.requirements}
        self._episode = episode
        self._judge = judge

    def see(self, requirement: Requirement, step: int, held: bool) -> None:
        """Note that after `step` the requirement's evidence was, or was not, there."""
        self.marks[requirement.id].see(step, held)

    def hear(self, step: int, text: str, *, parting: bool) -> None:
        """Note what the agent told its user.

        A later answer replaces an earlier one. A `parting` word (the text of `finish`) is an answer if it meets the
        requirement or none was given; "Done." takes nothing back.
        """
        for requirement in self.requirements:
            if requirement.evidence != "answer":
                continue
            held = answer_meets(requirement, text)
            if held or not parting or not self.marks[requirement.id].scored:
                self.see(requirement, step, held)

    @property
    def productive(self) -> frozenset[int]:
        """The steps at which a requirement was met for the first time."""
        return frozenset(mark.first for mark in self.marks.values() if mark.first is not None)

    @property
    def complete_at(self) -> int | None:
        """The step by which every requirement had been met, or None."""
        firsts = [mark.first for mark in self.marks.values()]
        return None if not firsts or None in firsts else max(first for first in firsts if first is not None)

    def verdicts(self, *, over: bool, unscored: frozenset[str]) -> Iterator[RequirementMet]:
        """What to say now: of each requirement that was seen; once it is `over`, of all.

        `unscored` are those that this judge has no means to see in this episode: None, not False.
        """
        for requirement in self.requirements:
            mark = self.marks[requirement.id]
            if not over and mark.first is None:
                continue
            known = mark.scored or requirement.id not in unscored
            yield RequirementMet(
                episode=self._episode,
                judge=self._judge,
                requirement=requirement.id,
                any=mark.first is not None if known else None,
                final=mark.now if known else None,
                evidence=mark.first,
                reason=_reason(requirement, mark, known),
            )


def _reason(requirement: Requirement, mark: Mark, known: bool) -> str:
    name = f"{requirement.slot} = {requirement.value}"
    if not known:
        return f"{name}: nothing that this judge can read shows it"
    if mark.first is None:
        return f"{name}: no evidence at any step"
    return f"{name}: shown at step {mark.first}" + ("" if mark.now else ", later no more")
