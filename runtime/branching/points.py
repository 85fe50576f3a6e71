"""Values of what-if: an episode at one moment, and what came of a decision that was tried there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from runtime.core.actions import AskUser, Decision, Takeover
from runtime.core.checks import ChangedValue, changed_values, paths_outside
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    Digest,
    DisturbanceOccurred,
    Ending,
    Performed,
    Released,
    Replied,
    Score,
    Started,
)
from runtime.core.tasks import State, Task
from runtime.episode.run_parts import ScheduledEpisode
from runtime.episode.snapshot import EpisodeSnapshot
from runtime.language.questions import NO_ANSWER
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree


@dataclass(frozen=True, slots=True)
class Origin:
    """A recorded episode: all that was recorded of it, and how it is played again."""

    episode: ScheduledEpisode
    started: Started
    items: tuple[AnyEvent | AnyTruth, ...]
    pixels: bool
    """Whether it was played on phones with pixels."""


@dataclass(frozen=True, slots=True)
class SavedEpisode:
    """An episode at one moment as a value: what was recorded up to there, and the phone as bytes."""

    origin: Origin
    snapshot: EpisodeSnapshot
    phone: bytes
    """As the phone's control connection exports it."""


@dataclass(frozen=True, slots=True)
class BranchPoint:
    """An episode at one moment: as recorded after a step, or after decisions that were tried from there."""

    episode: str
    step: int
    """Units of the budget used."""
    tried: tuple[Decision, ...]
    """The decisions that led here from the recorded step; empty at a recorded one."""
    frame: Frame
    """The screen: `png`, `digest`, `width` and `height`."""
    tree: UiTree
    tree_digest: Digest
    scores: Mapping[str, Score]
    """The provisional scores so far by judge, that of the main judge first."""
    state: State
    """The state of all apps."""
    ending: Ending | None
    """How the episode has ended, if it has: nothing more can be tried then."""
    saved: SavedEpisode = field(repr=False)
    _attempt: Callable[[BranchPoint, Decision], Awaitable[Outcome]] = field(repr=False)

    @property
    def score(self) -> Score:
        """The provisional score of the main judge."""
        return next(iter(self.scores.values()))

    async def attempt(self, decision: Decision) -> Outcome:
        """Try a decision on a copy of the phone; this point stays as it is.

        A decision that cannot be done, or that comes after the end, is refused: see `Outcome.refusal`.

        Raises:
            Fault: the phone or the user failed.
        """
        return await self._attempt(self, decision)


@dataclass(frozen=True, slots=True)
class TriedQuestion:
    """A question that was tried, with the user's reply."""

    question: str
    reply: str = NO_ANSWER
    answered: bool = False
    label: str = ""
    """The user's own label of the question (`runtime.core.events.TurnKind`); empty if nobody was asked."""
    released: tuple[str, ...] = ()
    """Ids of the requirements whose values the reply gave."""
    understood: tuple[str, ...] = ()
    """How the user understood each part of the question, for people."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a decision that was tried at a point."""

    decision: Decision
    before: BranchPoint
    after: BranchPoint
    """The same as `before` if the decision was refused."""
    refusal: str = ""
    """Why nothing was done, for people; empty if something was."""
    questions: tuple[TriedQuestion, ...] = ()
    changes: tuple[ChangedValue, ...] = ()
    """What changed in the apps, by path."""
    incidental: frozenset[str] = frozenset()
    """The paths among them that count as no side effect whoever changes them, such as a search history."""
    disturbances: tuple[str, ...] = ()
    """Disturbances that occurred, in words."""

    async def attempt(self, decision: Decision) -> Outcome:
        """Go on from here: see `BranchPoint.attempt`."""
        return await self.after.attempt(decision)


def outcome_of(decision: Decision, before: BranchPoint, after: BranchPoint) -> Outcome:
    """Return what came of a decision that was carried out between two points."""
    earlier, later = before.saved.snapshot.items, after.saved.snapshot.items
    new = later[len(earlier) :]
    changes = changed_values(before.state, after.state)
    return Outcome(
        decision,
        before,
        after,
        questions=_questions(new),
        changes=changes,
        incidental=_incidental(changes, before.saved.origin.episode.task),
        disturbances=tuple(
            f"{item.weather} ({item.detail})" if item.detail else item.weather
            for item in new
            if isinstance(item, DisturbanceOccurred)
        ),
    )


def _questions(items: Sequence[AnyEvent | AnyTruth]) -> tuple[TriedQuestion, ...]:
    found: list[TriedQuestion] = []
    for item in items:
        match item:
            case Performed(action=AskUser(question=text) | Takeover(message=text)):
                found.append(TriedQuestion(text))
            case Replied(text=text, answered=answered):
                found[-1] = replace(found[-1], reply=text, answered=answered)
            case Released(requirements=requirements, turn=turn, understood=understood):
                found[-1] = replace(found[-1], label=turn, released=requirements, understood=understood)
            case _:
                pass
    return tuple(found)


def _incidental(changes: Sequence[ChangedValue], task: Task) -> frozenset[str]:
    paths = [change.path for change in changes]
    return frozenset(paths).difference(paths_outside(paths, task.intent.reference.incidental))
