"""What follows from one score. Integers and yes/no only; rates are made in `runtime.metrics.reducers`.

A mark that is absent or None is *unscored*: it never counts as met, and it keeps the episode out of `clean` averages.
"""

from __future__ import annotations

from typing import Final

from runtime.core.errors import Boundary
from runtime.core.events import Score

NOT_THE_AGENT: Final[frozenset[Boundary]] = frozenset({"device", "runtime", "judge", "user", "task"})
"""Causes that lose an episode. An agent's own fault is its result and counts like any other."""


def lost(score: Score) -> bool:
    """Lost to something that is not the agent: says nothing about it."""
    return score.cause in NOT_THE_AGENT or score.ending == "void"


def valid(score: Score) -> bool:
    """Played to an end that tells something about the agent."""
    return score.ending is not None and not lost(score)


def judged(score: Score) -> bool:
    """At least one verdict that decides something has been given."""
    return (
        score.termination is not None
        or any(either is not None or final is not None for either, final in score.met.values())
        or any(hit is not None for hit in score.hits.values())
        or any(label is not None for label in score.labels.values())
        or any(kind is not None for kind in score.redundant.values())
    )


def met(score: Score) -> int:
    """Requirements with evidence at some step."""
    return sum(either is True for either, _ in score.met.values())


def met_final(score: Score) -> int:
    """Requirements still true at the end."""
    return sum(final is True for _, final in score.met.values())


def lapsed(score: Score) -> int:
    """Requirements met at some step but not at the end."""
    return sum(either is True and final is False for either, final in score.met.values())


def requirements_scored(score: Score) -> bool:
    """Every requirement has been decided for some step."""
    return sum(either is not None for either, _ in score.met.values()) >= score.requirements


def finals_scored(score: Score) -> bool:
    """Every requirement has been decided for the end."""
    return sum(final is not None for _, final in score.met.values()) >= score.requirements


def success(score: Score) -> bool:
    """All requirements met at some step (the paper's task success)."""
    return 0 < score.requirements <= met(score)


def success_final(score: Score) -> bool:
    """All requirements true at the end, and nothing outside the intent's write set left changed."""
    return 0 < score.requirements <= met_final(score) and standing_side_effects(score) == 0


def partial(score: Score) -> bool:
    """Some requirements met, not all."""
    return 0 < met(score) < score.requirements


def failure(score: Score) -> bool:
    """No requirement met."""
    return met(score) == 0


def standing_side_effects(score: Score) -> int:
    """Changes outside the write set that were not undone."""
    return sum(score.side_effects.values())


def key_steps_hit(score: Score) -> int:
    """Key steps that were taken, in order."""
    return sum(hit is True for hit in score.hits.values())


def key_steps_scored(score: Score) -> bool:
    """Every key step has been decided."""
    return sum(hit is not None for hit in score.hits.values()) >= score.key_steps


def redundant_steps(score: Score) -> int:
    """Steps of no use; never more than there were, whatever other units of the budget a judge marks."""
    return min(sum(kind is not None for kind in score.redundant.values()), score.steps)


def usefulness_scored(score: Score) -> bool:
    """The judge has decided something, and of no step that it could not tell whether it was of use."""
    return judged(score) and None not in score.redundant.values()


def violations(score: Score) -> int:
    """Turns with any label but compliant."""
    return sum(label is not None and label != "compliant" for label in score.labels.values())


def compliant(score: Score) -> int:
    """Turns that properly asked for an open requirement."""
    return sum(label == "compliant" for label in score.labels.values())


def turns_scored(score: Score) -> bool:
    """Every turn has a label; true where nothing was asked."""
    return sum(label is not None for label in score.labels.values()) >= score.turns


def filled(score: Score) -> int:
    """Requirements of the gap that compliant turns brought to light; each counts once."""
    found = {
        identifier
        for turn, identifiers in score.filled.items()
        if score.labels.get(turn) == "compliant"
        for identifier in identifiers
    }
    return min(len(found), score.gap)


def early(score: Score) -> bool:
    """Stopped before the task's logic had closed."""
    return score.termination == "early"


def delayed(score: Score) -> bool:
    """Went on after everything held, or ran into the step limit."""
    return score.termination in ("delayed_goal", "delayed_cap")
