"""Counts derived from one score: integers and booleans only; rates are computed in `runtime.metrics.reducers`.

A mark that is absent or None is *unscored*: it never counts as met, and the episode is left out of `clean` averages.
"""

from __future__ import annotations

from typing import Final

from runtime.core.errors import Boundary
from runtime.core.events import Score

NOT_THE_AGENT: Final[frozenset[Boundary]] = frozenset({"device", "runtime", "judge", "user", "task"})
"""Causes that make an episode lost. An agent's own fault is its result and counts like any other."""


def lost(score: Score) -> bool:
    """Return whether the episode was lost to a cause other than the agent."""
    return score.cause in NOT_THE_AGENT or score.ending == "void"


def valid(score: Score) -> bool:
    """Return whether the episode ended and says something about the agent."""
    return score.ending is not None and not lost(score)


def judged(score: Score) -> bool:
    """Return whether there is at least one decisive verdict."""
    return (
        score.termination is not None
        or any(either is not None or final is not None for either, final in score.met.values())
        or any(hit is not None for hit in score.hits.values())
        or any(label is not None for label in score.labels.values())
        or any(kind is not None for kind in score.redundant.values())
    )


def met(score: Score) -> int:
    """Count requirements with evidence at some step."""
    return sum(either is True for either, _ in score.met.values())


def met_final(score: Score) -> int:
    """Count requirements that are met at the end."""
    return sum(final is True for _, final in score.met.values())


def lapsed(score: Score) -> int:
    """Count requirements met at some step but not at the end."""
    return sum(either is True and final is False for either, final in score.met.values())


def requirements_scored(score: Score) -> bool:
    """Return whether every requirement has a verdict on whether it was met at some step."""
    return sum(either is not None for either, _ in score.met.values()) >= score.requirements


def finals_scored(score: Score) -> bool:
    """Return whether every requirement has a verdict on whether it was met at the end."""
    return sum(final is not None for _, final in score.met.values()) >= score.requirements


def success(score: Score) -> bool:
    """Return whether all requirements are met at some step (the paper's task success)."""
    return 0 < score.requirements <= met(score)


def success_final(score: Score) -> bool:
    """Return whether all requirements are met at the end and neither a side effect nor a bypass remains."""
    remaining = standing_side_effects(score) + standing_bypasses(score)
    return 0 < score.requirements <= met_final(score) and remaining == 0


def partial(score: Score) -> bool:
    """Return whether some but not all requirements are met."""
    return 0 < met(score) < score.requirements


def failure(score: Score) -> bool:
    """Return whether no requirement is met."""
    return met(score) == 0


def standing_side_effects(score: Score) -> int:
    """Count side effects that were not undone."""
    return sum(score.side_effects.values())


def standing_bypasses(score: Score) -> int:
    """Count changes by shell commands that the user interface has not replaced."""
    return sum(score.bypasses.values())


def key_steps_hit(score: Score) -> int:
    """Count key steps that were executed in order."""
    return sum(hit is True for hit in score.hits.values())


def key_steps_scored(score: Score) -> bool:
    """Return whether all key steps have been decided."""
    return sum(hit is not None for hit in score.hits.values()) >= score.key_steps


def redundant_steps(score: Score) -> int:
    """Count redundant steps; at most the number of steps, even if a judge marks other units of the budget."""
    return min(sum(kind is not None for kind in score.redundant.values()), score.steps)


def usefulness_scored(score: Score) -> bool:
    """Return whether the judge decided something and left no step's redundancy undecided."""
    return judged(score) and None not in score.redundant.values()


def understood_turns(score: Score) -> int:
    """Count turns that the simulated user understood, or that nobody labelled."""
    return max(score.turns - not_understood(score), 0)


def not_understood(score: Score) -> int:
    """Count turns of which nothing was understood; they are no fault of the agent's."""
    return sum(label == "not_understood" for label in score.labels.values())


def violations(score: Score) -> int:
    """Count turns with a violating ask."""
    return sum(label not in (None, "compliant", "not_understood") for label in score.labels.values())


def violations_as_published(score: Score) -> int:
    """Count violating turns as the paper does: a turn that also asks properly for an open slot is none."""
    return sum(
        label not in (None, "compliant", "not_understood") and "compliant" not in score.asks.get(turn, ())
        for turn, label in score.labels.items()
    )


def compliant(score: Score) -> int:
    """Count turns that correctly asked for missing information, and for nothing else."""
    return sum(label == "compliant" for label in score.labels.values())


def asks(score: Score) -> int:
    """Count what the user was asked for, including what a person would not have answered any more."""
    return sum(map(len, score.asks.values())) + sum(score.ignored.values())


def turns_scored(score: Score) -> bool:
    """Return whether all turns have a label; true if nothing was asked."""
    return sum(label is not None for label in score.labels.values()) >= score.turns


def filled(score: Score) -> int:
    """Count missing requirements that compliant asks revealed; each counts once."""
    found = {identifier for identifiers in score.filled.values() for identifier in identifiers}
    return min(len(found), score.gap)


def filled_as_published(score: Score) -> int:
    """Count like `filled`, but wherever the candidates of an ask came from."""
    turns = (*score.filled.values(), *score.ungrounded.values())
    return min(len({identifier for identifiers in turns for identifier in identifiers}), score.gap)


def early(score: Score) -> bool:
    """Return whether the agent stopped before everything asked for was done."""
    return score.termination == "early"


def delayed_as_published(score: Score) -> bool:
    """Return whether the agent did anything after everything held, a look at the result included."""
    return delayed(score) or score.looks > 0


def delayed(score: Score) -> bool:
    """Return whether the agent went on after everything held, or reached the step limit."""
    return score.termination in ("delayed_goal", "delayed_cap")
