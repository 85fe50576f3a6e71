"""Names the one cause for which an episode was not solved, with its evidence. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from runtime.core.errors import Boundary
from runtime.core.events import Ending, Score
from runtime.metrics import counts

_ENDINGS: dict[Ending, str] = {
    "max_steps": "after all steps of the budget",
    "deadline": "when its deadline passed",
    "stopped": "without saying that it was done",
}


@dataclass(frozen=True, slots=True)
class Cause:
    """Why an episode was not solved: the boundary at fault, and what shows it."""

    boundary: Boundary
    evidence: str


def cause_of(score: Score) -> Cause | None:
    """Return the one cause for which an episode was not solved; None if it was (`counts.success_final`).

    What ended the attempt comes first, then what the judge could not decide, then what the agent changed by shell
    commands, left undone, or changed besides.
    """
    if score.cause is not None:
        return Cause(score.cause, score.error or f"ended {_ENDINGS.get(score.ending or 'fault', 'by a fault')}")
    if counts.success_final(score):
        return None
    if not counts.finals_scored(score):
        return Cause("judge", f"{score.judge} could not decide every requirement")
    if bypasses := _standing(score.bypasses):
        return Cause("agent", f"changed by shell commands: {bypasses}")
    unmet = [name for name, (_, final) in score.met.items() if not final]
    if unmet:
        how = f", ended {_ENDINGS[score.ending]}" if score.ending in _ENDINGS else ""
        return Cause("agent", f"not met at the end: {', '.join(unmet)}{how}")
    return Cause("agent", f"left side effects: {_standing(score.side_effects)}")


def _standing(changes: dict[str, bool]) -> str:
    return ", ".join(path for path, remains in changes.items() if remains)
