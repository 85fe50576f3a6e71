"""The reward of an episode as a named breakdown, computed from its scores. Pure.

Everything is a function of the scores so far, so the reward of a step is a difference of two rewards, and the rewards
of all steps add up to that of the episode. Only what the user wanted earns anything: requirements that hold now and
were met through the user interface, and missing information that was asked for properly and belongs to such a
requirement. Nothing is earned while a bypass remains. Everything else only costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from typing import Final

from runtime.core.events import Score
from runtime.metrics import counts

_MOST_SIDE_EFFECTS: Final = 4
"""Further side effects cost nothing more: an episode that went wrong should not outweigh all others."""


@dataclass(frozen=True, slots=True)
class RewardWeights:
    """The weight of each part of a reward. Gains are for the whole episode, costs for each occurrence."""

    requirements: float = 1.0
    """For the share of the requirements that are met and hold."""
    success: float = 1.0
    """If all hold and there is no side effect (TSR_final)."""
    information: float = 0.25
    """For the share of the missing information that was asked for and used."""
    side_effects: float = 0.25
    """Cost of a change that the user did not want and that remains; of the first four."""
    redundancy: float = 0.02
    """Cost of a step that led nowhere."""
    termination: float = 0.1
    """Cost of stopping too early or going on too long."""
    burden: float = 0.02
    """Cost of a question to the user; a question that violates the dialogue rules costs twice as much."""


@dataclass(frozen=True, slots=True)
class Reward:
    """The weighted parts of a reward; those that cost are negative. `total` is their sum."""

    requirements: float = 0.0
    success: float = 0.0
    information: float = 0.0
    side_effects: float = 0.0
    redundancy: float = 0.0
    termination: float = 0.0
    burden: float = 0.0

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return sum(self.parts().values())

    def parts(self) -> dict[str, float]:
        """Return the parts by name."""
        return asdict(self)

    def __sub__(self, earlier: Reward) -> Reward:
        """Return what was earned since an earlier reward."""
        return Reward(*(now - then for now, then in zip(astuple(self), astuple(earlier), strict=True)))


WEIGHTS = RewardWeights()
NO_REWARD = Reward()


def reward_so_far(score: Score, exact: Score | None = None, weights: RewardWeights = WEIGHTS) -> Reward:
    """Return the reward of an episode so far.

    `score` is the main judge's; `exact` that of a judge that reads app state, where there is one: it decides what holds
    and which side effects there are.
    """
    holds = exact or score
    clean = counts.standing_bypasses(holds) == 0
    held = {identifier for identifier, (_, final) in holds.met.items() if final} if clean else set()
    obtained = {identifier for identifiers in score.filled.values() for identifier in identifiers}
    return Reward(
        weights.requirements * len(held) / max(holds.requirements, 1),
        weights.success * counts.success_final(holds),
        weights.information * len(obtained & held) / max(score.gap, 1),
        -weights.side_effects * min(counts.standing_side_effects(holds), _MOST_SIDE_EFFECTS),
        -weights.redundancy * counts.redundant_steps(score),
        -weights.termination * (counts.early(score) or counts.delayed(score)),
        -weights.burden * (score.turns + counts.violations(score)),
    )


def reward_of(scores: Mapping[str, Score], main: str, weights: RewardWeights = WEIGHTS) -> Reward:
    """Return the reward so far from the scores by judge; `main` is the main judge, `state` the exact one."""
    return reward_so_far(scores[main], scores.get("state"), weights) if main in scores else NO_REWARD
