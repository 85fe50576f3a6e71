"""Combines the verdicts of several judges into one by voting, and records each disagreement. Pure.

Each subject is decided separately. `majority`: what more than half of the deciding judges say; `all`: what all of them
say. Judges that leave a subject unscored abstain. If the rule finds no winner (a tie, or under `all` any dissent), a
mark counts as not met, not hit, not filled or not redundant; a label and a termination become unscored, since none of
them means "no". Both cases are recorded.

A judge that says nothing about a step counts it as useful; whether a step is redundant is decided before the kind. Only
judges that name a side effect or a bypass vote on it, so one that a single judge names and none disputes counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal, get_args

from runtime.core.events import (
    AnyVerdict,
    Bypass,
    GapJudged,
    KeyStepHit,
    Redundant,
    RedundantKind,
    RemainingSteps,
    RequirementMet,
    Score,
    SideEffect,
    Terminated,
    TurnJudged,
    subject,
)
from runtime.metrics.tally import tally, without_marks

VoteRule = Literal["majority", "all"]
VOTE_RULES: tuple[VoteRule, ...] = get_args(VoteRule)
Subject = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A subject on which judges differ: each judge's vote (None: unscored) and the outcome.

    `tied`: the rule found no winner among those who decided.
    """

    subject: str
    votes: Mapping[str, Any]
    outcome: Any
    tied: bool = False


@dataclass(frozen=True, slots=True)
class _Poll:
    """One completed vote: its subject, the votes and the outcome."""

    name: str
    votes: Mapping[str, Hashable]
    outcome: Any
    tied: bool

    @property
    def disputed(self) -> bool:
        return len({vote for vote in self.votes.values() if vote is not None}) > 1

    def agree(self) -> tuple[str, ...]:
        """Return the judges who voted for the outcome."""
        return tuple(judge for judge, vote in self.votes.items() if vote == self.outcome)

    def describe(self) -> str:
        votes_text = ", ".join(f"{judge} {_word(vote)}" for judge, vote in self.votes.items())
        return f"{self.name}: {votes_text}{' (no winner)' if self.tied else ''}"


class Vote:
    """The vote over one episode, updated as judges give verdicts; each judge's last verdict on a subject counts.

    The result depends only on these last verdicts, not on the order of judges. `name` is the name of the vote as a
    judge.
    """

    def __init__(self, rule: VoteRule, members: Sequence[str], episode: str) -> None:
        self.name: str = rule
        self._rule = rule
        self._episode = episode
        self._verdicts_by_judge: dict[str, dict[Subject, AnyVerdict]] = {member: {} for member in members}
        self._last: dict[Subject, AnyVerdict] = {}

    def feed(self, verdict: AnyVerdict) -> list[AnyVerdict]:
        """Process a member's verdict; returns the common verdict if it changed."""
        about = subject(verdict)
        if about[0] == "described" or verdict.judge not in self._verdicts_by_judge:
            return []
        self._verdicts_by_judge[verdict.judge][about] = verdict
        return self._update([about])

    def withdraw(self, member: str) -> list[AnyVerdict]:
        """Remove a failed member's verdicts; returns the common verdicts that change."""
        self._verdicts_by_judge.pop(member, None)
        return self._update(list(self._last))

    def settled(self) -> tuple[AnyVerdict, ...]:
        """Return the last common verdict on each subject, in the order of subjects."""
        return tuple(self._common(about)[0] for about in self._subjects())

    def disagreements(self) -> tuple[Disagreement, ...]:
        """Return all subjects on which members differ, with their votes."""
        polls = (poll for about in self._subjects() for poll in self._common(about)[1])
        return tuple(Disagreement(poll.name, poll.votes, poll.outcome, poll.tied) for poll in polls if poll.disputed)

    def _subjects(self) -> list[Subject]:
        found = {about: None for events in self._verdicts_by_judge.values() for about in events}
        return sorted(found, key=lambda about: (_KINDS.index(about[0]), str(about[1]).zfill(9)))

    def _update(self, subjects: Iterable[Subject]) -> list[AnyVerdict]:
        changed = []
        for about in subjects:
            common, _ = self._common(about)
            if self._last.get(about) != common:
                self._last[about] = common
                changed.append(common)
        return changed

    def _common(self, about: Subject) -> tuple[AnyVerdict, list[_Poll]]:
        """Return the common verdict on a subject, and the votes behind it."""
        events = {judge: verdicts.get(about) for judge, verdicts in self._verdicts_by_judge.items()}
        polls: list[_Poll] = []

        def poll(name: str, votes: Mapping[str, Hashable], default: Hashable) -> Any:
            held = _Poll(name, votes, *_decide(self._rule, votes.values(), default))
            polls.append(held)
            return held.outcome

        def field(name: str, of: str, default: Hashable = None) -> Any:
            return poll(name, {judge: getattr(event, of, None) for judge, event in events.items()}, default)

        source: dict[str, Any] = {"episode": self._episode, "judge": self.name}
        kind, which = about
        common: AnyVerdict
        match kind:
            case "requirement":
                either = field(f"requirement {which} any", "any", False)
                final = field(f"requirement {which} final", "final", False)
                at = _earliest(events, polls[0], "evidence") if either else None
                common = RequirementMet(requirement=which, any=either, final=final, evidence=at, **source)
            case "key_step":
                hit = field(f"key step {which}", "hit", False)
                at = _earliest(events, polls[0], "step") if hit else None
                common = KeyStepHit(key_step=which, hit=hit, step=at, **source)
            case "turn":
                label = field(f"turn {which}", "label")
                common = TurnJudged(turn=which, label=label, filled=_filled(events, which, poll), **source)
            case "redundant":
                common = Redundant(step=which, redundancy=_redundancy(events, which, poll), **source)
            case "terminated":
                ended = field("termination", "termination")
                at = _earliest(events, polls[0], "step")
                common = Terminated(termination=ended, step=0 if at is None else at, **source)
            case "side_effect":
                undone = field(f"side effect {which}", "undone", False)
                at = _earliest(events, polls[0], "step")
                # A side effect that all judges have dropped counts as undone.
                gone = all(event is None for event in events.values())
                common = SideEffect(what=which, step=0 if at is None else at, undone=bool(undone) or gone, **source)
            case "bypass":
                undone = field(f"bypass {which}", "undone", False)
                at = _earliest(events, polls[0], "step")
                gone = all(event is None for event in events.values())
                common = Bypass(what=which, step=0 if at is None else at, undone=bool(undone) or gone, **source)
            case "gap":
                em, gta = field(f"gap {which} EM", "em", False), field(f"gap {which} GTA", "gta", False)
                matched = next((event.rule for event in events.values() if isinstance(event, GapJudged)), "")
                common = GapJudged(step=which, em=em, gta=gta, rule=matched, **source)
            case "remaining":
                common = RemainingSteps(step=which, remaining=field(f"remaining after {which}", "remaining"), **source)
            case _:
                raise ValueError(f"no vote is held on {kind}")
        reason = "; ".join(poll.describe() for poll in polls if poll.disputed)
        return replace(common, reason=reason), polls


_KINDS = ("requirement", "key_step", "turn", "redundant", "terminated", "side_effect", "bypass", "gap", "remaining")
"""Subjects of votes, in the order in which they are recorded."""


def vote_on_scores(scores: Sequence[Score], rule: VoteRule) -> tuple[Score, tuple[Disagreement, ...]]:
    """Combine existing scores of one episode by voting; returns the common score and the disagreements.

    Event counts are the same for all judges and taken from the first. A failed judge has no vote.

    Raises:
        ValueError: no scores, or scores of several episodes.
    """
    if len({score.episode for score in scores}) != 1:
        raise ValueError("a vote is held on the scores of one episode")
    voters = [score for score in scores if score.cause != "judge"]
    common = Vote(rule, [score.judge for score in voters], scores[0].episode)
    for score in voters:
        for verdict in _verdicts(score):
            common.feed(verdict)
    begun = replace(without_marks((voters or scores)[0]), judge=common.name)
    return reduce(tally, common.settled(), begun), common.disagreements()


def _decide(rule: VoteRule, votes: Iterable[Hashable], default: Hashable) -> tuple[Hashable, bool]:
    """Return the winning value, and whether there is none although somebody decided."""
    cast = [vote for vote in votes if vote is not None]
    if not cast:
        return None, False
    ((leader, count), *_) = Counter(cast).most_common(1)
    if count == len(cast) or (rule == "majority" and 2 * count > len(cast)):
        return leader, False
    return default, True


def _redundancy(verdicts: Mapping[str, AnyVerdict | None], step: int, poll: Any) -> RedundantKind | None:
    """Vote whether a step is redundant, then on the kind among the judges who say so.

    Judges that differ only in the kind agree that the step is redundant. A judge that says nothing about a step counts
    it as useful; one that cannot decide says so.
    """
    kinds = {judge: event.redundancy if isinstance(event, Redundant) else "none" for judge, event in verdicts.items()}
    useless = poll(f"step {step} of no use", {text: kind and kind != "none" for text, kind in kinds.items()}, False)
    if not useless:
        return None if useless is None else "none"
    named = {judge: kind if kind != "none" else None for judge, kind in kinds.items()}
    most = Counter(kind for kind in named.values() if kind is not None)
    first = min(most, key=lambda kind: (-most[kind], kind))
    found: RedundantKind = poll(f"step {step} kind", named, first)
    return found


def _filled(verdicts: Mapping[str, AnyVerdict | None], turn: int, poll: Any) -> tuple[str, ...]:
    """Vote on what a turn filled, requirement by requirement; judges that did not label the turn have no vote."""
    marks = {
        judge: set(event.filled) if isinstance(event, TurnJudged) and event.label else None
        for judge, event in verdicts.items()
    }
    asked = sorted({identifier for mark in marks.values() if mark for identifier in mark})
    return tuple(
        text
        for text in asked
        if poll(
            f"fill {text} in turn {turn}",
            {judge: None if mark is None else text in mark for judge, mark in marks.items()},
            False,
        )
    )


def _earliest(verdicts: Mapping[str, AnyVerdict | None], poll: _Poll, of: str) -> int | None:
    """Return the earliest step cited by the judges who voted for the outcome."""
    cited = (getattr(verdicts[judge], of, None) for judge in poll.agree())
    return min((step for step in cited if step is not None), default=None)


def _verdicts(score: Score) -> Iterator[AnyVerdict]:
    """Convert the marks of a score back into verdicts."""
    source: dict[str, Any] = {"episode": score.episode, "judge": score.judge}
    for text, (either, final) in score.met.items():
        yield RequirementMet(requirement=text, any=either, final=final, **source)
    for text, hit in score.hits.items():
        yield KeyStepHit(key_step=text, hit=hit, **source)
    for turn, label in score.labels.items():
        yield TurnJudged(
            turn=turn,
            label=label,
            filled=score.filled.get(turn, ()),
            asks=score.asks.get(turn, ()),
            ignored=score.ignored.get(turn, 0),
            ungrounded=score.ungrounded.get(turn, ()),
            **source,
        )
    for step, kind in score.redundant.items():
        yield Redundant(step=step, redundancy=kind, **source)
    for what, standing in score.side_effects.items():
        yield SideEffect(what=what, step=0, undone=not standing, **source)
    for what, standing in score.bypasses.items():
        yield Bypass(what=what, step=0, undone=not standing, **source)
    for step, remaining in score.remaining.items():
        yield RemainingSteps(step=step, remaining=remaining, **source)
    yield Terminated(termination=score.termination, step=0, looks=score.looks, **source)


def _word(vote: Hashable) -> str:
    if vote is None:
        return "unscored"
    return ("yes" if vote else "no") if isinstance(vote, bool) else str(vote)
