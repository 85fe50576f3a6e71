"""Rollouts as values: what a policy saw, decided and earned in one episode. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from runtime.core.actions import Decision
from runtime.core.errors import Boundary, Fault
from runtime.core.events import Ending, Score
from runtime.metrics import counts
from runtime.plugins.protocols import Observation
from runtime.training.rewards import NO_REWARD, Reward, RewardWeights, reward_of


@dataclass(frozen=True, slots=True)
class RolloutStep:
    """One decision of a policy."""

    observation: Observation
    """What the policy saw before it decided."""
    decision: Decision
    reward: Reward = NO_REWARD
    """What the decision earned; the last one also gets what only the end of the episode shows."""
    advantage: int | None = None
    """By how many actions the decision shortened the way to the goal: 1 for a perfect step, 0 for a useless one,
    negative for a harmful one. None if it is not known, or no judge `credit` judges.
    """
    state: str = ""
    """Exact digest of the phone before the decision (`DrivenSession.digest`), equal in equal states of a group."""
    data: Any = None
    """What the policy gave to `PolicySession.step`, untouched: token ids, log-probabilities, masks, its version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeResult:
    """How an episode of a policy ended, and what it earned."""

    reward: float | None
    """The total of `breakdown`; None if the episode was lost to something else than the policy."""
    breakdown: Reward
    ending: Ending | None
    cause: Boundary | None
    """Who is at fault if the episode failed."""
    error: str = ""
    scores: tuple[Score, ...] = field(default=(), repr=False)
    """The score of each judge, that of the main judge first."""

    @property
    def terminated(self) -> bool:
        """Whether the episode ended by what the policy did, its own failure included."""
        return self.reward is not None and not self.truncated

    @property
    def truncated(self) -> bool:
        """Whether the budget of steps or the time was used up."""
        return self.reward is not None and self.ending in ("max_steps", "deadline")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout(EpisodeResult):
    """One episode of a policy. Members of a group share task and seed, so their rewards can be compared."""

    task: str
    group: int
    member: int
    seed: int
    """Of the episode: the same for all members of the group."""
    steps: tuple[RolloutStep, ...]


def episode_result(
    scores: tuple[Score, ...], weights: RewardWeights, *, ending: Ending | None, fault: Fault | None
) -> EpisodeResult:
    """Return the result of an episode.

    `scores` are those of its judges, the main judge's first. `ending` and `fault` are those of the session, which count
    only if nobody judged it.
    """
    breakdown = reward_of({score.judge: score for score in scores}, scores[0].judge if scores else "", weights)
    if not scores:
        return EpisodeResult(
            reward=None if fault is not None else breakdown.total,
            breakdown=breakdown,
            ending=ending,
            cause=None if fault is None else fault.boundary,
            error=str(fault or ""),
        )
    main = scores[0]
    return EpisodeResult(
        reward=None if _is_lost(main) else breakdown.total,
        breakdown=breakdown,
        ending=main.ending,
        cause=main.cause,
        error=main.error,
        scores=scores,
    )


def _is_lost(score: Score) -> bool:
    """Whether the episode says nothing about the policy: it was lost to infrastructure, or could not be judged."""
    undecided = score.cause != "agent" and not counts.requirements_scored(score)
    return undecided or not counts.valid(score)
