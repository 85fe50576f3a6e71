"""Several judges' scores of one episode made into one, with every disagreement kept. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from runtime.events import Score

Rule = Literal["majority", "all"]
RULES: tuple[Rule, ...] = get_args(Rule)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One subject on which judges differ: what each one said (None: unscored) and what became of it."""

    subject: str
    votes: Mapping[str, Any]
    outcome: Any


def vote(scores: Sequence[Score], rule: Rule) -> tuple[Score, tuple[Disagreement, ...]]:
    """One score of the judges' common mind, and where they had none.

    `majority`: what more than half of those who decided say; `all`: what all who decided say. Nobody decided, a draw,
    or under `all` one other voice: unscored. Events' counts are the first judge's, which are everybody's.

    Raises:
        ValueError: no scores, or of several episodes.
    """
    if len({score.episode for score in scores}) != 1:
        raise ValueError("a vote is held on the scores of one episode")
    ballot = _Ballot(tuple(score.judge for score in scores), rule)
    first = scores[0]
    met = {
        one: (
            ballot.decide(f"requirement {one} any", [score.met.get(one, (None, None))[0] for score in scores]),
            ballot.decide(f"requirement {one} final", [score.met.get(one, (None, None))[1] for score in scores]),
        )
        for one in first.met
    }
    hits = {one: ballot.decide(f"key step {one}", [score.hits.get(one) for score in scores]) for one in first.hits}
    turns = sorted({turn for score in scores for turn in score.labels})
    labels = {turn: ballot.decide(f"turn {turn}", [score.labels.get(turn) for score in scores]) for turn in turns}
    filled = {turn: ballot.decide(f"fill {turn}", [score.filled.get(turn, ()) for score in scores]) for turn in turns}
    steps = sorted({step for score in scores for step in score.redundant})
    redundant = {
        step: ballot.decide(f"step {step}", [score.redundant.get(step, "none") for score in scores]) for step in steps
    }
    effects = {name: left for score in scores for name, left in score.side_effects.items()}
    said = replace(
        first,
        judge=f"{rule}({','.join(score.judge for score in scores)})",
        met=met,
        hits=hits,
        labels=labels,
        filled={turn: found or () for turn, found in filled.items()},
        redundant={step: kind for step, kind in redundant.items() if kind not in (None, "none")},
        termination=ballot.decide("termination", [score.termination for score in scores]),
        side_effects=effects,
    )
    return said, tuple(ballot.differed)


class _Ballot:
    def __init__(self, judges: Sequence[str], rule: Rule) -> None:
        self.differed: list[Disagreement] = []
        self._judges = judges
        self._rule = rule

    def decide(self, subject: str, votes: Sequence[Hashable]) -> Any:
        cast = [one for one in votes if one is not None]
        outcome: Hashable | None = None
        if cast:
            ((leader, count), *_) = Counter(cast).most_common(1)
            if count == len(cast) or (self._rule == "majority" and 2 * count > len(cast)):
                outcome = leader
        if len(set(votes)) > 1:
            self.differed.append(Disagreement(subject, dict(zip(self._judges, votes, strict=True)), outcome))
        return outcome
