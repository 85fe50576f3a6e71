"""Several judges made into one, verdict by verdict, with every disagreement kept. Pure.

Subject by subject: `majority` is what more than half of those who decided say, `all` what all of them say. Who leaves a
subject unscored abstains. Where the rule finds no winner (a tie; under `all` one other voice) a mark counts as not met,
not hit, not filled, of use; a label and a termination are unscored, since none of them means "no". Either is told.

Whoever is silent about a step finds it useful; whether it was comes before of which kind. A side effect is voted on by
those who name it: one that somebody saw and nobody disputes stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal, get_args

from runtime.core.events import (
    AnyVerdict,
    GapJudged,
    KeyStepHit,
    Redundant,
    RedundantKind,
    RequirementMet,
    Score,
    SideEffect,
    Terminated,
    TurnJudged,
    subject,
)
from runtime.metrics.tally import blank, tally

Rule = Literal["majority", "all"]
RULES: tuple[Rule, ...] = get_args(Rule)
Subject = tuple[str, Any]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One subject on which judges differ: what each one said (None: unscored) and what became of it.

    `tied`: the rule found no winner among those who decided.
    """

    subject: str
    votes: Mapping[str, Any]
    outcome: Any
    tied: bool = False


@dataclass(frozen=True, slots=True)
class _Poll:
    """One vote that was held: what it was about, who said what, what came of it."""

    name: str
    votes: Mapping[str, Hashable]
    outcome: Any
    tied: bool

    @property
    def disputed(self) -> bool:
        return len({vote for vote in self.votes.values() if vote is not None}) > 1

    def agree(self) -> tuple[str, ...]:
        """Who said what came of it."""
        return tuple(judge for judge, vote in self.votes.items() if vote == self.outcome)

    def told(self) -> str:
        votes_text = ", ".join(f"{judge} {_word(vote)}" for judge, vote in self.votes.items())
        return f"{self.name}: {votes_text}{' (no winner)' if self.tied else ''}"


class Vote:
    """The vote over one episode as its judges speak; of each of them the last word on a subject counts.

    What it says depends on those last words only, not on the order in which judges came by. `name` is that of the vote
    as a judge.
    """

    def __init__(self, rule: Rule, members: Sequence[str], episode: str) -> None:
        self.name: str = rule
        self._rule = rule
        self._episode = episode
        self._said: dict[str, dict[Subject, AnyVerdict]] = {member: {} for member in members}
        self._last: dict[Subject, AnyVerdict] = {}

    def feed(self, verdict: AnyVerdict) -> list[AnyVerdict]:
        """Take in a member's verdict; gives the common one, if that is another than before."""
        about = subject(verdict)
        if about[0] == "described" or verdict.judge not in self._said:
            return []
        self._said[verdict.judge][about] = verdict
        return self._anew([about])

    def withdraw(self, member: str) -> list[AnyVerdict]:
        """A member failed: nothing of what it said counts; gives the common verdicts that change by it."""
        self._said.pop(member, None)
        return self._anew(list(self._last))

    def settled(self) -> tuple[AnyVerdict, ...]:
        """The last common verdict on each subject, in the order of subjects."""
        return tuple(self._common(about)[0] for about in self._subjects())

    def disagreements(self) -> tuple[Disagreement, ...]:
        """Every subject on which members differ, with all that was said of it."""
        polls = (poll for about in self._subjects() for poll in self._common(about)[1])
        return tuple(Disagreement(poll.name, poll.votes, poll.outcome, poll.tied) for poll in polls if poll.disputed)

    def _subjects(self) -> list[Subject]:
        found = {about: None for events in self._said.values() for about in events}
        return sorted(found, key=lambda about: (_KINDS.index(about[0]), str(about[1]).zfill(9)))

    def _anew(self, subjects: Iterable[Subject]) -> list[AnyVerdict]:
        changed = []
        for about in subjects:
            common, _ = self._common(about)
            if self._last.get(about) != common:
                self._last[about] = common
                changed.append(common)
        return changed

    def _common(self, about: Subject) -> tuple[AnyVerdict, list[_Poll]]:
        """The common verdict on a subject, and the votes that it comes from."""
        events = {judge: words.get(about) for judge, words in self._said.items()}
        polls: list[_Poll] = []

        def poll(name: str, votes: Mapping[str, Hashable], default: Hashable) -> Any:
            held = _Poll(name, votes, *_decide(self._rule, votes.values(), default))
            polls.append(held)
            return held.outcome

        def field(name: str, of: str, default: Hashable = None) -> Any:
            return poll(name, {judge: getattr(event, of, None) for judge, event in events.items()}, default)

        whose: dict[str, Any] = {"episode": self._episode, "judge": self.name}
        kind, which = about
        common: AnyVerdict
        match kind:
            case "requirement":
                either = field(f"requirement {which} any", "any", False)
                final = field(f"requirement {which} final", "final", False)
                at = _earliest(events, polls[0], "evidence") if either else None
                common = RequirementMet(requirement=which, any=either, final=final, evidence=at, **whose)
            case "key_step":
                hit = field(f"key step {which}", "hit", False)
                at = _earliest(events, polls[0], "step") if hit else None
                common = KeyStepHit(key_step=which, hit=hit, step=at, **whose)
            case "turn":
                label = field(f"turn {which}", "label")
                common = TurnJudged(turn=which, label=label, filled=_filled(events, which, poll), **whose)
            case "redundant":
                common = Redundant(step=which, redundancy=_useless(events, which, poll), **whose)
            case "terminated":
                ended = field("termination", "termination")
                at = _earliest(events, polls[0], "step")
                common = Terminated(termination=ended, step=0 if at is None else at, **whose)
            case "side_effect":
                undone = field(f"side effect {which}", "undone", False)
                at = _earliest(events, polls[0], "step")
                # One that nobody stands by any more has never been.
                gone = all(event is None for event in events.values())
                common = SideEffect(what=which, step=0 if at is None else at, undone=bool(undone) or gone, **whose)
            case "gap":
                em, gta = field(f"gap {which} EM", "em", False), field(f"gap {which} GTA", "gta", False)
                matched = next((event.rule for event in events.values() if isinstance(event, GapJudged)), "")
                common = GapJudged(step=which, em=em, gta=gta, rule=matched, **whose)
            case _:
                raise ValueError(f"no vote is held on {kind}")
        reason = "; ".join(poll.told() for poll in polls if poll.disputed)
        return replace(common, reason=reason), polls


_KINDS = ("requirement", "key_step", "turn", "redundant", "terminated", "side_effect", "gap")
"""What votes are held on, in the order in which they are written down."""


def vote(scores: Sequence[Score], rule: Rule) -> tuple[Score, tuple[Disagreement, ...]]:
    """One score of the judges' common mind, and where they had none: the vote, over scores that are there already.

    Events' counts are the first judge's, which are everybody's. A judge that failed has no vote.

    Raises:
        ValueError: no scores, or of several episodes.
    """
    if len({score.episode for score in scores}) != 1:
        raise ValueError("a vote is held on the scores of one episode")
    voters = [score for score in scores if score.cause != "judge"]
    common = Vote(rule, [score.judge for score in voters], scores[0].episode)
    for score in voters:
        for verdict in _verdicts(score):
            common.feed(verdict)
    begun = replace(blank((voters or scores)[0]), judge=common.name)
    return reduce(tally, common.settled(), begun), common.disagreements()


def _decide(rule: Rule, votes: Iterable[Hashable], default: Hashable) -> tuple[Hashable, bool]:
    """What wins, and whether nothing does although somebody decided."""
    cast = [vote for vote in votes if vote is not None]
    if not cast:
        return None, False
    ((leader, count), *_) = Counter(cast).most_common(1)
    if count == len(cast) or (rule == "majority" and 2 * count > len(cast)):
        return leader, False
    return default, True


def _useless(verdicts: Mapping[str, AnyVerdict | None], step: int, poll: Any) -> RedundantKind | None:
    """Whether a step was of no use; then of which kind, by those who find that. Two who differ in the kind only agree.

    Who says nothing about a step finds it useful; who could not tell says so.
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
    """What a turn filled, requirement by requirement; who did not label it has no say."""
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
    """The earliest step that those cite who said what came of it."""
    cited = (getattr(verdicts[judge], of, None) for judge in poll.agree())
    return min((step for step in cited if step is not None), default=None)


def _verdicts(score: Score) -> Iterator[AnyVerdict]:
    """The marks of a score as the verdicts that would have made them."""
    whose: dict[str, Any] = {"episode": score.episode, "judge": score.judge}
    for text, (either, final) in score.met.items():
        yield RequirementMet(requirement=text, any=either, final=final, **whose)
    for text, hit in score.hits.items():
        yield KeyStepHit(key_step=text, hit=hit, **whose)
    for turn, label in score.labels.items():
        yield TurnJudged(turn=turn, label=label, filled=score.filled.get(turn, ()), **whose)
    for step, kind in score.redundant.items():
        yield Redundant(step=step, redundancy=kind, **whose)
    for what, standing in score.side_effects.items():
        yield SideEffect(what=what, step=0, undone=not standing, **whose)
    yield Terminated(termination=score.termination, step=0, **whose)


def _word(vote: Hashable) -> str:
    if vote is None:
        return "unscored"
    return ("yes" if vote else "no") if isinstance(vote, bool) else str(vote)
